/** Wires the parts of a gateway and returns {listen, drain, close}; used by main.ts and by tests. No policy here. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Registry } from 'prom-client'
import type { ComputePool, WarmUpCall, WorkHeader, WorkMode } from '../compute/worker/pool.ts'
import { type AnalysisId, analyses } from '../shared/contract/analysis/analyses.ts'
import { currentTasks, STATUS_DATE } from '../shared/contract/endpoint/examples/statuses.ts'
import type { Config } from '../shared/platform/config/config.ts'
import { NO_PAGE_KEY } from '../shared/platform/config/identity-settings.ts'
import { objectGauges, queueGauges } from '../shared/platform/jobs/gauges.ts'
import { disconnect } from '../shared/platform/redis/connect.ts'
import { type Edge, type EdgeHandler, openEdge } from './call/edge.ts'
import { Exchange } from './call/exchange.ts'
import type { Gateway } from './call/gateway.ts'
import { diskGauges } from './jobs/disk-guard.ts'
import { gatewayMetrics } from './metrics/gateway-metrics.ts'
import { computeGauges, memoryGauges, scheduleGauges } from './metrics/gauges.ts'
import { openGateway } from './open-gateway.ts'
import { traceExchange } from './pipeline/call-span.ts'
import { handleExchange } from './pipeline/pipeline.ts'
import { DeletionSweeper } from './service/delete-account.ts'
import { prepareDocs } from './service/documents.ts'
import { tellPort } from './service/page-keys.ts'
import { Upkeep } from './service/upkeep.ts'

// Small calls that the gateway's own thread and every worker thread run before the port opens, so that no caller meets a cold thread. Until V8
// has compiled what they need, calls take five times as long, and who takes the load of another process would refuse most of them.

/** Fewer rounds for threads of large bodies, whose calls are long enough to be compiled in the first of them. */
const FEW_ROUNDS = 4
/**
 * By WORKER_START. first: somebody waits for the port, and what is compiled would go with the memory that an idle service gives back (FEW_CALLS of
 * compute/worker/slot-loop.ts). at-once: load comes with the port; it opens half a second of processor time per thread later, and the first hundred
 * calls take twice as long as later ones. (300 rounds took a second and a half per thread, all processors of the machine for as long, and the next hundred calls
 * were still half as long again.) on-demand: no thread is there to run them.
 */
const ROUNDS: Readonly<Record<Config['workerStart'], number>> = { first: 8, 'at-once': 40, 'on-demand': 0 }

export const roundsOf = ({ workerStart }: Config): number => ROUNDS[workerStart]

/** Fields that the tasks of the sandbox do without. */
const MORE = { wbs_name: 'Bridge', deadline: '2027-01-29', leveling_can_split: true, percent_complete_type: 'duration' }

/** A schedule in which most fields of a task are used. */
export function warmUpWork(rounds: number): WarmUpCall[] {
  const body = new TextEncoder().encode(
    JSON.stringify({ tasks: currentTasks.map(task => ({ ...task, ...MORE })), status_date: STATUS_DATE }),
  ) as Uint8Array<ArrayBuffer>
  const header = (rowId: AnalysisId, mode: WorkMode): WorkHeader => ({
    mode,
    rowId,
    mediaType: 'application/json',
    encoding: null,
    tier: 'government',
    payloadBytesMax: body.byteLength,
    taskCountMax: currentTasks.length,
    syncTaskCountMax: currentTasks.length,
    syncHint: '',
    today: 0,
    endpoint: '',
    requestId: 'warm-up',
    accept: '',
    acceptEncoding: '',
  })
  const built = analyses.filter(row => !row.pending && !row.isFurther && row.family === 'analysis')
  const calls = (mode: WorkMode) => built.map(row => ({ header: header(row.id, mode), body }))
  const round = calls('answer')
  return [...calls('frame'), ...Array.from({ length: rounds }, () => round).flat()]
}

export interface App {
  readonly gateway: Gateway
  readonly edge: Edge['name']
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
  const serve: EdgeHandler = (res, req) => {
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
  }
  const edge = await openEdge(config.edge, serve, why => log.info({ why }, 'no uWebSockets.js; node:http serves'))
  if (config.workerStart !== 'on-demand') {
    const warm = pool.warmUp(warmUpWork(roundsOf(config)), warmUpWork(FEW_ROUNDS))
    // while the threads start
    await prepareDocs()
    await warm
  }

  const close = async (): Promise<void> => {
    edge.close()
    deletions.close()
    upkeep.close()
    const left = await gateway.limiter.close(SETTLE_MS_MAX)
    if (left > 0) log.warn({ left }, 'calls that could not be settled')
    disconnect(gateway.redis)
    closeJobs()
    await pool.close()
    await tracing?.close()
  }

  return {
    gateway,
    edge: edge.name,
    registry,
    inFlight: () => inFlight,
    callCount: () => callCount,
    async listen() {
      gateway.listeningPort = await edge.listen(config)
      if (config.pageTier !== NO_PAGE_KEY)
        void tellPort(gateway).catch(error => log.warn({ error }, 'the port is told to no command'))
      return gateway.listeningPort
    },
    stopListening: () => edge.stopListening(),
    async drain() {
      gateway.draining = true
      await pause(config.drainDelaySeconds * 1000)
      edge.stopListening()
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
