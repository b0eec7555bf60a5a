/** T21, short: a gateway that is told to end answers what it has begun, and ends with code 0. */
import { connect } from 'node:net'
import t from 'tap'
import { until } from '../../../shared/test/until.ts'
import { CPM, chain } from '../helpers/networks.ts'
import { startService } from '../helpers/service.ts'
import { gatewayProcesses } from './helpers/gateway-process.ts'
import { post } from './helpers/post.ts'
import { ANSWER_MS_MAX, connectRaw, sendRaw } from './helpers/raw-socket.ts'

const HEALTH = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n'
const isRefused = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => resolve(false)).on('error', () => resolve(true))
    socket.on('connect', () => socket.destroy())
  })

/** An upload that stands still is cut off after some seconds, which others may take for their answers on a busy machine. */
const UPLOAD_BYTES = 16 * 2 ** 20
const PIECE_BYTES = 64 * 1024
const PIECE_MS = 500

const READY = 'GET /ready HTTP/1.1\r\nHost: x\r\n\r\n'

t.test('SIGTERM: calls in flight and uploads end well, /ready says no first, then the port is closed', async t => {
  const processes = await gatewayProcesses(t)
  // the limits are those of a busy machine: what is looked at is what is answered, not when
  const patient = { CPM_SYNC_TASK_LIMIT: '10000', DRAIN_SECONDS: '240', SYNC_DEADLINE_SECONDS: '240' }
  const gateway = await processes.start({ ...patient, DRAIN_DELAY_SECONDS: '8', LOG_LEVEL: 'info' })
  const key = await processes.key('government')
  const body = JSON.stringify({ tasks: chain(10_000) })
  const call = () => post(gateway.url + CPM, key, body)
  t.equal((await call()).status, 200)
  const slow = body.padEnd(UPLOAD_BYTES)
  const head = `POST ${CPM} HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\nContent-Length: ${slow.length}\r\n\r\n`
  const idle = connectRaw(gateway.port, HEALTH)
  const upload = connectRaw(gateway.port, head + slow.slice(0, PIECE_BYTES))
  let sentBytes = PIECE_BYTES
  const sending = setInterval(() => upload.write(slow.slice(sentBytes, (sentBytes += PIECE_BYTES))), PIECE_MS)
  t.teardown(() => clearInterval(sending))
  let uploaded = ''
  upload.on('data', chunk => {
    uploaded += chunk.toString('latin1')
  })

  const answers = Array.from({ length: 20 }, call)
  // then the others are in flight, and the upload has begun
  await Promise.race(answers)
  gateway.child.kill('SIGTERM')
  await until('it drains', () => gateway.log.some(line => line.msg === 'draining'))
  // a new connection, while the balancer has not noticed yet
  const kept = await sendRaw(gateway.port, [READY], ANSWER_MS_MAX)
  t.match(kept.text, /^HTTP\/1\.1 503 [\s\S]*"accepting":"failed"/)
  t.ok(kept.isClosed, 'a connection is closed after its answer')
  t.equal(kept.text.match(/connection: close/gi)?.length, 1)
  const results = await Promise.all(answers)
  t.ok(
    results.every(({ status, bytes }) => status === 200 && bytes.length > 2 ** 20),
    'all 20 are answered whole',
  )
  await until('the port is closed', () => isRefused(gateway.port))
  clearInterval(sending)
  upload.write(slow.slice(sentBytes))
  await until('the upload is closed', () => upload.closed)
  t.match(uploaded, /^HTTP\/1\.1 200 OK/, 'an upload that was under way is answered')
  t.ok(uploaded.endsWith('}}'), 'wholly')
  t.equal(await gateway.ended, 0)
  await t.rejects(fetch(`${gateway.url}/health`), 'nobody listens any more')
  t.same(
    gateway.log.filter(line => Number(line.level) >= 50),
    [],
    'no error is logged',
  )
  idle.destroy()
})

t.test('a call on an open connection that crosses with the end of the drain is answered', async t => {
  const { app, port } = await startService(t)
  const idle = connectRaw(port, HEALTH)
  let text = ''
  idle.on('data', chunk => {
    text += chunk.toString('latin1')
  })
  await until('it is answered', () => text.endsWith('}'))
  text = ''
  const drained = app.drain()
  await until('the port is closed', () => isRefused(port))
  idle.write(HEALTH)
  await drained
  t.match(text, /^HTTP\/1\.1 200 OK[\s\S]*connection: close/i)
})
