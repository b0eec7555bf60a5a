import t from 'tap'
import { Turns } from '../../limits/turns.ts'

t.test('of one account one turn is at work, in the order in which they came; others do not wait for it', async t => {
  const turns = new Turns()
  const seen: string[] = []
  let atWork = 0
  const work = (name: string) => async () => {
    atWork++
    t.equal(atWork, 1)
    await new Promise(resolve => setTimeout(resolve, 5))
    atWork--
    seen.push(name)
    return name
  }
  const all = Promise.all(['one', 'two', 'three'].map(name => turns.take('a', work(name))))
  t.equal(await turns.take('b', async () => seen.length), 0)
  t.same(await all, ['one', 'two', 'three'])
  t.same(seen, ['one', 'two', 'three'])
})

t.test('a turn that fails ends, and the next one comes', async t => {
  const turns = new Turns()
  const failing = turns.take('a', () => Promise.reject(new Error('broke')))
  const next = turns.take('a', async () => 'next')
  await t.rejects(failing, /broke/)
  t.equal(await next, 'next')
})

t.test('between two turns an account rests for as long as it worked, others do not', async t => {
  const turns = new Turns()
  const ends: number[] = []
  const work = async () => {
    await new Promise(resolve => setTimeout(resolve, 20))
    ends.push(performance.now())
  }
  await Promise.all([turns.take('a', work), turns.take('a', work), turns.take('b', async () => {})])
  t.ok(ends[1]! - ends[0]! >= 38)
})
