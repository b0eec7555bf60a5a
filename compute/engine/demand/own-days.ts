/**
 * For schedules whose tasks work on different days: the days of the timeline on which each task works, as runs, and those on which some task
 * of a resource does. The timeline has every day on which any of them works.
 */

import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { DAY_ABSENT } from '../../../shared/contract/schedule/columns.ts'
import { type ResourceSpec, specsByCode } from '../../../shared/contract/schedule/resources.ts'
import type { Calendar } from '../calendar/calendar.ts'
import { anyDayCalendar, dayCalendar } from '../calendar/day-calendar.ts'
import { Timeline } from '../calendar/timeline.ts'
import { calendarOfWork, type LoadCalendars } from './load-calendar.ts'

/** Days that are looked at one by one, of all tasks together; a task beyond them loads every day of its span. */
const DAYS_MAX = 2_000_000

/** Run k: days from first[k] up to, not including, end[k] on which task[k] works, the share[k] of each of them; by task. */
export interface RunList {
  readonly task: number[]
  readonly first: number[]
  readonly end: number[]
  readonly share: number[]
  /** The entry of the task's resources that works in it, with so many units per day; -1: each that works as long as the task, with its own. */
  readonly entry: number[]
  readonly perDay: number[]
}

/** Which resource of a task a run is of, where it is not of all. */
export interface OfEntry {
  readonly entry: number
  readonly perDay: number
}
const OF_ALL: OfEntry = { entry: -1, perDay: 0 }

export function push(list: RunList, task: number, first: number, end: number, share: number, of = OF_ALL): void {
  list.task.push(task)
  list.first.push(first)
  list.end.push(end)
  list.share.push(share)
  list.entry.push(of.entry)
  list.perDay.push(of.perDay)
}

export class OwnDays implements RunList {
  // see RunList
  readonly task: number[] = []
  readonly first: number[] = []
  readonly end: number[] = []
  readonly share: number[] = []
  readonly entry: number[] = []
  readonly perDay: number[] = []
  readonly #timeline: Timeline
  readonly #calendars: NonNullable<LoadCalendars['own']>
  readonly #columns: ScheduleColumns
  readonly #timelines = new Map<number, Timeline>()
  /** By resource: days on which some of its tasks works; those of equal calendars are one. */
  #ofResource: ReadonlyMap<number, Calendar> | undefined
  #daysLeft = DAYS_MAX
  readonly #specs: readonly (ResourceSpec | undefined)[]

  constructor(columns: ScheduleColumns, timeline: Timeline, calendars: NonNullable<LoadCalendars['own']>) {
    this.#columns = columns
    this.#timeline = timeline
    this.#calendars = calendars
    this.#specs = specsByCode(columns)
  }

  /** The days of task i alone, from the same day on. */
  timelineOf(i: number): Timeline {
    return this.timelineIn(this.#calendars.ofTask[i])
  }

  timelineIn(index: number): Timeline {
    let own = this.#timelines.get(index)
    if (own === undefined) {
      const { calendar } = dayCalendar({ ...this.#calendars.setting, defaultCalendar: index })
      own = new Timeline(calendar, this.#timeline.anchorDay)
      this.#timelines.set(index, own)
    }
    return own
  }

  /** The calendar in which the resource of entry k works at task i. */
  calendarOf(i: number, k: number): number {
    const { ofTask } = this.#calendars
    return calendarOfWork(this.#columns, i, ofTask[i], this.#specs[this.#columns.resources.codes[k]])
  }

  /** A day of that timeline, without one of task i's own, on the common one. */
  onTimeline(i: number, day: number, own = this.timelineOf(i)): number {
    return this.#timeline.startOffset(own.startDay(day))
  }

  /** Takes the days from `first` up to, not including, `end` of task i's own timeline, of each of them the share. */
  take(i: number, first: number, end: number, share: number, of?: OfEntry, own = this.timelineOf(i)): void {
    const at = (day: number): number => this.#timeline.startOffset(own.startDay(day))
    this.#daysLeft -= end - first
    let open = at(first)
    for (let day = first + 1; day < end && this.#daysLeft >= 0; day++) {
      const here = at(day)
      const before = at(day - 1) + 1
      if (here === before) continue
      push(this, i, open, before, share, of)
      open = here
    }
    push(this, i, open, at(end - 1) + 1, share, of)
  }

  /** Whether the resource of entry k works at task i on that day. */
  worksOn(i: number, k: number, day: number): boolean {
    const date = this.#timeline.startDay(day)
    return this.timelineIn(this.calendarOf(i, k)).calendar.daysBetween(date, date) > 0
  }

  /** Days before that day of the timeline on which some task of the resource works. */
  daysBefore(resource: number, day: number): number {
    const last = this.#timeline.finishDay(day)
    this.#ofResource ??= this.#calendarsOfResources()
    const calendar = this.#ofResource.get(resource)
    return last === DAY_ABSENT || calendar === undefined ? day : calendar.daysBetween(this.#timeline.anchorDay, last)
  }

  #calendarsOfResources(): Map<number, Calendar> {
    const { resources } = this.#columns
    const { setting } = this.#calendars
    const used = new Map<number, Set<number>>()
    let last = -1
    for (const i of this.task) {
      if (i === last) continue
      last = i
      for (let k = resources.start[i]; k < resources.start[i + 1]; k++) {
        const known = used.get(resources.codes[k])
        if (known === undefined) used.set(resources.codes[k], new Set([this.calendarOf(i, k)]))
        else known.add(this.calendarOf(i, k))
      }
    }
    const made = new Map<string, Calendar>()
    const calendarOf = (indexes: readonly number[]): Calendar => {
      const name = indexes.join()
      const calendar = made.get(name) ?? anyDayCalendar(setting, indexes)
      made.set(name, calendar)
      return calendar
    }
    return new Map(Array.from(used, ([r, set]) => [r, calendarOf([...set].sort((a, b) => a - b))]))
  }
}
