/** Whether the service answers and what it waits for; and the preflight requests of browsers. */
import { API_VERSION } from '../../shared/contract/envelope.ts'
import { type CertificateEnds, certificateEnds } from '../../shared/platform/redis/certificate-ends.ts'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import type { TlsSettings } from '../../shared/platform/redis/tls-files.ts'
import { jsonReply } from '../call/answers.ts'
import type { Call } from '../call/call.ts'
import { methodsOf, preflightReply } from '../call/cors.ts'
import type { Reply } from '../call/exchange.ts'
import type { Gateway } from '../call/gateway.ts'
import { memoryMembers } from '../jobs/memory-shares.ts'

declare module '../call/gateway.ts' {
  interface Gateway {
    readonly certificates: CertificateWatch
  }
}

// GET /health and GET /api/v1/infrastructure/health: the process answers; nothing else is looked at.

const reply = jsonReply(200, { status: 'ok', api_version: API_VERSION })

export const liveness = () => reply

/**
 * GET /ready: 503 while the instance drains, while its pool is not up, and while Redis does not answer or would lose jobs in a crash. It also
 * reports three states that are no 503: an unavailable object store (stops only large submissions and downloads), a nearly full disk of Redis
 * (stops only submissions), and a certificate that expires soon.
 */
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

// Certificates between gateway and Redis that expire soon, for /ready. They are checked once a minute, however often /ready is read.

const LOOK_MS = 60_000

interface CertificateWatch {
  ends(): Promise<CertificateEnds>
}

export function certificateWatch(client: RedisClient, settings: TlsSettings, now: () => number): CertificateWatch {
  let known: CertificateEnds = { first: null, soon: [] }
  let lookedMs = Number.NEGATIVE_INFINITY
  return {
    async ends() {
      // of a connection that is not there yet nothing is known: looked at again
      if (known.first === null || now() - lookedMs >= LOOK_MS) {
        known = await certificateEnds(client, settings, now())
        lookedMs = now()
      }
      return known
    },
  }
}

/** OPTIONS of the paths that have a row for it. For other paths pipeline/finish.ts gives browsers the same answer. */
export const preflight = ({ config }: Gateway, { exchange, route }: Call): Reply =>
  preflightReply(config.allowedOrigins, exchange.header('origin'), methodsOf(route.row.path))
