/** Who works on a task, as files for authorities have it: a resource stands once on a task, with what its assignments there have together. */
import {
  ASSIGNMENT_NUMBERS,
  type AssignmentColumns,
  type AssignmentNumber,
} from '../../../shared/contract/schedule/assignments.ts'
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { type ResourceSpec, specsByCode } from '../../../shared/contract/schedule/resources.ts'

/** Hours left of several assignments are not those of one, and prices are no amounts. */
const LEFT_OUT: readonly AssignmentNumber[] = ['remainingDurationHours', 'pricePerUnit']
const SUMMED = ASSIGNMENT_NUMBERS.filter(name => name !== 'lagHours' && !LEFT_OUT.includes(name))

interface JoinedAssignments {
  /** Those of resources that tasks only name among them; NaN = no assignment says it. */
  readonly columns: AssignmentColumns
  /** Task of each assignment that was joined with one before it. */
  readonly joined: readonly number[]
}

export const SEVERAL =
  'Several assignments of a resource to a task are one: sums, the first start, the last finish, the least lag.'

const made = new WeakMap<ScheduleColumns, JoinedAssignments>()

/** Sums, the first begin, the last end, the least lag. */
export function joinedAssignments(columns: ScheduleColumns): JoinedAssignments {
  const known = made.get(columns) ?? join(columns)
  made.set(columns, known)
  return known
}

/** One code of a resource that is named by its id and by its name. */
export function resourceCodes(specs: readonly (ResourceSpec | undefined)[]): Uint32Array {
  const first = new Map<ResourceSpec, number>()
  return Uint32Array.from(specs, (spec, code) => {
    if (spec === undefined) return code
    const own = first.get(spec) ?? code
    first.set(spec, own)
    return own
  })
}

function join(columns: ScheduleColumns): JoinedAssignments {
  const { resources: named, assignments, taskCount } = columns
  const codeOf = resourceCodes(specsByCode(columns))
  const most = (assignments?.resource.length ?? 0) + named.codes.length
  const none = (): Float64Array => new Float64Array(most).fill(Number.NaN)
  const sums = SUMMED.map(name => ({ name, from: assignments?.[name], into: none() })).filter(
    ({ from }) => from !== undefined && from.length > 0,
  )
  const [lagHours, begin, end] = [none(), none(), none()]
  const start = new Uint32Array(taskCount + 1)
  const resource = new Uint32Array(most)
  /** The last row of each resource; before the first row of a task it is of another task. */
  const rowOf = new Int32Array(codeOf.length).fill(-1)
  const joined: number[] = []
  let count = 0
  for (let i = 0; i < taskCount; i++) {
    start[i] = count
    for (let a = assignments?.start[i] ?? 0; a < (assignments?.start[i + 1] ?? 0); a++) {
      const code = codeOf[assignments!.resource[a]]
      const isNew = rowOf[code] < start[i]
      if (isNew) {
        resource[count] = code
        rowOf[code] = count++
      } else joined.push(i)
      const row = rowOf[code]
      for (const { from, into } of sums) into[row] = sum(into[row], from![a])
      lagHours[row] = least(lagHours[row], assignments!.lagHours[a])
      begin[row] = least(begin[row], assignments!.begin[a])
      end[row] = -least(-end[row], -(assignments!.end[a] ?? Number.NaN))
    }
    for (let k = named.start[i] ?? 0; k < (named.start[i + 1] ?? 0); k++) {
      const code = codeOf[named.codes[k]]
      if (rowOf[code] >= start[i]) continue
      resource[count] = code
      rowOf[code] = count++
    }
  }
  start[taskCount] = count
  const numbers: Record<string, Float64Array> = Object.fromEntries(
    ASSIGNMENT_NUMBERS.map(name => [name, new Float64Array(0)]),
  )
  for (const { name, into } of sums) numbers[name] = into
  return {
    columns: { ...numbers, start, resource, drives: new Uint8Array(most), lagHours, begin, end } as AssignmentColumns,
    joined,
  }
}

const sum = (a: number, b: number): number => (Number.isNaN(b) ? a : Number.isNaN(a) ? b : a + b)

const least = (a: number, b: number | undefined = Number.NaN): number =>
  Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.min(a, b)

/** A schedule whose assignments are those that are delivered. */
export function withJoinedAssignments(columns: ScheduleColumns): ScheduleColumns {
  if (columns.assignments === undefined) return columns
  const { columns: assignments, joined } = joinedAssignments(columns)
  return joined.length === 0 ? columns : { ...columns, assignments }
}

/** By code: what P6 calls the id of the resource, unless several have it, else its id; undefined = it is not described. */
export function deliveredIds(specs: readonly (ResourceSpec | undefined)[]): readonly (string | undefined)[] {
  const owners = new Map<string, Set<ResourceSpec>>()
  for (const spec of specs)
    for (const name of spec === undefined ? [] : [spec.id, spec.shortName ?? spec.id])
      owners.set(name, (owners.get(name) ?? new Set()).add(spec!))
  return specs.map(spec => {
    const short = spec?.shortName
    return short !== undefined && owners.get(short)!.size === 1 ? short : spec?.id
  })
}
