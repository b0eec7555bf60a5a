/**
 * Live links of a schedule that may have cycles (/docs/methods#links): which tasks they leave without a predecessor or
 * a successor, and into how many parts the schedule falls. Summaries and level of effort take no part.
 */
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { type Components, weakComponents } from '../graph/components.ts'
import { buildNetwork, type Network } from '../graph/network.ts'
import { withLeafLinks } from '../population/leaf-network.ts'
import { liveLinks } from '../population/live-links.ts'
import { taskStates } from '../population/task-states.ts'

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
  const { hasPredecessor, hasSuccessor } = liveLinks(taskStates(columns))
  return {
    network,
    openStarts: network.order.filter(i => hasPredecessor[i] === 0),
    openFinishes: network.order.filter(i => hasSuccessor[i] === 0),
    components: weakComponents(taskCount, withLeafLinks(columns, network, columns.plannedStart), network.takesPart),
  }
}
