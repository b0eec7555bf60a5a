/** GET /ready: 503 while the instance drains, its pool is not up, or Redis does not answer or would lose jobs in a crash. */
import type { Gateway } from '../gateway.ts'
import type { Reply } from '../http/exchange.ts'
import { jsonReply } from '../http/json-reply.ts'

export async function readiness(gateway: Gateway): Promise<Reply> {
  const store = await gateway.isStoreUp()
  const checks = {
    accepting: !gateway.draining,
    workers: gateway.pool.isUp,
    store,
    queue: store && gateway.queueGuard.volatileReason === undefined,
  }
  const isReady = Object.values(checks).every(Boolean)
  return jsonReply(
    isReady ? 200 : 503,
    {
      status: isReady ? 'ready' : 'not_ready',
      checks: Object.fromEntries(Object.entries(checks).map(([name, up]) => [name, up ? 'ok' : 'failed'])),
    },
    { 'cache-control': 'no-store' },
  )
}
