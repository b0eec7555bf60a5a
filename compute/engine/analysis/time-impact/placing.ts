/** Which schedule each event goes into, and in which order. */
import type { TimeImpactRequest } from '../../../../shared/contract/analysis/time-impact/request.ts'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import type { SentEvent } from '../../../../shared/contract/schedule/delay-events.ts'
import type { SeriesItem } from '../../compare/series.ts'
import { type BodyOf, dayOf } from '../../result/options.ts'
import type { EventFlag, PlacedEvent } from './impact.ts'

export type ImpactBody = BodyOf<typeof TimeImpactRequest>

/** Events by the index of their base in the series, in order of start, then id. */
export type PlacedEvents = ReadonlyMap<number, readonly PlacedEvent[]>

/** Nothing of a plan without a date has begun. */
const isBefore = ({ statusDay }: SeriesItem, day: number): boolean => statusDay === DAY_ABSENT || statusDay <= day

export function placeEvents(
  events: readonly SentEvent[],
  items: readonly SeriesItem[],
  isSingle: boolean,
): PlacedEvents {
  const shared = sharedEvents(events)
  const placed = events.map((event, index): PlacedEvent & { readonly base: number } => {
    const startedDay = dayOf(event.started)
    const last = items.findLastIndex(item => isBefore(item, startedDay))
    const base = isSingle ? 0 : Math.max(0, last)
    const flags: EventFlag[] = []
    if (last < 0) flags.push('no_base_before')
    if (!isBefore(items[base]!, startedDay)) flags.push('before_data_date')
    if (shared.has(index)) flags.push('same_work_and_time')
    return { event, index, startedDay, flags, base }
  })
  placed.sort((a, b) => a.startedDay - b.startedDay || (String(a.event.id) < String(b.event.id) ? -1 : 1))
  const byBase = new Map<number, PlacedEvent[]>()
  for (const base of items.keys()) {
    const own = placed.filter(each => each.base === base)
    if (own.length > 0) byBase.set(base, own)
  }
  return byBase
}

/** Places of events that share a task and a day with another one. */
export function sharedEvents(events: readonly SentEvent[]): ReadonlySet<number> {
  const shared = new Set<number>()
  const first = events.map(({ started }) => dayOf(started))
  const last = events.map(({ started, ended }) => dayOf(ended ?? started))
  const byTask = new Map<string, number[]>()
  const order = Array.from(events.keys()).sort((a, b) => first[a]! - first[b]!)
  for (const n of order)
    for (const id of new Set((events[n]!.task_ids ?? []) as readonly string[])) {
      const own = byTask.get(id)
      if (own === undefined) byTask.set(id, [n])
      else own.push(n)
    }
  // in order of their start: one that shares a day with any before it shares one with that which ends last
  for (const own of byTask.values()) {
    let ending = own[0]!
    for (const n of own.slice(1)) {
      if (first[n]! <= last[ending]!) shared.add(n).add(ending)
      if (last[n]! > last[ending]!) ending = n
    }
  }
  return shared
}
