/** The delay events of a request, or the refusal of what they name that no schedule has. */
import type { Refusal, ValidationFault } from '../../../../shared/contract/errors.ts'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import type { SentEvent } from '../../../../shared/contract/schedule/delay-events.ts'
import type { Calendar } from '../../calendar/calendar.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import type { SeriesItem } from '../../compare/series.ts'
import { NO_MATCH, tasksOfIds } from '../../ids/match-ids.ts'
import { dayOf, refuseInvalid } from '../../result/options.ts'
import type { AnalysisInput } from '../../result/result.ts'

/** Beyond them an event has no end. */
const DAYS_MAX = 100_000

export function eventsOf({ params }: AnalysisInput, items: readonly SeriesItem[]): readonly SentEvent[] | Refusal {
  const events = (params.delay_events ?? []) as readonly SentEvent[]
  const faults = [...eventFaults(events), ...events.flatMap((event, e) => unknownTaskFaults(event, e, items))]
  return faults.length > 0 ? refuseInvalid(faults) : events
}

/** Tasks that an event names and no schedule has. `e`: its place in the request. */
export function unknownTaskFaults(
  { task_ids }: SentEvent,
  e: number,
  items: readonly Pick<SeriesItem, 'columns'>[],
): ValidationFault[] {
  const ids = (task_ids ?? []) as readonly string[]
  const missing = new Set(ids.keys())
  for (const { columns } of items)
    for (const [n, task] of tasksOfIds(columns, ids).entries()) if (task !== NO_MATCH) missing.delete(n)
  return [...missing].map(n => ({
    loc: ['body', 'delay_events', e, 'task_ids', n],
    msg: `No task of any schedule has the id ${JSON.stringify(ids[n])}.`,
    type: 'unknown',
  }))
}

/** Events that contradict themselves or one another. */
export function eventFaults(events: readonly SentEvent[]): ValidationFault[] {
  const known = new Set<string>()
  return events.flatMap(({ id, started, ended }, n): ValidationFault[] => {
    const faults: ValidationFault[] = []
    const at = (member: string) => ['body', 'delay_events', n, member]
    if (known.has(id!))
      faults.push({ loc: at('id'), msg: `Another event has the id ${JSON.stringify(id)}.`, type: 'conflict' })
    known.add(id!)
    if (typeof ended === 'string' && dayOf(ended) < dayOf(started))
      faults.push({
        loc: at('ended'),
        msg: `An event cannot end on ${ended} before it starts on ${started}.`,
        type: 'value',
      })
    return faults
  })
}

/**
 * First and last day of an event, as day numbers: to its end; of one with days alone, as many days of the project's calendar; of one with neither, on
 * and on.
 */
export function spanOfEvent({ started, ended, days }: SentEvent, calendar: Calendar): { from: number; to: number } {
  const from = dayOf(started)
  const last = dayOf(ended)
  if (last !== DAY_ABSENT) return { from, to: last }
  if (typeof days !== 'number') return { from, to: Number.POSITIVE_INFINITY }
  const whole = Math.ceil(days - EPSILON_DAYS)
  if (whole >= DAYS_MAX) return { from, to: Number.POSITIVE_INFINITY }
  return { from, to: whole <= 0 ? from - 1 : calendar.dayOf(calendar.indexOf(from) + whole - 1) }
}

/** Places of events that share a task and a day with another one. */
export function sharedEvents(events: readonly SentEvent[], calendar: Calendar): ReadonlySet<number> {
  const shared = new Set<number>()
  const spans = events.map(event => spanOfEvent(event, calendar))
  const byTask = new Map<string, number[]>()
  const order = Array.from(events.keys()).sort((a, b) => spans[a]!.from - spans[b]!.from)
  for (const n of order) {
    if (spans[n]!.to < spans[n]!.from) continue
    for (const id of new Set((events[n]!.task_ids ?? []) as readonly string[])) {
      const own = byTask.get(id)
      if (own === undefined) byTask.set(id, [n])
      else own.push(n)
    }
  }
  // in order of their start: one that shares a day with any before it shares one with that which ends last
  for (const own of byTask.values()) {
    let ending = own[0]!
    for (const n of own.slice(1)) {
      if (spans[n]!.from <= spans[ending]!.to) shared.add(n).add(ending)
      if (spans[n]!.to > spans[ending]!.to) ending = n
    }
  }
  return shared
}
