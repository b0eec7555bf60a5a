/**
 * Tables of JSON records in rows of words, one per field: "name kind". A kind is text, int, number, cent (a multiple of 0.01), date, time, bool or flag; behind it bounds
 * ("1..150": characters of a text, value of a number; either end may be absent) or the values of a flag ("Y|N"). "!" behind a name: it is required; "*": it is part of the key.
 */

type FieldKind = 'text' | 'int' | 'number' | 'cent' | 'date' | 'time' | 'bool' | 'flag'

export interface TableField {
  readonly name: string
  readonly kind: FieldKind
  readonly isRequired: boolean
  readonly isKey: boolean
  readonly values: readonly string[]
  readonly min: number
  readonly max: number
}

export interface TableRow {
  readonly name: string
  readonly title: string
  readonly fields: readonly TableField[]
  /** One record, not a list of them. */
  readonly isSingle: boolean
  /** Fields beside those are taken. */
  readonly isOpen: boolean
  readonly rowsMin: number
}

const WORD = /^(\w+)(!?)(\*?)$/

function fieldOf(line: string): TableField {
  const [word = '', kind = '', more = ''] = line.trim().split(/\s+/)
  const [, name, required, key] = WORD.exec(word)!
  const [min = '', max = ''] = kind === 'flag' ? [] : more.split('..')
  return {
    name: name!,
    kind: kind as FieldKind,
    isRequired: required === '!',
    isKey: key === '*',
    values: kind === 'flag' ? more.split('|') : [],
    min: min === '' ? Number.NEGATIVE_INFINITY : Number(min),
    max: max === '' ? Number.POSITIVE_INFINITY : Number(max),
  }
}

export const tableRow = (
  name: string,
  title: string,
  lines: string,
  { isSingle = false, isOpen = false, rowsMin = 0 } = {},
): TableRow => ({
  name,
  title,
  fields: lines
    .split(',')
    .filter(line => line.trim() !== '')
    .map(fieldOf),
  isSingle,
  isOpen,
  rowsMin,
})
