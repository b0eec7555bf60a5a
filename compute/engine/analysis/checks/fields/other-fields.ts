/** The named values of links, assignments, calendars and their exceptions. */
import type { AssignmentMoment, AssignmentNumber } from '../../../../../shared/contract/schedule/assignments.ts'
import { RELATION_TYPES } from '../../../../../shared/contract/schedule/fields.ts'
import { specsByCode } from '../../../../../shared/contract/schedule/resources.ts'
import type { CalendarException, CalendarSpec, Shifts } from '../../../../../shared/contract/schedule/setting.ts'
import { textAt } from '../../../../../shared/contract/schedule/text.ts'
import { MINUTES_PER_DAY } from '../../../../../shared/contract/schedule/time-of-day.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import { FF, SS } from '../../../passes/relation.ts'
import { countedAlike, type Field, ofDay, ofFlag, ofNumber, ofText } from './field.ts'
import { MAPPED_FIELDS, mappedValues } from './mapping.ts'
import { type Measured, Missing, rowsOf } from './measured.ts'

type At<Value> = (row: number) => Value

const SIDE = 1
const SEQUENCE = 2

export const LINK_FIELDS: readonly Field[] = [
  ofText(
    'type',
    'FS, SS, FF or SF',
    ({ columns: { links } }) =>
      k =>
        RELATION_TYPES[links.type[k]],
  ),
  ofNumber(
    'lag_days',
    'lag in days, below 0 for a lead',
    ({ columns: { links } }) =>
      k =>
        links.lagDays[k],
  ),
  ofFlag(
    'is_predecessor_known',
    'a task has the id of the predecessor',
    ({ columns: { links } }) =>
      k =>
        links.task[k] >= 0,
  ),
  ofNumber('same_pair_count', 'links of this predecessor and this task, of whatever type', of => {
    const { taskOf, count } = rowsOf(of, 'links')
    const { task } = of.columns.links
    return countedAlike(count, k => (task[k] < 0 ? undefined : `${task[k]} ${taskOf(k)}`))
  }),
  ofFlag(
    'is_mixed',
    'its predecessor has SS or FF links and FS or SF links to successors',
    ({ columns: { links, taskCount } }) => {
      const kinds = zeros(Uint8Array, taskCount)
      for (let k = 0; k < links.task.length; k++)
        if (links.task[k] >= 0) kinds[links.task[k]] |= links.type[k] === SS || links.type[k] === FF ? SIDE : SEQUENCE
      return k => links.task[k] >= 0 && kinds[links.task[k]] === (SIDE | SEQUENCE)
    },
  ),
]

/** Values that assignments have; a schedule without assignments names resources alone. */
const needsAssignments = new Missing('assignments of resources with their units; tasks only name resources')

const amount = (name: string, column: AssignmentNumber, about: string): Field =>
  ofNumber(name, about, ({ columns: { assignments } }) => {
    if (assignments === undefined) return needsAssignments
    const values = assignments[column]
    return k => values[k] ?? Number.NaN
  })
const moment = (name: string, column: AssignmentMoment, about: string): Field =>
  ofDay(name, about, ({ columns: { assignments } }) => {
    if (assignments === undefined) return needsAssignments
    const values = assignments[column]
    return k => Math.floor((values[k] ?? Number.NaN) / MINUTES_PER_DAY)
  })

const resourceCode = ({ columns: { assignments, resources } }: Measured): At<number> =>
  assignments === undefined ? k => resources.codes[k] : k => assignments.resource[k]

const specs = (of: Measured) => specsByCode(of.columns)

const resource = ofText('resource', 'id of the resource', of => {
  const code = resourceCode(of)
  const all = specs(of)
  const each = all.map((spec, r) => spec?.id ?? textAt(of.columns.resources.values, r))
  return k => each[code(k)] ?? ''
})
const resourceType = ofText(
  'resource_type',
  'labour, nonlabour, material or cost; none where it is not described',
  of => {
    const code = resourceCode(of)
    const all = specs(of)
    return k => all[code(k)]?.type ?? ''
  },
)
const resourceName = ofText('resource_name', 'name of the resource', of => {
  const code = resourceCode(of)
  const all = specs(of)
  return k => all[code(k)]?.name ?? ''
})

/** By a code of the task, or of the resource: mapping.element_of_cost.field is resource, resource_name or resource_type. */
const element = ofText('element_of_cost', `mapping.element_of_cost: ${MAPPED_FIELDS.element_of_cost}`, of => {
  const source = of.mapping.get('element_of_cost')
  if (source === undefined) return new Missing(`mapping.element_of_cost (${MAPPED_FIELDS.element_of_cost})`)
  const ofRes = [resource, resourceName, resourceType].find(({ name }) => name === source.field)
  if (ofRes === undefined) {
    const made = mappedValues(of.columns, of.mapping, 'element_of_cost')!.at as At<string>
    const { taskOf } = rowsOf(of, 'assignments')
    return k => made(taskOf(k))
  }
  const read = ofRes.make(of) as At<string>
  const values: Readonly<Record<string, string>> = source.values ?? {}
  return k => (Object.hasOwn(values, read(k)) ? values[read(k)] : read(k))
})

/** The elements of cost of the task of each assignment. */
function elementsOfTask(
  of: Measured,
): { readonly elements: At<string>; readonly kinds: readonly Set<string>[] } | Missing {
  const elements = element.make(of)
  if (elements instanceof Missing) return elements
  const rows = rowsOf(of, 'assignments')
  const kinds = Array.from({ length: of.columns.taskCount }, () => new Set<string>())
  for (let k = 0; k < rows.count; k++) kinds[rows.taskOf(k)].add((elements as At<string>)(k))
  return { elements: elements as At<string>, kinds }
}

/** Labour that works on two tasks on one day. */
function overlaps(of: Measured): At<boolean> | Missing {
  const { assignments } = of.columns
  if (assignments === undefined) return needsAssignments
  const rows = rowsOf(of, 'assignments')
  const type = resourceType.make(of) as At<string>
  const day = (values: Float64Array, k: number): number => Math.floor((values[k] ?? Number.NaN) / MINUTES_PER_DAY)
  const flagged = zeros(Uint8Array, rows.count)
  const byResource = new Map<number, number[]>()
  for (let k = 0; k < rows.count; k++) {
    if (type(k) !== 'labour' || Number.isNaN(day(assignments.begin, k)) || Number.isNaN(day(assignments.end, k)))
      continue
    const list = byResource.get(assignments.resource[k]) ?? []
    byResource.set(assignments.resource[k], list)
    list.push(k)
  }
  for (const list of byResource.values())
    flagOverlaps(
      list,
      k => day(assignments.begin, k),
      k => day(assignments.end, k),
      rows.taskOf,
      flagged,
    )
  return k => flagged[k] === 1
}

/** In order of begin: the span that ends last so far, and the one that ends last of another task, tell whether any before overlaps. Likewise backwards. */
function flagOverlaps(
  list: number[],
  begin: At<number>,
  end: At<number>,
  taskOf: At<number>,
  flagged: Uint8Array,
): void {
  const sweep = (order: readonly number[], key: At<number>, isOverlap: (k: number, best: number) => boolean): void => {
    let [first, second] = [-1, -1]
    for (const k of order) {
      for (const best of [first, second])
        if (best >= 0 && taskOf(best) !== taskOf(k) && isOverlap(k, best)) flagged[k] = 1
      if (first < 0 || key(k) > key(first)) {
        if (first >= 0 && taskOf(first) !== taskOf(k)) second = first
        first = k
      } else if (taskOf(k) !== taskOf(first) && (second < 0 || key(k) > key(second))) second = k
    }
  }
  // a span whose end lies before its begin overlaps by the same test as all others
  sweep(
    [...list].sort((a, b) => begin(a) - begin(b)),
    end,
    (k, best) => end(best) >= begin(k) && end(k) >= begin(best),
  )
  sweep(
    [...list].sort((a, b) => end(b) - end(a)),
    k => -begin(k),
    (k, best) => begin(best) <= end(k) && begin(k) <= end(best),
  )
}

export const ASSIGNMENT_FIELDS: readonly Field[] = [
  resource,
  resourceName,
  resourceType,
  element,
  amount('budgeted_units', 'budgetedUnits', 'budgeted hours, or quantity of a material'),
  amount('actual_units', 'actualUnits', 'hours done, or quantity used'),
  amount('remaining_units', 'remainingUnits', 'hours left, or quantity left'),
  amount('units_per_day', 'unitsPerDay', 'units per day'),
  amount('budgeted_cost', 'budgetedCost', 'budgeted cost'),
  amount('actual_cost', 'actualCost', 'actual cost'),
  amount('remaining_cost', 'remainingCost', 'remaining cost'),
  amount('lag_hours', 'lagHours', 'working hours from the start of the task to that of the work'),
  moment('start', 'begin', 'first day of the work that is left'),
  moment('finish', 'end', 'last day of the work that is left'),
  ofFlag('overlaps', 'labour that works on another task on the same day', overlaps),
  ofNumber('same_assignment_count', 'assignments of this resource to this task', of => {
    const rows = rowsOf(of, 'assignments')
    const code = resourceCode(of)
    return countedAlike(rows.count, k => `${rows.taskOf(k)} ${code(k)}`)
  }),
  ofNumber('same_name_ids', 'resources of this name', of => {
    const [ids, names] = [resource.make(of) as At<string>, resourceName.make(of) as At<string>]
    const rows = rowsOf(of, 'assignments')
    const seen = new Map<string, Set<string>>()
    for (let k = 0; k < rows.count; k++) {
      if (names(k) === '') continue
      const found = seen.get(names(k)) ?? new Set<string>()
      seen.set(names(k), found)
      found.add(ids(k))
    }
    return k => seen.get(names(k))?.size ?? Number.NaN
  }),
  ofFlag('is_in_other', 'the other schedule has an assignment of this resource to the task of this id', of => {
    if (of.other === undefined) return new Missing('baseline_schedule')
    const keysIn = (each: Measured): At<string> => {
      const id = resource.make(each) as At<string>
      const { taskOf } = rowsOf(each, 'assignments')
      return k => JSON.stringify([textAt(each.columns.id, taskOf(k)), id(k)])
    }
    const [own, others] = [keysIn(of), keysIn(of.other)]
    const known = new Set<string>()
    for (let k = 0; k < rowsOf(of.other, 'assignments').count; k++) known.add(others(k))
    const marks = Uint8Array.from({ length: rowsOf(of, 'assignments').count }, (_, k) => (known.has(own(k)) ? 1 : 0))
    return k => marks[k] === 1
  }),
  ofNumber('resource_subprojects', 'subprojects of the tasks that the resource works on', of => {
    const subproject = mappedValues(of.columns, of.mapping, 'subproject')
    if (subproject === undefined) return new Missing(`mapping.subproject (${MAPPED_FIELDS.subproject})`)
    const id = resource.make(of) as At<string>
    const rows = rowsOf(of, 'assignments')
    const seen = new Map<string, Set<string>>()
    for (let k = 0; k < rows.count; k++) {
      const found = seen.get(id(k)) ?? new Set<string>()
      seen.set(id(k), found)
      found.add((subproject.at as At<string>)(rows.taskOf(k)))
    }
    return k => seen.get(id(k))!.size
  }),
  ofFlag('is_indirect_alone', 'indirect cost of a task that has no other element of cost', of => {
    const made = elementsOfTask(of)
    if (made instanceof Missing) return made
    const { taskOf } = rowsOf(of, 'assignments')
    return k => made.elements(k) === 'indirect' && made.kinds[taskOf(k)].size === 1
  }),
  ofFlag('lacks_indirect', 'its task has no indirect cost, though some task of the schedule has', of => {
    const made = elementsOfTask(of)
    if (made instanceof Missing) return made
    const { taskOf } = rowsOf(of, 'assignments')
    const isUsed = made.kinds.some(kinds => kinds.has('indirect'))
    return k => isUsed && !made.kinds[taskOf(k)].has('indirect')
  }),
  ofNumber('direct_elements', 'elements of cost of its task but indirect', of => {
    const made = elementsOfTask(of)
    if (made instanceof Missing) return made
    const { taskOf } = rowsOf(of, 'assignments')
    return k => [...made.kinds[taskOf(k)]].filter(kind => kind !== '' && kind !== 'indirect').length
  }),
]

const needsCalendars = new Missing('calendars')
const MINUTES_PER_HOUR = 60

/** Hours by the clock of the longest shift, counted by the hour that they begin and end in. */
const longestShift = (shifts: Iterable<readonly [from: number, to: number]>): number => {
  let longest = 0
  for (const [from, to] of shifts)
    longest = Math.max(longest, Math.abs(Math.floor(to / MINUTES_PER_HOUR) - Math.floor(from / MINUTES_PER_HOUR)))
  return longest
}

const ofCalendar =
  (make: (spec: CalendarSpec) => number) =>
  (of: Measured): At<number> | Missing => {
    const { setting } = of.columns
    return setting === undefined ? needsCalendars : row => make(setting.calendars[row])
  }
const weekShifts = (week: readonly Shifts[]) => week.flatMap(day => [...day])

export const CALENDAR_FIELDS: readonly Field[] = [
  ofText('id', 'id', ({ columns: { setting } }) =>
    setting === undefined ? needsCalendars : row => setting.calendars[row].id,
  ),
  ofText('name', 'name', ({ columns: { setting } }) =>
    setting === undefined ? needsCalendars : row => setting.calendars[row].name ?? '',
  ),
  ofNumber(
    'hours_per_day',
    'hours of work that one day stands for',
    ofCalendar(({ minutesPerDay }) => minutesPerDay / MINUTES_PER_HOUR),
  ),
  ofNumber(
    'longest_shift_hours',
    'hours of the longest shift of the week',
    ofCalendar(({ week }) => longestShift(weekShifts(week))),
  ),
  ofNumber(
    'exception_count',
    'exceptions',
    ofCalendar(({ exceptions }) => exceptions.length),
  ),
  ofNumber(
    'work_days_per_week',
    'days of the week with work',
    ofCalendar(({ week }) => week.filter(day => day.length > 0).length),
  ),
  ofNumber('same_name_count', 'calendars of this name', ({ columns: { setting } }) =>
    setting === undefined
      ? needsCalendars
      : countedAlike(setting.calendars.length, row => setting.calendars[row].name ?? undefined),
  ),
]

function exceptionsOf({
  columns: { setting },
}: Measured): readonly (CalendarException & { readonly calendar: string })[] | Missing {
  if (setting === undefined) return needsCalendars
  return setting.calendars.flatMap(({ id, exceptions }) => exceptions.map(each => ({ ...each, calendar: id })))
}
const ofException =
  <Value>(make: (exception: CalendarException & { readonly calendar: string }) => Value) =>
  (of: Measured) => {
    const all = exceptionsOf(of)
    return all instanceof Missing ? all : (row: number) => make(all[row])
  }

export const EXCEPTION_FIELDS: readonly Field[] = [
  ofText(
    'calendar',
    'id of its calendar',
    ofException(({ calendar }) => calendar),
  ),
  ofDay(
    'first_day',
    'first day',
    ofException(({ firstDay }) => firstDay),
  ),
  ofFlag(
    'is_work',
    'it has working time',
    ofException(({ shifts }) => shifts.length > 0),
  ),
  ofNumber(
    'longest_shift_hours',
    'hours of its longest shift',
    ofException(({ shifts }) => longestShift(shifts)),
  ),
  ofNumber('same_day_count', 'exceptions of its calendar that begin on its first day', of => {
    const all = exceptionsOf(of)
    return all instanceof Missing ? all : countedAlike(all.length, row => `${all[row].calendar} ${all[row].firstDay}`)
  }),
]
