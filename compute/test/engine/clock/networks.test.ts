/**
 * Random small networks with random calendars against the reference that counts minute by minute: early and late dates and total float of
 * every task. compute/test/reliability/networks-by-clock.test.ts runs ten thousand.
 */
import t from 'tap'
import { differencesOf } from './random-network.ts'

const SEED = Number(process.env.SEED ?? 20261123)
const NETWORKS = Number(process.env.NETWORKS ?? 300)

t.test('dates and floats are those of the reference', async t => {
  t.comment(`seed ${SEED}`)
  const { differing, examples } = differencesOf(SEED, NETWORKS)
  for (const each of examples) t.comment(each)
  t.equal(differing, 0, `${NETWORKS} networks`)
})
