/** The result that families of pass-or-fail checks share: each check weighs 1, score = passed / (passed + failed). */

import type { AnalysisResult } from '../result/result.ts'
import { plural } from '../wording/plural.ts'
import { type ReportedFinish, reportedFinishSentence } from './beyond-dates.ts'
import { type CheckResult, showCheck } from './check.ts'
import { passFailParts } from './components.ts'
import { type Data, type FamilyInput, scoredResult } from './scored-result.ts'

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
