/**
 * A schedule as the XML of Microsoft Project (MSPDI), in the order of elements that its schema requires. Tasks that are numbered keep their numbers
 * as UID; others get new ones and their id in the field Text1, called "Activity ID". What Project has no place for is not written: secondary
 * constraints, external dates, expected finish, the rules of P6; start on and finish on become must start on and must finish on. So that dates hold
 * all the same, analysis/convert/as-ms-project.ts writes other cells first.
 */
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import {
  CONSTRAINT_TYPES,
  type DayColumn,
  TASK_TYPES,
  timeColumnOf,
} from '../../../../shared/contract/schedule/fields.ts'
import { DEFAULT_RULES } from '../../../../shared/contract/schedule/scheduling-rules.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { formatTime, MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import { measuredPhysical } from '../../population/progress.ts'
import { ByteSink } from '../byte-sink.ts'
import { MsProjectCalendars, uidsOf } from './ms-project-calendars.ts'
import { MsProjectCodes } from './ms-project-codes.ts'
import { assignmentElements, resourceElements } from './ms-project-resources.ts'
import { cost, duration, element, momentText, TENTHS, tenths } from './ms-project-values.ts'
import { type Outline, outlineOf } from './outline.ts'

interface MsProjectTitle {
  readonly name?: string | null
}

/** Text1 of a task. */
const ID_FIELD = '188743731'
const DAYS_FORMAT = 7
const ELAPSED_DAYS_FORMAT = 8
/** Entry t: number of RELATION_TYPES[t]: FS, SS, FF, SF. */
const LINK_TYPES = [1, 3, 0, 2]
const CONSTRAINTS: Readonly<Record<string, number>> = {
  ASAP: 0,
  ALAP: 1,
  MSO: 2,
  MFO: 3,
  SNET: 4,
  SNLT: 5,
  FNET: 6,
  FNLT: 7,
  SO: 2,
  FO: 3,
}
const MILESTONES: readonly string[] = ['milestone', 'start_milestone', 'finish_milestone']

export function writeMsProjectXml(columns: ScheduleColumns, title: MsProjectTitle = {}): Uint8Array<ArrayBuffer>[] {
  const writer = new Writer(columns)
  const sink = new ByteSink()
  sink.utf8(
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Project xmlns="http://schemas.microsoft.com/project">\n',
  )
  sink.utf8(`${writer.properties(title.name ?? 'Schedule')}\n`)
  sink.utf8('<Calendars>')
  for (const [name, xml] of writer.calendars.xml()) {
    sink.part = name
    sink.utf8(xml)
  }
  sink.utf8('</Calendars>\n')
  sink.part = 'Tasks'
  sink.utf8('<Tasks>\n')
  for (let n = 0; n < columns.taskCount; n++) sink.utf8(`${writer.task(n)}\n`)
  sink.utf8('</Tasks>\n<Resources>\n')
  for (const text of resourceElements(columns)) sink.utf8(`${text}\n`)
  sink.utf8('</Resources>\n<Assignments>\n')
  sink.part = 'Assignments'
  for (const text of writer.assignments()) sink.utf8(`${text}\n`)
  sink.utf8('</Assignments>\n</Project>\n')
  return sink.finish()
}

class Writer {
  readonly calendars: MsProjectCalendars
  readonly #columns: ScheduleColumns
  readonly #codes: MsProjectCodes
  readonly #outline: Outline
  readonly #uids: readonly number[]
  readonly #hasOwnIds: boolean
  /** Entry row: index of its calendar. */
  readonly #calendarOf: Uint16Array
  readonly #dayEnds: readonly [startMinute: number, endMinute: number]
  /** Numbers of the outline on the way down to the present task. */
  readonly #numbers: number[] = []

  constructor(columns: ScheduleColumns) {
    this.#columns = columns
    this.#codes = new MsProjectCodes(columns)
    this.calendars = new MsProjectCalendars(columns.setting)
    this.#dayEnds = this.calendars.dayEnds
    this.#outline = outlineOf(columns)
    const ids = Array.from({ length: columns.taskCount }, (_, row) => textAt(columns.id, row))
    this.#uids = uidsOf(ids)
    this.#hasOwnIds = ids.every((id, row) => id === String(this.#uids[row]))
    const { codes, values } = columns.calendarId
    const indices = Array.from({ length: Math.max(0, values.offsets.length - 1) }, (_, code) =>
      this.calendars.indexOf(textAt(values, code)),
    )
    this.#calendarOf = Uint16Array.from(codes, code => (code === 0 ? this.calendars.defaultIndex : indices[code - 1]))
  }

  properties(name: string): string {
    const { setting } = this.#columns
    const { rules = DEFAULT_RULES } = setting ?? {}
    const { calendars } = this
    const { minutesPerDay, week } = calendars.default
    const [start, end] = this.#dayEnds
    const isFromFinish = rules.scheduleFromFinish
    const workDays = week.filter(shifts => shifts.length > 0).length
    const finishBy = isFromFinish ? momentText(setting?.mustFinishBy ?? Number.NaN) : undefined
    const parts = [
      element('SaveVersion', 14),
      element('Name', name),
      element('Title', name),
      element('ScheduleFromStart', isFromFinish ? 0 : 1),
      element(
        'StartDate',
        momentText(setting?.projectStart ?? Number.NaN) ??
          this.#extreme(['actualStart', 'forecastStart', 'plannedStart'], true),
      ),
      element('FinishDate', finishBy ?? this.#extreme(['actualFinish', 'forecastFinish', 'plannedFinish'], false)),
      element('CriticalSlackLimit', Math.max(0, Math.round(rules.criticalFloatDaysMax))),
      element('CalendarUID', calendars.uids[calendars.defaultIndex]),
      element('DefaultStartTime', `${formatTime(start)}:00`),
      element('DefaultFinishTime', `${formatTime(end % MINUTES_PER_DAY)}:00`),
      element('MinutesPerDay', minutesPerDay),
      element('MinutesPerWeek', minutesPerDay * Math.max(1, workDays)),
      element('DaysPerMonth', 20),
      element('DurationFormat', DAYS_FORMAT),
      element('HonorConstraints', rules.honorConstraints ? 1 : 0),
      element('MultipleCriticalPaths', rules.openEndsCritical ? 1 : 0),
      element('SplitsInProgressTasks', 1),
      element('StatusDate', momentText(setting?.dataDate ?? Number.NaN)),
    ]
    const id = `<ExtendedAttribute><FieldID>${ID_FIELD}</FieldID><FieldName>Text1</FieldName><Alias>Activity ID</Alias></ExtendedAttribute>`
    return `${parts.join('')}<ExtendedAttributes>${this.#hasOwnIds ? '' : id}${this.#codes.definitions()}</ExtendedAttributes>`
  }

  /** The n-th task in the order of the outline. */
  task(n: number): string {
    const columns = this.#columns
    const row = this.#outline.order[n]
    const level = this.#outline.level[row]
    this.#numbers.length = level
    this.#numbers[level - 1] = (this.#numbers[level - 1] ?? 0) + 1
    const number = this.#numbers.join('.')
    const calendar = this.#calendarOf[row]
    const isElapsed = this.calendars.isElapsed(calendar)
    const { minutesPerDay } = this.calendars.calendars[calendar]
    const type = columns.taskType[row] === 0 ? 'task' : TASK_TYPES[columns.taskType[row] - 1]
    const isManual = columns.manuallyScheduled[row] === 2
    const isSummary = type === 'summary' || this.#outline.isParent[row] === 1
    const days = this.#durationDays(row)
    const minutes = days * minutesPerDay
    const start = this.#date(row, ['actualStart', 'forecastStart', 'plannedStart'], true)
    const finish = this.#date(row, ['actualFinish', 'forecastFinish', 'plannedFinish'], false)
    const wbs =
      columns.wbsCode.codes[row] === 0 ? number : textAt(columns.wbsCode.values, columns.wbsCode.codes[row] - 1)
    const planned = (column: DayColumn, isStart: boolean) => (isManual ? this.#date(row, [column], isStart) : undefined)
    const ends = (column: DayColumn, isStart: boolean) => this.#date(row, [column], isStart)
    return `<Task>${[
      element('UID', this.#uids[row]),
      element('ID', n + 1),
      element('Name', textAt(columns.name, row)),
      element('Active', 1),
      element('Manual', isManual ? 1 : 0),
      element('Type', 1),
      element('IsNull', 0),
      element('WBS', wbs),
      element('OutlineNumber', number),
      element('OutlineLevel', level),
      element('Priority', this.#priority(row)),
      element('Start', start),
      element('Finish', finish),
      element('Duration', duration(minutes)),
      element('ManualStart', planned('plannedStart', true)),
      element('ManualFinish', planned('plannedFinish', false)),
      isManual ? element('ManualDuration', duration(minutes)) : '',
      element('DurationFormat', isElapsed ? ELAPSED_DAYS_FORMAT : DAYS_FORMAT),
      element('Stop', ends('suspendDate', false)),
      element('Resume', ends('resumeDate', true)),
      element('EffortDriven', 0),
      element('Estimated', 0),
      element('Milestone', MILESTONES.includes(type) ? 1 : 0),
      element('Summary', isSummary ? 1 : 0),
      element('ExternalTask', 0),
      element('EarlyStart', ends('earlyStart', true)),
      element('EarlyFinish', ends('earlyFinish', false)),
      element('LateStart', ends('lateStart', true)),
      element('LateFinish', ends('lateFinish', false)),
      element('FreeSlack', tenths(columns.freeFloatDays[row] * minutesPerDay)),
      element('TotalSlack', tenths(columns.totalFloatDays[row] * minutesPerDay)),
      this.#progress(row, minutes, minutesPerDay),
      this.#constraint(row),
      element(
        'CalendarUID',
        calendar === this.calendars.defaultIndex || isElapsed ? -1 : this.calendars.uids[calendar],
      ),
      this.#constraintDate(row),
      this.#levelingDelay(row),
      columns.levelingCanSplit[row] === 1 ? element('LevelingCanSplit', 0) : '',
      element('Deadline', ends('deadline', false)),
      element('IgnoreResourceCalendar', 1),
      this.#earned(row),
      this.#links(row),
      this.#hasOwnIds
        ? ''
        : `<ExtendedAttribute><FieldID>${ID_FIELD}</FieldID>${element('Value', textAt(columns.id, row))}</ExtendedAttribute>`,
      this.#codes.ofTask(row),
      this.#baseline(row, minutesPerDay),
    ].join('')}</Task>`
  }

  assignments(): Generator<string> {
    return assignmentElements(this.#columns, this.#uids)
  }

  /** Without one: of what is planned, whole days; a milestone none. */
  #durationDays(row: number): number {
    const { durationDays, plannedStart, plannedFinish } = this.#columns
    if (!Number.isNaN(durationDays[row])) return durationDays[row]
    const days = plannedFinish[row] - plannedStart[row] + 1
    return plannedStart[row] === DAY_ABSENT || plannedFinish[row] === DAY_ABSENT || days < 0 ? 0 : days
  }

  #progress(row: number, minutes: number, minutesPerDay: number): string {
    const columns = this.#columns
    const isFinished = columns.actualFinish[row] !== DAY_ABSENT
    const percent = isFinished ? 100 : columns.percentComplete[row] || 0
    const givenMinutes = columns.remainingDurationDays[row] * minutesPerDay
    const remaining = !Number.isNaN(givenMinutes) ? givenMinutes : minutes * (1 - percent / 100)
    return [
      element('PercentComplete', Math.round(percent)),
      element('Cost', cost(columns.budgetedCost[row])),
      element('ActualStart', this.#date(row, ['actualStart'], true)),
      element('ActualFinish', this.#date(row, ['actualFinish'], false)),
      element('ActualDuration', duration(Math.max(0, minutes - remaining))),
      element('RemainingDuration', duration(remaining)),
    ].join('')
  }

  #constraint(row: number): string {
    const type = CONSTRAINT_TYPES[this.#columns.constraintType[row] - 1] as string | undefined
    return element('ConstraintType', CONSTRAINTS[type ?? 'ASAP'] ?? 0)
  }

  #constraintDate(row: number): string {
    const type = CONSTRAINT_TYPES[this.#columns.constraintType[row] - 1] as string | undefined
    const isStart = type === 'SNET' || type === 'SNLT' || type === 'MSO' || type === 'SO'
    return element('ConstraintDate', this.#date(row, ['constraintDate'], isStart))
  }

  #priority(row: number): number | undefined {
    const priority = this.#columns.levelingPriority[row]
    return Number.isNaN(priority) ? undefined : Math.round(priority)
  }

  /** Microsoft Project holds to each delay; one that the schedule does not respect is none. */
  #levelingDelay(row: number): string {
    const { levelingDelayDays, setting } = this.#columns
    const days = levelingDelayDays[row]
    if (!(days > 0) || setting?.rules.respectLevelingDelay === false) return ''
    const delay = Math.round(TENTHS * MINUTES_PER_DAY * days)
    return element('LevelingDelay', delay) + element('LevelingDelayFormat', ELAPSED_DAYS_FORMAT)
  }

  #earned(row: number): string {
    const { earnedValue, physicalPercentComplete } = this.#columns
    const physical = physicalPercentComplete[row]
    const isMeasured = !Number.isNaN(measuredPhysical(this.#columns)[row])
    return [
      element('BCWP', cost(earnedValue[row])),
      Number.isNaN(physical)
        ? ''
        : element('PhysicalPercentComplete', Math.round(physical)) + element('EarnedValueMethod', isMeasured ? 1 : 0),
    ].join('')
  }

  #links(row: number): string {
    const { links, elapsedLags } = this.#columns
    const texts: string[] = []
    for (let k = links.start[row]; k < links.start[row + 1]; k++) {
      const predecessor = links.task[k]
      if (predecessor < 0) continue
      const isElapsed = elapsedLags[k] === 1
      const perDay = isElapsed ? MINUTES_PER_DAY : this.calendars.calendars[this.#calendarOf[predecessor]].minutesPerDay
      const format = isElapsed ? ELAPSED_DAYS_FORMAT : DAYS_FORMAT
      const lag = Math.round(TENTHS * perDay * links.lagDays[k])
      texts.push(
        `<PredecessorLink><PredecessorUID>${this.#uids[predecessor]}</PredecessorUID><Type>${LINK_TYPES[links.type[k]]}</Type><CrossProject>0</CrossProject><LinkLag>${lag}</LinkLag><LagFormat>${format}</LagFormat></PredecessorLink>`,
      )
    }
    return texts.join('')
  }

  #baseline(row: number, minutesPerDay: number): string {
    const start = this.#date(row, ['baselineStart'], true)
    const finish = this.#date(row, ['baselineFinish'], false)
    if (start === undefined && finish === undefined) return ''
    const days = this.#columns.baselineDurationDays[row]
    return `<Baseline><Number>0</Number>${element('Start', start)}${element('Finish', finish)}${element('Duration', Number.isNaN(days) ? undefined : duration(days * minutesPerDay))}<DurationFormat>${DAYS_FORMAT}</DurationFormat></Baseline>`
  }

  /** The first of these that the row has; a day without a time begins or ends as the days of the project do. */
  #date(row: number, columns: readonly DayColumn[], isStart: boolean): string | undefined {
    for (const column of columns) {
      const day = this.#columns[column][row]
      if (day === DAY_ABSENT) continue
      const time = this.#columns[timeColumnOf(column)][row]
      const minute = time > 0 ? time - 1 : this.#dayEnds[isStart ? 0 : 1]
      return momentText(day * MINUTES_PER_DAY + minute)
    }
    return undefined
  }

  /** The earliest start or the latest finish of any task. */
  #extreme(columns: readonly DayColumn[], isStart: boolean): string | undefined {
    let best: string | undefined
    for (let row = 0; row < this.#columns.taskCount; row++) {
      const date = this.#date(row, columns, isStart)
      if (date !== undefined && (best === undefined || (isStart ? date < best : date > best))) best = date
    }
    return best
  }
}
