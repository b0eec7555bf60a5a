/** The named values of assignments: who works on a task, with how much, at which element of cost; and what they have in common with others. */
import { MAPPED_FIELDS } from '../../../../../shared/contract/endpoint/data/catalogue-words.ts'
import type { AssignmentMoment, AssignmentNumber } from '../../../../../shared/contract/schedule/assignments.ts'
import { isResourceSource } from '../../../../../shared/contract/schedule/mapping-source.ts'
import { RESOURCE_TYPES } from '../../../../../shared/contract/schedule/resources.ts'
import { textAt } from '../../../../../shared/contract/schedule/text.ts'
import { MINUTES_PER_DAY } from '../../../../../shared/contract/schedule/time-of-day.ts'
import { lastDayOfWork } from '../../../cpm/clocked-dates.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import {
  type Absence,
  type At,
  countedAlike,
  type Field,
  hasAny,
  KNOWN,
  NONE,
  ofDay,
  ofFlag,
  ofNumber,
  ofText,
  ofWord,
} from './field.ts'
import { mappedValues, translatedBy } from './mapping.ts'
import { assignmentRows, dayAt, type Measured, Missing } from './measured.ts'

/** Values that assignments have; a schedule without assignments names resources alone. */
const needsAssignments = new Missing('assignments of resources with their units; tasks only name resources')

const amount = (name: string, column: AssignmentNumber, about: string, absence: Absence = {}): Field =>
  ofNumber(
    name,
    about,
    of => {
      const { assignments } = of.columns
      if (assignments === undefined) return needsAssignments
      const { entries } = assignmentRows(of)
      const values = assignments[column]
      return k => values[entries[k]] ?? Number.NaN
    },
    absence,
  )

/** Days between which an assignment works, by row. */
function daysOf(of: Measured): { readonly first: At<number>; readonly last: At<number> } | Missing {
  const { assignments } = of.columns
  if (assignments === undefined) return needsAssignments
  const { entries } = assignmentRows(of)
  const at = (column: AssignmentMoment, k: number): number => assignments[column][entries[k]] ?? Number.NaN
  return {
    first: k => Math.floor(at('begin', k) / MINUTES_PER_DAY),
    last: k => dayAt(lastDayOfWork(at('begin', k), at('end', k))),
  }
}
const dayOfWork = (name: string, end: 'first' | 'last', about: string): Field =>
  ofDay(name, about, of => {
    const days = daysOf(of)
    return days instanceof Missing ? days : days[end]
  })

/** A text of the resource, each decoded once. */
const ofResource = (of: Measured, textOf: (code: number) => string | null | undefined): At<string> => {
  const { resources, specs } = assignmentRows(of)
  const each = specs.map((_, code) => textOf(code) ?? '')
  return k => each[resources[k]]
}
const resource = ofText('resource', 'id of the resource', of =>
  ofResource(of, code => assignmentRows(of).specs[code]?.id ?? textAt(of.columns.resources.values, code)),
)
const resourceType = ofWord(
  RESOURCE_TYPES,
  'resource_type',
  'labour, nonlabour, material or cost; none where it is not described',
  of => ofResource(of, code => assignmentRows(of).specs[code]?.type),
)
const resourceName = ofText('resource_name', 'name of the resource; of a project file, where it is its id', of =>
  ofResource(of, code => {
    const spec = assignmentRows(of).specs[code]
    return spec?.name ?? (of.isOfFile ? spec?.id : undefined)
  }),
)
const texts = (field: Field, of: Measured): At<string> => field.make(of) as At<string>

/** By a code of the task, or by what RESOURCE_SOURCES name of the resource. */
const element = ofText('element_of_cost', `mapping.element_of_cost: ${MAPPED_FIELDS.element_of_cost}`, of => {
  const source = of.mapping.get('element_of_cost')
  if (source === undefined) return new Missing(`mapping.element_of_cost (${MAPPED_FIELDS.element_of_cost})`)
  if (isResourceSource(source.field)) {
    const read = texts([resource, resourceName, resourceType].find(({ name }) => name === source.field)!, of)
    const translated = translatedBy(source)
    return k => translated(read(k))
  }
  const made = mappedValues(of.columns, of.mapping, 'element_of_cost')!.at as At<string>
  const { taskOf } = assignmentRows(of)
  return k => made(taskOf(k))
})
/** A rule that reads it where it is known does without it where it is not. */
const knownElement = ofText(
  'known_element_of_cost',
  'element_of_cost where a mapping gives it, else none',
  of => {
    const made = element.make(of)
    return made instanceof Missing ? () => '' : (made as At<string>)
  },
  KNOWN,
)

/** Of the task; none without a mapping. */
function subprojectOf(of: Measured): At<string> {
  const made = mappedValues(of.columns, of.mapping, 'subproject')
  const { taskOf } = assignmentRows(of)
  return made === undefined ? () => '' : k => (made.at as At<string>)(taskOf(k))
}

/** The elements of cost of the task of each assignment; work without one counts for none. */
function elementsOfTask(
  of: Measured,
): { readonly elements: At<string>; readonly kinds: readonly Set<string>[] } | Missing {
  const made = element.make(of)
  if (made instanceof Missing) return made
  const elements = made as At<string>
  const { count, taskOf } = assignmentRows(of)
  const kinds = Array.from({ length: of.columns.taskCount }, () => new Set<string>())
  for (let k = 0; k < count; k++) if (elements(k) !== '') kinds[taskOf(k)].add(elements(k))
  return { elements, kinds }
}

/** Different texts by another text of the same rows. */
function textsBy(count: number, keyOf: At<string>, textOf: At<string>): At<number> {
  const seen = new Map<string, Set<string>>()
  for (let k = 0; k < count; k++) {
    const found = seen.get(keyOf(k)) ?? new Set<string>()
    seen.set(keyOf(k), found)
    found.add(textOf(k))
  }
  return k => seen.get(keyOf(k))?.size ?? Number.NaN
}

function hasNoDays(of: Measured): boolean {
  const days = daysOf(of)
  const { count } = assignmentRows(of)
  return !(days instanceof Missing) && (!hasAny(count, days.first) || !hasAny(count, days.last))
}

/** Labour that works on two tasks on one day. */
function overlaps(of: Measured): At<boolean> | Missing {
  const days = daysOf(of)
  if (days instanceof Missing) return days
  const { first, last } = days
  const { count, taskOf, resources } = assignmentRows(of)
  const [type, cost, subproject] = [texts(resourceType, of), texts(knownElement, of), subprojectOf(of)]
  const flagged = zeros(Uint8Array, count)
  const byResource = new Map<string, number[]>()
  for (let k = 0; k < count; k++) {
    if ((type(k) !== 'labour' && cost(k) !== 'labor') || Number.isNaN(first(k)) || Number.isNaN(last(k))) continue
    const key = `${resources[k]} ${subproject(k)}`
    const list = byResource.get(key) ?? []
    byResource.set(key, list)
    list.push(k)
  }
  for (const list of byResource.values()) flagOverlaps(list, first, last, taskOf, flagged)
  return k => flagged[k] === 1
}

/** Of those that begin up to the end of a span, the one that ends last, and the one that ends last of another task, tell whether any overlaps. */
function flagOverlaps(
  list: readonly number[],
  begin: At<number>,
  end: At<number>,
  taskOf: At<number>,
  flagged: Uint8Array,
): void {
  const order = list.toSorted((a, b) => begin(a) - begin(b))
  const begins = Float64Array.from(order, begin)
  // of the first n + 1 spans
  const last: number[] = []
  const lastOfOthers: (number | undefined)[] = []
  for (const [n, k] of order.entries()) {
    let [first, second] = n === 0 ? [k, undefined] : [last[n - 1], lastOfOthers[n - 1]]
    if (taskOf(k) === taskOf(first)) first = end(k) > end(first) ? k : first
    else if (end(k) > end(first)) [first, second] = [k, first]
    else if (second === undefined || end(k) > end(second)) second = k
    last.push(first)
    lastOfOthers.push(second)
  }
  for (const k of list) {
    const n = countUpTo(begins, end(k)) - 1
    if (n < 0) continue
    const other = taskOf(last[n]) === taskOf(k) ? lastOfOthers[n] : last[n]
    if (other !== undefined && end(other) >= begin(k)) flagged[k] = 1
  }
}

/** How many of the ascending values are at most this one. */
function countUpTo(values: Float64Array, most: number): number {
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (values[middle] <= most) low = middle + 1
    else high = middle
  }
  return low
}

/** What an assignment is known by in both schedules; undefined: one without an element of cost, where the mapping has them, has no partner. */
function keyIn(of: Measured): At<string | undefined> {
  const [id, cost, subproject] = [texts(resource, of), texts(knownElement, of), subprojectOf(of)]
  const { taskOf } = assignmentRows(of)
  const isMapped = of.mapping.has('element_of_cost')
  return k =>
    isMapped && cost(k) === ''
      ? undefined
      : JSON.stringify([textAt(of.columns.id, taskOf(k)), subproject(k), id(k), cost(k)])
}

export const ASSIGNMENT_FIELDS: readonly Field[] = [
  resource,
  resourceName,
  resourceType,
  element,
  knownElement,
  amount('budgeted_units', 'budgetedUnits', 'budgeted hours, or quantity of a material'),
  amount('actual_units', 'actualUnits', 'hours done, or quantity used'),
  amount('remaining_units', 'remainingUnits', 'hours left, or quantity left'),
  amount('units_per_day', 'unitsPerDay', 'units per day'),
  amount('budgeted_cost', 'budgetedCost', 'budgeted cost'),
  amount('actual_cost', 'actualCost', 'actual cost'),
  amount('remaining_cost', 'remainingCost', 'remaining cost'),
  amount('lag_hours', 'lagHours', 'working hours from the start of the task to that of the work', NONE),
  dayOfWork('start', 'first', 'first day of the work that is left'),
  dayOfWork('finish', 'last', 'last day of the work that is left; a finish at midnight is the end of the day before'),
  ofFlag('overlaps', 'labour, by type or element of cost, that works on another task on the same day', overlaps, {
    name: 'start and finish',
    isVoid: hasNoDays,
  }),
  ofNumber('same_assignment_count', 'assignments of this resource to this task', of => {
    const { count, taskOf, resources } = assignmentRows(of)
    return countedAlike(count, k => `${taskOf(k)} ${resources[k]}`)
  }),
  ofNumber(
    'same_name_ids',
    'resources of this name, in its subproject',
    of => {
      const [names, subproject] = [texts(resourceName, of), subprojectOf(of)]
      const kinds = textsBy(
        assignmentRows(of).count,
        k => JSON.stringify([names(k), subproject(k)]),
        texts(resource, of),
      )
      return k => (names(k) === '' ? Number.NaN : kinds(k))
    },
    { name: 'resource_name' },
  ),
  ofFlag(
    'is_in_other',
    'the other schedule has an assignment of this resource to the task of this id, of the same subproject and element of cost where they are mapped',
    of => {
      if (of.other === undefined) return new Missing('baseline_schedule')
      const [own, others] = [keyIn(of), keyIn(of.other)]
      const known = new Set<string | undefined>()
      for (let k = 0; k < assignmentRows(of.other).count; k++) known.add(others(k))
      known.delete(undefined)
      const marks = Uint8Array.from({ length: assignmentRows(of).count }, (_, k) => (known.has(own(k)) ? 1 : 0))
      return k => marks[k] === 1
    },
  ),
  ofNumber('resource_subprojects', 'subprojects of the tasks that the resource works on', of => {
    if (!of.mapping.has('subproject')) return new Missing(`mapping.subproject (${MAPPED_FIELDS.subproject})`)
    return textsBy(assignmentRows(of).count, texts(resource, of), subprojectOf(of))
  }),
  ofFlag('is_indirect_alone', 'indirect cost of a task that has no other element of cost', of => {
    const made = elementsOfTask(of)
    if (made instanceof Missing) return made
    const { taskOf } = assignmentRows(of)
    return k => made.elements(k) === 'indirect' && made.kinds[taskOf(k)].size === 1
  }),
  ofFlag('lacks_indirect', 'its task has no indirect cost, though some task of either schedule has', of => {
    const made = elementsOfTask(of)
    if (made instanceof Missing) return made
    const { taskOf } = assignmentRows(of)
    const isUsed = [of, of.other].some(each => {
      const own = each === undefined ? undefined : elementsOfTask(each)
      return own !== undefined && !(own instanceof Missing) && own.kinds.some(kinds => kinds.has('indirect'))
    })
    return k => isUsed && !made.kinds[taskOf(k)].has('indirect')
  }),
  ofNumber('direct_elements', 'elements of cost of its task but indirect', of => {
    const made = elementsOfTask(of)
    if (made instanceof Missing) return made
    const { taskOf } = assignmentRows(of)
    return k => [...made.kinds[taskOf(k)]].filter(kind => kind !== 'indirect').length
  }),
]
