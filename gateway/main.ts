/**
 * The gateway process: configuration, listen, drain on a signal. REDIS_URL names its store; deploy/start.ts gives it the
 * embedded one. The line `listening` on standard output says where, for whoever started it.
 */

import { orExit } from '../shared/objects/open-objects.ts'
import { drainOnSignal } from '../shared/process/drain-on-signal.ts'
import { configOrExit, EX_CONFIG } from '../shared/process/environment.ts'
import { serveMetricsOrExit } from '../shared/process/metrics.ts'
import { createApp } from './app.ts'

const config = configOrExit()
if (config.redisUrl === undefined) {
  process.stderr.write('config: REDIS_URL is missing; `npm start` provides an embedded redis-server\n')
  process.exit(EX_CONFIG)
}
const app = await createApp(config, config.redisUrl).catch(orExit)
const { log } = app.gateway
const metrics = await serveMetricsOrExit(app.registry, config)

let port: number
try {
  port = await app.listen()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  await app.close()
  process.exit(1)
}
const where = { event: 'listening', host: config.host, port, metricsPort: metrics.port }
log.info(where, 'listening')
process.send?.(where)

drainOnSignal(
  log,
  () => ({ inFlight: app.inFlight() }),
  () => app.drain(),
)
