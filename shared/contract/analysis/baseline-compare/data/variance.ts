/** Variances of the pairs of tasks. */

import type { TSchema } from 'typebox'
import Type from 'typebox'
import { PopulationData } from '../../../endpoint/data/health-data.ts'
import {
  CLOSED,
  closed,
  countOf,
  dateOrNull,
  daysOrNull,
  numberOrNull,
  textOrNull,
} from '../../../endpoint/data/members.ts'
import { taskId } from '../../../endpoint/data/named.ts'
import { OneOf } from '../../../schedule/containers.ts'
import { MATCH_METHODS, TASK_STATUSES, VARIANCE_BANDS } from '../words.ts'

/** Figures with units, and why they may be absent. */
export const cost = (description: string): TSchema => numberOrNull(description, 'cost')
export const percent = (description: string): TSchema => numberOrNull(description, 'percent')
export const message = textOrNull('Why figures of the block are null; null if all are present.')

const spread = closed(
  {
    count: countOf('Number of pairs with this variance.'),
    mean_days: daysOrNull('Mean variance; null without pairs.'),
    median_days: daysOrNull('Median variance; null without pairs.'),
    least_days: daysOrNull('Smallest variance; null without pairs.'),
    largest_days: daysOrNull('Largest variance; null without pairs.'),
  },
  'Distribution of a variance in calendar days; positive = later or longer.',
)

export const Variance = closed(
  {
    threshold_days: Type.Number({ description: 'Threshold of the request, in days.', 'x-unit': 'days' }),
    population: PopulationData('Pairs, without summaries and level of effort.'),
    pair_count: countOf('Number of pairs with a finish in both schedules.'),
    on_track_count: countOf(
      'Number of pairs with a finish variance up to the threshold, and of deleted due tasks that a snapshot saw finished so.',
    ),
    on_track_pct: percent('on_track_count / (pair_count + deleted_due), in percent; null without pairs.'),
    on_track_pct_without_deleted: percent('The same over the pairs alone, in percent; null without pairs.'),
    deleted_due: countOf(
      'Number of deleted baseline tasks that were due by the status date. They count as not on track.',
    ),
    unmatched_dates: countOf('Number of pairs whose baseline task has no finish.'),
    undated_current: countOf(
      'Number of pairs whose current task has no finish, not even from the critical-path method.',
    ),
    bands: Type.Object(
      Object.fromEntries(VARIANCE_BANDS.map(band => [band, countOf(`Number of pairs in the band ${band}.`)])),
      {
        ...CLOSED,
        description:
          'Pairs by finish variance: up to 0, 1, 2 or 4 times the threshold, and above. Late tasks that are critical in the baseline are one band higher.',
      },
    ),
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
    match_method: OneOf(MATCH_METHODS, { description: 'Method by which the pair was found.' }),
    similarity: Type.Number({ description: 'Similarity of the two ids, 0 to 1; 1 unless match_method is similar_id.' }),
    status: OneOf(TASK_STATUSES, { description: 'State of the current task.' }),
    baseline_start: dateOrNull(
      'Planned, or else baseline, or else forecast start of the baseline task; null without one.',
    ),
    baseline_finish: dateOrNull(
      'Planned, or else baseline, or else forecast finish of the baseline task; null without one.',
    ),
    current_start: dateOrNull(
      'Actual, or else forecast, planned or early start of the current task; null without one.',
    ),
    current_finish: dateOrNull(
      'Actual, or else forecast, planned or early finish of the current task; null without one.',
    ),
    start_variance_days: daysOrNull('Start variance in calendar days; positive = later, null without both dates.'),
    finish_variance_days: daysOrNull('Finish variance in calendar days; positive = later, null without both dates.'),
    duration_variance_days: daysOrNull(
      'Variance of the time from start to finish in calendar days; positive = longer, null without all dates.',
    ),
    band: textOrNull('Band of the finish variance; null without one.', VARIANCE_BANDS),
    is_baseline_critical: Type.Boolean({
      description: 'True if critical in the baseline schedule by the critical-path method.',
    }),
    is_current_critical: Type.Boolean({
      description: 'True if critical in the current schedule by the critical-path method.',
    }),
  },
  'A pair of tasks.',
)
