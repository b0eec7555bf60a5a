/** Cells of a table, and the texts of a list, as plain values: what the writers would put on paper. */
import { DAY_ABSENT, type TextColumn } from '../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../shared/contract/schedule/day.ts'
import { textAt } from '../../../shared/contract/schedule/text.ts'
import { formatMoment } from '../../../shared/contract/schedule/time-of-day.ts'
import type { TableColumn } from '../result/result.ts'
import { roundHalfAway } from '../wording/numbers.ts'
import { isEmpty, REFERENCE_ABSENT } from '../write/table-cells.ts'

export type Plain = null | boolean | number | string | Plain[] | PlainMap
export type PlainMap = { [key: string]: Plain }

/** A column whose cells are no lists. */
type ScalarColumn = Exclude<TableColumn, { kind: 'references' }>

const BOOLEANS = [false, true, null] as const

export const referenceAt = (into: TextColumn, index: number, nullWhenEmpty = false): string | null =>
  index === REFERENCE_ABSENT || (nullWhenEmpty && isEmpty(into, index)) ? null : textAt(into, index)

/** No result has a -0. */
export const positiveZero = (value: number): number => (value === 0 ? 0 : value)

function numberAt({ values, decimals }: TableColumn & { kind: 'number' }, row: number): number | null {
  const value = values[row]
  if (Number.isNaN(value)) return null
  return positiveZero(decimals === undefined ? value : roundHalfAway(value, decimals))
}

export function plainCell(column: ScalarColumn, row: number): string | number | boolean | null {
  switch (column.kind) {
    case 'number':
      return numberAt(column, row)
    case 'day':
      return column.values[row] === DAY_ABSENT ? null : formatDay(column.values[row])
    case 'moment':
      return Number.isNaN(column.values[row]) ? null : formatMoment(column.values[row])
    case 'boolean':
      return BOOLEANS[column.values[row]]!
    case 'label':
      return column.labels[column.values[row]]!
    case 'text': {
      const text = textAt(column.values, row)
      return text === '' && column.emptyAsText !== true ? null : text
    }
    case 'coded':
      return referenceAt(column.values.values, column.values.codes[row] - 1)
    case 'reference':
      return referenceAt(column.into, column.values[row], column.nullWhenEmpty)
  }
}
