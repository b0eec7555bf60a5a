/** An IPMDAR Schedule Performance Dataset: its files, tables, keys, references, values, outline and dates. */
import {
  SPD_DATE_FAULTS,
  SPD_FILE_TYPE,
  SPD_FILE_TYPE_NAME,
  SPD_KEY_ALIASES,
  SPD_OTHER_TECHNIQUES,
  SPD_REFERENCES,
  SPD_TABLES,
} from '../../../../shared/contract/deliverables/spd-fields.ts'
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

const RULES: TableRules = { isLoose: true, aliases: SPD_KEY_ALIASES }

type SpdTables = ReadonlyMap<string, readonly JsonRecord[]>

const JSON_FILE = /^(.+)\.json$/

export function checkSpd(files: ReadonlyMap<string, Uint8Array>, faults: FileFaults): SpdTables {
  const type = files.get(SPD_FILE_TYPE_NAME)
  if (type === undefined)
    faults.add('error', SPD_FILE_TYPE_NAME, null, 'file', `The archive has no ${SPD_FILE_TYPE_NAME}.`)
  else if (
    new TextDecoder()
      .decode(type)
      .replace(/^\ufeff/, '')
      .trimEnd() !== SPD_FILE_TYPE
  )
    faults.add(
      'error',
      SPD_FILE_TYPE_NAME,
      null,
      'file',
      `It must be the line ${SPD_FILE_TYPE}.`,
      null,
      new TextDecoder().decode(type.subarray(0, 200)),
    )
  const tables = new Map<string, readonly JsonRecord[]>()
  for (const row of SPD_TABLES) {
    const bytes = files.get(`${row.name}.json`)
    if (bytes === undefined) {
      const isNeeded = row.isSingle || NEEDED.includes(row.name)
      faults.add(isNeeded ? 'error' : 'warning', row.name, null, 'file', `The archive has no ${row.name}.json.`)
    } else {
      const value = parsed(bytes, row.name, faults)
      if (value !== undefined) tables.set(row.name, checkTable(row, value, RULES, faults))
    }
  }
  for (const name of files.keys())
    if (name !== SPD_FILE_TYPE_NAME && !SPD_TABLES.some(row => row.name === JSON_FILE.exec(name)?.[1]))
      faults.add('error', name, null, 'file', 'The dataset has no such file.')
  references(tables, faults)
  texts(tables, faults)
  marking(tables, faults)
  outline(tables, faults)
  techniques(tables, faults)
  dates(tables, faults)
  return tables
}

const NEEDED: readonly string[] = ['Calendars', 'Tasks', 'TaskScheduleData', 'TaskRelationships']

const idsOf = (tables: SpdTables, table: string): ReadonlySet<unknown> =>
  new Set((tables.get(table) ?? []).map(({ ID }) => ID))

function references(tables: SpdTables, faults: FileFaults): void {
  const known = new Map<string, ReadonlySet<unknown>>()
  for (const [table, field, into] of SPD_REFERENCES) {
    let ids = known.get(into)
    if (ids === undefined) known.set(into, (ids = idsOf(tables, into)))
    for (const [n, record] of (tables.get(table) ?? []).entries()) {
      const value = record[field]
      if (value !== undefined && value !== null && !ids.has(value))
        faults.add('error', table, field, 'reference', `${into} has no such ID.`, n + 1, value)
    }
  }
  const cycles = new LinkCycles()
  for (const [n, { PredecessorTaskID, SuccessorTaskID }] of (tables.get('TaskRelationships') ?? []).entries()) {
    cycles.add(SuccessorTaskID, PredecessorTaskID)
    if (SuccessorTaskID !== undefined && SuccessorTaskID === PredecessorTaskID)
      faults.add('error', 'TaskRelationships', 'PredecessorTaskID', 'reference', ITSELF, n + 1, SuccessorTaskID)
  }
  for (const [n, { TaskID, ConstraintTypeID, ConstraintDate }] of (tables.get('TaskConstraints') ?? []).entries())
    if ((ConstraintDate ?? null) === null && ConstraintTypeID !== 'AS_LATE_AS_POSSIBLE')
      faults.add('warning', 'TaskConstraints', 'ConstraintDate', 'constraint', CONSTRAINT, n + 1, TaskID)
  for (const [n, record] of (tables.get('ResourceAssignments') ?? []).entries())
    for (const field in record)
      if (/_(?:Dollars|Hours)$/.test(field) && Number(record[field]) < 0)
        faults.add('warning', 'ResourceAssignments', field, 'bounds', NEGATIVE_AMOUNT, n + 1, record.TaskID)
  cycles.tell(faults, 'TaskRelationships', 'PredecessorTaskID')
  const dated = new Set((tables.get('TaskScheduleData') ?? []).map(({ TaskID }) => TaskID))
  for (const [n, { ID }] of (tables.get('Tasks') ?? []).entries())
    if (!dated.has(ID))
      faults.add('error', 'Tasks', 'ID', 'reference', 'TaskScheduleData has no row of the task.', n + 1, ID)
}

const isTidy = (text: string): boolean => text === text.trim() && !text.includes('\t') && !text.includes('  ')

function texts(tables: SpdTables, faults: FileFaults): void {
  for (const [table, records] of tables)
    for (const [n, record] of records.entries())
      for (const member in record) {
        const value = record[member]
        if (typeof value !== 'string') continue
        if (!isTidy(value))
          faults.add(
            'error',
            table,
            member,
            'text',
            'It has a tab, two blanks side by side, or a blank at an end.',
            n + 1,
            value,
          )
        if (/ID$/.test(member) && !/^[ -~]*$/.test(value))
          faults.add('error', table, member, 'text', 'An id must be printable ASCII.', n + 1, value)
      }
  for (const table of ['Calendars', 'Tasks']) {
    const seen = new Set<unknown>()
    for (const [n, { Name }] of (tables.get(table) ?? []).entries()) {
      if (seen.has(Name)) faults.add('warning', table, 'Name', 'unique', 'Names should be unique.', n + 1, Name)
      seen.add(Name)
    }
  }
}

function marking(tables: SpdTables, faults: FileFaults): void {
  const value = tables.get('DatasetMetadata')?.[0]?.SecurityMarking
  if (typeof value === 'string' && !/^UNCLASSIFIED(?:\/\/.*)?$/.test(value))
    faults.add(
      'error',
      'DatasetMetadata',
      'SecurityMarking',
      'values',
      'It must be UNCLASSIFIED, or begin with UNCLASSIFIED//.',
      1,
      value,
    )
}

function outline(tables: SpdTables, faults: FileFaults): void {
  const rows = tables.get('TaskOutlineStructure') ?? []
  const levelOf = new Map(rows.map(({ TaskID, Level }) => [TaskID, Number(Level)]))
  for (const [n, { TaskID, Level, ParentTaskID }] of rows.entries()) {
    const fault = (text: string): void =>
      faults.add('error', 'TaskOutlineStructure', 'ParentTaskID', 'outline', text, n + 1, TaskID)
    const hasParent = ParentTaskID !== undefined && ParentTaskID !== null
    if (Number(Level) === 1 && hasParent) fault('A task at level 1 has no parent.')
    if (Number(Level) > 1 && !hasParent) fault('A task below level 1 needs its parent.')
    // so no task can be above itself
    const above = hasParent ? levelOf.get(ParentTaskID) : undefined
    if (above !== undefined && above + 1 !== Number(Level)) fault('The level must be that of the parent plus 1.')
  }
  for (const [n, { ID, TaskTypeID }] of (tables.get('Tasks') ?? []).entries())
    if (TaskTypeID === 'SUMMARY' && !levelOf.has(ID))
      faults.add('error', 'Tasks', 'TaskTypeID', 'outline', 'A summary must stand in TaskOutlineStructure.', n + 1, ID)
}

function techniques(tables: SpdTables, faults: FileFaults): void {
  for (const [n, { EarnedValueTechniqueID, OtherEarnedValueTechnique }] of (tables.get('Tasks') ?? []).entries()) {
    const isGiven =
      OtherEarnedValueTechnique !== undefined && OtherEarnedValueTechnique !== null && OtherEarnedValueTechnique !== ''
    if (isGiven === SPD_OTHER_TECHNIQUES.includes(String(EarnedValueTechniqueID))) continue
    const text = `It must be given with ${SPD_OTHER_TECHNIQUES.join(' or ')}, and with no other technique.`
    faults.add('error', 'Tasks', 'OtherEarnedValueTechnique', 'technique', text, n + 1, EarnedValueTechniqueID)
  }
}

const PAIRS = [
  ['CurrentStartDate', 'CurrentFinishDate'],
  ['EarlyStartDate', 'EarlyFinishDate'],
  ['LateStartDate', 'LateFinishDate'],
  ['BaselineStartDate', 'BaselineFinishDate'],
  ['ActualStartDate', 'ActualFinishDate'],
] as const

const DURATIONS = ['CurrentDuration', 'BaselineDuration', 'RemainingDuration']

const PERIOD_DAYS_MAX = 31

/** Dates are texts that compare as they are. Inferred rules, as every audit has them: warnings. */
function dates(tables: SpdTables, faults: FileFaults): void {
  const status = tables.get('ProjectScheduleData')?.[0]?.StatusDate
  const end = tables.get('DatasetMetadata')?.[0]?.ReportingPeriodEndDate
  const [ended, known] = [end, status].map(date => (typeof date === 'string' ? parseDay(date) : undefined))
  if (ended !== undefined && known !== undefined && Math.abs(ended - known) > PERIOD_DAYS_MAX)
    faults.add(
      'warning',
      'DatasetMetadata',
      'ReportingPeriodEndDate',
      'dates',
      'It lies more than a month from the status date.',
      1,
      `${end}, StatusDate ${status}`,
    )
  const rows = tables.get('TaskScheduleData') ?? []
  for (const [field, of, isFirst] of [
    ['CurrentStartDate', 'CurrentStartDate', true],
    ['CurrentFinishDate', 'CurrentFinishDate', false],
  ] as const) {
    const said = tables.get('ProjectScheduleData')?.[0]?.[field]
    const days = rows.flatMap(row => (typeof row[of] === 'string' ? [row[of]] : []))
    const own = days.reduce((best, day) => (best === '' || (isFirst ? day < best : day > best) ? day : best), '')
    if (typeof said === 'string' && own !== '' && said !== own)
      faults.add(
        'warning',
        'ProjectScheduleData',
        field,
        'dates',
        'It is not that of its tasks.',
        1,
        `${said}, tasks ${own}`,
      )
  }
  for (const [n, record] of rows.entries()) {
    const fault = (field: string, text: string, value: unknown): void =>
      faults.add('warning', 'TaskScheduleData', field, 'dates', text, n + 1, `${record.TaskID}: ${value}`)
    const text = (field: string): string | undefined =>
      typeof record[field] === 'string' ? (record[field] as string) : undefined
    for (const field of DURATIONS)
      if (Number(record[field]) < 0)
        faults.add('warning', 'TaskScheduleData', field, 'bounds', NEGATIVE, n + 1, record[field])
    for (const [from, to] of PAIRS) {
      const [start, finish] = [text(from), text(to)]
      if (start !== undefined && finish !== undefined && start > finish) fault(to, FINISH_FIRST, `${finish}, ${start}`)
    }
    const [begun, ended, finish] = [text('ActualStartDate'), text('ActualFinishDate'), text('CurrentFinishDate')]
    if (ended !== undefined && begun === undefined) fault('ActualFinishDate', SPD_DATE_FAULTS.unbegun, ended)
    if (ended !== undefined && Number(record.RemainingDuration ?? 0) > 0)
      fault('RemainingDuration', NOTHING_LEFT, record.RemainingDuration)
    if (typeof status !== 'string') continue
    const isLate = (begun ?? '') > status
    if (isLate || (ended ?? '') > status)
      fault(isLate ? 'ActualStartDate' : 'ActualFinishDate', SPD_DATE_FAULTS.afterStatus, isLate ? begun : ended)
    if (ended === undefined && finish !== undefined && finish < status)
      fault('CurrentFinishDate', SPD_DATE_FAULTS.beforeStatus, finish)
  }
}
