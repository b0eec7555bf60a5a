/** Messages of both eras as a client would send them, and what of a reply is the result. */
import type { Answer, TestService } from './service.ts'

export const MCP = '/mcp'
export const MODERN_VERSION = '2026-07-28'
export const LEGACY_VERSION = '2025-11-25'

type Params = Readonly<Record<string, unknown>>

export interface Message {
  readonly body: object
  readonly headers: Record<string, string>
}

/** A request of a revision with `initialize`. */
export const legacy = (method: string, params: Params = {}, id: unknown = 1): Message => ({
  body: { jsonrpc: '2.0', id, method, params },
  headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': LEGACY_VERSION },
})

/** A request of revision 2026-07-28, with all that it must have. */
export const modern = (method: string, params: Params = {}, id: unknown = 1): Message => ({
  body: {
    jsonrpc: '2.0',
    id,
    method,
    params: {
      ...params,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': MODERN_VERSION,
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  },
  headers: {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': MODERN_VERSION,
    'mcp-method': method,
    ...(typeof (params.name ?? params.uri) === 'string' ? { 'mcp-name': String(params.name ?? params.uri) } : {}),
  },
})

export const ERAS = { legacy, modern } as const

export const callParams = (name: string, args: object) => ({ name, arguments: args })

export const post = (
  { call }: TestService,
  key: string | undefined,
  { body, headers }: Message,
  more: Record<string, string> = {},
): Promise<Answer> => call(MCP, { key, body, headers: { ...headers, ...more } })

const BEFORE = '"structuredContent":'
const AFTER = ',"isError":false'

/** The bytes of structuredContent as they stand in the answer of a tool. */
export function structuredBytes({ bytes }: Answer): string {
  const text = bytes.toString()
  const start = text.indexOf(BEFORE)
  const end = text.lastIndexOf(AFTER)
  if (start < 0 || end < 0) throw new Error(`no structured content in ${text.slice(0, 500)}`)
  return text.slice(start + BEFORE.length, end)
}

const TAIL = /,"endpoint":"[^"]*","request_id":"[^"]*","processing_time_ms":\d+\}\}$/

/** An envelope without the three members that belong to one reply. */
export function resultOf(envelope: string): string {
  if (!TAIL.test(envelope)) throw new Error(`no tail of a reply in ${envelope.slice(-300)}`)
  return envelope.replace(TAIL, '')
}
