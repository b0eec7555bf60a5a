import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { CPM } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService(t)
const key = await service.key('government')

t.test('a cycle is refused naming its tasks in order', async t => {
  const tasks = [
    { id: 'A', duration_days: 1, predecessors: ['C'] },
    { id: 'B', duration_days: 1, predecessors: ['A'] },
    { id: 'C', duration_days: 1, predecessors: ['B'] },
  ]
  const { status, json } = await service.call(CPM, { key, body: { tasks } })
  t.equal(status, 400)
  t.equal(json.code, 'dependency_cycle')
  t.match(json.detail, 'A -> B -> C -> A')
})

t.test('a duplicate id is refused with its places', async t => {
  const { status, json } = await service.call(CPM, { key, body: { tasks: [{ id: 'A' }, { id: 'B' }, { id: 'A' }] } })
  t.equal(status, 400)
  t.equal(json.code, 'duplicate_id')
  t.match(json.detail, /"?A"?/)
})

t.test('malformed JSON is refused with the byte it breaks at', async t => {
  for (const [body, offset] of [
    ['{"tasks":[{"id":"A",}]}', 19],
    ['{"tasks":[{"id":"A"]}', 19],
    ['{"tasks":', 9],
    ['{"tasks":[]}x', 12],
  ] as const) {
    const { status, json } = await service.call(CPM, { key, body })
    t.equal(status, 400, body)
    t.equal(json.code, 'body_syntax', body)
    t.match(json.detail, `byte ${offset}`, body)
  }
})

t.test('an empty body and one that does not inflate are refused', async t => {
  const empty = await service.call(CPM, { method: 'POST', key })
  t.equal(empty.status, 400)
  t.equal(empty.json.code, 'body_empty')
  const cut = gzipSync('{"tasks":[]}').subarray(0, 15)
  const broken = await service.call(CPM, { key, body: cut, headers: { 'content-encoding': 'gzip' } })
  t.equal(broken.status, 400)
  t.equal(broken.json.code, 'encoding_invalid')
})

t.test('a refused call is reported as a problem on request, with the same facts', async t => {
  const { headers, json } = await service.call(CPM, { key, body: '{', headers: { accept: 'application/problem+json' } })
  t.match(headers['content-type'], /^application\/problem\+json/)
  t.match(json, {
    status: 400,
    title: 'Malformed body',
    code: 'body_syntax',
    type: '/api/v1/errors#body_syntax',
    instance: CPM,
  })
})

t.test('two lengths, or a length and chunks, are refused and the connection closed', async t => {
  for (const headers of ['Content-Length: 2\r\nContent-Length: 3', 'Transfer-Encoding: gzip']) {
    const socket = connect(service.port, '127.0.0.1')
    socket.write(`POST ${CPM} HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\n${headers}\r\n\r\n{}`)
    let text = ''
    socket.on('data', chunk => {
      text += chunk
    })
    await once(socket, 'close')
    t.match(text, /^HTTP\/1\.1 4\d\d /, headers)
  }
})
