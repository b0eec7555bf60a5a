/** Where to sign in, as clients find it out: a 401, the metadata it leads to, the provider those name, a token, the tools. */

import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
  UnauthorizedError as ModernUnauthorizedError,
} from '@modelcontextprotocol/client'
import {
  discoverOAuthProtectedResourceMetadata,
  type OAuthClientProvider,
  UnauthorizedError,
} from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import t from 'tap'
import { WEB_CLIENT, WEB_SCOPES } from '../../../../deploy/identity/local-provider.ts'
import { toolsFor } from '../../../../shared/contract/tools/agent-tools.ts'
import { readConfig } from '../../../../shared/platform/config/config.ts'
import type { Call } from '../../../call/call.ts'
import type { Gateway } from '../../../call/gateway.ts'
import { FIXTURES } from '../../../sandbox/fixtures.ts'
import { protectedResource } from '../../../service/login.ts'
import { elsewhere } from '../../helpers/elsewhere.ts'
import { AGENT_ID, Browser, CALLBACK, startIdentityService } from '../../helpers/identity.ts'

const WELL_KNOWN = '/.well-known/oauth-protected-resource'
const EXAMPLE = FIXTURES[0]!.requests['analysis.cpm']
const service = await startIdentityService(t)

t.test('the metadata name the provider, and the address at which they were read', async t => {
  for (const path of ['', '/mcp']) {
    const { json } = await service.call(WELL_KNOWN + path)
    t.same(json, {
      resource: service.url + path,
      authorization_servers: [service.provider.issuer],
      scopes_supported: WEB_SCOPES.split(' '),
      bearer_methods_supported: ['header'],
      resource_name: 'Schedule Intelligence Service',
      resource_documentation: `${service.url}/docs`,
    })
    const found = await discoverOAuthProtectedResourceMetadata(service.url + path)
    t.equal(found.resource, json.resource, 'where the official client looks for it')
  }
})

const INVALID = 'error="invalid_token", error_description="The access token is not valid"'
const FREE_TOOLS = toolsFor('free').map(({ name }) => name)

t.test('every 401 leads to the metadata of its address, whatever the call says of its host', async t => {
  for (const [path, metadata] of [
    ['/api/v1/account/tier', WELL_KNOWN],
    ['/api/v1/auth/profile', WELL_KNOWN],
    ['/mcp/tools', `${WELL_KNOWN}/mcp`],
  ] as const) {
    for (const credentials of [{}, { authorization: 'Bearer of.bad.news' }]) {
      const { status, headers } = await service.call(path, {
        headers: { ...credentials, ...elsewhere(), host: 'evil.example' },
      })
      t.equal(status, 401, path)
      const fault = 'authorization' in credentials ? `, ${INVALID}` : ''
      t.equal(
        headers['www-authenticate'],
        `Bearer resource_metadata="${service.url}${metadata}"${fault}, ApiKey header="x-api-key"`,
      )
    }
  }
})

t.test('a missing setting is named', async t => {
  const issuer = { OIDC_ISSUER: 'https://issuer.example', OIDC_AUDIENCE: 'schedules' }
  for (const [env, setting] of [
    [{ PUBLIC_URL: 'https://schedules.example' }, 'OIDC_ISSUER'],
    [issuer, 'PUBLIC_URL'],
  ] as const) {
    const outcome = readConfig(env, { coreCount: 1, memoryBytes: 2 ** 30 })
    if (!outcome.ok) throw new Error(outcome.mistakes.join('\n'))
    const gateway = { config: outcome.config } as Gateway
    t.same(protectedResource(gateway, { exchange: { path: WELL_KNOWN } } as Call), {
      refusal: { code: 'resource_undescribed', details: { setting } },
    })
  }
})

/** What the client is told to keep, in memory; the browser is the caller's. */
class Keeper implements OAuthClientProvider {
  readonly redirectUrl = service.url + CALLBACK
  readonly clientMetadata = { redirect_uris: [this.redirectUrl] }
  authorizationUrl: URL | undefined
  kept: OAuthTokens | undefined
  #verifier = ''

  clientInformation(): { client_id: string; client_secret: string } | undefined {
    return { client_id: WEB_CLIENT.id, client_secret: WEB_CLIENT.secret }
  }

  tokens() {
    return this.kept
  }

  saveTokens(tokens: OAuthTokens) {
    this.kept = tokens
  }

  redirectToAuthorization(url: URL) {
    this.authorizationUrl = url
  }

  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier
  }

  codeVerifier() {
    return this.#verifier
  }
}

/** The same for a client that nobody registered: the provider reads what it says of itself at its id. */
class UnregisteredKeeper extends Keeper {
  readonly clientMetadataUrl = AGENT_ID
  override clientInformation() {
    return this.#known as { client_id: string; client_secret: string } | undefined
  }

  saveClientInformation(known: { client_id: string }) {
    this.#known = known
  }
  #known: { client_id: string } | undefined
}

const url = new URL(`${service.url}/mcp`)
const SELF = { name: 'test', version: '1.0.0' }

/** The official clients: each connects anew for every call of connect(). */
const CLIENTS = {
  'sdk 1.x': (keeper: Keeper) => {
    const transport = () => new StreamableHTTPClientTransport(url, { authProvider: keeper })
    return {
      finish: (params: URLSearchParams) => transport().finishAuth(params.get('code')!),
      async connect() {
        const client = new Client(SELF)
        await client.connect(transport() as Parameters<Client['connect']>[0])
        return client
      },
      isUnauthorized: (error: unknown) => error instanceof UnauthorizedError,
    }
  },
  'client 2.x that asks first': (keeper: Keeper) => {
    const transport = () => new ModernTransport(url, { authProvider: keeper })
    return {
      finish: (params: URLSearchParams) => transport().finishAuth(params),
      async connect() {
        const client = new ModernClient(SELF, { versionNegotiation: { mode: 'auto' } })
        await client.connect(transport())
        return client
      },
      isUnauthorized: (error: unknown) => error instanceof ModernUnauthorizedError,
    }
  },
}

const EVERY = Object.entries(CLIENTS).flatMap(([name, make], i) =>
  [Keeper, UnregisteredKeeper].map(kept => ({ name, make, kept, user: (['ada', 'bob'] as const)[i]! })),
)

for (const { name, make, kept, user } of EVERY) {
  const known = kept === Keeper ? 'registered' : 'known by its document'
  t.test(`the official ${name}, ${known}, finds the provider by itself, and its user calls a tool`, async t => {
    const keeper = new kept()
    const { connect, finish, isUnauthorized } = make(keeper)
    const refused = await connect().catch((error: unknown) => error)
    t.ok(isUnauthorized(refused), `it has no token yet: ${refused}`)
    const { authorizationUrl } = keeper
    t.equal(authorizationUrl?.origin, service.provider.issuer)
    t.equal(authorizationUrl?.searchParams.get('resource'), url.href)
    t.equal(authorizationUrl?.searchParams.get('client_id'), kept === Keeper ? WEB_CLIENT.id : AGENT_ID)

    authorizationUrl!.searchParams.set('login_hint', user)
    const arrived = await new Browser().follow(authorizationUrl!.href, service.url)
    await finish(new URL(arrived).searchParams)
    const authorization = { authorization: `Bearer ${keeper.kept?.access_token}` }
    const client = await connect()
    t.teardown(() => client.close())
    t.same(
      (await client.listTools()).tools.map(({ name }) => name),
      FREE_TOOLS,
    )
    const called = await client.callTool({ name: 'analysis_cpm', arguments: { ...EXAMPLE } })
    t.notOk(called.isError)
    t.ok(called.structuredContent)
    const profile = await service.call('/api/v1/auth/profile', { headers: authorization })
    t.equal(profile.json.email, `${user}@example.com`, 'its first message has signed the user up')
  })
}
