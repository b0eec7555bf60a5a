/**
 * One window between two schedules: how far the finish moved, what progress did to it day by day (replay.ts), and what revisions did. Method
 * half_step (MIP 3.4) tells the two apart; windows (MIP 3.3) tells them as one movement, attributed by the same steps.
 */

import type { DELAY_METHODS } from '../../../../shared/contract/analysis/delay-analysis/request.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import type { SentEvent } from '../../../../shared/contract/schedule/delay-events.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import type { Calendar } from '../../calendar/calendar.ts'
import { snap } from '../../calendar/snap.ts'
import type { Timeline } from '../../calendar/timeline.ts'
import { matchIds, NO_MATCH, tasksOfIds } from '../../ids/match-ids.ts'
import { NOT_STARTED } from '../../population/progress.ts'
import { type Account, bitOf, type Measure } from './account.ts'
import type { PacingRecord } from './beside.ts'
import { withCarriedOut } from './carried-out.ts'
import type { DaysOff } from './days-off.ts'
import { EventCover, NOBODY, namedSince } from './event-cover.ts'
import { type AssumedDays, AssumedWork } from './event-findings.ts'
import { halfStep, withoutIdleDates } from './half-step.ts'
import type { NetworkItem } from './network-mode.ts'
import { type IsOfOneParty, type Pairing, type PairSteps, pairTasks } from './pairing.ts'
import { SIDES } from './parties.ts'
import { replay } from './replay.ts'
import { reportsOf, type ToldAlike, toldAlike } from './retold.ts'
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
import type { Answers } from './revision-changes.ts'
import type { NamedChange, SortedChanges } from './revision-effects.ts'
import { type RevisionOrder, type RevisionSplit, splitRevisions } from './revision-split.ts'
import { tasksOfChangedHistory } from './revision-summary.ts'
import { type Status, statusOf } from './status.ts'
import { onGrid, type Tally, type TallySetting, WindowTally } from './tally.ts'

export interface DelayRules {
  readonly method: (typeof DELAY_METHODS)[number]
  /** Entry c = side of delay category c. */
  readonly sides: Uint8Array
  readonly nearCriticalDays: number
  readonly order: RevisionOrder
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
  readonly shared: { readonly calendar: Calendar; readonly anchorDay: number; readonly pairSteps: PairSteps }
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
  readonly assumed: readonly AssumedDays[]
}

const moved = (from: number, to: number): number => snap(onGrid(to) - onGrid(from))

/** `number` is that of the window in its series. */
export function windowBetween(sent: Status, later: Status, pairs: Pairing, rules: DelayRules, number: number): Window {
  const { method, sides, account, calendarDays, nearCriticalDays, pacing } = rules
  const { laterCover, since, answers } = coverOf(sent, later, rules)
  const alike = toldAlike(sent, later, pairs, rules.shared, isOfOneParty(sent, later, pairs, answers))
  const { earlier, pairing } = alike ?? { earlier: sent, pairing: pairs }
  const half = halfStep(earlier, later, pairing)
  // what waited for work that was added did not lose the time
  const told = rules.told ?? later
  const orderedAt = namedSince(rules.events, told.columns, rules.timeline)
  const added = { shared: rules.shared, told, orderedAt, nearCriticalDays }
  const known = withCarriedOut(earlier, later, pairing, half, added) ?? {
    ...{ earlier, pairing, half, start: earlier },
    ...{ holding: [], begins: new Map() },
  }
  const { columns } = known.earlier
  const category = categoriesOf(known.earlier, later, known.pairing)
  const side = category.map(code => sides[code])
  const sentAs = alike && { columns: sent.columns, as: alike.sentAs }
  const cover = new EventCover(rules.events, { columns, category, side, timeline: rules.timeline, sent: sentAs })
  const dayOf: TallySetting['dayOf'] = ({ to, stopsAt }) =>
    stopsAt === undefined ? rules.timeline.finishDay(to) : rules.timeline.startDay(stopsAt)
  const own = { cover, dayOf }
  const setting = { columns, side, account, window: number, calendarDays, nearCriticalDays, pacing, ...own }
  const assumed = new AssumedWork(known)
  const noteHeld: TallySetting['noteHeld'] = (i, days, { from, to }) => assumed.add(i, days, from, to)
  const tally = new WindowTally(
    { ...setting, addedFrom: earlier.columns.taskCount, isMerged: method !== 'daily', noteHeld },
    earlier.finish,
  )
  const reports = {
    ...reportsOf(known.earlier, later, known.pairing, known.half),
    addedFrom: earlier.columns.taskCount,
    holding: known.holding,
  }
  const { finish, path } = replay(...withoutIdleDates(known.start, known.half), reports, rules, step => tally.add(step))
  const ended = tally.end(finish, path)
  const offDays = later.daysOff.days - earlier.daysOff.days
  const endedOff = tasksOfEnds(earlier, later, pairing)
  if (offDays !== 0) tally.addDaysOff(offDays, endedOff, spanOff(earlier.daysOff, later.daysOff))
  const split = splitRevisions(earlier, later, pairing, half, finish, {
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
  account.endOff(later.daysOff.days, endedOff.length === 0 ? NOBODY : cover.heldBy(endedOff, later.daysOff.day), number)

  return {
    earlier,
    later,
    method,
    delayDays: moved(earlier.finish, later.finish),
    offDays,
    halfFinish: finish,
    revisions,
    bookings,
    netBookings,
    beside,
    concurrent: { days, calendarDays: inCalendarDays },
    tally: { ...ended, spans: spansBeside(ended.spans, earlier.finish, beside) },
    path: pathWith(path, ended, known.earlier),
    columns,
    category,
    side,
    events: rules.events,
    sides,
    calendarDays,
    changedHistory: tasksOfChangedHistory(earlier.columns, later.columns),
    assumed: assumed.list(),
    renumbered: alike?.renumbered ?? [],
  }
}

/** What answers for tasks by events and categories. */
export type AlikeRules = Pick<DelayRules, 'events' | 'sides' | 'timeline' | 'shared'>

/** Who answers for the tasks of the later of two schedules in the days between them. */
function coverOf(sent: Status, later: Status, { events, sides, timeline }: AlikeRules) {
  const { columns, statusDay } = later
  const laterCover = new EventCover(events, {
    columns,
    category: columns.delayCategory,
    side: columns.delayCategory.map(code => sides[code]),
    timeline,
  })
  const since = dayAfter(sent)
  const answers: Answers = {
    eventsOf: j => laterCover.at(j, statusDay, since),
    partiesOf: j => laterCover.partiesOf(j, statusDay, since),
    partiesOfCategory: code => bitOf(sides[code]),
  }
  return { laterCover, since, answers }
}

/** The earlier of two schedules as the later one tells its work. */
export const alikeIn = (sent: Status, later: Status, pairs: Pairing, rules: AlikeRules): ToldAlike | undefined =>
  toldAlike(sent, later, pairs, rules.shared, isOfOneParty(sent, later, pairs, coverOf(sent, later, rules).answers))

/**
 * A series in which parts of work are what the whole is: of its category where they have none of their own, and named by the events that name it, in the schedule that tells them so and in those behind.
 * Where nobody asks for either, nothing is computed.
 */
export function withParts(
  items: readonly NetworkItem[],
  rules: AlikeRules,
): { readonly items: readonly NetworkItem[]; readonly events: readonly SentEvent[] } {
  let { events } = rules
  const made: NetworkItem[] = [items[0]]
  for (const [k, sent] of items.entries()) {
    if (k === 0) continue
    const was = made[k - 1]
    const before = was.item.columns
    let now = sent.item.columns
    const codes = now.delayCategory.slice()
    const fill = (j: number, code: number): void => {
      if (code === 0 || codes[j] !== 0) return
      codes[j] = code
      now = { ...now, delayCategory: codes, notes: undefined }
    }
    const toLater = matchIds(sent.item.columns, before)
    if (was !== items[k - 1])
      for (const [i, j] of toLater.entries()) if (j !== NO_MATCH) fill(j, before.delayCategory[i])
    if (asksForParts(before, sent.item.columns, toLater, events)) {
      const [earlier, later] = [was, sent].map(({ item, order, prepared }) =>
        statusOf(item, order, [], rules.shared, prepared),
      )
      const { renumbered = [] } = alikeIn(earlier, later, pairTasks(earlier, later), { ...rules, events }) ?? {}
      for (const [whole, parts] of renumbered) {
        const [i] = tasksOfIds(before, [whole])
        for (const j of tasksOfIds(now, [...parts])) fill(j, before.delayCategory[i])
        events = events.map(event => {
          const named = (event.task_ids ?? []) as readonly string[]
          return named.includes(whole) ? { ...event, task_ids: [...new Set([...named, ...parts])] } : event
        })
      }
    }
    made.push(now === sent.item.columns ? sent : { ...sent, item: { ...sent.item, columns: now } })
  }
  return { items: made, events }
}

/** Whether tasks were added that could be parts, and one of them has no category or an event names what could be the whole. */
function asksForParts(
  before: ScheduleColumns,
  now: ScheduleColumns,
  toLater: Int32Array,
  events: readonly SentEvent[],
): boolean {
  const isKnown = new Set(toLater)
  const added = [...now.id.offsets.keys()].filter(j => j < now.taskCount && !isKnown.has(j))
  if (added.length === 0) return false
  if (before.delayCategory.some(code => code !== 0) && added.some(j => now.delayCategory[j] === 0)) return true
  const named = tasksOfIds(before, [...new Set(events.flatMap(({ task_ids }) => (task_ids ?? []) as string[]))])
  return named.some(
    i => i !== NO_MATCH && (toLater[i] === NO_MATCH || now.durationDays[toLater[i]] < before.durationDays[i]),
  )
}

/** Work of one party, told under two ids or in parts. What an event names is work of its own, but where it is as long as what it stands for, or is named with it. */
function isOfOneParty(
  { columns: before }: Status,
  { columns: now }: Status,
  { toLater }: Pairing,
  { eventsOf, partiesOfCategory }: Answers,
): IsOfOneParty {
  return (i, j, isAsLong) => {
    const kept = toLater[i]
    const category = kept === NO_MATCH ? before.delayCategory[i] : now.delayCategory[kept]
    const own = now.delayCategory[j]
    // a category that is missing is no other party
    if (own !== 0 && partiesOfCategory(category) !== partiesOfCategory(own)) return false
    const events = eventsOf(j)
    const named = kept === NO_MATCH ? [] : eventsOf(kept)
    return isAsLong || events.every(event => named.includes(event))
  }
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
/** The first day that the later of two schedules reports. */
const dayAfter = ({ statusDay }: Status): number => (statusDay === DAY_ABSENT ? Number.NEGATIVE_INFINITY : statusDay)

/** As the later schedule says; of tasks it has no more, as the earlier one did. */
function categoriesOf(earlier: Status, later: Status, { toLater }: Pairing): Uint8Array {
  const { delayCategory } = earlier.columns
  return delayCategory.map((code, i) => (toLater[i] === NO_MATCH ? code : later.columns.delayCategory[toLater[i]]))
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
