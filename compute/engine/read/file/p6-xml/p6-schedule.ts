/** What was read of a project of P6 as a schedule: hours to days in the calendar of each activity, links by rows, the members of the container. */

import { formatMoment } from '../../../../../shared/schedule/moment.ts'
import { CodeValues } from '../../code-values.ts'
import { fieldIndex } from '../../columns-builder.ts'
import { ExternalLinks, type LeavingLink } from '../external-links.ts'
import { FileCodes } from '../file-codes.ts'
import { FileLinks, type FileSchedule, setText } from '../file-schedule.ts'
import { lagOfText } from '../lag-texts.ts'
import { Notes } from '../notes.ts'
import type { NumberList } from '../number-list.ts'
import { scheduledBy } from '../scheduled-by.ts'
import type { P6Project } from './p6-projects.ts'
import type { P6File } from './read-p6-xml.ts'

const F = {
  id: fieldIndex('id'),
  calendar: fieldIndex('calendar_id'),
  organization: fieldIndex('organization_code'),
  cost: fieldIndex('budgeted_cost'),
  resourceDependent: fieldIndex('resource_dependent'),
}
/** Code of true in a column. */
const TRUE = 2
const AMOUNTS = [
  ['duration', fieldIndex('duration_days')],
  ['remaining', fieldIndex('remaining_duration_days')],
  ['totalFloat', fieldIndex('total_float_days')],
  ['freeFloat', fieldIndex('free_float_days')],
] as const

export function scheduleOf(file: P6File, project: P6Project, encoding: string, version: string | null): FileSchedule {
  const { activities, builder, calendars, warnings } = file
  const { minutesPerDay, used } = setAmounts(file)
  setTexts(file)
  setCodes(file)
  setCosts(file)
  const links = linksOf(file, project, minutesPerDay)
  const members = {
    ...moment('status_date', file.dataDate),
    ...moment('project_start', file.start),
    ...moment('must_finish_by', file.finishBy),
    calendars: calendars.membersOf(used),
    default_calendar_id: calendars.defaultId,
    scheduling_options: file.options.member(calendars.minutesPerDay(Number.NaN), warnings),
    ...file.resources.list.member(id => calendars.has(Number(id))),
  }
  warnings.addNotes(
    'task_left_out',
    'Activities without an ObjectId of their own, or without a usable Id, were left out.',
    activities.leftOut,
  )
  warnings.giveFaults(builder.faults)
  const columns = links.finish(builder, activities.count)
  return {
    columns,
    members,
    report: {
      format: 'p6_xml',
      format_version: version,
      encoding,
      project_id: project.id || (Number.isNaN(project.objectId) ? null : String(project.objectId)),
      project_name: project.name || null,
      ...scheduledBy(members),
      counts: {
        tasks: columns.taskCount,
        links: columns.links.task.length,
        calendars: members.calendars.length,
        resources: file.resources.list.namedCount,
        rows_left_out: activities.leftOut.count,
      },
      warnings: warnings.list,
    },
  }
}

const moment = (name: string, value: number): Record<string, string> =>
  Number.isNaN(value) ? {} : { [name]: formatMoment(value) }

/** Hours to days, each in the calendar of its activity. */
function setAmounts({ activities, assignments, resources, builder, calendars, warnings }: P6File): {
  minutesPerDay: Float64Array
  used: Set<number>
} {
  const used = new Set<number>()
  const minutesPerDay = new Float64Array(activities.count)
  markByResource({ activities, assignments, builder, warnings })
  const unknown = new Notes()
  let unnamed = 0
  for (let row = 0; row < activities.count; row++) {
    const id = activities.calendar.at(row)
    const isKnown = calendars.has(id)
    if (isKnown) {
      setText(builder, row, F.calendar, String(id), true)
      used.add(id)
    } else if (Number.isNaN(id)) unnamed++
    else
      unknown.add(
        row,
        () => 'Activity.CalendarObjectId',
        () => String(id),
      )
    minutesPerDay[row] = calendars.minutesPerDay(isKnown ? id : Number.NaN)
    for (const [amount, field] of AMOUNTS) {
      const minutes = (activities[amount] as NumberList).at(row)
      if (!Number.isNaN(minutes)) builder.numbers(field).set(row, minutes / minutesPerDay[row])
    }
  }
  warnings.add('calendar_not_named', 'Activities name no calendar; they work by the calendar of the project.', unnamed)
  warnings.addNotes(
    'calendar_unknown',
    'Activities name a calendar that the file does not have; they work by the calendar of the project.',
    unknown,
  )
  resources.setLimits(calendars.minutesPerDay(Number.NaN))
  assignments.toColumns(resources, activities.rowOfObjectId, minutesPerDay, builder, warnings)
  for (const id of resources.list.calendarIds) if (calendars.has(Number(id))) used.add(Number(id))
  return { minutesPerDay, used }
}

/** Resource-dependent activities are marked so where resources are at work on them: their dates follow from those. */
function markByResource({
  activities,
  assignments,
  builder,
  warnings,
}: Pick<P6File, 'activities' | 'assignments' | 'builder' | 'warnings'>): void {
  const left = new Set(activities.byResource)
  let marked = 0
  for (let k = 0; left.size > 0 && k < assignments.activity.count; k++) {
    const row = activities.rowOfObjectId.get(assignments.activity.at(k))
    if (row === undefined || !left.delete(row)) continue
    builder.bytes(F.resourceDependent).set(row, TRUE)
    marked++
  }
  warnings.add(
    'resource_calendars',
    'Resource-dependent activities work the remaining units of their resources in the calendars of those, as P6 schedules them.',
    marked,
  )
}

function setTexts({ activities, builder, wbs, codes, baseline, calendars, warnings }: P6File): void {
  const { row: rows, type, value } = activities.codes
  let k = 0
  for (let row = 0; row < activities.count; row++) {
    wbs.setPaths(builder, row, activities.wbs.at(row), warnings)
    let isSet = false
    for (; k < rows.count && rows.at(k) === row; k++) {
      const text = type.at(k) === codes.typeId ? codes.textOf(value.at(k)) : undefined
      if (isSet || text === undefined || text.length === 0) continue
      isSet = true
      builder.codes(F.organization).set(row, text, 0, text.length)
    }
    if (baseline.count > 0) {
      const { bytes, offsets } = builder.texts(F.id)
      const id = new TextDecoder().decode(bytes.subarray(offsets[row], offsets[row + 1]))
      baseline.set(builder, row, id, calendar => calendars.minutesPerDay(calendar))
    }
  }
}

/** Activity codes and user-defined fields by the names of their types. */
function setCodes({ activities, builder, codes, warnings }: P6File): void {
  const made = new FileCodes(new CodeValues(builder))
  const { row, value } = activities.codes
  for (let k = 0; k < row.count; k++) {
    const entry = codes.entryOf(value.at(k))
    if (entry !== undefined) made.add(row.at(k), ...entry)
  }
  for (const { row, type, text } of activities.fields) {
    const name = codes.fieldNames.get(type)
    if (name !== undefined) made.add(row, name, text)
  }
  made.finish(activities.count, warnings)
}

function setCosts({ activities, assignments, builder }: P6File): void {
  const costs = new Float64Array(activities.count)
  for (let k = 0; k < assignments.count; k++) {
    const row = activities.rowOfObjectId.get(assignments.activity.at(k))
    const cost = assignments.costOf(k)
    if (row !== undefined && !Number.isNaN(cost)) costs[row] += cost
  }
  for (let row = 0; row < costs.length; row++) if (costs[row] !== 0) builder.numbers(F.cost).set(row, costs[row])
}

function linksOf(file: P6File, project: P6Project, minutesPerDay: Float64Array): FileLinks {
  const { activities, links, others, calendars, builder, warnings } = file
  const made = new FileLinks()
  const lost = new Notes()
  const leaving: LeavingLink<number>[] = []
  for (let k = 0; k < links.type.count; k++) {
    const predecessor = activities.rowOfObjectId.get(links.predecessor.at(k))
    const successor = activities.rowOfObjectId.get(links.successor.at(k))
    const text = links.lagTexts.get(k)
    const perDay = predecessor === undefined ? calendars.minutesPerDay(Number.NaN) : minutesPerDay[predecessor]
    const duration = predecessor === undefined ? Number.NaN : activities.duration.at(predecessor) / perDay
    const lag = text === undefined ? undefined : lagOfText(text, perDay, duration)
    const minutes = Math.round(lag === undefined ? 60 * links.lagHours.at(k) : perDay * lag.days)
    if (predecessor === undefined || successor === undefined) {
      const place = `Relationship from ObjectId ${links.predecessor.at(k)} to ${links.successor.at(k)}`
      const task = successor ?? predecessor ?? -1
      const isSuccessor = successor !== undefined
      const other = (isSuccessor ? links.predecessor : links.successor).at(k)
      const otherProject = (isSuccessor ? links.predecessorProject : links.successorProject).at(k)
      const isOwn = Number.isNaN(otherProject) || otherProject === project.objectId
      if (task < 0 || (isOwn && !others.byId.has(other)))
        lost.add(
          task,
          () => place,
          () => String(other),
        )
      else leaving.push({ task, isSuccessor, other, type: links.type.at(k), lagMinutes: minutes, place })
      continue
    }
    made.add(successor, predecessor, links.type.at(k), lag?.days ?? minutes / perDay, lag?.isElapsed)
  }
  warnings.addNotes(
    'links_left_out',
    'Links name activities that were not read and were left out; dates and floats may differ.',
    lost,
  )
  if (leaving.length === 0) return made
  const calendarOf = (task: number): number => activities.calendar.at(task)
  const ofOther = (id: number): number => others.byId.get(id)?.calendar ?? Number.NaN
  const used = leaving.flatMap(({ task, other }) => [calendarOf(task), ofOther(other)])
  const members = calendars.membersOf(new Set(used.filter(id => calendars.has(id))))
  const external = new ExternalLinks<number>(builder, members, calendars.defaultId, file.meter)
  for (const link of leaving) {
    const { task, other, isSuccessor } = link
    const lagCalendar = String(isSuccessor ? ofOther(other) : calendarOf(task))
    const remaining = activities.remaining.at(task)
    external.add(link, others.byId.get(other), lagCalendar, {
      calendar: String(calendarOf(task)),
      remaining: Number.isNaN(remaining) ? activities.duration.at(task) : remaining,
    })
  }
  external.warn(warnings)
  return made
}
