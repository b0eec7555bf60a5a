/** Links between random calendars, boundaries of days off included. `PAIRS=100000 SEED=...` runs as many as a release is proved with. */
import t from 'tap'
import { pairDifferences } from './link-pairs.ts'

const SEED = Number(process.env.SEED ?? 20261127)
const PAIRS = Number(process.env.PAIRS ?? 300)

t.test('no successor violates its link by a minute, nor waits longer than it must', async t => {
  t.comment(`seed ${SEED}, ${PAIRS} pairs`)
  const { differing, examples } = pairDifferences(SEED, PAIRS)
  for (const each of examples) t.comment(each)
  t.equal(differing, 0, `${PAIRS} pairs`)
})
