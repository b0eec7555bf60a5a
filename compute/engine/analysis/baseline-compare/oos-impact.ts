/** What progress out of sequence does to the finish: retained logic less progress override. */
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import type { ComputedStatus } from '../../compare/computed-status.ts'
import { earlyDates, finishOf } from '../../cpm/forward.ts'
import { withOverride } from '../../cpm/input.ts'
import { holdingLinks } from '../../cpm/out-of-sequence.ts'

export interface OosImpact {
  /** Offsets of the project finish. */
  readonly retained: number
  readonly override: number
  /**
   * Started tasks whose remaining work waits for unfinished predecessors, and finished ones whose successors do, in input
   * order.
   */
  readonly tasks: Int32Array
  /** The predecessor that holds each longest, and the days it waits. */
  readonly waitsFor: Int32Array
  readonly waitDays: Float64Array
}

export function oosImpact({ prepared, result }: ComputedStatus): OosImpact {
  const { input } = prepared
  const { links, successors, until } = holdingLinks(input, result.early)
  const tasks: number[] = []
  const waitsFor: number[] = []
  const held: number[] = []
  // the links of one successor stand together
  links.forEach((k, n) => {
    const last = tasks.length - 1
    if (tasks[last] !== successors[n]) {
      tasks.push(successors[n])
      waitsFor.push(input.network.task[k])
      held.push(until[n])
    } else if (until[n] > held[last] + EPSILON_DAYS) {
      waitsFor[last] = input.network.task[k]
      held[last] = until[n]
    }
  })
  return {
    retained: result.projectFinish,
    override:
      tasks.length === 0 ? result.projectFinish : finishOf(withOverride(input), earlyDates(input.network.taskCount)),
    tasks: Int32Array.from(tasks),
    waitsFor: Int32Array.from(waitsFor),
    waitDays: Float64Array.from(held, offset => offset - input.dataDate),
  }
}
