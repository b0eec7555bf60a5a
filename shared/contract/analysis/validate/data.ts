/** `data` of POST /api/v1/analysis/validate. */
import Type from 'typebox'
import { checkData } from '../../endpoint/data/check-data.ts'
import { CLOSED, countOf, numberOrNull } from '../../endpoint/data/members.ts'
import { taskIds } from '../../endpoint/data/named.ts'
import { OneOf } from '../../schedule/containers.ts'
import { CalendarUsed } from '../cpm/data.ts'

export const CHECK_CLASSES = ['error', 'warning', 'info'] as const

export const ValidateData = Type.Object(
  {
    valid: Type.Boolean({ description: 'True if no check of class error failed.' }),
    score_before_gates: numberOrNull('Score before the cap of an invalid schedule; null without tasks.'),
    errors: countOf('Number of failed checks of class error; each deducts 10 points.'),
    warnings: countOf('Number of failed checks of class warning; each deducts 2 points.'),
    info: countOf('Number of checks of class info that found something.'),
    checks: Type.Array(
      checkData({
        class: OneOf(CHECK_CLASSES, {
          description:
            'error: other analyses cannot rely on the schedule. warning: their results are doubtful. info: information only.',
        }),
      }),
      { description: 'All checks, ordered by code.' },
    ),
    open_ends: Type.Object(
      {
        starts: taskIds('Tasks without a live predecessor, in input order.'),
        finishes: taskIds('Tasks without a live successor, in input order.'),
      },
      CLOSED,
    ),
    components: Type.Object(
      {
        count: countOf('Number of parts of the network without a live link between them.'),
        largest_task_count: countOf('Number of tasks of the largest part.'),
      },
      CLOSED,
    ),
    calendar: CalendarUsed,
  },
  { ...CLOSED, $id: 'ValidateData', description: 'Result of the validation.' },
)
