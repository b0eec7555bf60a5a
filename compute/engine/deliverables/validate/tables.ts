/** Records of JSON held against the rows of their table: members, kinds, bounds, values, keys. */
import type { TableField, TableRow } from '../../../../shared/contract/deliverables/table-fields.ts'
import { parseDay } from '../../../../shared/contract/schedule/day.ts'
import { describe } from '../../../../shared/contract/schedule/text.ts'
import type { FileFaults } from './faults.ts'

export type JsonRecord = Readonly<Record<string, unknown>>

export interface TableRules {
  /** Numbers and booleans may be texts, as some writers have them, and null is as good as absent. */
  readonly isLoose: boolean
  /** Other names of fields: "Table.Name" -> name. */
  readonly aliases: Readonly<Record<string, string>>
}

const DATE = /^\d{4}-\d{2}-\d{2}$/
/** RFC 3339: a time has a zone. */
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/
const NUMBER = /^-?\d{1,30}(?:\.\d{1,30})?$/

/** The records, with their fields by the names of the rows. Of what is no table, none. */
export function checkTable(
  row: TableRow,
  value: unknown,
  rules: TableRules,
  faults: FileFaults,
): readonly JsonRecord[] {
  const { name, isSingle, rowsMin } = row
  const list = isSingle && !rules.isLoose ? [value] : value
  if (!Array.isArray(list)) {
    faults.add('error', name, null, 'kind', `${name} must be a list of records.`)
    return []
  }
  if (isSingle && list.length !== 1)
    faults.add('error', name, null, 'singleton', `${name} must have exactly one record, and has ${list.length}.`)
  if (list.length < rowsMin)
    faults.add(
      'error',
      name,
      null,
      'rows',
      `${name} must have at least ${rowsMin} ${rowsMin === 1 ? 'record' : 'records'}, or be left out.`,
    )
  const checker = new TableChecker(row, rules, faults)
  return list.flatMap((record, n) => checker.check(record, n + 1))
}

class TableChecker {
  readonly #row: TableRow
  readonly #rules: TableRules
  readonly #faults: FileFaults
  readonly #fields: ReadonlyMap<string, TableField>
  readonly #required: readonly TableField[]
  readonly #keys: readonly TableField[]
  readonly #seen = new Set<string>()

  constructor(row: TableRow, rules: TableRules, faults: FileFaults) {
    this.#row = row
    this.#rules = rules
    this.#faults = faults
    this.#fields = new Map(row.fields.map(field => [field.name, field]))
    this.#required = row.fields.filter(({ isRequired }) => isRequired)
    this.#keys = row.fields.filter(({ isKey }) => isKey)
  }

  check(sent: unknown, n: number): JsonRecord[] {
    const { name, isOpen } = this.#row
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
      this.#faults.add('error', name, null, 'kind', 'A record must be an object.', n, sent)
      return []
    }
    const record = this.#renamed(sent as JsonRecord)
    for (const member in record) {
      const field = this.#fields.get(member)
      if (field !== undefined) this.#value(field, record[member], n)
      else if (!isOpen)
        this.#faults.add('error', name, member, 'unknown', `${name} has no such field.`, n, record[member])
    }
    for (const field of this.#required) {
      const value = record[field.name]
      if (value === undefined || (this.#rules.isLoose && value === null))
        this.#faults.add('error', name, field.name, 'missing', 'The field is required.', n)
    }
    this.#key(record, n)
    return [record]
  }

  #renamed(record: JsonRecord): JsonRecord {
    const { aliases } = this.#rules
    if (!Object.keys(record).some(member => aliases[`${this.#row.name}.${member}`] !== undefined)) return record
    return Object.fromEntries(
      Object.entries(record).map(([member, value]) => [aliases[`${this.#row.name}.${member}`] ?? member, value]),
    )
  }

  #key(record: JsonRecord, n: number): void {
    if (this.#keys.length === 0) return
    let key = ''
    for (const { name } of this.#keys) {
      const value = record[name] ?? null
      key += typeof value === 'string' ? `${value}\n` : `${describe(value)}\t\n`
    }
    if (this.#seen.has(key))
      this.#faults.add(
        'error',
        this.#row.name,
        this.#keys.map(({ name }) => name).join('+'),
        'key',
        'Two records have one key.',
        n,
        this.#keys.map(({ name }) => describe(record[name] ?? null)).join(' '),
      )
    this.#seen.add(key)
  }

  #value(field: TableField, sent: unknown, n: number): void {
    if (sent === null && this.#rules.isLoose) return
    const fault = (rule: string, text: string): void =>
      this.#faults.add('error', this.#row.name, field.name, rule, text, n, sent)
    const value = this.#rules.isLoose ? loose(field, sent) : sent
    const { kind, values, min, max } = field
    switch (kind) {
      case 'text':
        if (typeof value !== 'string') fault('kind', 'It must be a text.')
        else if (value.length < min) fault('length', 'It must not be empty: leave the field out.')
        else if (value.length > max) fault('length', `It must have at most ${max} characters.`)
        return
      case 'flag':
        if (typeof value !== 'string' || !values.includes(value))
          fault('values', `It must be one of ${values.join(', ')}.`)
        return
      case 'date':
        if (typeof value !== 'string' || !DATE.test(value) || parseDay(value) === undefined)
          fault('format', 'It must be a date, yyyy-mm-dd.')
        return
      case 'time':
        if (typeof value !== 'string' || !TIME.test(value))
          fault('format', 'It must be a time with seconds and a zone, such as 08:00:00Z.')
        return
      case 'bool':
        if (typeof value !== 'boolean') fault('kind', 'It must be true or false.')
        return
      default:
        if (typeof value !== 'number') fault('kind', 'It must be a number.')
        else if (kind === 'int' && !Number.isInteger(value)) fault('kind', 'It must be a whole number.')
        else if (kind === 'cent' && !isCent(value)) fault('places', 'It must be a multiple of 0.01.')
        else if (value < min || value > max) fault('bounds', `It must be ${boundsOf(min, max)}.`)
    }
  }
}

/** As it is written: 0.07 is one. */
function isCent(value: number): boolean {
  const hundred = value * 100
  return Math.abs(hundred - Math.round(hundred)) <= 1e-6 * Math.max(1, Math.abs(hundred) * 1e-6)
}

const boundsOf = (min: number, max: number): string =>
  max === Number.POSITIVE_INFINITY
    ? `at least ${min}`
    : min === Number.NEGATIVE_INFINITY
      ? `at most ${max}`
      : `from ${min} to ${max}`

function loose({ kind }: TableField, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (kind === 'bool') return value === 'true' ? true : value === 'false' ? false : value
  if ((kind === 'int' || kind === 'number' || kind === 'cent') && NUMBER.test(value)) return Number(value)
  return value
}
