/** A chain keeps its order whatever leaves it, as a Set does, and nothing that has left leads to what is still there. */
import t from 'tap'
import { random } from '../../compute/test/helpers/random.ts'
import { Chain, type Link } from '../platform/chain.ts'

const valuesOf = <Value>(chain: Chain<Value>): Value[] => {
  const values: Value[] = []
  for (let link = chain.first; link !== undefined; link = link.after) values.push(link.value)
  return values
}

t.test('what comes and leaves in any order stands as in a Set', async t => {
  const draw = random(1)
  const chain = new Chain<number>()
  const set = new Set<number>()
  const links: Link<number>[] = []
  for (let step = 0; step < 2_000; step++) {
    if (draw() < 0.5 || links.length === 0) {
      set.add(step)
      links.push(chain.add(step))
    } else {
      const [link] = links.splice(Math.floor(draw() * links.length), 1)
      if (chain.leave(link!) !== set.delete(link!.value)) t.fail(`${link!.value} leaves once`)
    }
    if (chain.size !== set.size) t.fail('their sizes differ')
    if (step % 50 === 0) t.strictSame(valuesOf(chain), [...set])
  }
  for (const link of links) chain.leave(link)
  t.equal(chain.size, 0)
  t.equal(chain.first, undefined)
})

t.test('a link leaves once, and leads nowhere then', async t => {
  const chain = new Chain<string>()
  const [first, second] = [chain.add('first'), chain.add('second')]
  t.equal(first.after, second)
  t.equal(chain.leave(first), true)
  t.equal(first.after, undefined, 'or it would keep what comes behind it in memory')
  t.equal(chain.leave(first), false)
  t.strictSame(valuesOf(chain), ['second'])
})
