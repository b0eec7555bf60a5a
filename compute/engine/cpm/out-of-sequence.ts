/**
 * Out-of-sequence progress under retained logic: links from unfinished work into started or finished work, which hold back its remaining part
 * or what follows it. O(n + m).
 */

import { EPSILON_DAYS } from '../calendar/snap.ts'
import { isByClock } from '../clock/input.ts'
import { zeros } from '../ids/short-arrays.ts'
import { isUpTo } from '../kind/codes-up-to.ts'
import { earliestStart } from '../passes/relation.ts'
import { COMPLETE, NOT_STARTED } from '../population/progress.ts'
import { heldUntil } from './clocked-drivers.ts'
import type { EarlyDates } from './forward.ts'
import { type CpmInput, linksCount } from './input.ts'

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
  const leadsOn = new LeadingOn(input)
  for (let s = 0; s < taskCount; s++) {
    if (state[s] === NOT_STARTED || !linksCount(input, s)) continue
    for (let k = start[s]; k < start[s + 1]; k++) {
      const p = task[k]
      if (state[p] === COMPLETE) continue
      if (state[s] === COMPLETE && !leadsOn.holds(s)) break
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

/**
 * Which complete tasks incomplete work follows, straight or behind other complete ones: looked for when it is first asked, since unfinished work before finished
 * work is rare, and behind complete ones when none follows straight.
 */
class LeadingOn {
  readonly #input: CpmInput
  /** Length taskCount; undefined until it is asked for. */
  #marks: Uint8Array | undefined
  #isWhole = false

  constructor(input: CpmInput) {
    this.#input = input
  }

  holds(s: number): boolean {
    this.#marks ??= straightBefore(this.#input)
    if (this.#marks[s] === 1 || this.#isWhole) return this.#marks[s] === 1
    markThroughComplete(this.#input, this.#marks)
    this.#isWhole = true
    return this.#marks[s] === 1
  }
}

/** 1 = incomplete work follows straight. */
function straightBefore({ network, state }: CpmInput): Uint8Array {
  const { taskCount, start, task } = network
  const marks = zeros(Uint8Array, taskCount)
  for (let s = 0; s < taskCount; s++) {
    if (state[s] === COMPLETE) continue
    for (let k = start[s]; k < start[s + 1]; k++) marks[task[k]] = 1
  }
  return marks
}

function markThroughComplete({ network, state }: CpmInput, marks: Uint8Array): void {
  const { order, start, task } = network
  for (let at = order.length - 1; at >= 0; at--) {
    const s = order[at]
    if (state[s] !== COMPLETE || marks[s] === 0) continue
    for (let k = start[s]; k < start[s + 1]; k++) marks[task[k]] = 1
  }
}
