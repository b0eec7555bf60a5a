/** `data` of POST /api/v1/forensics/as-planned-vs-as-built. */

import Type from 'typebox'
import { MATCH_STRATEGIES } from '../../endpoint/comparison-fields.ts'
import { ContractDatesData } from '../../endpoint/contract-dates.ts'
import { FollowedFinish } from '../../endpoint/data/followed-finish.ts'
import { PopulationData } from '../../endpoint/data/health-data.ts'
import {
  CLOSED,
  countOf,
  dateOrNull,
  days,
  daysOrNull,
  numberOrNull,
  objectOrNull,
  textOrNull,
} from '../../endpoint/data/members.ts'
import { taskId, taskIdOrNull, taskIds } from '../../endpoint/data/named.ts'
import { OneOf } from '../../schedule/containers.ts'
import { DELAY_CATEGORIES, RELATION_TYPES } from '../../schedule/fields.ts'
import { CalendarUsed } from '../cpm/data.ts'
import { AccountMembers, ByCategory, EventDaysData, PARTIES } from '../delay-analysis/account-data.ts'

/** In the order of the states of a task. */
export const AS_BUILT_STATES = ['not_started', 'in_progress', 'as_built'] as const
const PLAN_SOURCES = ['baseline_schedule', 'baseline_fields'] as const
const PERIOD_BASES = ['snapshots', 'month_ends'] as const

const category = textOrNull('Delay category of the task; null if none is given.', DELAY_CATEGORIES)

const TaskVariance = Type.Object(
  {
    id: taskId(),
    status: OneOf(AS_BUILT_STATES, {
      description: 'State of the task. Only as_built tasks have actual dates; other dates are projected.',
    }),
    planned_start: dateOrNull('Start in the plan; null if it has none.'),
    planned_finish: dateOrNull('Finish in the plan; null if it has none.'),
    as_built_start: dateOrNull(
      'Actual, or else forecast, or else planned start in the current schedule; of tasks in without_forecast, and those after them, no earlier than computed.',
    ),
    as_built_finish: dateOrNull(
      'Actual, or else forecast, or else planned finish in the current schedule; of tasks in without_forecast, and those after them, no earlier than computed.',
    ),
    start_delay_days: daysOrNull(
      'Calendar days by which the start is later than planned; negative = earlier, null without both dates.',
    ),
    finish_delay_days: daysOrNull(
      'Calendar days by which the finish is later than planned; negative = earlier, null without both dates.',
    ),
    duration_growth_days: daysOrNull(
      'Calendar days by which the time from start to finish is longer than planned; null without all four dates.',
    ),
    is_on_controlling_path: Type.Boolean(),
    delay_category: category,
  },
  CLOSED,
)

const Step = Type.Object(
  {
    id: taskId(),
    predecessor_id: taskIdOrNull('Task of the previous step; null for the first step.'),
    relation: textOrNull('Type of the link between the two tasks; null for the first step.', RELATION_TYPES),
    gap_days: daysOrNull(
      'Days of the calendar between the two tasks beyond what the link requires; negative = out of sequence, null for the first step.',
    ),
    is_out_of_sequence: Type.Boolean(),
    is_planned: Type.Boolean({ description: 'True if the plan has a finish for the task.' }),
    planned_finish: dateOrNull('Finish in the plan; null if it has none.'),
    as_built_start: dateOrNull('Actual or projected start.'),
    as_built_finish: dateOrNull('Actual or projected finish.'),
    finish_delay_days: days(
      'Days of the calendar by which its finish is later than planned. For an unplanned task: the sum of the increments up to it.',
    ),
    increment_days: days(
      'Days that the task added to the delay: its slip beyond the remaining float of the path; negative = recovered.',
    ),
    slip_days: days(
      'Days by which the task became later by itself, beyond what the previous step caused; negative = gained.',
    ),
    consumed_float_days: days('Part of the slip, in days, that the float of the plan absorbed.'),
    float_days: days('Remaining float of the path, in days, when the task began to slip; 0 without a slip.'),
    duration_growth_days: daysOrNull(
      'Part of the slip, in days, due to a longer duration. For an unplanned task: its whole duration.',
    ),
    gap_growth_days: daysOrNull(
      'Part of the slip, in days, due to a larger gap before the task; for the first step, due to a later start.',
    ),
    delay_category: category,
    party: textOrNull('Party that bears the delay; null without a category.', PARTIES),
  },
  CLOSED,
)

export const AsBuiltData = Type.Object(
  {
    plan_source: OneOf(PLAN_SOURCES, { description: 'Source of the planned dates.' }),
    match: Type.Object(
      {
        strategy: OneOf(MATCH_STRATEGIES, {
          description: 'How tasks were paired with those of the baseline schedule.',
        }),
        matched_count: countOf('Tasks of the plan that are in the current schedule.'),
        unmatched_dates_count: countOf('Of these, tasks without a finish in one of the two schedules.'),
        unplanned: taskIds('Current tasks that are not in the plan.'),
        deleted: taskIds('Tasks of the baseline schedule that are not in the current schedule.'),
      },
      { ...CLOSED, description: 'Matching of the tasks. Summaries and level of effort are not counted.' },
    ),
    population: PopulationData('Tasks compared: all of the current schedule except summaries and level of effort.'),
    calendar: CalendarUsed,
    status_date: dateOrNull('Status date of the request; null if none is given.'),
    planned_finish_date: dateOrNull(
      'Latest planned finish, deleted tasks included; that of the task of followed_finish, if any.',
    ),
    as_built_finish_date: dateOrNull('Latest finish of the current schedule, or that of the task of followed_finish.'),
    without_forecast: taskIds(
      'Open tasks without a finish on or after the status date. Where anything has begun, they and what follows them end no earlier than the critical path method puts them from that date on.',
    ),
    is_finish_projected: Type.Boolean({ description: 'True if work is open, so that the finish is a projection.' }),
    gross_delay_days: daysOrNull(
      "Days of the schedule's calendar from the planned to the as-built finish (29R MIP 3.1); positive = later. Path, categories, entitlement and periods use the same unit. Null if one finish is missing or the schedules have no common task.",
    ),
    gross_delay_calendar_days: daysOrNull('The same delay in calendar days.'),
    followed_finish: FollowedFinish('planned and as-built finish, gross delay, path and periods'),
    status_counts: Type.Object(
      Object.fromEntries(AS_BUILT_STATES.map(state => [state, countOf('Tasks in this state.')])),
      CLOSED,
    ),
    task_variances: Type.Optional(
      Type.Array(TaskVariance, {
        description: 'Tasks of the plan, in input order. Absent if the options leave them out.',
      }),
    ),
    controlling_path: objectOrNull(
      Type.Object(
        {
          label: OneOf(['indicative'], {
            description: 'Always indicative: dates cannot show which lag drove the work.',
          }),
          confidence: numberOrNull(
            'Share of the steps, 0 to 1, whose gap is at most close_gap_days; null without a step.',
          ),
          close_gap_days: days('Largest size, in days, of a close gap, positive or negative.'),
          step_count: countOf('Number of steps from one task to the next.'),
          steps: Type.Array(Step, { description: 'Steps from first to last.' }),
          recovery_days: days('Days by which this path brought the finish forward, 0 or less.'),
          recovered_elsewhere_days: days(
            'Part of recovery_days that belongs to no step: the task that was planned to finish last finished earlier.',
          ),
          consumed_float_days: days(
            'Days of slips on the path that the float of the plan absorbed. They are no delay.',
          ),
          tied_task_ids: taskIds(
            'Tasks of other paths that end with this one: where links left the same smallest gap, one is shown.',
          ),
          total_days: days('Sum of the increments and of recovered_elsewhere_days: the gross delay.'),
        },
        {
          ...CLOSED,
          description:
            'As-built controlling path, followed back from the task that finished last. Null if there is none.',
        },
      ),
    ),
    controlling_path_message: textOrNull('Why there is no controlling path; null if there is one.'),
    replay_step_days: daysOrNull(
      'Days of one step of the replay that tells who held the finish: 1, more only if the input is too large to replay each day. Null without a controlling path.',
    ),
    by_category: ByCategory(
      'Days by which tasks of a category held the finish, 0 or more; days of several tasks in equal shares. With recovery_days they sum to the gross delay.',
    ),
    by_category_calendar_days: ByCategory('The same in calendar days.'),
    recovery_days: days(
      'Days by which the finish was brought forward, 0 or less. With by_category they sum to the gross delay.',
    ),
    recovery_calendar_days: days('The same in calendar days.'),
    no_task_days: days(
      'Days by which the finish came later and for which no task was found, such as work out of sequence: part of the unattributed ones.',
    ),
    no_task_calendar_days: days('The same in calendar days.'),
    held_days: Type.Array(
      Type.Object(
        {
          id: taskId(),
          held_days: days(
            'Days by which it moved the finish: on a path that held it, the task did not do the work of the day. Days that several tasks held are shared equally.',
          ),
          held_calendar_days: days('The same in calendar days.'),
          party: textOrNull('Party that bears delays of the task; null without a category.', PARTIES),
          is_on_shown_path: Type.Boolean({
            description: 'False for a task that controlling_path does not show.',
          }),
        },
        CLOSED,
      ),
      { description: 'Tasks that held the finish, at most 100: most days first, then by id.' },
    ),
    entitlement: objectOrNull(
      Type.Object(AccountMembers, {
        ...CLOSED,
        description:
          'What stands at the end, by the days on which each path held the finish: with non_excusable_days and unattributed_days it sums to gross_delay_days if that is positive, else all are 0. Null if no task has a category.',
      }),
    ),
    event_days: EventDaysData,
    contract_dates: ContractDatesData,
    periods: Type.Object(
      {
        basis: textOrNull(
          'snapshots: gross delay at each snapshot. month_ends: increments by month of finish. Null without periods.',
          PERIOD_BASES,
        ),
        message: textOrNull('Why there are no periods; null if there are some.'),
        rows: Type.Array(
          Type.Object(
            {
              schedule: textOrNull('Place of the snapshot in the request; null for a month.'),
              date: dateOrNull('Last day of the period.'),
              is_projected: Type.Boolean({ description: 'True if the period ends after the status date.' }),
              cumulative_delay_days: daysOrNull(
                'Delay in days at the end of the period; null if the snapshot has no finish.',
              ),
              period_delay_days: daysOrNull(
                'Change of the delay since the previous row, in days; negative = recovered.',
              ),
            },
            CLOSED,
          ),
          { description: 'Periods, earliest first. Their days sum to the gross delay.' },
        ),
      },
      { ...CLOSED, description: 'The delay by period (29R MIP 3.2).' },
    ),
    attribution_method: Type.String({ description: 'How the delay is attributed to tasks.' }),
    disclaimer: Type.String({ description: 'Limits of the figures.' }),
  },
  { ...CLOSED, $id: 'AsPlannedVsAsBuiltData', description: 'Result of the as-planned versus as-built comparison.' },
)
