import { randomBytes } from 'node:crypto'
import t from 'tap'
import { until } from '../../../../shared/test/until.ts'
import { CPM, chain, FOUR_TASKS } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

/** Far beyond what the busiest machine takes, and below the limit of a test file. */
const PATIENCE_MS = 200_000

t.test('Redis away: no analysis is run unmetered, liveness goes on, the tier answers from memory', async t => {
  const service = await startService(t)
  const key = await service.key('free')
  t.equal((await service.call('/api/v1/account/tier', { key })).status, 200)
  await service.stopRedis()
  const { status, headers, json } = await service.call(CPM, { key, body: { tasks: FOUR_TASKS } })
  t.equal(status, 503)
  t.equal(json.code, 'store_unavailable')
  t.ok(Number(headers['retry-after']) >= 1)
  t.equal((await service.call('/health')).status, 200)
  const ready = await service.call('/ready')
  t.equal(ready.status, 503)
  t.equal(ready.json.checks.store, 'failed')
  const tier = await service.call('/api/v1/account/tier', { key })
  t.equal(tier.status, 200)
  t.equal(tier.json.limits.monthly_calls_remaining, null)
})

t.test('a full lane sheds calls with Retry-After, and what it took is answered', async t => {
  // each takes a thread longer than this process takes to send it
  const settings = { WORKER_THREADS: '1', LANE_QUEUE_MAX: '1', CPM_SYNC_TASK_LIMIT: '10000' }
  const service = await startService(t, settings)
  const key = await service.key('government', { callsPerWindow: 'unlimited' })
  const body = JSON.stringify({ tasks: chain(10_000) })
  const answers = await Promise.all(Array.from({ length: 40 }, () => service.call(CPM, { key, body })))
  const counts = new Map<number, number>()
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1)
  t.same([...counts.keys()].sort(), [200, 503])
  for (const { status, headers, json } of answers) {
    if (status !== 503) continue
    t.equal(json.code, 'capacity_exceeded')
    t.ok(Number(headers['retry-after']) >= 1)
  }
})

t.test(
  'a queue that stands: what comes too much is refused at once, for reasons in their order, until it is over',
  async t => {
    const service = await startService(t, { WORKER_THREADS: '1', LANE_WAIT_MS: '1' })
    const key = await service.key('government', { callsPerWindow: 'unlimited' })
    const body = { tasks: chain(1000) }
    const counts = { 200: 0, 503: 0 }
    const codes = new Set<string>()
    const untilMs = performance.now() + PATIENCE_MS
    const isSeen = (): boolean => counts[503] >= 200 && counts[200] >= 200
    const caller = async (): Promise<void> => {
      while (!isSeen() && performance.now() < untilMs) {
        const { status, headers, json } = await service.call(CPM, { key, body })
        counts[status as 200 | 503]++
        if (status !== 503) continue
        codes.add(`${json.code} ${headers['retry-after']}`)
      }
    }
    const callers = Promise.all(Array.from({ length: 64 }, caller))
    while (counts[503] === 0 && performance.now() < untilMs) await new Promise(resolve => setTimeout(resolve, 5))
    const stranger = await service.call(CPM, { key: 'sis_live_nobody', body })
    t.equal(stranger.status, 401, 'a caller without access gets 401, not that there is no room')
    await callers
    t.ok(isSeen(), JSON.stringify(counts))
    t.same([...codes], ['capacity_exceeded 1'])
    t.equal(service.app.gateway.bytesInFlight.bytes, 0)
    t.equal((await service.call(CPM, { key, body })).status, 200)
  },
)

t.test('a call past the deadline is refused and the next one is answered', async t => {
  const service = await startService(t, {
    SYNC_DEADLINE_SECONDS: '0.1',
    CPM_SYNC_TASK_LIMIT: '10000',
    WORKER_THREADS: '1',
  })
  const key = await service.key('government')
  // a pile of text that takes longer to inflate and scan than the deadline
  const name = Buffer.alloc(200 * 2 ** 20, 'x')
  for (let at = 0; at < name.length - 40; at += 2_000) name.write(randomBytes(20).toString('hex'), at)
  const { gzipSync } = await import('node:zlib')
  const body = gzipSync(Buffer.concat([Buffer.from('{"tasks":[{"id":"A","name":"'), name, Buffer.from('"}]}')]), {
    level: 1,
  })
  const late = await service.call(CPM, { key, body, headers: { 'content-encoding': 'gzip' } })
  t.equal(late.status, 503)
  t.equal(late.json.code, 'deadline_exceeded')
  // while the thread is replaced, and on a busy machine after it, so short a deadline may pass again
  const isAnswered = async () => (await service.call(CPM, { key, body: { tasks: FOUR_TASKS } })).status === 200
  await until('the next one is answered', isAnswered, PATIENCE_MS)
})
