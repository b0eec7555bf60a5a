/** Tasks that missed their baseline finish, as DCMA point 11 and the baseline performance of the health score count them. */
import type { ScheduleColumns } from '../../../shared/schedule/columns.ts'
import type { CalendarChoice } from '../calendar/choice.ts'
import type { TaskStates } from '../population/task-states.ts'
import { missedAdvice } from './advice.ts'
import type { CheckRow, Need } from './check.ts'
import type { Execution } from './execution.ts'
import { hitsOf } from './findings.ts'
import { needsStatusDate } from './needs.ts'
import { shareOf } from './outcomes.ts'
import { WORDS } from './words.ts'
import { latestTask } from './worst.ts'

export const PERFORMANCE_TASKS = WORDS.missedTasks.performanceTasks

export interface Context {
  readonly columns: ScheduleColumns
  readonly tasks: TaskStates
  readonly choice: CalendarChoice
  readonly statusDay: number
  readonly execution: Execution
}

export const needsBaseline: Need<Context> = {
  message: WORDS.needs.baselineFinish,
  isMet: ({ execution }) => execution.baselined > 0,
}

export const MISSED_TASKS: Pick<
  CheckRow<Context>,
  'population' | 'formula' | 'needs' | 'advice' | 'noun' | 'worst' | 'run'
> = {
  population: WORDS.missedTasks.population(PERFORMANCE_TASKS),
  formula: WORDS.missedTasks.formula,
  needs: [needsStatusDate, needsBaseline],
  advice: missedAdvice,
  noun: WORDS.missedTasks.noun,
  worst: latestTask,
  run: ({ execution: { missed, due, undatedFinishes, population } }) => {
    const hits = hitsOf(missed)
    const message = WORDS.missedTasks.message(hits.count)
    return shareOf(hits, due, message, {
      complete_without_actual_finish: undatedFinishes,
      excluded_by_type: population.excludedByType,
    })
  },
}
