/**
 * The legitimate ends of a project (/docs/methods#project-ends): one open start and one open finish that no logic check may report, and the
 * terminal task, where the incomplete work ends. All tasks except summaries and level of effort count; options.exclude_task_types has no
 * effect here.
 */
import { DAY_ABSENT } from '../../../shared/contract/schedule/columns.ts'
import { bestFinish, bestStart } from '../calendar/best-dates.ts'
import { EPSILON_DAYS } from '../calendar/snap.ts'
import { isInPasses } from '../kind/participation.ts'
import type { LiveLinks } from './live-links.ts'
import { isComplete, isMilestoneTask, type TaskStates } from './task-states.ts'

/** Task index, or NO_TASK. */
export interface Terminals {
  /** The open start with the smallest early start; ties: milestone first, then first in input. */
  readonly exemptStart: number
  /** The open finish with the largest early finish; ties: milestone first, then last in input. */
  readonly exemptFinish: number
  /** The incomplete task that ends the project; where none of them is open, the one with the largest early finish. */
  readonly terminal: number
}

export const NO_TASK = -1

/** Offsets of CPM (CpmResult has both), NaN where there is none. */
interface EarlyOffsets {
  readonly earlyStart: Float64Array
  readonly earlyFinish: Float64Array
}

/** Without `early` (no CPM, or a cycle) start* and finish* take its place; a task without either comes last. */
export function terminalsOf(states: TaskStates, live: LiveLinks, early?: EarlyOffsets): Terminals {
  const { columns, kind } = states
  const dated = (day: number): number => (day === DAY_ABSENT ? Number.NaN : day)
  const startOf = (i: number): number => early?.earlyStart[i] ?? dated(bestStart(columns, i))
  const finishOf = (i: number): number => early?.earlyFinish[i] ?? dated(bestFinish(columns, i))
  let exemptStart = NO_TASK
  let exemptFinish = NO_TASK
  let terminal = NO_TASK
  let lastIncomplete = NO_TASK
  const isEarlier = (i: number, best: number): boolean => comesBefore(states, i, best, startOf(i), startOf(best), false)
  const isLater = (i: number, best: number): boolean =>
    comesBefore(states, i, best, -finishOf(i), -finishOf(best), true)
  for (let i = 0; i < columns.taskCount; i++) {
    if (!isInPasses(kind[i])) continue
    if (live.hasPredecessor[i] === 0 && isEarlier(i, exemptStart)) exemptStart = i
    if (live.hasSuccessor[i] === 0 && isLater(i, exemptFinish)) exemptFinish = i
    if (isComplete(states, i)) continue
    if (live.hasSuccessor[i] === 0 && isLater(i, terminal)) terminal = i
    if (isLater(i, lastIncomplete)) lastIncomplete = i
  }
  return { exemptStart, exemptFinish, terminal: terminal === NO_TASK ? lastIncomplete : terminal }
}

/** Whether task i, met later in the input, takes the place of `best`: smaller figure, milestone, then input. */
function comesBefore(states: TaskStates, i: number, best: number, own: number, other: number, lastWins: boolean) {
  if (best === NO_TASK) return true
  if (Number.isNaN(own) !== Number.isNaN(other)) return Number.isNaN(other)
  if (Math.abs(own - other) > EPSILON_DAYS) return own < other
  const isPoint = isMilestoneTask(states, i)
  if (isPoint !== isMilestoneTask(states, best)) return isPoint
  return lastWins
}
