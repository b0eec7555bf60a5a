/** Messages that are refused as such: T45's vectors of headers that deny the body, versions, methods, syntax. */

import { connect } from 'node:net'
import t from 'tap'
import {
  callParams,
  LEGACY_VERSION,
  legacy,
  MCP,
  type Message,
  MODERN_VERSION,
  modern,
  post,
} from '../../helpers/mcp-messages.ts'
import { FOUR_TASKS } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService(t)
const key = await service.key('government', { callsPerWindow: 'unlimited' })

const tool = callParams('analysis_cpm', { tasks: FOUR_TASKS })
const call = modern('tools/call', tool)
const list = modern('tools/list')

function without({ body, headers }: Message, name: string): Message {
  const { [name]: _, ...rest } = headers
  return { body, headers: rest }
}
const having = ({ body, headers }: Message, more: Record<string, string>): Message => ({
  body,
  headers: { ...headers, ...more },
})
const claiming = (version: unknown, header: string): Message => {
  const { body, headers } = modern('tools/list')
  const { params } = body as { params: { _meta: object } }
  const _meta = { ...params._meta, 'io.modelcontextprotocol/protocolVersion': version }
  return { body: { ...body, params: { ...params, _meta } }, headers: { ...headers, 'mcp-protocol-version': header } }
}

const MISMATCH = -32020
const UNSUPPORTED = -32022

t.test('T45: twelve messages whose headers deny the body are refused', async t => {
  const vectors: readonly (readonly [name: string, code: number, message: Message])[] = [
    ['no version in the header', MISMATCH, without(list, 'mcp-protocol-version')],
    ['another version in the header', MISMATCH, claiming(MODERN_VERSION, LEGACY_VERSION)],
    ['another version in the body', MISMATCH, claiming(LEGACY_VERSION, MODERN_VERSION)],
    ['a version in the body that is no text', MISMATCH, claiming(20260728, MODERN_VERSION)],
    ['a version that nobody has', UNSUPPORTED, claiming('1900-01-01', '1900-01-01')],
    ['a version of before', UNSUPPORTED, having(legacy('tools/list'), { 'mcp-protocol-version': '2024-11-05' })],
    ['no method in the header', MISMATCH, without(list, 'mcp-method')],
    ['another method in the header', MISMATCH, having(call, { 'mcp-method': 'tools/list' })],
    ['the method in capitals', MISMATCH, having(call, { 'mcp-method': 'Tools/Call' })],
    ['no name in the header', MISMATCH, without(call, 'mcp-name')],
    ['another name in the header', MISMATCH, having(call, { 'mcp-name': 'health_score' })],
    ['a name that cannot be decoded', MISMATCH, having(call, { 'mcp-name': '=?base64?***?=' })],
  ]
  t.equal(vectors.length, 12)
  for (const [name, code, message] of vectors) {
    const { status, json } = await post(service, key, message)
    t.same([status, json.error?.code, json.id], [400, code, 1], name)
    if (code === UNSUPPORTED)
      t.same(json.error.data.supported, [MODERN_VERSION, LEGACY_VERSION, '2025-06-18', '2025-03-26'])
  }
})

t.test('a header that comes twice is no header', async t => {
  const text = JSON.stringify(call.body)
  const lines = Object.entries({ ...call.headers, 'x-api-key': key, host: 'x', 'content-type': 'application/json' })
  const head = [`POST ${MCP} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`)]
  for (const twice of ['Mcp-Method: tools/call', 'Mcp-Name: analysis_cpm', `MCP-Protocol-Version: ${MODERN_VERSION}`]) {
    const socket = connect(service.port, '127.0.0.1')
    socket.write([...head, twice, `content-length: ${text.length}`, 'connection: close', '', text].join('\r\n'))
    let answer = ''
    for await (const chunk of socket) answer += String(chunk)
    t.match(answer, /^HTTP\/1\.1 400 /)
    t.match(answer, /"code":-32020/)
  }
})

t.test('a modern request without its required members is refused', async t => {
  const { body, headers } = list
  for (const _meta of [undefined, {}, { 'io.modelcontextprotocol/protocolVersion': MODERN_VERSION }]) {
    const { status, json } = await post(service, key, { body: { ...body, params: { _meta } }, headers })
    t.same([status, json.error.code], [400, -32602], JSON.stringify(_meta))
  }
})

t.test('an unknown method is 404 for a modern client, an answer for a legacy one', async t => {
  for (const method of ['initialize', 'ping', 'completion/complete', 'subscriptions/listen']) {
    const { status, json } = await post(service, key, modern(method))
    t.same([status, json.error.code, json.id], [404, -32601, 1], method)
  }
  const { status, json } = await post(service, key, legacy('completion/complete'))
  t.same([status, json.error.code], [200, -32601])
})

t.test('broken JSON, batches and what is no message are refused with the codes of JSON-RPC', async t => {
  for (const [body, code] of [
    ['{"jsonrpc":', -32700],
    [Buffer.from([0x22, 0xff, 0x22]), -32700],
    [JSON.stringify([list.body, list.body]), -32600],
    ['[]', -32600],
    ['{"jsonrpc":"2.0","method":"tools/list"}', -32600],
    ['{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}', -32600],
  ] as const) {
    const { status, json } = await service.call(MCP, { key, body })
    t.same([status, json.error.code, 'id' in json], [400, code, false], String(body))
  }
  const empty = await service.call(MCP, { key, method: 'POST' })
  t.same([empty.status, empty.json.code], [400, 'body_empty'])
})

t.test('without a known version it is the first revision that has no header', async t => {
  const { status, json } = await service.call(MCP, { key, body: legacy('tools/call', tool).body })
  t.same([status, json.result.isError], [200, false])
})
