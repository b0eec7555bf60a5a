/** GET /api/v1/schedules: a page of the schedules that the account keeps, newest first, and what all of them take. */
import { PAGE_SIZE } from '../../shared/endpoint/data/job-data.ts'
import { keptScheduleBytesMax, TIERS } from '../../shared/tiers.ts'
import type { Gateway } from '../gateway.ts'
import type { Answer } from '../http/exchange.ts'
import type { AccountCall, CallTo } from '../pipeline/call.ts'
import { jsonReply } from '../reply/json-reply.ts'
import { isRefusal, readQuery } from '../request/query.ts'
import { scheduleRecord } from './schedule-record.ts'

export async function listSchedules(gateway: Gateway, call: CallTo<'schedules.list', AccountCall>): Promise<Answer> {
  const query = readQuery(call)
  if (isRefusal(query)) return { refusal: query }
  const { cursor: from = null, limit = PAGE_SIZE } = query
  const { accountId } = call.identity
  const { tier } = call.limits
  return gateway.accountMutex.run(accountId, async () => {
    const page = await gateway.jobs.listSchedules(accountId, { cursor: from, limit })
    const held = {
      schedules: page.scheduleCount,
      schedules_max: TIERS[tier].keptScheduleCountMax,
      bytes: page.heldBytes,
      bytes_max: keptScheduleBytesMax(tier),
    }
    const list = { schedules: page.schedules.map(scheduleRecord), next_cursor: page.cursor, held }
    return jsonReply(200, list, { 'cache-control': 'no-store' })
  })
}
