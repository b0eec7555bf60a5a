/** Wires the parts of a gateway and returns {listen, drain, close}; used by main.ts and by tests. No policy here. */
import type { Registry } from 'prom-client'
import { ComputePool } from '../compute/worker/pool.ts'
import type { Config } from '../shared/config/config.ts'
import { objectGauges } from '../shared/jobs/object-gauges.ts'
import { queueGauges } from '../shared/jobs/queue-gauges.ts'
import { CALLS, whyNotListen } from '../shared/process/listen-failure.ts'
import { createLog } from '../shared/process/log.ts'
import { createRegistry } from '../shared/process/metrics.ts'
import { openTracing } from '../shared/process/open-tracing.ts'
import { connect, disconnect } from '../shared/redis/connect.ts'
import { askAny } from '../shared/redis/masters.ts'
import { redisTls } from '../shared/redis/tls-files.ts'
import { accountEnd } from './billing/end-of-account.ts'
import { paymentService } from './billing/payment-service.ts'
import type { Gateway } from './gateway.ts'
import { BytesInFlight } from './http/bytes-in-flight.ts'
import { Exchange } from './http/exchange.ts'
import uWS, { type us_listen_socket } from './http/uws.ts'
import { openBearers } from './identity/bearer.ts'
import { keyDirectory, subjectDirectory } from './identity/identity-directory.ts'
import { Login } from './identity/login.ts'
import { diskGauges } from './jobs/disk-gauges.ts'
import { AccountMutex } from './limits/account-mutex.ts'
import { redisLimiter } from './limits/redis-limiter.ts'
import { gatewayMetrics } from './metrics/gateway-metrics.ts'
import { memoryGauges } from './metrics/memory-gauges.ts'
import { openJobs } from './open-jobs.ts'
import { traceExchange } from './pipeline/call-span.ts'
import { handleExchange } from './pipeline/pipeline.ts'
import { SecurityLog } from './security-log.ts'
import { certificateWatch } from './service/certificate-watch.ts'
import { DeletionSweeper } from './service/delete-account.ts'
import { Upkeep } from './service/upkeep.ts'
import { warmUpWork } from './warm-up.ts'

export interface App {
  readonly gateway: Gateway
  /** What /metrics tells; main.ts serves it on a port of its own. */
  readonly registry: Registry
  /** Calls that are not answered yet. */
  readonly inFlight: () => number
  /** Port that is listened on; a taken port is an error, also where the kernel would share it. */
  listen(): Promise<number>
  /** Stops accepting, lets running calls end for at most config.drainSeconds, then close(). */
  drain(): Promise<void>
  close(): Promise<void>
}

/** uWebSockets' option of a port of one's own; its enum exists only in the types. */
const EXCLUSIVE = 1 as never
const SETTLE_MS_MAX = 2_000
const DRAIN_POLL_MS = 20

const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

export async function createApp(config: Config, redisUrl: string): Promise<App> {
  const log = createLog(config.logLevel, 'gateway')
  const registry = createRegistry('gateway')
  const tracing = await openTracing({ config, role: 'gateway', registry, log })
  const client = connect(redisUrl, 'gateway', { log, tls: redisTls(config) })
  const { close: closeJobs, ...jobSide } = await openJobs(config, redisUrl, log)
  const payments = await paymentService(config)
  const isStartedAtOnce = config.workerStart === 'at-once'
  const pool = new ComputePool({
    workerThreads: config.workerThreads,
    isStartedAtOnce,
    workerHeapMegabytesMax: config.workerHeapMegabytesMax,
    laneQueueMax: config.laneQueueMax,
    laneWaitMs: config.laneWaitMs,
    syncDeadlineSeconds: config.syncDeadlineSeconds,
    onFault: (error, requestId) => log.error({ requestId, stack: (error as Error).stack }, 'worker failed'),
  })
  const bearers = openBearers(config, log, Date.now)
  const gateway: Gateway = {
    config,
    log,
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
    limiter: redisLimiter(client, log, config.overageUsdPerCall),
    ...jobSide,
    tracing,
    certificates: certificateWatch(client, config, Date.now),
    bytesInFlight: new BytesInFlight(config.bytesInFlightMax),
    isStoreUp: () =>
      askAny(client, server => server.ping()).then(
        () => true,
        () => false,
      ),
    now: Date.now,
    draining: false,
  }
  let inFlight = 0
  const observe = gatewayMetrics(registry, {
    inFlight: () => inFlight,
    bytesInFlight: () => gateway.bytesInFlight.bytes,
    lanes: () => pool.load,
  })
  queueGauges(registry, gateway.jobs, gateway.now)
  memoryGauges(registry, gateway.queueGuard)
  diskGauges(registry, gateway.diskGuard)
  objectGauges(registry, gateway.jobs)
  const deletions = new DeletionSweeper(gateway)
  const upkeep = new Upkeep(gateway)
  const app = uWS.App()
  app.any('/*', (res, req) => {
    const exchange = new Exchange(res, req)
    inFlight++
    exchange.whenEnded(() => {
      inFlight--
      observe(exchange)
    })
    if (tracing !== null) traceExchange(exchange, tracing)
    handleExchange(exchange, gateway).catch(error => {
      log.error({ ...exchange.logIds, stack: (error as Error).stack }, 'answer failed')
      exchange.cut()
    })
  })
  if (isStartedAtOnce) await pool.warmUp(warmUpWork())
  let socket: us_listen_socket | false = false

  const stopListening = (): void => {
    if (socket) uWS.us_listen_socket_close(socket)
    socket = false
  }

  const close = async (): Promise<void> => {
    stopListening()
    deletions.close()
    upkeep.close()
    app.close()
    const left = await gateway.limiter.close(SETTLE_MS_MAX)
    if (left > 0) log.warn({ left }, 'calls that could not be settled')
    disconnect(client)
    closeJobs()
    await pool.close()
    await tracing?.close()
  }

  return {
    gateway,
    registry,
    inFlight: () => inFlight,
    listen: () =>
      new Promise((resolve, reject) => {
        const fail = async (): Promise<never> => {
          const { host, port } = config
          const why = await whyNotListen({ host, port, settings: CALLS })
          throw new Error(
            why ?? `Port ${port} of ${host} could not be listened on, though it is free now; start again.`,
          )
        }
        const taken = (listening: us_listen_socket | false): void => {
          socket = listening
          if (listening) resolve(uWS.us_socket_local_port(listening))
          else fail().catch(reject)
        }
        // host, port, option, callback: a form the types do not know
        ;(app.listen as (...of: unknown[]) => unknown).call(app, config.host, config.port, EXCLUSIVE, taken)
      }),
    async drain() {
      gateway.draining = true
      await pause(config.drainDelaySeconds * 1000)
      stopListening()
      const untilMs = performance.now() + config.drainSeconds * 1000
      while (inFlight > 0 && performance.now() < untilMs) await pause(DRAIN_POLL_MS)
      await close()
    },
    close,
  }
}
