/** The compressor that a thread keeps makes the bytes of one that is made for the call, whatever came before. */
import { randomBytes } from 'node:crypto'
import zlib from 'node:zlib'
import t from 'tap'
import { FRAME_CHUNK_BYTES } from '../../platform/jobs/job-store.ts'
import { compressOnce, unzstd, unzstdForNow, zstd } from '../../platform/jobs/zstd.ts'

const text = (length: number, seed: number): Buffer =>
  Buffer.from(Array.from({ length }, (_, i) => 97 + ((i * i + seed * i) % 26)))

/** Nothing, a byte, what compresses well, hardly or not at all, and more than one piece of output. */
const bodies = [
  Buffer.alloc(0),
  Buffer.from('x'),
  Buffer.alloc(FRAME_CHUNK_BYTES),
  randomBytes(FRAME_CHUNK_BYTES),
  randomBytes(64 * 1024),
  randomBytes(60_000),
  text(45_000, 1),
  text(FRAME_CHUNK_BYTES, 7),
  randomBytes(FRAME_CHUNK_BYTES).subarray(1, 70_000),
]

t.test('equal bytes in any order, and each is a frame of its own', async t => {
  for (let round = 0; round < 3; round++) {
    for (const body of round === 1 ? bodies.toReversed() : bodies) {
      const packed = zstd(body)
      t.equal(Buffer.compare(compressOnce(body), packed), 0, `${body.length} bytes`)
      t.ok(zlib.zstdDecompressSync(packed).equals(body))
    }
  }
})

t.test('frames that were made before do not change', async t => {
  const packed = bodies.map(body => zstd(body))
  t.ok(packed.every((frame, i) => zlib.zstdDecompressSync(frame).equals(bodies[i]!)))
})

t.test('a thousand frames leave no listener behind', async t => {
  const warnings: Error[] = []
  const note = (warning: Error): void => void warnings.push(warning)
  process.on('warning', note)
  for (let i = 0; i < 1_000; i++) zstd(Buffer.from(`frame ${i}`))
  await new Promise(resolve => setImmediate(resolve))
  process.off('warning', note)
  t.same(warnings, [])
})

t.test('frames come back as they were, in any order', async t => {
  const frames = bodies.map(body => ({ body, frame: zstd(body) }))
  const back: { body: Buffer; bytes: Uint8Array }[] = []
  for (let round = 0; round < 3; round++) {
    for (const { body, frame } of round === 1 ? frames.toReversed() : frames)
      back.push({ body, bytes: unzstd(frame, body.length) })
  }
  t.ok(
    back.every(({ body, bytes }) => body.equals(bytes)),
    'none is written over by the next',
  )
  for (const { body, frame } of frames) t.ok(body.equals(unzstdForNow(frame, body.length)))
})

for (const length of [45_000, 64 * 1024, 100_000])
  t.test(`what is no frame of ${length} bytes is refused, and the next one is read`, async t => {
    const body = text(length, 3)
    const frame = zstd(body)
    const noMagic = Uint8Array.from(frame, (byte, i) => (i === 0 ? byte ^ 0x55 : byte))
    const bomb = zstd(Buffer.alloc(FRAME_CHUNK_BYTES))
    const faulty = [frame.subarray(0, frame.length >> 1), frame.subarray(0, -1), noMagic, bomb, Buffer.from('no frame')]
    for (const bytes of faulty) {
      t.throws(() => unzstd(bytes, body.length), `${bytes.length} bytes`)
      t.ok(body.equals(unzstd(frame, body.length)))
    }
  })
