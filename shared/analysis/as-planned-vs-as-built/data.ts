/** `data` of POST /api/v1/forensics/as-planned-vs-as-built. */

import Type from 'typebox'
import { MATCH_STRATEGIES } from '../../endpoint/comparison-fields.ts'
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
import { ByCategory, EntitlementMembers, PARTIES } from '../delay-analysis/data.ts'

/** In the order of the states of a task. */
export const AS_BUILT_STATES = ['not_started', 'in_progress', 'as_built'] as const
const PLAN_SOURCES = ['baseline_schedule', 'baseline_fields'] as const
const PERIOD_BASES = ['snapshots', 'month_ends'] as const

const category = textOrNull('Null = none given.', DELAY_CATEGORIES)

const TaskVariance = Type.Object(
  {
    id: taskId(),
    status: OneOf(AS_BUILT_STATES, { description: 'Dates of what is not as_built are projected.' }),
    planned_start: dateOrNull('Of the plan.'),
    planned_finish: dateOrNull('Of the plan.'),
    as_built_start: dateOrNull('Actual, else forecast, else planned start of the current schedule.'),
    as_built_finish: dateOrNull('Finish likewise.'),
    start_delay_days: daysOrNull('Calendar days, later = positive.'),
    finish_delay_days: daysOrNull('Calendar days, later = positive.'),
    duration_growth_days: daysOrNull('Calendar days from start to finish, more than planned.'),
    is_on_controlling_path: Type.Boolean(),
    delay_category: category,
  },
  CLOSED,
)

const Step = Type.Object(
  {
    id: taskId(),
    predecessor_id: taskIdOrNull('Task of the step before; null at the first.'),
    relation: textOrNull('Link between the two.', RELATION_TYPES),
    gap_days: daysOrNull('Days of the calendar that the link left; negative = out of sequence.'),
    is_out_of_sequence: Type.Boolean(),
    is_planned: Type.Boolean({ description: 'The plan has a finish for it.' }),
    planned_finish: dateOrNull('Of the plan.'),
    as_built_start: dateOrNull('As built, or projected.'),
    as_built_finish: dateOrNull('As built, or projected.'),
    finish_delay_days: days(
      'Days of the calendar its finish is later; of an unplanned task what it and those before it brought.',
    ),
    increment_days: days(
      'What it added to the delay: its slip beyond the float that was left on the path; negative = recovered.',
    ),
    slip_days: days('Days it came later than the step before made it; negative = gained.'),
    consumed_float_days: days('Part of the slip that the float of the plan took up.'),
    float_days: days('Float that was left on the path when it began to slip; 0 without a slip.'),
    duration_growth_days: daysOrNull('Part of the slip that is duration; all of its time when unplanned.'),
    gap_growth_days: daysOrNull('Part of the slip that is a larger gap, at the first step a later start.'),
    delay_category: category,
    party: textOrNull('Who bears it.', PARTIES),
  },
  CLOSED,
)

export const AsBuiltData = Type.Object(
  {
    plan_source: OneOf(PLAN_SOURCES, { description: 'Where the planned dates come from.' }),
    match: Type.Object(
      {
        strategy: OneOf(MATCH_STRATEGIES, {
          description: 'How tasks were paired with those of the baseline schedule.',
        }),
        matched_count: countOf('Tasks of the plan in the current schedule.'),
        unmatched_dates_count: countOf('Of them without a finish on one of the two sides.'),
        unplanned: taskIds('Current tasks that are not in the plan.'),
        deleted: taskIds('Tasks of the baseline schedule that the current one lacks.'),
      },
      { ...CLOSED, description: 'No summaries, no level of effort.' },
    ),
    population: PopulationData('Tasks compared: those of the current schedule but summaries and level of effort.'),
    calendar: CalendarUsed,
    status_date: dateOrNull('As given.'),
    planned_finish_date: dateOrNull('Latest planned finish, deleted tasks included.'),
    as_built_finish_date: dateOrNull('Latest finish of the current schedule.'),
    is_finish_projected: Type.Boolean({ description: 'Work is left, so that the finish is a projection.' }),
    gross_delay_days: daysOrNull(
      "Days of the schedule's calendar from the planned to the as-built finish (29R MIP 3.1), later = positive; the unit of path, categories, entitlement and periods; null without a finish of both, or a task of both.",
    ),
    gross_delay_calendar_days: daysOrNull('The same in calendar days.'),
    status_counts: Type.Object(Object.fromEntries(AS_BUILT_STATES.map(state => [state, countOf('Tasks.')])), CLOSED),
    task_variances: Type.Optional(
      Type.Array(TaskVariance, { description: 'Tasks of the plan, in input order; unless left out by option.' }),
    ),
    controlling_path: objectOrNull(
      Type.Object(
        {
          label: OneOf(['indicative'], { description: 'No dates can tell which lag drove the work.' }),
          confidence: numberOrNull('Share of the steps whose gap is at most close_gap_days; null without a step.'),
          close_gap_days: days('Bound of a close gap, either way.'),
          step_count: countOf('Steps from one task to the next.'),
          steps: Type.Array(Step, { description: 'First to last.' }),
          recovery_days: days('Days the finish was brought forward, 0 or less: by_category and this sum to it.'),
          recovered_elsewhere_days: days('Of them those of no step: the work that was to finish last came forward.'),
          consumed_float_days: days('Days of slips on the path that the float of the plan took up; no delay.'),
          total_days: days('Increments and what was recovered elsewhere: the gross delay.'),
        },
        { ...CLOSED, description: 'As-built controlling path, from the task that finished last back.' },
      ),
    ),
    controlling_path_message: textOrNull('Why there is none.'),
    by_category: ByCategory('Increments by category, 0 or more: with recovery_days of the path they sum to the delay.'),
    entitlement: objectOrNull(
      Type.Object(
        {
          ...EntitlementMembers,
          concurrent_days: daysOrNull('Null: dates alone do not tell concurrent delay, forensics/delay-analysis does.'),
        },
        { ...CLOSED, description: 'Null when no task of the path has a category.' },
      ),
    ),
    periods: Type.Object(
      {
        basis: textOrNull('snapshots: gross delay at each; month_ends: increments by month of finish.', PERIOD_BASES),
        message: textOrNull('Why there are none.'),
        rows: Type.Array(
          Type.Object(
            {
              schedule: textOrNull('Snapshot; null = a month.'),
              date: dateOrNull('Day the period ends with.'),
              is_projected: Type.Boolean({ description: 'It ends after the status date.' }),
              cumulative_delay_days: daysOrNull('Delay by then; null when the snapshot has no finish.'),
              period_delay_days: daysOrNull('Delay since the row before; negative = recovered.'),
            },
            CLOSED,
          ),
          { description: 'Earliest first; their days sum to the gross delay.' },
        ),
      },
      { ...CLOSED, description: 'The delay period by period (29R MIP 3.2).' },
    ),
    attribution_method: Type.String({ description: 'How the delay is shared out.' }),
    disclaimer: Type.String({ description: 'What the figures are not.' }),
  },
  { ...CLOSED, $id: 'AsPlannedVsAsBuiltData', description: 'Result of the as-planned versus as-built comparison.' },
)
