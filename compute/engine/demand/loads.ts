/**
 * Which days each incomplete task loads its resources on, and with how much (/docs/methods/resources#method): days from placement.ts, units from
 * units.ts. Days are counted from the anchor; ends are exclusive. What a resource can bear is capacity.ts, the sums per day are profiles.ts.
 */

import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { DAY_MAX } from '../../../shared/contract/schedule/day.ts'
import { specsByCode } from '../../../shared/contract/schedule/resources.ts'
import type { Timeline } from '../calendar/timeline.ts'
import { zeros } from '../ids/short-arrays.ts'
import { kindsWhere } from '../kind/participation.ts'
import { type Population, populationOf } from '../population/populations.ts'
import { COMPLETE } from '../population/progress.ts'
import type { TaskStates } from '../population/task-states.ts'
import type { LoadCalendars } from './load-calendar.ts'
import { type OfEntry, OwnDays, push, type RunList } from './own-days.ts'
import { type Computed, NOT_PLACED, type Part, Placement, type Span } from './placement.ts'
import { type PartWork, pairUnits, typeOf } from './units.ts'

export interface Loads {
  /** Index 0 = the anchor, or the first working day after it. */
  readonly timeline: Timeline
  readonly columns: ScheduleColumns
  /** Incomplete tasks with a resource, of the kinds that demand. */
  readonly population: Population
  /** Length taskCount: what became of each task, by the codes of placement.ts. */
  readonly fate: Uint8Array
  /** First day of task i, and the day after its last; both 0 where it loads nothing. Length taskCount. */
  readonly first: Int32Array
  readonly end: Int32Array
  /** Days of work of task i that lie in them, parts of days included. Length taskCount. */
  readonly workDays: Float64Array
  /** Entry k: units per day that the task of resources.codes[k] asks of it, and the hours that it works. */
  readonly units: Float64Array
  readonly hours: Float64Array
  /** The tasks of resource r are task[start[r] .. start[r + 1]), by first day, then input. Length resources + 1. */
  readonly start: Uint32Array
  readonly task: Uint32Array
  /** Of the same tasks: the entry of `units` that is the task's of that resource. */
  readonly entry: Uint32Array
  /** Of the same tasks: the days between which they work with it. */
  readonly taskFirst: Int32Array
  readonly taskEnd: Int32Array
  /** The ends of the same tasks, ascending within each resource. */
  readonly ends: Int32Array
  /** Entry k: whether assignments of it work in a part of their task, and its runs are its own. */
  readonly isApart: Uint8Array
  /** What is loaded of them, day by day. */
  readonly runs: Runs
  /** The runs of each task. */
  readonly taskRuns: RunList
  /** Where tasks work on different days. */
  readonly own: OwnDays | undefined
  /** Largest end; 0 = nothing is loaded. */
  readonly dayCount: number
}

/** Days on which somebody works: of a timeline of their own, else of the task's. */
interface Place extends Part {
  readonly line?: Timeline
}
type Worked = Place & PartWork

const DEMANDS = kindsWhere(row => row.demand)

/** Days on which a task works, one after the other; those of resource r are first[start[r] .. start[r + 1]), by first day. */
export interface Runs {
  readonly start: Uint32Array
  readonly first: Int32Array
  /** Ascending within each resource, as `first` is: the ends of the same runs, in another order. */
  readonly ends: Int32Array
  /** Units of the runs, by first day and by end, in millionths: so their sums are exact. */
  readonly unitsByFirst: Float64Array
  readonly unitsByEnd: Float64Array
}

/** Units of a run are counted in so many parts. */
export const UNIT_PARTS = 1_000_000

/** `timeline` begins at the anchor; `days` are D (compute/engine/population/durations.ts). O(n + days of the window). */
export function loadsOf(
  tasks: TaskStates,
  timeline: Timeline,
  days: Float64Array,
  computed?: Computed,
  calendars?: LoadCalendars['own'],
): Loads {
  const { columns, state } = tasks
  const { taskCount, resources, assignments } = columns
  const hasResource = (i: number): boolean => resources.start[i] < resources.start[i + 1]
  const population = populationOf(tasks, DEMANDS, i => state[i] !== COMPLETE && hasResource(i))
  const placement = new Placement(tasks, days, computed)
  const fate = zeros(Uint8Array, taskCount)
  const first = zeros(Int32Array, taskCount)
  const end = zeros(Int32Array, taskCount)
  const workDays = zeros(Float64Array, taskCount)
  const spanOf: (Span | undefined)[] = []
  const own = calendars === undefined ? undefined : new OwnDays(columns, timeline, calendars)
  const taskRuns: RunList = own ?? emptyList()
  const last = timeline.finishOffset(DAY_MAX)
  const onTimeline = (i: number, day: number, line?: Timeline): number => own?.onTimeline(i, day, line) ?? day
  const take = (i: number, { from, until, line }: Place, of?: OfEntry): void => {
    for (const [firstDay, endDay, share] of partsOf(from, until)) {
      if (own !== undefined) own.take(i, firstDay, endDay, share, of, line)
      else push(taskRuns, i, firstDay, endDay, share, of)
    }
  }
  let dayCount = 0
  for (let i = 0; i < taskCount; i++) {
    if (population.marks[i] === 0) continue
    const line = own === undefined ? timeline : own.timelineOf(i)
    const span = placement.of(i, line, own === undefined ? last : line.finishOffset(DAY_MAX))
    fate[i] = span?.fate ?? NOT_PLACED
    if (span === undefined) continue
    const { from, until } = span
    take(i, span)
    workDays[i] = until - from
    spanOf[i] = span
    first[i] = onTimeline(i, Math.floor(from))
    end[i] = onTimeline(i, Math.ceil(until) - 1) + 1
    if (end[i] > dayCount) dayCount = end[i]
  }
  const lineOf = (i: number): Timeline => own?.timelineOf(i) ?? timeline
  const specs = specsByCode(columns)
  /** Where assignment a works of entry k, -1 = the task only names the resource; undefined: as the task does. */
  const placeOf = (i: number, k: number, a: number): Worked | undefined => {
    const [span, line, type] = [spanOf[i]!, lineOf(i), typeOf(specs[resources.codes[k]])]
    const isByHour = type !== 'material'
    const index = own?.calendarOf(i, k) ?? -1
    const isInOwn = own !== undefined && own.timelineIn(index) !== line
    const part = a < 0 ? undefined : placement.partOf(i, a, span, line, isByHour, isInOwn)
    if (isInOwn) {
      const moments = placement.momentsOf(i, a, index, line, span, part, isByHour)
      const found = placement.inCalendar(i, index, own.timelineIn(index), moments)
      // what its calendar has no hours for is not lost: it is done in those of the task
      if (found.hours > 0) return { ...found, line: own.timelineIn(index), days: found.until - found.from }
    }
    return part && { ...part, days: part.until - part.from, hours: placement.hoursBetween(i, line, part) }
  }
  const places = new Map<number, Place>()
  const { units, hours, perDay, entry, isAssigned } = pairUnits(
    columns,
    specs,
    workDays,
    (i, k) => placeOf(i, k, -1)?.hours ?? placement.hoursBetween(i, lineOf(i), spanOf[i]!),
    (i, a, k) => {
      const place = placeOf(i, k, a)
      if (place !== undefined) places.set(a, place)
      return place
    },
  )
  const isApart = zeros(Uint8Array, units.length)
  for (const a of places.keys()) isApart[entry[a]] = 1
  const spanList = emptyList()
  // days between which entry k works that is apart
  const firstOf = zeros(Int32Array, units.length).fill(dayCount)
  const endOf = zeros(Int32Array, units.length)
  const takeApart = (i: number, k: number, place: Place, perDay: number): void => {
    isApart[k] = 1
    take(i, place, { entry: k, perDay })
    firstOf[k] = Math.min(firstOf[k], onTimeline(i, Math.floor(place.from), place.line))
    endOf[k] = Math.max(endOf[k], onTimeline(i, Math.ceil(place.until) - 1, place.line) + 1)
    dayCount = Math.max(dayCount, endOf[k])
  }
  for (let i = 0; i < taskCount; i++) {
    if (end[i] === 0) continue
    push(spanList, i, first[i], end[i], 1)
    for (let a = assignments?.start[i] ?? 0; a < (assignments?.start[i + 1] ?? 0); a++)
      if (isApart[entry[a]] === 1) takeApart(i, entry[a], places.get(a) ?? spanOf[i]!, perDay[a])
    for (let k = resources.start[i]; k < resources.start[i + 1]; k++) {
      const named = own === undefined || isAssigned[k] === 1 ? undefined : placeOf(i, k, -1)
      if (named !== undefined) takeApart(i, k, named, units[k])
      if (isApart[k] === 1) push(spanList, i, firstOf[k], endOf[k], 1, { entry: k, perDay: units[k] })
    }
  }
  const spans = group(columns, spanList, units, isApart, dayCount)
  const runs = group(columns, taskRuns, units, isApart, dayCount)
  return {
    ...{ timeline, columns, population, fate, first, end, workDays, units, hours, isApart },
    ...{ start: spans.start, task: spans.task, entry: spans.entry, ends: spans.ends },
    ...{ taskFirst: spans.first, taskEnd: spans.end, runs, taskRuns, own, dayCount },
  }
}

const emptyList = (): RunList => ({ task: [], first: [], end: [], share: [], entry: [], perDay: [] })

/** A span of days in parts of one share each: its first day, the whole days, its last one. */
function partsOf(from: number, until: number): readonly (readonly [first: number, end: number, share: number])[] {
  const first = Math.floor(from)
  const end = Math.ceil(until)
  if (end - first === 1) return [[first, end, until - from]]
  const begins = from > first ? first + 1 : first
  const stops = until < end ? end - 1 : end
  const parts: [number, number, number][] = []
  if (begins > first) parts.push([first, begins, begins - from])
  if (stops > begins) parts.push([begins, stops, 1])
  if (end > stops) parts.push([stops, end, until - stops])
  return parts
}

interface Groups extends Runs {
  /** The tasks of the runs, in their order, the entries of their units, and their ends. */
  readonly task: Uint32Array
  readonly entry: Uint32Array
  readonly end: Int32Array
}

/** Runs of tasks by resource, through two counting sorts over the days: no comparison, no object. What takes nothing of a resource is left out. */
function group(
  { resources }: ScheduleColumns,
  list: RunList,
  units: Float64Array,
  isApart: Uint8Array,
  dayCount: number,
): Groups {
  const resourceCount = resources.values.offsets.length - 1
  /** Calls back with the entries that work in run n, and the parts of a unit. */
  const eachEntry = (n: number, take: (k: number, parts: number) => void): void => {
    const partsOf = (perDay: number): number => Math.round(perDay * list.share[n] * UNIT_PARTS)
    if (list.entry[n] >= 0) {
      const parts = partsOf(list.perDay[n])
      if (parts > 0) take(list.entry[n], parts)
      return
    }
    const i = list.task[n]
    for (let k = resources.start[i]; k < resources.start[i + 1]; k++) {
      const parts = isApart[k] === 1 ? 0 : partsOf(units[k])
      if (parts > 0) take(k, parts)
    }
  }
  const start = zeros(Uint32Array, resourceCount + 1)
  for (let n = 0; n < list.task.length; n++) eachEntry(n, k => start[resources.codes[k] + 1]++)
  for (let r = 0; r < resourceCount; r++) start[r + 1] += start[r]
  const count = start[resourceCount]
  const task = zeros(Uint32Array, count)
  const entry = zeros(Uint32Array, count)
  const first = zeros(Int32Array, count)
  const end = zeros(Int32Array, count)
  const ends = zeros(Int32Array, count)
  const unitsByFirst = zeros(Float64Array, count)
  const unitsByEnd = zeros(Float64Array, count)
  const spread = (days: ArrayLike<number>, put: (at: number, n: number, parts: number, k: number) => void): void => {
    const next = start.slice()
    for (const n of byDay(days, dayCount)) eachEntry(n, (k, parts) => put(next[resources.codes[k]]++, n, parts, k))
  }
  spread(list.first, (at, n, parts, k) => {
    task[at] = list.task[n]
    entry[at] = k
    first[at] = list.first[n]
    end[at] = list.end[n]
    unitsByFirst[at] = parts
  })
  spread(list.end, (at, n, parts) => {
    ends[at] = list.end[n]
    unitsByEnd[at] = parts
  })
  return { start, task, entry, first, end, ends, unitsByFirst, unitsByEnd }
}

const DAYS_PER_LOAD = 64
const DAYS_MIN = 4_096

/** Indexes by their day, of equal days in their order. */
function byDay(days: ArrayLike<number>, dayCount: number): Uint32Array {
  // few loads of a long schedule: its days are not gone through
  if (dayCount > DAYS_PER_LOAD * days.length + DAYS_MIN)
    return Uint32Array.from({ length: days.length }, (_, n) => n).sort((a, b) => days[a] - days[b] || a - b)
  const next = zeros(Uint32Array, dayCount + 2)
  for (let n = 0; n < days.length; n++) next[days[n] + 1]++
  for (let d = 0; d <= dayCount; d++) next[d + 1] += next[d]
  const sorted = zeros(Uint32Array, days.length)
  for (let n = 0; n < days.length; n++) sorted[next[days[n]]++] = n
  return sorted
}
