/** A kept schedule as its owner sees it. */
import { CONTENT_PATH } from '../../shared/contract/endpoint/schedule-paths.ts'
import type { KeptSchedule } from '../../shared/platform/jobs/schedule-store.ts'
import { moment } from '../jobs/job-record.ts'

export const scheduleRecord = (schedule: KeptSchedule) => ({
  schedule_id: schedule.scheduleId,
  created_at: moment(schedule.createdAtMs),
  expires_at: moment(schedule.expiresAtMs),
  sha256: schedule.sha256,
  status_date: schedule.statusDate,
  counts: { tasks: schedule.taskCount, links: schedule.linkCount, calendars: schedule.calendarCount },
  bytes: schedule.bytes,
  ...(schedule.imports.length > 0 && { import: schedule.imports }),
  content_url: CONTENT_PATH.replace('{schedule_id}', schedule.scheduleId),
})
