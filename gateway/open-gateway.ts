/** Opens what stages and handlers use: connections, stores, guards, directories. */
import type { Registry } from 'prom-client'
import { ComputePool } from '../compute/worker/pool.ts'
import { callbackRules } from '../shared/platform/callback/callback-url.ts'
import { SecretBox } from '../shared/platform/callback/secrets.ts'
import type { Config } from '../shared/platform/config/config.ts'
import type { JobStore } from '../shared/platform/jobs/job-store.ts'
import { redisJobStore } from '../shared/platform/jobs/redis-job-store.ts'
import { openObjects } from '../shared/platform/objects/open-objects.ts'
import { resolver } from '../shared/platform/process/guarded-connector.ts'
import { createLog, frequentLine, type Log } from '../shared/platform/process/log.ts'
import { createRegistry } from '../shared/platform/process/metrics.ts'
import { openTracing } from '../shared/platform/process/open-tracing.ts'
import { type ConnectionLog, connect, disconnect } from '../shared/platform/redis/connect.ts'
import { firstAnswer } from '../shared/platform/redis/masters.ts'
import { redisTls } from '../shared/platform/redis/tls-files.ts'
import { accountEnd } from './billing/end-of-account.ts'
import { paymentService } from './billing/payment-service.ts'
import { BytesInFlight, SlowAnswers } from './call/bytes-in-flight.ts'
import type { Gateway } from './call/gateway.ts'
import { openBearers } from './identity/bearer.ts'
import { keyDirectory, subjectDirectory } from './identity/identity-directory.ts'
import { Login } from './identity/login.ts'
import { SecurityLog } from './identity/security-log.ts'
import { DiskGuard } from './jobs/disk-guard.ts'
import { QueueGuard } from './jobs/queue-guard.ts'
import { RedisLimiter } from './limits/redis-limiter.ts'
import { AccountMutex } from './limits/window.ts'
import { RunningCalls } from './mcp/running-calls.ts'
import { certificateWatch } from './service/health.ts'
import { Callbacks } from './webhooks/callbacks.ts'

/**
 * Opens the job store for a gateway, on connections of its own: chunks of frames and results would delay the short commands of the limiter,
 * and a submission that waits for the disk (WAITAOF) blocks its connection.
 */
interface JobSide {
  readonly jobs: JobStore
  readonly queueGuard: QueueGuard
  readonly diskGuard: DiskGuard
  readonly callbacks: Callbacks
  close(): void
}

/** Throws ObjectsUnusable, and when WEBHOOK_ALLOWED_HOSTS or SECRETS_KEY cannot be read. */
async function openJobs(config: Config, redisUrl: string, log: ConnectionLog): Promise<JobSide> {
  const rules = callbackRules(config)
  const box = config.secretsKey === undefined ? null : new SecretBox(config.secretsKey)
  const isVolatileAllowed = config.allowVolatileQueue === '1'
  const tls = redisTls(config)
  const moves = connect(redisUrl, 'gateway-jobs', { log, tls })
  const bytes = connect(redisUrl, 'gateway-bytes', { log, tls })
  const objects = openObjects(config, log)?.watch()
  const options = {
    objects,
    retentionHours: config.jobRetentionHours,
    replicaCountMin: config.redisReplicasMin,
    isVolatileAllowed,
  }
  const { writeFrame, readResult, readScheduleFrame } = redisJobStore(bytes, options)
  const jobs: JobStore = { ...redisJobStore(moves, options), writeFrame, readResult, readScheduleFrame }
  const memoryBudgetBytes = config.redisMemoryBudgetBytes
  const diskGuard = new DiskGuard(moves, config.redisDiskFreeBytesMin, log)
  const queueGuard = new QueueGuard(moves, jobs, {
    memoryBudgetBytes,
    isVolatileAllowed,
    diskRefusal: () => diskGuard.refusal(),
    onFreed: ({ resultCount, bytes }) =>
      log.warn(
        { event: 'results_removed', resultCount, bytes },
        'results of finished jobs were removed, because jobs need the memory',
      ),
  })
  await Promise.all([queueGuard.poll(), diskGuard.poll()])
  return {
    jobs,
    queueGuard,
    diskGuard,
    callbacks: new Callbacks(moves, rules, resolver(), box),
    close() {
      queueGuard.close()
      diskGuard.close()
      disconnect(moves)
      disconnect(bytes)
      objects?.close()
    },
  }
}

/** What belongs to it and is no business of stages and handlers. */
interface OpenGateway {
  readonly gateway: Gateway
  readonly registry: Registry
  readonly pool: ComputePool
  closeJobs(): void
}

export async function openGateway(config: Config, redisUrl: string): Promise<OpenGateway> {
  const log = createLog(config.logLevel, 'gateway')
  const registry = createRegistry('gateway')
  const tracing = await openTracing({ config, role: 'gateway', registry, log })
  const client = connect(redisUrl, 'gateway', { log, tls: redisTls(config) })
  const { close: closeJobs, ...jobSide } = await openJobs(config, redisUrl, log)
  const payments = await paymentService(config)
  const pool = openPool(config, log)
  const bearers = openBearers(config, log, Date.now)
  const gateway: Gateway = {
    config,
    log,
    logMetering: frequentLine(log, 'metering'),
    pool,
    redis: client,
    payments,
    accountEnd: accountEnd(payments, client),
    keys: keyDirectory(client),
    subjects: subjectDirectory(client),
    bearers,
    login: bearers === null || config.oidcClientId === undefined ? null : new Login(client, bearers.provider, config),
    accountMutex: new AccountMutex(),
    securityLog: new SecurityLog(),
    limiter: new RedisLimiter(client, log, config.overageUsdPerCall),
    ...jobSide,
    tracing,
    sources: await openSources(config),
    runningCalls: new RunningCalls(pool.board),
    certificates: certificateWatch(client, config, Date.now),
    bytesInFlight: new BytesInFlight(config.bytesInFlightMax),
    slowAnswers: new SlowAnswers(config.bytesInFlightMax),
    isStoreUp: () =>
      firstAnswer(client, server => server.ping()).then(
        () => true,
        () => false,
      ),
    now: Date.now,
    listeningPort: 0,
    draining: false,
  }
  return { gateway, registry, pool, closeJobs }
}

/** Its HTTP client is loaded where it is needed. */
async function openSources(config: Config): Promise<Gateway['sources']> {
  if (config.sourceUrl !== '1') return null
  const { Sources } = await import('./schedules/sources.ts')
  return new Sources(config)
}

const openPool = (config: Config, log: Log): ComputePool =>
  new ComputePool({
    workerThreads: config.workerThreads,
    workerStart: config.workerStart,
    workerHeapMegabytesMax: config.workerHeapMegabytesMax,
    inlineBodyBytesMax: config.inlineBodyBytesMax,
    smallBodyBytesMax: config.largeBodyBytes,
    laneQueueMax: config.laneQueueMax,
    laneWaitMs: config.laneWaitMs,
    syncDeadlineSeconds: config.syncDeadlineSeconds,
    onFault: (error, requestId) => log.error({ requestId, stack: (error as Error).stack }, 'worker failed'),
  })
