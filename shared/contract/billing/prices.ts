/** Ids of the prices of a tier (STRIPE_PRICE_STARTER): the one at which it is sold, then those at which it was sold before. Pure. */

/** Throws on a list without a price. */
export function pricesOf(text: string): readonly [string, ...string[]] {
  const [first, ...others] = text
    .split(',')
    .map(entry => entry.trim())
    .filter(entry => entry !== '')
  if (first === undefined) throw new Error('it names no price')
  return [first, ...others]
}
