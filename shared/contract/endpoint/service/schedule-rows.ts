/** Schedules that are kept to be named in later calls, and schedules from one form into another. */
import { formatSeries, WRITTEN_FORMATS } from '../../schedule/file-formats.ts'
import { CAPABILITIES } from '../../tiers.ts'
import { CONVERT_PATH, WARNINGS_HEADER } from '../convert.ts'
import {
  ConvertedSchedule,
  ConvertQuery,
  ConvertReply,
  ConvertRequest,
  KeepQuery,
  KeepRequest,
  KeptSchedule,
  KeptScheduleList,
  KeptScheduleQuery,
  ScheduleParams,
} from '../data/schedule-data.ts'
import { CONTENT_PATH, SCHEDULE_PATH, SCHEDULES_PATH } from '../paths.ts'
import { json, service } from './service-row.ts'

const kept = { identity: 'key', tier: CAPABILITIES.handles } as const
const ofSchedule = { ...kept, params: ScheduleParams } as const

export const scheduleRows = [
  service('schedules.create', 'POST', SCHEDULES_PATH, 'Keep a schedule', {
    ...kept,
    query: KeepQuery,
    body: KeepRequest,
    reader: 'strict',
    takesFiles: true,
    isKept: true,
    isIdempotent: true,
    description:
      'A schedule is sent once, in any form that an analysis takes, and named by its `schedule_id` from then on: in the place of `tasks`, of a whole request or of a container such as `{"baseline_schedule": {"schedule_id": "..."}}`. The result is that of the schedule sent along, byte for byte. It is kept for a day, or as `?ttl=` says. Where the operator allows it, `{"source_url": "https://..."}` says where the service finds it.',
    replies: { 201: json('The schedule is kept.', KeptSchedule) },
    refusals: ['schedules_full', 'source_failed'],
  }),
  service('schedules.list', 'GET', SCHEDULES_PATH, 'Schedules that are kept', {
    ...kept,
    query: KeptScheduleQuery,
    replies: { 200: json('A page of schedules, newest first, and what all of them take.', KeptScheduleList) },
    refusals: ['validation'],
  }),
  service('schedules.read', 'GET', SCHEDULE_PATH, 'A kept schedule', {
    ...ofSchedule,
    replies: { 200: json('What is known of it.', KeptSchedule) },
    refusals: ['schedule_not_found'],
  }),
  service('schedules.content', 'GET', CONTENT_PATH, 'A kept schedule as JSON', {
    ...ofSchedule,
    description: 'The schedule as a request has it, as by POST /api/v1/schedules/convert.',
    replies: { 200: json('The schedule.', ConvertedSchedule) },
    refusals: ['schedule_not_found', 'capacity_exceeded', 'deadline_exceeded', 'memory_exceeded'],
  }),
  service('schedules.delete', 'DELETE', SCHEDULE_PATH, 'Remove a kept schedule', {
    ...ofSchedule,
    description: 'Jobs that were submitted with it keep what they need.',
    replies: { 204: json('Nothing of the schedule is left.') },
    refusals: ['schedule_not_found'],
  }),
  service('schedules.convert', 'POST', CONVERT_PATH, 'A schedule in another form', {
    identity: 'key',
    meter: 'analysis',
    tier: CAPABILITIES.import,
    query: ConvertQuery,
    body: ConvertRequest,
    reader: 'strict',
    takesFiles: true,
    description: `A project file as the JSON that every analysis takes, with the same result; with \`?to=\`, or by Accept, any schedule as ${formatSeries('or', WRITTEN_FORMATS)}. What was left out stands in metadata.import of any analysis of the same file. A project file that is computed otherwise than what was sent says so in the header Conversion-Warnings, and with \`?report=\` the reply is all that is known of it.`,
    replies: {
      200: {
        ...json('The schedule, or with `?report=` what a conversion changes.', ConvertReply),
        headers: [WARNINGS_HEADER],
        otherMediaTypes: WRITTEN_FORMATS.map(({ mediaType }) => mediaType),
      },
    },
  }),
]
