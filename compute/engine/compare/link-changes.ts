/**
 * How the links of one schedule differ from those of another: link by link for tasks that both have, and as the drift of
 * the graph of linked pairs (/docs/methods/baseline-compare#logic). All parsed links between known tasks count, live or not. O(tasks +
 * links).
 */

import type { LinkColumns, ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { RELATION_TYPES } from '../../../shared/contract/schedule/fields.ts'
import { EPSILON_DAYS } from '../calendar/snap.ts'
import { NO_MATCH } from '../ids/match-ids.ts'
import { zeros } from '../ids/short-arrays.ts'

export const LINK_ADDED = 0
export const LINK_REMOVED = 1
export const LINK_RETYPED = 2
export const LINK_LAG_CHANGED = 3
/** Index of a link that one side does not have. */
export const NO_LINK = -1

/** Entry n of each array belongs to one changed link, by successor in the order of the later schedule. */
export interface LinkChanges {
  /** One of the four codes above. */
  readonly kind: readonly number[]
  /** Successor in the later schedule; the earlier one has it too. */
  readonly successor: readonly number[]
  /** Index among the links of the earlier, and of the later schedule; NO_LINK where it has none. */
  readonly before: readonly number[]
  readonly after: readonly number[]
}

/** Pairs of tasks that links join, whatever their relations. */
export interface LogicDrift {
  readonly added: number
  readonly removed: number
  readonly changed: number
  readonly union: number
  /** (added + removed + 0.5 * changed) / union in percent, 0 for an empty union. */
  readonly percent: number
}

export interface Sides {
  readonly before: Pick<ScheduleColumns, 'taskCount' | 'links'>
  readonly after: Pick<ScheduleColumns, 'taskCount' | 'links'>
  /** Earlier task of each later one and the reverse, NO_MATCH = none. */
  readonly beforeOf: Int32Array
  readonly afterOf: Int32Array
}

const TYPE_COUNT = RELATION_TYPES.length

export function compareLinks(sides: Sides): { changes: LinkChanges; drift: LogicDrift } {
  const comparison = new LinkComparison(sides)
  for (let s = 0; s < sides.after.taskCount; s++) comparison.compareTask(s)
  return { changes: comparison.changes, drift: comparison.drift() }
}

class LinkComparison {
  readonly changes: { readonly [name in keyof LinkChanges]: number[] } = {
    kind: [],
    successor: [],
    before: [],
    after: [],
  }
  readonly #sides: Sides
  // slot p * TYPE_COUNT + type: the link into the task at hand from later task p by that type; stale entries prove
  // themselves wrong, since a link names its own successor by its place
  readonly #slotsBefore: Int32Array
  readonly #slotsAfter: Int32Array
  /** Last successor for which the pair with later task p was looked at, plus 1. */
  readonly #seen: Uint32Array
  #added = 0
  #removed = 0
  #changed = 0
  #union = 0

  constructor(sides: Sides) {
    const { taskCount } = sides.after
    this.#sides = sides
    this.#slotsBefore = zeros(Int32Array, taskCount * TYPE_COUNT).fill(NO_LINK)
    this.#slotsAfter = zeros(Int32Array, taskCount * TYPE_COUNT).fill(NO_LINK)
    this.#seen = zeros(Uint32Array, taskCount)
  }

  /** The links into later task s, of both sides. */
  compareTask(s: number): void {
    const { before, after, beforeOf, afterOf } = this.#sides
    const [linksB, linksA] = [before.links, after.links]
    const seen = this.#seen
    const j = beforeOf[s]
    if (j === NO_MATCH) {
      const pairs = countPairs(linksA, s, seen)
      this.#added += pairs
      this.#union += pairs
      return
    }
    for (let k = linksA.start[s]; k < linksA.start[s + 1]; k++)
      if (linksA.task[k] >= 0) this.#slotsAfter[linksA.task[k] * TYPE_COUNT + linksA.type[k]] = k
    for (let k = linksB.start[j]; k < linksB.start[j + 1]; k++) {
      if (linksB.task[k] < 0) continue
      const p = afterOf[linksB.task[k]]
      if (p !== NO_MATCH) this.#slotsBefore[p * TYPE_COUNT + linksB.type[k]] = k
    }
    for (let k = linksB.start[j]; k < linksB.start[j + 1]; k++) {
      if (linksB.task[k] < 0) continue
      const p = afterOf[linksB.task[k]]
      if (p === NO_MATCH) this.#add(LINK_REMOVED, s, k, NO_LINK)
      else if (seen[p] !== s + 1) {
        seen[p] = s + 1
        this.#comparePair(p, s, j)
      }
    }
    for (let k = linksA.start[s]; k < linksA.start[s + 1]; k++) {
      const p = linksA.task[k]
      if (p < 0 || seen[p] === s + 1) continue
      seen[p] = s + 1
      this.#comparePair(p, s, j)
    }
  }

  /** The drift of all tasks, once each was compared. */
  drift(): LogicDrift {
    const gone = countGonePairs(this.#sides.before, this.#sides.afterOf)
    const [added, removed, changed] = [this.#added, this.#removed + gone, this.#changed]
    const union = this.#union + gone
    const percent = union === 0 ? 0 : (100 * (added + removed + 0.5 * changed)) / union
    return { added, removed, changed, union, percent }
  }

  /** The links from p to s of both sides, up to one per type. */
  #comparePair(p: number, s: number, j: number): void {
    const linksB = this.#sides.before.links
    const linksA = this.#sides.after.links
    this.#union++
    let countBefore = 0
    let countAfter = 0
    let isChanged = false
    const only: { before: number[]; after: number[] } = { before: [], after: [] }
    for (let type = 0; type < TYPE_COUNT; type++) {
      const kb = this.#slotsBefore[p * TYPE_COUNT + type]
      const ka = this.#slotsAfter[p * TYPE_COUNT + type]
      const hasBefore = kb >= linksB.start[j] && kb < linksB.start[j + 1]
      const hasAfter = ka >= linksA.start[s] && ka < linksA.start[s + 1]
      if (hasBefore) countBefore++
      if (hasAfter) countAfter++
      if (hasBefore && hasAfter) {
        if (Math.abs(linksB.lagDays[kb] - linksA.lagDays[ka]) > EPSILON_DAYS) {
          this.#add(LINK_LAG_CHANGED, s, kb, ka)
          isChanged = true
        }
      } else if (hasBefore) only.before.push(kb)
      else if (hasAfter) only.after.push(ka)
    }
    const retyped = Math.min(only.before.length, only.after.length)
    for (let n = 0; n < retyped; n++) this.#add(LINK_RETYPED, s, only.before[n], only.after[n])
    for (const kb of only.before.slice(retyped)) this.#add(LINK_REMOVED, s, kb, NO_LINK)
    for (const ka of only.after.slice(retyped)) this.#add(LINK_ADDED, s, NO_LINK, ka)
    if (countBefore === 0) this.#added++
    else if (countAfter === 0) this.#removed++
    else if (isChanged || only.before.length + only.after.length > 0) this.#changed++
  }

  #add(kind: number, successor: number, linkBefore: number, linkAfter: number): void {
    this.changes.kind.push(kind)
    this.changes.successor.push(successor)
    this.changes.before.push(linkBefore)
    this.changes.after.push(linkAfter)
  }
}

/** Predecessors of s, each once; `seen` is marked with s + 1. */
function countPairs(links: LinkColumns, s: number, seen: Uint32Array): number {
  let count = 0
  for (let k = links.start[s]; k < links.start[s + 1]; k++) {
    const p = links.task[k]
    if (p < 0 || seen[p] === s + 1) continue
    seen[p] = s + 1
    count++
  }
  return count
}

/** Pairs of the earlier schedule of which one end is gone. */
function countGonePairs({ taskCount, links }: Sides['before'], afterOf: Int32Array): number {
  const seen = zeros(Uint32Array, taskCount)
  let count = 0
  for (let s = 0; s < taskCount; s++) {
    for (let k = links.start[s]; k < links.start[s + 1]; k++) {
      const p = links.task[k]
      if (p < 0 || seen[p] === s + 1 || (afterOf[s] !== NO_MATCH && afterOf[p] !== NO_MATCH)) continue
      seen[p] = s + 1
      count++
    }
  }
  return count
}
