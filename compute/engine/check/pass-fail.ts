/** The result that families of pass-or-fail checks share: each check weighs 1, score = passed / (passed + failed). */

import type { AnalysisResult } from '../result/result.ts'
import { type ReportedFinish, reportedFinishSentence } from './beyond-dates.ts'
import { type CheckResult, showCheck } from './check.ts'
import { passFailParts } from './components.ts'
import { type Data, type FamilyInput, scoredResult } from './scored-result.ts'
import { WORDS } from './words.ts'

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
    noun: WORDS.scored.checkNoun,
    lead: WORDS.scored.checksLead(counts.passed, counts.failed, informing),
    nothing: WORDS.scored.noCheck,
    finishSentence: reportedFinishSentence(finish),
    before: () => ({
      ...counts,
      checks: results.map(result => showCheck(family.analysis, result, columns.id, withDetails)),
    }),
    behind: () => data,
  })
}
