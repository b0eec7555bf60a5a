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
    valid: Type.Boolean({ description: 'No check of class error failed.' }),
    score_before_gates: numberOrNull('Score before an invalid schedule was capped; null without tasks.'),
    errors: countOf('Failed checks of class error; each takes 10 points.'),
    warnings: countOf('Failed checks of class warning; each takes 2 points.'),
    info: countOf('Checks of class info that found something.'),
    checks: Type.Array(
      checkData({
        class: OneOf(CHECK_CLASSES, {
          description: 'error: no other analysis can rely on the schedule; warning: results are doubtful; info.',
        }),
      }),
      { description: 'Every check, in the order of the codes.' },
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
        count: countOf('Parts of the network that no live link joins.'),
        largest_task_count: countOf('Tasks of the largest one.'),
      },
      CLOSED,
    ),
    calendar: CalendarUsed,
  },
  { ...CLOSED, $id: 'ValidateData', description: 'Result of the validation.' },
)
