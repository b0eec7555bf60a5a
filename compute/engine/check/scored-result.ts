/** The result of an analysis whose score is a weighted sum of checks: verdict, breakdown, findings, recommendations, data. */
import type { AnalysisId } from '../../../shared/contract/analysis/analyses.ts'
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import type { AnalysisResult, ResultValue } from '../result/result.ts'
import { type AdvisedFinding, findingsIn, withAdvice } from './advised-finding.ts'
import { type CheckResult, findingOfCheck } from './check.ts'
import { coverageText } from './coverage.ts'
import type { Gate } from './gates.ts'
import { recommendFromScore } from './recommend.ts'
import { verdictOf, verdictSummary } from './verdict.ts'
import { breakdownOf, type Part, type Weighed, weigh } from './weighing.ts'

export type Data = { readonly [name: string]: ResultValue | undefined }

/** What the families have in common, whatever a part is. */
export interface FamilyInput {
  /** Whose page the checks lead to. */
  readonly analysis: AnalysisId
  /** What the family is called in the summary. */
  readonly name: string
  /** What its score measures, as a sentence, where another score of the same schedule measures something else. */
  readonly measure?: string
  readonly gates: readonly Gate[]
  /** Findings beside those of the gates and the checks. */
  readonly findings: readonly AdvisedFinding[]
  readonly columns: Pick<ScheduleColumns, 'id' | 'name'>
  readonly withDetails: boolean
  readonly withRecommendations: boolean
  /** Leaves members of `data` out (options.fields). */
  readonly keep: (data: Data) => Data
}

type CheckedPart = Part & { readonly result: CheckResult }

interface ScoredInput<P extends CheckedPart> extends FamilyInput {
  readonly parts: readonly P[]
  /** What a part is called. */
  readonly noun: string
  /** Before the score in the summary, and in its place where no part has one. */
  readonly lead: string
  readonly nothing: string
  /** When the job finishes, as a sentence. */
  readonly finishSentence: string
  /** `data` before and behind the figures of the score. */
  readonly before: (weighed: Weighed<P>) => Data
  readonly behind: (score: number | null) => Data
}

export function scoredResult<P extends CheckedPart>(input: ScoredInput<P>): AnalysisResult {
  const { name, columns } = input
  const weighed = weigh(input.parts)
  const results = weighed.parts.map(({ result }) => result)
  const verdict = verdictOf({
    raw: weighed.score,
    checks: weighed.parts.map(({ result: { status }, weight }) => ({ status, weight })),
    gates: input.gates,
    findings: [...results.flatMap(result => findingOfCheck(result, columns.id) ?? []), ...findingsIn(input.findings)],
    ids: columns.id,
  })
  const { score, grade } = verdict
  return {
    score,
    grade,
    summary: verdictSummary(
      score === null
        ? `${name}: ${verdict.noScoreNote ?? input.nothing}`
        : `${name}: ${input.lead}score ${score}, grade ${grade}${verdict.capNote}.`,
      score === null ? '' : (input.measure ?? ''),
      input.finishSentence,
      `${coverageText(results, input.noun)}.`,
    ),
    breakdown: breakdownOf(weighed.parts),
    findings: verdict.findings,
    recommendations: input.withRecommendations
      ? withAdvice(recommendFromScore(weighed, verdict.gates, columns), input.findings, score === null ? null : 0)
      : [],
    skipped: score === null || results.some(({ status }) => status === 'skipped'),
    data: input.keep({
      ...input.before(weighed),
      ...verdict.coverage,
      score_before_gates: verdict.scoreBeforeGates,
      ...input.behind(score),
    }),
  }
}
