/** What this analysis says to its readers, by the check or sentence that says it. Texts of several analyses are in engine/check and engine/wording. */
import { plural } from '../../wording/plural.ts'
import { shareText } from '../../wording/shares.ts'

export const WORDS = {
  lateText: {
    message: (
      count: number,
      usual: string,
      critical: string,
      pairCount: number,
      task: string,
      late: string,
      date: string,
    ) =>
      `${plural(count, 'task finishes', 'tasks finish')} ${usual} later than in the baseline, or where critical in it ${critical}. ${shareText(count, pairCount, 'task')}. Latest: ${task}, ${late} late, now ${date}.`,
    above: (days: string) => `more than ${days}`,
    between: (days: string, upTo: string) => `more than ${days}, at most ${upTo}`,
  },
  fuzzyLimitFindings: {
    finding: (notComparedCount: number, taskCount: number) =>
      `${notComparedCount} of ${plural(taskCount, 'current task')} may resemble more ids of the baseline than can be compared in the time of a call; of these only equal and normalised ids were paired. Pair by match_strategy id, or send the parts of the schedules apart.`,
    title: 'Pair the tasks by id',
    description: 'Send match_strategy id with the ids of the baseline kept, or compare one part of the work per call.',
    findingTitle: 'Too many ids to compare',
  },
  severeBand: {
    title: 'Severe variance',
    adviceTitle: 'Replan the severely late tasks',
    adviceDescription:
      'Find what holds each, put it to the change control, and agree the recovery or the new date of each.',
  },
  majorBand: {
    title: 'Major variance',
    adviceTitle: 'Bring the tasks of major variance back',
    adviceDescription:
      'Ask each owner for the finish that can be kept, and shorten or overlap the work before it drives.',
  },
  finishDiffers: {
    title: 'Computed and reported finish differ',
    description: (byDates: string) =>
      `The finish is compared as the critical-path method computes it in both schedules. By the dates of the tasks it is ${byDates}, which is what as-planned-vs-as-built compares: in one of the schedules the dates are not those that its logic and its data date give.`,
    adviceTitle: 'Schedule both before they are compared',
    adviceDescription: 'Recalculate the schedule whose dates do not follow from its logic, or name what holds them.',
  },
  deletedDueFindings: {
    finding: (deletedDueCount: number, isOneDeletedDueCount: boolean) =>
      `${plural(deletedDueCount, 'task')} of the baseline, due by the status date, ${isOneDeletedDueCount ? 'is' : 'are'} gone; BEI and tasks on track count ${isOneDeletedDueCount ? 'it' : 'them'} as due.`,
    title: 'Account for the due work that was deleted',
    description: 'Name the approved change that took each out of scope, or put the task back with its progress.',
    findingTitle: 'Due work was deleted',
  },
  undatedFindings: {
    finding: (undatedCount: number) =>
      `${plural(undatedCount, 'pair has', 'pairs have')} no finish on one side and no finish variance.`,
    title: 'Date the pairs without a finish',
    description: 'Send a finish of each in both schedules: baseline or planned there, actual or forecast here.',
    findingTitle: 'Pairs without dates',
  },
  supersededFindings: {
    finding: (supersededCount: number) =>
      `${plural(supersededCount, 'snapshot was', 'snapshots were')} replaced by a later one of the same date.`,
    findingTitle: 'Snapshots of the same date',
  },
  driftFindings: {
    text: (count: number, isOneCount: boolean) =>
      `${plural(count, 'driving link')} of the longest path of the baseline ${isOneCount ? 'is' : 'are'} gone.`,
    adviceTitle: 'Restore the critical logic',
    adviceDescription: 'Put back the driving link into each, or name the approved change that replaced it.',
    findingTitle: 'Critical logic removed',
  },
  oosFindings: {
    text: (taskCount: number, waits: string, moved: string) =>
      `${plural(taskCount, 'started or finished task has', 'started or finished tasks have')} unfinished predecessors, and ${waits}. Under progress override the project would finish ${moved}.`,
    waitsRetained: (isOneTask: boolean) => `what is left behind ${isOneTask ? 'it' : 'them'} waits (retained logic)`,
    waitsInProject:
      'what is left of started work waits for the finish of its predecessors, not for their start, as Microsoft Project has it',
    adviceTitle: 'Settle the progress out of sequence',
    adviceDescription:
      'Report the predecessors that are done; where the work did not wait for them, replace the link by the one it kept.',
    findingTitle: 'Progress out of sequence',
  },
  trendFindings: {
    growth: (slope: string) => `The mean finish variance grows by ${slope} per period.`,
    acceleration: (acceleration: string) =>
      `The growth of the mean finish variance rose by ${acceleration} in the last period.`,
  },
  stabilityFindings: {
    text: (variationPct: number) => `The estimates at completion of the window vary by ${variationPct} %.`,
  },
  earnedSchedule: {
    noPlan: 'no task of the baseline schedule has a start, a finish and a weight',
    notBegun: 'the status date is not after the start of the baseline',
    taskByPercent: 'task without earned_value counts by its percent',
    tasksByPercent: 'tasks without earned_value count by their percent',
    earnedValueNotRead:
      'earned_value was not read: not every task of the baseline has a budgeted_cost to compare it with',
  },
  baselineCompareSummary: {
    projectFinish: (current: string, base: string, varianceDays: string) =>
      `Project finish ${current} against ${base} in the baseline (${varianceDays}).`,
    finishVariance: (count: number, meanDays: string, medianDays: string, largestDays: string) =>
      `Finish variance over ${plural(count, 'task')}: mean ${meanDays}, median ${medianDays}, largest ${largestDays}.`,
    latestTitle: 'Latest against the baseline',
    scopeTitle: 'Tasks added and deleted',
  },
  varianceTrend: {
    blockMessage: (isOneValueCount: boolean) =>
      `requires two statuses with incomplete pairs of tasks; there ${isOneValueCount ? 'is one' : 'is none'}`,
  },
  noTotals: {
    message:
      'the current schedule has no totals: planned and earned value need a budgeted_cost of every baseline task, actual cost is not known',
  },
  forecastStability: {
    meanNotPositive: 'the mean estimate at completion is not above 0',
    tooFewEstimates: (estimateCount: number) =>
      `requires two estimates at completion; the statuses of the window have ${plural(estimateCount, 'estimate')}`,
  },
  population: {
    message:
      'Tasks and planning packages: no milestones, summaries, level of effort, margin or visibility tasks; complete ones included',
  },
  reason: {
    message: 'The indices are public; no document turns them into one score, so targets, zeros and weights are ours.',
  },
  needsBaselineFinish: {
    message: 'requires a pair of tasks with a finish in the baseline schedule',
  },
  needsPairs: {
    message: 'requires a task that both schedules have',
  },
  needsBaselineLogic: {
    message: 'requires logic in the baseline schedule: no link joins its tasks',
  },
  needsPlannedValue: {
    message: 'requires tasks of the baseline schedule with a start, a finish and a weight',
  },
  needsVariance: {
    message: 'requires a pair of tasks with a finish on both sides',
  },
  executionIndex: {
    title: 'Baseline execution index',
    population: (population: string) => `${population}.`,
    formula:
      'Complete tasks / (baseline tasks due by the status date, deleted ones included + tasks without a baseline finish).',
    adviceTitle: 'Catch up with the baseline',
    adviceDescription: 'Finish the tasks that were due, and baseline those that were added.',
  },
  criticalExecutionIndex: {
    title: 'Critical baseline execution index',
    population: (population: string) => `${population}; pairs that are critical in the CPM of the baseline schedule.`,
    formula:
      'Complete tasks / (those due by the status date, deleted ones included + those without a baseline finish).',
    adviceTitle: 'Recover the baseline critical path',
    adviceDescription: 'Put work into the tasks that were to drive the finish and are not done.',
  },
  paceIndex: {
    title: 'Schedule performance index by time, SPI(t)',
    population: 'Baseline tasks of the same kinds and milestones, by their budgeted cost or their duration.',
    formula: 'ES / AT: the time at which what is earned was to be earned / the time since the baseline start.',
    adviceTitle: 'Earn at the planned pace',
    adviceDescription: 'At this pace the project ends at IEAC(t); look at the work that was planned first.',
    noTime: 'No time has passed since the baseline start.',
    message: (earned: string, actual: string, isOneActual: boolean) =>
      `What is earned was to be earned in ${earned}; ${actual} ${isOneActual ? 'has' : 'have'} passed.`,
  },
  onTrack: {
    title: 'Tasks on track',
    population: 'Pairs with a finish on both sides, milestones included: no summaries, no level of effort.',
    formula:
      'Pairs whose finish variance is at most options.variance_threshold_days / (pairs + deleted tasks that were due by the status date).',
    deleted: (count: number) =>
      `${plural(count, 'task', 'tasks')} of the baseline, due by the status date, ${count === 1 ? 'is' : 'are'} gone and ${count === 1 ? 'counts' : 'count'} as due.`,
    adviceTitle: 'Bring late tasks back',
    adviceDescription: 'Start with the tasks of the bands severe and major that were critical in the baseline.',
    message: (variedPairs: number, thresholdDays: string) =>
      `${plural(variedPairs, 'task finishes', 'tasks finish')} more than ${thresholdDays} later than in the baseline.`,
    one: 'task on track',
    many: 'tasks on track',
  },
  schedules: {
    baseline: 'the baseline schedule',
    current: 'the current schedule',
  },
  finishSentence: {
    byNetwork: 'By the critical-path method',
    byDates: 'By its dates',
    message: (how: string, moved: string, lastTask: string) =>
      `${how} the project finishes ${moved}, last ${lastTask}.`,
    followed: (how: string, moved: string, task: string) => `${how} ${task} finishes ${moved}.`,
  },
} as const
