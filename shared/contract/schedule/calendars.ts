/**
 * Calendars and scheduling rules in a request, next to the tasks of a container. With calendars, a schedule is computed to the minute, each
 * task in its own calendar. setting.ts converts them to values.
 */
import Type, { type TSchema } from 'typebox'
import { Day, OneOf } from './day.ts'
import { resourceMembers } from './resources.ts'
import {
  CRITICAL_RULES,
  DEFAULT_RULES,
  LAG_CALENDARS,
  PROGRESS_RULES,
  SCHEDULING_RULES,
  TOTAL_FLOAT_RULES,
} from './scheduling-rules.ts'

export const CALENDARS_MAX = 2_000
/** Most exceptions of one calendar. */
export const EXCEPTIONS_MAX = 20_000
const SHIFTS_MAX = 24
export const HOURS_PER_DAY_DEFAULT = 8

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

const TimeOfDay = Type.String({
  maxLength: 5,
  pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$',
  description: 'Hours and minutes.',
  examples: ['08:00'],
})

const Shifts = (description: string): TSchema =>
  Type.Array(Type.Array(TimeOfDay, { minItems: 2, maxItems: 2, description: 'From and to.' }), {
    maxItems: SHIFTS_MAX,
    description,
    examples: [
      [
        ['08:00', '12:00'],
        ['13:00', '17:00'],
      ],
    ],
  })

const WorkWeek = Type.Object(
  Object.fromEntries(
    WEEKDAYS.map(name => [
      name,
      Type.Optional(Shifts('Working times of the weekday. Empty: a day off. Absent: those of the parent.')),
    ]),
  ),
  { description: 'Working times by weekday. A weekday that neither the calendar nor its parents define is a day off.' },
)

const CalendarException = Type.Object(
  {
    date: Day({ description: 'First day.' }),
    until: Type.Optional(Day({ description: 'Last day, inclusive. Absent: the first day.' })),
    shifts: Type.Optional(Shifts('Working times of these days. Empty or absent: days off.')),
  },
  { description: 'Days that differ from the work week.' },
)

const TaskCalendar = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 200, description: 'Id of the calendar, as in calendar_id of a task.' }),
    name: Type.Optional(Type.String({ description: 'Name of the calendar.' })),
    hours_per_day: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 24,
        default: HOURS_PER_DAY_DEFAULT,
        description: 'Hours of work in one day of duration, lag or float.',
      }),
    ),
    parent: Type.Optional(Type.String({ description: 'Id of the calendar that this one extends.' })),
    work_week: Type.Optional(WorkWeek),
    exceptions: Type.Optional(
      Type.Array(CalendarException, {
        maxItems: EXCEPTIONS_MAX,
        description: 'Holidays and other days that differ. Exceptions of the calendar override those of its parent.',
      }),
    ),
  },
  { $id: 'TaskCalendar', description: 'A calendar with working times.' },
)

export const SchedulingOptions = Type.Object(
  {
    rules: Type.Optional(
      OneOf(SCHEDULING_RULES, {
        default: DEFAULT_RULES.rules,
        description: 'Tool whose rules apply: Primavera P6 or Microsoft Project.',
      }),
    ),
    progress: Type.Optional(
      OneOf(PROGRESS_RULES, {
        default: DEFAULT_RULES.progress,
        description: 'How the remaining work of a task that started out of sequence is scheduled.',
      }),
    ),
    lag_calendar: Type.Optional(
      OneOf(LAG_CALENDARS, { default: DEFAULT_RULES.lagCalendar, description: 'Calendar in which lags are counted.' }),
    ),
    critical_by: Type.Optional(
      OneOf(CRITICAL_RULES, { default: DEFAULT_RULES.criticalBy, description: 'What makes a task critical.' }),
    ),
    critical_float_days_max: Type.Optional(
      Type.Number({
        default: DEFAULT_RULES.criticalFloatDaysMax,
        'x-unit': 'days',
        description:
          'Largest total float of a critical task, in days of the default calendar: so many hours, whatever the hours of a day of the task.',
      }),
    ),
    total_float_as: Type.Optional(
      OneOf(TOTAL_FLOAT_RULES, {
        default: DEFAULT_RULES.totalFloatAs,
        description:
          'Total float is late start minus early start, late finish minus early finish, or the smaller of the two.',
      }),
    ),
    use_expected_finish: Type.Optional(
      Type.Boolean({
        default: DEFAULT_RULES.useExpectedFinish,
        description: 'True: the expected finish of a task sets its remaining duration.',
      }),
    ),
    ignore_external_dates: Type.Optional(
      Type.Boolean({
        default: DEFAULT_RULES.ignoreExternalDates,
        description: 'True: dates set by links to other projects are ignored.',
      }),
    ),
    open_ends_critical: Type.Optional(
      Type.Boolean({
        default: DEFAULT_RULES.openEndsCritical,
        description:
          'True: the late finish of a task without successors is its early finish, so its float is at most 0.',
      }),
    ),
    schedule_from_finish: Type.Optional(
      Type.Boolean({
        default: DEFAULT_RULES.scheduleFromFinish,
        description:
          'Microsoft Project: true if the project is scheduled from its finish. Tasks that lie as late as they can need constraint_type ALAP.',
      }),
    ),
    honor_constraints: Type.Optional(
      Type.Boolean({
        default: DEFAULT_RULES.honorConstraints,
        description: 'Microsoft Project: true lets a constraint override a link that requires a later date.',
      }),
    ),
    respect_leveling_delay: Type.Optional(
      Type.Boolean({
        default: DEFAULT_RULES.respectLevelingDelay,
        description:
          'Microsoft Project: true holds tasks by their leveling_delay_days; false schedules them as if resources had not been leveled.',
      }),
    ),
  },
  {
    $id: 'SchedulingOptions',
    description: 'Rules of the tool that made the schedule. Read only if the schedule has calendars.',
  },
)

/** Members of a container that define its working time, and who works. */
export const calendarMembers = {
  calendars: Type.Optional(
    Type.Array(TaskCalendar, {
      maxItems: CALENDARS_MAX,
      description:
        'Calendars with working times. With them, dates are computed to the minute, each task in its own calendar.',
    }),
  ),
  default_calendar_id: Type.Optional(
    Type.String({
      description: 'Calendar of the project and of tasks without calendar_id. Absent: the first calendar.',
    }),
  ),
  must_finish_by: Type.Optional(
    Day({
      description:
        'Required finish of the project. With calendars, total floats are measured from it. A day without a time means the end of that day.',
    }),
  ),
  project_start: Type.Optional(
    Day({
      description: 'Earliest start of any task, with an optional time of day. Absent: the earliest date of a task.',
    }),
  ),
  scheduling_options: Type.Optional(SchedulingOptions),
  ...resourceMembers,
}
