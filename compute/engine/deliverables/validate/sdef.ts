/** A file of the Standard Data Exchange Format: widths, order, columns, references, dates. */
import {
  SDEF_RECORD_NAMES,
  SDEF_RECORDS,
  SDEF_WIDTH,
  type SdefField,
  type SdefRecord,
} from '../../../../shared/contract/deliverables/sdef-fields.ts'
import { parseSdefDate } from '../../read/file/sdef/sdef-values.ts'
import { CONSTRAINT, FINISH_FIRST, type FileFaults, LinkCycles, NEGATIVE, NOTHING_LEFT } from './faults.ts'

const ORDER: readonly string[] = [...SDEF_RECORD_NAMES, 'END']
const DECIMAL = /^-?\d{1,13}(?:\.\d{1,4})?$/
const WHOLE = /^[+-]?\d{1,4}$/

const PAIRS = [
  ['early_start', 'early_finish'],
  ['late_start', 'late_finish'],
  ['actual_start', 'actual_finish'],
] as const
const AFTER_DATA_DATE = 'Actual dates lie after the data date.'

type Values = ReadonlyMap<string, string>

export function checkSdef(text: string, faults: FileFaults): ReadonlyMap<string, number> {
  return new SdefChecker(faults).check(text)
}

class SdefChecker {
  readonly #faults: FileFaults
  readonly #counts = new Map<string, number>()
  readonly #activities = new Set<string>()
  readonly #predecessors = new Set<string>()
  readonly #cycles = new LinkCycles()
  readonly #links = new Set<string>()
  readonly #progress = new Set<string>()
  readonly #calendars = new Set<string>()
  #dataDate = Number.NaN
  #latest = 0

  constructor(faults: FileFaults) {
    this.#faults = faults
  }

  check(text: string): ReadonlyMap<string, number> {
    const lines = text.split(/\r?\n/)
    if (lines.at(-1) === '') lines.pop()
    const first = text.search(/(?<!\r)\n/)
    if (first >= 0) {
      const line = text.slice(0, first).split('\n').length
      this.#faults.add('warning', 'line', null, 'end', 'A line should end in CRLF.', line)
    }
    for (const [n, line] of lines.entries()) this.#line(line, n + 1)
    if (lines.at(-1)?.trimEnd() !== 'END')
      this.#faults.add('error', 'END', null, 'order', 'The last line must be END.', lines.length)
    for (const record of ['VOLM', 'PROJ', 'CLDR', 'ACTV'])
      if (!this.#counts.has(record)) this.#faults.add('error', record, null, 'missing', 'The record is required.')
    for (const id of this.#activities)
      if (!this.#progress.has(id))
        this.#faults.add('error', 'PROG', 'activity_id', 'reference', 'An activity has no PROG record.', null, id)
    let [heads, count] = [0, 0]
    for (const id of this.#activities) {
      count++
      if (!this.#predecessors.has(id)) heads++
    }
    this.#cycles.tell(this.#faults, 'PRED', 'predecessor_id')
    if (count > 0 && heads !== 1)
      this.#faults.add(
        'warning',
        'PRED',
        'activity_id',
        'network',
        `${heads} activities have no predecessor; one should.`,
      )
    return this.#counts
  }

  #line(line: string, n: number): void {
    const name = line.slice(0, 4).trimEnd()
    const place = ORDER.indexOf(name)
    if (place >= 0) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
    else {
      this.#faults.add(
        'error',
        name === '' ? 'line' : name,
        null,
        'record',
        'There is no such record.',
        n,
        line.slice(0, 20),
      )
      return
    }
    // a calendar and its days off may alternate
    if (place < this.#latest && name !== 'CLDR')
      this.#faults.add('error', name, null, 'order', `The record stands behind ${ORDER[this.#latest]}.`, n)
    this.#latest = Math.max(this.#latest, place)
    if (!/^[ -~]*$/.test(line)) this.#faults.add('error', name, null, 'text', 'A line must be printable ASCII.', n)
    if (line.length > SDEF_WIDTH)
      this.#faults.add('error', name, null, 'width', `A line has ${SDEF_WIDTH} columns.`, n, String(line.length))
    else if (line.length < SDEF_WIDTH)
      this.#faults.add(
        'warning',
        name,
        null,
        'width',
        `A line should be filled up to ${SDEF_WIDTH} columns.`,
        n,
        String(line.length),
      )
    if (name === 'END') return
    const record = name as SdefRecord
    const values = new Map(
      SDEF_RECORDS[record].map(field => [field.name as string, this.#field(record, field, line, n)]),
    )
    this.#gaps(record, line, n)
    RULES[record]?.call(this, values, n)
  }

  #field(record: SdefRecord, field: SdefField, line: string, n: number): string {
    const { name, from, to, kind, values, decimals, isRequired } = field
    const raw = line.slice(from - 1, to)
    const value = raw.trim()
    const fault = (rule: string, text: string): void => this.#faults.add('error', record, name, rule, text, n, raw)
    if (value === '') {
      if (isRequired) fault('missing', 'The column is required.')
      return ''
    }
    if (kind === 'date' && parseSdefDate(value) === undefined)
      fault('format', 'It must be a date, DDMMMYY in upper case.')
    if (kind === 'number' && !WHOLE.test(value)) fault('kind', 'It must be a whole number.')
    if (kind === 'decimal' && !DECIMAL.test(value)) fault('kind', `It must be a number with ${decimals} places.`)
    if (kind === 'flag' && values?.includes(value) !== true) fault('values', `It must be one of ${values?.join(', ')}.`)
    if (kind === 'text' && raw.startsWith(' ') && name !== 'activity_id' && name !== 'predecessor_id')
      fault('alignment', 'A text begins in the first of its columns.')
    if ((kind === 'number' || kind === 'decimal') && raw.endsWith(' ') && line.length >= to)
      fault('alignment', 'A number ends in the last of its columns.')
    if (kind === 'dates')
      for (const day of value.split(/ +/))
        if (parseSdefDate(day) === undefined) fault('format', 'It must be dates, DDMMMYY in upper case.')
    return value
  }

  /** What stands between the columns of a record belongs to nothing. */
  #gaps(record: SdefRecord, line: string, n: number): void {
    let end = 4
    for (const { from, to } of SDEF_RECORDS[record]) {
      if (line.slice(end, from - 1).trim() !== '')
        this.#faults.add(
          'error',
          record,
          null,
          'columns',
          'Something stands between two columns.',
          n,
          line.slice(end, from - 1),
        )
      end = to
    }
    if (line.slice(end).trim() !== '')
      this.#faults.add('error', record, null, 'columns', 'Something stands behind the last column.', n, line.slice(end))
  }

  project(values: Values, n: number): void {
    if (this.#counts.get('PROJ')! > 1) this.#faults.add('error', 'PROJ', null, 'unique', 'The record comes once.', n)
    this.#inOrder('PROJ', ['project_start', 'project_finish'], values, n)
    this.#dataDate = parseSdefDate(values.get('data_date') ?? '') ?? Number.NaN
  }

  calendar(values: Values, n: number): void {
    const code = values.get('calendar_code')!
    if (this.#calendars.has(code))
      this.#faults.add('error', 'CLDR', 'calendar_code', 'key', 'Two calendars have one code.', n, code)
    this.#calendars.add(code)
    const days = values.get('work_days')!
    if (!/^[YN]{7}$/.test(days))
      this.#faults.add(
        'error',
        'CLDR',
        'work_days',
        'values',
        'It must be seven letters Y or N, Sunday first.',
        n,
        days,
      )
  }

  holidays(values: Values, n: number): void {
    this.#knownCalendar('HOLI', values, n)
  }

  activity(values: Values, n: number): void {
    const id = values.get('activity_id')!
    if (this.#activities.has(id))
      this.#faults.add('error', 'ACTV', 'activity_id', 'key', 'Two activities have one id.', n, id)
    this.#activities.add(id)
    this.#knownCalendar('ACTV', values, n)
    this.#notNegative('ACTV', ['duration', 'workers_per_day'], values, n)
    if ((values.get('constraint_date') === '') !== (values.get('constraint_type') === ''))
      this.#faults.add('error', 'ACTV', 'constraint_type', 'constraint', CONSTRAINT, n, id)
  }

  #knownCalendar(record: 'HOLI' | 'ACTV', values: Values, n: number): void {
    const code = values.get('calendar_code')!
    if (code !== '' && !this.#calendars.has(code))
      this.#faults.add(
        'error',
        record,
        'calendar_code',
        'reference',
        'CLDR has no such calendar before this line.',
        n,
        code,
      )
  }

  link(values: Values, n: number): void {
    const id = values.get('activity_id')!
    this.#predecessors.add(id)
    const key = `${id} ${values.get('predecessor_id')} ${values.get('type')}`
    if (this.#links.has(key))
      this.#faults.add('error', 'PRED', 'predecessor_id', 'key', 'Two PRED records are of one link.', n, key)
    this.#links.add(key)
    this.#cycles.add(id, values.get('predecessor_id'))
    for (const field of ['activity_id', 'predecessor_id'] as const) this.#known('PRED', field, values.get(field)!, n)
    if (id !== '' && id === values.get('predecessor_id'))
      this.#faults.add('error', 'PRED', 'predecessor_id', 'reference', 'An activity does not precede itself.', n, id)
  }

  unit(values: Values, n: number): void {
    this.#known('UNIT', 'activity_id', values.get('activity_id')!, n)
  }

  progress(values: Values, n: number): void {
    const id = values.get('activity_id')!
    this.#known('PROG', 'activity_id', id, n)
    if (this.#progress.has(id))
      this.#faults.add('error', 'PROG', 'activity_id', 'key', 'Two PROG records are of one activity.', n, id)
    this.#progress.add(id)
    const warn = (field: string, text: string): void =>
      this.#faults.add('warning', 'PROG', field, 'progress', text, n, `${id}: ${values.get(field)}`)
    const [begun, ended] = [values.get('actual_start')!, values.get('actual_finish')!].map(parseSdefDate)
    this.#notNegative('PROG', ['remaining_duration', 'total_float'], values, n)
    for (const pair of PAIRS) this.#inOrder('PROG', pair, values, n)
    if (ended !== undefined && begun === undefined) warn('actual_finish', 'Finished work needs an actual start.')
    if (ended !== undefined && Number(values.get('remaining_duration')) > 0) warn('remaining_duration', NOTHING_LEFT)
    if ((begun ?? 0) > this.#dataDate) warn('actual_start', AFTER_DATA_DATE)
    else if ((ended ?? 0) > this.#dataDate) warn('actual_finish', AFTER_DATA_DATE)
    if (Number(values.get('cost_to_date')) > Number(values.get('cost')))
      warn('cost_to_date', 'The cost to date is more than the cost.')
    if ((values.get('total_float') === '') !== (values.get('float_sign') === ''))
      this.#faults.add('error', 'PROG', 'float_sign', 'constraint', 'A float has a sign and a number.', n, id)
  }

  /** A float has its sign in a column of its own. */
  #notNegative(record: SdefRecord, fields: readonly string[], values: Values, n: number): void {
    for (const field of fields)
      if (Number(values.get(field)) < 0)
        this.#faults.add(
          'warning',
          record,
          field,
          'bounds',
          field === 'total_float' ? 'A float is not below 0 beside its sign.' : NEGATIVE,
          n,
          values.get(field),
        )
  }

  #inOrder(record: SdefRecord, [from, to]: readonly [string, string], values: Values, n: number): void {
    const [start, finish] = [values.get(from)!, values.get(to)!]
    if ((parseSdefDate(start) ?? Number.NaN) > (parseSdefDate(finish) ?? Number.NaN))
      this.#faults.add('warning', record, to, 'dates', FINISH_FIRST, n, `${finish}, ${start}`)
  }

  #known(record: SdefRecord, field: string, id: string, n: number): void {
    if (id !== '' && !this.#activities.has(id))
      this.#faults.add('error', record, field, 'reference', 'ACTV has no such activity.', n, id)
  }
}

const RULES: { readonly [Record in SdefRecord]?: (this: SdefChecker, values: Values, n: number) => void } = {
  PROJ: SdefChecker.prototype.project,
  CLDR: SdefChecker.prototype.calendar,
  HOLI: SdefChecker.prototype.holidays,
  ACTV: SdefChecker.prototype.activity,
  PRED: SdefChecker.prototype.link,
  UNIT: SdefChecker.prototype.unit,
  PROG: SdefChecker.prototype.progress,
}
