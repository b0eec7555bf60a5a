/**
 * What the changes between two statuses did to the finish, the critical set and the floats, and what each edit does alone, and all do together:
 * impact = P - P with that edit reverted on the later network. Single impacts need not add up. Each edit that is tested is propagated as far as it reaches;
 * one that changes the network itself costs a forward pass.
 */

import type { EditObstacle } from '../../../../shared/contract/analysis/change-tracking/words.ts'
import { EPSILON_DAYS, snap } from '../../calendar/snap.ts'
import { canBeTakenBack } from '../../compare/old-setting.ts'
import { earlyDates, finishOf } from '../../cpm/forward.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { Variants } from '../../incremental/variants.ts'
import { COMPLETE } from '../../population/progress.ts'
import { byIds, candidates, type Edit } from './edits.ts'
import type { Pair } from './pair.ts'
import { reverted } from './revert.ts'

/** Edits from which on a network that is held open costs less than their passes. */
const OPENED_FROM = 4

export interface EditImpact {
  readonly edit: Edit
  /** NaN = it could not be reverted alone. */
  readonly days: number
  readonly obstacle: EditObstacle | null
}

export interface EditImpacts {
  /** By size of the impact; of one size by id. */
  readonly tested: readonly EditImpact[]
  /** Edits on or near a longest path, and material ones elsewhere. */
  readonly candidateCount: number
  /** Material edits of all: those that move the finish are. */
  readonly materialCount: number
  /** All edits, and changes of the setting, taken back at once. */
  readonly editCount: number
  readonly together: Pick<EditImpact, 'days' | 'obstacle'>
}

/** The edits most likely to matter, tested one at a time, and all together. */
export function editImpacts(
  pair: Pair,
  edits: readonly Edit[],
  testedCount: number,
  checkpoint: (() => void) | undefined,
): EditImpacts {
  const { before, after } = pair
  const early = earlyDates(before.columns.taskCount + after.columns.taskCount)
  const ranked = candidates(pair, edits)
  const isWorth = Math.min(ranked.length, testedCount) >= OPENED_FROM
  const variants = isWorth ? new Variants(after.prepared.input, after.result.early) : undefined
  const impactOf = (input: CpmInput | EditObstacle): Pick<EditImpact, 'days' | 'obstacle'> => {
    if (typeof input === 'string') return { days: Number.NaN, obstacle: input }
    const finish = variants?.finishOf(input) ?? finishOf(input, early)
    return { days: snap(after.result.projectFinish - finish), obstacle: null }
  }
  const tested = ranked.slice(0, testedCount).map((edit): EditImpact => {
    checkpoint?.()
    return { edit, ...impactOf(reverted(pair, [edit])) }
  })
  const size = ({ days }: EditImpact): number => (Number.isNaN(days) ? -1 : Math.abs(days))
  const { changes } = pair.setting.difference
  const back = changes.filter(canBeTakenBack)
  return {
    tested: tested.toSorted((a, b) => size(b) - size(a) || byIds(pair, a.edit, b.edit)),
    candidateCount: ranked.length,
    materialCount: edits.filter(({ isMaterial }) => isMaterial).length + tested.filter(isPromoted).length,
    editCount: edits.length + back.length,
    together: edits.length + back.length === 0 ? { days: 0, obstacle: null } : impactOf(reverted(pair, edits, back)),
  }
}

const isPromoted = ({ edit, days }: EditImpact): boolean => !edit.isMaterial && Math.abs(days) > EPSILON_DAYS

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
