/** When the work of each task stopped and when it goes on, as the later schedule tells it: no work goes on between. */
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { hasColumn } from '../../../../shared/contract/schedule/present-columns.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import type { Timeline } from '../../calendar/timeline.ts'
import { type ClockInput, calendarOf, isByClock, momentAt, offsetAt } from '../../clock/input.ts'
import { rulesOf } from '../../clock/rules.ts'
import { momentsOfDates } from '../../cpm/clocked-passes.ts'
import type { EarlyDates } from '../../cpm/forward.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { isResumed } from '../../cpm/prepare.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { copied } from '../../ids/short-arrays.ts'
import { fromFinish } from '../../passes/relation.ts'
import { IN_PROGRESS, NOT_STARTED } from '../../population/progress.ts'
import type { Pairing } from './pairing.ts'
import type { Status } from './status.ts'

/** By task of the earlier schedule, NaN = none: moments by the clock, else offsets. undefined = no task was suspended. */
export interface Suspensions {
  readonly suspend: Float64Array | undefined
  readonly resume: Float64Array | undefined
}

export function suspensionsOf(half: CpmInput, { columns, prepared }: Status, { toLater }: Pairing): Suspensions {
  return half.clock?.tasks ?? suspensionsIn(columns, prepared.timeline, toLater)
}

/** Offsets of the tasks in `rows`, NO_MATCH = none. */
export function suspensionsIn(columns: ScheduleColumns, timeline: Timeline | undefined, rows: Int32Array): Suspensions {
  const offsets = (column: 'suspendDate' | 'resumeDate'): Float64Array | undefined => {
    if (timeline === undefined || !hasColumn(columns, column)) return undefined
    return Float64Array.from(rows, j => {
      const day = j === NO_MATCH ? DAY_ABSENT : columns[column][j]
      return day === DAY_ABSENT ? Number.NaN : timeline.startOffset(day)
    })
  }
  return { suspend: offsets('suspendDate'), resume: offsets('resumeDate') }
}

/** Work of task i between two offsets, that between suspend and resume left out: minutes by the clock, else days. */
function workOf(
  clock: ClockInput | undefined,
  { suspend, resume }: Suspensions,
  i: number,
  from: number,
  to: number,
): number {
  const stops = suspend?.[i] ?? Number.NaN
  const goesOn = resume?.[i] ?? Number.NaN
  if (clock === undefined) return workAround(from, to, stops, goesOn, (start, end) => end - start)
  const calendar = calendarOf(clock, i)
  const work = (start: number, end: number): number => calendar.workBetween(start, end)
  return workAround(momentAt(clock, from), momentAt(clock, to), stops, goesOn, work)
}

/** Offsets. */
export interface Span {
  readonly from: number
  readonly to: number
}

/**
 * The time in which tasks worked: minutes by the clock, else days. Of work without dates of a suspension events say when it stood still: as much of it as the other time is enough for was
 * done beside them, and only what is left while they were on.
 */
export class WorkedTime {
  readonly #clock: ClockInput | undefined
  readonly #suspensions: Suspensions
  /** By task that slowed down while events were on: these, and its pace then as a share of its pace beside them. */
  readonly #slowed = new Map<number, { readonly spans: readonly Span[]; readonly pace: number }>()

  constructor(clock: ClockInput | undefined, suspensions: Suspensions) {
    this.#clock = clock
    this.#suspensions = suspensions
  }

  between(i: number, from: number, to: number): number {
    const work = workOf(this.#clock, this.#suspensions, i, from, to)
    const slowed = this.#slowed.get(i)
    return slowed === undefined ? work : work - (1 - slowed.pace) * this.#within(i, slowed.spans, from, to)
  }

  /** `on`: when events were that name task i, which did so much of its work in that time. */
  slow(i: number, on: readonly Span[], done: number, { from, to, isOver }: Span & { readonly isOver: boolean }): void {
    // work that ended while an event was on was done then
    const spans = isOver ? on.filter(span => span.to < to) : on
    if (spans.length === 0 || !Number.isNaN(this.#suspensions.suspend?.[i] ?? Number.NaN)) return
    const whole = this.between(i, from, to)
    const during = this.#within(i, spans, from, to)
    if (during > 0 && done < whole)
      this.#slowed.set(i, { spans, pace: Math.max(0, (done - (whole - during)) / during) })
  }

  /** Whether task i stood still, or slowed down, in a part of that time. */
  isSlowed(i: number, from: number, to: number): boolean {
    return this.#slowed.get(i)?.spans.some(span => span.from < to && from < span.to) ?? false
  }

  #within(i: number, spans: readonly Span[], from: number, to: number): number {
    let sum = 0
    for (const span of spans) {
      const [start, end] = [Math.max(span.from, from), Math.min(span.to, to)]
      if (start < end) sum += workOf(this.#clock, this.#suspensions, i, start, end)
    }
    return sum
  }
}

/** Whether the work of task i is known to have stood still for a part of that time. */
export function isStopped(
  clock: ClockInput | undefined,
  { suspend, resume }: Suspensions,
  i: number,
  from: number,
  to: number,
): boolean {
  const stops = suspend?.[i] ?? Number.NaN
  const goesOn = resume?.[i] ?? Number.NaN
  const [start, end] = clock === undefined ? [from, to] : [momentAt(clock, from), momentAt(clock, to)]
  return stops < end && !(goesOn <= start)
}

function workAround(
  start: number,
  end: number,
  stops: number,
  goesOn: number,
  work: (start: number, end: number) => number,
): number {
  if (!(stops < end)) return work(start, end)
  const stop = Math.max(start, stops)
  const again = Math.max(stop, Math.min(end, Number.isNaN(goesOn) ? end : goesOn))
  return work(start, stop) + work(again, end)
}

/** The same by whole days, in which no pass counts it: what is left of the lag when the work stops runs on from when it goes on. */
function suspendedLagsByDays(
  { network, state, reportedStart, dataDate }: CpmInput,
  { suspend, resume }: Suspensions,
): ((k: number) => number) | undefined {
  if (suspend === undefined) return undefined
  return k => {
    const p = network.task[k]
    const lag = network.lagDays[k]
    const [start, stop] = [reportedStart[p], suspend[p]]
    if (fromFinish(network.type[k]) || !(lag > 0) || state[p] === NOT_STARTED) return Number.NaN
    if (!(stop <= dataDate && stop < start + lag)) return Number.NaN
    const goesOn = Math.max(stop, Math.min(dataDate, resume?.[p] ?? dataDate) || dataDate)
    return goesOn + Math.min(lag, start + lag - stop)
  }
}

/**
 * From which offset link k lets s go on, where its lag runs on the work of a predecessor that was suspended, and is not over; NaN of all other links.
 * undefined = no work was suspended.
 */
export function suspendedLags(
  input: CpmInput,
  early: EarlyDates,
  byDays: Suspensions | undefined,
): ((k: number, s: number) => number) | undefined {
  if (!isByClock(input)) return byDays && suspendedLagsByDays(input, byDays)
  const { suspend } = input.clock.tasks
  if (suspend === undefined) return undefined
  const { clock, network, state, lagDays } = input
  const rules = rulesOf(input)
  return (k, s) => {
    const p = network.task[k]
    const isOnWork = !fromFinish(network.type[k]) && lagDays[k] > 0
    if (!isOnWork || Number.isNaN(suspend[p]) || state[p] !== IN_PROGRESS) return Number.NaN
    const moments = momentsOfDates(input, early)
    const bound = rules.startByLink(input, moments, s, k)
    return bound > rules.inWork(input, s, moments.start[p]) ? offsetAt(clock, bound) : Number.NaN
  }
}

/** A status without the stops that begin with its next working time, and the offset at which the first of them does. */
export interface BeforeStops {
  readonly status: CpmInput
  readonly stopsAt: number
}

/**
 * At a data date work can be told to stop from that morning on: what that moves is of the day that begins, and all else of those before. undefined = nothing stops so that the
 * schedule before did not say.
 */
export function beforeStops(
  before: CpmInput,
  half: CpmInput,
  { suspend, resume }: Suspensions,
): BeforeStops | undefined {
  if (suspend === undefined || resume === undefined) return undefined
  const { dataDate, clock } = half
  const were = before.clock?.tasks
  const begins = (i: number): boolean => {
    if (half.state[i] !== IN_PROGRESS || Number.isNaN(resume[i])) return false
    if (clock === undefined)
      return Math.abs(suspend[i] - dataDate) < EPSILON_DAYS && isResumed(half, i) && !isResumed(before, i)
    const now = momentAt(clock, dataDate)
    if (suspend[i] === were?.suspend?.[i] || !(suspend[i] >= now)) return false
    return calendarOf(clock, i).workBetween(now, suspend[i]) === 0
  }
  const stopped = half.network.order.filter(begins)
  if (stopped.length === 0) return undefined
  const first = stopped.reduce((least, i) => Math.min(least, suspend[i]), Number.POSITIVE_INFINITY)
  if (clock !== undefined) {
    const without = (dates: Float64Array): Float64Array => {
      const own = dates.slice()
      for (const i of stopped) own[i] = Number.NaN
      return own
    }
    const tasks = { ...clock.tasks, suspend: without(suspend), resume: without(resume) }
    return { status: { ...half, clock: { ...clock, tasks } }, stopsAt: offsetAt(clock, first) }
  }
  const constraint = copied(half.constraint)
  for (const i of stopped) constraint[i] = before.constraint[i]
  return { status: { ...half, constraint }, stopsAt: first }
}
