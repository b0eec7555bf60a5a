/**
 * The gateway process: configuration, listen, drain on a signal. REDIS_URL names its store; deploy/start.ts gives it the
 * embedded one. The line `listening` on standard output says where, for whoever started it.
 */
import { orExit } from '../shared/platform/objects/open-objects.ts'
import { drainOnSignal, tellParent } from '../shared/platform/process/drain-on-signal.ts'
import { configOrExit, redisOrExit } from '../shared/platform/process/environment.ts'
import { giveBackMemorySoon } from '../shared/platform/process/give-back-memory.ts'
import { serveMetricsOrExit } from '../shared/platform/process/metrics.ts'
import { createApp } from './app.ts'
import type { Gateway } from './call/gateway.ts'

// The demo key that `npm start` shows. The gateway creates it with the operator's command, because a process of its own for the command would
// start as slowly as the gateway itself.

/** From whoever started the gateway. */
interface FirstKeyOrder {
  readonly event: 'first-key'
  readonly label: string
}

export type FirstKey =
  | { readonly event: 'first-key'; readonly key: string }
  | { readonly event: 'first-key'; readonly problem: string }

const TIER = 'demo'

async function makeFirstKey({ redis }: Pick<Gateway, 'redis'>, { label }: FirstKeyOrder): Promise<FirstKey> {
  try {
    const { keyCreate } = await import('./admin/command/keys.ts')
    const { recordAction } = await import('./admin/operator-audit.ts')
    const key = await keyCreate.run(redis, { operands: [], options: { tier: TIER, label } })
    await recordAction(redis, [...keyCreate.name.split(' '), '--tier', TIER, '--label', label], 'done')
    return { event: 'first-key', key }
  } catch (error) {
    return { event: 'first-key', problem: `no demo key could be made: ${(error as Error).message}` }
  }
}

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
const where = { event: 'listening', host: config.host, port, metricsPort: metrics.port, edge: app.edge }
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
