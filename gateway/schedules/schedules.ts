/** Kept schedules as their owner sees them: one, a page of them, its content, removed. */

import { CONVERT_PATH } from '../../shared/contract/endpoint/convert.ts'
import { PAGE_SIZE } from '../../shared/contract/endpoint/data/job-data.ts'
import { CONTENT_PATH, HANDLE_MEMBER } from '../../shared/contract/endpoint/paths.ts'
import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import { MEDIA_TYPES } from '../../shared/contract/negotiate.ts'
import { keptScheduleBytesMax, payloadBytesMax, TIERS, type TierName } from '../../shared/contract/tiers.ts'
import type { KeptSchedule } from '../../shared/platform/jobs/schedule-store.ts'
import { jsonReply, moment } from '../call/answers.ts'
import { type AccountCall, type CallTo, type IdentifiedCall, payerOf } from '../call/call.ts'
import type { Answer } from '../call/exchange.ts'
import type { Gateway } from '../call/gateway.ts'
import { isRefusal, readQuery } from '../call/query.ts'
import { fetchKept } from './fetch-kept.ts'

/** A kept schedule as its owner sees it. */
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

// The kept schedule that a path names, if it is the caller's. A schedule of another account is answered like an unknown one.

/** Rows whose path names a kept schedule. */
type ScheduleRowId = 'schedules.read' | 'schedules.content' | 'schedules.delete'

const SCHEDULE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const isScheduleId = (text: string): boolean => SCHEDULE_ID.test(text)

/** The id in the path; null = it cannot be one, so no schedule is called so. */
function scheduleIdIn({ route }: CallTo<ScheduleRowId>): string | null {
  const id = route.params.schedule_id.toLowerCase()
  return SCHEDULE_ID.test(id) ? id : null
}

const scheduleNotFound = (): { refusal: Refusal } => ({ refusal: refuse('schedule_not_found') })

async function findSchedule(
  { jobs }: Gateway,
  call: CallTo<ScheduleRowId, IdentifiedCall>,
): Promise<KeptSchedule | null> {
  const scheduleId = scheduleIdIn(call)
  return scheduleId === null ? null : jobs.readSchedule(call.identity.accountId, scheduleId)
}

/** GET /api/v1/schedules: a page of the schedules that the account keeps, newest first, and the totals. */
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

/** GET /api/v1/schedules/{schedule_id}: what is known of a kept schedule. */
export async function readSchedule(gateway: Gateway, call: CallTo<'schedules.read', IdentifiedCall>): Promise<Answer> {
  const schedule = await findSchedule(gateway, call)
  return schedule === null
    ? scheduleNotFound()
    : jsonReply(200, scheduleRecord(schedule), { 'cache-control': 'no-store' })
}

/** GET /api/v1/schedules/{schedule_id}/content: the schedule as JSON. A worker writes it, as it writes a conversion. */
export async function readContent(gateway: Gateway, call: CallTo<'schedules.content', AccountCall>): Promise<Answer> {
  const schedule = await findSchedule(gateway, call)
  if (schedule === null) return scheduleNotFound()
  const { exchange, identity, limits } = call
  const claim = gateway.bytesInFlight.claim(identity.accountId)
  call.bytesClaim = claim
  const outcome = await gateway.pool.run(
    // the body is a name; the pool knows the lane of what it names
    'small',
    identity.accountId,
    {
      mode: 'answer',
      rowId: 'schedules.convert',
      to: 'json',
      mediaType: 'application/json',
      encoding: null,
      tier: limits.tier,
      payloadBytesMax: payloadBytesMax(limits.tier),
      // it was within them when it was sent
      taskCountMax: Math.max(TIERS[limits.tier].taskCountMax, schedule.taskCount),
      syncTaskCountMax: Number.POSITIVE_INFINITY,
      syncHint: '',
      today: call.today,
      endpoint: CONVERT_PATH,
      requestId: exchange.requestId,
      accept: MEDIA_TYPES[0],
      acceptEncoding: exchange.header('accept-encoding') ?? '',
    },
    [new Uint8Array(Buffer.from(JSON.stringify({ [HANDLE_MEMBER]: schedule.scheduleId })))],
    listener => exchange.whenGone(listener),
    { budgetId: payerOf(call, limits.tier).budgetId, fetchKept: ids => fetchKept(call, gateway, limits.tier, ids) },
  )
  switch (outcome.kind) {
    case 'gone':
      // nobody reads it
      return { status: 204 }
    case 'refusal':
      return { refusal: outcome.refusal }
    case 'answer':
      return {
        status: 200,
        headers: {
          'content-type': outcome.contentType,
          ...(outcome.contentEncoding !== null && { 'content-encoding': outcome.contentEncoding }),
          vary: 'accept-encoding',
          'cache-control': 'no-store',
        },
        body: outcome.chunks,
      }
    default:
      throw new Error(`a worker made a ${outcome.kind} of a schedule that is to be written`)
  }
}

/** DELETE /api/v1/schedules/{schedule_id}: removes a kept schedule at once. */
export async function removeSchedule(
  { jobs }: Gateway,
  call: CallTo<'schedules.delete', IdentifiedCall>,
): Promise<Answer> {
  const scheduleId = scheduleIdIn(call)
  if (scheduleId === null) return scheduleNotFound()
  const outcome = await jobs.removeSchedule(call.identity.accountId, scheduleId)
  return outcome === 'removed' ? { status: 204 } : scheduleNotFound()
}
