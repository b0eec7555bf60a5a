/**
 * Tasks that were due, done, and done in time: the counts behind points 11 and 14 and their variants. The ratios are pure functions, so that
 * other analyses use the same ones.
 */
import { DAY_ABSENT } from '../../../shared/schedule/columns.ts'
import { bestFinish } from '../calendar/best-dates.ts'
import type { Population } from '../population/populations.ts'
import { isComplete, type TaskStates } from '../population/task-states.ts'
import { WORDS } from './words.ts'

export interface Execution {
  readonly population: Population
  /** Tasks with a baseline finish at all; 0 = no baseline. */
  readonly baselined: number
  /** BF on or before the status day. */
  readonly due: number
  /** No BF. */
  readonly unbaselined: number
  readonly complete: number
  readonly completeDue: number
  readonly completeUnbaselined: number
  /** Due tasks that finished late or are late, in input order. */
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

/** Without a status day nothing is due. */
export function executionOf(
  tasks: TaskStates,
  population: Population,
  statusDay: number,
  periodAfterDay: number,
): Execution {
  const { columns } = tasks
  const { actualFinish, baselineFinish } = columns
  const counts = {
    baselined: 0,
    due: 0,
    unbaselined: 0,
    complete: 0,
    completeDue: 0,
    completeUnbaselined: 0,
    undatedFinishes: 0,
    dueInPeriod: 0,
    hitInPeriod: 0,
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
    missed: Uint32Array.from(missed),
    unfinishedDue: Uint32Array.from(unfinishedDue),
    periodAfterDay,
  }
}

/** "273 tasks are complete; 283 tasks were due by the baseline, and 15 tasks without a baseline count as due." */
export const executedText = ({
  complete,
  due,
  unbaselined,
}: Pick<Execution, 'complete' | 'due' | 'unbaselined'>): string => WORDS.execution(complete, due, unbaselined)

/** BEI: tasks completed per task that should be; null when none should. */
export const executionIndex = (completed: number, due: number, withoutBaseline: number): number | null =>
  due + withoutBaseline === 0 ? null : completed / (due + withoutBaseline)

/** CPLI: the share of the remaining critical path that its float would add; null when nothing remains. */
export const pathLengthIndex = (pathDays: number, floatDays: number): number | null =>
  pathDays > 0 ? (pathDays + floatDays) / pathDays : null
