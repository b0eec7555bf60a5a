/** An IPMDAR Schedule Performance Dataset to a schedule. Each of its records, which come as JSON, is an object while it is read. Days begin at eight, as the dataset says hours and no times. */
import {
  SPD_RELATIONS,
  SPD_REQUIRED_FINISH,
  SPD_WEEKDAYS,
} from '../../../../../shared/contract/deliverables/spd-fields.ts'
import type { Refusal } from '../../../../../shared/contract/errors.ts'
import { HOURS_PER_DAY_DEFAULT, WEEKDAYS } from '../../../../../shared/contract/schedule/calendars.ts'
import { parseDay } from '../../../../../shared/contract/schedule/day.ts'
import {
  CONSTRAINT_TYPES,
  PERCENT_TYPES,
  RELATION_TYPES,
  TASK_TYPES,
} from '../../../../../shared/contract/schedule/fields.ts'
import { formatTime, MINUTES_PER_DAY } from '../../../../../shared/contract/schedule/time-of-day.ts'
import { COST, WorkMeter } from '../../../../../shared/contract/schedule/work-meter.ts'
import { CodeValues } from '../../code-values.ts'
import { ColumnsBuilder, fieldIndex } from '../../columns-builder.ts'
import { unzip, ZipFault } from '../../zip.ts'
import { FileCodes } from '../file-codes.ts'
import { FileLinks, type FileOptions, type FileSchedule, refuseFile, setText } from '../file-schedule.ts'
import { ImportWarnings } from '../import-warnings.ts'
import { scheduledBy } from '../scheduled-by.ts'
import { setResources } from './spd-resources.ts'
import { type JsonRecord, numberOf, textOf } from './spd-values.ts'

const BY_DURATION = 1 + PERCENT_TYPES.indexOf('duration')
const NUMBERS = [
  ['CurrentDuration', 'duration_days', true],
  ['RemainingDuration', 'remaining_duration_days', true],
  ['BaselineDuration', 'baseline_duration_days', true],
  ['FreeFloatDuration', 'free_float_days', true],
  ['TotalFloatDuration', 'total_float_days', true],
  ['CalculatedPercentComplete', 'percent_complete', false],
  ['PhysicalPercentComplete', 'physical_percent_complete', false],
] as const
const DATES = [
  ['CurrentStartDate', 'forecast_start'],
  ['CurrentFinishDate', 'forecast_finish'],
  ['EarlyStartDate', 'early_start'],
  ['EarlyFinishDate', 'early_finish'],
  ['LateStartDate', 'late_start'],
  ['LateFinishDate', 'late_finish'],
  ['BaselineStartDate', 'baseline_start'],
  ['BaselineFinishDate', 'baseline_finish'],
  ['ActualStartDate', 'actual_start'],
  ['ActualFinishDate', 'actual_finish'],
] as const
const CODES = [
  'ControlAccountID',
  'WorkPackageID',
  'IMPElementID',
  'SOWReference',
  'SubcontractorReference',
  'EarnedValueTechniqueID',
  'OtherEarnedValueTechnique',
  'TaskSubtypeID',
  'TaskPlanningLevelID',
] as const
const CONSTRAINTS: Readonly<Record<string, (typeof CONSTRAINT_TYPES)[number]>> = {
  AS_LATE_AS_POSSIBLE: 'ALAP',
  MUST_START_ON: 'MSO',
  SHOULD_START_ON: 'SO',
  MUST_FINISH_ON: 'MFO',
  SHOULD_FINISH_ON: 'FO',
  START_NO_EARLIER_THAN: 'SNET',
  FINISH_NO_EARLIER_THAN: 'FNET',
  START_NO_LATER_THAN: 'SNLT',
  SHOULD_START_NO_LATER_THAN: 'SNLT',
  FINISH_NO_LATER_THAN: 'FNLT',
  SHOULD_FINISH_NO_LATER_THAN: 'FNLT',
}
const TYPES: Readonly<Record<string, (typeof TASK_TYPES)[number]>> = {
  SUMMARY: 'summary',
  HAMMOCK: 'loe',
  MILESTONE: 'milestone',
  SCHEDULE_MARGIN: 'schedule_margin',
  SCHEDULE_VISIBILITY_TASK: 'schedule_visibility',
  SUMMARY_LEVEL_PLANNING_PACKAGE: 'slpp',
  PLANNING_PACKAGE: 'planning_package',
}
const RELATIONS = (['FS', 'SS', 'FF', 'SF'] as const).map(type => RELATION_TYPES.indexOf(type))
const COMMA = 0x2c
const DAY_BEGINS = 8 * 60

const F = {
  id: fieldIndex('id'),
  name: fieldIndex('name'),
  wbs: fieldIndex('wbs_code'),
  organization: fieldIndex('organization_code'),
  calendar: fieldIndex('calendar_id'),
  parent: fieldIndex('parent_id'),
  type: fieldIndex('task_type'),
  constraint: fieldIndex('constraint_type'),
  constraintDate: fieldIndex('constraint_date'),
  secondary: fieldIndex('secondary_constraint_type'),
  secondaryDate: fieldIndex('secondary_constraint_date'),
  deadline: fieldIndex('deadline'),
}

export function readSpd(
  body: Uint8Array,
  { project, meter = new WorkMeter(body.length) }: FileOptions = {},
): FileSchedule | Refusal {
  try {
    return new SpdReader(body, meter).read(project)
  } catch (error) {
    if (error instanceof ZipFault)
      return refuseFile(['body'], 'format', `The dataset cannot be read: ${error.message}.`)
    throw error
  }
}

class SpdReader {
  readonly #files: ReadonlyMap<string, Uint8Array>
  readonly #builder: ColumnsBuilder
  readonly #warnings = new ImportWarnings()
  readonly #links = new FileLinks()
  readonly #codes: FileCodes
  readonly #rowOf = new Map<string, number>()
  /** Hours of a day of each calendar. */
  readonly #hours = new Map<string, number>()
  readonly #calendarOf = new Map<number, string>()
  /** Links, until it is known in which calendar their lags count. */
  readonly #pending: (readonly [
    successor: number,
    predecessor: number,
    type: number,
    lag: number,
    isElapsed: boolean,
  ])[] = []
  #isInHours = false
  #count = 0
  #left = 0

  constructor(body: Uint8Array, meter: WorkMeter) {
    this.#files = unzip(body)
    const values = [...this.#files.values()].reduce((sum, bytes) => sum + commasOf(bytes), 0)
    meter.spend(values, COST.item, [], () => `The dataset has ${values} values`)
    this.#builder = new ColumnsBuilder([...this.#files.values()].reduce((sum, { length }) => sum + length, 0))
    this.#codes = new FileCodes(new CodeValues(this.#builder))
  }

  read(project: string | undefined): FileSchedule | Refusal {
    if (project !== undefined && project !== '')
      return refuseFile(['query', 'project'], 'enum', 'A dataset has one project, which has no id.')
    const data = this.#records('ProjectScheduleData')[0] ?? {}
    const metadata = this.#records('DatasetMetadata')[0] ?? {}
    this.#isInHours = data.DurationUnitsID === 'HOURS'
    const calendars = this.#calendars()
    this.#tasks()
    this.#customFields()
    if (this.#count === 0)
      return refuseFile(['body', 'Tasks'], 'length', 'The dataset has no tasks that could be read.')
    this.#schedule()
    this.#outline()
    this.#constraints()
    const { lag_calendar, default_calendar_id = calendars[0]?.id } = this.#relationships()
    const tables = { resources: this.#records('Resources'), assignments: this.#records('ResourceAssignments') }
    const resources = setResources(tables, this.#rowOf, this.#builder, this.#warnings)
    this.#codes.finish(this.#count, this.#warnings)
    this.#warnings.add('rows_left_out', 'Records whose task or value is not known were left out.', this.#left)
    this.#warnings.giveFaults(this.#builder.faults)
    const columns = this.#links.finish(this.#builder, this.#count)
    const status = textOf(data.StatusDate)
    const required = textOf(
      this.#records('ProjectCustomFieldValues').find(
        ({ CustomFieldID }) => textOf(CustomFieldID) === SPD_REQUIRED_FINISH.id,
      )?.Value,
    )
    const members = {
      ...(parseDay(status) === undefined ? {} : { status_date: status.slice(0, 10) }),
      ...(parseDay(required.slice(0, 10)) === undefined ? {} : { must_finish_by: required }),
      ...(calendars.length === 0 ? {} : { calendars, default_calendar_id }),
      ...(resources.length === 0 ? {} : { resources }),
      ...(lag_calendar === undefined ? {} : { scheduling_options: { lag_calendar } }),
    }
    return {
      columns,
      members,
      report: {
        format: 'ipmdar_spd',
        format_version: '1.0',
        encoding: 'utf-8',
        project_id: textOf(metadata.ContractNumber) || null,
        project_name: textOf(metadata.ProgramName) || null,
        ...scheduledBy(members),
        counts: {
          tasks: columns.taskCount,
          links: columns.links.task.length,
          calendars: calendars.length,
          resources: resources.length,
          rows_left_out: this.#left,
        },
        warnings: this.#warnings.list,
      },
    }
  }

  /** Those of a table that is there and can be read. */
  #records(table: string): readonly JsonRecord[] {
    const bytes = this.#files.get(`${table}.json`)
    if (bytes === undefined) return []
    try {
      const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
      if (Array.isArray(value))
        return value.filter(each => typeof each === 'object' && each !== null && !Array.isArray(each)) as JsonRecord[]
    } catch {
      // said below
    }
    this.#warnings.add('table_unreadable', `${table}.json is no list of records, and was left out.`)
    return []
  }

  #calendars() {
    const exceptions = new Map<string, { date: string; shifts: readonly (readonly string[])[] }[]>()
    for (const record of this.#records('CalendarExceptions')) {
      const [id, date, hours] = [textOf(record.CalendarID), textOf(record.ExceptionDate), numberOf(record.WorkHours)]
      if (parseDay(date) === undefined) this.#left++
      else exceptions.set(id, [...(exceptions.get(id) ?? []), { date: date.slice(0, 10), shifts: shiftsOf(hours) }])
    }
    const weeks = new Map<string, number[]>()
    for (const record of this.#records('CalendarWorkshifts')) {
      const id = textOf(record.CalendarID)
      const before = weeks.get(id)
      // several shifts of a day are as long as together
      weeks.set(
        id,
        SPD_WEEKDAYS.map((day, d) => (before?.[d] ?? 0) + (numberOf(record[`${day}WorkHours`]) || 0)),
      )
    }
    return this.#records('Calendars').flatMap(({ ID, Name }) => {
      const id = textOf(ID)
      const week = weeks.get(id)
      if (id === '' || this.#hours.has(id) || week === undefined || !week.some(hours => hours > 0)) {
        this.#left++
        return []
      }
      const hours = Math.min(24, Math.max(...week))
      this.#hours.set(id, hours)
      return [
        {
          id,
          name: textOf(Name) || id,
          hours_per_day: hours,
          work_week: Object.fromEntries(WEEKDAYS.map((name, d) => [name, shiftsOf(week[d]!)])),
          exceptions: exceptions.get(id) ?? [],
        },
      ]
    })
  }

  #tasks(): void {
    const builder = this.#builder
    for (const record of this.#records('Tasks')) {
      const id = textOf(record.ID)
      if (id === '' || this.#rowOf.has(id)) {
        this.#left++
        continue
      }
      const row = this.#count++
      this.#rowOf.set(id, row)
      setText(builder, row, F.id, id)
      setText(builder, row, F.name, textOf(record.Name))
      setText(builder, row, F.wbs, textOf(record.WBSElementID), true)
      setText(builder, row, F.organization, textOf(record.OBSElementID), true)
      const type =
        TYPES[textOf(record.TaskSubtypeID)] ??
        TYPES[textOf(record.TaskPlanningLevelID)] ??
        TYPES[textOf(record.TaskTypeID)] ??
        (textOf(record.TaskTypeID) === 'ACTIVITY' ? 'task' : undefined)
      if (type !== undefined) builder.bytes(F.type).set(row, 1 + TASK_TYPES.indexOf(type))
      for (const name of CODES) {
        const value = textOf(record[name])
        if (value !== '') this.#codes.add(row, name, value)
      }
    }
  }

  #customFields(): void {
    const nameOf = new Map<string, string>()
    for (const record of this.#records('TaskCustomFieldDefinitions')) nameOf.set(textOf(record.ID), textOf(record.Name))
    for (const record of this.#records('TaskCustomFieldValues')) {
      const row = this.#rowOf.get(textOf(record.TaskID))
      const name = nameOf.get(textOf(record.CustomFieldID)) ?? ''
      const value = textOf(record.Value)
      if (row === undefined || name === '') this.#left++
      else if (value !== '') this.#codes.add(row, name, value)
    }
  }

  #schedule(): void {
    const builder = this.#builder
    for (const record of this.#records('TaskScheduleData')) {
      const row = this.#rowOf.get(textOf(record.TaskID ?? record.ID))
      if (row === undefined) {
        this.#left++
        continue
      }
      const calendar = textOf(record.CalendarID)
      if (this.#hours.has(calendar)) setText(builder, row, F.calendar, calendar, true)
      this.#calendarOf.set(row, calendar)
      const hours = this.#isInHours ? (this.#hours.get(calendar) ?? HOURS_PER_DAY_DEFAULT) : 1
      for (const [name, field, isDuration] of NUMBERS) {
        const value = numberOf(record[name])
        const isFloat = name.endsWith('FloatDuration')
        if (Number.isNaN(value) || (value < 0 && !isFloat)) continue
        builder.numbers(fieldIndex(field)).set(row, isDuration ? value / hours : Math.min(100, value))
      }
      // what is 0 where the duration has progress is not what progress is measured by
      if (numberOf(record.PhysicalPercentComplete) === 0 && numberOf(record.CalculatedPercentComplete) > 0)
        builder.bytes(fieldIndex('percent_complete_type')).set(row, BY_DURATION)
      for (const [name, field] of DATES) {
        const day = parseDay(textOf(record[name]))
        if (day !== undefined) builder.days(fieldIndex(field)).set(row, day)
      }
    }
  }

  #outline(): void {
    for (const { TaskID, ParentTaskID } of this.#records('TaskOutlineStructure')) {
      const row = this.#rowOf.get(textOf(TaskID))
      const parent = textOf(ParentTaskID)
      if (row !== undefined && this.#rowOf.has(parent)) setText(this.#builder, row, F.parent, parent, true)
    }
  }

  #constraints(): void {
    const builder = this.#builder
    const given = new Uint8Array(this.#count)
    for (const { TaskID, ConstraintTypeID, ConstraintDate } of this.#records('TaskConstraints')) {
      const row = this.#rowOf.get(textOf(TaskID))
      const day = parseDay(textOf(ConstraintDate))
      const type = CONSTRAINTS[textOf(ConstraintTypeID)]
      if (row !== undefined && ConstraintTypeID === 'DEADLINE' && day !== undefined) {
        builder.days(F.deadline).set(row, day)
        continue
      }
      if (row === undefined || type === undefined || given[row] === 2) {
        this.#left++
        continue
      }
      const [field, date] = given[row]++ === 0 ? [F.constraint, F.constraintDate] : [F.secondary, F.secondaryDate]
      builder.bytes(field).set(row, 1 + CONSTRAINT_TYPES.indexOf(type))
      if (day !== undefined) builder.days(date).set(row, day)
    }
  }

  /** In which calendar lags count, by the calendars that links name: the first rule that all of them keep. */
  #relationships(): { readonly lag_calendar?: string; readonly default_calendar_id?: string } {
    let [count, named, ofPredecessor, ofSuccessor] = [0, 0, 0, 0]
    const calendars = new Set<string>()
    for (const record of this.#records('TaskRelationships')) {
      const [predecessor, successor] = [textOf(record.PredecessorTaskID), textOf(record.SuccessorTaskID)].map(id =>
        this.#rowOf.get(id),
      )
      const type = (SPD_RELATIONS as readonly string[]).indexOf(textOf(record.RelationshipTypeID))
      if (predecessor === undefined || successor === undefined || type < 0) {
        this.#left++
        continue
      }
      const calendar = textOf(record.LagCalendarID)
      const hours = this.#isInHours ? (this.#hours.get(calendar) ?? HOURS_PER_DAY_DEFAULT) : 1
      const lag = (numberOf(record.LagDuration) || 0) / hours
      count++
      if (calendar !== '') {
        named++
        calendars.add(calendar)
        if (calendar === this.#calendarOf.get(predecessor)) ofPredecessor++
        if (calendar === this.#calendarOf.get(successor)) ofSuccessor++
      }
      this.#pending.push([successor, predecessor, RELATIONS[type], lag, calendar === ''])
    }
    const isRoundTheClock = named === 0 && count > 0
    for (const [successor, predecessor, type, lag, isElapsed] of this.#pending)
      this.#links.add(successor, predecessor, type, lag, isElapsed && !isRoundTheClock)
    if (isRoundTheClock) return { lag_calendar: '24_hour' }
    if (named === 0 || ofPredecessor === named) return {}
    if (ofSuccessor === named) return { lag_calendar: 'successor' }
    const [only] = calendars
    return calendars.size === 1 && this.#hours.has(only) ? { lag_calendar: 'project', default_calendar_id: only } : {}
  }
}

function commasOf(bytes: Uint8Array): number {
  let count = 0
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === COMMA) count++
  return count
}

/** So many hours from eight on, or from midnight where they do not fit. */
function shiftsOf(hours: number): readonly (readonly string[])[] {
  const minutes = Math.round(Math.min(24, hours) * 60)
  if (!(minutes > 0)) return []
  const from = DAY_BEGINS + minutes <= MINUTES_PER_DAY ? DAY_BEGINS : 0
  return [[formatTime(from), formatTime(from + minutes)]]
}
