/**
 * Hash of a byte string, for tables whose keys a caller chooses. The seed is drawn once per process, so that nobody can
 * prepare keys that all fall into one slot; the shift mixes high bits into low ones, which multiplication alone does
 * not. No result depends on it.
 */
import { randomInt } from 'node:crypto'

export const HASH_SEED = randomInt(2 ** 32) | 0

/** The hash of a string is its bytes fed one by one, beginning with HASH_SEED. */
export const hashStep = (hash: number, byte: number): number => {
  const h = Math.imul(hash ^ byte, 0x9e3779b1)
  return h ^ (h >>> 15)
}

export function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let h = HASH_SEED
  for (let at = start; at < end; at++) h = hashStep(h, bytes[at]!)
  return h
}
