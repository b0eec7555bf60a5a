/** GET /mcp/tools, POST /mcp/tools/{tool_name}, GET and DELETE /mcp. */

import { pack } from 'msgpackr'
import t from 'tap'
import { toolsFor } from '../../../../shared/contract/tools/agent-tools.ts'
import { until } from '../../../../shared/test/until.ts'
import { legacy, MCP, post } from '../../helpers/mcp-messages.ts'
import { FOUR_TASKS } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService(t)
const key = await service.key('free')
const TOOLS = '/mcp/tools'

t.test('the tools that the caller may call, as POST /mcp lists them; listing costs no unit', async t => {
  const answer = await service.call(TOOLS, { key })
  t.equal(answer.status, 200)
  for (const [member, isOfSpecification] of Object.entries({ tools: true, more_tools: false }))
    t.same(
      answer.json[member].map((tool: { name: string }) => tool.name),
      toolsFor('free')
        .filter(tool => (tool.kind === 'analysis' && tool.row.isFurther !== true) === isOfSpecification)
        .map(tool => tool.name),
    )
  const all = await service.call(TOOLS, { key: await service.key('starter') })
  t.equal(all.json.tools.length, 14, 'the registry is that of the analyses of the specification')
  for (const { name } of all.json.tools) t.match(name, /^(health|analysis|forensics)_/)
  const further = toolsFor('starter').filter(tool => tool.kind === 'analysis' && tool.row.isFurther === true)
  t.ok(further.length > 0)
  t.equal(all.json.more_tools.length, 7 + further.length)
  t.not(all.headers.etag, answer.headers.etag)
  const byName = (tools: { name: string }[]) => tools.sort((a, b) => (a.name < b.name ? -1 : 1))
  t.same(
    byName([...answer.json.tools, ...answer.json.more_tools]),
    byName((await post(service, key, legacy('tools/list'))).json.result.tools),
  )
  t.equal(answer.headers['x-ratelimit-limit'], '500', 'the window of control calls')
  const again = await service.call(TOOLS, { key, headers: { 'if-none-match': String(answer.headers.etag) } })
  t.equal(again.status, 304, 'who has the list need not fetch it again')
  t.equal((await service.call(TOOLS)).status, 401)
})

t.test('a tool is its analysis: same limits, same charge, no redirect', async t => {
  const { text } = await service.keyRecord('free', { callsPerMonth: 3 })
  const answer = await service.call(`${TOOLS}/analysis_cpm`, { key: text, body: { tasks: FOUR_TASKS } })
  t.equal(answer.status, 200)
  t.equal(answer.json.data.project_duration_days, 12)
  t.equal(answer.json.metadata.endpoint, '/api/v1/analysis/cpm')
  t.equal(answer.headers['x-ratelimit-limit'], '100', 'the window of analyses')
  const msgpack = { 'content-type': 'application/msgpack' }
  const packed = await service.call(`${TOOLS}/analysis_cpm`, {
    key: text,
    body: pack({ tasks: FOUR_TASKS }),
    headers: msgpack,
  })
  t.same(packed.json.data, answer.json.data)
  const usage = async () => (await service.call('/api/v1/account/usage', { key: text })).json
  await until('both are recorded', async () => (await usage()).totals.calls === 2)
  t.equal((await usage()).days[0].endpoints[0].endpoint, 'analysis.cpm')
  t.equal((await service.call('/api/v1/account/tier', { key: text })).json.limits.monthly_calls_remaining, 1)
})

t.test('404 for what is no tool, before the question who asks', async t => {
  for (const name of ['nothing', 'constructor', '__proto__', 'ANALYSIS_CPM', 'analysis_cpm%20', 'x'.repeat(500)]) {
    for (const asking of [key, undefined]) {
      const { status, json } = await service.call(`${TOOLS}/${name}`, { key: asking, body: { tasks: FOUR_TASKS } })
      t.same([status, json.code], [404, 'tool_not_found'], name.slice(0, 20))
      t.ok(json.detail.length < 400)
    }
  }
  t.equal((await service.call(`${TOOLS}/analysis_cpm`, { key })).status, 405)
  t.equal((await service.call(`${TOOLS}/analysis_cpm/more`, { key, body: {} })).status, 404)
})

t.test('GET /mcp has no stream, and tells who accepts one not to ask again soon', async t => {
  for (const accept of ['text/event-stream', 'application/json, text/event-stream', 'text/event-stream;q=0.5']) {
    const { status, headers, bytes } = await service.call(MCP, { headers: { accept } })
    t.same(
      [status, headers['content-type'], bytes.toString()],
      [200, 'text/event-stream', 'retry: 3600000\n\n'],
      accept,
    )
  }
  for (const accept of ['application/json', '*/*', 'text/event-stream;q=0', '']) {
    const { status, json } = await service.call(MCP, { headers: { accept } })
    t.same([status, json], [200, { status: 'ok', transport: 'stateless' }], accept)
  }
})

t.test('DELETE /mcp ends nothing, with or without a session', async t => {
  for (const headers of [{}, { 'mcp-session-id': 'x' }] as Record<string, string>[]) {
    const { status, json } = await service.call(MCP, { method: 'DELETE', headers })
    t.same([status, json], [200, { status: 'ok', transport: 'stateless' }])
  }
  t.equal((await service.call(MCP, { method: 'PUT', body: {} })).headers.allow, 'DELETE, GET, HEAD, POST')
})
