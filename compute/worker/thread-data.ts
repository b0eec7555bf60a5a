/** What the pool gives to each of its threads (workerData). */
import type { InlineWatching } from '../../shared/platform/process/inline-watch.ts'

export interface ThreadData {
  /** Of call-board.ts. */
  readonly boardMemory: SharedArrayBuffer
  /** Calls in the gateway's own thread. */
  readonly inlineCalls: InlineWatching
}
