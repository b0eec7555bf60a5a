/**
 * Puts kept schedules where a request names them: from then on it is as if they had been sent along, a project file as a file, JSON as JSON.
 * What the caller says beside the name (a status date, calendars) wins over what was sent with the schedule.
 */
import { HANDLE_MEMBER } from '../../../../shared/contract/endpoint/paths.ts'
import { type Refusal, refuse } from '../../../../shared/contract/errors.ts'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import type { ImportReport } from '../../../../shared/contract/schedule/import-report.ts'
import type { ValidationFaults } from '../../../../shared/contract/schema/validation-faults.ts'
import type { Shape } from '../body-plan.ts'
import { meantBy } from '../body-reader.ts'
import {
  type Container,
  containersOf,
  fillMembers,
  isRoot,
  type Members,
  type Place,
  placeOf,
} from '../file/containers.ts'
import { withReplaced } from '../file/replaced-members.ts'
import { type KeptSchedule, type KeptSchedules, SchedulesWanted } from './kept-schedule.ts'

/** Kept schedules that one request may name. */
const NAMED_MAX = 1_000
const SCHEDULE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

interface Named {
  readonly container: Container
  readonly place: Place
  readonly scheduleId: string
}

export interface Taken {
  /** The request, with empty task lists in the place of names. */
  readonly params: unknown
  readonly schedules: ReadonlyMap<string, ScheduleColumns>
  readonly imports: readonly ImportReport[]
  readonly ignoredFields: readonly string[]
  readonly meantFields: Readonly<Record<string, string>>
  /** Paths of all task lists of the request as they would stand in a body. */
  readonly order: readonly string[]
}

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Places of the request that may hold a schedule, in the order of the request. */
function objectsOf(params: Members, root: Shape): { container: Container; place: Place; object: Members }[] {
  const found: { container: Container; place: Place; object: Members }[] = []
  const containers = containersOf(root)
  const whole = containers.find(isRoot)
  for (const name of Object.keys(params)) {
    if (whole !== undefined && (name === HANDLE_MEMBER || name === 'tasks')) {
      found.push({ container: whole, place: [], object: params })
      continue
    }
    const container = containers.find(each => each.name === name)
    if (container === undefined) continue
    const value = params[name]
    const objects = container.isRepeated ? (Array.isArray(value) ? value : []) : [value]
    for (const [index, object] of objects.entries())
      if (isObject(object)) found.push({ container, place: placeOf(container, index), object })
  }
  return found
}

/** undefined: the request names none. Faults of a name are added; throws SchedulesWanted where one has not been fetched. */
export function takeKept(
  params: unknown,
  root: Shape,
  sentPaths: () => ReadonlySet<string>,
  kept: KeptSchedules,
  faults: ValidationFaults,
): Taken | Refusal | undefined {
  if (!isObject(params)) return undefined
  const named: Named[] = []
  let count = 0
  for (const { container, place, object } of objectsOf(params, root)) {
    const id = object[HANDLE_MEMBER]
    if (id === undefined) continue
    if (++count > NAMED_MAX) {
      faults.add([], 'length', `The body must name at most ${NAMED_MAX} kept schedules.`)
      return undefined
    }
    const scheduleId = typeof id === 'string' ? id.toLowerCase() : ''
    const path = [...place, 'tasks'].join('.')
    if (sentPaths().has(path))
      faults.add([...place, HANDLE_MEMBER], 'value', 'Send tasks or the schedule_id of a kept schedule, not both.')
    else if (typeof id !== 'string') faults.add([...place, HANDLE_MEMBER], 'type', 'schedule_id must be a string.')
    else named.push({ container, place, scheduleId })
  }
  if (named.length === 0) return undefined
  const wanted = named.map(({ scheduleId }) => scheduleId).filter(id => SCHEDULE_ID.test(id) && !kept.has(id))
  if (wanted.length > 0) throw new SchedulesWanted(wanted)
  const lost = named.find(({ scheduleId }) => (kept.get(scheduleId) ?? null) === null)
  if (lost !== undefined) return refuse('schedule_not_found')
  return put(params, root, named, kept)
}

function put(params: Members, root: Shape, named: readonly Named[], kept: KeptSchedules): Taken {
  let whole = params
  const schedules = new Map<string, ScheduleColumns>()
  const imports: ImportReport[] = []
  const ignoredFields: string[] = []
  const meantFields: Record<string, string> = {}
  const isCompared = objectsOf(params, root).length > 1
  for (const { container, place, scheduleId } of named) {
    const schedule = kept.get(scheduleId)!
    const path = [...place, 'tasks'].join('.')
    let into: Members
    if (place.length === 0) whole = into = withTasks(whole)
    else {
      const parent = place.slice(0, -1).reduce<Members>((at, step) => at[step] as Members, whole)
      const last = place.at(-1)!
      parent[last] = into = withTasks(parent[last] as Members)
    }
    const { members, imports: reports } = schedule
    const { replaced, warnings } = fillMembers(into, container, place, { members, report: reports[0] }, isCompared)
    schedules.set(path, schedule.columns)
    for (const report of reports)
      imports.push(withReplaced({ ...report, path, warnings: [...report.warnings, ...warnings] }, replaced))
    for (const [field, meant] of ignoredIn(schedule, container)) {
      const at = [...place.map(step => (typeof step === 'number' ? '*' : step)), field].join('.')
      if (!ignoredFields.includes(at)) ignoredFields.push(at)
      if (meant !== undefined) meantFields[at] = meant
    }
  }
  const order = objectsOf(whole, root).map(({ place }) => [...place, 'tasks'].join('.'))
  return { params: whole, schedules, imports, ignoredFields, meantFields, order }
}

/** The name gives way to an empty list, at its place. */
const withTasks = (object: Members): Members =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => (name === HANDLE_MEMBER ? ['tasks', []] : [name, value])),
  )

/** Members of a body in JSON that the container would not have known, each with the one that was probably meant. What else a file has is in its report. */
function ignoredIn(schedule: KeptSchedule, { shape }: Container): [string, string | undefined][] {
  if (schedule.imports.length > 0) return []
  const known = shape.members!
  const unknown = Object.keys(schedule.members).filter(name => !known.has(name) && name !== 'status_date')
  return [
    ...schedule.ignoredFields
      .filter(field => !known.has(field))
      .map((field): [string, string | undefined] => [field, schedule.meantFields[field]]),
    ...unknown.map((name): [string, string | undefined] => [name, meantBy(name, known.keys())]),
  ]
}
