/**
 * The as-built network of a schedule: actual starts and finishes, computed ones of open work, and the links with what the dates show. A link keeps its
 * planned lag; the one behind which a task stood, its driving link, keeps besides it the working time that the task waited. So every start follows
 * exactly from what held it, and links that held nothing can hold only by their planned lag. Time is minutes by the clock, else days of offsets.
 */
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { calendarOf, lagCalendar, lagMinutes, momentAt } from '../../clock/input.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { placeConstraints } from '../../cpm/prepare.ts'
import type { Computed } from '../../edits/recomputed.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { EFFECTS, NO_CONSTRAINT } from '../../kind/constraint-types.ts'
import { FINISH_MILESTONE, kindOf, MILESTONE, START_MILESTONE } from '../../kind/participation.ts'
import { NOT_BEFORE, OF_FINISH, pins } from '../../passes/constraint.ts'
import { fromFinish, toStart } from '../../passes/relation.ts'
import { COMPLETE, NOT_STARTED } from '../../population/progress.ts'

/** Working time of tasks, by the clock or in whole days. */
export interface Ruler {
  /** Time that is no difference. */
  readonly tie: number
  work(i: number, from: number, to: number): number
  after(i: number, start: number, work: number): number
  before(i: number, finish: number, work: number): number
  /** Where task i can begin from then on; `followsFinish`: a link from a finish leads to it. */
  inWork(i: number, at: number, followsFinish: boolean): number
  /** The moment behind the lag of live link k into s, as planned. */
  lagged(k: number, s: number, at: number): number
  /** Start of a day, and its end. */
  dayStart(day: number): number
  dayEnd(day: number): number
  /** Working time of task i in so many days. */
  workOf(i: number, days: number): number
  daysOf(i: number, work: number): number
}

export const DRIVING = 1
export const OUT_OF_SEQUENCE = 2

export interface AsBuilt {
  readonly of: Computed
  readonly ruler: Ruler
  /** NaN of tasks that take no part. Length taskCount, as the next. */
  readonly start: Float64Array
  readonly finish: Float64Array
  /** Working time from start to finish. */
  readonly duration: Float64Array
  /** Where live link k alone would let the end of its successor be that it holds, by its planned lag. Length linkCount, as the next. */
  readonly bound: Float64Array
  /** Working time of the successor that it stands behind that bound: kept by driving links, and negative by those out of sequence. */
  readonly wait: Float64Array
  /** 0, DRIVING or OUT_OF_SEQUENCE. */
  readonly role: Uint8Array
  /** Start by a constraint that no start lies before, NaN = none. Length taskCount, as the next. */
  readonly date: Float64Array
  /** Working time behind it, where it drives; else 0. */
  readonly dateWait: Float64Array
  /** The wait behind the first date of all. */
  readonly floorWait: Float64Array
  readonly floor: number
  readonly finishOfAll: number
}

export function asBuiltOf(of: Computed): AsBuilt {
  const { network, prepared, result } = of
  const { input } = prepared
  const { taskCount, linkCount, order, start: first, task, type } = network
  const ruler = input.clock === undefined ? rulerByDays(of) : rulerByClock(of)
  const place =
    input.clock === undefined ? (offset: number) => offset : (offset: number) => momentAt(input.clock!, offset)
  const none = (): Float64Array => zeros(Float64Array, taskCount).fill(Number.NaN)
  const [start, finish, duration] = [none(), none(), none()]
  let floor = Math.min(place(input.floor), firstPlanned(of, ruler))
  let finishOfAll = Number.NEGATIVE_INFINITY
  for (const i of order) {
    start[i] = place(input.state[i] === NOT_STARTED ? result.earlyStart[i] : input.reportedStart[i])
    finish[i] = place(input.state[i] === COMPLETE ? input.reportedFinish[i] : result.earlyFinish[i])
    // a point takes no time, whatever times of its day are told of it; one of which something is left is computed as work
    const point = input.clock === undefined || input.remainingDays[i] > 0 ? NO_POINT : pointOf(of, i)
    if (point === FINISH_MILESTONE) start[i] = finish[i]
    else if (point === START_MILESTONE) finish[i] = start[i]
    duration[i] = Math.max(0, ruler.work(i, start[i], finish[i]))
    floor = Math.min(floor, start[i])
    finishOfAll = Math.max(finishOfAll, finish[i])
  }
  const bound = zeros(Float64Array, linkCount)
  const wait = zeros(Float64Array, linkCount)
  const role = zeros(Uint8Array, linkCount)
  const date = startsByConstraint(of, ruler, duration, start)
  const dateWait = zeros(Float64Array, taskCount)
  const floorWait = zeros(Float64Array, taskCount)
  for (const s of order) {
    let least = ruler.work(s, floor, start[s])
    if (!Number.isNaN(date[s])) least = Math.min(least, ruler.work(s, date[s], start[s]))
    for (let k = first[s]; k < first[s + 1]; k++) {
      bound[k] = ruler.lagged(k, s, (fromFinish(type[k]) ? finish : start)[task[k]])
      wait[k] = ruler.work(s, bound[k], (toStart(type[k]) ? start : finish)[s])
      if (wait[k] < -ruler.tie) role[k] = OUT_OF_SEQUENCE
      else least = Math.min(least, wait[k])
    }
    const drives = (waited: number): boolean => waited <= least + ruler.tie
    for (let k = first[s]; k < first[s + 1]; k++) {
      if (role[k] === OUT_OF_SEQUENCE) continue
      if (drives(wait[k])) role[k] = DRIVING
      wait[k] = role[k] === DRIVING ? Math.max(0, wait[k]) : 0
    }
    const kept = (waited: number): number => (drives(waited) ? Math.max(0, waited) : 0)
    floorWait[s] = kept(ruler.work(s, floor, start[s]))
    if (!Number.isNaN(date[s])) dateWait[s] = kept(ruler.work(s, date[s], start[s]))
  }
  return { of, ruler, start, finish, duration, bound, wait, role, date, dateWait, floorWait, floor, finishOfAll }
}

const NO_POINT = 0

/** Which end of a milestone is its date; of one that does not say, the end, unless nothing leads to it. */
function pointOf({ schedule, network, prepared }: Computed, i: number): number {
  const { taskType, durationDays } = schedule.columns
  const { point } = prepared.input.clock!.tasks
  if (point[i] !== NO_POINT || kindOf(taskType[i], durationDays[i]) !== MILESTONE) return point[i]
  return network.start[i + 1] > network.start[i] ? FINISH_MILESTONE : START_MILESTONE
}

/** The first date that anything was planned for: a project that began late may have been held, too. */
function firstPlanned({ schedule, network, prepared }: Computed, { dayStart }: Ruler): number {
  const { plannedStart, baselineStart } = schedule.columns
  const projectStart = prepared.input.clock?.projectStart ?? Number.NaN
  let first = Number.isNaN(projectStart) ? Number.POSITIVE_INFINITY : projectStart
  if (prepared.timeline === undefined) return first
  for (const i of network.order)
    for (const day of [plannedStart[i], baselineStart[i]])
      if (day !== DAY_ABSENT) first = Math.min(first, dayStart(day))
  return first
}

/** Starts that constraints ask for and that were kept: what began before its constraint was not held by it. */
function startsByConstraint(
  { schedule, network, prepared }: Computed,
  ruler: Ruler,
  duration: Float64Array,
  start: Float64Array,
): Float64Array {
  const { columns } = schedule
  const open = zeros(Uint8Array, network.taskCount).fill(NOT_STARTED)
  const { acting, offset } = placeConstraints(columns, network, prepared.timeline, open)
  const { clock } = prepared.input
  const dates = zeros(Float64Array, network.taskCount).fill(Number.NaN)
  for (const i of network.order) {
    const effect = EFFECTS[acting[i]]
    if (acting[i] === NO_CONSTRAINT || ((effect & NOT_BEFORE) === 0 && !pins(effect))) continue
    const at = clock === undefined ? offset[i] : momentAt(clock, offset[i])
    const wanted = (effect & OF_FINISH) !== 0 ? ruler.before(i, at, duration[i]) : at
    if (ruler.work(i, wanted, start[i]) >= -ruler.tie) dates[i] = wanted
  }
  return dates
}

function rulerByDays({ network, prepared }: Computed): Ruler {
  const { timeline } = prepared
  return {
    tie: EPSILON_DAYS,
    work: (_, from, to) => to - from,
    after: (_, start, work) => start + work,
    before: (_, finish, work) => finish - work,
    inWork: (_, at) => at,
    lagged: (k, _, at) => at + network.lagDays[k],
    dayStart: day => timeline?.startOffset(day) ?? Number.NaN,
    dayEnd: day => timeline?.finishOffset(day) ?? Number.NaN,
    workOf: (_, days) => days,
    daysOf: (_, work) => work,
  }
}

function rulerByClock({ prepared, network, schedule }: Computed): Ruler {
  const { taskType } = schedule.columns
  const clock = prepared.input.clock!
  // the lags as planned, whatever of them has run down
  const input = { ...prepared.input, lagDays: network.lagDays, clock } as CpmInput & { readonly clock: typeof clock }
  return {
    tie: 0.5,
    work: (i, from, to) => calendarOf(clock, i).workBetween(from, to),
    after: (i, start, work) => calendarOf(clock, i).finishAfter(start, work),
    before: (i, finish, work) => calendarOf(clock, i).startBefore(finish, work),
    inWork(i, at, followsFinish) {
      const isEnd = clock.tasks.point[i] === FINISH_MILESTONE && (followsFinish || taskType[i] === FINISH_MILESTONE)
      return isEnd ? at : calendarOf(clock, i).nextWork(at)
    },
    lagged(k, s, at) {
      const lag = lagMinutes(input, k)
      return lag === 0 ? at : lagCalendar(input, k, s).moved(at, lag)
    },
    dayStart: day => day * MINUTES_PER_DAY,
    dayEnd: day => (day + 1) * MINUTES_PER_DAY,
    workOf: (i, days) => Math.round(days * calendarOf(clock, i).minutesPerDay),
    daysOf: (i, work) => work / calendarOf(clock, i).minutesPerDay,
  }
}
