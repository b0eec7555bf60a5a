/** Data for charts. */
import Type from 'typebox'
import { closed, countOf, dateOrNull, daysOrNull, numberOrNull } from '../../../endpoint/data/members.ts'
import { finishMembers } from './finish.ts'

export const ChartData = closed(
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
          above_days: daysOrNull('Lower bound, exclusive; null: none.'),
          up_to_days: daysOrNull('Upper bound, inclusive; null: none.'),
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
