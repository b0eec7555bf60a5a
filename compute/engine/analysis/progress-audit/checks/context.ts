/**
 * What the 23 codes of the progress audit read, made once per request, and the row of a code (/docs/methods/progress-audit). No
 * network, no calendar and no order of tasks: a cycle changes nothing here.
 */

import type { AUDIT_CATEGORIES } from '../../../../../shared/contract/analysis/progress-audit/data.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../../../../shared/contract/schedule/columns.ts'
import type { CausedAdvice, CheckRow, Coded } from '../../../check/check.ts'
import { allHitsWhere, counted } from '../../../check/findings.ts'
import { cite, ofThisService } from '../../../check/source.ts'
import { firstTask, worstTask } from '../../../check/worst.ts'
import { kindsWhere, LOE, MILESTONE } from '../../../kind/participation.ts'
import { type Population, populationOf } from '../../../population/populations.ts'
import type { TaskStates } from '../../../population/task-states.ts'
import type { ResultValue, Severity } from '../../../result/result.ts'
import { type SequenceBreaks, sequenceBreaks } from './sequence-breaks.ts'
import { type ShownField, showFields, shownText } from './show-fields.ts'

/** Both must be reached. */
export const BULK_TASKS_MIN = 10
/** Dates on which so many tasks finished that they look stamped rather than reported (PA23). */
export const BULK_SHARE_MIN = 0.3
const TOLERANCE = 1e-9

function bulkDates(
  { taskCount, actualFinish }: ScheduleColumns,
  isMember: (task: number) => boolean,
): ReadonlySet<number> {
  const counts = new Map<number, number>()
  let all = 0
  for (let i = 0; i < taskCount; i++) {
    if (!isMember(i) || actualFinish[i] === DAY_ABSENT) continue
    all++
    counts.set(actualFinish[i], (counts.get(actualFinish[i]) ?? 0) + 1)
  }
  const isBulk = (count: number): boolean => count >= BULK_TASKS_MIN && count >= BULK_SHARE_MIN * all - TOLERANCE
  return new Set([...counts].filter(([, count]) => isBulk(count)).map(([day]) => day))
}

export type AuditCategory = (typeof AUDIT_CATEGORIES)[number]
export type AuditSeverity = Exclude<Severity, 'info'>

interface AuditRequest {
  readonly statusDay: number
  /** Milestones and tasks of a given duration of 0 leave the audit (options.exclude_milestones). */
  readonly excludeMilestones: boolean
  /** earned_value is read (options.include_ev_validation). */
  readonly withEarnedValue: boolean
}

export interface AuditContext extends AuditRequest {
  readonly columns: ScheduleColumns
  readonly tasks: TaskStates
  /** N: all but summaries and level of effort, complete ones included. */
  readonly population: Population
  /** Tasks that options.exclude_milestones keeps out of N. */
  readonly pointsExcluded: number
  /** Level of effort, tested for some codes and in no denominator of the score. */
  readonly efforts: Population
  readonly sequence: SequenceBreaks
  /** Days on which suspiciously many members finished. */
  readonly bulk: ReadonlySet<number>
  /** Members with an actual finish. */
  readonly finishCount: number
}

const DISCRETE = kindsWhere((row, type) => row.passes && type !== 'summary')
const EFFORT = kindsWhere((_, type) => type === 'loe')

export function auditContext(tasks: TaskStates, request: AuditRequest): AuditContext {
  const { columns, kind } = tasks
  const isKept = (i: number): boolean => !request.excludeMilestones || !isPoint(tasks, i)
  const population = populationOf(tasks, DISCRETE, isKept)
  const isFinished = (i: number): boolean => population.marks[i] === 1 && columns.actualFinish[i] !== DAY_ABSENT
  return {
    ...request,
    columns,
    tasks,
    population,
    pointsExcluded: request.excludeMilestones ? populationOf(tasks, DISCRETE, i => isPoint(tasks, i)).count : 0,
    efforts: populationOf(tasks, EFFORT, i => isKept(i) && kind[i] === LOE),
    sequence: sequenceBreaks(tasks),
    bulk: bulkDates(columns, isFinished),
    finishCount: allHitsWhere(columns.taskCount, isFinished).count,
  }
}

/** A milestone, or any other task whose given duration is 0. A missing duration makes none, else deleting it would pay. */
const isPoint = ({ columns, kind }: TaskStates, i: number): boolean =>
  kind[i] === MILESTONE || columns.durationDays[i] === 0

/** A code: a check whose hits are the anomalies. */
export interface AuditRow extends CheckRow<AuditContext> {
  readonly category: AuditCategory
  readonly severity: AuditSeverity
  /** Level of effort is tested too. */
  readonly withEfforts: boolean
  /** Fields of the task that an example shows. */
  readonly shows: readonly ShownField[]
  /** Context of an example that no field has. */
  readonly explain?: (context: AuditContext, task: number) => { readonly [name: string]: ResultValue }
}

type Words = Pick<AuditRow, 'code' | 'category' | 'severity' | 'title' | 'formula' | 'shows'> &
  Partial<Pick<AuditRow, 'withEfforts' | 'needs' | 'explain' | 'source'>> & {
    readonly advice: CausedAdvice<AuditContext>
    /** How far off a task is, for the worst of them, and that in words; absent: one is as bad as another. */
    readonly size?: (context: AuditContext, task: number) => number
    readonly sized?: (context: AuditContext, task: number) => string
    /** Tasks to which the rule applies, in words and as a test. Without such tasks the check is not applicable. */
    readonly of: string
    readonly appliesTo: (context: AuditContext, task: number) => boolean
    /** Whether a task that it applies to breaks the rule. */
    readonly breaks: (context: AuditContext, task: number) => boolean
    /** Why the rule applies to no task at all, if so. */
    readonly closed?: (context: AuditContext) => string | undefined
  }

const SOURCE = ofThisService(
  'The documents ask for status that agrees with itself and with the status date; which fields contradict each other, and how gravely, is written here so that each contradiction has one code.',
  cite('decm', '06A504a to 06A506c'),
  cite('pam', 'section 4, point 9'),
  cite('gao', 'best practice 9'),
)

export function auditRow<const Code extends string>({
  of,
  appliesTo,
  breaks,
  closed,
  size,
  sized,
  ...words
}: Coded<Words, Code>): Coded<AuditRow, Code> {
  const withEfforts = words.withEfforts === true
  const shown = (context: AuditContext, i: number): string =>
    [shownText(showFields(context.columns, words.shows, i)), sized?.(context, i)].filter(Boolean).join(', ')
  return {
    source: SOURCE,
    needs: [],
    ...words,
    withEfforts,
    worst: size === undefined ? firstTask<AuditContext>(shown) : worstTask<AuditContext>(size, shown),
    population: `${of}; no summaries${withEfforts ? '' : ' and no level of effort'}.`,
    unit: 'tasks',
    threshold: 0,
    operator: '<=',
    run: context => {
      const { columns, population, efforts } = context
      const reason = closed?.(context)
      const isIn = (i: number): boolean =>
        reason === undefined &&
        (population.marks[i] === 1 || (withEfforts && efforts.marks[i] === 1)) &&
        appliesTo(context, i)
      const applicable = allHitsWhere(columns.taskCount, isIn).count
      const hits = allHitsWhere(columns.taskCount, i => isIn(i) && breaks(context, i))
      const none = reason ?? `There are no ${of[0].toLowerCase()}${of.slice(1)}.`
      // its share follows
      const found = `${words.title}:`
      return counted(hits, applicable, applicable === 0 ? none : found)
    },
  }
}

export const isGiven = (day: number): boolean => day !== DAY_ABSENT
