/** Messages as they may come: what is read of them, what is refused, and that no message is worked out which a header denies. */
import t from 'tap'
import type { MessageHeaders } from '../../../../shared/contract/mcp/protocol.ts'
import { answerMessage, type Sender } from '../../../agent/message/answer-message.ts'
import { textBytes } from '../../../agent/message/reply.ts'

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'
const NO_HEADERS: MessageHeaders = { version: null, method: null, name: null, repeated: [], listing: 'all' }
const MODERN: MessageHeaders = { ...NO_HEADERS, version: '2026-07-28' }
const META = { [VERSION_KEY]: '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} }

const CPM = { endpoint: 'analysis.cpm', path: '/api/v1/analysis/cpm', isMetered: true, code: null }

interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
  readonly json: any
  /** Texts of the arguments that a tool was run with. */
  readonly ran: readonly string[]
  readonly called: unknown
}

function send(body: unknown, headers: MessageHeaders = NO_HEADERS): Answer {
  const ran: string[] = []
  const run: Sender['run'] = (_tool, args) => {
    ran.push(Buffer.from(args).toString())
    return { outcome: { texts: ['done'], structured: [textBytes('{"status":"success"}')] }, taskCount: 3 }
  }
  const bytes = body instanceof Uint8Array ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  const reply = answerMessage(bytes, headers, { tier: 'starter', run })
  if ('order' in reply) throw new Error('no tool here asks anything of the gateway')
  const { status, chunks, called } = reply
  const text = Buffer.concat(chunks).toString()
  return { status, json: text === '' ? undefined : JSON.parse(text), ran, called }
}

const call = (args: unknown, more: object = {}) => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: { name: 'analysis_cpm', arguments: args, ...more },
})

t.test('the bytes of the arguments reach the reader untouched, wherever the member stands', async t => {
  const args = '{ "tasks":[ {"id":"\\u0041 } ] \\" ,"} ] , "x": {"arguments": [{}]} }'
  for (const text of [
    `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"analysis_cpm","arguments":${args}}}`,
    `{"params":{"arguments":${args} ,"_meta":{"progressToken":1},"name":"analysis_cpm"},"method":"tools/call","id":7,"jsonrpc":"2.0"}`,
    `\uFEFF{"jsonrpc":"2.0","id":7,"method":"tools\\/call","p\\u0061rams":{"n\\u0061me":"analysis_cpm","arguments":\n${args}}}`,
  ]) {
    const { status, json, ran, called } = send(text)
    t.equal(status, 200)
    t.same(
      ran.map(one => one.trim()),
      [args],
    )
    t.same(called, CPM)
    t.strictSame(json, {
      jsonrpc: '2.0',
      id: 7,
      result: { content: [{ type: 'text', text: 'done' }], structuredContent: { status: 'success' }, isError: false },
    })
  }
})

t.test('of members that come twice the last one counts, with all that hangs on it', async t => {
  const first =
    '"params":{"name":"health_score","arguments":{"tasks":[1]},"_meta":{"io.modelcontextprotocol/protocolVersion":"x"}}'
  const last = '"params":{"name":"analysis_cpm","arguments":{"tasks":[2]},"arguments":{"tasks":[3]}}'
  const { json, ran, called } = send(
    `{"jsonrpc":"2.0","id":1,"id":2,"method":"ping","method":"tools/call",${first},${last}}`,
  )
  t.equal(json.id, 2)
  t.same(ran, ['{"tasks":[3]}'])
  t.same(called, CPM)
  t.same(send(`{"jsonrpc":"2.0","id":1,"method":"tools/call",${last},"params":{"name":"analysis_cpm"}}`).ran, ['{}'])
  t.same(send(`{"jsonrpc":"2.0","id":1,"method":"tools/call",${last},"params":null}`).json.error.code, -32602)
})

t.test('an id goes back as it came: texts and whole numbers', async t => {
  const ids = [
    '1',
    '-7',
    '0',
    '"a"',
    '""',
    '"\\u00e9\\n"',
    '123456789012345678901234567890',
    '1e3',
    '1.0',
    '"__proto__"',
    `"${'x'.repeat(254)}"`,
  ]
  for (const id of ids) {
    const reply = answerMessage(textBytes(`{"jsonrpc":"2.0","id": ${id} ,"method":"ping"}`), NO_HEADERS, {
      tier: 'free',
      run: () => {
        throw new Error('no tool is called')
      },
    })
    const chunks = 'chunks' in reply ? reply.chunks : []
    t.equal(Buffer.concat(chunks).toString(), `{"jsonrpc":"2.0","id":${id},"result":{}}`)
  }
  const wrong = [
    '1.5',
    '1e400',
    '-1e400',
    'true',
    '[]',
    '{}',
    '[1]',
    '{"a":1}',
    `"${'x'.repeat(256)}"`,
    '9'.repeat(300),
    `"${' '.repeat(5000)}"`,
  ]
  for (const id of wrong) {
    const { status, json } = send(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`)
    t.same([status, json.error.code, 'id' in json], [400, -32600, false], id.slice(0, 20))
  }
  t.equal(send(`{"jsonrpc":"2.0","id":${' '.repeat(5000)}12,"method":"ping"}`).json.id, 12, 'blanks are no part of it')
  const nothing = send('{"jsonrpc":"2.0","id":null,"method":"ping"}')
  t.same([nothing.status, nothing.json.error.code], [400, -32600], 'null is no id, and a request needs one')
})

t.test('what is no message is refused, and nothing is run', async t => {
  const table: readonly (readonly [body: string, status: number, code: number])[] = [
    ['', 400, -32700],
    ['{', 400, -32700],
    ['{"jsonrpc":"2.0","id":1,"method":"ping"} x', 400, -32700],
    ['{"jsonrpc":"2.0","id":1,"method":"ping",}', 400, -32700],
    ["{'jsonrpc':'2.0'}", 400, -32700],
    ['[', 400, -32600],
    ['[]', 400, -32600],
    [JSON.stringify([call({}), call({})]), 400, -32600],
    ['"text"', 400, -32600],
    ['1', 400, -32600],
    ['null', 400, -32600],
    ['{}', 400, -32600],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', 400, -32600],
    ['{"jsonrpc":2.0,"id":1,"method":"ping"}', 400, -32600],
    ['{"id":1,"method":"ping"}', 400, -32600],
    ['{"jsonrpc":"2.0","id":1}', 400, -32600],
    ['{"jsonrpc":"2.0","id":1,"method":5}', 400, -32600],
    ['{"jsonrpc":"2.0","id":1,"result":{}}', 400, -32600],
    ['{"jsonrpc":"2.0","method":"tools/call","params":{"name":"analysis_cpm","arguments":{}}}', 400, -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}', 200, -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":"x"}', 200, -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call"}', 200, -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"analysis_cpm","arguments":[]}}', 200, -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"analysis_cpm","arguments":5}}', 200, -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":["analysis_cpm"],"arguments":{}}}', 200, -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"initialize"}', 200, -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"2"}}', 200, -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"constructor"}', 200, -32601],
    ['{"jsonrpc":"2.0","id":1,"method":"server/discover"}', 200, -32601],
    ['{"jsonrpc":"2.0","id":1,"method":"completion/complete"}', 200, -32601],
  ]
  for (const [body, status, code] of table) {
    const { json, ran, called, ...answer } = send(body)
    t.same([answer.status, json.error?.code, ran, called], [status, code, [], null], body)
    t.type(json.error.message, 'string')
  }
})

t.test('names that every object has are no tools, and no members of anything', async t => {
  for (const name of [
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '',
    'ANALYSIS_CPM',
    ' analysis_cpm',
    'x'.repeat(10_000),
  ]) {
    const { status, json, ran } = send(call({}, { name }))
    t.same([status, json.error.code, ran], [200, -32602, []], name.slice(0, 20))
    t.match(json.error.message, /The tools are load_schedule, /)
    t.ok(json.error.message.length < 1_500)
  }
  send(
    '{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{"polluted":1},"params":{"__proto__":{"polluted":1},"_meta":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}}',
  )
  t.equal(({} as { polluted?: unknown }).polluted, undefined)
})

t.test('what is nested too deep is refused and not followed', async t => {
  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  t.equal(send(`{"jsonrpc":"2.0","id":1,"method":"ping","x":${deep(60)}}`).status, 200)
  for (const body of [
    `{"jsonrpc":"2.0","id":1,"method":"ping","x":${deep(100_000)}}`,
    `{"jsonrpc":"2.0","id":${deep(100_000)},"method":"ping"}`,
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"analysis_cpm","arguments":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}}`,
    `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}}`,
  ]) {
    const { status, json, ran } = send(body)
    t.same([status, json.error.code, ran], [400, -32700, []])
    t.match(json.error.message, /levels of nesting/)
  }
  t.same(send(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])).json.error.code, -32700, 'what is not UTF-8 is not read')
})

t.test('notifications are heard and not answered; one that a header denies is not', async t => {
  for (const method of ['notifications/initialized', 'notifications/cancelled', 'notifications/anything']) {
    t.same(send({ jsonrpc: '2.0', method }), { status: 202, json: undefined, ran: [], called: null })
    t.equal(send({ jsonrpc: '2.0', method }, MODERN).status, 202)
    t.equal(send({ jsonrpc: '2.0', method }, { ...NO_HEADERS, method: 'tools/list' }).json.error.code, -32020)
  }
  t.equal(
    send({ jsonrpc: '2.0', method: 'notifications/initialized' }, { ...NO_HEADERS, version: '1999-01-01' }).status,
    400,
  )
  t.equal(send({ jsonrpc: '2.0', id: 1, method: 'notifications/initialized' }).json.error.code, -32601)
})

t.test('initialize agrees on a revision that both know, else names the newest that begins this way', async t => {
  const agreed = (protocolVersion: string) =>
    send({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion } }).json.result.protocolVersion
  for (const version of ['2025-03-26', '2025-06-18', '2025-11-25']) t.equal(agreed(version), version)
  for (const version of ['2024-11-05', '2026-07-28', '2099-01-01', '']) t.equal(agreed(version), '2025-11-25')
})

t.test('modern answers say that they are whole, how long a list holds, and who gave it', async t => {
  const request = (method: string, params: object = {}, name: string | null = null) =>
    send({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } }, { ...MODERN, method, name })
  for (const [method, cacheScope] of [
    ['server/discover', 'public'],
    ['tools/list', 'private'],
  ] as const) {
    const { status, json } = request(method)
    t.equal(status, 200)
    t.match(json.result, { resultType: 'complete', ttlMs: Number, cacheScope, _meta: Object })
    t.equal(json.result._meta['io.modelcontextprotocol/serverInfo'].version, '0.4.0')
  }
  t.same(request('server/discover').json.result.supportedVersions, [
    '2026-07-28',
    '2025-11-25',
    '2025-06-18',
    '2025-03-26',
  ])
  const { json } = request('tools/call', { name: 'analysis_cpm', arguments: {} }, 'analysis_cpm')
  t.match(json.result, {
    resultType: 'complete',
    isError: false,
    structuredContent: { status: 'success' },
    _meta: Object,
  })
  for (const method of ['initialize', 'ping', 'completion/complete', 'toString']) {
    const answer = request(method)
    t.same([answer.status, answer.json.error.code], [404, -32601], method)
  }
  const legacy = send({ jsonrpc: '2.0', id: 1, method: 'tools/list' }).json.result
  t.same(Object.keys(legacy), ['tools'])
  t.same(legacy.tools, request('tools/list').json.result.tools, 'the same list in the same order')
})

t.test('a name that no header can hold is compared decoded', async t => {
  const modern = (name: string, header: string) =>
    send(
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {}, _meta: META } },
      { ...MODERN, method: 'tools/call', name: header },
    ).json
  const encoded = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`
  t.equal(modern('analysis_cpm', encoded('analysis_cpm')).result.isError, false)
  t.equal(modern('größe', encoded('größe')).error.code, -32602, 'decoded, it is only unknown')
  for (const header of [
    encoded('health_score'),
    '=?base64?!!!?=',
    '=?BASE64?YQ==?=',
    'analysis_cpm?=',
    'analysis_cp\u00fc',
  ]) {
    t.equal(modern('analysis_cpm', header).error.code, -32020, header)
  }
})
