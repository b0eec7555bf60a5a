/**
 * What each tool says of itself, by the id of its row: what it answers, when to take it and when a neighbour, what it needs, what it
 * returns. Written for an agent that sees all fourteen and has to choose one; their names are those of the rows, which a test holds.
 */

export interface ToolWords {
  readonly title: string
  readonly answers: string
  /** When to use it rather than its neighbours, which it names. */
  readonly use: string
  readonly needs: string
  /** Beside findings, recommendations and the summary, which all have. */
  readonly returns: string
}

export const TOOL_WORDS: Readonly<Record<string, ToolWords>> = {
  'health.score': {
    title: 'Schedule health score',
    answers:
      'How good is this schedule? 0 to 100 and a grade from 12 checks of logic, dates, progress, baseline, resources.',
    use: 'The first look. Then health_logic_audit for links, health_progress_audit for status, health_schedule_risk_index for risks, health_dcma_14_point for the standard table; analysis_validate when data may be broken.',
    needs: 'tasks; status_date and baseline dates for progress and performance.',
    returns: 'score, grade, components with the points each costs.',
  },
  'health.logic-audit': {
    title: 'Logic audit',
    answers: 'Can the links be trusted? Open ends, leads, lags, hard constraints, redundant links, loose parts.',
    use: 'health_dcma_14_point holds it against the standard; analysis_cpm gives dates and paths.',
    needs: 'predecessors and duration_days.',
    returns: 'score, components, observations, network figures.',
  },
  'health.progress-audit': {
    title: 'Progress audit',
    answers:
      'Can the reported status be true? Future actuals, progress without dates, stale forecasts, out-of-sequence work, earned value, approvals.',
    use: 'Before an update is believed. Edits between updates: forensics_change_tracking; performance: forensics_baseline_compare.',
    needs: 'actual and forecast dates, percent_complete, options.status_date.',
    returns: 'score, checks, anomalies by category and organization.',
  },
  'health.dcma-14-point': {
    title: 'DCMA 14-point assessment',
    answers: 'Does it pass the DCMA 14-point assessment? Each point with count, population, threshold, verdict.',
    use: 'When a contract names the 14 points. health_dcma_decm has the EVMS metrics, health_score one quick figure.',
    needs: 'predecessors; status_date for points 9, 11, 14, baseline dates for 11, 14, target_finish_date for 13.',
    returns: 'score, 14 checks, BEI, CPLI.',
  },
  'health.dcma-decm': {
    title: 'DCMA DECM assessment',
    answers: 'Would it pass an EVMS compliance review? The 17 schedule checks of the DCMA DECM.',
    use: 'For earned value surveillance. health_dcma_14_point suits any contract, health_logic_audit shows faulty links.',
    needs: 'predecessors; status_date, schedule_history for 06A504, custom_field_map.float_rationale for 06A211a.',
    returns: 'score, 17 checks with verdict.',
  },
  'health.planning-horizon': {
    title: 'Planning horizon',
    answers:
      'Is the work ahead planned in enough detail? Detail, logic, resources of the near term, planning packages.',
    use: 'For rolling-wave plans. health_logic_audit judges all links; analysis_resources demand per period.',
    needs: 'tasks with dates and task_type; status_date.',
    returns: 'score, components, windows near, mid, far, months.',
  },
  'health.schedule-risk-index': {
    title: 'Schedule risk index',
    answers:
      'What endangers the finish, and which tasks most? Index 0 to 100 (higher is worse) of logic, float, drift, progress, resources; no simulation.',
    use: 'To choose where to look. health_score judges the making; analysis_cpm names the critical path; analysis_resources overloads.',
    needs: 'tasks; status_date, baseline_finish, resources as there are.',
    returns: 'risk_index, band, sub_metrics, risk_drivers with reasons.',
  },
  'analysis.validate': {
    title: 'Schedule validation',
    answers:
      'Is this usable as a schedule? Every fault of ids, links, cycles, dates, durations, constraints with its tasks.',
    use: 'First with data from a file, or when another tool refuses it. For quality use health_score.',
    needs: 'tasks in any state.',
    returns: 'valid, error and warning counts, 24 checks, open ends.',
  },
  'analysis.cpm': {
    title: 'Critical path',
    answers:
      'When does the project end, what drives it, how far can a task slip? Early and late dates, float, critical and longest path, drag, drivers.',
    use: 'For any date or float. Why the finish moved: forensics_delay_analysis; trust in links: health_logic_audit; overload: analysis_resources.',
    needs:
      'duration_days (or planned dates) and predecessors without a cycle; status_date and actual dates once work began.',
    returns: 'finish, critical_path, longest_path, near_critical, tasks with dates and float.',
  },
  'analysis.resources': {
    title: 'Resource analysis',
    answers:
      'Who is overloaded, when, what could move? Demand against capacity, over-allocations, leveling candidates.',
    use: 'For people and equipment. analysis_cpm gives float alone; health_planning_horizon tells whether near work is staffed.',
    needs:
      'resource or resources, duration_days, dates or predecessors; resource_availability, else 1 unit a day each.',
    returns: 'over_allocations, leveling_candidates with float, histogram.',
  },
  'forensics.delay-analysis': {
    title: 'Delay analysis',
    answers:
      'Why did the finish move, and who answers for it? Delay per window by cause, concurrency, pacing, entitlement (AACE 29R-03 MIP 3.3, 3.4).',
    use: 'For claims. In one step: forensics_as_planned_vs_as_built; the edits: forensics_change_tracking; performance: forensics_baseline_compare.',
    needs:
      'current_schedule, baseline_schedule or schedule_history, predecessors; delay_category, else days stay unattributed.',
    returns: 'total_delay_days, windows with attribution, by_category, entitlement.',
  },
  'forensics.change-tracking': {
    title: 'Change tracking',
    answers:
      'What changed between updates, what did it do to the finish, is there a pattern to question, such as rewritten actuals?',
    use: 'To review an update. Causes of delay: forensics_delay_analysis; faults within one status: health_progress_audit.',
    needs: 'current_schedule and one snapshot or more.',
    returns: 'comparisons, changes, checks CT01 to CT12, impact.',
  },
  'forensics.baseline-compare': {
    title: 'Baseline comparison',
    answers:
      'How does it perform against its baseline? BEI, SPI(t), tasks on track, variance per task; on request trends, EVM, drift.',
    use: 'For status reports. Causes: forensics_delay_analysis; along the path: forensics_as_planned_vs_as_built; missed tasks: health_dcma_14_point.',
    needs: 'current_schedule and baseline_schedule; schedule_history for trends.',
    returns: 'indices, variance, project_finish, task_variances.',
  },
  'forensics.as-planned-vs-as-built': {
    title: 'As-planned versus as-built',
    answers:
      'How did what happened differ from the plan? Start and finish delay per task, gross delay along the as-built path by cause (AACE 29R-03 MIP 3.1, 3.2).',
    use: 'For work nearly done. By window with concurrency: forensics_delay_analysis; indices: forensics_baseline_compare.',
    needs: 'actual dates and a plan: baseline_schedule or baseline dates; delay_category for causes.',
    returns: 'gross_delay_days, task_variances, controlling_path, by_category, entitlement.',
  },
}
