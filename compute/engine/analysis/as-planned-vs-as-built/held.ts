/** What the day rule comes to (holders.ts): days by category and by task, and the running account of who held them. */

import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import type { Calendar } from '../../calendar/calendar.ts'
import { EPSILON_DAYS, snap } from '../../calendar/snap.ts'
import type { Timeline } from '../../calendar/timeline.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { dateOrNull } from '../../result/options.ts'
import type { Scale } from '../delay-analysis/account.ts'
import { Account, type Measure, netEffect, type WindowBeside } from '../delay-analysis/account.ts'
import { type ContractSeries, type HeldFinish, unheldSeries } from '../delay-analysis/contract-accounts.ts'
import { type EventCover, type HeldBy, NOBODY } from '../delay-analysis/event-cover.ts'
import { EventDays } from '../delay-analysis/event-days.ts'
import type { DelayTotals } from '../delay-analysis/totals.ts'
import { noTotals } from '../delay-analysis/totals.ts'
import type { AsBuilt } from './context.ts'
import type { HeldMoves } from './holders.ts'
import type { HeldOff } from './tied-paths.ts'

export interface Held {
  readonly totals: DelayTotals
  readonly account: Account
  readonly beside: readonly WindowBeside[]
  readonly calendarDays: Measure
  /** Tasks that held days, and how many each: what several hold together they share equally. Length taskCount. */
  readonly tasks: Uint32Array
  readonly days: Float64Array
  readonly wallDays: Float64Array
  readonly eventDays: EventDays
  /** Days of delay for which no task was found. */
  readonly noTaskDays: number
  readonly noTaskCalendarDays: number
}

interface HeldSetting {
  readonly wall: Wall
  readonly cover: EventCover
  readonly eventCount: number
  /** Who worked on the days off between two finishes of the wall. */
  readonly onDaysOff: (from: number, to: number) => readonly HeldOff[]
}

export function heldOf(
  { columns }: AsBuilt,
  { moves, beside }: HeldMoves,
  { wall, cover, eventCount, onDaysOff }: HeldSetting,
): Held {
  const { taskCount } = columns
  const eventDays = new EventDays(eventCount)
  const totals = noTotals()
  const account = new Account(wall.planned, wall.scale)
  const days = zeros(Float64Array, taskCount)
  const wallDays = zeros(Float64Array, taskCount)
  let finish = wall.planned
  let noTaskCalendarDays = 0
  const move = (moved: number, to: number, holders: readonly number[], by: HeldBy): void => {
    const walled = snap(to - finish)
    account.move(to, by.parties, 0, by.events)
    finish = to
    if (walled < 0) {
      totals.recoveryDays += moved
      totals.recoveryCalendarDays += walled
      return
    }
    if (netEffect(by.parties) === 'concurrent') {
      totals.concurrentDays += moved
      totals.concurrentCalendarDays += walled
    }
    const count = holders.length
    if (count === 0) {
      totals.noTaskDays += moved
      noTaskCalendarDays += walled
    }
    for (const { code, share } of by.categories) {
      totals.byCategory[code] += moved * share
      totals.byCategoryCalendar[code] += walled * share
    }
    eventDays.add(by.events, moved, walled)
    if (count > 1) totals.sharedDays += moved
    for (const i of holders) {
      days[i] += moved / count
      wallDays[i] += walled / count
    }
  }
  moves.forEach(({ from, to, holders, by }, n) => {
    const end = wall.beyond(to)
    // what is gained last is gained up to the day on which the work ended
    move(to - from, n === moves.length - 1 && to < from ? Math.max(end, wall.built) : end, holders, by)
  })
  if (wall.built < finish) move(0, wall.built, [], NOBODY)
  else if (wall.built > finish)
    for (const { to, holders } of onDaysOff(finish, wall.built))
      move(0, to, holders, cover.heldBy(holders, Math.ceil(to) - 1))
  return {
    totals,
    account,
    beside: [beside],
    calendarDays: (from, to) => snap(to - from),
    tasks: Uint32Array.from(days.keys()).filter(i => wallDays[i] > 0),
    days,
    wallDays,
    eventDays,
    noTaskDays: totals.noTaskDays,
    noTaskCalendarDays,
  }
}

/**
 * Finishes by the wall: the end of their day, in days of the wall. The account of what was held is kept in these, since work on days off ends later and
 * costs no day of the calendar; how many of those lie between two finishes is counted when it is told.
 */
export interface Wall {
  readonly planned: number
  readonly built: number
  /** The finish so many days of the calendar beyond the planned one. */
  readonly beyond: (days: number) => number
  readonly scale: Scale
}

export function wallOf({ calendar, anchorDay }: Timeline, plannedDay: number, builtDay: number): Wall {
  const anchorIndex = calendar.indexOf(anchorDay)
  const planEnd = calendar.indexOf(plannedDay + 1) - anchorIndex
  const planned = plannedDay + 1
  const offsetOf = (wall: number): number => {
    const day = Math.floor(wall + EPSILON_DAYS)
    const isWorked = calendar.indexOf(day + 1) > calendar.indexOf(day)
    return calendar.indexOf(day) - anchorIndex + (isWorked ? wall - day : 0)
  }
  const finishAt = (offset: number): number => {
    if (Math.abs(offset - planEnd) <= EPSILON_DAYS) return planned
    const whole = Math.floor(offset + EPSILON_DAYS)
    const part = offset - whole
    // a finish on a whole day is the end of the working day before
    return part < EPSILON_DAYS
      ? calendar.dayOf(whole - 1 + anchorIndex) + 1
      : calendar.dayOf(whole + anchorIndex) + part
  }
  return {
    planned,
    built: builtDay + 1,
    beyond: days => finishAt(planEnd + days),
    scale: {
      days: (from, to) => snap(offsetOf(to) - offsetOf(from)),
      after: (from, days) => finishAt(offsetOf(from) + days),
    },
  }
}

/** Finishes that contract dates are held against. */
export const heldFinishes =
  (calendar: Calendar) =>
  (place: string, dataDay: number, day: number): HeldFinish => ({
    place,
    dataDate: dateOrNull(dataDay),
    day: day === DAY_ABSENT ? Number.NaN : day,
    marginTo: to => (day === DAY_ABSENT ? Number.NaN : calendar.indexOf(to + 1) - calendar.indexOf(day + 1)),
  })

/** Plan and work as contract dates ask for them; undefined: there is no path that tells who held the finish. */
export const planSeries = (finishes: readonly HeldFinish[], held: Held | undefined): ContractSeries =>
  held === undefined
    ? unheldSeries(finishes, finishes[0].day)
    : {
        finishes,
        account: held.account,
        beside: held.beside,
        dateAt: wall => Math.ceil(wall - EPSILON_DAYS) - 1,
        planDay: finishes[0].day,
      }
