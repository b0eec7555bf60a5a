/** The Idempotency-Key of a submission whose gateway is killed, or stands still, before it has answered. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { Agent, request } from 'undici'
import { CLAIM_MS } from '../../../shared/platform/jobs/job-store.ts'
import { connect, disconnect } from '../../../shared/platform/redis/connect.ts'
import { namesOf } from '../../../shared/test/every-server.ts'
import { until } from '../../../shared/test/until.ts'
import { CPM } from '../helpers/networks.ts'
import { gatewayProcesses } from './helpers/gateway-process.ts'

/** Large enough that its frame takes some tenths of a second. */
const BODY = JSON.stringify({
  tasks: Array.from({ length: 100_000 }, (_, i) => ({ id: `T${i}`, name: `task ${i}`, duration_days: 1 })),
})

/** A gateway that works on a submission, and another one beside it. Both have the same Redis. */
async function submissionUnderWay(t: Test) {
  const gateways = await gatewayProcesses(t)
  const client = connect(gateways.redisUrl, 'test')
  const dispatcher = new Agent()
  t.teardown(async () => {
    disconnect(client)
    await dispatcher.destroy()
  })
  const start = () => gateways.start({ WORKER_THREADS: '1' })
  const [first, second] = await Promise.all([start(), start()])
  const headers = {
    'x-api-key': await gateways.key('government'),
    'idempotency-key': randomUUID(),
    'content-type': 'application/json',
  }
  const submit = async (url: string, body = BODY) => {
    const answer = await request(`${url}${CPM}/async`, { method: 'POST', dispatcher, headers, body })
    const { job_id, code } = (await answer.body.json()) as { job_id?: string; code?: string }
    return { status: answer.statusCode, job_id, code, isReplayed: answer.headers['idempotent-replayed'] === 'true' }
  }
  const answer = submit(first!.url)
  answer.catch(() => {})
  let entry = ''
  await until('the key is claimed', async () => {
    entry = (await namesOf(client, '*:idempotency:*'))[0] ?? ''
    return entry !== ''
  })
  first!.child.kill('SIGSTOP')
  if ((await client.hget(entry, 'fingerprint')) !== null) throw new Error('the submission has ended')
  /** As a client does that keeps to Retry-After. */
  const submitUntilAnswered = async (url: string) => {
    for (;;) {
      const last = await submit(url)
      if (last.status !== 409 && last.status !== 503) return last
      await pause(1_000)
    }
  }
  const jobCount = async () => (await namesOf(client, '*:job:*')).length
  const claimMs = () => client.pttl(entry)
  return { first: first!, second: second!, submit, submitUntilAnswered, answer, jobCount, claimMs }
}

t.test('the key of a submission whose gateway is killed is free again within a few seconds', async t => {
  const { first, second, submitUntilAnswered, jobCount, claimMs } = await submissionUnderWay(t)
  first.child.kill('SIGKILL')
  const leftMs = await claimMs()
  // -1 would be a claim without an end; one that has ended has none
  t.ok(leftMs !== -1 && leftMs <= CLAIM_MS, `${leftMs} ms are left of its claim`)
  t.match(await submitUntilAnswered(second.url), { status: 202, isReplayed: false })
  t.equal(await jobCount(), 1)
})

t.test('a gateway that stands still for longer than its claim lasts makes no second job', async t => {
  const { first, second, submitUntilAnswered, answer, jobCount } = await submissionUnderWay(t)
  const other = await submitUntilAnswered(second.url)
  t.match(other, { status: 202, isReplayed: false })
  first.child.kill('SIGCONT')
  // its client may be told to come again: the reply to the claim came too late, or the deadline of the call was over
  const late = await answer
  const last = late.status === 202 ? late : await submitUntilAnswered(first.url)
  t.match(last, { status: 202, job_id: other.job_id, isReplayed: true })
  t.equal(await jobCount(), 1)
})
