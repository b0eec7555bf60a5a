/**
 * Which delay events cover which days of which tasks (/docs/methods/delay-analysis#delay-events). An event covers its tasks from the day on which it
 * began to the one on which it ended, or for its days; the tasks of its fragnet on all days. A day of a covered task is the event's and its party's; what
 * no event covers stays with the category of the task.
 */
import { ColumnNote } from '../../../../shared/contract/schedule/column-notes.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import type { EventParty, SentEvent } from '../../../../shared/contract/schedule/delay-events.ts'
import { DELAY_CATEGORIES } from '../../../../shared/contract/schedule/fields.ts'
import type { Calendar } from '../../calendar/calendar.ts'
import type { Timeline } from '../../calendar/timeline.ts'
import { NO_MATCH, tasksOfIds } from '../../ids/match-ids.ts'
import { bitOf, type Parties } from './account.ts'
import { spanOfEvent } from './events.ts'
import { CONTRACTOR, NEUTRAL, NO_SIDE, OWNER } from './parties.ts'
import type { Span } from './suspensions.ts'

/** A share of a movement that belongs to an event, by its place in the request. */
export interface EventShare {
  readonly event: number
  readonly share: number
}

export const SIDE_OF_PARTY: Readonly<Record<EventParty, number>> = {
  owner: OWNER,
  contractor: CONTRACTOR,
  neutral: NEUTRAL,
  third: NEUTRAL,
}

/** Whose events have no category of their own. */
const CATEGORY_OF_PARTY: Readonly<Record<EventParty, (typeof DELAY_CATEGORIES)[number]>> = {
  owner: 'owner',
  contractor: 'contractor',
  neutral: 'force_majeure',
  third: 'force_majeure',
}

/** Day numbers, the last one included. */
interface Covered {
  readonly event: number
  /** When the event began, which can be after the days on which it covers a task of its fragnet. */
  readonly started: number
  readonly from: number
  readonly to: number
}

export class EventCover {
  readonly #byTask: ByTask
  /** By event: side, and code of the category. */
  readonly #sides: Uint8Array
  readonly #categories: Uint8Array
  /** Code of the category of each task where no event covers it. */
  readonly category: Uint8Array
  readonly #side: Uint8Array
  readonly #timeline: Timeline

  /** `category` and `side` are those of each task where no event covers it. */
  constructor(events: readonly SentEvent[], { columns, category, side, timeline, sent }: CoverSetting) {
    this.#sides = Uint8Array.from(events, ({ party }) => SIDE_OF_PARTY[party!])
    this.#categories = Uint8Array.from(events, ({ category: own, party }) => {
      return DELAY_CATEGORIES.indexOf(own ?? CATEGORY_OF_PARTY[party!]) + 1
    })
    this.category = category
    this.#side = side
    this.#timeline = timeline
    const own = coveredIn(events, columns, timeline.calendar)
    this.#byTask = sent === undefined ? own : joined(own, coveredIn(events, sent.columns, timeline.calendar), sent.as)
  }

  /** Places of the events that cover task i on a day, or on any since another; empty = none. */
  at(i: number, day: number, since = day): readonly number[] {
    const list = this.#byTask.size === 0 ? undefined : this.#byTask.get(i)
    if (list === undefined) return NONE
    return list.filter(({ from, to }) => from <= day && since <= to).map(({ event }) => event)
  }

  /** When events with an end that name task i were on, as offsets, apart and ascending. */
  spansOf(i: number): readonly Span[] {
    const list = this.#byTask.size === 0 ? undefined : this.#byTask.get(i)
    if (list === undefined) return NO_SPANS
    const ended = list.filter(({ from, to }) => Number.isFinite(from) && Number.isFinite(to) && from <= to)
    const spans: { from: number; to: number }[] = []
    for (const { from, to } of ended.sort((a, b) => a.from - b.from)) {
      const [start, end] = [this.#timeline.startOffset(from), this.#timeline.finishOffset(to)]
      const last = spans.at(-1)
      if (last !== undefined && start <= last.to) last.to = Math.max(last.to, end)
      else spans.push({ from: start, to: end })
    }
    return spans
  }

  /** Bits of the parties that answer for task i on a day, or on the days since another. */
  partiesOf(i: number, day: number, since = day): Parties {
    const events = this.at(i, day, since)
    if (events.length === 0) return bitOf(this.#side[i])
    return events.reduce((bits, event) => bits | bitOf(this.#sides[event]), 0)
  }

  /** Shares of a day of task i by code of a category. */
  categoriesOf(i: number, day: number, since = day): readonly { readonly code: number; readonly share: number }[] {
    const events = this.at(i, day, since)
    if (events.length === 0) return [{ code: this.category[i], share: 1 }]
    return events.map(event => ({ code: this.#categories[event], share: 1 / events.length }))
  }

  /** Whose a movement is that several tasks hold alike. */
  heldBy(tasks: readonly number[], day: number): HeldBy {
    const parties = tasks.reduce((bits, i) => bits | this.partiesOf(i, day), 0)
    const events: EventShare[] = []
    const categories: HeldBy['categories'][number][] = []
    for (const i of tasks) {
      const own = this.at(i, day)
      if (own.length === 0) {
        categories.push({ code: this.category[i], share: 1 / tasks.length })
        continue
      }
      for (const event of own) events.push({ event, share: 1 / (own.length * tasks.length) })
      for (const { code, share } of this.categoriesOf(i, day)) categories.push({ code, share: share / tasks.length })
    }
    const key = events.length === 0 ? '' : JSON.stringify([events, categories])
    return { parties, events, categories, key }
  }
}

/** Whose a movement is: the shares of events, which leave the rest to tasks, and those of categories, which are all of it. */
export interface HeldBy {
  readonly parties: Parties
  readonly events: readonly EventShare[]
  readonly categories: readonly { readonly code: number; readonly share: number }[]
  /** Movements of the same tasks are one where their keys are the same. */
  readonly key: string
}

export const NOBODY: HeldBy = { parties: bitOf(NO_SIDE), events: [], categories: [{ code: 0, share: 1 }], key: '' }

interface CoverSetting {
  readonly columns: ScheduleColumns
  readonly category: Uint8Array
  readonly side: Uint8Array
  /** That of the offsets. */
  readonly timeline: Timeline
  /** The tasks under the ids that they were sent with, where these are others: events name them by either. */
  readonly sent?: { readonly columns: ScheduleColumns; readonly as: Int32Array } | undefined
}

const NONE: readonly number[] = []

const NO_SPANS: readonly Span[] = []

type ByTask = ReadonlyMap<number, readonly Covered[]>

/** Looked up once for each schedule, however many windows and contract dates look at it. */
const known = new ColumnNote<{
  readonly events: readonly SentEvent[]
  readonly calendar: Calendar
  readonly byTask: ByTask
}>()

function coveredIn(events: readonly SentEvent[], columns: ScheduleColumns, calendar: Calendar): ByTask {
  const before = known.of(columns)
  if (before?.events === events && before.calendar === calendar) return before.byTask
  const byTask = new Map<number, Covered[]>()
  for (const [event, each] of events.entries()) {
    const { from, to } = spanOfEvent(each, calendar)
    const add = (ids: readonly string[], span: Pick<Covered, 'from' | 'to'>): void => {
      for (const i of new Set(tasksOfIds(columns, ids))) {
        if (i === NO_MATCH) continue
        const list = byTask.get(i)
        const own = { event, started: from, ...span }
        if (list === undefined) byTask.set(i, [own])
        else if (list.at(-1)!.event !== event) list.push(own)
      }
    }
    add(fragnetIds(each), { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY })
    add((each.task_ids ?? []) as readonly string[], { from, to })
  }
  return known.set(columns, { events, calendar, byTask }).byTask
}

/** When the first event began that names task i, as an offset; -Infinity = none says so. */
export function namedSince(
  events: readonly SentEvent[],
  columns: ScheduleColumns,
  timeline: Timeline,
): (i: number) => number {
  const byTask = coveredIn(events, columns, timeline.calendar)
  return i => {
    const first = (byTask.get(i) ?? []).reduce(
      (least, { started }) => Math.min(least, started),
      Number.POSITIVE_INFINITY,
    )
    return first > DAY_ABSENT && Number.isFinite(first) ? timeline.startOffset(first) : Number.NEGATIVE_INFINITY
  }
}

/** What covers each task, and what covers the task that it is among others. */
function joined(own: ByTask, others: ByTask, as: Int32Array): ByTask {
  const byTask = new Map(own)
  if (others.size === 0) return byTask
  for (const [i, other] of as.entries()) {
    const known = own.get(i) ?? []
    const more = (others.get(other) ?? []).filter(({ event }) => known.every(each => each.event !== event))
    if (more.length > 0) byTask.set(i, [...known, ...more])
  }
  return byTask
}

/** The tasks that model it: those that its fragnet adds, and one that is called as it. */
export function fragnetIds({ id, fragnet }: SentEvent): readonly string[] {
  const changes = (fragnet ?? []) as readonly { readonly add_task?: { readonly id?: string } | null }[]
  return [id!, ...changes.flatMap(({ add_task }) => (typeof add_task?.id === 'string' ? [add_task.id] : []))]
}
