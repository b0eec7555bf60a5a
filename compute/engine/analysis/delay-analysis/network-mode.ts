/** The delays of a series that has logic: every schedule by the critical-path method, and the windows between them. */
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { bestFinish } from '../../calendar/best-dates.ts'
import type { CalendarChoice } from '../../calendar/choice.ts'
import { EPSILON_DAYS, snap } from '../../calendar/snap.ts'
import { computedFindings, type FoundIn } from '../../compare/input-findings.ts'
import { isRecreated, type SeriesItem } from '../../compare/series.ts'
import { showDataDate } from '../../cpm/data-date.ts'
import { computeDates } from '../../cpm/dates.ts'
import type { Preparation } from '../../cpm/prepare.ts'
import { walkOf } from '../../edits/pass-meter.ts'
import { isUpTo } from '../../ids/short-arrays.ts'
import { FS } from '../../passes/relation.ts'
import { dateOrNull } from '../../result/options.ts'
import type { ResultValue } from '../../result/result.ts'
import { Account, type Measure, type WindowBeside } from './account.ts'
import { noPacing } from './beside.ts'
import { bareWindow, latestFinishDay } from './date-mode.ts'
import { EventDays } from './event-days.ts'
import type { AssumedDays } from './event-findings.ts'
import type { DelayOutcome } from './outcome.ts'
import { hasPairs, pairTasks } from './pairing.ts'
import { sentTasks } from './recreated.ts'
import { daysPerStep } from './replay.ts'
import { placedOfSections } from './revision-effects.ts'
import { NO_REVISIONS, withRevisions } from './revision-summary.ts'
import { printedTotals, roundDays, showEnds, showWindow } from './show.ts'
import { type Followed, type Status, statusOf, workingDaysBetween } from './status.ts'
import { NO_PAIRS, withPairs } from './summarise.ts'
import { onGrid } from './tally.ts'
import { type DelayTotals, totalsOf } from './totals.ts'
import { type DelayRules, type Window, windowBetween } from './windows.ts'
import { withoutWithdrawn } from './withdrawn.ts'

/**
 * Days of one step of the replay, by its budget. `anchorDay`: where a plan without a date of its own may begin; `seriesCount`: how many times the
 * series is replayed within the budget.
 */
export function stepDaysOf(items: readonly SeriesItem[], anchorDay: number, seriesCount = 1): number {
  const [first, last] = [items[0], items.at(-1)!]
  const from = first.statusDay === DAY_ABSENT ? anchorDay : first.statusDay
  const most = items.reduce((max, { columns }) => Math.max(max, costOfDay(columns)), 0)
  // updates that were made of two schedules were not sent
  const sent = items.reduce((total, item) => total + (isRecreated(item) ? 0 : sentIn(item.columns)), 0)
  return daysPerStep((last.statusDay - from) * seriesCount, most, sent)
}

/** What a schedule adds to the budget. Very many links of a task add nothing: a walk over them takes long, and they are few bytes. */
const sentIn = (columns: ScheduleColumns): number =>
  walkOf(columns) - Math.max(0, columns.links.task.length - LINKS_OF_TASK * columns.taskCount)

/** As daysPerStep counts. */
function costOfDay(columns: ScheduleColumns): number {
  const { setting, assignments, links } = columns
  if (setting === undefined) return walkOf(columns)
  const works = assignments?.resource.length ?? 0
  const isPlain = setting.rules.rules === 'p6' && isUpTo(links.type, FS)
  return (
    (isPlain ? COST_OF_PLAIN : COST_BY_CLOCK) * (walkOf(columns) + works + setting.calendars.length * COST_OF_CALENDAR)
  )
}

/** Few schedules have more. */
const LINKS_OF_TASK = 4
const COST_OF_CALENDAR = 2
/** Shifts and exceptions are looked up where days are added. */
const COST_BY_CLOCK = 5
/** The same where links lead from a finish to a start alone: of work that is not due nothing is looked up (idle.ts). */
const COST_OF_PLAIN = 3

export interface NetworkItem {
  readonly item: SeriesItem
  /** Topological order over all links. */
  readonly order: Uint32Array
  readonly followed: Followed
  /** Of the item, where it was needed before. */
  readonly prepared?: Preparation | undefined
}

type Given = Omit<DelayRules, 'account' | 'pacing' | 'placedMax' | 'stepDays' | 'calendarDays' | 'shared' | 'told'> & {
  readonly calendarDays: Measure
  readonly seriesCount?: number
  /** The series of a contract date of a section: who moved its finish is all that is asked. */
  readonly isOfSection?: boolean
}
type SharedBy = DelayRules['shared'] & { readonly choice: CalendarChoice }

/** What was told and taken back before it began holds nothing: windows are those of the schedules as they were sent, the account is that of a series without it. */
export function networkDelays(
  items: readonly NetworkItem[],
  shared: SharedBy,
  given: Given,
  checkpoint: () => void,
): DelayOutcome {
  const outcome = delaysOf(items, shared, given, checkpoint)
  const kept = given.method === 'recreated' ? undefined : withoutWithdrawn(items, outcome.renumbered, shared.calendar)
  if (kept === undefined) return outcome
  const { account, beside } = delaysOf(kept.items, shared, given, checkpoint)
  return { ...outcome, account, beside, takenBackDays: outcome.account!.takenBackDays(), withdrawn: kept.withdrawn }
}

function delaysOf(items: readonly NetworkItem[], shared: SharedBy, given: Given, checkpoint: () => void): DelayOutcome {
  const windows: ResultValue[] = []
  const totals: DelayTotals[] = []
  const isOfOneDate: boolean[] = []
  const found: FoundIn[] = []
  const unattributed = new Map<string, number>()
  const dated: DatedFinish[] = []
  let concurrent = NO_PAIRS
  let unequal = NO_PAIRS
  let revisions = NO_REVISIONS
  const counts = { concurrentWindows: 0, unequalWindows: 0, pacing: 0, noTaskWindows: 0, scopeWithLogic: 0 }
  const apart: [SeriesItem, SeriesItem][] = []
  let first: Status | undefined
  let earlier: Status | undefined
  const beside: WindowBeside[] = []
  let account: Account | undefined
  const pacing = noPacing()
  let openRevisionDays = 0
  const renumbered: Window['renumbered'][] = []
  const assumed: AssumedDays[] = []
  const eventDays = new EventDays(given.events.length)
  const stepDays = stepDaysOf(
    items.map(({ item }) => item),
    shared.anchorDay,
    given.seriesCount,
  )
  const placedMax = given.isOfSection
    ? placedOfSections((items.length - 1) * (given.seriesCount ?? 1), sentTasks(items.map(({ item }) => item)))
    : undefined
  const addWindow = (window: Window): void => {
    const { earlier, later, tally, bookings } = window
    const own = printedTotals(window, totalsOf(window))
    totals.push(own)
    isOfOneDate.push(earlier.statusDay === later.statusDay)
    windows.push(showWindow(window, own))
    addUnattributed(window, unattributed)
    addEventDays(window, eventDays)
    assumed.push(...byDay(window))
    for (const { days, category } of bookings) if (category === 0 && days > 0) openRevisionDays += days
    counts.concurrentWindows += tally.concurrent.length > 0 || own.revisionConcurrentDays > EPSILON_DAYS ? 1 : 0
    counts.unequalWindows += tally.unequal.length > 0 ? 1 : 0
    concurrent = withPairs(concurrent, window.columns, tally.concurrent)
    unequal = withPairs(unequal, window.columns, tally.unequal)
    counts.pacing += tally.pacing.length
    counts.noTaskWindows += own.noTaskDays > EPSILON_DAYS ? 1 : 0
    if (given.method !== 'windows') revisions = withRevisions(revisions, window)
    counts.scopeWithLogic += window.revisions.scopeWithLogic ? 1 : 0
  }
  const { item: lastItem, order: lastOrder, followed: lastFollowed, prepared: lastPrepared } = items.at(-1)!
  const told = items.some(({ item }) => isRecreated(item))
    ? statusOf(lastItem, lastOrder, lastFollowed, shared, lastPrepared)
    : undefined
  // one window at a time: its arrays are let go before the next
  for (const { item, order, followed, prepared } of items) {
    const later = statusOf(item, order, followed, shared, prepared)
    checkpoint()
    dated.push(datedFinish(later))
    // what is wrong with the plan is said of the plan
    if (!given.isOfSection && !isRecreated(item)) found.push(computedFindings(item.place, later, shared.choice))
    if (earlier !== undefined) {
      const pairing = pairTasks(earlier, later)
      if (hasPairs(pairing)) {
        const window = windowBetween(
          earlier,
          later,
          pairing,
          { ...given, stepDays, placedMax, pacing, account: account!, shared, told },
          beside.length,
        )
        checkpoint()
        beside.push(window.tally.beside)
        renumbered.push(window.renumbered)
        if (!given.isOfSection) addWindow(window)
      } else {
        const unknown = { delay_days: null, delay_calendar_days: null, delay_working_days: null }
        windows.push(bareWindow({ ...showEnds(earlier, later), ...unknown }))
        beside.push({ ownerDays: 0, contractorDays: 0 })
        renumbered.push([])
        apart.push([earlier, later])
      }
    }
    first ??= later
    account ??= new Account(onGrid(later.finish), undefined, later.daysOff.days)
    earlier = later
  }
  const isByEnds = !lieAsFarApart(dated, given.calendarDays)
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
  return {
    mode: 'network',
    isSplit: given.method !== 'windows',
    statuses,
    windows,
    totals,
    isOfOneDate,
    totalDelayDays: apart.length > 0 ? Number.NaN : snap(onGrid(earlier!.finish) - onGrid(first!.finish)),
    totalCalendarDays:
      apart.length > 0
        ? Number.NaN
        : given.calendarDays(onGrid(first!.finish), onGrid(earlier!.finish)) +
          earlier!.daysOff.days -
          first!.daysOff.days,
    unexplainedDays: 0,
    account,
    beside,
    eventDays,
    openRevisionDays,
    withdrawn: [],
    stepDays,
    found,
    unattributed,
    assumed,
    apart,
    concurrent,
    unequal,
    revisions,
    renumbered,
    finishes,
    counts: { ...counts, unlinked: 0, undated: 0 },
  }
}

function byDay({ assumed, earlier: { prepared } }: Window): AssumedDays[] {
  const { timeline, input } = prepared
  if (timeline === undefined) return []
  const last = input.clock === undefined ? 1 : EPSILON_DAYS
  return assumed.map(each => ({
    ...each,
    from: timeline.startDay(each.from),
    to: timeline.startDay(Math.max(each.from, each.to - last)),
  }))
}

/** What progress moved, and at the end of the window its revisions together. */
function addEventDays({ tally, netBookings, earlier, halfFinish, later, calendarDays }: Window, sums: EventDays): void {
  const workingDays = workingDaysBetween(later)
  let at = onGrid(earlier.finish)
  for (const { days, calendarDays: wall, effect, by } of tally.spans) {
    const since = at
    at += days
    if (effect !== 'recovered') sums.add(by.events, days, wall, workingDays(since, at))
  }
  const [from, to] = [onGrid(halfFinish), onGrid(later.finish)]
  const causes = netBookings.filter(({ days }) => days > 0)
  const sum = causes.reduce((total, { days }) => total + days, 0)
  if (!(to > from) || !(sum > EPSILON_DAYS)) return
  const [wall, work] = [calendarDays(from, to), workingDays(from, to)]
  for (const { days, events } of causes) {
    const part = days / sum
    sums.add(events?.shares ?? [], (to - from) * part, wall * part, work * part, work * part)
  }
}

/** The finish of a status by its dates: what is kept of it when its arrays are let go. */
interface DatedFinish {
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

function datedFinish(status: Status): DatedFinish {
  const { place, columns, prepared, result, followed, finish, daysOff } = status
  const dates = computeDates(columns, prepared, result)
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

/** Days of delay that no party is given for: neither an event nor a category names one. */
function addUnattributed({ tally, columns }: Window, days: Map<string, number>): void {
  tally.openDays.forEach((delay, i) => {
    if (delay <= EPSILON_DAYS) return
    const id = textAt(columns.id, i)
    days.set(id, (days.get(id) ?? 0) + delay)
  })
}
