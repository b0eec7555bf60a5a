/** What was done of what was due: execution indices. */
import { beiVariants, PopulationData } from '../../../endpoint/data/health-data.ts'
import { closed, countOf, dateOrNull, numberOrNull, objectOrNull } from '../../../endpoint/data/members.ts'

const executionMembers = {
  bei: numberOrNull('complete / (due + without_baseline); may exceed 1. Null without a divisor or without a baseline.'),
  complete: countOf('Number of complete tasks, those included that were complete when they were deleted.'),
  due: countOf('Number of baseline tasks with a finish on or before the status date, deleted ones included.'),
  without_baseline: countOf('Number of tasks without a baseline finish, including added tasks.'),
  population: PopulationData('Tasks that are counted, including complete ones.'),
}

export const Bei = closed(
  {
    ...executionMembers,
    ...beiVariants,
  },
  'Baseline execution index.',
)

export const CriticalBei = closed(
  {
    ...executionMembers,
    without_deleted: beiVariants.without_deleted,
    deleted_due: beiVariants.deleted_due,
    baseline_critical_count: countOf(
      'Number of tasks that are critical in the baseline schedule by the critical-path method.',
    ),
    paired_critical_count: countOf('Number of these tasks with a partner in the current schedule.'),
    current_critical_count: countOf(
      'Number of tasks that are critical in the current schedule by the critical-path method.',
    ),
  },
  'Baseline execution index of the tasks that are critical in the baseline schedule.',
)

export const Cei = objectOrNull(
  closed(
    {
      cei: numberOrNull('finished / forecast; null if nothing was forecast.'),
      forecast: countOf('Number of tasks that the previous snapshot forecast to finish in the period.'),
      finished: countOf('Number of these tasks that finished in the period.'),
      period_after: dateOrNull('Date of the previous snapshot, after which the period begins.'),
    },
    'Current execution index (NDIA); null without a dated previous snapshot.',
  ),
)
