/**
 * What was found out about the columns of a schedule, kept by the columns themselves. A WeakMap would do the same, but with it everything that a
 * note leads to outlives the collections of the nursery, and that took a twentieth of the time of a small call.
 */
import type { ScheduleColumns } from './columns.ts'

let kindCount = 0

/** A kind of note, made once per process. */
export class ColumnNote<Found> {
  readonly #kind = kindCount++

  of(columns: ScheduleColumns): Found | undefined {
    const { notes } = columns
    return notes?.of === columns ? (notes.found[this.#kind] as Found | undefined) : undefined
  }

  set(columns: ScheduleColumns, found: Found): Found {
    if (columns.notes?.of !== columns) columns.notes = { of: columns, found: [] }
    columns.notes.found[this.#kind] = found
    return found
  }
}
