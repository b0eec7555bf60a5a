/** What was read of a project of P6 as a schedule: hours to days in the calendar of each activity, links by rows, the members of the container. */

import { formatMoment } from '../../../../../shared/schedule/moment.ts'
import { fieldIndex } from '../../columns-builder.ts'
import { FileLinks, type FileSchedule, setText } from '../file-schedule.ts'
import type { NumberList } from '../number-list.ts'
import { scheduledBy } from '../scheduled-by.ts'
import type { P6Project } from './p6-projects.ts'
import type { P6File } from './read-p6-xml.ts'

const F = {
  id: fieldIndex('id'),
  calendar: fieldIndex('calendar_id'),
  wbs: fieldIndex('wbs_code'),
  wbsName: fieldIndex('wbs_name'),
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
  setCosts(file)
  const columns = linksOf(file, minutesPerDay).finish(builder, activities.count)
  const members = {
    ...moment('status_date', file.dataDate),
    ...moment('project_start', file.start),
    ...moment('must_finish_by', file.finishBy),
    calendars: calendars.membersOf(used),
    default_calendar_id: calendars.defaultId,
    scheduling_options: file.options.member(calendars.minutesPerDay(Number.NaN), warnings),
    ...file.resources.list.member(id => calendars.has(Number(id))),
  }
  warnings.add(
    'task_left_out',
    'Activities without an ObjectId of their own, or without a usable Id, were left out.',
    activities.leftOutCount,
  )
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
        rows_left_out: activities.leftOutCount,
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
  let unknown = 0
  for (let row = 0; row < activities.count; row++) {
    const id = activities.calendar.at(row)
    const isKnown = calendars.has(id)
    if (isKnown) {
      setText(builder, row, F.calendar, String(id), true)
      used.add(id)
    } else unknown++
    minutesPerDay[row] = calendars.minutesPerDay(isKnown ? id : Number.NaN)
    for (const [amount, field] of AMOUNTS) {
      const minutes = (activities[amount] as NumberList).at(row)
      if (!Number.isNaN(minutes)) builder.numbers(field).set(row, minutes / minutesPerDay[row])
    }
  }
  warnings.add(
    'calendar_unknown',
    'Activities name no calendar that the file has; they work by the calendar of the project.',
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
    const paths = wbs.pathsOf(activities.wbs.at(row), warnings)
    if (paths !== undefined && paths.code.length > 0) builder.codes(F.wbs).set(row, paths.code, 0, paths.code.length)
    if (paths !== undefined && paths.name.length > 0)
      builder.codes(F.wbsName).set(row, paths.name, 0, paths.name.length)
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

function setCosts({ activities, assignments, builder }: P6File): void {
  const costs = new Float64Array(activities.count)
  for (let k = 0; k < assignments.count; k++) {
    const row = activities.rowOfObjectId.get(assignments.activity.at(k))
    const cost = assignments.costOf(k)
    if (row !== undefined && !Number.isNaN(cost)) costs[row] += cost
  }
  for (let row = 0; row < costs.length; row++) if (costs[row] !== 0) builder.numbers(F.cost).set(row, costs[row])
}

function linksOf({ activities, links, warnings }: P6File, minutesPerDay: Float64Array): FileLinks {
  const made = new FileLinks()
  let foreign = 0
  for (let k = 0; k < links.type.count; k++) {
    const predecessor = activities.rowOfObjectId.get(links.predecessor.at(k))
    const successor = activities.rowOfObjectId.get(links.successor.at(k))
    if (predecessor === undefined || successor === undefined) {
      foreign++
      continue
    }
    const minutes = Math.round(60 * links.lagHours.at(k))
    made.add(successor, predecessor, links.type.at(k), minutes / minutesPerDay[predecessor])
  }
  warnings.add(
    'links_to_other_projects',
    'Links name activities of other projects, or such as were not read, and were left out; the dates that other projects left (external early start, external late finish) were read.',
    foreign,
  )
  return made
}
