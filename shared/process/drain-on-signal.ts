/** How a process of the service ends: SIGINT or SIGTERM, once, drains it and ends it with 0, or with 1 when that fails. */
import type { Log } from './log.ts'

/** facts: what is at work, for the log. */
export function drainOnSignal(log: Log, facts: () => object, drain: () => Promise<void>): void {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      log.info({ signal, ...facts() }, 'draining')
      drain().then(
        () => process.exit(0),
        error => {
          log.error({ stack: (error as Error).stack }, 'drain failed')
          process.exit(1)
        },
      )
    })
  }
}
