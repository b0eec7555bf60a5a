/**
 * Slips beside the controlling path: they consume float and move no finish. One of the other
 * party that begins after a critical delay, and had the float for it, may be pacing: an indication that needs evidence.
 */

import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { zeros } from '../../ids/short-arrays.ts'
import type { Attribution } from './attribution.ts'
import { CONTRACTOR, OWNER, SIDE_LABELS } from './parties.ts'

/** Slips listed per window; their count is of all. */
const SLIPS_LISTED_MAX = 100

export interface OffPath {
  /** Tasks with the largest slips first, ties by input; at most SLIPS_LISTED_MAX, as in the next list. */
  readonly slips: Uint32Array
  readonly slipCount: number
  /** Tasks that may be pacing, in input order, and beside each the first critical delay of the other party. */
  readonly pacing: Uint32Array
  readonly behind: Uint32Array
  readonly pacingCount: number
}

export function slipsBesidePath(attribution: Attribution, side: Uint8Array): OffPath {
  const { path, shares, slipDays, offsets, previous: before } = attribution
  const onPath = zeros(Uint8Array, slipDays.length)
  for (const i of path) onPath[i] = 1
  /** When a slip began: at the start that was missed by more than predecessors brought, else at the finish that was. */
  const beganAt = (i: number): number => {
    const brought = offsets.finish[i] - before.finish[i] - slipDays[i]
    return offsets.start[i] - before.start[i] - brought > EPSILON_DAYS ? before.start[i] : before.finish[i]
  }
  // entry s: first critical delay of side s, -1 = none
  const first = SIDE_LABELS.map(() => -1)
  path.forEach((i, n) => {
    if (shares.shareDays[n] <= EPSILON_DAYS || Number.isNaN(before.finish[i])) return
    const known = first[side[i]]
    if (known < 0 || beganAt(i) < beganAt(known)) first[side[i]] = i
  })
  const largest = largestOf(slipDays)
  const pacing: number[] = []
  const behind: number[] = []
  let slipCount = 0
  let pacingCount = 0
  for (let i = 0; i < slipDays.length; i++) {
    if (onPath[i] === 1 || !(slipDays[i] > EPSILON_DAYS) || Number.isNaN(before.finish[i])) continue
    slipCount++
    largest.add(i)
    if (side[i] !== OWNER && side[i] !== CONTRACTOR) continue
    const cause = first[side[i] === OWNER ? CONTRACTOR : OWNER]
    const hadFloat = before.totalFloat[i] >= slipDays[i] - EPSILON_DAYS
    if (cause < 0 || !hadFloat || beganAt(i) <= beganAt(cause) + EPSILON_DAYS) continue
    if (pacingCount++ >= SLIPS_LISTED_MAX) continue
    pacing.push(i)
    behind.push(cause)
  }
  return {
    slips: largest.list(),
    slipCount,
    pacing: Uint32Array.from(pacing),
    behind: Uint32Array.from(behind),
    pacingCount,
  }
}

/** The tasks with the largest values, of as many as are added: sorted and cut whenever twice too many are held. */
function largestOf(values: Float64Array) {
  let held: number[] = []
  const cut = (): void => {
    held = held.sort((a, b) => values[b] - values[a] || a - b).slice(0, SLIPS_LISTED_MAX)
  }
  return {
    add(i: number): void {
      if (held.push(i) >= 2 * SLIPS_LISTED_MAX) cut()
    },
    list(): Uint32Array {
      cut()
      return Uint32Array.from(held)
    },
  }
}
