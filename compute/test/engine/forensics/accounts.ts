/** The account of a series of updates, for laws that compare two tellings of the same facts. */
import type { Test } from 'tap'
import { DelayAnalysisData } from '../../../../shared/contract/analysis/delay-analysis/data.ts'
import { delayAnalyser } from '../../../engine/analysis/delay-analysis/analyser.ts'
import { analyse, type Plain } from '../../helpers/analyse.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import { date } from './delay-dates.ts'

/** The plan of day 0 and the updates after it, by the offsets of their data dates. */
export function accountOfUpdates(
  test: Test,
  plan: readonly TaskObject[],
  updates: readonly { readonly day: number; readonly tasks: readonly TaskObject[] }[],
  options: object,
): Plain {
  const { day, tasks } = updates.at(-1)!
  return analyse(test, delayAnalyser, DelayAnalysisData, {
    calendar: 'calendar_days',
    baseline_schedule: { baseline_date: date(0), tasks: plan },
    schedule_history: updates.slice(0, -1).map(each => ({ snapshot_date: date(each.day), tasks: each.tasks })),
    current_schedule: { status_date: date(day), tasks },
    options,
  })
}

/** Compensable, excusable only, not excusable, concurrent, unattributed and all days. */
export const earned = ({ data: { entitlement, total_delay_days } }: Plain): number[] =>
  [
    entitlement.excusable_compensable_days,
    entitlement.excusable_non_compensable_days,
    entitlement.non_excusable_days,
    entitlement.concurrent_days,
    entitlement.unattributed_days,
    total_delay_days,
  ].map(days => Math.round(days * 1e4) / 1e4)
