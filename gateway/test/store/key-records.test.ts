/** Records of keys are bounded, paged and let go of, and no key comes to life again by that. */
import { randomUUID } from 'node:crypto'
import t from 'tap'
import { connect, disconnect } from '../../../shared/platform/redis/connect.ts'
import { keys } from '../../../shared/platform/redis/keys.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { redisOfTest } from '../../../shared/test/redis-of-test.ts'
import { RedisLimiter } from '../../limits/redis-limiter.ts'
import { createAccount } from '../../store/accounts.ts'
import { parseKey } from '../../store/api-key.ts'
import { allKeys, countLiveKeys, listKeys } from '../../store/key-records.ts'
import { createKey, labelKey, type NewKey, revokeKey } from '../../store/keys.ts'

const redis = await redisOfTest(dataFolder(t))
const client = connect(redis.url, 'test')
const limiter = new RedisLimiter(client, { warn() {}, error() {} }, 0)
t.teardown(async () => {
  await limiter.close(1_000)
  disconnect(client)
  await redis.stop()
})
const DAY_MS = 86_400_000
const actor = 'test'

const account = () => createAccount(client, { tier: 'free', actor })
async function make(accountId: string, key: Partial<NewKey> = {}) {
  const made = await createKey(client, accountId, { actor, ...key })
  if (made.state !== 'created') throw new Error(made.state)
  const { sha256 } = parseKey(made.text)!
  return {
    keyId: made.key.keyId,
    credential: keys.credential(sha256),
    record: keys.keyState(accountId, made.key.keyId),
  }
}
const isAdmitted = async (accountId: string, keyId: string): Promise<boolean> =>
  (await limiter.admit({ identity: { accountId, keyId }, meter: 'control', neededTier: 'demo', what: 'This' })).ok

/** Records as earlier versions left them: without an end. */
async function old(accountId: string, count: number, agoMs: number): Promise<{ keyId: string; credential: string }[]> {
  const made = Array.from({ length: count }, (_, i) => ({
    keyId: randomUUID(),
    credential: keys.credential(`${accountId}-${i}`),
  }))
  for (const [i, { keyId, credential }] of made.entries()) {
    const atMs = Date.now() - agoMs + i
    await client.hset(keys.keyState(accountId, keyId), {
      ...{ status: 'revoked', prefix: 'sis_live_aaa', label: `${i}`, createdAtMs: atMs, revokedAtMs: atMs },
      sha256: `${accountId}-${i}`,
    })
    await client.zadd(keys.keyIds(accountId), atMs, keyId)
    await client.set(credential, `${accountId} ${keyId}`)
  }
  return made
}

t.test('the record of a revoked key stays for its days and goes with what leads to it; the key stays dead', async t => {
  const accountId = await account()
  const { keyId, credential, record } = await make(accountId)
  t.equal(await client.pttl(record), -1)
  t.ok(await isAdmitted(accountId, keyId))
  t.equal(await revokeKey(client, accountId, keyId, actor, 7), 'revoked')
  for (const name of [record, credential]) {
    const ttl = await client.pttl(name)
    t.ok(ttl > 7 * DAY_MS - 60_000 && ttl <= 7 * DAY_MS, `${ttl} ms`)
  }
  t.type(await labelKey(client, accountId, keyId, 'was the nightly report', actor), 'number')
  t.ok((await client.pttl(record)) > 0, 'a label does not prolong it')
  t.equal(await revokeKey(client, accountId, keyId, actor, 30), 'already_revoked')
  t.ok((await client.pttl(record)) <= 7 * DAY_MS, 'nor does a second revocation')
  t.match(await listKeys(client, accountId), { keys: [{ keyId, status: 'revoked' }], cursor: null })
  // its time is over
  await client.del(record)
  t.notOk(await isAdmitted(accountId, keyId))
  t.equal(await labelKey(client, accountId, keyId, 'x', actor), null)
  t.equal(await revokeKey(client, accountId, keyId, actor), 'unknown')
  t.same((await listKeys(client, accountId)).keys, [])
  t.equal(await client.zcard(keys.keyIds(accountId)), 0)
  t.notOk(await isAdmitted(accountId, keyId))
})

t.test('the record of a key with an end goes some days after it, also when nobody revokes it', async t => {
  const accountId = await account()
  const { credential, record } = await make(accountId, { expiresAtMs: Date.now() + DAY_MS, recordDays: 7 })
  for (const name of [record, credential]) {
    const ttl = await client.pttl(name)
    t.ok(ttl > 8 * DAY_MS - 60_000 && ttl <= 8 * DAY_MS, `${ttl} ms`)
  }
})

t.test('what earlier versions piled up goes twenty at a time, oldest first, and live keys stay', async t => {
  const accountId = await account()
  const live = await make(accountId)
  const piled = await old(accountId, 150, 10 * DAY_MS)
  await client.zadd(keys.keyIds(accountId), 1, live.keyId)
  const counts: number[] = []
  for (let i = 0; i < 4; i++) {
    await listKeys(client, accountId)
    counts.push(await client.zcard(keys.keyIds(accountId)))
  }
  t.same(counts, [131, 111, 100, 100])
  const listed = (await listKeys(client, accountId)).keys.map(({ keyId }) => keyId)
  t.same(listed, [live.keyId, ...piled.slice(-99).map(({ keyId }) => keyId)])
  t.equal(await client.exists(...piled.slice(0, 51).map(({ keyId }) => keys.keyState(accountId, keyId))), 0)
  for (const { credential } of piled.slice(0, 51))
    if (await client.exists(credential)) t.fail(`${credential} leads nowhere`)
  t.ok(await isAdmitted(accountId, live.keyId))
  t.notOk(await isAdmitted(accountId, piled[0]!.keyId))
  await make(accountId)
  t.equal(await client.zcard(keys.keyIds(accountId)), 100, 'a new key takes the place of the oldest one that is over')
})

t.test('a key that was made is shown, also when Redis goes away before the old records could go', async t => {
  const accountId = await account()
  const gone = Object.assign(Object.create(client), { zcard: () => Promise.reject(new Error('Connection is closed.')) })
  t.equal((await createKey(gone, accountId, { actor })).state, 'created')
})

t.test('records of earlier versions that are past their days go when they are listed', async t => {
  const accountId = await account()
  const [past] = await old(accountId, 1, 91 * DAY_MS)
  const [recent] = await old(accountId, 1, 89 * DAY_MS)
  t.match((await listKeys(client, accountId)).keys, [{ keyId: recent!.keyId }])
  t.equal(await client.exists(keys.keyState(accountId, past!.keyId)), 0)
})

t.test('pages hold each key once, also of one moment and while others come', async t => {
  const accountId = await account()
  const { keyId } = await make(accountId)
  const others = await old(accountId, 40, DAY_MS)
  await client.zadd(keys.keyIds(accountId), ...others.slice(0, 20).flatMap(({ keyId }) => [1_700_000_000_000, keyId]))
  const found: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof listKeys>> = await listKeys(client, accountId, { cursor, limit: 7 })
    t.ok(page.keys.length <= 7)
    found.push(...page.keys.map(key => key.keyId))
    cursor = page.cursor
  } while (cursor !== null)
  t.equal(new Set(found).size, 41)
  t.equal(found.length, 41)
  t.equal(found.at(-1), keyId)
  const all: string[] = []
  for await (const key of allKeys(client, accountId)) all.push(key.keyId)
  t.same(all, found)
})

t.test('an account makes fifty keys a day: so many names of calls are kept, and each is known again', async t => {
  const accountId = await account()
  const named = (i: number) =>
    createKey(client, accountId, { actor, idempotency: { keyHash: `name-${i}`, fingerprint: 'body' } })
  for (let i = 0; i < 50; i++) {
    const made = await named(i)
    if (made.state !== 'created') return t.fail(made.state)
    await revokeKey(client, accountId, made.key.keyId, actor)
  }
  t.match(await named(50), { state: 'key_rate', limit: 50, windowSeconds: 86_400 })
  const refused = await createKey(client, accountId, { actor })
  t.equal(refused.state, 'key_rate')
  if (refused.state === 'key_rate') t.ok(refused.retryAfterMs > DAY_MS - 60_000 && refused.retryAfterMs <= DAY_MS)
  for (const i of [0, 49]) t.match(await named(i), { state: 'replayed', key: { status: 'revoked' } })
  t.equal(await client.hlen(keys.idempotency(accountId)), 50)
  t.equal(await countLiveKeys(client, accountId), 0)
  const [first] = await client.zrange(keys.keyIds(accountId), 0, '0')
  await client.zadd(keys.keyIds(accountId), Date.now() - DAY_MS - 1, first!)
  t.equal((await createKey(client, accountId, { actor })).state, 'created', 'a day after the first of them')
})

t.test('keys that are live are counted, those at their end are not', async t => {
  const accountId = await account()
  await make(accountId)
  const ending = await make(accountId, { lifeMs: 60_000 })
  t.equal(await countLiveKeys(client, accountId), 2)
  // as if its minute had passed
  await client.hset(ending.record, { expiresAtMs: Date.now() - 1 })
  await client.zadd(keys.liveKeys(accountId), 'XX', Date.now() - 1, ending.keyId)
  t.equal(await countLiveKeys(client, accountId), 1)
  // created in the same millisecond they may come in either order
  const statuses = (await listKeys(client, accountId)).keys.map(({ keyId, status }) => [keyId === ending.keyId, status])
  t.strictSame(
    new Map(statuses as [boolean, string][]),
    new Map([
      [true, 'expired'],
      [false, 'active'],
    ]),
  )
})
