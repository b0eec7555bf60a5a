/** Findings and recommendations of an analysis from its table of rows: which rows a result earned, told with their counts. */
import type { TextColumn } from '../shared/schedule/columns.ts'
import { findingOf, type Hits, NO_HITS } from './findings.ts'
import type { Finding, Recommendation, ResultValue, Severity } from './result.ts'
import { roundHalfAway } from './score/round.ts'

export interface FindingRow {
  readonly code: string
  readonly severity: Severity
  readonly title: string
  /** Sentence about so many tasks, links or whatever the row counts, and so many days. */
  readonly description: (count: number, days: number) => string
  /** What to do about it; absent where there is nothing to do. */
  readonly advice?: { readonly title: string; readonly description: string }
}

export interface RowHit extends Partial<Pick<Hits, 'tasks'>> {
  readonly count: number
  readonly days?: number
  readonly evidence?: ResultValue
}

const DAYS_DECIMALS = 6

/** A row that is not among those earned, or has a count of 0, is not found. */
export function rowFindings<Name extends string>(
  rows: Readonly<Record<Name, FindingRow>>,
  earned: { readonly [name in Name]?: RowHit },
  ids: TextColumn,
): Finding[] {
  return (Object.keys(rows) as Name[]).flatMap(name => {
    const { count = 0, days = 0, tasks = NO_HITS.tasks, evidence } = (earned[name] ?? {}) as Partial<RowHit>
    if (count === 0) return []
    const row = rows[name]
    const description = row.description(count, roundHalfAway(days, DAYS_DECIMALS))
    return [findingOf({ ...row, description }, { tasks, count }, ids, evidence)]
  })
}

/** One per finding whose row has an advice, in their order. */
export function rowRecommendations(
  rows: Readonly<Record<string, FindingRow>>,
  findings: readonly Finding[],
): Recommendation[] {
  const all = Object.values(rows)
  return findings
    .flatMap(({ code }) => all.find(row => row.code === code && row.advice !== undefined) ?? [])
    .map(({ code, advice }, i) => ({ priority: i + 1, ...advice!, codes: [code], effect: null }))
}
