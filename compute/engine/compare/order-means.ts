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

/** By player: the mean of what it adds. figures: by set, of 2 to the power of the players. */
export function meansOverOrders(figures: ArrayLike<number>, added = differenceOf): number[] {
  const count = Math.log2(figures.length)
  const weights = orderWeights(count)
  return Array.from({ length: count }, (_, n) => {
    const own = 1 << n
    let mean = 0
    for (let set = 0; set < figures.length; set++)
      if ((set & own) === 0) mean += weights[bitCount(set)] * added(figures[set | own], figures[set])
    return mean
  })
}
