/** Variances of the pairs of tasks. */
import Type from 'typebox'
import { PopulationData } from '../../../endpoint/data/health-data.ts'
import { CLOSED, closed, countOf, dateOrNull, daysOrNull, textOrNull } from '../../../endpoint/data/members.ts'
import { taskId } from '../../../endpoint/data/named.ts'
import { OneOf } from '../../../schedule/containers.ts'
import { MATCH_METHODS, TASK_STATUSES, VARIANCE_BANDS } from '../words.ts'
import { percent } from './figures.ts'

const spread = closed(
  {
    count: countOf('Pairs with the variance.'),
    mean_days: daysOrNull('Mean.'),
    median_days: daysOrNull('Median.'),
    least_days: daysOrNull('Smallest.'),
    largest_days: daysOrNull('Largest.'),
  },
  'Calendar days, later = positive.',
)

export const Variance = closed(
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

export const TaskVariance = closed(
  {
    id: taskId('Id in the current schedule.'),
    baseline_id: taskId('Id in the baseline schedule.'),
    match_method: OneOf(MATCH_METHODS, { description: 'How the pair was found.' }),
    similarity: Type.Number({ description: 'Of the two ids for similar_id, else 1.' }),
    status: OneOf(TASK_STATUSES, { description: 'State of the current task.' }),
    baseline_start: dateOrNull('Planned, else baseline, else forecast start of the baseline task.'),
    baseline_finish: dateOrNull('Likewise.'),
    current_start: dateOrNull('Actual, else forecast, else planned start, else early start.'),
    current_finish: dateOrNull('Likewise.'),
    start_variance_days: daysOrNull('Calendar days, later = positive.'),
    finish_variance_days: daysOrNull('Calendar days, later = positive.'),
    duration_variance_days: daysOrNull('Calendar days, longer = positive.'),
    band: textOrNull('Band of the finish variance.', VARIANCE_BANDS),
    is_baseline_critical: Type.Boolean({ description: 'Critical in the CPM of the baseline schedule.' }),
    is_current_critical: Type.Boolean({ description: 'Critical in the CPM of the current schedule.' }),
  },
  'A pair.',
)
