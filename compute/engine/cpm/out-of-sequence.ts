/**
 * Out-of-sequence progress under retained logic: links from unfinished work that started or finished work did not keep to by its actual dates, and
 * that hold back what is left of it or what follows it. A link that was kept is none, nor is one that leaves no working time to wait. O(n + m).
 */

import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { EPSILON_DAYS, snap } from '../calendar/snap.ts'
import { type ClockedInput, calendarOf, isByClock, lagCalendar, lagMinutes, momentAt } from '../clock/input.ts'
import { isUpTo, zeros } from '../ids/short-arrays.ts'
import { earliestStart, fromFinish, toStart } from '../passes/relation.ts'
import { COMPLETE, isOutOfState, NOT_STARTED } from '../population/progress.ts'
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
  /** Working days of its own calendar for which it waits from the data date; above 0. */
  readonly waitDays: readonly number[]
}

const NONE: HoldingLinks = { links: [], successors: [], until: [], waitDays: [] }

/** `columns`: which actual dates were given. */
export function holdingLinks(input: CpmInput, early: EarlyDates, columns: ScheduleColumns): HoldingLinks {
  const { network, state, remainingDays, lagDays } = input
  const { taskCount, start, task, type } = network
  if (isUpTo(state, NOT_STARTED)) return NONE
  const links: number[] = []
  const successors: number[] = []
  const until: number[] = []
  const waitDays: number[] = []
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
      const wait = waitUntil(input, s, bound)
      if (!(wait > EPSILON_DAYS) || isKept(input, columns, s, k)) continue
      links.push(k)
      successors.push(s)
      until.push(bound)
      waitDays.push(wait)
    }
  }
  return { links, successors, until, waitDays }
}

/** Working days of s from the data date up to an offset. */
function waitUntil(input: CpmInput, s: number, offset: number): number {
  if (!isByClock(input)) return offset - input.dataDate
  const { clock, dataDate } = input
  const calendar = calendarOf(clock, s)
  return snap(calendar.workBetween(momentAt(clock, dataDate), momentAt(clock, offset)) / calendar.minutesPerDay)
}

/** Whether s has kept to live link k from unfinished work: by the states of both, and where both have begun by their actual dates. */
function isKept(input: CpmInput, columns: ScheduleColumns, s: number, k: number): boolean {
  const { network, state, reportedStart, reportedFinish } = input
  const p = network.task[k]
  const type = network.type[k]
  if (isOutOfState(type, state[s], state[p])) return false
  const ofStart = toStart(type)
  const given = ofStart ? columns.actualStart : columns.actualFinish
  if (fromFinish(type) || columns.actualStart[p] === DAY_ABSENT || given[s] === DAY_ABSENT) return true
  const end = (ofStart ? reportedStart : reportedFinish)[s]
  if (!isByClock(input)) return end >= reportedStart[p] + network.lagDays[k] - EPSILON_DAYS
  return isReachedBy(input, s, k, end)
}

/** Whether the lag of link k from the actual start of its predecessor is over at that offset, days off of s aside. */
function isReachedBy(input: ClockedInput, s: number, k: number, end: number): boolean {
  const { clock, network, reportedStart } = input
  const lag = lagMinutes(input, k)
  if (lag === Number.NEGATIVE_INFINITY) return true
  const begun = momentAt(clock, reportedStart[network.task[k]])
  const from = lag === 0 ? begun : lagCalendar(input, k, s).moved(begun, lag)
  return calendarOf(clock, s).workBetween(momentAt(clock, end), from) <= 0
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
