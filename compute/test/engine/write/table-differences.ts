/** Tables written with the row writer in WebAssembly and without it: what differs, which must be nothing. */
import { type ResultValue, Table, TableColumns } from '../../../engine/result/result.ts'
import { ByteSink } from '../../../engine/write/byte-sink.ts'
import { JsonWriter } from '../../../engine/write/json-writer.ts'
import { TableModule, withoutTableModule } from '../../../engine/write/table-module.ts'
import { random } from '../../helpers/random.ts'
import { randomTable } from './random-table.ts'

export function bytesOf(value: ResultValue): Buffer {
  const sink = new ByteSink()
  new JsonWriter(sink).value(value)
  return Buffer.concat(sink.finish())
}

/** Undefined where both ways agree; else where they begin to differ. */
export function difference(value: ResultValue): string | undefined {
  const written = bytesOf(value)
  const expected = withoutTableModule(() => bytesOf(value))
  if (written.equals(expected)) return undefined
  let at = 0
  while (written[at] === expected[at]) at++
  const near = (bytes: Buffer): string => bytes.subarray(Math.max(0, at - 60), at + 60).toString()
  return `${near(written)}\nis not\n${near(expected)}`
}

/** Rows that WebAssembly wrote while `run` ran. */
export function rowsByModule(run: () => void): number {
  let rows = 0
  const { writeRows } = TableModule.prototype
  TableModule.prototype.writeRows = function (...values) {
    const count = writeRows.apply(this, values)
    rows += count
    return count
  }
  try {
    run()
  } finally {
    TableModule.prototype.writeRows = writeRows
  }
  return rows
}

export interface Differences {
  /** Rows and cells of columns: all, and those that WebAssembly wrote. */
  readonly rows: number
  readonly rowsByModule: number
  readonly differing: readonly string[]
}

/** So many random tables, each by row and by column; a half without anything unusual. */
export function differencesOf(seed: number, tables: number): Differences {
  const rnd = random(seed)
  const differing: string[] = []
  let rows = 0
  const byModule = rowsByModule(() => {
    for (let i = 0; i < tables; i++) {
      const table = randomTable(rnd, { unusual: i % 2 === 0 ? 0 : 0.1 }, 3_000)
      for (const value of [table, new TableColumns(table)]) {
        const found = difference(value)
        if (found !== undefined) differing.push(`table ${i}: ${found}`)
        rows += value instanceof Table ? table.rowCount : table.rowCount * Object.keys(table.columns).length
      }
    }
  })
  return { rows, rowsByModule: byModule, differing }
}
