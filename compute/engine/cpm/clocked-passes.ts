/**
 * The passes by the clock behind the common functions (forward.ts, backward.ts, float.ts). Their input and output are offsets; inside are
 * moments and the rules of the tool (clock/rules.ts).
 */
import { snap } from '../calendar/snap.ts'
import {
  type ClockedInput,
  calendarOf,
  lagCalendar,
  lagMinutes,
  linksHold,
  type Moments,
  momentAt,
  momentsOf,
  offsetAt,
  remainingMinutes,
} from '../clock/input.ts'
import { type LateMoments, rulesOf } from '../clock/rules.ts'
import { fromFinish, toStart } from '../passes/relation.ts'
import { COMPLETE, IN_PROGRESS } from '../population/progress.ts'
import { forwardByKernel } from './clocked-kernel.ts'
import type { LateDates } from './cpm.ts'
import type { EarlyDates } from './forward.ts'

/** The moments behind the offsets that a pass wrote, for callers that read task after task. A pass that writes them anew replaces them. */
const behind = new WeakMap<EarlyDates, Moments>()

/** Moments of offsets, of the tasks that take part; made once. */
export function momentsOfDates({ clock, network }: ClockedInput, early: EarlyDates): Moments {
  const known = behind.get(early)
  if (known !== undefined) return known
  const { start, finish } = early
  const moments = momentsOf(network.taskCount)
  for (const i of network.order) {
    moments.start[i] = momentAt(clock, start[i])
    moments.finish[i] = momentAt(clock, finish[i])
  }
  behind.set(early, moments)
  return moments
}

export function writeOffsets({ clock, network }: ClockedInput, moments: Moments, dates: EarlyDates): void {
  const { start, finish } = moments
  behind.set(dates, moments)
  for (const i of network.order) {
    dates.start[i] = offsetAt(clock, start[i])
    dates.finish[i] = offsetAt(clock, finish[i])
  }
}

export function forwardByClock(input: ClockedInput, early: EarlyDates): void {
  const moments = momentsOf(input.network.taskCount)
  forwardMoments(input, moments)
  writeOffsets(input, moments, early)
}

/** The forward pass in moments. */
export function forwardMoments(input: ClockedInput, moments: Moments): void {
  if (!forwardByKernel(input, moments)) rulesOf(input).forward(input, moments)
}

export function backwardByClock(input: ClockedInput, early: EarlyDates, projectFinish: number): LateDates {
  const { clock } = input
  const late = rulesOf(input).backward(input, momentsOfDates(input, early), momentAt(clock, projectFinish))
  return lateOffsets(input, late)
}

export const lateOffsets = ({ clock }: ClockedInput, { start, finish, totalFloat }: LateMoments): LateDates => ({
  lateStart: start.map(moment => offsetAt(clock, moment)),
  lateFinish: finish.map(moment => offsetAt(clock, moment)),
  totalFloat: totalFloat.map(snap),
})

/** The (remaining) start that the links of a task leave it, in its working time; -Infinity without one that counts. */
export function startByLinksAt(input: ClockedInput, early: Moments, s: number): number {
  let earliest = Number.NEGATIVE_INFINITY
  if (!linksHold(input, s)) return earliest
  const { start } = input.network
  const { startByLink } = rulesOf(input)
  for (let k = start[s]; k < start[s + 1]; k++) earliest = Math.max(earliest, startByLink(input, early, s, k))
  return earliest
}

/** Whether unfinished work reaches through a complete s: its point lies after the data date. */
const isReached = ({ clock, state, dataDate }: ClockedInput, early: Moments, s: number): boolean =>
  state[s] === COMPLETE && early.finish[s] > momentAt(clock, dataDate)

/**
 * Calendar days that live link k leaves before s begins, 0 where no working time of s lies between; negative = violated. Complete ends are
 * measured by their reported dates and the lag as given, unless unfinished work reaches through them; so is the start of a predecessor in progress.
 */
function gapOfLink(input: ClockedInput, early: Moments, s: number, k: number): number {
  const { clock, network, state, reportedStart, reportedFinish, dataDate } = input
  const p = network.task[k]
  const type = network.type[k]
  const rules = rulesOf(input)
  const isReported = (i: number): boolean => state[i] === COMPLETE && !isReached(input, early, i)
  const toReported = isReported(s)
  if (!isReported(p) && !toReported) {
    const bound = rules.startByLink(input, early, s, k)
    return Math.max(bound, early.start[s]) - Math.min(bound, early.start[s]) === 0
      ? 0
      : offsetAt(clock, early.start[s]) - offsetAt(clock, bound)
  }
  const hasReportedStart = !fromFinish(type) && toReported && state[p] === IN_PROGRESS
  const offered = hasReportedStart
    ? reportedStart[p]
    : isReported(p)
      ? fromFinish(type)
        ? Math.min(reportedFinish[p], dataDate)
        : reportedStart[p]
      : offsetAt(clock, (fromFinish(type) ? early.finish : early.start)[p])
  const lag = lagMinutes(input, k)
  if (lag === Number.NEGATIVE_INFINITY) return Number.POSITIVE_INFINITY
  const bound = lag === 0 ? momentAt(clock, offered) : lagCalendar(input, k, s).moved(momentAt(clock, offered), lag)
  if (toReported) {
    const end = momentAt(clock, (toStart(type) ? reportedStart : reportedFinish)[s])
    const calendar = calendarOf(clock, s)
    return calendar.workBetween(bound, end) === 0 ? 0 : offsetAt(clock, end) - offsetAt(clock, bound)
  }
  const begin = toStart(type) ? bound : calendarOf(clock, s).startBefore(bound, remainingMinutes(input, s))
  return offsetAt(clock, early.start[s]) - offsetAt(clock, rules.inWork(input, s, begin))
}

/** Fills linkFloat for the links into s; the smallest of them. */
export function measureLinksAt(input: ClockedInput, early: Moments, linkFloat: Float64Array, s: number): number {
  const { start } = input.network
  let least = Number.POSITIVE_INFINITY
  for (let k = start[s]; k < start[s + 1]; k++) {
    const left = gapOfLink(input, early, s, k)
    linkFloat[k] = left
    if (left < least) least = left
  }
  return least
}
