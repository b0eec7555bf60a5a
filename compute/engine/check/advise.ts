/** The recommendation for the result of a check, with its tasks: the worst first, and how many more there are. */
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { worstFirst } from '../ids/id-order.ts'
import { plural } from '../wording/plural.ts'
import { NAMED_TASKS_MAX, withTasks } from '../wording/tasks.ts'
import type { Advice, CheckResult, CheckRow } from './check.ts'
import { concerned, type Hits } from './findings.ts'

export type Named = Pick<ScheduleColumns, 'id' | 'name'>

/** An advice and the tasks it is about. */
export function withHits(
  advice: Advice,
  columns: Named,
  hits: Omit<Hits, 'count'>,
  sizeOf?: (task: number) => number,
): Advice {
  const { from, total } = concerned(hits)
  const worst = worstFirst(columns.id, from, sizeOf, NAMED_TASKS_MAX)
  return { title: advice.title, description: withTasks(advice.description, columns, worst, total) }
}

/** undefined: there is nothing to do, or nothing was found. */
export function adviceFor(result: CheckResult, columns: Named): Advice | undefined {
  const { row, outcome, causes, sizeOf } = result
  if (outcome === undefined || row.advice === undefined) return undefined
  const advice: NonNullable<CheckRow<never>['advice']> = row.advice
  const given = typeof advice === 'function' ? advice(outcome) : advice
  if (given === undefined) return undefined
  if (!('causes' in given)) return withHits(given, columns, outcome.hits, sizeOf)
  const sentences = (causes ?? []).map(({ found: [one, many], action, tasks }) => {
    const sentence = `${plural(tasks.length, `task ${one}`, `tasks ${many}`)}: ${action}.`
    return withHits({ title: '', description: sentence }, columns, { tasks }, sizeOf).description
  })
  return sentences.length === 0 ? undefined : { title: given.title, description: sentences.join(' ') }
}
