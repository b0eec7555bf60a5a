/** What is reported beside the figures: the findings of this analysis and its summary. */

import { DAY_ABSENT, type ScheduleColumns, type TextColumn } from '../../../../shared/contract/schedule/columns.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import type { AdvisedFinding } from '../../check/advised-finding.ts'
import { type FindingRow, type RowHit, seek, seekIn } from '../../check/finding-rows.ts'
import { hitsOf, NO_HITS } from '../../check/findings.ts'
import { lastTaskRow, lastTaskText } from '../../compare/last-task.ts'
import { noPairsRow, noPairsText, otherWorkRow } from '../../compare/no-pairs.ts'
import { movedIds } from '../../compare/same-work.ts'
import { compareIds } from '../../ids/id-order.ts'
import type { FinishMovement } from '../../wording/days.ts'
import { daysOver, inDays, laterOrEarlier, signedDays, spanText, wallText } from '../../wording/days.ts'
import { plural } from '../../wording/numbers.ts'
import { taskText } from '../../wording/tasks.ts'
import { entitledBy, type Measure } from '../delay-analysis/account.ts'
import { contractTexts } from '../delay-analysis/contract-dates.ts'
import type { Controlling, PlanComparison } from './compare-plan.ts'
import { isNegative } from './show.ts'
import { isFinishProjected } from './show-comparison.ts'

const STEPS_NAMED_MAX = 3

/** How the comparison says that another task ends last; empty where none does. */
export const endText = ({ last, endings, whole, other, gross }: PlanComparison): string =>
  gross === undefined ? '' : lastTaskText(last, endings, movedText(whole), movedText(other))

const movedText = (movement: FinishMovement | undefined): string =>
  movement === undefined ? '' : laterOrEarlier(movement.days, movement.basis, movement.toDay - movement.fromDay)

const concurrentDaysOf = ({ account, beside }: Controlling['held'], measure: Measure): number =>
  entitledBy(account.standing(), 'literal', beside, measure).concurrent

function concurrentHit({ controlling, gross, concurrency }: PlanComparison): RowHit {
  if (gross === undefined || controlling === undefined) return NO_HITS
  const { held } = controlling
  const wall = concurrentDaysOf(held, held.calendarDays)
  if (wall <= EPSILON_DAYS) return NO_HITS
  const days = concurrentDaysOf(held, held.account.scale.days)
  const detail = `${inBoth(days, wall, gross)} of the delay of ${inBoth(gross.days, gross.toDay - gross.fromDay, gross)}; by the policy ${concurrency} the entitlement says what they earn, and its table what they would earn by the others.`
  return { count: 1, detail }
}

/** By id, so that no order of the input decides whom the advice names. */
function outOfSequenceSteps(controlling: Controlling | undefined, ids: TextColumn) {
  if (controlling === undefined) return NO_HITS
  const { path } = controlling
  const late = path.tasks.filter((_, n) => isNegative(path.gapDays[n]) === 1).sort((i, j) => compareIds(ids, i, j))
  const gaps = new Map(Array.from(path.tasks, (task, n) => [task, path.gapDays[n]]))
  return { ...hitsOf(late), sizeOf: (task: number) => -(gaps.get(task) ?? 0) }
}

const inBoth = (days: number, wall: number, gross: FinishMovement): string =>
  `${inDays(days, gross.basis)}${wallText(wall, gross.basis)}`

/** Movement, dates, and the steps that delayed the finish most. */
function lateDetail(gross: FinishMovement, controlling: Controlling | undefined, columns: ScheduleColumns): string {
  const inCalendarDays = wallText(gross.toDay - gross.fromDay, gross.basis)
  const moved = `${daysOver(gross.days, gross.basis, gross.fromDay, gross.toDay)}${inCalendarDays}.`
  if (controlling === undefined) return moved
  const { path, increments } = controlling
  const { shareDays } = increments.shares
  const most = [...path.tasks.keys()]
    .filter(n => shareDays[n] > EPSILON_DAYS)
    .sort((a, b) => shareDays[b] - shareDays[a] || a - b)
    .slice(0, STEPS_NAMED_MAX)
    .map(n => `${taskText(columns, path.tasks[n])} ${signedDays(shareDays[n], gross.basis)}`)
  return most.length === 0 ? moved : `${moved} Most by ${most.join(', ')}.`
}

/** "3 working days later"; of days off alone "0 working days (1 calendar day) later". */
function laterText({ days, basis, fromDay, toDay }: FinishMovement): string {
  const wall = toDay - fromDay
  return days === 0
    ? `${inDays(0, basis)} (${inDays(Math.abs(wall), 'calendar')}) ${wall > 0 ? 'later' : 'earlier'}`
    : laterOrEarlier(days, basis, wall)
}

export const AS_BUILT_FINDING_ROWS = {
  noPairs: seekIn(noPairsRow({ byIds: false }), ({ apart }: PlanComparison) => (apart === undefined ? [] : [apart])),
  endChanged: seekIn(lastTaskRow('APAB_END_CHANGED'), (comparison: PlanComparison) => [endText(comparison)]),
  otherWork: seekIn(
    otherWorkRow('APAB_ID_OF_OTHER_WORK', { isFollowed: false }),
    ({ baseline, strategy, current: { columns, place } }: PlanComparison) =>
      baseline === undefined || strategy !== 'id' ? [] : movedIds(baseline, columns, place),
  ),
  late: {
    code: 'APAB_GROSS_DELAY',
    severity: 'medium',
    title: 'Finished later than planned',
    description: count => `The last of ${plural(count, 'task')} ends after the latest planned finish.`,
    find: ({ gross, population }) => ({
      count: gross !== undefined && gross.toDay > gross.fromDay ? population.count : 0,
    }),
    detail: ({ gross, controlling, current }) => lateDetail(gross!, controlling, current.columns),
  },
  concurrent: {
    code: 'APAB_CONCURRENT',
    severity: 'medium',
    title: 'Concurrent delay',
    description: () => 'Tasks of the owner and of the contractor held the finish on the same days.',
    advice: {
      title: 'Settle what concurrent days earn',
      description: 'Look up what the contract says of concurrent delay, and choose the policy by it.',
    },
    find: concurrentHit,
  },
  tied: {
    code: 'APAB_TIED_PATHS',
    severity: 'info',
    title: 'Paths that end together',
    description: count =>
      `${plural(count, 'task is', 'tasks are')} on paths that tie, the one shown among them; all of them count in whose the days are.`,
    advice: {
      title: 'Judge which path drove the work',
      description: 'Dates cannot tell which of several paths that end together held the work; records of the site can.',
    },
    find: ({ controlling }) => (controlling === undefined ? NO_HITS : hitsOf(controlling.tied)),
  },
  noPlan: {
    code: 'APAB_NO_PLAN',
    severity: 'medium',
    title: 'No planned dates',
    description: count => `None of ${plural(count, 'task')} has a planned finish; nothing can be compared.`,
    advice: {
      title: 'Send the plan',
      description: 'Give a baseline_schedule with planned dates, or baseline_start and baseline_finish of the tasks.',
    },
    find: ({ plan, population }) => ({ count: plan.finishDay === DAY_ABSENT ? population.count : 0 }),
  },
  recounted: {
    code: 'APAB_CALENDAR_EDITED',
    severity: 'medium',
    title: 'Planned durations in an edited calendar',
    description: count =>
      `${plural(count, 'planned task has', 'planned tasks have')} other working days between ${count === 1 ? 'its' : 'their'} planned dates in the calendar of the plan than in that of the current schedule, in which all days are counted: the difference stands as growth or gain of the task, and is the calendar's.`,
    detail: ({ recounted: { tasks, moreDays }, current }) => {
      const most = [...tasks].sort(
        (i, j) => Math.abs(moreDays(j)) - Math.abs(moreDays(i)) || compareIds(current.columns.id, i, j),
      )
      return `Most of all: ${taskText(current.columns, most[0]!)}, ${inDays(Math.abs(moreDays(most[0]!)))} ${moreDays(most[0]!) > 0 ? 'more' : 'less'} by the plan.`
    },
    advice: {
      title: 'Tell the days of the calendar apart',
      description: 'The delay analysis names the days by which an edit of a calendar moved the finish.',
    },
    find: ({ recounted: { tasks, moreDays } }) => ({ ...hitsOf(tasks), sizeOf: task => Math.abs(moreDays(task)) }),
  },
  outOfSequence: {
    code: 'APAB_OUT_OF_SEQUENCE',
    severity: 'medium',
    title: 'Built out of sequence',
    description: count => `${plural(count, 'step')} of the controlling path began before the predecessor allowed.`,
    advice: {
      title: 'Check the logic against the work',
      description: 'Links that the work did not keep to make the controlling path doubtful.',
    },
    find: ({ controlling, current }) => outOfSequenceSteps(controlling, current.columns.id),
  },
  noLinks: {
    code: 'APAB_NO_LINKS',
    severity: 'low',
    title: 'No links',
    description: count => `None of ${plural(count, 'task')} is linked with another; the controlling path was skipped.`,
    advice: {
      title: 'Send the links',
      description: 'With predecessors the delay is told step by step.',
    },
    find: ({ skip, population }) => ({ count: skip === 'noLinks' ? population.count : 0 }),
  },
  noActuals: {
    code: 'APAB_NO_ACTUALS',
    severity: 'low',
    title: 'No actual dates',
    description: count =>
      `None of ${plural(count, 'task')} has an actual date; the controlling path was skipped, the rest is a projection.`,
    advice: {
      title: 'Send actual dates',
      description: 'actual_start and actual_finish tell what was built.',
    },
    find: ({ skip, population }) => ({ count: skip === 'noActuals' ? population.count : 0 }),
  },
  unforeseen: {
    code: 'APAB_NO_FORECAST',
    severity: 'medium',
    title: 'Open work without a forecast',
    description: count => `${plural(count, 'open task has', 'open tasks have')} no finish on or after the status date.`,
    detail: ({ arePlaced }) =>
      arePlaced
        ? 'The critical path method puts them, and what follows them, from the status date on; the delay is a projection by these dates.'
        : 'Nothing has begun, so their dates stand as they are.',
    advice: {
      title: 'Send a forecast of the open work',
      description:
        'Give forecast_start and forecast_finish as of the status date, or the actual dates of what is done.',
    },
    find: ({ unforeseen }) => hitsOf(unforeseen),
  },
  undated: {
    code: 'APAB_UNMATCHED_DATES',
    severity: 'low',
    title: 'Pairs without dates',
    description: count =>
      `${plural(count, 'task of both schedules lacks', 'tasks of both schedules lack')} a finish in one of them and ${count === 1 ? 'has' : 'have'} no finish delay.`,
    advice: {
      title: 'Date the pairs without a finish',
      description: 'Send a planned or baseline finish there, and an actual or forecast finish here.',
    },
    find: ({ undated }) => hitsOf(undated),
  },
  unplanned: {
    code: 'APAB_UNPLANNED_TASKS',
    severity: 'info',
    title: 'Tasks that were not planned',
    description: count =>
      `${plural(count, 'task is', 'tasks are')} not in the plan; on the path such a task counts with its whole time.`,
    advice: {
      title: 'Account for the tasks that were not planned',
      description: 'Name the change that added each, or send the planned task under the same id.',
    },
    find: ({ apart, plan, unplanned }) =>
      apart !== undefined || plan.finishDay === DAY_ABSENT ? NO_HITS : hitsOf(unplanned),
  },
  deleted: {
    code: 'APAB_DELETED_TASKS',
    severity: 'info',
    title: 'Planned tasks that are gone',
    description: count => `${plural(count, 'planned task is', 'planned tasks are')} not in the current schedule.`,
    find: ({ apart, deleted }) => ({ count: apart === undefined ? deleted.length : 0 }),
  },
  notCompared: {
    code: 'APAB_SIMILAR_IDS_SKIPPED',
    severity: 'low',
    title: 'Too many ids to compare',
    description: count =>
      `${plural(count, 'task')} may resemble more planned ids than can be compared in the time of a call; of these only equal ids were matched.`,
    advice: {
      title: 'Match the tasks by id',
      description: 'Keep the planned ids in the current schedule, and send match_strategy id.',
    },
    find: ({ plan }) => hitsOf(plan.match?.notCompared ?? new Uint32Array()),
  },
  noCategory: {
    code: 'APAB_NO_CATEGORY',
    severity: 'info',
    title: 'No delay categories',
    description: count => `None of ${plural(count, 'task')} has a delay_category; entitlement was left out.`,
    find: ({ controlling, population }) => ({
      count: controlling === undefined || controlling.hasCategories ? 0 : population.count,
    }),
  },
} as const satisfies Record<string, FindingRow<PlanComparison>>

const ROWS: readonly FindingRow<PlanComparison>[] = Object.values(AS_BUILT_FINDING_ROWS)

export const ownFindings = (comparison: PlanComparison): AdvisedFinding[] =>
  seek(ROWS, comparison, comparison.current.columns)

export function summaryOf({ apart, gross, controlling, built, completions, contractual }: PlanComparison): string {
  if (apart !== undefined) return `The delay is not known. ${noPairsText(...apart)}`
  if (gross === undefined) return 'The delay is not known: the plan or the current schedule has no finish date.'
  const { fromDay, toDay } = gross
  const verb = isFinishProjected(built) ? 'is to finish' : 'finished'
  const when =
    fromDay === toDay
      ? `as planned, ${spanText(fromDay, toDay)}`
      : `${laterText(gross)} than planned, ${spanText(fromDay, toDay)}`
  const pathLength = controlling?.path.tasks.length
  const how = pathLength === undefined ? '' : `; the controlling path has ${plural(pathLength, 'task')}`
  return [
    `By its dates the project ${verb} ${when}${how}.`,
    ...contractTexts(completions, contractual),
    'Indicators, not verdicts.',
  ].join(' ')
}
