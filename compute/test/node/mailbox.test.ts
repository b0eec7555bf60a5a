/** How jobs come to a thread of a node and go back: small ones through the mailbox, others as messages, in any order and after any pause. */
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { frameOfChunks, unpackResultChunk } from '../../../shared/platform/jobs/chunks.ts'
import { INLINE_BYTES_MAX } from '../../../shared/platform/jobs/job-store.ts'
import { until } from '../../../shared/test/until.ts'
import type { JobEnd } from '../../node/job-runner.ts'
import { JobThread } from '../../node/job-thread.ts'
import { cpmWork, envelopeOf, misbehaviour, twoTasks, type Work } from '../helpers/jobs.ts'

async function threadOf(t: Test): Promise<JobThread> {
  const thread = new JobThread({
    heapMegabytesMax: 256,
    analysersModule: new URL('./misbehaving-analysers.ts', import.meta.url).href,
    startsAgain: true,
    onIdle() {},
    onBusy() {},
    onFault() {},
  })
  t.teardown(() => thread.close())
  await thread.started
  return thread
}

/** Chunks that are posted are moved away, so each run has its own. */
const jobOf = ({ chunks, frameBytes }: Work) => ({ chunks: chunks.map(chunk => new Uint8Array(chunk)), frameBytes })

async function answerOf(thread: JobThread, work: Work): Promise<string> {
  const parts: Uint8Array[] = []
  const end = await thread.run(jobOf(work), {
    onChunk(index, bytes) {
      parts.push(unpackResultChunk(bytes))
      thread.stored(index + 1)
    },
  })
  if (end.kind !== 'done') throw new Error(end.kind)
  const text = Buffer.concat([...parts, unpackResultChunk(end.lastChunk)]).toString()
  if (Buffer.byteLength(text) !== end.byteCount || end.chunkCount !== parts.length + 1) throw new Error('wrong lengths')
  return text
}

const small = twoTasks()
const hundred = cpmWork(100, 1)
/** Its frame and its result fit into no mailbox. */
const large = cpmWork(3_000, 2)
/** The frame in so many chunks, as it is. */
const cutIn = (work: Work, count: number): Work => {
  const frame = frameOfChunks(work.chunks, work.frameBytes)
  const length = Math.ceil(frame.length / count)
  return { ...work, chunks: Array.from({ length: count }, (_, i) => frame.subarray(i * length, (i + 1) * length)) }
}

t.test('each job has its own answer, whichever way it came and however long the thread had slept', async t => {
  const thread = await threadOf(t)
  const works = [small, hundred, large, small, cutIn(hundred, 2), hundred, cutIn(large, 40), large, small]
  t.ok(large.chunks.length > 1 || large.chunks[0]!.length > INLINE_BYTES_MAX, 'one of them is posted')
  const expected = new Map(works.map(work => [work, envelopeOf(work)]))
  for (const pauseMs of [0, 60]) {
    for (const work of works) {
      if (pauseMs > 0) await sleep(pauseMs)
      t.ok((await answerOf(thread, work)) === expected.get(work), `${work.chunks.length} chunks after ${pauseMs} ms`)
    }
  }
})

t.test('more jobs in a row than the thread runs between two turns of its event loop', async t => {
  const thread = await threadOf(t)
  const expected = envelopeOf(small)
  for (let i = 0; i < 600; i++) if ((await answerOf(thread, small)) !== expected) throw new Error(`answer ${i}`)
})

t.test('a job that fails, stops or takes its thread along leaves nothing in the mailbox', async t => {
  const thread = await threadOf(t)
  const expected = envelopeOf(hundred)
  const endOf = (work: Work): Promise<JobEnd> => thread.run(jobOf(work), { onChunk() {} })
  t.equal((await endOf(misbehaviour('throw'))).kind, 'failed')
  t.equal(await answerOf(thread, hundred), expected)
  const stopping = endOf(misbehaviour('slow', { ms: 60_000 }))
  thread.stop()
  t.equal((await stopping).kind, 'stopped')
  t.equal(await answerOf(thread, hundred), expected)
  t.equal((await endOf(misbehaviour('exit'))).kind, 'lost')
  await until('the thread is there again', async () => thread.isIdle)
  t.equal(await answerOf(thread, hundred), expected)
  const killed = endOf(misbehaviour('loop'))
  thread.kill()
  t.equal((await killed).kind, 'stopped')
  await until('the thread is there again', async () => thread.isIdle)
  t.equal(await answerOf(thread, hundred), expected)
})

t.test('a frame with as many bytes as the mailbox has, and one byte more', async t => {
  const thread = await threadOf(t)
  const frame = frameOfChunks(large.chunks, large.frameBytes)
  for (const byteCount of [INLINE_BYTES_MAX, INLINE_BYTES_MAX + 1]) {
    // cut off: the thread says so, and is not disturbed by it
    const cut = frame.slice(0, byteCount)
    const end = await thread.run({ chunks: [cut], frameBytes: byteCount }, { onChunk() {} })
    t.equal(end.kind, 'failed', `${byteCount} bytes`)
    t.equal(await answerOf(thread, small), envelopeOf(small))
  }
})
