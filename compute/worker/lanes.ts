/**
 * Turns of calls in the two lanes: a call waits for its turn, holds a slot while a thread works on it, and returns it. It waits for other
 * things (kept schedules from the store) without a slot, and then takes another turn.
 */

import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import type { Deadline } from '../../shared/platform/deadlines.ts'
import { Lane, type LaneSettings, type Waiter } from './lane.ts'
import type { Payer, Standing, ThreadTime } from './thread-time.ts'
import type { WorkReply } from './work.ts'

export type LaneName = 'small' | 'large'

export type PoolOutcome = WorkReply | { readonly kind: 'gone' }

/** A call, in all its turns. */
export interface Caller {
  /** Accounts are served in turn. */
  readonly accountId: string
  /** Who is charged the thread time; undefined: nobody, the service itself calls. */
  readonly payer: Payer | undefined
  readonly endpoint: string
  readonly bodyBytes: number
  readonly requestId: string
  readonly whenGone: (listener: () => void) => void
  /** Called at each turn that the call goes to a thread of this lane. */
  readonly onThread: ((lane: LaneName) => void) | undefined
  /** Deadline of the whole call, waits included; behind what the gateway carries out for a tool another one. */
  deadline: Deadline
  readonly deadlineSeconds: number
}

/** What came of a turn: its result, or the end of the call. workMs: what threads worked in it. */
export type Turn<Result> = { readonly result: Result; readonly workMs: number } | EndOfTurn
type EndOfTurn = { readonly end: PoolOutcome }

/** Why a thread failed at a call, and what it had worked on it (work-stamp.ts): a call that waits in its slot, or for a processor, costs nothing. */
export class ThreadFailure {
  readonly reason: unknown
  readonly workedMs: number

  constructor(reason: unknown, workedMs: number) {
    this.reason = reason
    this.workedMs = workedMs
  }
}

interface LanesSettings extends Pick<LaneSettings, 'queueMax' | 'waitMs'> {
  readonly threads: Readonly<Record<LaneName, number>>
  /** Calls that hold a place at once. */
  readonly slots: Readonly<Record<LaneName, number>>
  readonly threadTime: ThreadTime
  /** What the failure of a thread means for its call. */
  readonly refusalOf: (error: unknown, requestId: string) => Refusal
}

/** Seconds a caller should wait when a lane is full. */
const RETRY_AFTER_SECONDS = 1

export const refusal = (value: Refusal, workerMs = 0): WorkReply => ({
  kind: 'refusal',
  refusal: value,
  taskCount: 0,
  workerMs,
})

export const laneFull = (laneName: LaneName): Refusal =>
  refuse('capacity_exceeded', {
    what: `the queue of ${laneName} bodies is full`,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })

export class Lanes {
  readonly #lanes: Readonly<Record<LaneName, Lane>>
  readonly #threadTime: ThreadTime
  readonly #refusalOf: LanesSettings['refusalOf']

  constructor({ threads, slots, threadTime, refusalOf, ...settings }: LanesSettings) {
    const lane = (name: LaneName): Lane =>
      new Lane({
        ...settings,
        threads: threads[name],
        slots: slots[name],
        now: () => performance.now(),
      })
    this.#lanes = { small: lane('small'), large: lane('large') }
    this.#threadTime = threadTime
    this.#refusalOf = refusalOf
  }

  /** Waiting and running calls per lane. */
  get load(): Readonly<Record<LaneName, { running: number; waiting: number }>> {
    const of = (lane: Lane) => ({ running: lane.running, waiting: lane.waiting })
    return { small: of(this.#lanes.small), large: of(this.#lanes.large) }
  }

  arrive(laneName: LaneName, accountId: string): Refusal | undefined {
    return this.#lanes[laneName].arrive(accountId) ? undefined : laneFull(laneName)
  }

  expect(laneName: LaneName, accountId: string): (() => void) | Refusal {
    return this.#lanes[laneName].expect(accountId) ?? laneFull(laneName)
  }

  /**
   * Where a thread is to work on a body of this lane. Beside light accounts, what heavy ones send has the threads of large bodies, however small it is: those stand
   * back more, and a priority that a thread once gave up does not come back.
   */
  laneOf(laneName: LaneName, { payer }: Caller): LaneName {
    if (laneName === 'large' || payer === undefined || !this.#lanes.small.hasLightCallers) return laneName
    return this.#threadTime.standsBack(payer) ? 'large' : 'small'
  }

  /** work: what threads are to do while the call holds its place; reports how long they worked. Never rejects. */
  async turn<Result>(
    laneName: LaneName,
    caller: Caller,
    work: (worked: (ms: number) => void) => Promise<Result>,
  ): Promise<Turn<Result>> {
    const { accountId, deadline } = caller
    if (deadline.isOver) return late(caller, 0)
    const whenGone: Waiter['whenGone'] = listener => {
      caller.whenGone(listener)
      deadline.whenOver = listener
    }
    const entered = this.#lanes[laneName].enter(accountId, whenGone, this.#standing(caller))
    if (entered === undefined) return { end: refusal(laneFull(laneName)) }
    if (!(await entered)) return removed(caller)
    caller.onThread?.(laneName)
    const startedMs = performance.now()
    let workMs: number | undefined
    try {
      const result = await work(ms => {
        workMs = (workMs ?? 0) + ms
      })
      return { result, workMs: workMs ?? 0 }
    } catch (error) {
      // nobody has told what threads did in the part that failed
      workMs = error instanceof ThreadFailure ? (workMs ?? 0) + error.workedMs : performance.now() - startedMs
      return this.failed(caller, error, workMs)
    } finally {
      const tookMs = performance.now() - startedMs
      this.leave(laneName, caller, tookMs, workMs ?? tookMs)
    }
  }

  /** A place for work that this thread does, without a promise: starts the call, now or later. False: the lane is full. */
  join(laneName: LaneName, caller: Caller, waiter: Waiter): boolean {
    return this.#lanes[laneName].join(caller.accountId, waiter, this.#standing(caller), false)
  }

  /** Whether it may keep its place of join() although a thread is to do the work after all. */
  mayTakeThread(caller: Caller): boolean {
    return this.#standing(caller) === 'light'
  }

  /** Gives a place of join() back, and charges the thread time, also that of a call that failed. */
  leave(laneName: LaneName, caller: Caller, tookMs: number, workMs: number): void {
    const { accountId, payer, endpoint, bodyBytes } = caller
    if (payer !== undefined) this.#threadTime.charge(payer, { endpoint, workMs, bodyBytes })
    this.#lanes[laneName].leave(accountId, tookMs, workMs, this.#standing(caller))
  }

  #standing({ payer }: Caller): Standing {
    return payer === undefined ? 'light' : this.#threadTime.standing(payer)
  }

  /** What came of a turn whose work failed. */
  failed(caller: Caller, error: unknown, workerMs: number): EndOfTurn {
    if (caller.deadline.isOver) return late(caller, workerMs)
    const reason = error instanceof ThreadFailure ? error.reason : error
    return { end: refusal(this.#refusalOf(reason, caller.requestId), workerMs) }
  }
}

export const late = ({ deadlineSeconds }: Caller, workerMs: number): EndOfTurn => ({
  end: refusal(refuse('deadline_exceeded', { deadlineSeconds }), workerMs),
})

/** The end of a call that left the queue before its turn. */
export const removed = (caller: Caller): EndOfTurn =>
  caller.deadline.isOver ? late(caller, 0) : { end: { kind: 'gone' } }
