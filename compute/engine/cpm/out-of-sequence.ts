/**
 * Out-of-sequence progress under retained logic: links from unfinished work into started or finished work, which hold back its remaining part
 * or what follows it. O(n + m).
 */

import { EPSILON_DAYS } from '../calendar/snap.ts'
import { isByClock } from '../clock/input.ts'
import { zeros } from '../ids/short-arrays.ts'
import { isUpTo } from '../kind/codes-up-to.ts'
import { COMPLETE, NOT_STARTED } from '../population/progress.ts'
import { heldUntil } from './clocked-drivers.ts'
import type { EarlyDates } from './forward.ts'
import { type CpmInput, linksCount } from './input.ts'
import { earliestStart } from './relation.ts'

/** Entry n belongs to the n-th such link, by successor in input order. */
interface HoldingLinks {
  /** Live link. */
  readonly links: readonly number[]
  readonly successors: readonly number[]
  /** Offset until which what is left waits for it; after the data date. */
  readonly until: readonly number[]
}

const NONE: HoldingLinks = { links: [], successors: [], until: [] }

export function holdingLinks(input: CpmInput, early: EarlyDates): HoldingLinks {
  const { network, state, dataDate, remainingDays, lagDays } = input
  const { taskCount, start, task, type } = network
  if (isUpTo(state, NOT_STARTED)) return NONE
  const links: number[] = []
  const successors: number[] = []
  const until: number[] = []
  // looked for when unfinished work stands before finished work, which is rare
  let leadsOn: Uint8Array | undefined
  for (let s = 0; s < taskCount; s++) {
    if (state[s] === NOT_STARTED || !linksCount(input, s)) continue
    for (let k = start[s]; k < start[s + 1]; k++) {
      const p = task[k]
      if (state[p] === COMPLETE) continue
      if (state[s] === COMPLETE) {
        leadsOn ??= leadingOn(input)
        if (leadsOn[s] === 0) break
      }
      const bound = isByClock(input)
        ? heldUntil(input, early, s, k)
        : earliestStart(type[k], early.start[p], early.finish[p], lagDays[k], remainingDays[s])
      if (!(bound > dataDate + EPSILON_DAYS)) continue
      links.push(k)
      successors.push(s)
      until.push(bound)
    }
  }
  return { links, successors, until }
}

/** 1 = incomplete work follows the complete task, straight or behind other complete ones. Length taskCount. */
function leadingOn({ network, state }: CpmInput): Uint8Array {
  const { taskCount, order, start, task } = network
  const leadsOn = zeros(Uint8Array, taskCount)
  for (let at = order.length - 1; at >= 0; at--) {
    const s = order[at]
    if (state[s] === COMPLETE && leadsOn[s] === 0) continue
    for (let k = start[s]; k < start[s + 1]; k++) leadsOn[task[k]] = 1
  }
  return leadsOn
}
