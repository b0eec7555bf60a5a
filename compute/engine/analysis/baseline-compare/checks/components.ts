/**
 * The four components of the baseline comparison: BEI, critical BEI, SPI(t) and the share of
 * tasks on track. Each scores its own figure, up to 1; the thresholds that make a finding are those of DCMA points 11
 * and 14.
 */

import type { Need } from '../../../check/check.ts'
import type { ComponentRow } from '../../../check/components.ts'
import { deletedEvidence, type Execution, executedText, indexOf, withoutDeleted } from '../../../check/execution.ts'
import { type Hits, hitsOf, NO_HITS } from '../../../check/findings.ts'
import { SCORE_MAX } from '../../../check/grade.ts'
import { ratioOf } from '../../../check/outcomes.ts'
import { bySize } from '../../../check/severity.ts'
import { cite, ofThisService } from '../../../check/source.ts'
import { type DayBasis, inDays } from '../../../wording/days.ts'
import { roundRatio, roundScore } from '../../../wording/round.ts'
import type { EarnedSchedule } from '../earned-schedule.ts'
import type { Executions } from '../execution.ts'
import type { PlannedValue } from '../planned-value.ts'
import { WORDS } from '../words.ts'

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

const POPULATION = WORDS.population.message
const REASON = WORDS.reason.message
const SOURCE = ofThisService(REASON, cite('paseg'), cite('lipke'))

const needsBaselineFinish: Need<BaselineCompareContext> = {
  message: WORDS.needsBaselineFinish.message,
  isMet: ({ executions }) => executions.all.baselined > 0,
}

const needsPairs: Need<BaselineCompareContext> = {
  message: WORDS.needsPairs.message,
  isMet: ({ pairCount }) => pairCount > 0,
}

const needsBaselineLogic: Need<BaselineCompareContext> = {
  message: WORDS.needsBaselineLogic.message,
  isMet: ({ hasBaselineLogic }) => hasBaselineLogic,
}

const needsPlannedValue: Need<BaselineCompareContext> = {
  message: WORDS.needsPlannedValue.message,
  isMet: ({ planned }) => planned.budget > 0,
}

const needsVariance: Need<BaselineCompareContext> = {
  message: WORDS.needsVariance.message,
  isMet: ({ variedPairs }) => variedPairs > 0,
}

const upToOne = (value: number): number => SCORE_MAX * Math.min(1, Math.max(0, value))

const executed = (execution: Execution) => {
  const { complete, due, unbaselined, unfinishedDue, population, deleted } = execution
  const without = indexOf(withoutDeleted(execution))
  const open = hitsOf(unfinishedDue, unfinishedDue.length + deleted.ids.length - deleted.complete)
  return ratioOf(open, complete, due + unbaselined, executedText(execution), {
    ...deletedEvidence(execution, without === null ? null : roundRatio(without)),
    due,
    without_baseline: unbaselined,
    excluded_by_type: population.excludedByType,
  })
}

export const BASELINE_COMPARE_COMPONENTS = [
  {
    code: 'BC-01',
    component: 'bei',
    title: WORDS.executionIndex.title,
    weight: 0.35,
    severity: bySize,
    population: WORDS.executionIndex.population(POPULATION),
    formula: WORDS.executionIndex.formula,
    unit: 'ratio',
    threshold: 0.95,
    zero: 0,
    curve: upToOne,
    operator: '>=',
    source: ofThisService(REASON, cite('paseg'), cite('pam', 'section 4')),
    needs: [needsBaselineFinish],
    advice: {
      title: WORDS.executionIndex.adviceTitle,
      description: WORDS.executionIndex.adviceDescription,
    },
    run: ({ executions }) => executed(executions.all),
  },
  {
    code: 'BC-02',
    component: 'critical_bei',
    title: WORDS.criticalExecutionIndex.title,
    weight: 0.25,
    severity: bySize,
    population: WORDS.criticalExecutionIndex.population(POPULATION),
    formula: WORDS.criticalExecutionIndex.formula,
    unit: 'ratio',
    threshold: 0.95,
    zero: 0,
    curve: upToOne,
    operator: '>=',
    source: SOURCE,
    needs: [needsBaselineFinish, needsBaselineLogic],
    advice: {
      title: WORDS.criticalExecutionIndex.adviceTitle,
      description: WORDS.criticalExecutionIndex.adviceDescription,
    },
    run: ({ executions }) => executed(executions.critical),
  },
  {
    code: 'BC-03',
    component: 'spi_t',
    title: WORDS.paceIndex.title,
    weight: 0.2,
    severity: bySize,
    population: WORDS.paceIndex.population,
    formula: WORDS.paceIndex.formula,
    unit: 'ratio',
    threshold: 0.95,
    zero: 0,
    curve: upToOne,
    operator: '>=',
    source: SOURCE,
    needs: [needsPairs, needsPlannedValue],
    advice: {
      title: WORDS.paceIndex.adviceTitle,
      description: WORDS.paceIndex.adviceDescription,
    },
    run: ({ earnedSchedule, basis }) => {
      if (earnedSchedule === undefined) return ratioOf(NO_HITS, 0, 0, WORDS.paceIndex.noTime)
      const { earned, actual, index } = earnedSchedule
      const message = WORDS.paceIndex.message(inDays(earned, basis), inDays(actual, basis), actual === 1)
      return { ...ratioOf(NO_HITS, roundRatio(earned), roundRatio(actual), message), value: index }
    },
  },
  {
    code: 'BC-04',
    component: 'on_track',
    title: WORDS.onTrack.title,
    weight: 0.2,
    severity: bySize,
    population: WORDS.onTrack.population,
    formula: WORDS.onTrack.formula,
    noun: [WORDS.onTrack.one, WORDS.onTrack.many],
    unit: 'percent',
    threshold: 95,
    zero: 0,
    curve: value => upToOne(value / 100),
    operator: '>=',
    source: SOURCE,
    needs: [needsVariance],
    advice: {
      title: WORDS.onTrack.adviceTitle,
      description: WORDS.onTrack.adviceDescription,
    },
    run: ({ variedPairs, onTrack, late, thresholdDays, executions: { deletedPairs } }) => {
      const all = variedPairs + deletedPairs.count
      const inTime = onTrack + deletedPairs.onTrack
      const message = WORDS.onTrack.message(variedPairs - onTrack, inDays(thresholdDays, 'calendar'))
      return {
        numerator: inTime,
        denominator: all,
        value: variedPairs === 0 ? null : (100 * inTime) / all,
        message: deletedPairs.count === 0 ? message : `${message} ${WORDS.onTrack.deleted(deletedPairs.count)}`,
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
