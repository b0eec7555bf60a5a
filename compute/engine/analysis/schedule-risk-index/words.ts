/** What this analysis says to its readers, by the check or sentence that says it. Texts of several analyses are in engine/check and engine/wording. */
import { HIGH_FLOAT_DAYS } from '../../check/limits.ts'
import { plural } from '../../wording/plural.ts'
import { someOf } from '../../wording/shares.ts'
import { POINTS_FACTOR } from '../progress-audit/checks/points.ts'

export const WORDS = {
  riskIndexAnalyser: {
    summary: (noScoreNote: string | undefined) =>
      `Schedule risk index: ${noScoreNote ?? 'no sub-metric could be evaluated.'}`,
    verdict: (index: number, band: string, score: number | null, grade: string | null, capNote: string) =>
      `Schedule risk index ${index} (${band}), score ${score}, grade ${grade}${capNote}.`,
    notRequested: 'not asked for in options.sub_metrics',
  },
  noWeight: {
    msg: (names: string) => `leaves every sub-metric that can be evaluated without weight: ${names}`,
  },
  requestedOf: {
    msg: (weight: number) => `must be a finite number of 0 or more, is ${weight}`,
    unknown: (known: string, name: string) => `must be one of ${known}, is ${name}`,
  },
  scheduleRiskIndexSummary: {
    title: 'Risk by sub-metric, higher is worse',
    subMetric: (title: string | undefined, risk: string | undefined, contribution: number) =>
      `${title} ${risk} of 100, ${plural(contribution, 'point')} of the index`,
    mostTitle: 'Tasks that add most',
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
    reason: (slips: string, date: string) => `finishes ${slips} after its baseline finish ${date}`,
    noTask: 'No task with a duration and a baseline finish.',
    message: (slipped: number, count: number, mean: string) =>
      `${someOf(slipped, count, 'task', ['finishes', 'finish'])} after the baseline; mean slip ${mean}.`,
    degraded: 'without status_date overdue work is not moved to it',
    finished: {
      found: ['finished after its baseline', 'finished after their baseline'],
      action: 'write down the cause of the delay, and check what it pushed out',
    },
    overdue: {
      found: ['is unfinished and past its baseline finish', 'are unfinished and past their baseline finish'],
      action: 'forecast a finish that can be kept, and shorten or overlap what is left',
    },
    forecast: {
      found: ['is forecast to finish after its baseline', 'are forecast to finish after their baseline'],
      action: 'gain the days on the work before, or have the later date approved as a change',
    },
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
    noTask: 'No incomplete task with a float.',
    message: (faulty: number, known: number, faults: string) =>
      `${someOf(faulty, known, 'incomplete task', ['has', 'have'])} risky float${faults}.`,
    negative: {
      found: ['has negative total float', 'have negative total float'],
      action: 'shorten or overlap the driving work, or agree a later date for the constraint that is missed',
    },
    zero: {
      found: ['has no float', 'have no float'],
      action: 'watch the progress every week, and have a plan ready that wins a day back',
    },
    high: {
      found: ['has more float than any plan needs', 'have more float than any plan needs'],
      action: 'add the link to the work that needs the result',
    },
    nearCritical: {
      found: ['is near-critical', 'are near-critical'],
      action: 'settle approvals and supplies early, and start as soon as the predecessors allow',
    },
  },
  logicRisk: {
    title: 'Logic risk',
    formula: (terms: string) => `100 * (${terms}); terms over nothing are dropped. 100 while the links form a cycle.`,
    population: 'Incomplete tasks without milestones, level of effort and summaries, and the live links into them.',
    remedy: 'Repair the logic of the work to come',
    cycle: { found: ['is on a cycle', 'are on a cycle'], action: 'remove one link of each cycle' },
    openEnds: {
      found: ['has no predecessor or no successor', 'have no predecessor or no successor'],
      action: 'tie the start to the work before it and the finish to the work that needs it',
    },
    hardConstraints: {
      found: ['has a hard constraint', 'have a hard constraint'],
      action: 'let links set the date, and keep a constraint only where the contract sets the date',
    },
    dangling: {
      found: ['has a start or a finish that no link holds', 'have a start or a finish that no link holds'],
      action: 'add the FS or SS link that starts it, or the FS or FF link that needs its finish',
    },
    leads: {
      found: ['follows over a lead', 'follow over a lead'],
      action: 'split the predecessor where its successor can start, and link the first part',
    },
    lags: {
      found: ['follows over a lag', 'follow over a lag'],
      action: 'make the waiting a task with a name, a duration and an owner',
    },
    onCycle: 'on a dependency cycle',
    openStart: 'no predecessor holds its start',
    openFinish: 'its finish drives nothing',
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
    ofEffort: (efforts: number) => ` (and ${plural(efforts, 'task')} of level of effort)`,
    nothing: 'No check of the progress audit could be evaluated.',
    measureMessage: (affected: number, populationCount: number, ofEffort: string, tenths: number) =>
      `${someOf(affected, populationCount, 'task', ['has', 'have'])} anomalies of status${ofEffort}, ${plural(tenths, 'point')} in all.`,
    dateIntegrity: {
      found: ['has actual dates that cannot be', 'have actual dates that cannot be'],
      action: 'correct them to days on or before the status date, the finish behind the start',
    },
    statusConsistency: {
      found: ['has a percent that its actual dates contradict', 'have a percent that their actual dates contradict'],
      action: 'report the actual start and finish that go with the percent',
    },
    forecastIntegrity: {
      found: [
        'has a forecast that lies in the past or only rides along',
        'have forecasts that lie in the past or only ride along',
      ],
      action: 'ask the owner of the work for a new forecast',
    },
    staleness: {
      found: ['is behind its dates without a new forecast', 'are behind their dates without a new forecast'],
      action: 'report what is done, and forecast the start or the finish anew',
    },
    sequence: {
      found: ['ran before its predecessors allowed', 'ran before their predecessors allowed'],
      action: 'report the predecessors that are done, or replace the links that the work did not keep to',
    },
    earnedValue: {
      found: ['earns another value than its measured progress', 'earn another value than their measured progress'],
      action: 'set the percents and earned_value to the work that was measured',
    },
    approval: {
      found: ['runs without the approval that it requires', 'run without the approval that they require'],
      action: 'have the approval decided, or stop the work until it is',
    },
    bulkStatusing: {
      found: ['shares its finish with many others', 'share their finish with many others'],
      action: 'look up the day on which each ended',
    },
    noTask: 'No task to audit.',
  },
  needsResources: {
    message: 'requires a resource on some task',
  },
  resourceRisk: {
    title: 'Resource risk',
    population:
      'Resource-days loaded from the status date, else the data date, on; critical incomplete tasks with a duration, no level of effort.',
    formula: (overWeight: number, unassignedWeight: number) =>
      `100 * (${overWeight} * over-allocated resource-days / loaded resource-days + ${unassignedWeight} * critical tasks without a resource / critical tasks); a term over nothing is dropped. Loaded resource-days are those of resources with a limit: as the schedule states it, else 1 unit per day of labour.`,
    remedy: 'Level the resources and staff the critical work',
    unassigned: {
      found: ['is critical and has no resource', 'are critical and have no resource'],
      action: 'name the crew or person before the work is due',
    },
    overCritical: {
      found: ['is critical and works on over-allocated days', 'are critical and work on over-allocated days'],
      action: 'add to the resource on these days, and move the other work of the resource instead',
    },
    over: {
      found: ['has float and works on over-allocated days', 'have float and work on over-allocated days'],
      action: 'move the work within its float to days on which the resource is free',
    },
    criticalUnassigned: 'critical and without a resource',
  },
  measureResources: {
    reason: (taskOverDays: string) => `${taskOverDays} of it on over-allocated days`,
    noTask: 'No work with a resource and no critical task is left.',
    message: (overDays: number, loadedDays: number, unassigned: number, criticalCount: number) =>
      `${someOf(overDays, loadedDays, 'resource-day', ['is', 'are'])} over-allocated; ${someOf(unassigned, criticalCount, 'critical task', ['has', 'have'])} no resource.`,
    degraded: 'no date to count the demand from',
  },
} as const
