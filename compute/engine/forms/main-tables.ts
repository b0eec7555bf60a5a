import type { AnalysisId } from '../../../shared/analysis/analyses.ts'

/** The table that CSV holds where the query names none. */
export const MAIN_TABLES = {
  'health.score': 'components',
  'health.logic-audit': 'components',
  'health.progress-audit': 'checks',
  'health.dcma-14-point': 'checks',
  'health.dcma-decm': 'checks',
  'health.planning-horizon': 'components',
  'health.schedule-risk-index': 'sub_metrics',
  'analysis.validate': 'checks',
  'analysis.cpm': 'tasks',
  'analysis.resources': 'resources',
  'forensics.delay-analysis': 'windows',
  'forensics.change-tracking': 'changes',
  'forensics.baseline-compare': 'task_variances',
  'forensics.as-planned-vs-as-built': 'task_variances',
} as const satisfies Record<AnalysisId, string>
