/** Bearer tokens that are forged (T30), and keys that change, do not exist or cannot be fetched (T31). */
import { createHmac, generateKeyPairSync, type KeyObject, sign as signBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, exportSPKI, importJWK, type JWK, SignJWT } from 'jose'
import t, { type Test } from 'tap'
import { startLocalProvider } from '../../../deploy/identity/local-provider.ts'
import { readConfig } from '../../../shared/config.ts'
import { createLog } from '../../../shared/process/log.ts'
import { until } from '../../../shared/test/until.ts'
import { Bearers } from '../../identity/bearer.ts'
import { resumeAccount, suspendAccount } from '../../store/accounts.ts'
import { AUDIENCE, elsewhere, startIdentityService } from '../helpers/identity.ts'
import { CPM, FOUR_TASKS } from '../helpers/networks.ts'

const TIER = '/api/v1/account/tier'
const nowSeconds = () => Math.floor(Date.now() / 1000)
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

t.test('every forged token is 401 with the same body, and makes nobody ask an address of its choice (T30)', async t => {
  let fetchCount = 0
  const attacker = createServer((_, response) => {
    fetchCount++
    response.end(JSON.stringify({ keys: [ownJwk] }))
  })
  await new Promise<void>(resolve => attacker.listen(0, '127.0.0.1', resolve))
  t.teardown(() => attacker.close())
  const evil = `http://127.0.0.1:${(attacker.address() as AddressInfo).port}`
  const service = await startIdentityService(t)
  const member = await service.member('ada')
  t.equal((await service.call(TIER, { headers: member })).status, 200, 'the honest token works')

  const published = (await (await fetch(`${service.provider.issuer}/jwks`)).json()) as { keys: JWK[] }
  const [jwk] = published.keys
  const { kid = '' } = jwk!
  const publicKey = await importJWK({ ...jwk!, alg: 'RS256' }, 'RS256', { extractable: true })
  const pem = await exportSPKI(publicKey as never)
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const ownEc = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ownJwk = await exportJWK(own.publicKey)
  const claims = {
    iss: service.provider.issuer,
    aud: AUDIENCE,
    sub: 'ada',
    exp: nowSeconds() + 3_600,
    email: 'ada@example.com',
    email_verified: true,
  }
  const without = (name: keyof typeof claims) =>
    Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name))
  const forged = (header: object, key: KeyObject = own.privateKey, body: object = claims): Promise<string> =>
    new SignJWT({ ...body }).setProtectedHeader({ alg: 'RS256', kid, ...header }).sign(key)
  const hmac = (secret: string, header: object = {}): string => {
    const text = `${part({ alg: 'HS256', kid, ...header })}.${part(claims)}`
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
  }
  const honest = (more: Record<string, unknown>, header = {}) => service.provider.sign({ ...claims, ...more }, header)
  const [head, body, signature] = (await honest({})).split('.') as [string, string, string]
  const crit = `${part({ alg: 'RS256', kid, crit: ['evil'], evil: true })}.${body}`

  const tokens: Readonly<Record<string, string>> = {
    'alg none': `${part({ alg: 'none' })}.${body}.`,
    'alg None': `${part({ alg: 'None', kid })}.${body}.`,
    'alg none with a signature': `${part({ alg: 'none', kid })}.${body}.${signature}`,
    'HS256 with the public key as PEM': hmac(pem),
    'HS256 with the public key as JWK': hmac(JSON.stringify(jwk)),
    'HS256 with the key set': hmac(JSON.stringify(published)),
    'HS256 with nothing': hmac(''),
    'RS384, which is not listed': await forged({ alg: 'RS384' }),
    'ES256 under the id of an RSA key': await forged({ alg: 'ES256' }, ownEc.privateKey),
    'a key of its own under a known id': await forged({}),
    'a key of its own under an unknown id': await forged({ kid: 'unknown' }),
    'an id that is a path': await forged({ kid: '../../../../dev/null' }),
    'an id that is SQL': await forged({ kid: "x' UNION SELECT 'a" }),
    'its own key embedded': await forged({ jwk: ownJwk, kid: undefined }),
    'jku to a host of its own': await forged({ jku: `${evil}/jwks` }),
    'x5u to a host of its own': await forged({ x5u: `${evil}/cert` }),
    'x5c of its own': await forged({ x5c: [Buffer.from('x').toString('base64')] }),
    'an issuer of its own': await forged({ kid: 'unknown' }, own.privateKey, { ...claims, iss: evil }),
    'another issuer': await honest({ iss: 'https://issuer.example' }),
    'no issuer': await service.provider.sign(without('iss')),
    'another audience': await honest({ aud: 'https://other.example' }),
    'no audience': await service.provider.sign(without('aud')),
    expired: await honest({ exp: nowSeconds() - 31 }),
    'without an end': await service.provider.sign(without('exp')),
    'not valid yet': await honest({ nbf: nowSeconds() + 600 }),
    'without a subject': await service.provider.sign(without('sub')),
    'an empty subject': await honest({ sub: '' }),
    'an overlong subject': await honest({ sub: 'x'.repeat(256) }),
    'another body under the signature': `${head}.${part({ ...claims, sub: 'bob' })}.${signature}`,
    'a signature cut short': `${head}.${body}.${signature.slice(0, -8)}`,
    'no signature': `${head}.${body}.`,
    'a critical header that nobody knows': `${crit}.${signBytes('sha256', Buffer.from(crit), own.privateKey).toString('base64url')}`,
    'five parts, as if it were encrypted': `${head}.${body}.${signature}.x.y`,
    'the end as a text': await honest({ exp: '9999999999' }),
  }
  t.ok(Object.keys(tokens).length >= 25)
  const bodies = new Set<string>()
  for (const [name, token] of Object.entries(tokens)) {
    const headers = { authorization: `Bearer ${token}`, 'x-request-id': 'same', ...elsewhere() }
    const { status, bytes } = await service.call(TIER, { headers })
    t.equal(status, 401, name)
    bodies.add(bytes.toString())
  }
  t.equal(bodies.size, 1, 'nobody is told why')
  t.equal(fetchCount, 0)
  t.equal((await service.call(TIER, { headers: member })).status, 200, 'and the honest token still works')
})

t.test('ID tokens and tokens of other services are not for this one', async t => {
  const service = await startIdentityService(t)
  const headers = { authorization: `Bearer ${await service.token('ada', { aud: ['schedule-service', 'other'] })}` }
  t.equal((await service.call(TIER, { headers })).status, 401)
  const among = await service.member('bob', { aud: ['other', AUDIENCE] })
  t.equal((await service.call(TIER, { headers: among })).status, 200, 'but one of several audiences is enough')
})

/** The check of tokens alone, with a clock of the test's. */
async function startBearers(t: Test) {
  const provider = await startLocalProvider({ audience: AUDIENCE, redirectUri: 'http://127.0.0.1/', users: {} })
  t.teardown(() => provider.close())
  const settings = { OIDC_ISSUER: provider.issuer, OIDC_AUDIENCE: AUDIENCE }
  const outcome = readConfig(settings, { coreCount: 1, memoryBytes: 2 ** 30 })
  if (!outcome.ok) throw new Error(outcome.mistakes.join())
  const clock = { ms: Date.now() }
  const bearers = new Bearers([provider.issuer], outcome.config, createLog('silent'), () => clock.ms)
  const token = (header = {}) =>
    provider.sign({ iss: provider.issuer, aud: AUDIENCE, sub: 'ada', exp: nowSeconds() + 86_400 }, header)
  const stateOf = async (text: string) => (await bearers.verify(text)).state
  return { provider, clock, token, stateOf }
}

t.test('keys that change under a thousand calls reject none of them, and are fetched once (T31)', async t => {
  const { provider, clock, token, stateOf } = await startBearers(t)
  const old = await token()
  t.same(new Set(await Promise.all(Array.from({ length: 100 }, () => stateOf(old)))), new Set(['valid']))
  t.equal(provider.keyFetchCount, 1, 'a burst asks once')
  clock.ms += 31_000
  await provider.rotate()
  const fresh = await token()
  const states = await Promise.all(Array.from({ length: 1_000 }, (_, i) => stateOf(i % 2 === 0 ? old : fresh)))
  t.same(new Set(states), new Set(['valid']))
  t.equal(provider.keyFetchCount, 2)
})

t.test('ten thousand unknown key ids are one question per cooldown (T31)', async t => {
  const { provider, clock, token, stateOf } = await startBearers(t)
  const good = await token()
  t.equal(await stateOf(good), 'valid')
  const [, body, signature] = good.split('.')
  const flood = Array.from(
    { length: 10_000 },
    (_, i) => `${part({ alg: 'RS256', kid: `flood-${i}` })}.${body}.${signature}`,
  )
  t.same(new Set(await Promise.all(flood.map(stateOf))), new Set(['invalid']))
  t.equal(provider.keyFetchCount, 1, 'the first fetch was within the cooldown')
  clock.ms += 30_000
  t.same(new Set(await Promise.all(flood.map(stateOf))), new Set(['invalid']))
  t.equal(provider.keyFetchCount, 2)
  t.equal(await stateOf(good), 'valid')
})

t.test(
  'known keys work on for as long as the provider is away; a token with another is told to wait (T31)',
  async t => {
    const { provider, clock, token, stateOf } = await startBearers(t)
    const good = await token()
    t.equal(await stateOf(good), 'valid')
    await provider.rotate()
    const fresh = await token()
    await provider.pause()
    for (let seconds = 0; seconds < 660; seconds += 30) {
      clock.ms += 30_000
      t.equal(await stateOf(good), 'valid')
      t.equal(await stateOf(fresh), 'unavailable')
    }
    await provider.resume()
    clock.ms += 30_000
    t.equal(await stateOf(fresh), 'valid')
  },
)

t.test('a provider that was never reached makes tokens wait, and is asked again soon', async t => {
  const { provider, clock, token, stateOf } = await startBearers(t)
  const good = await token()
  await provider.pause()
  t.equal(await stateOf(good), 'unavailable')
  await provider.resume()
  t.equal(await stateOf(good), 'unavailable', 'not at once')
  t.equal(provider.keyFetchCount, 0)
  clock.ms += 5_000
  t.equal(await stateOf(good), 'valid')
})

t.test('keys are looked at again by the way every ten minutes, and nobody waits for it', async t => {
  const { provider, clock, token, stateOf } = await startBearers(t)
  const good = await token()
  t.equal(await stateOf(good), 'valid')
  clock.ms += 600_000
  t.equal(await stateOf(good), 'valid')
  await until('the keys are fetched', async () => provider.keyFetchCount === 2)
})

t.test('a bearer needs the provider only for keys, and the store for everything but the tier (T33)', async t => {
  const service = await startIdentityService(t)
  const headers = await service.member('ada')
  const stranger = await service.bearer('bob')
  t.equal((await service.call(TIER, { headers })).status, 200)
  await service.provider.pause()
  t.equal((await service.call(TIER, { headers })).status, 200)
  t.equal((await service.call(CPM, { headers, body: { tasks: FOUR_TASKS } })).status, 200)
  await service.stopRedis()
  const { status, json } = await service.call(TIER, { headers })
  t.equal(status, 200)
  t.equal(json.limits.monthly_calls_remaining, null)
  for (const [path, options] of [
    [CPM, { headers, body: { tasks: FOUR_TASKS } }],
    ['/api/v1/auth/profile', { headers }],
    [TIER, { headers: stranger }],
  ] as const) {
    const refused = await service.call(path, options)
    t.equal(`${refused.status} ${refused.json.code}`, '503 store_unavailable', path)
  }
})

t.test('a suspended account is 403 for its bearer as for its keys, at once', async t => {
  const service = await startIdentityService(t)
  const headers = await service.member('ada')
  const { user_id: accountId } = (await service.call('/api/v1/auth/profile', { headers })).json
  const key = await service.key('free', { accountId })
  await suspendAccount(service.redis, accountId, 'It is unpaid.', 'test')
  for (const options of [{ headers }, { key }]) {
    const { status, json } = await service.call(TIER, options)
    t.equal(`${status} ${json.code}`, '403 account_suspended')
  }
  await resumeAccount(service.redis, accountId, 'test')
  t.equal((await service.call(TIER, { headers })).status, 200)
})

t.test('x-api-key decides alone, and the paths of the account read the bearer only', async t => {
  const service = await startIdentityService(t)
  const headers = await service.member('ada')
  const starter = await service.key('starter')
  t.equal((await service.call(TIER, { headers, key: starter })).json.tier, 'starter')
  t.equal((await service.call(TIER, { headers, key: 'sis_live_x' })).status, 401)
  const { status, json } = await service.call('/api/v1/auth/profile', { headers, key: 'sis_live_x' })
  t.equal(status, 200)
  t.equal(json.email, 'ada@example.com')
})
