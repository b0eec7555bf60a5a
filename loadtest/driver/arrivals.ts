/** When the calls of an open loop are due: fixed before the first is sent, whatever the service does. */
import { stream } from '../schedule/draws.ts'

export type Arrivals = 'constant' | 'poisson'

/** Milliseconds from the start of the run by call, ascending. */
export function dueTimes(arrivals: Arrivals, callCount: number, ratePerSecond: number, seed: number): Float64Array {
  if (!(ratePerSecond > 0)) throw new RangeError(`ratePerSecond must be above 0, got ${ratePerSecond}`)
  const meanGapMs = 1000 / ratePerSecond
  const draw = stream(seed, 'arrivals')
  const dueMs = new Float64Array(callCount)
  let at = 0
  for (let call = 0; call < callCount; call++) {
    dueMs[call] = at
    at += arrivals === 'constant' ? meanGapMs : -Math.log(1 - draw(call)) * meanGapMs
  }
  return dueMs
}
