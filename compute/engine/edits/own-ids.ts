/**
 * What is shown of a schedule that is computed for one alternative or event names tasks by their place in its columns. With ids of its own it holds none of
 * those columns: a request computes hundreds of schedules, and all of them would else be there until its answer is written.
 */
import type { ScheduleColumns, TextColumn } from '../../../shared/contract/schedule/columns.ts'
import { References, type ResultValue, Table, type TableColumn } from '../result/result.ts'
import { gathered } from './gather.ts'

/** Columns of names by the columns of ids that they belong to. */
export type NamesOfIds = ReadonlyMap<TextColumn, () => TextColumn>

interface Named {
  readonly ids: TextColumn
  /** By task its place among those that are named, -1: it is not. */
  readonly placeOf: Int32Array
}

const NO_TEXT: TextColumn = { bytes: new Uint8Array(0), offsets: new Uint32Array(1) }

/** The result with ids of its own for those of the schedules, and the names beside them. */
export function withOwnIds<Shown extends { readonly [member: string]: ResultValue }>(
  shown: Shown,
  schedules: readonly ScheduleColumns[],
): { readonly shown: Shown; readonly names: NamesOfIds } {
  const marks = new Map(schedules.map(columns => [columns.id, new Uint8Array(columns.taskCount)]))
  walk(shown, (values, into) => {
    const marked = marks.get(into)
    if (marked !== undefined) for (const i of values) if (i >= 0) marked[i] = 1
    return undefined
  })
  const named = new Map<TextColumn, Named>()
  const names = new Map<TextColumn, () => TextColumn>()
  for (const { id, name, taskCount } of schedules) {
    const placeOf = new Int32Array(taskCount).fill(-1)
    const marked = marks.get(id)!
    const all = new Int32Array(taskCount)
    let count = 0
    for (let i = 0; i < taskCount; i++) {
      if (marked[i] === 0) continue
      placeOf[i] = count
      all[count++] = i
    }
    const sources = all.subarray(0, count)
    const ids = gathered(id, NO_TEXT, sources)
    const own = name.offsets.length > 1 ? gathered(name, NO_TEXT, sources) : name
    named.set(id, { ids, placeOf })
    names.set(ids, () => own)
  }
  const changed = walk(shown, (values, into) => {
    const own = named.get(into)
    return own && { values: placedBy(own.placeOf, values), into: own.ids }
  })
  return { shown: changed as Shown, names }
}

type Values = Int32Array | Uint32Array

function placedBy(placeOf: Int32Array, values: Values): Int32Array {
  const placed = new Int32Array(values.length)
  for (let n = 0; n < placed.length; n++) placed[n] = values[n] < 0 ? values[n] : placeOf[values[n]]
  return placed
}

type Change = (values: Values, into: TextColumn) => { readonly values: Values; readonly into: TextColumn } | undefined

/** The value with what stands for its references; those for which there is nothing stay. */
function walk(value: ResultValue | undefined, change: Change): ResultValue | undefined {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof References) {
    const own = change(value.values, value.into)
    return own === undefined ? value : new References(own.values, own.into, value.nullWhenEmpty)
  }
  if (value instanceof Table)
    return value.withColumns(
      value.names,
      value.ordered.map(column => columnOf(column, change)),
    )
  if (Array.isArray(value)) return value.map(each => walk(each, change)!)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, walk(member, change)])) as ResultValue
}

function columnOf(column: TableColumn, change: Change): TableColumn {
  if (column.kind !== 'reference' && column.kind !== 'references') return column
  const own = change(column.values, column.into)
  return own === undefined ? column : { ...column, ...own }
}
