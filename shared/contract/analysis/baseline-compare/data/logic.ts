/** The dependency graph, and progress against it. */
import Type from 'typebox'
import { closed, countOf, daysOrNull, textOrNull } from '../../../endpoint/data/members.ts'
import { taskId, taskIdOrNull } from '../../../endpoint/data/named.ts'
import { OneOf } from '../../../schedule/containers.ts'
import { RELATION_TYPES } from '../../../schedule/fields.ts'
import { LINK_CHANGE_KINDS } from '../words.ts'
import { percent } from './variance.ts'

const linkMembers = (when: string) => ({
  [`${when}_type`]: textOrNull('Type of the link; null if there is no link.', RELATION_TYPES),
  [`${when}_lag_days`]: daysOrNull('Lag in days; null if there is no link.'),
})

export const LogicDrift = closed(
  {
    drift_pct: percent('(added + removed + 0.5 * changed) / union, in percent; 0 without links.'),
    added: countOf('Number of pairs of tasks that are linked only in the current schedule.'),
    removed: countOf('Number of pairs that are linked only in the baseline schedule.'),
    changed: countOf('Number of pairs that are linked in both, with different types or lags.'),
    union: countOf('Number of pairs that are linked in at least one of the schedules.'),
    removed_from_longest_path: Type.Array(
      closed(
        {
          predecessor: taskId('Id in the baseline schedule.'),
          successor: taskId('Id in the baseline schedule.'),
        },
        'A pair of tasks.',
      ),
      {
        description:
          'Pairs with a driving link on the longest path of the baseline, but without a link in the current schedule.',
      },
    ),
    changes: Type.Array(
      closed(
        {
          successor: taskId('Id in the current schedule.'),
          change: OneOf(LINK_CHANGE_KINDS, { description: 'Kind of change of the link.' }),
          baseline_predecessor: taskIdOrNull('Id in the baseline schedule; null for an added link.'),
          ...linkMembers('baseline'),
          current_predecessor: taskIdOrNull('Id in the current schedule; null for a removed link.'),
          ...linkMembers('current'),
        },
        'A link that changed.',
      ),
      {
        description:
          'Changed links into tasks that both schedules have. Links of added and deleted tasks are only counted.',
      },
    ),
  },
  'Drift of the dependency graph.',
)

export const OosImpact = closed(
  {
    impact_days: daysOrNull(
      'Days by which the project finish under retained logic (by the rules of Microsoft Project where they hold) is later than under progress override; null if it cannot be computed.',
    ),
    retained_finish: daysOrNull(
      'Project finish under retained logic, or by the rules of Microsoft Project, as an offset in days; null if it cannot be computed.',
    ),
    override_finish: daysOrNull(
      'Project finish under progress override, as an offset in days; null if it cannot be computed.',
    ),
    tasks: Type.Array(
      closed(
        {
          id: taskId(),
          waits_for: taskIdOrNull('Predecessor for which the task waits longest.'),
          wait_days: daysOrNull(
            'Working days of its own calendar after the data date for which its remaining work, or its successors, wait.',
          ),
        },
        'A started or complete task.',
      ),
      {
        description:
          'Tasks in progress whose remaining work waits for unfinished predecessors by a link that they did not keep to, and complete tasks whose successors wait for such predecessors.',
      },
    ),
  },
  'Effect of out-of-sequence progress on the project finish.',
)
