/**
 * Shutdown of a process: the first SIGINT or SIGTERM drains it, and so does the end of the process that started it with a channel (`npm start`), which
 * nobody could stop it through any more. It then exits with 0, or with 1 if draining fails.
 */
import type { Log } from './log.ts'

/** facts: the work in progress, for the log. */
export function drainOnSignal(log: Log, facts: () => object, drain: () => Promise<void>): void {
  let isStopping = false
  const stop = (reason: object): void => {
    if (isStopping) return
    isStopping = true
    log.info({ ...reason, ...facts() }, 'draining')
    drain().then(
      () => process.exit(0),
      error => {
        log.error({ stack: (error as Error).stack }, 'drain failed')
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop({ signal }))
  const stopAsOrphan = (): void => stop({ reason: 'the process that started this one has ended' })
  process.once('disconnect', stopAsOrphan)
  // it may have ended before this one was ready
  if (process.send !== undefined && !process.connected) stopAsOrphan()
}
