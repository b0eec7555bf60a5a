/** What a thread of small bodies does all its life: takes calls from the slots and answers them, in the order in which they became ready. */
import { setImmediate as turn } from 'node:timers/promises'
import type { MessagePort } from 'node:worker_threads'
import type { KeptFrame } from './kept-frames.ts'
import { type SlotMemory, Slots } from './slots.ts'
import { type ThreadReply, unpackHeader, unpackKept, type WorkHeader } from './work.ts'

export interface ServeOrder {
  readonly memory: SlotMemory
  readonly port: MessagePort
  /** Number of the thread, another one for each that is started. */
  readonly thread: number
}

/** What is posted of a slot whose reply does not lie in it. null: answers lie in slots. */
export type Posted =
  | null
  | { readonly slot: number; readonly reply: ThreadReply }
  | { readonly slot: number; readonly error: unknown }

type Slabs = readonly Uint8Array<ArrayBuffer>[]

/** Bodies up to this size are copied to memory that is used again for the next one. */
const KEPT_BYTES = 2 ** 16

/** Calls between two turns of the event loop, in which V8 and Node finalise what garbage collections left behind. */
const CALLS_PER_TURN = 256

/** Modes whose reply is bytes, so that nothing of the body outlives the call. */
const isBytesOut = ({ mode }: WorkHeader): boolean => mode === 'answer' || mode === 'tool'

/** Never ends: the thread is terminated. */
export async function serve(
  { memory, port, thread }: ServeOrder,
  answer: (header: WorkHeader, slabs: Slabs, kept: readonly KeptFrame[], startedMs: number) => ThreadReply,
): Promise<never> {
  const slots = new Slots(memory)
  const kept = new Uint8Array(KEPT_BYTES)
  const post = (posted: Posted, transferred: ArrayBuffer[] = []): void => port.postMessage(posted, transferred)

  /** What is transferred is lost here: the body that a reply brings back must not be the memory that is used again. */
  const postReply = (slot: number, reply: ThreadReply): void => {
    if (!('chunks' in reply)) {
      post({ slot, reply })
      return
    }
    const chunks = reply.chunks.map(chunk => (chunk.buffer === kept.buffer ? new Uint8Array(chunk) : chunk))
    const transferred = chunks.map(chunk => chunk.buffer as ArrayBuffer)
    post({ slot, reply: { ...reply, chunks } as ThreadReply }, transferred)
  }

  /** Shared memory is copied: what reads text takes none, and a body must not be two things to one reader. */
  const bodyOf = (slot: number, header: WorkHeader): Uint8Array<ArrayBuffer> => {
    const shared = slots.bodyOf(slot)
    if (shared.length > KEPT_BYTES || !isBytesOut(header)) return new Uint8Array(shared)
    kept.set(shared)
    return kept.subarray(0, shared.length)
  }

  for (let calls = 1; ; calls++) {
    if (calls % CALLS_PER_TURN === 0) await turn()
    const slot = slots.take(thread)
    try {
      const startedMs = performance.now()
      const header = unpackHeader(new Uint8Array(slots.headerOf(slot)))
      const frames = slots.keptOf(slot)
      const reply = answer(header, [bodyOf(slot, header)], frames.length === 0 ? [] : unpackKept(frames), startedMs)
      if (reply.kind === 'answer' && slots.answer(slot, reply)) {
        if (slots.tellsFirst()) post(null)
      } else postReply(slot, reply)
    } catch (error) {
      post({ slot, error })
    }
  }
}
