/** The moves of a job on a real server: each of the table, each that is not in it, second runs, and races. */

import { randomUUID } from 'node:crypto'
import t, { type Test } from 'tap'
import { JOB_CLASSES, JOB_SHARD_COUNT, type JobClass, queueOf, shardOf } from '../../contract/job-classes.ts'
import { DELIVERIES_MAX, FINAL_STATES, JOB_MOVES, JOB_STATES, NODE_LOSSES_FORGIVEN } from '../../contract/job-states.ts'
import { FRAME_VERSION } from '../../contract/schedule/frame-versions.ts'
import { INLINE_BYTES_MAX, type Lease } from '../../platform/jobs/job-store.ts'
import { redisJobStore } from '../../platform/jobs/redis-job-store.ts'
import { connect, disconnect } from '../../platform/redis/connect.ts'
import { jobKey } from '../../platform/redis/keys.ts'
import { prelude } from '../../platform/redis/prelude.ts'
import { empty } from '../every-server.ts'
import {
  completed,
  contents,
  expireLease,
  FAILURE,
  FRAME,
  losingReplies,
  newJob,
  outcome,
  RESULT,
  startStore,
  submitted,
  taken,
} from './helpers.ts'
import { audit } from './shard-audit.ts'
import { takeOne } from './take-one.ts'

const { store, client, url } = await startStore(t)

t.test('a job goes from submission to its stored result, and keeps what was said of it', async t => {
  const job = await submitted(store, 'path', { callbackUrl: 'https://example.test/?a=1' })
  t.match(job, { state: 'queued', attempts: 0, startedAtMs: null, result: null, error: null, workerMs: null })
  t.same(await store.read('path', job.jobId), job)
  t.equal(await store.queuePosition(job), 0)
  t.equal(await client.pttl(jobKey(shardOf('path'), 'frame', job.jobId, 1)), -1, 'its frame stays')

  const lease = (await taken(store, 'path'))!
  t.match(lease, { fence: 1, isSuspect: false, job: { jobId: job.jobId, state: 'processing', attempts: 1 } })
  t.ok(lease.job.startedAtMs! >= job.createdAtMs)
  t.same(await store.readFrame(lease.job), FRAME)
  t.equal(await store.queuePosition(job), null)
  t.equal(await taken(store, 'path'), null)

  t.equal(await completed(store, lease), 'finished')
  const done = (await store.read('path', job.jobId))!
  t.match(done, {
    state: 'completed',
    result: { fence: 1, chunkCount: 2, bytes: 70, storedBytes: 7 },
    workerMs: 12.5,
    callbackUrl: 'https://example.test/?a=1',
  })
  t.ok(done.completedAtMs! >= done.startedAtMs!)
  const chunks = []
  for await (const chunk of store.readResult(done)) chunks.push(chunk)
  t.same(chunks, RESULT)
  await t.rejects(store.readFrame(lease.job), { name: 'StoreUnavailable' }, 'the frame is gone')
  await audit(t, client, shardOf('path'))
})

t.test('a small frame and a small result go with the scripts that count them, byte for byte', async t => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, i) => i))
  const account = 'inline'
  const job = newJob(account, { frameChunks: 1, frame: bytes })
  t.match(await store.submit(job), { state: 'queued' })
  t.match(await store.submit(job), { state: 'queued' }, 'twice')
  t.equal(await client.pttl(jobKey(shardOf(account), 'frame', job.jobId, 0)), -1)
  const lease = (await taken(store, account))!
  t.same(await store.readFrame(lease.job), [bytes], 'with its lease')
  t.same(await store.readFrame({ ...lease.job }), [bytes], 'and by itself')
  t.same(await store.readFrame(lease.job), [bytes], 'again from the store, as for a run that begins anew')
  const result = { fence: 1, chunkCount: 1, bytes: 300, storedBytes: 256 }
  t.equal(await store.finish(lease.job, 1, { result, chunk: bytes, workerMs: 1 }), 'finished')
  await t.rejects(store.readFrame(lease.job), { name: 'StoreUnavailable' }, 'it is not kept here as long as its job')
  const chunks = []
  for await (const chunk of store.readResult((await store.read(account, job.jobId))!)) chunks.push(chunk)
  t.same(chunks, [bytes])
  t.equal(await client.pttl(jobKey(shardOf(account), 'result', job.jobId, 1, 0)), -1)

  const large = [Buffer.alloc(INLINE_BYTES_MAX + 1, 7)]
  const other = newJob(account, { frameChunks: 1 })
  await store.writeFrame(account, other.jobId, large)
  await store.submit(other)
  t.same(await store.readFrame((await taken(store, account))!.job), large, 'a larger one is read')
  await t.rejects(store.submit(newJob(account, { frame: bytes })), /one chunk/)
  await t.rejects(store.finish(lease.job, 1, { ...outcome(1), chunk: bytes }), /one chunk/)
  await audit(t, client, shardOf(account))
})

t.test('an account sees no job of another one, not even in its shard', async t => {
  const other = Array.from({ length: 200 }, (_, i) => `other-${i}`).find(id => shardOf(id) === shardOf('owner'))!
  const job = await submitted(store, 'owner')
  t.equal(await store.read(other, job.jobId), null)
  t.same(await store.cancel(other, job.jobId), { state: 'unknown' })
  t.equal(await store.remove(other, job.jobId), 'unknown')
  t.same((await store.list(other, { state: null, cursor: null, limit: 10 })).jobs, [])
  t.equal(await completed(store, (await taken(store, 'owner'))!), 'finished')
  t.equal(await store.remove(other, job.jobId), 'unknown')
})

t.test('the scripts have the table of moves, whole and nothing else', async t => {
  const lua = (expression: string) => `#!lua\n${prelude(expression)}\nreturn ${expression}`
  for (const by of ['take', 'finish', 'cancel', 'requeue', 'retry'] as const) {
    for (const from of JOB_STATES) {
      for (const to of JOB_STATES) {
        const isMove = JOB_MOVES.some(move => move.by === by && move.from === from && move.to === to)
        const expression = `may_move('${by}', '${from}', '${to}') and 1 or 0`
        t.equal(await client.eval(lua(expression), 0), isMove ? 1 : 0, `${by}: ${from} to ${to}`)
      }
    }
  }
  t.same(FINAL_STATES, ['completed', 'failed', 'cancelled'])
})

t.test('a move that is not in the table changes nothing', async t => {
  /** A job with a lease whose state was altered by force: only the table stands in the way. */
  const forced = async (state: string): Promise<Lease> => {
    await submitted(store, 'forced')
    const lease = (await taken(store, 'forced'))!
    for (const [index, chunk] of RESULT.entries()) await store.writeResult(lease.job, lease.fence, index, chunk)
    await client.hset(jobKey(shardOf('forced'), 'job', lease.job.jobId), 'state', state)
    return lease
  }
  const unchanged = async (t: Test, act: () => Promise<unknown>) => {
    const before = await contents(client)
    await act()
    t.same(await contents(client), before)
  }
  for (const state of JOB_STATES.filter(state => state !== 'processing')) {
    const lease = await forced(state)
    await unchanged(t, async () => {
      await t.rejects(store.finish(lease.job, 1, outcome(1)), { message: `ILLEGAL_MOVE finish: ${state} to completed` })
      await t.rejects(store.finish(lease.job, 1, FAILURE), { message: `ILLEGAL_MOVE finish: ${state} to failed` })
      for (const why of ['worker_lost', 'drain'] as const)
        await t.rejects(store.requeue(lease.job, 1, why), { message: `ILLEGAL_MOVE requeue: ${state} to queued` })
    })
    await client.hset(jobKey(shardOf('forced'), 'job', lease.job.jobId), 'state', 'processing')
    t.equal(await completed(store, lease), 'finished')
  }
  for (const state of FINAL_STATES) {
    const lease = await forced(state)
    const outcome = state === 'cancelled' ? 'cancelled' : 'finished'
    await unchanged(t, async () => t.match(await store.cancel('forced', lease.job.jobId), { state: outcome }))
    await client.hset(jobKey(shardOf('forced'), 'job', lease.job.jobId), 'state', 'processing')
    t.equal(await completed(store, lease), 'finished')
  }
  for (const state of JOB_STATES.filter(state => state !== 'queued')) {
    const job = await submitted(store, 'skipped')
    const key = jobKey(shardOf('skipped'), 'job', job.jobId)
    await client.hset(key, 'state', state)
    const before = await client.dumpBuffer(key)
    t.equal(await taken(store, 'skipped'), null, `a ${state} job is not given`)
    t.same(await client.dumpBuffer(key), before)
    t.equal(
      await client.xlen(jobKey(shardOf('skipped'), 'stream', queueOf('standard', 'small', FRAME_VERSION))),
      0,
      'and not looked at again',
    )
    await client.del(key)
    await client.hdel(jobKey(shardOf('skipped'), 'queued-counts'), 'skipped')
  }
})

t.test('a script whose reply is lost answers its second run like the first and acts once', async t => {
  const losing = losingReplies(client)
  const own = redisJobStore(losing.client)
  const lost = async <Answer>(operation: () => Promise<Answer>): Promise<Answer> => {
    losing.loseNext()
    return operation()
  }
  const account = 'lost-reply'
  const shard = shardOf(account)
  await empty(client)

  const jobId = randomUUID()
  const idempotency = { keyHash: 'k', fingerprint: 'f' }
  t.equal(await lost(() => own.reserveIdempotency(account, 'k', jobId)), true)
  const callback = { callbackUrl: 'https://example.test/' }
  await own.writeFrame(account, jobId, FRAME)
  t.match(await lost(() => own.submit(newJob(account, { jobId, idempotency, ...callback }))), {
    state: 'queued',
    job: { jobId },
  })
  const other = await submitted(own, account)

  const lease = (await lost(() => takeOne(own, shard, 'standard', 'small', 'node-1')))!
  t.match(lease, { job: { jobId, attempts: 1 }, fence: 1 })
  t.equal(await lost(() => own.requeue(lease.job, 1, 'drain')), 'queued')
  const second = (await takeOne(own, shard, 'standard', 'small', 'node-1'))!
  t.equal(second.job.jobId, other.jobId, 'the drained one waits behind the other')
  t.match(await lost(() => own.cancel(account, other.jobId)), { state: 'cancelled', job: { state: 'cancelled' } })
  t.match(await own.cancel(account, other.jobId), { state: 'cancelled' }, 'another call is answered like the first')
  t.equal(await lost(() => own.remove(account, other.jobId)), 'removed')
  t.equal(await own.remove(account, other.jobId), 'unknown')

  const third = (await takeOne(own, shard, 'standard', 'small', 'node-1'))!
  t.equal(third.fence, 2)
  t.equal(await lost(() => own.requeue(third.job, 2, 'worker_lost')), 'queued')
  const suspect = (await lost(() => own.takeSuspect(shard, 'node-1')))!
  t.match(suspect, { fence: 3, isSuspect: true, job: { jobId } })
  for (const [index, chunk] of RESULT.entries()) await own.writeResult(suspect.job, 3, index, chunk)
  t.equal(await lost(() => own.finish(suspect.job, 3, outcome(3))), 'finished')
  t.equal(await own.requeue(suspect.job, 3, 'worker_lost'), 'stale')

  const delivery = (await lost(() => own.takeDelivery(shard, 'deliverer')))!
  t.match(delivery, { job: { jobId }, attempt: 1, fence: 1 })
  t.equal(await own.takeDelivery(shard, 'deliverer'), null)
  const attempt = { atMs: 1, durationMs: 2, status: 500, failure: 'status' }
  await lost(() => own.settleDelivery(delivery, attempt, 'dead'))
  t.same((await own.listDeliveries(account, { cursor: null, limit: 10 })).deliveries[0]?.attempts, [attempt])
  t.equal(await client.xlen(jobKey(shard, 'dead-letters')), 1)
  t.match(await lost(() => own.replayDelivery(account, delivery.deliveryId)), { state: 'pending' })
  await audit(t, client, shard)
})

t.test('a command whose reply is lost twice is StoreUnavailable', async t => {
  const failing = new Proxy(client, {
    get: (target, name) =>
      name === 'evalsha' ? () => Promise.reject(new Error('Connection is closed.')) : Reflect.get(target, name),
  })
  await t.rejects(redisJobStore(failing).submit(newJob('away')), { name: 'StoreUnavailable' })
  await t.rejects(
    store.submit(newJob('no-frame')),
    { name: 'StoreUnavailable', message: /frame/ },
    'nor is a lost frame',
  )
  t.equal((await store.list('no-frame', { state: null, cursor: null, limit: 1 })).jobs.length, 0)
})

t.test('the progress of a job is that of the node that works on it: gone with its lease, and at its end', async t => {
  await empty(client)
  const { jobId } = await submitted(store, 'long')
  const shard = shardOf('long')
  const progressOf = async () => (await store.read('long', jobId))!.progress
  const renewed = (fence: number, done: number) =>
    store.renew(shard, [{ jobId, fence, progress: { done, of: 100, unit: 'schedules', bestFinish: '2026-03-17' } }])
  t.equal(await progressOf(), null, 'it waits')
  const first = (await taken(store, 'long', 'node-1'))!
  t.equal(await progressOf(), null, 'nothing was said')
  await renewed(1, 7)
  t.match(await progressOf(), { done: 7, of: 100, unit: 'schedules', bestFinish: '2026-03-17' })
  await store.renew(shard, [{ jobId, fence: 1 }])
  t.match(await progressOf(), { done: 7 }, 'no news')
  await store.requeue(first.job, 1, 'worker_lost')
  t.equal(await progressOf(), null, 'it begins again')
  const second = (await store.takeSuspect(shard, 'node-2'))!
  t.same(await renewed(1, 50), [jobId], 'the first node is not heard any more')
  t.equal(await progressOf(), null)
  await renewed(2, 9)
  t.match(await progressOf(), { done: 9 })
  await store.cancel('long', jobId)
  t.match(await store.read('long', jobId), { state: 'cancelled', progress: null })
  t.same(await renewed(2, 10), [jobId])
  t.equal(await completed(store, second), 'stale', 'a job that is cancelled stays so')
  t.equal(await progressOf(), null)
})

t.test('a holder that lost its lease changes nothing', async t => {
  await empty(client)
  const job = await submitted(store, 'zombie')
  const shard = shardOf('zombie')
  const zombie = (await taken(store, 'zombie', 'node-1'))!
  await store.writeResult(zombie.job, 1, 0, RESULT[0]!)
  t.equal(await store.reclaim(shard), 0, 'a lease that runs is left alone')
  t.same(await store.renew(shard, [{ jobId: job.jobId, fence: 1 }]), [])
  await expireLease(client, job)
  t.same(await store.renew(shard, [{ jobId: job.jobId, fence: 1 }]), [], 'in time if nobody reclaimed it')
  await expireLease(client, job)
  t.equal(await store.reclaim(shard), 1)
  t.equal(await store.reclaim(shard), 0)
  const unchanged = async (why: string) => {
    const before = await contents(client)
    t.same(await store.renew(shard, [{ jobId: job.jobId, fence: 1 }]), [job.jobId], why)
    t.equal(
      await store.finish(zombie.job, 1, { result: { ...outcome(1).result!, chunkCount: 1 }, workerMs: 1 }),
      'stale',
      why,
    )
    t.equal(await store.requeue(zombie.job, 1, 'worker_lost'), 'stale', why)
    t.same(await contents(client), before, why)
  }
  await unchanged('while it waits')
  const lease = (await store.takeSuspect(shard, 'node-2'))!
  await unchanged('while another node works on it')
  t.equal(await completed(store, lease), 'finished')
  await unchanged('when it is done')
  t.equal((await store.read('zombie', job.jobId))!.result!.fence, 2)
  t.ok((await client.pttl(jobKey(shard, 'result', job.jobId, 1, 0))) > 0, 'what it wrote goes by itself')
  t.equal(await client.pttl(jobKey(shard, 'result', job.jobId, 2, 0)), -1, 'the result stays')
  await audit(t, client, shard)
})

t.test('a finish without the chunks of its result is refused', async t => {
  await submitted(store, 'chunkless')
  const lease = (await taken(store, 'chunkless'))!
  await store.writeResult(lease.job, lease.fence, 0, RESULT[0]!)
  const before = await contents(client)
  await t.rejects(store.finish(lease.job, lease.fence, outcome(1)), /are not there/)
  t.same(await contents(client), before)
  t.equal(await completed(store, lease), 'finished')
})

t.test('a job that its worker dies with three times fails, is called back, and takes no other along', async t => {
  const shard = shardOf('poison')
  const poison = await submitted(store, 'poison', { callbackUrl: 'https://example.test/' })
  const good = await submitted(store, 'poison')
  const first = (await taken(store, 'poison', 'node-1'))!
  const beside = (await taken(store, 'poison', 'node-1'))!
  for (const lease of [first, beside]) {
    await expireLease(client, lease.job)
    t.equal(await store.reclaim(shard), 1)
  }
  t.equal(await takeOne(store, shard, 'standard', 'small', 'node-2'), null, 'they come one at a time')
  for (let delivery = 2; delivery <= DELIVERIES_MAX; delivery++) {
    const lease = (await store.takeSuspect(shard, 'node-2'))!
    t.match(lease, { job: { jobId: poison.jobId }, fence: delivery, isSuspect: true })
    if (delivery < DELIVERIES_MAX) {
      t.equal(await store.requeue(lease.job, lease.fence, 'worker_lost'), 'queued')
      const other = (await store.takeSuspect(shard, 'node-2'))!
      t.equal(other.job.jobId, good.jobId)
      t.equal(await completed(store, other), 'finished')
    } else t.equal(await store.requeue(lease.job, lease.fence, 'worker_lost'), 'failed')
  }
  t.match(await store.read('poison', poison.jobId), { state: 'failed', error: { code: 'node_lost' }, attempts: 3 })
  t.match(await store.takeDelivery(shard, 'deliverer'), { job: { jobId: poison.jobId }, attempt: 1 })
  t.equal(await store.takeSuspect(shard, 'node-2'), null)
  await audit(t, client, shard)
})

t.test('nodes that are lost beside a suspect fail it later than its own process does, but not never', async t => {
  const shard = shardOf('unlucky')
  const { jobId } = await submitted(store, 'unlucky')
  const states: (string | undefined)[] = []
  for (let delivery = 1; delivery <= DELIVERIES_MAX + NODE_LOSSES_FORGIVEN; delivery++) {
    const lease = (await taken(store, 'unlucky'))!
    t.match(lease, { fence: delivery, isSuspect: delivery > 1 })
    await expireLease(client, lease.job)
    t.equal(await store.reclaim(shard), 1)
    states.push((await store.read('unlucky', jobId))?.state)
  }
  t.same(states, ['queued', 'queued', 'queued', 'queued', 'failed'])
  t.match(await store.read('unlucky', jobId), { error: { code: 'node_lost' }, attempts: 5 })
  await audit(t, client, shard)
})

t.test('of a class two suspects of a shard run at once, over all nodes; the most urgent come first', async t => {
  const shard = shardOf('crowd')
  const classes = ['standard', 'standard', 'standard', 'enterprise', 'government'] as const
  const jobs = await Promise.all(classes.map(jobClass => submitted(store, 'crowd', { jobClass })))
  for (let i = 0; i < jobs.length; i++) {
    const { job } = (await taken(store, 'crowd', 'node-1'))!
    await expireLease(client, job)
    t.equal(await store.reclaim(shard), 1)
  }
  const take = async (node: string, ...of: JobClass[]) => store.takeSuspect(shard, node, of.length > 0 ? of : undefined)
  const first = [await take('node-2'), await take('node-3'), await take('node-4'), await take('node-5')]
  t.same(
    first.map(lease => lease?.job.jobClass),
    ['government', 'enterprise', 'standard', 'standard'],
  )
  t.equal(await take('node-6'), null, 'the third of a class waits')
  t.equal(await store.nextSuspect(shard, JOB_CLASSES), null)
  t.equal(await take('node-6', 'government', 'enterprise'), null)
  await expireLease(client, first[2]!.job)
  t.equal(await store.reclaim(shard), 1)
  t.equal(await store.nextSuspect(shard, ['government', 'enterprise']), null)
  t.equal(await store.nextSuspect(shard, ['standard']), 'node_lost', 'asking takes none')
  t.match(await take('node-6'), { job: { jobClass: 'standard' } }, 'a lost node gives its place up with its lease')
  t.equal(await completed(store, first[3]!), 'finished')
  t.equal(await take('node-7', 'enterprise'), null, 'only of the classes that the node has a place for')
  t.match(await take('node-7', 'standard'), { job: { jobClass: 'standard' } })
  await audit(t, client, shard)
})

t.test('a suspect that ended its worker while its node went on comes after those whose node was lost', async t => {
  const shard = shardOf('blame')
  const poison = await submitted(store, 'blame')
  const first = (await taken(store, 'blame'))!
  t.equal(await store.requeue(first.job, first.fence, 'worker_lost'), 'queued')
  t.equal(await store.nextSuspect(shard, JOB_CLASSES), 'worker_lost')
  const innocent = await submitted(store, 'blame')
  await expireLease(client, (await taken(store, 'blame'))!.job)
  t.equal(await store.reclaim(shard), 1)
  t.equal(await store.nextSuspect(shard, JOB_CLASSES), 'node_lost')
  t.match(await store.takeSuspect(shard, 'node-2'), { job: { jobId: innocent.jobId } })
  t.equal(await store.nextSuspect(shard, JOB_CLASSES), 'worker_lost')
  const again = (await store.takeSuspect(shard, 'node-2'))!
  t.equal(again.job.jobId, poison.jobId)
  await expireLease(client, again.job)
  t.equal(await store.reclaim(shard), 1)
  t.equal(await store.nextSuspect(shard, JOB_CLASSES), 'worker_lost', 'a lost node does not clear it')
  await audit(t, client, shard)
})

t.test('a drain counts no delivery, however often', async t => {
  await submitted(store, 'drain')
  for (let i = 1; i <= 2 * DELIVERIES_MAX; i++) {
    const lease = (await taken(store, 'drain'))!
    t.match(lease, { fence: i, isSuspect: false })
    t.equal(await store.requeue(lease.job, i, 'drain'), 'queued')
  }
  for (let loss = 1; loss <= DELIVERIES_MAX; loss++) {
    const lease = (await taken(store, 'drain'))!
    t.equal(await store.requeue(lease.job, lease.fence, 'worker_lost'), loss < DELIVERIES_MAX ? 'queued' : 'failed')
  }
  await audit(t, client, shardOf('drain'))
})

// T5: exactly one terminal state, and no callback of a cancelled job
t.test('cancel against finish, 200 times: one wins, and both say so', async t => {
  const connection = connect(url, 'rival')
  t.teardown(() => disconnect(connection))
  const rival = redisJobStore(connection)
  const shard = shardOf('race')
  const won = { cancel: 0, finish: 0 }
  for (let i = 0; i < 200; i++) {
    const job = await submitted(store, 'race', { callbackUrl: `https://host-${i}.test/` })
    const lease = (await taken(store, 'race'))!
    for (const [index, chunk] of RESULT.entries()) await store.writeResult(lease.job, 1, index, chunk)
    const finish = () => store.finish(lease.job, 1, outcome(1))
    const cancel = () => rival.cancel('race', job.jobId)
    // an end waits for others of its turn of the event loop (finish-job.ts), so at once with it a cancellation is mostly the first
    const cancelNext = () => new Promise(resolve => setImmediate(resolve)).then(cancel)
    const [finished, cancelled] =
      i % 2 === 0
        ? await Promise.all([finish(), i % 4 === 0 ? cancel() : cancelNext()])
        : await Promise.all([cancel(), finish()]).then(([a, b]) => [b, a] as const)
    const { state } = (await store.read('race', job.jobId))!
    const delivery = await store.takeDelivery(shard, 'deliverer')
    // left to itself it would come again when its lease ends, which on a slow disk is among these
    if (delivery)
      await store.settleDelivery(delivery, { atMs: 1, durationMs: 1, status: 200, failure: null }, 'delivered')
    if (finished === 'finished') {
      won.finish++
      if (cancelled.state !== 'finished' || state !== 'completed' || delivery?.job.jobId !== job.jobId)
        t.fail(`${finished} ${cancelled.state} ${state}`)
    } else {
      won.cancel++
      if (cancelled.state !== 'cancelled' || state !== 'cancelled' || delivery) t.fail(`${finished} ${cancelled.state}`)
    }
  }
  t.comment(won)
  t.ok(won.cancel > 0 && won.finish > 0, 'each won some')
  await audit(t, client, shard)
})

t.test('takers at once never get the same job', async t => {
  const connections = [connect(url, 'taker'), connect(url, 'taker')]
  t.teardown(() => connections.forEach(disconnect))
  const stores = connections.map(connection => redisJobStore(connection))
  const accounts = Array.from({ length: 40 }, (_, i) => `many-${i}`)
  for (const accountId of accounts) for (let i = 0; i < 3; i++) await submitted(store, accountId)
  const shards = Array.from({ length: JOB_SHARD_COUNT }, (_, shard) => shard)
  const seen: string[] = []
  for (let round = 0; round < 20; round++) {
    const leases = await Promise.all(
      stores.flatMap((each, i) => shards.map(shard => takeOne(each, shard, 'standard', 'small', `node-${i}`))),
    )
    seen.push(...leases.flatMap(lease => (lease ? [lease.job.jobId] : [])))
  }
  t.equal(seen.length, 120)
  t.equal(new Set(seen).size, 120)
})
