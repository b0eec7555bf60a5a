/**
 * Which task of the current schedule is which task of the baseline (/docs/methods/baseline-compare#pairing): one to one, by one of
 * four strategies. Similar ids are match-similar.ts; snapshots of one schedule are matched by id, with
 * engine/ids/match-ids.ts.
 */

import { MATCH_METHODS } from '../../../shared/contract/analysis/baseline-compare/words.ts'
import type { MATCH_STRATEGIES } from '../../../shared/contract/endpoint/comparison-fields.ts'
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { matchIds, NO_MATCH } from '../ids/match-ids.ts'
import { zeros } from '../ids/short-arrays.ts'
import { matchSimilar } from './match-similar.ts'
import { charactersOf, joinTexts, keysOf, NO_KEY, normalTexts } from './normal-text.ts'

export { MATCH_METHODS } from '../../../shared/contract/analysis/baseline-compare/words.ts'
export type MatchStrategy = (typeof MATCH_STRATEGIES)[number]

type MatchMethod = (typeof MATCH_METHODS)[number]
/** In TaskMatch.method of a task without a partner. */
const NO_METHOD = 255

export interface TaskMatch {
  readonly strategy: MatchStrategy
  /** Partner in the baseline of task i of the current schedule, NO_MATCH = added. */
  readonly baselineOf: Int32Array
  /** Partner in the current schedule of task j of the baseline, NO_MATCH = deleted. */
  readonly currentOf: Int32Array
  /** Index into MATCH_METHODS, per current task; NO_METHOD where it has no partner. */
  readonly method: Uint8Array
  /** Similarity of the two normalised ids per current task, 1 for every method but similar_id; NaN without partner. */
  readonly ratio: Float64Array
  readonly pairCount: number
  /** Current tasks without a partner and baseline tasks without one, in input order. */
  readonly added: Uint32Array
  readonly deleted: Uint32Array
  /** fuzzy_id: current tasks whose ids were not compared with those they may resemble, as that would have taken too long. */
  readonly notCompared: Uint32Array
}

export interface MatchOptions {
  readonly strategy?: MatchStrategy | undefined
  /** Least similarity of a similar_id pair. */
  readonly fuzzyThreshold?: number | undefined
  readonly checkpoint?: (() => void) | undefined
}

export const FUZZY_THRESHOLD = 0.85

/** What the ways of matching fill in. */
export class Pairs {
  readonly baselineOf: Int32Array
  readonly currentOf: Int32Array
  readonly method: Uint8Array
  readonly ratio: Float64Array
  pairCount = 0

  constructor(currentCount: number, baselineCount: number) {
    this.baselineOf = zeros(Int32Array, currentCount).fill(NO_MATCH)
    this.currentOf = zeros(Int32Array, baselineCount).fill(NO_MATCH)
    this.method = zeros(Uint8Array, currentCount).fill(NO_METHOD)
    this.ratio = zeros(Float64Array, currentCount).fill(Number.NaN)
  }

  add(current: number, baseline: number, method: MatchMethod, ratio = 1): void {
    this.baselineOf[current] = baseline
    this.currentOf[baseline] = current
    this.method[current] = MATCH_METHODS.indexOf(method)
    this.ratio[current] = ratio
    this.pairCount++
  }
}

export function matchTasks(current: ScheduleColumns, baseline: ScheduleColumns, options: MatchOptions = {}): TaskMatch {
  const strategy = options.strategy ?? 'id'
  const pairs = new Pairs(current.taskCount, baseline.taskCount)
  let notCompared: Uint32Array = new Uint32Array()
  if (strategy === 'wbs_hierarchy') pairByWbs(pairs, current, baseline)
  else pairById(pairs, current, baseline, strategy)
  if (strategy === 'fuzzy_id') {
    const [names, baselineNames] = normalKeys(current, baseline, 'name')
    const ids = normalTexts(current.id)
    const baselineIds = normalTexts(baseline.id)
    const [keys, baselineKeys] = split(keysOf(joinTexts(baselineIds, ids)), baseline.taskCount)
    pairByKeys(pairs, both(keys, names), both(baselineKeys, baselineNames), 'normalised_id')
    pairByKeys(pairs, keys, baselineKeys, 'normalised_id')
    const threshold = options.fuzzyThreshold ?? FUZZY_THRESHOLD
    const sides = { ids: charactersOf(ids), names, baselineIds: charactersOf(baselineIds), baselineNames }
    notCompared = matchSimilar(pairs, sides, threshold, options.checkpoint)
  }
  const { baselineOf, currentOf, method, ratio, pairCount } = pairs
  const alone = (partners: Int32Array): Uint32Array =>
    Uint32Array.from(partners.keys()).filter(task => partners[task] === NO_MATCH)
  const added = alone(baselineOf)
  const deleted = alone(currentOf)
  return { strategy, baselineOf, currentOf, method, ratio, pairCount, added, deleted, notCompared }
}

function pairById(pairs: Pairs, current: ScheduleColumns, baseline: ScheduleColumns, strategy: MatchStrategy): void {
  const withWbs = strategy === 'id_and_wbs'
  const match = matchIds(current, baseline)
  const [wbs, baselineWbs] = withWbs ? wbsKeys(current, baseline) : []
  for (let j = 0; j < match.length; j++) {
    const i = match[j]
    if (i === NO_MATCH || wbs?.[i] !== baselineWbs?.[j]) continue
    pairs.add(i, j, withWbs ? 'id_and_wbs' : 'id')
  }
}

function pairByWbs(pairs: Pairs, current: ScheduleColumns, baseline: ScheduleColumns): void {
  const [wbs, baselineWbs] = wbsKeys(current, baseline)
  const [names, baselineNames] = normalKeys(current, baseline, 'name')
  const count = countKeys(wbs, pairs.baselineOf.length + pairs.currentOf.length)
  const baselineCount = countKeys(baselineWbs, count.length)
  const isAlone = (key: number): boolean => key !== NO_KEY && count[key] === 1 && baselineCount[key] === 1
  const aloneOnly = (keys: Int32Array): Int32Array => keys.map(key => (isAlone(key) ? key : NO_KEY))
  pairByKeys(pairs, aloneOnly(wbs), aloneOnly(baselineWbs), 'wbs')
  pairByKeys(pairs, both(wbs, names), both(baselineWbs, baselineNames), 'wbs_and_name')
  pairByKeys(pairs, wbs, baselineWbs, 'wbs_and_order')
}

type Keys = Int32Array | Float64Array

/** Pairs the tasks of equal keys that have no partner yet, the first with the first and so on. Expected O(n). */
function pairByKeys(pairs: Pairs, keys: Keys, baselineKeys: Keys, method: MatchMethod): void {
  const { baselineOf, currentOf } = pairs
  // free baseline tasks of a key: the first one, and from each the next, NO_MATCH = none
  const first = new Map<number, number>()
  const next = zeros(Int32Array, currentOf.length).fill(NO_MATCH)
  for (let j = currentOf.length - 1; j >= 0; j--) {
    if (currentOf[j] !== NO_MATCH || baselineKeys[j] === NO_KEY) continue
    next[j] = first.get(baselineKeys[j]) ?? NO_MATCH
    first.set(baselineKeys[j], j)
  }
  for (let i = 0; i < baselineOf.length; i++) {
    if (baselineOf[i] !== NO_MATCH || keys[i] === NO_KEY) continue
    const j = first.get(keys[i])
    if (j === undefined || j === NO_MATCH) continue
    pairs.add(i, j, method)
    first.set(keys[i], next[j])
  }
}

const KEYS_MAX = 2 ** 26

/** One key for two; NO_KEY where either is absent. Keys count tasks or codes, far below 2^26. */
const both = (a: Int32Array, b: Int32Array): Float64Array =>
  Float64Array.from(a, (key, i) => (key === NO_KEY || b[i] === NO_KEY ? NO_KEY : key * KEYS_MAX + b[i]))

function countKeys(keys: Int32Array, keyCount: number): Uint32Array {
  const count = zeros(Uint32Array, keyCount)
  for (const key of keys) if (key !== NO_KEY) count[key]++
  return count
}

/** Keys of the joined texts apart again: those of the current schedule, those of the baseline. */
const split = (keys: Int32Array, baselineCount: number): [current: Int32Array, baseline: Int32Array] => [
  keys.subarray(baselineCount),
  keys.subarray(0, baselineCount),
]

const normalKeys = (current: ScheduleColumns, baseline: ScheduleColumns, column: 'id' | 'name') =>
  split(keysOf(joinTexts(normalTexts(baseline[column]), normalTexts(current[column]))), baseline.taskCount)

/** Equal for equal codes of the work breakdown structure, as they are written; NO_KEY without a code. */
function wbsKeys(current: ScheduleColumns, baseline: ScheduleColumns): [current: Int32Array, baseline: Int32Array] {
  const values = baseline.wbsCode.values
  const valueCount = values.offsets.length - 1
  const [ofValue, ofBaselineValue] = split(keysOf(joinTexts(values, current.wbsCode.values)), valueCount)
  const spread = (codes: Uint32Array, keys: Int32Array): Int32Array =>
    Int32Array.from(codes, code => (code === 0 ? NO_KEY : keys[code - 1]))
  return [spread(current.wbsCode.codes, ofValue), spread(baseline.wbsCode.codes, ofBaselineValue)]
}
