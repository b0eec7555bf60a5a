/** How tasks were paired. */

import Type from 'typebox'
import { MATCH_STRATEGIES } from '../../../endpoint/comparison-fields.ts'
import { closed, countOf, numberOrNull } from '../../../endpoint/data/members.ts'
import { taskIds } from '../../../endpoint/data/named.ts'
import { OneOf } from '../../../schedule/containers.ts'
import { MATCH_METHODS } from '../words.ts'

export const Matching = closed(
  {
    strategy: OneOf(MATCH_STRATEGIES, { description: 'Strategy of the request, or the default.' }),
    fuzzy_match_threshold: numberOrNull(
      'Smallest similarity, 0 to 1, of a pair; null unless the strategy is fuzzy_id.',
    ),
    pair_count: countOf('Number of pairs of tasks of all types.'),
    methods: Type.Record(Type.String(), Type.Integer({ minimum: 1 }), {
      description: `Number of pairs by matching method: ${MATCH_METHODS.join(', ')}.`,
    }),
    added_count: countOf('Number of current tasks without a partner, except summaries and level of effort.'),
    deleted_count: countOf('Number of baseline tasks without a partner, except summaries and level of effort.'),
    added: taskIds('Ids of the added tasks, in input order.'),
    deleted: taskIds('Ids of the deleted tasks in the baseline schedule, in input order.'),
    unpaired_excluded: countOf('Number of summaries and level-of-effort tasks without a partner, in both schedules.'),
  },
  'How the tasks of the two schedules were paired.',
)
