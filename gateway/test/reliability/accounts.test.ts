/** Accounts under attack: revocation (T34), other people's ids (T35). */
import { randomUUID } from 'node:crypto'
import t from 'tap'
import { random } from '../../../compute/test/helpers/random.ts'
import { serviceRows } from '../../../shared/contract/endpoint/service.ts'
import { keys } from '../../../shared/platform/redis/keys.ts'
import { until } from '../../../shared/test/until.ts'
import { signedUp, startIssuer } from '../helpers/issuer.ts'
import { CPM, FOUR_TASKS } from '../helpers/networks.ts'
import { startService } from '../helpers/service.ts'

t.setTimeout(600_000)

const KEYS = '/api/v1/auth/keys'
const issuer = await startIssuer(t)

t.test('T34: no call that begins after the 204 of a revocation is admitted, on any of 4 gateways', async t => {
  const first = await startService(t, issuer.settings)
  const others = await Promise.all(
    [1, 2, 3].map(() => startService(t, { ...issuer.settings, REDIS_URL: first.redisUrl, WORKER_THREADS: '1' })),
  )
  const user = await signedUp(first, issuer, 'ada')
  await first.redis.hset(keys.account(user.accountId), 'tier', 'enterprise')
  const { keyId, text } = await user.key()
  let revokedAtMs = Number.POSITIVE_INFINITY
  const calls: { status: number; begunAtMs: number }[] = []
  let isOver = false
  const beganAtMs = performance.now()
  const callers = [first, ...others].flatMap(service =>
    [1, 2].map(async () => {
      while (!isOver) {
        const begunAtMs = performance.now()
        const { status } = await service.call(CPM, { key: text, body: { tasks: FOUR_TASKS } })
        calls.push({ status, begunAtMs })
      }
    }),
  )
  await until('every gateway knows the key', () => calls.filter(({ status }) => status === 200).length > 100)
  t.equal((await user.call(`${KEYS}/${keyId}`, { method: 'DELETE' })).status, 204)
  revokedAtMs = performance.now()
  await until('calls go on', () => calls.filter(({ begunAtMs }) => begunAtMs > revokedAtMs).length > 100)
  isOver = true
  await Promise.all(callers)
  const late = calls.filter(({ status, begunAtMs }) => begunAtMs > revokedAtMs && status < 300)
  const seconds = (performance.now() - beganAtMs) / 1000
  t.comment(
    `${calls.length} calls in ${seconds.toFixed(1)} s on 4 gateways, ${calls.filter(({ status }) => status < 300).length} admitted`,
  )
  t.equal(late.length, 0, 'none that began after the 204 was admitted')
  const other = await user.key()
  const usage = await first.call('/api/v1/account/usage', { key: other.text })
  t.ok(
    usage.json.keys.some((one: { key_id: string }) => one.key_id === keyId),
    'its usage is kept',
  )
  t.match((await user.call(KEYS)).json, [{ key_id: keyId, status: 'revoked' }, {}])
})

t.test("T35: another account's id answers like one that does not exist, to everybody", async t => {
  const service = await startService(t, { ...issuer.settings, SECRETS_KEY: 'ab'.repeat(32) })
  const [owner, other] = [await signedUp(service, issuer, 'own'), await signedUp(service, issuer, 'oth')]
  for (const { accountId } of [owner, other]) await service.redis.hset(keys.account(accountId), 'tier', 'starter')
  const { keyId, text: ownKey } = await owner.key()
  const otherKey = (await other.key()).text
  const demo = await service.key('demo')
  const submitted = await service.call(`${CPM}/async`, { key: ownKey, body: { tasks: FOUR_TASKS } })
  t.equal(submitted.status, 202)
  const jobId = submitted.json.job_id as string
  const ownIds: Readonly<Record<string, string>> = { job_id: jobId, key_id: keyId, id: `dlv_${jobId}` }
  const rows = serviceRows.filter(
    ({ path, method, pending, identity }) =>
      /\{(job_id|key_id|id)\}/.test(path) && method !== 'OPTIONS' && !pending && identity !== 'none',
  )
  t.ok(rows.length >= 7, `${rows.length} routes take an id`)
  const identities = [
    ['nobody', {}],
    ['a key of another', { 'x-api-key': otherKey }],
    ['a bearer of another', other.authorization],
    ['a demo key', { 'x-api-key': demo }],
  ] as const
  for (const { method, path } of rows) {
    for (const [who, headers] of identities) {
      const probe = async (idOf: (name: string) => string) => {
        const target = path.replace(/\{(\w+)\}/, (_, name: string) => idOf(name))
        const body = method === 'PATCH' ? { label: 'mine' } : undefined
        const { status, json } = await service.call(target, { method, body, headers: { ...headers } })
        return `${status} ${json?.code} ${json?.detail}`
      }
      const foreign = await probe(name => ownIds[name]!)
      const random = await probe(name => (name === 'id' ? `dlv_${randomUUID()}` : randomUUID()))
      t.match(foreign, /^(401|403|404) /, `${method} ${path} for ${who}`)
      t.equal(foreign, random, `${method} ${path} for ${who}`)
    }
  }
  t.equal((await service.call(`/api/v1/jobs/${jobId}`, { key: ownKey })).status, 200, 'nothing came of it')
  t.match((await owner.call(KEYS)).json, [{ key_id: keyId, status: 'active', description: 'test' }])
})

/** Calls of each kind; the two kinds take turns in an order of chance, so that whatever else the machine does meets both. */
const TIMED_CALLS = 500
const TIMING_MS_MAX = 5

t.test("T35: another account's job takes as long to be refused as one that does not exist", async t => {
  t.setTimeout(300_000)
  const seed = Date.now() % 1_000_000
  t.comment(`seed ${seed}`)
  const rnd = random(seed)
  const service = await startService(t, issuer.settings)
  const owner = await service.key('starter')
  const other = await service.key('starter', { callsPerWindow: 'unlimited' })
  const submitted = await service.call(`${CPM}/async`, { key: owner, body: { tasks: FOUR_TASKS } })
  const foreign = submitted.json.job_id as string
  for (const [method, suffix] of [
    ['GET', ''],
    ['GET', '/result'],
    ['POST', '/cancel'],
  ] as const) {
    const timesMs = { foreign: [] as number[], random: [] as number[] }
    const bodies = new Set<string>()
    while (timesMs.foreign.length < TIMED_CALLS || timesMs.random.length < TIMED_CALLS) {
      const kind = rnd() < 0.5 ? 'foreign' : 'random'
      const id = kind === 'foreign' ? foreign : randomUUID()
      const fromMs = performance.now()
      const { status, bytes } = await service.call(`/api/v1/jobs/${id}${suffix}`, {
        method,
        key: other,
        headers: { 'x-request-id': 'same' },
      })
      timesMs[kind].push(performance.now() - fromMs)
      bodies.add(`${status} ${bytes.toString('hex')}`)
    }
    t.equal(bodies.size, 1, 'byte for byte the same')
    const [ofForeign, ofRandom] = [median(timesMs.foreign), median(timesMs.random)]
    const text = `${method} ${suffix}: median ${ofForeign.toFixed(2)} ms of ${timesMs.foreign.length} for another's job, ${ofRandom.toFixed(2)} ms of ${timesMs.random.length} for none`
    t.comment(text)
    t.ok(Math.abs(ofForeign - ofRandom) <= TIMING_MS_MAX, text)
  }
})

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!
