/**
 * Bodies and answers in the memory of a gateway: nobody gets more by declaring than by sending, and what a socket does not take at once is written
 * when it takes more.
 */
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import type { Config } from '../../../shared/platform/config/config.ts'
import { BodyReader } from '../../call/body.ts'
import { BytesInFlight, SlowAnswers } from '../../call/bytes-in-flight.ts'
import { type EdgeResponse, openEdge } from '../../call/edge.ts'
import { Exchange } from '../../call/exchange.ts'
import { offerChunks, writeRest } from '../../call/write-chunks.ts'

// A body that came as a whole before its call was admitted: the connection waits for an answer that takes long.

const EDGE = (process.env.EDGE ?? 'auto') as Config['edge']
/** More than uWebSockets reads at once (512 KB), so that the socket is paused before the last byte comes. */
const BODY = Buffer.alloc(900_000, 'x')
/** uWebSockets drops a connection that owes more of a body after eight to twelve seconds. */
const WORK_MS = 13_000

t.test('a call whose body came before its admission has its answer also after twelve seconds', async t => {
  let workMs = 0
  const edge = await openEdge(EDGE, (res, req) => {
    const exchange = new Exchange(res, req, () => {})
    const reader = new BodyReader(exchange, BODY.byteLength, bytes => new Uint8Array(bytes))
    const answer = async (): Promise<void> => {
      // admission: meanwhile what has arrived is read
      await pause(20)
      await reader.read({ payloadBytesMax: 2 ** 20, reserve: () => true, deadlineMs: 60_000 })
      await pause(workMs)
      await exchange.send({ status: 200, body: 'done' }, '', new SlowAnswers(2 ** 20), error => t.fail(String(error)))
    }
    void answer()
  })
  const port = await edge.listen({ host: '127.0.0.1', port: 0, portShared: '0' })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.teardown(() => {
    agent.destroy()
    edge.close()
  })
  const call = (): Promise<string> =>
    new Promise((resolve, reject) => {
      const sent = request({ port, host: '127.0.0.1', method: 'POST', path: '/', agent }, async answer => {
        let text = ''
        for await (const part of answer) text += part
        resolve(text)
      })
      sent.on('error', reject)
      sent.end(BODY)
    })
  // the kernel widens the window of a connection that is read: soon the whole body lies there when its head is read
  for (let i = 0; i < 8; i++) t.equal(await call(), 'done')
  workMs = WORK_MS
  t.equal(await call(), 'done')
})

// The memory of a body: nobody gets more by declaring a length than by sending bytes, and a large body that comes as declared lies in one piece.

const MEGABYTE = 2 ** 20
const CHUNK_BYTES = 300_000

/** Sends a body as uWebSockets does. declaredBytes undefined: chunked. */
async function bodyOf(declaredBytes: number | undefined, sentBytes: number, payloadBytesMax = 64 * MEGABYTE) {
  let onData: (chunk: ArrayBuffer, isLast: boolean) => void = () => {}
  const exchange = { onData: (take: typeof onData) => (onData = take), whenGone: () => {}, pause() {}, resume() {} }
  const takenBytes: number[] = []
  const reader = new BodyReader(exchange as unknown as Exchange, declaredBytes, bytes => {
    takenBytes.push(bytes)
    return new Uint8Array(bytes)
  })
  const outcome = reader.read({ payloadBytesMax, reserve: () => true, deadlineMs: 500 })
  const sent = Uint8Array.from({ length: sentBytes }, (_, i) => (i * 7 + (i >> 11)) & 255)
  for (let from = 0; from < sentBytes; from += CHUNK_BYTES) {
    const chunk = sent.slice(from, from + CHUNK_BYTES)
    onData(chunk.buffer, from + chunk.length === sentBytes && sentBytes >= (declaredBytes ?? 0))
  }
  return { sent, takenBytes, outcome }
}

for (const bytes of [1, MEGABYTE - 1, MEGABYTE, MEGABYTE + 1, 3 * MEGABYTE, 20 * MEGABYTE + 5])
  for (const isDeclared of [true, false])
    t.test(`a body of ${bytes} bytes, ${isDeclared ? 'declared' : 'chunked'}, arrives as it was sent`, async t => {
      const { sent, outcome } = await bodyOf(isDeclared ? bytes : undefined, bytes)
      const read = await outcome
      if (!read.ok) return t.fail(read.reason)
      t.ok(Buffer.concat(read.slabs).equals(sent))
      if (isDeclared) t.equal(read.slabs.length, 1, 'in one piece')
    })

t.test('a length that is declared gets no memory before an eighth of it is there', async t => {
  const declaredBytes = 40 * MEGABYTE
  const { takenBytes, outcome } = await bodyOf(declaredBytes, 5 * MEGABYTE - 1)
  t.strictSame(takenBytes, Array(5).fill(MEGABYTE))
  t.strictSame(await outcome, { ok: false, reason: 'too_slow' })
})

t.test('of a very large body the event loop copies a few megabytes at most', async t => {
  const declaredBytes = 100 * MEGABYTE
  const { takenBytes, outcome } = await bodyOf(declaredBytes, 9 * MEGABYTE, 200 * MEGABYTE)
  t.strictSame(takenBytes, [...Array(8).fill(MEGABYTE), declaredBytes])
  t.strictSame(await outcome, { ok: false, reason: 'too_slow' })
})

t.test('a length beyond the limit gets none', async t => {
  const { takenBytes, outcome } = await bodyOf(20 * MEGABYTE, 9 * MEGABYTE, 8 * MEGABYTE)
  t.ok(takenBytes.every(bytes => bytes <= MEGABYTE))
  t.strictSame(await outcome, { ok: false, reason: 'too_large' })
})

/** A body costs four times its size; an account may hold half of all. */
const LIMIT = 4 * 1000

t.test('a claim is brought to what a body inflates to, and refused where that has no room', t => {
  const budget = new BytesInFlight(LIMIT)
  const other = budget.claim('other')
  t.ok(other.grow(100))
  const claim = budget.claim('account')
  t.ok(claim.grow(120), 'assumed')
  t.ok(claim.settle(300), 'it is more')
  t.equal(budget.bytes, 4 * 400)
  t.notOk(claim.settle(501), 'more than half of all')
  t.equal(budget.bytes, 4 * 400, 'the claim stays as it was')
  t.ok(claim.settle(20), 'it is less')
  t.equal(budget.bytes, 4 * 120)
  claim.release()
  other.release()
  t.equal(budget.bytes, 0)
  const alone = budget.claim('account')
  t.ok(alone.grow(10))
  t.ok(alone.settle(5_000), 'an idle service takes any single body')
  alone.release()
  t.equal(budget.bytes, 0)
  t.end()
})

// What a socket does not take at once: written when it takes more, from memory that nobody writes over meanwhile.

/** A socket that takes so many bytes of each offer, and what it took. */
function socketOf(takesBytes: number) {
  const taken: number[] = []
  let wantsMore: (offset: number) => boolean = () => true
  const res = {
    cork: (work: () => void) => work(),
    tryEnd(rest: Uint8Array, total: number) {
      taken.push(...rest.subarray(0, takesBytes))
      return [rest.length <= takesBytes, taken.length === total]
    },
    pause: () => {},
    resume: () => {},
    onWritable: (handler: typeof wantsMore) => (wantsMore = handler),
    close: () => t.fail('the connection is kept'),
  } as unknown as EdgeResponse
  return { res, taken, drain: () => wantsMore(taken.length) }
}

const write = (res: EdgeResponse, chunks: readonly Uint8Array[], taken: number, total: number): Promise<void> =>
  writeRest(
    res,
    chunks,
    taken,
    total,
    new SlowAnswers(2 ** 20).placeOf('account', total),
    () => false,
    () => {},
  )

t.test('a body that the socket takes is written at once', t => {
  const { res, taken } = socketOf(10)
  t.equal(offerChunks(res, [Uint8Array.of(1, 2), new Uint8Array(0), Uint8Array.of(3)], 3), 3)
  t.same(taken, [1, 2, 3])
  t.end()
})

t.test('the rest of an answer in memory that is shared with threads is kept when that is written over', async t => {
  const { res, taken, drain } = socketOf(2)
  const lent = new Uint8Array(new SharedArrayBuffer(16)).fill(7)
  const chunks = [lent.subarray(0, 5), Uint8Array.of(8, 9)]
  const offered = offerChunks(res, chunks, 7)
  t.equal(offered, 0)
  const written = write(res, chunks, offered, 7)
  lent.fill(0)
  while (!drain()) await null
  await written
  t.same(taken, [7, 7, 7, 7, 7, 8, 9])
})
