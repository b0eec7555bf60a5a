/** T29 by the clock: ten thousand random networks with random calendars against the reference that counts minute by minute. */
import t from 'tap'
import { differencesOf } from '../engine/clock/random-network.ts'

const SEED = Number(process.env.SEED ?? 29)
const NETWORKS = Number(process.env.NETWORKS ?? 10_000)
const PER_TEST = 1_000

for (let n = 0; n < NETWORKS; n += PER_TEST) {
  t.test(`networks ${n} to ${n + PER_TEST - 1} are those of the reference`, async t => {
    const { differing, examples } = differencesOf(SEED + n, PER_TEST)
    for (const each of examples) t.comment(each)
    t.equal(differing, 0, `seed ${SEED + n}`)
  })
}
