/** Advice that checks of several analyses share: an action per cause. */
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { isPin } from '../kind/constraint-types.ts'
import { isActualInFuture, isFinishOverdue, isStartOverdue } from '../population/overdue.ts'
import type { TaskStates } from '../population/task-states.ts'
import type { ResultValue } from '../result/result.ts'
import { type DayBasis, inDays } from '../wording/days.ts'
import { ADVICE_WORDS as WORDS } from './advice-words.ts'
import type { Advice, Cause, CausedAdvice, CheckOutcome } from './check.ts'
import type { NetworkContext } from './network-context.ts'

/** The first of these figures of the evidence that is there; 0 without any. */
function figureOf({ evidence }: CheckOutcome, ...names: readonly string[]): number {
  const given = (evidence ?? {}) as { readonly [name: string]: ResultValue }
  for (const name of names) if (typeof given[name] === 'number') return given[name]
  return 0
}

export function openEndsAdvice(outcome: CheckOutcome): Advice {
  const words = WORDS.openEnds
  const starts = figureOf(outcome, 'missing_predecessor', 'open_starts')
  const finishes = figureOf(outcome, 'missing_successor', 'open_finishes')
  const before = words.before(starts)
  const after = words.after(finishes)
  if (finishes === 0) return { title: words.startsTitle, description: words.starts(before) }
  if (starts === 0) return { title: words.finishesTitle, description: words.finishes(after) }
  return { title: words.bothTitle, description: words.both(before, after) }
}

export const LEADS_ADVICE: Advice = WORDS.leads
export const LAGS_ADVICE: Advice = WORDS.lags
export const RELATIONS_ADVICE: Advice = WORDS.relations
export const SUMMARY_LOGIC_ADVICE: Advice = WORDS.summaryLogic
export const LOE_LOGIC_ADVICE: Advice = WORDS.effortLogic
export const UNDATED_CONSTRAINTS_ADVICE: Advice = WORDS.undatedConstraints
export const PARTS_ADVICE: Advice = WORDS.parts
export const NEAR_PACKAGES_ADVICE: Advice = WORDS.nearPackages
export const LONG_TASKS_ADVICE: Advice = WORDS.longTasks
export const NEGATIVE_FLOAT_ADVICE: Advice = WORDS.negativeFloat
export const BASELINE_ADVICE: Advice = WORDS.baseline
export const RESOURCES_ADVICE: Advice = WORDS.resources

/** MSO and MFO move work against its links; a late date leaves it where it is and shows what is late. */
export const HARD_CONSTRAINTS_ADVICE: CausedAdvice<{ readonly columns: Pick<ScheduleColumns, 'constraintType'> }> = {
  title: WORDS.hardConstraints.title,
  causes: [
    { ...WORDS.hardConstraints.pinned, holds: ({ columns }, i) => isPin(columns.constraintType[i]) },
    { ...WORDS.hardConstraints.lateDate },
  ],
}

/** What the cause of a wrong date is decided by. */
export interface Dated {
  readonly tasks: TaskStates
  readonly columns: ScheduleColumns
  readonly statusDay: number
}

/** Past starts, past finishes, actual dates ahead and reversed dates are four mistakes, not one. */
export const DATES_ADVICE: CausedAdvice<Dated> = {
  title: WORDS.dates.title,
  causes: [
    { ...WORDS.dates.startPassed, holds: ({ tasks, statusDay }, i) => isStartOverdue(tasks, i, statusDay) },
    { ...WORDS.dates.finishPassed, holds: ({ tasks, statusDay }, i) => isFinishOverdue(tasks, i, statusDay) },
    {
      ...WORDS.dates.futureActual,
      holds: ({ columns, statusDay }, i) => statusDay !== DAY_ABSENT && isActualInFuture(columns, i, statusDay),
    },
    { ...WORDS.dates.reversed },
  ],
}

export interface Linked {
  readonly network: Pick<NetworkContext, 'live'>
}

/** High float is due to a finish that nothing needs, or to work that may wait. */
export const HIGH_FLOAT_CAUSES: readonly Cause<Linked>[] = [
  { ...WORDS.highFloat.noSuccessor, holds: ({ network: { live } }, i) => live.hasSuccessor[i] === 0 },
  { ...WORDS.highFloat.lateSuccessor },
]

export const HIGH_FLOAT_ADVICE: CausedAdvice<Linked> = {
  title: WORDS.highFloat.title,
  causes: HIGH_FLOAT_CAUSES,
}

export const missedAdvice = ({ numerator, denominator }: CheckOutcome): Advice =>
  2 * numerator > denominator ? WORDS.missed.most : WORDS.missed.some

/** `measure`: by what the float was measured, in words: analysis/cpm has its own. */
export const pathLengthAdvice = (days: number, basis: DayBasis, measure: string): Advice => ({
  title: WORDS.pathLength.title,
  description: WORDS.pathLength.description(inDays(days, basis), measure),
})
