/**
 * Members of `data` that a brief answer has, by analysis: the figures of the verdict and the lists whose worst items it names.
 * Checks are listed separately. Of an analysis that has no line here every member that is a single value is included.
 */
import type { AnalysisId } from '../../../shared/analysis/analyses.ts'

const OF_CPM_TASK = ['id', 'name', 'early_finish_date', 'total_float_days', 'drag_days']
/** What the days entitle to; the rules behind it are the same in every answer. */
const OF_ENTITLEMENT = [
  'excusable_compensable',
  'excusable_non_compensable',
  'non_excusable',
  'concurrent',
  'unattributed',
]
  .flatMap(name => [`${name}_days`, `${name}_calendar_days`])
  .concat('concurrency')
const of = (list: string, members: readonly string[]): string[] => members.map(member => `${list}.${member}`)

export const BRIEF_FIELDS: Readonly<Partial<Record<AnalysisId, readonly string[]>>> = {
  'health.score': ['status_date'],
  'health.logic-audit': [
    'status_date',
    ...of('network', ['tasks', 'links', 'relationship_ratio', 'parts', 'exempt_start', 'exempt_finish']),
  ],
  'health.progress-audit': ['status_date', 'anomalies', 'affected_tasks', 'affected_percent'],
  'health.dcma-14-point': [
    'status_date',
    'passed',
    'failed',
    'skipped',
    'not_applicable',
    ...of('cpli', ['cpli', 'critical_path_length_days', 'total_float_days']),
    'bei.bei',
  ],
  'health.dcma-decm': ['status_date', 'passed', 'failed', 'skipped', 'not_applicable'],
  'health.planning-horizon': [
    ...of('origin', ['date']),
    ...of('windows', ['window', 'to', 'tasks', 'planning_packages', 'detail_percent']),
    'last_detailed_finish',
    'undated_tasks',
  ],
  'health.schedule-risk-index': [
    'status_date',
    'risk_index',
    'band',
    ...of('risk_drivers', ['rank', 'id', 'name', 'points', 'reasons']),
  ],
  'analysis.validate': [
    'valid',
    'errors',
    'warnings',
    'info',
    ...of('open_ends', ['starts', 'starts_names', 'finishes', 'finishes_names']),
    ...of('components', ['count', 'largest_task_count']),
  ],
  'analysis.cpm': [
    'project_start_date',
    'project_finish_date',
    'project_duration_days',
    'must_finish_by',
    'progress_override_finish',
    'data_date.date',
    'longest_path',
    'longest_path_names',
    ...of('driving_constraints', ['id', 'name', 'constraint_type', 'constraint_date', 'held_days']),
    ...of('tasks', OF_CPM_TASK),
    ...of('agreement', ['stored_finish', 'computed_finish', 'differences_begin_count']),
    ...of('agreement.differences_begin_at', ['id', 'name', 'field', 'difference_days', 'driver', 'constraint_type']),
  ],
  'analysis.resources': [
    ...of('window', ['start', 'finish']),
    'resources',
    ...of('over_allocations', [
      'resource',
      'start',
      'end',
      'days',
      'peak_demand',
      'excess_days',
      'task_ids',
      'task_names',
    ]),
    ...of('leveling_candidates', [
      'resource',
      'period_start',
      'id',
      'name',
      'total_float_days',
      'shift_needed_days',
      'effect',
    ]),
  ],
  'forensics.delay-analysis': [
    'total_delay_days',
    'revision_delay_days',
    'recovery_days',
    'consumed_float_days',
    'unexplained_days',
    'by_category',
    ...of('statuses', ['schedule', 'data_date', 'finish_date', 'reported_finish_date']),
    ...of('windows', [
      'from_date',
      'to_date',
      'delay_days',
      'progress_delay_days',
      'revision_delay_days',
      'revision',
      'by_category',
      'attribution',
    ]),
    ...of('entitlement', OF_ENTITLEMENT),
  ],
  'forensics.change-tracking': [
    ...of('comparisons', ['from_date', 'to_date', 'matched', 'added', 'deleted', 'changes', 'logic_drift']),
    ...of('changes', ['id', 'name', 'predecessor_id', 'predecessor_name', 'category', 'field', 'before', 'after']),
    ...of('impact.comparisons', [
      'finish_before',
      'finish_after',
      'finish_shift_days',
      'entered_critical_count',
      'left_critical_count',
      'edits_material',
      'edits_tested',
      'edits',
    ]),
  ],
  'forensics.baseline-compare': [
    'status_date',
    'baseline_date',
    'project_finish',
    ...of('matching', [
      'pair_count',
      'added_count',
      'deleted_count',
      'added',
      'added_names',
      'deleted',
      'deleted_names',
    ]),
    ...of('spi_t', ['spi_t', 'schedule_variance', 'estimate_at_completion']),
    ...of('variance', ['threshold_days', 'on_track_count', 'pair_count', 'bands']),
    ...of('task_variances', ['id', 'name', 'baseline_finish', 'current_finish', 'finish_variance_days', 'band']),
  ],
  'forensics.as-planned-vs-as-built': [
    'planned_finish_date',
    'as_built_finish_date',
    'is_finish_projected',
    'gross_delay_days',
    'gross_delay_calendar_days',
    'followed_finish',
    'status_counts',
    'by_category',
    'held_days',
    ...of('entitlement', OF_ENTITLEMENT),
    ...of('controlling_path', ['label', 'confidence', 'step_count', 'recovery_days', 'consumed_float_days']),
    ...of('controlling_path.steps', [
      'id',
      'name',
      'planned_finish',
      'as_built_finish',
      'increment_days',
      'slip_days',
      'delay_category',
    ]),
  ],
}
