/**
 * The finishes of a series without logic: the latest finish of its tasks, actual before forecast before planned; open work of a schedule that has begun
 * ends no earlier than its status date. And the finishes of any series as they are printed.
 */

import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { bestFinish } from '../../calendar/best-dates.ts'
import type { Calendar } from '../../calendar/calendar.ts'
import { Timeline } from '../../calendar/timeline.ts'
import { seriesFindings } from '../../compare/input-findings.ts'
import type { SeriesItem } from '../../compare/series.ts'
import { statusDates } from '../../compare/status-dates.ts'
import { dataDateOf, showDataDate } from '../../cpm/data-date.ts'
import { computeDates } from '../../cpm/dates.ts'
import { isInPasses } from '../../kind/participation.ts'
import { dateOrNull } from '../../result/options.ts'
import type { ResultValue } from '../../result/result.ts'
import type { Measure } from './account.ts'
import type { DelayOutcome } from './outcome.ts'
import { sharesTask } from './pairing.ts'
import { NO_REVISIONS } from './revision-summary.ts'
import { roundDays, showByCategory, showByCategoryCalendar } from './show.ts'
import type { Followed, Status } from './status.ts'
import { NO_PAIRS } from './summarise.ts'
import { onGrid } from './tally.ts'
import { noTotals } from './totals.ts'

/** Day of each task's finish: DAY_ABSENT when it does not say. */
type FinishDays = (i: number) => number

/** By the dates of a schedule at its status date. */
export function toldFinishes(item: SeriesItem, calendar: Calendar): FinishDays {
  const { finish } = statusDates(item, calendar)
  return i => finish[i]
}

/** Day number, DAY_ABSENT when no task says. A baseline may have it in its baseline dates alone. */
export function latestFinishDay(
  { columns, isBaseline }: SeriesItem,
  followed: Followed,
  finishOf: FinishDays = i => bestFinish(columns, i),
): number {
  const dayOf = (i: number): number => {
    const day = finishOf(i)
    return day === DAY_ABSENT && isBaseline ? columns.baselineFinish[i] : day
  }
  let latest = DAY_ABSENT
  for (const i of followed) latest = Math.max(latest, dayOf(i))
  if (followed.length > 0) return latest
  for (let i = 0; i < columns.taskCount; i++) if (isInPasses(columns.taskType[i])) latest = Math.max(latest, dayOf(i))
  return latest
}

/** Some two tasks of the schedule are linked, or there is but one: the critical-path method has something to say. */
export function hasLogic({ columns }: SeriesItem): boolean {
  const { taskCount, taskType, links } = columns
  let partCount = 0
  for (let s = 0; s < taskCount; s++) {
    if (!isInPasses(taskType[s])) continue
    partCount++
    for (let k = links.start[s]; k < links.start[s + 1]; k++) {
      const p = links.task[k]
      if (p >= 0 && isInPasses(taskType[p])) return true
    }
  }
  return partCount === 1
}

/** Delay per window and nothing more: without links there is no path to attribute it to. */
export function dateDelays(
  items: readonly { readonly item: SeriesItem; readonly followed: Followed }[],
  { calendar, anchorDay }: { readonly calendar: Calendar; readonly anchorDay: number },
): DelayOutcome {
  const timeline = new Timeline(calendar, anchorDay)
  const ends = items.map(({ item, followed }) => {
    const day = latestFinishDay(item, followed, toldFinishes(item, calendar))
    const finish = day === DAY_ABSENT ? Number.NaN : timeline.finishOffset(day)
    return { item, day, finish, dataDate: dataDateOf(item.columns, timeline, item.statusDay, 0).offset }
  })
  const apart: [SeriesItem, SeriesItem][] = []
  let unexplainedDays = 0
  const windows = ends.slice(1).map((later, k): ResultValue => {
    const earlier = ends[k]
    const isApart = !sharesTask(earlier.item.columns, later.item.columns)
    if (isApart) apart.push([earlier.item, later.item])
    const movedDays = isApart ? Number.NaN : later.finish - earlier.finish
    unexplainedDays += movedDays || 0
    return bareWindow({
      from: earlier.item.place,
      to: later.item.place,
      from_date: dateOrNull(timeline.startDay(earlier.dataDate)),
      to_date: dateOrNull(timeline.startDay(later.dataDate)),
      length_days: later.dataDate - earlier.dataDate,
      delay_days: daysOrNull(movedDays),
      delay_calendar_days: isApart ? null : wallDays(earlier.day, later.day),
      delay_working_days: daysOrNull(movedDays),
    })
  })
  return {
    mode: 'dates',
    isSplit: false,
    statuses: ends.map(({ item, day, finish, dataDate }) => ({
      schedule: item.place,
      data_date: dateOrNull(timeline.startDay(dataDate)),
      finish: daysOrNull(finish),
      finish_date: dateOrNull(day),
      reported_finish_date: dateOrNull(day),
      task_count: item.columns.taskCount,
      network_task_count: item.columns.taskType.reduce((count, code) => count + (isInPasses(code) ? 1 : 0), 0),
    })),
    windows,
    totals: [],
    isOfOneDate: [],
    totalDelayDays: apart.length > 0 ? Number.NaN : ends.at(-1)!.finish - ends[0].finish,
    totalCalendarDays: apart.length > 0 ? Number.NaN : (wallDays(ends[0].day, ends.at(-1)!.day) ?? Number.NaN),
    unexplainedDays,
    account: undefined,
    beside: [],
    openRevisionDays: 0,
    withdrawn: [],
    renumbered: [],
    exchanges: [],
    eventDays: undefined,
    stepDays: 1,
    found: seriesFindings(items.map(({ item }) => item)),
    unattributed: new Map(),
    assumed: [],
    apart,
    concurrent: NO_PAIRS,
    unequal: NO_PAIRS,
    revisions: NO_REVISIONS,
    finishes: ends.map(({ item, day, finish }) => ({
      place: item.place,
      day,
      byDates: day,
      isTold: true,
      offset: finish,
      offDays: 0,
    })),
    counts: {
      concurrentWindows: 0,
      unequalWindows: 0,
      pacing: 0,
      noTaskWindows: 0,
      scopeWithLogic: 0,
      unlinked: items.filter(({ item }) => !hasLogic(item)).length,
      undated: ends.filter(({ finish }) => Number.isNaN(finish)).length,
    },
  }
}

const daysOrNull = (days: number): number | null => (Number.isNaN(days) ? null : roundDays(days))

const wallDays = (from: number, to: number): number | null =>
  from === DAY_ABSENT || to === DAY_ABSENT ? null : to - from

interface Ends {
  readonly from: string
  readonly to: string
  readonly from_date: string | null
  readonly to_date: string | null
  readonly length_days: number
  readonly delay_days: number | null
  readonly delay_calendar_days: number | null
  readonly delay_working_days: number | null
}

/** A window of which only the ends and the delay are reported: for want of links, or of a task of both schedules. */
export const bareWindow = (ends: Ends): ResultValue => ({
  ...ends,
  half_step_finish: null,
  progress_delay_days: null,
  progress_delay_calendar_days: null,
  revision_delay_days: null,
  revision_delay_calendar_days: null,
  revision: null,
  revision_calendar_days: null,
  revision_steps: [],
  revisions: [],
  revision_count: 0,
  revisions_tested_count: 0,
  retroactive_change_count: 0,
  retroactive_change_ids: [],
  scope_with_logic: false,
  controlling_path: [],
  attribution: [],
  recovery_days: 0,
  recovery_calendar_days: 0,
  recovered_elsewhere_days: 0,
  no_task_days: 0,
  shared_days: 0,
  consumed_float_days: 0,
  by_category: showByCategory(noTotals()),
  by_category_calendar_days: showByCategoryCalendar(noTotals()),
  days: [],
  day_span_count: 0,
  concurrent_days: 0,
  concurrent_calendar_days: 0,
  revision_concurrent_days: 0,
  revision_concurrent_calendar_days: 0,
  held_by_revisions: [],
  concurrency: [],
  unequal_concurrent_days: 0,
  unequal_concurrency: [],
  possible_pacing: [],
  possible_pacing_count: 0,
  float_consumption: [],
  float_consumption_count: 0,
})

/** The finishes of a series, and its schedules, as they are printed. */
export function showFinishes(
  dated: readonly DatedFinish[],
  calendarDays: Measure,
): Pick<DelayOutcome, 'statuses' | 'finishes'> {
  const isByEnds = !lieAsFarApart(dated, calendarDays)
  const finishes = dated.map(({ place, day, endDay, byDates, isTold, finish, offDays }) => ({
    place,
    day: isByEnds ? endDay : day,
    byDates,
    isTold,
    offset: onGrid(finish),
    offDays,
  }))
  const statuses = dated.map(
    ({ shown }, n): ResultValue => ({
      ...shown,
      finish_date: dateOrNull(finishes[n].day),
      reported_finish_date: dateOrNull(finishes[n].byDates),
    }),
  )
  return { statuses, finishes }
}

/** The finish of a status by its dates: what is kept of it when its arrays are let go. */
export interface DatedFinish {
  readonly place: string
  readonly finish: number
  readonly offDays: number
  /** As the critical path prints it: a point that waits for the data date on the day that it opens. */
  readonly day: number
  /** The day that ends at the finish. */
  readonly endDay: number
  readonly byDates: number
  /** Whether its own dates tell all of its ends. */
  readonly isTold: boolean
  readonly shown: object
}

export function datedFinish(status: Status): DatedFinish {
  const { place, columns, prepared, result, followed, finish, daysOff } = status
  const dates = computeDates(columns, prepared, result.all)
  const { input, timeline } = prepared
  const byNetwork =
    followed.length === 0
      ? dates.projectFinish
      : followed.reduce((latest, i) => Math.max(latest, dates.earlyFinish[i]), DAY_ABSENT)
  const day = daysOff.days > 0 ? daysOff.day : byNetwork
  const isByClock = input.clock !== undefined || timeline === undefined
  const ends = followed.length > 0 ? followed : input.network.order
  return {
    place,
    finish,
    offDays: daysOff.days,
    day,
    endDay: isByClock || daysOff.days > 0 ? day : timeline.finishDay(finish),
    byDates: latestFinishDay(status, followed),
    isTold: ends.every(i => bestFinish(columns, i) !== DAY_ABSENT || status.isBaseline),
    shown: {
      schedule: place,
      data_date: showDataDate(prepared).date,
      finish: roundDays(finish),
      task_count: columns.taskCount,
      network_task_count: input.network.order.length,
    },
  }
}

/** Whether the printed finishes lie as far apart as the calendar days that are told of them: else all are the ends of their days. */
function lieAsFarApart(dated: readonly DatedFinish[], calendarDays: Measure): boolean {
  if (dated.every(({ day, endDay }) => day === endDay)) return true
  return dated.slice(1).every((now, n) => {
    const was = dated[n]
    const days = calendarDays(onGrid(was.finish), onGrid(now.finish)) + now.offDays - was.offDays
    return Math.abs(now.day - was.day - days) < 1
  })
}
