import t from 'tap'
import { mintKey } from '../../../store/api-key.ts'
import { CPM, FOUR_TASKS } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService(t)
const body = { tasks: FOUR_TASKS }

t.test('no key, a mistyped key, an unknown key and a bearer without an issuer are refused alike', async t => {
  const answers = [
    await service.call(CPM, { body }),
    await service.call(CPM, { body, key: 'sis_live_nonsense' }),
    await service.call(CPM, { body, key: mintKey('live').text }),
    await service.call(CPM, { body, headers: { authorization: 'Bearer x.y.z' } }),
  ]
  t.same(
    answers.map(answer => answer.status),
    [401, 401, 401, 401],
  )
  t.equal(answers[0]?.json.code, 'credentials_missing')
  for (const { json } of answers.slice(1)) t.equal(json.code, 'credentials_invalid')
  t.match(answers[0]?.headers['www-authenticate'], /Bearer/)
})

t.test('a key in place of a bearer token is taken as the key, and x-api-key still decides alone', async t => {
  const { text, accountId, keyId } = await service.keyRecord('free')
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
  const answer = await service.call(CPM, { body, headers: bearer(text) })
  t.equal(answer.status, 200)
  t.equal((await service.call('/api/v1/account/tier', { headers: bearer(text) })).json.tier, 'free')
  t.equal((await service.call(CPM, { body, key: mintKey('live').text, headers: bearer(text) })).status, 401)
  t.equal((await service.call(CPM, { body, headers: bearer(`${text}x`) })).json.code, 'credentials_invalid')
  t.match((await service.call('/api/v1/auth/profile', { headers: bearer(text) })).status, /^(401|503)$/, 'no user')
  await service.redis.hset(`{a:${accountId}}:key:${keyId}`, 'status', 'revoked')
  t.equal((await service.call(CPM, { body, headers: bearer(text) })).status, 401)
})

t.test('the rate headers of a caller without identity count its address', async t => {
  const first = await service.call(CPM, { body })
  const second = await service.call(CPM, { body })
  t.equal(first.headers['x-ratelimit-limit'], '60')
  t.equal(Number(first.headers['x-ratelimit-remaining']) - Number(second.headers['x-ratelimit-remaining']), 1)
})

t.test('a revoked key is refused at once', async t => {
  const { text, accountId, keyId } = await service.keyRecord('free')
  t.equal((await service.call(CPM, { body, key: text })).status, 200)
  await service.redis.hset(`{a:${accountId}}:key:${keyId}`, 'status', 'revoked')
  t.equal((await service.call(CPM, { body, key: text })).status, 401)
})

t.test('a demo key is refused after its hundredth use', async t => {
  const { text, accountId } = await service.keyRecord('demo')
  await service.redis.hset(`{a:${accountId}}:month`, 'life', 99)
  t.equal((await service.call(CPM, { body, key: text })).status, 200)
  t.equal((await service.call(CPM, { body, key: text })).status, 401)
})
