/** The kept schedule that a path names, if it is the caller's. A schedule of another account is answered like an unknown one. */
import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import type { KeptSchedule } from '../../shared/platform/jobs/schedule-store.ts'
import type { Gateway } from '../gateway.ts'
import type { CallTo, IdentifiedCall } from '../pipeline/call.ts'

/** Rows whose path names a kept schedule. */
type ScheduleRowId = 'schedules.read' | 'schedules.content' | 'schedules.delete'

const SCHEDULE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const isScheduleId = (text: string): boolean => SCHEDULE_ID.test(text)

/** The id in the path; null = it cannot be one, so no schedule is called so. */
export function scheduleIdIn({ route }: CallTo<ScheduleRowId>): string | null {
  const id = route.params.schedule_id.toLowerCase()
  return SCHEDULE_ID.test(id) ? id : null
}

export const scheduleNotFound = (): { refusal: Refusal } => ({ refusal: refuse('schedule_not_found') })

export async function findSchedule(
  { jobs }: Gateway,
  call: CallTo<ScheduleRowId, IdentifiedCall>,
): Promise<KeptSchedule | null> {
  const scheduleId = scheduleIdIn(call)
  return scheduleId === null ? null : jobs.readSchedule(call.identity.accountId, scheduleId)
}
