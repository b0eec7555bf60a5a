/**
 * Bearer tokens that are forged (T30), and keys that change, do not exist or cannot be fetched (T31). Here the clock of the check is moved
 * where T31 waits; with a clock that nobody moves, and a thousand checks a second, it is in test/reliability/issuer.test.ts.
 */
import { createHmac, generateKeyPairSync, type KeyObject, sign as signBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, exportSPKI, importJWK, type JWK, SignJWT } from 'jose'
import t from 'tap'
import { until } from '../../../shared/test/until.ts'
import { startBearers } from '../helpers/bearers.ts'
import { elsewhere } from '../helpers/elsewhere.ts'
import { type IdentityService, startIdentityService } from '../helpers/identity.ts'
import { AUDIENCE } from '../helpers/issuer.ts'

const TIER = '/api/v1/account/tier'
const nowSeconds = () => Math.floor(Date.now() / 1000)
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Keys of the attacker. */
const OWN = generateKeyPairSync('rsa', { modulusLength: 2048 })
const OWN_EC = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const OWN_JWK = await exportJWK(OWN.publicKey)

/** By what is wrong with each. evil: address of a server of the attacker. */
async function forgedTokens(service: IdentityService, evil: string): Promise<Readonly<Record<string, string>>> {
  const published = (await (await fetch(`${service.provider.issuer}/jwks`)).json()) as { keys: JWK[] }
  const [jwk] = published.keys
  const { kid = '' } = jwk!
  const publicKey = await importJWK({ ...jwk!, alg: 'RS256' }, 'RS256', { extractable: true })
  const pem = await exportSPKI(publicKey as never)
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
  const forged = (header: object, key: KeyObject = OWN.privateKey, body: object = claims): Promise<string> =>
    new SignJWT({ ...body }).setProtectedHeader({ alg: 'RS256', kid, ...header }).sign(key)
  const hmac = (secret: string, header: object = {}): string => {
    const text = `${part({ alg: 'HS256', kid, ...header })}.${part(claims)}`
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
  }
  const honest = (more: Record<string, unknown>, header = {}) => service.provider.sign({ ...claims, ...more }, header)
  const [head, body, signature] = (await honest({})).split('.') as [string, string, string]
  const crit = `${part({ alg: 'RS256', kid, crit: ['evil'], evil: true })}.${body}`

  return {
    'alg none': `${part({ alg: 'none' })}.${body}.`,
    'alg None': `${part({ alg: 'None', kid })}.${body}.`,
    'alg none with a signature': `${part({ alg: 'none', kid })}.${body}.${signature}`,
    'HS256 with the public key as PEM': hmac(pem),
    'HS256 with the public key as JWK': hmac(JSON.stringify(jwk)),
    'HS256 with the key set': hmac(JSON.stringify(published)),
    'HS256 with nothing': hmac(''),
    'RS384, which is not listed': await forged({ alg: 'RS384' }),
    'ES256 under the id of an RSA key': await forged({ alg: 'ES256' }, OWN_EC.privateKey),
    'a key of its own under a known id': await forged({}),
    'a key of its own under an unknown id': await forged({ kid: 'unknown' }),
    'an id that is a path': await forged({ kid: '../../../../dev/null' }),
    'an id that is SQL': await forged({ kid: "x' UNION SELECT 'a" }),
    'its own key embedded': await forged({ jwk: OWN_JWK, kid: undefined }),
    'jku to a host of its own': await forged({ jku: `${evil}/jwks` }),
    'x5u to a host of its own': await forged({ x5u: `${evil}/cert` }),
    'x5c of its own': await forged({ x5c: [Buffer.from('x').toString('base64')] }),
    'an issuer of its own': await forged({ kid: 'unknown' }, OWN.privateKey, { ...claims, iss: evil }),
    'another issuer': await honest({ iss: 'https://issuer.example' }),
    'no issuer': await service.provider.sign(without('iss')),
    'another audience': await honest({ aud: 'https://other.example' }),
    'no audience': await service.provider.sign(without('aud')),
    expired: await honest({ exp: nowSeconds() - 31 }),
    'without an end': await service.provider.sign(without('exp')),
    'not valid yet': await honest({ nbf: nowSeconds() + 600 }),
    'without a subject': await service.provider.sign(without('sub')),
    'an empty subject': await honest({ sub: '' }),
    'a subject that is a number': await honest({ sub: 5 }),
    'a subject that is a list': await honest({ sub: ['ada'] }),
    'a subject that is an object': await honest({ sub: { length: 3 } }),
    'an overlong subject': await honest({ sub: 'x'.repeat(256) }),
    'another body under the signature': `${head}.${part({ ...claims, sub: 'bob' })}.${signature}`,
    'a signature cut short': `${head}.${body}.${signature.slice(0, -8)}`,
    'no signature': `${head}.${body}.`,
    'a critical header that nobody knows': `${crit}.${signBytes('sha256', Buffer.from(crit), OWN.privateKey).toString('base64url')}`,
    'five parts, as if it were encrypted': `${head}.${body}.${signature}.x.y`,
    'the end as a text': await honest({ exp: '9999999999' }),
  }
}

t.test(
  'every forged token is 401 with the same body, and causes no request to an address of its choice (T30)',
  async t => {
    let fetchCount = 0
    const attacker = createServer((_, response) => {
      fetchCount++
      response.end(JSON.stringify({ keys: [OWN_JWK] }))
    })
    await new Promise<void>(resolve => attacker.listen(0, '127.0.0.1', resolve))
    t.teardown(() => attacker.close())
    const evil = `http://127.0.0.1:${(attacker.address() as AddressInfo).port}`
    const service = await startIdentityService(t)
    const member = await service.member('ada')
    t.equal((await service.call(TIER, { headers: member })).status, 200, 'the honest token works')

    const tokens = await forgedTokens(service, evil)
    t.ok(Object.keys(tokens).length >= 25)
    const bodies = new Set<string>()
    for (const [name, token] of Object.entries(tokens)) {
      const headers = { authorization: `Bearer ${token}`, 'x-request-id': 'same', ...elsewhere() }
      const { status, bytes } = await service.call(TIER, { headers })
      t.equal(status, 401, name)
      bodies.add(bytes.toString())
    }
    t.equal(bodies.size, 1, 'no answer says why')
    t.equal(fetchCount, 0)
    t.equal((await service.call(TIER, { headers: member })).status, 200, 'and the honest token still works')
  },
)

t.test('keys that change under a thousand calls reject none of them, and are fetched once (T31)', async t => {
  const { provider, clock, token, stateOf } = await startBearers(t)
  const old = await token()
  t.same(new Set(await Promise.all(Array.from({ length: 100 }, () => stateOf(old)))), new Set(['valid']))
  t.equal(provider.keyFetchCount, 1, 'a burst fetches once')
  clock.ms += 31_000
  await provider.rotate()
  const fresh = await token()
  const states = await Promise.all(Array.from({ length: 1_000 }, (_, i) => stateOf(i % 2 === 0 ? old : fresh)))
  t.same(new Set(states), new Set(['valid']))
  t.equal(provider.keyFetchCount, 2)
})

t.test('ten thousand unknown key ids cause one fetch per cooldown (T31)', async t => {
  const { provider, clock, token, stateOf } = await startBearers(t)
  const good = await token()
  t.equal(await stateOf(good), 'valid')
  const [, body, signature] = good.split('.')
  const flood = Array.from(
    { length: 10_000 },
    (_, i) => `${part({ alg: 'RS256', kid: `flood-${i}` })}.${body}.${signature}`,
  )
  /** A hundred at once: the provider runs on this thread, too, and needs its turns. */
  const statesOfFlood = async (): Promise<Set<string>> => {
    const states = new Set<string>()
    for (let from = 0; from < flood.length; from += 100)
      for (const state of await Promise.all(flood.slice(from, from + 100).map(stateOf))) states.add(state)
    return states
  }
  t.same(await statesOfFlood(), new Set(['invalid']))
  t.equal(provider.keyFetchCount, 1, 'the first fetch was within the cooldown')
  clock.ms += 30_000
  t.same(await statesOfFlood(), new Set(['invalid']))
  t.equal(provider.keyFetchCount, 2)
  t.equal(await stateOf(good), 'valid')
})

t.test('known keys work for as long as the provider is away; a token with another key has to wait (T31)', async t => {
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
})

t.test('a provider that was never reached makes tokens wait, and is called again soon', async t => {
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
