/** `data` of POST /api/v1/forensics/baseline-compare. */
import Type, { type TSchema } from 'typebox'
import { OneOf } from '../../schedule/containers.ts'
import { RELATION_TYPES } from '../../schedule/fields.ts'
import { EAC_METHODS, MATCH_STRATEGIES } from '../requests/forensics.ts'
import {
  EARNED_SOURCES,
  FINISH_SOURCES,
  LINK_CHANGE_KINDS,
  MATCH_METHODS,
  STABILITIES,
  TASK_STATUSES,
  TRENDS,
  VARIANCE_BANDS,
  WEIGHT_BASES,
} from './baseline-compare-words.ts'
import { componentData } from './component-data.ts'
import { CalendarUsed, DataDateUsed } from './cpm-data.ts'
import { countOf, dateOrNull, numberOrNull, PopulationData } from './health-data.ts'

const CLOSED = { additionalProperties: false }

const closed = (members: Record<string, TSchema>, description: string): TSchema =>
  Type.Object(members, { ...CLOSED, description })
const orNull = (schema: TSchema, description: string): TSchema =>
  Type.Unsafe({ ...schema, type: ['object', 'null'], description })
const days = (description: string): TSchema => numberOrNull(description, 'days')
const cost = (description: string): TSchema => numberOrNull(description, 'cost')
const percent = (description: string): TSchema => numberOrNull(description, 'percent')
const textOrNull = (description: string): TSchema => Type.Unsafe({ type: ['string', 'null'], description })
const wordOrNull = (values: readonly string[], description: string): TSchema =>
  Type.Unsafe({ type: ['string', 'null'], enum: [...values, null], description })
const message = textOrNull('Why figures of the block are null; null when none had to be left out.')
const ids = (description: string): TSchema => Type.Array(Type.String(), { description })

const Matching = closed(
  {
    strategy: OneOf(MATCH_STRATEGIES, { description: 'As asked for, or the default.' }),
    fuzzy_match_threshold: numberOrNull('Least similarity of a pair; null unless the strategy is fuzzy_id.'),
    pair_count: countOf('Pairs of tasks, of all kinds.'),
    methods: Type.Record(Type.String(), Type.Integer({ minimum: 1 }), {
      description: `Pairs by the way they were found: ${MATCH_METHODS.join(', ')}.`,
    }),
    added_count: countOf('Current tasks without a partner: no summaries, no level of effort.'),
    deleted_count: countOf('Baseline tasks without a partner, likewise.'),
    added: ids('Their ids, in input order.'),
    deleted: ids('Their ids in the baseline schedule, in input order.'),
    unpaired_excluded: countOf('Summaries and level of effort without a partner, on either side.'),
  },
  'How the tasks of the two schedules were paired.',
)

const executionMembers = {
  bei: numberOrNull('Complete / (due + without baseline); may exceed 1. Null when it has no divisor or no baseline.'),
  complete: countOf('Complete tasks.'),
  due: countOf('Tasks with a baseline finish on or before the status date.'),
  without_baseline: countOf('Tasks without a baseline finish, added ones among them.'),
  population: PopulationData('Tasks counted, complete ones included.'),
}

const Bei = closed(
  {
    ...executionMembers,
    completed_unbaselined_only: numberOrNull('Variant: of the tasks without baseline only complete ones count.'),
    due_only: numberOrNull('Variant: complete tasks that were due / (due + all without baseline).'),
    hit_task_pct: percent('Tasks due in the period that finished on or before their baseline finish.'),
    period_after: dateOrNull('Date of the previous snapshot, after which the period begins; null: no beginning.'),
    deleted_due: countOf('Baseline tasks due by the status date that were deleted; they do not weigh on BEI.'),
  },
  'Baseline execution index.',
)

const CriticalBei = closed(
  {
    ...executionMembers,
    baseline_critical_count: countOf('Tasks that are critical in the CPM of the baseline schedule.'),
    paired_critical_count: countOf('Those of them that have a partner now.'),
    current_critical_count: countOf('Tasks that are critical in the CPM of the current schedule.'),
  },
  'The same over the tasks that are critical in the baseline schedule.',
)

const earnedScheduleMembers = (unit: string) => ({
  earned_schedule: numberOrNull(`ES: time at which what is earned was to be earned, in ${unit}.`),
  actual_time: numberOrNull(`AT: time passed, in ${unit}.`),
  spi_t: numberOrNull('ES / AT.'),
  schedule_variance: numberOrNull(`ES - AT in ${unit}.`),
  planned_duration: numberOrNull(`PD in ${unit}.`),
  estimate_at_completion: numberOrNull(`IEAC(t) = PD / SPI(t) in ${unit}; null when nothing is earned.`),
})

const SpiT = closed(
  {
    ...earnedScheduleMembers('days of the calendar'),
    baseline_start: dateOrNull('First start of the tasks in the curve.'),
    weight_basis: OneOf(WEIGHT_BASES, {
      description: 'Weight of a task: budgeted_cost where every task of the baseline has one, else its duration.',
    }),
    earned_source: OneOf(EARNED_SOURCES, { description: 'What the earned value was taken from.' }),
    planned_value: Type.Number({ description: 'PV at the status date, in weights.' }),
    earned_value: Type.Number({ description: 'EV at the status date, in weights.' }),
    budget: Type.Number({ description: 'Sum of the weights.' }),
    task_count: countOf('Baseline tasks of the kinds that count.'),
    undated_count: countOf('Those left out for want of a start or a finish.'),
    message,
    periodic: orNull(
      closed(
        {
          ...earnedScheduleMembers('periods'),
          periods: countOf('Snapshots with a planned_value_total.'),
        },
        '',
      ),
      'The same from the totals of schedule_history, one period per snapshot; null without them, or when planned value beyond the last snapshot would be needed.',
    ),
  },
  'Earned schedule on the curve of planned value.',
)

const spread = closed(
  {
    count: countOf('Pairs with the variance.'),
    mean_days: days('Mean.'),
    median_days: days('Median.'),
    least_days: days('Smallest.'),
    largest_days: days('Largest.'),
  },
  'Calendar days, later = positive.',
)

const Variance = closed(
  {
    threshold_days: Type.Number({ description: 'options.variance_threshold_days.', 'x-unit': 'days' }),
    population: PopulationData('Pairs: no summaries, no level of effort.'),
    pair_count: countOf('Pairs with a finish on both sides.'),
    on_track_count: countOf('Those with a finish variance up to the threshold.'),
    on_track_pct: percent('Their share.'),
    unmatched_dates: countOf('Pairs whose baseline task has no finish.'),
    undated_current: countOf('Pairs whose current task has no finish, and CPM gives it none.'),
    bands: Type.Object(Object.fromEntries(VARIANCE_BANDS.map(band => [band, countOf(`Pairs in the band ${band}.`)])), {
      ...CLOSED,
      description:
        'Pairs by finish variance: up to 0, 1, 2, 4 thresholds, and more; late tasks that are critical in the baseline one band up.',
    }),
    start: spread,
    finish: spread,
    duration: spread,
  },
  'Variances of the pairs.',
)

const finishMembers = {
  finish_date: dateOrNull('Project finish.'),
  source: OneOf(FINISH_SOURCES, {
    description: 'network: critical-path method; dates: the latest finish, since no link joins the tasks.',
  }),
}

const ProjectFinish = closed(
  {
    baseline: closed(finishMembers, 'Of the baseline schedule.'),
    current: closed(finishMembers, 'Of the current schedule.'),
    variance_days: days('Calendar days, later = positive.'),
  },
  'Where the project ends, then and now.',
)

const Cei = orNull(
  closed(
    {
      cei: numberOrNull('Finished / forecast; null when nothing was forecast.'),
      forecast: countOf('Tasks that the previous snapshot forecast to finish in the period.'),
      finished: countOf('Those of them that did.'),
      period_after: dateOrNull('Date of the previous snapshot.'),
    },
    '',
  ),
  'Current execution index (NDIA); null without a dated previous snapshot.',
)

const TaskVariance = closed(
  {
    id: Type.String({ description: 'Id in the current schedule.' }),
    baseline_id: Type.String({ description: 'Id in the baseline schedule.' }),
    match_method: OneOf(MATCH_METHODS, { description: 'How the pair was found.' }),
    similarity: Type.Number({ description: 'Of the two ids for similar_id, else 1.' }),
    status: OneOf(TASK_STATUSES, { description: 'State of the current task.' }),
    baseline_start: dateOrNull('Planned, else baseline, else forecast start of the baseline task.'),
    baseline_finish: dateOrNull('Likewise.'),
    current_start: dateOrNull('Actual, else forecast, else planned start, else early start.'),
    current_finish: dateOrNull('Likewise.'),
    start_variance_days: days('Calendar days, later = positive.'),
    finish_variance_days: days('Calendar days, later = positive.'),
    duration_variance_days: days('Calendar days, longer = positive.'),
    band: wordOrNull(VARIANCE_BANDS, 'Band of the finish variance.'),
    is_baseline_critical: Type.Boolean({ description: 'Critical in the CPM of the baseline schedule.' }),
    is_current_critical: Type.Boolean({ description: 'Critical in the CPM of the current schedule.' }),
  },
  'A pair.',
)

const linkMembers = (when: string) => ({
  [`${when}_type`]: wordOrNull(RELATION_TYPES, 'Relation; null where there is no link.'),
  [`${when}_lag_days`]: days('Lag; null where there is no link.'),
})

const LogicDrift = closed(
  {
    drift_pct: percent('(added + removed + 0.5 * changed) / union.'),
    added: countOf('Pairs of tasks that links join now and did not.'),
    removed: countOf('Pairs that links joined and do not now.'),
    changed: countOf('Pairs with another set of relations and lags.'),
    union: countOf('Pairs joined then or now.'),
    removed_from_longest_path: Type.Array(
      closed(
        {
          predecessor: Type.String({ description: 'Id in the baseline schedule.' }),
          successor: Type.String({ description: 'Id in the baseline schedule.' }),
        },
        'A pair.',
      ),
      { description: 'Pairs joined by a driving link of the longest path of the baseline, and by no link now.' },
    ),
    changes: Type.Array(
      closed(
        {
          successor: Type.String({ description: 'Id in the current schedule.' }),
          change: OneOf(LINK_CHANGE_KINDS, { description: 'What became of the link.' }),
          baseline_predecessor: textOrNull('Id in the baseline schedule; null for an added link.'),
          ...linkMembers('baseline'),
          current_predecessor: textOrNull('Id in the current schedule; null for a removed link.'),
          ...linkMembers('current'),
        },
        'A link that changed.',
      ),
      {
        description: 'Changed links into tasks that both schedules have; those of added and deleted tasks only count.',
      },
    ),
  },
  'Drift of the dependency graph.',
)

const OosImpact = closed(
  {
    impact_days: days('Project finish under retained logic less that under progress override.'),
    retained_finish: days('Offset of the project finish under retained logic.'),
    override_finish: days('The same under progress override.'),
    tasks: Type.Array(
      closed(
        {
          id: Type.String(),
          waits_for: textOrNull('Predecessor that holds its remaining work longest.'),
          wait_days: days('Days its remaining work waits after the data date.'),
        },
        'A started task.',
      ),
      { description: 'Tasks in progress whose remaining work waits for unfinished predecessors.' },
    ),
  },
  'What progress out of sequence does to the finish.',
)

const period = {
  date: dateOrNull('Date of the status; null for a snapshot without one.'),
  is_current: Type.Boolean({ description: 'The current schedule.' }),
}

const Trends = closed(
  {
    periods: Type.Array(
      closed(
        {
          ...period,
          mean_finish_variance_days: days('Mean over the incomplete pairs.'),
          incomplete_pairs: countOf('Pairs it is the mean of.'),
        },
        'A status.',
      ),
      { description: 'The statuses of the window, the current one last.' },
    ),
    trend: wordOrNull(TRENDS, 'By the slope: below -0.5, up to 0.5, above 0.5 days per period.'),
    slope_days_per_period: days('Slope of the least-squares line.'),
    acceleration_days: days('Change of the change at the end of the window.'),
    acceleration_threshold_days: days('options.variance_acceleration_threshold.'),
    is_accelerating: Type.Boolean({ description: 'The acceleration is above the threshold.' }),
    message,
  },
  'Finish variance over the statuses.',
)

const EvmsTrends = closed(
  {
    eac_method: OneOf(EAC_METHODS, { description: 'Formula of the estimate at completion.' }),
    periods: Type.Array(
      closed(
        {
          ...period,
          source: Type.Unsafe({
            type: 'string',
            enum: ['snapshot_totals', 'tasks'],
            description: 'tasks: the current schedule has no totals; planned and earned value are of its tasks.',
          }),
          planned_value: cost('PV.'),
          earned_value: cost('EV.'),
          actual_cost: cost('AC.'),
          budget_at_completion: cost('BAC.'),
          spi: numberOrNull('EV / PV.'),
          cpi: numberOrNull('EV / AC.'),
          eac: cost('Estimate at completion.'),
          vac: cost('BAC - EAC.'),
          tcpi: numberOrNull('(BAC - EV) / (BAC - AC).'),
          message,
        },
        'A status.',
      ),
      { description: 'The statuses of the window, the current one last.' },
    ),
  },
  'Earned value figures over the statuses.',
)

const ForecastStability = closed(
  {
    eac_method: OneOf(EAC_METHODS, { description: 'Formula of the estimate at completion.' }),
    eac_count: countOf('Statuses of the window with an estimate.'),
    mean_eac: cost('Mean estimate.'),
    coefficient_of_variation_pct: percent('Standard deviation (of a sample) / mean.'),
    stability: wordOrNull(STABILITIES, 'stable up to 5 %, watch up to 10 %, else unstable.'),
    mean_absolute_change: cost('Mean change of the estimate from status to status.'),
    finish_count: countOf('Statuses of the window with a project finish.'),
    finish_deviation_days: days('Standard deviation (of a sample) of the project finish, in calendar days.'),
    finish_mean_absolute_change_days: days('Mean change of the project finish from status to status.'),
    message,
  },
  'How steady the forecasts are.',
)

const ChartData = closed(
  {
    value_curve: Type.Array(
      closed(
        {
          month: Type.String({ description: 'YYYY-MM.' }),
          planned_value: Type.Number({ description: 'Cumulative, at the end of the month, in the weights of spi_t.' }),
          earned_value: numberOrNull('Of the last status in the month; null when it has none.'),
        },
        'A month.',
      ),
      { description: 'From the baseline start to its finish or the last status.' },
    ),
    variance_histogram: Type.Array(
      closed(
        {
          above_days: days('Lower bound, exclusive; null: none.'),
          up_to_days: days('Upper bound, inclusive; null: none.'),
          count: countOf('Pairs.'),
        },
        'A bin.',
      ),
      { description: 'Pairs by finish variance.' },
    ),
    finish_by_status: Type.Array(
      closed(
        {
          status: Type.Unsafe({
            type: 'string',
            enum: ['baseline', 'snapshot', 'current'],
            description: 'Which schedule.',
          }),
          date: dateOrNull('Date of the status.'),
          ...finishMembers,
        },
        'A status.',
      ),
      { description: 'Project finish of the baseline and of the statuses of the window.' },
    ),
  },
  'Data for charts.',
)

const Component = componentData({
  zero: Type.Number({
    description: 'Value at which the score is 0; at 1, or 100 percent, it is 100, between them linear.',
  }),
})

export const BaselineCompareData = Type.Object(
  {
    components: Type.Array(Component, {
      minItems: 4,
      maxItems: 4,
      description: 'BEI, critical BEI, SPI(t), on track.',
    }),
    weight_evaluated: Type.Number({ description: 'Sum of the weights of the components that were evaluated.' }),
    status_date: dateOrNull('current_schedule.status_date.'),
    baseline_date: dateOrNull('baseline_schedule.baseline_date; a label.'),
    data_date: DataDateUsed,
    calendar: CalendarUsed,
    matching: Matching,
    bei: Bei,
    critical_bei: CriticalBei,
    spi_t: SpiT,
    variance: Variance,
    project_finish: ProjectFinish,
    cei: Cei,
    statuses: closed(
      {
        in_window: countOf('Statuses that trends look at, the current one included.'),
        superseded: Type.Array(Type.Integer({ minimum: 0 }), {
          description: 'Places in schedule_history of snapshots that a later one of the same date replaces.',
        }),
        not_earlier: Type.Array(Type.Integer({ minimum: 0 }), {
          description: 'Places of snapshots dated on or after the status date, left out.',
        }),
      },
      'Snapshots that were looked at.',
    ),
    task_variances: Type.Optional(
      Type.Array(TaskVariance, { description: 'One per pair, in the order of the current schedule.' }),
    ),
    logic_drift: Type.Optional(LogicDrift),
    oos_impact: Type.Optional(OosImpact),
    trends: Type.Optional(Trends),
    evms_trends: Type.Optional(EvmsTrends),
    forecast_stability: Type.Optional(ForecastStability),
    chart_data: Type.Optional(ChartData),
  },
  { ...CLOSED, $id: 'BaselineCompareData', description: 'Result of the baseline comparison.' },
)
