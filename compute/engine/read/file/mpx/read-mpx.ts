/** The exchange format of Microsoft Project (.mpx, text) to a schedule, by the mapping that its XML has. */
import type { Refusal } from '../../../../../shared/contract/errors.ts'
import { CODE_VALUE_LENGTH_MAX } from '../../../../../shared/contract/schedule/codes.ts'
import type { Shift } from '../../../../../shared/contract/schedule/setting.ts'
import { MINUTES_PER_DAY } from '../../../../../shared/contract/schedule/time-of-day.ts'
import { WorkMeter } from '../../../../../shared/contract/schedule/work-meter.ts'
import { ColumnsBuilder } from '../../columns-builder.ts'
import { BadValues } from '../bad-values.ts'
import type { FileOptions, FileSchedule } from '../file-schedule.ts'
import { ImportWarnings } from '../import-warnings.ts'
import { NOTES_CUT } from '../mpp/mpp-custom-fields.ts'
import { setMoment } from '../mpp/mpp-tasks.ts'
import {
  CalendarDays,
  type FileCalendar,
  type FileWeek,
  Layers,
  newCalendar,
  STANDARD_DAY,
} from '../ms-project/file-calendar.ts'
import { msProjectSchedule } from '../ms-project/ms-project-schedule.ts'
import { ProjectProperties } from '../ms-project/project-parts.ts'
import { ASSIGNMENT_VALUES, AssignmentRows, type MsResource, msResource } from '../ms-project/project-resources.ts'
import { newRule } from '../ms-project/recurrence.ts'
import { TaskKeeper } from '../ms-project/task-keeper.ts'
import {
  BASELINE_COST,
  BASELINE_DURATION,
  BASELINE_FINISH,
  BASELINE_SIZE,
  BASELINE_START,
  D,
  NAME,
  TASK_SIZE,
  V,
  WBS,
} from '../ms-project/task-slots.ts'
import { RowRecord } from '../row-record.ts'
import { type MpxRecord, MpxSettings, mpxRecords, mpxText, separatorOf } from './mpx-values.ts'

export const isMpx = (body: Uint8Array): boolean => body[0] === 0x4d && body[1] === 0x50 && body[2] === 0x58

export function readMpx(body: Uint8Array, options: FileOptions = {}): FileSchedule | Refusal {
  const meter = options.meter ?? new WorkMeter(body.length)
  const warnings = new ImportWarnings()
  const { encoding, text } = mpxText(body)
  const settings = new MpxSettings(separatorOf(text))
  const bad = new BadValues()
  const builder = new ColumnsBuilder(body.length)
  const tasks = new TaskKeeper(builder, warnings, bad, new RowRecord(TASK_SIZE), new RowRecord(BASELINE_SIZE))
  const reader = new MpxReader(settings, tasks, warnings, meter)
  let words: MpxRecord = []
  for (const record of mpxRecords(text)) {
    if (words.length === 0) words = record
    // they stand before all that they are of
    settings.take(record)
    reader.read(record)
  }
  reader.readTasks()
  bad.warn(warnings)
  const { properties, calendars, resources, assignments } = reader
  const version = ['MPX', ...words.slice(1, 3)].join(' ').trim()
  const parts = { properties, calendars, resources, tasks, assignments }
  return msProjectSchedule(parts, builder, warnings, { format: 'mpp', version, encoding }, { ...options, meter })
}

/** Numbers of fields of tasks, by what is read of them. */
const TASK = {
  name: 1,
  code: 2,
  cost: 30,
  baselineCost: 31,
  predecessors: 70,
  predecessorUids: 74,
  id: 90,
  constraint: 91,
  subproject: 96,
  uid: 98,
}
const DATES: readonly (readonly [field: number, slot: number, isStart: boolean])[] = [
  [50, D.Start, true],
  [51, D.Finish, false],
  [52, D.EarlyStart, true],
  [53, D.EarlyFinish, false],
  [54, D.LateStart, true],
  [55, D.LateFinish, false],
  [58, D.ActualStart, true],
  [59, D.ActualFinish, false],
  [150, D.Stop, false],
  [151, D.Resume, true],
]
const SPANS = [
  [40, V.Duration, 1],
  [43, V.RemainingDuration, 1],
  [92, V.LevelingDelay, 10],
  [93, V.FreeSlack, 10],
  [94, V.TotalSlack, 10],
] as const
const NUMBERS = [
  [3, V.OutlineLevel],
  [44, V.PercentComplete],
] as const
const isYes = (text: string): boolean => /^\s*(?:yes|1|true)\s*$/i.test(text)
const FLAGS = [
  [81, V.Milestone],
  [120, V.Summary],
] as const
/** Custom fields: number of the first, how many, their name. */
const TEXTS = [4, 10, 'Text'] as const
const FLAGS_OF_PLANNER = [110, 10, 'Flag'] as const
const NUMBERS_OF_PLANNER = [140, 5, 'Number'] as const
const CUSTOM = [TEXTS, FLAGS_OF_PLANNER, NUMBERS_OF_PLANNER].flatMap(run =>
  Array.from({ length: run[1] }, (_, n) => ({ run, field: run[0] + n, name: `${run[2]}${n + 1}` })),
)
const NOTES = 'Notes'
/** Stands for the end of a line within notes. */
const LINE_END = /\x7f/g
const RESOURCE = { name: 1, id: 40, units: 41, uid: 49 } as const
const ASSIGNMENT = { resource: 1, units: 2, uid: 13 } as const
const ASSIGNMENT_SPANS = [3, 5] as const

/** As the XML numbers them; in English, which is what the format has unless a program translates it. */
const CONSTRAINTS = [
  'as soon as possible',
  'as late as possible',
  'must start on',
  'must finish on',
  'start no earlier than',
  'start no later than',
  'finish no earlier than',
  'finish no later than',
]
const [FINISHES] = [[3, 6, 7]]
const LINK_TYPES = ['FF', 'FS', 'SF', 'SS']
const FINISH_TO_START = 1
const DAYS = 7
const COST_SCALE = 100

class MpxReader {
  readonly properties = new ProjectProperties()
  readonly calendars: FileCalendar[] = []
  readonly resources = new Map<number, MsResource>()
  readonly assignments = new AssignmentRows()
  readonly #settings: MpxSettings
  readonly #tasks: TaskKeeper
  readonly #warnings: ImportWarnings
  readonly #days: CalendarDays
  readonly #uidOfCalendar = new Map<string, number>()
  readonly #uidOfResource = new Map<number, number>()
  /** Numbers of the fields of the records of tasks and resources, by place. */
  #taskFields: readonly number[] = []
  #resourceFields: readonly number[] = []
  readonly #rows: { readonly record: MpxRecord; readonly fields: readonly number[]; notes: string }[] = []
  readonly #uidOfTask = new Map<number, number>()
  #layers = new Layers()
  #lastTaskUid = Number.NaN
  #lastResource: MsResource | undefined

  constructor(settings: MpxSettings, tasks: TaskKeeper, warnings: ImportWarnings, meter: WorkMeter) {
    this.#settings = settings
    this.#tasks = tasks
    this.#warnings = warnings
    this.#days = new CalendarDays(warnings, meter)
  }

  read(record: MpxRecord): void {
    const kind = record[0]
    if (kind === '20' || kind === '55') this.#beginCalendar(record, kind === '20')
    else if (kind === '25' || kind === '56') this.#readHours(record)
    else if (kind === '26' || kind === '57') this.#readException(record)
    else if (kind === '30') this.#readProject(record)
    else if (kind === '41') this.#resourceFields = record.map(Number)
    else if (kind === '61') this.#taskFields = record.map(Number)
    else if (kind === '50') this.#readResource(record)
    else if (kind === '70') this.#beginTask(record)
    else if (kind === '71') {
      const row = this.#rows.at(-1)
      if (row !== undefined) row.notes = record[1] ?? ''
    } else if (kind === '75') this.#readAssignment(record)
  }

  /** Those kept, in their order: what a link names may come behind it. */
  readTasks(): void {
    this.properties.minutesPerDay = this.#settings.minutesPerDay
    for (const name of [...CUSTOM.map(each => each.name), NOTES]) this.#tasks.customFields.name(name, name)
    for (const { record, fields, notes } of this.#rows) this.#readTask(record, fields, notes)
  }

  #readProject(record: MpxRecord): void {
    const { properties } = this
    properties.title = record[1] ?? ''
    properties.startDate = this.#settings.moment(record[5], true)
    properties.finishDate = this.#settings.moment(record[6], false)
    properties.isFromStart = record[7]?.trim() !== '1'
    properties.calendarUid = this.#uidOfCalendar.get(record[4] ?? '') ?? Number.NaN
  }

  #beginCalendar(record: MpxRecord, isBase: boolean): void {
    const uid = this.calendars.length + 1
    const name = isBase ? (record[1] ?? '') : (this.#lastResource?.name ?? '')
    const baseUid = isBase ? Number.NaN : (this.#uidOfCalendar.get(record[1] ?? '') ?? Number.NaN)
    const week: FileWeek = []
    for (let day = 0; day < DAYS; day++) {
      const flag = record[2 + day]?.trim()
      week[(day + 6) % DAYS] = flag === '0' ? [] : flag === '1' ? STANDARD_DAY : undefined
    }
    if (isBase && !this.#uidOfCalendar.has(name)) this.#uidOfCalendar.set(name, uid)
    this.calendars.push({ ...newCalendar(), uid, name, isBase, baseUid, week })
    this.#layers = new Layers()
    this.#days.name = name
    const resource = this.#lastResource
    if (!isBase && resource !== undefined) this.resources.set(resource.uid, { ...resource, calendarUid: uid })
  }

  #shifts(times: readonly string[]): ReturnType<CalendarDays['oneOf']> {
    const shifts: Shift[] = []
    for (let n = 0; n + 1 < times.length; n += 2) {
      const [from, to] = [this.#settings.time(times[n]), this.#settings.time(times[n + 1])]
      const end = to === 0 ? MINUTES_PER_DAY : to
      if (from < end && !(shifts.length > 0 && from < shifts.at(-1)![1])) shifts.push([from, end])
    }
    return this.#days.oneOf(shifts)
  }

  #readHours(record: MpxRecord): void {
    const calendar = this.calendars.at(-1)
    const day = Number(record[1])
    if (calendar === undefined || !(day >= 1 && day <= DAYS)) return
    const at = (day + 5) % DAYS
    // hours stand beside days that work
    if (calendar.week[at] === undefined || calendar.week[at]!.length > 0)
      calendar.week[at] = this.#shifts(record.slice(2))
  }

  #readException(record: MpxRecord): void {
    const calendar = this.calendars.at(-1)
    const [firstDay, lastDay] = [this.#settings.day(record[1]), this.#settings.day(record[2] || record[1])]
    if (calendar === undefined || !(firstDay <= lastDay)) return
    const times = this.#shifts(record.slice(4))
    const shifts = record[3]?.trim() === '1' ? (times.length === 0 ? STANDARD_DAY : times) : []
    this.#days.expand({ ...newRule(), firstDay, lastDay }, shifts, this.#layers)
    calendar.exceptions = this.#days.laid(this.#layers)
  }

  #readResource(record: MpxRecord): void {
    const at = (field: number): string => record[this.#resourceFields.indexOf(field)] ?? ''
    const id = Number(at(RESOURCE.id))
    const uid = Number(at(RESOURCE.uid)) || id
    if (!(uid > 0)) return
    const most = this.#settings.number(at(RESOURCE.units))
    const title = at(RESOURCE.name)
    const resource = msResource({ uid, title, type: 'labour', calendarUid: Number.NaN, most, periods: [] })
    this.#lastResource = resource
    this.resources.set(uid, resource)
    this.#uidOfResource.set(id, uid)
  }

  #beginTask(record: MpxRecord): void {
    const fields = this.#taskFields
    const id = Number(record[fields.indexOf(TASK.id)])
    const uid = Number(record[fields.indexOf(TASK.uid)] || Number.NaN)
    this.#lastTaskUid = Number.isNaN(uid) ? id : uid
    if (!this.#uidOfTask.has(id)) this.#uidOfTask.set(id, this.#lastTaskUid)
    if (this.#lastTaskUid > 0) this.#rows.push({ record, fields, notes: '' })
  }

  #readAssignment(record: MpxRecord): void {
    const id = Number(record[ASSIGNMENT.resource])
    const uid = Number(record[ASSIGNMENT.uid]) || (this.#uidOfResource.get(id) ?? Number.NaN)
    if (Number.isNaN(uid) || Number.isNaN(this.#lastTaskUid)) return
    const values = ASSIGNMENT_VALUES.map(() => Number.NaN)
    const [work, actual] = ASSIGNMENT_SPANS.map(
      place => (this.#settings.span(record[place])?.minutes ?? Number.NaN) / 60,
    )
    Object.assign(values, [work, actual, work - actual])
    this.assignments.push(this.#lastTaskUid, uid, this.#settings.number(record[ASSIGNMENT.units]), 0, values)
  }

  #readTask(record: MpxRecord, fields: readonly number[], notes: string): void {
    const tasks = this.#tasks
    const settings = this.#settings
    tasks.begin()
    const { slots, baseline } = tasks
    const { values } = slots
    baseline.clear()
    const textOf = new Map(fields.map((field, place) => [field, record[place] ?? '']))
    const text = (field: number): string => textOf.get(field) ?? ''
    const id = Number(text(TASK.id))
    values[V.ID] = id
    values[V.UID] = Number(text(TASK.uid)) || id
    values[V.IsSubproject] = text(TASK.subproject) === '' ? 0 : 1
    setText(slots, NAME, text(TASK.name))
    setText(slots, WBS, text(TASK.code))
    for (const [field, slot, isStart] of DATES) setMoment(slots, slot, settings.moment(text(field), isStart))
    for (const [field, slot] of NUMBERS) values[slot] = settings.number(text(field))
    for (const [field, slot] of FLAGS) values[slot] = isYes(text(field)) ? 1 : 0
    for (const [field, slot, scale] of SPANS) values[slot] = (settings.span(text(field))?.minutes ?? Number.NaN) * scale
    values[V.DurationFormat] = settings.span(text(40))?.format ?? Number.NaN
    if (text(40).trim() !== '' && Number.isNaN(values[V.DurationFormat]))
      this.#warnings.add('durations_left_out', 'Durations whose units are not English were left out.')
    this.#readCustom(text, notes)
    values[V.LevelingDelayFormat] = settings.span(text(92))?.format ?? Number.NaN
    values[V.Cost] = settings.number(text(TASK.cost)) * COST_SCALE
    this.#readConstraint(slots, text)
    setMoment(baseline, BASELINE_START, settings.moment(text(56), true))
    setMoment(baseline, BASELINE_FINISH, settings.moment(text(57), false))
    baseline.values[BASELINE_DURATION] = settings.span(text(41))?.minutes ?? Number.NaN
    const cost = settings.number(text(TASK.baselineCost))
    if (cost > 0) baseline.values[BASELINE_COST] = cost * COST_SCALE
    tasks.hasBaseline = !Number.isNaN(settings.day(text(56)))
    this.#readLinks(text(TASK.predecessorUids), true)
    if (text(TASK.predecessorUids) === '') this.#readLinks(text(TASK.predecessors), false)
    tasks.end()
  }

  #readCustom(text: (field: number) => string, notes: string): void {
    const { customFields, rows } = this.#tasks
    for (const { run, field, name } of CUSTOM) {
      const written = text(field)
      if (written === '') continue
      const number = run === NUMBERS_OF_PLANNER ? this.#settings.number(written) || '' : written
      customFields.give(rows.count, name, run === FLAGS_OF_PLANNER ? (isYes(written) ? '1' : '') : String(number))
    }
    const words = notes.replaceAll(LINE_END, '\n').trim()
    customFields.give(rows.count, NOTES, words.slice(0, CODE_VALUE_LENGTH_MAX))
    if (words.length > CODE_VALUE_LENGTH_MAX) this.#warnings.add('notes_cut', NOTES_CUT)
  }

  #readConstraint(slots: TaskKeeper['slots'], text: (field: number) => string): void {
    const word = text(TASK.constraint).trim().toLowerCase()
    if (word === '') return
    const named = CONSTRAINTS.indexOf(word)
    const type = named >= 0 ? named : /^\d$/.test(word) ? Number(word) : Number.NaN
    slots.values[V.ConstraintType] = type
    if (Number.isNaN(type))
      this.#warnings.add('constraint_unknown', 'Constraints whose words are not English were read as none.')
    else setMoment(slots, D.ConstraintDate, this.#settings.moment(text(68), !FINISHES.includes(type)))
  }

  /** "3", "5SS+2d", "7FF-50%": what each follows, by its number in the list or its own. */
  #readLinks(text: string, isUid: boolean): void {
    const { links, rows } = this.#tasks
    for (const part of text.split(this.#settings.separator)) {
      const found = /^\s*(\d+)\s*([a-z]{2})?\s*([+-].*)?$/i.exec(part)
      if (found === null) {
        if (part.trim() !== '') this.#warnings.add('links_left_out', 'Links that could not be read were left out.')
        continue
      }
      const uid = isUid ? Number(found[1]) : (this.#uidOfTask.get(Number(found[1])) ?? Number.NaN)
      const type = found[2] === undefined ? FINISH_TO_START : LINK_TYPES.indexOf(found[2].toUpperCase())
      const lag = this.#settings.span(found[3])
      const isPercent = lag !== undefined && lag.format >= 19
      const amount = lag === undefined ? 0 : lag.minutes * (isPercent ? 1 : 10)
      links.push(rows.count, uid, false, type < 0 ? FINISH_TO_START : type, amount, lag?.format ?? 7)
    }
  }
}

function setText(slots: TaskKeeper['slots'], slot: number, text: string): void {
  if (text === '') return
  const bytes = Buffer.from(text)
  slots.setText(slot, bytes, 0, bytes.length)
}
