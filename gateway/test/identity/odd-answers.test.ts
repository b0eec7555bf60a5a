/** What an identity provider answers that is not what it should: nobody is signed in by it, it is no error of this service, and a crowd asks once. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { readConfig } from '../../../shared/platform/config/config.ts'
import { createLog } from '../../../shared/platform/process/log.ts'
import type { RedisClient } from '../../../shared/platform/redis/connect.ts'
import { Login } from '../../identity/login.ts'
import { Provider, ProviderUnavailable } from '../../identity/provider.ts'

/** What it answers, by path; undefined: 404. */
const answers = new Map<string, string>()
const counts = new Map<string, number>()
const server = createServer(({ url = '' }, response) => {
  counts.set(url, (counts.get(url) ?? 0) + 1)
  const text = answers.get(url)
  response.writeHead(text === undefined ? 404 : 200).end(text)
})
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
t.teardown(() => server.close())
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const DISCOVERY = '/.well-known/openid-configuration'
const GOOD = JSON.stringify({
  issuer,
  jwks_uri: `${issuer}/jwks`,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
})

const outcome = readConfig(
  {
    OIDC_ISSUER: issuer,
    OIDC_AUDIENCE: 'https://schedules.test',
    OIDC_CLIENT_ID: 'client',
    OIDC_REDIRECT_URI: 'http://127.0.0.1/api/v1/auth/callback',
  },
  { coreCount: 1, memoryBytes: 2 ** 30 },
)
if (!outcome.ok) throw new Error(outcome.mistakes.join())
const { config } = outcome

function signIn() {
  const clock = { ms: 0 }
  const kept = new Map<string, string>()
  const redis = {
    set: async (name: string, value: string) => void kept.set(name, value),
    getdel: async (name: string) => {
      const value = kept.get(name) ?? null
      kept.delete(name)
      return value
    },
  }
  const provider = new Provider(issuer, createLog('silent', 'test'), () => clock.ms)
  return { clock, login: new Login(redis as unknown as RedisClient, provider, config) }
}

t.test('a token endpoint that answers anything but an object with a token signs nobody in', async t => {
  answers.set(DISCOVERY, GOOD)
  const { login } = signIn()
  for (const text of ['null', '5', '"x"', '[]', '{}', '{"access_token":5}', '', '<html>', `"${'x'.repeat(300_000)}"`]) {
    answers.set('/token', text)
    const { location, cookie } = await login.start(undefined)
    const state = new URL(location).searchParams.get('state')!
    const ended = await login.end(state, 'code', cookie.split(';')[0]).catch(error => error)
    t.ok(ended instanceof ProviderUnavailable || ended.state === 'refused', `${text.slice(0, 20)}: ${ended}`)
  }
})

t.test(
  'no description of the provider, of whatever kind, is an error of this service, and a crowd asks for it once',
  async t => {
    for (const text of [
      'null',
      '[]',
      '"x"',
      '{}',
      GOOD.replace('/jwks', '/jwks","jwks_uri":5,"x":"'),
      'x'.repeat(300_000),
    ]) {
      answers.set(DISCOVERY, text)
      counts.clear()
      const { clock, login } = signIn()
      const crowd = () => Promise.allSettled(Array.from({ length: 20 }, () => login.start(undefined)))
      for (const ended of [...(await crowd()), ...(await crowd())])
        t.ok(ended.status === 'rejected' && ended.reason instanceof ProviderUnavailable, text.slice(0, 20))
      t.equal(counts.get(DISCOVERY), 1, 'once in five seconds')
      answers.set(DISCOVERY, GOOD)
      clock.ms += 5_000
      t.match(await login.start(undefined), { location: /\/auth\?/ })
    }
  },
)
