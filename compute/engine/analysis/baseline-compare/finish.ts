/** How late the project is against its baseline, by the finishes of both schedules, and the gates that follow from it. */

import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { beyondDatesGate, type ReportedFinish } from '../../check/beyond-dates.ts'
import { NO_HITS } from '../../check/findings.ts'
import { GATE_ROWS } from '../../check/gate-rows.ts'
import { type Gate, gateOf } from '../../check/gates.ts'
import { type Ending, type LastTask, lastTaskOf, lastTaskText, type MovedDays } from '../../compare/last-task.ts'
import { noPairsText } from '../../compare/no-pairs.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { dayBasis, type FinishMovement, finishMovement, laterOrEarlier, movementText } from '../../wording/days.ts'
import { taskText } from '../../wording/tasks.ts'
import type { Comparison } from './context.ts'
import { finishDayOf, type ProjectFinish, projectFinishOf, type ToldStatus, toldOrEarlyStart } from './statuses.ts'

/** Which finish is compared: of the whole schedules, or of the task that is followed where another ends last (last-task.ts). */
export interface FinishCompared {
  readonly planned: ProjectFinish
  readonly now: ProjectFinish
  readonly endings: readonly [Ending, Ending]
  readonly last: LastTask
  /** What is said before all else; empty = the same task ends last. */
  readonly text: string
  /** Days of the finishes that are not followed: of the whole schedules, and of the other choice. */
  readonly movedDays: MovedDays
}

export function finishCompared({ baseline, current, choice, match }: FinishInput): FinishCompared {
  const ending = (place: string, status: ToldStatus, partners: Int32Array | undefined): Ending => ({
    place,
    columns: status.columns,
    finishOf: i => {
      const day = finishDayOf(status, i)
      return day === DAY_ABSENT ? Number.NaN : day
    },
    partners,
  })
  const endings: readonly [Ending, Ending] = [
    ending('baseline_schedule', baseline, undefined),
    ending('current_schedule', current, match.baselineOf),
  ]
  const last = lastTaskOf(endings)
  const whole = { planned: projectFinishOf(baseline), now: projectFinishOf(current) }
  const [j, i] = last.rows
  const followed =
    i === NO_MATCH
      ? whole
      : {
          planned: { ...whole.planned, day: finishDayOf(baseline, j) },
          now: { ...whole.now, day: finishDayOf(current, i) },
        }
  const daysOf = (from: number, to: number): number =>
    from === DAY_ABSENT || to === DAY_ABSENT
      ? Number.NaN
      : finishMovement(choice.calendar, dayBasis(choice.mode), from, to).days
  const { otherRows } = last
  const movedDays = {
    followed: daysOf(followed.planned.day, followed.now.day),
    whole: daysOf(whole.planned.day, whole.now.day),
    other:
      otherRows === undefined
        ? Number.NaN
        : daysOf(finishDayOf(baseline, otherRows[0]), finishDayOf(current, otherRows[1])),
  }
  const moved = (days: number): string => (Number.isNaN(days) ? '' : laterOrEarlier(days, dayBasis(choice.mode)))
  // without a common task the gate says that nothing is compared
  const text = match.pairCount === 0 ? '' : lastTaskText(last, endings, moved(movedDays.whole), moved(movedDays.other))
  return { ...followed, endings, last, text, movedDays }
}

/** How far the same finish moved by the dates of the tasks alone, where that is not what the networks say; undefined = it is, or is not known. */
export function movedByDates({ baseline, current, choice, dates, finishes }: Comparison): FinishMovement | undefined {
  const { planned, now, last } = finishes
  if (planned.source !== 'network' || now.source !== 'network') return undefined
  const [j, i] = last.rows
  const latest = ({ network }: ToldStatus, dayOf: (task: number) => number): number =>
    network.order.reduce((day, task) => Math.max(day, dayOf(task)), DAY_ABSENT)
  const finishNow = (task: number): number => current.told.finish[task]
  const from = j === NO_MATCH ? latest(baseline, task => dates.finish[task]) : dates.finish[j]
  const to = i === NO_MATCH ? latest(current, finishNow) : finishNow(i)
  if (from === DAY_ABSENT || to === DAY_ABSENT || planned.day === DAY_ABSENT || now.day === DAY_ABSENT) return undefined
  if (to - from === now.day - planned.day) return undefined
  return finishMovement(choice.calendar, dayBasis(choice.mode), from, to)
}

type FinishInput = Pick<Comparison, 'baseline' | 'current' | 'choice' | 'match'>

/** undefined = one of the two has no finish, or they have no task in common. */
export function finishAgainstBaseline({
  baseline,
  current,
  choice,
  match,
  finishes,
}: Comparison): ReportedFinish | undefined {
  if (match.pairCount === 0) return undefined
  const { planned, now, last } = finishes
  if (planned.day === DAY_ABSENT || now.day === DAY_ABSENT) return undefined
  const { network, columns } = baseline
  let firstDay = planned.day
  for (let j = 0; j < columns.taskCount; j++) {
    const start = network.takesPart[j] === 1 ? toldOrEarlyStart(baseline, j) : DAY_ABSENT
    if (start !== DAY_ABSENT && start < firstDay) firstDay = start
  }
  const lastTask =
    last.rows[1] === NO_MATCH
      ? lastOpenTask(
          current,
          [...current.columns.taskType.keys()].filter(i => finishDayOf(current, i) === now.day),
        )
      : last.rows[1]
  if (lastTask < 0) return undefined
  const movement = finishMovement(choice.calendar, dayBasis(choice.mode), planned.day, now.day)
  const startDay = current.columns.taskType.reduce((first, _, i) => {
    const start = current.network.takesPart[i] === 1 ? toldOrEarlyStart(current, i) : DAY_ABSENT
    return start === DAY_ABSENT || (first !== DAY_ABSENT && first <= start) ? first : start
  }, DAY_ABSENT)
  const lengthDays = Math.max(1, choice.calendar.daysBetween(firstDay, planned.day))
  return { ...movement, lastTask, lengthDays, baselineStartDay: firstDay, startDay }
}

/** The last of the tasks that end with the project: open work before finished one, then by id; -1 = none does. */
function lastOpenTask({ columns, result }: Comparison['current'], ends: readonly number[]): number {
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
          { called: 'the baseline schedule', taskCount: baseline.columns.taskCount },
          { called: 'the current schedule', taskCount },
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
export function finishSentence({ current, finishes }: Comparison, finish: ReportedFinish | undefined): string {
  if (finish === undefined) return ''
  const { source } = projectFinishOf(current)
  const how = `Against its baseline, by ${source === 'network' ? 'the critical-path method' : 'its dates'},`
  const task = taskText(current.columns, finish.lastTask)
  return finishes.last.rows[1] === NO_MATCH
    ? `${how} the project finishes ${movementText(finish, true)}, last ${task}.`
    : `${how} ${task} finishes ${movementText(finish, true)}.`
}
