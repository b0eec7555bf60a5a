/** The job store on a Redis Cluster of three nodes: no script leaves its slot, and one dead master takes only its shards along. */

import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Cluster } from 'ioredis'
import t from 'tap'
import { JOB_SHARD_COUNT, shardOf } from '../../contract/job-classes.ts'
import { redisJobStore } from '../../platform/jobs/redis-job-store.ts'
import { connect, disconnect } from '../../platform/redis/connect.ts'
import { jobShardKey } from '../../platform/redis/keys.ts'
import { dataFolder } from '../data-folder.ts'
import { until } from '../until.ts'
import { accountsOfShards } from './accounts-of-shards.ts'
import { startCluster } from './cluster.ts'
import { completed, expireLease, FAILURE, RESULT, reservedBytes, submitted, taken } from './helpers.ts'
import { audit } from './shard-audit.ts'
import { takeOne } from './take-one.ts'

const cluster = await startCluster(dataFolder(t))
const client = connect(cluster.url, 'test') as Cluster
const store = redisJobStore(client)
t.teardown(async () => {
  disconnect(client)
  await cluster.stop()
})

const accounts = accountsOfShards()

t.test('every script runs on every shard', async t => {
  for (const accountId of accounts) {
    const shard = shardOf(accountId)
    const idempotency = { keyHash: 'hash', fingerprint: 'print' }
    const jobId = randomUUID()
    t.equal(await store.reserveIdempotency(accountId, 'hash', jobId), true)
    const job = await submitted(store, accountId, { jobId, idempotency, callbackUrl: 'https://example.test/' })
    await store.reserveIdempotency(accountId, 'other', jobId)
    await store.releaseIdempotency(accountId, 'other', jobId)
    await store.writeFrame(accountId, 'dropped', RESULT)
    await store.dropFrame(accountId, 'dropped', RESULT.length)
    for (let i = 0; i < 6; i++) await submitted(store, accountId)

    const lost = (await taken(store, accountId))!
    t.equal(lost.job.jobId, job.jobId)
    t.same(await store.renew(shard, [{ jobId, fence: 1 }]), [])
    await expireLease(client, job)
    t.equal(await store.reclaim(shard), 1)
    const lease = (await store.takeSuspect(shard, 'node-2'))!
    t.equal(await completed(store, lease), 'finished')

    const given = (await taken(store, accountId))!
    t.equal(await store.requeue(given.job, given.fence, 'drain'), 'queued')
    t.equal((await store.cancel(accountId, given.job.jobId)).state, 'cancelled')
    t.equal(await store.remove(accountId, given.job.jobId), 'removed')
    const failing = (await taken(store, accountId))!
    t.equal(await store.finish(failing.job, failing.fence, FAILURE), 'finished')

    const delivery = (await store.takeDelivery(shard, 'deliverer-1'))!
    await store.settleDelivery(delivery, { atMs: 1, durationMs: 2, status: 500, failure: 'status' }, 'dead')
    t.match(await store.replayDelivery(accountId, delivery.deliveryId), { state: 'pending' })
    t.equal((await store.listDeliveries(accountId, { cursor: null, limit: 10 })).deliveries.length, 1)
    t.equal((await store.list(accountId, { state: 'queued', cursor: null, limit: 10 })).jobs.length, 4)
    t.equal(await store.sweep(shard), 0)
  }
  const [, , standard] = await store.depths()
  t.match(standard, { jobClass: 'standard', queued: 4 * JOB_SHARD_COUNT, processing: 0 })
  t.equal(reservedBytes(await store.heldBytes()), 4_000 * JOB_SHARD_COUNT)
})

t.test('whoever listens hears of every shard', async t => {
  const shards = new Set<number>()
  const stop = await store.listen(({ kind, shard }) => kind === 'submitted' && shards.add(shard))
  t.teardown(stop)
  // each says it once
  for (const accountId of accounts) {
    const { jobId } = await submitted(store, accountId, { jobClass: 'government' })
    await store.cancel(accountId, jobId)
  }
  await until('every shard is heard', () => shards.size === JOB_SHARD_COUNT)
  t.equal(shards.size, JOB_SHARD_COUNT)
})

t.test('a client that is ended while it reads the table of slots lets its process end', async t => {
  const module = new URL('../../platform/redis/connect.ts', import.meta.url)
  const code = `
    import { connect, disconnect } from '${module}'
    const client = connect(process.argv[1], 'brief')
    await client.ping()
    const { refreshSlotsCache } = client
    client.refreshSlotsCache = told => {
      refreshSlotsCache.call(client, told)
      disconnect(client)
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, cluster.url], { stdio: 'ignore' })
  t.teardown(() => child.kill('SIGKILL'))
  t.same(await once(child, 'exit'), [0, null])
})

t.test('with one master dead its shards are unavailable and the others go on', async t => {
  const [dead] = cluster.nodes
  const portOf = async (accountId: string) => {
    const slot = await client.cluster('KEYSLOT', jobShardKey(shardOf(accountId)))
    return Number(client.slots[slot]![0]!.split(':')[1])
  }
  const lost: string[] = []
  for (const accountId of accounts) if ((await portOf(accountId)) === dead!.port) lost.push(accountId)
  t.ok(lost.length > 0 && lost.length < accounts.length, `${lost.length} of ${accounts.length} shards lie on it`)
  await dead!.kill()

  for (const accountId of accounts) {
    if (lost.includes(accountId)) await t.rejects(submitted(store, accountId), { name: 'StoreUnavailable' })
    else {
      const job = await submitted(store, accountId, { jobClass: 'enterprise' })
      const lease = (await takeOne(store, shardOf(accountId), 'enterprise', 'small', 'node-1'))!
      t.equal(lease.job.jobId, job.jobId)
      t.equal(await completed(store, lease), 'finished')
    }
  }
  const [, , standard] = await store.depths()
  t.equal(standard!.queued, 4 * (accounts.length - lost.length), 'gauges count the rest')

  dead!.restart()
  for (const accountId of lost) {
    await until('its server is back', () =>
      submitted(store, accountId).then(
        () => true,
        () => false,
      ),
    )
    t.equal((await store.list(accountId, { state: 'queued', cursor: null, limit: 10 })).jobs.length, 5)
    await audit(t, client, shardOf(accountId))
  }
})

t.test('with all of it dead every call is refused soon, and a listener ends no process', async t => {
  const stop = await store.listen(() => {})
  for (const node of cluster.nodes) await node.kill()
  for (let i = 0; i < 3; i++) {
    await t.rejects(store.read(accounts[i]!, 'x'), { name: 'StoreUnavailable' })
    await t.rejects(submitted(store, accounts[i]!), { name: 'StoreUnavailable' })
  }
  await t.rejects(store.depths(), { name: 'StoreUnavailable' })
  await stop()
  const late = connect(cluster.url, 'late')
  t.teardown(() => disconnect(late))
  await new Promise(resolve => late.once('close', resolve))
  await t.rejects(redisJobStore(late).read('x', 'x'), { name: 'StoreUnavailable' })
})
