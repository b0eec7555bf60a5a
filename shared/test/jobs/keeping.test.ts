/** What a killed, full, forgetful or distant server does to jobs: an answered submission stays, the rest is said to be unknown. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import t from 'tap'
import { shardOf } from '../../contract/job-classes.ts'
import { redisJobStore } from '../../platform/jobs/redis-job-store.ts'
import { connect, disconnect } from '../../platform/redis/connect.ts'
import { mastersOf } from '../../platform/redis/masters.ts'
import { configure, empty, forgetScripts, whole } from '../every-server.ts'
import { onOneServer } from '../redis-of-test.ts'
import { until } from '../until.ts'
import { cutAppendOnlyFile } from './cut-file.ts'
import { completed, expireLease, FAILURE, newJob, startStore, submitted, taken } from './helpers.ts'
import { audit } from './shard-audit.ts'

const { store, client, url, killRedis } = await startStore(t, {}, 5_000)

// T2: an answered submission is on disk
t.test('after kill -9 of the server every answered submission is there, and counts are true', async t => {
  const answered: string[] = []
  let unknown = 0
  let isOver = false
  const submitter = async (i: number) => {
    while (!isOver) {
      await submitted(store, `killed-${i % 4}`).then(
        ({ jobId }) => answered.push(jobId),
        async error => {
          if (error.name !== 'StoreUnavailable') throw error
          unknown++
          // a node of a cluster that is away is an error in the same turn
          await new Promise(resolve => setImmediate(resolve))
        },
      )
    }
  }
  const submitters = Promise.all(Array.from({ length: 20 }, (_, i) => submitter(i)))
  for (let kill = 0; kill < 3; kill++) {
    const target = answered.length + 100
    await until('enough are answered', () => answered.length >= target)
    await killRedis()
  }
  isOver = true
  await submitters
  await whole(client)
  t.comment(`${answered.length} answered, ${unknown} unknown`)
  const accounts = [0, 1, 2, 3].map(i => `killed-${i}`)
  const found = new Set<string>()
  for (const accountId of accounts) {
    for (let cursor: string | null = null, isFirst = true; isFirst || cursor; isFirst = false) {
      const page = await store.list(accountId, { state: 'queued', cursor, limit: 500 })
      for (const { jobId } of page.jobs) found.add(jobId)
      cursor = page.cursor
    }
  }
  t.same(
    answered.filter(jobId => !found.has(jobId)),
    [],
  )
  for (const shard of new Set(accounts.map(shardOf))) await audit(t, client, shard)
  const lease = (await taken(store, 'killed-0'))!
  t.equal(await completed(store, lease), 'finished', 'and work goes on')
})

t.test('scripts are loaded again into a server that lost them', async t => {
  await empty(client)
  await forgetScripts(client)
  await submitted(store, 'flush')
  await forgetScripts(client)
  const lease = (await taken(store, 'flush'))!
  await forgetScripts(client)
  t.equal(await completed(store, lease), 'finished')
})

t.test('a full server refuses submissions, and lets everything end that gives memory back', async t => {
  await empty(client)
  const shard = shardOf('full')
  const keep = redisJobStore(client, { retentionHours: 0 })
  for (let i = 0; i < 6; i++) await submitted(keep, 'full', { callbackUrl: 'https://example.test/' })
  await configure(client, 'maxmemory', '1')
  t.teardown(() => configure(client, 'maxmemory', '0'))
  await t.rejects(keep.submit(newJob('full')), { name: 'StoreUnavailable' })
  await t.rejects(keep.writeFrame('full', 'x', [Buffer.from('x')]), { name: 'StoreUnavailable' })
  const first = (await taken(keep, 'full'))!
  t.same(await keep.renew(shard, [{ jobId: first.job.jobId, fence: 1 }]), [])
  t.equal(await keep.requeue(first.job, 1, 'drain'), 'queued')
  const second = (await taken(keep, 'full'))!
  t.equal(await keep.finish(second.job, 1, FAILURE), 'finished')
  const third = (await taken(keep, 'full'))!
  await configure(client, 'maxmemory', '0')
  await expireLease(client, third.job)
  await configure(client, 'maxmemory', '1')
  t.equal(await keep.reclaim(shard), 1)
  t.match(await keep.cancel('full', first.job.jobId), { state: 'cancelled' })
  const delivery = (await keep.takeDelivery(shard, 'd'))!
  await keep.settleDelivery(delivery, { atMs: 1, durationMs: 1, status: 200, failure: null }, 'delivered')
  t.equal(await keep.remove('full', first.job.jobId), 'removed')
  t.equal(await keep.sweep(shard), 1)
  await audit(t, client, shard)
})

t.test('whoever listens hears of submissions, cancellations and callbacks, also after the server was away', async t => {
  await configure(client, 'maxmemory', '0')
  const heard: string[] = []
  const stop = await store.listen(({ kind, shard, jobClass, lane, jobId }) =>
    heard.push([kind, shard, jobClass, lane, jobId].join(' ')),
  )
  const job = await submitted(store, 'heard', { jobClass: 'government', callbackUrl: 'https://example.test/' })
  const where = `${shardOf('heard')} government small ${job.jobId}`
  const lease = (await taken(store, 'heard'))!
  await completed(store, lease)
  const other = await submitted(store, 'heard', { taskCount: 100_000 })
  await store.cancel('heard', other.jobId)
  await until('all is heard', () => heard.length === 4)
  const large = `${shardOf('heard')} standard large ${other.jobId}`
  t.same(heard, [`submitted ${where}`, `delivery ${where}`, `submitted ${large}`, `cancelled ${large}`])

  await killRedis()
  heard.length = 0
  // only what enters the stream is told: an account has four places there, which may be filled before the listener is back
  let attempts = 0
  await until('it is heard again', async () => {
    await submitted(store, `heard-${attempts++}`).catch(() => {})
    return heard.length > 0
  })
  t.match(heard[0], /^submitted /)
  await stop()
  const count = heard.length
  await whole(client)
  await submitted(store, 'heard-last')
  await new Promise(resolve => setTimeout(resolve, 50))
  t.equal(heard.length, count, 'not after it stopped')
})

t.test(
  'with replicas requested, a submission is answered when they have it',
  onOneServer('its replica needs a port of it'),
  async t => {
    const directory = join(t.testdir(), 'replica')
    mkdirSync(directory)
    // the embedded server has a socket alone; a replica needs a port
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    await client.config('SET', 'port', String(port), 'repl-diskless-sync-delay', '0')
    // a server that knows WAITAOF counts replicas that have it on disk
    const kept = ['--appendonly', 'yes', '--appendfsync', 'always']
    const settings = ['--port', String(port + 1), '--bind', '127.0.0.1', '--dir', directory, '--save', '', ...kept]
    const replica = spawn(process.env.REDIS_SERVER!, [...settings, '--replicaof', '127.0.0.1', String(port)], {
      stdio: 'ignore',
    })
    const reader = new Redis({ host: '127.0.0.1', port: port + 1 })
    reader.on('error', () => {})
    t.teardown(async () => {
      reader.disconnect()
      if (replica.exitCode !== null || replica.signalCode !== null) return
      replica.kill('SIGKILL')
      await once(replica, 'exit')
    })
    await until('the replica follows', async () =>
      /master_link_status:up/.test(await reader.info('replication').catch(() => '')),
    )

    const strict = redisJobStore(client, { replicaCountMin: 1 })
    const job = await submitted(strict, 'replicated')
    t.equal(await reader.hget(`{j:${shardOf('replicated')}}:job:${job.jobId}`, 'state'), 'queued')
    const exited = once(replica, 'exit')
    replica.kill('SIGKILL')
    await exited
    await t.rejects(submitted(strict, 'replicated'), { name: 'StoreUnavailable', message: /0 replicas/ })
    await submitted(store, 'replicated')
  },
)

t.test('on a server with WAITAOF the write to disk is confirmed, and a missing answer is no 202', async t => {
  const commands: unknown[][] = []
  const answers: unknown[] = [[1, 0], [0, 0], new Error('ERR WAITAOF cannot be used when appendonly is disabled')]
  const call = async (name: string, ...args: unknown[]) => {
    if (name !== 'WAITAOF') return [['waitaof']]
    commands.push([name, ...args])
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    return answer
  }
  const own = connect(url, 'newer')
  t.teardown(() => disconnect(own))
  for (const server of await mastersOf(own)) Object.assign(server, { call })
  const modern = redisJobStore(own)
  t.match(await submitted(modern, 'modern'), { state: 'queued' })
  t.match(commands, [['WAITAOF', 1, 0, Number]])
  await t.rejects(submitted(modern, 'modern'), { name: 'StoreUnavailable', message: /0 disks/ })
  await t.rejects(submitted(modern, 'modern'), { name: 'StoreUnavailable', message: /appendonly/ })
  await submitted(redisJobStore(own, { isVolatileAllowed: true }), 'modern')
  t.equal(commands.length, 3, 'a volatile queue waits for no disk')
})

t.test(
  'T2 short: a file that was cut at three random bytes starts with all jobs before the cut',
  onOneServer('it is the file of one'),
  t => cutAppendOnlyFile(t, 5, 3),
)
