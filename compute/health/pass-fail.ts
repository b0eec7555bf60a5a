/** The result that families of pass-or-fail checks share: each check weighs 1, score = passed / (passed + failed). */
import type { TextColumn } from '../../shared/schedule/columns.ts'
import { type CheckResult, findingOfCheck, showCheck } from '../checks/check.ts'
import type { AnalysisResult, Finding, ResultValue } from '../result.ts'
import { passFailParts } from '../score/components.ts'
import { capNote, finalScore, type Gate, gateFindings } from '../score/gates.ts'
import { recommendFromScore } from '../score/recommend.ts'
import { breakdownOf, weigh } from '../score/weighing.ts'
import { plural } from '../wording/plural.ts'

interface PassFailInput {
  /** What the family is called in the summary. */
  readonly name: string
  readonly results: readonly CheckResult[]
  readonly gates: readonly Gate[]
  /** Findings beside those of the gates and the checks. */
  readonly findings: readonly Finding[]
  readonly ids: TextColumn
  readonly withRecommendations: boolean
  readonly data: { readonly [name: string]: ResultValue | undefined }
}

export const countStatus = (results: readonly CheckResult[], status: CheckResult['status']): number =>
  results.filter(result => result.status === status).length

/** How many checks came to what, and every check. */
export const showResults = (results: readonly CheckResult[], ids: TextColumn, withDetails: boolean) => ({
  passed: countStatus(results, 'pass'),
  failed: countStatus(results, 'fail'),
  not_applicable: countStatus(results, 'not_applicable'),
  skipped: countStatus(results, 'skipped'),
  checks: results.map(result => showCheck(result, ids, withDetails)),
})

export function passFailResult(input: PassFailInput): AnalysisResult {
  const { name, results, gates, ids } = input
  const weighed = weigh(passFailParts(results))
  const { score, grade } = finalScore(weighed.score, gates)
  const passed = countStatus(results, 'pass')
  const decided = passed + countStatus(results, 'fail')
  return {
    score,
    grade,
    summary:
      score === null
        ? `${name}: no check could be decided.`
        : `${name}: ${passed} of ${plural(decided, 'check')} ${passed === 1 ? 'passes' : 'pass'}; score ${score}, grade ${grade}${capNote(gates)}. Indicators, not verdicts.`,
    breakdown: breakdownOf(weighed.parts),
    findings: [
      ...gateFindings(gates, ids),
      ...results.flatMap(result => findingOfCheck(result, ids) ?? []),
      ...input.findings,
    ],
    recommendations: input.withRecommendations ? recommendFromScore(weighed, gates) : [],
    skipped: score === null || countStatus(results, 'skipped') > 0,
    data: input.data,
  }
}
