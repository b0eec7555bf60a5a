/**
 * Shutdown of a process: the first SIGINT or SIGTERM drains it, and so does the end of the process that started it with a channel (`npm start`), which
 * nobody could stop it through any more. It then exits with 0, or with 1 if draining fails.
 */
import type { Log } from './log.ts'
import { outputWritten } from './log-output.ts'

interface Shutdown {
  /** The work in progress, for the log. */
  readonly facts: () => object
  /**
   * Stops listening, on every port. Called at once when the process that started this one has ended: whoever starts the service again wants the same ports,
   * and work in progress may take DRAIN_SECONDS. After a signal the drain decides when each port closes.
   */
  readonly giveUpPorts: () => void
  readonly drain: () => Promise<void>
}

export function drainOnSignal(log: Log, { facts, giveUpPorts, drain }: Shutdown): void {
  let isStopping = false
  const stop = (reason: object): void => {
    if (isStopping) return
    isStopping = true
    log.info({ ...reason, ...facts() }, 'draining')
    drain().then(
      () => exit(0),
      error => {
        log.error({ stack: (error as Error).stack }, 'drain failed')
        exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop({ signal }))
  const stopAsOrphan = (): void => {
    giveUpPorts()
    stop({ reason: 'the process that started this one has ended' })
  }
  process.once('disconnect', stopAsOrphan)
  // it may have ended before this one was ready
  if (process.send !== undefined && !process.connected) stopAsOrphan()
}

const exit = (code: number): void => void outputWritten().then(() => process.exit(code))

// Messages of a process to the one that started it with a channel between them, such as `npm start`.

/** Without effect when there is no channel, or when the other process has ended: then it is nobody's concern any more. */
export function tellParent(message: object): void {
  // without a callback a closed channel is an error event, which ends this process
  process.send?.(message, undefined, undefined, () => {})
}
