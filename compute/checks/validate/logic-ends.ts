/**
 * Live links of a schedule that may have cycles (ANALYSIS_REFERENCE 0.2): which tasks they leave without a predecessor or
 * a successor, and into how many parts the schedule falls. Summaries and level of effort take no part.
 */
import type { ScheduleColumns } from '../../../shared/schedule/columns.ts'
import { type Components, weakComponents } from '../../graph/components.ts'
import { buildNetwork, type Network } from '../../graph/network.ts'

export interface LogicEnds {
  readonly network: Network
  /** Tasks without a live predecessor, and without a live successor, in input order. */
  readonly openStarts: Uint32Array
  readonly openFinishes: Uint32Array
  readonly components: Components
}

export function logicEnds(columns: ScheduleColumns): LogicEnds {
  const { taskCount } = columns
  // nothing here walks the network in its order, which a cycle would not have
  const inputOrder = Uint32Array.from({ length: taskCount }, (_, i) => i)
  const network = buildNetwork(columns, inputOrder)
  const hasSuccessor = new Uint8Array(taskCount)
  const hasPredecessor = new Uint8Array(taskCount)
  for (const s of network.order) {
    for (let k = network.start[s]!; k < network.start[s + 1]!; k++) {
      const p = network.task[k]!
      if (p < 0 || p === s) continue
      hasSuccessor[p] = 1
      hasPredecessor[s] = 1
    }
  }
  return {
    network,
    openStarts: network.order.filter(i => hasPredecessor[i] === 0),
    openFinishes: network.order.filter(i => hasSuccessor[i] === 0),
    components: weakComponents(taskCount, network, network.takesPart),
  }
}
