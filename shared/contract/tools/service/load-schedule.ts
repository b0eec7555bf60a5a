/** load_schedule: a schedule is sent once and named from then on. */
import Type from 'typebox'
import { SCHEDULES_PATH } from '../../endpoint/schedule-paths.ts'
import { formatSeries } from '../../schedule/file-formats.ts'
import { CAPABILITIES, KEPT_SECONDS_DEFAULT, KEPT_SECONDS_MAX, MEGABYTE } from '../../tiers.ts'
import { integer, scheduleWith, text } from './members.ts'
import { serviceTool } from './service-tool.ts'

/** Bytes of a file that comes as base64. */
export const BASE64_FILE_MEGABYTES_MAX = 20
/** Four characters for each three bytes. */
export const BASE64_CHARACTERS_MAX = Math.ceil((BASE64_FILE_MEGABYTES_MAX * MEGABYTE) / 3) * 4
const TTL_SECONDS_MIN = 60

export const loadSchedule = serviceTool('load_schedule', {
  title: 'Keep a schedule',
  description: `Keeps a schedule and names it: every other tool takes its schedule_id in the place of tasks, so that a file is sent once. Give one of text (the content of an ${formatSeries('or')} file), base64 (of such a file, up to ${BASE64_FILE_MEGABYTES_MAX} MB), url (https, where the operator allows it) or tasks. Large files go to POST ${SCHEDULES_PATH}. Returns schedule_id, counts, import (what was read, guessed and left out), expires_at.`,
  endpoint: { id: 'schedules.create', path: SCHEDULES_PATH },
  isMetered: false,
  tier: CAPABILITIES.handles,
  arguments: scheduleWith({
    text: Type.Optional(Type.String()),
    base64: Type.Optional(Type.String({ maxLength: BASE64_CHARACTERS_MAX })),
    url: Type.Optional(Type.String({ maxLength: 2_000 })),
    project: Type.Optional(text('Of a file with several.', 200)),
    encoding: Type.Optional(text('Of the text in it.', 40)),
    ttl_seconds: Type.Optional(
      integer(TTL_SECONDS_MIN, KEPT_SECONDS_MAX, `Default ${KEPT_SECONDS_DEFAULT}, up to ${KEPT_SECONDS_MAX}.`),
    ),
  }),
  showsTasks: true,
  required: [],
  changes: true,
  fetches: true,
})
