/** A request of the taker to the store, until the jobs of its answer have threads. Its modes are in taker-modes.ts. */
import type { JobLane } from '../../shared/jobs/classes.ts'
import { HOLDS_THREADS, moved, REQUEST_MOVES, type RequestEvent, type RequestMode } from './taker-modes.ts'

export class TakeRequest {
  readonly lane: JobLane
  readonly jobCount: number
  /** Sent because a higher class waits behind the prefetched jobs. */
  readonly isUrgent: boolean
  #mode: RequestMode = 'waiting'

  constructor(lane: JobLane, jobCount: number, isUrgent = false) {
    this.lane = lane
    this.jobCount = jobCount
    this.isUrgent = isUrgent
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
