/** What came of calls with an Idempotency-Key: one memory for all calls with a small body. */
import t from 'tap'
import { connect, disconnect } from '../../../shared/platform/redis/connect.ts'
import { keys } from '../../../shared/platform/redis/keys.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { redisOfTest } from '../../../shared/test/redis-of-test.ts'
import { IDEMPOTENCY_MS, noteNamedCall, readNamedCall } from '../../store/keys.ts'

const redis = await redisOfTest(dataFolder(t))
const client = connect(redis.url, 'test')
t.teardown(async () => {
  disconnect(client)
  await redis.stop()
})
const named = (i: number, fingerprint = 'body') => ({ keyHash: `name-${i}`, fingerprint })

t.test('a named call is new, then known with its answer, and reused by another body', async t => {
  const calls = keys.checkouts('plain')
  t.same(await readNamedCall(client, calls, named(1)), { state: 'new' })
  const answer = { url: 'https://pay.example.com/a b?c=d&e=ü', id: 'cs_1' }
  await noteNamedCall(client, calls, named(1), answer)
  t.same(await readNamedCall(client, calls, named(1)), { state: 'answered', answer })
  t.same(await readNamedCall(client, calls, named(1, 'other')), { state: 'reused' })
  t.same(await readNamedCall(client, calls, named(2)), { state: 'new' })
})

t.test('it is known for a day, and nothing of it stays for longer', async t => {
  const calls = keys.checkouts('day')
  await noteNamedCall(client, calls, named(1), {})
  const leftMs = await client.pttl(calls)
  t.ok(leftMs > IDEMPOTENCY_MS - 60_000 && leftMs <= IDEMPOTENCY_MS, `${leftMs} ms`)
  await client.hset(calls, 'name-1', `body %7B%7D ${Date.now() - 1}`)
  t.same(await readNamedCall(client, calls, named(1)), { state: 'new' })
})

t.test('fifty are known: those that are over make room first, then the oldest', async t => {
  const calls = keys.checkouts('many')
  for (let i = 0; i < 50; i++) await client.hset(calls, `name-${i}`, `body %7B%7D ${Date.now() + 100_000 + i}`)
  await client.hset(calls, 'name-7', `body %7B%7D ${Date.now() - 1}`)
  await noteNamedCall(client, calls, named(50), {})
  t.same((await client.hkeys(calls)).includes('name-7'), false)
  t.equal(await client.hlen(calls), 50)
  await noteNamedCall(client, calls, named(51), {})
  t.equal(await client.hlen(calls), 50)
  t.same(await readNamedCall(client, calls, named(0)), { state: 'new' }, 'the oldest')
  t.match(await readNamedCall(client, calls, named(1)), { state: 'answered' })
  t.match(await readNamedCall(client, calls, named(51)), { state: 'answered' })
})

t.test('what an earlier version kept is not known, and does no harm', async t => {
  const calls = keys.checkouts('early')
  await client.hset(calls, 'name-1', JSON.stringify({ checkout_url: 'x', fingerprint: 'body', untilMs: 1 }))
  t.same(await readNamedCall(client, calls, named(1)), { state: 'new' })
})
