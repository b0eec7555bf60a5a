/**
 * The tasks that a replay without a clock still looks at: all but those that are over for good. A task that was finished as the end of the window
 * says, behind none but such, is a point at the data date on every morning that follows: it holds nobody, loses nothing, and nothing reaches through it.
 * In a long series that is half of all tasks on half of all mornings.
 */
import { snap } from '../../calendar/snap.ts'
import { isByClock } from '../../clock/input.ts'
import { type EarlyDates, forward } from '../../cpm/forward.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { copied, zeros } from '../../ids/short-arrays.ts'
import { NO_CONSTRAINT } from '../../kind/constraint-types.ts'
import { COMPLETE } from '../../population/progress.ts'
import { type Followed, followedFinish } from './status.ts'

export class OpenTasks {
  /** Those that are not over for good, each after its predecessors. */
  order: Uint32Array
  readonly #half: CpmInput
  readonly #isOver: Uint8Array

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
    const isAll = this.#isAll(now)
    if (!isAll) for (const dates of [early.start, early.finish]) dates.fill(snap(now.dataDate))
    forward(isAll ? now : this.#openOf(now), early)
  }

  /** The finish that is followed, of a morning whose early dates are written. */
  finish(now: CpmInput, early: EarlyDates, followed: Followed): number {
    const isAll = this.#isAll(now) || this.order.every(i => now.state[i] === COMPLETE)
    return followedFinish(isAll ? now : this.#openOf(now), early, followed)
  }

  #isAll = ({ network }: CpmInput): boolean => this.order.length === network.order.length

  #openOf = (now: CpmInput): CpmInput => ({ ...now, network: { ...now.network, order: this.order } })

  /** Leaves out what is over for good from this morning on. Nothing is by the clock, whose rules have dates of their own for what is finished. */
  leaveOut(now: CpmInput): void {
    if (isByClock(now)) return
    const { start, task } = now.network
    const isOver = this.#isOver
    const { order } = this
    let count = 0
    for (let at = 0; at < order.length; at++) {
      const s = order[at]
      let isOpen = !this.#isAsAtEnd(now, s)
      for (let k = start[s]; !isOpen && k < start[s + 1]; k++) isOpen = isOver[task[k]] === 0
      if (isOpen) order[count++] = s
      else isOver[s] = 1
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
