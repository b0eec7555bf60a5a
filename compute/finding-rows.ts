/** Findings and recommendations of an analysis from its table of rows: which rows a result earned, told with their counts. */
import type { ScheduleColumns, TextColumn } from '../shared/schedule/columns.ts'
import type { Advice } from './checks/check.ts'
import { findingOf, type Hits, NO_HITS, tasksOf } from './findings.ts'
import { FINDING_TASKS_MAX, type Finding, type Recommendation, type ResultValue, type Severity } from './result.ts'
import { adviceWithTasks } from './score/recommend.ts'
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

type Named = Pick<ScheduleColumns, 'id' | 'name'>

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

/** One per finding whose row has an advice, in their order; with `columns` each names the tasks of its finding. isInputOrder: findings list tasks in that order. */
export function rowRecommendations(
  rows: Readonly<Record<string, FindingRow>>,
  findings: readonly Finding[],
  columns?: Named,
  isInputOrder = false,
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
      ...adviceWithTasksOf(finding, { title, description }, columns, isInputOrder),
      codes: [finding.code],
      effect: null,
    }))
}

/** Tasks in the order of their finding; in that of the input they are named by id, and not at all of a list that was cut. */
function adviceWithTasksOf(
  finding: Finding,
  advice: Advice,
  columns: Named | undefined,
  isInputOrder: boolean,
): Advice {
  if (columns === undefined) return advice
  const tasks = Array.from(tasksOf(finding))
  if (isInputOrder) return adviceWithTasks(advice, columns, { tasks, count: tasks.length })
  // how many more there are the count does not tell, which may be of links
  const total = tasks.length < FINDING_TASKS_MAX ? tasks.length : Number.POSITIVE_INFINITY
  return { ...advice, description: withTasks(advice.description, columns, tasks, total) }
}
