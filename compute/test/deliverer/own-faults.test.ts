/** What goes wrong on our side of a callback: it costs no other callback anything, ends with its cause, and is not the receiver's failure. */
import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import t from 'tap'
import type { Delivery } from '../../../shared/platform/jobs/callback-store.ts'
import { redisJobStore } from '../../../shared/platform/jobs/redis-job-store.ts'
import { FolderObjects } from '../../../shared/platform/objects/folder-objects.ts'
import { WatchedObjects } from '../../../shared/platform/objects/watched-objects.ts'
import { keys } from '../../../shared/platform/redis/keys.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { until } from '../../../shared/test/until.ts'
import { recordOf, startCallbacks, startDeliverer, urlOf } from './helpers/deliverers.ts'
import { envelope, finishJob, giveSecret } from './helpers/finished-jobs.ts'
import { startReceiver, withStatus } from './helpers/receivers.ts'

const callbacks = await startCallbacks(t)
const { store, client, lines } = callbacks
const accountId = randomUUID()
await giveSecret(client, accountId)

t.test('an unreadable record of slots is logged, and stops neither the deliverer nor other callbacks', async t => {
  const brief = redisJobStore(client, { deliveryLeaseMs: 1_000 })
  const [one, other] = [await startReceiver(t, withStatus(200)), await startReceiver(t, withStatus(200))]
  await client.set(keys.hostPosts(one.host), 'of another kind')
  const stuck = await finishJob(store, { accountId, callbackUrl: urlOf(one) })
  await startDeliverer(t, callbacks, { store: brief })
  await until('it is logged', () =>
    lines.some(line => line.includes('callback cannot be made') && line.includes(stuck.jobId)),
  )
  const healthy = await finishJob(store, { accountId, callbackUrl: urlOf(other) })
  await until('another is delivered', async () => (await recordOf(store, healthy)).state === 'delivered')
  t.equal(one.received.length, 0)
  await client.del(keys.hostPosts(one.host))
  await until('and it is delivered later', async () => (await recordOf(store, stuck)).state === 'delivered')
})

t.test('a result that its store has lost is tried as often as any callback and given up, not for ever', async t => {
  const folder = join(dataFolder(t), 'objects')
  const objects = new WatchedObjects(new FolderObjects(folder))
  t.teardown(() => objects.close())
  const withObjects = redisJobStore(client, { objects })
  const receiver = await startReceiver(t, withStatus(200))
  const job = await finishJob(withObjects, { accountId, callbackUrl: urlOf(receiver), result: envelope(900_000) })
  const [file] = readdirSync(join(folder, 'objects'), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.startsWith(`${job.jobId}-result`))
    .map(entry => join(entry.parentPath, entry.name))
  rmSync(file!)
  await startDeliverer(t, callbacks, { store: withObjects, retryDelaysMs: [100] })
  await until('it is given up', async () => (await recordOf(store, job)).state === 'dead')
  t.match((await recordOf(store, job)).attempts, [
    { status: null, failure: 'result_lost' },
    { status: null, failure: 'result_lost' },
  ])
  t.equal(receiver.received.length, 0)
  const [endpoint] = (await store.listEndpoints(accountId)).filter(({ origin }) => origin.endsWith(receiver.host))
  t.equal(endpoint?.failures ?? 0, 0, 'its receiver has not failed')
  t.ok(
    lines.some(line => line.includes(job.jobId) && line.includes(`${job.jobId}-result`)),
    'the log names the object',
  )
})

t.test('a callback that comes to a place of its host while none of ours is free leaves it to others', async t => {
  const left: string[] = []
  const spied = {
    ...store,
    leaveHost: (delivery: Delivery) => {
      left.push(delivery.job.jobId)
      return store.leaveHost(delivery)
    },
  }
  const open: ServerResponse[] = []
  const hanging = await startReceiver(t, response => void open.push(response))
  const busy = await startReceiver(t, withStatus(200))
  // all places of the host belong to others
  const others = Array.from({ length: 4 }, (_, i) => ({
    job: { accountId: `other-${i}`, jobId: `job-${i}`, callbackUrl: urlOf(busy) },
  })) as unknown as Delivery[]
  for (const one of others) t.ok(await store.enterHost(one))
  const waits = await finishJob(store, { accountId, callbackUrl: urlOf(busy) })
  await startDeliverer(t, callbacks, { store: spied, postsMax: 1 })
  await until('it asks for a place', async () => (await client.hexists(keys.hostWaiting(busy.host), accountId)) === 1)
  await finishJob(store, { accountId, callbackUrl: urlOf(hanging) })
  await until('the only place of the deliverer is taken', () => open.length === 1)
  for (const one of others) await store.leaveHost(one)
  await until('the place of the host is given back', () => left.includes(waits.jobId), 7_000)
  t.equal(busy.received.length, 0)
  open[0]!.end()
  await until('it is made', async () => (await recordOf(store, waits)).state === 'delivered')
})
