/** Callbacks of jobs whose result lies in a store of objects. */
import { randomUUID } from 'node:crypto'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { redisJobStore } from '../../../shared/platform/jobs/redis-job-store.ts'
import { FolderObjects } from '../../../shared/platform/objects/folder-objects.ts'
import { WatchedObjects } from '../../../shared/platform/objects/watched-objects.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { until } from '../../../shared/test/until.ts'
import { recordOf, startCallbacks, startDeliverer, urlOf } from './helpers/deliverers.ts'
import { envelope, finishJob, giveSecret } from './helpers/finished-jobs.ts'
import { startReceiver, withStatus } from './helpers/receivers.ts'

t.test('a callback carries its result, waits while the store is away, and counts no attempt for that', async t => {
  const folder = join(dataFolder(t), 'objects')
  const objects = new WatchedObjects(new FolderObjects(folder))
  t.teardown(() => objects.close())
  const callbacks = await startCallbacks(t)
  const store = redisJobStore(callbacks.client, { objects, deliveryLeaseMs: 4_000 })
  const accountId = randomUUID()
  await giveSecret(callbacks.client, accountId)
  const receiver = await startReceiver(t, withStatus(200))
  const callbackUrl = urlOf(receiver)
  const result = envelope(900_000)
  const job = await finishJob(store, { accountId, callbackUrl, result })
  t.ok(job.result?.object, 'it is an object')
  renameSync(folder, `${folder}-away`)
  await startDeliverer(t, { ...callbacks, store })
  await until('the store is missed', () => objects.isAway)
  t.equal((await recordOf(store, job)).state, 'pending')
  t.equal(receiver.received.length, 0)
  renameSync(`${folder}-away`, folder)
  await until('it is delivered', async () => (await recordOf(store, job)).state === 'delivered')
  t.equal(receiver.received.length, 1)
  t.ok(receiver.received[0]!.body.includes(result))
  t.match((await recordOf(store, job)).attempts, [{ status: 200, failure: null }])
})
