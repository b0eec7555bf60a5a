/**
 * What each warning about a file is as a fault of the input: its kind says which check of the input counts it, with which severity and weight
 * (compute/engine/input/). A warning that is not here informs and weighs nothing.
 */
import type { ReadFaultKind } from '../../../../shared/contract/schedule/columns.ts'

interface ImportFault {
  readonly kind: ReadFaultKind
  /** Field of a task; absent: the one that FIELD_OF has for the place in the file. */
  readonly field?: string
}

const ROWS: ImportFault = { kind: 'file_rows', field: 'tasks' }
const CALENDAR: ImportFault = { kind: 'calendar_unreadable', field: 'calendars' }
const LOST_LINK: ImportFault = { kind: 'lost_link', field: 'predecessors' }
const UNKNOWN_CALENDAR: ImportFault = { kind: 'calendar_unknown', field: 'calendar_id' }
const VALUE: ImportFault = { kind: 'file_value' }
const NUMBER: ImportFault = { kind: 'bad_number' }
const DATE: ImportFault = { kind: 'bad_date' }
const NEGATIVE: ImportFault = { kind: 'bad_number', field: 'duration_days' }

const IMPORT_FAULTS: Readonly<Record<string, ImportFault>> = {
  links_without_task: LOST_LINK,
  links_left_out: LOST_LINK,
  links_without_columns: LOST_LINK,
  links_without_table: LOST_LINK,
  links_cut_off: LOST_LINK,
  links_to_other_projects: { kind: 'external_link', field: 'predecessors' },
  link_type_unknown: { kind: 'unknown_enum', field: 'predecessors' },
  lag_unreadable: { kind: 'bad_number', field: 'predecessors' },
  constraint_unknown: { kind: 'unknown_enum', field: 'constraint_type' },
  task_type_unknown: { kind: 'unknown_enum', field: 'task_type' },
  date_unreadable: DATE,
  bad_date: DATE,
  number_unreadable: NUMBER,
  bad_value: NUMBER,
  date_ambiguous: { kind: 'date_ambiguous' },
  time_unreadable: VALUE,
  duration_negative: NEGATIVE,
  negative_duration: NEGATIVE,
  option_unknown: VALUE,
  value_unknown: VALUE,
  calendar_hours: VALUE,
  calendar_parts: VALUE,
  calendar_exceptions_left_out: VALUE,
  work_weeks_left_out: VALUE,
  calendar_unknown: UNKNOWN_CALENDAR,
  unknown_calendar: UNKNOWN_CALENDAR,
  calendar_unreadable: CALENDAR,
  calendar_without_work: CALENDAR,
  calendars_missing: CALENDAR,
  no_project_calendar: CALENDAR,
  calendar_base_missing: CALENDAR,
  calendar_base_circular: CALENDAR,
  calendar_base_left_out: CALENDAR,
  calendar_left_out: CALENDAR,
  assignment_without_task: ROWS,
  resource_unknown: ROWS,
  fields_missing: ROWS,
  task_left_out: ROWS,
  no_uid: ROWS,
  rows_without_columns: ROWS,
  fields_left_over: ROWS,
  text_after_end: ROWS,
  end_missing: ROWS,
}

/** Columns and elements of files with numbers that a field of a task is made of. */
const FIELD_OF: Readonly<Record<string, string>> = {
  'TASKPRED.lag_hr_cnt': 'predecessors',
  'TASK.target_drtn_hr_cnt': 'duration_days',
  'TASK.remain_drtn_hr_cnt': 'remaining_duration_days',
  'TASK.total_float_hr_cnt': 'total_float_days',
  'TASK.free_float_hr_cnt': 'free_float_days',
  'TASK.phys_complete_pct': 'physical_percent_complete',
  PlannedDuration: 'duration_days',
  Duration: 'duration_days',
  ManualDuration: 'duration_days',
  RemainingDuration: 'remaining_duration_days',
  TotalFloat: 'total_float_days',
  TotalSlack: 'total_float_days',
  FreeFloat: 'free_float_days',
  FreeSlack: 'free_float_days',
  PercentComplete: 'percent_complete',
  PhysicalPercentComplete: 'physical_percent_complete',
}

/** undefined = it weighs nothing. `name`: the column or element that it is about. */
export function faultOfWarning(code: string, name: string): Required<ImportFault> | undefined {
  const fault = IMPORT_FAULTS[code]
  if (fault === undefined) return undefined
  const field = fault.field ?? FIELD_OF[name]
  if (fault.kind === 'bad_number' && field === undefined) return { kind: 'file_value', field: name }
  return { kind: fault.kind, field: field ?? name }
}
