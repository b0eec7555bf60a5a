/** The changes that model a delay event: its fragnet as given, or its days: work that is under way stops for them, work that has not begun waits for a task of them. */
import type { EVENT_MODELS } from '../../../shared/contract/analysis/time-impact/words.ts'
import type { SentChange } from '../../../shared/contract/schedule/changes.ts'
import { DAY_ABSENT } from '../../../shared/contract/schedule/columns.ts'
import type { SentEvent } from '../../../shared/contract/schedule/delay-events.ts'
import { RELATION_TYPES } from '../../../shared/contract/schedule/fields.ts'
import { textAt } from '../../../shared/contract/schedule/text.ts'
import { MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import { EPSILON_DAYS, snap } from '../calendar/snap.ts'
import { calendarOf, momentAt } from '../clock/input.ts'
import { outgoingOf } from '../graph/links.ts'
import { tasksOfIds } from '../ids/match-ids.ts'
import { FS, fromFinish } from '../passes/relation.ts'
import { COMPLETE, NOT_STARTED } from '../population/progress.ts'
import { dayOf } from '../result/options.ts'
import type { LinkToBase } from './alone.ts'
import { projectFinishOf } from './finish-moves.ts'
import type { Computed } from './recomputed.ts'
import { delayedBy, NO_TASK, TaskFinder } from './task-finder.ts'

/** `task`: one of its days from its start on, for which work waits. `longer_work`: its tasks take its days longer. `none`: nothing is inserted. */
type EventModel = (typeof EVENT_MODELS)[number]

export interface Fragnet {
  readonly changes: readonly SentChange[]
  readonly model: EventModel
  readonly isGiven: boolean
  /** Working days of the event where the model is made of them; null where the fragnet is given. */
  readonly days: number | null
  /** Ids of task_ids that the schedule has under way on its first day: they take its days longer. None where it lies at no date. */
  readonly started: readonly string[]
  /** Some of its tasks are complete: nothing delays them any more. */
  readonly hasFinished: boolean
  /** It would begin behind the finish of all work. */
  readonly isAfterFinish: boolean
  /** By the schedule some of its tasks that are not complete end before it begins: it delays none of these. */
  readonly hasDoneByPlan: boolean
  /** By the schedule some of its tasks stand still for days of it anyway: they lose none of these. */
  readonly hasStandstill: boolean
  /** From the task that was made to tasks of the schedule. */
  readonly links: readonly LinkToBase[]
  /** Places in task_ids that name neither a task nor one that the fragnet adds. */
  readonly unknown: readonly number[]
}

/**
 * By id of the task the days by which the events of one list of changes make its work longer, before a point the tasks that they put there, one behind the other;
 * and the times for which events have stopped it, so that it stops once for days that two of them share.
 */
export type LongerWork = Map<string, LongerTask>
interface LongerTask {
  readonly days: number
  readonly inserted: readonly string[]
  readonly stops: readonly Stop[]
  readonly lags: Lags
}
/** By place of a link among those that leave tasks, the days by which its lag is longer. */
type Lags = ReadonlyMap<number, number>
/** From and to, on the axis of the schedule; in order, and apart. */
type Stop = readonly [from: number, to: number]

/** For the next list of changes, to a schedule that has those so far. */
export const carriedOn = (longer: LongerWork): LongerWork =>
  new Map(Array.from(longer, ([id, { stops }]) => [id, { ...NOT_LONGER, stops }]))

const NOT_LONGER: LongerTask = { days: 0, inserted: [], stops: [], lags: new Map() }

/** Working days of the project's calendar from its start to its end, where it says no days; 0 where it says neither. */
export function daysOfEvent({ days, started, ended }: SentEvent, { choice }: Computed): number {
  if (days !== null && days !== undefined) return days
  return typeof ended === 'string' ? choice.calendar.daysBetween(dayOf(started), dayOf(ended)) : 0
}

/**
 * `base`: the schedule that the event goes into. `isDated`: it is from just before the event, so that the event lies at its own date; else the base can be months
 * away from it, and the event lasts its days wherever its work lies (29R-03 3.6); days that it shares with another are one delay there, too. `longer`: what others have made
 * longer; it is added to.
 */
export function fragnetOf(event: SentEvent, base: Computed, isDated: boolean, longer: LongerWork = new Map()): Fragnet {
  const ids = (event.task_ids ?? []) as readonly string[]
  const tasks = tasksOfIds(base.schedule.columns, ids)
  const added = new Set((event.fragnet ?? []).flatMap(({ add_task }) => (add_task ? [add_task.id] : [])))
  const unknown = Array.from(tasks.keys()).filter(n => tasks[n] === NO_TASK && !added.has(ids[n]!))
  const { state } = base.prepared.input
  const open = Array.from(tasks.keys()).filter(
    n => tasks[n] !== NO_TASK && state[tasks[n]] !== COMPLETE && tasks.indexOf(tasks[n]) === n,
  )
  const hasFinished = tasks.some(task => task !== NO_TASK && state[task] === COMPLETE)
  const none = {
    changes: [],
    model: 'none',
    started: [],
    hasFinished,
    isAfterFinish: false,
    hasDoneByPlan: false,
    hasStandstill: false,
  } as const
  if (event.fragnet !== null && event.fragnet !== undefined) {
    const changes = (event.fragnet as readonly SentChange[]).map(change => withDuration(change, base))
    const own = { isGiven: true, days: null, links: [], unknown }
    if (isAllFinished(changes, ids, base)) return { ...none, ...own, hasFinished: true }
    return { ...none, ...own, changes, model: changes.length === 0 ? 'none' : 'fragnet' }
  }
  const days = daysOfEvent(event, base)
  const made = { ...none, isGiven: false, days, links: [], unknown }
  const isOfDates = typeof event.days !== 'number' && typeof event.ended === 'string'
  if ((days === 0 && !isOfDates) || open.length === 0) return made
  const axis = axisOf(base)
  const stopped = (places: readonly number[], stops: readonly Stop[]) => ({
    // days that are all another event's, too, are days of this one
    isLonger: places.some((n, m) => axis.daysBetween(tasks[n]!, ...stops[m]!) > EPSILON_DAYS),
    longerWork: places.flatMap((n, m) => longerBy(stops[m]!, tasks[n]!, ids[n]!, event, base, longer, axis, isDated)),
  })
  if (!isDated) {
    const { isLonger, longerWork } = stopped(
      open,
      open.map(n => lastingOf(event, tasks[n]!, axis)),
    )
    return { ...made, model: isLonger ? 'longer_work' : 'none', changes: longerWork }
  }
  const { day } = projectFinishOf(base)
  if (day !== DAY_ABSENT && dayOf(event.started) > day) return { ...made, isAfterFinish: true }
  const startedDay = dayOf(event.started)
  const { earlyStart } = base.days
  const isUnderWay = (n: number): boolean =>
    state[tasks[n]!] !== NOT_STARTED || (earlyStart[tasks[n]!] !== DAY_ABSENT && earlyStart[tasks[n]!] < startedDay)
  // what begins as the work ends, with no working time of it between, keeps it from ending
  const isDone = (n: number): boolean =>
    axis.daysBetween(tasks[n]!, axis.at(base.passes.early.finish[tasks[n]!]), axis.dayStart(startedDay)) > EPSILON_DAYS
  const feeling = open.filter(n => !isDone(n))
  const underWay = feeling.filter(isUnderWay)
  const waiting = feeling.filter(n => !isUnderWay(n))
  const stops = underWay.map(n => stopOf(event, tasks[n]!, base, axis))
  const dated: Fragnet = {
    ...made,
    started: underWay.map(n => ids[n]!),
    hasDoneByPlan: feeling.length < open.length,
    hasStandstill: stops.some(({ isCut }) => isCut),
  }
  const { isLonger, longerWork } = stopped(
    underWay,
    stops.map(({ stop }) => stop),
  )
  const waits = waitsOf(
    event,
    waiting.map(n => tasks[n]!),
    days,
    isOfDates,
    base,
    axis,
  )
  const changes = [...longerWork, ...waits.map(({ change }) => change)]
  const links = waits.flatMap(wait => wait.tasks.map(task => ({ task, type: FS })))
  const model = waits.length > 0 ? 'task' : isLonger ? 'longer_work' : 'none'
  return { ...dated, links, model, changes }
}

/** Moments of a schedule that stay the same when events make it longer: minutes by the clock, else working days of its calendar. */
interface Axis {
  dayStart(day: number): number
  at(offset: number): number
  /** Working days of task i between two moments, and the moment that lies so many of them behind another. */
  daysBetween(i: number, from: number, to: number): number
  after(i: number, from: number, days: number): number
}

function axisOf({ choice: { calendar }, prepared: { input, timeline } }: Computed): Axis {
  const { clock } = input
  if (clock === undefined) {
    const first = timeline === undefined ? 0 : calendar.indexOf(timeline.anchorDay)
    return {
      dayStart: day => calendar.indexOf(day),
      at: offset => first + offset,
      daysBetween: (_, from, to) => to - from,
      after: (_, from, days) => from + days,
    }
  }
  return {
    dayStart: day => day * MINUTES_PER_DAY,
    at: offset => momentAt(clock, offset),
    daysBetween(i, from, to) {
      const own = calendarOf(clock, i)
      return own.workBetween(from, to) / own.minutesPerDay
    },
    after(i, from, days) {
      const own = calendarOf(clock, i)
      return own.finishAfter(from, Math.round(days * own.minutesPerDay))
    },
  }
}

/** From when to when an event lasts for the work of a task, wherever that lies: for its dates, or for its days in the task's own calendar. */
function lastingOf(event: SentEvent, i: number, axis: Axis): Stop {
  const from = axis.dayStart(dayOf(event.started))
  return [
    from,
    typeof event.days === 'number' ? axis.after(i, from, event.days) : axis.dayStart(dayOf(event.ended) + 1),
  ]
}

/**
 * From when to when an event stops work that is under way: for its dates; where it says days, for the days of the project's calendar from its start on, and no
 * longer than so many of the work's own. Work that stands still until later anyway (suspended, or behind its links) loses nothing before it goes on.
 */
function stopOf(event: SentEvent, i: number, base: Computed, axis: Axis): { stop: Stop; isCut: boolean } {
  const { choice, passes, prepared } = base
  const [from, lastsTo] = lastingOf(event, i, axis)
  const goesOn = prepared.input.state[i] === NOT_STARTED ? from : axis.at(passes.early.start[i])
  const felt = Math.max(from, goesOn)
  let to = lastsTo
  if (typeof event.days === 'number') {
    const { calendar } = choice
    const whole = Math.ceil(event.days - EPSILON_DAYS)
    const last = calendar.dayOf(calendar.indexOf(dayOf(event.started)) + whole - 1)
    to = Math.min(axis.dayStart(last + 1), lastsTo)
  }
  return {
    stop: [felt, Math.max(felt, to)],
    isCut: felt > from && axis.daysBetween(i, from, Math.min(felt, to)) > EPSILON_DAYS,
  }
}

interface Wait {
  readonly change: SentChange
  readonly tasks: readonly number[]
}

/**
 * The tasks for which work waits that has not begun: of the event's days; where its dates say them, one for each calendar of that work, with the working days that
 * this has between the dates.
 */
function waitsOf(
  event: SentEvent,
  waiting: readonly number[],
  days: number,
  isOfDates: boolean,
  base: Computed,
  axis: Axis,
): Wait[] {
  const { columns } = base.schedule
  const calendarOfWait = (i: number) => (isOfDates ? calendarIdOf(base, i) : {})
  const byCalendar = Map.groupBy(waiting, i => calendarOfWait(i).calendar_id ?? '')
  return [...byCalendar.keys()].sort().flatMap((name): Wait[] => {
    const tasks = byCalendar.get(name)!
    const [from, to] = lastingOf(event, tasks[0]!, axis)
    const duration_days = isOfDates ? snap(axis.daysBetween(tasks[0]!, from, to)) : days
    if (duration_days <= 0) return []
    const change: SentChange = {
      add_task: {
        id: freeId([event.id, name].filter(Boolean).join(' '), base),
        ...(typeof event.name === 'string' ? { name: event.name } : {}),
        ...calendarOfWait(tasks[0]!),
        duration_days,
        constraint_type: 'SNET',
        constraint_date: event.started,
      } as never,
      successors: tasks.map(i => ({ task_id: textAt(columns.id, i), type: RELATION_TYPES[FS] })),
    }
    return [{ change, tasks }]
  })
}

/**
 * Without calendars the critical path takes the duration of work that has not begun, whatever remaining duration stands beside it. A fragnet that says what is
 * left of such work means its duration, as it does with calendars.
 */
function withDuration(change: SentChange, { schedule: { columns }, prepared: { input } }: Computed): SentChange {
  const { task_id, duration_days, remaining_duration_days: left } = change
  if (input.clock !== undefined || typeof task_id !== 'string' || typeof left !== 'number') return change
  if (typeof duration_days === 'number') return change
  const [task] = tasksOfIds(columns, [task_id])
  return task === NO_TASK || input.state[task] !== NOT_STARTED ? change : { ...change, duration_days: left }
}

/**
 * The work of task i stops for those of these days on which nothing else has stopped it; a point has no work, so a task of these days goes between
 * it and what leads to it.
 */
function longerBy(
  stop: Stop,
  i: number,
  id: string,
  event: SentEvent,
  base: Computed,
  longer: LongerWork,
  axis: Axis,
  isDated: boolean,
): SentChange[] {
  const { prepared, schedule } = base
  const { state, remainingDays } = prepared.input
  const others = longer.get(id) ?? NOT_LONGER
  const stops = joined([...others.stops, stop])
  const daysOf = (list: readonly Stop[]): number =>
    list.reduce((sum, [from, to]) => sum + axis.daysBetween(i, from, to), 0)
  const days = snap(daysOf(stops) - daysOf(others.stops))
  if (days <= 0) return []
  const all = others.days + days
  const inserted = freeId(`${event.id} ${id}`, base)
  const lags = isDated ? lagsOn(i, stop[0], days, others.lags, base, axis) : others.lags
  longer.set(id, { days: all, inserted: [...others.inserted, inserted], stops, lags })
  const remaining = { remaining_duration_days: remainingDays[i] + all }
  if (state[i] !== NOT_STARTED) return [{ task_id: id, ...remaining }, ...lagChanges(id, lags, base)]
  const duration = prepared.durationDays[i]
  if (duration > 0) return [{ task_id: id, duration_days: duration + all, ...remaining }, ...lagChanges(id, lags, base)]
  const { columns } = schedule
  const predecessors: object[] = others.inserted.map(task_id => ({ task_id }))
  for (let k = columns.links.start[i]; k < columns.links.start[i + 1]; k++) {
    const task = columns.links.task[k]
    if (task < 0 || task === i) continue
    const lag_days = columns.links.lagDays[k]
    predecessors.push({
      task_id: textAt(columns.id, task),
      type: RELATION_TYPES[columns.links.type[k]],
      ...(lag_days === 0 ? {} : { lag_days }),
    })
  }
  const own = { id: inserted, duration_days: days, predecessors, ...calendarIdOf(base, i) }
  return [{ add_task: own as never, successors: [id] }]
}

/**
 * A lag from the start of work is some of its work: where it has not run out when the work stops, what follows by it waits as long. `lags`: how much longer others have made them.
 */
function lagsOn(i: number, from: number, days: number, lags: Lags, base: Computed, axis: Axis): Lags {
  const { columns } = base.schedule
  const { links } = columns
  const startedDay = base.prepared.input.state[i] === NOT_STARTED ? base.days.earlyStart[i] : columns.actualStart[i]
  const made = new Map(lags)
  const { start, link } = outgoingOf(columns)
  for (let at = start[i]; startedDay !== DAY_ABSENT && at < start[i + 1]; at++) {
    const k = link[at]
    if (fromFinish(links.type[k]) || !(links.lagDays[k] > 0)) continue
    const more = lags.get(at) ?? 0
    if (from < axis.after(i, axis.dayStart(startedDay), links.lagDays[k] + more)) made.set(at, more + days)
  }
  return made
}

function lagChanges(id: string, lags: Lags, { schedule: { columns } }: Computed): SentChange[] {
  const { links } = columns
  const { task, link } = outgoingOf(columns)
  return Array.from(lags, ([at, more]): SentChange => {
    const [k, successor] = [link[at], textAt(columns.id, task[at])]
    const pair = { predecessor: id, successor, type: RELATION_TYPES[links.type[k]] }
    return { change_link: { ...pair, lag_days: snap(links.lagDays[k] + more) } } as SentChange
  })
}

/** The calendar of a task that stands for days in the calendar of task i; none is written of the project's. */
function calendarIdOf({ prepared, schedule: { columns } }: Computed, i: number): { readonly calendar_id?: string } {
  const { clock } = prepared.input
  const calendar = clock?.tasks.calendar[i]
  if (calendar === undefined || calendar === (columns.setting?.defaultCalendar ?? 0)) return {}
  return { calendar_id: columns.setting!.calendars[calendar].id }
}

function joined(stops: readonly Stop[]): Stop[] {
  const list: Stop[] = []
  for (const stop of [...stops].sort(([a], [b]) => a - b)) {
    const last = list.at(-1)
    if (last !== undefined && stop[0] <= last[1]) list[list.length - 1] = [last[0], Math.max(last[1], stop[1])]
    else list.push(stop)
  }
  return list
}

/** All tasks of the schedule that the event names or its fragnet changes or leads to are complete. */
function isAllFinished(changes: readonly SentChange[], ids: readonly string[], base: Computed): boolean {
  const { state } = base.prepared.input
  const finder = new TaskFinder(base.schedule.columns, NONE)
  const tasks = finder.tasksOf([...ids.map(id => ({ id })), ...changes.flatMap(delayedBy)])
  return tasks.length > 0 && tasks.every(task => state[task] === COMPLETE)
}

const NONE: ReadonlySet<number> = new Set()

/** Days that a given fragnet adds: of one task, or the most by which it makes work longer; null of others. `after`: with it, without added tasks as long as before. */
export function daysAdded({ model, changes }: Fragnet, before: Computed, after: Computed): number | null {
  if (model !== 'fragnet') return null
  const added = changes.flatMap(({ add_task }) => (add_task ? [add_task] : []))
  const longer = changes.flatMap(({ task_id }) => (typeof task_id === 'string' ? [task_id] : []))
  if (added.length + Math.sign(longer.length) !== 1) return null
  const daysOf = ({ schedule, prepared }: Computed, ids: readonly string[]): number[] =>
    Array.from(tasksOfIds(schedule.columns, ids), task =>
      task === NO_TASK ? Number.NaN : prepared.input.remainingDays[task],
    )
  const ids = added.length === 1 ? [added[0]!.id as string] : longer
  const was = added.length === 1 ? [0] : daysOf(before, ids)
  const most = Math.max(...daysOf(after, ids).map((days, n) => days - was[n]!))
  return Number.isNaN(most) ? null : snap(most)
}

/** Working days of task i between two days, the last one included. */
export function daysOfWork(base: Computed, i: number, first: number, last: number): number {
  const axis = axisOf(base)
  return snap(axis.daysBetween(i, axis.dayStart(first), axis.dayStart(last + 1)))
}

/** The id, or the first like it that no task has. */
export function freeId(id: string, { schedule: { columns } }: Computed): string {
  if (tasksOfIds(columns, [id])[0] === NO_TASK) return id
  const taken = new Set<string>()
  for (let i = 0; i < columns.taskCount; i++) taken.add(textAt(columns.id, i))
  for (let n = 2; ; n++) if (!taken.has(`${id} (${n})`)) return `${id} (${n})`
}
