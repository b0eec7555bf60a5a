/** The row writer in WebAssembly against the writer in TypeScript, and the two working hand in hand. */
import t from 'tap'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { textColumn } from '../../../../shared/test/text-column.ts'
import { References, Table, type TableColumn } from '../../../engine/result/result.ts'
import { webAssembly } from '../../../engine/wasm/web-assembly.ts'
import { TableModule, tableModule } from '../../../engine/write/table-module.ts'
import { between, type Random, random } from '../../helpers/random.ts'
import { bytesOf, difference, differencesOf, rowsByModule } from './table-differences.ts'

const SEED = Number(process.env.SEED ?? 20261123)

t.test('this Node runs the row writer', async t => {
  t.ok(tableModule() !== undefined)
})

t.test('random tables are the same bytes with the row writer and without it, by row and by column', async t => {
  const { rows, rowsByModule, differing } = differencesOf(SEED, 80)
  t.comment(`seed ${SEED}: ${rowsByModule} of ${rows} rows by WebAssembly`)
  t.same(differing.slice(0, 3), [])
  t.ok(rowsByModule > 0.5 * rows, 'most of them are ordinary')
})

const ids = (count: number): string[] => Array.from({ length: count }, (_, i) => `A${i}`)

t.test('every row of an ordinary table is written in WebAssembly, over many blocks and windows', async t => {
  const rows = 5_000
  const id = textColumn(ids(rows))
  const table = new Table(rows, {
    id: { kind: 'text', values: id },
    days: { kind: 'number', values: Float64Array.from({ length: rows }, (_, i) => i / 8), decimals: 4 },
    date: { kind: 'day', values: Int32Array.from({ length: rows }, (_, i) => 20_000 + i) },
    driven_by: {
      kind: 'references',
      start: Uint32Array.from({ length: rows + 1 }, (_, i) => 3 * i),
      values: Uint32Array.from({ length: 3 * rows }, (_, i) => (i * 7) % rows),
      into: id,
    },
  })
  t.equal(
    rowsByModule(() => t.equal(difference(table), undefined)),
    rows,
  )
})

const NOTHING: TableColumn = { kind: 'day', values: new Int32Array(40).fill(DAY_ABSENT) }
const HALVES: TableColumn = { kind: 'number', values: Float64Array.from({ length: 40 }, (_, i) => i / 2), decimals: 1 }

t.test('columns that are null in every row stand in each row, wherever they are', async t => {
  for (const kinds of ['ax', 'aax', 'xa', 'xaa', 'xax', 'a', 'aaa', 'xaaxax', 'axxaa']) {
    const named = [...kinds].map((kind, c): [string, TableColumn] => [`${kind}${c}`, kind === 'a' ? NOTHING : HALVES])
    const table = new Table(40, Object.fromEntries(named))
    t.equal(
      rowsByModule(() => t.equal(difference(table), undefined, kinds)),
      40,
    )
    const [row] = JSON.parse(bytesOf(table).toString())
    t.equal(String(Object.keys(row)), String(table.names))
  }
})

t.test('more ways to leave columns out than there is room for are written in WebAssembly all the same', async t => {
  const rows = 40
  const tables = Array.from({ length: 600 }, (_, n) => {
    const named = Array.from({ length: 12 }, (_, c): [string, TableColumn] => [
      `column_of_a_long_name_${c}`,
      ((n * 7) >> c) & 1 ? NOTHING : HALVES,
    ])
    return new Table(rows, Object.fromEntries(named))
  })
  const written = rowsByModule(() => {
    for (const table of tables) t.equal(difference(table), undefined)
  })
  t.equal(written, rows * tables.length)
})

t.test('around a row that is left to TypeScript the row writer goes on', async t => {
  const rows = 300
  const names = ids(rows)
  names[100] = 'long "name" '.repeat(20_000)
  const values = Float64Array.from({ length: rows }, (_, i) => i)
  values[200] = 1 / 3
  const start = new Uint32Array(rows + 1)
  start.fill(5_000, 251)
  const table = new Table(rows, {
    name: { kind: 'text', values: textColumn(names) },
    value: { kind: 'number', values },
    list: { kind: 'references', start, values: new Uint32Array(5_000), into: textColumn(['x']) },
  })
  t.equal(
    rowsByModule(() => t.equal(difference(table), undefined)),
    rows - 3,
  )
})

t.test('texts that need more memory than an instance of the thread has get one of their own', async t => {
  const rows = 3_000
  const text = Array.from({ length: rows }, (_, i) => `${'Pose d’étanchéité '.repeat(40)}"${i}"`)
  const table = new Table(rows, { text: { kind: 'text', values: textColumn(text) } })
  const residentBytes = tableModule()!.u8.length
  t.equal(
    rowsByModule(() => t.equal(difference(table), undefined)),
    rows,
  )
  t.equal(tableModule()!.u8.length, residentBytes, 'that of the thread is as large as before')
})

const PIECES = ['A', 'é', '"', '\\', '\n', 'Pour the slab of area ']

/** Ids, names with a share of unusual ones, and a list of as many of them. */
function randomLists(rnd: Random): References[] {
  const count = between(rnd, 1, rnd() < 0.9 ? 60 : 6_000)
  const unusual = rnd() < 0.5 ? 0 : 0.2
  const names = textColumn(
    ids(count).map(id =>
      rnd() < unusual ? PIECES.slice(between(rnd, 0, 5)).join(id) : rnd() < 0.1 ? '' : `Task ${id}`,
    ),
  )
  const length = between(rnd, 0, 2 * count)
  const values = Int32Array.from({ length }, () => between(rnd, -1, count - 1))
  const ofAll = Uint32Array.from({ length }, () => between(rnd, 0, count - 1))
  return [
    new References(values, names, true),
    new References(ofAll, names),
    new References(ofAll, textColumn(ids(count))),
  ]
}

t.test('random lists of references are the same bytes with the row writer and without it', async t => {
  const rnd = random(SEED)
  let listed = 0
  const written = rowsByModule(() => {
    for (let i = 0; i < 300; i++) {
      const lists = randomLists(rnd)
      for (const { values } of lists) listed += values.length
      // one reply, whose texts lie in the memory for all of its lists
      t.equal(difference([...lists, ...lists]), undefined)
    }
  })
  t.ok(written > listed, `${written} of ${2 * listed} by WebAssembly`)
  t.ok(tableModule() !== undefined, 'nothing trapped')
})

t.test('texts of the reply before are not taken for those of this one', async t => {
  const texts = textColumn(ids(50))
  const table = new Table(50, { id: { kind: 'text', values: texts } })
  t.equal(difference(table), undefined)
  texts.bytes.fill(66)
  t.match(bytesOf(table).toString(), /^\[\{"id":"BB"\},/)
})

t.test(
  'a table of many columns is written in blocks of fewer rows, and in TypeScript where there is no room for one',
  async t => {
    const rows = 1_100
    const into = textColumn(ids(rows))
    const start = Uint32Array.from({ length: rows + 1 }, (_, i) => 3 * i)
    const values = Uint32Array.from({ length: 3 * rows }, (_, i) => i % rows)
    const tableOf = (count: number, column: TableColumn): Table =>
      new Table(rows, Object.fromEntries(Array.from({ length: count }, (_, c) => [`c${c}`, column])))
    const days: TableColumn = { kind: 'number', values: Float64Array.from(values), decimals: 1 }
    const lists: TableColumn = { kind: 'references', start, values, into }
    for (const [table, byModule] of [
      [tableOf(100, days), rows],
      [tableOf(500, days), rows],
      [tableOf(2_000, days), 0],
      [tableOf(8, lists), rows],
      [tableOf(40, lists), 0],
    ] as const) {
      t.equal(
        rowsByModule(() => t.equal(difference(table), undefined)),
        byModule,
        `${table.names.length} columns`,
      )
    }
  },
)

t.test('a figure that is none makes the row writer throw as well', async t => {
  const values = new Float64Array(100)
  values[50] = Number.POSITIVE_INFINITY
  t.throws(() => bytesOf(new Table(100, { x: { kind: 'number', values } })), /cannot hold Infinity/)
  t.throws(() => bytesOf(new Table(100, { x: { kind: 'number', values, decimals: 2 } })), /cannot hold Infinity/)
})

t.test('after a trap the rest of the table and all later ones are written in TypeScript', async t => {
  const rows = 5_000
  const table = new Table(rows, { id: { kind: 'text', values: textColumn(ids(rows)) } })
  const { writeRows } = TableModule.prototype
  let calls = 0
  TableModule.prototype.writeRows = function (...values) {
    if (++calls === 2) throw new webAssembly!.RuntimeError('memory access out of bounds')
    return writeRows.apply(this, values)
  }
  t.teardown(() => {
    TableModule.prototype.writeRows = writeRows
  })
  t.equal(difference(table), undefined)
  t.equal(calls, 2)
  t.equal(tableModule(), undefined)
  t.equal(difference(table), undefined)
})
