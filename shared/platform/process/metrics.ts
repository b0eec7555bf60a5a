/**
 * /metrics of a process for Prometheus, on a separate port that must not be public. Each module registers its own metrics; a scrape runs
 * their collectors.
 */
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Config } from '../config/config.ts'
import { listenFailure, METRICS } from './listen-failure.ts'

// an import of node:http touches each of its exports, and one of them loads the HTTP client of Node: 5 MB and 30 ms in each process
const { createServer } = process.getBuiltinModule('node:http')

/** Prefix of all our metric names. */
export const METRIC_PREFIX = 'sis_'

interface Metrics {
  readonly registry: Registry
  readonly port: number
  close(): Promise<void>
}

/** A registry with the metrics that every process has: memory, event loop, garbage collection. role: gateway, node, deliverer. */
export function createRegistry(role: string): Registry {
  const registry = new Registry()
  registry.setDefaultLabels({ role })
  collectDefaultMetrics({ register: registry })
  return registry
}

/** Serves scrapes; ends the process if the port is taken. */
export async function serveMetricsOrExit(
  registry: Registry,
  { metricsHost: host, metricsPort: port }: Pick<Config, 'metricsHost' | 'metricsPort'>,
): Promise<Metrics> {
  try {
    return await serveMetrics(registry, host, port)
  } catch (error) {
    process.stderr.write(`${listenFailure(error, { host, port, settings: METRICS })}\n`)
    process.exit(1)
  }
}

/** Serves scrapes; throws if the port is taken. */
export async function serveMetrics(registry: Registry, host: string, port: number): Promise<Metrics> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      text => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      error => response.writeHead(500).end((error as Error).message),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  // the metrics server alone does not keep a process alive
  server.unref()
  return {
    registry,
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
