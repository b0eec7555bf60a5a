import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { CLAIM_MS } from '../../../../shared/platform/jobs/job-store.ts'
import { StoreUnavailable } from '../../../../shared/platform/redis/failure.ts'
import { until } from '../../../../shared/test/until.ts'
import { storms } from '../../helpers/job-scenarios.ts'
import { CPM, FOUR_TASKS, VALIDATE } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const SUBMIT = `${CPM}/async`
const service = await startService(t)
const body = { tasks: FOUR_TASKS }
const keyed = (value: string) => ({ 'idempotency-key': value })

const jobCount = async (key: string): Promise<number> =>
  (await service.call('/api/v1/jobs?limit=100', { key })).json.jobs.length
const remaining = async (key: string): Promise<number> =>
  (await service.call('/api/v1/account/tier', { key })).json.limits.monthly_calls_remaining

t.test('the same key and body get the first answer again, and it costs no unit', async t => {
  const key = await service.key('starter')
  const headers = keyed(randomUUID())
  const first = await service.call(SUBMIT, { key, body, headers })
  t.equal(first.status, 202)
  t.equal(first.headers['idempotent-replayed'], undefined)
  const left = await remaining(key)
  for (let i = 0; i < 5; i++) {
    const again = await service.call(SUBMIT, { key, body, headers })
    t.equal(again.status, 202)
    t.same(again.json, first.json)
    t.equal(again.headers.location, first.headers.location)
    t.equal(again.headers['idempotent-replayed'], 'true')
  }
  const packed = { ...headers, 'content-encoding': 'gzip' }
  t.same(
    (await service.call(SUBMIT, { key, body: gzipSync(JSON.stringify(body)), headers: packed })).json,
    first.json,
    'the encoding of the body is no part of it',
  )
  t.equal(await remaining(key), left)
  t.equal(await jobCount(key), 1)
})

t.test('a replay does not run against the window of analyses', async t => {
  const key = await service.key('starter', { callsPerWindow: 1 })
  const headers = keyed('one')
  t.equal((await service.call(SUBMIT, { key, body, headers })).status, 202)
  t.equal((await service.call(SUBMIT, { key, body, headers })).status, 202)
  t.equal((await service.call(SUBMIT, { key, body, headers: keyed('two') })).status, 429)
})

t.test('a replay still needs a valid key and a tier with jobs', async t => {
  const { text: key, accountId, keyId } = await service.keyRecord('starter')
  const headers = keyed('mine')
  t.equal((await service.call(SUBMIT, { key, body, headers })).status, 202)
  await service.redis.hset(`{a:${accountId}}:account`, { tier: 'free' })
  t.equal((await service.call(SUBMIT, { key, body, headers })).status, 403)
  await service.redis.hset(`{a:${accountId}}:account`, { tier: 'starter' })
  await service.redis.hset(`{a:${accountId}}:key:${keyId}`, { status: 'revoked' })
  t.equal((await service.call(SUBMIT, { key, body, headers })).status, 401)
})

t.test('the key with another body, media type or path is 422, and no job', async t => {
  const key = await service.key('starter')
  const headers = keyed('order 66'.replace(' ', '-'))
  t.equal((await service.call(SUBMIT, { key, body, headers })).status, 202)
  const others = [
    [SUBMIT, { body: { tasks: FOUR_TASKS.slice(0, 2) }, headers }],
    [SUBMIT, { body: `${JSON.stringify(body)} `, headers }],
    [`${VALIDATE}/async`, { body, headers }],
  ] as const
  for (const [path, options] of others) {
    const { status, json } = await service.call(path, { key, ...options })
    t.equal(status, 422)
    t.equal(json.code, 'idempotency_reused')
    t.same(json.detail[0].loc, ['header', 'Idempotency-Key'])
  }
  t.equal(await jobCount(key), 1)
})

t.test('keys of two accounts have nothing to do with each other', async t => {
  const headers = keyed('shared')
  const answers = [
    await service.call(SUBMIT, { key: await service.key('starter'), body, headers }),
    await service.call(SUBMIT, { key: await service.key('starter'), body: { tasks: [{ id: 'X' }] }, headers }),
  ]
  t.same(
    answers.map(({ status }) => status),
    [202, 202],
  )
  t.not(answers[0]!.json.job_id, answers[1]!.json.job_id)
})

t.test('200 calls at once with one key make one job; the others get its answer or are told to wait', t =>
  storms(t, service, 5),
)

t.test('refusals are not stored: the corrected body is taken under the same key', async t => {
  const key = await service.key('starter')
  const headers = keyed('again')
  t.equal((await service.call(SUBMIT, { key, body: { tasks: [{}] }, headers })).status, 422)
  t.equal((await service.call(SUBMIT, { key, body: '{', headers })).status, 400)
  t.equal((await service.call(SUBMIT, { key, body, headers })).status, 202)
})

t.test('a client that left before its body was there leaves no claim and no job', async t => {
  const key = await service.key('starter')
  const socket = connect(service.port, '127.0.0.1')
  socket.write(
    `POST ${SUBMIT} HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\nidempotency-key: left\r\ncontent-type: application/json\r\nContent-Length: 500\r\n\r\n{"tasks":`,
  )
  const { bytesInFlight } = service.app.gateway
  await until('its body has begun', () => bytesInFlight.bytes > 0)
  socket.destroy()
  await until('it is forgotten', () => bytesInFlight.bytes === 0)
  t.equal((await service.call(SUBMIT, { key, body, headers: keyed('left') })).status, 202)
  t.equal(await jobCount(key), 1)
})

t.test('the key of a job that was deleted is free again', async t => {
  const key = await service.key('starter')
  const headers = keyed('deleted')
  const first = await service.call(SUBMIT, { key, body, headers })
  await service.call(`${first.json.polling_url}/cancel`, { key, method: 'POST' })
  t.equal(
    (await service.call(SUBMIT, { key, body, headers })).json.job_id,
    first.json.job_id,
    'cancelled: still its answer',
  )
  t.equal((await service.call(first.json.polling_url, { key, method: 'DELETE' })).status, 204)
  const second = await service.call(SUBMIT, { key, body, headers })
  t.equal(second.status, 202)
  t.not(second.json.job_id, first.json.job_id)
})

t.test('a lost reply is 503 with outcome unknown and the id; the key then leads to that job', async t => {
  const key = await service.key('starter')
  const { jobs } = service.app.gateway
  const submit = jobs.submit
  Object.assign(jobs, {
    submit: async (...args: Parameters<typeof submit>) => {
      await submit(...args)
      throw new StoreUnavailable('reply lost')
    },
  })
  const lost = await service.call(SUBMIT, { key, body, headers: keyed('lost') })
  Object.assign(jobs, { submit })
  t.equal(lost.status, 503)
  t.equal(lost.json.code, 'submission_unknown')
  t.equal(lost.json.outcome, 'unknown')
  t.ok(Number(lost.headers['retry-after']) >= 1)
  t.equal((await service.call(`/api/v1/jobs/${lost.json.job_id}`, { key })).json.status, 'queued')
  const again = await service.call(SUBMIT, { key, body, headers: keyed('lost') })
  t.equal(again.status, 202)
  t.equal(again.json.job_id, lost.json.job_id)
  t.equal(again.headers['idempotent-replayed'], 'true')
})

t.test('a lost reply to a script that never ran leaves no job, and the key is free', async t => {
  const key = await service.key('starter')
  const { jobs } = service.app.gateway
  const submit = jobs.submit
  Object.assign(jobs, { submit: () => Promise.reject(new StoreUnavailable('not sent')) })
  const lost = await service.call(SUBMIT, { key, body, headers: keyed('never') })
  Object.assign(jobs, { submit })
  t.equal(lost.json.outcome, 'unknown')
  t.equal((await service.call(`/api/v1/jobs/${lost.json.job_id}`, { key })).status, 404)
  let status = 409
  await until('its claim is given back', async () => {
    status = (await service.call(SUBMIT, { key, body, headers: keyed('never') })).status
    return status !== 409
  })
  t.equal(status, 202)
})

t.test('a submission that takes longer than a claim lasts keeps its key until it ends', async t => {
  const key = await service.key('government', { callsPerWindow: 'unlimited' })
  const { jobs } = service.app.gateway
  const submit = jobs.submit
  let goOn = () => {}
  const waiting = new Promise<void>(resolve => {
    goOn = resolve
  })
  Object.assign(jobs, {
    submit: async (...args: Parameters<typeof submit>) => {
      await waiting
      return submit(...args)
    },
  })
  const first = service.call(SUBMIT, { key, body, headers: keyed('slow') })
  const other = () => service.call(SUBMIT, { key, body, headers: keyed('slow') })
  await until('it holds its key', async () => (await other()).status === 409)
  const untilMs = performance.now() + 1.5 * CLAIM_MS
  while (performance.now() < untilMs) {
    const { status, json } = await other()
    if (`${status} ${json.code}` !== '409 idempotency_running') t.fail(`${status} ${json.code}`)
    t.match(json.detail, /Try again in 1 second\.$/)
    await new Promise(resolve => setTimeout(resolve, 250))
  }
  Object.assign(jobs, { submit })
  goOn()
  const answer = await first
  t.equal(answer.status, 202)
  t.same((await other()).json, answer.json)
})
