/** Shutdown of a process: the first SIGINT or SIGTERM drains it. It then exits with 0, or with 1 if draining fails. */
import type { Log } from './log.ts'

/** facts: the work in progress, for the log. */
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
