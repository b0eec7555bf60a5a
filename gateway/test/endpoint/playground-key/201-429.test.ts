import t from 'tap'
import { keys } from '../../../../shared/platform/redis/keys.ts'
import { elsewhere } from '../../helpers/elsewhere.ts'
import { CPM, FOUR_TASKS } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const KEYS = '/api/v1/playground/keys'
const TIER = '/api/v1/account/tier'
const DAY_MS = 86_400_000
const service = await startService(t, { TRUSTED_PROXY_HOPS: '1' })
const newKey = (headers = elsewhere()) => service.call(KEYS, { method: 'POST', headers })

t.test('201: a demo key for a day and a hundred calls, without an identity', async t => {
  const { status, json, headers } = await newKey()
  t.equal(status, 201)
  t.match(json.api_key, /^sis_demo_/)
  t.equal(headers['cache-control'], 'no-store')
  t.equal(Date.parse(json.expires_at) - Date.parse(json.created_at), DAY_MS)
  t.match((await service.call(TIER, { key: json.api_key })).json, {
    tier: 'demo',
    limits: { monthly_calls_remaining: json.calls_remaining },
  })
})

t.test('exactly a hundred calls of it are accepted, of two hundred at once, and then it is refused (T37)', async t => {
  const { api_key: key, key_id: keyId } = (await newKey()).json
  const [accountId] = String(await service.redis.get(keys.credential(await sha256(key)))).split(' ')
  // the window of the tier is narrower than its quota
  await service.redis.hset(keys.account(accountId!), 'callsPerWindow', 'unlimited')
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => service.call(CPM, { key, body: { tasks: FOUR_TASKS }, headers: elsewhere() })),
  )
  t.equal(answers.filter(({ status }) => status === 200).length, 100)
  t.equal(answers.filter(({ status, json }) => status === 401 && json.code === 'credentials_invalid').length, 100)
  const after = await service.call(CPM, { key, body: { tasks: FOUR_TASKS } })
  t.equal(after.status, 401)
  t.equal((await service.call(TIER, { key })).status, 401)
  t.equal((await service.redis.hget(keys.keyState(accountId!, keyId), 'status')) !== null, true, 'its record is there')
})

t.test('a day and a second later it is refused, however few its calls (T37)', async t => {
  const { api_key: key, key_id: keyId } = (await newKey()).json
  t.equal((await service.call(CPM, { key, body: { tasks: FOUR_TASKS } })).status, 200)
  const [accountId] = String(await service.redis.get(keys.credential(await sha256(key)))).split(' ')
  const state = keys.keyState(accountId!, keyId)
  const expiresAtMs = Number(await service.redis.hget(state, 'expiresAtMs'))
  // a day later for the key: its end is moved back by as much
  await service.redis.hset(state, 'expiresAtMs', expiresAtMs - DAY_MS - 1_000)
  t.equal((await service.call(CPM, { key, body: { tasks: FOUR_TASKS } })).status, 401)
})

t.test('429 for the fourth key of an address within a day; another address gets one', async t => {
  const address = elsewhere()
  for (let i = 0; i < 3; i++) t.equal((await newKey(address)).status, 201)
  const { status, json, headers } = await newKey(address)
  t.equal(`${status} ${json.code}`, '429 playground_limit')
  t.ok(Number(headers['retry-after']) > 86_000)
  t.equal((await newKey()).status, 201)
  const name = keys.addressCount(address['x-forwarded-for']!, 'playground')
  t.ok((await service.redis.pttl(name)) <= DAY_MS)
  await service.redis.del(name)
  t.equal((await newKey(address)).status, 201, 'the next day it gets one')
})

t.test('a claimed address is believed only from a proxy that the operator counted', async t => {
  const own = await startService(t)
  const statuses: number[] = []
  for (let i = 0; i < 4; i++) statuses.push((await own.call(KEYS, { method: 'POST', headers: elsewhere() })).status)
  t.same(statuses, [201, 201, 201, 429])
})

t.test('503 while the store is away', async t => {
  const own = await startService(t)
  await own.stopRedis()
  const { status, json } = await own.call(KEYS, { method: 'POST' })
  t.equal(`${status} ${json.code}`, '503 store_unavailable')
})

async function sha256(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('hex')
}
