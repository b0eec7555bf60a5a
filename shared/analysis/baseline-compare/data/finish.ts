/** The project finish. */

import { closed, dateOrNull, daysOrNull } from '../../../endpoint/data/members.ts'
import { taskIdOrNull } from '../../../endpoint/data/named.ts'
import { OneOf } from '../../../schedule/containers.ts'
import { FINISH_SOURCES } from '../words.ts'

export const finishMembers = {
  finish_date: dateOrNull('Project finish.'),
  source: OneOf(FINISH_SOURCES, {
    description: 'network: critical-path method; dates: the latest finish, since no link joins the tasks.',
  }),
}

export const ProjectFinish = closed(
  {
    baseline: closed(finishMembers, 'Of the baseline schedule.'),
    current: closed(finishMembers, 'Of the current schedule.'),
    last_task_id: taskIdOrNull('The task that finishes last now.'),
    variance_days: daysOrNull("Days of the schedule's calendar from the one to the other, later = positive."),
    variance_calendar_days: daysOrNull('The same in calendar days.'),
  },
  'Where the project ends, then and now.',
)
