/**
 * The DECM metrics with schedule data, and three of the ClearPlan toolbar beside them. Fourteen of the seventeen of health/dcma-decm are taken from there; others are rows
 * over the table of metrics, or say which other system they need. Tiers by metric are not public: `tier` is the kind of test instead.
 */

import { DECM_ROWS } from '../../dcma-decm/checks/rows.ts'
import type { Catalogue, CheckSpec } from './spec.ts'

const AUTOMATED = 'automated test'
const MANUAL = 'manual test'
const EITHER = 'automated or manual test'
const MANUAL_CODES = ['06A211a', '06A401a', '06I201a']

/** Where health/dcma-decm counts otherwise than the metric is written, by its own specification, the catalogue keeps to the metric. */
const AS_WRITTEN = ['06A505a', '06A505b', '06I201a']

const existing: readonly CheckSpec[] = DECM_ROWS.filter(({ code }) => !AS_WRITTEN.includes(code)).map(
  ({ code, title }) => ({
    id: code,
    title,
    metric: [code],
    tier: code === '06A210a' ? EITHER : MANUAL_CODES.includes(code) ? MANUAL : AUTOMATED,
    source: `DCMA EVMS DECM ${code}`,
  }),
)

const row = (
  id: string,
  tier: string,
  title: string,
  metric: readonly string[],
  limit: string,
  more: Partial<CheckSpec> = {},
): CheckSpec => ({
  id,
  title,
  tier,
  metric,
  limit,
  severity: 'medium',
  source: id.startsWith('CPT') ? `ClearPlan toolbar ${id}, no metric of the DCMA` : `DCMA EVMS DECM ${id}`,
  ...more,
})
const cannot = (id: string, tier: string, title: string, needs: string): CheckSpec => ({
  id,
  title,
  tier,
  needs,
  source: `DCMA EVMS DECM ${id}`,
})

const COST_TOOL = 'the packages of the cost tool'
const SUBCONTRACT = 'the schedule of the subcontract, and which of its tasks stands for which'
const BY_PHYSICAL =
  'by the physical percent complete, of tasks without one by their percent complete; health/dcma-decm goes by percent complete alone'
const ACCOUNTS = { population: ['is_first_of_control_account'] }
const OPEN_PACKAGES = { population: ['is_first_of_open_work_package'] }

const others: readonly CheckSpec[] = [
  cannot(
    '03A101a',
    MANUAL,
    'Control account dates against the authorisation',
    'the authorised periods of control accounts',
  ),
  cannot('03A101e', EITHER, 'Percent complete in schedule and cost tool', COST_TOOL),
  cannot('03A101f', AUTOMATED, 'Baseline dates in schedule and cost tool', COST_TOOL),
  cannot('03A101h', AUTOMATED, 'Organisation in schedule and cost tool', COST_TOOL),
  cannot('03A101i', AUTOMATED, 'WBS in schedule and cost tool', COST_TOOL),
  cannot('03A103a', MANUAL, 'Forecast dates of subcontract and prime', SUBCONTRACT),
  cannot('03A103b', MANUAL, 'Baseline dates of subcontract and prime', SUBCONTRACT),
  row(
    '05A101a',
    AUTOMATED,
    'Control accounts with no or several organisations',
    ['control_account_obs_kinds != 1'],
    '= 0',
    ACCOUNTS,
  ),
  row(
    '05A102a',
    AUTOMATED,
    'Control accounts with no or several managers',
    ['control_account_cam_kinds != 1'],
    '<= 5 %',
    ACCOUNTS,
  ),
  row(
    '05A103a',
    AUTOMATED,
    'Control accounts with no or several WBS elements',
    ['control_account_wbs_element_kinds != 1'],
    '= 0',
    ACCOUNTS,
  ),
  row('06A505a', AUTOMATED, 'Actual starts of work in progress', ['actual_start missing'], '<= 5 %', {
    population: [
      'not is_summary',
      'measured_physical_percent missing or measured_physical_percent > 0',
      'measured_physical_percent missing or measured_physical_percent < 100',
      'measured_physical_percent given or percent_complete > 0',
      'measured_physical_percent given or percent_complete < 100',
    ],
    reading: BY_PHYSICAL,
  }),
  row('06A505b', AUTOMATED, 'Actual finishes of complete work', ['actual_finish missing'], '<= 5 %', {
    population: [
      'not is_summary',
      'measured_physical_percent >= 100 or measured_physical_percent missing',
      'measured_physical_percent given or percent_complete >= 100',
    ],
    reading: BY_PHYSICAL,
  }),
  row(
    '06I201a',
    MANUAL,
    'Schedule visibility tasks',
    ['is_visibility or is_named_visibility', 'not is_visibility or is_loaded'],
    '= 0',
    {
      population: ['is_incomplete', 'not is_summary'],
      reading: 'open tasks alone, as the metric is written; health/dcma-decm counts complete ones, too',
    },
  ),
  cannot('06A101a', AUTOMATED, 'Packages in schedule and cost tool', COST_TOOL),
  cannot('06A102a', MANUAL, 'Risk mitigation in the schedule', 'the mitigation actions of the risk register'),
  cannot(
    '06A301a',
    MANUAL,
    'Lower level schedules are traceable',
    'the lower level schedules, and which of their tasks stands for which',
  ),
  cannot('06A301b', MANUAL, 'Baseline finish against the contract', 'the contract finish of each line item'),
  cannot('06A401b', MANUAL, 'Contract milestones in the schedule', 'the list of contract milestones and events'),
  row(
    '06I101b',
    MANUAL,
    'Margin that stands for no risk to a milestone',
    ['milestone_successor_count = 0 or resource_count > 0 or budgeted_cost > 0'],
    '= 0',
    {
      population: ['is_margin', 'is_incomplete'],
      reading: 'the part that a schedule tells: margin leads to a milestone, and has no resource and no budget',
    },
  ),
  cannot('07A102b', MANUAL, 'Master plan is traceable to the schedule', 'the criteria of the integrated master plan'),
  cannot('08A101a', MANUAL, 'Budget phasing against the schedule', COST_TOOL),
  row(
    '08I101a',
    AUTOMATED,
    'Summary level planning packages without duration',
    ['baseline_span_days <= 1'],
    '<= 10 %',
    {
      population: ['is_slpp'],
    },
  ),
  row(
    '10A102a',
    AUTOMATED,
    'Work packages with no or several techniques',
    ['work_package_evt_kinds != 1'],
    '<= 5 %',
    OPEN_PACKAGES,
  ),
  cannot('10A103a', AUTOMATED, '0-100 packages in several periods', 'the accounting periods of the programme'),
  cannot(
    '10A104a',
    AUTOMATED,
    'Start-finish packages in more than two periods',
    'the accounting periods of the programme',
  ),
  row('10A109b', AUTOMATED, 'Packages without budget', ['work_package_budget <= 0'], '<= 5 %', {
    population: ['is_first_of_work_package'],
  }),
  row('10A302a', AUTOMATED, 'Planning packages with actual cost', ['actual_cost > 0'], '<= 2 %', {
    population: ['is_planning_package'],
  }),
  row(
    '10A302b',
    AUTOMATED,
    'Planning packages with earned value',
    ['percent_complete > 0 or earned_value > 0'],
    '<= 2 %',
    {
      population: ['is_planning_package'],
      reading: 'progress stands for earned value where the schedule has none',
    },
  ),
  row('10A303a', AUTOMATED, 'Planning packages without duration', ['baseline_span_days <= 1'], '<= 10 %', {
    population: ['is_planning_package'],
  }),
  cannot('11A101a', AUTOMATED, 'Control account budget is the sum of its packages', COST_TOOL),
  cannot('23A301a', MANUAL, 'Variance reports speak of the critical path', 'the texts of variance reports'),
  cannot('27A102a', MANUAL, 'Estimate to complete against the forecast', COST_TOOL),
  cannot('27A102b', MANUAL, 'Estimate to complete against the forecast, sampled', COST_TOOL),
  cannot('29A401a', EITHER, 'Changed budgets of open packages', 'the budgets of packages in the period before'),
  cannot(
    '29A601a',
    MANUAL,
    'Planning packages within the rolling wave',
    'the date of the next rolling wave; health/planning-horizon measures its near window',
  ),
  cannot(
    '29I401a',
    EITHER,
    'Baseline dates changed to mask variance',
    'the reasons of baseline changes; forensics/change-tracking lists the changes',
  ),
  cannot(
    '32A102a',
    MANUAL,
    'Latest authorised changes in the schedule',
    'the change documents with their baseline dates',
  ),
  row(
    'CPT01',
    AUTOMATED,
    'Budgeted work without its codes',
    [
      'wbs_code missing or obs missing or control_account missing or cam missing or work_package missing or evt missing',
    ],
    '= 0',
    {
      population: ['has_budget'],
      reading: 'budgeted cost or work of the task stands for that of its baseline',
    },
  ),
  row(
    'CPT02',
    AUTOMATED,
    'Work packages with no or several control accounts',
    ['work_package_control_account_kinds != 1'],
    '= 0',
    OPEN_PACKAGES,
  ),
  row('CPT03', AUTOMATED, 'Work behind a lead', ['lead_count > 0'], '= 0', {
    population: ['is_incomplete', 'not is_loe', 'not is_summary'],
  }),
]

export const DECM: Catalogue = {
  id: 'decm',
  title: 'DCMA DECM metrics of schedules',
  version: '5.0 of Jan 2022, with v6.0 to v8.0 as the ClearPlan toolbar counts',
  source: 'DCMA EVMS Compliance Metrics; tiers by metric are not published',
  checks: [...existing, ...others].sort((a, b) => (a.id < b.id ? -1 : 1)),
}
