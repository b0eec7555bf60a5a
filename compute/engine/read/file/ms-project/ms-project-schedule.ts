/** What was read of a file of Microsoft Project to a schedule, whatever its format: calendars, tasks, resources, links and the report. */
import type { Refusal } from '../../../../../shared/contract/errors.ts'
import { CONSTRAINT_TYPES, RELATION_TYPES, TASK_TYPES } from '../../../../../shared/contract/schedule/fields.ts'
import type { FileFormat } from '../../../../../shared/contract/schedule/file-formats.ts'
import { WorkMeter } from '../../../../../shared/contract/schedule/work-meter.ts'
import { type ColumnsBuilder, fieldIndex } from '../../columns-builder.ts'
import {
  FileLinks,
  type FileOptions,
  type FileSchedule,
  momentMember,
  momentOfDay,
  refuseFile,
  setMoment,
  setText,
} from '../file-schedule.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import { Notes } from '../notes.ts'
import { scheduledBy } from '../scheduled-by.ts'
import { isElapsedFormat, isPercentFormat } from './duration-formats.ts'
import type { LinkThrough } from './inactive-tasks.ts'
import { ProjectCalendars } from './project-calendars.ts'
import type { ProjectParts } from './project-parts.ts'
import { setResources } from './project-resources.ts'
import type { TaskKeeper } from './task-keeper.ts'
import type { ExternalTask, LinkRows, TaskRows } from './task-rows.ts'

const F = {
  id: fieldIndex('id'),
  duration: fieldIndex('duration_days'),
  remaining: fieldIndex('remaining_duration_days'),
  baselineDuration: fieldIndex('baseline_duration_days'),
  totalFloat: fieldIndex('total_float_days'),
  freeFloat: fieldIndex('free_float_days'),
  taskType: fieldIndex('task_type'),
  constraintType: fieldIndex('constraint_type'),
  parent: fieldIndex('parent_id'),
  start: fieldIndex('forecast_start'),
  externalStart: fieldIndex('external_early_start'),
}

const MINUTES_PER_ELAPSED_DAY = 24 * 60
/** Entry t: index into RELATION_TYPES of type t of the file. */
const RELATIONS = (['FF', 'FS', 'SF', 'SS'] as const).map(type => RELATION_TYPES.indexOf(type))
const [FINISH_TO_START, START_TO_START] = [1, 3]
/** Entry c: code of constraint c of the file; as soon as possible is none, but where tasks lie as late as they can. */
const CONSTRAINTS = (['ASAP', 'ALAP', 'MSO', 'MFO', 'SNET', 'SNLT', 'FNET', 'FNLT'] as const).map(
  type => 1 + CONSTRAINT_TYPES.indexOf(type),
)
const typeCode = (type: (typeof TASK_TYPES)[number]): number => 1 + TASK_TYPES.indexOf(type)
const [TASK, MILESTONE, SUMMARY] = (['task', 'milestone', 'summary'] as const).map(typeCode)

/** What a file says of itself. */
interface FileWords {
  readonly format: FileFormat
  readonly version: string | null
  readonly encoding: string
}

/** The schedule of a file that is read; refused where ?project= names another project or there is no task. */
export function msProjectSchedule(
  parts: ProjectParts,
  builder: ColumnsBuilder,
  warnings: ImportWarnings,
  words: FileWords,
  { project, meter = WorkMeter.unbounded() }: FileOptions,
): FileSchedule | Refusal {
  const { properties } = parts
  if (project !== undefined && project !== '') {
    const names = [properties.name, properties.title, properties.uid].filter(name => name !== '')
    if (!names.includes(project)) {
      const text = `project must name the one project of the file: ${names.map(name => JSON.stringify(name)).join(' or ')}.`
      return refuseFile(['query', 'project'], 'enum', text)
    }
  }
  if (parts.tasks.rows.count === 0) {
    const text = `The file has no tasks that could be read: ${parts.tasks.rowsLeftOut} of its rows were left out.`
    return refuseFile(['body', 'Tasks'], 'length', text)
  }
  return scheduleOf(parts, builder, warnings, words, meter)
}

function scheduleOf(
  parts: ProjectParts,
  builder: ColumnsBuilder,
  warnings: ImportWarnings,
  { format, version, encoding }: FileWords,
  meter: WorkMeter,
): FileSchedule {
  const { properties, tasks } = parts
  const { minutesPerDay } = properties
  const calendars = new ProjectCalendars(parts.calendars, properties.calendarUid, minutesPerDay, warnings, meter)
  setTasks(parts, builder, minutesPerDay, warnings)
  const resources = setResources({ rows: tasks.rows, ...parts }, builder, calendars, warnings)
  const links = linksOf(parts, builder, minutesPerDay, warnings)
  const members: Record<string, unknown> = {
    ...membersOf(parts, calendars, warnings),
    ...resources.member(id => calendars.hasMember(id)),
  }
  tasks.customFields.finish(tasks.rows.count, builder, warnings)
  warnings.giveFaults(builder.faults)
  const columns = links.finish(builder, tasks.rows.count)
  return {
    columns,
    members,
    report: {
      format,
      format_version: version,
      encoding,
      project_id: properties.uid === '' ? null : properties.uid,
      project_name: properties.title || properties.name || null,
      ...scheduledBy(members),
      ...momentMember('saved_at', properties.savedAt),
      counts: {
        tasks: columns.taskCount,
        links: columns.links.task.length,
        calendars: calendars.fileCount,
        resources: resources.namedCount,
        rows_left_out: tasks.rowsLeftOut,
      },
      warnings: warnings.list,
    },
  }
}

/** An inserted project of which nothing but its row lies in the file. */
const isAlone = (rows: TaskRows, row: number): boolean =>
  rows.isSubproject.at(row) === 1 && rows.isSummary.at(row) !== 1

/** What needs the minutes of a day, or the rows that come behind. */
function setTasks(parts: ProjectParts, builder: ColumnsBuilder, minutesPerDay: number, warnings: ImportWarnings): void {
  const { rows, customFields } = parts.tasks
  const ids = customFields.ids(rows, warnings)
  const isFromFinish = !parts.properties.isFromStart
  const setDays = (field: number, row: number, minutes: number): void => {
    if (!Number.isNaN(minutes)) builder.numbers(field).set(row, minutes / minutesPerDay)
  }
  let longMilestones = 0
  let subprojects = 0
  for (let row = 0; row < rows.count; row++) {
    setText(builder, row, F.id, ids[row]!)
    const duration = rows.duration.at(row)
    setDays(F.duration, row, duration)
    setDays(F.remaining, row, rows.remainingDuration.at(row))
    setDays(F.baselineDuration, row, rows.baselineDuration.at(row))
    setDays(F.totalFloat, row, rows.totalSlack.at(row))
    setDays(F.freeFloat, row, rows.freeSlack.at(row))
    const isSummary = rows.isSummary.at(row) === 1
    const isMilestone = !isSummary && rows.isMilestone.at(row) === 1
    if (isMilestone && duration > 0) longMilestones++
    if (isAlone(rows, row)) subprojects++
    builder.bytes(F.taskType).set(row, isSummary ? SUMMARY : isMilestone && !(duration > 0) ? MILESTONE : TASK)
    const constraint = rows.constraintType.at(row)
    if (constraint > 0 || (constraint === 0 && isFromFinish))
      builder.bytes(F.constraintType).set(row, CONSTRAINTS[constraint] ?? 0)
    const parent = rows.parentRow.at(row)
    if (parent >= 0) setText(builder, row, F.parent, ids[parent]!, true)
  }
  const text =
    'Tasks that are marked as milestones and take time were read as tasks, which they are when dates are computed.'
  warnings.add('milestones_with_duration', text, longMilestones)
  warnings.add(
    'subprojects_without_tasks',
    'Inserted projects whose tasks are not in the file were read as one task each, which starts no earlier than the file has it.',
    subprojects,
  )
}

function linksOf(
  { tasks, properties }: ProjectParts,
  builder: ColumnsBuilder,
  minutesPerDay: number,
  warnings: ImportWarnings,
): FileLinks {
  const { rows } = tasks
  const { links } = tasks
  const made = new FileLinks()
  const unknown = new Notes()
  const foreign = new Notes()
  /** By row, the latest start that a link from another project leaves, or that of an inserted one. */
  const starts = new Map<number, number>()
  for (let row = 0; row < rows.count; row++) {
    if (!isAlone(rows, row)) continue
    const start = momentOfDay(builder.days(F.start).get(row), builder.times(F.start).get(row))
    if (!Number.isNaN(start)) starts.set(row, start)
  }
  const through: (readonly [successor: number, links: readonly LinkThrough[]])[] = []
  /** The lag of a link after the task of that UID; one that is not there has no duration. */
  const lagOf = (uid: number, lag: number, format: number): { minutes: number; isElapsed: boolean } => {
    const row = rows.rowOfUid.get(uid)
    const isPercent = isPercentFormat(format)
    const isElapsed = isElapsedFormat(format) || (isPercent && row !== undefined && rows.isElapsed.at(row) === 1)
    const duration = row === undefined ? 0 : rows.duration.at(row)
    return { minutes: isPercent ? (lag / 100) * (Number.isNaN(duration) ? 0 : duration) : lag / 10, isElapsed }
  }
  const add = (successor: number, predecessor: number, link: Omit<LinkThrough, 'uid'>): void => {
    const days = link.minutes / (link.isElapsed ? MINUTES_PER_ELAPSED_DAY : minutesPerDay)
    made.add(successor, predecessor, RELATIONS[link.type] ?? 0, days, link.isElapsed)
  }
  const placeOf = (k: number): [() => string, () => string] => [
    () => 'PredecessorLink.PredecessorUID',
    () => String(links.predecessorUid.at(k)),
  ]
  for (let k = 0; k < links.count; k++) {
    const external = tasks.externals.get(links.predecessorUid.at(k))
    if (external !== undefined || links.isCross.at(k) === 1) {
      const held = heldByExternal(links, k, external)
      if (Number.isNaN(held)) foreign.add(links.successorRow.at(k), ...placeOf(k))
      else starts.set(links.successorRow.at(k), Math.max(held, starts.get(links.successorRow.at(k)) ?? held))
      continue
    }
    const uid = links.predecessorUid.at(k)
    if (tasks.inactive.has(uid)) {
      const lag = lagOf(uid, links.lag.at(k), links.lagFormat.at(k))
      through.push([links.successorRow.at(k), tasks.inactive.through({ uid, type: links.type.at(k), ...lag }, lagOf)])
      continue
    }
    const predecessor = rows.rowOfUid.get(uid)
    if (predecessor === undefined) {
      // those to the project itself and to rows that were left out say nothing either
      unknown.add(links.successorRow.at(k), ...placeOf(k))
      continue
    }
    add(links.successorRow.at(k), predecessor, {
      type: links.type.at(k),
      ...lagOf(uid, links.lag.at(k), links.lagFormat.at(k)),
    })
  }
  addThrough(through, tasks, add)
  for (const [row, moment] of starts) setMoment(builder, row, F.externalStart, moment)
  warnings.addNotes(
    'links_to_other_projects',
    'Links to tasks of other projects were left out: they have a lag or lead to a finish, or the file has no dates of these tasks; dates that they hold may come earlier.',
    foreign,
  )
  const text = `Links to tasks that were not read were left out.`
  warnings.addNotes('links_left_out', text, unknown)
  if (properties.isFromStart) return made
  warnings.add('schedule_from_finish', 'The project is scheduled from its finish: tasks lie as late as they can.')
  return made
}

type AddLink = (successor: number, predecessor: number, link: Omit<LinkThrough, 'uid'>) => void

/** Where inactive tasks make several links of a type between two tasks, the one with the largest lag stays. */
function addThrough(
  through: readonly (readonly [successor: number, links: readonly LinkThrough[]])[],
  { rows, links }: TaskKeeper,
  add: AddLink,
): void {
  if (through.length === 0) return
  const key = (successor: number, uid: number, type: number): string => `${successor} ${uid} ${type}`
  const direct = new Set<string>()
  for (let k = 0; k < links.count; k++)
    direct.add(key(links.successorRow.at(k), links.predecessorUid.at(k), links.type.at(k)))
  const widest = new Map<string, { readonly successor: number; readonly link: LinkThrough }>()
  for (const [successor, found] of through) {
    for (const link of found) {
      const of = key(successor, link.uid, link.type)
      const known = widest.get(of)
      if (!direct.has(of) && !(known !== undefined && known.link.minutes >= link.minutes))
        widest.set(of, { successor, link })
    }
  }
  for (const { successor, link } of widest.values()) {
    const predecessor = rows.rowOfUid.get(link.uid)
    if (predecessor !== undefined && !isUnder(rows, successor, predecessor) && !isUnder(rows, predecessor, successor))
      add(successor, predecessor, link)
  }
}

/** Whether the row is the other one or lies under it. */
function isUnder({ parentRow }: TaskRows, row: number, other: number): boolean {
  for (let at = row; at >= 0; at = parentRow.at(at)) if (at === other) return true
  return false
}

/** The moment at which link k from a task of another project lets its successor start, NaN = it cannot be told. */
function heldByExternal(links: LinkRows, k: number, external: ExternalTask | undefined): number {
  const isFromFinish = links.type.at(k) === FINISH_TO_START
  if (external === undefined || links.lag.at(k) !== 0 || !(isFromFinish || links.type.at(k) === START_TO_START))
    return Number.NaN
  return isFromFinish ? external.finish : external.start
}

function membersOf(
  { properties }: ProjectParts,
  calendars: ProjectCalendars,
  warnings: ImportWarnings,
): Record<string, unknown> {
  const { statusDate, startDate, finishDate, isFromStart, criticalSlackLimit } = properties
  if (Number.isNaN(statusDate))
    warnings.add('no_status_date', 'The file has no status date: what depends on it needs one in the options.')
  return {
    ...momentMember('status_date', statusDate),
    calendars: calendars.members,
    default_calendar_id: calendars.defaultId,
    ...momentMember('project_start', startDate),
    ...(isFromStart ? {} : momentMember('must_finish_by', finishDate)),
    scheduling_options: {
      rules: 'ms_project',
      ...(!Number.isNaN(criticalSlackLimit) ? { critical_float_days_max: criticalSlackLimit } : {}),
      ...(isFromStart ? {} : { schedule_from_finish: true }),
      honor_constraints: properties.honorsConstraints,
      open_ends_critical: properties.hasSeveralCriticalPaths,
    },
  }
}
