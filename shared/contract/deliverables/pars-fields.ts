/**
 * The data sets of a CPP upload to PARS, as the public JSON schema 5.0.3 of the U.S. Department of Energy takes them (https://json.pars.doe.gov/pars-cpp-json-schema-v5-0-3.json,
 * PARS-DOE/doe-skills): names, kinds, bounds and values as rows of our own; the schema itself is not contained.
 */
import { type TableRow, tableRow } from './table-fields.ts'

export const PARS_SCHEMA = 'https://json.pars.doe.gov/pars-cpp-json-schema-v5-0-3.json'

export const PARS_TABLES: readonly TableRow[] = [
  tableRow(
    'DS01',
    'WBS',
    `WBS_ID!* text 1..150, title! text 1..255, level! int 1..20, parent_WBS_ID text 1..150, type! flag WBS|SLPP|CA|PP|WP, OBS_ID text 1..50, CAM text
      1..100, WPM text 1..100, subproject_ID text 1..50, IMP_ID text 1..50, external! flag Y|N, exit_criteria text 1..3000, narrative! text 1..10000, K_ref
      text 1..3000, BWC_ID text, expected_errors text`,
    { rowsMin: 1 },
  ),
  tableRow(
    'DS02',
    'OBS',
    `OBS_ID!* text 1..50, title! text 1..255, level! int 1..20, parent_OBS_ID text 1..50, external! flag Y|N, narrative text 1..3000, expected_errors text`,
    { isOpen: true, rowsMin: 1 },
  ),
  tableRow(
    'DS03',
    'cost',
    `period_date!* date, WBS_ID_WP* text 1..150, WBS_ID_CA!* text 1..150, EOC!* flag labor|material|subcontract|ODC|indirect, EVT* flag
      A|B|C|D|E|F|G|H|J|K|L|M|N|O|P|NA, justification_EVT text, EVT_J_to_WBS_ID text, EVT_J_pct cent, BCWSi_dollars! cent, BCWPi_dollars! cent,
      ACWPi_dollars! cent, ETCi_dollars! cent, is_indirect* flag Y|N, BCWSi_hours! cent, BCWPi_hours! cent, ACWPi_hours! cent, ETCi_hours! cent, BCWSi_FTEs!
      cent, BCWPi_FTEs! cent, ACWPi_FTEs! cent, ETCi_FTEs! cent, CV_rpg! cent, SV_rpg! cent, BAC_rpg! cent, CC_ID text 1..50, CC_description text 1..3000,
      expected_errors text`,
    { rowsMin: 1 },
  ),
  tableRow(
    'DS04',
    'schedule',
    `schedule_type!* flag BL|FC, task_ID!* text 1..50, type! flag TD|RD|LOE|SM|FM|WS, description! text 1..255, subtype flag SVT|ZBA, milestone_level int
      100..999, milestone_level_description text 1..50, WBS_ID! text 1..150, justification_WBS text, CAM text 1..100, EVT flag
      A|B|C|D|E|F|G|H|J|K|L|M|N|O|P, justification_EVT text, EVT_J_to_task_ID text, EVT_J_pct cent, ES_date! date, EF_date! date, LS_date! date, LF_date!
      date, AS_date date, AF_date date, duration_original_days! cent, duration_remaining_days! number, duration_actual_days! cent, float_free_days! cent,
      float_total_days! cent, justification_float_high text, justification_lag text, driving_path! flag Y|N, RMT_ID text 1..255, PC_type! flag
      duration|physical|units, PC_duration! cent 0..1, PC_physical! cent 0..1, PC_units! cent 0..1, constraint_type flag
      CS_ASAP|CS_MANDSTART|CS_MSO|CS_MSOA|CS_MSOB|CS_ALAP|CS_MANDFIN|CS_MEO|CS_MEOA|CS_MEOB, constraint_date date, justification_constraint_hard text,
      justification_constraint_soft text, justification_constraint_secondary text, HDV_CI_ID text 1..50, RPG! flag Y|N, calendar_name text 1..1000,
      subproject_ID* text 1..100, expected_errors text`,
    { rowsMin: 1 },
  ),
  tableRow(
    'DS05',
    'schedule_logic',
    `schedule_type!* flag BL|FC, task_ID!* text 1..50, predecessor_task_ID!* text 1..50, type!* flag FS|SS|SF|FF, lag_days! cent, subproject_ID* text
      1..100, predecessor_subproject_ID text 1..100, expected_errors text`,
    { rowsMin: 1 },
  ),
  tableRow(
    'DS06',
    'schedule_resources',
    `schedule_type!* flag BL|FC, task_ID!* text 1..50, resource_ID* text 1..50, resource_name* text 1..100, role_ID* text 1..50, role_name* text 1..100,
      type! flag labor|nonlabor|material, EOC flag labor|material|subcontract|ODC|indirect, start_date! date, finish_date! date, budget_dollars! number,
      actual_dollars! cent, remaining_dollars! cent, budget_units! cent, actual_units! cent, remaining_units! cent, UOM! text 1..20, lag_remaining_days!
      cent, lag_planned_days! cent, subproject_ID* text 1..50, calendar_name! text 1..1000, expected_errors text`,
    { rowsMin: 1 },
  ),
  tableRow(
    'DS07',
    'IPMR_header',
    `K_ID! text 1..255, type flag FFP|FPE|FPI|CPIF|CPAF|CPDS|CPE|CPP, UB_bgt_days! cent, UB_est_days! cent, UB_bgt_dollars! cent, UB_est_dollars! cent,
      MR_bgt_dollars! cent, MR_rpg_dollars! cent, AUW_dollars! cent 0.., NCC_dollars! cent, CBB_dollars! cent, OTB_OTS_date date, TAB_dollars! cent,
      profit_fee_dollars cent, EAC_PM_best_dollars cent, EAC_PM_likely_dollars! cent, EAC_PM_worst_dollars cent, EAC_PM_best_date! date, EAC_PM_likely_date!
      date, EAC_PM_worst_date! date, escalation_rate_pct! cent, QRA_CL_cost_pct! cent 0..1, QRA_CL_schedule_pct! cent 0..1, threshold_cost_cum_dollar_fav!
      cent, threshold_cost_cum_dollar_unfav! cent, threshold_cost_cum_pct_fav! cent 0..1, threshold_cost_cum_pct_unfav! cent 0..1,
      threshold_cost_inc_dollar_fav! cent, threshold_cost_inc_dollar_unfav! cent, threshold_cost_inc_pct_fav! cent 0..1, threshold_cost_inc_pct_unfav! cent
      0..1, threshold_cost_VAC_dollar_fav! cent, threshold_cost_VAC_dollar_unfav! cent, threshold_cost_VAC_pct_fav! cent 0..1, threshold_cost_VAC_pct_unfav!
      cent 0..1, threshold_schedule_cum_dollar_fav! cent, threshold_schedule_cum_dollar_unfav! cent, threshold_schedule_cum_pct_fav! cent 0..1,
      threshold_schedule_cum_pct_unfav! cent 0..1, threshold_schedule_inc_dollar_fav! cent, threshold_schedule_inc_dollar_unfav! cent,
      threshold_schedule_inc_pct_fav! cent 0..1, threshold_schedule_inc_pct_unfav! cent 0..1, is_ACWP_at_CA flag Y|N, expected_errors text`,
    { isSingle: true },
  ),
  tableRow(
    'DS08',
    'WAD',
    `WAD_ID!* text 1..50, revision* text 1..50, title! text 1..255, WBS_ID!* text 1..150, WBS_ID_WP* text, auth_PM_date text 1..255, auth_CAM_date text
      1..255, auth_WPM_date text 1..255, initial_auth_date date, EVT* flag A|B|C|D|E|F|G|H|J|K|L|M|N|O|P|NA, budget_labor_dollars! cent,
      budget_material_dollars! cent, budget_subcontract_dollars cent, budget_ODC_dollars! cent, budget_indirect_dollars! cent, budget_labor_hours! cent,
      POP_start_date! date, POP_finish_date! date, CAM! text 1..100, WPM text 1..100, PM! text 1..100, narrative! text 1.., expected_errors text`,
    { rowsMin: 1 },
  ),
  tableRow(
    'DS09',
    'CC_log',
    `CC_log_ID!* text 1..50, CC_log_ID_supplement* text 1..50, CC_log_ID_original_UB text 1..50, type! flag BCP|BCR|Funding, K_mod_ID text, description!
      text 1.., approved_date! date, implementation_date! date, dollars_delta cent, hours_delta cent, PM text 1..100, risk_ID text 1..255, expected_errors
      text`,
    { rowsMin: 1 },
  ),
  tableRow(
    'DS10',
    'CC_log_detail',
    `transaction_ID!* text 1..50, category! flag CNT|DB|UB|MR|OTB|OTS|OTB-OTS|funding|profit-fee, CC_log_ID!* text 1..50, description text 1.., WBS_ID text
      1..150, dollars_delta cent 0.., hours_delta cent 0.., AUW! flag Y|N, NTE_dollars_delta cent, POP_start_date date, POP_finish_date date,
      expected_errors text`,
    { rowsMin: 1 },
  ),
  tableRow(
    'DS11',
    'variance',
    `WBS_ID!* text 1..150, narrative_type* flag 100|110|120|130|140|150|160|170|200|300|400|500, narrative_overall text 1.., narrative_RC_SVi text 1..,
      narrative_RC_CVi text 1.., narrative_RC_SVc text 1.., narrative_RC_CVc text 1.., narrative_impact_technical text 1.., narrative_impact_schedule text
      1.., narrative_impact_cost text 1.., narrative_impact_schedule_inc text 1.., narrative_impact_cost_inc text 1.., CAL_ID text 1.., approved_date date,
      expected_errors text`,
    { rowsMin: 1 },
  ),
  tableRow(
    'DS12',
    'variance_CAL',
    `CAL_ID!* text 1.., transaction_ID* text 1..50, narrative_schedule text 1.., narrative_cost text 1.., POC! text 1..100, status! flag open|closed,
      initial_date! date, original_due_date! date, forecast_due_date! date, closed_date date, expected_errors text`,
    { rowsMin: 1 },
  ),
  tableRow(
    'DS13',
    'subK',
    `subK_ID!* text 1..50, subK_task_ID!* text 1..50, task_ID!* text 1..50, BCWSc_dollars cent, BCWPc_dollars cent, ACWPc_dollars cent, BAC_dollars cent,
      BAC_initial_dollars cent, EAC_dollars cent, BL_start_date date, BL_finish_date date, FC_start_date date, FC_finish_date date, AS_date date, AF_date
      date, MR_dollars cent, MR_initial_dollars cent, profit_fee_dollars cent, profit_fee_earned_dollars cent, profit_fee_initial_dollars cent, subK_PO_ID
      text, flow_down! flag Y|N, expected_errors text`,
    { rowsMin: 1 },
  ),
  tableRow(
    'DS14',
    'HDV_CI',
    `HDV_CI_ID!* text 1..50, description! text, subK_ID text 1..50, subK_PO_ID text 1..50, equipment_ID text 1..50, expected_errors text`,
    { rowsMin: 1 },
  ),
  tableRow(
    'DS15',
    'risk_register',
    `risk_ID!* text 1..255, revision text 1..50, description! text 1..500, type! flag T|O, manager! text 1..100, owner! flag federal|contractor,
      approved_date date, realized_date date, closed_date date, probability_schedule_min_pct! cent 0..1, probability_schedule_max_pct! cent 0..1,
      probability_cost_min_pct! cent 0..1, probability_cost_max_pct! cent 0..1, risk_handling! flag avoid|mitigate|transfer|accept, basis text,
      expected_errors text`,
    { rowsMin: 1 },
  ),
  tableRow(
    'DS16',
    'risk_register_tasks',
    `risk_ID!* text 1..255, risk_task_type!* text 1..50, task_ID!* text 1..50, impact_schedule_min_days cent, impact_schedule_likely_days cent,
      impact_schedule_max_days cent, impact_cost_min_dollars cent, impact_cost_likely_dollars cent, impact_cost_max_dollars cent, expected_errors text`,
    { rowsMin: 1 },
  ),
  tableRow(
    'DS17',
    'WBS_EU',
    `WBS_ID!* text 1..150, EOC!* flag labor|material|subcontract|ODC, EU_min_dollars! cent, EU_likely_dollars! cent, EU_max_dollars! cent, time_dependent!
      flag Y|N, justification_EU text, subproject_ID* text 1..50, expected_errors text`,
    { rowsMin: 1 },
  ),
  tableRow(
    'DS18',
    'schedule_EU',
    `schedule_type!* flag BL|FC, task_ID!* text 1..50, EU_min_days! int, EU_likely_days! int, EU_max_days! int, justification_EU text, subproject_ID* text
      1..50, expected_errors text`,
    { rowsMin: 1 },
  ),
  tableRow(
    'DS19',
    'schedule_calendar_std',
    `calendar_name!* text 1..1000, hours_per_day! cent, std_01_Mon_shift_A_start_time time, std_01_Mon_shift_A_stop_time time,
      std_01_Mon_shift_B_start_time time, std_01_Mon_shift_B_stop_time time, std_01_Mon_shift_C_start_time time, std_01_Mon_shift_C_stop_time time,
      std_02_Tue_shift_A_start_time time, std_02_Tue_shift_A_stop_time time, std_02_Tue_shift_B_start_time time, std_02_Tue_shift_B_stop_time time,
      std_02_Tue_shift_C_start_time time, std_02_Tue_shift_C_stop_time time, std_03_Wed_shift_A_start_time time, std_03_Wed_shift_A_stop_time time,
      std_03_Wed_shift_B_start_time time, std_03_Wed_shift_B_stop_time time, std_03_Wed_shift_C_start_time time, std_03_Wed_shift_C_stop_time time,
      std_04_Thu_shift_A_start_time time, std_04_Thu_shift_A_stop_time time, std_04_Thu_shift_B_start_time time, std_04_Thu_shift_B_stop_time time,
      std_04_Thu_shift_C_start_time time, std_04_Thu_shift_C_stop_time time, std_05_Fri_shift_A_start_time time, std_05_Fri_shift_A_stop_time time,
      std_05_Fri_shift_B_start_time time, std_05_Fri_shift_B_stop_time time, std_05_Fri_shift_C_start_time time, std_05_Fri_shift_C_stop_time time,
      std_06_Sat_shift_A_start_time time, std_06_Sat_shift_A_stop_time time, std_06_Sat_shift_B_start_time time, std_06_Sat_shift_B_stop_time time,
      std_06_Sat_shift_C_start_time time, std_06_Sat_shift_C_stop_time time, std_07_Sun_shift_A_start_time time, std_07_Sun_shift_A_stop_time time,
      std_07_Sun_shift_B_start_time time, std_07_Sun_shift_B_stop_time time, std_07_Sun_shift_C_start_time time, std_07_Sun_shift_C_stop_time time,
      subproject_ID* text 1..50, expected_errors text`,
    { rowsMin: 1 },
  ),
  tableRow(
    'DS20',
    'schedule_calendar_exception',
    `calendar_name!* text 1..1000, exception_date!* date, exception_work_day! flag Y|N, exception_shift_A_start_time time, exception_shift_A_stop_time
      time, exception_shift_B_start_time time, exception_shift_B_stop_time time, exception_shift_C_start_time time, exception_shift_C_stop_time time,
      subproject_ID* text 1..50, expected_errors text`,
  ),
  tableRow(
    'DS21',
    'rates',
    `resource_ID!* text 1..50, EOC!* flag labor|material|subcontract|ODC, burden_ID text 1..50, type flag D|I, rate_start_date! date, rate_dollars! cent,
      expected_errors text`,
    { rowsMin: 1 },
  ),
  tableRow(
    'DS22',
    'financial_calendar',
    `calendar_name!* text 1..1000, period_date! date, period_ID!* int 1..600, expected_errors text`,
    { rowsMin: 1 },
  ),
]
