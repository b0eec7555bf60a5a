/** A number as a sentence says it: at most one decimal, two below a tenth, so that no float noise reaches a reader. */
import { roundHalfAway } from './round.ts'

const DECIMALS = 1
const SMALL_BELOW = 0.1
const SMALL_DECIMALS = 2

/** Decimals of an index, whose limits have two. */
export const INDEX_DECIMALS = 2
/** A value this close to its limit is shown as the limit. */
const DECIMALS_MAX = 6

const decimalsOf = (value: number): number => (Math.abs(value) < SMALL_BELOW ? SMALL_DECIMALS : DECIMALS)

export const figure = (value: number): number => roundHalfAway(value, decimalsOf(value))

/** The same beside a limit: with as many decimals more as keep it on its side, so that no "5 %" exceeds a limit of 5 %. */
export function figureBeside(value: number, limit: number, decimals: number = decimalsOf(value)): number {
  const side = Math.sign(roundHalfAway(value - limit, DECIMALS_MAX))
  let shown = roundHalfAway(value, decimals)
  for (let more = decimals + 1; Math.sign(shown - limit) !== side && more <= DECIMALS_MAX; more++) {
    shown = roundHalfAway(value, more)
  }
  return shown
}
