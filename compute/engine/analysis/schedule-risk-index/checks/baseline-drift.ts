/** baseline_drift: how many tasks finish after their baseline, and by how much. */

import { DAY_ABSENT, type ScheduleColumns } from '../../../../../shared/contract/schedule/columns.ts'
import { bestFinish } from '../../../calendar/best-dates.ts'
import type { Need } from '../../../check/check.ts'
import { computeDates } from '../../../cpm/dates.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import { performanceTasks, tasksAndMilestones } from '../../../population/populations.ts'
import { isComplete } from '../../../population/task-states.ts'
import { dateText, inDays } from '../../../wording/days.ts'
import { roundRatio, roundScore } from '../../../wording/numbers.ts'
import { someOf } from '../../../wording/shares.ts'
import { RISK_MAX, type RiskContext, riskRow } from './context.ts'

const SHARE_WEIGHT = 0.5
const MEAN_WEIGHT = 0.5
/** A mean slip of this share of the baseline project length counts in full, yet never less than so many days. */
const FULL_SHARE = 0.1
const FULL_DAYS_MIN = 10

const needsBaseline: Need<RiskContext> = {
  message: 'requires baseline_finish',
  isMet: ({ columns: { baselineFinish } }) => baselineFinish.some(day => day !== DAY_ABSENT),
}

export const baselineDrift = riskRow({
  code: 'RI03',
  component: 'baseline_drift',
  title: 'Baseline drift',
  population:
    'Tasks with a duration above 0 and a baseline finish, complete ones included: no milestones, summaries, level of effort, margin or visibility tasks.',
  formula: `100 * (${SHARE_WEIGHT} * share of tasks that finish after their baseline + ${MEAN_WEIGHT} * min(1, mean slip / max(${FULL_DAYS_MIN}, ${FULL_SHARE} * baseline project length))), slips in calendar days; unfinished work past its baseline finish slips at least to the status date.`,
  weight: 0.2,
  needs: [needsBaseline],
  remedy: 'Recover the slips, or agree a new baseline',
  causes: {
    finished: {
      found: ['finished after its baseline', 'finished after their baseline'],
      action: 'write down the cause of the delay, and check what it pushed out',
    },
    overdue: {
      found: ['is unfinished and past its baseline finish', 'are unfinished and past their baseline finish'],
      action: 'forecast a finish that can be kept, and shorten or overlap what is left',
    },
    forecast: {
      found: ['is forecast to finish after its baseline', 'are forecast to finish after their baseline'],
      action: 'gain the days on the work before, or have the later date approved as a change',
    },
  },
  measure: context => {
    const { columns, tasks, durations, statusDay } = context
    const { taskCount, baselineFinish } = columns
    const population = performanceTasks(tasks)
    const fallback = fallbackFinish(context)
    const slips = zeros(Float64Array, taskCount)
    let count = 0
    let slipped = 0
    let sum = 0
    let largest = 0
    let unknown = 0
    let overdue = 0
    for (let i = 0; i < taskCount; i++) {
      if (population.marks[i] === 0 || !(durations.days[i] > 0) || baselineFinish[i] === DAY_ABSENT) continue
      let finish = bestFinish(columns, i)
      if (finish === DAY_ABSENT) finish = fallback(i)
      // statusDay is DAY_ABSENT, before every day, when there is none
      if (!isComplete(tasks, i) && baselineFinish[i] < statusDay) {
        overdue++
        finish = Math.max(finish, statusDay)
      }
      if (finish === DAY_ABSENT) {
        unknown++
        continue
      }
      count++
      const slip = Math.max(0, finish - baselineFinish[i])
      slips[i] = slip
      if (slip > 0) slipped++
      sum += slip
      largest = Math.max(largest, slip)
    }
    const length = baselineLength(columns, tasksAndMilestones(tasks).marks)
    const full = Math.max(FULL_DAYS_MIN, FULL_SHARE * length)
    const mean = count === 0 ? 0 : sum / count
    const share = count === 0 ? 0 : SHARE_WEIGHT * (slipped / count)
    const depth = MEAN_WEIGHT * Math.min(1, mean / full)
    const faults = slips.map(slip => (slip > 0 ? share / slipped + (depth * slip) / sum : 0))
    return {
      risk: count === 0 ? null : RISK_MAX * (share + depth),
      faults,
      reasonsOf: i => [
        `finishes ${inDays(slips[i], 'calendar')} after its baseline finish ${dateText(baselineFinish[i])}`,
      ],
      causeOf: i => {
        if (isComplete(tasks, i)) return 'finished'
        return baselineFinish[i] < statusDay ? 'overdue' : 'forecast'
      },
      numerator: slipped,
      denominator: count,
      message:
        count === 0
          ? 'No task with a duration and a baseline finish.'
          : `${someOf(slipped, count, 'task', ['finishes', 'finish'])} after the baseline; mean slip ${inDays(mean, 'calendar')}.`,
      ...(statusDay === DAY_ABSENT ? { degraded: 'without status_date overdue work is not moved to it' } : {}),
      details: {
        slipped_tasks: slipped,
        tasks: count,
        mean_slip_days: roundScore(mean),
        largest_slip_days: largest,
        baseline_length_days: length,
        full_slip_days: roundScore(full),
        share_term: roundRatio(share),
        mean_term: roundRatio(depth),
        overdue_tasks: overdue,
        unknown_finish: unknown,
        excluded_by_type: population.excludedByType,
      },
    }
  },
})

/** finish* of a task without a date of its own: its CPM early finish; DAY_ABSENT without CPM or without an anchor. */
function fallbackFinish({ columns, network: { cpm } }: RiskContext): (task: number) => number {
  if (cpm === undefined) return () => DAY_ABSENT
  let days: Int32Array | undefined
  return i => {
    days ??= computeDates(columns, cpm.prepared, cpm.result).earlyFinish
    return days[i]
  }
}

/** Calendar days from the first baseline date to the last; 0 without any. */
function baselineLength({ baselineStart, baselineFinish }: ScheduleColumns, members: Uint8Array): number {
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  for (let i = 0; i < members.length; i++) {
    if (members[i] === 0) continue
    for (const day of [baselineStart[i], baselineFinish[i]]) {
      if (day === DAY_ABSENT) continue
      if (day < first) first = day
      if (day > last) last = day
    }
  }
  return last < first ? 0 : last - first + 1
}
