/** A footbridge by hand: a week of five days and one of seven nights, progress, a constraint, a lag, a resource and a responsible party. */
import { calendarData, FIVE_DAYS, type XerRow, type XerTables } from '../../../../helpers/xer-text.ts'

const NIGHT = [['22:00', '06:00']] as const

const task = (id: number, code: string, name: string, hours: number, more: XerRow = {}): XerRow => ({
  task_id: id,
  proj_id: 7,
  wbs_id: 71,
  clndr_id: 1,
  task_code: code,
  task_name: name,
  task_type: hours === 0 ? 'TT_FinMile' : 'TT_Task',
  status_code: 'TK_NotStart',
  complete_pct_type: 'CP_Drtn',
  phys_complete_pct: 0,
  target_drtn_hr_cnt: hours,
  remain_drtn_hr_cnt: hours,
  total_float_hr_cnt: '',
  free_float_hr_cnt: '',
  cstr_type: '',
  cstr_date: '',
  cstr_type2: '',
  cstr_date2: '',
  act_start_date: '',
  act_end_date: '',
  early_start_date: '',
  early_end_date: '',
  late_start_date: '',
  late_end_date: '',
  target_start_date: '',
  target_end_date: '',
  expect_end_date: '',
  suspend_date: '',
  resume_date: '',
  external_early_start_date: '',
  external_late_end_date: '',
  act_work_qty: 0,
  remain_work_qty: 0,
  act_equip_qty: 0,
  remain_equip_qty: 0,
  ...more,
})

export const footbridge = (): Record<string, XerRow[]> => ({
  CURRTYPE: [
    { curr_id: 1, curr_short_name: 'USD', decimal_symbol: '.', digit_group_symbol: ',' },
    { curr_id: 2, curr_short_name: 'EUR', decimal_symbol: ',', digit_group_symbol: '.' },
  ],
  POBS: [{ pobs_id: 1, pobs_name: 'nobody reads this' }],
  PROJECT: [
    {
      proj_id: 7,
      proj_short_name: 'FB',
      export_flag: 'Y',
      clndr_id: 1,
      last_recalc_date: '2026-03-09 08:00',
      plan_start_date: '2026-03-02 08:00',
      plan_end_date: '2026-04-30 17:00',
      critical_drtn_hr_cnt: 16,
      critical_path_type: 'CT_TotFloat',
    },
  ],
  CALENDAR: [
    {
      clndr_id: 1,
      default_flag: 'Y',
      clndr_name: 'Days',
      base_clndr_id: '',
      day_hr_cnt: 8,
      week_hr_cnt: 40,
      clndr_data: FIVE_DAYS,
    },
    {
      clndr_id: 2,
      default_flag: 'N',
      clndr_name: 'Nights',
      base_clndr_id: '',
      day_hr_cnt: 10,
      week_hr_cnt: 70,
      clndr_data: calendarData(Object.fromEntries(Array.from({ length: 7 }, (_, d) => [d + 1, NIGHT])), { 46117: [] }),
    },
  ],
  SCHEDOPTIONS: [
    {
      proj_id: 7,
      sched_retained_logic: 'Y',
      sched_progress_override: 'N',
      sched_calendar_on_relationship_lag: 'rcal_24hour',
      sched_float_type: 'FT_SF',
      sched_outer_depend_type: 'SD_Both',
      sched_use_expect_end_flag: 'Y',
      sched_open_critical_flag: 'N',
      sched_lag_early_start_flag: 'Y',
    },
  ],
  PROJWBS: [
    { wbs_id: 71, proj_id: 7, wbs_short_name: 'DECK', wbs_name: 'Deck', proj_node_flag: 'N', parent_wbs_id: 70 },
    { wbs_id: 70, proj_id: 7, wbs_short_name: 'FB', wbs_name: 'Footbridge', proj_node_flag: 'Y', parent_wbs_id: 1 },
  ],
  RSRC: [{ rsrc_id: 5, rsrc_name: 'Crane', rsrc_short_name: 'CR', clndr_id: 2, rsrc_type: 'RT_Labor' }],
  ACTVTYPE: [{ actv_code_type_id: 3, actv_code_type: 'Responsibility' }],
  ACTVCODE: [{ actv_code_id: 31, actv_code_type_id: 3, short_name: 'CIV', actv_code_name: 'Civil works' }],
  TASK: [
    task(11, 'A10', 'Piles', 40, {
      status_code: 'TK_Active',
      act_start_date: '2026-03-03 08:00',
      remain_drtn_hr_cnt: 10,
      early_start_date: '2026-03-09 08:00',
      early_end_date: '2026-03-10 10:00',
      late_start_date: '2026-03-11 08:00',
      late_end_date: '2026-03-12 10:00',
      total_float_hr_cnt: 16,
      free_float_hr_cnt: 4,
    }),
    task(12, 'A20', 'Lift', 15, {
      clndr_id: 2,
      early_start_date: '2026-03-10 22:00',
      early_end_date: '2026-03-12 05:00',
      total_float_hr_cnt: 20,
      cstr_type: 'CS_MSOA',
      cstr_date: '2026-03-10 20:00',
      cstr_type2: 'CS_MANDFIN',
      cstr_date2: '2026-03-20 17:00',
    }),
    task(13, 'A30', 'Open', 0),
  ],
  TASKRSRC: [{ task_id: 12, rsrc_id: 5, target_cost: 1200.5 }],
  TASKACTV: [{ task_id: 11, actv_code_type_id: 3, actv_code_id: 31 }],
  TASKPRED: [
    { task_id: 12, pred_task_id: 11, pred_type: 'PR_FS', lag_hr_cnt: 4, proj_id: 7, pred_proj_id: 7 },
    { task_id: 13, pred_task_id: 12, pred_type: 'PR_FF', lag_hr_cnt: 0, proj_id: 7, pred_proj_id: 7 },
  ],
})

/** The footbridge with other tables in the place of its own. */
export const footbridgeWith = (tables: Partial<Record<string, readonly XerRow[]>>): XerTables => {
  const all: Record<string, readonly XerRow[]> = { ...footbridge() }
  for (const [name, rows] of Object.entries(tables)) {
    if (rows === undefined) delete all[name]
    else all[name] = rows
  }
  return all
}

/** The footbridge with its first row of a table changed. */
export function changed(table: string, cells: XerRow, row = 0): XerTables {
  const rows = footbridge()[table]!
  rows[row] = { ...rows[row], ...cells }
  return footbridgeWith({ [table]: rows })
}
