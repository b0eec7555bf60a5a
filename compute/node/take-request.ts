/** A request of the taker to the store, until the jobs of its answer have threads. Its modes are in taker-modes.ts. */
import type { JobLane } from '../../shared/contract/job-classes.ts'
import { HOLDS_THREADS, moved, REQUEST_MOVES, type RequestEvent, type RequestMode } from './taker-modes.ts'

/** next: for threads, and for the node's own one. urgent: of a higher class, behind which the prefetched jobs wait. quick: for the node's own thread alone. */
type Kind = 'next' | 'urgent' | 'quick'

export class TakeRequest {
  readonly lane: JobLane
  readonly jobCount: number
  readonly kind: Kind
  #mode: RequestMode = 'waiting'

  constructor(lane: JobLane, jobCount: number, kind: Kind = 'next') {
    this.lane = lane
    this.jobCount = jobCount
    this.kind = kind
  }

  get mode(): RequestMode {
    return this.#mode
  }

  get holdsThreads(): boolean {
    return HOLDS_THREADS[this.#mode]
  }

  on(event: RequestEvent): void {
    this.#mode = moved(REQUEST_MOVES, this.#mode, event)
  }
}
