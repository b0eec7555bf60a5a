/** Earned schedule. */
import Type from 'typebox'
import { closed, countOf, dateOrNull, numberOrNull, objectOrNull } from '../../../endpoint/data/members.ts'
import { OneOf } from '../../../schedule/containers.ts'
import { EARNED_SOURCES, WEIGHT_BASES } from '../words.ts'
import { message } from './variance.ts'

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

const PERIOD_UNITS = ['periods', 'calendar_days'] as const

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
          ...earnedScheduleMembers('unit'),
          unit: OneOf(PERIOD_UNITS, {
            description:
              'Unit of the members before it. periods: the snapshots are about equally far apart (each period within 10 % of their median). calendar_days: they are not, so their dates are the time axis.',
          }),
          periods: countOf('Number of periods: snapshots after start_date. One on or before it is time 0.'),
          start_date: dateOrNull('Time 0: start of the baseline, without one the first snapshot.'),
          mean_period_days: Type.Number({ description: 'Mean length of a period.', 'x-unit': 'calendar days' }),
          by_days: closed(
            earnedScheduleMembers('calendar days'),
            'The same with the dates as time axis, whatever the unit.',
          ),
        },
        'Earned schedule from the totals of schedule_history, a period up to each dated snapshot. Null without totals, or if planned values after the last snapshot would be needed.',
      ),
    ),
  },
  'Earned schedule on the curve of planned value.',
)
