/**
 * The process of a compute node: configuration, connection, signals. main.ts starts it as it is; tests start it with analysers
 * that misbehave. The line `listening` on standard output says where its metrics are.
 */
import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { JOB_CLASSES } from '../../shared/contract/job-classes.ts'
import { FRAME_VERSIONS } from '../../shared/contract/schedule/frame-versions.ts'
import { formatNodeInfo } from '../../shared/platform/jobs/job.ts'
import { LEASE_MS } from '../../shared/platform/jobs/job-store.ts'
import { redisJobStore } from '../../shared/platform/jobs/redis-job-store.ts'
import { openObjectsOrExit } from '../../shared/platform/objects/open-objects.ts'
import { drainOnSignal, tellParent } from '../../shared/platform/process/drain-on-signal.ts'
import { configOrExit, redisOrExit } from '../../shared/platform/process/environment.ts'
import { giveBackMemorySoon } from '../../shared/platform/process/give-back-memory.ts'
import { createLog } from '../../shared/platform/process/log.ts'
import { createRegistry, serveMetricsOrExit } from '../../shared/platform/process/metrics.ts'
import { openTracing } from '../../shared/platform/process/open-tracing.ts'
import { connect, disconnect } from '../../shared/platform/redis/connect.ts'
import { redisTls } from '../../shared/platform/redis/tls-files.ts'
import { type NodeParts, wire } from './wire-node.ts'

/**
 * A compute node: takes jobs from the store, runs them on its threads, keeps its leases, and drains. Its parts are wired by wire-node.ts;
 * used by run-node.ts and by tests.
 */
export interface ComputeNode {
  /** Jobs held now. */
  readonly inFlight: () => number
  start(): Promise<void>
  /** Takes nothing more, lets jobs end for at most config.drainSeconds, gives back the rest, then close(). */
  drain(): Promise<void>
  close(): Promise<void>
}

/** From giving back the rest to going without the answer of the store: the leases end by themselves. */
const GIVE_BACK_MS = 5_000

export function createNode(given: NodeParts): ComputeNode {
  const { config, store, log } = given
  const { threads, inline, suspects, leases, givenUp, metering, waiting, taker, held, objectKeeping, housekeeping } =
    wire(given)
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
    inFlight: () => held.count,
    async start() {
      // to load the engine takes as long as hundreds of jobs, which would wait for it
      await Promise.all([threads.ready(), config.workerStart === 'at-once' ? inline.load() : undefined])
      unlisten = await store.listen(({ kind, shard, jobClass, lane, jobId }) => {
        if (kind === 'submitted') taker.mark(jobClass, lane, shard)
        else if (kind === 'cancelled') leases.cancelled(jobId)
        else if (kind === 'hurried') held.hurry(jobId)
      })
      for (const jobClass of JOB_CLASSES) taker.markAll(jobClass)
      suspects.wait()
      housekeeping.start()
      objectKeeping.start()
    },
    async drain() {
      housekeeping.stop()
      objectKeeping.stop()
      await endedWithin(
        Promise.all([taker.stop(), suspects.stop(), waiting.stop()]),
        config.drainSeconds * 1000,
        () => {
          log.warn({ inFlight: held.count }, 'giving back what did not end')
          taker.returnAhead()
          held.giveBack()
        },
      )
      await close()
    },
    close,
  }
}

/** Waits for an end that is late after so long, is then hurried, and waited for a little longer. */
async function endedWithin(ended: Promise<unknown>, waitMs: number, hurry: () => void): Promise<void> {
  const late = setTimeout(hurry, waitMs)
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<void>(resolve => {
    timer = setTimeout(resolve, waitMs + GIVE_BACK_MS)
  })
  await Promise.race([ended, tooLate])
  clearTimeout(late)
  clearTimeout(timer)
}

export async function runNode(options: Pick<NodeParts, 'analysersModule' | 'leaseMs'> = {}): Promise<void> {
  const config = configOrExit()
  const redisUrl = await redisOrExit(config)
  const log = createLog(config.logLevel, 'node')
  const nodeId = `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`
  const client = connect(redisUrl, 'node', {
    log,
    about: formatNodeInfo(nodeId, FRAME_VERSIONS),
    tls: redisTls(config),
  })
  const { leaseMs = LEASE_MS } = options
  const objects = openObjectsOrExit(config, log)?.watch()
  const store = redisJobStore(client, { leaseMs, objects })
  const registry = createRegistry('node')
  const metrics = await serveMetricsOrExit(registry, config)
  const tracing = await openTracing({ config, role: 'node', registry, log })
  const node = createNode({ config, store, nodeId, log, registry, tracing, ...options })

  drainOnSignal(log, {
    facts: () => ({ inFlight: node.inFlight() }),
    giveUpPorts: () => void metrics.close(),
    async drain() {
      await node.drain()
      await tracing?.close()
      disconnect(client)
      objects?.close()
    },
  })
  await node.start()
  log.info({ event: 'listening', nodeId, threads: config.jobThreads, metricsPort: metrics.port }, 'listening')
  tellParent({ event: 'listening', metricsPort: metrics.port })
  giveBackMemorySoon()
}
