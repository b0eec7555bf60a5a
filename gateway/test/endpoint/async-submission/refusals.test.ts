import { randomBytes } from 'node:crypto'
import t from 'tap'
import { SUB_METRICS } from '../../../../shared/contract/analysis/schedule-risk-index/request.ts'
import { TIERS } from '../../../../shared/contract/tiers.ts'
import { namesOf } from '../../../../shared/test/every-server.ts'
import { CPM, chain, FOUR_TASKS, VALIDATE } from '../../helpers/networks.ts'
import { startService, type TestService } from '../../helpers/service.ts'

const SUBMIT = `${CPM}/async`
const RESOURCES = '/api/v1/analysis/resources'
const RISK = '/api/v1/health/schedule-risk-index'
const LONG = [{ id: 'A', duration_days: 5_001, resources: ['crew'] }]
const NO_WEIGHT = Object.fromEntries(SUB_METRICS.map(name => [name, 0]))
const service = await startService(t, { SECRETS_KEY: randomBytes(32).toString('base64') })

const jobsOf = async (of: TestService, key: string): Promise<unknown[]> =>
  (await of.call('/api/v1/jobs', { key })).json.jobs

t.test('403 below starter, before anything of the body is looked at', async t => {
  for (const tier of ['demo', 'free'] as const) {
    const key = await service.key(tier)
    const { status, json } = await service.call(SUBMIT, { key, body: '{' })
    t.equal(status, 403, tier)
    t.equal(json.code, 'tier_forbidden')
    t.match(json.detail, `${SUBMIT} requires the tier starter`)
  }
})

t.test('402 over the task limit of the tier, of one schedule and of all', async t => {
  const key = await service.key('starter')
  const most = TIERS.starter.taskCountMax
  t.equal((await service.call(SUBMIT, { key, body: { tasks: chain(most) } })).status, 202)
  const { status, json } = await service.call(SUBMIT, { key, body: { tasks: chain(most + 1) } })
  t.equal(status, 402)
  t.equal(json.code, 'task_limit_tier')
})

t.test('what a synchronous call refuses is refused at submission', async t => {
  const key = await service.key('professional')
  const cycle = [
    { id: 'A', predecessors: ['B'] },
    { id: 'B', predecessors: ['A'] },
  ]
  const table = [
    [SUBMIT, '{', 400, 'body_syntax'],
    [SUBMIT, '', 400, 'body_empty'],
    [SUBMIT, { tasks: [{ id: 'A', duration_days: -1 }] }, 422, 'validation'],
    [SUBMIT, { tasks: [{ id: 'A' }, { id: 'A' }] }, 400, 'duplicate_id'],
    [SUBMIT, { tasks: cycle }, 400, 'dependency_cycle'],
    [SUBMIT, { tasks: [{ id: 'A', predecessors: ['A'] }] }, 400, 'dependency_cycle'],
    // an open row has nothing against either
    [`${VALIDATE}/async`, { tasks: cycle }, 202, undefined],
    [`${VALIDATE}/async`, { tasks: [{ id: 'A' }, { id: 'A' }] }, 202, undefined],
    // what only the analysis can see
    [`${RESOURCES}/async`, { tasks: LONG, options: { period_size_days: 1 } }, 422, 'validation'],
    [`${RESOURCES}/async`, { tasks: LONG, resource_availability: [{ capacity: 1 }] }, 422, 'validation'],
    [`${RISK}/async`, { tasks: LONG, options: { baseline_weight_override: NO_WEIGHT } }, 422, 'validation'],
    [`${RISK}/async`, { tasks: LONG, options: { sub_metrics: ['odd'] } }, 422, 'validation'],
  ] as const
  for (const [path, body, status, code] of table) {
    const answer = await service.call(path, { key, body, method: 'POST' })
    t.equal(`${answer.status} ${answer.json.code}`, `${status} ${code}`, JSON.stringify(body))
  }
  t.match((await service.call(SUBMIT, { key, body: { tasks: cycle } })).json.detail, 'A -> B -> A')
  t.equal((await jobsOf(service, key)).length, 2, 'nothing that was refused became a job')
})

t.test('a refused submission gives its unit of the month back', async t => {
  const key = await service.key('starter')
  const remaining = async () =>
    (await service.call('/api/v1/account/tier', { key })).json.limits.monthly_calls_remaining
  const before = await remaining()
  await service.call(SUBMIT, { key, body: { tasks: [{}] } })
  await service.call(SUBMIT, { key, body: { tasks: FOUR_TASKS, callback_url: 'http://127.0.0.1/' } })
  for (let i = 0; i < 100 && (await remaining()) !== before; i++) await new Promise(resolve => setTimeout(resolve, 5))
  t.equal(await remaining(), before)
})

t.test('422 for a callback address that may not be called, with the place of it', async t => {
  const key = await service.key('starter')
  const addresses = [
    'http://example.com/',
    'https://127.0.0.1/hook',
    'https://[::1]/hook',
    'https://0x7f.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/',
    'https://user:secret@example.com/',
    'ftp://example.com/',
    'not a url',
    `https://example.com/${'x'.repeat(2_100)}`,
    5,
  ]
  for (const callback_url of addresses) {
    const { status, json } = await service.call(SUBMIT, { key, body: { tasks: FOUR_TASKS, callback_url } })
    t.equal(status, 422, String(callback_url).slice(0, 50))
    t.equal(json.code, 'validation')
    t.same(json.detail[0].loc, ['body', 'callback_url'])
    t.match(json.detail[0].msg, /^callback_url .+/)
  }
  t.same(await jobsOf(service, key), [])
})

t.test('a listed host is accepted, and then the account has a sealed secret', async t => {
  const listed = await startService(t, {
    SECRETS_KEY: randomBytes(32).toString('hex'),
    WEBHOOK_ALLOW_HTTP: '1',
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1:9',
  })
  const { text: key, accountId } = await listed.keyRecord('starter')
  const secrets = () => listed.redis.hgetall(`{a:${accountId}}:webhook-secrets`)
  t.same(await secrets(), {})
  const body = { tasks: FOUR_TASKS, callback_url: 'http://127.0.0.1:9/hook?token=t' }
  await Promise.all(
    Array.from({ length: 10 }, async () => t.equal((await listed.call(SUBMIT, { key, body })).status, 202)),
  )
  const { current = '' } = await secrets()
  t.match(current, /^v1\./, 'sealed')
  await listed.call(SUBMIT, { key, body })
  t.equal((await secrets()).current, current, 'ten submissions at once made one secret, and it stays')
})

t.test('503 for a callback where signing secrets cannot be kept', async t => {
  const plain = await startService(t)
  const key = await plain.key('starter')
  const { status, json } = await plain.call(SUBMIT, {
    key,
    body: { tasks: FOUR_TASKS, callback_url: 'https://example.com/' },
  })
  t.equal(status, 503)
  t.equal(json.code, 'secrets_unavailable')
  t.equal((await plain.call(SUBMIT, { key, body: { tasks: FOUR_TASKS } })).status, 202, 'others are taken')
})

t.test('429 when the queue of the account is full, with Retry-After, and room again after a cancellation', async t => {
  const { text: key, accountId } = await service.keyRecord('starter', { callsPerWindow: 'unlimited' })
  const most = TIERS.starter.queuedJobCountMax
  const answers = await Promise.all(
    Array.from({ length: most + 5 }, () => service.call(SUBMIT, { key, body: { tasks: FOUR_TASKS } })),
  )
  const accepted = answers.filter(({ status }) => status === 202)
  t.equal(accepted.length, most, 'exactly as many as the tier allows, however many come at once')
  for (const { status, json, headers } of answers.filter(answer => answer.status !== 202)) {
    t.equal(status, 429)
    t.equal(json.code, 'queue_full')
    t.match(json.detail, `${most} jobs`)
    t.ok(Number(headers['retry-after']) >= 1)
  }
  await service.call(`${accepted[0]!.json.polling_url}/cancel`, { key, method: 'POST' })
  t.equal((await service.call(SUBMIT, { key, body: { tasks: FOUR_TASKS } })).status, 202)
  const frames = await namesOf(service.redis, '{j:*}:frame:*')
  const jobs = await namesOf(service.redis, '{j:*}:job:*')
  const own = await Promise.all(jobs.map(name => service.redis.hmget(name, 'accountId', 'state')))
  const queued = own.filter(([owner, state]) => owner === accountId && state === 'queued').length
  t.equal(queued, most)
  t.equal(frames.length, own.filter(([, state]) => state === 'queued').length, 'frames of refused submissions are gone')
})

t.test('a wrong Idempotency-Key is refused, the media type before it', async t => {
  const key = await service.key('starter')
  const body = { tasks: FOUR_TASKS }
  for (const value of ['', 'x'.repeat(256), 'a b']) {
    const { status, json } = await service.call(SUBMIT, { key, body, headers: { 'idempotency-key': value } })
    t.equal(status, 400, value.slice(0, 10))
    t.equal(json.code, 'header_invalid')
    t.match(json.detail, 'Idempotency-Key')
  }
  const headers = { 'idempotency-key': 'a b', 'content-type': 'text/csv' }
  t.equal((await service.call(SUBMIT, { key, body, headers })).status, 415)
})
