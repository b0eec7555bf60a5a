/** How late the project is against its baseline, by the finishes of both schedules, and the gates that follow from it. */

import { DAY_ABSENT } from '../../../../shared/schedule/columns.ts'
import { textAt } from '../../../../shared/schedule/text.ts'
import { beyondDatesGate, type ReportedFinish } from '../../check/beyond-dates.ts'
import { NO_HITS } from '../../check/findings.ts'
import { GATE_ROWS } from '../../check/gate-rows.ts'
import { type Gate, gateOf } from '../../check/gates.ts'
import { noPairsText } from '../../compare/no-pairs.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { dayBasis } from '../../wording/days.ts'
import { finishMovement, movementText } from '../../wording/finish-movement.ts'
import { taskText } from '../../wording/tasks.ts'
import type { Comparison } from './context.ts'
import { bestOrEarlyStart, finishDayOf, projectFinishOf } from './statuses.ts'
import { WORDS } from './words.ts'

/** undefined = one of the two has no finish, or they have no task in common. */
export function finishAgainstBaseline({ baseline, current, choice, match }: Comparison): ReportedFinish | undefined {
  if (match.pairCount === 0) return undefined
  const then = projectFinishOf(baseline)
  const now = projectFinishOf(current)
  if (then.day === DAY_ABSENT || now.day === DAY_ABSENT) return undefined
  const { network, columns } = baseline
  let firstDay = then.day
  for (let j = 0; j < columns.taskCount; j++) {
    const start = network.takesPart[j] === 1 ? bestOrEarlyStart(baseline, j) : DAY_ABSENT
    if (start !== DAY_ABSENT && start < firstDay) firstDay = start
  }
  const lastTask = lastTaskOf(
    current,
    [...current.columns.taskType.keys()].filter(i => finishDayOf(current, i) === now.day),
  )
  if (lastTask < 0) return undefined
  const movement = finishMovement(choice.calendar, dayBasis(choice.mode), then.day, now.day)
  return { ...movement, lastTask, lengthDays: Math.max(1, choice.calendar.daysBetween(firstDay, then.day)) }
}

/** Of the tasks that end with the project, open work before finished one, then by id; -1 = none does. */
function lastTaskOf({ columns, result }: Comparison['current'], ends: readonly number[]): number {
  const open = ends.filter(i => !Number.isNaN(result.totalFloat[i]))
  const ids = (open.length > 0 ? open : ends).map(i => [textAt(columns.id, i), i] as const)
  return ids.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))[0]?.[1] ?? -1
}

export function comparisonGates(comparison: Comparison, finish: ReportedFinish | undefined): Gate[] {
  const { current, baseline, match, choice } = comparison
  if (match.pairCount === 0) {
    const { taskCount } = current.columns
    return [
      gateOf(GATE_ROWS.noPairs, {
        description: noPairsText(
          { called: WORDS.schedules.baseline, taskCount: baseline.columns.taskCount },
          { called: WORDS.schedules.current, taskCount },
        ),
        hits: { ...NO_HITS, count: taskCount },
      }),
    ]
  }
  // floats of the network depend on the finish that has moved, so they add nothing
  const noFloats = zeros(Float64Array, current.columns.taskCount).fill(Number.NaN)
  return beyondDatesGate(current.states, choice, current.day, noFloats, finish)
}

/** Other analyses state the finish that the dates of the schedule report; this one computes it where links join the tasks. */
export function finishSentence({ current }: Comparison, finish: ReportedFinish | undefined): string {
  if (finish === undefined) return ''
  const { source } = projectFinishOf(current)
  const how = source === 'network' ? WORDS.finishSentence.byNetwork : WORDS.finishSentence.byDates
  return WORDS.finishSentence.message(how, movementText(finish), taskText(current.columns, finish.lastTask))
}
