/**
 * The gateway process: configuration, listen, drain on a signal. REDIS_URL names its store; deploy/start.ts gives it the
 * embedded one. The line `listening` on standard output says where, for whoever started it.
 */

import { orExit } from '../shared/platform/objects/open-objects.ts'
import { drainOnSignal } from '../shared/platform/process/drain-on-signal.ts'
import { configOrExit } from '../shared/platform/process/environment.ts'
import { giveBackMemorySoon } from '../shared/platform/process/give-back-memory.ts'
import { serveMetricsOrExit } from '../shared/platform/process/metrics.ts'
import { redisOrExit } from '../shared/platform/process/redis-or-exit.ts'
import { tellParent } from '../shared/platform/process/tell-parent.ts'
import { createApp } from './app.ts'
import { type FirstKeyOrder, makeFirstKey } from './first-key.ts'

const config = configOrExit()
const app = await createApp(config, await redisOrExit(config)).catch(orExit)
const { log } = app.gateway
process.once('message', async (order: FirstKeyOrder) => tellParent(await makeFirstKey(app.gateway, order)))
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
tellParent(where)
// a collection throws away what was compiled in the warm-up, which is long where load may come at once
if (config.workerStart !== 'at-once') giveBackMemorySoon(app.callCount)

drainOnSignal(log, {
  facts: () => ({ inFlight: app.inFlight() }),
  giveUpPorts() {
    app.stopListening()
    void metrics.close()
  },
  drain: () => app.drain(),
})
