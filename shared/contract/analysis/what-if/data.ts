/** `data` of POST /api/v1/analysis/what-if. */
import Type, { type TSchema } from 'typebox'
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
import { milestoneMoved, movement } from '../../endpoint/data/movement.ts'
import { taskId, taskIdOrNull, taskIds } from '../../endpoint/data/named.ts'
import { changeList } from '../../schedule/changes.ts'
import { OneOf } from '../../schedule/containers.ts'
import { CalendarUsed, DataDateUsed } from '../cpm/data.ts'
import { DRIVERS } from '../cpm/words.ts'
import { BROKEN_KINDS, LEVERS, SEARCH_ENDS } from './words.ts'

const FloatBelow = Type.Object(
  {
    id: taskId(),
    total_float_before: daysOrNull('Total float without the changes; null of an added task.'),
    total_float_after: days('Total float with them.'),
  },
  CLOSED,
)

const Broken = Type.Object(
  {
    id: taskIdOrNull('Task whose date breaks it; null of must_finish_by.'),
    kind: OneOf(BROKEN_KINDS, { description: 'What is broken.' }),
    constraint_type: textOrNull('Type of the constraint; null of a deadline and of must_finish_by.'),
    limit_date: dateOrNull('Date that it asks for.'),
    computed_date: momentOrNull('Date that is computed: of the start for SNLT, SO and MSO, else of the finish.'),
    late_calendar_days: days('Calendar days that the computed date lies after the limit; negative: before it.'),
    was_broken: Type.Boolean({ description: 'True: it is broken without the changes, too.' }),
  },
  CLOSED,
)

const Effect = Type.Object(
  {
    change: Type.Integer({ minimum: 0, description: 'Index of the change in the list of the alternative.' }),
    text: Type.String({ description: 'The change in words.' }),
    on_path: Type.Boolean({
      description: 'True: a task that it names is on the longest path with the changes, or was on it without them.',
    }),
    ...movement('Days that the project finishes with this change alone'),
  },
  CLOSED,
)

const Driver = Type.Object(
  {
    id: taskIdOrNull('Task that ends the project, the first by id of several; null: no task does.'),
    driver: textOrNull(
      'What determines its early dates, as in analysis/cpm.',
      DRIVERS.filter(driver => driver !== null),
    ),
    text: Type.String({ description: 'What drives the finish, in a sentence.' }),
  },
  CLOSED,
)

const outcome: Record<string, TSchema> = {
  project_finish: momentOrNull('Last day of work of the project; null if the schedule has no date.'),
  longest_path: taskIds('Tasks on chains of driving links to the project finish, by early start, early finish, input.'),
  critical_count: countOf('Number of unfinished tasks with total float <= 0.'),
  negative_float_count: countOf('Number of tasks with total float below 0.'),
  below_limit_count: countOf('Number of tasks with total float below float_limit_days.'),
  broken_constraints: Type.Array(Broken, { description: 'Constraints and dates that are not met, by id.' }),
}

const Base = Type.Object(outcome, { ...CLOSED, description: 'The schedule as sent.' })

const ChangedTask = Type.Object(
  {
    id: taskId(),
    early_start: daysOrNull('Early start with the changes as an offset, as in analysis/cpm; null for summaries.'),
    early_finish: daysOrNull('Early finish as an offset, exclusive; null for summaries.'),
    early_start_date: momentOrNull('Early start as a date; null if the schedule has no date.'),
    early_finish_date: momentOrNull('Early finish as a date: the last day of work. Null if the schedule has no date.'),
    late_start_date: momentOrNull('Late start as a date; null for complete tasks.'),
    late_finish_date: momentOrNull('Late finish as a date: the last day of work. Null for complete tasks.'),
    total_float_days: daysOrNull('Total float; null for complete tasks.'),
    free_float_days: daysOrNull('Free float; null for complete tasks.'),
    is_critical: Type.Boolean({ description: 'True for an incomplete task with total float <= 0.' }),
    is_on_longest_path: Type.Boolean({
      description: 'True if a chain of driving links leads from the task to the project finish.',
    }),
  },
  CLOSED,
)

const Alternative = Type.Object(
  {
    name: Type.String({ description: 'Name as given, else its number; changes: that of the member changes.' }),
    change_count: countOf('Number of its changes.'),
    finish_before: momentOrNull('Project finish without the changes.'),
    ...outcome,
    ...movement('Days that the project finishes'),
    calendar_changed: Type.Boolean({
      description:
        'True: another calendar was inferred from the changed durations or asked for, so both finishes count days of different calendars; moves are in that of the schedule as sent.',
    }),
    driven_by: Driver,
    milestones: Type.Array(milestoneMoved('the changes', 'them'), {
      description: 'One entry per milestone asked for.',
    }),
    path_joined: taskIds('Tasks that are on the longest path only with the changes.'),
    path_left: taskIds('Tasks that are on it only without them.'),
    float_lost: Type.Array(FloatBelow, {
      description: 'Tasks whose total float falls below float_limit_days by the changes, by float, then id.',
    }),
    moved_task_count: countOf('Number of tasks in both whose early start or finish differs.'),
    added_task_count: countOf('Number of tasks added.'),
    removed_task_count: countOf('Number of tasks removed.'),
    effects: Type.Array(Effect, {
      description:
        'Each change by itself, where the alternative has several. The sum need not be the whole: changes act together.',
    }),
    effects_left_out: countOf('Changes whose effect alone was not computed, as the number of passes is bounded.'),
  },
  CLOSED,
)

const Move = Type.Object(
  {
    lever: OneOf(LEVERS, { description: 'Kind of the move.' }),
    id: taskId('Task that it touches: the successor of an overlap or of a resequence.'),
    text: Type.String({ description: 'The move in words, with what has to be checked before it is made.' }),
    changed_days: days('Days of work or of order that it takes away; 0 of a calendar or a constraint.'),
  },
  CLOSED,
)

const Option = Type.Object(
  {
    project_finish: momentOrNull('Finish of the project that was computed with it.'),
    ...movement('Days that the project finishes'),
    meets_target: Type.Unsafe<boolean | null>({
      type: ['boolean', 'null'],
      description: 'True: the finish is on or before target_finish; null without a target.',
    }),
    negative_float_count: countOf('Number of tasks with total float below 0.'),
    move_count: countOf('Number of moves.'),
    changed_days: days('Sum of changed_days of its moves.'),
    moves: Type.Array(Move, { description: 'In the order in which they were chosen.' }),
    changes: changeList('The same as changes of a request: sent as `changes`, they give this finish.'),
  },
  CLOSED,
)

const Search = Type.Object(
  {
    target_finish: dateOrNull('As given; null: as early as can be.'),
    target_met: Type.Unsafe<boolean | null>({
      type: ['boolean', 'null'],
      description: 'True: an option meets the target; null without a target.',
    }),
    steps: countOf('Number of schedules that were tried; the finish of each is measured.'),
    ended_by: OneOf(SEARCH_ENDS, {
      description:
        'target_met: an option meets the target. no_gain: no further move ends the project earlier. steps: max_steps. work: what a request may have computed for its size.',
    }),
    not_tried: Type.Array(
      Type.Object(
        {
          lever: OneOf(LEVERS, { description: 'Kind of move.' }),
          reason: Type.String({ description: 'Why there was none to try.' }),
        },
        CLOSED,
      ),
      { description: 'Levers that had no move on any longest path that was looked at.' },
    ),
    options: Type.Array(Option, {
      description:
        'Options of which no other is at least as good in finish, number of moves and changed days, and better in one. Earliest finish first. Measured, not advised: whether the work allows a move is for the planner to say.',
    }),
    options_left_out: countOf('Options beyond max_options.'),
  },
  CLOSED,
)

export const WhatIfData = Type.Object(
  {
    calendar: CalendarUsed,
    data_date: DataDateUsed,
    float_limit_days: days('Limit of float_lost and below_limit_count.'),
    base: Base,
    alternatives: Type.Array(Alternative, {
      description: 'One entry per alternative: that of changes, then the others in the order of the request.',
    }),
    search: objectOrNull(Search),
    changed_tasks: Type.Optional(
      Type.Array(ChangedTask, {
        description:
          'With include_tasks, of the first alternative: added tasks, and those of which a date, a float or the place on the longest path differs, in the order of the schedule with the changes.',
      }),
    ),
  },
  { ...CLOSED, $id: 'WhatIfData', description: 'Finishes and paths without and with changes of a schedule.' },
)
