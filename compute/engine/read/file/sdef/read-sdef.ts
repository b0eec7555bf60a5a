/**
 * A file of the Standard Data Exchange Format to a schedule. Work days have eight hours, since the format knows whole days alone. Codes have the names that UFGS 01 32 01.00 10
 * gives them in P6.
 */
import type { MappedField } from '../../../../../shared/contract/deliverables/mapping.ts'
import { SDEF_RECORDS, type SdefRecord } from '../../../../../shared/contract/deliverables/sdef-fields.ts'
import { SDEF_MAPPED } from '../../../../../shared/contract/deliverables/sdef-request.ts'
import type { Refusal } from '../../../../../shared/contract/errors.ts'
import { WEEKDAYS } from '../../../../../shared/contract/schedule/calendars.ts'
import { formatDay } from '../../../../../shared/contract/schedule/day.ts'
import { CONSTRAINT_TYPES, RELATION_TYPES, TASK_TYPES } from '../../../../../shared/contract/schedule/fields.ts'
import { CodeValues } from '../../code-values.ts'
import { ColumnsBuilder, fieldIndex } from '../../columns-builder.ts'
import { FileCodes } from '../file-codes.ts'
import { FileLinks, type FileOptions, type FileSchedule, refuseFile, setText } from '../file-schedule.ts'
import { ImportWarnings } from '../import-warnings.ts'
import { scheduledBy } from '../scheduled-by.ts'
import { parseSdefDate } from './sdef-values.ts'

const F = {
  id: fieldIndex('id'),
  name: fieldIndex('name'),
  duration: fieldIndex('duration_days'),
  remaining: fieldIndex('remaining_duration_days'),
  percent: fieldIndex('percent_complete'),
  cost: fieldIndex('budgeted_cost'),
  totalFloat: fieldIndex('total_float_days'),
  calendar: fieldIndex('calendar_id'),
  type: fieldIndex('task_type'),
  constraint: fieldIndex('constraint_type'),
  constraintDate: fieldIndex('constraint_date'),
}
const DATES = (
  ['actual_start', 'actual_finish', 'early_start', 'early_finish', 'late_start', 'late_finish'] as const
).map(name => [name, fieldIndex(name)] as const)
/** Columns of a record that become codes of the activity. */
const codesOf = (record: SdefRecord) =>
  SDEF_MAPPED.flatMap((row: MappedField) =>
    row.code !== undefined && SDEF_RECORDS[record].some(({ name }) => name === row.name)
      ? [{ name: row.name, code: row.code, isNumber: row.isNumber === true }]
      : [],
  )
const CODES = { ACTV: codesOf('ACTV'), UNIT: codesOf('UNIT'), PROG: codesOf('PROG') }
/** Of costs, 0 is what is written for none. */
const ZERO = /^0*(?:\.0*)?$/
const CONSTRAINTS: Readonly<Record<string, number>> = {
  ES: 1 + CONSTRAINT_TYPES.indexOf('SNET'),
  LF: 1 + CONSTRAINT_TYPES.indexOf('FNLT'),
}
const LINKS: Readonly<Record<string, number>> = {
  C: RELATION_TYPES.indexOf('FS'),
  S: RELATION_TYPES.indexOf('SS'),
  F: RELATION_TYPES.indexOf('FF'),
}
const WITHOUT_VALUES = ['', 'VOLM', 'END']
const LOE = 1 + TASK_TYPES.indexOf('loe')
const HOURS = [['08:00', '16:00']]

interface SdefCalendar {
  readonly id: string
  readonly name: string
  readonly hours_per_day: number
  readonly work_week: Readonly<Record<string, readonly (readonly string[])[]>>
  readonly exceptions: { readonly date: string }[]
}

export const readSdef = (body: Uint8Array, { project }: FileOptions = {}): FileSchedule | Refusal =>
  new SdefReader(body.length).read(
    Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1'),
    project,
  )

class SdefReader {
  readonly #builder: ColumnsBuilder
  readonly #warnings = new ImportWarnings()
  readonly #links = new FileLinks()
  readonly #codes: FileCodes
  readonly #rowOf = new Map<string, number>()
  /** Activities that have a UNIT record. */
  readonly #measured = new Set<number>()
  readonly #calendars: SdefCalendar[] = []
  /** Links wait until all activities are known. */
  readonly #waiting: string[] = []
  readonly #durations: number[] = []
  readonly #members: Record<string, unknown> = {}
  #project: { id: string; name: string } = { id: '', name: '' }
  #count = 0
  #left = 0

  constructor(byteCount: number) {
    this.#builder = new ColumnsBuilder(byteCount)
    this.#codes = new FileCodes(new CodeValues(this.#builder))
  }

  read(text: string, project: string | undefined): FileSchedule | Refusal {
    for (const line of text.split(/\r?\n/)) this.#line(line)
    if (project !== undefined && project !== '' && ![this.#project.id, this.#project.name].includes(project))
      return refuseFile(
        ['query', 'project'],
        'enum',
        `project must name the one project of the file: ${JSON.stringify(this.#project.id)}.`,
      )
    if (this.#count === 0)
      return refuseFile(['body', 'ACTV'], 'length', 'The file has no ACTV record that could be read.')
    this.#link()
    this.#codes.finish(this.#count, this.#warnings)
    this.#warnings.add(
      'rows_left_out',
      'Records that the format does not have, or whose activity is not there, were left out.',
      this.#left,
    )
    this.#warnings.giveFaults(this.#builder.faults)
    const columns = this.#links.finish(this.#builder, this.#count)
    const members = {
      ...this.#members,
      ...(this.#calendars.length === 0
        ? {}
        : { calendars: this.#calendars, default_calendar_id: this.#calendars[0].id }),
    }
    return {
      columns,
      members,
      report: {
        format: 'sdef',
        format_version: null,
        encoding: 'latin1',
        project_id: this.#project.id || null,
        project_name: this.#project.name || null,
        ...scheduledBy(members),
        counts: {
          tasks: columns.taskCount,
          links: columns.links.task.length,
          calendars: this.#calendars.length,
          resources: 0,
          rows_left_out: this.#left,
        },
        warnings: this.#warnings.list,
      },
    }
  }

  #line(line: string): void {
    const record = line.slice(0, 4).trimEnd()
    if (record === 'PROJ') this.#readProject(line)
    else if (record === 'CLDR') this.#readCalendar(line)
    else if (record === 'HOLI') this.#readHolidays(line)
    else if (record === 'ACTV') this.#readActivity(line)
    else if (record === 'PRED') this.#waiting.push(line)
    else if (record === 'PROG') this.#readProgress(line)
    else if (record === 'UNIT') this.#readUnit(line)
    else if (!WITHOUT_VALUES.includes(record)) this.#left++
  }

  #readProject(line: string): void {
    const at = valuesOf('PROJ', line)
    this.#project = { id: at('project_id'), name: at('project_name') }
    const [data, start, finish] = ['data_date', 'project_start', 'project_finish'].map(name => parseSdefDate(at(name)))
    if (data !== undefined) this.#members.status_date = formatDay(data)
    if (start !== undefined) this.#members.project_start = formatDay(start)
    if (finish !== undefined) this.#members.must_finish_by = formatDay(finish)
  }

  #readCalendar(line: string): void {
    const at = valuesOf('CLDR', line)
    const days = at('work_days')
    // Sunday first
    const week = WEEKDAYS.map((name, d) => [name, days[(d + 1) % WEEKDAYS.length] === 'Y' ? HOURS : []] as const)
    if (this.#calendars.some(({ id }) => id === at('calendar_code')) || !days.includes('Y')) {
      this.#left++
      return
    }
    this.#calendars.push({
      id: at('calendar_code'),
      name: at('description') || at('calendar_code'),
      hours_per_day: 8,
      work_week: Object.fromEntries(week),
      exceptions: [],
    })
  }

  #readHolidays(line: string): void {
    const at = valuesOf('HOLI', line)
    const calendar = this.#calendars.find(({ id }) => id === at('calendar_code'))
    for (const text of at('dates').split(/ +/)) {
      const day = parseSdefDate(text)
      const date = day === undefined ? undefined : formatDay(day)
      if (calendar === undefined || date === undefined) this.#left++
      else if (!calendar.exceptions.some(known => known.date === date)) calendar.exceptions.push({ date })
    }
  }

  #readActivity(line: string): void {
    const at = valuesOf('ACTV', line)
    const id = at('activity_id')
    if (id === '' || this.#rowOf.has(id)) {
      this.#left++
      return
    }
    const row = this.#count++
    const builder = this.#builder
    this.#rowOf.set(id, row)
    setText(builder, row, F.id, id)
    setText(builder, row, F.name, at('description'))
    const duration = wholeOf(at('duration'))
    this.#durations.push(duration)
    if (duration >= 0) builder.numbers(F.duration).set(row, duration)
    setText(builder, row, F.calendar, at('calendar_code'), true)
    if (at('hammock') === 'Y') builder.bytes(F.type).set(row, LOE)
    const [constraint, day] = [CONSTRAINTS[at('constraint_type')], parseSdefDate(at('constraint_date'))]
    if (constraint !== undefined && day !== undefined) {
      builder.bytes(F.constraint).set(row, constraint)
      builder.days(F.constraintDate).set(row, day)
    }
    this.#addCodes('ACTV', row, at)
  }

  #addCodes(record: keyof typeof CODES, row: number, at: (name: string) => string): void {
    for (const { name, code, isNumber } of CODES[record]) {
      const value = at(name)
      if (value === '' || (record === 'PROG' && ZERO.test(value))) continue
      if (isNumber && !(Number(value) >= 0))
        this.#warnings.add('values_left_out', 'Numbers below 0, or that are none, were left out.')
      else this.#codes.add(row, code, value)
    }
  }

  #readUnit(line: string): void {
    const at = valuesOf('UNIT', line)
    const row = this.#rowOf.get(at('activity_id'))
    if (row === undefined) this.#left++
    else if (this.#measured.has(row))
      this.#warnings.add('units_left_out', 'Of several UNIT records of one activity the first is read.')
    else {
      this.#measured.add(row)
      this.#addCodes('UNIT', row, at)
    }
  }

  #readProgress(line: string): void {
    const at = valuesOf('PROG', line)
    const row = this.#rowOf.get(at('activity_id'))
    if (row === undefined) {
      this.#left++
      return
    }
    const builder = this.#builder
    for (const [name, field] of DATES) {
      const day = parseSdefDate(at(name))
      if (day !== undefined) builder.days(field).set(row, day)
    }
    const remaining = wholeOf(at('remaining_duration'))
    const duration = this.#durations[row]
    const isFinished = at('actual_finish') !== ''
    if (at('actual_start') !== '' && remaining >= 0) {
      if (!isFinished) builder.numbers(F.remaining).set(row, remaining)
      const done = duration > 0 ? Math.max(0, 100 * (1 - remaining / duration)) : 0
      builder.numbers(F.percent).set(row, isFinished ? 100 : done)
    }
    this.#addCodes('PROG', row, at)
    const cost = Number(at('cost') || Number.NaN)
    if (cost > 0) builder.numbers(F.cost).set(row, cost)
    const float = wholeOf(at('total_float'))
    if (!Number.isNaN(float)) builder.numbers(F.totalFloat).set(row, at('float_sign') === '-' ? -float : float)
  }

  #link(): void {
    for (const line of this.#waiting) {
      const at = valuesOf('PRED', line)
      const [successor, predecessor] = [this.#rowOf.get(at('activity_id')), this.#rowOf.get(at('predecessor_id'))]
      const type = LINKS[at('type')]
      if (successor === undefined || predecessor === undefined || type === undefined) this.#left++
      else this.#links.add(successor, predecessor, type, wholeOf(at('lag')) || 0)
    }
  }
}

/** The value of a column of a line; behind its end there is none. */
function valuesOf<Of extends SdefRecord>(record: Of, line: string): (name: string) => string {
  return name => {
    const { from, to } = PLACES.get(`${record}.${name}`)!
    return line.slice(from - 1, to).trim()
  }
}

const PLACES = new Map(
  Object.entries(SDEF_RECORDS).flatMap(([record, fields]) =>
    fields.map(({ name, from, to }) => [`${record}.${name}`, { from, to }] as const),
  ),
)

const WHOLE = /^[+-]?\d{1,4}$/
const wholeOf = (text: string): number => (WHOLE.test(text) ? Number(text) : Number.NaN)
