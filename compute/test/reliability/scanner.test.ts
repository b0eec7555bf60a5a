/** Bodies without end, read with the scanner in WebAssembly and without it. BODIES of each kind; SEED. */
import t from 'tap'
import { differencesOf } from '../engine/read/scanner-differences.ts'

const SEED = Number(process.env.SEED ?? 1)
const BODIES = Number(process.env.BODIES ?? 200_000)
const PER_TEST = 2_000

for (let n = 0; n < BODIES; n += PER_TEST) {
  t.test(`bodies ${n} to ${n + PER_TEST - 1} are read the same in both ways`, async t => {
    const { read, refused, differing } = differencesOf(SEED + n, PER_TEST)
    t.comment(`seed ${SEED + n}: ${read} read, ${refused} refused`)
    t.same(differing.slice(0, 3), [])
  })
}
