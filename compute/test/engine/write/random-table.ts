/** Tables with cells of every kind, ordinary ones and unusual ones: long numbers, years beyond four digits, escapes, long texts and lists. */
import { DAY_ABSENT, type TextColumn } from '../../../../shared/contract/schedule/columns.ts'
import { textColumn } from '../../../../shared/test/text-column.ts'
import { Table, type TableColumn } from '../../../engine/result/result.ts'
import { between, pick, type Random } from '../../helpers/random.ts'

/** Texts without unusual cells are written in WebAssembly alone. */
interface Wildness {
  /** Share of the cells that are unusual. */
  readonly unusual: number
}

const POWERS = [1, 2, 4, 5, 8, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 3, 7]
const BITS = new DataView(new ArrayBuffer(8))

function anyDouble(rnd: Random): number {
  BITS.setUint32(0, rnd() * 2 ** 32)
  BITS.setUint32(4, rnd() * 2 ** 32)
  const value = BITS.getFloat64(0)
  return Number.isFinite(value) ? value : 0
}

const ordinaryNumber = (rnd: Random): number => {
  const sign = rnd() < 0.2 ? -1 : 1
  if (rnd() < 0.1) return Number.NaN
  if (rnd() < 0.5) return sign * between(rnd, 0, pick(rnd, [9, 99, 999, 9_999, 99_999, 2 ** 31 - 1]))
  return (sign * between(rnd, 0, 1e6)) / pick(rnd, POWERS.slice(0, 11))
}

const EDGES = [
  0,
  -0,
  0.5,
  1.5,
  1e15,
  1e15 - 1,
  1e16,
  1e21,
  1e-7,
  5e-324,
  2 ** 31,
  -(2 ** 31),
  2 ** 32,
  2 ** 53,
  0.1 + 0.2,
]
const number = (rnd: Random, { unusual }: Wildness): number => {
  if (rnd() >= unusual) return ordinaryNumber(rnd)
  const sign = rnd() < 0.5 ? -1 : 1
  if (rnd() < 0.3) return anyDouble(rnd)
  if (rnd() < 0.3) return sign * (pick(rnd, EDGES) + between(rnd, -1, 1) * 2 ** between(rnd, -52, 3))
  return (sign * between(rnd, 0, 2 ** 53 - 1)) / 10 ** between(rnd, 0, 16)
}

const day = (rnd: Random, { unusual }: Wildness): number => {
  if (rnd() < 0.1) return DAY_ABSENT
  if (rnd() < unusual) return between(rnd, -(2 ** 31), 2 ** 31 - 1)
  return rnd() < 0.1 ? between(rnd, -719_528, 2_932_896) : between(rnd, 19_000, 22_000)
}

const moment = (rnd: Random, wildness: Wildness): number => {
  const value = day(rnd, wildness)
  if (value === DAY_ABSENT) return Number.NaN
  return value * 1440 + between(rnd, 0, 1439)
}

const PIECES = ['é', '梁', '😀', '"', '\\', '\n', '\r\t\b\f', '\u0000\u001f', '\u007f', '\u2028', '</b>', ' ']
const LONGEST = [0, 1, 15, 16, 17, 31, 32, 33, 64, 200]

function text(rnd: Random, { unusual }: Wildness): string {
  if (rnd() < 0.1) return ''
  if (rnd() < unusual / 50) return `${pick(rnd, PIECES)}long`.repeat(between(rnd, 1_000, 30_000))
  const length = rnd() < 0.5 ? between(rnd, 1, 12) : pick(rnd, LONGEST)
  let made = ''
  while (made.length < length) made += rnd() < 0.05 ? pick(rnd, PIECES) : String.fromCharCode(between(rnd, 48, 122))
  return made
}

const LABELS = [null, 'FS', 'half_step', 'finish "no later" than', 'x'.repeat(60)]

const fill = <Values extends Float64Array | Int32Array | Uint32Array | Uint8Array>(
  values: Values,
  next: () => number,
): Values => {
  for (let i = 0; i < values.length; i++) values[i] = next()
  return values
}

function referencesColumn(rnd: Random, wildness: Wildness, rows: number, into: TextColumn): TableColumn {
  const start = new Uint32Array(rows + 1)
  const isLong = rnd() < wildness.unusual
  for (let i = 0; i < rows; i++)
    start[i + 1] = start[i]! + (isLong && rnd() < 0.05 ? between(rnd, 500, 6_000) : between(rnd, 0, 3))
  const most = into.offsets.length - 2
  const values = fill(new Int32Array(start[rows]!), () => between(rnd, -1, most))
  return { kind: 'references', start, values, into, nullWhenEmpty: rnd() < 0.5 }
}

function column(rnd: Random, wildness: Wildness, rows: number, shared: TextColumn): TableColumn {
  const most = shared.offsets.length - 2
  switch (between(rnd, 0, 11)) {
    case 0:
      return { kind: 'number', values: fill(new Float64Array(rows), () => number(rnd, wildness)) }
    case 1:
    case 2: {
      const decimals = between(rnd, 0, rnd() < wildness.unusual / 10 ? 9 : 6)
      return { kind: 'number', values: fill(new Float64Array(rows), () => number(rnd, wildness)), decimals }
    }
    case 3:
      return { kind: 'number', values: fill(new Int32Array(rows), () => (rnd() - 0.5) * 2 ** between(rnd, 1, 33)) }
    case 4:
      return { kind: 'number', values: fill(new Uint32Array(rows), () => rnd() * 2 ** between(rnd, 1, 32)) }
    case 5:
      return { kind: 'day', values: fill(new Int32Array(rows), () => day(rnd, wildness)) }
    case 6:
      return { kind: 'moment', values: fill(new Float64Array(rows), () => moment(rnd, wildness)) }
    case 7:
      return { kind: 'boolean', values: fill(new Uint8Array(rows), () => between(rnd, 0, 2)) }
    case 8:
      return {
        kind: 'label',
        values: fill(new Uint8Array(rows), () => between(rnd, 0, LABELS.length - 1)),
        labels: LABELS,
      }
    case 9: {
      const values = rnd() < 0.5 ? shared : textColumn(Array.from({ length: rows }, () => text(rnd, wildness)))
      return { kind: 'text', values, emptyAsText: rnd() < 0.5 }
    }
    case 10: {
      if (rnd() < 0.5)
        return {
          kind: 'coded',
          values: { codes: fill(new Uint32Array(rows), () => between(rnd, 0, most + 1)), values: shared },
        }
      const values = fill(new Int32Array(rows), () => between(rnd, -1, most))
      return { kind: 'reference', values, into: shared, nullWhenEmpty: rnd() < 0.5 }
    }
    default:
      return referencesColumn(rnd, wildness, rows, shared)
  }
}

/** Null in every row. */
const nullColumn = (rnd: Random, rows: number): TableColumn =>
  pick(rnd, [
    { kind: 'number', values: new Float64Array(rows).fill(Number.NaN), decimals: 2 },
    { kind: 'day', values: new Int32Array(rows).fill(DAY_ABSENT) },
    { kind: 'moment', values: new Float64Array(rows).fill(Number.NaN) },
  ] as const)

/** A table of at most so many rows; a third are selections of rows, and a third have columns that are null in every row. */
export function randomTable(rnd: Random, wildness: Wildness, rowsMax: number): Table {
  const rows = between(rnd, 8, rnd() < 0.9 ? 40 : rowsMax)
  const shared = textColumn(Array.from({ length: rows }, () => text(rnd, wildness)))
  const columns: Record<string, TableColumn> = {}
  const nulls = pick(rnd, [0, 0, 0.4])
  for (let c = between(rnd, 1, 18); c > 0; c--)
    columns[`${pick(rnd, ['a', 'column_', 'é"'])}${c}`] =
      rnd() < nulls ? nullColumn(rnd, rows) : column(rnd, wildness, rows, shared)
  const selected =
    rnd() < 0.33 ? fill(new Uint32Array(between(rnd, 8, rows)), () => between(rnd, 0, rows - 1)) : undefined
  return new Table(rows, columns, selected)
}
