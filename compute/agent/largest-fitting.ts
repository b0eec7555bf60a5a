/** Searches the longest lists with which an answer stays within its size limit. */

interface Sized {
  readonly bytes: number
}

/** An answer that fills so much of what it may have is not searched further: each try costs as much as the answer. */
export const FULL_ENOUGH = 0.9
/** Between full enough and too large. */
const AIM = (1 + FULL_ENOUGH) / 2
/** The line through the latest tries finds nearly every answer in so many; from then on every second try halves what is left. */
const BY_LINE = 4

/**
 * A count near the largest from 0 to countMax whose answer has at most bytesMax, and that answer; undefined = not even that of 0. More
 * items make more bytes. The first try is `start`, which should be short, since a long answer costs much; the next is what would fit
 * if bytes grew as between the latest two tries, or with the count.
 */
export function largestFitting<Made extends Sized>(
  countMax: number,
  bytesMax: number,
  make: (count: number) => Made,
  start = countMax,
): { readonly count: number; readonly best: Made } | undefined {
  let best: { count: number; best: Made } | undefined
  let tooMany = countMax + 1
  let last = { count: 0, bytes: 0 }
  let count = Math.min(start, countMax)
  for (let tries = 1; ; tries++) {
    const made = make(count)
    if (made.bytes <= bytesMax) best = { count, best: made }
    else tooMany = count
    const least = best === undefined ? 0 : best.count + 1
    if (least >= tooMany || (best !== undefined && best.best.bytes >= FULL_ENOUGH * bytesMax)) return best
    const perItem = (made.bytes - last.bytes) / (count - last.count)
    const guess = Math.floor(count + (AIM * bytesMax - made.bytes) / perItem)
    last = { count, bytes: made.bytes }
    const isByLine = perItem > 0 && (tries <= BY_LINE || tries % 2 === 0)
    count = isByLine ? Math.min(Math.max(guess, least), tooMany - 1) : (least + tooMany) >> 1
  }
}
