/**
 * How the links of one schedule differ from those of another: link by link for tasks that both have, and as the drift of
 * the graph of linked pairs (/docs/methods/baseline-compare#logic). All parsed links between known tasks count, live or not. O(tasks +
 * links).
 */
import type { LinkColumns, ScheduleColumns } from '../../../shared/schedule/columns.ts'
import { RELATION_TYPES } from '../../../shared/schedule/fields.ts'
import { EPSILON_DAYS } from '../calendar/snap.ts'
import { NO_MATCH } from '../ids/match-ids.ts'

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

export function compareLinks({ before, after, beforeOf, afterOf }: Sides): { changes: LinkChanges; drift: LogicDrift } {
  const changes = { kind: [], successor: [], before: [], after: [] } as { [name in keyof LinkChanges]: number[] }
  const add = (kind: number, successor: number, linkBefore: number, linkAfter: number): void => {
    changes.kind.push(kind)
    changes.successor.push(successor)
    changes.before.push(linkBefore)
    changes.after.push(linkAfter)
  }
  // slot p * TYPE_COUNT + type: the link into the task at hand from later task p by that type; stale entries prove
  // themselves wrong, since a link names its own successor by its place
  const slotsBefore = new Int32Array(after.taskCount * TYPE_COUNT).fill(NO_LINK)
  const slotsAfter = new Int32Array(after.taskCount * TYPE_COUNT).fill(NO_LINK)
  // last successor for which the pair with later task p was looked at, plus 1
  const seen = new Uint32Array(after.taskCount)
  let added = 0
  let removed = 0
  let changed = 0
  let union = 0
  const linksA = after.links
  const linksB = before.links
  /** Compares the links from p to s of both sides, up to one per type. */
  const comparePair = (p: number, s: number, j: number): void => {
    union++
    let countBefore = 0
    let countAfter = 0
    let isChanged = false
    const only: { before: number[]; after: number[] } = { before: [], after: [] }
    for (let type = 0; type < TYPE_COUNT; type++) {
      const kb = slotsBefore[p * TYPE_COUNT + type]
      const ka = slotsAfter[p * TYPE_COUNT + type]
      const hasBefore = kb >= linksB.start[j] && kb < linksB.start[j + 1]
      const hasAfter = ka >= linksA.start[s] && ka < linksA.start[s + 1]
      if (hasBefore) countBefore++
      if (hasAfter) countAfter++
      if (hasBefore && hasAfter) {
        if (Math.abs(linksB.lagDays[kb] - linksA.lagDays[ka]) > EPSILON_DAYS) {
          add(LINK_LAG_CHANGED, s, kb, ka)
          isChanged = true
        }
      } else if (hasBefore) only.before.push(kb)
      else if (hasAfter) only.after.push(ka)
    }
    const retyped = Math.min(only.before.length, only.after.length)
    for (let n = 0; n < retyped; n++) add(LINK_RETYPED, s, only.before[n], only.after[n])
    for (const kb of only.before.slice(retyped)) add(LINK_REMOVED, s, kb, NO_LINK)
    for (const ka of only.after.slice(retyped)) add(LINK_ADDED, s, NO_LINK, ka)
    if (countBefore === 0) added++
    else if (countAfter === 0) removed++
    else if (isChanged || only.before.length + only.after.length > 0) changed++
  }
  for (let s = 0; s < after.taskCount; s++) {
    const j = beforeOf[s]
    if (j === NO_MATCH) {
      const pairs = countPairs(linksA, s, seen)
      added += pairs
      union += pairs
      continue
    }
    for (let k = linksA.start[s]; k < linksA.start[s + 1]; k++) {
      if (linksA.task[k] >= 0) slotsAfter[linksA.task[k] * TYPE_COUNT + linksA.type[k]] = k
    }
    for (let k = linksB.start[j]; k < linksB.start[j + 1]; k++) {
      if (linksB.task[k] < 0) continue
      const p = afterOf[linksB.task[k]]
      if (p !== NO_MATCH) slotsBefore[p * TYPE_COUNT + linksB.type[k]] = k
    }
    for (let k = linksB.start[j]; k < linksB.start[j + 1]; k++) {
      if (linksB.task[k] < 0) continue
      const p = afterOf[linksB.task[k]]
      if (p === NO_MATCH) {
        add(LINK_REMOVED, s, k, NO_LINK)
        continue
      }
      if (seen[p] === s + 1) continue
      seen[p] = s + 1
      comparePair(p, s, j)
    }
    for (let k = linksA.start[s]; k < linksA.start[s + 1]; k++) {
      const p = linksA.task[k]
      if (p < 0 || seen[p] === s + 1) continue
      seen[p] = s + 1
      comparePair(p, s, j)
    }
  }
  const gone = countGonePairs(before, afterOf)
  removed += gone
  union += gone
  const percent = union === 0 ? 0 : (100 * (added + removed + 0.5 * changed)) / union
  return { changes, drift: { added, removed, changed, union, percent } }
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
  const seen = new Uint32Array(taskCount)
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
