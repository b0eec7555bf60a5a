/** The project finish. */

import { FollowedFinish } from '../../../endpoint/data/followed-finish.ts'
import { closed, dateOrNull, daysOrNull } from '../../../endpoint/data/members.ts'
import { taskIdOrNull } from '../../../endpoint/data/named.ts'
import { OneOf } from '../../../schedule/containers.ts'
import { FINISH_SOURCES } from '../words.ts'

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
