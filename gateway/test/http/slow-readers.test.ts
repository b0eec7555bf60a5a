/** Clients that read slowly, over sockets: one that makes progress gets its answer whole, and those who make none hold no memory for long. */

import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import t, { type Test } from 'tap'
import type { Config } from '../../../shared/platform/config/config.ts'
import { until } from '../../../shared/test/until.ts'
import { type Patience, SlowAnswers } from '../../call/bytes-in-flight.ts'
import { openEdge } from '../../call/edge.ts'
import { writeRest } from '../../call/write-chunks.ts'
import { CPM, chain } from '../helpers/networks.ts'
import { startService } from '../helpers/service.ts'
import { connectRaw } from '../hostile/helpers/raw-socket.ts'

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
/** What the kernel holds of a connection at most, by its defaults, and more. */
const KERNEL_BYTES = 12 * 2 ** 20
/** Longer than uWebSockets waits for a socket that takes nothing. */
const UWS_MS = 13_000

/** Counts what comes; reads only when it is told to. */
function reader(port: number, text = GET): { socket: Socket; bytes: () => number; isClosed: () => boolean } {
  const socket = connectRaw(port, text)
  let bytes = 0
  let isClosed = false
  socket.on('data', chunk => (bytes += chunk.length))
  socket.on('close', () => (isClosed = true))
  socket.pause()
  return { socket, bytes: () => bytes, isClosed: () => isClosed }
}

/** A server that answers every request with so many bytes, for the holder in its path. */
async function serve(t: Test, patience: Partial<Patience>, budgetBytes: number, bodyBytes: number) {
  const slow = new SlowAnswers(budgetBytes, {
    stallMs: 60_000,
    slowMs: 60_000,
    bytesPerSecondMin: 0,
    lookMs: 20,
    ...patience,
  })
  const body = new Uint8Array(bodyBytes)
  /** Holders of connections that have ended. */
  const ended: string[] = []
  const edge = await openEdge((process.env.EDGE ?? 'auto') as Config['edge'], (res, req) => {
    const gone: (() => void)[] = []
    let isGone = false
    res.onAborted(() => {
      isGone = true
      ended.push(holder)
      for (const listener of gone) listener()
    })
    const holder = req.getUrl()
    const place = slow.placeOf(holder, bodyBytes)
    void writeRest(
      res,
      [new Uint8Array(0), body],
      0,
      bodyBytes,
      place,
      () => isGone,
      listener => gone.push(listener),
    ).finally(() => place.leave())
  })
  t.teardown(() => edge.close())
  return { slow, ended, port: await edge.listen({ host: '127.0.0.1', port: 0, portShared: '0' }) }
}

const get = (holder: string): string => `GET /${holder} HTTP/1.1\r\nHost: x\r\n\r\n`

t.test('an answer goes on after its client has read nothing for a while', async t => {
  const service = await startService(t, { CPM_SYNC_TASK_LIMIT: '10000' })
  const key = await service.key('government')
  const body = JSON.stringify({ tasks: chain(10_000).map(task => ({ ...task, name: task.id.padEnd(400, '.') })) })
  const head = `POST ${CPM} HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  const { socket } = reader(service.port, head + body)
  let answer = ''
  socket.on('data', chunk => (answer += chunk.toString('latin1')))
  await until('the answer begins', () => socket.readableLength > 0)
  t.ok(service.app.inFlight() > 0, 'and is more than the kernel holds')
  await pause(UWS_MS)
  socket.resume()
  await until('it is whole', () => service.app.inFlight() === 0 || socket.destroyed)
  await until('all of it has come', () => answer.endsWith('}') || socket.destroyed)
  const [, lengthText] = /content-length: (\d+)/i.exec(answer)!
  t.equal(answer.length - answer.indexOf('\r\n\r\n') - 4, Number(lengthText))
  t.equal(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))).status, 'success')
  // the connection serves the next call
  answer = ''
  socket.write(GET)
  await until('the next call is answered', () => answer.startsWith('HTTP/1.1 '))
  socket.destroy()
})

t.test('a client that makes no progress is cut', async t => {
  const { port, slow } = await serve(t, { stallMs: 300 }, 2 ** 40, KERNEL_BYTES)
  const { socket, bytes, isClosed } = reader(port)
  await pause(1_000)
  socket.resume()
  await until('the connection is closed', isClosed)
  t.ok(bytes() < KERNEL_BYTES, `${bytes()} of ${KERNEL_BYTES} bytes`)
  t.equal(slow.bytes, 0)
})

t.test('a client that trickles is cut', async t => {
  const { port } = await serve(t, { stallMs: 3_000, bytesPerSecondMin: 2 ** 30 }, 2 ** 40, 4 * KERNEL_BYTES)
  const { socket, bytes, isClosed } = reader(port)
  let before = 0
  socket.on('data', () => {
    if (bytes() - before < 2 ** 20) return
    before = bytes()
    socket.pause()
    setTimeout(() => socket.resume(), 100)
  })
  socket.resume()
  await until('it is cut, though it makes progress', isClosed)
  t.ok(bytes() < 4 * KERNEL_BYTES, `${bytes()} bytes`)
})

t.test('slow answers of one account hold a sixteenth of the memory, all together a quarter', async t => {
  const { port, slow, ended } = await serve(t, { slowMs: 100 }, 64 * KERNEL_BYTES, KERNEL_BYTES)
  const own = Array.from({ length: 6 }, () => reader(port, get('one')))
  await until('two are cut', () => ended.length === 2)
  t.equal(slow.bytes, 4 * KERNEL_BYTES, 'four sixty-fourths are held')
  const others = Array.from({ length: 14 }, (_, i) => reader(port, get(`other-${i}`)))
  await until('another two', () => ended.length === 4)
  t.same(
    ended.filter(holder => holder === '/one'),
    ['/one', '/one'],
  )
  t.equal(slow.bytes, 16 * KERNEL_BYTES)
  for (const { socket } of own) socket.destroy()
  await until('those who leave give their places back', () => slow.bytes === 12 * KERNEL_BYTES)
  for (const { socket } of others) socket.destroy()
  await until('all are free', () => slow.bytes === 0)
})
