/** The loop of a thread for small bodies: takes calls from the slots, in the order in which they became ready, and answers them. */
import { setImmediate as turn } from 'node:timers/promises'
import type { MessagePort } from 'node:worker_threads'
import { memoryBound, memoryKeeper } from '../../shared/platform/process/give-back-memory.ts'
import { owned } from '../engine/write/byte-sink.ts'
import { type SlotMemory, Slots } from './slots.ts'
import { UnpackedHeaders } from './small-call-memory.ts'
import { isBytesOut, type KeptFrame, type ThreadReply, unpackKept, type WorkHeader } from './work.ts'

export interface SlotLoopOrder {
  readonly memory: SlotMemory
  readonly port: MessagePort
  /** Number of the thread; never used twice. */
  readonly thread: number
}

/** null: there are answers to fetch from the slots. Otherwise a reply or an error that is not in its slot. */
export type Posted =
  | null
  | { readonly slot: number; readonly reply: ThreadReply }
  | { readonly slot: number; readonly error: unknown }

type Slabs = readonly Uint8Array<ArrayBuffer>[]

/** Bodies up to this size are copied to a buffer that is reused for the next body. */
const KEPT_BYTES = 2 ** 18

/**
 * A thread that has answered calls keeps its memory for so long when none comes: what V8 has compiled goes with it, and to compile it again takes a third more
 * processor time for thousands of calls. Of the few calls that warm up an idle service (gateway/app.ts) nothing is worth keeping.
 */
const IDLE_SECONDS_MIN = 60
const FEW_CALLS = 64

/** After this many calls the event loop runs once, so that V8 and Node can finalise what they collected. */
const CALLS_PER_TURN = 256

/** Never ends: the thread is terminated. */
export async function runLoop(
  { memory, port, thread }: SlotLoopOrder,
  answer: (header: WorkHeader, slabs: Slabs, kept: readonly KeptFrame[], startedMs: number) => ThreadReply,
): Promise<never> {
  const slots = new Slots(memory)
  const kept = new Uint8Array(KEPT_BYTES)
  const post = (posted: Posted, transferred: ArrayBuffer[] = []): void => port.postMessage(posted, transferred)

  /** A transferred buffer can no longer be used here, so what lies in the reused buffer, or is lent, is copied. */
  const postReply = (slot: number, reply: ThreadReply): void => {
    if (!('chunks' in reply)) {
      post({ slot, reply })
      return
    }
    const chunks = reply.chunks.map(chunk => (chunk.buffer === kept.buffer ? new Uint8Array(chunk) : owned(chunk)))
    const transferred = chunks.map(chunk => chunk.buffer as ArrayBuffer)
    post({ slot, reply: { ...reply, chunks } as ThreadReply }, transferred)
  }

  /** The body is copied out of shared memory: decoders of text refuse shared memory, and a body must not change while it is read. */
  const bodyOf = (slot: number, header: WorkHeader): Uint8Array<ArrayBuffer> => {
    const shared = slots.bodyOf(slot)
    if (shared.length > KEPT_BYTES || !isBytesOut(header)) return new Uint8Array(shared)
    kept.set(shared)
    return kept.subarray(0, shared.length)
  }

  let calls = 1
  const keepMemory = memoryKeeper()
  const boundMemory = memoryBound()
  /** One thread after the other, so that one of them is ready for a call. */
  const tidy = (idleSeconds: number): void => {
    if (idleSeconds > thread + (calls <= FEW_CALLS ? 0 : IDLE_SECONDS_MIN)) keepMemory()
  }
  const headers = new UnpackedHeaders()
  const headerOf = (slot: number): WorkHeader =>
    headers.unpack(
      slots.headerNumberOf(slot),
      () => new Uint8Array(slots.headerOf(slot)),
      () => slots.requestIdOf(slot),
    )

  for (; ; calls++) {
    if (calls % CALLS_PER_TURN === 0) await turn()
    const slot = slots.take(thread, tidy)
    try {
      const startedMs = performance.now()
      const header = headerOf(slot)
      const frames = slots.keptOf(slot)
      const reply = answer(header, [bodyOf(slot, header)], frames.length === 0 ? [] : unpackKept(frames), startedMs)
      boundMemory(performance.now() - startedMs)
      if (reply.kind === 'answer' && slots.answer(slot, reply)) {
        if (slots.mustNotify()) post(null)
      } else postReply(slot, reply)
    } catch (error) {
      post({ slot, error })
    }
  }
}
