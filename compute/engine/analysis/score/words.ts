/** What this analysis says to its readers, by the check or sentence that says it. Texts of several analyses are in engine/check and engine/wording. */
import { CONSTRAINT_TYPES } from '../../../../shared/contract/schedule/fields.ts'
import { LONG_DURATION_DAYS } from '../../check/limits.ts'
import { PERFORMANCE_TASKS } from '../../check/missed-tasks.ts'
import { isHardConstraint } from '../../kind/constraint-types.ts'
import { plural } from '../../wording/plural.ts'

export const WORDS = {
  measure:
    'It weighs how large the share of each fault is; the DCMA 14-point assessment counts the points that pass, so the two grades can differ.',
  baselineCoverage: {
    title: 'Baseline coverage',
    population: `${PERFORMANCE_TASKS}.`,
    formula: 'Those without a baseline start or finish / all such.',
    message: (hitCount: number) => `${plural(hitCount, 'task lacks', 'tasks lack')} a baseline date.`,
  },
  baselinePerformance: {
    title: 'Baseline performance',
  },
  source: {
    message:
      'No standard turns shares of faults into one score; the shares themselves are those of the DCMA points, their weights and zeros are ours, so that each fault costs in proportion and missing logic costs most.',
  },
  t14: {
    message: 'Incomplete tasks without milestones, level of effort and summaries',
  },
  l14: {
    message: 'Links into incomplete tasks whose two ends are work or milestones',
  },
  discrete: {
    message: 'Incomplete tasks and milestones without level of effort and summaries',
  },
  openEndsGate: {
    description: (openEnds: string) => `The project has a start and a finish of its own. ${openEnds}.`,
  },
  bareGate: {
    description: (allCount: number) => `None of ${plural(allCount, 'task')} has a duration or a date.`,
  },
  openEndsText: {
    message: (count: number, tasks: number) => `${plural(count, 'open end')} beyond those in ${plural(tasks, 'task')}`,
  },
  logicCoverage: {
    title: 'Logic coverage',
    population: (discrete: string) =>
      `${discrete}. A link to or from a summary, level of effort or an unknown id does not count as a predecessor or a successor.`,
    formula: '(open starts - 1, at least 0) + (open finishes - 1, at least 0), per task of the population.',
    message: (starts: number, finishes: number, size: string) =>
      `${plural(starts, 'task has', 'tasks have')} no predecessor, ${finishes} no successor; one of each is the project's own. ${size}.`,
  },
  leads: {
    title: 'Leads',
    population: (l14: string) => `${l14}.`,
    formula: 'Links with a negative lag / links.',
    message: (count: number) => `${plural(count, 'link has', 'links have')} a lead.`,
  },
  lags: {
    title: 'Lags',
    population: (l14: string) => `${l14}.`,
    formula: 'Links with a positive lag / links.',
    message: (count: number) => `${plural(count, 'link has', 'links have')} a lag.`,
  },
  relationshipMix: {
    title: 'Relationship mix',
    population: (l14: string) => `${l14}.`,
    formula: 'Links that are not finish-to-start / links.',
    outcome: (count: number) => `${plural(count, 'link is', 'links are')} not finish-to-start.`,
  },
  hardConstraints: {
    title: 'Hard constraints',
    population: (discrete: string) => `${discrete}.`,
    formula: `${CONSTRAINT_TYPES.filter((_, code) => isHardConstraint(code + 1)).join(', ')} / tasks of the population.`,
    message: (hitCount: number) => `${plural(hitCount, 'task has', 'tasks have')} a hard constraint.`,
  },
  longDurations: {
    title: 'Long durations',
    population: (t14: string) => `${t14}; planning packages are part of the whole, and none is counted as long.`,
    formula: `Those longer than ${LONG_DURATION_DAYS} days, planning packages aside / such tasks.`,
    noDuration: 'No such task has a duration.',
    message: (hitCount: number, longDurationDays: string) =>
      `${plural(hitCount, 'task is', 'tasks are')} longer than ${longDurationDays}.`,
  },
  dateValidity: {
    title: 'Date validity',
    population: 'All tasks but summaries, complete ones included.',
    formula:
      'Tasks with a start after the finish of the same kind or, with a status date, an actual date after it, a forecast (else planned) start before it though not started, or such a finish though unfinished / all tasks.',
    found: (hitCount: number) => `${plural(hitCount, 'task has', 'tasks have')} dates that cannot be.`,
    message: (found: string) => `${found} Without status_date only reversed dates were looked for.`,
    noDate: 'No task has a date.',
  },
  progressConsistency: {
    title: 'Progress consistency',
    population: 'All tasks and milestones, complete ones included; no level of effort and summaries.',
    formula:
      'Tasks with an actual finish but no actual start or a percent below 100, a percent of 100 without an actual finish, a percent between without an actual start, a percent outside 0 to 100, or a milestone in progress (PA04 to PA07, PA09, PA10) / tasks of the population.',
    adviceTitle: 'Reconcile percent and actual dates',
    message: (hitCount: number) => `${plural(hitCount, 'task has', 'tasks have')} progress that its dates contradict.`,
    percentOutOfRange: {
      found: ['has a percent below 0 or above 100', 'have a percent below 0 or above 100'],
      action: 'send the part of the work that is done, from 0 to 100',
    },
    partlyMilestone: {
      found: ['is a milestone that is partly complete', 'are milestones that are partly complete'],
      action: 'set percent_complete to 0, or to 100 with an actual finish',
    },
    noProgress: 'No task reports progress.',
  },
  resourceCoverage: {
    title: 'Resource coverage',
    population: (t14: string) => `${t14}; not applicable where no task of the schedule is loaded.`,
    formula: 'Those without a resource and without a budget / such tasks.',
    message: (hitCount: number) => `${plural(hitCount, 'task has', 'tasks have')} neither a resource nor a budget.`,
    notLoaded: 'The schedule is not resource-loaded.',
  },
  negativeFloat: {
    title: 'Negative float',
    population:
      'Incomplete tasks and milestones with a total float, no summaries: total_float_days, else, where tasks have calendars, as computed; at least half of them have one.',
    tooFew: (share: string, count: number) => `${share}, ${count === 1 ? 'has' : 'have'} total_float_days.`,
    formula: 'Those with a total float below 0 / such tasks.',
    message: (hitCount: number) => `${plural(hitCount, 'task has', 'tasks have')} negative total float.`,
  },
} as const
