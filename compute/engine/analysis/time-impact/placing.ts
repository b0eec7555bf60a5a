/** Which schedule each event goes into, and in which turn. */
import type { EVENT_FLAGS } from '../../../../shared/contract/analysis/time-impact/words.ts'
import type { SentChange } from '../../../../shared/contract/schedule/changes.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import type { SentEvent } from '../../../../shared/contract/schedule/delay-events.ts'
import { MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import type { Calendar } from '../../calendar/calendar.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { workCalendars } from '../../clock/calendars.ts'
import type { SeriesItem } from '../../compare/series.ts'
import { daysOfWork } from '../../edits/fragnet.ts'
import type { Computed } from '../../edits/recomputed.ts'
import { NO_MATCH, tasksOfIds } from '../../ids/match-ids.ts'
import { NOT_STARTED } from '../../population/progress.ts'
import { dayOf } from '../../result/options.ts'
import { turnsOf } from '../delay-analysis/event-turns.ts'
import { type DoneTask, eventsUnder, spanOfEvent } from '../delay-analysis/events.ts'

export type EventFlag = (typeof EVENT_FLAGS)[number]

export interface PlacedEvent {
  readonly event: SentEvent
  /** Its place in the request. */
  readonly index: number
  readonly startedDay: number
  readonly flags: readonly EventFlag[]
  /** Its fragnet stands for work that the base has already. */
  readonly isInBase?: boolean
}

/** By event the added tasks that it is; undefined: it is none. */
type OwnWork = readonly (readonly DoneTask[] | undefined)[]

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
  /** By event the work that it is, of which a later base has what is left. */
  ownWork: OwnWork,
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
          if (
            isTooEarly(each) ||
            (fragnet ?? null) !== null ||
            ownWork[each.index] !== undefined ||
            startedDay >= from ||
            to < from ||
            to === Infinity
          )
            return []
          const left = typeof days === 'number' ? { days: days - calendar.daysBetween(startedDay, from - 1) } : {}
          if ((left.days ?? 1) <= EPSILON_DAYS) return []
          return [{ ...each, event: { ...event, started: formatDay(from), ...left }, startedDay: from }]
        }),
  )
}

const told = (turn: readonly PlacedEvent[]): PlacedEvent[] =>
  turn.length === 1 ? [...turn] : turn.map(each => ({ ...each, flags: [...each.flags, 'same_start'] }))

/**
 * Events that are work of their own, a variation for one, which their base has already, since it was known before it began. Such work goes out of the base and in again with its event, so that it counts once and
 * what it moves is the event's; that of events which go into later bases goes out alone.
 */
interface WithoutWork {
  readonly turns: PlacedTurns
  /** What takes the work out, of the events of this base and of all: its tasks take no time. Empty: the base has none. */
  readonly ofOwn: readonly SentChange[]
  readonly ofAll: readonly SentChange[]
}

/** `first`: the first schedule of the request, which does not have such work. `ownWork`: of events without a fragnet. */
export function withoutWork(
  placed: PlacedEvents,
  at: number,
  base: Computed,
  first: ScheduleColumns,
  ownWork: OwnWork,
): WithoutWork {
  const tasksOf = (each: PlacedEvent) => inBase(each, base, first, ownWork[each.index])
  const own = new Set<string>()
  const turns = (placed.get(at) ?? []).map(turn =>
    turn.map((each): PlacedEvent => {
      const tasks = tasksOf(each)
      if (tasks === undefined) return each
      for (const { id } of tasks) own.add(id)
      const event: SentEvent = { ...each.event, fragnet: tasks.map(({ id, days }) => lasting(id, days)) as never }
      return { ...each, event, isInBase: true }
    }),
  )
  const all = new Set(own)
  for (const [later, laterTurns] of placed)
    if (later > at) for (const each of laterTurns.flat()) for (const { id } of tasksOf(each) ?? []) all.add(id)
  const goes = (ids: ReadonlySet<string>): SentChange[] => Array.from(ids, id => lasting(id, 0))
  return { turns, ofOwn: goes(own), ofAll: goes(all) }
}

const lasting = (task_id: string, days: number): SentChange => ({
  task_id,
  duration_days: days,
  remaining_duration_days: days,
})

/** The tasks of an event that the base has planned, with the days that they take by it; undefined: it has not all of them, or had them always. */
function inBase(
  { event }: PlacedEvent,
  base: Computed,
  first: ScheduleColumns,
  own: OwnWork[number],
): { readonly id: string; readonly days: number }[] | undefined {
  const { columns } = base.schedule
  const added = (event.fragnet ?? []).flatMap(({ add_task: task }) => (task ? [task] : []))
  const ids = (added.length > 0 ? added : (own ?? [])).map(({ id }) => id as string)
  if (ids.length === 0 || tasksOfIds(first, ids).some(i => i !== NO_MATCH)) return undefined
  const tasks = tasksOfIds(columns, ids)
  if (tasks.some(i => i === NO_MATCH || base.prepared.input.state[i] !== NOT_STARTED)) return undefined
  const daysOf = (n: number): number => {
    const i = tasks[n]
    const given = (added[n] as { readonly duration_days?: unknown } | undefined)?.duration_days
    if (typeof given === 'number') return given
    const planned = base.prepared.durationDays[i]
    const done = own?.[n]
    // dates are whole days, and work can take a part of one
    const days = done === undefined ? planned : daysOfWork(base, i, done.began, done.ended)
    return Math.abs(days - planned) < 1 ? planned : days
  }
  return ids.map((id, n) => ({ id, days: daysOf(n) }))
}
