/**
 * Files of Microsoft Project 98 (MPP8), and those that 2000 to 2003 saved for it: records of fixed places in `FixFix   0`, texts and further values as
 * chains of small pieces in `FixDeferFix   0`, which records name by numbers below nothing. Each goes to the same slots as those of later versions.
 */
import type { ResourceType } from '../../../../../shared/contract/schedule/resources.ts'
import { MINUTES_PER_DAY } from '../../../../../shared/contract/schedule/time-of-day.ts'
import type { WorkMeter } from '../../../../../shared/contract/schedule/work-meter.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import { CalendarDays, type FileCalendar, type FileWeek, Layers, newCalendar } from '../ms-project/file-calendar.ts'
import { ASSIGNMENT_VALUES, AssignmentRows, type MsResource, msResource } from '../ms-project/project-resources.ts'
import { DAILY, newRule } from '../ms-project/recurrence.ts'
import type { TaskKeeper } from '../ms-project/task-keeper.ts'
import {
  BASELINE_COST,
  BASELINE_DURATION,
  BASELINE_FINISH,
  BASELINE_START,
  D,
  NAME,
  V,
  WBS,
} from '../ms-project/task-slots.ts'
import type { CompoundFile, Entries } from './compound-file.ts'
import { i32, u16, utf16 } from './little-endian.ts'
import type { MppCalendars } from './mpp-calendars.ts'
import { isSaid, OutlineNumbers, setMoment } from './mpp-tasks.ts'
import { Props } from './props.ts'
import { dayAt, momentAt } from './values.ts'

const STORAGE = '   1'
const [RECORDS, PIECES] = ['FixFix   0', 'FixDeferFix   0']
const FIRST_PIECE = 28
const PIECE = 32
const TEXT_BYTES_MAX = 4096
const TEXT_COST = { steps: 1, memory: 2 }

/** Records of one size, with the pieces that they name. */
class Table {
  readonly data: Uint8Array
  readonly size: number
  readonly count: number
  readonly #pieces: Uint8Array
  readonly #meter: WorkMeter

  /** `sizes`: of its records, by the version that wrote them; the first that divides the length. */
  constructor(data: Uint8Array, pieces: Uint8Array, sizes: readonly number[], meter: WorkMeter) {
    this.data = data
    this.#pieces = pieces
    this.#meter = meter
    this.size = sizes.find(size => data.length % size === 0) ?? sizes[0]
    this.count = Math.floor(data.length / this.size)
  }

  /** Where record i begins. */
  at(i: number): number {
    return i * this.size
  }

  /** What a record names at a place of its; empty where that leads nowhere. At most so many bytes as a text has. */
  named(bytes: Uint8Array, place: number): Uint8Array {
    if (place + 4 > bytes.length) return NO_BYTES
    const pieces = this.#pieces
    let at = -1 - i32(bytes, place)
    if (!(at >= 0 && at + 8 <= pieces.length)) return NO_BYTES
    const size = Math.min(i32(pieces, at + 4), TEXT_BYTES_MAX)
    if (!(size > 0)) return NO_BYTES
    this.#meter.spend(size, TEXT_COST, [PIECES], () => 'Texts of the file are said again and again')
    const found = new Uint8Array(size)
    let next = i32(pieces, at)
    at += 8
    for (let done = 0, room = FIRST_PIECE; done < size; room = PIECE) {
      const end = Math.min(at + Math.min(room, size - done), pieces.length)
      found.set(pieces.subarray(at, end), done)
      done += room
      if (done >= size) break
      if (!(next >= 0 && next + 4 <= pieces.length)) return found.subarray(0, done)
      at = next + 4
      next = i32(pieces, next)
    }
    return found
  }

  text(bytes: Uint8Array, place: number): string {
    const found = this.named(bytes, place)
    return utf16(found, 0, found.length)
  }

  /** A further value of a record, by its number; empty = it has none. */
  further(bytes: Uint8Array, place: number, kind: number): Uint8Array {
    const list = this.named(bytes, place)
    for (let at = 0; at + 8 <= list.length; ) {
      const size = i32(list, at)
      const from = at + 8
      if (size < 0 || from + size > list.length) break
      if (i32(list, at + 4) === kind) return list.subarray(from, from + size)
      at = from + size
    }
    return NO_BYTES
  }
}
const NO_BYTES = new Uint8Array(0)

export class Project98 {
  readonly #file: CompoundFile
  readonly #data: Entries
  readonly #meter: WorkMeter
  readonly props: Props

  constructor(file: CompoundFile, meter: WorkMeter) {
    this.#file = file
    this.#meter = meter
    this.#data = file.open(file.root.get(STORAGE)!)
    this.props = new Props98(this.#stream(this.#data, 'Props'))
  }

  static is({ root }: CompoundFile): boolean {
    return root.get(STORAGE)?.isStream === false
  }

  #stream(entries: Entries, name: string): Uint8Array {
    const entry = entries.get(name)
    return entry === undefined || !entry.isStream ? NO_BYTES : this.#file.read(entry)
  }

  #table(name: string, sizes: readonly number[]): Table {
    const storage = this.#data.get(name)
    const entries: Entries = storage === undefined || storage.isStream ? new Map() : this.#file.open(storage)
    return new Table(this.#stream(entries, RECORDS), this.#stream(entries, PIECES), sizes, this.#meter)
  }

  readCalendars(warnings: ImportWarnings): MppCalendars {
    const table = this.#table('TBkndCal', [36])
    const days = new CalendarDays(warnings, this.#meter)
    const list: FileCalendar[] = []
    const ofResource = new Map<number, number>()
    const seen = new Set<number>()
    for (let i = 0; i < table.count; i++) {
      const record = table.data.subarray(table.at(i), table.at(i + 1))
      const [uid, base, resource] = [i32(record, 0), i32(record, 4), i32(record, 8)]
      if (!(uid > 0) || seen.has(uid)) continue
      seen.add(uid)
      const calendar = {
        ...newCalendar(),
        uid,
        isBase: !(base > 0),
        baseUid: base > 0 && base !== uid ? base : Number.NaN,
      }
      calendar.name = table.text(record, CALENDAR.name)
      days.name = calendar.name
      const hours = table.named(table.further(record, CALENDAR.further, CALENDAR.hours), 0)
      if (hours.length >= CALENDAR.week + 7 * DAY.bytes) readHours(hours, calendar, days)
      list.push(calendar)
      if (base > 0 && resource > 0) ofResource.set(resource, uid)
    }
    return { list, ofResource }
  }

  readResources(calendarOf: ReadonlyMap<number, number>): ReadonlyMap<number, MsResource> {
    const table = this.#table('TBkndRsc', [196])
    const resources = new Map<number, MsResource>()
    const type: ResourceType = 'labour'
    for (let i = 0; i < table.count; i++) {
      const record = table.data.subarray(table.at(i), table.at(i + 1))
      const uid = i32(record, 0)
      if (!(uid > 0)) continue
      const title = table.text(record, RESOURCE.name)
      const most = i32(record, RESOURCE.units) / UNITS_SCALE
      resources.set(
        uid,
        msResource({ uid, title, type, calendarUid: calendarOf.get(uid) ?? Number.NaN, most, periods: [] }),
      )
    }
    return resources
  }

  readAssignments(): AssignmentRows {
    const table = this.#table('TBkndAssn', [204, 238])
    const rows = new AssignmentRows()
    const values = ASSIGNMENT_VALUES.map(() => Number.NaN)
    const { data } = table
    for (let i = 0; i < table.count; i++) {
      const at = table.at(i)
      const [task, resource] = [i32(data, at + ASSIGNMENT.task), i32(data, at + ASSIGNMENT.resource)]
      if (!(task > 0) || !(resource > 0) || data[at + ASSIGNMENT.state] === DELETED) continue
      for (const [n, [place, scale]] of ASSIGNMENT.values.entries())
        values[n] = scale === 0 ? momentAt(data, at + place) : i48(data, at + place) / scale
      rows.push(task, resource, u16(data, at + ASSIGNMENT.units) / UNITS_SCALE, 0, values)
    }
    return rows
  }

  readTasks(tasks: TaskKeeper): void {
    const table = this.#table('TBkndTask', [316, 366])
    const { data } = table
    const byUid = new Map<number, { readonly at: number; readonly row: number }>()
    for (let i = 0; i < table.count; i++) {
      const at = table.at(i)
      const uid = i32(data, at)
      const state = u16(data, at + TASK.state)
      const isDeleted = (state & 0xc0) === 0 && (state & 0x03) !== 0 && !TASK.kept.includes(state)
      if (uid > 0 && !isDeleted && (data[at + TASK.blank] & 1) === 0) byUid.set(uid, { at, row: i32(data, at + 4) })
    }
    const links = this.#linksByTask()
    const outline = new OutlineNumbers()
    const order = [...byUid].sort(([, a], [, b]) => a.row - b.row || a.at - b.at)
    for (const [uid, { at }] of order) {
      tasks.begin()
      const { slots, baseline } = tasks
      baseline.clear()
      const record = data.subarray(at, at + table.size)
      const { values } = slots
      for (const [slot, place] of TASK.dates) setMoment(slots, slot, momentAt(record, place))
      for (const [slot, place] of TASK.shorts) values[slot] = u16(record, place)
      for (const [slot, place] of TASK.durations) values[slot] = i32(record, place) / 10
      values[V.UID] = uid
      values[V.ID] = i32(record, 4)
      values[V.Milestone] = record[12] & 1
      values[V.Cost] = i48(record, TASK.cost)
      values[V.LevelingDelay] = i32(record, TASK.levelingDelay) / 3
      setMoment(baseline, BASELINE_START, momentAt(record, TASK.baselineStart))
      setMoment(baseline, BASELINE_FINISH, momentAt(record, TASK.baselineFinish))
      baseline.values[BASELINE_DURATION] = i32(record, TASK.baselineDuration) / 10
      const cost = i48(record, TASK.baselineCost)
      if (cost !== 0) baseline.values[BASELINE_COST] = cost
      tasks.hasBaseline = isSaid(baseline)
      setText(slots, NAME, table.text(record, TASK.name))
      setText(slots, WBS, table.text(table.further(record, TASK.further, TASK.code), 0))
      outline.next(slots)
      for (const link of links.get(uid) ?? [])
        tasks.links.push(tasks.rows.count, link.predecessor, false, link.type, link.lag, link.unit)
      tasks.end()
    }
  }

  #linksByTask(): ReadonlyMap<number, readonly { predecessor: number; type: number; unit: number; lag: number }[]> {
    const { data, count, size } = this.#table('TBkndCons', [36])
    const links = new Map<number, { predecessor: number; type: number; unit: number; lag: number }[]>()
    for (let i = 0; i < count; i++) {
      const at = i * size
      const [predecessor, successor] = [i32(data, at + 12), i32(data, at + 16)]
      if (data[at + 28] !== 0 || predecessor === successor) continue
      const list = links.get(successor)
      const link = { predecessor, type: u16(data, at + 20) & 3, unit: u16(data, at + 22), lag: i32(data, at + 24) }
      if (list === undefined) links.set(successor, [link])
      else list.push(link)
    }
    return links
  }
}

const CALENDAR = { name: 20, further: 32, hours: 8, week: 4 } as const
const DAY = { bytes: 40, isDefault: 0, count: 2, starts: 8, lengths: 16, shiftsMax: 3 } as const
/** Its days, then its working times as those of a day. */
const EXCEPTION = { bytes: 44, day: 4 } as const
const RESOURCE = { name: 156, units: 52 } as const
/** A whole resource. */
const UNITS_SCALE = 10_000
const DELETED = 2
const WORK_PER_HOUR = 60_000
/** Values in the order of ASSIGNMENT_VALUES: where each lies and what it is divided by; 0 = it is a moment. */
const ASSIGNMENT = {
  task: 16,
  resource: 20,
  units: 80,
  state: 168,
  values: [
    [84, WORK_PER_HOUR],
    [96, WORK_PER_HOUR],
    [114, WORK_PER_HOUR],
    [132, 100],
    [138, 100],
    [144, 100],
    [24, 0],
    [28, 0],
  ],
} as const
const TASK = {
  blank: 8,
  state: 272,
  /** States with a bit that else says that the task was deleted. */
  kept: [0x31, 0x203d] as readonly number[],
  name: 264,
  further: 312,
  /** Among the further values: what names the code. */
  code: 104,
  cost: 222,
  levelingDelay: 90,
  baselineStart: 112,
  baselineFinish: 116,
  baselineDuration: 82,
  baselineCost: 246,
  dates: [
    [D.Start, 96],
    [D.Finish, 20],
    [D.ActualStart, 104],
    [D.ActualFinish, 108],
    [D.ConstraintDate, 120],
    [D.Stop, 124],
    [D.Resume, 32],
    [D.LateStart, 24],
    [D.LateFinish, 160],
  ],
  shorts: [
    [V.OutlineLevel, 48],
    [V.DurationFormat, 72],
    [V.ConstraintType, 88],
    [V.LevelingDelayFormat, 94],
    [V.PercentComplete, 130],
  ],
  durations: [
    [V.Duration, 68],
    [V.RemainingDuration, 78],
  ],
} as const

/** A whole number of six bytes. */
const i48 = (bytes: Uint8Array, at: number): number =>
  (i32(bytes, at) >>> 0) + ((u16(bytes, at + 4) << 16) >> 16) * 2 ** 32

function setText(slots: TaskKeeper['slots'], slot: number, text: string): void {
  if (text === '') return
  const bytes = Buffer.from(text)
  slots.setText(slot, bytes, 0, bytes.length)
}

function shiftsOfDay(bytes: Uint8Array, at: number, days: CalendarDays): ReturnType<CalendarDays['oneOf']> {
  const shifts: [number, number][] = []
  for (let n = 0; n < Math.min(u16(bytes, at + DAY.count), DAY.shiftsMax); n++) {
    const begin = u16(bytes, at + DAY.starts + 2 * n) / 10
    const end = begin + i32(bytes, at + DAY.lengths + 4 * n) / 10
    if (begin < end && end <= MINUTES_PER_DAY) shifts.push([Math.round(begin), Math.round(end)])
  }
  return days.oneOf(shifts)
}

/** The count of exceptions, the week from Sunday on, the exceptions. */
function readHours(bytes: Uint8Array, calendar: FileCalendar, days: CalendarDays): void {
  const week: FileWeek = []
  for (let d = 0; d < 7; d++) {
    const at = CALENDAR.week + ((d + 1) % 7) * DAY.bytes
    week.push(u16(bytes, at + DAY.isDefault) === 1 ? undefined : shiftsOfDay(bytes, at, days))
  }
  calendar.week = week
  const layers = new Layers()
  let at = CALENDAR.week + 7 * DAY.bytes
  for (let n = u16(bytes, 0); n > 0 && at + EXCEPTION.bytes <= bytes.length; n--, at += EXCEPTION.bytes) {
    const [first, last] = [dayAt(bytes, at), dayAt(bytes, at + 2)]
    if (first <= last)
      days.expand(
        { ...newRule(), type: DAILY, firstDay: first, lastDay: last },
        shiftsOfDay(bytes, at + EXCEPTION.day, days),
        layers,
      )
  }
  calendar.exceptions = days.laid(layers)
}

/** Properties that the file keeps in groups within groups: each is looked for by its size and key. */
class Props98 extends Props {
  readonly #stream: Uint8Array
  constructor(stream: Uint8Array) {
    super(NO_BYTES)
    this.#stream = stream
  }

  override bytes(key: number): Uint8Array {
    const stream = this.#stream
    for (let at = 0; at + 12 <= stream.length; at += 2) {
      if (i32(stream, at + 4) !== key) continue
      const [size, more] = [i32(stream, at), i32(stream, at + 8)]
      if (size > 0 && at + 12 + size <= stream.length && (more === size || more === 0))
        return stream.subarray(at + 12, at + 12 + size)
    }
    return NO_BYTES
  }
}
