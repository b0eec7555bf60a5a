/** The parts of a node, and which part informs which. */
import type { Registry } from 'prom-client'
import type { Config } from '../../shared/platform/config/config.ts'
import { objectGauges, queueGauges } from '../../shared/platform/jobs/gauges.ts'
import { type JobStore, LEASE_MS } from '../../shared/platform/jobs/job-store.ts'
import { InlineWatch, watchMemory } from '../../shared/platform/process/inline-watch.ts'
import { frequentLine, type Log } from '../../shared/platform/process/log.ts'
import type { Tracing } from '../../shared/platform/tracing/tracing.ts'
import { HeldJobs } from './held-jobs.ts'
import { Housekeeping, ObjectKeeping } from './housekeeping.ts'
import { InlineJobs } from './inline-jobs.ts'
import { JobProcess } from './job-process.ts'
import { AbandonedJobs, Leases } from './leases.ts'
import { Metering } from './metering.ts'
import { type NodeMetrics, nodeMetrics } from './node-metrics.ts'
import { Suspects } from './suspects.ts'
import { Taker } from './taker.ts'
import { Threads } from './threads.ts'
import { WaitingRuns } from './waiting-runs.ts'

export interface NodeParts {
  readonly config: Config
  readonly store: JobStore
  /** Unique among nodes; a node that starts again has a new one. */
  readonly nodeId: string
  readonly log: Log
  /** Default: as lines of the log. */
  readonly logMetering?: (fields: string) => void
  readonly registry: Registry
  /** Default: nothing is traced. */
  readonly tracing?: Tracing | null
  /** Module whose `analysers` are added to the engine's: for tests of misbehaviour. */
  readonly analysersModule?: string
  /** What the store gives leases for. Default LEASE_MS; tests shorten it. */
  readonly leaseMs?: number
}

/** An end that was not metered for so many leases is metered by another node. */
const UNMETERED_LEASES = 2

export function wire(parts: NodeParts) {
  const { config, store, nodeId, log, registry, tracing = null, leaseMs = LEASE_MS } = parts
  const faults = faultLog(log)
  const { onFault } = faults
  const { threads, inline } = openEngines(parts, faults, pump)
  const suspects = openSuspects(parts, faults, (...of) => held.hold(...of))
  const metrics = nodeMetrics(registry, threads, suspects, inline)
  const leases = new Leases(store, leaseMs, onFault)
  const givenUp = new AbandonedJobs(store, onFault)
  const metering = openMetering(parts, onFault)
  const waiting = new WaitingRuns({ store, threads, onLess: () => taker.pump(), onFault })
  const taker = new Taker({
    store,
    shards: store.shards,
    nodeId,
    threads,
    inline,
    hold: (...of) => held.hold(...of),
    mayTake: () => !waiting.isFull,
    onFault,
  })
  const held = new HeldJobs({
    ...{ store, limits: config, log, tracing, pump },
    putAhead: job => taker.putAhead(job),
    threads,
    inline,
    leases,
    metrics,
    metering,
    suspects,
    givenUp,
    waiting,
  })
  store.shards.onAway(shard => taker.leaveOut(shard))
  store.shards.onBack(shard => taker.markShard(shard))
  const objectKeeping = keepObjects(parts, metrics, onFault)
  const housekeeping = new Housekeeping({
    leaseMs,
    store,
    onReclaimed(jobCount) {
      metrics.reclaimed(jobCount)
      log.warn({ jobCount }, 'jobs of a lost node came back')
    },
    onSuspects: () => suspects.wait(),
    onQueued: jobClass => taker.markAll(jobClass),
    collectEnds: () => metering.collect(),
    onFault,
  })
  queueGauges(registry, store, Date.now)
  objectGauges(registry, store)

  /** Something may run: a thread is idle, or a job has come. */
  function pump(): void {
    waiting.pump()
    taker.pump()
  }
  return { threads, inline, suspects, leases, givenUp, metering, waiting, taker, held, objectKeeping, housekeeping }
}

interface FaultLog {
  /** Told of a fault in this process, whose work goes on. */
  readonly onFault: (error: unknown) => void
  /** The stack that a thread or a process of a job reported. */
  readonly onWorkerFault: (stack: string) => void
}

const faultLog = (log: Log): FaultLog => ({
  onFault: error => log.error({ stack: (error as Error).stack ?? String(error) }, 'node fault'),
  onWorkerFault: stack => log.error({ stack }, 'worker failed'),
})

/** What jobs run on: threads, and this thread itself, which the threads watch. */
function openEngines(
  { config, analysersModule, leaseMs = LEASE_MS }: NodeParts,
  { onWorkerFault }: FaultLog,
  pump: () => void,
) {
  const memory = watchMemory()
  const threads = new Threads({
    inlineJobs: { memory, secondsMax: Math.max(config.jobSeconds, leaseMs / 1000) },
    threadCount: config.jobThreads,
    isStartedAtOnce: config.workerStart === 'at-once',
    heapMegabytesMax: config.workerHeapMegabytesMax,
    memoryMegabytesMax: config.jobMemoryMegabytesMax,
    analysersModule,
    startsAgain: true,
    onIdle: pump,
    onFault: onWorkerFault,
  })
  const inline = new InlineJobs({
    frameBytesMax: config.inlineJobBytesMax,
    watch: new InlineWatch(memory),
    onLoaded: pump,
    onFault: onWorkerFault,
  })
  return { threads, inline }
}

/** Suspects run in processes of their own. */
const openSuspects = (
  { config, store, nodeId, analysersModule }: NodeParts,
  { onFault, onWorkerFault }: FaultLog,
  hold: HeldJobs['hold'],
): Suspects =>
  new Suspects({
    store,
    nodeId,
    memoryMegabytesMax: config.jobMemoryMegabytesMax,
    startProcess: priority =>
      new JobProcess({
        heapMegabytesMax: config.workerHeapMegabytesMax,
        analysersModule,
        priority,
        onFault: onWorkerFault,
      }),
    hold,
    onFault,
  })

const openMetering = (
  { config, store, log, logMetering, leaseMs = LEASE_MS }: NodeParts,
  onFault: FaultLog['onFault'],
): Metering =>
  new Metering({
    store,
    log,
    logMetering: logMetering ?? frequentLine(log, 'metering'),
    costUsdPerCpuSecond: config.costUsdPerCpuSecond,
    unmeteredMs: leaseMs * UNMETERED_LEASES,
    onFault,
  })

const keepObjects = (
  { config, store, nodeId, log }: NodeParts,
  metrics: NodeMetrics,
  onFault: FaultLog['onFault'],
): ObjectKeeping =>
  new ObjectKeeping({
    store,
    nodeId,
    freeBytesMin: config.redisDiskFreeBytesMin,
    onRelieved(freed) {
      metrics.relieved(freed)
      log.warn(freed, 'results were removed before their time: the disk of objects')
    },
    onSwept: objectCount => log.warn({ objectCount }, 'objects that nothing named are removed'),
    onFault,
  })
