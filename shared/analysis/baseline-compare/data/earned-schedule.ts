/** Earned schedule. */
import Type from 'typebox'
import { closed, countOf, dateOrNull, numberOrNull, objectOrNull } from '../../../endpoint/data/members.ts'
import { OneOf } from '../../../schedule/containers.ts'
import { EARNED_SOURCES, WEIGHT_BASES } from '../words.ts'
import { message } from './figures.ts'

const earnedScheduleMembers = (unit: string) => ({
  earned_schedule: numberOrNull(`ES: time at which what is earned was to be earned, in ${unit}.`),
  actual_time: numberOrNull(`AT: time passed, in ${unit}.`),
  spi_t: numberOrNull('ES / AT.'),
  schedule_variance: numberOrNull(`ES - AT in ${unit}.`),
  planned_duration: numberOrNull(`PD in ${unit}.`),
  estimate_at_completion: numberOrNull(`IEAC(t) = PD / SPI(t) in ${unit}; null when nothing is earned.`),
})

export const SpiT = closed(
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
    periodic: objectOrNull(
      closed(
        {
          ...earnedScheduleMembers('periods'),
          periods: countOf('Snapshots with a planned_value_total.'),
        },
        'The same from the totals of schedule_history, one period per snapshot; null without them, or when planned value beyond the last snapshot would be needed.',
      ),
    ),
  },
  'Earned schedule on the curve of planned value.',
)
