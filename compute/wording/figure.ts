/** A number as a sentence says it: at most one decimal, two below a tenth, so that no float noise reaches a reader. */
import { roundHalfAway } from '../score/round.ts'

const DECIMALS = 1
const SMALL_BELOW = 0.1
const SMALL_DECIMALS = 2

export const figure = (value: number): number =>
  roundHalfAway(value, Math.abs(value) < SMALL_BELOW ? SMALL_DECIMALS : DECIMALS)
