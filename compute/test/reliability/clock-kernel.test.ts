/** The kernel of the passes by the clock against TypeScript, on random networks with random calendars of millions of links together. */
import t from 'tap'
import { randomClockedInput, randomClockShape } from '../engine/clock/kernel-differences.ts'
import { differencesOf } from '../engine/cpm/kernel-differences.ts'
import { random } from '../helpers/random.ts'

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const LINKS = Number(process.env.LINKS ?? 2_000_000)

t.test('networks of millions of links come out equal to the bit', async t => {
  const rnd = random(SEED)
  const { networkCount, linkCount, differing } = differencesOf(
    LINKS,
    () => randomClockShape(rnd, 60_000),
    shape => randomClockedInput(rnd, shape),
  )
  t.comment(`seed ${SEED}: ${networkCount} networks, ${linkCount} links`)
  t.same(differing.slice(0, 3), [])
})
