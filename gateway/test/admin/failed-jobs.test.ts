/** What an operator does about failed jobs: lists, explains, queues again. */
import { randomUUID } from 'node:crypto'
import t from 'tap'
import { ERRORS } from '../../../shared/contract/error-rows.ts'
import { shardOf } from '../../../shared/contract/job-classes.ts'
import { FRAME_VERSION } from '../../../shared/contract/schedule/frame-versions.ts'
import type { Job } from '../../../shared/platform/jobs/job.ts'
import type { NewJob } from '../../../shared/platform/jobs/job-store.ts'
import { connect, disconnect } from '../../../shared/platform/redis/connect.ts'
import { jobKey } from '../../../shared/platform/redis/keys.ts'
import { takeOne } from '../../../shared/test/jobs/take-one.ts'
import { failureMeaning } from '../../admin/command/failed-jobs.ts'
import { runAdmin } from '../../admin/run.ts'
import { CPM, FOUR_TASKS } from '../helpers/networks.ts'
import { startService } from '../helpers/service.ts'

const service = await startService(t, { SECRETS_KEY: Buffer.alloc(32, 1).toString('base64') })
const { jobs } = service.app.gateway
const client = connect(service.redisUrl, 'test')
t.teardown(() => disconnect(client))

async function run(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' }
  const terminal = {
    connect: () => connect(service.redisUrl, 'admin'),
    out: (text: string) => void (said.out += text),
    err: (text: string) => void (said.err += text),
  }
  const code = await runAdmin(words, terminal)
  return { code, ...said }
}

/** A submission by HTTP that a node fails. */
async function failed(key: string, accountId: string, code: string, detail: string): Promise<Job> {
  const answer = await service.call(`${CPM}/async`, { key, body: { tasks: FOUR_TASKS } })
  t.equal(answer.status, 202)
  const job = (await jobs.read(accountId, answer.json.job_id))!
  const lease = (await takeOne(jobs, shardOf(accountId), job.jobClass, 'small', 'node-1'))!
  await jobs.finish(lease.job, lease.fence, { error: { code, detail }, workerMs: 5 })
  return lease.job
}

const owner = await service.keyRecord('starter')
const other = await service.keyRecord('starter')
/** As a gateway submits it; its frame cannot be read. */
const submission = (jobId: string, changes: Partial<NewJob>): NewJob => ({
  ...{ jobId, accountId: owner.accountId, keyId: 'key', jobClass: 'standard', rowId: 'analysis.cpm', endpoint: CPM },
  ...{ requestId: jobId, taskCount: 4, linkCount: 4, today: 0 },
  ...{ frameVersion: FRAME_VERSION, frameChunks: 1, frameBytes: 1, frame: Buffer.from('x') },
  ...{ callbackUrl: null, reservedBytes: 1_000, queuedCountMax: 1_000, idempotency: null },
  ...changes,
})
const remaining = async (key: string): Promise<number> =>
  (await service.call('/api/v1/account/tier', { key })).json.limits.monthly_calls_remaining

t.test(
  'failed jobs are listed over all accounts or one, explained, and queued again without another charge',
  async t => {
    const timeout = await failed(
      owner.text,
      owner.accountId,
      'timeout',
      'The analysis did not finish within 60 seconds.',
    )
    const refused = await failed(other.text, other.accountId, 'validation_failed', 'tasks[3] "SECRET TASK" is wrong.')

    const all = (await run('jobs', 'failed')).out
    t.match(all, /job_id +account_id +failed_at +code +analysis +tasks +tries +requeued +frame\n/)
    t.ok(all.indexOf(refused.jobId) < all.indexOf(timeout.jobId), 'the newest first')
    const rows = (await run('jobs', 'failed', '--account', owner.accountId, '--json')).out.trim().split('\n')
    t.match(
      rows.map(row => JSON.parse(row)),
      [
        {
          job_id: timeout.jobId,
          code: 'timeout',
          analysis: 'analysis.cpm',
          tasks: 4,
          tries: 1,
          requeued: 0,
          frame: 'kept',
        },
      ],
    )
    const first = (await run('jobs', 'failed', '--limit', '1')).out
    const [, more] = /There are more: --to (\S+)/.exec(first)!
    t.match((await run('jobs', 'failed', '--limit', '1', '--to', more!)).out, timeout.jobId)
    t.equal((await run('jobs', 'failed', '--code', 'memory')).out, 'none\n')

    const explained = (await run('jobs', 'explain', timeout.jobId)).out
    t.match(explained, /: failed\n/)
    t.match(explained, /Z {2}submitted \(analysis\.cpm, 4 tasks, \d links, class standard, request \S+, key \S+\)\n/)
    t.match(explained, /Z {2}started on node-1 \(delivery 1 of its life, try 1\)\n/)
    t.match(explained, /Z {2}failed with timeout\n/)
    t.match(explained, 'Raise JOB_SECONDS')
    t.match(explained, /The frame is kept: "jobs requeue /)
    const hidden = (await run('jobs', 'explain', refused.jobId)).out
    t.match(hidden, 'The schedule was refused')
    t.notMatch(hidden, 'SECRET', 'nothing of the schedule is shown')

    const before = await remaining(owner.text)
    t.match(await run('jobs', 'requeue', timeout.jobId), { code: 0, out: `job ${timeout.jobId} is queued again\n` })
    const state = (await service.call(`/api/v1/jobs/${timeout.jobId}`, { key: owner.text })).json
    t.match(state, { job_id: timeout.jobId, status: 'queued' })
    t.equal(await remaining(owner.text), before)
    t.match(await run('jobs', 'requeue', timeout.jobId), {
      code: 1,
      err: /has not failed, or has been queued again meanwhile/,
    })
    t.match((await run('jobs', 'explain', timeout.jobId)).out, /queued again by an operator \(once so far\)/)
    await jobs.cancel(owner.accountId, timeout.jobId)
  },
)

t.test(
  'all of an account, code or time are queued again; those whose frame gave way to others are reported',
  async t => {
    const made: Job[] = []
    for (let i = 0; i < 3; i++) made.push(await failed(owner.text, owner.accountId, 'memory', 'Too much.'))
    t.match(await run('jobs', 'requeue', 'all'), { code: 2, err: /needs at least one of --account/ })
    t.match(await run('jobs', 'requeue', 'all', '--code', 'memory', '--account', other.accountId), {
      out: /^0 jobs are queued again/,
    })
    await run('jobs', 'free', '--account', owner.accountId)
    const kept = await failed(owner.text, owner.accountId, 'memory', 'Too much.')
    t.match(
      (await run('jobs', 'explain', made[0]!.jobId)).out,
      /The frame has been removed .* The caller must submit the job again/,
    )
    t.match((await run('jobs', 'requeue', made[0]!.jobId)).err, /has no frame .* the caller must submit it again/)
    const replay = await run('jobs', 'requeue', 'all', '--code', 'memory', '--account', owner.accountId)
    t.match(replay.out, /^1 job is queued again; 3 cannot be queued: each has no frame/)
    t.match(await jobs.read(owner.accountId, kept.jobId), { state: 'queued' })
    await jobs.cancel(owner.accountId, kept.jobId)
  },
)

t.test('a job is not queued again while there is no room for it', async t => {
  const jobId = randomUUID()
  await jobs.submit(submission(jobId, { reservedBytes: 2 ** 50 }))
  const lease = (await takeOne(jobs, shardOf(owner.accountId), 'standard', 'small', 'node-1'))!
  await jobs.finish(lease.job, lease.fence, { error: { code: 'internal', detail: '' }, workerMs: 5 })
  t.match(await run('jobs', 'requeue', jobId), { code: 1, err: /Redis has no memory left for it/ })
  t.match(
    (await run('jobs', 'requeue', 'all', '--code', 'internal')).out,
    /^0 jobs are queued again; the others were not queued, because Redis has no memory left/,
  )
  t.match(await run('jobs', 'explain', 'nobody'), { code: 1, err: /job nobody does not exist/ })
  t.match(await run('jobs', 'requeue', 'nobody'), { code: 1, err: /job nobody does not exist/ })
})

t.test(
  'the callback of a job that was queued again and given up has one id for its receiver, its owner and the operator',
  async t => {
    const jobId = randomUUID()
    const fails = async (): Promise<void> => {
      const lease = (await takeOne(jobs, shardOf(owner.accountId), 'standard', 'small', 'node-1'))!
      await jobs.finish(lease.job, lease.fence, { error: { code: 'timeout', detail: '' }, workerMs: 5 })
    }
    await jobs.submit(submission(jobId, { callbackUrl: 'https://example.test/hook' }))
    await fails()
    t.match(await run('jobs', 'requeue', jobId), { code: 0 })
    await fails()
    const replay = (await jobs.takeDelivery(shardOf(owner.accountId), 'deliverer'))!
    t.equal(replay.deliveryId, `dlv_${jobId}.1`)
    const giveUp = async (): Promise<void> => {
      const delivery = (await jobs.takeDelivery(shardOf(owner.accountId), 'deliverer')) ?? replay
      await jobs.settleDelivery(delivery, { atMs: 1, durationMs: 1, status: 500, failure: 'status' }, 'dead')
    }
    await giveUp()
    const [listed] = (await run('jobs', 'dead-letter', 'list', '--json')).out.trim().split('\n')
    t.match(JSON.parse(listed!), { delivery_id: replay.deliveryId, job_id: jobId })
    t.match(await run('jobs', 'dead-letter', 'replay', replay.deliveryId), {
      code: 0,
      out: /^1 callback is being sent again/,
    })
    await giveUp()
    const path = `/api/v1/webhooks/deliveries/${replay.deliveryId}/replay`
    const replayed = await service.call(path, { key: owner.text, method: 'POST' })
    t.match(replayed, { status: 202, json: { delivery_id: replay.deliveryId, status: 'pending' } })
    t.equal((await service.call(path, { key: other.text, method: 'POST' })).status, 404)
    await giveUp()
    await client.del(jobKey(shardOf(owner.accountId), 'job', jobId))
    t.match(await run('jobs', 'dead-letter', 'replay', 'all'), {
      code: 0,
      out: '0 callbacks are being sent again; 1 cannot be sent: its job has been removed\n',
    })
  },
)

t.test('objects are held and released by hand', async t => {
  t.match(await run('objects', 'hold', '--minutes', '5'), { code: 0, out: /no object is removed for 5 minutes/ })
  t.match(await run('objects', 'hold', '--minutes', '0'), { code: 2 })
  t.match(await run('objects', 'release'), { code: 0, out: 'removal of objects continues\n' })
  t.match(await run('objects', 'release'), { code: 0, out: 'nobody held them\n' })
})

t.test(
  'every code has a meaning and an advice, and the sentence of the failure is shown for those of the service alone',
  async t => {
    for (const code of [...Object.keys(ERRORS), 'timeout', 'memory', 'node_lost']) {
      const { meaning, advice, isDetailShown } = failureMeaning(code)
      t.match(meaning, /\.$/)
      t.match(advice, /\.$/)
      t.equal(isDetailShown, ['timeout', 'memory', 'node_lost', 'internal'].includes(code), code)
    }
  },
)
