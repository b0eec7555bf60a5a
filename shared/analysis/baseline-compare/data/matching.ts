/** How tasks were paired. */

import Type from 'typebox'
import { MATCH_STRATEGIES } from '../../../endpoint/comparison-fields.ts'
import { closed, countOf, numberOrNull } from '../../../endpoint/data/members.ts'
import { taskIds } from '../../../endpoint/data/named.ts'
import { OneOf } from '../../../schedule/containers.ts'
import { MATCH_METHODS } from '../words.ts'

export const Matching = closed(
  {
    strategy: OneOf(MATCH_STRATEGIES, { description: 'As asked for, or the default.' }),
    fuzzy_match_threshold: numberOrNull('Least similarity of a pair; null unless the strategy is fuzzy_id.'),
    pair_count: countOf('Pairs of tasks, of all kinds.'),
    methods: Type.Record(Type.String(), Type.Integer({ minimum: 1 }), {
      description: `Pairs by the way they were found: ${MATCH_METHODS.join(', ')}.`,
    }),
    added_count: countOf('Current tasks without a partner: no summaries, no level of effort.'),
    deleted_count: countOf('Baseline tasks without a partner, likewise.'),
    added: taskIds('Their ids, in input order.'),
    deleted: taskIds('Their ids in the baseline schedule, in input order.'),
    unpaired_excluded: countOf('Summaries and level of effort without a partner, on either side.'),
  },
  'How the tasks of the two schedules were paired.',
)
