/** The dependency graph, and progress against it. */
import Type from 'typebox'
import { closed, countOf, daysOrNull, textOrNull } from '../../../endpoint/data/members.ts'
import { taskId, taskIdOrNull } from '../../../endpoint/data/named.ts'
import { OneOf } from '../../../schedule/containers.ts'
import { RELATION_TYPES } from '../../../schedule/fields.ts'
import { LINK_CHANGE_KINDS } from '../words.ts'
import { percent } from './figures.ts'

const linkMembers = (when: string) => ({
  [`${when}_type`]: textOrNull('Relation; null where there is no link.', RELATION_TYPES),
  [`${when}_lag_days`]: daysOrNull('Lag; null where there is no link.'),
})

export const LogicDrift = closed(
  {
    drift_pct: percent('(added + removed + 0.5 * changed) / union.'),
    added: countOf('Pairs of tasks that links join now and did not.'),
    removed: countOf('Pairs that links joined and do not now.'),
    changed: countOf('Pairs with another set of relations and lags.'),
    union: countOf('Pairs joined then or now.'),
    removed_from_longest_path: Type.Array(
      closed(
        {
          predecessor: taskId('Id in the baseline schedule.'),
          successor: taskId('Id in the baseline schedule.'),
        },
        'A pair.',
      ),
      { description: 'Pairs joined by a driving link of the longest path of the baseline, and by no link now.' },
    ),
    changes: Type.Array(
      closed(
        {
          successor: taskId('Id in the current schedule.'),
          change: OneOf(LINK_CHANGE_KINDS, { description: 'What became of the link.' }),
          baseline_predecessor: taskIdOrNull('Id in the baseline schedule; null for an added link.'),
          ...linkMembers('baseline'),
          current_predecessor: taskIdOrNull('Id in the current schedule; null for a removed link.'),
          ...linkMembers('current'),
        },
        'A link that changed.',
      ),
      {
        description: 'Changed links into tasks that both schedules have; those of added and deleted tasks only count.',
      },
    ),
  },
  'Drift of the dependency graph.',
)

export const OosImpact = closed(
  {
    impact_days: daysOrNull('Project finish under retained logic less that under progress override.'),
    retained_finish: daysOrNull('Offset of the project finish under retained logic.'),
    override_finish: daysOrNull('The same under progress override.'),
    tasks: Type.Array(
      closed(
        {
          id: taskId(),
          waits_for: taskIdOrNull('Predecessor that holds it longest.'),
          wait_days: daysOrNull('Days its remaining work, or what follows it, waits after the data date.'),
        },
        'A started or finished task.',
      ),
      {
        description:
          'Tasks in progress whose remaining work waits for unfinished predecessors, and finished ones whose successors wait for them.',
      },
    ),
  },
  'What progress out of sequence does to the finish.',
)
