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
      'How good is this schedule? One score from 0 to 100 with a grade, from 12 quick checks of logic, leads, lags, constraints, dates, progress, baseline and resources.',
    use: 'The first look at any schedule. Then health_logic_audit for its links, health_progress_audit for its status, health_schedule_risk_index for what endangers the finish, health_dcma_14_point for the standard table; analysis_validate when the data may be broken.',
    needs: 'tasks; status_date and baseline dates for the checks on progress and performance.',
    returns: 'score, grade, components with the points each costs.',
  },
  'health.logic-audit': {
    title: 'Logic audit',
    answers:
      'Can the links be trusted? Open ends, dangling tasks, leads, lags, relation types, hard constraints, redundant links, parts that nothing joins; scored.',
    use: 'When logic is the question. health_dcma_14_point holds it against the standard thresholds; analysis_cpm gives the dates and paths that follow from it.',
    needs: 'tasks with predecessors and duration_days.',
    returns: 'score, grade, components with examples, observations, figures of the network.',
  },
  'health.progress-audit': {
    title: 'Progress audit',
    answers:
      'Can the reported status be true? Actual dates in the future, progress without dates, stale forecasts, work out of sequence, earned value, missing approvals (codes PA01 to PA23).',
    use: 'After an update, before its forecasts are believed. What was edited between updates is forensics_change_tracking; performance against the plan is forensics_baseline_compare.',
    needs: '2 tasks or more with actual and forecast dates and percent_complete; options.status_date.',
    returns: 'score, grade, checks, anomalies by category and organization with examples.',
  },
  'health.dcma-14-point': {
    title: 'DCMA 14-point assessment',
    answers:
      'Does the schedule pass the DCMA 14-point assessment? Each point with count, population, threshold and verdict.',
    use: 'When a client or contract names the 14 points. health_dcma_decm has the EVMS compliance metrics, health_score one quick figure for any schedule.',
    needs:
      'tasks with predecessors; status_date for points 9, 11 and 14, baseline dates for 11 and 14, target_finish_date (else the baseline finish) for 13.',
    returns: 'score, grade, 14 checks, BEI and CPLI with their terms.',
  },
  'health.dcma-decm': {
    title: 'DCMA DECM assessment',
    answers:
      'Would the schedule pass an EVMS compliance review? The 17 schedule-only checks of the DCMA DECM (06A204b and others).',
    use: 'For earned value surveillance. health_dcma_14_point is the general list for any contract, health_logic_audit shows the faulty links in detail.',
    needs:
      '2 tasks or more with predecessors; status_date for 06A212a and 06A506a to c, schedule_history for 06A504a and b, custom_field_map.float_rationale for 06A211a.',
    returns: 'score, grade, 17 checks with threshold and verdict.',
  },
  'health.planning-horizon': {
    title: 'Planning horizon',
    answers:
      'Is the work ahead planned in enough detail? Detail, logic and resources of the near term, conversion of planning packages, work by window and month.',
    use: 'For rolling-wave plans. health_logic_audit judges the links of the whole schedule, analysis_resources the demand of each period.',
    needs: 'tasks with dates and task_type (planning_package); status_date, where the windows begin.',
    returns: 'score, grade, components, windows near, mid and far, months.',
  },
  'health.schedule-risk-index': {
    title: 'Schedule risk index',
    answers:
      'What endangers the finish, and which tasks most? An index from 0 to 100 (higher is worse) of logic, float, baseline drift, progress and resources. Indicators, no simulation.',
    use: 'To choose what to look at next. health_score judges how well the schedule is made; analysis_cpm names the critical path, analysis_resources the overloads.',
    needs: 'tasks; status_date, baseline_finish and resources, each for the sub-metric that reads it.',
    returns: 'risk_index, band, sub_metrics, risk_drivers (tasks with reasons), score, grade.',
  },
  'analysis.validate': {
    title: 'Schedule validation',
    answers:
      'Is this usable as a schedule? Ids, links, cycles, dates, durations and constraints, every fault with its tasks. An invalid schedule is an answer, not an error.',
    use: 'First with data from a file, or when another tool refuses it. For the quality of a schedule that is valid use health_score.',
    needs: 'tasks in any state, none at all included.',
    returns: 'valid, counts of errors and warnings, 24 checks, open ends, parts of the network.',
  },
  'analysis.cpm': {
    title: 'Critical path',
    answers:
      'When does the project end, what drives it, how far can a task slip? Early and late dates, total and free float, critical and longest path, drag, driving predecessors.',
    use: 'Whenever dates or float are asked for. Why the finish moved between updates is forensics_delay_analysis; whether the logic deserves trust is health_logic_audit; overload is analysis_resources.',
    needs:
      'tasks with duration_days (or planned dates) and predecessors, without a cycle; status_date and actual dates once work has begun.',
    returns: 'duration, finish, critical_path, longest_path, near_critical, divergence, tasks with dates and float.',
  },
  'analysis.resources': {
    title: 'Resource analysis',
    answers:
      'Who is overloaded, when, and what could move? Demand per resource against capacity, over-allocations, leveling candidates with their float, resources of the critical path.',
    use: 'When people or equipment are the question. analysis_cpm gives float and dates alone; health_planning_horizon tells whether near work is staffed.',
    needs:
      'tasks with resource or resources, duration_days, predecessors or dates; resource_availability, else each resource has 1 unit a day; status_date, else today.',
    returns: 'score, grade, over_allocations, leveling_candidates, histogram.',
  },
  'forensics.delay-analysis': {
    title: 'Delay analysis',
    answers:
      'Why did the finish move, and who answers for it? Delay per window between statuses, by the tasks of the controlling path and their causes, concurrency, possible pacing, entitlement (AACE 29R-03 MIP 3.3, 3.4).',
    use: 'For claims and delay causes. forensics_as_planned_vs_as_built compares plan and outcome in one step; forensics_change_tracking lists the edits; forensics_baseline_compare measures performance.',
    needs:
      'current_schedule and baseline_schedule or schedule_history, with predecessors; delay_category on tasks, else days stay unattributed.',
    returns: 'total_delay_days, windows with attribution, by_category, entitlement.',
  },
  'forensics.change-tracking': {
    title: 'Change tracking',
    answers:
      'What was changed between updates, what did it do to the finish, and does a pattern deserve a question? Twelve patterns such as rewritten actuals or removed critical logic; an integrity score.',
    use: 'To review an update. Days of delay and their causes are forensics_delay_analysis; faults within one status are health_progress_audit.',
    needs: 'current_schedule and at least one snapshot with its date in schedule_history.',
    returns: 'score, grade, comparisons, changes, checks CT01 to CT12, impact on the finish.',
  },
  'forensics.baseline-compare': {
    title: 'Baseline comparison',
    answers:
      'How does the project perform against its baseline? BEI, critical BEI, SPI(t), share of tasks on track, variance per task; on request trends, EVM, logic drift.',
    use: 'For status reports. What caused the delay is forensics_delay_analysis; how plan and outcome differ along the path is forensics_as_planned_vs_as_built; missed tasks as a standard check are health_dcma_14_point.',
    needs: 'current_schedule and baseline_schedule; schedule_history for trends.',
    returns: 'score, grade, indices, variance, project_finish, task_variances.',
  },
  'forensics.as-planned-vs-as-built': {
    title: 'As-planned versus as-built',
    answers:
      'How did what happened differ from the plan? Start and finish delay per task, gross delay, its increments along the as-built path, by cause and period (AACE 29R-03 MIP 3.1, 3.2).',
    use: 'For work that is done or nearly. Window by window with concurrency it is forensics_delay_analysis; indices of performance are forensics_baseline_compare.',
    needs:
      'current_schedule with actual dates, and a plan: baseline_schedule, else baseline dates on its tasks; delay_category on tasks for the causes.',
    returns: 'gross_delay_days, task_variances, controlling_path, by_category, entitlement, periods.',
  },
}
