/**
 * Which days each incomplete task loads its resources on (/docs/methods/resources#method): one unit per resource and day of the
 * calendar, never before the anchor, so overdue work still loads the days to come. Days are counted from the anchor;
 * ends are exclusive. What a resource can bear is capacity.ts, the sums per day are sweep.ts.
 */

import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/schedule/columns.ts'
import { DAY_MAX } from '../../../shared/schedule/day.ts'
import { bestFinish, bestStart } from '../calendar/best-dates.ts'
import { snap } from '../calendar/snap.ts'
import type { Timeline } from '../calendar/timeline.ts'
import { zeros } from '../ids/short-arrays.ts'
import { isLoe, kindsWhere } from '../kind/participation.ts'
import { remainingOf } from '../population/durations.ts'
import { type Population, populationOf } from '../population/populations.ts'
import { COMPLETE, IN_PROGRESS } from '../population/progress.ts'
import type { TaskStates } from '../population/task-states.ts'
import type { LoadCalendars } from './load-calendar.ts'
import { OwnDays } from './own-days.ts'

/** Early dates of CPM for tasks that have none of their own (CpmDates has both), DAY_ABSENT where there is none. */
interface EarlyDays {
  readonly earlyStart: Int32Array
  readonly earlyFinish: Int32Array
}

/** What became of a task that should load its resources. Codes of Loads.fate. */
export const NO_DEMAND = 0
const LOADED = 1
/** A date that the load needed was missing and is that of CPM. */
export const LOADED_BY_CPM = 2
/** Neither dates nor a duration show on which days it works, or all of them lie beyond the last day there is. */
export const NOT_PLACED = 3

export interface Loads {
  /** Index 0 = the anchor, or the first working day after it. */
  readonly timeline: Timeline
  readonly columns: ScheduleColumns
  /** Incomplete tasks with a resource, of the kinds that demand. */
  readonly population: Population
  /** Length taskCount: NO_DEMAND, LOADED, LOADED_BY_CPM or NOT_PLACED. */
  readonly fate: Uint8Array
  /** First day of task i, and the day after its last; both 0 where it loads nothing. Length taskCount. */
  readonly first: Int32Array
  readonly end: Int32Array
  /** The tasks of resource r are task[start[r] .. start[r + 1]), by first day, then input. Length resources + 1. */
  readonly start: Uint32Array
  readonly task: Uint32Array
  /** The ends of the same tasks, ascending within each resource. */
  readonly ends: Int32Array
  /** What is loaded of them: the same, where every task works on all days of the timeline. */
  readonly runs: Runs
  /** Where tasks work on different days. */
  readonly own: OwnDays | undefined
  /** Largest end; 0 = nothing is loaded. */
  readonly dayCount: number
}

const DEMANDS = kindsWhere(row => row.demand)

/** Days on which a task works, one after the other; those of resource r are first[start[r] .. start[r + 1]), by first day. */
export interface Runs {
  readonly start: Uint32Array
  readonly first: Int32Array
  /** Ascending within each resource, as `first` is: the ends of the same runs, in another order. */
  readonly ends: Int32Array
}

/** Days that task i loads each of its resources on. */
export const loadedDays = ({ own, first, end }: Pick<Loads, 'own' | 'first' | 'end'>, i: number): number =>
  own === undefined ? end[i] - first[i] : own.workDays[i]

/** `timeline` begins at the anchor; `days` are D (compute/engine/population/durations.ts). O(n + days of the window). */
export function loadsOf(
  tasks: TaskStates,
  timeline: Timeline,
  days: Float64Array,
  early?: EarlyDays,
  calendars?: LoadCalendars['own'],
): Loads {
  const { columns, state } = tasks
  const { taskCount, resources } = columns
  const hasResource = (i: number): boolean => resources.start[i] < resources.start[i + 1]
  const population = populationOf(tasks, DEMANDS, i => state[i] !== COMPLETE && hasResource(i))
  const fate = zeros(Uint8Array, taskCount)
  const first = zeros(Int32Array, taskCount)
  const end = zeros(Int32Array, taskCount)
  const own = calendars === undefined ? undefined : new OwnDays(columns, timeline, calendars)
  const last = timeline.finishOffset(DAY_MAX)
  let dayCount = 0
  for (let i = 0; i < taskCount; i++) {
    if (population.marks[i] === 0) continue
    fate[i] = NOT_PLACED
    const line = own === undefined ? timeline : own.timelineOf(i)
    const byCpm = place(tasks, line, days, early, i, first, end, own === undefined ? last : line.finishOffset(DAY_MAX))
    if (byCpm === undefined) continue
    if (own !== undefined) {
      const span = own.take(i, first[i], end[i])
      first[i] = span.first
      end[i] = span.end
    }
    fate[i] = byCpm ? LOADED_BY_CPM : LOADED
    if (end[i] > dayCount) dayCount = end[i]
  }
  const loaded = Uint32Array.from(fate.keys()).filter(i => fate[i] === LOADED || fate[i] === LOADED_BY_CPM)
  const spans = group(
    columns,
    loaded,
    Int32Array.from(loaded, i => first[i]),
    Int32Array.from(loaded, i => end[i]),
    dayCount,
  )
  const runs = own === undefined ? spans : group(columns, own.task, own.first, own.end, dayCount)
  const { start, task, ends } = spans
  return { timeline, columns, population, fate, first, end, start, task, ends, runs, own, dayCount }
}

/** Days of work left: D before the start. */
const remainingDays = ({ columns, state }: TaskStates, i: number, days: number): number =>
  state[i] === IN_PROGRESS ? remainingOf(columns, i, days) : days

/** Fills first and end of task i; whether a date of CPM was needed, or undefined when it loads no day. */
function place(
  tasks: TaskStates,
  timeline: Timeline,
  days: Float64Array,
  early: EarlyDays | undefined,
  i: number,
  first: Int32Array,
  end: Int32Array,
  last: number,
): boolean | undefined {
  const { columns } = tasks
  let startDay = bestStart(columns, i)
  let finishDay = bestFinish(columns, i)
  let byCpm = false
  if (startDay === DAY_ABSENT) {
    if (early === undefined || early.earlyStart[i] === DAY_ABSENT) return undefined
    byCpm = true
    startDay = early.earlyStart[i]
    // the one day that CPM prints for a task without a duration is no work
    const isPoint = finishDay === DAY_ABSENT && startDay === early.earlyFinish[i]
    if (isPoint && days[i] === 0 && !isLoe(tasks.kind[i])) return undefined
    if (finishDay === DAY_ABSENT) finishDay = early.earlyFinish[i]
    // a finish that is given says more than a start that is computed
    else if (finishDay < startDay) startDay = finishDay
  }
  const from = timeline.startOffset(startDay)
  const hasFinish = finishDay !== DAY_ABSENT && finishDay >= startDay
  const until = hasFinish ? timeline.finishOffset(finishDay) : from + Math.ceil(snap(days[i]))
  const remaining = Math.ceil(remainingDays(tasks, i, days[i]))
  const begin = Math.max(from, 0)
  const stop = Math.min(Math.max(until, remaining), last)
  if (stop <= begin) return undefined
  first[i] = begin
  end[i] = stop
  return byCpm
}

interface Groups extends Runs {
  /** The tasks of the runs, in their order. */
  readonly task: Uint32Array
}

/** Runs of tasks by resource, through two counting sorts over the days: no comparison, no object. */
function group(
  { resources }: ScheduleColumns,
  tasks: ArrayLike<number>,
  firsts: ArrayLike<number>,
  ends: ArrayLike<number>,
  dayCount: number,
): Groups {
  const resourceCount = resources.values.offsets.length - 1
  const start = zeros(Uint32Array, resourceCount + 1)
  for (let n = 0; n < tasks.length; n++) {
    const i = tasks[n]
    for (let k = resources.start[i]; k < resources.start[i + 1]; k++) start[resources.codes[k] + 1]++
  }
  for (let r = 0; r < resourceCount; r++) start[r + 1] += start[r]
  const task = zeros(Uint32Array, start[resourceCount])
  const first = zeros(Int32Array, start[resourceCount])
  const lastDays = zeros(Int32Array, start[resourceCount])
  const spread = (days: ArrayLike<number>, put: (at: number, n: number) => void): void => {
    const next = start.slice()
    for (const n of byDay(days, dayCount)) {
      const i = tasks[n]
      for (let k = resources.start[i]; k < resources.start[i + 1]; k++) put(next[resources.codes[k]]++, n)
    }
  }
  spread(firsts, (at, n) => {
    task[at] = tasks[n]
    first[at] = firsts[n]
  })
  spread(ends, (at, n) => {
    lastDays[at] = ends[n]
  })
  return { start, task, first, ends: lastDays }
}

/** Indexes by their day, of equal days in their order. */
function byDay(days: ArrayLike<number>, dayCount: number): Uint32Array {
  const next = zeros(Uint32Array, dayCount + 2)
  for (let n = 0; n < days.length; n++) next[days[n] + 1]++
  for (let d = 0; d <= dayCount; d++) next[d + 1] += next[d]
  const sorted = zeros(Uint32Array, days.length)
  for (let n = 0; n < days.length; n++) sorted[next[days[n]]++] = n
  return sorted
}
