/** Which schedule each event goes into, and in which turn. */
import type { EVENT_FLAGS } from '../../../../shared/contract/analysis/time-impact/words.ts'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import type { SentEvent } from '../../../../shared/contract/schedule/delay-events.ts'
import { MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import type { Calendar } from '../../calendar/calendar.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { workCalendars } from '../../clock/calendars.ts'
import type { SeriesItem } from '../../compare/series.ts'
import { dayOf } from '../../result/options.ts'
import { turnsOf } from '../delay-analysis/event-turns.ts'
import { eventsUnder, spanOfEvent } from '../delay-analysis/events.ts'

export type EventFlag = (typeof EVENT_FLAGS)[number]

export interface PlacedEvent {
  readonly event: SentEvent
  /** Its place in the request. */
  readonly index: number
  readonly startedDay: number
  readonly flags: readonly EventFlag[]
}

/** Turn after turn. */
export type PlacedTurns = readonly (readonly PlacedEvent[])[]

/** By the index of their base in the series. */
type PlacedEvents = ReadonlyMap<number, PlacedTurns>

/** Nothing of a plan without a date has begun. A data date on the day on which the event began is before it unless the work of that day, or a part of it, lies before its time. */
export function isBefore({ statusDay, columns: { setting } }: SeriesItem, day: number): boolean {
  if (statusDay !== day || statusDay === DAY_ABSENT) return statusDay === DAY_ABSENT || statusDay < day
  const moment = setting?.dataDate ?? Number.NaN
  if (setting === undefined || Math.floor(moment / MINUTES_PER_DAY) !== day) return true
  return workCalendars(setting)[setting.defaultCalendar]!.workBetween(day * MINUTES_PER_DAY, moment) === 0
}

/** Over before all schedules, so that no base is from before it. */
export const isTooEarly = ({ flags }: PlacedEvent): boolean => flags.includes('before_schedules')

export function placeEvents(
  events: readonly SentEvent[],
  items: readonly SeriesItem[],
  isSingle: boolean,
  /** Places of events that were over before all schedules. */
  tooEarly: ReadonlySet<number>,
  /** The ids of a task in the schedule at a place. */
  idsIn: (id: string, at: number) => string | readonly string[],
): PlacedEvents {
  const placed = events.map((sent, index): PlacedEvent & { readonly base: number } => {
    const startedDay = dayOf(sent.started)
    const last = items.findLastIndex(item => isBefore(item, startedDay))
    const base = isSingle ? 0 : Math.max(0, last)
    const [event] = eventsUnder([sent], id => idsIn(id, base))
    if (tooEarly.has(index)) return { event, index, startedDay, flags: ['before_schedules'], base }
    const flags: EventFlag[] = []
    if (last < 0) flags.push('no_base_before')
    if (!isBefore(items[base]!, startedDay)) flags.push('before_data_date')
    return { event, index, startedDay, flags, base }
  })
  const byBase = new Map<number, PlacedEvent[][]>()
  for (const base of items.keys()) {
    const own = placed.filter(each => each.base === base)
    if (own.length > 0) byBase.set(base, turnsOf(own).map(told))
  }
  return byBase
}

/**
 * Events of the bases before this one that go on at its data date, as they are from there on: an update tells what has been lost so far, and not that the work still stands. A fragnet says itself what
 * it is, and has no days that could be parted.
 */
export function stillOn(
  placed: PlacedEvents,
  items: readonly SeriesItem[],
  at: number,
  calendar: Calendar,
): PlacedEvent[] {
  const item = items[at]!
  const from = isBefore(item, item.statusDay) ? item.statusDay : item.statusDay + 1
  return [...placed].flatMap(([base, turns]) =>
    base >= at
      ? []
      : turns.flat().flatMap(each => {
          const { event, startedDay } = each
          const { fragnet, days } = event
          const { to } = spanOfEvent(event, calendar)
          if (isTooEarly(each) || (fragnet ?? null) !== null || startedDay >= from || to < from || to === Infinity)
            return []
          const left = typeof days === 'number' ? { days: days - calendar.daysBetween(startedDay, from - 1) } : {}
          if ((left.days ?? 1) <= EPSILON_DAYS) return []
          return [{ ...each, event: { ...event, started: formatDay(from), ...left }, startedDay: from }]
        }),
  )
}

const told = (turn: readonly PlacedEvent[]): PlacedEvent[] =>
  turn.length === 1 ? [...turn] : turn.map(each => ({ ...each, flags: [...each.flags, 'same_start'] }))
