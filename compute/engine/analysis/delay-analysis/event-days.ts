/** The days of each delay event, and of what no event covers, on every policy: parts of the entitlement, which they sum to. */

import { CONCURRENCY_POLICIES } from '../../../../shared/contract/endpoint/comparison-fields.ts'
import type { SentEvent } from '../../../../shared/contract/schedule/delay-events.ts'
import type { Calendar } from '../../calendar/calendar.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { zeros } from '../../ids/short-arrays.ts'
import type { ResultValue } from '../../result/result.ts'
import type { Account, Entitled, Measure, Share, WindowBeside } from './account.ts'
import { entitledBy } from './account.ts'
import type { EventShare } from './event-cover.ts'
import { spanOfEvent } from './events.ts'
import { NO_SIDE } from './parties.ts'
import { roundDays, roundedParts, withDaysOff } from './show.ts'

/** Days by which the work that events cover moved the finish later, by event; the last entry is what none covers. */
export class EventDays {
  readonly days: Float64Array
  readonly calendarDays: Float64Array
  /** In the days that an event lasts: working days of the project's calendar. */
  readonly workingDays: Float64Array
  /** Those of them that revisions moved. */
  readonly revisedDays: Float64Array

  constructor(eventCount: number) {
    this.days = zeros(Float64Array, eventCount + 1)
    this.calendarDays = zeros(Float64Array, eventCount + 1)
    this.workingDays = zeros(Float64Array, eventCount + 1)
    this.revisedDays = zeros(Float64Array, eventCount + 1)
  }

  add(events: readonly EventShare[], days: number, calendarDays: number, workingDays = 0, revisedDays = 0): void {
    let rest = 1
    for (const { event, share } of events) {
      this.days[event] += days * share
      this.calendarDays[event] += calendarDays * share
      this.workingDays[event] += workingDays * share
      this.revisedDays[event] += revisedDays * share
      rest -= share
    }
    this.days[this.days.length - 1] += days * rest
    this.calendarDays[this.days.length - 1] += calendarDays * rest
  }
}

/** Events that hold more days than lie between their first and their last, some of them by revisions, by id; in working days of the project's calendar. */
export function eventsBeyond(events: readonly SentEvent[], held: EventDays | undefined, calendar: Calendar) {
  return events
    .flatMap((event, n) => {
      const { from, to } = spanOfEvent(event, calendar)
      const [days, revised] = [held?.workingDays[n] ?? 0, held?.revisedDays[n] ?? 0]
      const lasted = to < from ? 0 : calendar.daysBetween(from, to)
      return revised > EPSILON_DAYS && days > lasted + EPSILON_DAYS
        ? [{ id: event.id!, held: days, revised, lasted }]
        : []
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

const MEMBERS: readonly (readonly [name: string, of: (entitled: Entitled) => number])[] = [
  ['excusable_compensable', ({ compensable }) => compensable],
  ['excusable_non_compensable', ({ excusableOnly }) => excusableOnly],
  ['non_excusable', ({ nonExcusable }) => nonExcusable],
  ['concurrent', ({ concurrent }) => concurrent],
  ['unattributed', ({ unattributed }) => unattributed],
]

export function showEventDays(
  events: readonly SentEvent[],
  held: EventDays,
  account: Account,
  beside: readonly WindowBeside[],
  calendarDays: Measure,
): ResultValue {
  const { scale } = account
  const entries = account.standing()
  const outside = events.length
  const parts = new Map<Share, ReadonlyMap<number, number>>()
  const holding = new Set([outside])
  for (const { shares } of entries) {
    for (const share of shares) {
      const own = new Map<number, number>()
      let covered = 0
      for (const { event, share: part } of share.events ?? []) {
        own.set(event, (own.get(event) ?? 0) + part)
        holding.add(event)
        covered += part
      }
      parts.set(share, own.set(outside, 1 - covered))
    }
  }
  const partOf = (wanted: number) => (share: Share) => parts.get(share)!.get(wanted) ?? 0
  const rows = Array.from({ length: events.length + 1 }, (_, n) => n)
  const unitsOf = { days: scale.days, calendar_days: withDaysOff(calendarDays) }
  const byPolicy = CONCURRENCY_POLICIES.map(concurrency => {
    const members = Object.entries(unitsOf).flatMap(([unit, measure]) => {
      const of = (part?: (share: Share) => number): Entitled =>
        entitledBy(entries, concurrency, beside, measure, NO_SIDE, scale, part)
      const whole = of()
      // what holds nothing that stands is told alike
      const none = of(() => 0)
      const ofRows = rows.map(n => (holding.has(n) ? of(partOf(n)) : none))
      return MEMBERS.map(([name, value]) => {
        const days = ofRows.map(value)
        const isKnown = !days.some(Number.isNaN)
        return [
          `${name}_${unit}`,
          isKnown ? roundedParts(days, roundDays(value(whole))) : rows.map(() => null),
        ] as const
      })
    })
    return (n: number) => ({
      concurrency,
      ...Object.fromEntries(members.map(([name, days]) => [name, days[n]!])),
    })
  })
  const days = roundedParts(held.days)
  const wallDays = held.calendarDays.some(Number.isNaN) ? rows.map(() => null) : roundedParts(held.calendarDays)
  const row = (n: number) => ({
    held_days: days[n]!,
    held_calendar_days: wallDays[n]!,
    policies: byPolicy.map(of => of(n)),
  })
  return {
    events: events.map(({ id, name, party }, n) => ({ id: id!, name: name ?? null, party: party!, ...row(n) })),
    outside: row(events.length),
  }
}
