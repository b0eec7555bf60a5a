/** Tables without end, written with the row writer in WebAssembly and without it. TABLES of each kind; SEED. */
import t from 'tap'
import { differencesOf } from '../engine/write/table-differences.ts'

const SEED = Number(process.env.SEED ?? 1)
const TABLES = Number(process.env.TABLES ?? 40_000)
const PER_TEST = 1_000

for (let n = 0; n < TABLES; n += PER_TEST) {
  t.test(`tables ${n} to ${n + PER_TEST - 1} are the same bytes in both ways`, async t => {
    const { rows, rowsByModule, differing } = differencesOf(SEED + n, PER_TEST)
    t.comment(`seed ${SEED + n}: ${rowsByModule} of ${rows} rows by WebAssembly`)
    t.same(differing.slice(0, 3), [])
  })
}
