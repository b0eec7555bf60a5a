/** The delays of a series that has logic: every schedule by the critical-path method, and the windows between them. */
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { bestFinish } from '../../calendar/best-dates.ts'
import type { CalendarChoice } from '../../calendar/choice.ts'
import { EPSILON_DAYS, snap } from '../../calendar/snap.ts'
import { computedFindings, type FoundIn } from '../../compare/input-findings.ts'
import { isRecreated, type SeriesItem } from '../../compare/series.ts'
import { showDataDate } from '../../cpm/data-date.ts'
import { computeDates } from '../../cpm/dates.ts'
import type { Preparation } from '../../cpm/prepare.ts'
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
import { stepDaysOf } from './replay.ts'
import { placedOfSections } from './revision-effects.ts'
import { NO_REVISIONS, withRevisions } from './revision-summary.ts'
import { printedTotals, roundDays, showEnds, showWindow } from './show.ts'
import { type Followed, following, type Status, statusOf, workingDaysBetween } from './status.ts'
import { NO_PAIRS, withPairs } from './summarise.ts'
import { onGrid } from './tally.ts'
import { type DelayTotals, totalsOf } from './totals.ts'
import { type DelayRules, type Window, type WindowEnd, windowsBetween } from './windows.ts'
import { withoutWithdrawn } from './withdrawn.ts'

export interface NetworkItem {
  readonly item: SeriesItem
  /** Topological order over all links. */
  readonly order: Uint32Array
  readonly followed: Followed
  /** Of the item, where it was needed before. */
  readonly prepared?: Preparation | undefined
}

type OfRun = 'account' | 'isOfSection' | 'pacing' | 'placedMax' | 'sortedChanges' | 'stepDays' | 'shared' | 'told'
type Given = Omit<DelayRules, OfRun>
type SharedBy = DelayRules['shared'] & { readonly choice: CalendarChoice }

/** The series as one finish is followed in it. */
interface Line {
  readonly items: readonly NetworkItem[]
  /** The finish is that of a contract date of a section: who moved it is all that is asked; how many there are, 0 = it is none. */
  readonly sectionCount: number
}

/** The delays of a series, and those of the finishes of sections, which are followed in the same schedules. */
export interface NetworkDelays {
  readonly whole: DelayOutcome
  readonly ofSections: readonly DelayOutcome[]
}

/**
 * What was told and taken back before it began holds nothing: windows are those of the schedules as they were sent, the account is that of a series without it. `sections`: the same schedules as
 * each finish of a section is followed in them.
 */
export function networkDelays(
  items: readonly NetworkItem[],
  sections: readonly (readonly NetworkItem[])[],
  shared: SharedBy,
  given: Given,
  checkpoint: () => void,
): NetworkDelays {
  const whole = { items, sectionCount: 0 }
  const ofSections = sections.map((own): Line => ({ items: own, sectionCount: sections.length }))
  const [outcome] = delaysOf([whole], shared, given, checkpoint)
  if (outcome.apart.length > 0) return { whole: outcome, ofSections: [] }
  const kept = given.method === 'recreated' ? undefined : withoutWithdrawn(items, outcome, shared.calendar)
  if (kept === undefined) return { whole: outcome, ofSections: delaysOf(ofSections, shared, given, checkpoint) }
  const { withdrawn } = kept
  const [own, ...others] = delaysOf(
    [whole, ...ofSections].map(line => ({ ...line, items: followedAs(kept.items, line.items) })),
    shared,
    given,
    checkpoint,
  ).map(({ account, beside }) => ({ account, beside }))
  const finishes = finishesOf(ofSections, shared, given.calendarDays)
  return {
    whole: { ...outcome, ...own, takenBackDays: outcome.account!.takenBackDays(), withdrawn },
    ofSections: others.map((each, n) => ({ ...outcome, ...finishes[n], ...each, withdrawn })),
  }
}

const followedAs = (items: readonly NetworkItem[], own: readonly NetworkItem[]): readonly NetworkItem[] =>
  items.map((each, k) => (each.followed === own[k].followed ? each : { ...each, followed: own[k].followed }))

/** The schedules of lines at one place of the series. */
function statusesAt(lines: readonly Line[], k: number, shared: SharedBy): readonly Status[] {
  const { item, order, prepared } = lines[0].items[k]
  const status = statusOf(item, order, [], shared, prepared)
  return lines.map(({ items }) => following(status, items[k].followed))
}

/** What a series is known by where its windows are not asked for. */
function finishesOf(lines: readonly Line[], shared: SharedBy, calendarDays: Measure) {
  const dated = lines.map((): DatedFinish[] => [])
  for (const k of lines[0]?.items.keys() ?? [])
    for (const [n, status] of statusesAt(lines, k, shared).entries()) dated[n].push(datedFinish(status))
  return dated.map(each => showFinishes(each, calendarDays))
}

/** The windows of all lines, one schedule after the other: what a window is, is the same whatever finish is followed in it. */
function delaysOf(
  lines: readonly Line[],
  shared: SharedBy,
  given: Given,
  checkpoint: () => void,
): readonly DelayOutcome[] {
  if (lines.length === 0) return []
  const sortedChanges = lines.length > 1 ? new Map() : undefined
  const told = lines[0].items.some(({ item }) => isRecreated(item))
    ? statusesAt(lines, lines[0].items.length - 1, shared)
    : undefined
  const runs = lines.map((line, n) => runOf(line, shared, { ...given, sortedChanges, told: told?.[n] }))
  let earlier: readonly Status[] | undefined
  // one window at a time: its arrays are let go before the next
  for (const k of lines[0].items.keys()) {
    const later = statusesAt(lines, k, shared)
    checkpoint()
    for (const [n, run] of runs.entries()) run.addStatus(later[n])
    if (earlier !== undefined) {
      const before = earlier
      const pairing = pairTasks(before[0], later[0])
      if (hasPairs(pairing)) {
        const windows = runs.map((run, n) => ({ earlier: before[n], later: later[n], rules: run.rules() }))
        const ends = windowsBetween(windows, pairing, k - 1)
        checkpoint()
        for (const [n, run] of runs.entries()) run.addWindow(ends[n])
      } else for (const [n, run] of runs.entries()) run.addApart(before[n], later[n])
    }
    earlier = later
  }
  return runs.map(run => run.outcome())
}

/** What the windows of a series come to by one finish. */
function runOf(
  { items, sectionCount }: Line,
  shared: SharedBy,
  given: Given & Pick<DelayRules, 'sortedChanges' | 'told'>,
) {
  const isOfSection = sectionCount > 0
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
  let last: Status | undefined
  const beside: WindowBeside[] = []
  let account: Account | undefined
  const pacing = noPacing()
  let openRevisionDays = 0
  const renumbered: Window['renumbered'][] = []
  const exchanges: Window['exchanges'][] = []
  const assumed: AssumedDays[] = []
  const eventDays = new EventDays(given.events.length)
  const stepDays = stepDaysOf(
    items.map(({ item }) => item),
    shared.anchorDay,
    Math.max(1, sectionCount),
  )
  const placedMax = isOfSection
    ? placedOfSections((items.length - 1) * sectionCount, sentTasks(items.map(({ item }) => item)))
    : undefined
  const tell = (window: Window): void => {
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
  const addStatus = (status: Status): void => {
    dated.push(datedFinish(status))
    // what is wrong with the plan is said of the plan
    if (!isOfSection && !isRecreated(status)) found.push(computedFindings(status.place, status, shared.choice))
    first ??= status
    account ??= new Account(onGrid(status.finish), undefined, status.daysOff.days)
    last = status
  }
  const rules = (): DelayRules => ({ ...given, isOfSection, stepDays, placedMax, pacing, account: account!, shared })
  const addWindow = (window: WindowEnd): void => {
    beside.push(window.beside)
    renumbered.push(window.renumbered)
    exchanges.push(window.exchanges)
    if (!isOfSection) tell(window.told())
  }
  const addApart = (earlier: Status, later: Status): void => {
    const unknown = { delay_days: null, delay_calendar_days: null, delay_working_days: null }
    windows.push(bareWindow({ ...showEnds(earlier, later), ...unknown }))
    beside.push({ ownerDays: 0, contractorDays: 0 })
    renumbered.push([])
    exchanges.push([])
    apart.push([earlier, later])
  }
  const outcome = (): DelayOutcome => ({
    ...showFinishes(dated, given.calendarDays),
    mode: 'network',
    isSplit: given.method !== 'windows',
    windows,
    totals,
    isOfOneDate,
    totalDelayDays: apart.length > 0 ? Number.NaN : snap(onGrid(last!.finish) - onGrid(first!.finish)),
    totalCalendarDays:
      apart.length > 0
        ? Number.NaN
        : given.calendarDays(onGrid(first!.finish), onGrid(last!.finish)) + last!.daysOff.days - first!.daysOff.days,
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
    exchanges,
    counts: { ...counts, unlinked: 0, undated: 0 },
  })
  return { addStatus, rules, addWindow, addApart, outcome }
}

/** The finishes of a series, and its schedules, as they are printed. */
function showFinishes(
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
