/**
 * Work done before its predecessors (PA17, PA18), read off dates, states and links: where both ends have the actual date, the dates decide, and
 * only where the predecessor has none does its state. Predecessors that are summaries or level of effort, unknown ids and the task itself do not
 * count. O(links).
 */
import { DAY_ABSENT, type ScheduleColumns } from '../../../../../shared/contract/schedule/columns.ts'
import type { DayColumn } from '../../../../../shared/contract/schedule/fields.ts'
import { MINUTES_PER_DAY } from '../../../../../shared/contract/schedule/time-of-day.ts'
import { momentIn } from '../../../clock/calendars.ts'
import { compareIds } from '../../../ids/id-order.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import { isInPasses } from '../../../kind/participation.ts'
import { FS } from '../../../passes/relation.ts'
import { COMPLETE, NOT_STARTED } from '../../../population/progress.ts'
import type { TaskStates } from '../../../population/task-states.ts'

export interface SequenceBreaks {
  /** Links between tasks of which neither is a summary or level of effort. */
  readonly linkCount: number
  /** 1 = task i has such a predecessor, and one over FS without a lead. Length taskCount, like the next ones. */
  readonly hasPredecessor: Uint8Array
  readonly hasFinishPredecessor: Uint8Array
  /** Predecessor over FS without a lead that was not finished when task i started, the one that ended last; NO_BREAK when there is none. */
  readonly startedBefore: Int32Array
  /** Predecessor over FS without a lead that is not finished, of a task that has not started. */
  readonly waitsFor: Int32Array
  /** Predecessor that had not started when task i was finished, the one that began last. */
  readonly finishedBefore: Int32Array
  /** Days by which that predecessor came too late, by the actual dates; infinite where it has still not come. */
  readonly startedBeforeDays: Float64Array
  readonly finishedBeforeDays: Float64Array
}

export const NO_BREAK = -1

/** Whether the predecessor has still not come to what the task was to wait for. */
export const isStillOpen = (days: number): boolean => days === Number.POSITIVE_INFINITY

export function sequenceBreaks({ columns, kind, state }: TaskStates): SequenceBreaks {
  const { taskCount, links } = columns
  const hasPredecessor = zeros(Uint8Array, taskCount)
  const hasFinishPredecessor = zeros(Uint8Array, taskCount)
  const startedBefore = new LatestOf(columns)
  const waitsFor = new LatestOf(columns)
  const finishedBefore = new LatestOf(columns)
  let linkCount = 0
  for (let s = 0; s < taskCount; s++) {
    if (!isInPasses(kind[s])) continue
    for (let k = links.start[s]; k < links.start[s + 1]; k++) {
      const p = links.task[k]
      if (p < 0 || p === s || !isInPasses(kind[p])) continue
      linkCount++
      hasPredecessor[s] = 1
      const isLead = links.lagDays[k] < 0
      if (state[s] === COMPLETE) {
        if (state[p] === NOT_STARTED) finishedBefore.add(s, p, Number.POSITIVE_INFINITY)
        // a lead plans the work to come first
        else if (!isLead) finishedBefore.add(s, p, daysAfter(columns, 'actualStart', p, 'actualFinish', s))
      }
      if (links.type[k] !== FS || isLead) continue
      hasFinishPredecessor[s] = 1
      const isOpen = state[p] !== COMPLETE
      if (state[s] === NOT_STARTED) waitsFor.add(s, p, isOpen ? Number.POSITIVE_INFINITY : 0)
      else {
        const days = isOpen ? Number.POSITIVE_INFINITY : daysAfter(columns, 'actualFinish', p, 'actualStart', s)
        startedBefore.add(s, p, days)
      }
    }
  }
  return {
    linkCount,
    hasPredecessor,
    hasFinishPredecessor,
    startedBefore: startedBefore.task,
    waitsFor: waitsFor.task,
    finishedBefore: finishedBefore.task,
    startedBeforeDays: startedBefore.days,
    finishedBeforeDays: finishedBefore.days,
  }
}

/**
 * Calendar days by which an actual date of the predecessor lies after one of the task; 0 where either is not given. To the minute where both
 * have a time of day; else one that lies on the same day is in order, as nothing tells which came first.
 */
function daysAfter(columns: ScheduleColumns, of: DayColumn, p: number, than: DayColumn, s: number): number {
  const [late, early] = [columns[of][p], columns[than][s]]
  if (late === DAY_ABSENT || early === DAY_ABSENT || late < early) return 0
  if (late > early) return late - early
  const minutes = momentIn(columns, of, p, 'start') - momentIn(columns, than, s, 'finish')
  return Math.max(0, minutes / MINUTES_PER_DAY)
}

/** The predecessor of each task that came too late by the most days; among equal ones the first by id. */
class LatestOf {
  readonly task: Int32Array
  readonly days: Float64Array
  readonly #id: ScheduleColumns['id']

  constructor({ taskCount, id }: ScheduleColumns) {
    this.task = zeros(Int32Array, taskCount).fill(NO_BREAK)
    this.days = zeros(Float64Array, taskCount)
    this.#id = id
  }

  add(s: number, p: number, days: number): void {
    const best = this.task[s]
    if (!(days > 0) || days < this.days[s]) return
    if (best !== NO_BREAK && days === this.days[s] && compareIds(this.#id, p, best) >= 0) return
    this.task[s] = p
    this.days[s] = days
  }
}
