/** notifications/progress: a call with a token that takes long answers as a stream whose last event is the result; all others answer JSON. */
import t from 'tap'
import { bodyOf, project } from '../../../compute/test/helpers/every-analysis.ts'
import { analyses } from '../../../shared/contract/analysis/analyses.ts'
import { callParams, ERAS, MCP } from '../helpers/mcp-messages.ts'
import { startService } from '../helpers/service.ts'

const service = await startService(t, { AGENT_PROGRESS_MS: '5' })
const key = await service.key('enterprise')
const row = analyses.find(({ id }) => id === 'forensics.delay-analysis')!
const args = bodyOf(row, project(5, 600))

for (const [era, message] of Object.entries(ERAS)) {
  const call = (meta: object, headers: Record<string, string> = {}) => {
    const { body, headers: own } = message('tools/call', callParams(row.tool, args))
    const { params } = body as unknown as { params: { _meta?: object } }
    const whole = { ...body, params: { ...params, _meta: { ...params._meta, ...meta } } }
    return service.call(MCP, { key, body: whole, headers: { ...own, 'accept-encoding': 'gzip', ...headers } })
  }

  t.test(`${era}: progress grows, names the token, and the result comes last`, async t => {
    for (const token of ['"a token"', '7']) {
      const { status, headers, bytes } = await call({ progressToken: JSON.parse(token) })
      t.equal(status, 200)
      t.equal(headers['content-type'], 'text/event-stream')
      t.equal(headers['content-encoding'], undefined)
      t.ok(headers['x-request-id'])
      const events = bytes
        .toString()
        .split('\n\n')
        .filter(text => text !== '')
        .map(text => JSON.parse(text.replace(/^event: message\ndata: /, '')))
      const notifications = events.slice(0, -1)
      t.ok(notifications.length >= 1)
      for (const { method, params } of notifications) {
        t.equal(method, 'notifications/progress')
        t.equal(params.progressToken, JSON.parse(token))
      }
      const progress = notifications.map(({ params }: { params: { progress: number } }) => params.progress)
      t.same(
        progress,
        [...new Set(progress)].sort((a, b) => a - b),
      )
      t.equal(events.at(-1).result.isError, false)
    }
  })

  t.test(`${era}: without a token, and without Accept of events, the answer is JSON`, async t => {
    for (const answer of [await call({}), await call({ progressToken: 1 }, { accept: 'application/json' })]) {
      t.match(answer.headers['content-type'], /^application\/json/)
      t.equal(answer.status, 200)
    }
  })
}
