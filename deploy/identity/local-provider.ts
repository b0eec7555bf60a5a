/**
 * A real OpenID provider on this machine (oidc-provider), for tests and for `npm start -- --with-identity`: it signs in whoever the
 * login_hint names, without a password, and issues JWT access tokens by client credentials and by code with PKCE. Everything is in
 * memory. Never for production.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
// @ts-expect-error it has no types
import OidcProvider from 'oidc-provider'

export interface LocalUser {
  readonly email?: string
  readonly email_verified?: boolean
}

/** Client that gets tokens without a browser, as itself: its id is the subject. */
export const MACHINE_CLIENT = { id: 'demo', secret: 'demo-secret' } as const
/** Client that signs people in at the service. */
export const WEB_CLIENT = { id: 'schedule-service', secret: 'web-secret' } as const
/** Scope of the service's tokens. */
export const API_SCOPE = 'api'
export const WEB_SCOPES = `openid email profile ${API_SCOPE}`

interface LocalProviderOptions {
  readonly port?: number
  readonly audience: string
  /** Where the service takes people back. */
  readonly redirectUri: string
  /** By subject; the first one is signed in when nobody is named. */
  readonly users: Readonly<Record<string, LocalUser>>
  /** Fetches the document that a client names as its id. Default: by the package, from public addresses alone. */
  readonly fetch?: typeof globalThis.fetch
}

export interface LocalProvider {
  readonly issuer: string
  /** How often its keys were fetched. */
  readonly keyFetchCount: number
  /** Any token, signed with the newest key. */
  sign(claims: Readonly<Record<string, unknown>>, header?: Readonly<Record<string, unknown>>): Promise<string>
  /** Signs with a new key from now on; the keys before stay published. */
  rotate(): Promise<void>
  /** Answers nobody until resume(). */
  pause(): Promise<void>
  resume(): Promise<void>
  close(): Promise<void>
}

const HOST = '127.0.0.1'
const ALGORITHM = 'RS256'
const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400

type Handler = (request: IncomingMessage, response: ServerResponse) => void

export async function startLocalProvider(options: LocalProviderOptions): Promise<LocalProvider> {
  let keyFetchCount = 0
  let handler: Handler | undefined
  const privateKeys: JWK[] = []
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    if (request.url === '/jwks') keyFetchCount++
    handler!(request, response)
  }
  let server = createServer(serve)
  const listen = async (port: number): Promise<number> => {
    server.listen(port, HOST)
    await once(server, 'listening')
    return (server.address() as { port: number }).port
  }
  const stop = async (): Promise<void> => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  const port = await listen(options.port ?? 0)
  const issuer = `http://${HOST}:${port}`
  const rotate = async (): Promise<void> => {
    const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
    const kid = `key-${privateKeys.length + 1}`
    privateKeys.unshift({ ...(await exportJWK(privateKey)), kid, use: 'sig', alg: ALGORITHM })
    handler = handlerOf(issuer, options, privateKeys)
  }
  await rotate()

  return {
    issuer,
    get keyFetchCount() {
      return keyFetchCount
    },
    sign: (claims, header = {}) =>
      new SignJWT({ ...claims })
        .setProtectedHeader({ alg: ALGORITHM, kid: privateKeys[0]!.kid!, ...header })
        .sign(privateKeys[0]!),
    rotate,
    pause: stop,
    async resume() {
      server = createServer(serve)
      await listen(port)
    },
    close: async () => {
      if (server.listening) await stop()
    },
  }
}

function handlerOf(issuer: string, options: LocalProviderOptions, keys: readonly JWK[]): Handler {
  const { audience, redirectUri, users, fetch } = options
  const [firstUser = ''] = Object.keys(users)
  // biome-ignore lint/suspicious/noExplicitAny: the package has no types
  const provider: any = new OidcProvider(issuer, {
    adapter: MemoryAdapter,
    clients: clientsOf(redirectUri),
    jwks: { keys },
    cookies: { keys: ['local'] },
    // without the scope of the resource: with it the provider would request consent again and again
    scopes: ['openid', 'email', 'profile'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_: unknown, id: string) => ({ accountId: id, claims: async () => ({ sub: id, ...users[id] }) }),
    extraTokenClaims: async (_: unknown, token: { accountId?: string; clientId?: string }) =>
      users[token.accountId ?? token.clientId ?? ''] ?? {},
    pkce: { required: () => true },
    features: featuresOf(audience),
    ...(fetch !== undefined && { fetch }),
    // biome-ignore lint/suspicious/noExplicitAny: the package has no types
    loadExistingGrant: ({ oidc }: any) => grantOf(provider, oidc, audience),
    ttl: {
      AccessToken: HOUR_SECONDS,
      ClientCredentials: HOUR_SECONDS,
      Grant: DAY_SECONDS,
      IdToken: HOUR_SECONDS,
      Interaction: 600,
      Session: DAY_SECONDS,
    },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
  })
  // biome-ignore lint/suspicious/noExplicitAny: the package has no types
  provider.use(async (ctx: any, next: () => Promise<void>) => {
    if (!ctx.path.startsWith('/interaction/')) return next()
    const { params } = await provider.interactionDetails(ctx.req, ctx.res)
    ctx.respond = false
    const result = { login: { accountId: String(params.login_hint ?? firstUser) } }
    await provider.interactionFinished(ctx.req, ctx.res, result, { mergeWithLastSubmission: true })
  })
  return provider.callback()
}

const clientsOf = (redirectUri: string): object[] => [
  {
    client_id: MACHINE_CLIENT.id,
    client_secret: MACHINE_CLIENT.secret,
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
  },
  {
    client_id: WEB_CLIENT.id,
    client_secret: WEB_CLIENT.secret,
    grant_types: ['authorization_code'],
    redirect_uris: [redirectUri],
    response_types: ['code'],
  },
]

/** Access tokens are signed, and for the audience alone. */
const featuresOf = (audience: string): object => ({
  clientCredentials: { enabled: true },
  devInteractions: { enabled: false },
  // a client that nobody registered: its id is the https address of what it says of itself
  clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
  resourceIndicators: {
    enabled: true,
    defaultResource: () => audience,
    useGrantedResource: () => true,
    getResourceServerInfo: () => ({
      scope: API_SCOPE,
      audience,
      accessTokenFormat: 'jwt',
      accessTokenTTL: HOUR_SECONDS,
      jwt: { sign: { alg: ALGORITHM } },
    }),
  },
})

/** All clients belong to the service, so no consent is requested. */
// biome-ignore lint/suspicious/noExplicitAny: the package has no types
async function grantOf(provider: any, oidc: any, audience: string): Promise<unknown> {
  const known = oidc.session.grantIdFor(oidc.client.clientId)
  const grant =
    known === undefined
      ? new provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId })
      : await provider.Grant.find(known)
  grant.addOIDCScope('openid email profile')
  // clients of the agent tools name the address they found, others nothing: the token is for the same audience
  for (const resource of [audience, oidc.params.resource ?? []].flat()) grant.addResourceScope(resource, API_SCOPE)
  await grant.save()
  return grant
}

/** What the provider keeps, by model and id; the package's own warns at every start that it is no database. */
class MemoryAdapter {
  static readonly #all = new Map<string, Record<string, unknown>>()
  readonly #model: string

  constructor(model: string) {
    this.#model = model
  }

  async upsert(id: string, payload: Record<string, unknown>): Promise<void> {
    MemoryAdapter.#all.set(`${this.#model} ${id}`, payload)
  }

  async find(id: string): Promise<Record<string, unknown> | undefined> {
    return MemoryAdapter.#all.get(`${this.#model} ${id}`)
  }

  async findByUid(uid: string): Promise<Record<string, unknown> | undefined> {
    return [...MemoryAdapter.#all].find(
      ([name, { uid: own }]) => name.startsWith(`${this.#model} `) && own === uid,
    )?.[1]
  }

  async findByUserCode(): Promise<undefined> {}

  async consume(id: string): Promise<void> {
    const kept = await this.find(id)
    if (kept !== undefined) kept.consumed = Math.floor(Date.now() / 1000)
  }

  async destroy(id: string): Promise<void> {
    MemoryAdapter.#all.delete(`${this.#model} ${id}`)
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [name, { grantId: own }] of MemoryAdapter.#all) if (own === grantId) MemoryAdapter.#all.delete(name)
  }
}
