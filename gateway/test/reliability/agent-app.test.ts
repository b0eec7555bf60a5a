/** The view beside the critical path, shown by a client as MCP Apps has it: in a frame that reaches no network, which gets its rows by calls that the client lends. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { APP_URI } from '../../../shared/contract/mcp/protocol.ts'
import { callParams, modern, post } from '../helpers/mcp-messages.ts'
import { startService } from '../helpers/service.ts'
import { drivenPage } from './helpers/driven-page.ts'
import { SAMPLE, spaced } from './helpers/page-in-browser.ts'

t.setTimeout(120_000)

/** What a client must enforce where the resource names no domains. */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'"

const service = await startService(t)
const key = await service.key('government')
const call = async (params: object) => (await post(service, key, modern('tools/call', params as never))).json.result

const kept = await service.call('/api/v1/schedules', {
  key,
  headers: { 'content-type': 'application/octet-stream' },
  body: readFileSync(SAMPLE),
})
const args = { schedule_id: kept.json.schedule_id }
const result = await call(callParams('analysis_cpm', args))
const { data } = (await service.call('/api/v1/analysis/cpm', { key, body: args })).json
const [{ text: html }] = (await post(service, key, modern('resources/read', { uri: APP_URI }))).json.result.contents
const view = html.replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${POLICY}">`)

/** A client of a few lines. */
const CLIENT = `<!doctype html><iframe sandbox="allow-scripts allow-same-origin" style="width:900px;height:700px;border:0"></iframe><script type="module">
const [view, input, result] = await (await fetch('/given')).json()
const frame = document.querySelector('iframe')
window.heard = []
window.wrong = []
const tell = message => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*')
addEventListener('message', async ({ data: { id, method, params }, source }) => {
  if (source !== frame.contentWindow) return
  heard.push(method)
  if (method === 'ui/initialize') {
    frame.contentDocument.addEventListener('securitypolicyviolation', event => wrong.push(event.violatedDirective))
    tell({ id, result: { protocolVersion: params.protocolVersion, hostInfo: { name: 'test', version: '1' }, hostCapabilities: { serverTools: {} }, hostContext: { theme: 'light' } } })
  } else if (method === 'ui/notifications/initialized') {
    tell({ method: 'ui/notifications/tool-input', params: { arguments: input } })
    tell({ method: 'ui/notifications/tool-result', params: result })
  } else if (method === 'tools/call') {
    tell({ id, result: await (await fetch('/call', { method: 'POST', body: JSON.stringify(params) })).json() })
  } else if (id !== undefined) tell({ id, error: { code: -32601, message: 'not here' } })
})
frame.srcdoc = view
</script>`

const ANSWERS: Readonly<Record<string, (body: string) => unknown>> = {
  '/': () => CLIENT,
  '/given': () => [view, args, result],
  '/call': body => call(JSON.parse(body) as object),
}
const server = createServer(async (incoming, outgoing) => {
  const found = await ANSWERS[incoming.url!]?.(await text(incoming))
  const isPage = typeof found === 'string'
  outgoing.writeHead(found === undefined ? 404 : 200, { 'content-type': isPage ? 'text/html' : 'application/json' })
  outgoing.end(isPage ? found : JSON.stringify(found))
})
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
t.teardown(() => {
  server.closeAllConnections()
  server.close()
})

const page = await drivenPage(t)
await page.open(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
const inView = <Value>(expression: string): Promise<Value> =>
  page.value<Value>(`(document => ${expression})(document.querySelector('iframe').contentDocument)`)

t.test('the view shows what the tool said, the finish of the service and its chart', async t => {
  await page.until("document.querySelector('iframe').contentDocument.querySelector('canvas')")
  t.equal(await inView("document.querySelector('.lead').textContent"), result.structuredContent.summary)
  const figures = await inView<string>("document.querySelector('.figures').textContent")
  t.match(figures, spaced(data.project_finish_date))
  const path = data.tasks.filter((task: { is_on_longest_path: boolean }) => task.is_on_longest_path).length
  t.match(figures, `${path} tasks`)
  t.ok(await inView<boolean>("document.querySelector('canvas').width > 300"))
  if (process.env.PICTURES !== undefined) {
    const { data: picture } = await page.command('Page.captureScreenshot')
    mkdirSync(process.env.PICTURES, { recursive: true })
    writeFileSync(join(process.env.PICTURES, 'agent-app.png'), Buffer.from(String(picture), 'base64'))
  }
})

t.test('a chosen task has its details, and the client hears of it', async t => {
  await inView("document.querySelector('[role=treegrid]').focus()")
  await inView(
    "document.querySelector('[role=treegrid]').dispatchEvent(new document.defaultView.KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))",
  )
  await page.until("document.querySelector('iframe').contentDocument.querySelector('.panel h2')")
  t.match(await inView<string>("document.querySelector('.panel h2').textContent"), /\w/)
  await page.until("heard.includes('ui/update-model-context')")
})

t.test('it reached nothing but its client', async t => {
  t.same(await page.value('wrong'), [])
  const heard = await page.value<string[]>('[...new Set(heard)].sort()')
  t.same(heard, [
    'tools/call',
    'ui/initialize',
    'ui/notifications/initialized',
    'ui/notifications/size-changed',
    'ui/update-model-context',
  ])
})
