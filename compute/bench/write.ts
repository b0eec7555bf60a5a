/** Medians of the writers against JSON.stringify of one object per row. Run: node compute/bench/write.ts [rows] [runs] */
import { performance } from 'node:perf_hooks'
import type { TextColumn } from '../../shared/schedule/columns.ts'
import { Table, type TableColumn, TableColumns } from '../engine/result/result.ts'
import { ByteSink } from '../engine/write/byte-sink.ts'
import { JsonWriter } from '../engine/write/json-writer.ts'
import { MsgpackWriter } from '../engine/write/msgpack-writer.ts'
import { withoutTableModule } from '../engine/write/table-module.ts'
import { materialise } from '../test/engine/write/materialise.ts'

const rows = Number(process.argv[2] ?? 100_000)
const runs = Number(process.argv[3] ?? 15)

/** Deterministic stand-in for the columns of a critical-path result: what is small, whole and repeated there is here. */
const spread = (i: number, range: number): number => (Math.imul(i + 1, 2654435761) >>> 8) % range

function idColumn(count: number): TextColumn {
  const texts = Array.from({ length: count }, (_, i) => Buffer.from(`A${100_000 + i}`))
  const offsets = new Uint32Array(count + 1)
  for (let i = 0; i < count; i++) offsets[i + 1] = offsets[i]! + texts[i]!.length
  return { bytes: new Uint8Array(Buffer.concat(texts)), offsets }
}

const id = idColumn(rows)
const wholeDays = (range: number): TableColumn => ({
  kind: 'number',
  values: Float64Array.from({ length: rows }, (_, i) => spread(i, range) + (spread(i, 10) === 0 ? 0.5 : 0)),
})
const dates = (range: number): TableColumn => ({
  kind: 'day',
  values: Int32Array.from({ length: rows }, (_, i) => 20_000 + spread(i, range)),
})
const flags: TableColumn = { kind: 'boolean', values: Uint8Array.from({ length: rows }, (_, i) => spread(i, 2)) }
const driverStart = Uint32Array.from({ length: rows + 1 }, (_, i) => i)

const table = new Table(rows, {
  id: { kind: 'text', values: id },
  early_start: wholeDays(2000),
  early_finish: wholeDays(2000),
  late_start: wholeDays(2000),
  late_finish: wholeDays(2000),
  early_start_date: dates(2000),
  early_finish_date: dates(2000),
  late_start_date: dates(2000),
  late_finish_date: dates(2000),
  total_float_days: wholeDays(60),
  free_float_days: wholeDays(60),
  drag_days: { kind: 'number', values: new Float64Array(rows).fill(Number.NaN) },
  is_critical: flags,
  is_on_longest_path: flags,
  duration_days: wholeDays(40),
  driven_by: {
    kind: 'references',
    start: driverStart,
    values: Uint32Array.from({ length: rows }, (_, i) => spread(i, rows)),
    into: id,
  },
})

/** Keeps the work: what a case returns is added up and printed. */
let sink = 0

/** A table of few rows is written so often in a sample that the clock can measure it. */
const callsPerSample = Math.ceil(20_000 / rows)

function written(Writer: typeof JsonWriter | typeof MsgpackWriter, value: Table | TableColumns): number {
  const out = new ByteSink()
  new Writer(out).value(value)
  return out.finish().reduce((sum, chunk) => sum + chunk.length, 0)
}

const objects = materialise(table)
const columns = new TableColumns(table)
const cases: [string, () => number][] = [
  ['JSON.stringify of objects', () => JSON.stringify(objects).length],
  ['the same and UTF-8', () => Buffer.from(JSON.stringify(objects)).length],
  ['JSON, TypeScript', () => withoutTableModule(() => written(JsonWriter, table))],
  ['JSON, WebAssembly', () => written(JsonWriter, table)],
  ['JSON by column, TypeScript', () => withoutTableModule(() => written(JsonWriter, columns))],
  ['JSON by column, WebAssembly', () => written(JsonWriter, columns)],
  ['msgpack', () => written(MsgpackWriter, table)],
]

const samples = cases.map((): number[] => [])
for (let run = 0; run < runs + 5; run++) {
  cases.forEach(([, work], i) => {
    const from = performance.now()
    for (let call = 0; call < callsPerSample; call++) sink += work()
    if (run >= 5) samples[i]!.push((performance.now() - from) / callsPerSample)
  })
}
console.log(
  `${rows} rows x ${Object.keys(table.columns).length} columns, ${runs} samples in turns, Node ${process.version}`,
)
const medians = samples.map(times => times.sort((a, b) => a - b)[runs >> 1]!)
cases.forEach(([name, work], i) => {
  const [ms, bytes] = [medians[i]!, work()]
  console.log(
    `${name.padEnd(28)} ${(ms * 1000).toFixed(1).padStart(9)} us  ${(ms / medians[0]!).toFixed(3)} of JSON.stringify  ${(bytes / ms / 1e6).toFixed(2)} GB/s  ${bytes} bytes`,
  )
})
console.log(`sum ${sink}`)
