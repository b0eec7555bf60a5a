/** Findings of the baseline comparison beside those of its components and of the schedules themselves. */

import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { bestFinish } from '../../calendar/best-dates.ts'
import type { AdvisedFinding } from '../../check/advised-finding.ts'
import { type FindingRow, seek } from '../../check/finding-rows.ts'
import { allHitsWhere, hitsOf } from '../../check/findings.ts'
import type { ComputedStatus } from '../../compare/computed-status.ts'
import { computedFindings, joinFindings } from '../../compare/input-findings.ts'
import { lastTaskRow } from '../../compare/last-task.ts'
import { otherWorkRow } from '../../compare/no-pairs.ts'
import { type MovedId, movedIds } from '../../compare/same-work.ts'
import { compareIds } from '../../ids/id-order.ts'
import { inputFindings } from '../../input/input-findings.ts'
import { historyFindings } from '../../input/schedule-findings.ts'
import { summariesAreLinked } from '../../population/summary-links.ts'
import { type DayBasis, dateText, inDays, laterOrEarlier, movementText } from '../../wording/days.ts'
import { figure, plural } from '../../wording/numbers.ts'
import { shareText } from '../../wording/shares.ts'
import { taskText } from '../../wording/tasks.ts'
import type { Comparison } from './context.ts'
import { movedByDates } from './finish.ts'
import type { DriftBlock, OosImpact } from './show-logic.ts'
import { toldOrEarlyFinish } from './statuses.ts'
import type { ForecastStability, VarianceTrend } from './trends.ts'
import { boundsOfBand, MAJOR, SEVERE } from './variance.ts'

/** What is wrong with the schedules of the request; the current one speaks last. */
function scheduleFindings({ current, baseline, statuses, choice }: Comparison): AdvisedFinding[] {
  return joinFindings([
    computedFindings('baseline_schedule', baseline, choice),
    ...statuses.earlier.statuses.map(({ columns, index }) => ({
      place: `schedule_history.${index}`,
      findings: inputFindings(columns),
    })),
    computedFindings('current_schedule', current, choice),
  ])
}

/** How late the tasks of a band are, of how many, and the latest of them, the first by id where several are. */
function lateText({ setting, current, pairs, variances }: Comparison, count: number, band: number): string {
  const { usual, critical } = boundsOfBand(band)
  const days = (thresholds: number): string => inDays(thresholds * setting.thresholdDays, 'calendar')
  const bounds = ({ above, upTo }: typeof usual): string =>
    upTo === undefined ? `more than ${days(above)}` : `more than ${days(above)}, at most ${days(upTo)}`
  let latest = -1
  for (let i = 0; i < variances.band.length; i++) {
    if (variances.band[i] !== band) continue
    const more = latest < 0 ? 1 : variances.finish[i] - variances.finish[latest]
    if (more > 0 || (more === 0 && compareIds(current.columns.id, i, latest) < 0)) latest = i
  }
  const late = inDays(variances.finish[latest], 'calendar')
  return `${plural(count, 'task finishes', 'tasks finish')} ${bounds(usual)} later than in the baseline, or where critical in it ${bounds(critical)}. ${shareText(count, pairs.count, 'task')}. Latest: ${taskText(current.columns, latest)}, ${late} late, now ${dateText(toldOrEarlyFinish(current, latest))}.`
}

export const END_CHANGED = lastTaskRow('BC_END_CHANGED')
export const OTHER_WORK = otherWorkRow('BC_ID_OF_OTHER_WORK', { isFollowed: false })

/** Where tasks are paired by their ids. */
const movedFromBaseline = ({ setting, current, baseline }: Comparison): readonly MovedId[] =>
  setting.strategy === 'id' ? movedIds(baseline.columns, current.columns, 'current_schedule') : []

const lateRow = (
  band: number,
  words: Pick<FindingRow<Comparison>, 'code' | 'severity' | 'title' | 'advice'>,
): FindingRow<Comparison> => ({
  ...words,
  description: (count, comparison) => lateText(comparison, count, band),
  find: ({ current, variances }) => ({
    ...allHitsWhere(current.columns.taskCount, i => variances.band[i] === band),
    sizeOf: i => variances.finish[i],
  }),
})

/** Findings about tasks of the current schedule. */
const ROWS: readonly FindingRow<Comparison>[] = [
  {
    // why a comparison by dates, such as as-planned-vs-as-built, tells another delay
    code: 'BC_FINISH_DIFFERS',
    severity: 'low',
    title: 'Computed and reported finish differ',
    description: (_, comparison) =>
      `The finish is compared as the critical-path method computes it in both schedules. By the dates of the tasks it is ${movementText(movedByDates(comparison)!)}, which is what as-planned-vs-as-built compares: in one of the schedules the dates are not those that its logic and its data date give.`,
    advice: {
      title: 'Schedule both before they are compared',
      description: 'Recalculate the schedule whose dates do not follow from its logic, or name what holds them.',
    },
    find: comparison => ({
      count: comparison.match.pairCount === 0 || movedByDates(comparison) === undefined ? 0 : 1,
    }),
  },
  {
    code: 'BC_FUZZY_LIMIT',
    severity: 'medium',
    title: 'Too many ids to compare',
    description: (count, { current }) =>
      `${count} of ${plural(current.columns.taskCount, 'current task')} may resemble more ids of the baseline than can be compared in the time of a call; of these only equal and normalised ids were paired. Pair by match_strategy id, or send the parts of the schedules apart.`,
    advice: {
      title: 'Pair the tasks by id',
      description:
        'Send match_strategy id with the ids of the baseline kept, or compare one part of the work per call.',
    },
    find: ({ match }) => hitsOf(match.notCompared),
  },
  lateRow(SEVERE, {
    code: 'BC_SEVERE_VARIANCE',
    severity: 'high',
    title: 'Severe variance',
    advice: {
      title: 'Replan the severely late tasks',
      description:
        'Find what holds each, put it to the change control, and agree the recovery or the new date of each.',
    },
  }),
  lateRow(MAJOR, {
    code: 'BC_MAJOR_VARIANCE',
    severity: 'medium',
    title: 'Major variance',
    advice: {
      title: 'Bring the tasks of major variance back',
      description: 'Ask each owner for the finish that can be kept, and shorten or overlap the work before it drives.',
    },
  }),
]

/** A finding about tasks of the baseline. */
const DELETED_DUE: FindingRow<Comparison> = {
  code: 'BC_DELETED_DUE',
  severity: 'medium',
  title: 'Due work was deleted',
  description: count =>
    `${plural(count, 'task')} of the baseline, due by the status date, ${count === 1 ? 'is' : 'are'} gone; BEI and tasks on track count ${count === 1 ? 'it' : 'them'} as due.`,
  advice: {
    title: 'Account for the due work that was deleted',
    description: 'Name the approved change that took each out of scope, or put the task back with its progress.',
  },
  find: ({ executions }) => hitsOf(executions.deletedDue),
}

const LAST_ROWS: readonly FindingRow<Comparison>[] = [
  {
    code: 'BC_NO_FORECAST',
    severity: 'medium',
    title: 'Open work without a forecast',
    description: (count, { current: { told } }) =>
      `${plural(count, 'open task was', 'open tasks were')} to finish before the status date. ${told.isPlaced ? `${count === 1 ? 'It counts' : 'They count'}, with what follows, from the status date on, where the critical-path method puts ${count === 1 ? 'it' : 'them'}.` : `Nothing has begun, so ${count === 1 ? 'its date stands' : 'their dates stand'}.`}`,
    advice: {
      title: 'Forecast the open work again',
      description: 'Send the forecast dates of the status date for each, or the actual dates of those that are done.',
    },
    find: ({ current: { told, columns } }) =>
      hitsOf(told.unforeseen.filter(i => bestFinish(columns, i) !== DAY_ABSENT)),
  },
  {
    code: 'BC_UNDATED_PAIRS',
    severity: 'low',
    title: 'Pairs without dates',
    description: count => `${plural(count, 'pair has', 'pairs have')} no finish on one side and no finish variance.`,
    advice: {
      title: 'Date the pairs without a finish',
      description: 'Send a finish of each in both schedules: baseline or planned there, actual or forecast here.',
    },
    find: ({ current, pairs, variances }) =>
      allHitsWhere(current.columns.taskCount, i => pairs.marks[i] === 1 && Number.isNaN(variances.finish[i])),
  },
  {
    code: 'BC_HISTORY_SUPERSEDED',
    severity: 'low',
    title: 'Snapshots of the same date',
    description: count =>
      `${plural(count, 'snapshot was', 'snapshots were')} replaced by a later one of the same date.`,
    find: ({ statuses: { superseded } }) => ({ count: superseded.length, evidence: { positions: superseded } }),
  },
]

export function comparisonFindings(comparison: Comparison): AdvisedFinding[] {
  const { columns } = comparison.current
  return [
    ...seek([END_CHANGED], [comparison.finishes.text], columns),
    ...seek([OTHER_WORK], movedFromBaseline(comparison), columns),
    ...seek(ROWS, comparison, columns),
    ...seek([DELETED_DUE], comparison, comparison.baseline.columns),
    ...seek(LAST_ROWS, comparison, columns),
    ...historyFindings(comparison.statuses.earlier, columns),
    ...scheduleFindings(comparison),
  ]
}

const LOGIC_REMOVED: FindingRow<DriftBlock> = {
  code: 'BC_CRITICAL_LOGIC_REMOVED',
  severity: 'critical',
  title: 'Critical logic removed',
  description: count =>
    `${plural(count, 'driving link')} of the longest path of the baseline ${count === 1 ? 'is' : 'are'} gone.`,
  advice: {
    title: 'Restore the critical logic',
    description: 'Put back the driving link into each, or name the approved change that replaced it.',
  },
  find: ({ removed: { successor } }) => hitsOf(Uint32Array.from(new Set(successor)).sort(), successor.length),
}

export const driftFindings = (drift: DriftBlock, baseline: ComputedStatus): AdvisedFinding[] =>
  seek([LOGIC_REMOVED], drift, baseline.columns)

interface OutOfSequence extends OosImpact {
  readonly current: ComputedStatus
  readonly basis: DayBasis
}

const OUT_OF_SEQUENCE: FindingRow<OutOfSequence> = {
  code: 'BC_OUT_OF_SEQUENCE',
  severity: 'medium',
  title: 'Progress out of sequence',
  description: (count, { current, override, retained, basis }) => {
    const waits = summariesAreLinked(current.columns)
      ? 'what is left of started work waits for the finish of its predecessors, not for their start, as Microsoft Project has it'
      : `what is left behind ${count === 1 ? 'it' : 'them'} waits (retained logic)`
    return `${plural(count, 'started or finished task has', 'started or finished tasks have')} gone ahead of unfinished predecessors, and ${waits}. Under progress override the project would finish ${laterOrEarlier(override - retained, basis)}.`
  },
  advice: {
    title: 'Settle the progress out of sequence',
    description:
      'Report the predecessors that are done; where the work did not wait for them, replace the link by the one it kept.',
  },
  find: ({ tasks }) => hitsOf(Uint32Array.from(tasks)),
}

export const oosFindings = (impact: OosImpact, current: ComputedStatus, basis: DayBasis): AdvisedFinding[] =>
  seek([OUT_OF_SEQUENCE], { ...impact, current, basis }, current.columns)

const TREND_ROWS: readonly FindingRow<VarianceTrend>[] = [
  {
    code: 'BC_VARIANCE_DETERIORATES',
    severity: 'medium',
    title: 'Variance deteriorates',
    description: (_, { slope }) => `The mean finish variance grows by ${inDays(slope!, 'calendar')} per period.`,
    find: ({ trend }) => ({ count: trend === 'deteriorating' ? 1 : 0 }),
  },
  {
    code: 'BC_VARIANCE_ACCELERATES',
    severity: 'medium',
    title: 'Variance accelerates',
    description: (_, { acceleration }) =>
      `The growth of the mean finish variance rose by ${inDays(acceleration!, 'calendar')} in the last period.`,
    find: ({ isAccelerating }) => ({ count: isAccelerating ? 1 : 0 }),
  },
]

export const trendFindings = (trend: VarianceTrend, current: ComputedStatus): AdvisedFinding[] =>
  seek(TREND_ROWS, trend, current.columns)

const UNSTABLE: FindingRow<ForecastStability> = {
  code: 'BC_FORECAST_UNSTABLE',
  severity: 'medium',
  title: 'Unstable forecast',
  description: (_, { variationPct }) => `The estimates at completion of the window vary by ${figure(variationPct!)} %.`,
  find: ({ stability }) => ({ count: stability === 'unstable' ? 1 : 0 }),
}

export const stabilityFindings = (stability: ForecastStability, current: ComputedStatus): AdvisedFinding[] =>
  seek([UNSTABLE], stability, current.columns)
