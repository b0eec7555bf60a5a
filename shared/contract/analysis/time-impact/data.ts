/** `data` of POST /api/v1/forensics/time-impact. */
import Type from 'typebox'
import { ContractDatesData } from '../../endpoint/contract-dates.ts'
import {
  CLOSED,
  countOf,
  dateOrNull,
  days,
  daysOrNull,
  momentOrNull,
  objectOrNull,
  textOrNull,
} from '../../endpoint/data/members.ts'
import { byParty, milestoneMoved, movement, overOrders } from '../../endpoint/data/movement.ts'
import { taskId, taskIds } from '../../endpoint/data/named.ts'
import { OneOf } from '../../schedule/containers.ts'
import { EVENT_PARTIES } from '../../schedule/delay-events.ts'
import { DELAY_CATEGORIES } from '../../schedule/fields.ts'
import { CalendarUsed } from '../cpm/data.ts'
import { EVENT_FLAGS, EVENT_MODELS, IMPACT_METHODS, IMPACT_TIMINGS, VALIDATION_POINTS } from './words.ts'

export const ValidationPoint = Type.Object(
  {
    point: OneOf(VALIDATION_POINTS, { description: 'What was looked at.' }),
    count: countOf('Tasks or dates that were found; 0: nothing against it.'),
    text: Type.String({ description: 'What was found, in a sentence.' }),
  },
  CLOSED,
)

const Observed = Type.Object(
  {
    schedule: Type.String({ description: 'Place of the next update in the request.' }),
    data_date: dateOrNull('Its data date.'),
    finish: momentOrNull('Its computed project finish.'),
    ...movement('Days that its project finishes'),
    event_count: countOf('Events inserted into the base that began before its data date: it can show no others.'),
    beyond_events_working_days: daysOrNull(
      'Of these, working days that those events do not account for: progress, recovery and revisions. Negative: fewer days were lost than the events alone would have cost.',
    ),
  },
  CLOSED,
)

const Base = Type.Object(
  {
    schedule: Type.String({ description: 'Place of the base in the request.' }),
    data_date: dateOrNull('Data date that it was computed with; null: nothing of it has begun, and it has no date.'),
    sha256: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description:
        'Hash of the schedule as it was read: its data date, its calendars, its scheduling options and the order of its tasks count.',
    }),
    calendar: CalendarUsed,
    finish: momentOrNull('Its project finish before any event.'),
    finish_with_events: momentOrNull('The same with all its events.'),
    ...movement('Days that the project finishes with all its events'),
    event_count: countOf('Number of events inserted into it.'),
    observed: Type.Unsafe({
      ...objectOrNull(Observed),
      description: 'What the next update shows; null prospectively, and without a next update.',
    }),
    source_validation: Type.Array(ValidationPoint, {
      description: 'Source validation of 29R-03, as far as a schedule shows it.',
    }),
  },
  CLOSED,
)

const FloatUsed = Type.Object(
  {
    id: taskId(),
    total_float_before: daysOrNull('Total float before its turn; null of a complete task.'),
    total_float_after: daysOrNull('Total float with the events of its turn; null likewise.'),
    used_days: days(
      'Float that it ate: before minus after, not below 0, and not below a float of 0. Of several events of one turn each has its mean over their orders.',
    ),
  },
  CLOSED,
)

const Event = Type.Object(
  {
    id: Type.String({ description: 'Id of the event.' }),
    name: textOrNull('Name as given; null if absent.'),
    party: OneOf(EVENT_PARTIES, { description: 'Party as given.' }),
    category: textOrNull('Category as given; null if absent.', DELAY_CATEGORIES),
    started: dateOrNull('Day on which it began.'),
    ended: dateOrNull('Last day of it; null if absent.'),
    days: daysOrNull('Working days of its model; null where the fragnet says.'),
    references: Type.Array(Type.String(), { description: 'Documents as given.' }),
    task_ids_not_in_base: Type.Array(Type.String(), {
      description: 'Of task_ids those that its base does not have and its fragnet does not add.',
    }),
    schedule: Type.String({ description: 'Place of the base that it was inserted into.' }),
    position: Type.Integer({
      minimum: 1,
      description:
        'Turn among the events of that base; those of earlier turns stay in, and events that began on one day have the same.',
    }),
    modelled_as: OneOf(EVENT_MODELS, {
      description:
        'fragnet: by its fragnet as given. task: by a task of its days that starts no earlier than started, behind which its tasks wait; those under way by then (started_tasks) take its days longer. longer_work: its tasks take its days longer, since all were under way, or whenever they come (single_base). none: nothing was inserted, and flags say why.',
    }),
    fragnet_days: daysOrNull(
      'Working days that a given fragnet adds: of its one task, or the most by which it makes work longer. Null where it is made otherwise.',
    ),
    fragnet_given: Type.Boolean({ description: 'True: the request has its fragnet. False: it was made of its days.' }),
    inserted_task_ids: taskIds('Tasks that it added.'),
    finish_before: momentOrNull('Project finish of the base with the events of earlier turns.'),
    finish_after: momentOrNull('The same with those of its turn, too; null where it was not inserted.'),
    ...movement('Days that the project finishes by this event'),
    ...overOrders('moves_working_days'),
    alone_working_days: daysOrNull('Working days that it moves the finish of the base without the other events.'),
    alone_calendar_days: daysOrNull('The same in calendar days.'),
    longest_path_before: taskIds('Longest path before its turn.'),
    longest_path_after: taskIds('Longest path with its turn.'),
    float_used: Type.Array(FloatUsed, {
      description: 'Tasks that it delayed, those of task_ids and those that its links lead to, with the float it ate.',
    }),
    milestones: Type.Array(milestoneMoved('the event', 'it'), { description: 'One entry per milestone asked for.' }),
    flags: Type.Array(OneOf(EVENT_FLAGS, { description: 'What to look at.' }), {
      description:
        'before_data_date: it began before the data date of its base. no_base_before: no schedule is from before it, so the first was taken. same_work_and_time: another event has the same tasks in the same days; without a fragnet these go in once, with the event that began first. no_days: neither fragnet nor days, so it moves nothing. started_tasks: tasks that the base has under way on its first day, begun or by its plan, which stop for its days. task_not_in_base: its base has none of the tasks that it names, or not those that its fragnet needs, so it was not inserted, and what it moves is null. some_tasks_not_in_base: its base has not all of the tasks that it names, so it was inserted without the others. before_schedules: it was over before the first day of all schedules, so no base is from before it, and it was not inserted. finished_tasks: it names tasks that are complete in its base, which nothing delays any more. after_finish: it begins after the computed finish of its base. done_by_plan: by its base work of it ends before it begins, so it delays none of that. stands_still: by its base work of it stands still for days of it anyway (suspended, or waiting for its links), and loses none of these. in_base: it is work that its base has already, which was taken out of that before it went in. no_tasks: it has neither task_ids nor a fragnet. fragnet_days_differ: its fragnet adds other days than it took. same_start: another event began on the same day, so they have one turn, and of what they move each has its mean over all their orders, in which a fragnet that names a task of another comes behind that; of more than six its share by the mean of going first and last. expected_finish: work ends later with the events of its turn than its expected finish, which was removed for that; the base has the same dates without it. held_back: work keeps a date (a mandatory constraint, by hand, ahead of its links) although the events of its turn ask for a later one.',
    }),
  },
  CLOSED,
)

export const TimeImpactData = Type.Object(
  {
    method: OneOf(IMPACT_METHODS, { description: 'Method used.' }),
    implementation_protocol: OneOf(['3.6', '3.7'], { description: 'Of AACE 29R-03.' }),
    timing: OneOf(IMPACT_TIMINGS, { description: 'As asked for.' }),
    calendar: CalendarUsed,
    bases: Type.Array(Base, { description: 'Schedules that events were inserted into, earliest first.' }),
    events: Type.Array(Event, { description: 'One entry per event, in the order in which they were inserted.' }),
    by_party_working_days: byParty('Sum of the working days'),
    by_party_calendar_days: byParty('Sum of the calendar days'),
    contract_dates: ContractDatesData,
    attribution_method: Type.String({ description: 'What the method shows, and what it cannot show.' }),
  },
  {
    ...CLOSED,
    $id: 'TimeImpactData',
    description: 'Time impact analysis: the effect of events on schedules before them.',
  },
)
