/** `data` of POST /api/v1/forensics/delay-analysis. */
import Type from 'typebox'
import { RESPONSIBLE_PARTIES } from '../../endpoint/comparison-fields.ts'
import { ContractDatesData } from '../../endpoint/contract-dates.ts'
import { FollowedFinish } from '../../endpoint/data/followed-finish.ts'
import { CLOSED, countOf, dateOrNull, days, daysOrNull, objectOrNull, textOrNull } from '../../endpoint/data/members.ts'
import { taskId, taskIdOrNull, taskIds } from '../../endpoint/data/named.ts'
import { OneOf } from '../../schedule/containers.ts'
import { DELAY_CATEGORIES } from '../../schedule/fields.ts'
import { CalendarUsed } from '../cpm/data.ts'
import { AccountMembers, ByCategory, DAY_RULES, EventDaysData, NET_EFFECTS, PARTIES } from './account-data.ts'
import { CONCURRENCY_POLICIES, DELAY_METHODS, REVISION_ORDERS } from './request.ts'
import { RevisionRow, RevisionStepRow, Revisions } from './revision-data.ts'

/** network: finishes from the critical-path method. dates: the latest finish dates, because there are no links. */
export const DELAY_MODES = ['network', 'dates'] as const

const Contribution = Type.Object(
  {
    id: taskId(),
    contribution_days: days(
      'Days by which the task moved the finish: the sum of its days in the replay, equal shares where several held one; negative = recovered.',
    ),
    contribution_calendar_days: daysOrNull('The same in calendar days; null if a date cannot be printed.'),
    recovered_days: days('Part of contribution_days by which it brought the finish forward, 0 or less.'),
    slip_days: days(
      'Days by which the task became later by itself, less what it gained: work that could have been done and was not. With calendars per task in working days of its own, as its float is counted.',
    ),
    delay_category: textOrNull('Delay category in the later schedule; null = unattributed.', DELAY_CATEGORIES),
    party: textOrNull(
      'Party of that category; null without one. Days that an event covers are of the party of the event.',
      PARTIES,
    ),
    open_days: days('Part of the days of delay that no event covers and no delay category names.'),
    covered_by: Type.Array(Type.String(), { description: 'Delay events that cover days of delay of the task.' }),
  },
  CLOSED,
)

const ConcurrentPair = Type.Object(
  {
    owner_task_id: taskId(),
    contractor_task_id: taskId(),
    concurrent_days: days('Days on which both delays coincide. They are excusable, but not compensable.'),
    controlling_party: textOrNull('Party whose path ends last; null if both paths end together.', RESPONSIBLE_PARTIES),
    slack_days: days('Days by which the other path ends before the controlling path.'),
  },
  CLOSED,
)

const PacingSlip = Type.Object(
  {
    id: taskId(),
    party: OneOf(RESPONSIBLE_PARTIES, { description: 'Party that may have slowed down.' }),
    slip_days: days('Days that the task lost and that float took up.'),
    total_float_days: daysOrNull(
      'Days of float that it had at the start of the window; null of work that was finished then.',
    ),
    made_float_days: days('Part of slip_days beyond these: float that came about meanwhile.'),
    behind_task_id: taskId('Task with a critical delay of the other party that began earlier.'),
  },
  CLOSED,
)

const FloatSlip = Type.Object(
  {
    id: taskId(),
    slip_days: days(
      'Days that the task lost by itself, less those it gained: consumed_days + beyond_float_days - gained_days.',
    ),
    consumed_days: days('Days that the task lost and float absorbed.'),
    beyond_float_days: days(
      'Days that it lost when its path had no float: they moved the finish, alone or with others.',
    ),
    gained_days: days('Days that it gained, 0 or more.'),
    total_float_days: daysOrNull(
      'Total float of the task at the start of the window, to the finish that is followed. Others on its path can use it first. Null if it was finished then, or no path led from it to the finish.',
    ),
    made_float_days: days(
      'Part of consumed_days beyond that float. It came about meanwhile: others delayed the finish, or what follows has days off where the task works.',
    ),
    delay_category: textOrNull('Delay category of the task; null if none is given.', DELAY_CATEGORIES),
    is_on_controlling_path: Type.Boolean(),
  },
  CLOSED,
)

const DaySpan = Type.Object(
  {
    from: dateOrNull('First day; null without dates.'),
    to: dateOrNull('Last day; null without dates.'),
    movement_days: days('Days by which the finish moved in this time; negative = earlier.'),
    movement_calendar_days: daysOrNull('The same in calendar days; null if a date cannot be printed.'),
    result: OneOf(NET_EFFECTS, {
      description:
        'What those who held the days make of them by the literal policy; recovered = the finish came forward.',
    }),
    holders: Type.Array(
      Type.Object(
        {
          id: taskId(),
          party: textOrNull(
            'Party that answers for the task on these days: that of the events that cover them, else of its category; null where there is none, or events of several.',
            PARTIES,
          ),
        },
        CLOSED,
      ),
      {
        description:
          'Tasks that held the finish and did not do the work of these days, at most 10. Empty = none was found.',
      },
    ),
    holder_count: countOf('Number of all holders.'),
    rule: OneOf(DAY_RULES, {
      description:
        'How the days became those of the holders. together: paths that hold the finish at one time, in equal shares. in_turn: several on one path, each its own part, by the work that each lost or, where working times differ, by the computed finish. added_work: tasks that the earlier schedule does not have held it, which others had to wait for. with_revision: revisions of the parties of revision_parties hold them, too. as_gained: as each gained. nobody: no task was found.',
    }),
    revision_parties: Type.Array(OneOf([...PARTIES, 'none'], { description: 'Party; none = without a category.' }), {
      description: 'Parties whose revisions alone would have brought the finish as far: they hold the days, too.',
    }),
  },
  CLOSED,
)

const BesideRow = Type.Object(
  {
    party: textOrNull('Party whose revisions hold the days; null = they have no category.', PARTIES),
    days: days('Days of the window that they hold, alone or beside others.'),
    task_ids: taskIds('Its revised tasks, at most 20, by id.', { maxItems: 20 }),
  },
  CLOSED,
)

const DelayStatus = Type.Object(
  {
    schedule: Type.String({ description: 'Place of the schedule in the request.' }),
    data_date: dateOrNull('Data date: no unfinished work is scheduled before it. Null without a date.'),
    finish: daysOrNull('C(S): the analysed finish as an offset from the common anchor, in days; null without a date.'),
    finish_date: dateOrNull('The analysed finish as a date: the last day of work. Null without a date.'),
    reported_finish_date: dateOrNull(
      'The analysed finish according to the dates of its tasks: actual, or else forecast, or else planned. Null without a date.',
    ),
    task_count: countOf('Number of tasks in the request.'),
    network_task_count: countOf('Number of tasks in the calculation: no summaries, no level of effort.'),
  },
  CLOSED,
)

const DelayWindow = Type.Object(
  {
    from: Type.String({ description: 'Place of the first schedule of the window.' }),
    to: Type.String({ description: 'Place of the last schedule of the window.' }),
    from_date: dateOrNull('Data date of the first schedule; null without one.'),
    to_date: dateOrNull('Data date of the last schedule; null without one.'),
    length_days: days(
      'Days from one data date to the other. The length of the windows affects which delays count as concurrent.',
    ),
    delay_days: daysOrNull(
      'C(to) - C(from) in days; positive = later. Null if one finish is missing or the schedules have no common task.',
    ),
    delay_calendar_days: daysOrNull('The same in calendar days; null likewise.'),
    delay_working_days: daysOrNull(
      'The same in working days: with calendars of the project calendar of the second schedule, else of the calendar of the result. Null likewise.',
    ),
    half_step_finish: daysOrNull(
      'C(H): finish of the plan of the first schedule with the progress of the second, as an offset in days. Null unless MIP 3.4 is used.',
    ),
    progress_delay_days: daysOrNull('C(H) - C(from): days due to progress. Null unless MIP 3.4 is used.'),
    progress_delay_calendar_days: daysOrNull('The same in calendar days; null likewise.'),
    revision_delay_days: daysOrNull('C(to) - C(H): days due to revisions. Null unless MIP 3.4 is used.'),
    revision_delay_calendar_days: daysOrNull('The same in calendar days; null likewise.'),
    revision: objectOrNull(
      Revisions('Days by class of revisions; they sum to revision_delay_days. Null unless MIP 3.4 is used.'),
    ),
    revision_calendar_days: objectOrNull(
      Revisions(
        'The same in calendar days: they sum to revision_delay_calendar_days. Null likewise, or if a date cannot be printed.',
      ),
    ),
    revision_steps: Type.Array(RevisionStepRow, {
      description:
        'The classes that were revised, each with its days and their range over all orders. Empty unless MIP 3.4 is used.',
    }),
    revisions: Type.Array(RevisionRow, {
      description: 'The named changes, at most 100: largest share first, then largest effect alone, then by id.',
    }),
    revision_count: countOf('Number of all named changes.'),
    revisions_tested_count: countOf('Number of named changes whose effect alone was computed.'),
    retroactive_change_count: countOf(
      'Number of tasks of which the later schedule reports another actual date than the earlier one, or none any more. Its report counts as progress of this window.',
    ),
    retroactive_change_ids: taskIds('These tasks, at most 20, by id.', { maxItems: 20 }),
    scope_with_logic: Type.Boolean({
      description:
        'True if new tasks and old links, or old tasks and new links, form a cycle. logic_days then includes scope_days.',
    }),
    controlling_path: taskIds(
      'Tasks that moved the finish in the window, and those on a path that holds it at the end of the half-step, by start.',
    ),
    attribution: Type.Array(Contribution, {
      description:
        'Tasks that moved the finish. Their days, no_task_days and recovered_elsewhere_days sum to the explained delay.',
    }),
    recovery_days: days(
      'Days by which progress brought the finish forward, 0 or less. With by_category they sum to the explained delay.',
    ),
    recovery_calendar_days: daysOrNull('The same in calendar days; null if a date cannot be printed.'),
    recovered_elsewhere_days: days('Part of recovery_days for which no task was found.'),
    no_task_days: days(
      'Days of delay for which no task was found: part of the unattributed days. In MIP 3.3 also those of revisions that belong to no task.',
    ),
    shared_days: days('Days of delay that several tasks held at once. Each has an equal share of them.'),
    consumed_float_days: days(
      'Days of slips on the controlling path that its float absorbed, as float_consumption counts them. They are no delay.',
    ),
    by_category: ByCategory('Days that delayed the finish, by category, 0 or more.'),
    by_category_calendar_days: objectOrNull(ByCategory('The same in calendar days; null if a date cannot be printed.')),
    days: Type.Array(DaySpan, {
      description:
        'The days that moved the finish, at most 100 spans: days in a row with the same holders are one, with method daily each stands alone. Revisions follow at the end of the window.',
    }),
    day_span_count: countOf('Number of all such spans.'),
    concurrent_days: days('Days that tasks of owner and contractor held together, with nobody uncategorised beside.'),
    concurrent_calendar_days: daysOrNull('The same in calendar days; null if a date cannot be printed.'),
    concurrency: Type.Array(ConcurrentPair, { description: 'Concurrent days by pairs of tasks, at most 100.' }),
    revision_concurrent_days: days(
      'Days that owner and contractor hold together by revisions, of both or of one beside days that the other lost.',
    ),
    revision_concurrent_calendar_days: daysOrNull('The same in calendar days; null if a date cannot be printed.'),
    held_by_revisions: Type.Array(BesideRow, {
      description:
        'Parties whose revisions alone would have brought the finish as far as everything together did. They hold days of the window beside those who lost them, the last ones, no more than they move the finish by themselves.',
    }),
    unequal_concurrent_days: days(
      'Days of the shorter of two unequal delays at the same time. A path of the other party would have delayed the finish by these days alone, but it ends more than near_critical_threshold before the controlling path. No other figure includes them (AACE 29R-03, 4.2).',
    ),
    unequal_concurrency: Type.Array(ConcurrentPair, {
      description: 'Unequal concurrent days by pairs of tasks, at most 100.',
    }),
    possible_pacing: Type.Array(PacingSlip, {
      description: 'Slips that may be pacing, at most 100. They are indications that need evidence.',
    }),
    possible_pacing_count: countOf('Number of all slips that may be pacing.'),
    float_consumption: Type.Array(FloatSlip, {
      description:
        'Slips that float absorbed: all on the controlling path, and the 100 largest elsewhere. In days of the calendar of the result; with calendars per task in working days of the calendar of each task, as total float is.',
    }),
    float_consumption_count: countOf('Number of all slips that float absorbed.'),
  },
  CLOSED,
)

export const DelayAnalysisData = Type.Object(
  {
    method: OneOf(DELAY_METHODS, { description: 'Method that was used. half_step requires links in every schedule.' }),
    implementation_protocol: OneOf(['3.3', '3.4', '3.5'], {
      description: 'Method implementation protocol of AACE 29R-03.',
    }),
    mode: OneOf(DELAY_MODES, {
      description:
        'network: finishes from the critical-path method. dates: latest finish dates, because there are no links.',
    }),
    followed_finish: FollowedFinish('the finishes of statuses and windows'),
    project_finish_id: taskIdOrNull('Task whose finish is analysed; null = the project finish.'),
    near_critical_threshold: days(
      'Largest distance, in days, from the controlling path at which a delay counts as concurrent.',
    ),
    order: OneOf(REVISION_ORDERS, {
      description: 'How the days of a class of revisions follow from the orders in which the classes can be applied.',
    }),
    concurrency: OneOf(CONCURRENCY_POLICIES, { description: 'Policy for days that both parties delay.' }),
    replay_step_days: days(
      'Days of one step of the replay: 1, more only if the input is too large to replay each day.',
    ),
    anchor_date: dateOrNull('Date of offset 0, common to all schedules; null without dates.'),
    calendar: CalendarUsed,
    statuses: Type.Array(DelayStatus, { description: 'The schedules compared, earliest first.' }),
    total_delay_days: daysOrNull(
      'Days by which the finish moved from the first to the last schedule: the sum of the windows. Null if a window has no delay_days.',
    ),
    total_delay_calendar_days: daysOrNull('The same in calendar days; null likewise.'),
    total_delay_working_days: daysOrNull('The same in working days: the sum of delay_working_days. Null likewise.'),
    windows: Type.Array(DelayWindow, { description: 'One window per pair of consecutive schedules.' }),
    by_category: ByCategory(
      'Days by category over all windows, 0 or more. With recovery_days and revision_delay_days they sum to total_delay_days.',
    ),
    by_category_calendar_days: objectOrNull(ByCategory('The same in calendar days; null if a date cannot be printed.')),
    concurrent_days: days('Days that tasks of owner and contractor held together, over all windows.'),
    revision_concurrent_days: days('Days that they held together by revisions, over all windows.'),
    shared_days: days('Days of delay that several tasks held at once, in equal shares, over all windows.'),
    no_task_days: days('Days of delay for which no task was found, over all windows.'),
    unequal_concurrent_days: days('Sum over all windows, in days. No other figure includes them.'),
    recovery_days: days('Days recovered by progress over all windows, 0 or less.'),
    consumed_float_days: days('Days of slips on controlling paths that float absorbed, over all windows.'),
    revision_delay_days: daysOrNull('Days due to revisions over all windows. Null unless MIP 3.4 is used.'),
    revision: objectOrNull(Revisions('Days by class of revisions over all windows. Null unless MIP 3.4 is used.')),
    revision_calendar_days: objectOrNull(
      Revisions('The same in calendar days; null likewise, or if a date cannot be printed.'),
    ),
    unexplained_days: days(
      'Days of delay in windows without a network, so that there is no path to attribute them to.',
    ),
    entitlement: objectOrNull(
      Type.Object(AccountMembers, {
        ...CLOSED,
        description:
          'What stands at the end: with non_excusable_days and unattributed_days it sums to total_delay_days if that is positive, else all are 0. Null if no task has a delay category or the delay is unknown.',
      }),
    ),
    event_days: EventDaysData,
    contract_dates: ContractDatesData,
    recreated: objectOrNull(
      Type.Object(
        {
          data_dates: Type.Array(dateOrNull('Data date.'), {
            description: 'Data dates of the updates that were made.',
          }),
          dates_left_out: Type.Array(dateOrNull('Data date.'), {
            description: 'Data dates asked for that do not lie between the baseline and the current schedule.',
          }),
          assumptions: Type.Array(Type.String(), { description: 'What was assumed, a sentence each.' }),
        },
        { ...CLOSED, description: 'How the updates were made. Null unless the method is recreated.' },
      ),
    ),
    attribution_method: Type.String({ description: 'How the delay is attributed to tasks.' }),
    disclaimer: Type.String({ description: 'Limits of the figures.' }),
  },
  { ...CLOSED, $id: 'DelayAnalysisData', description: 'Result of the delay analysis.' },
)
