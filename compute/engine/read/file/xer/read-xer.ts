/**
 * An XER, the export of Primavera P6, to columns. The file is cut into tables, the few that are read are gone through row by row on their bytes, and
 * nothing is made per task. What could not be read, was guessed or left out is in the report.
 */
import type { Refusal } from '../../../../../shared/errors.ts'
import { formatMoment } from '../../../../../shared/schedule/moment.ts'
import { WorkMeter } from '../../../../../shared/schedule/work-meter.ts'
import { ColumnsBuilder, fieldIndex } from '../../columns-builder.ts'
import { type FileOptions, type FileSchedule, isRefusal, refuseFile } from '../file-schedule.ts'
import { ImportWarnings } from '../import-warnings.ts'
import { Notes } from '../notes.ts'
import { scheduledBy } from '../scheduled-by.ts'
import { decodeFile } from '../text-decoding.ts'
import { DURATION, FREE_FLOAT, REMAINING, TOTAL_FLOAT } from './task-amounts.ts'
import { XerAssignments } from './xer-assignments.ts'
import { XerCalendars } from './xer-calendars.ts'
import { readCodes } from './xer-codes.ts'
import { readLinks } from './xer-links.ts'
import { optionsOf } from './xer-options.ts'
import { chooseProject, symbolsOf, type XerProject } from './xer-project.ts'
import { findTables } from './xer-tables.ts'
import { TASKS_MAX, XerTasks } from './xer-tasks.ts'
import { XerWbs } from './xer-wbs.ts'

const CALENDAR_ID = fieldIndex('calendar_id')
/** Fields of amounts, in the order of task-amounts.ts. */
const AMOUNT_FIELDS: readonly (readonly [amount: number, f: number])[] = [
  [DURATION, fieldIndex('duration_days')],
  [REMAINING, fieldIndex('remaining_duration_days')],
  [TOTAL_FLOAT, fieldIndex('total_float_days')],
  [FREE_FLOAT, fieldIndex('free_float_days')],
]

export function readXer(body: Uint8Array, options: FileOptions = {}): FileSchedule | Refusal {
  const decoded = decodeFile(body, options.encoding)
  if (isRefusal(decoded)) return decoded
  const warnings = new ImportWarnings()
  const file = findTables(decoded, warnings, options.meter ?? new WorkMeter(body.length))
  if (file === undefined)
    return refuseFile(['body'], 'format', 'The body is no XER file: it has no table (a line that begins with %T).')
  if (!file.segments.has('TASK'))
    return refuseFile(['body', 'TASK'], 'missing', 'The file has no table TASK, so there are no activities in it.')
  const symbols = symbolsOf(file)
  const project = chooseProject(file, symbols, options.project)
  if (isRefusal(project)) return project

  const builder = new ColumnsBuilder(3 * file.bytes.length)
  const wbs = new XerWbs(file, project)
  const tasks = new XerTasks(file, builder, project, symbols, wbs)
  tasks.read()
  if (tasks.count === 0) return refuseFile(['body', 'TASK'], 'length', noTasks(project, tasks))
  if (tasks.isTooLong)
    return refuseFile(['body', 'TASK'], 'length', `A schedule has at most ${TASKS_MAX} activities; this one has more.`)
  const calendars = new XerCalendars(file, symbols)
  calendars.chooseDefault(project.calendarId)
  const assignments = new XerAssignments(file, symbols, calendars)
  assignments.read(tasks, builder)
  readCodes(file, tasks, builder)
  const { minutesPerDay, used } = setAmounts(tasks, builder, calendars, assignments, warnings)
  const links = readLinks({ file, tasks, builder, project, symbols, minutesPerDay, calendars })
  const schedulingOptions = optionsOf(file, project, calendars.minutesPerDay(''))
  const members = membersOf(project, calendars, used, schedulingOptions)
  warnings.giveFaults(builder.faults)
  const columns = links.finish(builder, tasks.count)
  // currency symbols alone are no reason for a warning
  const isGuessed = options.encoding === undefined && file.encoding === 'windows-1252'
  if (isGuessed && columns.name.bytes.some(byte => byte >= 0x80))
    warnings.add(
      'encoding_guessed',
      'The file is not valid UTF-8; its names were read as windows-1252. ?encoding= tells another.',
    )
  const calendarIds = new Set(members.calendars.map(({ id }) => id))
  return {
    columns,
    members: { ...members, ...assignments.resources.member(id => calendarIds.has(id)) },
    report: {
      format: 'xer',
      format_version: file.header?.[0] || null,
      encoding: file.encoding,
      project_id: project.shortName ?? project.id ?? null,
      project_name: wbs.projectName,
      ...scheduledBy(members),
      counts: {
        tasks: tasks.count,
        links: columns.links.task.length,
        calendars: members.calendars.length,
        resources: assignments.resources.namedCount,
        rows_left_out: tasks.leftOutCount,
      },
      warnings: warnings.list,
    },
  }
}

const noTasks = (project: XerProject, { leftOutCount, otherCount }: XerTasks): string =>
  `The project ${JSON.stringify((project.shortName ?? project.id ?? '').slice(0, 100))} has no activities that could be read: ${leftOutCount} rows of TASK were left out, ${otherCount} are of other projects.`

/** Hours to days, each in the calendar of its task. */
function setAmounts(
  tasks: XerTasks,
  builder: ColumnsBuilder,
  calendars: XerCalendars,
  assignments: XerAssignments,
  warnings: ImportWarnings,
): { minutesPerDay: Float64Array; used: Set<string> } {
  const encoder = new TextEncoder()
  assignments.markByResource(tasks, builder)
  const ids = tasks.calendarIds.map(id => (calendars.has(id) ? id : ''))
  const idBytes = new Map<string, Uint8Array>()
  const used = new Set<string>()
  const minutesPerDay = new Float64Array(tasks.count)
  const perDay = new Map<string, number>()
  const unknown = new Notes()
  let unnamed = 0
  for (let task = 0; task < tasks.count; task++) {
    const n = tasks.calendars[task]
    const id = n < 0 ? '' : ids[n]
    if (id === '' && n < 0) unnamed++
    else if (id === '')
      unknown.add(
        task,
        () => 'TASK.clndr_id',
        () => tasks.calendarIds[n],
      )
    else {
      let bytes = idBytes.get(id)
      if (bytes === undefined) {
        bytes = encoder.encode(id)
        idBytes.set(id, bytes)
        used.add(id)
      }
      builder.codes(CALENDAR_ID).set(task, bytes, 0, bytes.length)
    }
    let minutes = perDay.get(id)
    if (minutes === undefined) {
      minutes = calendars.minutesPerDay(id)
      perDay.set(id, minutes)
    }
    minutesPerDay[task] = minutes
    for (const [amount, f] of AMOUNT_FIELDS) {
      const value = tasks.amounts.minutes(task, amount)
      if (!Number.isNaN(value)) builder.numbers(f).set(task, value / minutes)
    }
  }
  warnings.add('calendar_not_named', 'Tasks name no calendar; they work by the calendar of the project.', unnamed)
  warnings.addNotes(
    'calendar_unknown',
    'Tasks name a calendar that the file does not have; they work by the calendar of the project.',
    unknown,
  )
  assignments.scaleMaterials(builder, minutesPerDay)
  for (const id of assignments.resources.calendarIds) if (calendars.saysTimes(id)) used.add(id)
  return { minutesPerDay, used }
}

function membersOf(project: XerProject, calendars: XerCalendars, used: Set<string>, options: Record<string, unknown>) {
  return {
    ...moment('status_date', project.dataDate),
    ...moment('project_start', project.start),
    ...moment('must_finish_by', project.finishBy),
    calendars: calendars.membersOf(used),
    default_calendar_id: calendars.defaultId,
    scheduling_options: options,
  }
}

const moment = (name: string, value: number): Record<string, string> =>
  Number.isNaN(value) ? {} : { [name]: formatMoment(value) }
