/**
 * The main paths behind node:http, which serves where uWebSockets.js has no binary. `EDGE=node npm test FILE ...` runs any other test of the gateway behind
 * it; the tests of framing and of clients that leave say what differs.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { unpack } from 'msgpackr'
import t from 'tap'
import { until } from '../../../shared/test/until.ts'
import { nodeEdge } from '../../call/node-edge.ts'
import { ended, jobPath, startNode, submitted } from '../helpers/jobs.ts'
import { legacy, MCP } from '../helpers/mcp-messages.ts'
import { CPM, chain, FOUR_TASKS } from '../helpers/networks.ts'
import { startService } from '../helpers/service.ts'
import { answers, connectRaw, sendRaw } from '../hostile/helpers/raw-socket.ts'

const HEALTH = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n'
const service = await startService(t, { EDGE: 'node', CPM_SYNC_TASK_LIMIT: '10000' })
const key = await service.key('government')
const { call, port, app } = service
const body = { tasks: FOUR_TASKS }
/** Its answer has some megabytes. */
const long = JSON.stringify({ tasks: chain(4_000).map(task => ({ ...task, name: task.id.padEnd(600, '.') })) })
const post = (text: string, lines = ''): string =>
  `POST ${CPM} HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\n${lines}Content-Length: ${text.length}\r\n\r\n${text}`
const sha = (text: string): string => createHash('sha256').update(text).digest('hex')

t.test('JSON, msgpack, gzip, a file, a page, a message of an agent and a job', async t => {
  t.equal(app.edge, 'node')
  const json = await call(CPM, { key, body })
  t.equal(json.json.data.project_duration_days, 12)
  const packed = await call(CPM, { key, body, headers: { accept: 'application/msgpack' } })
  t.same(unpack(packed.bytes).data, json.json.data)
  const gzipped = await call(CPM, {
    key,
    body: gzipSync(JSON.stringify(body)),
    headers: { 'content-encoding': 'gzip' },
  })
  t.same(gzipped.json.data, json.json.data)
  const form = new FormData()
  form.append('schedule', new Blob([readFileSync(new URL('../../sandbox/update.xer', import.meta.url))]), 'update.xer')
  const sent = await fetch(service.url + CPM, { method: 'POST', headers: { 'x-api-key': key }, body: form })
  t.equal(((await sent.json()) as { metadata: { task_count: number } }).metadata.task_count, 19)
  t.match((await call('/', { headers: { accept: 'text/html' } })).bytes.toString(), /<html/)
  t.equal((await call('/nothing')).status, 404)
  const message = legacy('tools/call', { name: 'analysis_cpm', arguments: body })
  const reply = await call(MCP, { key, ...message })
  t.match(reply.bytes.toString(), /12/)
  await startNode(t, service)
  const path = jobPath(await submitted(service, CPM, { key, body }))
  t.equal((await ended(service, key, path)).json.status, 'completed')
  t.same((await call(`${path}/result`, { key })).json.data, json.json.data)
})

t.test('a connection is kept, answers come in order, and a call behind one that is at work ends it', async t => {
  const small = JSON.stringify(body)
  const kept = await sendRaw(port, [
    post(small),
    answers(1),
    HEALTH + HEALTH + HEALTH,
    answers(4),
    post(small),
    answers(5),
  ])
  t.same(kept.statuses, [200, 200, 200, 200, 200])
  t.notOk(kept.isClosed)
  const behind = await sendRaw(port, [post(small) + HEALTH], 20_000)
  t.same([behind.statuses, behind.isClosed], [[], true])
  const head = await sendRaw(port, ['HEAD /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n', answers(1), HEALTH, answers(2)])
  t.match(head.text, /content-length: \d{5}/i)
  t.same(head.statuses, [200, 200])
  const old = await sendRaw(port, ['GET /health HTTP/1.0\r\nHost: x\r\n\r\n', answers(1)], 20_000)
  t.match(old.text, /HTTP\/1\.1 505 /)
  t.ok(old.isClosed)
})

t.test('what the parser refuses is answered behind what was answered before, and nothing after it', async t => {
  for (const broken of [
    'NONSENSE\r\n\r\n',
    'GET /health HTTP/1.1\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\nA : b\r\n\r\n',
  ]) {
    const { statuses, isClosed } = await sendRaw(port, [HEALTH + HEALTH + broken + HEALTH], 20_000)
    t.same(statuses, [200, 200, 400], JSON.stringify(broken))
    t.ok(isClosed)
  }
})

t.test('a large answer is whole, also for a client that reads late; one that leaves costs nothing', async t => {
  const whole = await call(CPM, { key, body: long })
  t.ok(whole.bytes.length > 4 * 2 ** 20, `${whole.bytes.length} bytes`)
  const late = connectRaw(port, post(long))
  const parts: Buffer[] = []
  let bytes = 0
  late.on('data', part => {
    parts.push(part)
    bytes += part.length
  })
  late.pause()
  await until('its answer waits for it', () => late.readableLength > 0)
  await pause(300)
  t.ok(app.inFlight() > 0, 'and is not kept by the gateway as a whole')
  late.resume()
  await until('its head is there', () => bytes > 4_096)
  const head = Buffer.concat(parts).toString('latin1').split('\r\n\r\n', 1)[0]!
  const total = head.length + 4 + Number(/content-length: (\d+)/i.exec(head)![1])
  await until('it is whole', () => bytes === total)
  const envelope = JSON.parse(Buffer.concat(parts).toString('utf8', head.length + 4))
  t.equal(sha(JSON.stringify(envelope.data)), sha(JSON.stringify(whole.json.data)))
  late.destroy()
  for (const [text, isRead] of [
    [post(long).slice(0, 100_000), false],
    [post(long), false],
    [post(long), true],
  ] as const) {
    const leaving = connectRaw(port, text)
    leaving.on('data', () => {})
    leaving.pause()
    await until('it is at work', () => app.inFlight() > 0)
    if (isRead) await until('its answer has begun', () => leaving.readableLength > 0)
    leaving.destroy()
    await until('nothing is in flight', () => app.inFlight() === 0 && app.gateway.bytesInFlight.bytes === 0)
  }
})

t.test(
  'a process that stood still for longer than a connection may answers the call that came on it meanwhile',
  async t => {
    let there: Socket | undefined
    const edge = nodeEdge(res => {
      there = (res as unknown as { message: { socket: Socket } }).message.socket
      res.end('answer')
    })
    t.teardown(() => edge.close())
    const client = connect(await edge.listen({ host: '127.0.0.1', port: 0, portShared: '0' }), '127.0.0.1')
    const closed = once(client, 'close')
    client.write(HEALTH)
    t.match(String(await once(client, 'data')), 'answer')
    // as after a pause of the process: timers first, then what the sockets have
    setTimeout(() => {
      client.write(HEALTH)
      there!.emit('timeout')
    })
    t.match(String(await Promise.race([once(client, 'data'), closed.then(() => 'closed')])), 'answer')
    setTimeout(() => there!.emit('timeout'))
    await closed
  },
)
