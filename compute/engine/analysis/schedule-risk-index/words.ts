/** What this analysis says to its readers, by the check or sentence that says it. Texts of several analyses are in engine/check and engine/wording. */
import { HIGH_FLOAT_DAYS } from '../../check/limits.ts'
import { plural } from '../../wording/plural.ts'
import { someOf } from '../../wording/shares.ts'
import { POINTS_FACTOR } from '../progress-audit/checks/points.ts'

export const WORDS = {
  riskIndexAnalyser: {
    summary: (noScoreNote: string | undefined) =>
      `Schedule risk index: ${noScoreNote ?? 'no sub-metric could be evaluated.'}`,
  },
  noWeight: {
    msg: (names: string) => `leaves every sub-metric that can be evaluated without weight: ${names}`,
  },
  askedOf: {
    msg: (weight: number) => `must be a finite number of 0 or more, is ${weight}`,
  },
  scheduleRiskIndexSummary: {
    message: 'Risk by sub-metric, higher is worse',
    message2: (title: string | undefined, risk: string | undefined, contribution: number) =>
      `${title} ${risk} of 100, ${plural(contribution, 'point')} of the index`,
  },
  needsBaseline: {
    message: 'requires baseline_finish',
  },
  baselineDrift: {
    title: 'Baseline drift',
    population:
      'Tasks with a duration above 0 and a baseline finish, complete ones included: no milestones, summaries, level of effort, margin or visibility tasks.',
    formula: (shareWeight: number, meanWeight: number, fullDaysMin: number, fullShare: number) =>
      `100 * (${shareWeight} * share of tasks that finish after their baseline + ${meanWeight} * min(1, mean slip / max(${fullDaysMin}, ${fullShare} * baseline project length))), slips in calendar days; unfinished work past its baseline finish slips at least to the status date.`,
    remedy: 'Recover the slips, or agree a new baseline',
    finishedAction: 'write down the cause of the delay, and check what it pushed out',
    overdueFound: 'is unfinished and past its baseline finish',
    overdueFound2: 'are unfinished and past their baseline finish',
    overdueAction: 'forecast a finish that can be kept, and shorten or overlap what is left',
    forecastFound: 'is forecast to finish after its baseline',
    forecastFound2: 'are forecast to finish after their baseline',
    forecastAction: 'gain the days on the work before it, or have the later date approved as a change',
    measureReasonsOf: (slips: string, date: string) => `finishes ${slips} after its baseline finish ${date}`,
    measureMessage: 'No task with a duration and a baseline finish.',
    measureMessage2: (slipped: number, count: number, mean: string) =>
      `${someOf(slipped, count, 'task', ['finishes', 'finish'])} after the baseline; mean slip ${mean}.`,
    measureDegraded: 'without status_date overdue work is not moved to it',
  },
  source: {
    message:
      'Tools publish scores of schedule quality; no public document has a composite formula for risk, so sub-metrics, terms and weights are ours.',
  },
  floatRisk: {
    title: 'Float risk',
    population:
      'Incomplete tasks without milestones, level of effort and summaries; total float as supplied, else computed.',
    formula: (negative: number, zero: number, high: number, nearCritical: number) =>
      `100 * sum of faults / tasks: float below 0: ${negative}; 0: ${zero}; above ${HIGH_FLOAT_DAYS} days: ${high}; at most options.near_critical_float_threshold: ${nearCritical}.`,
    remedy: 'Bring the float back to what the work needs',
    negativeAction: 'shorten or overlap the driving work, or agree a later date for the constraint that is missed',
    zeroAction: 'watch the progress every week, and have a plan ready that wins a day back',
    highFound: 'has more float than any plan needs',
    highFound2: 'have more float than any plan needs',
    highAction: 'add the link to the work that needs the result',
    nearCriticalAction: 'settle approvals and supplies early, and start as soon as the predecessors allow',
    measureMessage: 'No incomplete task with a float.',
    measureMessage2: (faulty: number, known: number, faults: string) =>
      `${someOf(faulty, known, 'incomplete task', ['has', 'have'])} risky float${faults}.`,
  },
  logicRisk: {
    title: 'Logic risk',
    formula: (terms: string) => `100 * (${terms}); terms over nothing are dropped. 100 while the links form a cycle.`,
    population: 'Incomplete tasks without milestones, level of effort and summaries, and the live links into them.',
    remedy: 'Repair the logic of the work to come',
    cycleAction: 'remove one link of each cycle',
    openEndsFound: 'has no predecessor or no successor',
    openEndsFound2: 'have no predecessor or no successor',
    openEndsAction: 'tie the start to the work before it and the finish to the work that needs it',
    hardConstraintsAction: 'let links set the date, and keep a constraint only where the contract sets the date',
    danglingFound: 'has a start or a finish that no link holds',
    danglingFound2: 'have a start or a finish that no link holds',
    danglingAction: 'add the FS or SS link that starts it, or the FS or FF link that needs its finish',
    leadsAction: 'split the predecessor where its successor can start, and link the first part',
    lagsAction: 'make the waiting a task with a name, a duration and an owner',
  },
  cyclic: {
    message: (taskCount: number) => `The dependencies of ${plural(taskCount, 'task')} form a cycle.`,
  },
  acyclic: {
    message: (faulty: number, t14Count: number) =>
      `${someOf(faulty, t14Count, 'incomplete task', ['has', 'have'])} faulty logic.`,
  },
  progressRisk: {
    title: 'Progress integrity',
    population: 'All tasks and milestones but level of effort and summaries, as in the progress audit.',
    formula: `min(100, ${POINTS_FACTOR} * points / tasks): per task the points of its worst anomaly in the progress audit; none where that gives no score.`,
    dateIntegrityFound: 'has actual dates that cannot be',
    dateIntegrityFound2: 'have actual dates that cannot be',
    dateIntegrityAction: 'correct them to days on or before the status date, the finish behind the start',
    statusConsistencyFound: 'has a percent that its actual dates contradict',
    statusConsistencyFound2: 'have a percent that their actual dates contradict',
    statusConsistencyAction: 'report the actual start and finish that go with the percent',
    forecastIntegrityFound: 'has a forecast that lies in the past or only rides along',
    forecastIntegrityFound2: 'have forecasts that lie in the past or only ride along',
    forecastIntegrityAction: 'ask the owner of the work for a new forecast',
    stalenessFound: 'is behind its dates without a new forecast',
    stalenessFound2: 'are behind their dates without a new forecast',
    stalenessAction: 'report what is done, and forecast the start or the finish anew',
    sequenceAction: 'report the predecessors that are done, or replace the links that the work did not keep to',
    earnedValueFound: 'earns another value than its measured progress',
    earnedValueFound2: 'earn another value than their measured progress',
    earnedValueAction: 'set the percents and earned_value to the work that was measured',
    approvalFound: 'runs without the approval that it requires',
    approvalFound2: 'run without the approval that they require',
    approvalAction: 'have the approval decided, or stop the work until it is',
    bulkStatusingFound: 'shares its finish with many others',
    bulkStatusingFound2: 'share their finish with many others',
    bulkStatusingAction: 'look up the day on which each ended',
    ofEffort: (efforts: number) => ` (and ${plural(efforts, 'task')} of level of effort)`,
    nothing: 'No check of the progress audit could be evaluated.',
    measureMessage: (affected: number, populationCount: number, ofEffort: string, tenths: number) =>
      `${someOf(affected, populationCount, 'task', ['has', 'have'])} anomalies of status${ofEffort}, ${plural(tenths, 'point')} in all.`,
  },
  needsResources: {
    message: 'requires a resource on some task',
  },
  resourceRisk: {
    title: 'Resource risk',
    population:
      'Resource-days loaded from the status date, else the data date, on; critical incomplete tasks with a duration, no level of effort.',
    formula: (overWeight: number, unassignedWeight: number) =>
      `100 * (${overWeight} * over-allocated resource-days / loaded resource-days + ${unassignedWeight} * critical tasks without a resource / critical tasks); a term over nothing is dropped. Each resource has a capacity of 1.`,
    remedy: 'Level the resources and staff the critical work',
    unassignedFound: 'is critical and has no resource',
    unassignedFound2: 'are critical and have no resource',
    unassignedAction: 'name the crew or person before the work is due',
    overCriticalFound: 'is critical and works on over-allocated days',
    overCriticalFound2: 'are critical and work on over-allocated days',
    overCriticalAction: 'add to the resource on these days, and move the other work of the resource instead',
    overFound: 'has float and works on over-allocated days',
    overFound2: 'have float and work on over-allocated days',
    overAction: 'move the work within its float to days on which the resource is free',
  },
  measureResources: {
    reasonsOf: (taskOverDays: string) => `${taskOverDays} of it on over-allocated days`,
    message: 'No work with a resource and no critical task is left.',
    message2: (overDays: number, loadedDays: number, unassigned: number, criticalCount: number) =>
      `${someOf(overDays, loadedDays, 'resource-day', ['is', 'are'])} over-allocated; ${someOf(unassigned, criticalCount, 'critical task', ['has', 'have'])} no resource.`,
    degraded: 'no date to count the demand from',
  },
} as const
