/**
 * Components: checks whose value earns a score between a target and a zero, combined by weight (logic audit, health score, planning horizon).
 * A component is a row of check.ts whose threshold is the target. passFailParts() combines pass-or-fail families (DCMA, DECM) instead.
 */
import type { AnalysisId } from '../../../shared/contract/analysis/analyses.ts'
import type { TextColumn } from '../../../shared/contract/schedule/columns.ts'
import type { ResultValue } from '../result/result.ts'
import { roundScore } from '../wording/round.ts'
import { type CheckResult, type CheckRow, showCheck } from './check.ts'
import { SCORE_MAX, scoreBetween } from './grade.ts'
import type { Part } from './weighing.ts'

export interface ComponentRow<Context> extends CheckRow<Context> {
  /** Name in the breakdown. */
  readonly component: string
  readonly weight: number
  /** Value at and beyond which the score is 0; at the threshold and better it is 100, between them linear. */
  readonly zero: number
  /** Where the score does not run straight from threshold to zero. */
  readonly curve?: (value: number) => number
}

export interface ComponentPart extends Part {
  readonly result: CheckResult<ComponentRow<never>>
}

/** One part per component; those skipped or not applicable have no score. */
export const componentParts = (results: readonly CheckResult<ComponentRow<never>>[]): ComponentPart[] =>
  results.map(result => {
    const { component, title, weight } = result.row
    return { name: component, label: title, weight, score: scoreOf(result), result }
  })

function scoreOf({ row, outcome }: CheckResult<ComponentRow<never>>): number | null {
  const value = outcome?.value ?? null
  if (value === null) return null
  return row.curve === undefined ? scoreBetween(value, row.threshold!, row.zero) : row.curve(value)
}

interface PassFailPart extends Part {
  readonly result: CheckResult
}

/** One part of weight 1 per check: 100 when it passes, 0 when it fails, none when it was not decided. */
export const passFailParts = (results: readonly CheckResult[]): PassFailPart[] =>
  results.map(result => {
    const { code, title } = result.row
    const score = result.status === 'pass' ? SCORE_MAX : result.status === 'fail' ? 0 : null
    return { name: code, label: title, weight: 1, score, result }
  })

/** A component as it stands in `data` (componentData() of shared/contract/endpoint/data/component-data.ts). */
export function showComponent(
  analysis: AnalysisId,
  { result, score, weight, pointsLost }: ComponentPart & { readonly pointsLost: number | null },
  ids: TextColumn,
  withDetails: boolean,
): { readonly [name: string]: ResultValue | undefined } {
  const { code, title, ...rest } = showCheck(analysis, result, ids, withDetails)
  return {
    code,
    component: result.row.component,
    title,
    score: score === null ? null : roundScore(score),
    weight,
    points_lost: pointsLost === null ? null : roundScore(pointsLost),
    zero: result.row.zero,
    ...rest,
  }
}
