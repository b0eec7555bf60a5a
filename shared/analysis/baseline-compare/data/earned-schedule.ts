/** Earned schedule. */
import Type from 'typebox'
import { closed, countOf, dateOrNull, numberOrNull, objectOrNull } from '../../../endpoint/data/members.ts'
import { OneOf } from '../../../schedule/containers.ts'
import { EARNED_SOURCES, WEIGHT_BASES } from '../words.ts'
import { message } from './figures.ts'

const earnedScheduleMembers = (unit: string) => ({
  earned_schedule: numberOrNull(
    `ES: time at which the current earned value was planned, in ${unit}; null if it cannot be computed.`,
  ),
  actual_time: numberOrNull(`AT: elapsed time, in ${unit}; null if it cannot be computed.`),
  spi_t: numberOrNull('SPI(t) = ES / AT; null if it cannot be computed.'),
  schedule_variance: numberOrNull(`ES - AT, in ${unit}; null if it cannot be computed.`),
  planned_duration: numberOrNull(`PD: planned duration, in ${unit}; null if it cannot be computed.`),
  estimate_at_completion: numberOrNull(`IEAC(t) = PD / SPI(t), in ${unit}; null if nothing is earned.`),
})

export const SpiT = closed(
  {
    ...earnedScheduleMembers('days of the calendar'),
    baseline_start: dateOrNull('Earliest start of the tasks in the curve; null without tasks.'),
    weight_basis: OneOf(WEIGHT_BASES, {
      description: 'Weight of a task: its budgeted_cost if all tasks of the baseline have one, otherwise its duration.',
    }),
    earned_source: OneOf(EARNED_SOURCES, { description: 'Source of the earned value.' }),
    planned_value: Type.Number({ description: 'PV at the status date, in weights.' }),
    earned_value: Type.Number({ description: 'EV at the status date, in weights.' }),
    budget: Type.Number({ description: 'Sum of the weights of all tasks.' }),
    task_count: countOf('Number of baseline tasks that can be in the curve.'),
    undated_count: countOf('Number of these tasks left out because a start or a finish is missing.'),
    message,
    periodic: objectOrNull(
      closed(
        {
          ...earnedScheduleMembers('periods'),
          periods: countOf('Number of snapshots with a planned_value_total.'),
        },
        'Earned schedule from the totals of schedule_history, one period per snapshot. Null without totals, or if planned values after the last snapshot would be needed.',
      ),
    ),
  },
  'Earned schedule on the curve of planned value.',
)
