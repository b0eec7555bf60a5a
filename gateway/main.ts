/**
 * The gateway process: configuration, listen, drain on a signal. REDIS_URL names its store; deploy/start.ts gives it the
 * embedded one. The line `listening` on standard output says where, for whoever started it.
 */

import { configOrExit, EX_CONFIG } from '../shared/process/environment.ts'
import { createApp } from './app.ts'

const config = configOrExit()
if (config.redisUrl === undefined) {
  process.stderr.write('config: REDIS_URL is missing; `npm start` provides an embedded redis-server\n')
  process.exit(EX_CONFIG)
}
const app = await createApp(config, config.redisUrl)
const { log } = app.gateway

let port: number
try {
  port = await app.listen()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  await app.close()
  process.exit(1)
}
log.info({ event: 'listening', host: config.host, port }, 'listening')
process.send?.({ event: 'listening', host: config.host, port })

let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (isStopping) return
    isStopping = true
    log.info({ signal, inFlight: app.inFlight() }, 'draining')
    app.drain().then(
      () => process.exit(0),
      error => {
        log.error({ stack: (error as Error).stack }, 'drain failed')
        process.exit(1)
      },
    )
  })
}
