/** Findings and recommendations of a comparison from its table of rows: which rows a result earned, with their counts filled in. */
import type { TextColumn } from '../../shared/schedule/columns.ts'
import { findingOf, type Hits, NO_HITS } from '../findings.ts'
import type { Finding, Recommendation, Severity } from '../result.ts'
import { roundHalfAway } from '../score/round.ts'

export interface FindingRow {
  readonly code: string
  readonly severity: Severity
  readonly title: string
  /** Sentence; {count} and {days} are filled in. */
  readonly description: string
  readonly advice?: { readonly title: string; readonly description: string }
}

export interface RowHit {
  readonly count: number
  readonly days?: number
  /** Tasks concerned, where the finding names them. */
  readonly hits?: Hits
}

const DAYS_DECIMALS = 6

export function rowFindings<Name extends string>(
  rows: Readonly<Record<Name, FindingRow>>,
  earned: Readonly<Record<Name, RowHit>>,
  ids: TextColumn,
): Finding[] {
  return (Object.keys(rows) as Name[]).flatMap(name => {
    const { count, days, hits } = earned[name]
    if (count === 0) return []
    const { advice: _, ...row } = rows[name]
    const description = row.description
      .replace('{count}', String(count))
      .replace('{days}', String(roundHalfAway(days ?? 0, DAYS_DECIMALS)))
    return [findingOf({ ...row, description }, { ...(hits ?? NO_HITS), count }, ids)]
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
