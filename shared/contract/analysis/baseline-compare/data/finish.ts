/** The project finish. */
import Type from 'typebox'
import { MATCH_STRATEGIES } from '../../../endpoint/comparison-fields.ts'
import { FollowedFinish } from '../../../endpoint/data/followed-finish.ts'
import { closed, countOf, dateOrNull, daysOrNull, numberOrNull } from '../../../endpoint/data/members.ts'
import { taskIdOrNull, taskIds } from '../../../endpoint/data/named.ts'
import { OneOf } from '../../../schedule/containers.ts'
import { FINISH_SOURCES, MATCH_METHODS } from '../words.ts'

export const finishMembers = {
  finish_date: dateOrNull('Project finish; null without dates.'),
  source: OneOf(FINISH_SOURCES, {
    description: 'network: from the critical-path method. dates: the latest finish, because the tasks have no links.',
  }),
}

export const ProjectFinish = closed(
  {
    baseline: closed(finishMembers, 'Project finish of the baseline schedule.'),
    current: closed(finishMembers, 'Project finish of the current schedule.'),
    last_task_id: taskIdOrNull(
      'Task that finishes last in the current schedule, or that of followed_finish; null without dates.',
    ),
    variance_days: daysOrNull(
      "Days of the schedule's calendar from the baseline to the current finish; positive = later, null without both.",
    ),
    variance_calendar_days: daysOrNull(
      'Calendar days from the baseline to the current finish; positive = later, null without both.',
    ),
    followed_finish: FollowedFinish('the members beside it'),
  },
  'Project finish of the baseline and of the current schedule.',
)

/** How tasks were paired. */
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
