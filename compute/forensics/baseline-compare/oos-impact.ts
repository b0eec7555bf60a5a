/** What progress out of sequence does to the finish: retained logic less progress override (ANALYSIS_REFERENCE 11). */
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { earlyDates, finishOf, startByLinks } from '../../cpm/forward.ts'
import { withOverride } from '../../cpm/input.ts'
import { earliestStart } from '../../cpm/relation.ts'
import { NO_MATCH } from '../../population/match-ids.ts'
import { COMPLETE, IN_PROGRESS } from '../../population/progress.ts'
import type { ComputedStatus } from '../computed-status.ts'

export interface OosImpact {
  /** Offsets of the project finish. */
  readonly retained: number
  readonly override: number
  /** Started tasks whose remaining work waits for unfinished predecessors, in input order. */
  readonly tasks: Int32Array
  /** The predecessor that holds each longest, and the days it waits. */
  readonly waitsFor: Int32Array
  readonly waitDays: Float64Array
}

export function oosImpact({ prepared, result }: ComputedStatus): OosImpact {
  const { input } = prepared
  const { network, state, remainingDays, lagDays } = input
  const tasks: number[] = []
  const waitsFor: number[] = []
  const waitDays: number[] = []
  for (let s = 0; s < network.taskCount; s++) {
    if (network.takesPart[s] === 0 || state[s] !== IN_PROGRESS) continue
    const held = startByLinks(input, result.early, s)
    if (!(held > input.dataDate + EPSILON_DAYS)) continue
    let holder = NO_MATCH
    for (let k = network.start[s]; k < network.start[s + 1]; k++) {
      const p = network.task[k]
      if (state[p] === COMPLETE) continue
      const { start, finish } = result.early
      const bound = earliestStart(network.type[k], start[p], finish[p], lagDays[k], remainingDays[s])
      if (bound >= held - EPSILON_DAYS) {
        holder = p
        break
      }
    }
    tasks.push(s)
    waitsFor.push(holder)
    waitDays.push(held - input.dataDate)
  }
  return {
    retained: result.projectFinish,
    override: tasks.length === 0 ? result.projectFinish : finishOf(withOverride(input), earlyDates(network.taskCount)),
    tasks: Int32Array.from(tasks),
    waitsFor: Int32Array.from(waitsFor),
    waitDays: Float64Array.from(waitDays),
  }
}
