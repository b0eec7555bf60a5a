/** The status of an earlier schedule in a later one, of whose revisions only some make it end later: those of one party (revision-bookings.ts). */

import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { calendarOf, momentAt } from '../../clock/input.ts'
import { type CpmInput, withRemaining } from '../../cpm/input.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { copied, zeros } from '../../ids/short-arrays.ts'
import { fromFinish, toStart } from '../../passes/relation.ts'
import { COMPLETE, NOT_STARTED } from '../../population/progress.ts'
import { afterLag } from './carried-out.ts'
import { LINK_NEW, LINK_REMOVED } from './revised-links.ts'
import type { RevisedSchedule } from './revised-schedule.ts'
import type { Status } from './status.ts'

/** What the later schedule revised so that it can end later, by task. */
export class OwnRevisions {
  /** Of the later schedule. */
  readonly tasks: readonly number[]
  readonly #earlier: Status
  readonly #later: Status
  readonly #toEarlier: Int32Array
  readonly #revised: RevisedSchedule
  /** By link of the network of the later schedule that is new: the lag of before, -Infinity = there was no such link. */
  readonly #lagBefore = new Map<number, number>()
  /** Those of them of which the window is over: what waited for them lost the time by progress. */
  readonly #carriedOut = new Set<number>()
  /** By task, days that are left of lags whose predecessors are finished. */
  readonly #lagLeft: Float64Array
  /** By link from added work, whose it is: the lag that it has with that work. Without it the link only leads on. */
  readonly #lagOfAdded = new Map<number, number>()
  /** 1 = it waits for new links, so what it lost before it began is what they hold. */
  readonly #waits: Uint8Array
  /** By task, days of its later calendar beyond progress; NaN = added, and not over. */
  readonly #grown: Float64Array

  /** Tasks of the earlier schedule from `addedFrom` on are points of added work (carried-out.ts). */
  constructor(earlier: Status, later: Status, toEarlier: Int32Array, revised: RevisedSchedule, addedFrom: number) {
    this.#earlier = earlier
    this.#later = later
    this.#toEarlier = toEarlier
    this.#revised = revised
    const { order, start, task, type } = later.network
    this.#grown = zeros(Float64Array, later.columns.taskCount)
    this.#lagLeft = zeros(Float64Array, later.columns.taskCount)
    this.#waits = zeros(Uint8Array, later.columns.taskCount)
    const isAddedWork = (j: number): boolean => toEarlier[j] === NO_MATCH || toEarlier[j] >= addedFrom
    const isNew = zeros(Uint8Array, later.columns.taskCount)
    for (const j of order) {
      const { before, after } = revised.remaining
      // the days since others could have begun to wait for added work are none of its own, so what is not over is all of it a revision here
      const isOpen = isAddedWork(j) && (toEarlier[j] === NO_MATCH || later.prepared.input.state[j] !== COMPLETE)
      this.#grown[j] = isOpen ? Number.NaN : (after[j] - before[j]) / this.#ratio(j)
      const lags = this.#newLinks(j)
      for (let k = start[j]; k < start[j + 1]; k++) {
        if (isAddedWork(task[k])) {
          this.#lagOfAdded.set(k, this.#lagBehindAdded(k, j))
          if (this.#lagOfAdded.get(k)! > EPSILON_DAYS) isNew[task[k]] = 1
          continue
        }
        const lag = lags?.get(4 * task[k] + type[k])
        if (lag === undefined) continue
        this.#lagBefore.set(k, lag)
        if (this.#isCarriedOut(k, j)) {
          this.#carriedOut.add(k)
          const left = this.#leftOfLag(k, j)
          // of the lag of before as much would be left as of that of now, less what is new of it
          const leftBefore = Math.max(0, lag - (later.network.lagDays[k] - left))
          this.#lagLeft[j] = Math.max(this.#lagLeft[j], left - leftBefore)
        } else {
          isNew[j] = 1
          if (toStart(type[k])) this.#waits[j] = 1
        }
      }
      if (this.#lagLeft[j] > EPSILON_DAYS) isNew[j] = 1
    }
    this.tasks = [...order].filter(
      j => isNew[j] === 1 || !(this.#grown[j] <= EPSILON_DAYS) || revised.isConstraintRevised(j),
    )
  }

  /** Days that a task lost, but those that it lost before it began and waits for new links. */
  lostBeside(j: number, lost: number): number {
    return this.#waits[j] === 1 ? Math.min(0, lost) : lost
  }

  isAdded(j: number): boolean {
    return Number.isNaN(this.#grown[j])
  }

  /** Whether new link k into task j holds nothing any more but what is left of its lag. */
  #isCarriedOut(k: number, j: number): boolean {
    const { state, network } = this.#later.prepared.input
    return (
      state[j] === COMPLETE ||
      (toStart(network.type[k]) && (state[j] !== NOT_STARTED || state[network.task[k]] === COMPLETE))
    )
  }

  /** The lag of link k from added work: what is left of it; where its successor did not wait for it, it lets that go when the work itself begins. */
  #lagBehindAdded(k: number, j: number): number {
    const { input } = this.#later.prepared
    const { network, clock } = input
    const p = network.task[k]
    if (!this.#isCarriedOut(k, j)) return network.lagDays[k]
    if (this.#toEarlier[p] === NO_MATCH) return fromFinish(network.type[k]) ? -this.#later.prepared.durationDays[p] : 0
    const left = this.#leftOfLag(k, j)
    return clock === undefined ? left : (left * calendarOf(clock, j).minutesPerDay) / calendarOf(clock, p).minutesPerDay
  }

  #leftOfLag(k: number, j: number): number {
    const { input } = this.#later.prepared
    if (input.state[j] !== NOT_STARTED || !fromFinish(input.network.type[k])) return 0
    const until = afterLag(input, k, j, input.reportedFinish[input.network.task[k]])
    if (!(until > input.dataDate)) return 0
    const { clock } = input
    if (clock === undefined) return until - input.dataDate
    const calendar = calendarOf(clock, j)
    return calendar.workBetween(momentAt(clock, input.dataDate), momentAt(clock, until)) / calendar.minutesPerDay
  }

  #ratio(j: number): number {
    return this.#revised.clock?.calendars.ratio?.[j] ?? 1
  }

  /** Lags of before of the new links into a task, by predecessor and type; undefined = it has none. */
  #newLinks(j: number): Map<number, number> | undefined {
    const { start, task, type, fate, lagBefore } = this.#revised.links
    let lags: Map<number, number> | undefined
    for (let k = start[j]; k < start[j + 1]; k++) {
      if (fate[k] !== LINK_NEW) continue
      lags ??= new Map()
      lags.set(4 * task[k] + type[k], Number.NEGATIVE_INFINITY)
    }
    for (let k = start[j]; lags !== undefined && k < start[j + 1]; k++) {
      const key = 4 * task[k] + type[k]
      if (fate[k] === LINK_REMOVED && lags.has(key)) lags.set(key, lagBefore[k])
    }
    return lags
  }

  /** The status of before in the later schedule, of whose revisions only these make it later; and with so many days that tasks lost. */
  inputWith(status: CpmInput, isOwn: (j: number) => boolean, lost: (j: number) => number): CpmInput {
    const before = this.#earlier.prepared.input
    const { durationDays } = this.#later.prepared
    const state = copied(status.state)
    const reportedStart = copied(status.reportedStart)
    const reportedFinish = copied(status.reportedFinish)
    const constraint = copied(status.constraint)
    const constraintOffset = copied(status.constraintOffset)
    const lagDays = copied(status.lagDays)
    const remaining = new Map<number, number>()
    const { order, start } = status.network
    for (const j of order) {
      const i = this.#toEarlier[j]
      const grown = this.#grown[j]
      if (this.isAdded(j)) {
        state[j] = NOT_STARTED
        reportedStart[j] = reportedFinish[j] = Number.NaN
        remaining.set(j, isOwn(j) ? durationDays[j] : 0)
      } else if (state[j] !== COMPLETE) {
        const own = isOwn(j) ? this.lostBeside(j, lost(j)) + this.#lagLeft[j] : lost(j)
        const left = before.remainingDays[i] / this.#ratio(j) + own + (grown > 0 && !isOwn(j) ? 0 : grown)
        if (Math.abs(left - status.remainingDays[j]) > EPSILON_DAYS) remaining.set(j, Math.max(0, left))
      }
      for (let k = start[j]; k < start[j + 1]; k++) {
        const lag = this.#lagOfAdded.get(k)
        if (lag !== undefined) lagDays[k] = isOwn(status.network.task[k]) ? lag : 0
        else if (!isOwn(j) || this.#carriedOut.has(k)) lagDays[k] = this.#lagBefore.get(k) ?? lagDays[k]
      }
      if (isOwn(j)) continue
      if (i !== NO_MATCH && this.#revised.isConstraintRevised(j)) {
        constraint[j] = before.constraint[i]
        constraintOffset[j] = before.constraintOffset[i]
      }
    }
    const own = { state, reportedStart, reportedFinish, constraint, constraintOffset, lagDays }
    return withRemaining({ ...status, ...own }, remaining)
  }
}
