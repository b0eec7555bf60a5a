/**
 * Columns made of two: entry n is that of task source[n] of the first, or of row ~source[n] of the second where it is negative. What no task takes
 * from the second stays shared with the first where the tasks are the same.
 */
import type { AssignmentColumns } from '../../../shared/contract/schedule/assignments.ts'
import { ASSIGNMENT_MOMENTS, ASSIGNMENT_NUMBERS } from '../../../shared/contract/schedule/assignments.ts'
import {
  type CodedColumn,
  type CodedSetColumn,
  DAY_ABSENT,
  type TextColumn,
} from '../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../shared/contract/schedule/text.ts'
import { type Kind, type Numbers, zeros } from '../ids/short-arrays.ts'

type Sources = Int32Array

/** Entries that stand side by side in the first: most do, and are copied at once. */
function eachRun(source: Sources, copy: (from: number, to: number, count: number) => void): void {
  for (let n = 0; n < source.length; ) {
    const from = source[n]
    let count = 1
    if (from >= 0) while (n + count < source.length && source[n + count] === from + count) count++
    copy(from, n, count)
    n += count
  }
}

/** An empty array stands for one in which all is absent. */
function numbersFrom<T extends Numbers>(a: T, b: T, source: Sources, absent: number): T {
  const made = zeros<Numbers>(a.constructor as unknown as Kind<Numbers>, source.length)
  eachRun(source, (from, to, count) => {
    const values = from < 0 ? b : a
    const i = from < 0 ? ~from : from
    if (values.length > 0) made.set(values.subarray(i, i + count), to)
    else if (absent !== 0) made.fill(absent, to, to + count)
  })
  return made as T
}

function textsFrom(a: TextColumn, b: TextColumn, source: Sources): TextColumn {
  const count = source.length
  const offsets = zeros(Uint32Array, count + 1)
  for (let n = 0; n < count; n++) {
    const from = source[n]
    const { offsets: at } = from < 0 ? b : a
    const i = from < 0 ? ~from : from
    offsets[n + 1] = offsets[n] + at[i + 1] - at[i]
  }
  const bytes = zeros(Uint8Array, offsets[count])
  if (bytes.length === 0) return { bytes, offsets }
  eachRun(source, (from, to, length) => {
    const column = from < 0 ? b : a
    const i = from < 0 ? ~from : from
    bytes.set(column.bytes.subarray(column.offsets[i], column.offsets[i + length]), offsets[to])
  })
  return { bytes, offsets }
}

/** The texts of the first with those of the second that it has not, and by entry of the second its place among them. */
function joinedValues(a: TextColumn, b: TextColumn): { readonly values: TextColumn; readonly placeOf: Uint32Array } {
  const [countA, countB] = [a.offsets.length - 1, b.offsets.length - 1]
  const placeOf = zeros(Uint32Array, countB)
  if (countB === 0) return { values: a, placeOf }
  const known = new Map<string, number>()
  for (let n = 0; n < countA; n++) known.set(textAt(a, n), n)
  const added: number[] = []
  for (let n = 0; n < countB; n++) {
    const text = textAt(b, n)
    let place = known.get(text)
    if (place === undefined) {
      place = countA + added.length
      known.set(text, place)
      added.push(~n)
    }
    placeOf[n] = place
  }
  if (added.length === 0) return { values: a, placeOf }
  return { values: textsFrom(a, b, Int32Array.from([...Array(countA).keys(), ...added])), placeOf }
}

function codedFrom(a: CodedColumn, b: CodedColumn, source: Sources): CodedColumn {
  const { values, placeOf } = joinedValues(a.values, b.values)
  const codes = zeros(Uint32Array, source.length)
  for (let n = 0; n < source.length; n++) {
    const from = source[n]
    if (from >= 0) codes[n] = a.codes[from] ?? 0
    else if (b.codes[~from] > 0) codes[n] = placeOf[b.codes[~from] - 1] + 1
  }
  return { codes, values }
}

function setsFrom(a: CodedSetColumn, b: CodedSetColumn, source: Sources): CodedSetColumn {
  const { values, placeOf } = joinedValues(a.values, b.values)
  const start = startsFrom(a.start, b.start, source)
  const codes = zeros(Uint32Array, start[source.length])
  for (let n = 0; n < source.length; n++) {
    const from = source[n]
    const { start: at, codes: given } = from < 0 ? b : a
    const i = from < 0 ? ~from : from
    for (let k = at[i], to = start[n]; k < at[i + 1]; k++, to++) codes[to] = from < 0 ? placeOf[given[k]] : given[k]
  }
  return { start, codes, values }
}

function startsFrom(a: Uint32Array, b: Uint32Array, source: Sources): Uint32Array {
  const start = zeros(Uint32Array, source.length + 1)
  for (let n = 0; n < source.length; n++) {
    const from = source[n]
    const i = from < 0 ? ~from : from
    const at = from < 0 ? b : a
    start[n + 1] = start[n] + (at[i + 1] ?? 0) - (at[i] ?? 0)
  }
  return start
}

const FLOATS = [...ASSIGNMENT_NUMBERS, ...ASSIGNMENT_MOMENTS] as const
const NO_STARTS = new Uint32Array(0)
const NO_NUMBERS = new Float64Array(0)
const NO_MARKS = new Uint8Array(0)

/** Their resources are codes of the column of resources, which is gathered with them. */
export function assignmentsFrom(
  a: AssignmentColumns | undefined,
  b: AssignmentColumns | undefined,
  source: Sources,
  ofA: CodedSetColumn,
  ofB: CodedSetColumn,
): AssignmentColumns | undefined {
  if (a === undefined && b === undefined) return undefined
  const start = startsFrom(a?.start ?? NO_STARTS, b?.start ?? NO_STARTS, source)
  const count = start[source.length]
  const { placeOf } = joinedValues(ofA.values, ofB.values)
  const hasDrives = (a?.drives.length ?? 0) + (b?.drives.length ?? 0) > 0
  const made = {
    start,
    resource: zeros(Uint32Array, count),
    drives: hasDrives ? zeros(Uint8Array, count) : NO_MARKS,
    ...(Object.fromEntries(
      FLOATS.map(name => [
        name,
        (a?.[name].length ?? 0) + (b?.[name].length ?? 0) > 0 ? zeros(Float64Array, count) : NO_NUMBERS,
      ]),
    ) as Record<(typeof FLOATS)[number], Float64Array>),
  }
  for (let n = 0; n < source.length; n++) {
    const from = source[n]
    const given = from < 0 ? b : a
    if (given === undefined) continue
    const i = from < 0 ? ~from : from
    for (let k = given.start[i], to = start[n]; k < given.start[i + 1]; k++, to++) {
      const resource = given.resource[k]
      made.resource[to] = from < 0 ? placeOf[resource] : resource
      if (hasDrives) made.drives[to] = given.drives[k] ?? 0
      for (const name of FLOATS)
        if (made[name].length > 0) made[name][to] = given[name].length === 0 ? Number.NaN : given[name][k]
    }
  }
  return made
}

type Column = Numbers | TextColumn | CodedColumn | CodedSetColumn

const isNumbers = (column: Column): column is Numbers => ArrayBuffer.isView(column)

/** Any column of tasks but links and assignments. */
export function gathered<C extends Column>(a: C, b: C, source: Sources): C {
  if (isNumbers(a)) {
    const absent = a instanceof Float64Array ? Number.NaN : a instanceof Int32Array ? DAY_ABSENT : 0
    return numbersFrom(a, b as Numbers as never, source, absent) as C
  }
  if ('bytes' in a) return textsFrom(a, b as TextColumn, source) as C
  if ('start' in a) return setsFrom(a, b as CodedSetColumn, source) as C
  return codedFrom(a, b as CodedColumn, source) as C
}

/** Where the entries of each row begin, with rows behind that have none. */
export function grown(starts: Uint32Array, length: number): Uint32Array {
  const made = zeros(Uint32Array, length).fill(starts.at(-1)!)
  made.set(starts)
  return made
}
