/**
 * Gives back what a start leaves behind: a thread that has loaded its code and run its first calls holds a third more memory than it uses, and
 * V8 would keep it for what may come. It takes 50 ms, so it is done once, when there is nothing else to do. Needs --expose-gc (node-flags.ts);
 * without that flag nothing happens.
 */
type Collect = (how: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void

const collect = (globalThis as { gc?: Collect }).gc

/** After the start, when the first calls have been answered. */
const SETTLED_MS = 3_000

export const giveBackMemory = (): void => collect?.({ type: 'major', flavor: 'last-resort' })

/** isBusy: then it is tried again later. */
export function giveBackMemorySoon(isBusy: () => boolean = () => false): void {
  if (collect === undefined) return
  const again = (): void => {
    if (isBusy()) giveBackMemorySoon(isBusy)
    else giveBackMemory()
  }
  setTimeout(again, SETTLED_MS).unref()
}
