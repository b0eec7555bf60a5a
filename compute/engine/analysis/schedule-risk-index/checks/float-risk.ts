/** float_risk: how much of the work to come has no float, too little, or so much that logic must be missing. */

import { EPSILON_DAYS, OFFSET_DECIMALS } from '../../../calendar/snap.ts'
import { needsCpm } from '../../../check/needs.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import { HIGH_FLOAT_DAYS } from '../../../metrics/floats.ts'
import { totalFloats } from '../../../population/total-floats.ts'
import { dayBasis, inDays } from '../../../wording/days.ts'
import { roundHalfAway } from '../../../wording/numbers.ts'
import { someOf } from '../../../wording/shares.ts'
import { RISK_MAX, riskRow } from './context.ts'

/** Fault of a task by its total float, the first that holds. */
const FLOAT_FAULTS = { negative: 1, zero: 0.5, high: 0.25, near_critical: 0.25 } as const
type FloatFault = keyof typeof FLOAT_FAULTS

function floatFaultOf(days: number, nearCriticalDays: number): FloatFault | undefined {
  if (days < -EPSILON_DAYS) return 'negative'
  if (days <= EPSILON_DAYS) return 'zero'
  if (days > HIGH_FLOAT_DAYS + EPSILON_DAYS) return 'high'
  return days <= nearCriticalDays + EPSILON_DAYS ? 'near_critical' : undefined
}

/** Floats this far apart rank clearly apart. */
const FLOAT_RANK_DAYS = 100

/** ": 2 negative, 36 high", those that are there. */
function faultsText({ negative, zero, near_critical, high }: Readonly<Record<FloatFault, number>>): string {
  const counts = [
    [negative, 'negative'],
    [zero, 'zero'],
    [near_critical, 'near-critical'],
    [high, 'high'],
  ].flatMap(([count, name]) => (count === 0 ? [] : [`${count} ${name}`]))
  return counts.length === 0 ? '' : `: ${counts.join(', ')}`
}

export const floatRisk = riskRow({
  code: 'RI02',
  component: 'float_risk',
  title: 'Float risk',
  population:
    'Incomplete tasks without milestones, level of effort and summaries; total float as supplied, else computed.',
  formula: `100 * sum of faults / tasks: float below 0: ${FLOAT_FAULTS.negative}; 0: ${FLOAT_FAULTS.zero}; above ${HIGH_FLOAT_DAYS} days: ${FLOAT_FAULTS.high}; at most options.near_critical_float_threshold: ${FLOAT_FAULTS.near_critical}.`,
  weight: 0.25,
  needs: [needsCpm],
  remedy: 'Bring the float back to what the work needs',
  causes: {
    negative: {
      found: ['has negative total float', 'have negative total float'],
      action: 'shorten or overlap the driving work, or agree a later date for the constraint that is missed',
    },
    zero: {
      found: ['has no float', 'have no float'],
      action: 'watch the progress every week, and have a plan ready that wins a day back',
    },
    high: {
      found: ['has more float than any plan needs', 'have more float than any plan needs'],
      action: 'add the link to the work that needs the result',
    },
    near_critical: {
      found: ['is near-critical', 'are near-critical'],
      action: 'settle approvals and supplies early, and start as soon as the predecessors allow',
    },
  },
  measure: ({ columns, t14, network, nearCriticalDays, choice }) => {
    const { taskCount, totalFloatDays } = columns
    const floats = totalFloats(columns, network.cpm!.result.totalFloat, t14.marks)
    const faults = zeros(Float64Array, taskCount)
    const counts: Record<FloatFault, number> = { negative: 0, zero: 0, high: 0, near_critical: 0 }
    let known = 0
    let sum = 0
    let faulty = 0
    for (let i = 0; i < taskCount; i++) {
      if (t14.marks[i] === 0 || Number.isNaN(floats.days[i])) continue
      known++
      const fault = floatFaultOf(floats.days[i], nearCriticalDays)
      if (fault === undefined) continue
      counts[fault]++
      faulty++
      faults[i] = FLOAT_FAULTS[fault]
      sum += faults[i]
    }
    const shown = (i: number): number => roundHalfAway(floats.days[i], OFFSET_DECIMALS)
    return {
      risk: known === 0 ? null : (RISK_MAX * sum) / known,
      faults,
      reasonsOf: i => [
        `total float ${inDays(shown(i), dayBasis(choice.mode))} (${Number.isNaN(totalFloatDays[i]) ? 'computed' : 'supplied'})`,
      ],
      // the less the worse, but of high float the more
      rankOf: i => 1 / (1 + Math.exp((floats.days[i] > HIGH_FLOAT_DAYS ? -1 : 1) * (floats.days[i] / FLOAT_RANK_DAYS))),
      causeOf: i => floatFaultOf(floats.days[i], nearCriticalDays)!,
      numerator: faulty,
      denominator: known,
      message:
        known === 0
          ? 'No incomplete task with a float.'
          : `${someOf(faulty, known, 'incomplete task', ['has', 'have'])} risky float${faultsText(counts)}.`,
      details: {
        counts,
        fault_weights: { ...FLOAT_FAULTS },
        sum_of_faults: sum,
        near_critical_float_threshold: nearCriticalDays,
        high_float_days: HIGH_FLOAT_DAYS,
        float_source: floats.source,
        unknown_float: t14.count - known,
        excluded_by_type: t14.excludedByType,
      },
    }
  },
})
