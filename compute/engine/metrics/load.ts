/** Work without a resource and without a budget, in a schedule that has either. */
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import type { Advice, CheckOutcome } from '../check/check.ts'
import { allHitsWhere, type Hits, NO_HITS, shareOf } from '../check/findings.ts'
import { isLoaded, type TaskStates } from '../population/task-states.ts'
import type { ResultValue } from '../result/result.ts'
import { plural } from '../wording/numbers.ts'

export const RESOURCES_ADVICE: Advice = {
  title: 'Assign the work',
  description: 'Name the resource or the budget of each, beginning with what starts next.',
}

/** Tasks of the schedule with a resource or a budget. */
export const loadedCount = (columns: ScheduleColumns, { leftOut }: TaskStates): number =>
  allHitsWhere(columns.taskCount, i => leftOut[i] === 0 && isLoaded(columns, i)).count

/** "3 tasks have neither a resource nor a budget." */
export const unloadedText = (count: number, one = 'task', many = 'tasks'): string =>
  `${plural(count, `${one} has`, `${many} have`)} neither a resource nor a budget.`

/** Where nothing is loaded, nothing is said of any task. */
export const notLoaded = (memberCount: number, hits: Hits = NO_HITS, evidence?: ResultValue): CheckOutcome => ({
  ...shareOf(hits, memberCount, 'The schedule is not resource-loaded.', evidence),
  value: null,
})
