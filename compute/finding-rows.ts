/** Findings and recommendations of an analysis from its table of rows: which rows a result earned, told with their counts. */
import type { ScheduleColumns, TextColumn } from '../shared/schedule/columns.ts'
import type { Advice } from './checks/check.ts'
import { findingOf, type Hits, NO_HITS, tasksOf } from './findings.ts'
import { FINDING_TASKS_MAX, type Finding, type Recommendation, type ResultValue, type Severity } from './result.ts'
import { roundHalfAway } from './score/round.ts'
import { withTasks } from './wording/tasks.ts'

export interface FindingRow {
  readonly code: string
  readonly severity: Severity
  readonly title: string
  /** Sentence about so many tasks, links or whatever the row counts, and so many days. */
  readonly description: (count: number, days: number) => string
  /** What to do about it, by what was found where the causes differ; absent where there is nothing to do. The tasks are added. */
  readonly advice?: Advice | ((finding: Finding) => Advice | undefined)
}

export interface RowHit extends Partial<Pick<Hits, 'tasks'>> {
  readonly count: number
  readonly days?: number
  /** More sentences behind the row's own: the worst of them, with its task, figure, limit and date. */
  readonly detail?: string
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
    const { count = 0, days = 0, tasks = NO_HITS.tasks, detail, evidence } = (earned[name] ?? {}) as Partial<RowHit>
    if (count === 0) return []
    const row = rows[name]
    const sentence = row.description(count, roundHalfAway(days, DAYS_DECIMALS))
    const description = detail === undefined ? sentence : `${sentence} ${detail}`
    return [findingOf({ ...row, description }, { tasks, count }, ids, evidence)]
  })
}

/** One per finding whose row has an advice, in their order; with `columns` each names the tasks of its finding. */
export function rowRecommendations(
  rows: Readonly<Record<string, FindingRow>>,
  findings: readonly Finding[],
  columns?: Pick<ScheduleColumns, 'id' | 'name'>,
): Recommendation[] {
  const all = Object.values(rows)
  return findings
    .flatMap(finding => {
      const advice = all.find(row => row.code === finding.code)?.advice
      const given = typeof advice === 'function' ? advice(finding) : advice
      return given === undefined ? [] : [{ finding, given }]
    })
    .map(({ finding, given: { title, description } }, i) => ({
      priority: i + 1,
      title,
      description:
        columns === undefined ? description : withTasks(description, columns, tasksOf(finding), taskTotal(finding)),
      codes: [finding.code],
      effect: null,
    }))
}

/** A finding names the first tasks only; how many more there are its count does not tell, which may be of links. */
const taskTotal = (finding: Finding): number => {
  const { length } = tasksOf(finding)
  return length < FINDING_TASKS_MAX ? length : Number.POSITIVE_INFINITY
}
