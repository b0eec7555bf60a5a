/** The health check and the assessment summary of NASA's STAT 5, and rules of its Schedule Management Handbook. STAT's own limits are not public: most rows inform. */
import type { Catalogue, CheckSpec } from './spec.ts'

const STAT = 'NASA STAT 5, schedule health check'
const SUMMARY = 'NASA STAT 5, assessment summary report'
const HANDBOOK = 'NASA Schedule Management Handbook, rev. 2'

const row = (
  id: string,
  source: string,
  title: string,
  metric: readonly string[],
  more: Partial<CheckSpec> = {},
): CheckSpec => ({
  id,
  title,
  metric,
  severity: 'medium',
  source,
  ...more,
})
const cannot = (id: string, source: string, title: string, needs: string): CheckSpec => ({ id, title, needs, source })

const OPEN = ['is_incomplete', 'not is_summary']
const WORK = ['not is_summary']
const INDICATOR = 'an indicator: the limits of the tool are not public'

const CHECKS: readonly CheckSpec[] = [
  row('STAT-1', STAT, 'Remaining tasks and milestones', ['is_incomplete'], { population: WORK }),
  row('STAT-2', STAT, 'Remaining work without a predecessor', ['has_open_start'], {
    population: [...OPEN, 'not is_loe'],
    limit: '= 0',
    reading: INDICATOR,
  }),
  row('STAT-3', STAT, 'Remaining work without a successor', ['has_open_finish'], {
    population: [...OPEN, 'not is_loe'],
    limit: '= 0',
    reading: INDICATOR,
  }),
  row('STAT-4', STAT, 'Summaries with logic', ['06A208a']),
  row(
    'STAT-5',
    STAT,
    'Constraints other than as soon as possible',
    ['constraint_type given', 'constraint_type != ASAP'],
    { population: OPEN },
  ),
  row('STAT-6', STAT, 'Hard constraints', ['has_hard_constraint'], {
    population: OPEN,
    limit: '<= 5 %',
    reading: 'the limit of DCMA point 5',
  }),
  row('STAT-7', STAT, 'Work behind a lag', ['lag_count > 0'], { population: OPEN }),
  row('STAT-8', STAT, 'Work behind a lead', ['lead_count > 0'], {
    population: OPEN,
    limit: '= 0',
    reading: 'the limit of DCMA point 2',
  }),
  row('STAT-9', STAT, 'Long work', ['DCMA-08']),
  row('STAT-10', STAT, 'High float, margin aside', ['total_float_days > 44'], {
    population: [...OPEN, 'not is_loe', 'not is_margin'],
    limit: '<= 5 %',
    reading: 'the limit of DCMA point 6',
  }),
  row('STAT-11', STAT, 'Negative float', ['total_float_days < 0'], {
    population: [...OPEN, 'not is_loe'],
    limit: '= 0',
    reading: 'the limit of DCMA point 7',
  }),
  cannot(
    'STAT-12',
    STAT,
    'Estimated durations',
    'the mark of estimated durations of Microsoft Project, which is not read',
  ),
  row('STAT-13', STAT, 'Milestones with a duration', ['given_duration_days > 0'], {
    population: ['is_typed_milestone'],
    limit: '= 0',
  }),
  row('STAT-14', STAT, 'Work without a baseline', ['baseline_finish missing'], {
    population: WORK,
    limit: '<= 5 %',
    reading: 'the limit of DECM 06A501a',
  }),
  row(
    'STAT-15',
    STAT,
    'Work that should have begun or ended and says nothing',
    ['start < status_date or finish < status_date', 'actual_start missing or finish < status_date'],
    {
      population: OPEN,
      limit: '= 0',
    },
  ),
  row('STAT-16', STAT, 'Actual dates in the future', ['06A506a']),
  row('STAT-17', STAT, 'Forecast dates in the past', ['06A506b']),
  row('STAT-18', STAT, 'Missed work', ['DCMA-11']),
  row('STAT-19', STAT, 'Inconsistent roll-up of summaries', ['has_wrong_rollup'], {
    population: ['is_summary'],
    limit: '= 0',
  }),
  ...(['FS', 'SS', 'FF', 'SF'] as const).map((type, n) =>
    row(`SASR-${n + 1}`, SUMMARY, `${type} links`, [`type = ${type}`], { counts: 'links' }),
  ),
  row('SASR-5', SUMMARY, 'Baseline execution index', ['DCMA-14']),
  cannot(
    'SASR-6',
    SUMMARY,
    'Current execution index',
    'the forecast of the update before, which forensics/history compares',
  ),
  row('SASR-7', SUMMARY, 'Critical path test', ['DCMA-12']),
  row(
    'SASR-8',
    SUMMARY,
    'Remaining work with 0 to 10 days of float',
    ['total_float_days >= 0', 'total_float_days <= 10'],
    { population: OPEN },
  ),
  row(
    'SASR-9',
    SUMMARY,
    'Remaining work with 11 to 44 days of float',
    ['total_float_days > 10', 'total_float_days <= 44'],
    { population: OPEN },
  ),
  row('SASR-10', SUMMARY, 'Finishes before or on their baseline', ['actual_finish <= baseline_finish'], {
    population: ['is_complete', 'baseline_finish given', ...WORK],
  }),
  row('SMH-1', HANDBOOK, 'Margin with scope, budget or resource', ['resource_count > 0 or budgeted_cost > 0'], {
    population: ['is_margin'],
    limit: '= 0',
  }),
  row('SMH-2', HANDBOOK, 'Margin that leads to no milestone', ['milestone_successor_count = 0'], {
    population: ['is_margin', 'is_incomplete'],
    limit: '= 0',
  }),
  row('SMH-3', HANDBOOK, 'Margin off the critical path', ['not is_on_driving_path'], {
    population: ['is_margin', 'is_incomplete'],
  }),
  cannot('SMH-4', HANDBOOK, 'Amount of margin', 'the dates of integration and test, shipment and launch'),
  cannot('SMH-5', HANDBOOK, 'Burndown of margin', 'margin by update, which forensics/history computes'),
  row('SMH-6', HANDBOOK, 'Packages within six months', ['is_planning_package'], {
    population: [...OPEN, 'start >= status_date', 'start <= status_date + 183'],
    limit: '<= 5 %',
    reading: 'the limit is ours',
  }),
  row('SMH-7', HANDBOOK, 'Work of the next six months longer than two months', ['duration_days > 44'], {
    population: [...OPEN, 'not is_loe', 'not is_planning_package', 'start <= status_date + 183'],
    limit: '<= 5 %',
    reading: 'two cycles of a monthly update; the limit is ours',
  }),
  cannot(
    'SMH-8',
    HANDBOOK,
    'Replanning or rebaselining',
    'baselines by update, which forensics/change-tracking compares',
  ),
]

export const NASA_STAT: Catalogue = {
  id: 'nasa-stat',
  title: 'NASA STAT health check and Schedule Management Handbook',
  version: 'STAT 5.0 of 2016, handbook rev. 2 of 2024',
  source: "NASA STAT 5 User's Guide; NASA Schedule Management Handbook; limits of the tool are not public",
  checks: CHECKS,
}
