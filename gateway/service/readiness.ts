/**
 * GET /ready: 503 while the instance drains, while its pool is not up, and while Redis does not answer or would lose jobs in a crash. It also
 * reports three states that are no 503: an unavailable object store (stops only large submissions and downloads), a nearly full disk of Redis
 * (stops only submissions), and a certificate that expires soon.
 */
import type { Gateway } from '../gateway.ts'
import type { Reply } from '../http/exchange.ts'
import { memoryMembers } from '../jobs/memory-report.ts'
import { jsonReply } from '../reply/json-reply.ts'

export async function readiness(gateway: Gateway): Promise<Reply> {
  const store = await gateway.isStoreUp()
  const { memory, largest } = gateway.queueGuard
  const checks = {
    accepting: !gateway.draining,
    workers: gateway.pool.isUp,
    store,
    queue: store && gateway.queueGuard.volatileReason === undefined,
  }
  const isReady = Object.values(checks).every(Boolean)
  const objects = gateway.jobs.objectsState()
  const diskProblem = gateway.diskGuard.problem
  const { first, soon } = await gateway.certificates.ends()
  const reasons = {
    ...(diskProblem !== undefined && { disk: `no jobs are accepted: ${diskProblem}` }),
    ...(soon.length > 0 && { certificates: soon.join('; ') }),
  }
  return jsonReply(
    isReady ? 200 : 503,
    {
      status: isReady ? 'ready' : 'not_ready',
      checks: {
        ...Object.fromEntries(Object.entries(checks).map(([name, up]) => [name, up ? 'ok' : 'failed'])),
        // without it small schedules go on being served
        ...(objects === 'absent' ? {} : { objects: objects === 'up' ? 'ok' : 'failed' }),
        disk: diskProblem === undefined ? 'ok' : 'failed',
        ...(first !== null && { certificates: soon.length === 0 ? 'ok' : 'failed' }),
      },
      ...(memory === undefined ? {} : { memory: memoryMembers(memory, largest) }),
      ...(Object.keys(reasons).length > 0 && { reasons }),
    },
    { 'cache-control': 'no-store' },
  )
}
