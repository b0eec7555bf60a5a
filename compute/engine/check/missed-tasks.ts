/** Tasks that missed their baseline finish, as DCMA point 11 and the baseline performance of the health score count them. */
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import type { CalendarChoice } from '../calendar/choice.ts'
import type { TaskStates } from '../population/task-states.ts'
import { roundScore } from '../wording/round.ts'
import { missedAdvice } from './advice.ts'
import type { CheckRow, Need } from './check.ts'
import { deletedEvidence, type Execution } from './execution.ts'
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
  run: ({ execution }) => {
    const { missed, due, undatedFinishes, population, deleted } = execution
    const hits = hitsOf(missed, missed.length + deleted.missed)
    const count = deleted.ids.length
    const message = WORDS.missedTasks.message(hits.count) + (count === 0 ? '' : ` ${WORDS.missedTasks.deleted(count)}`)
    const present = due - count
    return shareOf(hits, due, message, {
      ...deletedEvidence(execution, present === 0 ? null : roundScore((100 * missed.length) / present)),
      complete_without_actual_finish: undatedFinishes,
      excluded_by_type: population.excludedByType,
    })
  },
}
