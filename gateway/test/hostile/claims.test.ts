/** The Idempotency-Key of a submission whose gateway is killed, or stands still, before it has answered. */
import { randomUUID } from 'node:crypto'
import t, { type Test } from 'tap'
import { Agent, request } from 'undici'
import { CLAIM_MS } from '../../../shared/jobs/job-store.ts'
import { connect, disconnect } from '../../../shared/redis/connect.ts'
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
  const [first, second] = await Promise.all([gateways.start(), gateways.start()])
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
  const jobCount = async () => (await namesOf(client, '*:job:*')).length
  return { first: first!, second: second!, submit, answer, jobCount }
}

t.test('the key of a submission whose gateway is killed is free again within a few seconds', async t => {
  const { first, second, submit, jobCount } = await submissionUnderWay(t)
  first.child.kill('SIGKILL')
  const killedAtMs = performance.now()
  let last = await submit(second.url)
  t.match(last, { status: 409, code: 'idempotency_running' })
  await until('the next call is accepted', async () => {
    last = await submit(second.url)
    return last.status !== 409
  })
  t.match(last, { status: 202, isReplayed: false })
  const tookMs = performance.now() - killedAtMs
  t.ok(tookMs < CLAIM_MS + 5_000, `${Math.round(tookMs)} ms`)
  t.equal(await jobCount(), 1)
})

t.test('a gateway that stands still for longer than its claim lasts makes no second job', async t => {
  const { first, second, submit, answer, jobCount } = await submissionUnderWay(t)
  let other = await submit(second.url)
  await until('another gateway has taken its place', async () => {
    other = await submit(second.url)
    return other.status !== 409
  })
  t.match(other, { status: 202, isReplayed: false })
  first.child.kill('SIGCONT')
  t.match(await answer, { status: 202, job_id: other.job_id, isReplayed: true })
  t.equal(await jobCount(), 1)
})
