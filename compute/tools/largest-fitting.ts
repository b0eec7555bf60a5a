/** Searches the longest lists whose answer is not larger than it may be. */

interface Sized {
  readonly bytes: number
}

/** An answer that fills so much of what it may have is not searched further: each try costs as much as the answer. */
const FULL_ENOUGH = 0.9

/**
 * A count near the largest from 0 to countMax whose answer has at most bytesMax, and that answer; undefined = not even that of 0. More
 * items make more bytes. The next count tried is what would fit if bytes grew with items, halfway where that leads nowhere.
 */
export function largestFitting<Made extends Sized>(
  countMax: number,
  bytesMax: number,
  make: (count: number) => Made,
): { readonly count: number; readonly best: Made } | undefined {
  let best: { count: number; best: Made } | undefined
  /** Counts beyond which nothing fits, and the next one to try. */
  let [tooMany, count] = [countMax + 1, countMax]
  for (let i = 0; ; i++) {
    const made = make(count)
    if (made.bytes <= bytesMax) best = { count, best: made }
    else tooMany = count
    const least = best === undefined ? 0 : best.count + 1
    if (least >= tooMany || (best !== undefined && best.best.bytes >= FULL_ENOUGH * bytesMax)) return best
    const guess = Math.floor((count * bytesMax) / made.bytes)
    const middle = (least + tooMany) >> 1
    count = i % 2 === 0 && guess >= least && guess < tooMany ? guess : middle
  }
}
