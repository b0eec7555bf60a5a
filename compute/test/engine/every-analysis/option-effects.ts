/**
 * What each option of each analysis, and each member of a body beside its tasks, changes: two values or more, and the
 * place of the reply at which every one of them tells another thing. No place is a mere echo of the option.
 */
import type { AnalysisId } from '../../../../shared/contract/analysis/analyses.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import { mapTasks, type Project } from '../../helpers/every-analysis.ts'

export interface Effect {
  /** Values to compare; undefined: the option is absent. */
  readonly values: readonly unknown[]
  /** Dotted path into the reply. */
  readonly at: string
  /** Options that stand beside it. */
  readonly beside?: Readonly<Record<string, unknown>>
  /** A project in which the option has something to say. */
  readonly from?: (project: Project) => Project
}

type Effects = Readonly<Record<string, Effect>>

const effect = (at: string, values: readonly unknown[], more: Omit<Effect, 'at' | 'values'> = {}): Effect => ({
  at,
  values,
  ...more,
})
const flag = (at: string, more: Omit<Effect, 'at' | 'values'> = {}): Effect => effect(at, [false, true], more)

const RECOMMENDATIONS = { include_recommendations: flag('recommendations') }
const TABLE_FORM = (at: string): Effects => ({ table: effect(at, ['rows', 'columns']) })
const excluded = (at: string): Effects => ({ exclude_task_types: effect(at, [[], ['task']]) })

/** Ids of the baseline as another tool writes them, a few with a slip. */
const respelled = (project: Project): Project => ({
  ...project,
  baseline: mapTasks(project, tasks =>
    tasks.map((task, i) => ({
      ...task,
      id: `${task.id.replaceAll('-', '_')}${i % 3 === 0 ? 'X' : ''}`,
      predecessors: null,
    })),
  ).baseline,
})

const ofCurrent = (project: Project, change: (tasks: TaskObject[]) => TaskObject[]): Project => ({
  ...project,
  current: { ...project.current, tasks: change(project.current.tasks) },
})

/** Work whose length only its dates tell, which days of the calendar count. */
const dated = (project: Project): Project =>
  mapTasks(project, tasks =>
    tasks.map(task => ({ ...task, duration_days: null, baseline_duration_days: null, total_float_days: null })),
  )

/** Open work of 50 days, 36 of them working days: long by the one count and not by the other. */
const lengthy = (project: Project): Project =>
  ofCurrent(project, tasks =>
    tasks.map((task, i) =>
      i % 5 === 0 && typeof task.actual_start !== 'string'
        ? {
            ...task,
            duration_days: null,
            planned_start: '2026-10-05',
            planned_finish: '2026-11-23',
            forecast_start: '2026-10-05',
            forecast_finish: '2026-11-23',
          }
        : task,
    ),
  )

/** Everything costs 100, and what is complete has earned 40. */
const earning = (project: Project): Project =>
  mapTasks(project, tasks =>
    tasks.map(task => ({
      ...task,
      budgeted_cost: 100,
      earned_value: typeof task.actual_finish === 'string' ? 40 : null,
    })),
  )

/** Links that wait five days each. */
const waiting = (project: Project): Project =>
  mapTasks(project, tasks =>
    tasks.map((task, i) => ({
      ...task,
      predecessors: i === 0 ? null : [{ task_id: tasks[i - 1]!.id, lag_days: 5 }],
    })),
  )

/** A task with an open start alone. */
const startingLate = (project: Project): Project =>
  ofCurrent(project, tasks => [
    { id: 'LONE', duration_days: 5, forecast_start: '2027-01-04', forecast_finish: '2027-01-08' },
    ...tasks.map(task =>
      task.id === 'PRJ-9990' ? { ...task, predecessors: [...(task.predecessors ?? []), 'LONE'] } : task,
    ),
  ])

/** Every second task works with the crew whose capacity bodies declare. */
const crewed = (project: Project): Project =>
  ofCurrent(project, tasks => tasks.map((task, i) => (i % 2 === 0 ? { ...task, resource: 'Crew 1' } : task)))

/** Open work of different lengths for a crew of one, without the links between. */
const contended = (project: Project): Project =>
  ofCurrent(project, tasks =>
    tasks.map((task, i) => ({
      ...task,
      duration_days: 1 + ((i * 7) % 5),
      actual_start: null,
      actual_finish: null,
      percent_complete: 0,
      remaining_duration_days: null,
      constraint_type: null,
      predecessors: i % 3 === 0 ? (task.predecessors ?? null) : null,
      resources: [i % 4 === 0 ? 'Crew 2' : 'Crew 1'],
    })),
  )

/** Progress that fell from 60 to 50 percent since the last snapshot. */
function falling(project: Project): Project {
  const at = (percent: number) => (tasks: TaskObject[]) =>
    tasks.map((task, i) =>
      i % 10 === 4 ? { ...task, actual_start: '2025-03-03', actual_finish: null, percent_complete: percent } : task,
    )
  const snapshots = project.snapshots.map(each => ({ ...each, tasks: at(60)(each.tasks) }))
  return { ...ofCurrent(project, at(50)), snapshots }
}

/** Work that was made longer, and held late: what the one does depends on the other. */
const replanned = (project: Project): Project =>
  ofCurrent(project, tasks =>
    tasks.map(task =>
      task.actual_start === undefined || task.actual_start === null
        ? { ...task, duration_days: 40, constraint_type: 'SNET', constraint_date: '2027-06-01' }
        : task,
    ),
  )

/** Codes of the baseline that were renumbered for some tasks. */
const recoded = (project: Project): Project => ({
  ...project,
  baseline: {
    ...project.baseline,
    tasks: project.baseline.tasks.map((task, i) => (i % 4 === 0 ? { ...task, wbs_code: `9.${i}` } : task)),
  },
})

/** Work with a resource of visibility tasks: only its earned value tells. */
const earningVisibility = (project: Project): Project => ({
  ...project,
  current: {
    ...project.current,
    tasks: project.current.tasks.map((task, i) =>
      task.task_type === 'schedule_visibility' || i % 60 === 20
        ? {
            ...task,
            task_type: 'schedule_visibility',
            resource: null,
            resources: null,
            budgeted_cost: null,
            earned_value: 5,
          }
        : task,
    ),
  },
})

/** Planning packages that have earned something. */
const earningPackages = (project: Project): Project => ({
  ...project,
  current: {
    ...project.current,
    tasks: project.current.tasks.map(task =>
      task.task_type === 'planning_package' || task.task_type === 'slpp' ? { ...task, earned_value: 5 } : task,
    ),
  },
})

const matching = (at: string): Effects => ({
  match_strategy: effect(at, ['id', 'id_and_wbs'], { from: recoded }),
})

const CONTRACT = {
  completion_date: effect('data.contract_dates', [undefined, '2026-06-30']),
  sectional_dates: effect('data.contract_dates', [undefined, [{ task_id: 'PRJ-2010', completion_date: '2026-01-30' }]]),
  float_owner: effect('data.contract_dates', ['project', 'contractor'], { beside: { completion_date: '2026-06-30' } }),
  damages_per_day: effect('data.contract_dates.completions', [undefined, 100], {
    beside: { completion_date: '2025-06-30' },
  }),
}

const responsibilities = (at: string): Effects => ({
  design_responsibility: effect(at, ['owner', 'contractor']),
  procurement_responsibility: effect(at, ['contractor', 'owner']),
})

/** By the id of the analysis. `fields` is tested for all of them at once. */
export const OPTION_EFFECTS: Readonly<Record<AnalysisId, Effects>> = {
  'health.checks': {
    catalogue: effect('data.checks', ['dcma-14', 'diq', 'decm', 'gao', 'nasa-stat', 'ufgs', 'scl-appendix-b']),
    include_details: flag('data.checks'),
    ...RECOMMENDATIONS,
  },
  'health.score': {
    include_details: flag('data.components'),
    ...RECOMMENDATIONS,
    ...excluded('data.components'),
  },
  'health.logic-audit': {
    include_details: flag('data.components'),
    ...RECOMMENDATIONS,
    ...excluded('data.components'),
    max_examples: effect('data', [0, 1, 10]),
  },
  'health.progress-audit': {
    status_date: effect('data.checks', ['2026-10-02', '2026-03-02']),
    exclude_milestones: flag('data.population'),
    include_details: flag('data.checks'),
    max_examples: effect('data.categories', [0, 1, 10]),
    ...RECOMMENDATIONS,
    include_ev_validation: flag('data.checks'),
    ...excluded('data.population'),
  },
  'health.dcma-14-point': {
    include_details: flag('data.checks'),
    ...RECOMMENDATIONS,
    ...excluded('data.checks'),
  },
  'health.dcma-decm': {
    threshold_profile: effect('data.checks', ['dcma-decm-default', 'dcma-decm-strict']),
    custom_thresholds: effect('data.checks', [{}, { '06A205a': 100 }]),
    include_details: flag('data.checks'),
    include_ev_validation: flag('data.checks', { from: earningVisibility }),
  },
  'health.planning-horizon': {
    near_term_days: effect('data.windows', [10, 90]),
    include_details: flag('data.components'),
    ...RECOMMENDATIONS,
    include_ev_validation: flag('data.components', { from: earningPackages }),
    ...excluded('data.populations'),
  },
  'health.schedule-risk-index': {
    sub_metrics: effect('data.risk_index', ['auto', 'float_risk', ['logic_risk', 'resource-risk']]),
    include_risk_drivers: flag('data.risk_drivers'),
    ...RECOMMENDATIONS,
    include_sub_metric_details: flag('data.sub_metrics'),
    include_ev_validation: flag('data.sub_metrics'),
    ...excluded('data.sub_metrics'),
    baseline_weight_override: effect('data.risk_index', [{}, { float_risk: 9 }]),
    near_critical_float_threshold: effect('data.sub_metrics', [0, 10, 200]),
  },
  'analysis.validate': { include_details: flag('data.checks') },
  'analysis.cpm': {
    include_network_details: flag('data'),
    include_task_details: flag('data'),
    include_curves: flag('data'),
    relationship_types: effect('data.tasks', [[], ['FS'], ['SS', 'FF']]),
    ...TABLE_FORM('data.tasks_by_column'),
  },
  'analysis.resources': {
    period_size_days: effect('data.histogram', [7, 14]),
    include_histogram_data: flag('data'),
    include_leveling_candidates: flag('data'),
    include_critical_path_resources: flag('data'),
    include_resource_curves: flag('data'),
    over_allocation_threshold: effect('data.over_allocations', [0.5, 1, 2]),
    ...excluded('data.resources'),
  },
  'analysis.levelling': {
    rule: effect('data.delays', ['late_finish', 'shortest', 'p6'], { from: contended }),
    priority_order: effect('data.delays', [undefined, [{ by: 'duration', descending: true }]], { from: contended }),
    effort: effect('data.settings.schedules', ['fast', 'good'], { from: contended }),
    objective: effect('data.delay_days_sum', ['earliest_finish', 'least_change'], {
      from: contended,
      beside: { effort: 'good', schedules_max: 40 },
    }),
    schedules_max: effect('data.settings.schedules_max', [4, 30], { from: contended, beside: { effort: 'good' } }),
    within_float_only: flag('data.delays', { from: contended }),
    float_kept_days: effect('data.delays', [0, 40], { from: contended, beside: { within_float_only: true } }),
    allow_splits: flag('data.delays', { from: contended }),
    split_days_min: effect('data.delays', [0, 4], { from: contended, beside: { allow_splits: true } }),
    resources: effect('data.resources', [undefined, ['Crew 1'], ['Crew 2']], { from: contended }),
    horizon: effect('data.delays', [undefined, '2026-10-20'], { from: contended }),
    period: effect('data.use', ['day', 'week', 'month'], { from: contended }),
  },
  'forensics.delay-analysis': {
    method: effect('data.windows', ['half_step', 'windows']),
    project_finish_id: effect('data.windows', [undefined, 'PRJ-2010']),
    near_critical_threshold: effect('data.windows', [0, 100]),
    order: effect('data.windows', ['mean', 'fixed'], { from: replanned }),
    concurrency: effect('data.entitlement', ['literal', 'functional', 'dominant', 'apportion']),
    ...responsibilities('data.entitlement'),
    data_dates: effect('data.windows', [undefined, []], { beside: { method: 'recreated' } }),
    ...CONTRACT,
  },
  'forensics.change-tracking': {
    comparison_mode: effect('data.comparisons', ['sequential', 'baseline_anchored', 'latest', 'first_last']),
    change_categories: effect('data.changes', [['all'], ['baseline'], ['logic', 'progress']]),
    include_impact_analysis: flag('data'),
    include_trends: flag('data'),
    include_details: flag('data'),
    'materiality_thresholds.date_change_days': effect('data.changes', [0, 5, 60]),
    'materiality_thresholds.progress_change_pct': effect('data.checks', [0, 99], { from: falling }),
    include_ev_validation: flag('data.changes'),
  },
  'forensics.baseline-compare': {
    match_strategy: effect('data.task_variances', ['id', 'id_and_wbs', 'wbs_hierarchy'], { from: recoded }),
    fuzzy_match_threshold: effect('data.task_variances', [0.5, 0.999], {
      beside: { match_strategy: 'fuzzy_id' },
      from: respelled,
    }),
    variance_threshold_days: effect('data.components', [0, 5, 50]),
    include_task_variances: flag('data'),
    include_critical_path_only: flag('data.task_variances'),
    include_logic_changes: flag('data'),
    include_oos_impact: flag('data'),
    include_trends: flag('data'),
    trend_analysis_periods: effect('data.trends.periods', [2, 6]),
    include_evms_trends: flag('data'),
    eac_method: effect('data.evms_trends.periods', ['cpi', 'budget_rate', 'cpi_spi', 'weighted']),
    include_forecast_trends: flag('data'),
    variance_acceleration_threshold: effect('data.trends', [0, 1000]),
    include_chart_data: flag('data'),
    include_ev_validation: flag('data.components', { from: earning }),
    ...TABLE_FORM('data.task_variances_by_column'),
  },
  'forensics.as-planned-vs-as-built': {
    ...matching('data.task_variances'),
    include_task_variances: flag('data'),
    ...TABLE_FORM('data.task_variances_by_column'),
    concurrency: effect('data.entitlement', ['literal', 'functional', 'dominant', 'apportion']),
    ...responsibilities('data.entitlement'),
    ...CONTRACT,
  },
  'forensics.time-impact': {
    method: effect('data.implementation_protocol', ['multi_base', 'single_base']),
    timing: effect('data.bases', ['prospective', 'retrospective']),
    milestones: effect('data.events', [[], ['PRJ-2010']]),
    ...CONTRACT,
    concurrency: effect('data.contract_dates', ['literal', 'apportion'], { beside: { completion_date: '2025-06-30' } }),
  },
  'forensics.collapsed-as-built': {
    method: effect('data.implementation_protocol', ['single', 'multi']),
    milestones: effect('data.simulations', [[], ['PRJ-2010']]),
    ...CONTRACT,
    concurrency: effect('data.contract_dates', ['literal', 'apportion'], { beside: { completion_date: '2025-06-30' } }),
  },
  'forensics.history': {
    completion_date: effect('data.updates', [undefined, '2026-06-30']),
    milestones: effect('data.milestones', [[], ['PRJ-2010']]),
  },
  'analysis.what-if': {
    milestones: effect('data.alternatives', [[], ['PRJ-2010']]),
    float_limit_days: effect('data.base.below_limit_count', [0, 100]),
    include_tasks: flag('data.changed_tasks'),
    table: effect('data.changed_tasks_by_column', ['rows', 'columns'], { beside: { include_tasks: true } }),
  },
}

const CALENDAR = (at: string, from = dated): Effects => ({
  calendar: effect(at, ['working_days', 'calendar_days'], { from }),
})
/** Total floats are those of the network, not supplied ones. */
const unfloated = (project: Project): Project =>
  mapTasks(project, tasks => tasks.map(task => ({ ...task, total_float_days: null })))
const MUST_FINISH = (at: string): Effects => ({
  must_finish_by: effect(at, [undefined, '2026-06-30', '2040-12-31'], { from: unfloated }),
})
const STATUS = (at: string): Effects => ({ status_date: effect(at, ['2026-10-02', '2026-03-02']) })
const HISTORY = (at: string): Effects => ({ schedule_history: effect(at, [undefined, []]) })

/** Members of the body beside tasks, options and what is required. */
export const CONTAINER_EFFECTS: Readonly<Record<AnalysisId, Effects>> = {
  'health.checks': {
    ...STATUS('data.checks'),
    ...CALENDAR('data.checks'),
    ...MUST_FINISH('data.checks'),
    target_finish_date: effect('data.checks', [undefined, '2026-12-31', '2030-01-31']),
    schedule_history: effect('data.checks', [undefined, []], { beside: { catalogue: 'decm' } }),
    baseline_schedule: effect('data.checks', [undefined, 'given'], { beside: { catalogue: 'diq' } }),
    own_catalogue: effect(
      'data.checks',
      [
        { id: 'a', version: '1', checks: [{ id: 'A', metric: ['is_complete'] }] },
        { id: 'a', version: '1', checks: [{ id: 'A', metric: ['is_incomplete'] }] },
      ],
      { beside: { catalogue: 'own' } },
    ),
    mapping: effect('data.checks', [{}, { procurement: { constant: 'N' } }], { beside: { catalogue: 'ufgs' } }),
    answers: effect('data.practices', [{}, { 'GAO-8.1': 'yes' }], { beside: { catalogue: 'gao' } }),
  },
  'health.score': { ...STATUS('data.components'), ...CALENDAR('data.components', lengthy) },
  'health.logic-audit': { ...STATUS('data.data_date'), ...CALENDAR('data.observations') },
  'health.progress-audit': { ...CALENDAR('data.project_finish') },
  'health.dcma-14-point': {
    ...STATUS('data.checks'),
    ...CALENDAR('data.checks'),
    ...MUST_FINISH('data.checks'),
    target_finish_date: effect('data.cpli', [undefined, '2026-12-31', '2030-01-31']),
    ...HISTORY('data.bei'),
  },
  'health.dcma-decm': {
    ...STATUS('data.checks'),
    ...CALENDAR('data.checks'),
    ...MUST_FINISH('data.checks'),
    start_task_ids: effect('data.checks', [[], ['LONE']], { from: startingLate }),
    finish_task_ids: effect('data.checks', [[], ['PRJ-9990']]),
    ...HISTORY('data.checks'),
  },
  'health.planning-horizon': { ...STATUS('data.windows'), ...CALENDAR('data.components', lengthy) },
  'health.schedule-risk-index': {
    ...STATUS('data.risk_index'),
    ...CALENDAR('data.sub_metrics'),
    ...MUST_FINISH('data.sub_metrics'),
  },
  'analysis.validate': { ...CALENDAR('data.checks', project => project) },
  'analysis.cpm': {
    ...STATUS('data.project_finish_date'),
    ...CALENDAR('data.project_finish_date'),
    ...MUST_FINISH('data.tasks'),
  },
  'forensics.time-impact': {
    ...CALENDAR('data.bases'),
    baseline_schedule: effect('data.bases', [undefined, 'given']),
    schedule_history: effect('data.bases', [undefined, []]),
    delay_events: effect('data.events', [
      [],
      [{ id: 'E', party: 'owner', started: '2025-01-06', days: 9, task_ids: ['PRJ-9990'] }],
    ]),
  },
  'forensics.collapsed-as-built': {
    ...CALENDAR('data.simulations'),
    delay_events: effect('data.events', [
      [],
      [{ id: 'E', party: 'owner', started: '2025-01-06', days: 9, task_ids: ['PRJ-9990'] }],
    ]),
  },
  'forensics.history': {
    ...CALENDAR('data.updates'),
    baseline_schedule: effect('data.updates', [undefined, 'given']),
    ...HISTORY('data.updates'),
  },
  'analysis.what-if': {
    ...STATUS('data.base'),
    ...CALENDAR('data.base'),
    ...MUST_FINISH('data.base'),
    changes: effect('data.alternatives', [[], [{ task_id: 'PRJ-9990', duration_days: 40 }]]),
    alternatives: effect('data.alternatives', [
      [],
      [{ name: 'Longer', changes: [{ task_id: 'PRJ-9990', duration_days: 40 }] }],
    ]),
    search: effect('data.search', [undefined, { limits: { max_steps: 3 } }]),
  },
  'analysis.resources': {
    ...STATUS('data.window'),
    ...CALENDAR('data.window'),
    ...MUST_FINISH('data.populations.critical'),
    resource_availability: effect('data.resources', [[], [{ resource: 'Crew 1', capacity_per_day: 5 }]], {
      from: crewed,
    }),
  },
  'analysis.levelling': {
    ...STATUS('data.finish_before'),
    ...CALENDAR('data.finish_before'),
    must_finish_by: effect('data.delays', [undefined, '2026-10-12'], {
      from: contended,
      beside: { within_float_only: true },
    }),
    resource_availability: effect('data.delays', [[], [{ resource: 'Crew 1', capacity_per_day: 5 }]], {
      from: contended,
    }),
    task_priorities: effect('data.delays', [[], [{ task_id: 'PRJ-2010', priority: 1000 }]], {
      from: contended,
      beside: { rule: 'p6' },
    }),
  },
  'forensics.delay-analysis': {
    baseline_schedule: effect('data.windows', [undefined, 'given']),
    ...HISTORY('data.windows'),
    ...CALENDAR('data.windows'),
    delay_events: effect('data.event_days', [
      [],
      [{ id: 'E', party: 'owner', started: '2025-01-06', days: 9, task_ids: ['PRJ-9990'] }],
    ]),
  },
  'forensics.change-tracking': { ...CALENDAR('data.impact') },
  'forensics.baseline-compare': { ...HISTORY('data.trends'), ...CALENDAR('data.components') },
  'forensics.as-planned-vs-as-built': {
    baseline_schedule: effect('data.task_variances', [undefined, 'given']),
    ...HISTORY('data.periods'),
    ...CALENDAR('data.controlling_path', waiting),
    delay_events: effect('data.event_days', [
      [],
      [{ id: 'E', party: 'owner', started: '2025-01-06', days: 9, task_ids: ['PRJ-9990'] }],
    ]),
  },
}

/** Members that their descriptions give no effect, and the values that change nothing. */
export const NO_EFFECT: Readonly<Partial<Record<AnalysisId, Readonly<Record<string, readonly unknown[]>>>>> = {
  'health.progress-audit': { status_date: [undefined] },
  'health.dcma-decm': { target_finish_date: ['2026-12-31', undefined], scope: [undefined, null] },
  'analysis.validate': { status_date: ['2020-01-01', undefined] },
  // a single simulation reads the current schedule alone
  'forensics.collapsed-as-built': { baseline_schedule: [undefined], schedule_history: [[]] },
}
