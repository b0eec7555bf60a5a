/** Where a request takes schedules, found in the shape of its row, and how the members of a file get there. */
import { isDeepStrictEqual } from 'node:util'
import type { Refusal } from '../../../../shared/contract/errors.ts'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import type { AssumedFrom } from '../../../../shared/contract/schedule/import-report.ts'
import type { Shape } from '../body-plan.ts'
import { type FileSchedule, refuseFile } from './file-schedule.ts'
import { type Schema, schemaAt } from './schema-at.ts'

export type Members = Record<string, unknown>
export type Place = readonly (string | number)[]

const TASKS = 'tasks'
export const CURRENT = 'current_schedule'

/** A place for a schedule. */
export interface Container {
  /** Member of the request: "tasks" stands for the request itself. */
  readonly name: string
  /** The object that has the tasks as a member. */
  readonly shape: Shape
  /** A list of such objects. */
  readonly isRepeated: boolean
}

const holdsTasks = (shape: Shape | undefined): boolean => shape?.members?.get(TASKS)?.listItemsMin !== undefined

const containersByRoot = new WeakMap<Shape, readonly Container[]>()

export function containersOf(root: Shape): readonly Container[] {
  let containers = containersByRoot.get(root)
  if (containers === undefined) {
    containers = containersIn(root)
    containersByRoot.set(root, containers)
  }
  return containers
}

function containersIn(root: Shape): Container[] {
  const found: Container[] = holdsTasks(root) ? [{ name: TASKS, shape: root, isRepeated: false }] : []
  for (const [name, shape] of root.members ?? []) {
    if (holdsTasks(shape)) found.push({ name, shape, isRepeated: false })
    else if (shape.items !== undefined && holdsTasks(shape.items))
      found.push({ name, shape: shape.items, isRepeated: true })
  }
  return found
}

/** The request is one schedule. */
export const isRoot = ({ name }: Container): boolean => name === TASKS

/** Steps to the object of a container; `index` of a list. */
export const placeOf = (container: Container, index = 0): Place =>
  isRoot(container) ? [] : container.isRepeated ? [container.name, index] : [container.name]

export const taskPlace = (place: Place): Place => [...place, TASKS]

export const taskShape = ({ shape }: Container): Shape => shape.members!.get(TASKS)!

/** What containers call the date that their progress is reported up to. */
const BASELINE_DATE = 'baseline_date'
const DATE_NAMES = ['status_date', 'snapshot_date', BASELINE_DATE]

const isAbsent = (value: unknown): boolean => value === undefined || value === null

/** What stands for the data date of a file without one, by the word that says where it is from. */
const ASSUMED_AS = {
  project_start: day => `nothing of it has begun, so it is a plan, and the start of its project, ${day}, is taken`,
  saved: day => `the day on which it was saved, ${day}, is taken`,
} as const satisfies Record<AssumedFrom, (day: string) => string>

const ASSUMED_CODES = {
  project_start: 'plan_without_data_date',
  saved: 'saved_as_data_date',
} as const satisfies Record<AssumedFrom, string>

type Report = FileSchedule['report']
type AssumedDate = NonNullable<Report['assumed_date']>

/** A schedule that came as a file; `report`: absent of one that came as JSON. */
interface Filling {
  readonly members: FileSchedule['members']
  readonly report?: Pick<Report, 'assumed_date' | 'saved_at'> | undefined
}

/**
 * The one rule for the data date of a file without one, in all calls: that of assumedDate(). Nothing is reported of a plan: it has a date for its place among others alone, where they are compared. The current schedule is the last by its role, a plan as well.
 */
function standInOf(container: Container, { report }: Filling, isCompared: boolean): AssumedDate | undefined {
  const assumed = report?.assumed_date
  if (assumed?.from !== 'project_start') return assumed
  if (!isCompared || isRoot(container)) return undefined
  const savedAt = report?.saved_at
  return container.name === CURRENT && savedAt !== undefined ? { date: savedAt, from: 'saved' } : assumed
}

/**
 * What the caller gave wins over what the file says; a member that the container does not know stays out. Returns the members that the file says
 * otherwise, and what was taken for a data date that it does not have. isCompared: the request has other schedules.
 */
export function fillMembers(
  into: Members,
  container: Container,
  place: Place,
  file: Filling,
  isCompared: boolean,
): { readonly replaced: readonly string[]; readonly warnings: Report['warnings'] } {
  const known = container.shape.members!
  into[TASKS] = []
  const { status_date: dataDate, ...others } = file.members
  const replaced: string[] = []
  for (const [name, value] of Object.entries(others)) {
    if (!known.has(name)) continue
    if (isAbsent(into[name])) into[name] = value
    else if (!isDeepStrictEqual(into[name], value)) replaced.push(name)
  }
  const name = DATE_NAMES.find(each => known.has(each))
  if (name === undefined) return { replaced, warnings: [] }
  const standIn = isAbsent(dataDate) ? standInOf(container, file, isCompared) : undefined
  // the date of a baseline is a label: its beginning, where nothing else is known
  const last = name === BASELINE_DATE ? file.members.project_start : undefined
  const isTaken = fillDate(into, known, name, dataDate ?? standIn?.date ?? last)
  const used = into[name] ?? ((into.options ?? {}) as Members).status_date
  if (!isAbsent(dataDate) && name !== BASELINE_DATE && used !== dataDate) replaced.push(name)
  if (standIn === undefined || !isTaken) return { replaced, warnings: [] }
  const { date, from } = standIn
  const day = date.slice(0, 'YYYY-MM-DD'.length)
  const text = `The file has no status date: ${ASSUMED_AS[from](day)}. Send ${[...place, name].join('.')} for another one.`
  return { replaced, warnings: [{ code: ASSUMED_CODES[from], text, count: 1 }] }
}

/** Returns whether the date was taken. */
function fillDate(into: Members, known: ReadonlyMap<string, Shape>, name: string, dataDate: unknown): boolean {
  const options = (into.options ?? {}) as Members
  const isOption = known.get('options')?.members?.has('status_date') === true
  // the schema will say what is wrong with it
  if (isOption && (typeof options !== 'object' || Array.isArray(options))) return false
  if (isOption && !isAbsent(options.status_date)) return false
  const isTaken = isAbsent(into[name]) && !isAbsent(dataDate)
  if (isTaken) into[name] = dataDate
  if (isOption && !isAbsent(into[name])) into.options = { ...options, status_date: into[name] }
  return isTaken
}

/** The date that the row requires and that neither the caller nor the file gives. */
function missingDate(into: Members, place: Place, request: Schema): string | undefined {
  const at = schemaAt(request, place)
  const isOption = at?.properties?.options?.required?.includes('status_date') === true
  const given = isOption ? ((into.options ?? {}) as Members) : into
  const names = isOption ? ['status_date'] : DATE_NAMES.filter(each => at?.required?.includes(each))
  return names.find(each => isAbsent(given[each]))
}

export const NO_DATA_DATE = (part: string): string =>
  `The file names no data date, and this call needs one: send it as a part of the form, such as by curl -F ${part}=2026-03-02 beside the file.`

/** The row requires a date that neither the caller nor the file gives; undefined: it has it. */
export function refuseUndated(into: Members, place: Place, request: Schema): Refusal | undefined {
  const missing = missingDate(into, place, request)
  if (missing === undefined) return undefined
  const part = [...place, missing].join('.')
  return refuseFile(['body', ...place, missing], 'missing', NO_DATA_DATE(part))
}

/** The schedule has fewer tasks than its place requires. */
export function refuseShort(container: Container, place: Place, columns: ScheduleColumns): Refusal | undefined {
  const least = taskShape(container).listItemsMin!
  const { taskCount } = columns
  if (taskCount >= least) return undefined
  const words = `The schedule must have at least ${least} task${least === 1 ? '' : 's'}, not ${taskCount}.`
  return refuseFile(['body', ...taskPlace(place)], 'length', words)
}
