/** Work that repeats until it is stopped. */
import { StoreUnavailable } from '../../shared/platform/store-unavailable.ts'

export class RepeatedWork {
  readonly #onFault: (error: unknown) => void
  readonly #timers = new Set<NodeJS.Timeout>()
  isStopped = false

  /** onFault: errors other than an unavailable store. */
  constructor(onFault: (error: unknown) => void) {
    this.#onFault = error => {
      if (!(error instanceof StoreUnavailable)) onFault(error)
    }
  }

  /** Runs half to one and a half times the interval after the last run ended, so that nodes do not all run at once. */
  every(intervalMs: number, work: () => Promise<void>): void {
    if (this.isStopped) return
    const timer = setTimeout(
      async () => {
        this.#timers.delete(timer)
        await this.run(work)
        this.every(intervalMs, work)
      },
      intervalMs * (0.5 + Math.random()),
    )
    this.#timers.add(timer)
  }

  /** Never rejects. */
  run(work: () => Promise<void>): Promise<void> {
    return work().catch(this.#onFault)
  }

  stop(): void {
    this.isStopped = true
    for (const timer of this.#timers) clearTimeout(timer)
  }
}
