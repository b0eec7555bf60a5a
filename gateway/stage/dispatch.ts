/** Hands the body to a worker, and turns what comes back into a reply. The event loop never looks into a schedule. */

import type { LaneName } from '../../compute/pool.ts'
import { asyncPath } from '../../shared/endpoint/analysis-row.ts'
import { admits, payloadBytesMax, TIERS } from '../../shared/tiers.ts'
import type { Gateway } from '../gateway.ts'
import type { Call, StageOutcome } from '../http/call.ts'
import { workRow } from '../http/routes.ts'

const MS_PER_DAY = 86_400_000

export async function dispatch(call: Call, gateway: Gateway): Promise<StageOutcome> {
  const { exchange, route, bodyForm } = call
  const row = workRow(route)
  const { tier } = call.admitted!
  const slabs = call.body!
  const bytes = slabs.reduce((sum, slab) => sum + slab.byteLength, 0)
  call.body = undefined
  const lane: LaneName = bodyForm!.encoding !== null || bytes > gateway.config.largeBodyBytes ? 'large' : 'small'
  const isAsyncOpen = row.kind === 'analysis' && admits(row.asyncTier, tier)
  const outcome = await gateway.pool.run(
    lane,
    {
      rowId: row.id,
      mediaType: bodyForm!.mediaType,
      encoding: bodyForm!.encoding,
      tier,
      payloadBytesMax: payloadBytesMax(tier),
      taskCountMax: TIERS[tier].taskCountMax,
      syncTaskCountMax: gateway.config[row.kind === 'analysis' ? row.syncLimit : 'syncTaskCountMax'],
      syncHint:
        row.kind === 'analysis' && isAsyncOpen
          ? `Send larger schedules to ${asyncPath(row)}.`
          : 'Upgrade to the tier starter or higher and use the async path.',
      today: Math.floor(gateway.now() / MS_PER_DAY),
      endpoint: row.path,
      requestId: exchange.requestId,
      accept: exchange.header('accept') ?? '',
      acceptEncoding: exchange.header('accept-encoding') ?? '',
    },
    slabs,
    tell => exchange.whenGone(tell),
  )
  if (outcome.kind === 'gone') return { gone: true }
  call.taskCount = outcome.taskCount
  call.workerMs = outcome.workerMs
  if (outcome.kind === 'refusal') return { refusal: outcome.refusal }
  return {
    reply: {
      status: 200,
      headers: {
        'content-type': outcome.contentType,
        ...(outcome.contentEncoding === null ? {} : { 'content-encoding': outcome.contentEncoding }),
        vary: 'accept, accept-encoding',
        'cache-control': 'no-store',
      },
      body: outcome.chunks,
    },
  }
}
