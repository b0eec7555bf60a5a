/** What activities ask of resources: how much, in whose working time, and when, where an assignment works in a part of its task; and the limits of those resources. */
import type { AssignmentColumns } from '../../../shared/contract/schedule/assignments.ts'
import { type ResourceSpec, specsByCode } from '../../../shared/contract/schedule/resources.ts'
import { textAt } from '../../../shared/contract/schedule/text.ts'
import { MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import { dayCalendar } from '../calendar/day-calendar.ts'
import { Timeline } from '../calendar/timeline.ts'
import type { Capacity } from '../demand/capacity.ts'
import { calendarOfWork, DEPENDENT } from '../demand/load-calendar.ts'
import { HOURS_PER_DAY, PART_DAYS_MIN, Placement } from '../demand/placement.ts'
import { type PartWork, pairUnits, typeOf } from '../demand/units.ts'
import { zeros } from '../ids/short-arrays.ts'
import { kindOf, kindsWhere } from '../kind/participation.ts'
import { taskStates } from '../population/task-states.ts'
import type { LevellingSource } from './from-columns.ts'
import type { Base } from './links.ts'
import { type LevellingResource, type NeedWindows, UNIT_PARTS, UNLIMITED, type WorkTime } from './problem.ts'

const LEVELLED = kindsWhere(row => row.leveling)
const MINUTES_PER_HOUR = 60
const NONE = new Float64Array(0)
/** What an even spread may differ from the stated rate unsaid. */
const SPREAD_UNITS_MIN = 0.01

/** When something is asked for, as NeedWindows has it. */
interface Window {
  readonly from: number
  readonly until: number
  readonly work: number
}
interface Asked extends Window {
  readonly parts: number
}
/** As long as the activity. */
const WHOLE: Window = { from: 0, until: UNLIMITED, work: UNLIMITED }

export function needsOf(source: LevellingSource, base: Base, momentOfDay: (day: number) => number) {
  const { columns, prepared } = source
  const { task, calendars, calendar, minutes, baseStart, baseFinish } = base
  const { resources, assignments, taskCount, taskType, durationDays } = columns
  const specs = specsByCode(columns)
  const isByClock = prepared.input.clock !== undefined
  const classTimeOf = (a: number, i: number, spec: ResourceSpec | undefined): number =>
    isByClock ? calendarOfWork(columns, i, calendar[a], spec) : calendar[a]
  const days = new Float64Array(taskCount)
  const activity = new Int32Array(taskCount).fill(-1)
  for (let a = 0; a < task.length; a++) {
    days[task[a]] = minutes[a] / calendars[calendar[a]].minutesPerDay
    activity[task[a]] = a
  }
  const windowOf = windowsOf(source, base)
  const windows = new Map<number, Window>()
  const isSpread = zeros<Uint8Array<ArrayBuffer>>(Uint8Array, taskCount)
  // work that a resource does in its own shifts is spread over the hours that those have of the task
  const { units, hours, perDay, stated, entry } = pairUnits(
    columns,
    specs,
    days,
    (i, k) => {
      if (!isByClock) return HOURS_PER_DAY * days[i]
      const a = activity[i]
      const time = calendars[classTimeOf(a, i, specs[resources.codes[k]])]
      const own = time === calendars[calendar[a]] ? minutes[a] : time.workBetween(baseStart[a], baseFinish[a])
      return own / MINUTES_PER_HOUR
    },
    assignments &&
      ((i, n, k) => {
        const spec = specs[resources.codes[k]]
        const found = windowOf(i, activity[i], n, classTimeOf(activity[i], i, spec), typeOf(spec) !== 'material')
        // the resource works in no hour of it
        if (found?.hours === 0) isSpread[i] = 1
        if (found === undefined || found.hours === 0) return undefined
        windows.set(n, found)
        return found
      }),
  )
  const isApart = new Uint8Array(units.length)
  for (const n of windows.keys()) isApart[entry[n]] = 1
  let most = units.length
  for (let n = 0; windows.size > 0 && n < entry.length; n++) most += 2 * isApart[entry[n]]
  const indexOf = new Map<number, number>()
  // a task asks its resources in the order of their names: the order of the input decides nothing
  const names = Array.from(specs, (_, code) => textAt(resources.values, code))
  const byName = new Uint32Array(names.length)
  for (const [place, code] of [...names.keys()].sort((a, b) => (names[a] < names[b] ? -1 : 1)).entries())
    byName[code] = place
  const resourceCode: number[] = []
  const made: { limit: Capacity; classes: number[] }[] = []
  const needStart = new Uint32Array(task.length + 1)
  const needResource = new Uint32Array(most)
  const needParts = new Float64Array(most)
  const needClass = new Uint8Array(most)
  const ofNeeds: NeedWindows | undefined =
    windows.size === 0
      ? undefined
      : {
          isPart: new Uint8Array(most),
          ...{ from: new Float64Array(most), until: new Float64Array(most), work: new Float64Array(most) },
        }
  let needCount = 0
  const add = (r: number, ofClass: number, parts: number, window: Window): void => {
    needResource[needCount] = r
    needParts[needCount] = parts
    needClass[needCount] = ofClass
    if (ofNeeds !== undefined && window !== WHOLE) {
      ofNeeds.isPart[needCount] = 1
      ofNeeds.from[needCount] = window.from
      ofNeeds.until[needCount] = window.until
      ofNeeds.work[needCount] = window.work
    }
    needCount++
  }
  const own: number[] = []
  for (let a = 0; a < task.length; a++) {
    const i = task[a]
    const isLevelled = LEVELLED[kindOf(taskType[i], durationDays[i])] === 1 && baseFinish[a] > baseStart[a]
    own.length = 0
    if (isLevelled) for (let k = resources.start[i]; k < resources.start[i + 1]; k++) own.push(k)
    const parted = windows.size > 0 && own.length > 0 ? partedIn(assignments!, i, entry, isApart) : undefined
    if (own.length > 1) own.sort((x, y) => byName[resources.codes[x]] - byName[resources.codes[y]])
    for (let n = 0; n < own.length; n++) {
      const k = own[n]
      const code = resources.codes[k]
      const parts = Math.round(units[k] * UNIT_PARTS)
      // the resource works in no hour of the task
      if (hours[k] === 0 && minutes[a] > 0) isSpread[i] = 1
      if (parts <= 0) continue
      let r = indexOf.get(code)
      if (r === undefined) {
        const limit = source.limitOf(code)
        r = limit === undefined || limit.value.every(value => value === UNLIMITED) ? -1 : made.length
        indexOf.set(code, r)
        if (r >= 0) {
          made.push({ limit: limit!, classes: [] })
          resourceCode.push(code)
        }
      }
      if (r < 0) continue
      const { classes } = made[r]
      const time = classTimeOf(a, i, specs[code])
      let ofClass = classes.findIndex(each => calendars[each] === calendars[time])
      if (ofClass < 0) ofClass = classes.push(time) - 1
      const apart = parted?.get(k)
      const asked = apart && askedBy(apart, perDay, windows, minutes[a])
      if (apart !== undefined && asked === undefined) isSpread[i] = 1
      const perDayOf = asked === undefined ? units[k] : apart!.reduce((sum, n) => sum + perDay[n], 0)
      if (Math.abs(stated[k] - perDayOf) > SPREAD_UNITS_MIN) isSpread[i] = 1
      if (asked === undefined) add(r, ofClass, parts, WHOLE)
      else for (const each of asked) add(r, ofClass, each.parts, each)
    }
    needStart[a + 1] = needCount
  }
  return {
    resourceCode: Uint32Array.from(resourceCode),
    resourceName: resourceCode.map(code => names[code]),
    isSpread,
    lists: {
      resources: made.map(({ limit, classes }) => limitRuns(limit, classes, source.horizon, momentOfDay)),
      needStart,
      needResource: needResource.slice(0, needCount),
      needParts: needParts.slice(0, needCount),
      needClass: needClass.slice(0, needCount),
      windows: ofNeeds,
    },
  }
}

/** When assignment n of task i works, whose resource works in calendar `own`, counted from the start of its activity a; undefined: as long as the task. */
function windowsOf({ columns, prepared }: LevellingSource, base: Base) {
  const { calendars, calendar, minutes, baseStart, baseFinish } = base
  const { setting, assignments, resourceDependent } = columns
  const isByClock = prepared.input.clock !== undefined
  const { begin = NONE, end = NONE, lagHours = NONE } = assignments ?? {}
  const isSaid = begin.length + end.length + lagHours.length > 0 || resourceDependent.includes(DEPENDENT)
  let placement: Placement | undefined
  const lines = new Map<number, Timeline>()
  const lineOf = (index: number): Timeline => {
    const line = lines.get(index) ?? new Timeline(dayCalendar({ ...setting!, defaultCalendar: index }).calendar, 0)
    lines.set(index, line)
    return line
  }
  return (i: number, a: number, n: number, own: number, isByHour: boolean): (Window & PartWork) | undefined => {
    if (!isSaid) return undefined
    placement ??= new Placement(taskStates(columns), prepared.durationDays, undefined)
    if (!placement.mayWorkApart(i, n)) return undefined
    const [start, finish] = [baseStart[a], baseFinish[a]]
    if (!isByClock) {
      const line = prepared.timeline
      if (line === undefined) return undefined
      const span = placement.spanAt(i, line, start / MINUTES_PER_DAY, finish / MINUTES_PER_DAY)
      const part = placement.partOf(i, n, span, line, isByHour, false)
      if (part === undefined) return undefined
      const days = part.until - part.from
      const [from, until] = [part.from, part.until].map(each => Math.round((each - span.from) * MINUTES_PER_DAY))
      return from < until ? { from, until, work: UNLIMITED, days, hours: HOURS_PER_DAY * days } : undefined
    }
    const time = calendars[calendar[a]]
    const isInOwn = own !== calendar[a]
    const line = lineOf(calendar[a])
    const said = placement.saidOf(i, n, line, placement.spanAt(i, line, start, finish), isByHour)
    const inMinutes = (hours: number): number => Math.round(hours * MINUTES_PER_HOUR)
    const workUpTo = (moment: number): number => Math.max(0, time.workBetween(start, Math.round(moment)))
    const isByWork = Number.isNaN(said.end) && !Number.isNaN(said.hours)
    let from = Number.isNaN(said.begin) ? inMinutes(said.lagHours) : workUpTo(said.begin)
    let until = minutes[a]
    if (!Number.isNaN(said.end)) until = workUpTo(said.end)
    else if (isByWork && !isInOwn) until = from + inMinutes(said.hours)
    until = Math.min(until, minutes[a])
    const work = isByWork && isInOwn ? inMinutes(said.hours) : UNLIMITED
    const [first, last] = [time.finishAfter(start, from), time.finishAfter(start, until)]
    if (from >= until || (isNoPart(time, start, first) && isNoPart(time, last, finish))) [from, until] = [0, minutes[a]]
    if (from === 0 && until === minutes[a] && work === UNLIMITED) return undefined
    const begin = from === 0 ? start : time.nextWork(first)
    const stop = until === minutes[a] ? finish : last
    const end = work === UNLIMITED ? stop : Math.min(stop, calendars[own].finishAfter(begin, work))
    const hours = calendars[own].workBetween(begin, end) / MINUTES_PER_HOUR
    const days = (until - from) / time.minutesPerDay
    return { from, until, work, hours: work > 0 ? Math.max(0, hours) : 0, days }
  }
}

/** Whether so little work lies between two moments that what leaves it out is no part: a day counts by its hours. */
function isNoPart(time: WorkTime, from: number, until: number): boolean {
  let days = 0
  for (let moment = time.nextWork(from); moment < until && days < PART_DAYS_MIN; ) {
    const midnight = Math.floor(moment / MINUTES_PER_DAY) * MINUTES_PER_DAY
    const next = midnight + MINUTES_PER_DAY
    days += time.workBetween(moment, Math.min(until, next)) / time.workBetween(midnight, next)
    moment = time.nextWork(next)
  }
  return days < PART_DAYS_MIN
}

/** Assignments of task i by entry, of those entries of which one works in a part of it. */
function partedIn(
  { start }: AssignmentColumns,
  i: number,
  entry: Uint32Array,
  isApart: Uint8Array,
): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>()
  for (let n = start[i]; n < start[i + 1]; n++) {
    if (isApart[entry[n]] === 0) continue
    const known = found.get(entry[n])
    if (known === undefined) found.set(entry[n], [n])
    else known.push(n)
  }
  return found
}

/** What a task asks of one resource, one amount after the other; undefined: several assignments end by work of their own, at times that cannot be told apart. */
function askedBy(
  assignments: readonly number[],
  perDay: Float64Array,
  windows: ReadonlyMap<number, Window>,
  minutes: number,
): readonly Asked[] | undefined {
  const asked: Asked[] = []
  /** By moment what more is asked for from there on. */
  const more = new Map<number, number>()
  for (const n of assignments) {
    const { from, until, work } = windows.get(n) ?? { ...WHOLE, until: minutes }
    const parts = Math.round(perDay[n] * UNIT_PARTS)
    if (parts <= 0) continue
    asked.push({ from, until, work, parts })
    more.set(from, (more.get(from) ?? 0) + parts)
    more.set(until, (more.get(until) ?? 0) - parts)
  }
  if (asked.length < 2) return asked
  if (asked.some(({ work }) => work < UNLIMITED)) return undefined
  const moments = [...more.keys()].sort((x, y) => x - y)
  const pieces: Asked[] = []
  let parts = 0
  for (let n = 0; n + 1 < moments.length; n++) {
    const [from, until] = [moments[n], moments[n + 1]]
    parts += more.get(from)!
    if (parts > 0) pieces.push({ from, until, work: UNLIMITED, parts })
  }
  return pieces
}

function limitRuns(
  { at, value }: Capacity,
  classes: readonly number[],
  horizon: number,
  momentOfDay: (day: number) => number,
): LevellingResource {
  const moments: number[] = []
  const parts: number[] = []
  for (let n = 0; n < at.length && at[n] < horizon; n++) {
    moments.push(n === 0 ? Number.NEGATIVE_INFINITY : momentOfDay(at[n]))
    parts.push(value[n] === UNLIMITED ? UNLIMITED : Math.round(value[n] * UNIT_PARTS))
  }
  if (Number.isFinite(horizon)) {
    moments.push(moments.length === 0 ? Number.NEGATIVE_INFINITY : momentOfDay(horizon))
    parts.push(UNLIMITED)
  }
  return { at: Float64Array.from(moments), value: Float64Array.from(parts), classes }
}
