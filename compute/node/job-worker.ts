/**
 * A thread of a compute node as a host of jobs: the frame of a job in, its result out in chunks, made and sent one by one so that a
 * large result lies nowhere whole. The last chunk is packed here, others by the node's process meanwhile. Between passes it looks at the flag that orders it to stop.
 */
import { parentPort, workerData } from 'node:worker_threads'
import type { WorkProgress } from '../../shared/contract/job-states.ts'
import { decodeFrame } from '../../shared/contract/schedule/frame.ts'
import { packResultChunk } from '../../shared/platform/jobs/chunks.ts'
import { giveBackMemorySoon } from '../../shared/platform/process/give-back-memory.ts'
import { watchInlineWork } from '../../shared/platform/process/inline-watch.ts'
import { standBack } from '../../shared/platform/process/stand-back.ts'
import { begin } from '../../shared/platform/process/work-stamp.ts'
import { CHUNK_BYTES } from '../engine/write/byte-sink.ts'
import { type Analysers, type Host, runJob, Unanswered } from './frame-work.ts'
import {
  CHUNKS_IN_FLIGHT_MAX,
  FLAG_HURRY,
  FLAG_STOP,
  FLAG_STORED,
  type JobEnd,
  type ThreadData,
  type ThreadJob,
  type ThreadMessage,
} from './job-runner.ts'
import { type MailedJob, ThreadMailbox } from './mailbox.ts'

/** A stop may be ordered in the moment before the wait begins. */
const LOOK_AGAIN_MS = 200
/** After so many jobs out of the mailbox, or frames of so many bytes, the event loop runs once: until then Node frees no buffer of its own that V8 has collected. */
const JOBS_PER_TURN = 256
const FRAME_BYTES_PER_TURN = 2 ** 20

// on a machine that also answers calls, a job is what can wait
standBack('job')

const { flags, mailbox: memory, stamp: stampMemory, analysersModule, inlineJobs } = workerData as ThreadData
if (inlineJobs !== undefined) watchInlineWork(inlineJobs)
const shared = new Int32Array(flags)
const mailbox = new ThreadMailbox(memory)
const stamp = new Float64Array(stampMemory)
const added =
  analysersModule === undefined ? {} : ((await import(analysersModule)) as { analysers: Analysers }).analysers
const { analysers: ofEngine } = await import('../engine/analysers.ts')
const analysers: Analysers = { ...ofEngine, ...added }

/** Where the only chunk of a result lies until it is packed. */
const holder = new Uint8Array(CHUNK_BYTES)

/** Where several lie: those that are in flight, and the newest. Of one job, so that what another one writes disturbs nobody who still reads. */
function chunkRing(first: Uint8Array): Uint8Array[] {
  const memory = new SharedArrayBuffer((CHUNKS_IN_FLIGHT_MAX + 1) * CHUNK_BYTES)
  const ring = Array.from(
    { length: CHUNKS_IN_FLIGHT_MAX + 1 },
    (_, i) => new Uint8Array(memory, i * CHUNK_BYTES, CHUNK_BYTES),
  )
  ring[0]!.set(first)
  return ring
}

const say = (message: ThreadMessage, transfer: ArrayBuffer[] = []): void => parentPort!.postMessage(message, transfer)

function checkpoint(): void {
  if (Atomics.load(shared, FLAG_STOP) !== 0) throw new Unanswered('stopped')
}

/** A job that runs longer says after each such time how far it has come. */
const PROGRESS_MS = 500
let passCount = 0
let saidMs = 0
const passes = (): WorkProgress => ({ done: passCount, of: null, unit: 'passes' })
let readProgress = passes

/** Between passes of the work. */
function passed(): void {
  checkpoint()
  passCount++
  const nowMs = performance.now()
  if (nowMs - saidMs < PROGRESS_MS) return
  saidMs = nowMs
  say({ kind: 'progress', progress: readProgress() })
}

// What is held of the job at work: the newest chunk as it was written, since the last one goes with the end, packed; and those before it.
let held: Uint8Array | undefined
let ring: Uint8Array[] | undefined
let sentCount = 0
let byteCount = 0
let waitedMs = 0

/** Blocks this thread until the store has taken enough of what was sent. */
function waitForStore(): void {
  const fromMs = performance.now()
  for (;;) {
    checkpoint()
    const stored = Atomics.load(shared, FLAG_STORED)
    if (sentCount - stored < CHUNKS_IN_FLIGHT_MAX) break
    Atomics.wait(shared, FLAG_STORED, stored, LOOK_AGAIN_MS)
  }
  waitedMs += performance.now() - fromMs
}

const host: Host = {
  analysers,
  open(bytes) {
    begin(stamp)
    saidMs = performance.now()
    const frame = decodeFrame(bytes)
    checkpoint()
    return frame
  },
  send(chunk) {
    if (held !== undefined) {
      ring ??= chunkRing(held)
      waitForStore()
      say({ kind: 'chunk', index: sentCount, bytes: ring[sentCount % ring.length]!.subarray(0, held.length) })
      sentCount++
    }
    byteCount += chunk.length
    const place = ring?.[sentCount % ring.length] ?? holder
    place.set(chunk)
    held = place.subarray(0, chunk.length)
  },
  watch: {
    checkpoint: passed,
    isTimeUp: () => Atomics.load(shared, FLAG_HURRY) !== 0,
    progress(read) {
      readProgress = read
    },
  },
  result: () => ({ chunkCount: sentCount + 1, byteCount, lastChunk: packResultChunk(held!) }),
  waitedMs: () => waitedMs,
  clear() {
    held = ring = undefined
    sentCount = byteCount = waitedMs = passCount = 0
    readProgress = passes
  },
}

/** A small result goes into the mailbox, whichever way its job came. */
function end(message: JobEnd): void {
  if (message.kind === 'done' && message.chunkCount === 1 && mailbox.putResult(message)) {
    parentPort!.postMessage(null)
    return
  }
  mailbox.empty()
  say(message, message.kind === 'done' ? [message.lastChunk.buffer] : [])
}

const jobOf = ({ chunk, frameBytes }: MailedJob): ThreadJob => ({ chunks: [chunk], frameBytes })

/** Runs the jobs that come into the mailbox, until none comes for a moment. */
function serve(): void {
  let frameBytes = 0
  for (let jobCount = 0; jobCount < JOBS_PER_TURN && frameBytes < FRAME_BYTES_PER_TURN; jobCount++) {
    const mailed = mailbox.nextJob()
    if (mailed === undefined) return
    frameBytes += mailed.frameBytes
    end(runJob(jobOf(mailed), host))
  }
  setImmediate(serve)
}

parentPort!.on('message', (job: ThreadJob | null) => {
  if (job !== null) end(runJob(job, host))
  serve()
})
say({ kind: 'ready' })
giveBackMemorySoon()
