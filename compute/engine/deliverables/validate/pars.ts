/** Files of a CPP upload to PARS, by the rules of its public schema, and what must be equal in all of them. */
import { PARS_SCHEMA, PARS_TABLES } from '../../../../shared/contract/deliverables/pars-fields.ts'
import { SPD_DATE_FAULTS } from '../../../../shared/contract/deliverables/spd-fields.ts'
import { parseDay } from '../../../../shared/contract/schedule/day.ts'
import {
  CONSTRAINT,
  FINISH_FIRST,
  type FileFaults,
  ITSELF,
  LinkCycles,
  NEGATIVE,
  NEGATIVE_AMOUNT,
  NOTHING_LEFT,
} from './faults.ts'
import { parsed } from './parsed.ts'
import { checkTable, type JsonRecord, type TableRules } from './tables.ts'

const RULES: TableRules = { isLoose: false, aliases: {} }
const HEAD = ['$schema', 'PARSID', 'CPP_status_date'] as const
const FREE: readonly string[] = [...HEAD, 'controlled_designation']
/** Of the schema: three of the head and one data set. */
const MEMBERS_MIN = 4

export function checkPars(
  files: ReadonlyMap<string, Uint8Array>,
  faults: FileFaults,
): ReadonlyMap<string, readonly JsonRecord[]> {
  const tables = new Map<string, readonly JsonRecord[]>()
  const heads = new Map<string, string>()
  for (const [name, bytes] of files) {
    const value = parsed(bytes, name, faults)
    if (value === undefined) continue
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      faults.add('error', name, null, 'kind', 'A file must be one object.')
    else file(name, value as JsonRecord, tables, heads, faults)
  }
  if (files.size > 1 && tables.has('DS04') && !tables.has('DS05'))
    faults.add('warning', 'DS05', null, 'file', 'DS04 is here without DS05: its tasks have no links.')
  links(tables, faults)
  calendars(tables, faults)
  times(tables, heads.get('CPP_status_date'), faults)
  work(tables, faults)
  return tables
}

function file(
  name: string,
  members: JsonRecord,
  tables: Map<string, readonly JsonRecord[]>,
  heads: Map<string, string>,
  faults: FileFaults,
): void {
  for (const member of HEAD) {
    const value = members[member]
    if (value === undefined) faults.add('error', name, member, 'missing', 'The field is required.')
    else if (typeof value !== 'string') faults.add('error', name, member, 'kind', 'It must be a text.', null, value)
    else if ((heads.get(member) ?? value) !== value)
      faults.add('error', name, member, 'equal', 'It must be equal in all files.', null, value)
    else heads.set(member, value)
  }
  const { CPP_status_date: date, $schema: schema, controlled_designation: designation } = members
  if (typeof date === 'string' && (!/^\d{4}-\d{2}-\d{2}$/.test(date) || parseDay(date) === undefined))
    faults.add('error', name, 'CPP_status_date', 'format', 'It must be a date, yyyy-mm-dd.', null, date)
  if (typeof schema === 'string' && schema !== PARS_SCHEMA)
    faults.add(
      'warning',
      name,
      '$schema',
      'values',
      `It should be ${PARS_SCHEMA}, by which the file is checked.`,
      null,
      schema,
    )
  if (designation !== undefined && typeof designation !== 'string')
    faults.add('error', name, 'controlled_designation', 'kind', 'It must be a text.', null, designation)
  if (Object.keys(members).length < MEMBERS_MIN) faults.add('error', name, null, 'rows', 'A file must have a data set.')
  for (const member in members) {
    if (FREE.includes(member)) continue
    const row = PARS_TABLES.find(table => table.name === member)
    const called = /^DS\d{2}/.exec(name)?.[0]
    if (row !== undefined && called !== undefined && called !== member)
      faults.add('warning', name, member, 'file', `The file is called ${called} and holds ${member}.`)
    if (row === undefined) faults.add('error', name, member, 'unknown', 'There is no such data set.')
    else if (tables.has(member)) faults.add('error', name, member, 'unique', 'The data set comes twice.')
    else tables.set(member, checkTable(row, members[member], RULES, faults))
  }
}

/** What the schema cannot say: links lead to tasks. */
function links(tables: ReadonlyMap<string, readonly JsonRecord[]>, faults: FileFaults): void {
  const tasks = tables.get('DS04')
  const logic = tables.get('DS05')
  if (tasks === undefined) return
  const known = new Set(tasks.map(({ schedule_type, task_ID }) => `${schedule_type}\n${task_ID}`))
  const cycles = new LinkCycles()
  for (const [n, { schedule_type, task_ID, predecessor_task_ID, predecessor_subproject_ID, subproject_ID }] of (
    logic ?? []
  ).entries()) {
    if (!known.has(`${schedule_type}\n${task_ID}`))
      faults.add('error', 'DS05', 'task_ID', 'reference', 'DS04 has no such task.', n + 1, task_ID)
    if (task_ID !== undefined && task_ID === predecessor_task_ID && isOwn(predecessor_subproject_ID, subproject_ID))
      faults.add('error', 'DS05', 'predecessor_task_ID', 'reference', ITSELF, n + 1, task_ID)
    const isHere = isOwn(predecessor_subproject_ID, subproject_ID)
    if (isHere) cycles.add(task_ID, predecessor_task_ID, `${schedule_type}\n${subproject_ID ?? ''}`)
    if (isHere && !known.has(`${schedule_type}\n${predecessor_task_ID}`))
      faults.add(
        'error',
        'DS05',
        'predecessor_task_ID',
        'reference',
        'DS04 has no such task.',
        n + 1,
        predecessor_task_ID,
      )
  }
  cycles.tell(faults, 'DS05', 'predecessor_task_ID')
  for (const [n, { schedule_type, task_ID }] of (tables.get('DS06') ?? []).entries())
    if (!known.has(`${schedule_type}\n${task_ID}`))
      faults.add('error', 'DS06', 'task_ID', 'reference', 'DS04 has no such task.', n + 1, task_ID)
}

const isOwn = (subproject: unknown, own: unknown): boolean => (subproject ?? null) === (own ?? null)

/** The schema takes them; the quality checks of the receiver find them. */
function calendars(tables: ReadonlyMap<string, readonly JsonRecord[]>, faults: FileFaults): void {
  const known = tables.get('DS19')
  if (known === undefined) return
  for (const [n, { hours_per_day: hours }] of known.entries())
    if (Number(hours) < 0 || Number(hours) > 24)
      faults.add('warning', 'DS19', 'hours_per_day', 'bounds', 'A day has 0 to 24 hours.', n + 1, hours)
  const names = new Set(known.map(({ calendar_name }) => calendar_name))
  for (const table of ['DS04', 'DS06', 'DS20'])
    for (const [n, { calendar_name: name }] of (tables.get(table) ?? []).entries())
      if (name !== undefined && !names.has(name))
        faults.add('warning', table, 'calendar_name', 'reference', 'DS19 has no such calendar.', n + 1, name)
}

const AMOUNTS = ['budget', 'actual', 'remaining'].flatMap(name => [`${name}_dollars`, `${name}_units`])

/** Of DS06 and of constraints: what the quality checks find. */
function work(tables: ReadonlyMap<string, readonly JsonRecord[]>, faults: FileFaults): void {
  for (const [n, { task_ID, constraint_type: type, constraint_date: date }] of (tables.get('DS04') ?? []).entries()) {
    const needsDate = type !== undefined && !UNDATED.includes(String(type))
    if (needsDate ? date === undefined : type === undefined && date !== undefined)
      faults.add('warning', 'DS04', 'constraint_date', 'constraint', CONSTRAINT, n + 1, task_ID)
  }
  for (const [n, record] of (tables.get('DS06') ?? []).entries()) {
    const warn = (field: string, rule: string, text: string): void =>
      faults.add('warning', 'DS06', field, rule, text, n + 1, `${record.task_ID}: ${record[field] ?? ''}`)
    for (const field of AMOUNTS) if (Number(record[field]) < 0) warn(field, 'bounds', NEGATIVE_AMOUNT)
    if (dateOf(record.start_date) > dateOf(record.finish_date) && dateOf(record.finish_date) !== '')
      warn('finish_date', 'dates', FINISH_FIRST)
    if (
      record.type !== 'material' &&
      record.UOM !== undefined &&
      !/^h$/i.test(String(record.UOM)) &&
      record.UOM !== 'USD'
    )
      warn('UOM', 'values', 'Work of people and equipment is counted in h.')
    if (record.resource_ID === undefined && record.role_ID === undefined)
      warn('resource_ID', 'missing', 'Neither a resource nor a role is named.')
  }
}

const UNDATED = ['CS_ASAP', 'CS_ALAP']

const DURATIONS = ['duration_original_days', 'duration_remaining_days', 'duration_actual_days']
const PAIRS = [
  ['ES_date', 'EF_date'],
  ['LS_date', 'LF_date'],
  ['AS_date', 'AF_date'],
] as const

function times(
  tables: ReadonlyMap<string, readonly JsonRecord[]>,
  statusDate: string | undefined,
  faults: FileFaults,
): void {
  for (const [n, record] of (tables.get('DS04') ?? []).entries()) {
    const warn = (field: string, text: string, value: unknown): void =>
      faults.add('warning', 'DS04', field, 'dates', text, n + 1, `${record.task_ID}: ${value}`)
    for (const field of DURATIONS)
      if (Number(record[field]) < 0) faults.add('warning', 'DS04', field, 'bounds', NEGATIVE, n + 1, record[field])
    for (const [from, to] of PAIRS) {
      const [start, finish] = [dateOf(record[from]), dateOf(record[to])]
      if (start > finish && finish !== '') warn(to, FINISH_FIRST, `${finish}, ${start}`)
    }
    const [begun, ended] = [dateOf(record.AS_date), dateOf(record.AF_date)]
    if (ended !== '' && begun === '' && record.type !== 'SM') warn('AF_date', SPD_DATE_FAULTS.unbegun, ended)
    if (ended !== '' && Number(record.duration_remaining_days) > 0)
      warn('duration_remaining_days', NOTHING_LEFT, record.duration_remaining_days)
    if (statusDate === undefined) continue
    if (begun > statusDate) warn('AS_date', SPD_DATE_FAULTS.afterStatus, begun)
    else if (ended > statusDate) warn('AF_date', SPD_DATE_FAULTS.afterStatus, ended)
  }
}

/** Dates compare as they are; '' = none. */
const dateOf = (value: unknown): string => (typeof value === 'string' ? value : '')
