/** What both writers must agree on about the cells of a table: where null stands, and which numbers are no result. */
import type { Table } from '../result.ts'

/** Value of a reference column that names nothing. */
export const REFERENCE_ABSENT = -1

export const unwritable = (value: unknown): Error => new Error(`a result cannot hold ${String(value)}`)

/** Column row of row `row` of the table. */
export const sourceRow = (table: Table, row: number): number => (table.rows === undefined ? row : table.rows[row]!)
