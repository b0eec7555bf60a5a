/**
 * The links of two schedules over the rows of both. A link that was replaced by a chain of added tasks, or that replaces one of deleted tasks,
 * comes and goes with those tasks; the other changes of links between tasks of both schedules are the logic.
 */

import type { LinkColumns, ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { boundedDays } from '../../calendar/bounds.ts'
import { Groups } from '../../graph/components.ts'
import type { Network } from '../../graph/network.ts'
import { topologicalOrder } from '../../graph/order.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { ADDED, DELETED, isInBoth, type Rows } from './revised-rows.ts'

/** In both schedules alike, or of a task that only one of them has. */
export const LINK_KEPT = 0
/** Logic: between tasks of both, in the earlier or in the later schedule alone. */
export const LINK_REMOVED = 1
export const LINK_NEW = 2
/** The same, replaced with tasks that were added, or in place of some that were deleted. */
export const LINK_REPLACED = 3
export const LINK_REPLACING = 4
/** In neither: exchanged for others before anything was revised (exchanges.ts). */
export const LINK_GONE = 5

export interface RevisedLinks {
  /** Those into row s are start[s] .. start[s + 1]. */
  readonly start: Uint32Array
  readonly task: Int32Array
  readonly type: Uint8Array
  /** Days of the calendar of the predecessor before and after. */
  readonly lagBefore: Float64Array
  readonly lagAfter: Float64Array
  readonly elapsed: Uint8Array
  readonly fate: Uint8Array
  /** Groups of added or deleted tasks that a link was replaced with or replaces, by link; empty of the others. */
  readonly groupsOf: ReadonlyMap<number, readonly number[]>
  /** By row: the smallest row of its group of added tasks linked with one another, or of deleted ones; NO_MATCH of the others. */
  readonly group: Int32Array
}

const TYPES = 4

/** Links at their successor: those of a network, or all that a schedule has where its summaries are linked, too. */
type LinkList = Pick<Network, 'start' | 'task' | 'type' | 'lagDays' | 'elapsed' | 'linkCount'>

/** Those between known tasks. */
export function allLinksOf({ taskCount, links, elapsedLags }: ScheduleColumns): LinkList {
  const size = links.task.length
  const start = zeros(Uint32Array, taskCount + 1)
  const task = zeros(Int32Array, size)
  const type = zeros(Uint8Array, size)
  const lagDays = zeros(Float64Array, size)
  const elapsed = zeros(Uint8Array, elapsedLags.length)
  let at = 0
  for (let s = 0; s < taskCount; s++) {
    for (let k = links.start[s]; k < links.start[s + 1]; k++) {
      if (links.task[k] < 0) continue
      task[at] = links.task[k]
      type[at] = links.type[k]
      if (elapsed.length > 0) elapsed[at] = elapsedLags[k]
      lagDays[at++] = boundedDays(links.lagDays[k])
    }
    start[s + 1] = at
  }
  return { start, task, type, lagDays, elapsed, linkCount: at }
}

/** `ratio` by row: days of its calendar of before that one day of the later one stands for; undefined = 1 of all. */
export function revisedLinks(
  earlier: LinkList,
  later: LinkList,
  rows: Rows,
  ratio: Float64Array | undefined,
): RevisedLinks {
  const { count, laterCount, earlierOf, rowOfEarlier } = rows
  const linkMax = earlier.linkCount + later.linkCount
  const start = zeros(Uint32Array, count + 1)
  const task = zeros(Int32Array, linkMax)
  const type = zeros(Uint8Array, linkMax)
  const lagBefore = zeros(Float64Array, linkMax)
  const lagAfter = zeros(Float64Array, linkMax)
  const elapsed = zeros(Uint8Array, linkMax)
  const fate = zeros(Uint8Array, linkMax)
  const bridges = bridgesOf(earlier, later, rows)
  const groupsOf = new Map<number, readonly number[]>()
  // of the links into one row: the later one of that predecessor and type, and those that both schedules have alike
  const laterLink = new Map<number, number>()
  const kept = new Map<number, number>()
  const matched = new Set<number>()
  // predecessors whose link changed, or went, and those whose link changed, or came
  const earlierPredecessors = new Set<number>()
  const laterPredecessors = new Set<number>()
  let at = 0
  const isElapsed = (network: LinkList, k: number): number => (network.elapsed.length === 0 ? 0 : network.elapsed[k])
  const add = (p: number, network: LinkList, k: number, before: number, after: number, fateOf: number): void => {
    task[at] = p
    type[at] = network.type[k]
    elapsed[at] = isElapsed(network, k)
    lagBefore[at] = before
    lagAfter[at] = after
    fate[at++] = fateOf
  }
  /** The later link into the same row that is link k of the earlier schedule, of the row p. */
  const keptAs = (k: number, p: number): number | undefined => {
    if (p === NO_MATCH || !isInBoth(rows, p)) return undefined
    const same = laterLink.get(p * TYPES + earlier.type[k])
    if (same === undefined || isElapsed(later, same) !== isElapsed(earlier, k)) return undefined
    const [lag, lagNow] = [earlier.lagDays[k], later.lagDays[same]]
    const days = isElapsed(earlier, k) === 1 ? 1 : (ratio?.[p] ?? 1)
    return lagNow === lag || Math.abs(lagNow * days - lag) < LAG_APART_MAX ? same : undefined
  }
  for (let s = 0; s < count; s++) {
    const i = earlierOf[s]
    if (isInBoth(rows, s) && hasSameLinks(earlier, later, rows, i, s)) {
      for (let k = earlier.start[i]; k < earlier.start[i + 1]; k++)
        add(rowOfEarlier[earlier.task[k]], earlier, k, earlier.lagDays[k], earlier.lagDays[k], LINK_KEPT)
      start[s + 1] = at
      continue
    }
    laterLink.clear()
    earlierPredecessors.clear()
    laterPredecessors.clear()
    matched.clear()
    kept.clear()
    if (isInBoth(rows, s)) {
      for (let k = later.start[s]; k < later.start[s + 1]; k++) laterLink.set(later.task[k] * TYPES + later.type[k], k)
      for (let k = earlier.start[i]; k < earlier.start[i + 1]; k++) {
        const same = keptAs(k, rowOfEarlier[earlier.task[k]])
        if (same === undefined) continue
        kept.set(k, same)
        matched.add(same)
      }
      for (let k = later.start[s]; k < later.start[s + 1]; k++)
        if (!matched.has(k)) laterPredecessors.add(later.task[k])
    }
    if (i !== NO_MATCH) {
      for (let k = earlier.start[i]; k < earlier.start[i + 1]; k++) {
        const p = rowOfEarlier[earlier.task[k]]
        if (p === NO_MATCH) continue
        const lag = earlier.lagDays[k]
        const days = isElapsed(earlier, k) === 1 ? 1 : (ratio?.[p] ?? 1)
        if (!isInBoth(rows, s) || !isInBoth(rows, p)) {
          add(p, earlier, k, lag, isInBoth(rows, p) ? lag / days : lag, LINK_KEPT)
          continue
        }
        const same = kept.get(k)
        if (same !== undefined) {
          add(p, earlier, k, lag, later.lagDays[same], LINK_KEPT)
          continue
        }
        earlierPredecessors.add(p)
        const groups = laterPredecessors.has(p) ? NO_GROUPS : bridges.added(p, s)
        if (groups.length > 0) groupsOf.set(at, groups)
        add(p, earlier, k, lag, lag / days, groups.length > 0 ? LINK_REPLACED : LINK_REMOVED)
      }
    }
    if (s < laterCount) {
      for (let k = later.start[s]; k < later.start[s + 1]; k++) {
        if (matched.has(k)) continue
        const p = later.task[k]
        const lag = later.lagDays[k]
        const days = isElapsed(later, k) === 1 ? 1 : (ratio?.[p] ?? 1)
        if (!isInBoth(rows, s) || !isInBoth(rows, p)) {
          add(p, later, k, isInBoth(rows, p) ? lag * days : lag, lag, LINK_KEPT)
          continue
        }
        const groups = earlierPredecessors.has(p) ? NO_GROUPS : bridges.deleted(p, s)
        if (groups.length > 0) groupsOf.set(at, groups)
        add(p, later, k, lag * days, lag, groups.length > 0 ? LINK_REPLACING : LINK_NEW)
      }
    }
    start[s + 1] = at
  }
  return {
    start,
    task: task.subarray(0, at),
    type: type.subarray(0, at),
    lagBefore: lagBefore.subarray(0, at),
    lagAfter: lagAfter.subarray(0, at),
    elapsed: elapsed.subarray(0, at),
    fate: fate.subarray(0, at),
    groupsOf,
    group: bridges.group,
  }
}

/** A task of more links is compared by what it has of each predecessor. */
const LISTED_MAX = 12

/**
 * Whether both schedules have the same few links into task i of the earlier one, which is row s, in the same order, and no two of one predecessor and type: most tasks
 * have. Then all of them were kept.
 */
function hasSameLinks(earlier: LinkList, later: LinkList, rows: Rows, i: number, s: number): boolean {
  const [from, to] = [earlier.start[i], later.start[s]]
  const count = earlier.start[i + 1] - from
  if (count > LISTED_MAX || later.start[s + 1] - to !== count) return false
  for (let n = 0; n < count; n++) {
    const [k, now] = [from + n, to + n]
    const p = later.task[now]
    if (rows.rowOfEarlier[earlier.task[k]] !== p || earlier.type[k] !== later.type[now]) return false
    if (earlier.lagDays[k] !== later.lagDays[now] || earlier.elapsed[k] !== later.elapsed[now]) return false
    for (let other = to; other < now; other++)
      if (later.task[other] === p && later.type[other] === later.type[now]) return false
  }
  return true
}

/** Days: a lag of as many minutes as before in a calendar of other days is the same. */
const LAG_APART_MAX = 1e-6
const NO_GROUPS: readonly number[] = []

interface Bridges {
  readonly group: Int32Array
  /** The groups of added tasks that p leads into and that lead to s; of deleted ones. */
  readonly added: (p: number, s: number) => readonly number[]
  readonly deleted: (p: number, s: number) => readonly number[]
}

function bridgesOf(earlier: LinkList, later: LinkList, rows: Rows): Bridges {
  const { count, laterCount, earlierOf, rowOfEarlier, presence } = rows
  const groups = new Groups(count)
  const eachAdded = (visit: (p: number, s: number) => void): void => {
    for (let s = 0; s < laterCount; s++) {
      for (let k = later.start[s]; k < later.start[s + 1]; k++) visit(later.task[k], s)
    }
  }
  const eachDeleted = (visit: (p: number, s: number) => void): void => {
    for (let s = 0; s < count; s++) {
      const i = earlierOf[s]
      if (i === NO_MATCH) continue
      for (let k = earlier.start[i]; k < earlier.start[i + 1]; k++) {
        const p = rowOfEarlier[earlier.task[k]]
        if (p !== NO_MATCH) visit(p, s)
      }
    }
  }
  const finderOf = (of: number, eachLink: typeof eachAdded) => {
    if (!presence.includes(of)) return () => NO_GROUPS
    eachLink((p, s) => {
      if (presence[p] === of && presence[s] === of) groups.join(p, s)
    })
    const into = new Map<number, Set<number>>()
    const outOf = new Map<number, Set<number>>()
    const note = (map: Map<number, Set<number>>, row: number, root: number): void => {
      const known = map.get(row)
      if (known === undefined) map.set(row, new Set([root]))
      else known.add(root)
    }
    eachLink((p, s) => {
      if (isInBoth(rows, p) && presence[s] === of) note(into, p, groups.rootOf(s))
      if (isInBoth(rows, s) && presence[p] === of) note(outOf, s, groups.rootOf(p))
    })
    return (p: number, s: number): readonly number[] => {
      const [a, b] = [into.get(p), outOf.get(s)]
      if (a === undefined || b === undefined) return NO_GROUPS
      const [few, many] = a.size < b.size ? [a, b] : [b, a]
      return [...few].filter(root => many.has(root))
    }
  }
  const added = finderOf(ADDED, eachAdded)
  const deleted = finderOf(DELETED, eachDeleted)
  const group = zeros(Int32Array, count).fill(NO_MATCH)
  for (let row = 0; row < count; row++) {
    if (presence[row] === ADDED || presence[row] === DELETED) group[row] = groups.rootOf(row)
  }
  return { group, added, deleted }
}

/** What was exchanged, so that it moves nothing: links for others, days of a task for lags behind it. */
export interface Exchange {
  readonly relinked: ReadonlySet<number>
  /** Groups of added tasks that stand in these links without their days. */
  readonly points: ReadonlySet<number>
  readonly lags:
    | {
        readonly row: number
        /** So many days more that the task had. */
        readonly days: number
        /** Of before; they had as many less. */
        readonly links: readonly number[]
      }
    | undefined
}

/** The links with what was exchanged before anything was revised. */
export function withExchanged(links: RevisedLinks, exchanges: readonly Exchange[]): RevisedLinks {
  const [fate, lagBefore, group] = [links.fate.slice(), links.lagBefore.slice(), links.group.slice()]
  const points = new Set<number>()
  const exchange = (k: number): void => {
    if (fate[k] === LINK_NEW) fate[k] = LINK_KEPT
    else if (fate[k] === LINK_REMOVED) fate[k] = LINK_GONE
  }
  for (const { relinked, points: own, lags } of exchanges) {
    for (const k of relinked) exchange(k)
    for (const each of own) points.add(each)
    for (const k of lags?.links ?? []) {
      lagBefore[k] -= lags!.days
      const s = links.start.findIndex(end => end > k) - 1
      for (let now = links.start[s]; now < links.start[s + 1]; now++) {
        const isSame = links.task[now] === links.task[k] && links.type[now] === links.type[k]
        if (!isSame || fate[now] !== LINK_NEW || Math.abs(lagBefore[now] - lagBefore[k]) >= LAG_APART_MAX) continue
        exchange(now)
        exchange(k)
      }
    }
  }
  for (const [k, groups] of links.groupsOf)
    if (fate[k] === LINK_REPLACED && groups.some(each => points.has(each))) fate[k] = LINK_GONE
  for (let row = 0; row < group.length; row++) if (points.has(group[row])) group[row] = NO_MATCH
  return { ...links, fate, lagBefore, group }
}

/** Which rows and links of the two schedules a network has. */
export interface LinkChoice {
  readonly hasRow: (row: number) => boolean
  /** Whether link k leads into row s. */
  readonly hasLink: (k: number, s: number) => boolean
  /** Whether lags are those of the calendars after the revision. */
  readonly isAfter: boolean
}

/** The columns with the links of summaries, as a schedule has them. */
export function linkColumnsOf(
  links: RevisedLinks,
  count: number,
  { hasLink, isAfter }: LinkChoice,
): { links: LinkColumns; elapsedLags: Uint8Array } {
  const start = zeros(Uint32Array, count + 1)
  const picked: number[] = []
  for (let s = 0; s < count; s++) {
    for (let k = links.start[s]; k < links.start[s + 1]; k++) if (hasLink(k, s)) picked.push(k)
    start[s + 1] = picked.length
  }
  const lag = isAfter ? links.lagAfter : links.lagBefore
  return {
    links: {
      start,
      task: Int32Array.from(picked, k => links.task[k]),
      type: Uint8Array.from(picked, k => links.type[k]),
      lagDays: Float64Array.from(picked, k => lag[k]),
    },
    elapsedLags: Uint8Array.from(picked, k => links.elapsed[k]),
  }
}

/** undefined: the links form a cycle. */
export function networkOf(
  links: RevisedLinks,
  count: number,
  { hasRow, hasLink, isAfter }: LinkChoice,
): Network | undefined {
  const takesPart = zeros(Uint8Array, count)
  for (let row = 0; row < count; row++) takesPart[row] = hasRow(row) ? 1 : 0
  const linkMax = links.task.length
  const start = zeros(Uint32Array, count + 1)
  const task = zeros(Int32Array, linkMax)
  const type = zeros(Uint8Array, linkMax)
  const lagDays = zeros(Float64Array, linkMax)
  const isAnyElapsed = links.elapsed.includes(1)
  const elapsed = zeros(Uint8Array, isAnyElapsed ? linkMax : 0)
  const lag = isAfter ? links.lagAfter : links.lagBefore
  let at = 0
  for (let s = 0; s < count; s++) {
    if (takesPart[s] === 1) {
      for (let k = links.start[s]; k < links.start[s + 1]; k++) {
        if (takesPart[links.task[k]] === 0 || !hasLink(k, s)) continue
        task[at] = links.task[k]
        type[at] = links.type[k]
        if (isAnyElapsed) elapsed[at] = links.elapsed[k]
        lagDays[at++] = lag[k]
      }
    }
    start[s + 1] = at
  }
  const live = {
    start,
    task: task.subarray(0, at),
    type: type.subarray(0, at),
    lagDays: lagDays.subarray(0, at),
    elapsed: elapsed.subarray(0, isAnyElapsed ? at : 0),
    linkCount: at,
  }
  const order = topologicalOrder(count, live)
  if (order === undefined) return undefined
  return {
    ...live,
    taskCount: count,
    takesPart,
    order: order.filter(row => takesPart[row] === 1),
    relationTypes: undefined,
    filteredLinkCount: 0,
    outside: NONE_OUTSIDE,
  }
}

const NONE_OUTSIDE: Network['outside'] = { links: new Uint32Array(0), successors: new Uint32Array(0) }
