/** Tasks that missed their baseline finish, as DCMA point 11 and the baseline performance of the health score count them. */
import type { ScheduleColumns } from '../../../shared/schedule/columns.ts'
import type { CalendarChoice } from '../calendar/choice.ts'
import type { TaskStates } from '../population/task-states.ts'
import { plural } from '../wording/plural.ts'
import { missedAdvice } from './advice.ts'
import type { CheckRow, Need } from './check.ts'
import type { Execution } from './execution.ts'
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
    'Due tasks that finished after their baseline finish, or are unfinished with a finish or the status date after it / due tasks.',
  needs: [needsStatusDate, needsBaseline],
  advice: missedAdvice,
  noun: ['due task', 'due tasks'],
  worst: latestTask,
  run: ({ execution: { missed, due, undatedFinishes, population } }) => {
    const hits = hitsOf(missed)
    const message = `${plural(hits.count, 'task')} finished late or ${hits.count === 1 ? 'is' : 'are'} late.`
    return shareOf(hits, due, message, {
      complete_without_actual_finish: undatedFinishes,
      excluded_by_type: population.excludedByType,
    })
  },
}
