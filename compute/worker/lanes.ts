/**
 * Turns of calls in the two lanes: a call waits for its turn, holds a slot while a thread works on it, and returns it. It waits for other
 * things (kept schedules from the store) without a slot, and then takes another turn.
 */
import { type Refusal, refuse } from '../../shared/errors.ts'
import type { Deadline } from './deadlines.ts'
import { Lane, type LaneSettings } from './lane.ts'
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
  /** Of the whole call, waits included. */
  readonly deadline: Deadline
  readonly deadlineSeconds: number
}

/** What came of a turn: its result, or the end of the call. workMs: what threads worked in it. */
export type Turn<Result> = { readonly result: Result; readonly workMs: number } | { readonly end: PoolOutcome }

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

const laneFull = (laneName: LaneName): Refusal =>
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
    const { accountId, requestId, deadline } = caller
    const lane = this.#lanes[laneName]
    const late = (workerMs = 0): { end: PoolOutcome } => ({
      end: refusal(refuse('deadline_exceeded', { deadlineSeconds: caller.deadlineSeconds }), workerMs),
    })
    if (deadline.isOver) return late()
    const entered = lane.enter(accountId, listener => {
      caller.whenGone(listener)
      deadline.whenOver = listener
    })
    if (entered === undefined) return { end: refusal(laneFull(laneName)) }
    if (!(await entered)) return deadline.isOver ? late() : { end: { kind: 'gone' } }
    caller.onThread?.(laneName)
    const startedMs = performance.now()
    let workMs: number | undefined
    try {
      const result = await work(ms => {
        workMs = (workMs ?? 0) + ms
      })
      return { result, workMs: workMs ?? 0 }
    } catch (error) {
      const workerMs = performance.now() - startedMs
      return deadline.isOver ? late(workerMs) : { end: refusal(this.#refusalOf(error, requestId), workerMs) }
    } finally {
      const tookMs = performance.now() - startedMs
      lane.leave(accountId, tookMs, workMs ?? tookMs)
    }
  }
}
