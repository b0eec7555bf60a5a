/**
 * Components: checks whose value earns a score between a target and a zero, combined by weight (logic audit, health score, planning horizon).
 * A component is a row of check.ts whose threshold is the target. passFailParts() combines pass-or-fail families (DCMA, DECM) instead.
 */
import type { AnalysisId } from '../../../shared/contract/analysis/analyses.ts'
import type { TextColumn } from '../../../shared/contract/schedule/columns.ts'
import type { AnalysisResult, ResultValue } from '../result/result.ts'
import { roundScore } from '../wording/numbers.ts'
import { type ReportedFinish, reportedFinishSentence } from './beyond-dates.ts'
import { type CheckResult, type CheckRow, showCheck } from './check.ts'
import type { Part } from './coverage.ts'
import { type Data, type FamilyInput, scoredResult } from './scored-result.ts'
import { SCORE_MAX, scoreBetween } from './verdict.ts'

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
function showComponent(
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

/** The result that families of weighted components share. */
interface ComponentInput extends FamilyInput {
  readonly parts: readonly ComponentPart[]
  /** Where the reported dates put the finish of the job, for the families that speak of it. */
  readonly finish?: ReportedFinish | undefined
  /** The sentence about it of a family that takes the finish from a network. */
  readonly finishSentence?: string | undefined
  /** Members of a component that only this family shows. */
  readonly showMore?: (part: ComponentPart) => Data
  /** The rest of `data`, which may follow the score; before it come the components and the figures of the score. */
  readonly data: Data | ((score: number | null) => Data)
}

export function componentResult(input: ComponentInput): AnalysisResult {
  const { parts, finish, finishSentence, showMore, data, ...family } = input
  const evaluated = parts.filter(part => part.score !== null)
  return scoredResult({
    ...family,
    parts,
    noun: 'component',
    lead: '',
    nothing: 'nothing could be scored.',
    finishSentence: finishSentence ?? reportedFinishSentence(finish),
    before: weighed => ({
      components: weighed.parts.map(part => ({
        ...showComponent(family.analysis, part, family.columns.id, family.withDetails),
        ...showMore?.(part),
      })),
    }),
    behind: score => ({
      weight_evaluated: evaluated.reduce((sum, { weight }) => sum + weight, 0),
      ...(typeof data === 'function' ? data(score) : data),
    }),
  })
}
