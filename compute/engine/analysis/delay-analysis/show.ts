/** How windows and totals stand in `data` (shared/contract/analysis/delay-analysis/data.ts). */
import { CONCURRENCY_POLICIES } from '../../../../shared/contract/analysis/delay-analysis/request.ts'
import { DAY_ABSENT, type TextColumn } from '../../../../shared/contract/schedule/columns.ts'
import { DELAY_CATEGORIES } from '../../../../shared/contract/schedule/fields.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { EPSILON_DAYS, OFFSET_DECIMALS, snap } from '../../calendar/snap.ts'
import { showDataDate } from '../../cpm/data-date.ts'
import { dateOrNull } from '../../result/options.ts'
import { References, type ResultValue, Table, type TableColumn } from '../../result/result.ts'
import { roundHalfAway } from '../../wording/numbers.ts'
import {
  type Account,
  bitOf,
  type ConcurrencyPolicy,
  type Entitled,
  entitledBy,
  type Measure,
  type OffMeasure,
  type Parties,
  type WindowBeside,
} from './account.ts'
import type { ConcurrentPair } from './beside.ts'
import { CONTRACTOR, type EntitlementRule, NEUTRAL, NO_SIDE, OWNER, SIDE_LABELS, SIDES } from './parties.ts'
import { REVISION_STEPS } from './revision-split.ts'
import { showHistory } from './revision-summary.ts'
import { showChanges, showSteps } from './show-revisions.ts'
import { type Status, workingDaysBetween } from './status.ts'
import { type DaySpan, onGrid } from './tally.ts'
import { type DelayTotals, mapTotals, revisionDays, sumOf } from './totals.ts'
import type { Window } from './windows.ts'

export const CATEGORY_LABELS: readonly (string | null)[] = [null, ...DELAY_CATEGORIES]

/** Pairs of concurrent delays listed per window; spans of days, and tasks of a span; slips beside the path, and those that may be pacing; revised tasks of a party. */
const PAIRS_LISTED_MAX = 100
const SPANS_LISTED_MAX = 100
const HOLDERS_LISTED_MAX = 10
const SLIPS_LISTED_MAX = 100
const REVISED_LISTED_MAX = 20

export const roundDays = (days: number): number => roundHalfAway(days, OFFSET_DECIMALS)
const roundOrNull = (days: number): number | null => (Number.isNaN(days) ? null : roundDays(days))

/** Rounded so that they sum to `whole`, their rounded sum unless it is given: what is over goes to the largest, the first of equal ones. */
export function roundedParts(values: ArrayLike<number>, whole = roundDays(sumOf(Float64Array.from(values)))): number[] {
  const parts = Array.from(values, roundDays)
  const over = whole - parts.reduce((sum, days) => sum + days, 0)
  if (parts.length === 0 || !(Math.abs(over) >= EPSILON_DAYS / 2)) return parts
  const largest = parts.reduce((best, days, at) => (Math.abs(days) > Math.abs(parts[best]) ? at : best), 0)
  parts[largest] = roundDays(parts[largest] + over)
  return parts
}

const showCategories = (values: Float64Array, whole?: number): Record<string, number> => {
  const [unattributed, ...rest] = roundedParts(values, whole)
  return Object.fromEntries([
    ...DELAY_CATEGORIES.map((category, at) => [category, rest[at]]),
    ['unattributed', unattributed],
  ])
}

/** `whole` is what they sum to where other figures are told beside. */
export const showByCategory = ({ byCategory }: DelayTotals, whole?: number): Record<string, number> =>
  showCategories(byCategory, whole)
export const showByCategoryCalendar = (
  { byCategoryCalendar }: DelayTotals,
  whole?: number,
): Record<string, number> | null =>
  byCategoryCalendar.some(Number.isNaN) ? null : showCategories(byCategoryCalendar, whole)

export const showRevisions = ({ revisions }: DelayTotals): Record<string, number> =>
  Object.fromEntries(REVISION_STEPS.map(step => [`${step}_days`, roundDays(revisions[step])]))

export const showRevisionsCalendar = ({ revisionsCalendar }: DelayTotals): Record<string, number> | null => {
  const days = REVISION_STEPS.map(step => revisionsCalendar[step])
  if (days.some(Number.isNaN)) return null
  return Object.fromEntries(REVISION_STEPS.map((step, n) => [`${step}_days`, roundDays(days[n])]))
}

const showRules = (rules: readonly EntitlementRule[]) =>
  rules.map(({ category, side, excusable, compensable }) => ({
    category,
    party: SIDE_LABELS[side],
    excusable,
    compensable,
  }))

/** Calendar days of an entry of the account. */
export const withDaysOff =
  (calendarDays: Measure): OffMeasure =>
  (from, to, offFrom, offTo) =>
    calendarDays(from, to) + offTo - offFrom

/** What stands in the account at the end, by the policy that was asked for and by the others. */
export function showAccount(
  account: Account,
  beside: readonly WindowBeside[],
  policy: ConcurrencyPolicy,
  rules: readonly EntitlementRule[],
  calendarDays: Measure,
  takenBackDays = account.takenBackDays(),
): { readonly [name: string]: ResultValue } {
  const { scale } = account
  const entries = account.standing()
  const sums = (of: ConcurrencyPolicy, openAs?: number) => ({
    ...showEntitled(entitledBy(entries, of, beside, scale.days, openAs, scale), 'days'),
    ...showEntitled(entitledBy(entries, of, beside, withDaysOff(calendarDays), openAs, scale), 'calendar_days'),
  })
  return {
    ...sums(policy),
    limited_days: roundDays(snap(takenBackDays)),
    concurrency: policy,
    policies: CONCURRENCY_POLICIES.map(concurrency => ({ concurrency, ...sums(concurrency) })),
    if_unattributed_were: [OWNER, CONTRACTOR, NEUTRAL].map(side => ({
      party: SIDE_LABELS[side],
      ...sums(policy, side),
    })),
    rules: showRules(rules),
  }
}

function showEntitled(entitled: Entitled, unit: 'days' | 'calendar_days'): Record<string, number | null> {
  const { compensable, excusableOnly, nonExcusable, unattributed, concurrent } = entitled
  const parts = Number.isNaN(compensable + excusableOnly + nonExcusable + unattributed)
    ? [null, null, null, null]
    : roundedParts([compensable, excusableOnly, nonExcusable, unattributed])
  return {
    [`excusable_compensable_${unit}`]: parts[0],
    [`excusable_non_compensable_${unit}`]: parts[1],
    [`non_excusable_${unit}`]: parts[2],
    [`concurrent_${unit}`]: parts[1] === null ? null : Math.min(roundDays(concurrent), parts[1]),
    [`unattributed_${unit}`]: parts[3],
  }
}

/** What a window lies between. */
export function showEnds(earlier: Status, later: Status) {
  const from = showDataDate(earlier.prepared)
  const to = showDataDate(later.prepared)
  return {
    from: earlier.place,
    to: later.place,
    from_date: from.date,
    to_date: to.date,
    length_days: roundDays(to.offset - from.offset),
  }
}

const showPairs = (pairs: readonly ConcurrentPair[], ids: TextColumn) => {
  const days = roundedParts(pairs.map(pair => pair.days))
  return pairs.slice(0, PAIRS_LISTED_MAX).map((pair, n) => ({
    owner_task_id: textAt(ids, pair.ownerTask),
    contractor_task_id: textAt(ids, pair.contractorTask),
    concurrent_days: days[n],
    controlling_party: SIDE_LABELS[pair.controllingSide],
    slack_days: roundDays(pair.slackDays),
  }))
}

/** The totals of a window on the grid of printed days, its categories as they stand beside the rest: so the windows sum to what is told of all of them. */
export function printedTotals(window: Window, totals: DelayTotals): DelayTotals {
  const { earlier, later, halfFinish, method, calendarDays, offDays } = window
  const from = onGrid(earlier.finish)
  const to = onGrid(method === 'windows' ? later.finish : halfFinish)
  const round = (days: number): number => (Number.isNaN(days) ? days : roundDays(days))
  const printed = mapTotals(totals, round)
  const parts = (values: Float64Array, whole: number): Float64Array =>
    values.some(Number.isNaN) ? values : Float64Array.from(roundedParts(values, whole))
  return {
    ...printed,
    byCategory: parts(totals.byCategory, roundDays(to - from - printed.recoveryDays)),
    byCategoryCalendar: parts(
      totals.byCategoryCalendar,
      roundDays(round(calendarDays(from, to) + offDays) - printed.recoveryCalendarDays),
    ),
  }
}

export function showWindow(window: Window, totals: DelayTotals): { readonly [name: string]: ResultValue } {
  const { earlier, later, method, delayDays, halfFinish, revisions, tally, columns, path, calendarDays, offDays } =
    window
  const isSplit = method !== 'windows'
  const wall = (from: number, to: number, off: number): number | null =>
    roundOrNull(calendarDays(onGrid(from), onGrid(to)) + off)
  const explained = isSplit ? onGrid(halfFinish) - onGrid(earlier.finish) : delayDays
  return {
    ...showEnds(earlier, later),
    delay_days: roundDays(delayDays),
    delay_calendar_days: wall(earlier.finish, later.finish, offDays),
    delay_working_days: roundDays(workingDaysBetween(later)(onGrid(earlier.finish), onGrid(later.finish))),
    half_step_finish: isSplit ? roundDays(halfFinish) : null,
    progress_delay_days: isSplit ? roundDays(roundDays(halfFinish) - roundDays(earlier.finish)) : null,
    progress_delay_calendar_days: isSplit ? wall(earlier.finish, halfFinish, offDays) : null,
    revision_delay_days: isSplit ? roundDays(revisionDays(totals)) : null,
    revision_delay_calendar_days: isSplit ? wall(halfFinish, later.finish, 0) : null,
    revision: isSplit ? showRevisions(totals) : null,
    revision_calendar_days: isSplit ? showRevisionsCalendar(totals) : null,
    revision_steps: isSplit ? showSteps(revisions) : [],
    revisions: showChanges(earlier, later, revisions, window.sides),
    revision_count: revisions.named.count,
    revisions_tested_count: revisions.named.testedCount,
    ...showHistory(window),
    scope_with_logic: revisions.scopeWithLogic === true,
    controlling_path: new References(path, columns.id),
    attribution: showAttribution(window, explained - roundDays(totals.noTaskDays) - roundDays(totals.elsewhereDays)),
    recovery_days: roundDays(totals.recoveryDays),
    recovery_calendar_days: roundOrNull(totals.recoveryCalendarDays),
    recovered_elsewhere_days: roundDays(totals.elsewhereDays),
    no_task_days: roundDays(totals.noTaskDays),
    shared_days: roundDays(totals.sharedDays),
    consumed_float_days: roundDays(totals.consumedFloatDays),
    by_category: showByCategory(totals),
    by_category_calendar_days: showByCategoryCalendar(totals),
    days: showSpans(window),
    day_span_count: tally.spans.length,
    concurrent_days: roundDays(totals.concurrentDays),
    concurrent_calendar_days: roundOrNull(totals.concurrentCalendarDays),
    concurrency: showPairs(tally.concurrent, columns.id),
    revision_concurrent_days: roundDays(totals.revisionConcurrentDays),
    revision_concurrent_calendar_days: roundOrNull(totals.revisionConcurrentCalendarDays),
    held_by_revisions: showHeldByRevisions(window),
    unequal_concurrent_days: roundDays(totals.unequalDays),
    unequal_concurrency: showPairs(tally.unequal, columns.id),
    ...showBeside(window),
  }
}

interface Mover {
  readonly id: string
  readonly category: number
  readonly side: number
  days: number
  calendarDays: number
  recoveredDays: number
  readonly slipDays: number
  readonly openDays: number
  readonly events: readonly number[]
}

/** Tasks that moved the finish, `whole` days together; with method windows those of revisions too. */
function showAttribution(window: Window, whole: number) {
  const { tally, category, side, columns, method, path } = window
  const { delayDays, recoveredDays, calendarDays, slipDays, openDays, eventsOf } = tally
  const movers = [...path]
    .filter(i => delayDays[i] > 0 || recoveredDays[i] < 0 || calendarDays[i] !== 0)
    .map(
      (i): Mover => ({
        id: textAt(columns.id, i),
        category: category[i],
        side: side[i],
        days: delayDays[i] + recoveredDays[i],
        calendarDays: calendarDays[i],
        recoveredDays: recoveredDays[i],
        slipDays: slipDays[i],
        openDays: openDays[i],
        events: [...(eventsOf.get(i) ?? [])].sort((a, b) => a - b),
      }),
    )
  const all = (method === 'windows' ? withRevisions(window, movers) : movers).filter(
    ({ days, calendarDays: wall, recoveredDays: recovered }) =>
      Math.abs(days) > EPSILON_DAYS || Math.abs(wall) > EPSILON_DAYS || recovered < -EPSILON_DAYS,
  )
  const days = roundedParts(
    all.map(mover => mover.days),
    whole,
  )
  const calendar = roundedParts(all.map(mover => mover.calendarDays))
  return all.map((mover, n) => ({
    id: mover.id,
    contribution_days: days[n],
    contribution_calendar_days: roundOrNull(calendar[n]),
    recovered_days: roundDays(mover.recoveredDays),
    slip_days: roundDays(mover.slipDays),
    delay_category: CATEGORY_LABELS[mover.category],
    party: SIDE_LABELS[mover.side],
    open_days: roundDays(mover.openDays),
    covered_by: mover.events.map(event => window.events[event].id!),
  }))
}

function withRevisions(
  { bookings, calendarDays, halfFinish, later, sides }: Window,
  movers: readonly Mover[],
): Mover[] {
  const sum = bookings.reduce((total, booking) => total + booking.days, 0)
  const moved = calendarDays(onGrid(halfFinish), onGrid(later.finish))
  const byId = new Map(movers.map(mover => [mover.id, mover]))
  for (const { taskIndex, days, category } of bookings) {
    if (taskIndex < 0) continue
    const id = textAt(later.columns.id, taskIndex)
    const nothing = { days: 0, calendarDays: 0, recoveredDays: 0, slipDays: 0, openDays: 0, events: [] }
    const mover = byId.get(id) ?? { id, category, side: sides[category], ...nothing }
    mover.days += days
    mover.calendarDays += sum === 0 ? days : (moved * days) / sum
    mover.recoveredDays += Math.min(0, days)
    byId.set(id, mover)
  }
  return [...byId.values()]
}

/** The one party of these bits; null where it is none or several. */
const partyOf = (parties: Parties): string | null =>
  SIDE_LABELS[[OWNER, CONTRACTOR, NEUTRAL].find(side => parties === bitOf(side)) ?? NO_SIDE]

/** The days that moved the finish, those in a row as one. */
function showSpans({ tally, columns, earlier }: Window) {
  const { timeline, input } = earlier.prepared
  const day = (offset: number) => dateOrNull(timeline?.startDay(offset) ?? DAY_ABSENT)
  const last = input.clock === undefined ? 1 : EPSILON_DAYS
  const days = roundedParts(tally.spans.map(span => span.days))
  const calendar = roundedParts(tally.spans.map(span => span.calendarDays))
  return tally.spans
    .slice(0, SPANS_LISTED_MAX)
    .map(({ from, to, holders, parties, effect, rule, besideBy = 0, daysOff }: DaySpan, n) => ({
      from: daysOff === undefined ? day(from) : dateOrNull(daysOff.from),
      to: daysOff === undefined ? day(Math.max(from, to - last)) : dateOrNull(daysOff.to),
      movement_days: days[n],
      movement_calendar_days: Number.isNaN(calendar[n]) ? null : calendar[n],
      result: effect,
      holders: holders
        .slice(0, HOLDERS_LISTED_MAX)
        .map((i, at) => ({ id: textAt(columns.id, i), party: partyOf(parties[at]) })),
      holder_count: holders.length,
      rule,
      revision_parties: SIDES.filter(side => (besideBy & bitOf(side)) !== 0).map(side => SIDE_LABELS[side] ?? 'none'),
    }))
}

function showHeldByRevisions({ beside, earlier, later }: Window) {
  const { id } = later.columns
  return beside.map(({ side, above, tasks }) => ({
    party: SIDE_LABELS[side],
    days: roundDays(onGrid(later.finish) - Math.max(above, onGrid(earlier.finish))),
    task_ids: new References(
      Uint32Array.from([...tasks].sort((a, b) => byId(id, a, b)).slice(0, REVISED_LISTED_MAX)),
      id,
    ),
  }))
}

/** What was lost without moving the finish. */
function showBeside({ tally, path, columns, category, side }: Window) {
  const { consumedDays, beyondDays, gainedDays, floatDays, hadPath, pacing } = tally
  const { id } = columns
  const onPath = new Set(path)
  const consumers = [...consumedDays.keys()].filter(i => consumedDays[i] > EPSILON_DAYS && hadPath[i] === 1)
  const largest = consumers
    .filter(i => !onPath.has(i))
    .sort((a, b) => consumedDays[b] - consumedDays[a] || byId(id, a, b))
  const listed = [...consumers.filter(i => onPath.has(i)), ...largest.slice(0, SLIPS_LISTED_MAX)]
  const paced = pacing.slice(0, SLIPS_LISTED_MAX)
  const table = (rows: readonly number[], more: Record<string, TableColumn>): Table =>
    new Table(rows.length, { id: { kind: 'reference', values: Uint32Array.from(rows), into: id }, ...more })
  const of = (rows: readonly number[], values: Float64Array): TableColumn => ({
    kind: 'number',
    values: Float64Array.from(rows, i => values[i]),
    decimals: OFFSET_DECIMALS,
  })
  const labels = (rows: readonly number[], codes: Uint8Array, names: readonly (string | null)[]): TableColumn => ({
    kind: 'label',
    values: Uint8Array.from(rows, i => codes[i]),
    labels: names,
  })
  const made = (i: number): number => Math.max(0, roundDays(consumedDays[i]) - roundDays(floatDays[i])) || 0
  const float = {
    slip_days: consumedDays.map((days, i) => roundDays(days) + roundDays(beyondDays[i]) + roundDays(gainedDays[i])),
    made_float_days: consumedDays.map((_, i) => made(i)),
    gained_days: gainedDays.map(days => -days || 0),
  }
  const pacers = paced.map(({ task }) => task)
  const causes = [...new Set(paced.map(({ behind }) => behind))]
  return {
    possible_pacing: table(pacers, {
      party: labels(pacers, side, SIDE_LABELS),
      slip_days: of(pacers, consumedDays),
      total_float_days: of(pacers, floatDays),
      made_float_days: of(pacers, float.made_float_days),
      behind_task_id: {
        kind: 'label',
        values: Uint8Array.from(paced, ({ behind }) => causes.indexOf(behind)),
        labels: causes,
      },
    }),
    possible_pacing_count: pacing.length,
    float_consumption: table(listed, {
      slip_days: of(listed, float.slip_days),
      consumed_days: of(listed, consumedDays),
      beyond_float_days: of(listed, beyondDays),
      gained_days: of(listed, float.gained_days),
      total_float_days: of(listed, floatDays),
      made_float_days: of(listed, float.made_float_days),
      delay_category: labels(listed, category, CATEGORY_LABELS),
      is_on_controlling_path: { kind: 'boolean', values: Uint8Array.from(listed, i => (onPath.has(i) ? 1 : 0)) },
    }),
    float_consumption_count: consumers.length,
  }
}

const byId = (ids: TextColumn, a: number, b: number): number => (textAt(ids, a) < textAt(ids, b) ? -1 : 1)
