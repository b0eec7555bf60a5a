/** list_schedules: what the account keeps. */
import Type from 'typebox'
import { SCHEDULES_PATH } from '../../endpoint/schedule-paths.ts'
import { CAPABILITIES } from '../../tiers.ts'
import { integer } from './members.ts'
import { serviceTool } from './service-tool.ts'

export const LIST_DEFAULT = 10
const LIST_MAX = 50

export const listSchedules = serviceTool('list_schedules', {
  title: 'Kept schedules',
  description:
    'Which schedules are kept, newest first? Returns schedules with schedule_id, project, status_date, counts, expires_at.',
  endpoint: { id: 'schedules.list', path: SCHEDULES_PATH },
  isMetered: false,
  tier: CAPABILITIES.handles,
  arguments: Type.Object({
    limit: Type.Optional(integer(1, LIST_MAX, `Default ${LIST_DEFAULT}.`)),
    // as the endpoint has it: any other would begin at the newest again, without a word
    cursor: Type.Optional(Type.String({ maxLength: 15, pattern: '^[0-9]+$', description: 'next_cursor.' })),
  }),
  required: [],
})
