/**
 * The four components of the baseline comparison: BEI, critical BEI, SPI(t) and the share of
 * tasks on track. Each scores its own figure, up to 1; the thresholds that make a finding are those of DCMA points 11
 * and 14.
 */

import type { Need } from '../../../check/check.ts'
import { bySize } from '../../../check/check.ts'
import type { ComponentRow } from '../../../check/components.ts'
import { type Hits, hitsOf, NO_HITS, ratioOf } from '../../../check/findings.ts'
import { cite, ofThisService } from '../../../check/source.ts'
import { SCORE_MAX } from '../../../check/verdict.ts'
import { type Execution, executionOutcome } from '../../../metrics/execution.ts'
import { type DayBasis, inDays } from '../../../wording/days.ts'
import { plural, roundRatio, roundScore } from '../../../wording/numbers.ts'
import type { EarnedSchedule } from '../earned-schedule.ts'
import type { Executions } from '../execution.ts'
import type { PlannedValue } from '../planned-value.ts'

export interface BaselineCompareContext {
  readonly executions: Executions
  /** Pairs of tasks of both schedules, of all kinds. */
  readonly pairCount: number
  /** The baseline has live links, or one task. */
  readonly hasBaselineLogic: boolean
  readonly planned: PlannedValue
  /** undefined where SPI(t) has no value. */
  readonly earnedSchedule: EarnedSchedule | undefined
  /** Pairs with a finish variance, those within the threshold, and those beyond it. */
  readonly variedPairs: number
  readonly onTrack: number
  readonly late: Hits
  readonly thresholdDays: number
  readonly basis: DayBasis
}

export type BaselineCompareRow = ComponentRow<BaselineCompareContext>

const POPULATION =
  'Tasks and planning packages: no milestones, summaries, level of effort, margin or visibility tasks; complete ones included'
const REASON = 'The indices are public; no document turns them into one score, so targets, zeros and weights are ours.'
const SOURCE = ofThisService(REASON, cite('paseg'), cite('lipke'))

const needsBaselineFinish: Need<BaselineCompareContext> = {
  message: 'requires a pair of tasks with a finish in the baseline schedule',
  isMet: ({ executions }) => executions.all.baselined > 0,
}

const needsPairs: Need<BaselineCompareContext> = {
  message: 'requires a task that both schedules have',
  isMet: ({ pairCount }) => pairCount > 0,
}

const needsBaselineLogic: Need<BaselineCompareContext> = {
  message: 'requires logic in the baseline schedule: no link joins its tasks',
  isMet: ({ hasBaselineLogic }) => hasBaselineLogic,
}

const needsPlannedValue: Need<BaselineCompareContext> = {
  message: 'requires tasks of the baseline schedule with a start, a finish and a weight',
  isMet: ({ planned }) => planned.budget > 0,
}

const needsVariance: Need<BaselineCompareContext> = {
  message: 'requires a pair of tasks with a finish on both sides',
  isMet: ({ variedPairs }) => variedPairs > 0,
}

const upToOne = (value: number): number => SCORE_MAX * Math.min(1, Math.max(0, value))

/** Names the due tasks that are not done. */
const executed = (execution: Execution) => {
  const { unfinishedDue, deleted } = execution
  return executionOutcome(
    execution,
    hitsOf(unfinishedDue, unfinishedDue.length + deleted.ids.length - deleted.complete),
  )
}

export const BASELINE_COMPARE_COMPONENTS = [
  {
    code: 'BC-01',
    component: 'bei',
    title: 'Baseline execution index',
    weight: 0.35,
    severity: bySize,
    population: `${POPULATION}.`,
    formula:
      'Complete tasks / (baseline tasks due by the status date, deleted ones included + tasks without a baseline finish).',
    unit: 'ratio',
    threshold: 0.95,
    zero: 0,
    curve: upToOne,
    operator: '>=',
    source: ofThisService(REASON, cite('paseg'), cite('pam', 'section 4')),
    needs: [needsBaselineFinish],
    advice: {
      title: 'Catch up with the baseline',
      description: 'Finish the tasks that were due, and baseline those that were added.',
    },
    run: ({ executions }) => executed(executions.all),
  },
  {
    code: 'BC-02',
    component: 'critical_bei',
    title: 'Critical baseline execution index',
    weight: 0.25,
    severity: bySize,
    population: `${POPULATION}; pairs that are critical in the CPM of the baseline schedule.`,
    formula:
      'Complete tasks / (those due by the status date, deleted ones included + those without a baseline finish).',
    unit: 'ratio',
    threshold: 0.95,
    zero: 0,
    curve: upToOne,
    operator: '>=',
    source: SOURCE,
    needs: [needsBaselineFinish, needsBaselineLogic],
    advice: {
      title: 'Recover the baseline critical path',
      description: 'Put work into the tasks that were to drive the finish and are not done.',
    },
    run: ({ executions }) => executed(executions.critical),
  },
  {
    code: 'BC-03',
    component: 'spi_t',
    title: 'Schedule performance index by time, SPI(t)',
    weight: 0.2,
    severity: bySize,
    population: 'Baseline tasks of the same kinds and milestones, by their budgeted cost or their duration.',
    formula: 'ES / AT: the time at which what is earned was to be earned / the time since the baseline start.',
    unit: 'ratio',
    threshold: 0.95,
    zero: 0,
    curve: upToOne,
    operator: '>=',
    source: SOURCE,
    needs: [needsPairs, needsPlannedValue],
    advice: {
      title: 'Earn at the planned pace',
      description: 'At this pace the project ends at IEAC(t); look at the work that was planned first.',
    },
    run: ({ earnedSchedule, basis }) => {
      if (earnedSchedule === undefined) return ratioOf(NO_HITS, 0, 0, 'No time has passed since the baseline start.')
      const { earned, actual, index } = earnedSchedule
      const message = `What is earned was to be earned in ${inDays(earned, basis)}; ${inDays(actual, basis)} ${actual === 1 ? 'has' : 'have'} passed.`
      return { ...ratioOf(NO_HITS, roundRatio(earned), roundRatio(actual), message), value: index }
    },
  },
  {
    code: 'BC-04',
    component: 'on_track',
    title: 'Tasks on track',
    weight: 0.2,
    severity: bySize,
    population: 'Pairs with a finish on both sides, milestones included: no summaries, no level of effort.',
    formula:
      'Pairs whose finish variance is at most options.variance_threshold_days / (pairs + deleted tasks that were due by the status date).',
    noun: ['task on track', 'tasks on track'],
    unit: 'percent',
    threshold: 95,
    zero: 0,
    curve: value => upToOne(value / 100),
    operator: '>=',
    source: SOURCE,
    needs: [needsVariance],
    advice: {
      title: 'Bring late tasks back',
      description: 'Start with the tasks of the bands severe and major that were critical in the baseline.',
    },
    run: ({ variedPairs, onTrack, late, thresholdDays, executions: { deletedPairs } }) => {
      const all = variedPairs + deletedPairs.count
      const inTime = onTrack + deletedPairs.onTrack
      const message = `${plural(variedPairs - onTrack, 'task finishes', 'tasks finish')} more than ${inDays(thresholdDays, 'calendar')} later than in the baseline.`
      return {
        numerator: inTime,
        denominator: all,
        value: variedPairs === 0 ? null : (100 * inTime) / all,
        message:
          deletedPairs.count === 0
            ? message
            : `${message} ${plural(deletedPairs.count, 'task', 'tasks')} of the baseline, due by the status date, ${deletedPairs.count === 1 ? 'is' : 'are'} gone and ${deletedPairs.count === 1 ? 'counts' : 'count'} as due.`,
        hits: { ...late, count: all - inTime },
        ...(deletedPairs.count === 0
          ? {}
          : {
              evidence: {
                deleted_due: deletedPairs.count,
                value_without_deleted: variedPairs === 0 ? null : roundScore((100 * onTrack) / variedPairs),
              },
            }),
      }
    },
  },
] as const satisfies readonly BaselineCompareRow[]
