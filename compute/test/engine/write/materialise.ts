/** The plain tree a result stands for, by the simplest means: the oracle of the writers, and what schemas are checked on. */
import { DAY_ABSENT, type TextColumn } from '../../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import { formatMoment } from '../../../../shared/contract/schedule/time-of-day.ts'
import { References, type ResultValue, Table, type TableColumn } from '../../../engine/result/result.ts'
import { roundHalfAway } from '../../../engine/wording/numbers.ts'

export type Plain = null | boolean | number | string | Plain[] | { [key: string]: Plain }

export const textAt = (column: TextColumn, i: number): string =>
  Buffer.from(column.bytes.subarray(column.offsets[i]!, column.offsets[i + 1]!)).toString('utf8')

const referenceAt = (into: TextColumn, index: number, nullWhenEmpty = false): string | null =>
  index === -1 || (nullWhenEmpty && textAt(into, index) === '') ? null : textAt(into, index)

const listOf = (values: Int32Array | Uint32Array, into: TextColumn, nullWhenEmpty?: boolean): Plain[] =>
  Array.from(values, index => referenceAt(into, index, nullWhenEmpty))

const withoutMinusZero = (value: number): number => (value === 0 ? 0 : value)

function cell(column: TableColumn, row: number): Plain {
  switch (column.kind) {
    case 'number': {
      const value = column.values[row]!
      if (Number.isNaN(value)) return null
      return withoutMinusZero(column.decimals === undefined ? value : roundHalfAway(value, column.decimals))
    }
    case 'day':
      return column.values[row] === DAY_ABSENT ? null : formatDay(column.values[row]!)
    case 'moment':
      return Number.isNaN(column.values[row]) ? null : formatMoment(column.values[row]!)
    case 'boolean':
      return [false, true, null][column.values[row]!]!
    case 'label':
      return column.labels[column.values[row]!]!
    case 'text': {
      const text = textAt(column.values, row)
      return text === '' && column.emptyAsText !== true ? null : text
    }
    case 'coded':
      return referenceAt(column.values.values, column.values.codes[row]! - 1)
    case 'reference':
      return referenceAt(column.into, column.values[row]!, column.nullWhenEmpty)
    case 'references':
      return listOf(
        column.values.subarray(column.start[row]!, column.start[row + 1]!),
        column.into,
        column.nullWhenEmpty,
      )
  }
}

export function materialise(value: ResultValue): Plain {
  if (value instanceof References) return listOf(value.values, value.into, value.nullWhenEmpty)
  if (value instanceof Table) {
    return Array.from({ length: value.rowCount }, (_, row) => {
      const source = value.rows === undefined ? row : value.rows[row]!
      return Object.fromEntries(Object.entries(value.columns).map(([name, column]) => [name, cell(column, source)]))
    })
  }
  if (Array.isArray(value)) return value.map(materialise)
  if (typeof value === 'number') return withoutMinusZero(value)
  if (typeof value !== 'object' || value === null) return value as Plain
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (member === undefined ? [] : [[name, materialise(member)]])),
  )
}
