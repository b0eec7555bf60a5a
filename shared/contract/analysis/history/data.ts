/** `data` of POST /api/v1/forensics/history. */
import Type from 'typebox'
import { FollowedFinish } from '../../endpoint/data/followed-finish.ts'
import {
  CLOSED,
  countOf,
  dateOrNull,
  days,
  daysOrNull,
  momentOrNull,
  numberOrNull,
  objectOrNull,
  textOrNull,
} from '../../endpoint/data/members.ts'
import { movement } from '../../endpoint/data/movement.ts'
import { taskId, taskIds } from '../../endpoint/data/named.ts'
import { OneOf } from '../../schedule/containers.ts'
import { CalendarUsed } from '../cpm/data.ts'

/** What a check of change tracking came to over all updates. */
const STATES = ['pass', 'fail', 'skipped', 'not_applicable'] as const

const Update = Type.Object(
  {
    schedule: Type.String({ description: 'Place of the schedule in the request.' }),
    data_date: dateOrNull('Its data date; null of a plan without one.'),
    is_baseline: Type.Boolean({ description: 'True: it was sent as the baseline.' }),
    elapsed_calendar_days: daysOrNull('Calendar days since the data date before; null of the first.'),
    finish: momentOrNull('Computed project finish.'),
    ...movement('Days since the schedule before that the project finishes'),
    margin_calendar_days: daysOrNull(
      'Calendar days from the finish to completion_date, negative: late. Null: no completion date.',
    ),
    margin_working_days: daysOrNull("The same in working days of the project's calendar."),
    task_count: countOf('Tasks.'),
    complete_count: countOf('Tasks of the network that are complete.'),
    in_progress_count: countOf('Tasks of it in progress.'),
    negative_float_count: countOf('Open tasks of it with total float below 0.'),
    health_score: numberOrNull('Score of POST /api/v1/health/score; null: it gives none.', 'points'),
    dcma_score: numberOrNull('Score of POST /api/v1/health/dcma-14-point; null: it gives none.', 'points'),
    dcma_failed: Type.Array(Type.String(), { description: 'Codes of the DCMA points that fail.' }),
    changed_history_count: countOf('Tasks whose actual dates are others than in the schedule before, or are gone.'),
    changed_history_ids: taskIds('The first hundred of them, by id.', { maxItems: 100 }),
  },
  CLOSED,
)

const Point = Type.Object(
  {
    schedule: Type.String({ description: 'Place of the schedule in the request.' }),
    data_date: dateOrNull('Its data date.'),
    finish: momentOrNull('Finish of the milestone: actual, else computed.'),
    total_float_days: daysOrNull('Total float; null of a complete task, and where it is not there.'),
  },
  CLOSED,
)

const Milestone = Type.Object(
  {
    id: taskId(),
    points: Type.Array(Point, { description: 'One entry per schedule that has it.' }),
    float_lost_days: daysOrNull(
      'Total float where it was first told, less where it was last. Null: told once or never.',
    ),
    ...movement('Days since the first of these schedules that it finishes'),
  },
  CLOSED,
)

const Trend = Type.Object(
  {
    point_count: countOf('Updates that it rests on: those with data date and finish.'),
    slip_per_day: Type.Number({
      description: 'Calendar days that the finish came later for each calendar day that passed, by least squares.',
    }),
    largest_deviation_days: days('Largest distance of an update from that line, in calendar days.'),
    forecast_finish: dateOrNull(
      'Day on which the line and the calendar meet. Null: the finish moves away as fast as time passes.',
    ),
    beyond_finish_calendar_days: daysOrNull('Calendar days from the last finish that it follows to it.'),
    beyond_completion_calendar_days: daysOrNull('Calendar days from completion_date to it; null without one.'),
  },
  {
    ...CLOSED,
    description:
      'The own record continued as a straight line: no simulation, no probability, and no knowledge of what is left.',
  },
)

const Pattern = Type.Object(
  {
    code: Type.String({ description: 'Check of POST /api/v1/forensics/change-tracking.' }),
    title: Type.String({ description: 'What it looks for.' }),
    status: OneOf(STATES, { description: 'Verdict over all pairs of neighbours.' }),
    count: countOf('Tasks, links or changes that it found: the numerator of the check.'),
  },
  CLOSED,
)

export const HistoryData = Type.Object(
  {
    calendar: CalendarUsed,
    completion_date: dateOrNull('As given.'),
    first_finish: momentOrNull('Project finish of the first schedule.'),
    last_finish: momentOrNull('Project finish of the last.'),
    ...movement('Days from the first to the last schedule that the project finishes'),
    followed_finish: FollowedFinish('the points of the trend'),
    updates: Type.Array(Update, { description: 'All schedules, by data date, the baseline first.' }),
    milestones: Type.Array(Milestone, { description: 'One entry per milestone asked for.' }),
    trend: Type.Unsafe({
      ...objectOrNull(Trend),
      description:
        'Null: fewer than three updates have a date and a finish, no work is left in the last one, or the updates have no end in common.',
    }),
    integrity_score: numberOrNull('Score of change tracking over all updates; null: it gives none.', 'points'),
    patterns: Type.Array(Pattern, {
      description: 'Checks of change tracking over all updates; none with one schedule.',
    }),
    worst_slip: textOrNull('Place of the update in which the finish moved furthest later; null: none did.'),
  },
  { ...CLOSED, $id: 'HistoryData', description: 'The record of a schedule over its updates.' },
)
