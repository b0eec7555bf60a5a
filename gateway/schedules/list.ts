/** GET /api/v1/schedules: a page of the schedules that the account keeps, newest first, and the totals. */
import { PAGE_SIZE } from '../../shared/contract/endpoint/data/job-data.ts'
import { keptScheduleBytesMax, TIERS, type TierName } from '../../shared/contract/tiers.ts'
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
  const page = await schedulePage(gateway, call.identity.accountId, call.limits.tier, { cursor: from, limit })
  return jsonReply(200, page, { 'cache-control': 'no-store' })
}

/** A page as it is answered, and as a tool shows it. */
export const schedulePage = (
  gateway: Gateway,
  accountId: string,
  tier: TierName,
  range: { readonly cursor: string | null; readonly limit: number },
) =>
  gateway.accountMutex.run(accountId, async () => {
    const page = await gateway.jobs.listSchedules(accountId, range)
    const held = {
      schedules: page.scheduleCount,
      schedules_max: TIERS[tier].keptScheduleCountMax,
      bytes: page.heldBytes,
      bytes_max: keptScheduleBytesMax(tier),
    }
    return { schedules: page.schedules.map(scheduleRecord), next_cursor: page.cursor, held }
  })
