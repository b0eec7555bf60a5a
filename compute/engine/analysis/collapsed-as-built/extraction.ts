/**
 * What goes when an event is taken out of an as-built network. Tasks of its fragnet that are there go themselves. Of the tasks that it delayed its days
 * go: the working time that lies in the duration, and in the wait for what held the start. Days that two events share go once.
 */
import type { EXTRACTION_FLAGS } from '../../../../shared/contract/analysis/collapsed-as-built/words.ts'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import type { SentEvent } from '../../../../shared/contract/schedule/delay-events.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import type { Calendar } from '../../calendar/calendar.ts'
import { momentAt } from '../../clock/input.ts'
import type { SeriesItem } from '../../compare/series.ts'
import { matchIds, NO_MATCH, tasksOfIds } from '../../ids/match-ids.ts'
import { fromFinish, toStart } from '../../passes/relation.ts'
import { COMPLETE, NOT_STARTED } from '../../population/progress.ts'
import { dayOf } from '../../result/options.ts'
import { fragnetIds } from '../delay-analysis/event-cover.ts'
import { addedWorkOf, spanOfEvent } from '../delay-analysis/events.ts'
import { type AsBuilt, DRIVING } from './as-built.ts'
import { type Bridge, type Extraction, type Span, workIn } from './collapse.ts'

export type ExtractionFlag = (typeof EXTRACTION_FLAGS)[number]

/** Times between which events count. */
export interface Limits {
  readonly from: number
  readonly until: number
}

export interface EventParts {
  readonly event: SentEvent
  /** Its place in the request. */
  readonly index: number
  readonly dropped: readonly number[]
  readonly passed: readonly number[]
  /** By task that it delayed. */
  readonly spans: ReadonlyMap<number, Span>
  /** What goes by it alone, of those tasks: working days. */
  readonly taken: readonly { readonly task: number; readonly duration: number; readonly wait: number }[]
  readonly flags: readonly ExtractionFlag[]
}

/** Changes of a fragnet that take links away. */
interface FragnetChange {
  readonly unlink?: unknown
  readonly change_link?: unknown
}

/** From when task s could have begun by what held it, as planned. */
function heldFrom({ of, bound, role, start, date, dateWait, floor, floorWait }: AsBuilt, s: number): number {
  const { network } = of
  let from = start[s]
  for (let k = network.start[s]; k < network.start[s + 1]; k++) if (role[k] === DRIVING) from = Math.min(from, bound[k])
  if (dateWait[s] > 0) from = Math.min(from, date[s])
  if (floorWait[s] > 0) from = Math.min(from, floor)
  return from
}

/** Working days that went from the tasks of events in earlier simulations. */
export class CountedDays {
  readonly #days = new Map<number, Map<string, number>>()

  of(event: number, columns: ScheduleColumns, task: number): number {
    return this.#days.get(event)?.get(textAt(columns.id, task)) ?? 0
  }

  add({ index, taken }: EventParts, columns: ScheduleColumns): void {
    const own = this.#days.get(index) ?? new Map<string, number>()
    for (const { task, duration, wait } of taken) {
      const id = textAt(columns.id, task)
      own.set(id, (own.get(id) ?? 0) + duration + wait)
    }
    this.#days.set(index, own)
  }
}

const NO_COUNTED = new CountedDays()

/** What an event is beside its days: work that the plan did not have, which goes as a whole. */
export interface EventWork {
  /** The place of the schedule in which it goes: of those that have some of it the first. */
  readonly at: number
  /** By task_ids, and not by a fragnet. */
  readonly isNamed: boolean
}

/**
 * By event its work; undefined: its days go. The work of a fragnet, and added tasks that the event names and that lasted no longer than it, go as soon as a schedule has them, since it is later by them from then on, begun or not.
 * Work that the plan had goes when the event has begun.
 */
export function worksOf(
  events: readonly SentEvent[],
  schedules: readonly SeriesItem[],
  items: readonly SeriesItem[],
  calendar: Calendar,
  work: Parameters<typeof addedWorkOf>[3],
): readonly (EventWork | undefined)[] {
  const isPlanSent = items[0] !== schedules[0]
  const hasSome = (ids: readonly string[], item: SeriesItem): boolean => {
    const at = items.indexOf(item)
    const own = ids.flatMap(id => work.idsIn(id, at))
    return tasksOfIds(item.columns, own).some(i => i !== NO_MATCH)
  }
  return events.map(event => {
    const own = fragnetIds(event)
    const isPlanned = isPlanSent && hasSome(own, items[0])
    const at = schedules.findIndex(
      (item, n) =>
        (!isPlanned || n === schedules.length - 1 || dayOf(event.started) < item.statusDay) && hasSome(own, item),
    )
    if (at >= 0) return { at, isNamed: false }
    if (schedules.length === 1 || addedWorkOf(event, items, calendar, work) === undefined) return undefined
    const first = schedules.findIndex(item => hasSome(event.task_ids as readonly string[], item))
    return first < 0 ? undefined : { at: first, isNamed: true }
  })
}

export function partsOf(
  event: SentEvent,
  index: number,
  asBuilt: AsBuilt,
  limits: Limits,
  others: boolean,
  idsIn: (id: string) => readonly string[],
  isWhole: boolean,
  counted = NO_COUNTED,
): EventParts {
  const { of, ruler, start, finish } = asBuilt
  const columns = of.schedule.columns as ScheduleColumns
  const { takesPart } = of.network
  const flags: ExtractionFlag[] = others ? ['same_work_and_time'] : []
  const inNetwork = (ids: readonly string[]): number[] =>
    [...new Set(tasksOfIds(columns, ids))].filter(i => i !== NO_MATCH && takesPart[i] === 1)
  const changes = (event.fragnet ?? []) as readonly FragnetChange[]
  const own = inNetwork(fragnetIds(event).flatMap(idsIn))
  const base = { event, index, dropped: [], passed: [], spans: new Map(), taken: [] }
  if (own.length > 0) {
    // links that the fragnet took away are those that it stands for: its tasks then keep theirs
    const stands = changes.some(({ unlink, change_link }) => unlink || change_link)
    return { ...base, ...(stands ? { passed: own } : { dropped: own }), flags }
  }
  if (changes.length > 0) flags.push('fragnet_not_found')
  const named = (event.task_ids ?? []) as readonly string[]
  const isMissing = tasksOfIds(columns, named).some(i => i === NO_MATCH)
  const tasks = inNetwork(named)
  if (isMissing) flags.push('task_not_in_as_built')
  else if (tasks.length === 0) flags.push('no_tasks')
  const spans = new Map<number, Span>()
  const taken: EventParts['taken'][number][] = []
  for (const s of tasks) {
    const span = isWhole ? wholeOf(event, asBuilt, s) : spanOf(event, asBuilt, limits, s, counted.of(index, columns, s))
    if (!(span.from < span.to)) continue
    const one = [span]
    const duration = workIn(ruler, s, one, start[s], finish[s])
    const wait = workIn(ruler, s, one, heldFrom(asBuilt, s), start[s])
    if (!(duration > 0) && !(wait > 0)) continue
    spans.set(s, span)
    taken.push({ task: s, duration: ruler.daysOf(s, duration), wait: ruler.daysOf(s, wait) })
  }
  if (tasks.length > 0 && spans.size === 0) flags.push('nothing_extracted')
  const isEndless = typeof event.ended !== 'string' && typeof event.days !== 'number'
  const isOpen = (s: number): boolean => of.prepared.input.state[s] !== COMPLETE
  if (isEndless && limits.until >= dataDateOf(of) && [...spans.keys()].some(isOpen)) flags.push('ran_on')
  return { ...base, spans, taken, flags }
}

/** Its days on task s, from when the task could feel them: from its start to its end, and of those no more than its working days that are left. */
function spanOf(event: SentEvent, asBuilt: AsBuilt, limits: Limits, s: number, counted: number): Span {
  const { ruler, of } = asBuilt
  const { from: first, to: last } = spanOfEvent(event, of.choice.calendar)
  const from = Math.max(limits.from, ruler.dayStart(first))
  // one that was not over went on to the data date
  const to = Math.min(limits.until, Number.isFinite(last) ? ruler.dayEnd(last) : dataDateOf(of))
  if (typeof event.days !== 'number') return { from, to }
  const felt = Math.max(from, heldFrom(asBuilt, s))
  const left = Math.max(0, event.days - counted)
  return { from: felt, to: Math.min(to, ruler.after(s, felt, ruler.workOf(s, left))) }
}

/** All of task s, and what the event has of its wait when it has begun. */
function wholeOf(event: SentEvent, asBuilt: AsBuilt, s: number): Span {
  const { of, start, finish } = asBuilt
  const state = of.prepared.input.state[s]
  if (state === NOT_STARTED) return { from: start[s], to: finish[s] }
  const own = spanOf(event, asBuilt, { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }, s, 0)
  return state === COMPLETE ? own : { from: Math.min(start[s], own.from), to: Math.max(finish[s], own.to) }
}

function dataDateOf({ prepared: { input } }: AsBuilt['of']): number {
  return input.clock === undefined ? input.dataDate : momentAt(input.clock, input.dataDate)
}

/** All of them together. */
export function extractionOf(parts: readonly EventParts[], asBuilt: AsBuilt, before: LogicBefore): Extraction {
  const spans = new Map<number, Span[]>()
  for (const part of parts)
    for (const [task, span] of part.spans) {
      const list = spans.get(task)
      if (list === undefined) spans.set(task, [span])
      else list.push(span)
    }
  const dropped = new Set(parts.flatMap(({ dropped }) => dropped))
  return {
    dropped,
    bridges: bridgesOver(dropped, asBuilt, before),
    passed: new Set(parts.flatMap(({ passed }) => passed)),
    spans: new Map(Array.from(spans, ([task, list]) => [task, joined(list)])),
  }
}

/** Links by which task p led to task s before task w was put in, none = over others; null = it did not, undefined = no schedule says it. */
export type LogicBefore = (
  p: number,
  s: number,
  w: number,
) => readonly Pick<Bridge, 'isFromFinish' | 'isToStart' | 'lagDays'>[] | null | undefined

/** So many tasks stand for all that lead to one that goes, those that end last: the others hold nothing before them. */
const LEADING_MAX = 100

type Leading = Pick<Bridge, 'p' | 'isFromFinish'>

/**
 * What stood behind tasks that go follows what those followed, for that is what work that is put in between takes the place of. Those links are laid that a schedule from before that work has and this one has not.
 * Where it has the one task behind the other by others that no longer lead there, or no schedule tells and the task keeps no link from what they followed, one is laid from the end that leads to what goes to the
 * end that it leads to. Lags and waits before it go with it.
 */
function bridgesOver(
  dropped: ReadonlySet<number>,
  { of, start, finish }: AsBuilt,
  before: LogicBefore,
): ReadonlyMap<number, readonly Bridge[]> {
  const bridges = new Map<number, readonly Bridge[]>()
  if (dropped.size === 0) return bridges
  const { order, start: first, task, type } = of.network
  const endOf = ({ p, isFromFinish }: Leading): number => (isFromFinish ? finish : start)[p]
  const leadingTo = new Map<number, readonly Leading[]>()
  const walk = { steps: 0 }
  for (const s of order) {
    const into = Array.from({ length: first[s + 1] - first[s] }, (_, n) => first[s] + n)
    if (dropped.has(s)) {
      const all = into.flatMap(k => {
        const own = { p: task[k], isFromFinish: fromFinish(type[k]) }
        return dropped.has(own.p) ? leadingTo.get(own.p)! : [own]
      })
      const each = new Map(all.map(own => [2 * own.p + (own.isFromFinish ? 1 : 0), own]))
      leadingTo.set(s, [...each.values()].sort((a, b) => endOf(b) - endOf(a) || a.p - b.p).slice(0, LEADING_MAX))
      continue
    }
    const behind = into.filter(k => dropped.has(task[k]))
    if (behind.length === 0) continue
    const kept = new Set(into.map(k => task[k]))
    const isCut = !behind.some(k => leadingTo.get(task[k])!.some(({ p }) => kept.has(p)))
    const isAhead = ancestors(of.network, s, walk, dropped)
    const own = behind.flatMap(k =>
      leadingTo.get(task[k])!.flatMap(({ p, isFromFinish }): Bridge[] => {
        if (kept.has(p)) return []
        const links = before(p, s, task[k])
        if (links != null && links.length > 0) return links.map(link => ({ ...link, p, k }))
        if (isAhead.has(p) || links === null || (links === undefined && !isCut)) return []
        return [{ p, isFromFinish, isToStart: toStart(type[k]), k, lagDays: 0 }]
      }),
    )
    if (own.length > 0) bridges.set(s, own)
  }
  return bridges
}

/** Links that are walked back from tasks to see what leads to them. */
const WALKED_MAX = 100_000

type Logic = Pick<ScheduleColumns['links'], 'start' | 'task'>

/** What leads to s, not over others that are left out: as much of it as there are steps for. */
function ancestors(
  { start, task }: Logic,
  s: number,
  walk: { steps: number },
  leftOut?: ReadonlySet<number>,
): Set<number> {
  const found = new Set([s])
  for (const at of found)
    for (let k = start[at]; k < start[at + 1] && walk.steps < WALKED_MAX; k++) {
      walk.steps++
      if (task[k] >= 0 && leftOut?.has(task[k]) !== true) found.add(task[k])
    }
  return found
}

/** What the schedules before one say of its links. */
export function logicBefore(schedules: readonly ScheduleColumns[], columns: ScheduleColumns): LogicBefore {
  // the last one first; most requests never ask
  let known: readonly { readonly links: ScheduleColumns['links']; readonly taskOf: Int32Array }[] | undefined
  const all = () =>
    schedules.toReversed().map(schedule => ({ links: schedule.links, taskOf: matchIds(schedule, columns) }))
  const walk = { steps: 0 }
  const ahead = new Map<number, { readonly of: object; readonly tasks: ReadonlySet<number> }>()
  return (p, s, w) => {
    known ??= all()
    const found = known.find(({ taskOf }) => taskOf[p] !== NO_MATCH && taskOf[s] !== NO_MATCH && taskOf[w] === NO_MATCH)
    if (found === undefined) return undefined
    const { links, taskOf } = found
    const [from, to] = [taskOf[p], taskOf[s]]
    const direct = Array.from({ length: links.start[to + 1] - links.start[to] }, (_, n) => links.start[to] + n)
      .filter(k => links.task[k] === from)
      .map(k => ({
        isFromFinish: fromFinish(links.type[k]),
        isToStart: toStart(links.type[k]),
        lagDays: links.lagDays[k] || 0,
      }))
    if (direct.length > 0) return direct
    const last = ahead.get(s)
    const tasks = last?.of === found ? last.tasks : ancestors(links, to, walk)
    ahead.set(s, { of: found, tasks })
    return tasks.has(from) || walk.steps >= WALKED_MAX ? [] : null
  }
}

/** Spans that overlap or touch are one. */
function joined(spans: readonly Span[]): Span[] {
  const list: Span[] = []
  for (const span of [...spans].sort((a, b) => a.from - b.from || a.to - b.to)) {
    const last = list.at(-1)
    if (last !== undefined && span.from <= last.to)
      list[list.length - 1] = { from: last.from, to: Math.max(last.to, span.to) }
    else list.push(span)
  }
  return list
}
