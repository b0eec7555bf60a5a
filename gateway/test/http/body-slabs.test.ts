/** The memory of a body: nobody gets more by declaring a length than by sending bytes, and a large body that comes as declared lies in one piece. */
import t from 'tap'
import { BodyReader } from '../../call/body.ts'
import type { Exchange } from '../../call/exchange.ts'

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
