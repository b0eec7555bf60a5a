import t from 'tap'
import { arrive, Browser, CALLBACK, signInUntilCallback, startIdentityService } from '../../helpers/identity.ts'

const TIER = '/api/v1/account/tier'
const service = await startIdentityService(t)

t.test('a sign-in ends with a token that the service takes', async t => {
  const browser = new Browser()
  const { status, json, headers } = await arrive(service, browser, await signInUntilCallback(service, browser, 'ada'))
  t.equal(status, 200)
  t.equal(headers['cache-control'], 'no-store')
  t.match(json, { status: 'signed_in', signed_up: false, expires_in: 3600 })
  const bearer = { authorization: `Bearer ${json.access_token}` }
  t.equal((await service.call(TIER, { headers: bearer })).json.code, 'signup_required')
  const signedUp = await service.call('/api/v1/auth/signup', { method: 'POST', headers: bearer })
  t.match(signedUp.json, { email: 'ada@example.com', created: true })
  t.equal((await service.call(TIER, { headers: bearer })).json.tier, 'free')
  const again = await arrive(service, browser, await signInUntilCallback(service, browser, 'ada'))
  t.equal(again.json.signed_up, true)
})

t.test('the start leads to the provider with a challenge and a state, and binds the browser by a cookie', async t => {
  const { status, headers } = await service.call('/api/v1/auth/login')
  t.equal(status, 302)
  const location = new URL(String(headers.location))
  t.equal(location.origin, service.provider.issuer)
  t.match(Object.fromEntries(location.searchParams), {
    response_type: 'code',
    code_challenge_method: 'S256',
    code_challenge: /^[A-Za-z0-9_-]{43}$/,
    state: /^[A-Za-z0-9_-]{43}$/,
    redirect_uri: `${service.url}${CALLBACK}`,
  })
  t.match(
    String(headers['set-cookie']),
    /^sis_login=[A-Za-z0-9_-]{43}; Path=\/api\/v1\/auth; Max-Age=600; HttpOnly; SameSite=Lax$/,
  )
  t.equal(headers['cache-control'], 'no-store')
})

t.test('over https the cookie is of this host alone, and no other is taken for it', async t => {
  const redirectUri = `https://schedules.example${CALLBACK}`
  const secure = await startIdentityService(t, {}, redirectUri)
  const { headers } = await secure.call('/api/v1/auth/login')
  const cookie = String(headers['set-cookie'])
  t.match(cookie, /^__Host-sis_login=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/)
  const location = new URL(String(headers.location))
  location.searchParams.set('login_hint', 'ada')
  const back = await new Browser().follow(location.href, 'https://schedules.example')
  const [pair] = cookie.split(';')
  const end = (sent: string) =>
    secure.call(back.slice('https://schedules.example'.length), { headers: { cookie: sent } })
  t.equal(
    (await end(pair!.replace('__Host-', ''))).json.code,
    'login_state_invalid',
    'a cookie that a neighbour can set',
  )
  t.equal((await end(`other=1; ${pair}; more=2`)).json.status, 'signed_in')
})

t.test('two sign-ins of one browser at the same time both end well', async t => {
  const browser = new Browser()
  const first = await signInUntilCallback(service, browser, 'bob')
  const second = await signInUntilCallback(service, browser, 'bob')
  t.equal((await arrive(service, browser, first)).status, 200)
  t.equal((await arrive(service, browser, second)).status, 200)
})
