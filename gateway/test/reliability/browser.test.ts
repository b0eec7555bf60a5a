/** The official client in a page of another origin, in a real Chromium: what the browser lets through is what counts. */

import t from 'tap'
import { AGENT_PATH } from '../../../shared/contract/endpoint/paths.ts'
import { toolsFor } from '../../../shared/contract/tools/agent-tools.ts'
import { startIdentityService } from '../helpers/identity.ts'
import { openPage } from './helpers/chromium.ts'
import { startPageServer } from './helpers/page-server.ts'

const CLIENT = '@modelcontextprotocol/client'
const IMPORTS = {
  [CLIENT]: `${CLIENT}/dist/index.mjs`,
  [`${CLIENT}/_shims`]: `${CLIENT}/dist/shimsBrowser.mjs`,
  '@modelcontextprotocol/core/internal': '@modelcontextprotocol/core/dist/internal.mjs',
  eventsource: 'eventsource/dist/index.js',
  'eventsource-parser': 'eventsource-parser/dist/index.js',
  'eventsource-parser/stream': 'eventsource-parser/dist/stream.js',
  'pkce-challenge': 'pkce-challenge/dist/index.browser.js',
  'zod/v4': 'zod/v4/index.js',
}

const pages = await startPageServer(t, url => openPage(t, url))
const service = await startIdentityService(t, { ALLOWED_ORIGINS: pages.origin })
const key = await service.key('government')
const { authorization } = await service.member('ada')

/** Each client lists the tools and calls one; one that is not known finds out where its user signs in. */
const script = (ways: readonly object[]): string => `
import { Client, StreamableHTTPClientTransport, discoverOAuthProtectedResourceMetadata, extractWWWAuthenticateParams } from '${CLIENT}'
const url = ${JSON.stringify(service.url + AGENT_PATH)}
const found = []
for (const { mode, headers } of ${JSON.stringify(ways)}) {
  const client = new Client({ name: 'page', version: '1' }, mode === undefined ? {} : { versionNegotiation: { mode } })
  try {
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
    const { tools } = await client.listTools()
    const called = await client.callTool({ name: 'analysis_cpm', arguments: { tasks: [{ id: 'A', duration_days: 3 }] } })
    found.push({ tools: tools.length, days: called.structuredContent.data.project_duration_days })
    await client.close()
  } catch (error) {
    found.push({ failed: String(error) })
  }
}
const refused = await fetch(url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })
const { resourceMetadataUrl } = extractWWWAuthenticateParams(refused)
const metadata = await discoverOAuthProtectedResourceMetadata(url, { resourceMetadataUrl, protocolVersion: '2026-07-28' })
export default { found, status: refused.status, requestId: refused.headers.get('x-request-id'), servers: metadata.authorization_servers }
`

t.test('it connects in every way, with a key and with a token, and finds out where to sign in', async t => {
  const modes = [undefined, 'auto', { pin: '2026-07-28' }]
  const ways = [{ 'x-api-key': key }, { authorization: authorization! }].flatMap(headers =>
    modes.map(mode => ({ mode, headers })),
  )
  const found = (await pages.report(script(ways), IMPORTS)) as Record<string, unknown>
  // the account of the key is of the highest tier, that of the user new
  const expected = [toolsFor('government'), toolsFor('free')].flatMap(tools =>
    modes.map(() => ({ tools: tools.length, days: 3 })),
  )
  t.same(found.found, expected, JSON.stringify(found))
  t.equal(found.status, 401)
  t.match(found.requestId, /^[A-Za-z0-9_-]+$/)
  t.same(found.servers, [service.provider.issuer])
})
