/** The delay events of a request, or the refusal of what they name that no schedule has. */
import type { Refusal, ValidationFault } from '../../../../shared/contract/errors.ts'
import type { SentChange } from '../../../../shared/contract/schedule/changes.ts'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import type { SentEvent } from '../../../../shared/contract/schedule/delay-events.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import type { Calendar } from '../../calendar/calendar.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import type { SeriesItem } from '../../compare/series.ts'
import { Applied } from '../../edits/apply-changes.ts'
import { readRows } from '../../edits/change-rows.ts'
import { NO_TASK, namedBy, TaskFinder } from '../../edits/task-finder.ts'
import { NO_MATCH, tasksOfIds } from '../../ids/match-ids.ts'
import { dayOf, refuseInvalid } from '../../result/options.ts'
import type { AnalysisInput } from '../../result/result.ts'

/** Beyond them an event has no end. */
const DAYS_MAX = 100_000

export function eventsOf({ params }: AnalysisInput, items: readonly SeriesItem[]): readonly SentEvent[] | Refusal {
  const events = (params.delay_events ?? []) as readonly SentEvent[]
  const faults = eventFaults(events, items)
  return faults.length > 0 ? refuseInvalid(faults) : events
}

/** Events with the ids that the schedules are compared under, of work in parts with those of all. */
export const eventsUnder = (
  events: readonly SentEvent[],
  idsOf: (id: string) => string | readonly string[],
): readonly SentEvent[] =>
  events.map(event => ({
    ...event,
    ...(event.task_ids ? { task_ids: [...new Set((event.task_ids as readonly string[]).flatMap(idsOf))] } : {}),
  }))

type Schedules = readonly Pick<SeriesItem, 'columns'>[]

const changesOf = ({ fragnet }: SentEvent): readonly SentChange[] => fragnet ?? []

/** Ids of tasks that fragnets add: an event can name those as well. */
const addedIn = (changes: readonly SentChange[]): string[] =>
  changes.flatMap(({ add_task }) => (typeof add_task?.id === 'string' ? [add_task.id] : []))

/** Tasks that events name and neither a schedule nor a fragnet has. */
function unknownTaskFaults(events: readonly SentEvent[], items: Schedules): ValidationFault[] {
  const namedBy = ({ task_ids }: SentEvent): readonly string[] => (task_ids ?? []) as readonly string[]
  const missing = new Set(events.flatMap(namedBy))
  for (const id of events.flatMap(event => addedIn(changesOf(event)))) missing.delete(id)
  for (const { columns } of items) {
    const ids = [...missing]
    for (const [n, task] of tasksOfIds(columns, ids).entries()) if (task !== NO_MATCH) missing.delete(ids[n]!)
  }
  if (missing.size === 0) return []
  return events.flatMap((event, e) =>
    namedBy(event).flatMap((id, n): ValidationFault[] =>
      missing.has(id)
        ? [
            {
              loc: ['body', 'delay_events', e, 'task_ids', n],
              msg: `No task of any schedule has the id ${JSON.stringify(id)}.`,
              type: 'unknown',
            },
          ]
        : [],
    ),
  )
}

/** Ids of the tasks that changes name, as the schedules read them, and those that fragnets add. */
function namedIn(changes: readonly SentChange[], added: ReadonlySet<string>, items: Schedules): Set<string> {
  const names = changes.flatMap(namedBy)
  const found = new Set<string>()
  const newIds = [...added]
  for (const { columns } of items) {
    const finder = new TaskFinder(columns, NONE)
    for (const [n, id] of newIds.entries()) if (finder.taskOf(id) === NO_TASK) finder.add(id, columns.taskCount + n)
    for (const i of finder.tasksOf(names))
      found.add(i < columns.taskCount ? textAt(columns.id, i) : newIds[i - columns.taskCount])
  }
  return found
}

const NONE: ReadonlySet<number> = new Set()

/**
 * Changes that no schedule of the request could take, told by every method alike, whether it inserts fragnets or not: they are made to a schedule of the tasks
 * alone that they name and that a schedule or another fragnet has. What depends on more than these, the schedule that an event goes into says.
 */
function fragnetFaults(events: readonly SentEvent[], items: Schedules): ValidationFault[] {
  const all = events.flatMap(changesOf)
  if (all.length === 0) return []
  const has = [...namedIn(all, new Set(addedIn(all)), items)]
  const stubs = readRows(has.map(id => ({ place: [], members: {}, id })))
  if (!('taskCount' in stubs)) return []
  const rowOf = new Map(has.map((id, n) => [id, n]))
  return events.flatMap((event, e) => {
    const changes = changesOf(event)
    if (changes.length === 0) return []
    const applied = new Applied(stubs, {})
    // what it adds itself is not there before
    for (const id of addedIn(changes)) {
      const row = rowOf.get(id)
      if (row !== undefined) applied.removed.add(row)
    }
    applied.applyAll(changes, ['delay_events', e, 'fragnet'])
    const rows = readRows(applied.rows)
    return [
      ...applied.faults.filter(({ loc }) => !OF_LINKS.has(loc.at(-1) as string)),
      ...('taskCount' in rows ? [] : rows),
    ]
  })
}

/** Places of changes that ask for a link that is there. */
const OF_LINKS: ReadonlySet<string> = new Set(['unlink', 'change_link'])

/** Events that contradict themselves or one another, or name what neither a schedule nor a fragnet has. */
export function eventFaults(events: readonly SentEvent[], items: Schedules): ValidationFault[] {
  return [...contradictions(events), ...unknownTaskFaults(events, items), ...fragnetFaults(events, items)]
}

function contradictions(events: readonly SentEvent[]): ValidationFault[] {
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

/** When a task was done, as day numbers. */
export interface DoneTask {
  readonly id: string
  readonly began: number
  readonly ended: number
}

/**
 * The tasks of an event that is work of its own: each that it names was begun and done while it was on, and was added after the first schedule. undefined of others, which stop work or hold it up.
 */
export function addedWorkOf(
  event: SentEvent,
  items: readonly SeriesItem[],
  calendar: Calendar,
  work: { idsIn(id: string, at: number): readonly string[] },
): readonly DoneTask[] | undefined {
  const ids = (event.task_ids ?? []) as readonly string[]
  const last = items.length - 1
  const { columns } = items[last]
  const { from, to } = spanOfEvent(event, calendar)
  const tasks: DoneTask[] = []
  for (const named of ids) {
    const own = work.idsIn(named, last)
    if (own.length === 0) return undefined
    for (const [n, i] of tasksOfIds(columns, own).entries()) {
      const [began, ended] = [columns.actualStart[i], columns.actualFinish[i]]
      if (!(began >= from && ended <= to) || began === DAY_ABSENT || ended === DAY_ABSENT) return undefined
      if (typeof event.days === 'number' && calendar.daysBetween(began, ended) > event.days) return undefined
      tasks.push({ id: own[n]!, began, ended })
    }
  }
  return ids.length === 0 || ids.some(id => work.idsIn(id, 0).length > 0) ? undefined : tasks
}
