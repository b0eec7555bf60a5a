/** Estimates from its first rows how many rows a list will have, so that its storage is allocated once. */
import type { Tokens } from './tokens.ts'

/** How many times the rows so far a list is expected to reach at most, whatever its first rows say. */
const GROWTH_MAX = 32

/** `rows` rows were read from `from` to where the tokens are; more than `rowsMax` are not stored. */
export function expectedRows({ bytes, pos }: Tokens, from: number, rows: number, rowsMax: number): number {
  const rowsToCome = (bytes.length - pos) / ((pos - from) / rows)
  return Math.ceil(Math.min(rows + 1.02 * rowsToCome + 1, GROWTH_MAX * rows, rowsMax))
}
