/**
 * The process of a compute node: configuration, connection, signals. main.ts starts it as it is; tests start it with analysers
 * that misbehave. The line `listening` on standard output says where its metrics are.
 */

import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { FRAME_VERSIONS } from '../../shared/contract/schedule/frame-versions.ts'
import { LEASE_MS } from '../../shared/platform/jobs/job-store.ts'
import { formatNodeInfo } from '../../shared/platform/jobs/node-info.ts'
import { redisJobStore } from '../../shared/platform/jobs/redis-job-store.ts'
import { openObjectsOrExit } from '../../shared/platform/objects/open-objects.ts'
import { drainOnSignal } from '../../shared/platform/process/drain-on-signal.ts'
import { configOrExit } from '../../shared/platform/process/environment.ts'
import { giveBackMemorySoon } from '../../shared/platform/process/give-back-memory.ts'
import { createLog } from '../../shared/platform/process/log.ts'
import { createRegistry, serveMetricsOrExit } from '../../shared/platform/process/metrics.ts'
import { openTracing } from '../../shared/platform/process/open-tracing.ts'
import { redisOrExit } from '../../shared/platform/process/redis-or-exit.ts'
import { tellParent } from '../../shared/platform/process/tell-parent.ts'
import { connect, disconnect } from '../../shared/platform/redis/connect.ts'
import { redisTls } from '../../shared/platform/redis/tls-files.ts'
import { createNode } from './node.ts'
import type { NodeParts } from './wire-node.ts'

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
