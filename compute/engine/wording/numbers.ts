/** Numbers in sentences: the one rounding of every printed number, half away from zero; decimals; counts with their noun. */

/** A value this close below a half counts as the half: a float sum of 44.75 may come out as 44.749999999999996. */
const TIE_TOLERANCE = 5e-10
const POWERS = Array.from({ length: 10 }, (_, n) => 10 ** n)
/** From here on a double has no decimal to round away, and value * 10^decimals is no exact integer any more. */
const SCALED_MAX = 2 ** 53

/** Integer nearest to |value| * 10^decimals, a half upwards; decimals 0 to 9. NaN when it is no exact integer. */
export function scaledHalfUp(value: number, decimals: number): number {
  const power = POWERS[decimals]
  const scaled = Math.floor(Math.abs(value) * power + 0.5 + TIE_TOLERANCE * power)
  return scaled < SCALED_MAX ? scaled : Number.NaN
}

/** Value rounded to `decimals` places, half away from zero. NaN and infinities stay what they are; never -0. */
export function roundHalfAway(value: number, decimals: number): number {
  const scaled = scaledHalfUp(value, decimals)
  if (Number.isNaN(scaled)) return value
  if (scaled === 0) return 0
  const rounded = scaled / POWERS[decimals]
  return value < 0 ? -rounded : rounded
}

/**
 * Parts of a total as they are printed: rounded so that they sum to the rounded total, to the digit. What rounding leaves goes to the largest
 * part, of equal ones the first.
 */
export function roundedParts(parts: readonly number[], total: number, decimals: number): number[] {
  if (parts.length === 0) return []
  if (parts.some(Number.isNaN)) return [...parts]
  const rounded = parts.map(part => roundHalfAway(part, decimals))
  const left = roundHalfAway(total, decimals) - rounded.reduce((sum, part) => sum + part, 0)
  let largest = 0
  rounded.forEach((part, n) => {
    if (Math.abs(part) > Math.abs(rounded[largest])) largest = n
  })
  rounded[largest] = roundHalfAway(rounded[largest] + left, decimals)
  return rounded
}

/** Places of scores and percentages, and of ratios (/docs/methods#scores). */
export const SCORE_DECIMALS = 1
export const RATIO_DECIMALS = 3

export const roundScore = (value: number): number => roundHalfAway(value, SCORE_DECIMALS)
export const roundRatio = (value: number): number => roundHalfAway(value, RATIO_DECIMALS)

const DECIMALS = 1
const SMALL_BELOW = 0.1
const SMALL_DECIMALS = 2

/** Decimals of an index, whose limits have two. */
export const INDEX_DECIMALS = 2
/** A value this close to its limit is shown as the limit. */
const DECIMALS_MAX = 6

const decimalsOf = (value: number): number => (Math.abs(value) < SMALL_BELOW ? SMALL_DECIMALS : DECIMALS)

export const figure = (value: number): number => roundHalfAway(value, decimalsOf(value))

/** A figure beside a limit: with as many decimals more as keep it on its side, so that no "5 %" exceeds a limit of 5 %. */
export function figureBeside(value: number, limit: number, decimals: number = decimalsOf(value)): number {
  const side = Math.sign(roundHalfAway(value - limit, DECIMALS_MAX))
  let shown = roundHalfAway(value, decimals)
  for (let more = decimals + 1; Math.sign(shown - limit) !== side && more <= DECIMALS_MAX; more++) {
    shown = roundHalfAway(value, more)
  }
  return shown
}

/** A whole number with commas between thousands: "1,204". By hand, since the first Intl.NumberFormat of a process takes 20 ms; a number has 21 digits at most. */
export const withCommas = (count: number): string => String(count).replace(/\B(?=(?:\d{3}){1,7}$)/g, ',')

/** "1 task has", "2 tasks have"; `many` may be left out where it is `one` with an s. */
export function plural(count: number, one: string, many = `${one}s`): string {
  const shown = figure(count)
  return `${shown} ${Math.abs(shown) === 1 ? one : many}`
}
