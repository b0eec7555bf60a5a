/** Words of CPMData that the engine writes; apart from the schemas, which a thread that computes does not load. */

/** Why a task is on one of the two critical paths only. */
export const DIVERGENCE_REASONS = [
  'complete',
  'late_constraint',
  'must_finish_by',
  'as_late_as_possible',
  'critical_float_days_max',
  'calendars',
] as const

/** Why a value that a file stores differs from the computed one. */
export const AGREEMENT_CLASSES = [
  'contradicts_file_logic',
  'changed_duration',
  'held_in_file',
  'manual',
  'resume',
  'external',
  'follows_from_another',
  'unexplained',
] as const

/** What sets the early dates of a task; null: complete, level of effort or summary. */
export const DRIVERS = ['link', 'constraint', 'data_date', 'project_start', null] as const
