/** Wires the parts of a gateway and returns {listen, drain, close}; used by main.ts and by tests. No policy here. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Registry } from 'prom-client'
import type { ComputePool } from '../compute/worker/pool.ts'
import type { Config } from '../shared/platform/config/config.ts'
import { objectGauges } from '../shared/platform/jobs/object-gauges.ts'
import { queueGauges } from '../shared/platform/jobs/queue-gauges.ts'
import { disconnect } from '../shared/platform/redis/connect.ts'
import type { Gateway } from './gateway.ts'
import { Exchange } from './http/exchange.ts'
import { ListeningPort } from './http/listening-port.ts'
import uWS from './http/uws.ts'
import { diskGauges } from './jobs/disk-gauges.ts'
import { computeGauges } from './metrics/compute-gauges.ts'
import { gatewayMetrics } from './metrics/gateway-metrics.ts'
import { memoryGauges } from './metrics/memory-gauges.ts'
import { scheduleGauges } from './metrics/schedule-gauges.ts'
import { openGateway } from './open-gateway.ts'
import { traceExchange } from './pipeline/call-span.ts'
import { handleExchange } from './pipeline/pipeline.ts'
import { DeletionSweeper } from './service/delete-account.ts'
import { prepareDocs } from './service/docs.ts'
import { Upkeep } from './service/upkeep.ts'
import { FEW_ROUNDS, roundsOf, warmUpWork } from './warm-up.ts'

export interface App {
  readonly gateway: Gateway
  /** What /metrics reports; main.ts serves it on a port of its own. */
  readonly registry: Registry
  /** Calls that are not answered yet. */
  readonly inFlight: () => number
  /** Calls that have come so far. */
  readonly callCount: () => number
  /** Port that is listened on; a taken port is an error, also where the kernel would share it. */
  listen(): Promise<number>
  /** Accepts no further connection; those that are open go on. */
  stopListening(): void
  /** Stops accepting, lets running calls end for at most config.drainSeconds, then close(). */
  drain(): Promise<void>
  close(): Promise<void>
}

const SETTLE_MS_MAX = 2_000
const DRAIN_POLL_MS = 20
/** Connections are cut when no call was at work for so long: until then one may have been sent on a connection that is open. */
const DRAIN_QUIET_MS = 100

export async function createApp(config: Config, redisUrl: string): Promise<App> {
  const { gateway, registry, pool, closeJobs } = await openGateway(config, redisUrl)
  const { log, tracing } = gateway
  let inFlight = 0
  let callCount = 0
  const observe = measure(gateway, registry, pool, () => inFlight)
  const deletions = new DeletionSweeper(gateway)
  const upkeep = new Upkeep(gateway)
  const ended = (exchange: Exchange): void => {
    inFlight--
    observe(exchange)
  }
  const app = uWS.App()
  app.any('/*', (res, req) => {
    const exchange = new Exchange(res, req, ended)
    inFlight++
    callCount++
    if (tracing !== null) traceExchange(exchange, tracing)
    const failed = (error: Error): void => {
      log.error({ ...exchange.logIds, stack: error.stack }, 'answer failed')
      exchange.cut()
    }
    try {
      handleExchange(exchange, gateway)?.catch(failed)
    } catch (error) {
      failed(error as Error)
    }
  })
  if (config.workerStart !== 'on-demand') {
    const warm = pool.warmUp(warmUpWork(roundsOf(config)), warmUpWork(FEW_ROUNDS))
    // while the threads start
    await prepareDocs()
    await warm
  }
  const port = new ListeningPort(app, config)

  const close = async (): Promise<void> => {
    port.close()
    deletions.close()
    upkeep.close()
    app.close()
    const left = await gateway.limiter.close(SETTLE_MS_MAX)
    if (left > 0) log.warn({ left }, 'calls that could not be settled')
    disconnect(gateway.redis)
    closeJobs()
    await pool.close()
    await tracing?.close()
  }

  return {
    gateway,
    registry,
    inFlight: () => inFlight,
    callCount: () => callCount,
    async listen() {
      gateway.listeningPort = await port.open()
      return gateway.listeningPort
    },
    stopListening: () => port.close(),
    async drain() {
      gateway.draining = true
      await pause(config.drainDelaySeconds * 1000)
      port.close()
      const untilMs = performance.now() + config.drainSeconds * 1000
      let workedAtMs = performance.now()
      while (performance.now() < Math.min(untilMs, workedAtMs + DRAIN_QUIET_MS)) {
        await pause(DRAIN_POLL_MS)
        // behind a timer what has arrived is read first
        await new Promise(resolve => setImmediate(resolve))
        if (inFlight > 0) workedAtMs = performance.now()
      }
      await close()
    },
    close,
  }
}

/** Registers what /metrics reports; returns what is called at the end of each exchange. */
function measure(gateway: Gateway, registry: Registry, pool: ComputePool, inFlight: () => number) {
  queueGauges(registry, gateway.jobs, gateway.now)
  memoryGauges(registry, gateway.queueGuard)
  diskGauges(registry, gateway.diskGuard)
  objectGauges(registry, gateway.jobs)
  scheduleGauges(registry, gateway.redis, gateway.now)
  computeGauges(registry, pool.threadTime)
  return gatewayMetrics(registry, {
    inFlight,
    bytesInFlight: () => gateway.bytesInFlight.bytes,
    lanes: () => pool.load,
  })
}
