import { textAt } from '../../../../shared/contract/schedule/text.ts'
import type { CalendarChoice } from '../../calendar/choice.ts'
import { EPSILON_DAYS, snap } from '../../calendar/snap.ts'
import { computedFindings, type FoundIn } from '../../compare/input-findings.ts'
import { isRecreated, type SeriesItem } from '../../compare/series.ts'
import type { Preparation } from '../../cpm/prepare.ts'
import type { ResultValue } from '../../result/result.ts'
import { Account, type Measure, type WindowBeside } from './account.ts'
import { noPacing } from './beside.ts'
import { bareWindow, type DatedFinish, datedFinish, showFinishes } from './date-mode.ts'
import { EventDays } from './event-days.ts'
import type { AssumedDays } from './event-findings.ts'
import type { DelayOutcome } from './outcome.ts'
import { hasPairs, pairTasks } from './pairing.ts'
import { sentTasks } from './recreated.ts'
import { stepDaysOf } from './replay.ts'
import { placedOfSections } from './revision-effects.ts'
import { NO_REVISIONS, withRevisions } from './revision-summary.ts'
import { printedTotals, showEnds, showWindow } from './show.ts'
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
  const [first] = runsOf([whole], shared, given, checkpoint)
  const outcome = first.outcome()
  if (outcome.apart.length > 0) return { whole: outcome, ofSections: [] }
  const kept = given.method === 'recreated' ? undefined : withoutWithdrawn(items, outcome, shared.calendar)
  if (kept === undefined) {
    const runs = runsOf(ofSections, shared, given, checkpoint)
    return { whole: outcome, ofSections: runs.map(run => run.outcome()) }
  }
  const { withdrawn } = kept
  const [own, ...others] = runsOf(
    [whole, ...ofSections].map(line => ({ ...line, items: followedAs(kept.items, line.items) })),
    shared,
    given,
    checkpoint,
    first,
  ).map(run => run.account())
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
  const status = statusOf(item, order, [], shared, prepared, true)
  return lines.map(({ items }) => following(status, items[k].followed))
}

/** What a series is known by where its windows are not asked for. */
function finishesOf(lines: readonly Line[], shared: SharedBy, calendarDays: Measure) {
  const dated = lines.map((): DatedFinish[] => [])
  for (const k of lines[0]?.items.keys() ?? [])
    for (const [n, status] of statusesAt(lines, k, shared).entries()) dated[n].push(datedFinish(status))
  return dated.map(each => showFinishes(each, calendarDays))
}

/**
 * The windows of all lines, one schedule after the other: what a window is, is the same whatever finish is followed in it. `before`: what is known of another series, which has windows of these schedules
 * with the finish of the first line.
 */
function runsOf(
  lines: readonly Line[],
  shared: SharedBy,
  given: Given,
  checkpoint: () => void,
  before?: SeriesRun,
): readonly SeriesRun[] {
  if (lines.length === 0) return []
  const { items } = lines[0]
  const sortedChanges = lines.length > 1 ? new Map() : undefined
  const told = items.some(({ item }) => isRecreated(item)) ? statusesAt(lines, items.length - 1, shared) : undefined
  const runs = lines.map((line, n) => runOf(line, shared, { ...given, sortedChanges, told: told?.[n] }))
  let [earlier, earlierAt] = [undefined as readonly Status[] | undefined, -1]
  // one window at a time: its arrays are let go before the next
  for (const k of items.keys()) {
    const known = before?.stepDays === runs[0].stepDays ? before.knownAt(items, k) : undefined
    if (known !== undefined) runs[0].addKnown(known)
    const open = runs.slice(known === undefined ? 0 : 1)
    if (open.length === 0) continue
    if (k > 0 && earlierAt < k - 1) earlier = statusesAt(lines, k - 1, shared)
    const later = statusesAt(lines, k, shared)
    checkpoint()
    for (const [n, run] of runs.entries()) run.addStatus(later[n])
    if (earlier !== undefined) {
      const was = earlier
      const pairing = pairTasks(was[0], later[0])
      const at = (run: SeriesRun): number => runs.indexOf(run)
      if (hasPairs(pairing)) {
        const windows = open.map(run => ({ earlier: was[at(run)], later: later[at(run)], rules: run.rules() }))
        const ends = windowsBetween(windows, pairing, k - 1)
        checkpoint()
        for (const [n, run] of open.entries()) run.addWindow(ends[n])
      } else for (const run of open) run.addApart(was[at(run)], later[at(run)])
    }
    earlier = later
    earlierAt = k
  }
  return runs
}

type SeriesRun = ReturnType<typeof runOf>

/** A window as its series knows it: what it has beside its days, and what it books. */
interface KnownWindow {
  readonly beside: WindowBeside
  readonly booked: readonly ((account: Account) => void)[]
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
  const known: KnownWindow[] = []
  let notedCount = 0
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
    if (!isOfSection && !isRecreated(status)) {
      const { place, columns, prepared, result } = status
      found.push(computedFindings(place, { columns, prepared, result: result.all }, shared.choice))
    }
    first ??= status
    account ??= new Account(onGrid(status.finish), undefined, status.daysOff.days)
    last = status
  }
  const rules = (): DelayRules => ({ ...given, isOfSection, stepDays, placedMax, pacing, account: account!, shared })
  const addWindow = (window: WindowEnd): void => {
    known.push({ beside: window.beside, booked: account!.notedSince(notedCount) })
    notedCount = account!.notedCount
    beside.push(window.beside)
    renumbered.push(window.renumbered)
    exchanges.push(window.exchanges)
    if (!isOfSection) tell(window.told())
  }
  /** The window that ends with schedule k, where it lies between the same two schedules as here. */
  const knownAt = (others: readonly NetworkItem[], k: number): KnownWindow | undefined =>
    k > 0 && others[k] === items[k] && others[k - 1] === items[k - 1] ? known[k - 1] : undefined
  const addKnown = (window: KnownWindow): void => {
    for (const book of window.booked) book(account!)
    beside.push(window.beside)
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
  return {
    stepDays,
    addStatus,
    rules,
    addWindow,
    knownAt,
    addKnown,
    addApart,
    outcome,
    account: () => ({ account, beside }),
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

/** Days of delay that no party is given for: neither an event nor a category names one. */
function addUnattributed({ tally, columns }: Window, days: Map<string, number>): void {
  tally.openDays.forEach((delay, i) => {
    if (delay <= EPSILON_DAYS) return
    const id = textAt(columns.id, i)
    days.set(id, (days.get(id) ?? 0) + delay)
  })
}
