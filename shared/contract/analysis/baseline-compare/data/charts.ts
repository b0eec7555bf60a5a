/** Data for charts. */
import Type from 'typebox'
import { closed, countOf, dateOrNull, daysOrNull, numberOrNull } from '../../../endpoint/data/members.ts'
import { finishMembers } from './finish.ts'

export const ChartData = closed(
  {
    value_curve: Type.Array(
      closed(
        {
          month: Type.String({ description: 'Month, YYYY-MM.' }),
          planned_value: Type.Number({
            description: 'Cumulative planned value at the end of the month, in the weights of spi_t.',
          }),
          earned_value: numberOrNull(
            'Cumulative earned value of the last status in the month; null if the month has no status.',
          ),
        },
        'Values of a month.',
      ),
      { description: 'Months from the baseline start to the baseline finish or the last status, whichever is later.' },
    ),
    variance_histogram: Type.Array(
      closed(
        {
          above_days: daysOrNull('Lower bound in days, exclusive; null = no bound.'),
          up_to_days: daysOrNull('Upper bound in days, inclusive; null = no bound.'),
          count: countOf('Number of pairs in the bin.'),
        },
        'A bin of the histogram.',
      ),
      { description: 'Pairs by finish variance.' },
    ),
    finish_by_status: Type.Array(
      closed(
        {
          status: Type.Unsafe({
            type: 'string',
            enum: ['baseline', 'snapshot', 'current'],
            description: 'Schedule of the status.',
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
