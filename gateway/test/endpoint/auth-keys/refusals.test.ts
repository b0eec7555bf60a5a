import { randomUUID } from 'node:crypto'
import t from 'tap'
import { keys } from '../../../../shared/platform/redis/keys.ts'
import { signedUp, startIssuer } from '../../helpers/issuer.ts'
import { startService } from '../../helpers/service.ts'

const KEYS = '/api/v1/auth/keys'
const issuer = await startIssuer(t)
const service = await startService(t, issuer.settings)

t.test('401 without a valid token, an API key is none; 403 before signing up and when suspended', async t => {
  const { key } = await signedUp(service, issuer, 'ada')
  const { text } = await key()
  const stranger = { authorization: `Bearer ${await issuer.token('nobody')}` }
  const suspended = await signedUp(service, issuer, 'sue')
  await service.redis.hset(keys.account(suspended.accountId), { status: 'suspended', reason: 'Unpaid.' })
  const calls = [
    ['GET', KEYS, undefined],
    ['POST', KEYS, { label: 'x' }],
    ['DELETE', `${KEYS}/${randomUUID()}`, undefined],
    ['PATCH', `${KEYS}/${randomUUID()}/label`, { label: 'x' }],
    ['GET', '/api/v1/auth/profile', undefined],
    ['DELETE', '/api/v1/auth/account', undefined],
  ] as const
  for (const [method, path, body] of calls) {
    const name = `${method} ${path}`
    t.equal((await service.call(path, { method, body })).json.code, 'credentials_missing', name)
    t.equal((await service.call(path, { method, body, key: text })).status, 401, `${name} with a key`)
    const forged = { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' }
    t.equal((await service.call(path, { method, body, headers: forged })).json.code, 'credentials_invalid', name)
    t.equal((await service.call(path, { method, body, headers: stranger })).json.code, 'signup_required', name)
    const refused = await suspended.call(path, { method, body })
    t.equal(refused.json.code, 'account_suspended', name)
    t.match(refused.json.detail, /Unpaid/)
  }
  t.equal((await service.call('/api/v1/account/tier', { key: text })).status, 200, 'nothing came of it')
})

t.test('a key of another account is one that does not exist', async t => {
  const [owner, other] = [await signedUp(service, issuer, 'own'), await signedUp(service, issuer, 'oth')]
  const { keyId, text } = await owner.key()
  const ids = [keyId, randomUUID(), 'nonsense', '..%2f..', `${keyId}:x`, encodeURIComponent('{a:x}')]
  const answers = new Set<string>()
  for (const id of ids) {
    for (const [method, path, body] of [
      ['DELETE', `${KEYS}/${id}`, undefined],
      ['PATCH', `${KEYS}/${id}/label`, { label: 'mine' }],
    ] as const) {
      const { status, json } = await other.call(path, { method, body })
      answers.add(`${status} ${json.code} ${json.detail}`)
    }
  }
  t.same([...answers], ['404 key_not_found The account has no such key.'])
  t.equal((await service.call('/api/v1/account/tier', { key: text })).status, 200)
  t.equal((await owner.call(KEYS)).json[0].description, 'test')
})

t.test('409 at the twenty-first live key, also of a burst; a revoked one makes room', async t => {
  const user = await signedUp(service, issuer, 'max')
  const made = await Promise.all(Array.from({ length: 25 }, () => user.call(KEYS, { body: { label: 'x' } })))
  t.equal(made.filter(({ status }) => status === 201).length, 20)
  const refused = made.filter(({ status }) => status === 409)
  t.equal(refused.length, 5)
  t.equal(refused[0]!.json.code, 'key_limit')
  const [first] = (await user.call(KEYS)).json
  await user.call(`${KEYS}/${first.key_id}`, { method: 'DELETE' })
  t.equal((await user.call(KEYS, { body: { label: 'x' } })).status, 201)
})

t.test('bodies that lack something or hold nonsense are 422 and say where', async t => {
  const user = await signedUp(service, issuer, 'bad')
  const { keyId } = await user.key()
  const wrong: [string, unknown][] = [
    ['label', {}],
    ['label', { label: '' }],
    ['label', { label: null }],
    ['label', { label: 7 }],
    ['label', { label: 'x'.repeat(201) }],
    ['label', { label: 'a\nb' }],
    ['expires_at', { label: 'x', expires_at: 'soon' }],
    ['expires_at', { label: 'x', expires_at: '2027-02-30T00:00:00Z x' }],
    ['expires_at', { label: 'x', expires_at: '2096-02-30T00:00:00Z' }],
    ['expires_at', { label: 'x', expires_at: '2020-01-01T00:00:00Z' }],
    ['expires_at', { label: 'x', expires_at: 1_900_000_000 }],
  ]
  for (const [member, body] of wrong) {
    const { status, json } = await user.call(KEYS, { body })
    t.equal(status, 422, JSON.stringify(body).slice(0, 60))
    t.same(json.detail[0].loc, ['body', member])
  }
  t.equal((await user.call(`${KEYS}/${keyId}/label`, { method: 'PATCH', body: {} })).status, 422)
  t.equal((await user.call(KEYS, { method: 'POST', body: '{' })).status, 400)
  t.equal((await user.call(KEYS, { body: { label: 'x' }, headers: { 'content-type': 'text/plain' } })).status, 415)
  t.equal((await user.call(KEYS)).json.length, 1)
})

t.test('503 while the store is away, and nothing is promised', async t => {
  const user = await signedUp(service, issuer, 'away')
  await service.stopRedis()
  for (const [method, path, body] of [
    ['GET', KEYS, undefined],
    ['POST', KEYS, { label: 'x' }],
    ['GET', '/api/v1/auth/profile', undefined],
    ['DELETE', '/api/v1/auth/account', undefined],
  ] as const) {
    t.equal((await user.call(path, { method, body })).status, 503, `${method} ${path}`)
  }
})
