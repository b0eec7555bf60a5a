/** The refusal of a strict row for a network with cycles, which names them. */
import { type Refusal, refuse } from '../../../shared/contract/errors.ts'
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { cycleText } from './cycle-text.ts'
import { findCycles } from './cycles.ts'
import { topologicalOrder } from './order.ts'

/** Refuses the first schedule that has a cycle. */
export function cycleIn(schedules: Iterable<ScheduleColumns>): Refusal | undefined {
  for (const columns of schedules)
    if (topologicalOrder(columns.taskCount, columns.links) === undefined) return cycleRefusal(columns)
  return undefined
}

export const cycleRefusal = (columns: Pick<ScheduleColumns, 'taskCount' | 'id' | 'links'>): Refusal =>
  refuse('dependency_cycle', { text: cycleText(findCycles(columns.taskCount, columns.links), columns.id) })
