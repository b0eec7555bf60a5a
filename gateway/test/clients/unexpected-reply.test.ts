/** A reply that succeeded and is no JSON object, such as the page of a proxy, is an error of the client that shows its beginning. */
import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { clientFolder } from './examples.ts'

const PAGE = `<html><body>Sign in to the network${' of the building'.repeat(100)}</body></html>`
const REPLIES = [PAGE, '', '[]', '"ok"', 'null', '{"data":']

t.test('the client for TypeScript', async t => {
  const { ScheduleIntelligence, UnexpectedReply } = await import(
    pathToFileURL(join(clientFolder('typescript'), 'src/index.ts')).href
  )
  let reply = ''
  const server = createServer((_, to) => void to.writeHead(200, { 'content-type': 'text/html' }).end(reply))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const sis = new ScheduleIntelligence({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'k' })
  for (reply of REPLIES) {
    const error = await sis.analyse('analysis.cpm', { tasks: [{ id: 'A' }] }).catch((thrown: unknown) => thrown)
    t.ok(error instanceof UnexpectedReply, `${error}`)
    t.match(error, { name: 'UnexpectedReply', status: 200, bodyStart: reply.slice(0, 200) })
    t.ok(error.message.length < 300, 'no whole page in a message')
  }
})

const PROGRAM = `
import json, sys
from types import ModuleType, SimpleNamespace
httpx, package = ModuleType("httpx"), ModuleType("client")
httpx.Response = object
package.__path__ = [sys.argv[1]]
sys.modules.update(httpx=httpx, client=package)
from client.errors import UnexpectedReply
from client.replies import refusal_of, reply_of

def answer(status, text):
    return SimpleNamespace(status_code=status, text=text, json=lambda: json.loads(text))

def raised(text):
    try:
        return reply_of(answer(200, text))
    except UnexpectedReply as error:
        return [error.status, error.body_start, len(str(error)) < 300]

texts = json.load(sys.stdin)
whole = [reply_of(answer(200, '{"a": 1}')), reply_of(answer(204, "")), refusal_of(answer(502, texts[0]))]
print(json.dumps([[raised(text) for text in texts], whole]))
`
const hasPython = spawnSync('python3', ['--version']).status === 0

t.test('the client for Python', { skip: hasPython ? false : 'python3 is not on this machine' }, async t => {
  const folder = join(clientFolder('python'), 'src/schedule_intelligence')
  const { stdout, stderr } = spawnSync('python3', ['-B', '-c', PROGRAM, folder], {
    input: JSON.stringify(REPLIES),
    encoding: 'utf8',
  })
  t.equal(stderr, '')
  const [raised, whole] = JSON.parse(stdout)
  t.same(
    raised,
    REPLIES.map(text => [200, text.slice(0, 200), true]),
  )
  t.same(whole, [{ a: 1 }, {}, {}])
})
