/** Accounts under attack: revocation (T34), other people's ids (T35). */
import { randomUUID } from 'node:crypto'
import t from 'tap'
import { serviceRows } from '../../../shared/endpoint/service.ts'
import { keys } from '../../../shared/redis/keys.ts'
import { until } from '../../../shared/test/until.ts'
import { signedUp, startIssuer } from '../helpers/issuer.ts'
import { CPM, FOUR_TASKS } from '../helpers/networks.ts'
import { startService } from '../helpers/service.ts'

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
  t.equal(late.length, 0, `${calls.length} calls, ${calls.filter(({ status }) => status < 300).length} before it`)
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
      const ask = async (idOf: (name: string) => string) => {
        const target = path.replace(/\{(\w+)\}/, (_, name: string) => idOf(name))
        const body = method === 'PATCH' ? { label: 'mine' } : undefined
        const { status, json } = await service.call(target, { method, body, headers: { ...headers } })
        return `${status} ${json?.code} ${json?.detail}`
      }
      const foreign = await ask(name => ownIds[name]!)
      const random = await ask(name => (name === 'id' ? `dlv_${randomUUID()}` : randomUUID()))
      t.match(foreign, /^(401|403|404) /, `${method} ${path} for ${who}`)
      t.equal(foreign, random, `${method} ${path} for ${who}`)
    }
  }
  t.equal((await service.call(`/api/v1/jobs/${jobId}`, { key: ownKey })).status, 200, 'nothing came of it')
  t.match((await owner.call(KEYS)).json, [{ key_id: keyId, status: 'active', description: 'test' }])
})
