/** The official clients, in every way they connect, list the fourteen tools and call them (T45 for a short while; 60 s: ../reliability). */

import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { analyses } from '../../../shared/contract/analysis/analyses.ts'
import { toolsFor } from '../../../shared/contract/tools/agent-tools.ts'
import { FIXTURES } from '../../sandbox/fixtures.ts'
import { type CalledTool, CLIENT_NAMES, connectClient, connectClients } from '../helpers/mcp-clients.ts'
import { startService } from '../helpers/service.ts'

/** Longer than a client waits that takes the end of a stream for a reason to ask again. */
const RETRY_MS = 3_000

const PAGE = 'https://agents.example.com'
const service = await startService(t, { ALLOWED_ORIGINS: PAGE })
const clients = await connectClients(t, service, await service.key('government'))
const { requests } = FIXTURES.find(({ name }) => name === 'footbridge')!

t.test('each agrees upon the newest version that it can take', async t => {
  for (const { name, version } of clients) {
    t.equal(version, /asks first|alone/.test(name) ? '2026-07-28' : '2025-11-25', name)
  }
})

t.test('each lists all tools, in the order of the catalogue, with the schema of what they answer', async t => {
  for (const { name, listTools } of clients) {
    const tools = await listTools()
    t.same(
      tools.map(tool => tool.name),
      toolsFor('government').map(tool => tool.name),
      name,
    )
    for (const tool of tools) t.ok(tool.outputSchema, `${name}: ${tool.name}`)
  }
})

t.test('each calls the fourteen tools, and gets of each the same as the others', async t => {
  for (const { id, tool } of analyses) {
    const answers: CalledTool[] = []
    // one after the other: the service has one thread here, and sheds what queues up on a slow machine
    for (const { callTool } of clients) answers.push(await callTool(tool, requests[id]))
    for (const [i, { isError, content, structuredContent }] of answers.entries()) {
      const name = `${tool} by ${clients[i]!.name}`
      t.notOk(isError, `${name}: ${content[0]?.text}`)
      t.equal(content[0]?.type, 'text')
      t.ok(structuredContent, name)
      t.same(withoutCall(structuredContent), withoutCall(answers[0]!.structuredContent), name)
    }
  }
})

t.test('the whole result is what the schema says, too', async t => {
  for (const { id, tool } of analyses) {
    for (const { name, callTool } of clients) {
      const { isError, structuredContent } = await callTool(tool, { ...requests[id], output: { detail: 'full' } })
      t.notOk(isError, `${tool} by ${name}`)
      t.ok(structuredContent, `${tool} by ${name}`)
    }
  }
})

t.test('a schedule that cannot be computed is an answer for the model, not an error for the client', async t => {
  const tasks = [
    { id: 'A', duration_days: 1, predecessors: ['B'] },
    { id: 'B', duration_days: 1, predecessors: ['A'] },
  ]
  for (const { name, callTool } of clients) {
    const { isError, content } = await callTool('analysis_cpm', { tasks })
    t.equal(isError, true, name)
    t.match(content[0]?.text, /cycle/i, name)
  }
})

t.test('an unknown tool is a mistake of the client', async t => {
  for (const { name, callTool } of clients) {
    await t.rejects(callTool('analysis_cmp', { tasks: [] }), { code: -32602 }, name)
  }
})

t.test('the error of a client without a key says so', async t => {
  for (const name of CLIENT_NAMES) {
    await t.rejects(connectClient(t, name, service, undefined), /401|unauthorized|credentials/i, name)
  }
})

/** Headers that a browser sets itself, or lets any page set. */
const FREE_HEADERS =
  /^(?:host|connection|content-length|transfer-encoding|accept|accept-(?:language|encoding)|user-agent|sec-fetch-mode)$/

t.test(
  'a page of a listed origin may send every header that a client sends, and those of an interrupted stream',
  async t => {
    const { headers } = await service.call('/mcp', {
      method: 'OPTIONS',
      headers: { origin: PAGE, 'access-control-request-method': 'POST' },
    })
    const allowed = new Set(String(headers['access-control-allow-headers']).toLowerCase().split(', '))
    const sent = new Set(
      clients.flatMap(({ front }) => [...front.headerNames]).filter(name => !FREE_HEADERS.test(name)),
    )
    for (const name of ['content-type', 'x-api-key', 'mcp-protocol-version', 'mcp-method', 'mcp-name'])
      t.ok(sent.has(name), `a client sends ${name}`)
    for (const name of [...sent, 'authorization', 'mcp-session-id', 'last-event-id']) t.ok(allowed.has(name), name)
  },
)

t.test('no client requests a stream more than once', async t => {
  await pause(RETRY_MS)
  for (const { name, front } of clients)
    t.ok((front.countByMethod.GET ?? 0) <= 1, `${name}: ${front.countByMethod.GET}`)
})

/** A result without what differs from call to call. */
function withoutCall(result: unknown): unknown {
  const { metadata, ...rest } = result as { metadata?: object }
  return metadata === undefined ? rest : { ...rest, metadata: { ...metadata, request_id: '', processing_time_ms: 0 } }
}
