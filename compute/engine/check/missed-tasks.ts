/** Tasks that missed their baseline finish, as DCMA point 11 and the baseline performance of the health score count them. */

import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import type { CalendarChoice } from '../calendar/choice.ts'
import type { TaskStates } from '../population/task-states.ts'
import { plural } from '../wording/plural.ts'
import { roundScore } from '../wording/round.ts'
import { missedAdvice } from './advice.ts'
import type { CheckRow, Need } from './check.ts'
import { deletedEvidence, type Execution } from './execution.ts'
import { hitsOf } from './findings.ts'
import { needsStatusDate } from './needs.ts'
import { shareOf } from './outcomes.ts'
import { latestTask } from './worst.ts'

export const PERFORMANCE_TASKS =
  'Tasks and planning packages, complete ones included: no milestones, summaries, level of effort, margin or visibility tasks'

export interface Context {
  readonly columns: ScheduleColumns
  readonly tasks: TaskStates
  readonly choice: CalendarChoice
  readonly statusDay: number
  readonly execution: Execution
}

export const needsBaseline: Need<Context> = {
  message: 'requires a baseline: no task has baseline_finish',
  isMet: ({ execution }) => execution.baselined > 0,
}

export const MISSED_TASKS: Pick<
  CheckRow<Context>,
  'population' | 'formula' | 'needs' | 'advice' | 'noun' | 'worst' | 'run'
> = {
  population: `${PERFORMANCE_TASKS}; with a baseline finish on or before the status date.`,
  formula:
    'Due tasks that finished after their baseline finish, or are unfinished with a finish or the status date after it, or are gone / due tasks, deleted ones included.',
  needs: [needsStatusDate, needsBaseline],
  advice: missedAdvice,
  noun: ['due task', 'due tasks'],
  worst: latestTask,
  run: ({ execution }) => {
    const { missed, due, undatedFinishes, population, deleted } = execution
    const hits = hitsOf(missed, missed.length + deleted.missed)
    const count = deleted.ids.length
    const message =
      `${plural(hits.count, 'task')} finished late or ${hits.count === 1 ? 'is' : 'are'} late.` +
      (count === 0
        ? ''
        : ` ${plural(count, 'due task is', 'due tasks are')} not in the schedule any more and ${count === 1 ? 'counts' : 'count'} as due.`)
    const present = due - count
    return shareOf(hits, due, message, {
      ...deletedEvidence(execution, present === 0 ? null : roundScore((100 * missed.length) / present)),
      complete_without_actual_finish: undatedFinishes,
      excluded_by_type: population.excludedByType,
    })
  },
}
