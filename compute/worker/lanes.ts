/**
 * Turns of calls in the two lanes: a call waits for its turn, holds a slot while a thread works on it, and returns it. It waits for other
 * things (kept schedules from the store) without a slot, and then takes another turn.
 */

import type { Deadline } from '../../shared/deadlines.ts'
import { type Refusal, refuse } from '../../shared/errors.ts'
import { Lane, type LaneSettings, type Waiter } from './lane.ts'
import type { WorkReply } from './work.ts'

export type LaneName = 'small' | 'large'

export type PoolOutcome = WorkReply | { readonly kind: 'gone' }

/** A call, in all its turns. */
export interface Caller {
  /** Accounts are served in turn. */
  readonly accountId: string
  readonly requestId: string
  readonly whenGone: (listener: () => void) => void
  /** Called at each turn that the call goes to a thread of this lane. */
  readonly onThread: ((lane: LaneName) => void) | undefined
  /** Of the whole call, waits included; behind what the gateway carries out for a tool another one. */
  deadline: Deadline
  readonly deadlineSeconds: number
}

/** What came of a turn: its result, or the end of the call. workMs: what threads worked in it. */
export type Turn<Result> = { readonly result: Result; readonly workMs: number } | EndOfTurn
export type EndOfTurn = { readonly end: PoolOutcome }

interface LanesSettings extends Pick<LaneSettings, 'queueMax' | 'waitMs'> {
  readonly threads: Readonly<Record<LaneName, number>>
  /** Calls that hold a place at once. */
  readonly slots: Readonly<Record<LaneName, number>>
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
  readonly #refusalOf: LanesSettings['refusalOf']

  constructor({ threads, slots, refusalOf, ...settings }: LanesSettings) {
    const lane = (name: LaneName): Lane =>
      new Lane({
        ...settings,
        threads: threads[name],
        slots: slots[name],
        now: () => performance.now(),
      })
    this.#lanes = { small: lane('small'), large: lane('large') }
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

  /** work: what threads are to do while the call holds its place; reports how long they worked. Never rejects. */
  async turn<Result>(
    laneName: LaneName,
    caller: Caller,
    work: (worked: (ms: number) => void) => Promise<Result>,
  ): Promise<Turn<Result>> {
    const { accountId, deadline } = caller
    const lane = this.#lanes[laneName]
    if (deadline.isOver) return late(caller, 0)
    const entered = lane.enter(accountId, listener => {
      caller.whenGone(listener)
      deadline.whenOver = listener
    })
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
      return this.failed(caller, error, performance.now() - startedMs)
    } finally {
      const tookMs = performance.now() - startedMs
      lane.leave(accountId, tookMs, workMs ?? tookMs)
    }
  }

  /** A place for work that this thread does, without a promise: starts the call, now or later. False: the lane is full. */
  join(laneName: LaneName, accountId: string, waiter: Waiter): boolean {
    return this.#lanes[laneName].join(accountId, waiter)
  }

  /** Gives a place of join() back. */
  leave(laneName: LaneName, accountId: string, tookMs: number, workMs: number): void {
    this.#lanes[laneName].leave(accountId, tookMs, workMs)
  }

  /** What came of a turn whose work failed. */
  failed(caller: Caller, error: unknown, workerMs: number): EndOfTurn {
    if (caller.deadline.isOver) return late(caller, workerMs)
    return { end: refusal(this.#refusalOf(error, caller.requestId), workerMs) }
  }
}

export const late = ({ deadlineSeconds }: Caller, workerMs: number): EndOfTurn => ({
  end: refusal(refuse('deadline_exceeded', { deadlineSeconds }), workerMs),
})

/** Of a call that left the queue before its turn. */
export const removed = (caller: Caller): EndOfTurn =>
  caller.deadline.isOver ? late(caller, 0) : { end: { kind: 'gone' } }
