/** What a connection holds (memory, claims, the socket itself) is given back, whatever the client does with it. */
import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { until } from '../../../shared/test/until.ts'
import { CPM } from '../helpers/networks.ts'
import { startService } from '../helpers/service.ts'
import { answers, connectRaw, sendRaw } from './helpers/raw-socket.ts'

const MEGABYTE = 2 ** 20
const HEALTH = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n'

t.test('a body that nobody requested is not kept, and the next call on its connection is answered', async t => {
  const service = await startService(t)
  const key = await service.key('free')
  const bodyBytes = 64 * MEGABYTE
  // node:http has new memory for each piece, which is collected later
  const part = service.app.edge === 'uws' ? 1 / 4 : 3 / 4
  const calls: Record<string, string> = {
    'a page without identity': `GET /health HTTP/1.1\r\nHost: x\r\nContent-Length: ${bodyBytes}\r\n\r\n`,
    'a control call': `GET /api/v1/account/tier HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\nContent-Length: ${bodyBytes}\r\n\r\n`,
    'a call without a key': `POST ${CPM} HTTP/1.1\r\nHost: x\r\nContent-Length: ${bodyBytes}\r\n\r\n`,
    'an unknown path': `POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: ${bodyBytes}\r\n\r\n`,
  }
  for (const [name, head] of Object.entries(calls)) {
    const before = process.memoryUsage().arrayBuffers
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
    }, 5)
    const chunk = Buffer.alloc(MEGABYTE, 'x')
    // the first part comes with the head, before anything is answered
    const parts = [Buffer.concat([Buffer.from(head), chunk]), ...Array<Buffer>(63).fill(chunk), HEALTH]
    const { statuses } = await sendRaw(service.port, [...parts, answers(2)])
    clearInterval(watch)
    t.equal(statuses.length, 2, `${name}: answered, and so is the call that follows`)
    t.equal(statuses[1], 200)
    t.ok(most < bodyBytes * part, `${name}: of ${bodyBytes} bytes ${most} were held`)
  }
  t.equal(service.app.inFlight(), 0)
})

t.test('an encoded body in chunks claims no more room than the limit of its tier', async t => {
  const service = await startService(t, { BYTES_IN_FLIGHT_MAX: String(1_000 * MEGABYTE) })
  const other = await service.key('enterprise')
  const holder = connectRaw(
    service.port,
    `POST ${CPM} HTTP/1.1\r\nHost: x\r\nx-api-key: ${other}\r\nContent-Length: 1000\r\n\r\n`,
  )
  const { bytesInFlight } = service.app.gateway
  await until('bytes are in flight', () => bytesInFlight.bytes > 0)
  const held = bytesInFlight.bytes
  // an encoded body is taken for twelve times its size while it comes: 84 MB here, of a tier that takes 25
  const body = gzipSync(JSON.stringify({ tasks: [{ id: 'A' }], noise: randomBytes(7 * MEGABYTE).toString('hex') }))
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, bytesInFlight.bytes - held)
  }, 1)
  const key = await service.key('professional')
  const answer = await fetch(service.url + CPM, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: new Blob([new Uint8Array(body)]).stream(),
    duplex: 'half',
  } as RequestInit)
  clearInterval(watch)
  t.equal(answer.status, 200)
  await answer.arrayBuffer()
  t.ok(most > 0 && most <= 4 * 25 * MEGABYTE, `${most} bytes claimed`)
  holder.destroy()
  await until('no bytes are in flight', () => bytesInFlight.bytes === 0)
})

t.test('a connection goes on after large bodies, however they come in', async t => {
  const service = await startService(t)
  const key = await service.key('government')
  const small = '{"tasks":[{"id":"A"}]}'
  const bodies = [
    ...Array<string>(8).fill(small.padEnd(MEGABYTE)),
    ...Array<string>(4).fill(small.padEnd(MEGABYTE / 4)),
  ]
  const socket = connectRaw(service.port, '')
  let answers = 0
  let isClosed = false
  socket.on('data', chunk => {
    answers += chunk.toString('latin1').split('HTTP/1.1 200').length - 1
  })
  socket.on('close', () => {
    isClosed = true
  })
  const sent = bodies.flatMap(body => [body, small])
  for (const [i, body] of sent.entries()) {
    socket.write(
      `POST ${CPM} HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    await until('the next is answered', () => answers > i || isClosed)
    if (isClosed) break
  }
  t.equal(answers, sent.length)
  socket.destroy()
})
