/**
 * Finishes by the wall: the end of their day, in days of the wall. The account of what was held is kept in these, since work on days off ends later and
 * costs no day of the calendar; how many of those lie between two finishes is counted when it is told.
 */
import { everyDay } from '../../calendar/calendar.ts'
import { EPSILON_DAYS, snap } from '../../calendar/snap.ts'
import { Timeline } from '../../calendar/timeline.ts'
import type { Network } from '../../graph/network.ts'
import type { Scale } from '../delay-analysis/account.ts'
import type { AsBuilt } from './context.ts'
import { exitIn, type State } from './holders.ts'
import { spanOf } from './path.ts'

export interface Wall {
  readonly planned: number
  readonly built: number
  /** Of a finish so many days of the calendar beyond the planned one. */
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
  const exitOf = (state: State): number => exitIn(state, spanOf(built, network, days, state.task))
  const inHand = states.flatMap(state => {
    const exit = exitOf(state)
    if (!(exit > from)) return []
    const enter = state.before.reduce((latest, each) => Math.max(latest, exitOf(each.state)), from)
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
