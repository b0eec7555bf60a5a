/** `data` of POST /api/v1/analysis/levelling, which is `allocation` of POST /api/v1/resources/allocate. */
import Type, { type TSchema } from 'typebox'
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
import { taskId, taskIds } from '../../endpoint/data/named.ts'
import { Day, OneOf } from '../../schedule/containers.ts'
import { PRIORITY_FIELDS } from '../../schedule/resources.ts'
import { CalendarUsed } from '../cpm/data.ts'
import { LIMIT_SOURCES } from '../resources/words.ts'
import {
  DELAY_CAUSES,
  LEFT_OUT_REASONS,
  LEVELLING_EFFORTS,
  LEVELLING_OBJECTIVES,
  LEVELLING_RULES,
  LEVELLING_SCHEMES,
  LOWER_BOUNDS,
  SEARCH_ENDS,
  UNRESOLVED_REASONS,
  USE_PERIODS,
} from './words.ts'

const resource = Type.String({ description: 'Name of the resource.' })
const units = (description: string): TSchema => Type.Number({ description, 'x-unit': 'units' })
const hours = (description: string): TSchema => Type.Number({ minimum: 0, description, 'x-unit': 'hours' })

const Placed = Type.Object(
  {
    id: taskId(),
    start: momentOrNull('Start after levelling; of work in progress, that of what is left.'),
    finish: momentOrNull('Finish after levelling.'),
    start_before: momentOrNull('Start without levelling, by links, calendars and constraints alone.'),
    finish_before: momentOrNull('Finish without levelling.'),
    delay_working_days: days('Start after - start without levelling, in working days of the calendar of the task.'),
    delay_calendar_days: daysOrNull('The same in calendar days.'),
    is_fixed: Type.Boolean({
      description: 'True: levelling does not move it: work in progress, a mandatory date, priority 1000.',
    }),
  },
  CLOSED,
)

const Part = Type.Object(
  {
    start: momentOrNull('Start of the part.'),
    finish: momentOrNull('Finish of it.'),
    working_days: days('Work in it, in working days of the calendar of the task.'),
  },
  CLOSED,
)

const Wait = Type.Object(
  {
    resource,
    part: countOf('Part of its work that waited: 1 = its start, 2 = what follows the first pause.'),
    from: momentOrNull('First moment at which too little of it was free.'),
    until: momentOrNull('Moment up to which that was so; null: to the end.'),
    units_needed: units('What the task needs, in units: full-time people or machines, or a quantity per day.'),
    units_short: units('The most that was lacking of it beside the tasks placed before it, in units.'),
    has_gaps: Type.Boolean({ description: 'In between it was free, but not for as long as the task takes.' }),
    limit_least: numberOrNull(
      'The least limit in that time, if it alone is below what the task needs; null: other tasks hold it.',
      'units',
    ),
    held_by: taskIds('Tasks placed before it that use the resource in that time, the earliest first.', {
      maxItems: 10,
    }),
    held_by_count: countOf('Number of these tasks.'),
  },
  CLOSED,
)

const Delay = Type.Object(
  {
    id: taskId(),
    cause: OneOf(DELAY_CAUSES, {
      description:
        'resource: too little of a resource was free. predecessor: a predecessor was delayed. both: one after the other.',
    }),
    delay_working_days: days('Delay of its start, in working days of its calendar.'),
    by_predecessors_days: days('Part of it that delayed predecessors cause, in the same days.'),
    by_resources_days: days('Part of it that resources cause.'),
    pauses_working_days: days('Pauses of its work in all, in the same days; 0: it is done in one piece.'),
    parts: Type.Array(Part, { description: 'Spans in which it is done where its work pauses; else empty.' }),
    total_float_before_days: daysOrNull('Total float without levelling; null where it has none.'),
    beyond_float_days: days(
      'Delay and pauses beyond that float: what the project, or a required date, may lose by it.',
    ),
    predecessors: taskIds('Delayed predecessors whose links hold it.'),
    waits: Type.Array(Wait, { description: 'Resources that it waited for.' }),
    text: Type.String({ description: 'The same in a sentence.' }),
  },
  CLOSED,
)

const ChainStep = Type.Object(
  {
    id: taskId(),
    task: Type.String({ description: 'Its id and name.' }),
    start: momentOrNull('Start after levelling.'),
    finish: momentOrNull('Finish after levelling.'),
    resource: textOrNull(
      'Resource that it waits for; null: the delayed predecessor that comes next holds it, or it is not delayed.',
    ),
    held_by: textOrNull(
      'Id and name of the task that has the resource up to the end of that wait, which comes next; null: the limit alone.',
    ),
  },
  CLOSED,
)

const Unresolved = Type.Object(
  {
    id: taskId(),
    reason: OneOf(UNRESOLVED_REASONS, {
      description:
        'never_enough: it needs more than there is, ever or for as long as it takes. out_of_float: its float ends before there is room. stays: it may not be moved. Such a task stands where its links put it.',
    }),
    resource: textOrNull('Resource that is short; null where it is not one alone.'),
    units_needed: numberOrNull('Units of it that the task needs.', 'units'),
    units_most: numberOrNull('The most units of it that there ever are; null: without limit on some days.', 'units'),
    text: Type.String({ description: 'The same in a sentence.' }),
  },
  CLOSED,
)

const LevelledResource = Type.Object(
  {
    resource,
    limit_source: OneOf(LIMIT_SOURCES, { description: 'Where its limit comes from, as in the resource analysis.' }),
    task_count: countOf('Number of open tasks that use it.'),
    work_hours: hours('Work that is left, in unit-hours; of a material in quantity times hours.'),
    limit_most: numberOrNull('The most units that there ever are; null: without limit on some days.', 'units'),
    peak_before: units('Largest use at once without levelling, in units.'),
    peak_after: units('Largest use at once after it.'),
    over_hours_before: hours('Use above the limit without levelling, in unit-hours.'),
    over_hours_after: hours('The same after it; above 0 where something is unresolved.'),
    bound_finish: momentOrNull(
      'Moment before which its work cannot end: all that found room, with all there is, from its first task on; of several calendars, the work of one of them. Null: nothing limits it, or all of it stays or is unresolved.',
    ),
  },
  CLOSED,
)

const UseRow = Type.Object(
  {
    resource,
    start: Day({ description: 'First day of the period.' }),
    finish: Day({ description: 'Last day of the period.' }),
    capacity_hours: numberOrNull(
      'What there is of it in the working time of the tasks that use it, in unit-hours, on the same basis as their use; null: without limit on some day.',
      'hours',
    ),
    hours_before: hours('Use without levelling, in unit-hours.'),
    hours_after: hours('Use after it.'),
    peak_before: units('Largest use at once without levelling, in units.'),
    peak_after: units('The same after it.'),
    over_hours_before: hours('Use above the limit without levelling.'),
    over_hours_after: hours('The same after it.'),
  },
  CLOSED,
)

const LowerBound = Type.Object(
  {
    finish: momentOrNull('No levelled schedule ends before it.'),
    by: OneOf(LOWER_BOUNDS, {
      description:
        'critical_path: the finish without limits. resource_work: the work of one resource, with what must come before and after it.',
    }),
    resource: textOrNull('That resource; null of the critical path.'),
    distance_working_days: days('Finish after levelling - lower bound, in working days of the project.'),
    distance_pct: numberOrNull('The same in percent of the working days from the data date to the bound.', 'percent'),
  },
  CLOSED,
)

export const LevellingData = Type.Object(
  {
    finish_before: momentOrNull('Project finish without levelling.'),
    finish_after: momentOrNull('Project finish after levelling.'),
    moves_working_days: days('finish_after - finish_before in working days of the project.'),
    moves_calendar_days: daysOrNull('The same in calendar days.'),
    lower_bound: Type.Unsafe({ ...objectOrNull(LowerBound), description: 'How good it is; null without open tasks.' }),
    delayed_count: countOf('Number of tasks that start later.'),
    split_count: countOf('Number of tasks whose work pauses (allow_splits).'),
    delay_days_sum: days('Sum of their delays, in working days of their calendars.'),
    unresolved_count: countOf('Number of tasks that stand where a limit is exceeded.'),
    over_hours_before: hours('Use above the limits without levelling, of all resources, in unit-hours.'),
    over_hours_after: hours('The same after it.'),
    settings: Type.Object(
      {
        rule: textOrNull(
          'Rule of the priority; null: priority_order of the request, or of the schedule.',
          LEVELLING_RULES,
        ),
        priority_order: Type.Array(
          Type.Object(
            {
              by: OneOf(PRIORITY_FIELDS, { description: 'Field.' }),
              descending: Type.Boolean({ description: 'Greatest first.' }),
            },
            CLOSED,
          ),
          { description: 'Its fields, the first that differs decides; equal tasks go by id.' },
        ),
        scheme: OneOf(LEVELLING_SCHEMES, {
          description:
            'serial: one task after the other, each into the first gap. parallel: on in time, the task that can start first.',
        }),
        effort: OneOf(LEVELLING_EFFORTS, { description: 'As asked for.' }),
        objective: OneOf(LEVELLING_OBJECTIVES, { description: 'As asked for.' }),
        schedules: countOf('Schedules that were made to find this one.'),
        schedules_max: countOf('The most that this effort makes for a schedule of this size.'),
        ended_by: OneOf(SEARCH_ENDS, {
          description:
            'schedules: all of them were made. lower_bound: no schedule ends earlier. time: the time of the call or job was nearly over, or the job was told to finish, and this is the best so far; a faster machine, or another day, may find a better one.',
        }),
        from_schedule: Type.Array(
          OneOf(['priority_order', 'within_float_only', 'float_kept_hours'], {
            description: 'Member of leveling_options.',
          }),
          { description: 'What the request did not say, and leveling_options of the schedule did.' },
        ),
        within_float_only: Type.Boolean({ description: 'As asked for, or as the schedule says.' }),
        float_kept_days: days('As asked for, or as the schedule says, in days of the project.'),
        allow_splits: Type.Boolean({ description: 'As asked for.' }),
        split_days_min: days('As asked for.'),
        horizon: dateOrNull('As asked for.'),
        data_date: dateOrNull('Day from which what is left is placed.'),
        period: OneOf(USE_PERIODS, {
          description: 'Length of the periods of `use`: that asked for, or a longer one where there would be too many.',
        }),
        hours_per_day: numberOrNull('Hours of a day of work; null where calendars say.', 'hours'),
        calendar: CalendarUsed,
      },
      { ...CLOSED, description: 'What it was made with.' },
    ),
    finish_chain: Type.Array(ChainStep, {
      description:
        'Why the project ends where it does: from the task that ends last back over what each waits for, to one that nothing delays; at most 1,000 steps.',
    }),
    resources: Type.Array(LevelledResource, { description: 'Resources that were levelled, by name.' }),
    resources_left_out: Type.Array(
      Type.Object(
        {
          resource,
          reason: OneOf(LEFT_OUT_REASONS, {
            description:
              'no_limit: there is none. not_asked_for: it is not in options.resources, or has can_level false and is not named there. not_used: no open task uses it.',
          }),
        },
        CLOSED,
      ),
      { description: 'Resources that were not, by name.' },
    ),
    delays: Type.Array(Delay, {
      description: 'Tasks that start later, or whose work pauses, by start, each with its reason.',
    }),
    delays_left_out: countOf('Delays for which there was no room in the list.'),
    unresolved: Type.Array(Unresolved, { description: 'Tasks that stand where a limit is exceeded, by start.' }),
    use: Type.Array(UseRow, { description: 'Use of each resource by period, those without use left out.' }),
    tasks: Type.Array(Placed, { description: 'All open tasks of the network, in input order.' }),
  },
  { ...CLOSED, $id: 'LevellingData', description: 'A levelled schedule, and the reason of each delay.' },
)
