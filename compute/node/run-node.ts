/**
 * The process of a compute node: configuration, connection, signals. main.ts starts it as it is; tests start it with analysers
 * that misbehave. The line `listening` on standard output says where its metrics are.
 */
import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { LEASE_MS } from '../../shared/jobs/job-store.ts'
import { redisJobStore } from '../../shared/jobs/redis-job-store.ts'
import { configOrExit, EX_CONFIG } from '../../shared/process/environment.ts'
import { createLog } from '../../shared/process/log.ts'
import { createRegistry, serveMetrics } from '../../shared/process/metrics.ts'
import { connect, disconnect } from '../../shared/redis/connect.ts'
import { createNode, type NodeParts } from './node.ts'

export async function runNode(options: Pick<NodeParts, 'analysersModule' | 'leaseMs'> = {}): Promise<void> {
  const config = configOrExit()
  if (config.redisUrl === undefined) {
    process.stderr.write('config: REDIS_URL is missing; `npm start` provides an embedded redis-server\n')
    process.exit(EX_CONFIG)
  }
  const log = createLog(config.logLevel)
  const client = connect(config.redisUrl, 'node', { log })
  const { leaseMs = LEASE_MS } = options
  const store = redisJobStore(client, { leaseMs })
  const registry = createRegistry('node')
  const nodeId = `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`
  const metrics = await serveMetrics(registry, config.metricsHost, config.metricsPort).catch(error => {
    process.stderr.write(`cannot serve /metrics on ${config.metricsHost}:${config.metricsPort}: ${error.message}\n`)
    process.exit(1)
  })
  const node = createNode({ config, store, nodeId, log, registry, ...options })

  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      log.info({ signal, inFlight: node.inFlight() }, 'draining')
      node
        .drain()
        .then(() => disconnect(client))
        .then(
          () => process.exit(0),
          error => {
            log.error({ stack: (error as Error).stack }, 'drain failed')
            process.exit(1)
          },
        )
    })
  }
  await node.start()
  log.info({ event: 'listening', nodeId, threads: config.jobThreads, metricsPort: metrics.port }, 'listening')
  process.send?.({ event: 'listening', metricsPort: metrics.port })
}
