/** What the day rule comes to (holders.ts): days by category and by task, and the running account of who held them. */

import { everyDay } from '../../calendar/calendar.ts'
import { EPSILON_DAYS, snap } from '../../calendar/snap.ts'
import { Timeline } from '../../calendar/timeline.ts'
import type { Network } from '../../graph/network.ts'
import { zeros } from '../../ids/short-arrays.ts'
import type { Scale } from '../delay-analysis/account.ts'
import { Account, bitOf, type Measure, netEffect, type WindowBeside } from '../delay-analysis/account.ts'
import { CONTRACTOR, NO_SIDE, OWNER } from '../delay-analysis/parties.ts'
import type { DelayTotals } from '../delay-analysis/totals.ts'
import { noTotals } from '../delay-analysis/totals.ts'
import type { AsBuilt } from './context.ts'
import type { HeldMoves } from './holders.ts'
import { exitsOf, type State } from './holders.ts'
import { spanOf } from './path.ts'

export interface Held {
  readonly totals: DelayTotals
  readonly account: Account
  readonly beside: readonly WindowBeside[]
  readonly calendarDays: Measure
  /** Tasks that held days, and how many each: what several hold together they share equally. Length taskCount. */
  readonly tasks: Uint32Array
  readonly days: Float64Array
  readonly wallDays: Float64Array
}

interface HeldSetting {
  readonly wall: Wall
  /** Side by code of the category. */
  readonly side: Uint8Array
  /** Who worked on the days off between two finishes of the wall. */
  readonly onDaysOff: (from: number, to: number) => readonly HeldOff[]
}

export function heldOf(
  { columns }: AsBuilt,
  { moves, besideIfOpen }: HeldMoves,
  { wall, side, onDaysOff }: HeldSetting,
): Held {
  const { delayCategory, taskCount } = columns
  const totals = noTotals()
  const account = new Account(wall.planned, wall.scale)
  const days = zeros(Float64Array, taskCount)
  const wallDays = zeros(Float64Array, taskCount)
  const besideDays = [0, 0, 0, 0]
  let finish = wall.planned
  const move = (moved: number, to: number, holders: readonly number[]): void => {
    const walled = snap(to - finish)
    const parties = holders.reduce((bits, i) => bits | bitOf(side[delayCategory[i]]), 0) || bitOf(NO_SIDE)
    account.move(to, parties, 0)
    finish = to
    if (walled < 0) {
      totals.recoveryDays += moved
      totals.recoveryCalendarDays += walled
      return
    }
    if (netEffect(parties) === 'concurrent') {
      totals.concurrentDays += moved
      totals.concurrentCalendarDays += walled
    }
    const count = holders.length
    if (count === 0) {
      totals.noTaskDays += moved
      totals.byCategory[0] += moved
      totals.byCategoryCalendar[0] += walled
    }
    if (count > 1) totals.sharedDays += moved
    for (const i of holders) {
      days[i] += moved / count
      wallDays[i] += walled / count
      totals.byCategory[delayCategory[i]] += moved / count
      totals.byCategoryCalendar[delayCategory[i]] += walled / count
    }
  }
  for (const { from, to, holders, besideDays: more, isAtEnd } of moves) {
    more.forEach((each, at) => {
      besideDays[at] += each
    })
    // what is gained at the end is gained up to the day on which it ended
    const end = wall.beyond(to)
    if (to !== from) move(to - from, isAtEnd && to < from ? Math.max(end, wall.built) : end, holders)
  }
  if (wall.built < finish) move(0, wall.built, [])
  else if (wall.built > finish) for (const { to, holders } of onDaysOff(finish, wall.built)) move(0, to, holders)
  const beside: WindowBeside = {
    ownerDays: besideDays[OWNER],
    contractorDays: besideDays[CONTRACTOR],
    ownerOpenDays: besideIfOpen.ownerDays,
    contractorOpenDays: besideIfOpen.contractorDays,
  }
  return {
    totals,
    account,
    beside: [beside],
    calendarDays: (from, to) => snap(to - from),
    tasks: Uint32Array.from(days.keys()).filter(i => wallDays[i] > 0),
    days,
    wallDays,
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

/** A part of the days off at the end, and who worked in it. */
export interface HeldOff {
  readonly to: number
  readonly holders: readonly number[]
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

/** Who worked on the days off from one finish to another, part by part: the states in hand then, or those that end last. */
export function heldOnDaysOff(
  built: AsBuilt,
  network: Network,
  states: readonly State[],
  from: number,
  to: number,
): HeldOff[] {
  const days = new Timeline(everyDay(), 0)
  const exits = exitsOf(states, ({ task }) => spanOf(built, network, days, task))
  const inHand = states.flatMap(state => {
    const exit = exits.get(state)!
    if (!(exit > from)) return []
    const enter = state.before.reduce((latest, each) => Math.max(latest, exits.get(each.state)!), from)
    return enter < Math.min(exit, to) ? [{ task: state.task, enter, exit: Math.min(exit, to) }] : []
  })
  const ends = [...new Set([...inHand.flatMap(({ enter, exit }) => [enter, exit]), to])].filter(end => end > from)
  let at = from
  return ends
    .sort((a, b) => a - b)
    .map(end => {
      const working = inHand.filter(({ enter, exit }) => enter <= at && exit >= end).map(({ task }) => task)
      at = end
      return { to: end, holders: working.length > 0 ? [...new Set(working)] : states.slice(-1).map(({ task }) => task) }
    })
}
