/** Request schemas of the containers of a schedule, and of the members that most requests share. */
import Type, { type TSchema, type TUnsafe } from 'typebox'
import { calendarMembers } from './calendars.ts'
import { Day } from './day.ts'
import { taskList } from './task.ts'

export { Day, OneOf } from './day.ts'

const HOLIDAYS_MAX = 10_000

/** The time zone of all dates of a request in JSON. */
export const TimeZone = Type.String({
  maxLength: 64,
  description:
    'IANA name of the time zone, such as Europe/Berlin, whose local dates and times are meant by dates with a zone ("2026-03-08T23:00:00Z"). Default: UTC; where all such times look like local midnights of one place, the days that begin there are taken, and a finding says so. A finding also names the dates that lie on another day than the one that is written. Dates without a zone are taken as written.',
  examples: ['Europe/Berlin'],
})

export const Calendar = Type.Union(
  [
    Type.Unsafe<string>({ type: 'string', enum: ['auto', 'calendar_days', 'working_days'] }),
    Type.Object(
      {
        work_days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
          minItems: 1,
          description: 'ISO weekday numbers, 1 = Monday.',
        }),
        holidays: Type.Optional(Type.Array(Day({ description: 'A day off.' }), { maxItems: HOLIDAYS_MAX })),
      },
      { $id: 'WorkCalendar', description: 'Work days and holidays.' },
    ),
  ],
  {
    description:
      'Calendar whose days durations, lags and floats count: auto (default, inferred from the durations), calendar_days, working_days (Monday to Friday), or an object with work days and holidays.',
    default: 'auto',
  },
)

export const statusDate = (effect: string): TUnsafe<string> =>
  Day({ description: `Status (data) date, ISO 8601. ${effect}` })

export const CurrentSchedule = Type.Object(
  {
    tasks: taskList(1, 'The tasks of the current schedule.'),
    status_date: Day({ description: 'Status date of the current schedule.' }),
    ...calendarMembers,
  },
  { description: 'The current schedule.' },
)

export const BaselineSchedule = Type.Object(
  {
    tasks: taskList(1, 'The tasks of the baseline.'),
    baseline_date: Day({
      description:
        'Date of the baseline. Only a label where nothing of it has begun; the data date of a baseline with actual dates, if it is after them.',
    }),
    ...calendarMembers,
  },
  { description: 'The baseline that the current schedule is compared with.' },
)

const total = (description: string) => Type.Optional(Type.Number({ description, 'x-unit': 'cost' }))

const snapshot = (snapshotDate: TSchema) =>
  Type.Object(
    {
      snapshot_date: snapshotDate,
      tasks: taskList(1, 'The tasks of the snapshot.'),
      ...calendarMembers,
      planned_value_total: total('Planned value of the whole schedule at the snapshot.'),
      earned_value_total: total('Earned value of the whole schedule at the snapshot.'),
      actual_cost_total: total('Actual cost of the whole schedule at the snapshot.'),
      budget_at_completion: total('Budget at completion.'),
    },
    { description: 'A dated copy of the schedule.' },
  )

const SnapshotDate = Day({ description: 'Date of the snapshot.' })
export const Snapshot = snapshot(Type.Optional(SnapshotDate))
export const DatedSnapshot = snapshot(SnapshotDate)

/** schedule_history: snapshots whose date is required (change tracking) or not. */
export const ScheduleHistory = (dateRequired: boolean, minItems = 0): TSchema =>
  Type.Array(dateRequired ? DatedSnapshot : Snapshot, {
    minItems,
    description: 'Earlier versions of the schedule with their dates, in any order.',
  })
