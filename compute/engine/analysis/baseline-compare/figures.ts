/** What follows from a list of figures, one per status: slope, acceleration, spread, mean change (/docs/methods/baseline-compare#over-the-statuses). */

/** Slope of the least-squares line over 0, 1, 2 ..; undefined below two values. */
export function slopeOf(values: readonly number[]): number | undefined {
  const n = values.length
  if (n < 2) return undefined
  const middle = (n - 1) / 2
  const mean = meanOf(values)
  let sum = 0
  let squares = 0
  values.forEach((value, k) => {
    sum += (k - middle) * (value - mean)
    squares += (k - middle) ** 2
  })
  return sum / squares
}

/** Second difference at the end of the list; undefined below three values. */
export function accelerationOf(values: readonly number[]): number | undefined {
  const n = values.length
  return n < 3 ? undefined : values[n - 1] - 2 * values[n - 2] + values[n - 3]
}

export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Standard deviation of a sample (divisor n - 1); undefined below two values. */
export function deviationOf(values: readonly number[]): number | undefined {
  if (values.length < 2) return undefined
  const mean = meanOf(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))
}

/** Mean of the absolute changes from each value to the next; undefined below two values. */
export function meanChangeOf(values: readonly number[]): number | undefined {
  if (values.length < 2) return undefined
  return meanOf(values.slice(1).map((value, k) => Math.abs(value - values[k])))
}
