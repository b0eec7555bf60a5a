/**
 * Seeded randomness addressed by place: a draw is a pure function of (seed, stream name, index), so that a task keeps
 * its draws when another field, another task or another status date is added. No state, no Math.random.
 */

/** Finaliser of MurmurHash3 (A. Appleby, public domain): every input bit reaches every output bit. */
function mix(word: number): number {
  let h = word | 0
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}

function hashText(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return h
}

/** Uniform in [0, 1) by index. */
export type Stream = (index: number) => number

export function stream(seed: number, name: string): Stream {
  const base = mix(mix(seed + 0x9e3779b9) ^ hashText(name))
  return index => (mix(mix(base ^ Math.imul(index + 1, 0x9e3779b1)) + index) >>> 0) / 2 ** 32
}

/** Standard normal by index (Box and Muller). */
export function normalStream(seed: number, name: string): Stream {
  const radius = stream(seed, `${name}/radius`)
  const angle = stream(seed, `${name}/angle`)
  return index => Math.sqrt(-2 * Math.log(1 - radius(index))) * Math.cos(2 * Math.PI * angle(index))
}

/** Integer in lowest .. highest of a uniform draw. */
export const integerOf = (draw: number, lowest: number, highest: number): number =>
  lowest + Math.floor(draw * (highest - lowest + 1))

export const pick = <T>(values: readonly T[], draw: number): T => values[Math.floor(draw * values.length)]

/** Index into a table of weights, by a uniform draw. */
export function pickWeighted(weights: readonly number[], draw: number): number {
  let rest = draw * weights.reduce((sum, weight) => sum + weight, 0)
  for (let i = 0; i < weights.length; i++) {
    rest -= weights[i]
    if (rest < 0) return i
  }
  return weights.length - 1
}
