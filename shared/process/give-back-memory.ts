/**
 * Gives back memory that is not in use: a thread that has loaded its code and run its first calls holds a third more than it uses, and V8
 * would keep it for what may come. It takes 50 to 200 ms, and what V8 has compiled goes with it, so it is done after the start, and later only by a thread that
 * has nothing to do. Needs --expose-gc (node-flags.ts); without that flag nothing happens.
 */
import { getHeapStatistics } from 'node:v8'

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
