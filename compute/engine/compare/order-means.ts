/** Means over all orders of a few players (the Shapley value), of figures that are known with each set of them: bit n of a set is player n. */

/** Entry k: the share of all orders of n players in which k given ones stand before one of the others, and no more. */
export function orderWeights(n: number): number[] {
  const weights: number[] = []
  for (let k = 0; k < n; k++) weights.push(k === 0 ? 1 / n : (weights[k - 1] * k) / (n - k))
  return weights
}

export function bitCount(set: number): number {
  let count = 0
  for (let left = set; left !== 0; left &= left - 1) count++
  return count
}

const differenceOf = (after: number, before: number): number => after - before

/** By player the set of those that it cannot go without. */
export type Needs = readonly number[]

export const canGo = (needs: Needs | undefined, set: number, n: number): boolean => ((needs?.[n] ?? 0) & ~set) === 0

/** By set the number of orders of its players in which each has what it needs before it. */
function orderCounts(count: number, canFollow: (set: number, n: number) => boolean): Float64Array {
  const counts = new Float64Array(2 ** count)
  counts[0] = 1
  for (let set = 0; set < counts.length; set++)
    for (let n = 0; n < count; n++)
      if ((set & (1 << n)) === 0 && canFollow(set, n)) counts[set | (1 << n)]! += counts[set]!
  return counts
}

/** The share of all orders of the players in which a set of them, and no others, stands before player n: of those orders alone that `needs` allow. */
function shareOf(count: number, needs: Needs | undefined): (set: number, n: number) => number {
  if (needs === undefined) {
    const weights = orderWeights(count)
    return set => weights[bitCount(set)]!
  }
  const all = 2 ** count - 1
  const before = orderCounts(count, (set, n) => canGo(needs, set, n))
  const behind = orderCounts(count, (set, n) => canGo(needs, all & ~set & ~(1 << n), n))
  return (set, n) => (canGo(needs, set, n) ? (before[set]! * behind[all & ~set & ~(1 << n)]!) / before[all]! : 0)
}

/** By player: the mean of what it adds. figures: by set, of 2 to the power of the players; of sets that no order of `needs` has, none is read. */
export function meansOverOrders(figures: ArrayLike<number>, added = differenceOf, needs?: Needs): number[] {
  const count = Math.log2(figures.length)
  const share = shareOf(count, needs)
  return Array.from({ length: count }, (_, n) => {
    const own = 1 << n
    let mean = 0
    for (let set = 0; set < figures.length; set++) {
      if ((set & own) !== 0) continue
      const weight = share(set, n)
      if (weight > 0) mean += weight * added(figures[set | own], figures[set])
    }
    return mean
  })
}
