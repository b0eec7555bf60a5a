/** What the day rule comes to (holders.ts): days by category and by task, and the running account of who held them. */

import { snap } from '../../calendar/snap.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { Account, bitOf, type Measure, netEffect, type WindowBeside } from '../delay-analysis/account.ts'
import { CONTRACTOR, NO_SIDE, OWNER } from '../delay-analysis/parties.ts'
import type { DelayTotals } from '../delay-analysis/totals.ts'
import { noTotals } from '../delay-analysis/totals.ts'
import type { AsBuilt } from './context.ts'
import type { HeldOff, Wall } from './days-off.ts'
import type { HeldMoves } from './holders.ts'

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
