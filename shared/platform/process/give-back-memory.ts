/**
 * Gives back memory that is not in use: a thread that has loaded its code and run its first calls holds a third more than it uses, and V8
 * would keep it for what may come. It takes 50 to 200 ms, and what V8 has compiled goes with it, so it is done after the start, and later only by a thread that
 * has nothing to do. Needs --expose-gc (node-flags.ts); without that flag nothing happens.
 */

import { getHeapStatistics } from 'node:v8'
import { MEGABYTE } from '../../contract/bytes/bytes.ts'

type Collect = (how: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void

const collect = (globalThis as { gc?: Collect }).gc

/** After the start. */
const SETTLED_MS = 3_000
/** Once calls have come. In the midst of them a moment without one says nothing. */
const IDLE_MS = 60_000

/** Less is not worth the time. */
const GROWTH_BYTES_MIN = 8 * 2 ** 20

const giveBackMemory = (): void => collect?.({ type: 'major', flavor: 'last-resort' })

/** For a thread with nothing to do: gives memory back when first called, then whenever the heap has grown since. */
export function memoryKeeper(): () => void {
  let keptBytes = 0
  return () => {
    if (getHeapStatistics().used_heap_size - keptBytes < GROWTH_BYTES_MIN) return
    giveBackMemory()
    keptBytes = getHeapStatistics().used_heap_size
  }
}

/** Beside a call of this length a collection is short. */
const LONG_CALL_MS = 100
/** What one thread may hold beyond what it needs. */
const HELD_BYTES_MAX = 64 * MEGABYTE

/**
 * For a thread, at the end of each call and before its answer: V8 would keep for the next call what a dear one took, and gives nothing back while calls come. To
 * collect it takes time of the call that made it necessary, and of no other.
 */
export function memoryBound(): (tookMs: number) => void {
  let keptBytes = 0
  return tookMs => {
    if (tookMs < LONG_CALL_MS || heldBytes() - keptBytes < HELD_BYTES_MAX) return
    giveBackMemory()
    keptBytes = heldBytes()
  }
}

/** Heap, used or not, and array buffers. */
function heldBytes(): number {
  const { total_heap_size: heap, external_memory: external } = getHeapStatistics()
  return heap + external
}

/** Once. callCount: the calls that have come so far; while some come it waits. */
export function giveBackMemorySoon(callCount: () => number = () => 0): void {
  if (collect === undefined) return
  let seenCount = 0
  const lookAfter = (ms: number): void => void setTimeout(look, ms).unref()
  const look = (): void => {
    const count = callCount()
    if (count === seenCount) giveBackMemory()
    else lookAfter(IDLE_MS)
    seenCount = count
  }
  lookAfter(SETTLED_MS)
}
