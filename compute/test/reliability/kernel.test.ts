/** The kernel of the passes against TypeScript, on random networks of millions of links together. */
import t from 'tap'
import { differencesOf, randomInput, randomShape } from '../engine/cpm/kernel-differences.ts'
import { random } from '../helpers/random.ts'

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const LINKS = Number(process.env.LINKS ?? 5_000_000)

t.test('networks of millions of links come out equal to the bit, with their drag', async t => {
  const rnd = random(SEED)
  const { networkCount, linkCount, differing } = differencesOf(
    LINKS,
    () => randomShape(rnd, 150_000),
    shape => randomInput(rnd, shape),
  )
  t.comment(`seed ${SEED}: ${networkCount} networks, ${linkCount} links`)
  t.same(differing.slice(0, 3), [])
})
