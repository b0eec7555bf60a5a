/**
 * One window between two schedules: how far the finish moved, what progress did to it day by day (replay.ts), and what revisions did. Method
 * half_step (MIP 3.4) tells the two apart; windows (MIP 3.3) tells them as one movement, attributed by the same steps.
 */

import type { DELAY_METHODS } from '../../../../shared/contract/analysis/delay-analysis/request.ts'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import type { SentEvent } from '../../../../shared/contract/schedule/delay-events.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import type { Calendar } from '../../calendar/calendar.ts'
import { snap } from '../../calendar/snap.ts'
import type { Timeline } from '../../calendar/timeline.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { NOT_STARTED } from '../../population/progress.ts'
import { type Account, bitOf, type Measure } from './account.ts'
import type { PacingRecord } from './beside.ts'
import { withCarriedOut } from './carried-out.ts'
import type { Reports } from './day-status.ts'
import { EventCover, NOBODY, namedSince } from './event-cover.ts'
import { type AssumedDays, AssumedWork } from './event-findings.ts'
import { type Before, laterAsTold, type ToldExchange, withExchanged } from './exchanges.ts'
import { halfStep, withoutIdleDates } from './half-step.ts'
import { tieDays } from './idle.ts'
import type { Pairing, PairSteps } from './pairing.ts'
import { SIDE_LABELS, SIDES } from './parties.ts'
import { type Replay, replays } from './replay.ts'
import { coverOf, reportsOf, type ToldAlike, takersOf, toldAlike } from './retold.ts'
import { SCOPE } from './revised-rows.ts'
import { RevisedSchedule } from './revised-schedule.ts'
import {
  bookBeside,
  bookRevisions,
  type HeldBeside,
  heldBeside,
  partiesOf,
  type RevisionBooking,
  spansBeside,
  withEvents,
} from './revision-bookings.ts'
import type { NamedChange, SortedChanges } from './revision-effects.ts'
import { type RevisionOrder, type RevisionSplit, splitRevisions } from './revision-split.ts'
import { tasksOfChangedHistory } from './revision-summary.ts'
import { type DaysOff, type Followed, following, Once, type ReplayStart, type Status } from './status.ts'
import { onGrid, type Tally, type TallySetting, WindowTally } from './tally.ts'

export interface DelayRules {
  readonly method: (typeof DELAY_METHODS)[number]
  /** Entry c = side of delay category c. */
  readonly sides: Uint8Array
  readonly nearCriticalDays: number
  readonly order: RevisionOrder
  /** Who moved the finish is all that is asked. */
  readonly isOfSection: boolean
  /** As EffectOptions has it. */
  readonly placedMax?: number | undefined
  readonly sortedChanges?: SortedChanges | undefined
  /** Days of one step of the replay. */
  readonly stepDays: number
  readonly calendarDays: Measure
  readonly account: Account
  readonly pacing: PacingRecord
  readonly checkpoint: () => void
  readonly events: readonly SentEvent[]
  /** That of the offsets. */
  readonly timeline: Timeline
  /** By which every schedule of the series is placed. */
  readonly shared: {
    readonly calendar: Calendar
    readonly anchorDay: number
    readonly pairSteps: PairSteps
    /** The first schedule of the series. */
    readonly plan?: ScheduleColumns | undefined
  }
  /** The schedule that tells what was done in every window, where the updates between were recreated; undefined = the later one of each window does. */
  readonly told?: Status | undefined
}

export interface Window {
  readonly earlier: Status
  readonly later: Status
  readonly method: DelayRules['method']
  readonly delayDays: number
  /** Calendar days beyond these by which the finish lies on days off, less those by which the earlier one did. */
  readonly offDays: number
  /** C(H). */
  readonly halfFinish: number
  readonly revisions: RevisionSplit
  readonly bookings: readonly RevisionBooking[]
  /** As the account has them. */
  readonly netBookings: readonly RevisionBooking[]
  /** Parties whose revisions hold days of the window beside others. */
  readonly beside: readonly HeldBeside[]
  /** Days that owner and contractor hold together by them, beyond those that the replay found. */
  readonly concurrent: { readonly days: number; readonly calendarDays: number }
  readonly tally: Tally
  /** Tasks on the paths that hold the finish of the half-step, and those that moved the finish, by their start. */
  readonly path: Uint32Array
  /** The tasks of tally and path. */
  readonly columns: ScheduleColumns
  /** Code of the delay category, and side, of every task of `columns`. */
  readonly category: Uint8Array
  readonly side: Uint8Array
  /** Those of the request. */
  readonly events: readonly SentEvent[]
  /** Entry c = side of delay category c. */
  readonly sides: Uint8Array
  readonly calendarDays: Measure
  /** Tasks of the earlier schedule whose actual dates the later one reports otherwise, by id. */
  readonly changedHistory: readonly number[]
  /** Work that the later schedule has under other ids: as the earlier one calls it, and as the later one does. */
  readonly renumbered: ToldAlike['renumbered']
  readonly exchanges: readonly ToldExchange[]
  readonly assumed: readonly AssumedDays[]
}

const moved = (from: number, to: number): number => snap(onGrid(to) - onGrid(from))

/** A window by one finish that is followed: both schedules where it is, and by which rules. */
export interface WindowLine {
  readonly earlier: Status
  readonly later: Status
  readonly rules: DelayRules
}

/** What a window comes to by one finish. */
export interface WindowEnd {
  readonly beside: Tally['beside']
  readonly renumbered: Window['renumbered']
  readonly exchanges: Window['exchanges']
  /** Made where it is told. */
  readonly told: () => Window
}

/**
 * A window of two schedules by each finish that is followed in them: these differ in that, and in their rules. Where nothing makes their mornings different they are
 * replayed once, and what a change does is computed once. `number` is that of the window in its series.
 */
export function windowsBetween(lines: readonly WindowLine[], pairs: Pairing, number: number): WindowEnd[] {
  const once = new Once()
  const followed = lines.map(({ later }) => later.followed)
  const windows = lines.map((line, n) => beginWindow(line, pairs, number, { once, followed, line: n }))
  const ends: WindowEnd[] = []
  const isAlike = (a: BegunWindow, b: BegunWindow): boolean =>
    a.half === b.half && a.start.prepared.input === b.start.prepared.input && a.rules.stepDays === b.rules.stepDays
  for (const window of windows) {
    const alike = windows.filter(other => isAlike(window, other))
    if (alike[0] !== window) continue
    const { half, reports, rules } = window
    const starts = alike.map(({ start }) => start)
    for (const { tally } of alike.slice(1)) tally.loseAs(window.tally)
    const found = replays(starts, half, reports, rules, (n, step) => alike[n].tally.add(step))
    for (const [n, each] of alike.entries()) ends[windows.indexOf(each)] = each.end(found[n])
  }
  return ends
}

/** What the lines of a window have in common: what is made once, and the tasks that each of them follows. */
interface Lines {
  readonly once: Once
  readonly followed: readonly Followed[]
  readonly line: number
}

/** Up to its replay. */
interface BegunWindow {
  readonly start: ReplayStart
  readonly half: CpmInput
  readonly reports: Reports
  readonly rules: DelayRules
  readonly tally: WindowTally
  readonly end: (replayed: Replay) => WindowEnd
}

function beginWindow(
  { earlier: sent, later: sentLater, rules }: WindowLine,
  sentPairs: Pairing,
  number: number,
  { once, followed, line }: Lines,
): BegunWindow {
  const { method, sides, account, calendarDays, nearCriticalDays, pacing } = rules
  const {
    later,
    pairing: pairs,
    rest,
    merged,
  } = rules.told === undefined
    ? laterAsTold(sent, sentLater, sentPairs, rules, once)
    : { later: sentLater, pairing: sentPairs, rest: [], merged: undefined }
  const { laterCover, since, answers } = once.of(pairs, 'cover', () => coverOf(sent, later, rules))
  const alike = toldAlike(sent, later, pairs, rules.shared, takersOf(sent, later, pairs, answers), once)
  const inParts = alike ?? { earlier: sent, pairing: pairs }
  const exchanged = rules.told === undefined ? exchangedBefore(inParts, later, rules, followed, once) : undefined
  const { earlier, pairing } = exchanged ?? inParts
  const half = once.of(pairing, 'half', () => halfStep(earlier, later, pairing))
  // what waited for work that was added did not lose the time
  const told = rules.told ?? later
  const orderedAt = once.of(pairs, 'ordered', () => namedSince(rules.events, told.columns, rules.timeline))
  const added = { shared: rules.shared, told, orderedAt, nearCriticalDays }
  const known = withCarriedOut(earlier, later, pairing, half, added) ?? {
    ...{ earlier, pairing, half, start: earlier },
    ...{ holding: [], begins: new Map() },
  }
  const { columns } = known.earlier
  const { category, side, cover } = once.of(known.pairing, 'category', () => {
    const category = categoriesOf(known.earlier, later, known.pairing)
    const side = category.map(code => sides[code])
    const sentAs = alike && { columns: sent.columns, as: alike.sentAs }
    const cover = new EventCover(rules.events, { columns, category, side, timeline: rules.timeline, sent: sentAs })
    return { category, side, cover }
  })
  const dayOf: TallySetting['dayOf'] = ({ to, stopsAt }) =>
    stopsAt === undefined ? rules.timeline.finishDay(to) : rules.timeline.startDay(stopsAt)
  const setting = { columns, side, account, window: number, calendarDays, nearCriticalDays, pacing, cover, dayOf }
  const assumed = new AssumedWork(known)
  const noteHeld: TallySetting['noteHeld'] = (i, days, { from, to }) => assumed.add(i, days, from, to)
  const tally = new WindowTally(
    {
      ...setting,
      addedFrom: earlier.columns.taskCount,
      isMerged: method !== 'daily',
      noteHeld,
      isAccountOnly: rules.isOfSection,
    },
    earlier.finish,
  )
  const reports = once.of(known.half, 'reports', () => ({
    ...reportsOf(known.earlier, later, known.pairing, known.half),
    eventsOn: (i: number) => cover.spansOf(i),
    addedFrom: earlier.columns.taskCount,
    holding: known.holding,
  }))
  const [from, to] = once.of(known.half, 'ends', () => {
    const [start, end] = withoutIdleDates(known.start, known.half)
    return [start.prepared.input, end] as const
  })
  const end = ({ finish, path }: Replay): WindowEnd => {
    const ended = tally.end(finish, path)
    const offDays = later.daysOff.days - earlier.daysOff.days
    const endedOff = tasksOfEnds(earlier, later, pairing)
    if (offDays !== 0) tally.addDaysOff(offDays, endedOff, spanOff(earlier.daysOff, later.daysOff))
    const before = {
      half,
      revised: new RevisedSchedule(earlier, later, pairing, half, [], followed, {
        revised: once.of(half, 'revised', () => new RevisedSchedule(earlier, later, pairing, half, [], followed)),
        line,
      }),
    }
    const split = splitRevisions(earlier, later, pairing, before, finish, {
      ...rules,
      movement: moved,
      calendarDays: (from, to) => calendarDays(onGrid(from), onGrid(to)),
      answers,
    })
    const revisions =
      known.half === half
        ? split
        : withRules(
            split,
            j => known.pairing.toEarlier[j] !== pairing.toEarlier[j] && later.prepared.input.state[j] !== NOT_STARTED,
          )
    const [bookings, netBookings] = [revisions.bookings, revisions.netBookings].map(all =>
      withEvents(all, laterCover, since, later.statusDay),
    )
    const together = (measure: Measure): number => account.concurrentIn(number, measure)
    const byReplay = [together(account.scale.days), together(calendarDays)]
    const heldBefore = SIDES.map(side => account.daysHeldBy(number, bitOf(side)))
    bookRevisions(account, netBookings, { from: onGrid(finish), to: onGrid(later.finish) }, sides, number)
    const revised =
      known.half === half ? revisions.revised : new RevisedSchedule(known.earlier, later, known.pairing, known.half)
    // who only exchanged what moves nothing holds nothing by it
    const hasOwn = ({ side }: HeldBeside): boolean =>
      netBookings.some(booking => booking.days > 0 && (partiesOf(booking, sides) & bitOf(side)) !== 0)
    const besideByRevisions = heldBeside(known.earlier, later, known.pairing, revised, {
      ...{ account, window: number, nearCriticalDays, tally: ended, checkpoint: rules.checkpoint },
      revisedDays: side => Math.max(0, account.daysHeldBy(number, bitOf(side)) - heldBefore[SIDES.indexOf(side)]),
      ...{ cover: laterCover, since, day: later.statusDay, addedFrom: earlier.columns.taskCount },
    })
    const beside = revisions.hasExchange ? besideByRevisions.filter(hasOwn) : besideByRevisions
    bookBeside(account, beside, number, onGrid(finish))
    const [days, inCalendarDays] = [together(account.scale.days), together(calendarDays)].map((all, n) =>
      Math.max(0, all - byReplay[n]),
    )
    account.endOff(
      later.daysOff.days,
      endedOff.length === 0 ? NOBODY : cover.heldBy(endedOff, later.daysOff.day),
      number,
    )
    const renumbered = [...(alike?.renumbered ?? []), ...(merged?.renumbered ?? [])]
    const exchanges = (alike?.takenOver ?? []).map(({ before, after, days, from, to }): ToldExchange => {
      const [given, ...taken] = [from, ...to].map(code => SIDE_LABELS[sides[code]])
      return { what: 'work', before: [before], after, days, from: [given], to: [...new Set(taken)] }
    })
    for (const { before, after, days, from, to } of merged?.takenOver ?? []) {
      const given = [...new Set(from.map(code => SIDE_LABELS[sides[code]]))]
      exchanges.push({ what: 'work', before, after: [after], days, from: given, to: [SIDE_LABELS[sides[to]]] })
    }
    exchanges.push(...toldPassed(rest, earlier, later, sides))
    if (exchanged !== undefined)
      exchanges.push(...toldPassed(exchanged.exchanges, earlier, later, sides, exchanged.revised.rows))
    const told = (): Window => ({
      ...{ earlier, later, method, offDays, revisions, bookings, netBookings, beside, renumbered, exchanges },
      delayDays: moved(earlier.finish, later.finish),
      halfFinish: finish,
      concurrent: { days, calendarDays: inCalendarDays },
      tally: { ...ended, spans: spansBeside(ended.spans, earlier.finish, beside) },
      path: pathWith(path, ended, known.earlier),
      ...{ columns, category, side, events: rules.events, sides, calendarDays },
      changedHistory: tasksOfChangedHistory(earlier.columns, later.columns),
      assumed: assumed.list(),
    })
    return { beside: ended.beside, renumbered, exchanges, told }
  }
  const start = { ...known.start, prepared: { input: from }, isAccountOnly: rules.isOfSection }
  return { start, half: to, reports, rules, tally, end }
}

/** What passed before anything else is asked of the earlier schedule, if the finish that is followed stays. */
function exchangedBefore(
  { earlier, pairing }: Pick<ToldAlike, 'earlier' | 'pairing'>,
  later: Status,
  { shared, checkpoint }: DelayRules,
  followed: readonly Followed[],
  once: Once,
): Before | undefined {
  const found = once.of(pairing, 'exchanged', () => {
    const half = once.of(pairing, 'half', () => halfStep(earlier, later, pairing))
    const revised = once.of(half, 'revised', () => new RevisedSchedule(earlier, later, pairing, half, [], followed))
    return withExchanged(earlier, later, pairing, revised, { ...shared, checkpoint })
  })
  if (found === undefined) return undefined
  const status = following(found.earlier, earlier.followed)
  if (Math.abs(status.finish - earlier.finish) > tieDays(earlier.prepared.input)) return undefined
  return { ...found, earlier: { ...status, finish: earlier.finish, daysOff: earlier.daysOff } }
}

/** `rows`: those of the exchanges, where they are not of the later schedule alone. */
function toldPassed(
  exchanges: Before['exchanges'],
  earlier: Status,
  later: Status,
  sides: Uint8Array,
  rows?: Before['revised']['rows'],
): ToldExchange[] {
  const isOfLater = (row: number): boolean => row < later.columns.taskCount
  const columnsOf = (row: number) => (isOfLater(row) ? later.columns : earlier.columns)
  const indexOf = (row: number): number => (isOfLater(row) || rows === undefined ? row : rows.earlierOf[row])
  const partiesOf = (rows: readonly number[]) => [
    ...new Set(rows.map(row => SIDE_LABELS[sides[columnsOf(row).delayCategory[indexOf(row)]]])),
  ]
  const idsOf = (rows: readonly number[]): string[] => rows.map(row => textAt(columnsOf(row).id, indexOf(row)))
  return exchanges.map(({ what, before, after, days, asLag }) => ({
    ...{ what, before: idsOf(before), after: idsOf(after), days },
    asLag: asLag && [idsOf([asLag[0]])[0], asLag[1]],
    ...{ from: partiesOf(before), to: partiesOf(after) },
  }))
}

/** Changes without days of their own whose tasks others waited for inside the window say so. */
function withRules(split: RevisionSplit, isCarriedOut: (j: number) => boolean): RevisionSplit {
  const { revised, named } = split
  const isOwn = ({ of, at, rule }: NamedChange): boolean =>
    of === SCOPE && rule === undefined && at < revised.rows.laterCount && revised.membersOf(at).some(isCarriedOut)
  const told = (): readonly NamedChange[] =>
    named.told().map(change => (isOwn(change) ? { ...change, rule: 'carried_out' as const } : change))
  return { ...split, named: { ...named, told } }
}

/** Tasks of the earlier schedule that end on days off in the later one, or did in the earlier one. */
const tasksOfEnds = (earlier: Status, later: Status, { toEarlier }: Pairing): readonly number[] =>
  later.daysOff.days > 0
    ? later.daysOff.tasks.map(j => toEarlier[j]).filter(i => i !== NO_MATCH)
    : earlier.daysOff.tasks

/** The days off that are new, or no more. */
function spanOff(was: DaysOff, is: DaysOff): { from: number; to: number } {
  const [less, more] = was.days < is.days ? [was, is] : [is, was]
  return { from: more.day - (more.days - less.days) + 1, to: more.day }
}
/** As the later schedule says; of tasks it has no more, and of work that has not begun, which until then was whose the plan says, as the earlier one did. */
function categoriesOf(earlier: Status, later: Status, { toLater }: Pairing): Uint8Array {
  const { delayCategory } = earlier.columns
  const { state } = later.prepared.input
  const isOfPlan = (i: number): boolean =>
    toLater[i] === NO_MATCH || (delayCategory[i] > 0 && state[toLater[i]] === NOT_STARTED)
  return delayCategory.map((code, i) => (isOfPlan(i) ? code : later.columns.delayCategory[toLater[i]]))
}

function pathWith(
  path: readonly number[],
  { delayDays, recoveredDays, calendarDays }: Tally,
  earlier: Status,
): Uint32Array {
  const { dates, network, columns } = earlier
  const { start, finish } = dates
  const tasks = new Set(path)
  for (const i of network.order) if (delayDays[i] > 0 || recoveredDays[i] < 0 || calendarDays[i] !== 0) tasks.add(i)
  const byId = (a: number, b: number): number => (textAt(columns.id, a) < textAt(columns.id, b) ? -1 : 1)
  return Uint32Array.from([...tasks].sort((a, b) => start[a] - start[b] || finish[a] - finish[b] || byId(a, b)))
}
