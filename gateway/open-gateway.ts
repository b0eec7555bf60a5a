/** Opens what stages and handlers use: connections, stores, guards, directories. */
import type { Registry } from 'prom-client'
import { ComputePool } from '../compute/worker/pool.ts'
import type { Config } from '../shared/platform/config/config.ts'
import { createLog, frequentLine, type Log } from '../shared/platform/process/log.ts'
import { createRegistry } from '../shared/platform/process/metrics.ts'
import { openTracing } from '../shared/platform/process/open-tracing.ts'
import { connect } from '../shared/platform/redis/connect.ts'
import { firstAnswer } from '../shared/platform/redis/masters.ts'
import { redisTls } from '../shared/platform/redis/tls-files.ts'
import { accountEnd } from './billing/end-of-account.ts'
import { paymentService } from './billing/payment-service.ts'
import type { Gateway } from './gateway.ts'
import { BytesInFlight } from './http/bytes-in-flight.ts'
import { SlowAnswers } from './http/slow-answers.ts'
import { openBearers } from './identity/bearer.ts'
import { keyDirectory, subjectDirectory } from './identity/identity-directory.ts'
import { Login } from './identity/login.ts'
import { AccountMutex } from './limits/account-mutex.ts'
import { RedisLimiter } from './limits/redis-limiter.ts'
import { RunningCalls } from './mcp/running-calls.ts'
import { openJobs } from './open-jobs.ts'
import { SecurityLog } from './security-log.ts'
import { certificateWatch } from './service/certificate-watch.ts'

/** What belongs to it and is no business of stages and handlers. */
export interface OpenGateway {
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
