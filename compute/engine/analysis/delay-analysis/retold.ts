/**
 * What the later schedule tells otherwise of work that the earlier one had begun or finished. The later report is believed: what it says happened
 * after the earlier data date had not happened by it. So work that is told to begin later has not begun until then and has all of its duration
 * left, and work that is told to end later is not over until then.
 */
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { COMPLETE, NOT_STARTED } from '../../population/progress.ts'
import type { Reports } from './day-status.ts'
import type { Pairing } from './pairing.ts'
import type { Status } from './status.ts'
import { suspensionsOf } from './suspensions.ts'

/** Bits of a task of the earlier schedule. */
const RETOLD = 1
/** Told to begin, or to end, after the earlier data date. */
export const BEGINS_LATER = 2
export const ENDS_LATER = 4

/** Length: tasks of the earlier schedule. 0 = nothing of it is told otherwise. */
function retoldTasks(earlier: Status, later: Status, { toLater }: Pairing): Uint8Array {
  const told = zeros(Uint8Array, toLater.length)
  const bitsOf = retold(earlier, later)
  for (let i = 0; i < told.length; i++) if (toLater[i] !== NO_MATCH) told[i] = bitsOf(i, toLater[i])
  return told
}

/** What is told otherwise of task i, which is j later. */
function retold(earlier: Status, later: Status): (i: number, j: number) => number {
  const isStartOther = isToldOtherwise(earlier.columns, later.columns, 'actualStart')
  const isFinishOther = isToldOtherwise(earlier.columns, later.columns, 'actualFinish')
  const now = later.prepared.input
  const until = earlier.prepared.input.dataDate
  return (i, j) => {
    const isStart = isStartOther(i, j)
    const isFinish = isFinishOther(i, j)
    if (!isStart && !isFinish) return 0
    return (
      RETOLD |
      (isStart && now.state[j] !== NOT_STARTED && now.reportedStart[j] >= until - EPSILON_DAYS ? BEGINS_LATER : 0) |
      (isFinish && now.state[j] === COMPLETE && now.reportedFinish[j] > until + EPSILON_DAYS ? ENDS_LATER : 0)
    )
  }
}

/** Whether task j of the later schedule begins after the data date of the earlier one, in which it had begun as task i. */
export function beginsLater(earlier: Status, later: Status): (i: number, j: number) => boolean {
  const bitsOf = retold(earlier, later)
  return (i, j) => (bitsOf(i, j) & BEGINS_LATER) !== 0
}

/** Whether the later schedule has another date of its task j than the earlier one had of task i. A date without a time of day is any time of its day. */
export function isToldOtherwise(
  earlier: ScheduleColumns,
  later: ScheduleColumns,
  column: 'actualStart' | 'actualFinish',
): (i: number, j: number) => boolean {
  const [dayBefore, dayAfter] = [earlier[column], later[column]]
  const [timeBefore, timeAfter] = [earlier[`${column}Time`], later[`${column}Time`]]
  return (i, j) => {
    if (dayBefore[i] === DAY_ABSENT) return false
    if (dayBefore[i] !== dayAfter[j]) return true
    const [before, after] = [timeBefore[i] ?? 0, timeAfter[j] ?? 0]
    return before > 0 && after > 0 && before !== after
  }
}

/** What a replay from the earlier to the later schedule is told beside the status at its end. */
export const reportsOf = (earlier: Status, later: Status, pairing: Pairing, half: CpmInput): Reports => ({
  told: retoldTasks(earlier, later, pairing),
  durationDays: earlier.prepared.durationDays,
  suspensions: suspensionsOf(half, later, pairing),
})
