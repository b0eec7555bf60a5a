/** Messages that are answered: the protocol in both eras, what a call costs, and what it says of itself. */

import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { pino } from 'pino'
import t from 'tap'
import { toolsFor } from '../../../../shared/contract/tools/agent-tools.ts'
import { until } from '../../../../shared/test/until.ts'
import { dispatchMark } from '../../../mcp/running-calls.ts'
import { callParams, ERAS, legacy, MCP, modern, post } from '../../helpers/mcp-messages.ts'
import { CPM, FOUR_TASKS } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const SECRET = 'a secret of the operator'
const service = await startService(t, { INTERNAL_DISPATCH_SECRET: SECRET, LOG_LEVEL: 'info' })

const metered: Record<string, unknown>[] = []
const write = (line: string): void => {
  const event = JSON.parse(line)
  if (event.event === 'metering') metered.push(event)
}
Object.assign(service.app.gateway.log, { [pino.symbols.streamSym]: { write } })

const cpmCall = callParams('analysis_cpm', { tasks: FOUR_TASKS })

const usageOf = async (key: string) => (await service.call('/api/v1/account/usage', { key })).json
const remaining = async (key: string) =>
  (await service.call('/api/v1/account/tier', { key })).json.limits.monthly_calls_remaining

const FREE_TOOL_COUNT = toolsFor('free').length

t.test('a legacy session: initialize, initialized, ping, tools, call', async t => {
  const key = await service.key('free')
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } }
  const { body } = legacy('initialize', params, 'first')
  const begun = await service.call(MCP, { key, body })
  t.equal(begun.status, 200)
  t.match(begun.headers['content-type'], /^application\/json/)
  t.equal(begun.headers['mcp-session-id'], undefined, 'there is no session')
  t.match(begun.json, {
    id: 'first',
    result: {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: String, version: '0.4.0' },
    },
  })
  const heard = await service.call(MCP, { key, body: { jsonrpc: '2.0', method: 'notifications/initialized' } })
  t.same([heard.status, heard.bytes.length, heard.headers['content-type']], [202, 0, undefined])
  t.strictSame((await post(service, key, legacy('ping'))).json, { jsonrpc: '2.0', id: 1, result: {} })
  t.equal((await post(service, key, legacy('tools/list'))).json.result.tools.length, FREE_TOOL_COUNT)
  const answer = await post(service, key, legacy('tools/call', cpmCall))
  t.equal(answer.json.result.isError, false)
  t.equal(answer.json.result.structuredContent.data.project_duration_days, 12)
  t.equal(answer.json.result.content[0].type, 'text')
  t.equal(answer.headers['cache-control'], 'no-store')
})

t.test('a modern client asks at once, or discovers first', async t => {
  const key = await service.key('free')
  const found = await post(service, key, modern('server/discover'))
  t.equal(found.status, 200)
  t.equal(found.json.result.supportedVersions[0], '2026-07-28')
  const answer = await post(service, key, modern('tools/call', cpmCall))
  t.match(answer.json.result, { resultType: 'complete', isError: false })
})

t.test('only a tool that was worked out costs a unit, in either era', async t => {
  for (const [era, message] of Object.entries(ERAS)) {
    const { text: key, accountId } = await service.keyRecord('free', { callsPerMonth: 5 })
    for (let i = 0; i < 8; i++) t.equal((await post(service, key, message('tools/list'))).status, 200)
    await service.call(MCP, { key, body: { jsonrpc: '2.0', method: 'notifications/initialized' } })
    t.equal((await post(service, key, message('nothing/known'))).json.error.code, -32601)
    t.equal((await post(service, key, message('tools/call', callParams('no_tool', {})))).json.error.code, -32602)
    const broken = await post(service, key, message('tools/call', callParams('analysis_cpm', { tasks: [{ id: 1 }] })))
    t.equal(broken.json.result.isError, true)
    t.equal((await post(service, key, message('tools/call', cpmCall))).json.result.isError, false)
    await until('all is settled', async () => (await usageOf(key)).totals.calls === 1)
    await until('the unit of the last one stays', async () => (await remaining(key)) === 4)
    t.equal(await service.redis.zcard(`{a:${accountId}}:reservations`), 0, `${era}: nothing is reserved`)
    const { days, totals } = await usageOf(key)
    t.same([totals.calls, totals.refused, totals.tasks], [1, 1, 4], `${era}: ${JSON.stringify(totals)}`)
    // rows of 0 calls tell the thread time of messages that take no unit
    const paid = days[0].endpoints.filter((one: { calls: number }) => one.calls > 0)
    t.same(
      paid.map((one: { endpoint: string }) => one.endpoint),
      ['analysis.cpm'],
      'under the endpoint of the analysis',
    )
  }
})

t.test('a client whose month is used up lists tools and reads why none is worked out', async t => {
  for (const message of Object.values(ERAS)) {
    const key = await service.key('free', { callsPerMonth: 0 })
    t.equal((await post(service, key, message('tools/list'))).json.result.tools.length, FREE_TOOL_COUNT)
    const answer = await post(service, key, message('tools/call', cpmCall))
    t.equal(answer.status, 200)
    t.equal(answer.json.result.isError, true)
    t.match(answer.json.result.content[0].text, /Monthly quota exceeded: 0 calls/)
  }
})

t.test('a message that says in its header that it calls no tool has the wider window', async t => {
  const key = await service.key('free', { callsPerWindow: 2 })
  const first = await post(service, key, modern('tools/list'))
  t.equal(first.headers['x-ratelimit-limit'], '10')
  for (let i = 0; i < 4; i++) t.equal((await post(service, key, modern('tools/list'))).status, 200)
  t.equal((await post(service, key, modern('tools/call', cpmCall))).headers['x-ratelimit-limit'], '2')
  const lie = modern('tools/call', cpmCall)
  const refused = await post(service, key, { ...lie, headers: { ...lie.headers, 'mcp-method': 'tools/list' } })
  t.same([refused.status, refused.json.error.code], [400, -32020], 'and is held to it')
  const oldLie = legacy('tools/call', cpmCall)
  const alike = await post(service, key, { ...oldLie, headers: { ...oldLie.headers, 'mcp-method': 'tools/list' } })
  t.same([alike.status, alike.json.error.code], [400, -32020], 'in every era')
})

t.test('who leaves before the message is whole pays nothing', async t => {
  const { text: key, accountId } = await service.keyRecord('free')
  const reserved = () => service.redis.zcard(`{a:${accountId}}:reservations`)
  const socket = connect(service.port, '127.0.0.1')
  socket.write(`POST ${MCP} HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\ncontent-length: 1000\r\n\r\n{"jsonrpc"`)
  await until('it is admitted', async () => (await reserved()) === 1)
  socket.destroy()
  await until('its unit goes back', async () => (await reserved()) === 0)
  t.equal(await remaining(key), 100)
})

t.test('an encoded body is read, and an answer is encoded for who asks', async t => {
  const key = await service.key('free')
  const { body, headers } = modern(
    'tools/call',
    callParams('analysis_cpm', { tasks: FOUR_TASKS, output: { detail: 'full' } }),
  )
  const answer = await service.call(MCP, {
    key,
    body: gzipSync(JSON.stringify(body)),
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8', 'content-encoding': 'gzip' },
  })
  t.equal(answer.json.result.isError, false)
  const packed = await post(service, key, { body, headers }, { 'accept-encoding': 'gzip' })
  t.equal(packed.headers['content-encoding'], 'gzip')
})

t.test('the metering event is that of the analysis, and names who dispatched it', async t => {
  const key = await service.key('free')
  const seconds = Math.floor(Date.now() / 1000)
  const send = async (mark: Record<string, string>) => {
    metered.length = 0
    t.equal((await post(service, key, legacy('tools/call', cpmCall), mark)).status, 200)
    return metered
  }
  const name = 'x-service-internal-dispatch'
  const [event] = await send({ [name]: dispatchMark(SECRET, seconds, 'POST', MCP) })
  t.match(event, { endpoint: CPM, via: MCP, origin: 'internal', status: 200, taskCount: 4 })
  const wrong = [
    dispatchMark('another secret', seconds, 'POST', MCP),
    dispatchMark(SECRET, seconds - 1_000, 'POST', MCP),
    dispatchMark(SECRET, seconds + 1_000, 'POST', MCP),
    dispatchMark(SECRET, seconds, 'POST', '/mcp/tools/analysis_cpm'),
    dispatchMark(SECRET, seconds, 'GET', MCP),
    dispatchMark(SECRET, seconds, 'POST', MCP).toUpperCase(),
    dispatchMark(SECRET, seconds, 'POST', `${MCP}/`),
    dispatchMark(SECRET, seconds, 'post', MCP),
    dispatchMark('', seconds, 'POST', MCP),
    dispatchMark(SECRET, -seconds, 'POST', MCP),
    dispatchMark(SECRET, seconds + 0.5, 'POST', MCP),
    `${dispatchMark(SECRET, seconds, 'POST', MCP)},v1=0`,
    dispatchMark(SECRET, seconds, 'POST', MCP).slice(0, -1),
    dispatchMark(SECRET, seconds, 'POST', MCP).slice(dispatchMark(SECRET, seconds, 'POST', MCP).indexOf('v1=')),
    `t=${seconds}`,
    `t=${seconds},v1=${'0'.repeat(64)}`,
    `t=${'9'.repeat(400)},v1=${'0'.repeat(64)}`,
    SECRET,
    'true',
    '',
  ]
  t.equal(wrong.length, 20, 'T36')
  for (const mark of wrong) t.notOk('origin' in (await send({ [name]: mark }))[0]!, mark)
  metered.length = 0
  await post(service, key, legacy('tools/list'))
  t.same(metered, [], 'a message of the protocol is not metered')
  const failed = await post(service, key, legacy('tools/call', callParams('analysis_cpm', { tasks: [{ id: 1 }] })))
  t.equal(failed.json.result.isError, true)
  t.match(metered, [{ endpoint: CPM, status: 422, code: 'validation' }], 'what a tool came to is metered, not the 200')
})
