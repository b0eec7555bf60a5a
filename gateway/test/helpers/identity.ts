/** A service with a real OpenID provider beside it, and a browser that signs in there. */
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import type { Test } from 'tap'
import { type LocalUser, WEB_CLIENT, WEB_SCOPES } from '../../../deploy/identity/local-provider.ts'
import { type Issuer, signedUp, startIssuer } from './issuer.ts'
import { type Answer, startService, type TestService } from './service.ts'

export const CALLBACK = '/api/v1/auth/callback'

const USERS = {
  ada: { email: 'ada@example.com', email_verified: true },
  bob: { email: 'bob@example.com', email_verified: true },
  eve: { email: 'eve@example.com', email_verified: false },
  nameless: {},
} as const satisfies Record<string, LocalUser>
type UserName = keyof typeof USERS

/** A client that nobody registered: its id is where it describes itself. */
export const AGENT_ID = 'https://agent.example/client.json'
const agentAt = (redirectUri: string): object => ({
  client_id: AGENT_ID,
  client_name: 'Agent',
  redirect_uris: [redirectUri],
  grant_types: ['authorization_code'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
})

export interface IdentityService extends TestService, Pick<Issuer, 'provider' | 'token'> {
  /** Authorization header with a token. */
  bearer(user: string, claims?: Record<string, unknown>): Promise<Record<string, string>>
  /** Headers of a user who has signed up. */
  member(user: string, claims?: Record<string, unknown>): Promise<Record<string, string>>
}

/** settings: over those of the service, as in startService(). returnTo: where browsers are sent back to, if not to the service itself. */
export async function startIdentityService(
  t: Test,
  settings: Record<string, string> = {},
  returnTo?: string,
): Promise<IdentityService> {
  // the provider must know where the service takes people back before the service knows the provider
  const port = await freePort()
  const redirectUri = returnTo ?? `http://127.0.0.1:${port}${CALLBACK}`
  const issuer = await startIssuer(t, {
    redirectUri,
    users: USERS,
    clientDocuments: { [AGENT_ID]: agentAt(redirectUri) },
  })
  const service = await startService(t, {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    ...issuer.settings,
    OIDC_CLIENT_ID: WEB_CLIENT.id,
    OIDC_CLIENT_SECRET: WEB_CLIENT.secret,
    OIDC_REDIRECT_URI: redirectUri,
    OIDC_SCOPES: WEB_SCOPES,
    TRUSTED_PROXY_HOPS: '1',
    ...settings,
  })
  const { provider, token } = issuer
  return {
    ...service,
    provider,
    token,
    bearer: async (user, claims) => ({ authorization: `Bearer ${await token(user, claims)}` }),
    member: async (user, claims) => (await signedUp(service, issuer, user, claims)).authorization,
  }
}

/** Below the ports that systems give to outgoing connections: one of those, of this process or another, could take it before the service listens. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await new Promise<boolean>(resolve => {
      server.once('listening', () => resolve(true))
      server.once('error', () => resolve(false))
    })
    if (!isFree) continue
    await new Promise(resolve => server.close(resolve))
    return port
  }
}

/** A browser as far as a sign-in needs one: cookies by origin, redirects followed one by one. */
export class Browser {
  readonly #cookies = new Map<string, Map<string, string>>()

  /** Cookie header for the address. */
  cookies(url: string): string {
    return [...(this.#cookies.get(new URL(url).origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async get(url: string): Promise<Response> {
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie: this.cookies(url) } })
    const { origin } = new URL(url)
    const own = this.#cookies.get(origin) ?? new Map<string, string>()
    this.#cookies.set(origin, own)
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      own.set(name, value)
    }
    return answer
  }

  /** From an address of the provider until it sends the browser to `target`: that address with its code. */
  async follow(url: string, target: string): Promise<string> {
    for (let at = url, hops = 0; hops < 20; hops++) {
      if (at.startsWith(target)) return at
      const answer = await this.get(at)
      const location = answer.headers.get('location')
      if (location === null) throw new Error(`${at} answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`)
      await answer.arrayBuffer()
      at = new URL(location, at).href
    }
    throw new Error('the sign-in does not end')
  }
}

/** Starts a sign-in at the service and follows it through the provider: the address that the browser is sent back to. */
export async function signInUntilCallback(service: TestService, browser: Browser, user: UserName): Promise<string> {
  const started = await browser.get(`${service.url}/api/v1/auth/login`)
  if (started.status !== 302) throw new Error(`the sign-in starts with ${started.status}`)
  const location = new URL(started.headers.get('location')!)
  location.searchParams.set('login_hint', user)
  return browser.follow(location.href, service.url)
}

/** The answer of the service to an address that the browser was sent back to. */
export const arrive = (service: TestService, browser: Browser, url: string): Promise<Answer> =>
  service.call(url.slice(service.url.length), { headers: { cookie: browser.cookies(url) } })
