/** `data` of POST /api/v1/forensics/collapsed-as-built. */
import Type, { type TSchema } from 'typebox'
import { ContractDatesData } from '../../endpoint/contract-dates.ts'
import {
  CLOSED,
  closed,
  countOf,
  dateOrNull,
  days,
  daysOrNull,
  momentOrNull,
  textOrNull,
} from '../../endpoint/data/members.ts'
import { byParty } from '../../endpoint/data/movement.ts'
import { taskId, taskIds } from '../../endpoint/data/named.ts'
import { OneOf } from '../../schedule/containers.ts'
import { EVENT_PARTIES } from '../../schedule/delay-events.ts'
import { DELAY_CATEGORIES, RELATION_TYPES } from '../../schedule/fields.ts'
import { CalendarUsed } from '../cpm/data.ts'
import { ValidationPoint } from '../time-impact/data.ts'
import { COLLAPSE_METHODS, COLLAPSE_POLICIES, EXTRACTION_FLAGS, LINK_ROLES } from './words.ts'

/** Days that a finish would have been earlier, on both counts. */
const earlier = (what: string): Record<string, TSchema> => ({
  earlier_working_days: daysOrNull(
    `${what} earlier, in working days of the project's calendar of that schedule. Null: a finish is missing or has no date.`,
  ),
  earlier_calendar_days: daysOrNull('The same in calendar days. Null: a finish is missing or has no date.'),
})

const AsBuiltTask = Type.Object(
  {
    id: taskId(),
    start: momentOrNull('Actual start; of work not begun the computed one.'),
    finish: momentOrNull('Actual finish; of open work the computed one.'),
    start_without_events: momentOrNull('Start without the events; null: the task is an event itself and goes.'),
    finish_without_events: momentOrNull('Finish without the events; null likewise.'),
    duration_days: daysOrNull('Working days of its calendar from start to finish.'),
    extracted_days: days('Of these, working days that the events take out, those before from included.'),
  },
  CLOSED,
)

const AsBuiltLink = Type.Object(
  {
    predecessor_id: taskId(),
    successor_id: taskId(),
    type: OneOf(RELATION_TYPES, { description: 'Relation.' }),
    lag_days: days('Lag as planned.'),
    wait_days: days(
      'Working days of the successor that the dates show beyond the lag; negative: it did not wait for the lag to end.',
    ),
    role: OneOf(LINK_ROLES, {
      description:
        'driving: it held the start, and keeps the wait. out_of_sequence: the successor went ahead of it, and keeps that lead.',
    }),
  },
  CLOSED,
)

const MilestoneWithout = Type.Object(
  {
    id: taskId(),
    finish: momentOrNull('As-built finish; null: it is not there, or has no date.'),
    finish_without_events: momentOrNull('Finish without the events; null likewise.'),
    ...earlier('Days, less those of the simulations before, that it would have finished'),
  },
  CLOSED,
)

const PartyDays = Type.Object(
  {
    party: OneOf(EVENT_PARTIES, { description: 'Party as given.' }),
    event_count: countOf('Its events.'),
    working_days: days(
      'Its share of the working days: the mean over all orders in which the parties can be taken out, and what the days of its events of earlier windows have changed by.',
    ),
    calendar_days: days('The same in calendar days.'),
    first_working_days: days('Working days when its events are taken out alone.'),
    last_working_days: days('Working days when all others have been taken out before.'),
  },
  CLOSED,
)

const Policy = Type.Object(
  {
    policy: OneOf(COLLAPSE_POLICIES, { description: 'Concurrency policy.' }),
    compensable_days: days("The owner's days: time and money."),
    excusable_only_days: days('Time and no money: concurrent, neutral and third parties.'),
    non_excusable_days: days("The contractor's days."),
  },
  CLOSED,
)

const Concurrency = closed(
  {
    owner_days: days('Working days that go with the events of the owner alone.'),
    contractor_days: days('The same of the contractor.'),
    both_days: days('Working days that go with the events of both.'),
    joint_days: days('Of these, days that go only when both are taken out: two paths held the finish.'),
    either_days: days('Days that go with either of them, so that they stand in both figures above.'),
    policies: Type.Array(Policy, {
      description:
        'What the working days would be under each policy; each day stands once. Literal and functional: joint and either days are concurrent. Dominant: they go to the party whose event began first. Apportion: half to each.',
    }),
  },
  'Owner and contractor against each other, by the events of the window.',
)

const Simulation = Type.Object(
  {
    schedule: Type.String({ description: 'Place of the as-built schedule in the request.' }),
    data_date: dateOrNull('Its data date.'),
    from: dateOrNull('Events count from this day on; null: from the beginning.'),
    until: dateOrNull('Events count before this day; null: to the end.'),
    sha256: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'Hash of the schedule as it was read.',
    }),
    calendar: CalendarUsed,
    finish: momentOrNull('As-built finish: of open work as computed.'),
    finish_without_earlier_events: momentOrNull(
      'Finish without the events before from, which the simulations before have counted. The as-built finish where there are none.',
    ),
    finish_without_events: momentOrNull('Finish without the events, those before from included.'),
    ...earlier(
      'Days from finish to finish_without_events, less those that the simulations before have counted, by which the project would have finished',
    ),
    event_count: countOf('Events that were taken out.'),
    complete_count: countOf('Tasks with both actual dates.'),
    open_count: countOf('Tasks whose dates are computed, at least in part.'),
    moved_count: countOf('Tasks that would have started or finished earlier.'),
    as_built_path: taskIds('Tasks that held the finish, by driving links.'),
    collapsed_path: taskIds('Tasks that hold it without the events.'),
    by_party: Type.Array(PartyDays, { description: 'One entry per party with events; the days sum to the movement.' }),
    concurrency: Concurrency,
    milestones: Type.Array(MilestoneWithout, { description: 'One entry per milestone asked for.' }),
    source_validation: Type.Array(ValidationPoint, {
      description: 'Source validation of 29R-03, as far as a schedule shows it.',
    }),
    tasks: Type.Array(AsBuiltTask, { description: 'The as-built network: its tasks.' }),
    links: Type.Array(AsBuiltLink, {
      description:
        'Its links that drive or stand out of sequence. All others keep their planned lag and drive nothing.',
    }),
  },
  CLOSED,
)

const Extracted = Type.Object(
  {
    id: taskId(),
    duration_days: days('Working days that go from its duration.'),
    wait_days: days('Working days that go from its wait for what held it.'),
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
    references: Type.Array(Type.String(), { description: 'Documents as given.' }),
    schedule: Type.String({ description: 'Place of the schedule that it was taken out of.' }),
    position: Type.Integer({
      minimum: 1,
      description: 'Turn: the last event goes first; events that began on one day have the same.',
    }),
    finish_before: momentOrNull('Project finish before its turn, those of earlier turns and windows gone.'),
    finish_after: momentOrNull('The same after its turn.'),
    ...earlier(
      'Days that the project would have finished by this step, of which none stands in an earlier window; of counted_before the days that they have become more or fewer by, of those the project would have finished',
    ),
    min_working_days: daysOrNull(
      'Least of its working days over all orders of the events that began on its day (of more than six of going first and last), the events of earlier windows gone before or not. Equal to earlier_working_days where no order matters; null likewise.',
    ),
    max_working_days: daysOrNull('Most of them, likewise.'),
    alone_working_days: daysOrNull('Working days when it goes alone, and nothing else; null of counted_before.'),
    alone_calendar_days: daysOrNull('The same in calendar days.'),
    removed_task_ids: taskIds('Tasks of the as-built network that are the event, and go.'),
    extracted: Type.Array(Extracted, {
      description: 'What goes from tasks that it delayed, alone; of counted_before nothing more.',
    }),
    flags: Type.Array(OneOf(EXTRACTION_FLAGS, { description: 'What to look at.' }), {
      description:
        'no_tasks: it names no task. task_not_in_as_built: tasks that it names are not in this schedule, so nothing went from them. nothing_extracted: no working time of its tasks lies in its days. fragnet_not_found: none of the tasks of its fragnet is in the schedule, so its days were taken. same_work_and_time: another event has the same tasks in the same days, which go once. same_start: another event began on the same day, so they have one turn and of the days by which it is earlier each has its mean over all their orders; of more than six its share by the mean of going first and last. counted_before: it is of an earlier window, and holds other days in this schedule than the windows before have counted. ran_on: it has neither an end nor days, and work of it is open on the data date: the days up to that went, and it may go on.',
    }),
  },
  CLOSED,
)

export const CollapsedAsBuiltData = Type.Object(
  {
    method: OneOf(COLLAPSE_METHODS, { description: 'Method used.' }),
    implementation_protocol: OneOf(['3.8', '3.9'], { description: 'Of AACE 29R-03.' }),
    calendar: CalendarUsed,
    simulations: Type.Array(Simulation, {
      description:
        'As-built networks with and without events, earliest first. Their days sum to what goes with all events in the last.',
    }),
    events: Type.Array(Event, {
      description:
        'One entry per event and simulation, in the order in which they go; behind them events of earlier windows that hold other days than were counted. Their days sum to those of the simulation.',
    }),
    by_party_working_days: byParty('Working days'),
    by_party_calendar_days: byParty('Calendar days'),
    contract_dates: ContractDatesData,
    attribution_method: Type.String({ description: 'What the method shows, and what it cannot show.' }),
  },
  {
    ...CLOSED,
    $id: 'CollapsedAsBuiltData',
    description: 'Collapsed as-built: the as-built finish without delay events.',
  },
)
