/** GET /api/v1/schedules/{schedule_id}: what is known of a kept schedule. */
import type { Gateway } from '../gateway.ts'
import type { Answer } from '../http/exchange.ts'
import type { CallTo, IdentifiedCall } from '../pipeline/call.ts'
import { jsonReply } from '../reply/json-reply.ts'
import { findSchedule, scheduleNotFound } from './find-schedule.ts'
import { scheduleRecord } from './schedule-record.ts'

export async function readSchedule(gateway: Gateway, call: CallTo<'schedules.read', IdentifiedCall>): Promise<Answer> {
  const schedule = await findSchedule(gateway, call)
  return schedule === null
    ? scheduleNotFound()
    : jsonReply(200, scheduleRecord(schedule), { 'cache-control': 'no-store' })
}
