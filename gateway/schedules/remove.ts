/** DELETE /api/v1/schedules/{schedule_id}: removes a kept schedule at once. */
import type { Gateway } from '../gateway.ts'
import type { Answer } from '../http/exchange.ts'
import type { CallTo, IdentifiedCall } from '../pipeline/call.ts'
import { scheduleIdIn, scheduleNotFound } from './find-schedule.ts'

export async function removeSchedule(
  { jobs }: Gateway,
  call: CallTo<'schedules.delete', IdentifiedCall>,
): Promise<Answer> {
  const scheduleId = scheduleIdIn(call)
  if (scheduleId === null) return scheduleNotFound()
  const outcome = await jobs.removeSchedule(call.identity.accountId, scheduleId)
  return outcome === 'removed' ? { status: 204 } : scheduleNotFound()
}
