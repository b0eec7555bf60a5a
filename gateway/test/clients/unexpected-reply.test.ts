/**
 * A reply that succeeded and is no JSON object, such as the page of a proxy, is an error of the client that shows its beginning. A refusal in other
 * words than those of the service is the error of its status.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { clientFolder } from './examples.ts'
import { HAS_PYTHON, runPython } from './python.ts'

const PAGE = `<html><body>Sign in to the network${' of the building'.repeat(100)}</body></html>`
const REPLIES = [PAGE, '', '[]', '"ok"', 'null', '{"data":']
/** Refusals that the service does not send. */
const REFUSALS = [
  'null',
  '[]',
  '"no"',
  PAGE,
  '{"detail":["bad"]}',
  '{"detail":[null]}',
  '{"detail":[{"msg":"bad"}]}',
  '{"detail":[{"loc":"body","msg":"bad"}],"error_count":"many"}',
]

t.test('the client for TypeScript', async t => {
  const { InputError, ScheduleIntelligence, UnexpectedReply } = await import(
    pathToFileURL(join(clientFolder('typescript'), 'src/index.ts')).href
  )
  let reply = ''
  let status = 200
  let calls = 0
  const server = createServer((_, to) => {
    calls++
    to.writeHead(status, { 'content-type': 'text/html' }).end(reply)
  })
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
  status = 422
  for (reply of REFUSALS) {
    calls = 0
    const error = await sis.analyse('analysis.cpm', { tasks: [{ id: 'A' }] }).catch((thrown: unknown) => thrown)
    t.ok(error instanceof InputError, `${reply}: ${error}`)
    t.match(error, { status: 422, code: 'unknown', faults: [], message: 'The service answered 422.' })
    t.equal(calls, 1, 'is not sent again')
  }
})

const PROGRAM = `
import json, sys
from types import SimpleNamespace
from schedule_intelligence.errors import InputError, UnexpectedReply, api_error
from schedule_intelligence.replies import refusal_of, reply_of

def answer(status, text):
    return SimpleNamespace(status_code=status, text=text, json=lambda: json.loads(text), headers={})

def raised(text):
    try:
        return reply_of(answer(200, text))
    except UnexpectedReply as error:
        return [error.status, error.body_start, len(str(error)) < 300]

def refused(text):
    error = api_error(422, refusal_of(answer(422, text)))
    return [isinstance(error, InputError), error.code, list(error.faults), str(error)]

texts, refusals = json.load(sys.stdin)
whole = [reply_of(answer(200, '{"a": 1}')).data, reply_of(answer(204, "")).data, refusal_of(answer(502, texts[0]))]
print(json.dumps([[raised(text) for text in texts], whole, [refused(text) for text in refusals]]))
`
t.test('the client for Python', { skip: HAS_PYTHON ? false : 'python3 is not on this machine' }, async t => {
  const { stdout, stderr } = await runPython(t, PROGRAM, JSON.stringify([REPLIES, REFUSALS]))
  t.equal(stderr, '')
  const [raised, whole, refused] = JSON.parse(stdout)
  t.same(
    raised,
    REPLIES.map(text => [200, text.slice(0, 200), true]),
  )
  t.same(whole, [{ a: 1 }, {}, {}])
  t.same(
    refused,
    REFUSALS.map(() => [true, 'unknown', [], 'The service answered 422.']),
  )
})
