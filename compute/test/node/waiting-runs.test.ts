import t from 'tap'
import { until } from '../../../shared/test/until.ts'
import type { Slot } from '../../node/job-runner.ts'
import { type WaitingRun, WaitingRuns } from '../../node/waiting-runs.ts'

/** One thread, and runs that note what becomes of them. */
function start() {
  const events: string[] = []
  const now = { state: 'away' as 'absent' | 'up' | 'away', isFree: true, lessCount: 0 }
  const waiting = new WaitingRuns({
    store: { objectsState: () => now.state },
    threads: {
      reserve() {
        if (!now.isFree) return undefined
        now.isFree = false
        return {} as Slot
      },
    },
    onLess: () => now.lessCount++,
    onFault: error => events.push(String(error)),
  })
  const run = (name: string, more: Partial<WaitingRun> = {}): WaitingRun => ({
    jobClass: 'standard',
    isInline: false,
    lane: 'small',
    isSuspect: false,
    isUnwanted: false,
    run: async () => void events.push(`${name} runs`),
    returnUnrun: async () => void events.push(`${name} is given back`),
    ...more,
  })
  return { waiting, now, events, run }
}

t.test('what waits begins in its order, one for each thread that comes free, before anything else gets it', async t => {
  const { waiting, now, events, run } = start()
  for (const name of ['first', 'second', 'third']) waiting.add(run(name))
  waiting.pump()
  t.same(events, [], 'the store is away')
  now.state = 'up'
  waiting.pump()
  t.same(events, ['first runs'])
  waiting.pump()
  t.same(events, ['first runs'], 'no thread is free')
  now.isFree = true
  waiting.pump()
  t.same(events, ['first runs', 'second runs'])
  t.equal(waiting.count, 1)
  t.equal(now.lessCount, 2)
  now.isFree = true
  await until('it looks by itself, too', () => events.length === 3)
  await waiting.stop()
})

t.test('an unwanted one leaves at once, a suspect is given back when the store is there', async t => {
  const { waiting, now, events, run } = start()
  waiting.add(run('cancelled', { isUnwanted: true }))
  waiting.add(run('suspect', { isSuspect: true }))
  waiting.pump()
  t.same(events, ['cancelled is given back'])
  now.state = 'up'
  waiting.pump()
  t.same(events, ['cancelled is given back', 'suspect is given back'])
  await waiting.stop()
})

t.test('one that waits again and again has longer and longer pauses, and keeps nobody else waiting', async t => {
  const { waiting, now, events, run } = start()
  now.state = 'up'
  const bad = run('bad')
  waiting.add(bad)
  waiting.pump()
  now.isFree = true
  const fromMs = performance.now()
  waiting.add(bad)
  waiting.add(run('good'))
  waiting.pump()
  t.same(events, ['bad runs', 'good runs'])
  now.isFree = true
  await until('it begins again', () => events.length === 3)
  t.ok(performance.now() - fromMs > 300)
  await waiting.stop()
})

t.test('a stop gives back what waits and what comes', async t => {
  const { waiting, events, run } = start()
  waiting.add(run('first'))
  await waiting.stop()
  waiting.add(run('second'))
  t.same(events, ['first is given back', 'second is given back'])
  t.equal(waiting.count, 0)
})

t.test('a thousand are enough', async t => {
  const { waiting, run } = start()
  for (let i = 0; i < 999; i++) waiting.add(run(String(i)))
  t.notOk(waiting.isFull)
  waiting.add(run('the last'))
  t.ok(waiting.isFull)
  await waiting.stop()
})
