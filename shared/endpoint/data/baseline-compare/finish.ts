/** The project finish. */
import { OneOf } from '../../../schedule/containers.ts'
import { FINISH_SOURCES } from '../baseline-compare-words.ts'
import { closed, dateOrNull, daysOrNull } from '../members.ts'

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
    variance_days: daysOrNull('Calendar days, later = positive.'),
  },
  'Where the project ends, then and now.',
)
