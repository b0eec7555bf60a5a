/** What was done of what was due: execution indices. */
import { beiVariants, PopulationData } from '../../../endpoint/data/health-data.ts'
import { closed, countOf, dateOrNull, numberOrNull, objectOrNull } from '../../../endpoint/data/members.ts'

const executionMembers = {
  bei: numberOrNull('Complete / (due + without baseline); may exceed 1. Null when it has no divisor or no baseline.'),
  complete: countOf('Complete tasks.'),
  due: countOf('Tasks with a baseline finish on or before the status date.'),
  without_baseline: countOf('Tasks without a baseline finish, added ones among them.'),
  population: PopulationData('Tasks counted, complete ones included.'),
}

export const Bei = closed(
  {
    ...executionMembers,
    ...beiVariants,
    deleted_due: countOf('Baseline tasks due by the status date that were deleted; they do not weigh on BEI.'),
  },
  'Baseline execution index.',
)

export const CriticalBei = closed(
  {
    ...executionMembers,
    baseline_critical_count: countOf('Tasks that are critical in the CPM of the baseline schedule.'),
    paired_critical_count: countOf('Those of them that have a partner now.'),
    current_critical_count: countOf('Tasks that are critical in the CPM of the current schedule.'),
  },
  'The same over the tasks that are critical in the baseline schedule.',
)

export const Cei = objectOrNull(
  closed(
    {
      cei: numberOrNull('Finished / forecast; null when nothing was forecast.'),
      forecast: countOf('Tasks that the previous snapshot forecast to finish in the period.'),
      finished: countOf('Those of them that did.'),
      period_after: dateOrNull('Date of the previous snapshot.'),
    },
    'Current execution index (NDIA); null without a dated previous snapshot.',
  ),
)
