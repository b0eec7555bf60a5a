/**
 * What goes when an event is taken out of an as-built network. Tasks of its fragnet that are there go themselves. Of the tasks that it delayed its days
 * go: the working time that lies in the duration, and in the wait for what held the start. Days that two events share go once.
 */
import type { EXTRACTION_FLAGS } from '../../../../shared/contract/analysis/collapsed-as-built/words.ts'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import type { SentEvent } from '../../../../shared/contract/schedule/delay-events.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { momentAt } from '../../clock/input.ts'
import { NO_MATCH, tasksOfIds } from '../../ids/match-ids.ts'
import { COMPLETE } from '../../population/progress.ts'
import { spanOfEvent } from '../delay-analysis/events.ts'
import { type AsBuilt, DRIVING } from './as-built.ts'
import { type Extraction, type Span, workIn } from './collapse.ts'

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

/** The changes of a fragnet as far as they are read here. */
interface FragnetChange {
  readonly add_task?: { readonly id?: string } | null
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

export function partsOf(
  event: SentEvent,
  index: number,
  asBuilt: AsBuilt,
  limits: Limits,
  others: boolean,
  counted = NO_COUNTED,
): EventParts {
  const { of, ruler, start, finish } = asBuilt
  const columns = of.schedule.columns as ScheduleColumns
  const { takesPart } = of.network
  const flags: ExtractionFlag[] = others ? ['same_work_and_time'] : []
  const inNetwork = (ids: readonly string[]): number[] =>
    [...new Set(tasksOfIds(columns, ids))].filter(i => i !== NO_MATCH && takesPart[i] === 1)
  const changes = (event.fragnet ?? []) as readonly FragnetChange[]
  const own = inNetwork([
    ...changes.flatMap(({ add_task }) => (typeof add_task?.id === 'string' ? [add_task.id] : [])),
    event.id!,
  ]).filter(i => !(start[i] >= limits.until) && !(start[i] < limits.from))
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
    const span = spanOf(event, asBuilt, limits, s, counted.of(index, columns, s))
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

function dataDateOf({ prepared: { input } }: AsBuilt['of']): number {
  return input.clock === undefined ? input.dataDate : momentAt(input.clock, input.dataDate)
}

/** All of them together. */
export function extractionOf(parts: readonly EventParts[]): Extraction {
  const spans = new Map<number, Span[]>()
  for (const part of parts)
    for (const [task, span] of part.spans) {
      const list = spans.get(task)
      if (list === undefined) spans.set(task, [span])
      else list.push(span)
    }
  return {
    dropped: new Set(parts.flatMap(({ dropped }) => dropped)),
    passed: new Set(parts.flatMap(({ passed }) => passed)),
    spans: new Map(Array.from(spans, ([task, list]) => [task, joined(list)])),
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
