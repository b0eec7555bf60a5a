/**
 * How the movement of a finish is distributed along the path that controls it now (AACE 29R-03: only critical delay counts). A slip first uses
 * up the float that the previous status left on the path; the rest moves the finish and is the task's share. Float goes to the first slip. A
 * gain on a path without float is recovered by its task. A path with float does not determine the finish, so a gain there only increases its
 * float. The shares, the recovery on the path and the recovery elsewhere add up to the movement. O(length of the path).
 */

import { EPSILON_DAYS, snap } from '../calendar/snap.ts'
import type { Network } from '../graph/network.ts'
import { zeros } from '../ids/short-arrays.ts'
import { toStart } from '../passes/relation.ts'

/** Entry n belongs to task n of the path, first to last. */
interface PathMovement {
  /** Days that what task n hands on came later than in the previous status; of the last task its finish. */
  readonly movedDays: Float64Array
  /** Days the previous status left from there along the path to the finish. Falls from task to task. */
  readonly floatDays: Float64Array
  /** Days the end of task n at which the path enters it came later; -Infinity = it was not in the previous status. */
  readonly enteredDays: Float64Array
  /** How far the finish moved. */
  readonly finishMovedDays: number
}

export interface PathShares {
  /** Days task n came later by itself, beyond what the task before handed on; negative = gained. */
  readonly slipDays: Float64Array
  /** Days of the slip that moved the finish, 0 or more. */
  readonly shareDays: Float64Array
  /** Days the task brought the finish forward, 0 or less. */
  readonly recoveredDays: Float64Array
  /** Days of the slip that float took up. */
  readonly consumedDays: Float64Array
  /** Float that was left on the path when the task began to slip. */
  readonly floatHadDays: Float64Array
  /** Days the finish came forward because the paths that held it did, 0 or less. */
  readonly elsewhereDays: number
}

export function shareOut({ movedDays, floatDays, enteredDays, finishMovedDays }: PathMovement): PathShares {
  const length = movedDays.length
  const each = (): Float64Array => zeros(Float64Array, length)
  const shares = {
    slipDays: each(),
    shareDays: each(),
    recoveredDays: each(),
    consumedDays: each(),
    floatHadDays: each(),
  }
  if (length === 0) return { ...shares, elsewhereDays: finishMovedDays }
  /** Where the finish stands when the path alone has brought it to `level`: a path with float lets others hold it. */
  const finishAt = (level: number, n: number): number => (floatDays[n] > EPSILON_DAYS ? Math.max(0, level) : level)
  let level = -floatDays[0]
  let elsewhereDays = 0
  let finish = finishAt(level, 0)
  for (let n = 0; n < length; n++) {
    // float that the task before left unused is no more use here, where another path joined and held the task where it
    // was; had that path not come forward, the task would not have either
    if (n > 0) level = Math.max(level, Math.min(0, enteredDays[n], movedDays[n - 1]) - floatDays[n])
    const joined = finishAt(level, n)
    elsewhereDays += joined - finish
    const next = n === length - 1 ? finishMovedDays : movedDays[n] - floatDays[n]
    const slip = snap(next - level)
    const moved = snap(finishAt(next, n) - joined)
    shares.slipDays[n] = slip
    shares.shareDays[n] = Math.max(0, moved)
    shares.recoveredDays[n] = Math.min(0, moved) + 0
    if (slip > EPSILON_DAYS) {
      shares.consumedDays[n] = Math.max(0, snap(slip - moved))
      shares.floatHadDays[n] = snap(joined - level)
    }
    level = next
    finish = finishAt(next, n)
  }
  return { ...shares, elsewhereDays: snap(elsewhereDays + finishMovedDays - finish) }
}

/** A link to the finish of s left nothing, and every link to its start did. `linkFloat` by link of the network. */
export function isHeldByFinish(
  { start, type }: Network,
  linkFloat: { readonly [link: number]: number },
  s: number,
): boolean {
  let byStart = Number.POSITIVE_INFINITY
  let byFinish = Number.POSITIVE_INFINITY
  for (let k = start[s]; k < start[s + 1]; k++) {
    if (toStart(type[k])) byStart = Math.min(byStart, linkFloat[k])
    else byFinish = Math.min(byFinish, linkFloat[k])
  }
  return byFinish <= EPSILON_DAYS && byStart > EPSILON_DAYS
}
