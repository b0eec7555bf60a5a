/**
 * Tasks whose normalised ids are similar but not equal (strategy fuzzy_id): ratio = 1 - Levenshtein distance / longer length. Only ids with
 * the same first two characters and lengths within 15 % are compared. Ids that differ only in digits are different tasks, never typing errors.
 * The best ratio wins, then an equal name, then the order of the baseline.
 */

import { NO_MATCH } from '../ids/match-ids.ts'
import { zeros } from '../ids/short-arrays.ts'
import type { Pairs } from './match-tasks.ts'
import { type Characters, NO_KEY } from './normal-text.ts'

/**
 * Steps of comparison for each task of the two schedules, as a task takes some thousand steps to be read. A step is a cell of a distance;
 * each pair costs some beside, and each that is alike some to be sorted. What goes beyond is not compared.
 */
const STEPS_PER_TASK = 8_000
const STEPS_PER_PAIR = 16
const STEPS_PER_FOUND = 256
const LENGTH_DIFFERENCE_MAX = 0.15
const PREFIX_LENGTH = 2
const RATIO_EPSILON = 1e-9
/** Steps between two looks at whether anybody still waits. */
const CHECKPOINT_STEPS = 5_000_000

interface SimilarSides {
  /** Normalised ids, and keys of the normalised names (NO_KEY = none). */
  readonly ids: Characters
  readonly names: Int32Array
  readonly baselineIds: Characters
  readonly baselineNames: Int32Array
}

interface Candidates {
  readonly ratio: number[]
  readonly current: number[]
  readonly baseline: number[]
}

/** Adds to `pairs`; returns the tasks of the current schedule that could not be compared within the steps, in their order. */
export function matchSimilar(
  pairs: Pairs,
  sides: SimilarSides,
  threshold: number,
  checkpoint: (() => void) | undefined,
): Uint32Array {
  const buckets = bucketsOf(pairs.currentOf, sides.baselineIds)
  const { found, notCompared } = compareAll(pairs, sides, buckets, threshold, checkpoint)
  const { ratio, current, baseline } = found
  const sameName = (at: number): number => {
    const name = sides.names[current[at]]
    return name !== NO_KEY && name === sides.baselineNames[baseline[at]] ? 1 : 0
  }
  const order = Uint32Array.from(ratio.keys()).sort(
    (a, b) => ratio[b] - ratio[a] || sameName(b) - sameName(a) || baseline[a] - baseline[b] || current[a] - current[b],
  )
  for (const at of order) {
    if (pairs.baselineOf[current[at]] !== NO_MATCH || pairs.currentOf[baseline[at]] !== NO_MATCH) continue
    pairs.add(current[at], baseline[at], 'similar_id', ratio[at])
  }
  return notCompared
}

/** Most edits that leave two ids of such a length as alike as the threshold requires. */
const distanceLimit = (longest: number, threshold: number): number =>
  Math.floor((1 - threshold) * longest + RATIO_EPSILON)

/** Steps of a comparison: at most so many cells are filled. */
const stepsOf = (length: number, other: number, threshold: number): number =>
  STEPS_PER_PAIR + other * Math.min(length, 2 * distanceLimit(Math.max(length, other), threshold) + 1)

function compareAll(
  { baselineOf, currentOf }: Pairs,
  { ids, baselineIds }: SimilarSides,
  buckets: Buckets,
  threshold: number,
  checkpoint: (() => void) | undefined,
): { readonly found: Candidates; readonly notCompared: Uint32Array } {
  const found: Candidates = { ratio: [], current: [], baseline: [] }
  const distance = new Distances()
  const costs = zeros(Float64Array, baselineOf.length)
  forEachBucket(baselineOf, ids, buckets, (i, bucket, length, other) => {
    costs[i] += bucket.length * stepsOf(length, other, threshold)
  })
  let stepsLeft = STEPS_PER_TASK * (baselineOf.length + currentOf.length)
  let steps = 0
  // a task is compared with all that it may resemble, or with none
  let begun = -1
  forEachBucket(baselineOf, ids, buckets, (i, bucket, length, other) => {
    if (i !== begun) {
      if (costs[i] > stepsLeft) return
      stepsLeft -= costs[i]
      steps += costs[i]
      costs[i] = 0
      begun = i
    }
    const a = ids.points.subarray(ids.offsets[i], ids.offsets[i + 1])
    for (const j of bucket) {
      if (steps > CHECKPOINT_STEPS) {
        steps = 0
        checkpoint?.()
      }
      const b = baselineIds.points.subarray(baselineIds.offsets[j], baselineIds.offsets[j + 1])
      const longest = Math.max(length, other)
      const distanceMax = distanceLimit(longest, threshold)
      if (distanceMax < 1 || differInDigitsOnly(a, b)) continue
      const edits = distance.between(a, b, distanceMax)
      if (edits > distanceMax) continue
      found.ratio.push(1 - edits / longest)
      found.current.push(i)
      found.baseline.push(j)
      stepsLeft -= STEPS_PER_FOUND
    }
  })
  return { found, notCompared: Uint32Array.from(costs.keys()).filter(i => costs[i] > 0) }
}

/** Baseline tasks without a partner by first characters and length of their normalised id, in input order. */
type Buckets = ReadonlyMap<number, readonly number[]>

/** Above every length of an id, and above every code point: two of them and a length are an exact integer. */
const LENGTHS = 2 ** 10
const CODE_POINTS = 2 ** 21

function prefixOf({ points, offsets }: Characters, i: number): number {
  let prefix = 0
  const end = Math.min(offsets[i] + PREFIX_LENGTH, offsets[i + 1])
  for (let k = offsets[i]; k < end; k++) prefix = prefix * CODE_POINTS + points[k]
  return prefix
}

const bucketKey = (prefix: number, length: number): number => prefix * LENGTHS + length

function bucketsOf(partners: Int32Array, ids: Characters): Buckets {
  const buckets = new Map<number, number[]>()
  for (let j = 0; j < partners.length; j++) {
    const length = ids.offsets[j + 1] - ids.offsets[j]
    if (partners[j] !== NO_MATCH || length === 0) continue
    const key = bucketKey(prefixOf(ids, j), length)
    const bucket = buckets.get(key)
    if (bucket === undefined) buckets.set(key, [j])
    else bucket.push(j)
  }
  return buckets
}

/** Calls `see` for every task without a partner and every bucket whose ids it may resemble, with the lengths of both ids. */
function forEachBucket(
  partners: Int32Array,
  ids: Characters,
  buckets: Buckets,
  see: (task: number, bucket: readonly number[], length: number, otherLength: number) => void,
): void {
  for (let i = 0; i < partners.length; i++) {
    const length = ids.offsets[i + 1] - ids.offsets[i]
    if (partners[i] !== NO_MATCH || length === 0) continue
    const prefix = prefixOf(ids, i)
    const shortest = Math.ceil(length * (1 - LENGTH_DIFFERENCE_MAX) - RATIO_EPSILON)
    const longest = Math.floor(length / (1 - LENGTH_DIFFERENCE_MAX) + RATIO_EPSILON)
    for (let other = shortest; other <= longest; other++) {
      const bucket = buckets.get(bucketKey(prefix, other))
      if (bucket !== undefined) see(i, bucket, length, other)
    }
  }
}

const isDigit = (point: number): boolean => point >= 0x30 && point <= 0x39

/** Whether what is left of both without their digits is the same. */
function differInDigitsOnly(a: Uint32Array, b: Uint32Array): boolean {
  let i = 0
  let j = 0
  for (;;) {
    while (i < a.length && isDigit(a[i])) i++
    while (j < b.length && isDigit(b[j])) j++
    if (i === a.length || j === b.length) return i === a.length && j === b.length
    if (a[i++] !== b[j++]) return false
  }
}

/** Levenshtein distance of two lists of characters in a band: O(length x distanceMax). */
class Distances {
  // entry x: distance of the first y characters of b and the first x of a
  #row = new Uint16Array(64)

  /** The distance, or distanceMax + 1 when it is larger than distanceMax. */
  between(a: Uint32Array, b: Uint32Array, distanceMax: number): number {
    const beyond = distanceMax + 1
    if (Math.abs(a.length - b.length) > distanceMax) return beyond
    if (this.#row.length <= a.length) this.#row = new Uint16Array(2 * a.length + 1)
    const row = this.#row
    for (let x = 0; x <= a.length; x++) row[x] = Math.min(x, beyond)
    for (let y = 1; y <= b.length; y++) {
      const from = Math.max(1, y - distanceMax)
      const to = Math.min(a.length, y + distanceMax)
      let diagonal = row[from - 1]
      row[from - 1] = from === 1 ? Math.min(y, beyond) : beyond
      let least = row[from - 1]
      for (let x = from; x <= to; x++) {
        const above = x === y + distanceMax ? beyond : row[x]
        const cost = a[x - 1] === b[y - 1] ? diagonal : Math.min(diagonal, row[x - 1], above) + 1
        diagonal = row[x]
        row[x] = Math.min(cost, beyond)
        if (row[x] < least) least = row[x]
      }
      if (least > distanceMax) return beyond
    }
    return row[a.length]
  }
}
