/** Advice that checks of several analyses share: an action per cause. */

import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { isPin } from '../kind/constraint-types.ts'
import { isActualInFuture, isFinishOverdue, isStartOverdue } from '../population/overdue.ts'
import type { TaskStates } from '../population/task-states.ts'
import type { ResultValue } from '../result/result.ts'
import { type DayBasis, inDays } from '../wording/days.ts'
import { plural } from '../wording/plural.ts'
import type { Advice, Cause, CausedAdvice, CheckOutcome } from './check.ts'
import type { NetworkContext } from './network-context.ts'

/** The first of these figures of the evidence that is there; 0 without any. */
function figureOf({ evidence }: CheckOutcome, ...names: readonly string[]): number {
  const given = (evidence ?? {}) as { readonly [name: string]: ResultValue }
  for (const name of names) if (typeof given[name] === 'number') return given[name]
  return 0
}

export function openEndsAdvice(outcome: CheckOutcome): Advice {
  const starts = figureOf(outcome, 'missing_predecessor', 'open_starts')
  const finishes = figureOf(outcome, 'missing_successor', 'open_finishes')
  const before = `tie each start to the work that has to be done before it (${plural(starts, 'start')})`
  const after = `tie each finish to the work that needs it, else to the completion milestone (${plural(finishes, 'finish', 'finishes')})`
  if (finishes === 0)
    return {
      title: 'Give the open starts a predecessor',
      description: `Work without a predecessor starts wherever the tool puts it: ${before}.`,
    }
  if (starts === 0)
    return {
      title: 'Give the open finishes a successor',
      description: `Without a successor, a delay of the work moves nothing else: ${after}.`,
    }
  return { title: 'Close the open ends', description: `In each case: ${before}; ${after}.` }
}

export const LEADS_ADVICE: Advice = {
  title: 'Replace the leads',
  description: 'Split the predecessor where its successor can start, and link the first part without a lead.',
}
export const LAGS_ADVICE: Advice = {
  title: 'Replace the lags by tasks',
  description: 'Waiting that takes time (curing, approval, delivery) is a task with a name, a duration and an owner.',
}
export const RELATIONS_ADVICE: Advice = {
  title: 'Prefer finish-to-start links',
  description:
    'Split each overlap into parts that follow one another by FS; keep SS and FF where the work itself runs side by side.',
}
export const SUMMARY_LOGIC_ADVICE: Advice = {
  title: 'Move the logic to the tasks below',
  description:
    'Link the first and the last task of each summary instead; links on the summary drive its tasks in Microsoft Project only.',
}
export const LOE_LOGIC_ADVICE: Advice = {
  title: 'Link the work itself',
  description: 'Replace each link from level of effort by one from the work that it supports.',
}
export const UNDATED_CONSTRAINTS_ADVICE: Advice = {
  title: 'Date or remove the constraints',
  description: 'Send constraint_date, or take the constraint off; only ASAP and ALAP need no date.',
}
export const PARTS_ADVICE: Advice = {
  title: 'Join the parts of the network',
  description: 'Link each of these to the work that it waits for and to the work that needs it.',
}
export const NEAR_PACKAGES_ADVICE: Advice = {
  title: 'Convert the planning packages of the near term',
  description: 'Replace each by detailed tasks with their own links before its work begins.',
}
export const LONG_TASKS_ADVICE: Advice = {
  title: 'Break down the long tasks',
  description:
    'Cut each into steps of at most a reporting period or two, with a result that can be seen, and link the steps.',
}
export const NEGATIVE_FLOAT_ADVICE: Advice = {
  title: 'Recover the negative float',
  description:
    'Begin with the task of the least float: shorten or overlap the work that drives it, or agree a later date for the constraint that it misses.',
}
export const BASELINE_ADVICE: Advice = {
  title: 'Baseline every task',
  description:
    'Send the approved baseline_start and baseline_finish of each; for added work, those of its approved change.',
}
export const RESOURCES_ADVICE: Advice = {
  title: 'Assign the work',
  description: 'Name the resource or the budget of each, beginning with what starts next.',
}

/** MSO and MFO move work against its links; a late date leaves it where it is and shows what is late. */
export const HARD_CONSTRAINTS_ADVICE: CausedAdvice<{ readonly columns: Pick<ScheduleColumns, 'constraintType'> }> = {
  title: 'Replace the hard constraints',
  causes: [
    {
      found: ['is pinned to a date (MSO or MFO)', 'are pinned to a date (MSO or MFO)'],
      action: 'let links set the date, with SNET where the work may not start before',
      holds: ({ columns }, i) => isPin(columns.constraintType[i]),
    },
    {
      found: ['has to be done by a date (SNLT or FNLT)', 'have to be done by a date (SNLT or FNLT)'],
      action:
        'keep the date where the contract sets it and write down why; else take the constraint off, so that float is counted to the end of the project',
    },
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
  title: 'Correct the dates',
  causes: [
    {
      found: ['has not started and its start has passed', 'have not started and their start has passed'],
      action: 'report the actual start, or move the start to the status date or later',
      holds: ({ tasks, statusDay }, i) => isStartOverdue(tasks, i, statusDay),
    },
    {
      found: ['is unfinished and its finish has passed', 'are unfinished and their finish has passed'],
      action: 'report the actual finish, or forecast when the work will end',
      holds: ({ tasks, statusDay }, i) => isFinishOverdue(tasks, i, statusDay),
    },
    {
      found: ['has an actual date after the status date', 'have an actual date after the status date'],
      action: 'correct the date, or send the later status date of the report',
      holds: ({ columns, statusDay }, i) => statusDay !== DAY_ABSENT && isActualInFuture(columns, i, statusDay),
    },
    {
      found: ['has a finish before its start', 'have a finish before their start'],
      action: 'exchange the two dates, or correct the one that is wrong',
    },
  ],
}

export interface Linked {
  readonly network: Pick<NetworkContext, 'live'>
}

/** High float is due to a finish that nothing needs, or to work that may wait. */
export const HIGH_FLOAT_CAUSES: readonly Cause<Linked>[] = [
  {
    found: ['has no successor', 'have no successor'],
    action: 'add the link to the work that needs the result, else to the completion milestone',
    holds: ({ network: { live } }, i) => live.hasSuccessor[i] === 0,
  },
  {
    found: ['has a successor that needs it much later', 'have successors that need them much later'],
    action: 'look for an earlier successor that is missing; where there is none, write down why the work may wait',
  },
]

export const HIGH_FLOAT_ADVICE: CausedAdvice<Linked> = {
  title: 'Look for missing successors',
  causes: HIGH_FLOAT_CAUSES,
}

export const missedAdvice = ({ numerator, denominator }: CheckOutcome): Advice =>
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

/** `measure`: by what the float was measured, in words: analysis/cpm has its own. */
export const pathLengthAdvice = (days: number, basis: DayBasis, measure: string): Advice => ({
  title: 'Recover the end date',
  description: `Gain ${inDays(days, basis)} (measured by ${measure}) on the critical path, most of it on its longest tasks, or agree a finish that much later.`,
})

/** Causes that the audit of progress and DECM share. */
export const START_AHEAD = {
  found: [
    'is forecast or planned to start after the status date',
    'are forecast or planned to start after the status date',
  ],
  action: 'report the day on which the work began early, or set percent_complete to 0',
} as const

export const COMPLETE_WITHOUT_FINISH = {
  finishAhead: {
    found: ['is forecast to finish after the status date', 'are forecast to finish after the status date'],
    action: 'lower percent_complete to what is done, or report the day on which the work ended early',
  },
  neverStarted: {
    found: ['has no actual start either', 'have no actual start either'],
    action: 'report both days, or set percent_complete back where no work was done',
  },
  underWay: {
    found: ['has begun and is at 100 %', 'have begun and are at 100 %'],
    action: 'report the day on which the work ended',
  },
} as const

/** What to do about work that ran before its predecessors allowed. */
export const SETTLE_SEQUENCE =
  'report the predecessors that are done, or replace the links that the work did not keep to'

/** What to do about forecasts that ride on the status date. */
export const RIDING = {
  notStarted: 'find what holds the start, and forecast the day on which that is settled',
  inProgress: 'measure the remaining duration, and forecast the finish from it',
} as const
