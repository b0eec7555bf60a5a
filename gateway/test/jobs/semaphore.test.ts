import { setImmediate as later } from 'node:timers/promises'
import t from 'tap'
import { Semaphore } from '../../jobs/result-body.ts'

t.test('so many at a time, the others in their order, and a failure lets the next one in', async t => {
  const semaphore = new Semaphore(2)
  let running = 0
  let most = 0
  const started: number[] = []
  const work = (i: number) =>
    semaphore.run(async () => {
      started.push(i)
      most = Math.max(most, ++running)
      await later()
      running--
      if (i % 3 === 0) throw new Error(`${i}`)
      return i
    })
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => work(i)))
  t.equal(most, 2)
  t.same(
    started,
    started.toSorted((a, b) => a - b),
  )
  t.same(
    outcomes.map(outcome => (outcome.status === 'fulfilled' ? outcome.value : Number(outcome.reason.message))),
    Array.from({ length: 20 }, (_, i) => i),
  )
  t.equal(await work(1), 1, 'all places are free again')
  t.equal(running, 0)
})
