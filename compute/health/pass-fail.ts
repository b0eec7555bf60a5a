/** The result that families of pass-or-fail checks share: each check weighs 1, score = passed / (passed + failed). */
import type { ScheduleColumns, TextColumn } from '../../shared/schedule/columns.ts'
import { type CheckResult, findingOfCheck, showCheck } from '../checks/check.ts'
import type { AnalysisResult, Finding, ResultValue } from '../result.ts'
import { passFailParts } from '../score/components.ts'
import { coverageOf, coverageText, showCoverage } from '../score/coverage.ts'
import {
  capNote,
  coverageGate,
  finalScore,
  type Gate,
  gateFindings,
  noScoreNote,
  withCriticalGate,
} from '../score/gates.ts'
import { recommendFromScore } from '../score/recommend.ts'
import { roundScore } from '../score/round.ts'
import { breakdownOf, weigh } from '../score/weighing.ts'
import { plural } from '../wording/plural.ts'
import { type ReportedFinish, reportedFinishSentence } from './beyond-dates.ts'

type Data = { readonly [name: string]: ResultValue | undefined }

interface PassFailInput {
  /** What the family is called in the summary. */
  readonly name: string
  readonly results: readonly CheckResult[]
  readonly gates: readonly Gate[]
  /** Where the reported dates put the finish of the job. */
  readonly finish: ReportedFinish | undefined
  /** Findings beside those of the gates and the checks. */
  readonly findings: readonly Finding[]
  readonly columns: Pick<ScheduleColumns, 'id' | 'name'>
  readonly withDetails: boolean
  readonly withRecommendations: boolean
  /** The rest of `data`; before it come the checks and the figures of the score. */
  readonly data: Data
  /** Leaves members of `data` out (options.fields). */
  readonly keep: (data: Data) => Data
}

export const countStatus = (results: readonly CheckResult[], status: CheckResult['status']): number =>
  results.filter(result => result.status === status).length

/** How many checks came to what, and every check. */
const showResults = (results: readonly CheckResult[], ids: TextColumn, withDetails: boolean) => ({
  passed: countStatus(results, 'pass'),
  failed: countStatus(results, 'fail'),
  not_applicable: countStatus(results, 'not_applicable'),
  skipped: countStatus(results, 'skipped'),
  checks: results.map(result => showCheck(result, ids, withDetails)),
})

export function passFailResult(input: PassFailInput): AnalysisResult {
  const { name, results, columns } = input
  const ids = columns.id
  const weighed = weigh(passFailParts(results))
  const coverage = coverageOf(results.map(({ status }) => ({ status, weight: 1 })))
  const earned = [...input.gates, ...coverageGate(coverage)]
  const findings = [...results.flatMap(result => findingOfCheck(result, ids) ?? []), ...input.findings]
  const gates = withCriticalGate(weighed.score, earned, [...gateFindings(earned, ids), ...findings])
  const { score, grade } = finalScore(weighed.score, gates)
  const passed = countStatus(results, 'pass')
  const failed = countStatus(results, 'fail')
  const decided = `${plural(passed, 'check passes', 'checks pass')}, ${failed} ${failed === 1 ? 'fails' : 'fail'}`
  return {
    score,
    grade,
    summary: [
      score === null
        ? `${name}: ${noScoreNote(gates) ?? 'no check could be decided.'}`
        : `${name}: ${decided}; score ${score}, grade ${grade}${capNote(weighed.score, gates)}.`,
      reportedFinishSentence(input.finish),
      `${coverageText(results)}.`,
      'Indicators, not verdicts.',
    ]
      .filter(sentence => sentence !== '')
      .join(' '),
    breakdown: breakdownOf(weighed.parts),
    findings: [...gateFindings(gates, ids), ...findings],
    recommendations: input.withRecommendations ? recommendFromScore(weighed, gates, columns) : [],
    skipped: score === null || countStatus(results, 'skipped') > 0,
    data: input.keep({
      ...showResults(results, ids, input.withDetails),
      ...showCoverage(coverage),
      score_before_gates: weighed.score === null ? null : roundScore(weighed.score),
      ...input.data,
    }),
  }
}
