import t from 'tap'
import { AccountMutex } from '../../limits/window.ts'

t.test(
  'of one account one piece of work is done at a time, in the order in which they came; others do not wait for it',
  async t => {
    const mutex = new AccountMutex()
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
    const all = Promise.all(['one', 'two', 'three'].map(name => mutex.run('a', work(name))))
    t.equal(await mutex.run('b', async () => seen.length), 0)
    t.same(await all, ['one', 'two', 'three'])
    t.same(seen, ['one', 'two', 'three'])
  },
)

t.test('work that fails ends, and the next begins', async t => {
  const mutex = new AccountMutex()
  const failing = mutex.run('a', () => Promise.reject(new Error('broke')))
  const next = mutex.run('a', async () => 'next')
  await t.rejects(failing, /broke/)
  t.equal(await next, 'next')
})

t.test('between two pieces of work an account rests for as long as it worked, others do not', async t => {
  const mutex = new AccountMutex()
  const ends: number[] = []
  const work = async () => {
    await new Promise(resolve => setTimeout(resolve, 20))
    ends.push(performance.now())
  }
  await Promise.all([mutex.run('a', work), mutex.run('a', work), mutex.run('b', async () => {})])
  t.ok(ends[1]! - ends[0]! >= 38)
})
