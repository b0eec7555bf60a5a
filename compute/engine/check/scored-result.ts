/** The result of an analysis whose score is a weighted sum of checks: verdict, breakdown, findings, recommendations, data. */
import type { AnalysisId } from '../../../shared/contract/analysis/analyses.ts'
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import type { AnalysisResult, Recommendation, ResultValue } from '../result/result.ts'
import { plural, roundScore } from '../wording/numbers.ts'
import { type AdvisedFinding, adviceFor, findingsIn, merged, withAdvice, withHits } from './advised-finding.ts'
import { type ReportedFinish, reportedFinishSentence } from './beyond-dates.ts'
import type { Advice } from './check.ts'
import { type CheckResult, findingOfCheck, showCheck } from './check.ts'
import { passFailParts } from './components.ts'
import { breakdownOf, coverageText, type Part, type Weighed, weigh } from './coverage.ts'
import { finalScore, type Gate, standaloneGates } from './gates.ts'
import { verdictOf, verdictSummary } from './verdict.ts'

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

type FoundPart = Part & { readonly result: CheckResult }

export function recommendFromScore(
  weighed: Weighed<FoundPart>,
  gates: readonly Gate[],
  columns: Pick<ScheduleColumns, 'id' | 'name'>,
): Recommendation[] {
  const { score, parts } = weighed
  const now = finalScore(score, gates).score
  const gain = (raw: number | null, left: readonly Gate[]): number | null =>
    now === null ? null : roundScore(finalScore(raw, left).score! - now)
  /** A gate made of findings of this code alone goes with it. */
  const without = (code: string): readonly Gate[] =>
    gates.filter(({ earnedBy }) => earnedBy === undefined || earnedBy.some(other => other !== code))
  const recommendations: Recommendation[] = []
  const add = (code: string, advice: Advice, effect: number | null): void => {
    recommendations.push({ priority: 0, ...advice, codes: [code], effect })
  }
  for (const gate of standaloneGates(gates)) {
    const others = gates.filter(other => other !== gate)
    add(gate.code, withHits(gate.advice, columns, gate.hits), gain(score, others))
  }
  const lostBy = ({ pointsLost }: (typeof parts)[number]): number => pointsLost ?? 0
  const found = parts.filter(part => lostBy(part) > 0 || part.result.severity !== null)
  for (const part of found.toSorted((a, b) => lostBy(b) - lostBy(a))) {
    const { code } = part.result.row
    const advice = adviceFor(part.result, columns)
    const effect = score === null ? null : gain(score + lostBy(part), without(code))
    if (advice !== undefined) add(code, advice, effect)
  }
  return merged(recommendations)
}

interface PassFailInput extends FamilyInput {
  readonly results: readonly CheckResult[]
  /** Where the reported dates put the finish of the job. */
  readonly finish: ReportedFinish | undefined
  /** The rest of `data`; before it come the checks and the figures of the score. */
  readonly data: Data
}

const countStatus = (results: readonly CheckResult[], status: CheckResult['status']): number =>
  results.filter(result => result.status === status).length

/** How many checks came to what. */
export const statusCounts = (results: readonly CheckResult[]) => ({
  passed: countStatus(results, 'pass'),
  failed: countStatus(results, 'fail'),
  not_applicable: countStatus(results, 'not_applicable'),
  skipped: countStatus(results, 'skipped'),
})

export function passFailResult(input: PassFailInput): AnalysisResult {
  const { results, finish, data, columns, withDetails, ...family } = input
  const counts = statusCounts(results)
  const informing = results.filter(({ status }) => status === 'info').map(({ row }) => row.title)
  return scoredResult({
    ...family,
    columns,
    withDetails,
    parts: passFailParts(results),
    noun: 'check',
    lead: `${[
      plural(counts.passed, 'check passes', 'checks pass'),
      `${counts.failed} ${counts.failed === 1 ? 'fails' : 'fail'}`,
      ...(informing.length === 0
        ? []
        : [`${informing.length} only ${informing.length === 1 ? 'informs' : 'inform'} (${informing.join(', ')})`]),
    ].join(', ')}; `,
    nothing: 'no check could be decided.',
    finishSentence: reportedFinishSentence(finish),
    before: () => ({
      ...counts,
      checks: results.map(result => showCheck(family.analysis, result, columns.id, withDetails)),
    }),
    behind: () => data,
  })
}
