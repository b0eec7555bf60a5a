/**
 * The worker thread, started by Piscina: gets calls as messages (large bodies) or takes them from the slots (small ones). Input and output are transferred,
 * never cloned.
 */
import { workerData } from 'node:worker_threads'
import { giveBackMemorySoon, memoryBound } from '../../shared/platform/process/give-back-memory.ts'
import { watchInlineWork } from '../../shared/platform/process/inline-watch.ts'
import { standBack } from '../../shared/platform/process/stand-back.ts'
import { begin } from '../../shared/platform/process/work-stamp.ts'
import { owned } from '../engine/write/byte-sink.ts'
import { answerCall, answerOwnedCall, prepareThread } from './answer-call.ts'
import { runLoop, type SlotLoopOrder } from './slot-loop.ts'
import { type ThreadData, unpackHeader, type WorkMessage } from './work.ts'

prepareThread()
// none: a test runs this in a thread of its own
const { inlineCalls, lane } = (workerData ?? {}) as Partial<ThreadData>
if (inlineCalls !== undefined) watchInlineWork(inlineCalls)

if (lane !== undefined) standBack(lane)

let isFirst = true
const boundMemory = memoryBound()

export default async function work(message: WorkMessage): Promise<unknown> {
  if (isFirst) giveBackMemorySoon()
  isFirst = false
  begin(message.stamp)
  const startedMs = performance.now()
  const made = answerOwnedCall(unpackHeader(message.header), message.slabs, message.kept, startedMs)
  boundMemory(performance.now() - startedMs)
  if (!('chunks' in made)) return made
  const reply = { ...made, chunks: made.chunks.map(owned) }
  // threads of small bodies have no use for it
  const piscina = await import('piscina')
  // without move() these fields would arrive as undefined
  return piscina.move({
    get [piscina.transferableSymbol]() {
      return reply.chunks.map(chunk => chunk.buffer as ArrayBuffer)
    },
    get [piscina.valueSymbol]() {
      return reply
    },
  })
}

/** For threads of small bodies. The loop has copied what is lent before the next call. */
export const runSlotLoop = (order: SlotLoopOrder): Promise<never> => runLoop(order, answerCall)
