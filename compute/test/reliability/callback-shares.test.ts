/**
 * One account whose receivers hang, beside another account: on hosts of their own, on one host, with one deliverer and with two. The
 * bound is that of the service for whoever is not at fault: 250 ms from the end of a job to its callback, for 95 % of them.
 */
import { randomUUID } from 'node:crypto'
import t, { type Test } from 'tap'
import { until } from '../../../shared/test/until.ts'
import { startCallbacks, startDeliverer, urlOf } from '../deliverer/helpers/deliverers.ts'
import { finishJob, giveSecret } from '../deliverer/helpers/finished-jobs.ts'
import { type Receiver, startRaw, startReceiver, withStatus } from '../deliverer/helpers/receivers.ts'

const HANGING = 280
const CALLBACKS_EACH = 4
const LOOKED_AT_MS = 20_000
const P95_MS_MAX = 250

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1]!

type Callbacks = Awaited<ReturnType<typeof startCallbacks>>

/** Waits of callbacks of a fresh account, made one after the other for as long as is looked at. */
async function waitsOf({ store, client }: Callbacks, callbackUrl: string, receiver: Receiver): Promise<number[]> {
  const accountId = randomUUID()
  await giveSecret(client, accountId)
  const waitsMs: number[] = []
  const untilMs = performance.now() + LOOKED_AT_MS
  while (performance.now() < untilMs) {
    const job = await finishJob(store, { accountId, callbackUrl })
    const delivery = () => receiver.received.find(({ headers }) => headers['webhook-id'] === `dlv_${job.jobId}`)
    await until('it is delivered', () => delivery() !== undefined, 60_000)
    waitsMs.push(delivery()!.atMs - job.completedAtMs!)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  return waitsMs
}

function holds(t: Test, waitsMs: readonly number[]): void {
  const p95Ms = percentile(waitsMs, 0.95)
  t.comment(
    `${waitsMs.length} callbacks: p50 ${percentile(waitsMs, 0.5)} ms, p95 ${p95Ms} ms, most ${Math.max(...waitsMs)} ms`,
  )
  t.ok(p95Ms <= P95_MS_MAX, `p95 ${p95Ms} ms, at most ${P95_MS_MAX}`)
}

for (const delivererCount of [1, 2]) {
  t.test(`${HANGING} hanging receivers of one account delay no other one, deliverers: ${delivererCount}`, async t => {
    const callbacks = await startCallbacks(t)
    const hog = randomUUID()
    await giveSecret(callbacks.client, hog)
    const raws = await Promise.all(Array.from({ length: HANGING }, () => startRaw(t, () => {})))
    for (let i = 0; i < HANGING * CALLBACKS_EACH; i++)
      await finishJob(callbacks.store, { accountId: hog, callbackUrl: `http://127.0.0.1:${raws[i % HANGING]!.port}/` })
    for (let i = 0; i < delivererCount; i++) await startDeliverer(t, callbacks)
    await until('receivers hang', () => raws.filter(raw => raw.count() > 0).length > HANGING / 2)
    const healthy = await startReceiver(t, withStatus(200))
    holds(t, await waitsOf(callbacks, urlOf(healthy), healthy))
  })

  t.test(`a path that hangs starves no other account of its host, deliverers: ${delivererCount}`, async t => {
    const callbacks = await startCallbacks(t)
    const hog = randomUUID()
    await giveSecret(callbacks.client, hog)
    let open = 0
    let openMost = 0
    const host = await startReceiver(t, (response, _count, { path }) => {
      openMost = Math.max(openMost, ++open)
      response.once('close', () => open--)
      if (path !== '/hang') response.end()
    })
    for (let i = 0; i < HANGING; i++)
      await finishJob(callbacks.store, { accountId: hog, callbackUrl: urlOf(host, '/hang') })
    for (let i = 0; i < delivererCount; i++) await startDeliverer(t, callbacks)
    await until('it hangs', () => host.received.length > 0)
    holds(t, await waitsOf(callbacks, urlOf(host, '/fine'), host))
    t.ok(openMost <= 4, `${openMost} at once on the host, over all deliverers`)
  })
}
