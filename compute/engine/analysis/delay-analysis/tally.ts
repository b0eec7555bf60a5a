/** What the steps of a replay come to in a window: by task, by category, by pair of concurrent delays, and the list of its days. */
import type { DayRule } from '../../../../shared/contract/analysis/delay-analysis/account-data.ts'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { EPSILON_DAYS, OFFSET_DECIMALS } from '../../calendar/snap.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { roundHalfAway } from '../../wording/numbers.ts'
import {
  type Account,
  bitOf,
  type Measure,
  type NetEffect,
  netEffect,
  type Parties,
  type WindowBeside,
} from './account.ts'
import { byId, type ConcurrentPair, LossesBeside, type Pacing, type PacingRecord, PairSums } from './beside.ts'
import { type EventCover, type HeldBy, NOBODY } from './event-cover.ts'
import { lossInWork, partsOf, slackOfLoss } from './holding.ts'
import { TIE_DAYS } from './idle.ts'
import { CONTRACTOR, NO_SIDE, OWNER } from './parties.ts'
import type { ReplayStep } from './replay.ts'
import type { DelayTotals } from './totals.ts'
import { noTotals } from './totals.ts'

/** Days in a row on which the same tasks moved the finish the same way. */
export interface DaySpan {
  readonly from: number
  to: number
  days: number
  calendarDays: number
  readonly holders: readonly number[]
  /** Parties that answered for each of them on its first day. */
  readonly parties: readonly Parties[]
  readonly effect: NetEffect
  /** How they became the days of these holders. */
  readonly rule: DayRule
  /** Whose its days are. */
  readonly by: HeldBy
  /** Parties that hold them beside by revisions (revision-bookings.ts); absent = none does. */
  readonly besideBy?: Parties
  /** Days off, by their number, in which work was told to end: they are no day of the calendar. */
  readonly daysOff?: { readonly from: number; readonly to: number }
}

export interface Tally {
  /** Days by which task i moved the finish, 0 or more; and those by which it brought it forward, 0 or less. Length taskCount, as the next. */
  readonly delayDays: Float64Array
  readonly recoveredDays: Float64Array
  readonly calendarDays: Float64Array
  /** Part of delayDays that no event covers and no category names. */
  readonly openDays: Float64Array
  /** Places of the events that cover days of delay of a task. */
  readonly eventsOf: ReadonlyMap<number, ReadonlySet<number>>
  /** Working days of its own calendar that it lost by itself, less those it gained. */
  readonly slipDays: Float64Array
  /** Part of it that it lost by the pace of its work, of which no schedule says on which days. */
  readonly pacedDays: Float64Array
  /** What float took of these, what went beyond it, and what was gained, 0 or less. */
  readonly consumedDays: Float64Array
  readonly beyondDays: Float64Array
  readonly gainedDays: Float64Array
  /** 1 = a path led to the finish from where it lost time. */
  readonly hadPath: Uint8Array
  /** Working days of its own calendar that it could lose at the start of the window; NaN = no path led from it to the finish. */
  readonly floatDays: Float64Array
  readonly concurrent: readonly ConcurrentPair[]
  readonly unequal: readonly ConcurrentPair[]
  readonly pacing: readonly Pacing[]
  readonly spans: readonly DaySpan[]
  readonly totals: DelayTotals
  readonly beside: WindowBeside
}

export interface TallySetting {
  readonly columns: ScheduleColumns
  /** Side of every task by its category. */
  readonly side: Uint8Array
  /** Whose a day of a task is: that of the events that cover it, else by its category. */
  readonly cover: EventCover
  /** Day number of the day that a step tells of. */
  readonly dayOf: (step: Pick<ReplayStep, 'to' | 'stopsAt'>) => number
  readonly account: Account
  readonly window: number
  readonly calendarDays: Measure
  readonly nearCriticalDays: number
  /** Of all windows so far. */
  readonly pacing: PacingRecord
  /** Tasks from this one on were added in the window (carried-out.ts); absent: none was. */
  readonly addedFrom?: number
  /** Days in a row are told as one. */
  readonly isMerged: boolean
  /** Whose days they are is all that is asked: nothing of float. */
  readonly isAccountOnly?: boolean
  /** Told of days by which a task moved the finish later in a step. */
  readonly noteHeld?: (i: number, days: number, step: ReplayStep) => void
}

export class WindowTally {
  readonly #setting: TallySetting
  #tally: Tally
  readonly #concurrent = new PairSums()
  readonly #spans: DaySpan[] = []
  readonly #beside: LossesBeside
  readonly #eventsOf = new Map<number, Set<number>>()

  #isBegun = false
  #hasSlips = true
  /** The finish up to which all is booked, and what was booked last. */
  #finish: number
  #last: { readonly step: ReplayStep; readonly holders: readonly number[]; readonly by: HeldBy } | undefined

  constructor(setting: TallySetting, finish: number) {
    const count = setting.columns.taskCount
    const each = (): Float64Array => zeros(Float64Array, count)
    this.#setting = setting
    this.#beside = new LossesBeside(setting, finish)
    this.#finish = onGrid(finish)
    this.#tally = {
      delayDays: each(),
      recoveredDays: each(),
      calendarDays: each(),
      openDays: each(),
      eventsOf: this.#eventsOf,
      slipDays: each(),
      pacedDays: each(),
      consumedDays: each(),
      beyondDays: each(),
      gainedDays: each(),
      hadPath: zeros(Uint8Array, count),
      floatDays: each().fill(Number.NaN),
      concurrent: [],
      unequal: [],
      pacing: [],
      spans: this.#spans,
      totals: noTotals(),
      beside: { ownerDays: 0, contractorDays: 0 },
    }
  }

  /** What work lost is the same whatever finish is followed: that of another one, which is told the same steps before this one. */
  loseAs(other: WindowTally): void {
    if (this.#setting.isAccountOnly !== true) return
    const { slipDays, pacedDays } = other.#tally
    this.#tally = { ...this.#tally, slipDays, pacedDays }
    this.#hasSlips = false
  }

  add(step: ReplayStep): void {
    if (!this.#isBegun && this.#setting.isAccountOnly !== true) this.#noteFloat(step)
    this.#isBegun = true
    if (this.#hasSlips) this.#addSlips(step)
    const { addedFrom = Number.POSITIVE_INFINITY } = this.#setting
    for (const { end, holders: unsorted, rule: found } of partsOf(step)) {
      const isAdded = unsorted.length > 0 && end > 0 && unsorted.every(i => i >= addedFrom)
      const rule = isAdded ? 'added_work' : found
      const until = step.finishWas + end
      const days = until - this.#finish
      // what the grid of printed days leaves is no movement
      const isMoved = Math.abs(days) > EPSILON_DAYS
      const holders = isMoved ? byId(this.#setting.columns, unsorted) : []
      const by = holders.length === 0 ? NOBODY : this.#setting.cover.heldBy(holders, this.#dayOf(step))
      const held = isMoved && days > 0 ? by.parties : 0
      this.#beside.add(step, until, days, holders, held)
      if (isMoved) this.#book(step, until, holders, by, rule)
    }
  }

  #book(step: ReplayStep, until: number, holders: readonly number[], by: HeldBy, rule: DayRule): void {
    const { account, window, calendarDays } = this.#setting
    const days = until - this.#finish
    const calendar = calendarDays(this.#finish, until)
    if (holders.length > 1 && days > 0) this.#tally.totals.sharedDays += days
    if (days > 0) this.#addDelay(step, days, calendar, holders, by)
    else this.#addRecovery(step, days, calendar, holders)
    account.move(until, by.parties, window, by.events)
    const effect = days > 0 ? netEffect(by.parties) : 'recovered'
    const { cover } = this.#setting
    const parties = holders.map(i => cover.partiesOf(i, this.#dayOf(step)))
    this.#addSpan(step, { days, calendarDays: calendar, holders, parties, effect, rule, by })
    this.#finish = until
    this.#last = { step, holders, by }
  }

  #dayOf(step: ReplayStep): number {
    return this.#setting.dayOf(step)
  }

  /** The float of the first morning. */
  #noteFloat({ float }: ReplayStep): void {
    const { floatDays } = this.#tally
    floatDays.forEach((_, i) => {
      const had = float.had(i)
      if (Number.isFinite(had)) floatDays[i] = had
    })
  }

  #addSlips(step: ReplayStep): void {
    const { idle, float } = step
    const { slipDays, pacedDays, consumedDays, beyondDays, gainedDays, hadPath } = this.#tally
    const { addedFrom = Number.POSITIVE_INFINITY } = this.#setting
    for (const i of idle.tasks) {
      // work that was added had no earlier dates: it cannot have slipped, and had no float
      if (i >= addedFrom) continue
      const lost = float.lost(i)
      slipDays[i] += lost
      if (idle.lostDays[i] < 0) {
        gainedDays[i] += lost
        continue
      }
      if (step.isPaced(i)) pacedDays[i] += lost
      if (this.#setting.isAccountOnly === true) continue
      this.#beside.noteLoss(i, step)
      if (float.isOnPath(i)) hadPath[i] = 1
      const used = float.used(i)
      consumedDays[i] += used
      beyondDays[i] += lost - used
    }
  }

  #addDelay(step: ReplayStep, days: number, calendar: number, holders: readonly number[], by: HeldBy): void {
    const { slack, idle } = step
    const { cover } = this.#setting
    const { delayDays, calendarDays, openDays, totals } = this.#tally
    const day = this.#dayOf(step)
    if (holders.length === 0) {
      totals.byCategory[0] += days
      totals.byCategoryCalendar[0] += calendar
      totals.noTaskDays += days
      return
    }
    const share = days / holders.length
    const calendarShare = calendar / holders.length
    for (const i of holders) {
      delayDays[i] += share
      calendarDays[i] += calendarShare
      this.#setting.noteHeld?.(i, share, step)
      const events = cover.at(i, day)
      if (events.length === 0) {
        if (cover.category[i] === 0) openDays[i] += share
      } else {
        for (const { code, share: part } of cover.categoriesOf(i, day)) if (code === 0) openDays[i] += share * part
        for (const event of events) this.#noteEvent(i, event)
      }
    }
    for (const own of [OWNER, CONTRACTOR]) {
      const first =
        (by.parties & bitOf(own)) === 0 ? undefined : holders.find(i => (cover.partiesOf(i, day) & bitOf(own)) !== 0)
      if (first !== undefined) this.#beside.noteDelay(own, first, step)
    }
    for (const { code, share: part } of by.categories) {
      totals.byCategory[code] += days * part
      totals.byCategoryCalendar[code] += calendar * part
    }
    if (netEffect(by.parties) !== 'concurrent') return
    totals.concurrentDays += days
    totals.concurrentCalendarDays += calendar
    const of = (wanted: number): number[] => holders.filter(i => (cover.partiesOf(i, day) & bitOf(wanted)) !== 0)
    const [owners, contractors] = [of(OWNER), of(CONTRACTOR)]
    this.#concurrent.add(owners, contractors, days, (ownerTask, contractorTask) => {
      const [a, b] = [slackOfLoss(slack, idle, ownerTask), slackOfLoss(slack, idle, contractorTask)]
      // no path leads on from a task that was finished meanwhile
      const slackDays = Number.isFinite(a - b) ? Math.abs(a - b) : 0
      return { slackDays, controllingSide: slackDays <= TIE_DAYS ? NO_SIDE : a < b ? OWNER : CONTRACTOR }
    })
  }

  #noteEvent(i: number, event: number): void {
    const known = this.#eventsOf.get(i)
    if (known === undefined) this.#eventsOf.set(i, new Set([event]))
    else known.add(event)
  }

  #addRecovery({ idle, slackWas, to }: ReplayStep, days: number, calendar: number, holders: readonly number[]): void {
    const { recoveredDays, calendarDays, totals } = this.#tally
    totals.recoveryDays += days
    totals.recoveryCalendarDays += calendar
    if (holders.length === 0) totals.elsewhereDays += days
    // each as it gained on the path: who was hardly faster is not credited with what another made good
    const gained = holders.map(i => Math.abs(lossInWork(slackWas, idle, i)))
    const sum = gained.reduce((total, each) => total + each, 0)
    for (const [n, i] of holders.entries()) {
      const share = sum > 0 ? gained[n] / sum : 1 / holders.length
      recoveredDays[i] += days * share
      if (idle.available[i] >= to - TIE_DAYS) totals.aheadDays += days * share
      calendarDays[i] += calendar * share
    }
  }

  #addSpan({ from, to }: ReplayStep, moved: Omit<DaySpan, 'from' | 'to'>): void {
    const { days, calendarDays, holders, effect, rule, by } = moved
    const last = this.#spans.at(-1)
    const goesOn =
      this.#setting.isMerged &&
      last !== undefined &&
      last.to >= from &&
      last.effect === effect &&
      last.rule === rule &&
      last.by.key === by.key &&
      last.holders.length === holders.length &&
      last.holders.every((i, n) => i === holders[n])
    if (!goesOn) {
      this.#spans.push({ from, to, ...moved })
      return
    }
    last.to = to
    last.days += days
    last.calendarDays += calendarDays
  }

  /** The movement that was booked last ends there instead, not by more than the grid. */
  #settle(until: number): void {
    const span = this.#spans.at(-1)
    if (span === undefined || this.#last === undefined || until === this.#finish) return
    const { account, calendarDays } = this.#setting
    const { step, holders, by } = this.#last
    const rest = until - this.#finish
    const calendar = calendarDays(until, this.#finish) * -1
    const isDelay = span.effect !== 'recovered'
    if (isDelay) this.#addDelay(step, rest, calendar, holders, by)
    else this.#addRecovery(step, rest, calendar, holders)
    span.days += rest
    span.calendarDays += calendar
    account.settle(until, isDelay)
    this.#finish = until
  }

  /** The days off behind the finish are so many more, or fewer, for these tasks; from the first to the last of them. */
  addDaysOff(days: number, tasks: readonly number[], daysOff: { readonly from: number; readonly to: number }): void {
    const { calendarDays, totals } = this.#tally
    const holders = byId(this.#setting.columns, tasks)
    const by = holders.length === 0 ? NOBODY : this.#setting.cover.heldBy(holders, daysOff.to)
    for (const i of holders) calendarDays[i] += days / holders.length
    const effect = days < 0 ? 'recovered' : netEffect(by.parties)
    if (days < 0) totals.recoveryCalendarDays += days
    else for (const { code, share } of by.categories) totals.byCategoryCalendar[code] += days * share
    if (effect === 'concurrent') totals.concurrentCalendarDays += days
    this.#spans.push({
      from: this.#finish,
      to: this.#finish,
      days: 0,
      calendarDays: days,
      holders,
      parties: holders.map(i => this.#setting.cover.partiesOf(i, daysOff.to)),
      effect,
      rule: 'days_off',
      by,
      daysOff,
    })
  }

  /** All of it; `path` are the tasks that hold the finish at the end. What rounding leaves goes to the day that was booked last. */
  end(finish: number, path: readonly number[]): Tally {
    this.#settle(onGrid(finish))
    const { consumedDays, hadPath, delayDays, recoveredDays, totals } = this.#tally
    const onPath = new Set(path)
    consumedDays.forEach((days, i) => {
      if (hadPath[i] === 0) return
      if (onPath.has(i) || delayDays[i] > EPSILON_DAYS || recoveredDays[i] < -EPSILON_DAYS)
        totals.consumedFloatDays += days
    })
    const { unequal, ...beside } = this.#beside.end(this.#tally)
    totals.unequalDays = unequal.reduce((sum, { days }) => sum + days, 0)
    return { ...this.#tally, concurrent: this.#concurrent.list(), unequal, ...beside }
  }
}

/** Finishes of schedules and half-steps are told on the grid of printed days: then the windows sum to the total to the digit. */
export const onGrid = (finish: number): number => roundHalfAway(finish, OFFSET_DECIMALS)
