/** Seeded random numbers for tests: the seed is printed, so a failing run can be had again. */

/** 0 <= value < 1. */
export type Random = () => number

/** mulberry32 by Tommy Ettinger: 32 bits of state, good enough for test data. */
export function random(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let z = state
    z = Math.imul(z ^ (z >>> 15), z | 1)
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61)
    return ((z ^ (z >>> 14)) >>> 0) / 4294967296
  }
}

/** Integer from `from` to `to`, both included. */
export const between = (rnd: Random, from: number, to: number): number => from + Math.floor(rnd() * (to - from + 1))
export const pick = <T>(rnd: Random, values: readonly T[]): T => values[Math.floor(rnd() * values.length)]!

export function shuffled<T>(rnd: Random, values: readonly T[]): T[] {
  const list = [...values]
  for (let i = list.length - 1; i > 0; i--) {
    const j = between(rnd, 0, i)
    const held = list[i]!
    list[i] = list[j]!
    list[j] = held
  }
  return list
}
