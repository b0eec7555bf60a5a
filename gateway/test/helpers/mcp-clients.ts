/** The official clients of the Model Context Protocol, in every way they connect; each behind a front that counts its requests. */
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Test } from 'tap'
import { AGENT_PATH } from '../../../shared/contract/endpoint/paths.ts'
import { type Front, startFront } from './mcp-front.ts'
import type { TestService } from './service.ts'

interface ListedTool {
  readonly name: string
  readonly outputSchema?: unknown
}

export interface CalledTool {
  readonly isError?: boolean | undefined
  readonly content: readonly { readonly type: string; readonly text?: string }[]
  readonly structuredContent?: unknown
}

interface AgentClient {
  readonly name: string
  readonly front: Front
  /** Version that client and service agreed upon. */
  readonly version: string | undefined
  listTools(): Promise<readonly ListedTool[]>
  /** Throws when the service refuses the message, or the result breaks the schema that the list told. */
  callTool(name: string, body: object): Promise<CalledTool>
}

const SELF = { name: 'schedule-intelligence-test', version: '1.0.0' }
const MODERN = '2026-07-28'

type Connected = Pick<AgentClient, 'version' | 'listTools' | 'callTool'>
type Connect = (t: Test, url: URL, headers: Record<string, string>) => Promise<Connected>

const first: Connect = async (t, url, headers) => {
  const client = new Client(SELF)
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } })
  // exactOptionalPropertyTypes: the package says `sessionId?: string` where its own class has undefined
  await client.connect(transport as Parameters<Client['connect']>[0])
  t.teardown(() => client.close())
  return {
    version: transport.protocolVersion,
    listTools: async () => (await client.listTools()).tools,
    callTool: async (name, body) => (await client.callTool({ name, arguments: { ...body } })) as CalledTool,
  }
}

const second =
  (mode: 'legacy' | 'auto' | { pin: string } | undefined): Connect =>
  async (t, url, headers) => {
    const client = new ModernClient(SELF, mode === undefined ? {} : { versionNegotiation: { mode } })
    const transport = new ModernTransport(url, { requestInit: { headers } })
    await client.connect(transport)
    t.teardown(() => client.close())
    return {
      version: client.getNegotiatedProtocolVersion(),
      listTools: async () => (await client.listTools()).tools,
      callTool: async (name, body) => (await client.callTool({ name, arguments: { ...body } })) as CalledTool,
    }
  }

const WAYS = {
  'sdk 1.x': first,
  'client 2.x by default': second(undefined),
  'client 2.x that asks first': second('auto'),
  'client 2.x of 2026-07-28 alone': second({ pin: MODERN }),
} as const satisfies Record<string, Connect>

type ClientName = keyof typeof WAYS
export const CLIENT_NAMES = Object.keys(WAYS) as ClientName[]

/** Throws when the service refuses the client. key: undefined sends none. */
export async function connectClient(
  t: Test,
  name: ClientName,
  service: TestService,
  key: string | undefined,
): Promise<AgentClient> {
  const front = await startFront(t)
  front.lead(service.port)
  const headers: Record<string, string> = key === undefined ? {} : { 'x-api-key': key }
  return { name, front, ...(await WAYS[name](t, new URL(AGENT_PATH, front.origin), headers)) }
}

export const connectClients = (t: Test, service: TestService, key: string): Promise<AgentClient[]> =>
  Promise.all(CLIENT_NAMES.map(name => connectClient(t, name, service, key)))
