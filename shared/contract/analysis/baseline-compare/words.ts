/** Words that results of POST /api/v1/forensics/baseline-compare use and the analyser reckons with. */

/** Bands of finish variance, best first. */
export const VARIANCE_BANDS = ['on_or_ahead', 'minor', 'moderate', 'major', 'severe'] as const
export const WEIGHT_BASES = ['budgeted_cost', 'baseline_duration'] as const
export const EARNED_SOURCES = ['percent_complete', 'earned_value', 'mixed'] as const
export const FINISH_SOURCES = ['network', 'dates'] as const
export const TRENDS = ['improving', 'stable', 'deteriorating'] as const
export const STABILITIES = ['stable', 'watch', 'unstable'] as const
export const LINK_CHANGE_KINDS = ['added', 'removed', 'retyped', 'lag_changed'] as const
/** How a pair of tasks was found: the strategy wbs_hierarchy has three ways, and so has fuzzy_id. */
export const MATCH_METHODS = [
  'id',
  'id_and_wbs',
  'wbs',
  'wbs_and_name',
  'wbs_and_order',
  'normalised_id',
  'similar_id',
] as const
export const TASK_STATUSES = ['not_started', 'in_progress', 'complete'] as const
