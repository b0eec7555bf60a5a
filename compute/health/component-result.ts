/** The result that families of weighted components share: score, gates, breakdown, findings, recommendations. */
import type { ScheduleColumns } from '../../shared/schedule/columns.ts'
import { findingOfCheck } from '../checks/check.ts'
import type { AnalysisResult, Finding, ResultValue } from '../result.ts'
import { type ComponentPart, showComponent } from '../score/components.ts'
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
import { type ReportedFinish, reportedFinishSentence } from './beyond-dates.ts'

type Data = { readonly [name: string]: ResultValue | undefined }

interface ComponentInput {
  /** What the family is called in the summary. */
  readonly name: string
  readonly parts: readonly ComponentPart[]
  readonly gates: readonly Gate[]
  /** Where the reported dates put the finish of the job, for the families that speak of it. */
  readonly finish?: ReportedFinish | undefined
  /** The sentence about it of a family that takes the finish from a network. */
  readonly finishSentence?: string | undefined
  /** Findings beside those of the gates and the components. */
  readonly findings: readonly Finding[]
  readonly columns: Pick<ScheduleColumns, 'id' | 'name'>
  readonly withDetails: boolean
  readonly withRecommendations: boolean
  /** Members of a component that only this family shows. */
  readonly showMore?: (part: ComponentPart) => Data
  /** The rest of `data`, which may follow the score; before it come the components and the figures of the score. */
  readonly data: Data | ((score: number | null) => Data)
  /** Leaves members of `data` out (options.fields). */
  readonly keep: (data: Data) => Data
}

export function componentResult(input: ComponentInput): AnalysisResult {
  const { name, columns } = input
  const ids = columns.id
  const weighed = weigh(input.parts)
  const { parts } = weighed
  const results = parts.map(({ result }) => result)
  const coverage = coverageOf(parts.map(({ result: { status }, weight }) => ({ status, weight })))
  const earned = [...input.gates, ...coverageGate(coverage)]
  const findings = [...results.flatMap(result => findingOfCheck(result, ids) ?? []), ...input.findings]
  const gates = withCriticalGate(weighed.score, earned, [...gateFindings(earned, ids), ...findings])
  const { score, grade } = finalScore(weighed.score, gates)
  const evaluated = parts.filter(part => part.score !== null)
  return {
    score,
    grade,
    summary: [
      score === null
        ? `${name}: ${noScoreNote(gates) ?? 'nothing could be scored.'}`
        : `${name}: score ${score}, grade ${grade}${capNote(weighed.score, gates)}.`,
      input.finishSentence ?? reportedFinishSentence(input.finish),
      `${coverageText(results, 'component')}.`,
      'Indicators, not verdicts.',
    ]
      .filter(sentence => sentence !== '')
      .join(' '),
    breakdown: breakdownOf(parts),
    findings: [...gateFindings(gates, ids), ...findings],
    recommendations: input.withRecommendations ? recommendFromScore(weighed, gates, columns) : [],
    skipped: score === null || parts.some(({ result }) => result.status === 'skipped'),
    data: input.keep({
      components: parts.map(part => ({ ...showComponent(part, ids, input.withDetails), ...input.showMore?.(part) })),
      ...showCoverage(coverage),
      score_before_gates: weighed.score === null ? null : roundScore(weighed.score),
      weight_evaluated: evaluated.reduce((sum, { weight }) => sum + weight, 0),
      ...(typeof input.data === 'function' ? input.data(score) : input.data),
    }),
  }
}
