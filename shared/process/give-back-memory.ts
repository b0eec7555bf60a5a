/**
 * Gives back memory that is not in use: a thread that has loaded its code and run its first calls holds a third more than it uses, and V8
 * would keep it for what may come. It takes 50 ms, so it is done after the start, and later only by a thread that has nothing to do. Needs
 * --expose-gc (node-flags.ts); without that flag nothing happens.
 */
import { getHeapStatistics } from 'node:v8'

type Collect = (how: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void

const collect = (globalThis as { gc?: Collect }).gc

/** After the start, when the first calls have been answered. */
const SETTLED_MS = 3_000

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

/** isBusy: then it is tried again later. */
export function giveBackMemorySoon(isBusy: () => boolean = () => false): void {
  if (collect === undefined) return
  const again = (): void => {
    if (isBusy()) giveBackMemorySoon(isBusy)
    else giveBackMemory()
  }
  setTimeout(again, SETTLED_MS).unref()
}
