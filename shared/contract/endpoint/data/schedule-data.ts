/** Schemas of the conversion of schedules, and of those that are kept. */
import Type from 'typebox'
import { calendarMembers } from '../../schedule/calendars.ts'
import { CategoryMapping } from '../../schedule/category-mapping.ts'
import { Calendar, OneOf, statusDate, TimeZone } from '../../schedule/containers.ts'
import { ConversionReport } from '../../schedule/conversion-report.ts'
import { ImportReport } from '../../schedule/import-report.ts'
import { Task, taskList } from '../../schedule/task.ts'
import { KEPT_SECONDS_DEFAULT, KEPT_SECONDS_MAX } from '../../tiers.ts'
import { CONVERT_TARGETS, FILE_TARGETS } from '../convert.ts'
import { SOURCE_MEMBER } from '../paths.ts'
import { fileQuery } from '../table-query.ts'
import { moment, nextCursor, page } from './job-data.ts'

export const ConvertQuery = Type.Object({
  ...fileQuery,
  to: Type.Optional(
    OneOf(CONVERT_TARGETS, {
      description: 'Form of the reply. Absent: by the header Accept, or else JSON.',
      default: 'json',
    }),
  ),
  report: Type.Optional(
    OneOf(FILE_TARGETS, {
      description:
        'The reply says what a conversion to this format changes, and not the file: what the format cannot hold, of which tasks, what is written instead, and the computed finish before and after. Wins over `to`.',
    }),
  ),
})

const SOURCE_URL_CHARACTERS_MAX = 2_048

const members = {
  status_date: Type.Optional(statusDate('Kept.')),
  calendar: Type.Optional(Calendar),
  time_zone: Type.Optional(TimeZone),
  category_mapping: Type.Optional(CategoryMapping),
  ...calendarMembers,
}

export const ConvertRequest = Type.Object({ tasks: taskList(1), ...members }, { description: 'A schedule.' })

export const KeepRequest = Type.Object(
  {
    tasks: taskList(1),
    ...members,
    [SOURCE_MEMBER]: Type.Optional(
      Type.String({
        maxLength: SOURCE_URL_CHARACTERS_MAX,
        description:
          'In the place of all others: https address of the schedule, a project file or JSON, which the service then fetches. Public hosts alone, at most three redirects. Only where the operator has switched it on (SOURCE_URL).',
      }),
    ),
  },
  { description: 'A schedule, or the URL of one.' },
)

export const ConvertedSchedule = Type.Object(
  { tasks: Type.Array(Task, { description: 'Tasks of the schedule.' }), ...members },
  { $id: 'ConvertedSchedule', description: 'A schedule in the form of a request body of an analysis of one schedule.' },
)

export const ConvertReply = Type.Union([ConvertedSchedule, ConversionReport])

const ScheduleId = Type.String({
  format: 'uuid',
  description: 'Id of the schedule. Requests of the account may send it in place of `tasks`.',
  examples: ['5b1d7a52-31f0-4d0e-8a3c-2a6f3c1b9e10'],
})
export const ScheduleParams = Type.Object({ schedule_id: ScheduleId })

const TTL_SECONDS_MIN = 60

export const KeepQuery = Type.Object({
  ...fileQuery,
  ttl: Type.Optional(
    Type.Integer({
      minimum: TTL_SECONDS_MIN,
      maximum: KEPT_SECONDS_MAX,
      default: KEPT_SECONDS_DEFAULT,
      description: 'Seconds for which the schedule is kept. The operator may set a lower limit.',
    }),
  ),
})

const count = (description: string) => Type.Integer({ minimum: 0, description })

export const KeptSchedule = Type.Object(
  {
    schedule_id: ScheduleId,
    created_at: moment('Time at which the schedule was sent.'),
    expires_at: moment('Time at which the schedule is removed.'),
    sha256: Type.String({
      description:
        'SHA-256 of its content as it was read: the input_sha256 of an analysis of it without options. The same content has the same one in whatever form it is sent.',
    }),
    status_date: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description:
        'Date that progress is reported up to, with its time where the file has one; null when none was given.',
    }),
    counts: Type.Object(
      {
        tasks: count('Number of tasks.'),
        links: count('Number of links.'),
        calendars: count('Number of calendars.'),
      },
      { description: 'Numbers of what was read.' },
    ),
    bytes: count('Bytes that count against the storage of the account: the compressed schedule with its record.'),
    import: Type.Optional(Type.Array(ImportReport, { description: 'What was read from a project file.' })),
    content_url: Type.String({ description: 'Path of the schedule as JSON.' }),
  },
  { $id: 'KeptSchedule', description: 'A kept schedule of the account.' },
)

const Room = Type.Object(
  {
    schedules: count('Number of kept schedules of the account.'),
    schedules_max: count('Limit of its tier.'),
    bytes: count('Bytes of the kept schedules.'),
    bytes_max: count('Limit of its tier.'),
  },
  { $id: 'ScheduleRoom', description: 'Kept schedules of the account, and the limits of its tier.' },
)

export const KeptScheduleList = Type.Object({
  schedules: Type.Array(KeptSchedule),
  next_cursor: nextCursor,
  held: Room,
})

export const KeptScheduleQuery = Type.Object(page)
