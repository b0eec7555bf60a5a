/**
 * A compute node: takes jobs from the store, runs them on its threads, keeps its leases, and drains. Wires the parts; used by
 * run-node.ts and by tests.
 */
import type { Registry } from 'prom-client'
import type { Config } from '../../shared/config/config.ts'
import { JOB_CLASSES, laneOf } from '../../shared/jobs/classes.ts'
import { type JobStore, LEASE_MS, type Lease } from '../../shared/jobs/job-store.ts'
import { objectGauges } from '../../shared/jobs/object-gauges.ts'
import { queueGauges } from '../../shared/jobs/queue-gauges.ts'
import type { Log } from '../../shared/process/log.ts'
import type { Tracing } from '../../shared/tracing/tracing.ts'
import { GivenUp } from './given-up.ts'
import type { HeldJob } from './held-job.ts'
import { Housekeeping } from './housekeeping.ts'
import { JobProcess } from './job-process.ts'
import { JobRun, type RunReport } from './job-run.ts'
import { beginJobSpan, endJobSpan } from './job-span.ts'
import { Leases } from './leases.ts'
import { Metering } from './metering.ts'
import { nodeMetrics } from './node-metrics.ts'
import { ObjectKeeping } from './object-keeping.ts'
import { Suspects } from './suspects.ts'
import { Taker } from './taker.ts'
import { Threads } from './threads.ts'
import { type WaitingRun, WaitingRuns } from './waiting-runs.ts'

export interface NodeParts {
  readonly config: Config
  readonly store: JobStore
  /** Unique among nodes; a node that starts again has a new one. */
  readonly nodeId: string
  readonly log: Log
  readonly registry: Registry
  /** Default: nothing is traced. */
  readonly tracing?: Tracing | null
  /** Module whose `analysers` replace the engine's: for tests of misbehaviour. */
  readonly analysersModule?: string
  /** What the store gives leases for. Default LEASE_MS; tests shorten it. */
  readonly leaseMs?: number
}

export interface ComputeNode {
  /** Jobs held now. */
  readonly inFlight: () => number
  start(): Promise<void>
  /** Takes nothing more, lets jobs end for at most config.drainSeconds, gives back the rest, then close(). */
  drain(): Promise<void>
  close(): Promise<void>
}

/** An end that was not metered for so many leases is metered by another node. */
const UNMETERED_LEASES = 2
/** From giving back the rest to going without the answer of the store: the leases end by themselves. */
const GIVE_BACK_MS = 5_000

export function createNode(parts: NodeParts): ComputeNode {
  const { config, store, nodeId, log, registry, tracing = null, leaseMs = LEASE_MS } = parts
  const runs = new Map<string, JobRun>()
  const onFault = (error: unknown): void => log.error({ stack: (error as Error).stack ?? String(error) }, 'node fault')

  const { workerHeapMegabytesMax: heapMegabytesMax, jobMemoryMegabytesMax: memoryMegabytesMax } = config
  const { analysersModule } = parts
  const onWorkerFault = (fault: string): void => log.error({ stack: fault }, 'worker failed')
  const threads = new Threads({
    threadCount: config.jobThreads,
    heapMegabytesMax,
    memoryMegabytesMax,
    analysersModule,
    onIdle: pump,
    onFault: onWorkerFault,
  })
  const startProcess = () => new JobProcess({ heapMegabytesMax, analysersModule, onFault: onWorkerFault })
  const suspects = new Suspects({ store, nodeId, memoryMegabytesMax, startProcess, hold, onFault })
  const metrics = nodeMetrics(registry, threads, suspects)
  const leases = new Leases(store, leaseMs, onFault)
  const givenUp = new GivenUp(store, onFault)
  const metering = new Metering({
    store,
    log,
    costUsdPerCpuSecond: config.costUsdPerCpuSecond,
    unmeteredMs: leaseMs * UNMETERED_LEASES,
    onFault,
  })
  const waiting = new WaitingRuns({ store, threads, onLess: () => taker.pump(), onFault })
  const taker = new Taker({
    store,
    shards: store.shards,
    nodeId,
    threads,
    hold,
    mayTake: () => !waiting.isFull,
    onFault,
  })
  store.shards.onAway(shard => taker.leaveOut(shard))
  store.shards.onBack(shard => taker.markShard(shard))
  const objectKeeping = new ObjectKeeping({
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

  function pump(): void {
    waiting.pump()
    taker.pump()
  }

  function hold(lease: Lease, takenMs: number): HeldJob {
    const { job } = lease
    const span = beginJobSpan(tracing, lease)
    const jobRun = new JobRun(lease, {
      store,
      span,
      limits: config,
      onThreadFree(slot) {
        threads.release(slot)
        pump()
      },
      onFault: (fault, { fence }) => log.error({ jobId: job.jobId, fence, stack: fault }, 'job fault'),
    })
    runs.set(job.jobId, jobRun)
    leases.hold(lease, takenMs, reason => jobRun.lose(reason))
    metrics.taken(job.jobClass, lease.isSuspect)
    const ended = (report: RunReport): void => {
      leases.release(lease)
      if (runs.get(job.jobId) === jobRun) runs.delete(job.jobId)
      metrics.ended(job.jobClass, report)
      metering.note(lease, report)
      endJobSpan(span, report)
      if (report.isSuspect) suspects.wait()
      if (report.outcome === 'not_renewed') void givenUp.requeue(lease)
    }
    const held: WaitingRun = {
      jobClass: job.jobClass,
      lane: laneOf(job),
      isSuspect: lease.isSuspect,
      get isUnwanted() {
        return jobRun.isUnwanted
      },
      async run(slot) {
        const report = await jobRun.run(slot)
        threads.release(slot)
        if (report.outcome === 'waits') waiting.add(held)
        else ended(report)
      },
      returnUnrun: async () => ended(await jobRun.returnUnrun()),
    }
    return held
  }

  let unlisten: (() => Promise<void>) | undefined

  async function close(): Promise<void> {
    housekeeping.stop()
    objectKeeping.stop()
    void taker.stop()
    suspects.close()
    void waiting.stop()
    leases.close()
    givenUp.close()
    await metering.close()
    await unlisten?.().catch(() => {})
    await threads.close()
  }

  return {
    inFlight: () => runs.size,
    async start() {
      await threads.ready()
      unlisten = await store.listen(({ kind, shard, jobClass, lane, jobId }) => {
        if (kind === 'submitted') taker.mark(jobClass, lane, shard)
        else if (kind === 'cancelled') leases.lose(jobId)
      })
      for (const jobClass of JOB_CLASSES) taker.markAll(jobClass)
      suspects.wait()
      housekeeping.start()
      objectKeeping.start()
    },
    async drain() {
      housekeeping.stop()
      objectKeeping.stop()
      const ended = Promise.all([taker.stop(), suspects.stop(), waiting.stop()])
      const late = setTimeout(() => {
        log.warn({ inFlight: runs.size }, 'giving back what did not end')
        taker.returnAhead()
        for (const jobRun of runs.values()) jobRun.kill('drain')
      }, config.drainSeconds * 1000)
      let timer: NodeJS.Timeout | undefined
      const tooLate = new Promise<void>(resolve => {
        timer = setTimeout(resolve, config.drainSeconds * 1000 + GIVE_BACK_MS)
      })
      await Promise.race([ended, tooLate])
      clearTimeout(late)
      clearTimeout(timer)
      await close()
    },
    close,
  }
}
