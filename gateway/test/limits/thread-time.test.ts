/** The budget of thread time at the edge: who is refused, what the caller is told, and that a neighbour is served. */
import t from 'tap'
import { TIERS } from '../../../shared/tiers.ts'
import { CPM, chain } from '../helpers/networks.ts'
import { startService } from '../helpers/service.ts'

const BURST_MS = 5
// a burst that a few calls of a test use up
;(TIERS.demo as { threadBurstMs: number }).threadBurstMs = BURST_MS

const service = await startService(t)
const body = { tasks: chain(100) }

t.test('keys without an identity share the budget of their address, and a refusal says why and until when', async t => {
  const [first, second] = [await service.key('demo'), await service.key('demo')]
  const calls = []
  for (let n = 0; n < 60; n++) calls.push(await service.call(CPM, { key: n % 2 === 0 ? first : second, body }))
  const refused = calls.filter(({ status }) => status === 429)
  t.ok(calls.some(({ status }) => status === 200))
  t.ok(
    refused.some(({ json }) => json.code === 'compute_exceeded'),
    'the sixtieth call is beyond the budget',
  )
  const { json, headers } = refused.find(({ json }) => json.code === 'compute_exceeded')!
  t.match(json.detail, /\/api\/v1\/analysis\/cpm with a body of \d+ KB/)
  t.ok(json.retry_after >= 1)
  t.equal(Number(headers['retry-after']), json.retry_after)
  t.equal(headers['x-compute-ms'], '0.0', 'nothing was worked for it')
  t.ok(Number(headers['x-compute-remaining-ms']) < 0)
  const [answered] = calls.filter(({ status }) => status === 200)
  t.ok(Number(answered!.headers['x-compute-ms']) > 0)
  t.ok(Number(answered!.headers['x-compute-remaining-ms']) < BURST_MS)
})

t.test('a refused call uses no unit of the month, and other accounts are served', async t => {
  const starter = await service.key('starter')
  const answer = await service.call(CPM, { key: starter, body })
  t.equal(answer.status, 200)
  const demo = await service.key('demo')
  const before = await service.call('/api/v1/account/tier', { key: demo })
  t.equal((await service.call(CPM, { key: demo, body })).json.code, 'compute_exceeded')
  const after = await service.call('/api/v1/account/tier', { key: demo })
  t.equal(after.json.monthly_calls_remaining, before.json.monthly_calls_remaining)
})

t.test('an agent reads the refusal as the result of its tool, and other messages are answered', async t => {
  const key = await service.key('demo')
  const headers = { accept: 'application/json, text/event-stream' }
  const send = (method: string, params: object) =>
    service.call('/mcp', { key, headers, body: { jsonrpc: '2.0', id: 1, method, params } })
  const refused = await send('tools/call', { name: 'analysis_cpm', arguments: body })
  t.equal(refused.status, 200)
  t.equal(refused.json.result.isError, true)
  t.match(refused.json.result.content[0].text, /processor time/)
  const listed = await send('tools/list', {})
  t.ok(listed.json.result.tools.length > 10)
})
