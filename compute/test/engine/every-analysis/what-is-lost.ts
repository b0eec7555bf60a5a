/**
 * What the analyses lose, and say, when a field or a container (in angle brackets) is missing from every schedule of the
 * project of missing-data.test.ts. Reviewed by hand: a line that goes is a check that passes on data nobody gave.
 */
import type { AnalysisId } from '../../../../shared/contract/analysis/analyses.ts'

/** By analysis, then by field or container. */
type ByAnalysis<Said> = Readonly<Partial<Record<AnalysisId, Readonly<Record<string, Said>>>>>

/** Checks that ran with the field and are skipped, not applicable or gone without it. */
export const LOST: ByAnalysis<string> = {
  'health.score': {
    predecessors: 'HS02 HS03 HS04',
    baseline_finish: 'HS10',
    total_float_days: 'HS12',
    '<status_date>': 'HS10',
  },
  'health.logic-audit': { predecessors: 'LA03 LA04 LA05 LA06 LA08 LA15 LA16 LA17 LA18', task_type: 'LA12 LA13' },
  'health.progress-audit': {
    predecessors: 'PA17 PA18',
    percent_complete: 'PA05 PA06 PA07 PA08 PA09 PA10 PA15 PA19',
    physical_percent_complete: 'PA19 PA21',
    actual_start: 'PA01 PA03 PA08',
    actual_finish: 'PA02 PA03 PA04 PA06 PA23',
    forecast_start: 'PA11 PA14',
    forecast_finish: 'PA12 PA14 PA15',
    earned_value: 'PA20 PA21',
    budgeted_cost: 'PA20 PA21',
    approval_required: 'PA22',
  },
  'health.dcma-14-point': {
    predecessors: 'DCMA-02 DCMA-03 DCMA-04',
    baseline_finish: 'DCMA-11 DCMA-14',
    '<status_date>': 'DCMA-09 DCMA-11 DCMA-14',
  },
  'health.checks': {
    predecessors: 'DCMA-02 DCMA-03 DCMA-04',
    baseline_finish: 'DCMA-11 DCMA-14',
    '<status_date>': 'DCMA-09 DCMA-11 DCMA-14',
  },
  'health.dcma-decm': {
    predecessors: '06A205a 06A208a 06A210a 06A212a 06A401a',
    percent_complete: '06A505a 06A505b',
    actual_start: '06A504a',
    actual_finish: '06A504b',
    task_type: '06A208a 06A210a',
    '<status_date>': '06A212a 06A506a 06A506b 06A506c',
    '<schedule_history>': '06A504a 06A504b',
  },
  'health.planning-horizon': { task_type: 'PH02 PH05 PH06 PH07', '<status_date>': 'PH07' },
  'health.schedule-risk-index': { baseline_finish: 'RI03', '<status_date>': 'RI04' },
  'analysis.validate': {
    duration_days: 'V104 V105 V203',
    predecessors: 'V010 V101 V102 V204',
    planned_start: 'V105',
    planned_finish: 'V105',
    baseline_start: 'V111',
    baseline_finish: 'V111',
    task_type: 'V106',
  },
  'forensics.change-tracking': { predecessors: 'CT04 CT09 CT10 CT11 CT12', baseline_finish: 'CT03' },
}

/** Failed checks that pass without the field, and why that is an answer and no silence. */
export const FREED: ByAnalysis<{ readonly codes: string; readonly because: string }> = {
  'health.score': {
    percent_complete: {
      codes: 'HS08',
      because: 'progress is told by the actual dates alone, which do not contradict themselves',
    },
    planned_start: { codes: 'HS07', because: 'the pair that was reversed is gone, the others are in order' },
    planned_finish: { codes: 'HS07', because: 'the pair that was reversed is gone, the others are in order' },
  },
  'health.dcma-decm': {
    constraint_type: { codes: '06A209a', because: 'a task without a constraint is unconstrained' },
  },
  'analysis.resources': {
    task_type: { codes: 'RS03', because: 'other tasks are critical, and none of them works on an over-allocated day' },
  },
  'health.planning-horizon': {
    forecast_start: { codes: 'PH03', because: 'the planned dates stand in, so other tasks are near' },
  },
  'analysis.validate': {
    percent_complete: { codes: 'V107', because: 'no percent is left that the actual dates could contradict' },
    planned_start: { codes: 'V009', because: 'the pair that was reversed is gone, the others are in order' },
    planned_finish: { codes: 'V009', because: 'the pair that was reversed is gone, the others are in order' },
  },
  'forensics.change-tracking': {
    actual_start: { codes: 'CT02', because: 'the finishes are still there, and none was reported late' },
    actual_finish: { codes: 'CT07', because: 'the percents are still there, and none fell' },
  },
}

/** Code of the finding that tells of the gap, where no check does. */
export const SAID: ByAnalysis<string> = {
  'health.score': { duration_days: 'DURATION_MISSING', predecessors: 'GATE_NO_LINKS' },
  'health.logic-audit': { duration_days: 'DURATION_MISSING', predecessors: 'GATE_NO_LINKS' },
  'health.dcma-14-point': { duration_days: 'DURATION_MISSING', predecessors: 'GATE_NO_LINKS' },
  'health.dcma-decm': { duration_days: 'DURATION_MISSING' },
  'health.planning-horizon': { duration_days: 'DURATION_MISSING', '<status_date>': 'HORIZON_DEGRADED' },
  'health.schedule-risk-index': { duration_days: 'DURATION_MISSING' },
  'analysis.cpm': {
    duration_days: 'DURATION_MISSING',
    predecessors: 'CPM_NO_LOGIC',
    constraint_date: 'V103',
  },
  'analysis.resources': { duration_days: 'DURATION_MISSING' },
  'forensics.delay-analysis': {
    duration_days: 'DURATION_MISSING',
    predecessors: 'DELAY_DATE_MODE',
    delay_category: 'DELAY_NO_CATEGORY',
  },
  'forensics.change-tracking': { duration_days: 'DURATION_MISSING' },
  'forensics.baseline-compare': {
    duration_days: 'DURATION_MISSING',
  },
  'forensics.as-planned-vs-as-built': {
    predecessors: 'APAB_NO_LINKS',
    planned_finish: 'APAB_UNMATCHED_DATES',
    delay_category: 'APAB_NO_CATEGORY',
  },
}
