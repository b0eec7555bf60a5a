/** notifications/cancelled ends a call that is under way, for its own client alone; it costs nothing then. */
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { bodyOf, project } from '../../../compute/test/helpers/every-analysis.ts'
import { analyses } from '../../../shared/contract/analysis/analyses.ts'
import { until } from '../../../shared/test/until.ts'
import { type File, startFileServer } from '../helpers/file-server.ts'
import { callParams, legacy, MCP, post } from '../helpers/mcp-messages.ts'
import { startService } from '../helpers/service.ts'

let opened = 0
const neverEnds: File = response => {
  opened++
  response.writeHead(200).write('ERMHDR')
}
const files = await startFileServer(t, { '/open': neverEnds })
const service = await startService(t, {
  WORKER_THREADS: '2',
  SOURCE_URL: '1',
  SOURCE_URL_ALLOWED_HOSTS: files.host,
  // longer than a test may take
  SOURCE_URL_SECONDS: '600',
})
const row = analyses.find(({ id }) => id === 'forensics.delay-analysis')!
/** Large, so that it has a lane of its own, and a fifth of a second of work. */
const args = bodyOf(row, project(5, 4_000))

const cancel = (key: string, requestId: unknown) =>
  service.call(MCP, {
    key,
    body: { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId, reason: 'test' } },
  })

t.test('a call that its client takes back ends without an answer and without a charge', async t => {
  const { text: key } = await service.keyRecord('enterprise')
  const other = await service.key('enterprise')
  let charged = 0
  let isTakenBack = false
  // on a machine that stands still the call may have its end before it is cancelled
  for (let attempt = 0; attempt < 20 && !isTakenBack; attempt++) {
    let ended = false
    const running = post(service, key, legacy('tools/call', callParams(row.tool, args), 'mine')).finally(() => {
      ended = true
    })
    // nobody else's notification, and none of another id, ends it
    await cancel(other, 'mine')
    await cancel(key, 'yours')
    while (!ended) {
      const { status, bytes } = await cancel(key, 'mine')
      t.same([status, bytes.length], [202, 0])
      await pause(5)
    }
    const { status, bytes } = await running
    isTakenBack = status === 202 && bytes.length === 0
    if (!isTakenBack) t.equal(status, 200)
    charged += isTakenBack ? 0 : 1
  }
  t.ok(isTakenBack)
  const usage = async () => (await service.call('/api/v1/account/usage', { key })).json.totals.calls
  await until('only those that ended are charged', async () => (await usage()) === charged)
  await until('the thread is free again', async () => {
    const { json } = await post(
      service,
      key,
      legacy('tools/call', callParams('analysis_cpm', { tasks: [{ id: 'A', duration_days: 1 }] }), 'mine'),
    )
    return json?.result?.isError === false
  })
})

t.test('a cancellation of what is not under way is heard and changes nothing', async t => {
  const key = await service.key('free')
  for (const id of [1, 'x', null, {}, 1.5]) t.equal((await cancel(key, id)).status, 202)
  const { json } = await post(
    service,
    key,
    legacy('tools/call', callParams('analysis_cpm', { tasks: [{ id: 'A' }] }), 'x'),
  )
  t.notOk(json.result.isError)
})

t.test('a submission that is taken back leaves no job that nobody pays', async t => {
  const { text: key } = await service.keyRecord('enterprise')
  let charged = 0
  for (const delayMs of [0, 20, 60, 150]) {
    let ended = false
    const call = legacy('tools/call', callParams('submit_job', { tool: row.tool, arguments: args }), 'mine')
    const running = post(service, key, call).finally(() => {
      ended = true
    })
    await pause(delayMs)
    while (!ended) await cancel(key, 'mine')
    const { status, bytes } = await running
    t.equal(status === 200, bytes.length > 0, 'a job in the queue is answered')
    charged += status === 200 ? 1 : 0
  }
  const { jobs } = (await service.call('/api/v1/jobs', { key })).json
  t.equal(jobs.length, charged)
  const usage = async () => (await service.call('/api/v1/account/usage', { key })).json.totals.calls
  await until('each job is charged', async () => (await usage()) === charged)
})

t.test('a load that is taken back ends its fetch, and keeps nothing', async t => {
  const key = await service.key('enterprise')
  const running = post(
    service,
    key,
    legacy('tools/call', callParams('load_schedule', { url: files.urlOf('/open') }), 'mine'),
  )
  await until('the file is requested', async () => opened === 1)
  await cancel(key, 'mine')
  const { status, bytes } = await running
  t.same([status, bytes.length], [202, 0])
  t.same((await service.call('/api/v1/schedules', { key })).json.schedules, [])
})
