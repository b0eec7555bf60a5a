/**
 * One project of P6 on its way to a schedule, whichever export it comes from. A reader fills a record for each row of a list and hands it to the mapper of
 * that list; here is what comes when all is read: hours to days in the calendar of each task, the members of the container, the report.
 */
import type { ScheduleColumns } from '../../../../../shared/contract/schedule/columns.ts'
import type { FileFormat } from '../../../../../shared/contract/schedule/file-formats.ts'
import type { WorkMeter } from '../../../../../shared/contract/schedule/work-meter.ts'
import { ColumnsBuilder, fieldIndex } from '../../columns-builder.ts'
import { type FileLinks, type FileSchedule, momentMember } from '../file-schedule.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import { Notes } from '../notes.ts'
import type { RowRecord } from '../row-record.ts'
import { scheduledBy } from '../scheduled-by.ts'
import { P6Calendars } from './p6-calendars.ts'
import { P6Codes } from './p6-codes.ts'
import { type LinkRow, P6Links } from './p6-links.ts'
import { levelingMember, optionsMember, type P6Options } from './p6-options.ts'
import { P6Resources, type ResourceRecords } from './p6-resources.ts'
import { P6Tasks } from './p6-tasks.ts'
import { P6Wbs } from './p6-wbs.ts'
import type { P6Words, RowPlace } from './p6-words.ts'

const CALENDAR_ID = fieldIndex('calendar_id')
const AMOUNTS = [
  ['duration', fieldIndex('duration_days')],
  ['remaining', fieldIndex('remaining_duration_days')],
  ['totalFloat', fieldIndex('total_float_days')],
  ['freeFloat', fieldIndex('free_float_days')],
] as const

const encoder = new TextEncoder()

/** What a reader fills, and what it says of the row that it is at. */
export interface P6Records extends ResourceRecords {
  readonly task: RowRecord
  readonly wbs: RowRecord
  readonly link: RowRecord
  readonly taskAt: RowPlace
  readonly resourceAt: RowPlace
}

/** What the file says of the project; moments are minutes since 1970, NaN = not given. */
interface P6Header {
  readonly format: FileFormat
  readonly version: string | null
  readonly encoding: string
  readonly id: string | null
  readonly name: string | null
  readonly dataDate: number
  readonly start: number
  readonly finishBy: number
  readonly rowsLeftOut: number
}

export class P6Schedule {
  readonly builder: ColumnsBuilder
  readonly warnings: ImportWarnings
  readonly meter: WorkMeter
  readonly tasks: P6Tasks
  readonly calendars: P6Calendars
  readonly resources: P6Resources
  readonly codes: P6Codes
  readonly wbs: P6Wbs
  readonly #words: P6Words
  readonly #records: P6Records
  /** Ids of the calendars that tasks and those who work on them have. */
  #used: ReadonlySet<string> = new Set()

  /** `fileBytes`: of the file, `textBytesMax`: so many bytes of texts at most can come of it. */
  constructor(
    records: P6Records,
    words: P6Words,
    warnings: ImportWarnings,
    meter: WorkMeter,
    fileBytes: number,
    textBytesMax: number,
  ) {
    this.#records = records
    this.#words = words
    this.warnings = warnings
    this.meter = meter
    const builder = new ColumnsBuilder(textBytesMax)
    this.builder = builder
    this.tasks = new P6Tasks(records.task, records.taskAt, words, builder, warnings)
    this.calendars = new P6Calendars(words, warnings)
    this.resources = new P6Resources(records, records.resourceAt, words, builder, warnings)
    this.codes = new P6Codes(builder)
    this.wbs = new P6Wbs(records.wbs, fileBytes)
  }

  /** When all lists but that of the links are read, and the default calendar is chosen. Returns what links are added to. `row`: the link that is read. */
  settle(row: LinkRow): P6Links {
    const { tasks, calendars, resources, builder, warnings, meter } = this
    const words = this.#words
    tasks.finish()
    this.wbs.setPaths(tasks.wbs, builder, meter, warnings, words)
    resources.setLimits(calendars.minutesPerDay(''))
    resources.finish(tasks)
    this.codes.finish(tasks.count, warnings)
    const minutesPerDay = this.#setAmounts()
    resources.scaleMaterials(minutesPerDay)
    const context = { tasks, calendars, builder, warnings, meter, words, minutesPerDay }
    return new P6Links(this.#records.link, row, context)
  }

  /** Hours to days, each in the calendar of its task. Returns the minutes of a day of each task. */
  #setAmounts(): Float64Array {
    const { tasks, calendars, resources, builder, warnings } = this
    const used = new Set<string>()
    const minutesPerDay = new Float64Array(tasks.count)
    const unknown = new Notes()
    let unnamed = 0
    // by number of the calendar + 1: minutes of a day, and the code in the column, -1 = the file does not have it
    const minutesOf: number[] = [calendars.minutesPerDay('')]
    const codeOf: number[] = [-1]
    for (let task = 0; task < tasks.count; task++) {
      const n = tasks.calendar.at(task)
      if (minutesOf[n + 1] === undefined) {
        const id = calendars.idOf(n)
        const isKnown = calendars.has(id)
        const bytes = encoder.encode(id)
        minutesOf[n + 1] = calendars.minutesPerDay(id)
        codeOf[n + 1] = isKnown ? builder.codes(CALENDAR_ID).codeOf(bytes, 0, bytes.length) : -1
        if (isKnown) used.add(id)
      }
      if (codeOf[n + 1]! >= 0) builder.codes(CALENDAR_ID).setCode(task, codeOf[n + 1]!)
      else if (n < 0) unnamed++
      else
        unknown.add(
          task,
          () => this.#words.taskCalendar,
          () => calendars.idOf(n),
        )
      minutesPerDay[task] = minutesOf[n + 1]!
    }
    for (const [amount, field] of AMOUNTS)
      for (let task = 0; task < tasks.count; task++) {
        const value = tasks[amount].at(task)
        if (!Number.isNaN(value)) builder.numbers(field).set(task, value / minutesPerDay[task])
      }
    const { Tasks } = this.#words
    warnings.add('calendar_not_named', `${Tasks} name no calendar; they work by the calendar of the project.`, unnamed)
    warnings.addNotes(
      'calendar_unknown',
      `${Tasks} name a calendar that the file does not have; they work by the calendar of the project.`,
      unknown,
    )
    for (const id of resources.list.calendarIds) if (calendars.saysTimes(id)) used.add(id)
    this.#used = used
    return minutesPerDay
  }

  /** `look`: at the columns, before the report is made. */
  finish(
    links: FileLinks,
    header: P6Header,
    options: P6Options,
    look: (columns: ScheduleColumns) => void = NOTHING,
  ): FileSchedule {
    const { tasks, calendars, resources, builder, warnings } = this
    const { format, version, encoding, id, name, dataDate, start, finishBy, rowsLeftOut } = header
    const schedulingOptions = optionsMember(options, calendars.minutesPerDay(''), this.#words, warnings)
    if (Number.isNaN(dataDate))
      warnings.add(
        'no_status_date',
        'The file has no data date: without a status date in the options work is computed from the start of the project, or from the first date.',
      )
    const calendarMembers = calendars.membersOf(this.#used)
    const calendarIds = new Set(calendarMembers.map(member => member.id))
    const members = {
      ...momentMember('status_date', dataDate),
      ...momentMember('project_start', start),
      ...momentMember('must_finish_by', finishBy),
      calendars: calendarMembers,
      default_calendar_id: calendars.defaultId,
      scheduling_options: schedulingOptions,
      ...levelingMember(options),
      ...resources.list.member(calendar => calendarIds.has(calendar)),
    }
    warnings.giveFaults(builder.faults)
    const columns = links.finish(builder, tasks.count)
    look(columns)
    return {
      columns,
      members,
      report: {
        format,
        format_version: version,
        encoding,
        project_id: id,
        project_name: name,
        ...scheduledBy(members),
        counts: {
          tasks: tasks.count,
          links: columns.links.task.length,
          calendars: calendarMembers.length,
          resources: resources.list.namedCount,
          rows_left_out: rowsLeftOut,
        },
        warnings: warnings.list,
      },
    }
  }
}

const NOTHING = (): void => {}
