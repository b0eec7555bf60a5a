/** Lags count in the calendar of the successor, elapsed ones round the clock; nothing of them is lost when an end has started. */
import { MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import { type ClockedInput, calendarOf, lagMinutes } from '../input.ts'
import type { WorkCalendar } from '../work-calendar.ts'
import { NOT_LIVE } from './links.ts'
import type { Plan } from './plan.ts'

/** Minutes of link e of the plan; -Infinity where the link was taken away. */
export function planLag(input: ClockedInput, { links }: Plan, e: number): number {
  if (links.live[e] !== NOT_LIVE) return lagMinutes(input, links.live[e])
  const perDay = links.elapsed[e] === 1 ? MINUTES_PER_DAY : calendarOf(input.clock, links.task[e]).minutesPerDay
  return Math.round(links.lagDays[e] * perDay)
}

/** The calendar that the lag of link e of the plan into s counts in. */
export const planLagCalendar = ({ clock }: ClockedInput, { links }: Plan, e: number, s: number): WorkCalendar =>
  links.elapsed[e] === 1 ? clock.calendars[clock.roundTheClock] : calendarOf(clock, s)
