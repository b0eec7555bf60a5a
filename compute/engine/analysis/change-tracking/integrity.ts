/**
 * The integrity score: 100 less the points of each group, a group being one pattern in one comparison, however many hits
 * it has (/docs/methods/change-tracking#score-and-gates). And the patterns over all comparisons, as one check each.
 */

import { SEVERITIES } from '../../../../shared/contract/envelope.ts'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import type { CheckOutcome, CheckResult } from '../../check/check.ts'
import { hitsOf } from '../../check/findings.ts'
import { SCORE_MAX } from '../../check/verdict.ts'
import { FINDING_TASKS_MAX, type Recommendation, type ResultValue, type Severity } from '../../result/result.ts'
import { ofAll } from '../../wording/shares.ts'
import { idWithName, listed, NAMED_TASKS_MAX } from '../../wording/tasks.ts'
import type { PatternRow } from './checks/context.ts'
import type { Identities } from './identities.ts'

export const SEVERITY_POINTS: Readonly<Record<Severity, number>> = {
  critical: 25,
  high: 10,
  medium: 4,
  low: 1,
  info: 0,
}

type PatternResult = CheckResult<PatternRow>
/** What sentences call the tasks of patterns by. */
type Names = Pick<Identities, 'ids' | 'nameOf'>

/** The patterns of one comparison. */
export interface PairPatterns {
  /** Tasks of both statuses. */
  readonly matched: number
  readonly fromDay: number
  readonly toDay: number
  readonly results: readonly PatternResult[]
}

const pointsOf = ({ severity }: CheckResult): number => (severity === null ? 0 : SEVERITY_POINTS[severity])

const scoreOfPoints = (points: number): number => Math.max(0, SCORE_MAX - points)

/** Null when no pattern could be looked for: without a task of both statuses nothing was compared. */
export function integrityScore(pairs: readonly PairPatterns[]): number | null {
  const results = pairs.flatMap(pair => (pair.matched === 0 ? [] : pair.results))
  if (!results.some(({ status }) => status === 'pass' || status === 'fail')) return null
  return scoreOfPoints(results.reduce((sum, result) => sum + pointsOf(result), 0))
}

export const foundIn = ({ results }: PairPatterns): PatternResult[] => results.filter(({ status }) => status === 'fail')

export const deductionsOf = (pairs: readonly PairPatterns[]) =>
  pairs.flatMap(pair =>
    foundIn(pair).map(result => ({
      code: result.row.code,
      from_date: formatDay(pair.fromDay),
      to_date: formatDay(pair.toDay),
      severity: result.severity!,
      count: result.outcome!.numerator,
      points: pointsOf(result),
    })),
  )

/** Worst first: what a pattern is over all comparisons. */
const STATUS_ORDER = ['fail', 'pass', 'skipped', 'not_applicable', 'info'] as const

export interface PatternSum {
  readonly result: PatternResult
  readonly points: number
}

/** Result n of every comparison, put together: the sums, the gravest severity, every task concerned. */
export function sumPattern(pairs: readonly PairPatterns[], n: number): PatternSum {
  const each = pairs.map(pair => pair.results[n])
  const points = each.reduce((sum, result) => sum + pointsOf(result), 0)
  if (each.length === 1) return { result: each[0], points }
  const status = STATUS_ORDER.find(word => each.some(result => result.status === word))!
  const decisive = each.filter(result => result.status === status)
  const ran = each.filter(({ outcome }) => outcome !== undefined)
  const severity = SEVERITIES.find(word => each.some(result => result.severity === word)) ?? null
  const { row } = each[0]
  if (ran.length === 0) return { result: decisive[0], points }
  const numerator = ran.reduce((sum, { outcome }) => sum + outcome!.numerator, 0)
  const failed = pairs.flatMap((pair, k) => (each[k].status === 'fail' ? [{ pair, found: each[k] }] : []))
  const latest =
    failed.at(-1) ??
    pairs.map((pair, k) => ({ pair, found: each[k] })).findLast(({ found }) => found.status === status)!
  const isRun = status === 'fail' || status === 'pass'
  const message = isRun
    ? `Found in ${ofAll(failed.length, pairs.length, 'comparison')}; the latest, ${formatDay(latest.pair.fromDay)} to ${formatDay(latest.pair.toDay)}: ${latest.found.message}`
    : latest.found.message
  const all = new Set(ran.flatMap(({ outcome }) => [...(outcome!.hits.all ?? [])]))
  const values = ran.flatMap(({ outcome }) => outcome!.value ?? [])
  const outcome: CheckOutcome = {
    numerator,
    denominator: ran.reduce((sum, { outcome: one }) => sum + one!.denominator, 0),
    // a share is that of the worst comparison, a count that of all of them
    value:
      values.length === 0 ? null : row.unit === 'percent' ? Math.max(...values) : values.reduce((a, b) => a + b, 0),
    message,
    hits: hitsOf(Uint32Array.from(all).sort(), numerator),
    evidence: { comparisons: failed.slice(-FINDING_TASKS_MAX).map(showFound) },
  }
  return { result: { row, status, severity, message, outcome }, points }
}

const showFound = ({ pair, found }: { pair: PairPatterns; found: PatternResult }): ResultValue => ({
  from_date: formatDay(pair.fromDay),
  to_date: formatDay(pair.toDay),
  severity: found.severity,
  count: found.outcome!.numerator,
  ...(found.outcome!.evidence === undefined ? {} : { evidence: found.outcome!.evidence }),
})

/** One per pattern found, the costliest first; the effect is what the score would gain without its groups. */
export function recommendationsOf(sums: readonly PatternSum[], names: Names): Recommendation[] {
  const lost = sums.reduce((sum, { points }) => sum + points, 0)
  return sums
    .filter(({ result }) => result.status === 'fail')
    .toSorted((a, b) => b.points - a.points)
    .map(({ result: { row, outcome }, points }, n) => ({
      priority: n + 1,
      title: row.advice.title,
      description: `${row.advice.description} Tasks: ${tasksOf(outcome!, names)}.`,
      codes: [row.code],
      effect: scoreOfPoints(lost - points) - scoreOfPoints(lost),
    }))
}

/** A pattern that was found, with a task of it for its finding. */
export function withExample(result: PatternResult, names: Names): PatternResult {
  if (result.status !== 'fail') return result
  const [first] = namedIn(result.outcome!, names)
  return first === undefined ? result : { ...result, worst: `Example: ${first}.` }
}

const tasksOf = (outcome: CheckOutcome, names: Names): string =>
  listed(namedIn(outcome, names), (outcome.hits.all ?? outcome.hits.tasks).length)

/** The first by id, so that no order of the input decides whom a sentence names. */
function namedIn({ hits: { tasks, all } }: CheckOutcome, { ids, nameOf }: Names): string[] {
  const found = Array.from(all ?? tasks, i => [textAt(ids, i), i] as const)
  found.sort(([a], [b]) => (a < b ? -1 : Number(a > b)))
  return found.slice(0, NAMED_TASKS_MAX).map(([id, i]) => idWithName(id, nameOf(i)))
}
