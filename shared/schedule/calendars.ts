/**
 * Calendars and scheduling rules as a request carries them, beside the tasks of a container. With calendars a schedule is computed to the
 * minute, each task in its own calendar; without them nothing changes. setting.ts makes values of them.
 */
import Type, { type TSchema } from 'typebox'
import { Day, OneOf } from './day-schema.ts'

export const CALENDARS_MAX = 2_000
/** Of one calendar. */
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
    WEEKDAYS.map(name => [name, Type.Optional(Shifts('Working times; empty: a day off. Absent: as the parent.'))]),
  ),
  { description: 'Working times by weekday. A weekday that neither the calendar nor a parent has is a day off.' },
)

const CalendarException = Type.Object(
  {
    date: Day({ description: 'First day.' }),
    until: Type.Optional(Day({ description: 'Last day, inclusive; absent: the first one.' })),
    shifts: Type.Optional(Shifts('Working times of these days; empty or absent: days off.')),
  },
  { description: 'Days that differ from the week.' },
)

const TaskCalendar = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 200, description: 'What calendar_id of a task names.' }),
    name: Type.Optional(Type.String({ description: 'Name.' })),
    hours_per_day: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 24,
        default: HOURS_PER_DAY_DEFAULT,
        description: 'Working hours that one day of duration, lag or float stands for in this calendar.',
      }),
    ),
    parent: Type.Optional(Type.String({ description: 'Id of the calendar that it adds to.' })),
    work_week: Type.Optional(WorkWeek),
    exceptions: Type.Optional(
      Type.Array(CalendarException, {
        maxItems: EXCEPTIONS_MAX,
        description: 'Holidays and other days that differ; those of the calendar go before those of its parent.',
      }),
    ),
  },
  { $id: 'TaskCalendar', description: 'Working times.' },
)

export const SCHEDULING_RULES = ['p6', 'ms_project'] as const
export const PROGRESS_RULES = ['retained_logic', 'progress_override', 'actual_dates'] as const
export const LAG_CALENDARS = ['predecessor', 'successor', 'project', '24_hour'] as const
export const CRITICAL_RULES = ['total_float', 'longest_path'] as const
export const TOTAL_FLOAT_RULES = ['start', 'finish', 'smallest'] as const

export const SchedulingOptions = Type.Object(
  {
    rules: Type.Optional(
      OneOf(SCHEDULING_RULES, { default: 'p6', description: 'Whose rules: Primavera P6 or Microsoft Project.' }),
    ),
    progress: Type.Optional(
      OneOf(PROGRESS_RULES, {
        default: 'retained_logic',
        description: 'How work that began out of sequence goes on.',
      }),
    ),
    lag_calendar: Type.Optional(
      OneOf(LAG_CALENDARS, { default: 'predecessor', description: 'Calendar that lags count in.' }),
    ),
    critical_by: Type.Optional(
      OneOf(CRITICAL_RULES, { default: 'total_float', description: 'What makes a task critical.' }),
    ),
    critical_float_days_max: Type.Optional(
      Type.Number({ default: 0, 'x-unit': 'days', description: 'Total float up to which a task is critical.' }),
    ),
    total_float_as: Type.Optional(
      OneOf(TOTAL_FLOAT_RULES, {
        default: 'finish',
        description: 'Total float between the starts, between the finishes, or the smaller of the two.',
      }),
    ),
    use_expected_finish: Type.Optional(
      Type.Boolean({ default: false, description: 'An expected finish sets the remaining duration.' }),
    ),
    ignore_external_dates: Type.Optional(
      Type.Boolean({ default: false, description: 'Dates that links to other projects left are not read.' }),
    ),
    schedule_from_finish: Type.Optional(
      Type.Boolean({ default: false, description: 'Tasks lie as late as the project finish lets them.' }),
    ),
    honor_constraints: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'Microsoft Project: a constraint wins over a link that asks for a later date.',
      }),
    ),
  },
  {
    $id: 'SchedulingOptions',
    description: 'Rules of the tool that made the schedule; read where calendars are given.',
  },
)

/** Members of a container that say when its work is done. */
export const calendarMembers = {
  calendars: Type.Optional(
    Type.Array(TaskCalendar, {
      maxItems: CALENDARS_MAX,
      description: 'Working times. With them dates are computed to the minute, each task in its own calendar.',
    }),
  ),
  default_calendar_id: Type.Optional(
    Type.String({ description: 'Calendar of tasks that name none, and of the project. Absent: the first.' }),
  ),
  must_finish_by: Type.Optional(
    Day({
      description:
        'Moment the project has to be finished by: with calendars total floats count to it. A day without a time counts to its end.',
    }),
  ),
  project_start: Type.Optional(
    Day({ description: 'No task starts before it; a time of day may follow. Absent: the first date of a task.' }),
  ),
  scheduling_options: Type.Optional(SchedulingOptions),
}
