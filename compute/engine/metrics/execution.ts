/**
 * Tasks that were due, done, and done in time: the counts behind points 11 and 14 and their variants. Work of the baseline that was due counts
 * also when its task is gone, so that deleting late work raises no index. The ratios are pure functions, so that other analyses use the same
 * ones.
 */

import { DAY_ABSENT } from '../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../shared/contract/schedule/text.ts'
import { bestFinish } from '../calendar/best-dates.ts'
import type { CalendarChoice } from '../calendar/choice.ts'
import type { Advice, CheckOutcome, CheckRow, Need } from '../check/check.ts'
import { type Hits, hitsOf, NO_HITS, ratioOf, shareOf } from '../check/findings.ts'
import { needsStatusDate } from '../check/needs.ts'
import { type HasColumns, worstTask } from '../check/worst.ts'
import type { Population } from '../population/populations.ts'
import { isComplete, type TaskStates } from '../population/task-states.ts'
import { dayBasis, type FinishMovement, finishMovement, movementText } from '../wording/days.ts'
import { plural, roundRatio, roundScore } from '../wording/numbers.ts'

export interface Execution {
  readonly population: Population
  /** Tasks with a baseline finish at all; 0 = no baseline. */
  readonly baselined: number
  /** BF on or before the status day, deleted tasks included; so are completeDue, dueInPeriod and hitInPeriod, and complete the due ones. */
  readonly due: number
  /** No BF. */
  readonly unbaselined: number
  readonly complete: number
  readonly completeDue: number
  readonly completeUnbaselined: number
  /** Due tasks that the schedule does not have any more. */
  readonly deleted: DeletedDue
  /** Due tasks that finished late or are late, in input order; those that are gone are in `deleted` only. */
  readonly missed: Uint32Array
  /** Due tasks that are not complete, in input order. */
  readonly unfinishedDue: Uint32Array
  /** Complete due tasks whose actual finish is not known: they count as done, not as late. */
  readonly undatedFinishes: number
  /** Tasks with BF in the period up to the status day, and those of them finished on or before BF. */
  readonly dueInPeriod: number
  readonly hitInPeriod: number
  /** Day after which the period begins; DAY_ABSENT = it has no beginning. */
  readonly periodAfterDay: number
}

/** Due tasks that are gone: what an earlier schedule says of them. */
interface DeletedDue {
  /** By id, each once. */
  readonly ids: readonly string[]
  /** Those of them that were complete when they were last seen, and those that were not, or finished late. */
  readonly complete: number
  readonly missed: number
  readonly dueInPeriod: number
  readonly hitInPeriod: number
}

const NONE_DELETED: DeletedDue = { ids: [], complete: 0, missed: 0, dueInPeriod: 0, hitInPeriod: 0 }

/** Tasks of an earlier schedule that are gone, where they were seen last. */
export interface Gone {
  /** That schedule, with the planned finish of each as its baseline finish. */
  readonly tasks: TaskStates
  /** In any order; only those of the kinds that are counted. */
  readonly rows: Uint32Array
}

export function deletedDueOf(all: readonly Gone[], statusDay: number, periodAfterDay: number): DeletedDue {
  const ids: string[] = []
  const counts = { complete: 0, missed: 0, dueInPeriod: 0, hitInPeriod: 0 }
  for (const { tasks, rows } of all) {
    const { columns } = tasks
    for (const j of rows) {
      const planned = columns.baselineFinish[j]
      if (planned === DAY_ABSENT || planned > statusDay) continue
      ids.push(textAt(columns.id, j)!)
      const finish = columns.actualFinish[j]
      const isDone = isComplete(tasks, j)
      const isLate = finish > planned
      if (isDone) counts.complete++
      if (!isDone || isLate) counts.missed++
      if (planned <= periodAfterDay) continue
      counts.dueInPeriod++
      if (finish !== DAY_ABSENT && !isLate) counts.hitInPeriod++
    }
  }
  return { ids: ids.sort((a, b) => (a < b ? -1 : Number(a > b))), ...counts }
}

/** The counts over the tasks that the schedule has: the reading that stands beside. */
export const withoutDeleted = (execution: Execution): Execution => {
  const { due, complete, completeDue, dueInPeriod, hitInPeriod, deleted } = execution
  return {
    ...execution,
    due: due - deleted.ids.length,
    complete: complete - deleted.complete,
    completeDue: completeDue - deleted.complete,
    dueInPeriod: dueInPeriod - deleted.dueInPeriod,
    hitInPeriod: hitInPeriod - deleted.hitInPeriod,
    deleted: NONE_DELETED,
  }
}

/** BEI of an execution, null without a baseline. */
export const indexOf = ({ baselined, complete, due, unbaselined }: Execution): number | null =>
  baselined === 0 ? null : executionIndex(complete, due, unbaselined)

/** What a check that divides by the due tasks shows of those that are gone; `without` is its value over the others. */
const deletedEvidence = ({ deleted: { ids } }: Execution, without: number | null) =>
  ids.length === 0 ? {} : { deleted_due: ids.length, deleted_due_ids: ids, value_without_deleted: without }

/** Without a status day nothing is due. */
export function executionOf(
  tasks: TaskStates,
  population: Population,
  statusDay: number,
  periodAfterDay: number,
  deleted: DeletedDue = NONE_DELETED,
): Execution {
  const { columns } = tasks
  const { actualFinish, baselineFinish } = columns
  const counts = {
    baselined: 0,
    due: deleted.ids.length,
    unbaselined: 0,
    complete: deleted.complete,
    completeDue: deleted.complete,
    completeUnbaselined: 0,
    undatedFinishes: 0,
    dueInPeriod: deleted.dueInPeriod,
    hitInPeriod: deleted.hitInPeriod,
  }
  const missed: number[] = []
  const unfinishedDue: number[] = []
  for (let i = 0; i < columns.taskCount; i++) {
    if (population.marks[i] === 0) continue
    const planned = baselineFinish[i]
    const done = isComplete(tasks, i)
    if (done) counts.complete++
    if (planned === DAY_ABSENT) {
      counts.unbaselined++
      if (done) counts.completeUnbaselined++
      continue
    }
    counts.baselined++
    // no status day is before every day
    if (planned > statusDay) continue
    counts.due++
    if (done) counts.completeDue++
    else unfinishedDue.push(i)
    if (done && actualFinish[i] === DAY_ABSENT) counts.undatedFinishes++
    if (done ? actualFinish[i] > planned : bestFinish(columns, i) > planned || statusDay > planned) missed.push(i)
    if (planned <= periodAfterDay) continue
    counts.dueInPeriod++
    if (actualFinish[i] !== DAY_ABSENT && actualFinish[i] <= planned) counts.hitInPeriod++
  }
  return {
    population,
    ...counts,
    deleted,
    missed: Uint32Array.from(missed),
    unfinishedDue: Uint32Array.from(unfinishedDue),
    periodAfterDay,
  }
}

/** "273 tasks are complete; 283 tasks were due by the baseline, and 15 tasks without a baseline count as due." */
function executedText({ complete, due, unbaselined, deleted: { ids } }: Execution): string {
  const gone =
    ids.length === 0 ? '' : `, ${ids.length} of which ${ids.length === 1 ? 'is' : 'are'} not in the schedule any more`
  const also =
    unbaselined === 0
      ? ''
      : `, and ${plural(unbaselined, 'task without a baseline counts', 'tasks without a baseline count')} as due`
  return `${plural(complete, 'task is', 'tasks are')} complete; ${plural(due, 'task was', 'tasks were')} due by the baseline${gone}${also}.`
}

/** The index as the outcome of a check. `hits`: the tasks that it names. */
export function executionOutcome(execution: Execution, hits: Hits = NO_HITS): CheckOutcome {
  const { complete, due, unbaselined, population } = execution
  const without = indexOf(withoutDeleted(execution))
  return ratioOf(hits, complete, due + unbaselined, executedText(execution), {
    ...deletedEvidence(execution, without === null ? null : roundRatio(without)),
    due,
    without_baseline: unbaselined,
    excluded_by_type: population.excludedByType,
  })
}

/** BEI: tasks completed per task that should be; null when none should. */
export const executionIndex = (completed: number, due: number, withoutBaseline: number): number | null =>
  due + withoutBaseline === 0 ? null : completed / (due + withoutBaseline)

/** CPLI: the share of the remaining critical path that its float would add; null when nothing remains. */
export const pathLengthIndex = (pathDays: number, floatDays: number): number | null =>
  pathDays > 0 ? (pathDays + floatDays) / pathDays : null

/** What the checks of due and missed tasks read. */
export interface Executed extends HasColumns {
  readonly tasks: TaskStates
  readonly choice: CalendarChoice
  readonly statusDay: number
  readonly execution: Execution
}

const missedAdvice = ({ numerator, denominator }: CheckOutcome): Advice =>
  2 * numerator > denominator
    ? {
        title: 'Agree a new baseline for the missed work',
        description:
          'Most of what was due was missed, so the baseline no longer guides the work: replan the open work, explain the slips, and have the new baseline approved.',
      }
    : {
        title: 'Recover the missed tasks',
        description: 'Finish the open ones first, beginning with the latest; give a cause for each that finished late.',
      }

/** How late a due task is: from its baseline finish to its actual one, or to the later of its finish and the status date. */
function slipOf({ columns, tasks, statusDay, choice }: Executed, i: number): FinishMovement {
  const finish = bestFinish(columns, i)
  const toDay = isComplete(tasks, i) ? finish : Math.max(finish, statusDay)
  return finishMovement(choice.calendar, dayBasis(choice.mode), columns.baselineFinish[i], toDay)
}

const latestTask = worstTask<Executed>(
  (context, i) => slipOf(context, i).days,
  (context, i) => `${isComplete(context.tasks, i) ? 'finished' : 'unfinished,'} ${movementText(slipOf(context, i))}`,
  'Latest',
)

export const PERFORMANCE_TASKS =
  'Tasks and planning packages, complete ones included: no milestones, summaries, level of effort, margin or visibility tasks'

export const needsBaseline: Need<Executed> = {
  message:
    'requires a baseline: no task has baseline_finish (health/checks and reports also take it out of baseline_schedule, a baseline beside the schedule)',
  isMet: ({ execution }) => execution.baselined > 0,
}

export const MISSED_TASKS: Pick<
  CheckRow<Executed>,
  'population' | 'formula' | 'needs' | 'advice' | 'noun' | 'worst' | 'run'
> = {
  population: `${PERFORMANCE_TASKS}; with a baseline finish on or before the status date.`,
  formula:
    'Due tasks that finished after their baseline finish, or are unfinished with a finish or the status date after it, or are gone / due tasks, deleted ones included.',
  needs: [needsStatusDate, needsBaseline],
  advice: missedAdvice,
  noun: ['due task', 'due tasks'],
  worst: latestTask,
  run: ({ execution }) => {
    const { missed, due, undatedFinishes, population, deleted } = execution
    const hits = hitsOf(missed, missed.length + deleted.missed)
    const count = deleted.ids.length
    const message =
      `${plural(hits.count, 'task')} finished late or ${hits.count === 1 ? 'is' : 'are'} late.` +
      (count === 0
        ? ''
        : ` ${plural(count, 'due task is', 'due tasks are')} not in the schedule any more and ${count === 1 ? 'counts' : 'count'} as due.`)
    const present = due - count
    return shareOf(hits, due, message, {
      ...deletedEvidence(execution, present === 0 ? null : roundScore((100 * missed.length) / present)),
      complete_without_actual_finish: undatedFinishes,
      excluded_by_type: population.excludedByType,
    })
  },
}
