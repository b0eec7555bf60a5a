/** Chunks that are packed beside the thread have the bytes of those that it packs itself. */
import { randomBytes } from 'node:crypto'
import t from 'tap'
import {
  chunksOfFrame,
  chunksOrWhole,
  frameOfChunks,
  inflatedChunks,
  PackingLine,
  packedChunks,
} from '../../platform/jobs/chunks.ts'
import { FRAME_CHUNK_BYTES } from '../../platform/jobs/job-store.ts'
import { zstd } from '../../platform/jobs/zstd.ts'

const text = (length: number, seed: number): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => 97 + ((i * i + seed * i) % 26))

/** What compresses well, hardly or not at all, so that pieces of output end at every place. */
const chunks = [
  text(FRAME_CHUNK_BYTES, 7),
  randomBytes(FRAME_CHUNK_BYTES),
  randomBytes(60_000),
  new Uint8Array(FRAME_CHUNK_BYTES),
  Buffer.from('x'),
  ...Array.from({ length: 12 }, (_, i) => randomBytes(FRAME_CHUNK_BYTES - i * 1_000)),
  text(45_000, 1),
]
const isEqual = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0

t.test('chunks come in their order with the bytes of zstd(), however many wait', async t => {
  const line = new PackingLine()
  t.teardown(() => line.close())
  const order: number[] = []
  const packed = await Promise.all(
    chunks.map(async (chunk, i) => {
      const bytes = await line.pack(chunk)
      order.push(i)
      return bytes
    }),
  )
  t.same(order, [...chunks.keys()])
  t.ok(packed.every((bytes, i) => isEqual(bytes, zstd(chunks[i]!))))
})

t.test('a line that is closed refuses, and one after it is not disturbed', async t => {
  const closed = new PackingLine()
  closed.close()
  await t.rejects(closed.pack(chunks[0]!))
  const line = new PackingLine()
  t.teardown(() => line.close())
  t.ok(isEqual(await line.pack(chunks[0]!), zstd(chunks[0]!)))
})

async function* each(all: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* all
}

for (const [name, frame] of [
  ['that compresses', text(3 * FRAME_CHUNK_BYTES + 17, 3)],
  ['that does not', randomBytes(2 * FRAME_CHUNK_BYTES)],
  ['of one chunk', text(FRAME_CHUNK_BYTES, 5)],
  ['that is small', text(20_000, 5)],
] as const)
  t.test(`a frame ${name} is stored as when the thread packs it, and comes back`, async t => {
    const stored = await packedChunks(chunksOrWhole(frame))
    const expected = chunksOfFrame(frame)
    t.equal(stored.length, expected.length)
    t.ok(stored.every((chunk, i) => isEqual(chunk, expected[i]!)))
    t.ok(isEqual(frameOfChunks(await inflatedChunks(each(stored), frame.length), frame.length), frame))
  })

t.test('a damaged chunk of a frame is refused', async t => {
  const frameBytes = 3 * FRAME_CHUNK_BYTES
  const stored = await packedChunks(chunksOrWhole(text(frameBytes, 3)))
  const [first, second, third] = stored as [Uint8Array, Uint8Array, Uint8Array]
  await t.rejects(inflatedChunks(each([first, second.subarray(1), third]), frameBytes))
  await t.rejects(inflatedChunks(each([first, zstd(text(17, 3)), third]), frameBytes), /17 bytes in a chunk/)
  await t.rejects(inflatedChunks(each([first, second]), frameBytes), /2 chunks instead of 3/)
  await t.rejects(inflatedChunks(each([...stored, third]), frameBytes), /in a chunk/)
})
