/**
 * What other tools call the members of a schedule: columns of P6's export (XER), of Microsoft Project, and of spreadsheets. They are
 * not read, since units and meanings differ; a finding suggests the member that was probably meant.
 */
const FOREIGN: Readonly<Record<string, readonly string[]>> = {
  id: ['task_id', 'activity_id', 'task_code', 'activity_code', 'uid', 'unique_id', 'key'],
  name: ['task_name', 'activity_name', 'title'],
  duration_days: [
    'duration',
    'duration_hours',
    'original_duration',
    'orig_duration',
    'target_drtn_hr_cnt',
    'dur',
    'length',
  ],
  remaining_duration_days: ['remaining_duration', 'remain_drtn_hr_cnt', 'remaining_hours', 'remaining'],
  predecessors: ['depends_on', 'dependencies', 'depends', 'preds', 'links', 'predecessor', 'relationships'],
  resource: ['assignee', 'resource_name', 'rsrc_name', 'owner'],
  percent_complete: ['percent', 'pct_complete', 'complete_pct', 'progress', 'completion', 'percent_done', 'pct'],
  physical_percent_complete: ['phys_complete_pct', 'physical_percent', 'physical_pct'],
  percent_complete_type: ['complete_pct_type', 'percent_type', 'pct_type'],
  planned_start: ['start', 'start_date', 'target_start_date', 'scheduled_start'],
  planned_finish: ['finish', 'finish_date', 'end', 'end_date', 'due_date', 'target_end_date', 'planned_end'],
  actual_start: ['act_start_date', 'started', 'actual_start_date'],
  actual_finish: ['act_end_date', 'actual_end', 'finished', 'actual_finish_date', 'completed_date'],
  baseline_start: ['bl_start', 'bl_start_date', 'bl1_start_date'],
  baseline_finish: ['baseline_end', 'bl_finish', 'bl_finish_date', 'bl_end_date'],
  constraint_type: ['cstr_type', 'constraint', 'primary_constraint'],
  constraint_date: ['cstr_date', 'primary_constraint_date'],
  task_type: ['type', 'activity_type', 'is_milestone', 'milestone', 'is_summary', 'summary', 'kind'],
  wbs_code: ['wbs', 'wbs_id', 'wbs_path', 'outline_number'],
  wbs_name: ['wbs_name_path'],
  total_float_days: ['total_float', 'float', 'total_float_hr_cnt', 'total_slack', 'slack', 'float_days'],
  baseline_duration_days: ['baseline_duration', 'bl_duration'],
  budgeted_cost: ['budget', 'cost', 'planned_cost', 'target_cost', 'bcws'],
  earned_value: ['bcwp', 'ev'],
  calendar_id: ['clndr_id', 'calendar_name', 'calendar_uid'],
  calendars: ['clndr', 'calendar_list'],
  lag_days: ['lag_hours', 'lag_hr_cnt', 'lag_minutes', 'link_lag', 'lead', 'lead_days', 'offset'],
  status_date: ['data_date', 'report_date', 'as_of', 'as_of_date', 'last_recalc_date'],
  tasks: ['activities', 'schedule', 'items'],
  current_schedule: ['current', 'update'],
  baseline_schedule: ['baseline'],
  schedule_history: ['history', 'snapshots', 'updates'],
  calendar: ['working_days', 'work_week'],
  // of spans: limits of a resource, exceptions of a calendar
  from: ['start', 'start_date', 'begin', 'since', 'valid_from', 'effective_date'],
  to: ['finish', 'finish_date', 'end', 'end_date', 'until', 'till', 'through', 'valid_to'],
  units_per_day: ['units', 'max_units', 'limit', 'max_units_per_time', 'max_qty_per_hr'],
}

const membersOf = new Map<string, string[]>()
for (const [member, names] of Object.entries(FOREIGN))
  for (const name of names) membersOf.set(name, [...(membersOf.get(name) ?? []), member])

const NONE: readonly string[] = []

/** Our members for the name of another tool, whatever its case: a start is that of a task or of a span. */
export const membersCalled = (name: string): readonly string[] =>
  membersOf.get(name.toLowerCase().replaceAll(/[ -]/g, '_')) ?? NONE
