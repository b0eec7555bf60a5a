/** What many jobs do together: any order of operations keeps the counts true; places are shared; memory is given back. */
import fc from 'fast-check'
import t from 'tap'
import { queueOf, shardOf } from '../../contract/job-classes.ts'
import { FRAME_VERSION } from '../../contract/schedule/frame-versions.ts'
import type { Lease } from '../../platform/jobs/job-store.ts'
import { redisJobStore } from '../../platform/jobs/redis-job-store.ts'
import { jobShardKey } from '../../platform/redis/keys.ts'
import { run, script } from '../../platform/redis/script.ts'
import { empty, namesOf } from '../every-server.ts'
import { until } from '../until.ts'
import {
  completed,
  expireLease,
  FAILURE,
  FRAME,
  losingReplies,
  newJob,
  RESULT,
  reservedBytes,
  startStore,
  submitted,
  taken,
} from './helpers.ts'
import { audit } from './shard-audit.ts'
import { takeOne } from './take-one.ts'

const { store, client } = await startStore(t)
const QUICK = { frameBytesMax: 10_000, costMax: 600, rowIds: ['analysis.validate', 'analysis.cpm'] }
const STANDARD = queueOf('standard', 'small', FRAME_VERSION)

/** Another account of the same shard. */
const twinOf = (accountId: string): string =>
  Array.from({ length: 200 }, (_, i) => `twin-${i + 1}`).find(id => shardOf(id) === shardOf(accountId))!

t.test('whatever is done in whatever order, every count and index stays true', async t => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  t.comment(`seed ${seed}`)
  // two accounts of one shard
  const accounts = ['twin-0', twinOf('twin-0')]
  const shard = shardOf('twin-0')
  const operations = [
    ...[
      'submit',
      'submit',
      'submit',
      'take',
      'take',
      'takeQuick',
      'takeSuspect',
      'complete',
      'fail',
      'cancel',
      'lose',
      'drain',
    ],
    ...['workerLost', 'reclaim', 'remove', 'callback', 'free'],
  ] as const
  const step = fc.record({
    operation: fc.constantFrom(...operations),
    account: fc.constantFrom(...accounts),
    jobClass: fc.constantFrom('standard' as const, 'government' as const),
    taskCount: fc.constantFrom(10, 100_000),
    callbackUrl: fc.constantFrom(null, 'https://example.test/'),
    pick: fc.nat(1_000),
  })
  const property = fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 80 }), async steps => {
    await empty(client)
    const jobIds: string[] = []
    const leases: Lease[] = []
    for (const { operation, account, jobClass, taskCount, callbackUrl, pick } of steps) {
      const lease = leases[pick % leases.length]
      const jobId = jobIds[pick % jobIds.length] ?? 'none'
      if (operation === 'submit')
        jobIds.push((await submitted(store, account, { jobClass, taskCount, callbackUrl })).jobId)
      if (operation === 'take') {
        const lane = taskCount > 1_000 ? 'large' : 'small'
        leases.push(...(await store.takeSome(shard, jobClass, lane, 'node', 1 + (pick % 3))).leases)
      }
      if (operation === 'takeQuick')
        leases.push(...(await store.takeQuick(shard, jobClass, 'node', 1 + (pick % 3), QUICK)).leases)
      if (operation === 'takeSuspect') {
        const got = await store.takeSuspect(shard, 'node')
        if (got) leases.push(got)
      }
      if (operation === 'cancel') await store.cancel(account, jobId)
      if (operation === 'remove') await store.remove(account, jobId)
      if (operation === 'reclaim') await store.reclaim(shard)
      if (operation === 'free')
        await store.freeResults({ accountId: account, jobClass }, 'memory', { bytesMax: pick % 10 })
      if (operation === 'callback') {
        const delivery = await store.takeDelivery(shard, 'deliverer')
        const attempt = { atMs: 1, durationMs: 1, status: 200, failure: null }
        if (delivery) await store.settleDelivery(delivery, attempt, pick % 2 === 0 ? 'delivered' : 'dead')
      }
      // leases are never forgotten: a zombie goes on for ever
      if (!lease) continue
      if (operation === 'complete') await completed(store, lease)
      if (operation === 'fail') await store.finish(lease.job, lease.fence, FAILURE)
      if (operation === 'lose') await expireLease(client, lease.job)
      if (operation === 'drain') await store.requeue(lease.job, lease.fence, 'drain')
      if (operation === 'workerLost') await store.requeue(lease.job, lease.fence, 'worker_lost')
    }
    await audit(t, client, shard)
    if (!t.passing()) throw new Error('counts are wrong')
  })
  await fc.assert(property, { seed, numRuns: 15, endOnFailure: true })
})

t.test('the oldest results of an account go first, as many as are wanted; their jobs stay and say so', async t => {
  await empty(client)
  const account = 'freed'
  const shard = shardOf(account)
  const jobs: string[] = []
  for (let i = 0; i < 5; i++) {
    jobs.push((await submitted(store, account)).jobId)
    await completed(store, (await taken(store, account))!)
  }
  const other = Array.from({ length: 500 }, (_, i) => `other-${i}`).find(id => shardOf(id) === shard)!
  await submitted(store, other, { jobClass: 'government' })
  await completed(store, (await taken(store, other))!)
  const resultBytes = RESULT.reduce((sum, chunk) => sum + chunk.length, 0)
  const holder = { accountId: account, jobClass: 'standard' } as const
  t.same(await store.resultHolders(2), [
    { accountId: other, jobClass: 'government', bytes: resultBytes },
    { ...holder, bytes: 5 * resultBytes },
  ])
  t.same(await store.resultHolders(2, []), [])
  t.same(
    await store.freeResults(holder, 'operator', { agedMs: 60_000 }),
    { resultCount: 0, bytes: 0 },
    'none is so old',
  )
  const wanted = { bytesMax: resultBytes + 1 }
  t.same(await store.freeResults(holder, 'memory', wanted), { resultCount: 2, bytes: 2 * resultBytes })
  const read = await Promise.all(jobs.map(jobId => store.read(account, jobId)))
  t.same(
    read.map(job => [job?.state, job?.result === null, job?.resultRemoved?.why]),
    jobs.map((_, i) => ['completed', i < 2, i < 2 ? 'memory' : undefined]),
  )
  t.equal((await namesOf(client, `*:result:${jobs[0]}:*`)).length, 0)
  await audit(t, client, shard)
  t.same(await store.freeResults(holder, 'operator', {}), { resultCount: 3, bytes: 3 * resultBytes })
  for (const jobId of jobs) t.equal(await store.remove(account, jobId), 'removed')
  await audit(t, client, shard)
})

t.test('jobs of an account hold no more than they may, waiting or finished; an only one may always wait', async t => {
  await empty(client)
  const record = 2_000
  const submit = async (heldBytesMax: number, reserved: number) => {
    const job = newJob('share', { heldBytesMax, reservedBytes: reserved })
    await store.writeFrame('share', job.jobId, FRAME)
    return store.submit(job)
  }
  const first = await submit(100, 1_000)
  t.match(first, { state: 'queued' })
  t.same(await submit(record + 1_500, 501), { state: 'share_full', heldBytes: record + 1_000, jobCount: 1 })
  t.match(await submit(record + 1_500, 500), { state: 'queued' })
  t.same(await store.waitingHolders(5), [{ accountId: 'share', bytes: 1_500 }])
  for (let lease = await taken(store, 'share'); lease; lease = await taken(store, 'share'))
    await store.finish(lease.job, 1, FAILURE)
  t.same(
    await submit(2 * record - 1, 1),
    { state: 'share_full', heldBytes: 2 * record, jobCount: 2 },
    'records count, too',
  )
  if (first.state === 'queued') t.equal(await store.remove('share', first.job.jobId), 'removed')
  t.match(await submit(2 * record - 1, 9_000), { state: 'queued' })
  await audit(t, client, shardOf('share'))
})

t.test('the books are made true again after jobs that an earlier version ended or removed', async t => {
  await empty(client)
  const account = 'books'
  const shard = shardOf(account)
  const key = (...parts: string[]) => [`{j:${shard}}`, ...parts].join(':')
  const run = async () => {
    const { jobId } = await submitted(store, account)
    await completed(store, (await taken(store, account))!)
    return jobId
  }
  const uncounted = await run()
  const removed = await run()
  const kept = await run()
  const waiting = await submitted(store, account)
  await submitted(store, account)
  const resultBytes = RESULT.reduce((sum, chunk) => sum + chunk.length, 0)

  // as an earlier version leaves them: a result that no book has, a job that is gone with its book, one that ended without it
  await client.hdel(key('job', uncounted), 'heldBytes')
  await client.zrem(key('results', 'standard', account), `${uncounted} ${resultBytes}`)
  await client.zincrby(key('result-bytes', 'standard'), -resultBytes, account)
  await client.hincrby(key(), 'heldBytes', -resultBytes)
  await client.hdel(key('job', removed), 'heldBytes')
  await store.remove(account, removed)
  await client.hdel(key('job', waiting.jobId), 'waitingBytes')
  await store.cancel(account, waiting.jobId)
  t.same(await store.waitingHolders(1), [{ accountId: account, bytes: 2_000 }])
  const next = newJob(account, { heldBytesMax: 2_500 + 4 * 2_000, frameChunks: 0 })
  t.match(await store.submit(next), { state: 'queued' }, 'who is refused for his share is counted anew first')

  await store.keepBooks(shard)
  await store.keepBooks(shard)
  t.same(await store.resultHolders(1), [{ accountId: account, jobClass: 'standard', bytes: 2 * resultBytes }])
  t.same(await store.waitingHolders(1), [{ accountId: account, bytes: 2_000 }])
  const left = await client.zrange(key('results', 'standard', account), 0, '-1')
  t.same(left.sort(), [uncounted, kept].map(jobId => `${jobId} ${resultBytes}`).sort())
  t.equal(Number(await client.hget(key(), 'heldBytes')), 2 * resultBytes)
})

// T6: 10,000 jobs of A must not stand before 10 of B
t.test('an account with 10,000 jobs leaves places to one with ten', async t => {
  await empty(client)
  const small = Array.from({ length: 500 }, (_, i) => `B${i}`).find(id => shardOf(id) === shardOf('A'))!
  const shard = shardOf('A')
  const one = { frameChunks: 1 }
  const submit = async (accountId: string) => {
    const job = newJob(accountId, one)
    await store.writeFrame(accountId, job.jobId, FRAME.slice(0, 1))
    return store.submit(job)
  }
  for (let i = 0; i < 10_000; i += 250) await Promise.all(Array.from({ length: 250 }, () => submit('A')))
  for (let i = 0; i < 10; i++) await submit(small)
  t.equal(await client.xlen(`{j:${shard}}:stream:${STANDARD}`), 8)
  t.match((await store.depths())[2], { queued: 10_010, processing: 0 })
  const order: string[] = []
  while (order.filter(id => id === small).length < 10) {
    const lease = (await takeOne(store, shard, 'standard', 'small', 'node'))!
    order.push(lease.job.accountId)
    await store.finish(lease.job, lease.fence, FAILURE)
  }
  t.ok(order.length <= 10 * 2 + 4, `its tenth was number ${order.length}`)
  const { jobs } = await store.list('A', { state: 'queued', cursor: null, limit: 1 })
  t.equal(await store.queuePosition(jobs[0]!), 9_999 - order.filter(id => id === 'A').length)
})

t.test('jobs of one account run in the order of their submission', async t => {
  await empty(client)
  const jobIds = []
  for (let i = 0; i < 12; i++) jobIds.push((await submitted(store, 'order')).jobId)
  const order = []
  for (let lease = await taken(store, 'order'); lease; lease = await taken(store, 'order')) {
    order.push(lease.job.jobId)
    await completed(store, lease)
  }
  t.same(order, jobIds)
})

t.test('small and large jobs of a class wait in queues of their own', async t => {
  await empty(client)
  const large = await submitted(store, 'lanes', { taskCount: 100_000 })
  const small = await submitted(store, 'lanes')
  const shard = shardOf('lanes')
  t.equal((await takeOne(store, shard, 'standard', 'small', 'node'))!.job.jobId, small.jobId)
  t.equal(await takeOne(store, shard, 'standard', 'small', 'node'), null)
  t.equal((await takeOne(store, shard, 'standard', 'large', 'node'))!.job.jobId, large.jobId)
})

t.test('one request takes several jobs, without those cancelled meanwhile; repeated it returns the same', async t => {
  await empty(client)
  const shard = shardOf('some')
  const jobIds = []
  for (let i = 0; i < 7; i++) jobIds.push((await submitted(store, 'some')).jobId)
  // the one in the third place stays in the stream as an entry of a job that is gone
  await client.hset(`{j:${shard}}:job:${jobIds[2]}`, 'state', 'cancelled')
  const idsOf = (leases: readonly Lease[]) => leases.map(({ job }) => job.jobId)
  const { client: losing, loseNext } = losingReplies(client)
  loseNext()
  const { leases: first } = await redisJobStore(losing).takeSome(shard, 'standard', 'small', 'node', 4)
  t.same(idsOf(first), [jobIds[0], jobIds[1], jobIds[3], jobIds[4]], 'its place went to the next of the backlog')
  for (const { fence, job } of first) t.match([fence, job.state, job.attempts], [1, 'processing', 1])
  const { leases: next } = await store.takeSome(shard, 'standard', 'small', 'node', 4)
  t.same(idsOf(next), [jobIds[5], jobIds[6]], 'those that are worked on hold no place')
  for (const { job, fence } of [...first, ...next]) t.equal(await store.finish(job, fence, FAILURE), 'finished')
})

t.test(
  'a quick job is taken past those that wait before it, which keep their order; repeated it is the same',
  async t => {
    await empty(client)
    const [first, second] = ['twin-0', twinOf('twin-0')] as const
    const shard = shardOf(first)
    const slow = []
    for (let i = 0; i < 6; i++) slow.push((await submitted(store, first, { taskCount: 1_000 })).jobId)
    for (const changes of [{ frameBytes: 20_000 }, { rowId: 'forensics.delay-analysis' }])
      slow.push((await submitted(store, second, changes)).jobId)
    const quick = [(await submitted(store, second)).jobId, (await submitted(store, second)).jobId]
    const { client: losing, loseNext } = losingReplies(client)
    loseNext()
    const taken = await redisJobStore(losing).takeQuick(shard, 'standard', 'node', 1, QUICK)
    t.same(
      taken.leases.map(({ job, fence }) => [job.jobId, fence, job.attempts]),
      [[quick[0], 1, 1]],
    )
    const next = await store.takeQuick(shard, 'standard', 'node', 4, QUICK)
    t.match(next, { leases: [{ job: { jobId: quick[1] } }], waitingCount: 6 })
    t.same(await store.takeQuick(shard, 'standard', 'node', 4, QUICK), { leases: [], waitingCount: 6 })
    await audit(t, client, shard)
    t.equal(await completed(store, taken.leases[0]!), 'finished')
    t.equal(await store.requeue(next.leases[0]!.job, 1, 'drain'), 'queued')
    t.same(
      (await store.takeQuick(shard, 'standard', 'node', 4, QUICK)).leases,
      [],
      'once it was taken it waits for a thread',
    )
    await audit(t, client, shard)
    const rest = []
    for (let i = 0; i < 9; i++) rest.push((await takeOne(store, shard, 'standard', 'small', 'node'))?.job.jobId)
    const ofFirst = new Set(slow.slice(0, 6))
    t.same(
      rest.filter(jobId => ofFirst.has(jobId!)),
      slow.slice(0, 6),
    )
    t.same(
      rest.filter(jobId => !ofFirst.has(jobId!)),
      [...slow.slice(6), quick[1]],
    )
    t.equal(await takeOne(store, shard, 'standard', 'small', 'node'), null)
  },
)

t.test('a queue in which nothing waits is announced again after a look for quick jobs', async t => {
  await empty(client)
  const shard = shardOf('told')
  const noted = () => client.hexists(jobShardKey(shard), `told:${STANDARD}`)
  await submitted(store, 'told')
  t.equal((await store.takeQuick(shard, 'standard', 'node', 1, QUICK)).leases.length, 1)
  t.equal(await noted(), 1)
  t.same(await store.takeQuick(shard, 'standard', 'node', 1, QUICK), { leases: [], waitingCount: 0 })
  t.equal(await noted(), 0)
})

t.test('a queue is announced once until a node has found it empty, or some time has passed', async t => {
  await empty(client)
  const heard: string[] = []
  const stop = await store.listen(({ kind, jobId }) => kind === 'submitted' && heard.push(jobId))
  t.teardown(stop)
  const shard = shardOf('told')
  const notedField = `told:${STANDARD}`
  /** As if the latest hint had been given this moment, however slow the machine is. */
  const justNotified = () => client.hset(jobShardKey(shard), notedField, Date.now() + 60_000)
  const first = await submitted(store, 'told')
  await justNotified()
  const second = await submitted(store, 'told')
  for (const waitingCount of [1, 0]) {
    const taken = await store.takeSome(shard, 'standard', 'small', 'node', 1)
    t.match(taken, { leases: { length: 1 }, waitingCount })
  }
  t.equal(await client.hexists(jobShardKey(shard), notedField), 1)
  t.same(await store.takeSome(shard, 'standard', 'small', 'node', 1), { leases: [], waitingCount: 0 })
  const third = await submitted(store, 'told')
  await client.hset(jobShardKey(shard), notedField, 1)
  const fourth = await submitted(store, 'told')
  await until('the last one is announced', () => heard.includes(fourth.jobId))
  // nodes of a cluster tell each other, and so a listener hears what was said just before
  const own = [first, second, third, fourth].map(({ jobId }) => jobId)
  t.same(
    heard.filter(jobId => own.includes(jobId)),
    [first.jobId, third.jobId, fourth.jobId],
  )
})

t.test('an account has its most queued jobs; one that is taken makes room', async t => {
  await empty(client)
  for (let i = 0; i < 3; i++) await submitted(store, 'full', { queuedCountMax: 3 })
  const job = newJob('full', { queuedCountMax: 3 })
  await store.writeFrame('full', job.jobId, FRAME)
  const before = (await namesOf(client)).length
  t.same(await store.submit(job), { state: 'queue_full', queuedCountMax: 3 })
  t.equal((await namesOf(client)).length, before)
  await taken(store, 'full')
  t.match(await store.submit(job), { state: 'queued' })
  await audit(t, client, shardOf('full'))
})

t.test('lists go from the newest to the oldest, page by page, and by state', async t => {
  await empty(client)
  const jobIds: string[] = []
  for (let i = 0; i < 25; i++) jobIds.unshift((await submitted(store, 'list')).jobId)
  for (let i = 0; i < 5; i++) await completed(store, (await taken(store, 'list'))!)
  const pages = async (state: 'queued' | 'completed' | null, limit: number) => {
    const seen: string[][] = []
    for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
      const page = await store.list('list', { state, cursor, limit })
      seen.push(page.jobs.map(({ jobId }) => jobId))
      cursor = page.cursor
    }
    return seen
  }
  t.same(
    (await pages(null, 10)).map(page => page.length),
    [10, 10, 5],
  )
  t.same((await pages(null, 10)).flat(), jobIds)
  t.same((await pages('completed', 2)).flat(), jobIds.slice(20))
  t.same((await pages('queued', 100)).flat(), jobIds.slice(0, 20))
  t.same((await store.list('list', { state: null, cursor: 'nonsense', limit: 1 })).jobs[0]?.jobId, jobIds[0])
  t.same(await store.list('nobody', { state: null, cursor: null, limit: 5 }), { jobs: [], cursor: null })
})

t.test('200 submissions at once with one Idempotency-Key make one job', async t => {
  await empty(client)
  const idempotency = { keyHash: 'key', fingerprint: 'body' }
  t.same(await store.idempotency('same', 'key'), { state: 'new' })
  const all = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const job = newJob('same', { idempotency })
      await store.writeFrame('same', job.jobId, FRAME)
      const submission = await store.submit(job)
      if (submission.state !== 'queued') await store.dropFrame('same', job.jobId, job.frameChunks)
      return submission
    }),
  )
  const answers = all.flatMap(one => (one.state === 'queued' || one.state === 'replayed' ? [one] : []))
  t.equal(answers.length, 200)
  t.equal(answers.filter(one => one.state === 'queued').length, 1)
  t.equal(new Set(answers.map(one => one.job.jobId)).size, 1)
  const { jobId } = answers[0]!.job
  t.match(await store.idempotency('same', 'key'), { state: 'answered', job: { jobId }, fingerprint: 'body' })
  const other = newJob('same', { idempotency: { keyHash: 'key', fingerprint: 'other body' } })
  t.same(await store.submit(other), { state: 'key_reused' })
  t.equal((await namesOf(client, '*:frame:*')).length, FRAME.length, 'and one frame')
  const left = await client.ttl(`{j:${shardOf('same')}}:idempotency:same:key`)
  t.ok(left > 86_000 && left <= 86_400)
})

t.test('an Idempotency-Key outlives a job that is kept for less than a day; its deletion frees it', async t => {
  await empty(client)
  const account = 'outlived'
  const brief = redisJobStore(client, { retentionHours: 0 })
  const idempotency = { keyHash: 'key', fingerprint: 'body' }
  const job = await submitted(brief, account, { idempotency })
  await brief.cancel(account, job.jobId)
  t.equal(await brief.sweep(shardOf(account)), 1)
  t.equal(await brief.read(account, job.jobId), null)
  const first = { jobId: job.jobId, createdAtMs: job.createdAtMs }
  t.same(await brief.idempotency(account, 'key'), { state: 'answered', job: first, fingerprint: 'body' })
  t.same(await brief.submit(newJob(account, { idempotency })), { state: 'replayed', job: first })
  const other = newJob(account, { idempotency: { keyHash: 'key', fingerprint: 'other body' } })
  t.same(await brief.submit(other), { state: 'key_reused' })
  const left = await client.ttl(`{j:${shardOf(account)}}:idempotency:${account}:key`)
  t.ok(left > 86_000 && left <= 86_400, `${left} s from its acceptance`)

  const deleted = await submitted(brief, account, { idempotency: { keyHash: 'other', fingerprint: 'body' } })
  await brief.cancel(account, deleted.jobId)
  t.equal(await brief.remove(account, deleted.jobId), 'removed')
  t.same(await brief.idempotency(account, 'other'), { state: 'new' })

  await brief.forgetAccount(account)
  t.same(await brief.idempotency(account, 'key'), { state: 'new' })
  t.same(
    (await namesOf(client, `*${account}*`)).filter(name => !name.includes(':removed:')),
    [],
    'nothing of the account is left',
  )
})

t.test(
  'a claim holds a key for one submission; who comes too late for it is answered with the job of the other',
  async t => {
    await empty(client)
    const first = newJob('claim', { idempotency: { keyHash: 'key', fingerprint: 'body' } })
    t.equal(await store.reserveIdempotency('claim', 'key', first.jobId), true)
    t.equal(await store.reserveIdempotency('claim', 'key', 'somebody-else'), false)
    t.same(await store.idempotency('claim', 'key'), { state: 'running' })
    await store.releaseIdempotency('claim', 'key', 'somebody-else')
    t.same(await store.idempotency('claim', 'key'), { state: 'running' }, 'only its holder lets it go')
    await store.releaseIdempotency('claim', 'key', first.jobId)
    t.same(await store.idempotency('claim', 'key'), { state: 'new' })
    await store.writeFrame('claim', first.jobId, FRAME)
    t.match(await store.submit(first), { state: 'queued' })
    await store.releaseIdempotency('claim', 'key', first.jobId)
    t.match(await store.idempotency('claim', 'key'), { state: 'answered' }, 'that of an accepted job stays')
    await store.dropFrame('claim', first.jobId, FRAME.length)
    t.equal((await namesOf(client, '*:frame:*')).length, FRAME.length, 'and so does its frame')
    await store.cancel('claim', first.jobId)
    t.equal(await store.remove('claim', first.jobId), 'removed')
    t.same(await store.idempotency('claim', 'key'), { state: 'new' }, 'a removed job answers no more')
  },
)

t.test(
  'nothing of a job but its Idempotency-Key outlives its retention, and a finished job holds no reserved bytes, and no frame unless it failed',
  async t => {
    await empty(client)
    const account = 'memory'
    // more than one run of the sweep takes
    const JOBS = 110
    const shard = shardOf(account)
    const brief = redisJobStore(client, { retentionHours: 0 })
    const idempotency = (i: number) => ({ keyHash: `key-${i}`, fingerprint: 'f' })
    const round = async (each: typeof store) => {
      for (let i = 0; i < JOBS; i++) {
        const callbackUrl = i % 3 === 0 ? 'https://example.test/' : null
        await submitted(each, account, { callbackUrl, idempotency: idempotency(i) })
      }
      for (let i = 0, lease = await taken(each, account); lease; lease = await taken(each, account), i++) {
        if (i % 10 === 1) await each.requeue(lease.job, lease.fence, 'worker_lost')
        else if (i % 10 === 2) await each.cancel(account, lease.job.jobId)
        else if (i % 10 === 3) await each.finish(lease.job, lease.fence, FAILURE)
        else await completed(each, lease)
      }
      for (let delivery = await each.takeDelivery(shard, 'd'); delivery; delivery = await each.takeDelivery(shard, 'd'))
        await each.settleDelivery(delivery, { atMs: 1, durationMs: 1, status: 200, failure: null }, 'delivered')
    }
    // what is known of an endpoint outlives its callbacks, and a take is remembered for seconds
    const kinds = async () => {
      const names = await namesOf(client)
      for (const name of names.filter(name => /:(?:endpoints?|take):/.test(name)))
        t.ok((await client.pttl(name)) > 0, name)
      return [...new Set(names.map(key => key.replace(/^\{j:\d+\}:?/, '').split(':')[0]))]
        .filter(kind => !/^(?:endpoints?|take)$/.test(kind!))
        .sort()
    }
    await round(store)
    t.same(await kinds(), [
      '',
      'deliveries',
      'delivery',
      'ended',
      'failed',
      'frame',
      'idempotency',
      'index',
      'job',
      'result',
      'result-bytes',
      'results',
      'retention',
      'stream',
    ])
    t.equal(reservedBytes(await store.heldBytes()), 0)
    t.equal(await store.sweep(shard), 0, 'kept for its time')
    await audit(t, client, shard)

    await empty(client)
    await round(brief)
    t.equal(await brief.sweep(shard), JOBS)
    for (let ends = await brief.unmetered(shard, 0); ends.length > 0; ends = await brief.unmetered(shard, 0))
      await brief.metered(ends)
    t.equal(await client.xlen(`{j:${shard}}:ended`), 0)
    t.same(await kinds(), ['', 'ended', 'idempotency', 'outlived', 'stream'])
    const keysLeft = await namesOf(client, '*:idempotency:*')
    const lives = await Promise.all(
      [...keysLeft, ...(await namesOf(client, '*:outlived:*'))].map(name => client.ttl(name)),
    )
    t.ok(
      lives.every(seconds => seconds > 0 && seconds <= 86_400),
      'and those for a day',
    )
    t.equal(await client.xlen(`{j:${shard}}:stream:${STANDARD}`), 0)
    t.same((await client.xpending(`{j:${shard}}:stream:${STANDARD}`, 'nodes'))[0], 0)
    t.same((await store.list(account, { state: null, cursor: null, limit: 10 })).jobs, [])
  },
)

t.test('a consumer that has gone is forgotten, unless entries hang on it', async t => {
  await empty(client)
  for (let i = 0; i < 2; i++) await submitted(store, 'consumer')
  const shard = shardOf('consumer')
  const stream = `{j:${shard}}:stream:${STANDARD}`
  await takeOne(store, shard, 'standard', 'small', 'busy')
  const done = (await takeOne(store, shard, 'standard', 'small', 'gone'))!
  await store.finish(done.job, done.fence, FAILURE)
  const names = async () => ((await client.xinfo('CONSUMERS', stream, 'nodes')) as string[][]).map(one => one[1]).sort()
  await store.sweep(shard)
  t.same(await names(), ['busy', 'gone'], 'an hour of silence is not over')
  // the same with a time below nothing for an hour
  await run(client, script('job-sweep-1'), [`{j:${shard}}`], [1, 1, 1, -1, STANDARD])
  t.same(await names(), ['busy'])
})
