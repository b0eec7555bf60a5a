/** What the day rule comes to (holders.ts): days by category and by task, and the running account of who held them. */

import { zeros } from '../../ids/short-arrays.ts'
import { Account, bitOf, type Measure, netEffect, type WindowBeside } from '../delay-analysis/account.ts'
import { CONTRACTOR, NO_SIDE, OWNER } from '../delay-analysis/parties.ts'
import type { DelayTotals } from '../delay-analysis/totals.ts'
import { noTotals } from '../delay-analysis/totals.ts'
import type { AsBuilt } from './context.ts'
import type { HeldMove } from './holders.ts'

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
  /** Offset of the planned finish. */
  readonly planEnd: number
  /** Side by code of the category. */
  readonly side: Uint8Array
  readonly calendarDays: Measure
}

export function heldOf({ columns }: AsBuilt, moves: readonly HeldMove[], setting: HeldSetting): Held {
  const { planEnd, side, calendarDays } = setting
  const { delayCategory, taskCount } = columns
  const totals = noTotals()
  const account = new Account(planEnd)
  const days = zeros(Float64Array, taskCount)
  const wallDays = zeros(Float64Array, taskCount)
  const besideDays = [0, 0, 0, 0]
  for (const move of moves) {
    move.besideDays.forEach((more, at) => {
      besideDays[at] += more
    })
    const moved = move.to - move.from
    const wall = calendarDays(planEnd + move.from, planEnd + move.to)
    const parties = move.holders.reduce((bits, i) => bits | bitOf(side[delayCategory[i]]), 0) || bitOf(NO_SIDE)
    account.move(planEnd + move.to, parties, 0)
    if (moved < 0) {
      totals.recoveryDays += moved
      totals.recoveryCalendarDays += wall
      continue
    }
    if (netEffect(parties) === 'concurrent') {
      totals.concurrentDays += moved
      totals.concurrentCalendarDays += wall
    }
    const count = move.holders.length
    if (count === 0) {
      totals.noTaskDays += moved
      totals.byCategory[0] += moved
      totals.byCategoryCalendar[0] += wall
    }
    if (count > 1) totals.sharedDays += moved
    for (const i of move.holders) {
      days[i] += moved / count
      wallDays[i] += wall / count
      totals.byCategory[delayCategory[i]] += moved / count
      totals.byCategoryCalendar[delayCategory[i]] += wall / count
    }
  }
  return {
    totals,
    account,
    beside: [{ ownerDays: besideDays[OWNER], contractorDays: besideDays[CONTRACTOR] }],
    calendarDays,
    tasks: Uint32Array.from(days.keys()).filter(i => days[i] > 0),
    days,
    wallDays,
  }
}
