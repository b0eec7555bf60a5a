/**
 * What is left of the lag of a link when one of its ends has started, as P6 has it: lags run from the actual dates, and where both ends
 * have started little of them is left. Minutes of the calendar that the lag counts in.
 */

import { COMPLETE, IN_PROGRESS, NOT_STARTED } from '../../kind/states.ts'
import { fromFinish, toStart } from '../../passes/relation.ts'
import { type ClockedInput, calendarOf, lagCalendar, lagMinutes, momentAt } from '../input.ts'

/** As the forward pass feels it. */
export function lagAhead(input: ClockedInput, k: number, s: number): number {
  const { network, state } = input
  const p = network.task[k]
  const type = network.type[k]
  const lag = lagMinutes(input, k)
  if (lag === Number.NEGATIVE_INFINITY || state[p] === NOT_STARTED) return lag
  if (state[p] === COMPLETE) {
    // into started work a finish-to-start lag is over, and any lag into finished work
    if (state[s] === COMPLETE || (state[s] === IN_PROGRESS && fromFinish(type) && toStart(type))) return 0
    return sinceActual(input, k, s, lag)
  }
  if (fromFinish(type)) return lag
  return state[s] === COMPLETE ? 0 : sinceStart(input, p, lag)
}

/** As the backward pass feels it: nothing of a lag is left before work that goes on. */
export function lagBack(input: ClockedInput, k: number, s: number): number {
  const { network, state } = input
  const p = network.task[k]
  const type = network.type[k]
  const lag = lagMinutes(input, k)
  if (lag === Number.NEGATIVE_INFINITY) return lag
  if (fromFinish(type) && toStart(type) && state[s] !== NOT_STARTED) {
    if (state[s] === COMPLETE || state[p] !== NOT_STARTED) return 0
  }
  if (state[p] === NOT_STARTED) return lag
  if (state[p] === COMPLETE) return state[s] === IN_PROGRESS ? 0 : sinceActual(input, k, s, lag)
  if (fromFinish(type)) return lag
  return state[s] === COMPLETE || !toStart(type) ? 0 : sinceStart(input, p, lag)
}

/** A lag from the actual date of a complete task: what the data date leaves of it. A lead is over. */
function sinceActual(input: ClockedInput, k: number, s: number, lag: number): number {
  const { clock, network, reportedStart, reportedFinish, dataDate } = input
  if (!(lag > 0)) return 0
  const p = network.task[k]
  const from = momentAt(clock, (fromFinish(network.type[k]) ? reportedFinish : reportedStart)[p])
  const passed = lagCalendar(input, k, s).workBetween(from, momentAt(clock, dataDate))
  return Math.max(0, lag - Math.max(0, passed))
}

/** A lag from the start of work in progress: less the work that has been done, counted in the calendar of that work. */
function sinceStart(input: ClockedInput, p: number, lag: number): number {
  if (!(lag > 0)) return 0
  return Math.max(0, lag - actualMinutes(input, p))
}

/** Working time of a task in progress from its actual start to the data date, suspended time left out. */
export function actualMinutes({ clock, reportedStart, dataDate }: ClockedInput, p: number): number {
  const calendar = calendarOf(clock, p)
  const until = momentAt(clock, dataDate)
  const start = momentAt(clock, reportedStart[p])
  if (!(start < until)) return 0
  const suspended = clock.tasks.suspend?.[p] ?? Number.NaN
  if (!(suspended >= start && suspended < until)) return calendar.workBetween(start, until)
  const resumed = clock.tasks.resume?.[p] ?? Number.NaN
  const after = resumed >= suspended && resumed < until ? calendar.workBetween(resumed, until) : 0
  return calendar.workBetween(start, suspended) + after
}
