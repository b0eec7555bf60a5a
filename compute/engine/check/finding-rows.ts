/** What an analysis may find beside its checks: rows with their texts, what they look for, and what to do about it. */

import { FINDING_TASKS_MAX, type Finding, type ResultValue, type Severity } from '../result/result.ts'
import { NAMED_TASKS_MAX, withTasks } from '../wording/tasks.ts'
import type { AdvisedFinding } from './advised-finding.ts'
import { type Named, withHits } from './advised-finding.ts'
import type { Advice } from './check.ts'
import { findingOf, type Hits, NO_HITS, worstOf } from './findings.ts'

export interface FindingRow<Context> {
  readonly code: string
  readonly severity: Severity
  readonly title: string
  /** Sentence about so many tasks, links or whatever the row counts. */
  readonly description: (count: number, context: Context) => string
  /** What to do about it, by what was found where the causes differ; absent where there is nothing to do. The tasks are added. */
  readonly advice?: Advice | ((finding: Finding) => Advice | undefined)
  readonly find: (context: Context) => RowHit
  /** Behind its sentence, where it found anything: how many of how many, and the worst of them. */
  readonly detail?: (context: Context, hit: RowHit) => Detail | string
}

/** A row whose sentence needs the count alone. */
export interface PlainRow<Context> extends FindingRow<Context> {
  readonly description: (count: number) => string
}

export interface Detail {
  readonly text: string
  readonly evidence: ResultValue
}

export interface RowHit extends Partial<Omit<Hits, 'count'>> {
  readonly count: number
  /** How bad a task is: the largest are named first. Absent: one is as bad as another. */
  readonly sizeOf?: (task: number) => number
  /** The tasks stand in the order in which they are to be named. */
  readonly isRanked?: true
  /** More sentences behind the row's own: the worst of them, with its task, figure, limit and date. */
  readonly detail?: string
  readonly evidence?: ResultValue
}

/** The row for an analysis that has what it looks at as a part of its own. */
export const seekIn = <Whole, Part>(row: PlainRow<Part>, partOf: (whole: Whole) => Part): PlainRow<Whole> => {
  const { find, detail, ...words } = row
  return {
    ...words,
    find: whole => find(partOf(whole)),
    ...(detail === undefined ? {} : { detail: (whole: Whole, hit: RowHit) => detail(partOf(whole), hit) }),
  }
}

/** The findings of the rows, in their order; a row that counts nothing is not found. */
export function seek<Context>(
  rows: readonly FindingRow<Context>[],
  context: Context,
  columns: Named,
): AdvisedFinding[] {
  const findings: AdvisedFinding[] = []
  for (let n = 0; n < rows.length; n++) {
    const hit = rows[n].find(context)
    if (hit.count > 0) findings.push(advisedFinding(rows[n], context, withDetail(rows[n], context, hit), columns))
  }
  return findings
}

function withDetail<Context>({ detail: detailOf }: FindingRow<Context>, context: Context, hit: RowHit): RowHit {
  if (detailOf === undefined) return hit
  const found = detailOf(context, hit)
  if (typeof found === 'string') return { ...hit, detail: found }
  return { ...hit, detail: found.text, evidence: found.evidence }
}

function advisedFinding<Context>(
  row: FindingRow<Context>,
  context: Context,
  hit: RowHit,
  columns: Named,
): AdvisedFinding {
  const { count, tasks = NO_HITS.tasks, detail, evidence } = hit
  const sentence = row.description(count, context)
  const description = detail === undefined ? sentence : `${sentence} ${detail}`
  const finding = findingOf(
    { code: row.code, severity: row.severity, title: row.title, description },
    { tasks: tasks.slice(0, FINDING_TASKS_MAX), count },
    columns.id,
    evidence,
    () =>
      hit.isRanked
        ? { first: tasks.slice(0, NAMED_TASKS_MAX), order: 'named', tied: 0, total: tasks.length }
        : worstOf({ ...hit, tasks }, columns.id, hit.sizeOf),
  )
  const advice = typeof row.advice === 'function' ? row.advice(finding) : row.advice
  return { finding, advice: advice && named(advice, hit, columns) }
}

function named(advice: Advice, hit: RowHit, columns: Named): Advice {
  const { tasks = NO_HITS.tasks, sizeOf, isRanked } = hit
  if (isRanked !== true) return withHits(advice, columns, { ...hit, tasks }, sizeOf)
  return { title: advice.title, description: withTasks(advice.description, columns, tasks) }
}
