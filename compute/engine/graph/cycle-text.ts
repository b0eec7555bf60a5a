/** The sentence part that names cycles: "A -> B -> C -> A", several parted by "; ", its length is bounded; and the refusal of a strict row that says it. */
import { type Refusal, refuse } from '../../../shared/contract/errors.ts'
import type { ScheduleColumns, TextColumn } from '../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../shared/contract/schedule/text.ts'
import { type CycleReport, findCycles } from './cycles.ts'
import { topologicalOrder } from './order.ts'

/** A longer cycle is cut in its middle. */
export const CYCLE_TASKS_PRINTED_MAX = 20
const PRINTED_AT_THE_END = 5

export function cycleText(report: CycleReport, ids: TextColumn): string {
  const texts = report.cycles.map(cycle => oneCycle(cycle, ids))
  const unnamed = report.componentCount - texts.length
  if (unnamed > 0) texts.push(`and ${unnamed} more`)
  return texts.join('; ')
}

function oneCycle(cycle: Uint32Array, ids: TextColumn): string {
  const named = (from: number, to: number) => Array.from(cycle.subarray(from, to), task => textAt(ids, task))
  const first = textAt(ids, cycle[0])
  if (cycle.length <= CYCLE_TASKS_PRINTED_MAX) return [...named(0, cycle.length), first].join(' -> ')
  const head = named(0, CYCLE_TASKS_PRINTED_MAX - PRINTED_AT_THE_END)
  const tail = named(cycle.length - PRINTED_AT_THE_END, cycle.length)
  return [...head, `(${cycle.length - CYCLE_TASKS_PRINTED_MAX} more)`, ...tail, first].join(' -> ')
}

/** Refuses the first schedule that has a cycle. */
export function cycleIn(schedules: Iterable<ScheduleColumns>): Refusal | undefined {
  for (const columns of schedules)
    if (topologicalOrder(columns.taskCount, columns.links) === undefined) return cycleRefusal(columns)
  return undefined
}

export const cycleRefusal = (columns: Pick<ScheduleColumns, 'taskCount' | 'id' | 'links'>): Refusal =>
  refuse('dependency_cycle', { text: cycleText(findCycles(columns.taskCount, columns.links), columns.id) })
