/** The assignments of a schedule while they are read: in whatever order they come, by task in the end. */
import {
  ASSIGNMENT_MOMENTS,
  ASSIGNMENT_NUMBER_MAX,
  ASSIGNMENT_NUMBERS,
  type AssignmentColumns,
  type AssignmentMoment,
  type AssignmentNumber,
} from '../../../shared/contract/schedule/assignments.ts'
import type { CodedSetColumn, TextColumn } from '../../../shared/contract/schedule/columns.ts'
import { bytesMoved, integersMoved, NO_BYTES, NO_INTEGERS, NO_NUMBERS, numbersMoved } from './growing-columns.ts'

export type AssignmentFloat = AssignmentNumber | AssignmentMoment
export const ASSIGNMENT_FLOATS: readonly AssignmentFloat[] = [...ASSIGNMENT_NUMBERS, ...ASSIGNMENT_MOMENTS]

const ROWS_LEAST = 64

export class GrowingAssignments {
  count = 0
  /** Task and resource (code of the column) of each. */
  #task = NO_INTEGERS
  #resource = NO_INTEGERS
  #drives = NO_BYTES
  /** Entry n: values of ASSIGNMENT_FLOATS[n]; empty until there is one. */
  readonly #floats = ASSIGNMENT_FLOATS.map(() => NO_NUMBERS)

  /** Index of the new one. */
  add(task: number, resource: number): number {
    const at = this.count++
    if (at === this.#task.length) {
      const capacity = Math.max(ROWS_LEAST, 2 * at)
      this.#task = integersMoved(this.#task, capacity)
      this.#resource = integersMoved(this.#resource, capacity)
    }
    this.#task[at] = task
    this.#resource[at] = resource
    return at
  }

  /** NaN = not said; what is too large to be meant is not, either. */
  set(at: number, name: AssignmentFloat, value: number): void {
    if (!(Math.abs(value) <= ASSIGNMENT_NUMBER_MAX)) return
    const n = ASSIGNMENT_FLOATS.indexOf(name)
    const { length } = this.#floats[n]
    if (at >= length) {
      this.#floats[n] = numbersMoved(this.#floats[n], this.#task.length)
      this.#floats[n].fill(Number.NaN, length)
    }
    this.#floats[n][at] = value
  }

  setResource(at: number, resource: number): void {
    this.#resource[at] = resource
  }

  setDrives(at: number, drives: boolean): void {
    if (at >= this.#drives.length) this.#drives = bytesMoved(this.#drives, this.#task.length)
    this.#drives[at] = drives ? 2 : 1
  }

  taskOf(at: number): number {
    return this.#task[at]
  }
  /** NaN = not said. */
  get(at: number, name: AssignmentFloat): number {
    const values = this.#floats[ASSIGNMENT_FLOATS.indexOf(name)]
    return at < values.length ? values[at] : Number.NaN
  }

  /** By task, those of a task in their own order; undefined = there is none. */
  finish(taskCount: number): AssignmentColumns | undefined {
    const { count } = this
    if (count === 0) return undefined
    const start = new Uint32Array(taskCount + 1)
    for (let k = 0; k < count; k++) start[this.#task[k] + 1]++
    for (let i = 0; i < taskCount; i++) start[i + 1] += start[i]
    const next = start.slice()
    const place = Uint32Array.from({ length: count }, (_, k) => next[this.#task[k]]++)
    const resource = new Uint32Array(count)
    for (let k = 0; k < count; k++) resource[place[k]] = this.#resource[k]
    const drives = new Uint8Array(this.#drives.length === 0 ? 0 : count)
    for (let k = 0; k < Math.min(count, this.#drives.length); k++) drives[place[k]] = this.#drives[k]
    const floats = this.#floats.map(values => {
      if (values.length === 0) return NO_NUMBERS
      const placed = new Float64Array(count).fill(Number.NaN)
      for (let k = 0; k < Math.min(count, values.length); k++) placed[place[k]] = values[k]
      return placed
    })
    const byName = Object.fromEntries(ASSIGNMENT_FLOATS.map((name, n) => [name, floats[n]]))
    return { start, resource, drives, ...(byName as Record<AssignmentFloat, Float64Array>) }
  }
}

/**
 * The resources of each task with those that are assigned to it: one set, whichever way they are named. Codes follow the order in which tasks mention
 * them, so that a file and its tasks in JSON have the same columns.
 */
export function withAssigned(
  set: CodedSetColumn,
  assignments: AssignmentColumns,
  taskCount: number,
): { readonly resources: CodedSetColumn; readonly assignments: AssignmentColumns } {
  const { start, resource } = assignments
  const valueCount = set.values.offsets.length - 1
  // entry c: the last task that has code c, plus 1; the code that it gets
  const lastOf = new Uint32Array(valueCount)
  const codeOf = new Int32Array(valueCount).fill(-1)
  const order: number[] = []
  const starts = new Uint32Array(taskCount + 1)
  const codes = new Uint32Array(set.codes.length + resource.length)
  let count = 0
  const add = (task: number, code: number): void => {
    if (lastOf[code] === task + 1) return
    lastOf[code] = task + 1
    if (codeOf[code] < 0) codeOf[code] = order.push(code) - 1
    codes[count++] = codeOf[code]
  }
  for (let task = 0; task < taskCount; task++) {
    for (let k = set.start[task]; k < set.start[task + 1]; k++) add(task, set.codes[k])
    for (let k = start[task]; k < start[task + 1]; k++) add(task, resource[k])
    starts[task + 1] = count
  }
  return {
    resources: { start: starts, codes: codes.slice(0, count), values: reordered(set.values, order) },
    assignments: { ...assignments, resource: resource.map(code => codeOf[code]) },
  }
}

function reordered({ bytes, offsets }: TextColumn, order: readonly number[]): TextColumn {
  const ends = new Uint32Array(order.length + 1)
  for (const [n, code] of order.entries()) ends[n + 1] = ends[n] + offsets[code + 1] - offsets[code]
  const texts = new Uint8Array(ends[order.length])
  for (const [n, code] of order.entries()) texts.set(bytes.subarray(offsets[code], offsets[code + 1]), ends[n])
  return { bytes: texts, offsets: ends }
}
