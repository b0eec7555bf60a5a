/**
 * The tasks that a replay without a clock still looks at: all but those that are over for good. A task that was finished as the end of the window
 * says, behind none but such, is a point at the data date on every morning that follows: it holds nobody, loses nothing, and nothing reaches through it.
 * In a long series that is half of all tasks on half of all mornings. Of the others those are placed again that the new morning, their own progress or a
 * predecessor can have moved.
 */
import { EPSILON_DAYS, snap } from '../../calendar/snap.ts'
import { isByClock } from '../../clock/input.ts'
import { DayPlan } from '../../cpm/day-plan.ts'
import { type EarlyDates, forward } from '../../cpm/forward.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { linksWithLag } from '../../cpm/lags.ts'
import { type OutgoingLinks, outgoingLinks } from '../../graph/links.ts'
import { copied, zeros } from '../../ids/short-arrays.ts'
import { NO_CONSTRAINT } from '../../kind/constraint-types.ts'
import { place } from '../../passes/forward.ts'
import { COMPLETE } from '../../population/progress.ts'
import { type Followed, followedFinish } from './status.ts'

export class OpenTasks {
  /** Those that are not over for good, each after its predecessors. */
  order: Uint32Array
  readonly #half: CpmInput
  readonly #isOver: Uint8Array
  /** The morning before, whose early dates were written here. */
  #last: { readonly now: CpmInput; readonly early: EarlyDates } | undefined
  /** The latest finish of incomplete tasks on the morning that was written last; undefined = it has to be looked for. */
  #latest: number | undefined
  /** Made when a morning follows another one. */
  #reach: Reach | undefined

  constructor(half: CpmInput) {
    this.#half = half
    this.order = copied(half.network.order)
    this.#isOver = zeros(Uint8Array, half.network.taskCount)
  }

  /** From here on all are looked at. */
  lookAtAll(): void {
    this.order = this.#half.network.order
  }

  /** Writes the early dates of a morning. */
  forward(now: CpmInput, early: EarlyDates): void {
    const last = this.#last
    this.#last = isByClock(now) ? undefined : { now, early }
    this.#latest = undefined
    const isAll = this.#isAll(now)
    if (!isAll && last !== undefined) {
      this.#forwardFrom(last.now, last.early, now, early)
      return
    }
    if (!isAll) for (const dates of [early.start, early.finish]) dates.fill(snap(now.dataDate))
    forward(isAll ? now : this.#openOf(now), early)
  }

  /** The same from the dates of the morning before. */
  #forwardFrom(was: CpmInput, wasEarly: EarlyDates, now: CpmInput, early: EarlyDates): void {
    const { order } = this
    const { start, finish } = early
    const { state, remainingDays, constraint } = now
    this.#reach ??= reachOf(this.#half)
    const { isReached, hasLag, next } = this.#reach
    for (const dates of [start, finish]) dates.fill(snap(now.dataDate))
    const plan = new DayPlan(now, early)
    const by = now.dataDate + EPSILON_DAYS
    let latest = Number.NEGATIVE_INFINITY
    for (let at = 0; at < order.length; at++) {
      const s = order[at]
      const wasStart = wasEarly.start[s]
      const wasFinish = wasEarly.finish[s]
      if (
        isReached[s] === 0 &&
        wasStart > by &&
        hasLag[s] === 0 &&
        constraint[s] === NO_CONSTRAINT &&
        was.constraint[s] === NO_CONSTRAINT &&
        state[s] === was.state[s] &&
        remainingDays[s] === was.remainingDays[s]
      ) {
        start[s] = wasStart
        finish[s] = wasFinish
      } else {
        isReached[s] = 0
        place(plan, s)
        if (start[s] !== wasStart || finish[s] !== wasFinish)
          for (let n = next.start[s]; n < next.start[s + 1]; n++) isReached[next.task[n]] = 1
      }
      if (state[s] !== COMPLETE && finish[s] > latest) latest = finish[s]
    }
    this.#latest = latest
  }

  /** The finish that is followed, of a morning whose early dates are written. */
  finish(now: CpmInput, early: EarlyDates, followed: Followed): number {
    const latest = this.#latest
    if (followed.length === 0 && latest !== undefined && latest > Number.NEGATIVE_INFINITY) return latest
    const isAll = this.#isAll(now) || this.order.every(i => now.state[i] === COMPLETE)
    return followedFinish(isAll ? now : this.#openOf(now), early, followed)
  }

  #isAll = ({ network }: CpmInput): boolean => this.order.length === network.order.length

  #openOf = (now: CpmInput): CpmInput => ({ ...now, network: { ...now.network, order: this.order } })

  /** Leaves out what is over for good from this morning on. Nothing is by the clock, whose rules have dates of their own for what is finished. */
  leaveOut(now: CpmInput): void {
    if (isByClock(now)) return
    const { start, task } = now.network
    const { state } = now
    const isOver = this.#isOver
    const { order } = this
    let count = 0
    for (let at = 0; at < order.length; at++) {
      const s = order[at]
      let isOpen = state[s] !== COMPLETE || !this.#isAsAtEnd(now, s)
      for (let k = start[s]; !isOpen && k < start[s + 1]; k++) isOpen = isOver[task[k]] === 0
      if (!isOpen) isOver[s] = 1
      else if (count++ < at) order[count - 1] = s
    }
    if (count < order.length) this.order = order.subarray(0, count)
  }

  #isAsAtEnd({ state, reportedStart, reportedFinish, constraint }: CpmInput, s: number): boolean {
    const half = this.#half
    return (
      state[s] === COMPLETE &&
      half.state[s] === COMPLETE &&
      constraint[s] === NO_CONSTRAINT &&
      reportedFinish[s] === half.reportedFinish[s] &&
      Object.is(reportedStart[s], half.reportedStart[s])
    )
  }
}

/** What can move a task on the morning after. Length taskCount each. */
interface Reach {
  /** 1 = a predecessor has moved. */
  readonly isReached: Uint8Array
  /** 1 = what is left of a link into the task can be another lag each morning. */
  readonly hasLag: Uint8Array
  readonly next: OutgoingLinks
}

function reachOf({ network }: CpmInput): Reach {
  const { taskCount } = network
  const hasLag = zeros<Uint8Array>(Uint8Array, taskCount)
  for (const { s } of linksWithLag(network)) hasLag[s] = 1
  return { isReached: zeros(Uint8Array, taskCount), hasLag, next: outgoingLinks(taskCount, network) }
}
