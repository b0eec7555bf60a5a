import type { JobLane } from '../../shared/contract/job-classes.ts'

/**
 * The two state machines of the taker (taker.ts). Each row is a mode; its entries are the possible events and the next mode. Any other
 * event is a defect of the taker.
 *
 * taking: jobs are taken for idle threads. draining: none are taken; held jobs run or are returned.
 *
 * A request to the store for jobs of a queue:
 * waiting: no answer yet. looking: the answer is late, and it is being checked whether the shard hangs. abandoned: the shard hangs, and
 * the reserved threads are free for others; an answer may still come. placing: answered, and its jobs are being assigned to threads.
 * settled: done; the result of the check may still arrive.
 */
export type TakerMode = 'taking' | 'draining'
type TakerEvent = 'stop'
export type RequestMode = 'waiting' | 'looking' | 'abandoned' | 'placing' | 'settled'
type RequestEvent = 'late' | 'shardWorks' | 'shardAway' | 'answered' | 'placed'

type Moves<Mode extends string, Event extends string> = Readonly<Record<Mode, Readonly<Partial<Record<Event, Mode>>>>>

export const TAKER_MOVES: Moves<TakerMode, TakerEvent> = {
  taking: { stop: 'draining' },
  draining: { stop: 'draining' },
}

export const REQUEST_MOVES: Moves<RequestMode, RequestEvent> = {
  waiting: { late: 'looking', answered: 'placing' },
  looking: { shardWorks: 'waiting', shardAway: 'abandoned', answered: 'placing' },
  abandoned: { answered: 'settled' },
  placing: { shardWorks: 'placing', shardAway: 'placing', placed: 'settled' },
  settled: { shardWorks: 'settled', shardAway: 'settled', placed: 'settled' },
}

/** The modes of a request in which its threads are reserved. */
const HOLDS_THREADS: Readonly<Record<RequestMode, boolean>> = {
  waiting: true,
  looking: true,
  abandoned: false,
  placing: true,
  settled: false,
}

export function moved<Mode extends string, Event extends string>(
  moves: Moves<Mode, Event>,
  mode: Mode,
  event: Event,
): Mode {
  const next = moves[mode][event]
  if (next === undefined) throw new Error(`${event} cannot happen while ${mode}`)
  return next
}

// A request of the taker to the store, until the jobs of its answer have threads. Its modes are in taker-modes.ts.

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
