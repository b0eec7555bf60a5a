/**
 * What the changes between two statuses did to the finish, the critical set and the floats, and what each of the largest
 * material edits does alone: impact = P - P with that edit reverted on the later network. Single impacts need not add
 * up. Costs at most EDITS_TESTED_MAX forward passes per comparison.
 */

import type { EditObstacle } from '../../../../shared/analysis/change-tracking/words.ts'
import { DAY_ABSENT } from '../../../../shared/schedule/columns.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import type { ComputedStatus } from '../../compare/computed-status.ts'
import { NO_LINK } from '../../compare/link-changes.ts'
import { earlyDates, finishOf } from '../../cpm/forward.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { COMPLETE } from '../../population/progress.ts'
import { CONSTRAINT_TYPE, DURATION, type Edit, isOnLongestPath } from './find-changes.ts'
import type { Pair } from './pair.ts'
import { oldRemaining, reverted } from './revert.ts'

/** Edits reverted per comparison. */
export const EDITS_TESTED_MAX = 20
/** Tasks with more float than this are not near-critical (/docs/methods/cpm#thresholds-and-weights). */
export const NEAR_CRITICAL_FLOAT_DAYS = 10

export interface EditImpact {
  readonly edit: Edit
  /** NaN = it could not be reverted alone. */
  readonly days: number
  readonly obstacle: EditObstacle | null
}

/** The edits most likely to matter, tested one at a time; by size of the impact. */
export function editImpacts(pair: Pair, edits: readonly Edit[], checkpoint: (() => void) | undefined): EditImpact[] {
  const { after } = pair
  const finish = after.result.projectFinish
  const early = earlyDates(after.columns.taskCount)
  const impacts = likeliest(pair, edits).map((edit): EditImpact => {
    checkpoint?.()
    const input = reverted(pair, edit)
    if (typeof input === 'string') return { edit, days: Number.NaN, obstacle: input }
    return { edit, days: finish - finishOf(input, early), obstacle: null }
  })
  const size = ({ days }: EditImpact): number => (Number.isNaN(days) ? -1 : Math.abs(days))
  return impacts.sort((a, b) => size(b) - size(a))
}

/** First those on a longest path, then those near it, then the others; within each by the days they could move. */
function likeliest(pair: Pair, edits: readonly Edit[]): Edit[] {
  const ranked = edits.map((edit, n) => ({ edit, n, nearness: nearnessOf(pair, edit), days: reachOf(pair, edit) }))
  ranked.sort((a, b) => a.nearness - b.nearness || b.days - a.days || a.n - b.n)
  return ranked.slice(0, EDITS_TESTED_MAX).map(({ edit }) => edit)
}

function nearnessOf({ before, after }: Pair, edit: Edit): number {
  const isLink = edit.linkBefore !== NO_LINK || edit.linkAfter !== NO_LINK
  const onPath = isLink
    ? isOnLongestPath(before, edit.linkBefore, edit.before) || isOnLongestPath(after, edit.linkAfter, edit.after)
    : before.result.onLongestPath[edit.before] === 1 || after.result.onLongestPath[edit.after] === 1
  if (onPath) return 0
  const float = Math.min(orFar(before, edit.before), orFar(after, edit.after))
  return float <= NEAR_CRITICAL_FLOAT_DAYS + EPSILON_DAYS ? 1 : 2
}

const orFar = ({ result }: ComputedStatus, i: number): number =>
  Number.isNaN(result.totalFloat[i]) ? Number.POSITIVE_INFINITY : result.totalFloat[i]

/** Rough bound of the days the edit can move its task. */
function reachOf(pair: Pair, edit: Edit): number {
  const { before, after } = pair
  const { remainingDays } = after.prepared.input
  if (edit.field === DURATION) return Math.abs(remainingDays[edit.after] - oldRemaining(pair, edit))
  if (edit.field === CONSTRAINT_TYPE) {
    const moved = after.columns.constraintDate[edit.after] - before.columns.constraintDate[edit.before]
    const isDated =
      after.columns.constraintDate[edit.after] !== DAY_ABSENT &&
      before.columns.constraintDate[edit.before] !== DAY_ABSENT
    return isDated ? Math.abs(moved) : remainingDays[edit.after]
  }
  const lag = (links: { lagDays: Float64Array }, k: number): number => (k === NO_LINK ? 0 : links.lagDays[k])
  const lagChange = Math.abs(lag(after.columns.links, edit.linkAfter) - lag(before.columns.links, edit.linkBefore))
  if (edit.linkBefore !== NO_LINK && edit.linkAfter !== NO_LINK) return lagChange
  return lagChange + remainingDays[edit.after]
}

/** The critical set then and now (incomplete, total float <= 0), each task in one list at most; identities (identities.ts). */
export interface CriticalMoves {
  /** Tasks of both statuses that became critical. */
  readonly entered: Uint32Array
  /** Incomplete tasks of both statuses that are critical no more. */
  readonly left: Uint32Array
  /** New tasks that are critical. */
  readonly added: Uint32Array
  /** Critical tasks that are gone. */
  readonly deleted: Uint32Array
  /** Critical tasks that are complete now. */
  readonly completed: Uint32Array
}

interface NetworkShift {
  readonly critical: CriticalMoves
  readonly compared: number
  readonly rose: number
  readonly fell: number
  /** Sum over the tasks compared. */
  readonly changeDays: number
  readonly largestRise: number
  readonly largestFall: number
  /** Later tasks whose float changed. */
  readonly changedTasks: Uint32Array
}

/** The critical sets and total floats of both statuses; only floats of tasks of both are compared. */
export function networkShift({ before, after, beforeOf, afterOf, beforeIds, afterIds }: Pair): NetworkShift {
  const moves = { entered: [], left: [], added: [], deleted: [], completed: [] } as Record<
    keyof CriticalMoves,
    number[]
  >
  const changedTasks: number[] = []
  const sums = { compared: 0, rose: 0, fell: 0, changeDays: 0, largestRise: 0, largestFall: 0 }
  for (let i = 0; i < after.columns.taskCount; i++) {
    const j = beforeOf[i]
    const is = after.result.critical[i]
    if (j === NO_MATCH) {
      if (is === 1) moves.added.push(afterIds[i])
      continue
    }
    const was = before.result.critical[j]
    if (is === 1 && was === 0) moves.entered.push(afterIds[i])
    if (is === 0 && was === 1) (after.states.state[i] === COMPLETE ? moves.completed : moves.left).push(afterIds[i])
    const change = after.result.totalFloat[i] - before.result.totalFloat[j]
    if (Number.isNaN(change)) continue
    sums.compared++
    sums.changeDays += change
    if (Math.abs(change) <= EPSILON_DAYS) continue
    changedTasks.push(i)
    if (change > 0) sums.rose++
    else sums.fell++
    sums.largestRise = Math.max(sums.largestRise, change)
    sums.largestFall = Math.max(sums.largestFall, -change)
  }
  for (let j = 0; j < before.columns.taskCount; j++) {
    if (afterOf[j] === NO_MATCH && before.result.critical[j] === 1) moves.deleted.push(beforeIds[j])
  }
  return {
    ...sums,
    critical: Object.fromEntries(
      Object.entries(moves).map(([name, tasks]) => [name, Uint32Array.from(tasks)]),
    ) as unknown as CriticalMoves,
    changedTasks: Uint32Array.from(changedTasks),
  }
}
