import t from 'tap'
import { keys } from '../../../../shared/platform/redis/keys.ts'
import { namesOf } from '../../../../shared/test/every-server.ts'
import { arrive, Browser, CALLBACK, signInUntilCallback, startIdentityService } from '../../helpers/identity.ts'
import { startService, type TestService } from '../../helpers/service.ts'

const LOGIN = '/api/v1/auth/login'
const service = await startIdentityService(t)

const codeOf = async (own: TestService, browser: Browser, url: string): Promise<string> => {
  const { status, json } = await arrive(own, browser, url)
  return `${status} ${json.code}`
}

t.test('400 for a state that was used, is of another browser, or was never given', async t => {
  const browser = new Browser()
  const url = await signInUntilCallback(service, browser, 'ada')
  t.equal(await codeOf(service, new Browser(), url), '400 login_state_invalid', 'without the cookie')
  const stranger = new Browser()
  await signInUntilCallback(service, stranger, 'bob')
  t.equal(await codeOf(service, stranger, url), '400 login_state_invalid', 'with the cookie of another')
  t.equal(await codeOf(service, browser, url), '400 login_state_invalid', 'and a state that was tried is gone')

  const good = await signInUntilCallback(service, browser, 'ada')
  t.equal((await arrive(service, browser, good)).status, 200)
  t.equal(await codeOf(service, browser, good), '400 login_state_invalid', 'a second time')
  const invented = `${service.url}${CALLBACK}?code=x&state=${'A'.repeat(43)}`
  t.equal(await codeOf(service, browser, invented), '400 login_state_invalid')
})

t.test('400 after ten minutes', async t => {
  const browser = new Browser()
  const url = await signInUntilCallback(service, browser, 'ada')
  const names = await namesOf(service.redis, 'login:*')
  t.ok(names.length > 0)
  for (const name of names) {
    const lifeSeconds = await service.redis.ttl(name)
    t.ok(lifeSeconds > 0 && lifeSeconds <= 600, 'a state has an end')
    await service.redis.del(name)
  }
  t.equal(await codeOf(service, browser, url), '400 login_state_invalid')
  t.match(names[0], keys.login('').slice(0, 6))
})

t.test('what is stored of a sign-in does not name its state or its cookie', async t => {
  const browser = new Browser()
  const url = new URL(await signInUntilCallback(service, browser, 'ada'))
  const state = url.searchParams.get('state')!
  for (const name of await namesOf(service.redis, 'login:*')) {
    const text = `${name} ${await service.redis.get(name)}`
    t.notMatch(text, state)
    t.notMatch(text, browser.cookies(service.url).split('=')[1]!)
  }
})

t.test('400 when the provider refuses the code, or sends an error in its place', async t => {
  const browser = new Browser()
  const url = new URL(await signInUntilCallback(service, browser, 'ada'))
  url.searchParams.set('code', 'another')
  const { status, json } = await arrive(service, browser, url.href)
  t.equal(`${status} ${json.code}`, '400 login_failed')
  const refused = await arrive(
    service,
    browser,
    `${service.url}${CALLBACK}?error=access_denied&error_description=canary&state=x`,
  )
  t.equal(`${refused.status} ${refused.json.code}`, '400 login_failed')
  t.notMatch(refused.json.detail, 'canary')
})

t.test('a code is of no use without the verifier of its own start (PKCE)', async t => {
  const browser = new Browser()
  const victim = new URL(await signInUntilCallback(service, browser, 'ada'))
  const attacker = new Browser()
  const own = new URL(await signInUntilCallback(service, attacker, 'bob'))
  own.searchParams.set('code', victim.searchParams.get('code')!)
  t.equal(await codeOf(service, attacker, own.href), '400 login_failed')
})

t.test('422 without code or state', async t => {
  for (const query of ['', '?code=x', '?state=x', '?code=&state=x', `?state=x&code=${'x'.repeat(2_049)}`]) {
    const { status, json } = await service.call(`${CALLBACK}${query}`)
    t.equal(`${status} ${json.code}`, '422 validation', query.slice(0, 20))
  }
})

t.test('503 without a provider, without a client, and while the provider is away', async t => {
  const bare = await startService(t)
  for (const path of [LOGIN, `${CALLBACK}?code=x&state=y`]) {
    const { status, json } = await bare.call(path)
    t.equal(`${status} ${json.code}`, '503 identity_unconfigured')
    t.match(json.detail, 'OIDC_ISSUER')
  }
  const clientless = await startIdentityService(t, { OIDC_CLIENT_ID: '' })
  t.match((await clientless.call(LOGIN)).json.detail, 'OIDC_CLIENT_ID')

  const browser = new Browser()
  const url = await signInUntilCallback(service, browser, 'ada')
  await service.provider.pause()
  const { status, json, headers } = await arrive(service, browser, url)
  t.equal(`${status} ${json.code}`, '503 identity_unavailable')
  t.ok(Number(headers['retry-after']) > 0)
  await service.provider.resume()
})
