/**
 * Hash of a byte string, for tables with keys from callers. The seed is random per process, so nobody can prepare keys that all fall into one
 * slot. The shift mixes high bits into low ones, which multiplication alone does not. No result depends on the hash.
 */
import { randomInt } from 'node:crypto'

export const HASH_SEED = randomInt(2 ** 32) | 0

const mixed = (hash: number, word: number): number => {
  const h = Math.imul(hash ^ word, 0x9e3779b1)
  return h ^ (h >>> 15)
}

/** Hash of the whole words of bytes[start, end), going on from the hash of the words before. */
export function hashWords(hash: number, bytes: Uint8Array, start: number, end: number): number {
  let h = hash
  for (let at = start; at + 4 <= end; at += 4) {
    h = mixed(h, bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24))
  }
  return h
}

/** Hash of a string whose last bytes[start, end), at most three, follow words of the hash given. */
export function hashRest(hash: number, bytes: Uint8Array, start: number, end: number): number {
  let h = hash
  for (let at = start; at < end; at++) h = mixed(h, bytes[at])
  return h
}

export function hashOf(bytes: Uint8Array, start: number, end: number): number {
  const wordsEnd = end - ((end - start) & 3)
  return hashRest(hashWords(HASH_SEED, bytes, start, wordsEnd), bytes, wordsEnd, end)
}
