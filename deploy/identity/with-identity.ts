/**
 * `npm start -- --with-identity`: an OpenID provider of one's own beside the service, to try signing in without an account anywhere.
 * Leaves to local-provider.ts what it is.
 */
import { createServer } from 'node:net'
import {
  API_SCOPE,
  type LocalProvider,
  MACHINE_CLIENT,
  startLocalProvider,
  WEB_CLIENT,
  WEB_SCOPES,
} from './local-provider.ts'

/** An absolute URI: so RFC 8707 wants it. */
const AUDIENCE = 'urn:schedule-intelligence-service'
const HOST = '127.0.0.1'
const DEFAULT_PORT = 8080

interface IdentityBeside {
  /** Environment of the gateway. */
  readonly settings: Readonly<Record<string, string>>
  /** How to get a token, for the service at this address. */
  hint(address: string): string
}

/** port: setting PORT. The provider takes the port behind it, so that users are the same at the next start. */
export async function startIdentityBeside(portText: string | undefined): Promise<IdentityBeside> {
  const isFree = portText !== undefined && Number(portText) === 0
  const port = isFree ? await freePort() : Number(portText || DEFAULT_PORT)
  const redirectUri = `http://${HOST}:${port}/api/v1/auth/callback`
  const provider: LocalProvider = await startLocalProvider({
    port: isFree ? 0 : port + 1,
    audience: AUDIENCE,
    redirectUri,
    users: {
      ada: { email: 'ada@example.com', email_verified: true },
      [MACHINE_CLIENT.id]: { email: 'demo@example.com', email_verified: true },
    },
  })
  const { issuer } = provider
  return {
    settings: {
      PORT: String(port),
      PUBLIC_URL: `http://${HOST}:${port}`,
      OIDC_ISSUER: issuer,
      OIDC_AUDIENCE: AUDIENCE,
      OIDC_CLIENT_ID: WEB_CLIENT.id,
      OIDC_CLIENT_SECRET: WEB_CLIENT.secret,
      OIDC_REDIRECT_URI: redirectUri,
      OIDC_SCOPES: WEB_SCOPES,
    },
    hint: address => `Identity provider of this machine, for trying things out: ${issuer}
A token, an account for it, and a key of the account:

  TOKEN=$(curl -s -u ${MACHINE_CLIENT.id}:${MACHINE_CLIENT.secret} ${issuer}/token -d grant_type=client_credentials -d scope=${API_SCOPE} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
  curl -s -X POST ${address}/api/v1/auth/signup -H "authorization: Bearer $TOKEN"
  curl -s ${address}/api/v1/auth/keys -H "authorization: Bearer $TOKEN" -H 'content-type: application/json' -d '{"label":"first"}'

In a browser, as ada@example.com:  ${address}/api/v1/auth/login
`,
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, HOST)
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise(resolve => server.close(resolve))
  return port
}
