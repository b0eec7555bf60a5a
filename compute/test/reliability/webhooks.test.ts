/** T9, T12 and T13 at full length: the ladder in real time, dead receivers for their whole 30 s, ten kills. */
import { randomUUID } from 'node:crypto'
import t from 'tap'
import { until } from '../../../shared/test/until.ts'
import { recordOf, startCallbacks, startDeliverer, underKills, urlOf } from '../deliverer/helpers/deliverers.ts'
import { finishJob, giveSecret } from '../deliverer/helpers/finished-jobs.ts'
import { type Receiver, startRaw, startReceiver, withStatus } from '../deliverer/helpers/receivers.ts'

const callbacks = await startCallbacks(t)
const { store, client } = callbacks

const delaysOf = ({ received }: Receiver): number[] => received.slice(1).map(({ atMs }, i) => atMs - received[i]!.atMs)

t.test('T9: the ladder is 1, 2, 4, 8, 16 s to a tenth', async t => {
  const running = await startDeliverer(t, callbacks)
  const accountId = randomUUID()
  await giveSecret(client, accountId)
  const recovering = await startReceiver(t, (response, count) => withStatus(count < 4 ? 500 : 200)(response))
  const broken = await startReceiver(t, (response, count) => withStatus(count < 6 ? 500 : 200)(response))
  const good = await finishJob(store, { accountId, callbackUrl: urlOf(recovering) })
  const bad = await finishJob(store, { accountId, callbackUrl: urlOf(broken) })
  await until('it is delivered', async () => (await recordOf(store, good)).state === 'delivered')
  await until('it is given up', async () => (await recordOf(store, bad)).state === 'dead')
  t.equal(recovering.received.length, 5, 'success ends it')
  t.equal(broken.received.length, 6)
  for (const receiver of [recovering, broken]) {
    const delaysMs = delaysOf(receiver)
    t.comment(`delays ${delaysMs.join(', ')} ms`)
    for (const [i, delayMs] of delaysMs.entries())
      t.ok(Math.abs(delayMs / (1_000 * 2 ** i) - 1) <= 0.1, `${delayMs} ms`)
  }
  await store.replayDelivery(accountId, (await recordOf(store, bad)).deliveryId)
  await until('it is delivered', async () => (await recordOf(store, bad)).state === 'delivered')
  t.equal(broken.received.length, 7, 'a replay delivers once')
  t.equal(new Set(broken.received.map(({ headers }) => headers['webhook-id'])).size, 1)
  await running.stop()
})

t.test('T12: dead receivers are given up after 30 s, and 50 of them delay nobody for as long as they last', async t => {
  const running = await startDeliverer(t, callbacks)
  const accountId = randomUUID()
  await giveSecret(client, accountId)
  const dead = []
  for (let i = 0; i < 50; i++) {
    const { port } = await startRaw(t, () => {})
    for (let j = 0; j < 4; j++)
      dead.push(await finishJob(store, { accountId, callbackUrl: `http://127.0.0.1:${port}/` }))
  }
  const healthy = await startReceiver(t, withStatus(200))
  const waitsMs: number[] = []
  const untilMs = performance.now() + 33_000
  while (performance.now() < untilMs) {
    const job = await finishJob(store, { accountId, callbackUrl: urlOf(healthy) })
    await until('it is delivered', () => healthy.received.length === waitsMs.length + 1)
    waitsMs.push(healthy.received.at(-1)!.atMs - job.completedAtMs!)
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  waitsMs.sort((a, b) => a - b)
  const p95Ms = waitsMs[Math.floor(waitsMs.length * 0.95)]!
  t.comment(`${waitsMs.length} healthy callbacks: median ${waitsMs[waitsMs.length >> 1]} ms, p95 ${p95Ms} ms`)
  t.ok(p95Ms < 2_000)
  // one place each: of the four callbacks of a dead receiver one was tried
  let triedCount = 0
  for (const job of dead) {
    for (const attempt of (await recordOf(store, job)).attempts) {
      triedCount++
      t.match(attempt, { status: null, failure: 'timeout' })
      t.ok(attempt.durationMs <= 30_500, `${attempt.durationMs} ms`)
    }
  }
  t.ok(triedCount >= 50, `${triedCount} POSTs to 50 dead receivers`)
  await running.stop()
})

t.test('T13: 500 deliveries under ten kills are each made at least once', async t => {
  const kills = 10
  const { deliveryCounts, inFlightMax } = await underKills(t, callbacks, { jobs: 500, kills, deliveriesPerKill: 25 })
  const duplicates = deliveryCounts.reduce((sum, times) => sum + times - 1, 0)
  t.comment(`${duplicates} duplicates after ${kills} kills`)
  t.equal(deliveryCounts.length, 500)
  t.ok(
    deliveryCounts.every(times => times >= 1),
    'none is missing',
  )
  t.ok(duplicates <= kills * inFlightMax, 'no more than were in flight')
})
