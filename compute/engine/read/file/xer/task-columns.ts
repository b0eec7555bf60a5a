/** Which columns of TASK are read, and which of our fields they become. */
import { fieldIndex } from '../../columns-builder.ts'

/** Columns of dates that are taken as they are: ours, P6's. */
export const DATES: readonly (readonly [field: string, column: string])[] = [
  ['planned_start', 'target_start_date'],
  ['planned_finish', 'target_end_date'],
  ['actual_start', 'act_start_date'],
  ['actual_finish', 'act_end_date'],
  ['constraint_date', 'cstr_date'],
  ['secondary_constraint_date', 'cstr_date2'],
  ['expected_finish', 'expect_end_date'],
  ['suspend_date', 'suspend_date'],
  ['resume_date', 'resume_date'],
  ['external_early_start', 'external_early_start_date'],
  ['external_late_finish', 'external_late_end_date'],
  ['early_start', 'early_start_date'],
  ['early_finish', 'early_end_date'],
  ['late_start', 'late_start_date'],
  ['late_finish', 'late_end_date'],
]
export const DATE_FIELDS = DATES.map(([field]) => fieldIndex(field))
const dateCalled = (field: string): number => DATES.findIndex(([name]) => name === field)
/** Positions in DATES. */
export const [ACTUAL_START, ACTUAL_FINISH, EARLY_START, EARLY_FINISH, CONSTRAINT_DATE, CONSTRAINT_DATE_2] = [
  'actual_start',
  'actual_finish',
  'early_start',
  'early_finish',
  'constraint_date',
  'secondary_constraint_date',
].map(dateCalled)

const OTHERS = [
  'task_id',
  'proj_id',
  'wbs_id',
  'clndr_id',
  'task_code',
  'task_name',
  'task_type',
  'status_code',
  'complete_pct_type',
  'phys_complete_pct',
  'target_drtn_hr_cnt',
  'remain_drtn_hr_cnt',
  'total_float_hr_cnt',
  'free_float_hr_cnt',
  'cstr_type',
  'cstr_type2',
  'restart_date',
  'reend_date',
  'act_work_qty',
  'remain_work_qty',
  'act_equip_qty',
  'remain_equip_qty',
]
/** Columns of a row that are read. */
export const WANTED = [...DATES.map(([, column]) => column), ...OTHERS]
/** Positions in WANTED. */
export const [
  TASK_ID,
  PROJECT,
  WBS,
  CALENDAR,
  CODE,
  NAME,
  TYPE,
  STATUS,
  PERCENT_TYPE,
  PHYSICAL,
  TARGET_HOURS,
  REMAINING_HOURS,
  TOTAL_FLOAT_HOURS,
  FREE_FLOAT_HOURS,
  CONSTRAINT,
  CONSTRAINT_2,
  RESTART,
  REMAINING_END,
  ...UNIT_COLUMNS
] = OTHERS.map((_, n) => DATES.length + n)
