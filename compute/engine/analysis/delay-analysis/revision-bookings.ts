/**
 * What the revisions of a window bring into the running account (account.ts): named changes, each with the days it moved the finish and
 * the category of its task, which sum to C(later) - C(half-step); and parties whose revisions alone would have brought the finish as far as
 * everything together did. These hold the days of the window beside those who lost them, whether they lost them day by day or by other revisions.
 */
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { earlyDates } from '../../cpm/forward.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { type Account, bitOf, netEffect, type Parties } from './account.ts'
import type { EventCover, EventShare } from './event-cover.ts'
import { halfStep } from './half-step.ts'
import { tieDays } from './idle.ts'
import { OwnRevisions } from './own-revisions.ts'
import type { Pairing } from './pairing.ts'
import { NO_SIDE, SIDES } from './parties.ts'
import type { RevisedSchedule } from './revised-schedule.ts'
import type { RevisionStep } from './revision-split.ts'
import { finishIn, type Status } from './status.ts'
import { type DaySpan, onGrid, type Tally } from './tally.ts'

export interface RevisionBooking {
  /** Task of the later schedule, -1 = none: a deleted task, or a change of the schedule as a whole. */
  readonly taskIndex: number
  readonly class: RevisionStep
  /** Positive = the finish came later. */
  readonly days: number
  /** Code of the delay category of the task, 0 = none. */
  readonly category: number
  /** Parties that hold these days by changes that would make as many, or by work that holds the finish at the same time. */
  readonly beside: Parties
  /** Of a task that delay events cover in the window: their parties, and their shares of the days. */
  readonly events?: { readonly parties: Parties; readonly shares: readonly EventShare[] }
}

/** Who answers for a booking: the parties of its events, else of its category. */
export const partiesOf = ({ category, events }: RevisionBooking, sides: Uint8Array): Parties =>
  events?.parties ?? bitOf(sides[category])

/** With the events that cover the task in the days of the window. */
export function withEvents(
  bookings: readonly RevisionBooking[],
  cover: EventCover,
  since: number,
  day: number,
): RevisionBooking[] {
  return bookings.map(booking => {
    const { taskIndex: i } = booking
    const events = i < 0 ? [] : cover.at(i, day, since)
    if (events.length === 0) return booking
    const shares = events.map(event => ({ event, share: 1 / events.length }))
    const [{ code }] = cover.categoriesOf(i, day, since)
    return { ...booking, category: code, events: { parties: cover.partiesOf(i, day, since), shares } }
  })
}

/**
 * At the end of a window its revisions move the finish together. What is later belongs to those that made it later, each in proportion to its
 * days, and none comes after another, so that a recovery takes back of all alike; what is earlier is taken back from the account.
 */
export function bookRevisions(
  account: Account,
  bookings: readonly RevisionBooking[],
  { from, to }: { readonly from: number; readonly to: number },
  sides: Uint8Array,
  window: number,
): void {
  const causes = bookings.filter(({ days }) => days > 0)
  const sum = causes.reduce((total, { days }) => total + days, 0)
  if (!(to > from && sum > EPSILON_DAYS)) {
    account.move(to, bitOf(sides[0]), window)
    return
  }
  const shareOf = new Map<Parties, { share: number; readonly events: EventShare[] }>()
  for (const cause of causes) {
    const { days, events } = cause
    const parties = partiesOf(cause, sides) | cause.beside
    const known = shareOf.get(parties) ?? { share: 0, events: [] }
    known.share += days / sum
    for (const { event, share } of events?.shares ?? []) known.events.push({ event, share: (share * days) / sum })
    shareOf.set(parties, known)
  }
  account.moveShared(
    to,
    [...shareOf].map(([parties, { share, events }]) => ({
      parties,
      share,
      events: events.map(each => ({ event: each.event, share: each.share / share })),
    })),
    window,
  )
}

/** What a party holds beside others by its revisions: all that the window moved the finish beyond this one. */
export interface HeldBeside {
  readonly side: number
  readonly above: number
  /** Parties that hold none of these days by their revisions, since these end before the finish. */
  readonly revisedBefore: Parties
  /** Parties that hold none of these days beyond a finish by what they lost: their paths end before the finish, and had float or are not known to have been late on days of their own. */
  readonly lostBefore: readonly { readonly parties: Parties; readonly above: number }[]
  readonly events: readonly EventShare[]
  /** Its revised tasks, of the later schedule. */
  readonly tasks: readonly number[]
}

export interface BesideSetting {
  readonly account: Account
  readonly window: number
  readonly nearCriticalDays: number
  readonly tally: Pick<Tally, 'slipDays' | 'pacedDays' | 'floatDays' | 'spans'>
  /** Of the later schedule, with the days of the window. */
  readonly cover: EventCover
  readonly since: number
  readonly day: number
  readonly checkpoint: () => void
  /** Tasks of the earlier schedule from this one on are points of added work (carried-out.ts). */
  readonly addedFrom: number
  /** Days that revisions brought, by the side that holds them. */
  readonly revisedDays: (side: number) => number
}

/**
 * The parties that hold days of the window beside others by their revisions. The status of the earlier schedule, in which nobody has lost the window yet, is
 * computed with the revisions of one party alone, and with what its tasks lost: where the finish is that of the later schedule, nobody
 * else was needed for it. A revision lies on no day of the window, nor does what work lost by its pace: both are told at once, by the later schedule. What a
 * task lost on days of its own, when it could have begun and did not or was suspended, is the replay's to judge, up to where it would have brought the finish by itself.
 */
export function heldBeside(
  earlier: Status,
  later: Status,
  { toLater, toEarlier }: Pairing,
  revised: RevisedSchedule,
  setting: BesideSetting,
): HeldBeside[] {
  const { account, window, cover, since, day, tally, nearCriticalDays, revisedDays, checkpoint } = setting
  const [from, to] = [onGrid(earlier.finish), onGrid(later.finish)]
  if (!(to > from + EPSILON_DAYS)) return []
  const revisions = new OwnRevisions(earlier, later, toEarlier, revised, setting.addedFrom)
  if (revisions.tasks.length === 0) return []
  const isOf = (j: number, side: number): boolean => (cover.partiesOf(j, day, since) & bitOf(side)) !== 0
  const tasksOf = SIDES.map(side => revisions.tasks.filter(j => isOf(j, side)))
  const isAsked = (n: number): boolean => tasksOf[n].length > 0 && account.isOfOthers(window, from, bitOf(SIDES[n]))
  if (!SIDES.some((_, n) => isAsked(n))) return []
  const { dataDate, floor } = earlier.prepared.input
  const status = { ...halfStep(later, earlier, { toLater: toEarlier, toEarlier: toLater }), dataDate, floor }
  const early = earlyDates(later.columns.taskCount)
  const tie = tieDays(status)
  const near = nearCriticalDays + tie
  const finishWith = (isOwn: (j: number) => boolean, lost: (j: number) => number): number => {
    checkpoint()
    return onGrid(finishIn(revisions.inputWith(status, isOwn, lost), early, later.followed))
  }
  const known = new Map<string, number>()
  const once = (key: string, finish: () => number): number => {
    const found = known.get(key) ?? finish()
    known.set(key, found)
    return found
  }
  /** Working days that a task of a party lost: by the replay, by its pace, and on days of its own. What anybody gained counts for all. */
  const lostBy = (side: number, of: (slip: number, paced: number) => number) => (j: number) => {
    const i = toEarlier[j]
    if (i === NO_MATCH) return 0
    const slip = tally.slipDays[i]
    return isOf(j, side) ? of(slip, tally.pacedDays[i]) : Math.min(0, slip)
  }
  const ownOf = (n: number) => {
    const own = new Set(tasksOf[n])
    return (j: number): boolean => own.has(j)
  }
  /** The finish with all that one party lost and revised. */
  const reachOf = (n: number): number =>
    once(`all ${n}`, () =>
      finishWith(
        ownOf(n),
        lostBy(SIDES[n], slip => slip),
      ),
    )
  /** With what it lost on days of its own, its revised tasks apart or not. */
  const datedOf = (n: number, isRevised: (j: number) => boolean): number => {
    const dated = lostBy(SIDES[n], (slip, paced) => slip - paced)
    const gained = lostBy(SIDES[n], slip => Math.min(0, slip))
    return finishWith(
      () => false,
      j => (isRevised(j) ? gained : dated)(j),
    )
  }
  const hadFloat = floatOfHolders(tally)
  const byNobody = finishWith(
    () => false,
    lostBy(NO_SIDE, slip => Math.min(0, slip)),
  )
  return SIDES.flatMap((side, n): HeldBeside[] => {
    if (!isAsked(n) || reachOf(n) < to - near) return []
    const isOwn = ownOf(n)
    const whole = lostBy(side, slip => slip)
    const atOnce = lostBy(side, (slip, paced) => paced + Math.min(0, slip - paced))
    const dated = lostBy(side, (slip, paced) => slip - paced)
    // no more than what it moves the finish by itself, what nobody answers for aside, with what it holds already; and what it tells at once no more than that does, with and without what it lost on days of its own
    const withoutDated = finishWith(isOwn, atOnce)
    const datedAlone = finishWith(
      () => false,
      j => (isOwn(j) ? revisions.lostBeside(j, dated(j)) : dated(j)),
    )
    const byRevisions = Math.min(withoutDated - byNobody, reachOf(n) - datedAlone)
    const most = Math.min(
      reachOf(n) - byNobody - account.daysHeldBy(window, bitOf(side)),
      byRevisions - revisedDays(side),
    )
    if (!(most > EPSILON_DAYS)) return []
    const byRevised = finishWith(isOwn, j => (isOwn(j) ? whole : atOnce)(j))
    const lowest = byRevised < to - near ? Math.max(from, datedOf(n, isOwn)) : from
    const above = account.levelBeside(window, lowest, bitOf(side), most)
    if (!account.isOfOthers(window, above, bitOf(side))) return []
    // where one party would have brought the finish as far, what of others would not have eats float
    const others = SIDES.filter((_, m) => m !== n && reachOf(m) < to - near)
    const lostBefore = others.map(other => {
      const m = SIDES.indexOf(other)
      const hasFloat = (hadFloat.get(other) ?? 0) > near
      const dated = hasFloat ? above : once(`dated ${m}`, () => datedOf(m, () => false))
      return { parties: bitOf(other), above: Math.max(above, dated) }
    })
    const places = tasksOf[n].map(j => cover.at(j, day, since))
    const events = places.flatMap(at => at.map(event => ({ event, share: 1 / (at.length * places.length) })))
    const revisedBefore = others.reduce((all, other) => all | bitOf(other), 0)
    return [{ side, above, revisedBefore, lostBefore, events, tasks: tasksOf[n] }]
  })
}

/** In the account: the days of the window from the last, since a day that another lost is held by both only where that one holds it. */
export function bookBeside(account: Account, beside: readonly HeldBeside[], window: number, halfFinish: number): void {
  for (const { side, above, events, revisedBefore, lostBefore } of beside) {
    const by = { parties: bitOf(side), events }
    const levels = [
      { above, parties: 0 },
      { above: Math.max(above, halfFinish), parties: revisedBefore },
      ...lostBefore,
    ]
    for (const { above: level } of [...levels].sort((a, b) => b.above - a.above))
      account.holdBeside(window, level, by, partiesUpTo(levels, level))
  }
}

const partiesUpTo = (
  levels: readonly { readonly parties: Parties; readonly above: number }[],
  level: number,
): Parties => levels.reduce((all, { parties, above }) => (above <= level + EPSILON_DAYS ? all | parties : all), 0)

/** The days of the replay with the parties that hold them beside, cut where these begin to. */
export function spansBeside(spans: readonly DaySpan[], finish: number, beside: readonly HeldBeside[]): DaySpan[] {
  let level = onGrid(finish)
  return spans.flatMap(span => {
    const from = level
    level += span.days
    const ends = beside
      .flatMap(({ above, lostBefore }) => [above, ...lostBefore.map(each => each.above)])
      .filter(above => from + EPSILON_DAYS < above && above < level - EPSILON_DAYS)
    const cuts = span.days > 0 ? [...new Set([from, ...ends, level])].sort((a, b) => a - b) : [from, level]
    return cuts.slice(1).map((to, n): DaySpan => {
      const share = cuts.length === 2 ? 1 : (to - cuts[n]) / span.days
      const own = { ...span, days: span.days * share, calendarDays: span.calendarDays * share }
      const held = span.days > 0 ? beside.filter(({ above }) => above < to - EPSILON_DAYS) : []
      if (held.length === 0) return own
      const besideBy = held.reduce((bits, { side }) => bits | bitOf(side), 0)
      const nothing = held.reduce((bits, { lostBefore }) => bits | partiesUpTo(lostBefore, cuts[n]), 0)
      const parties = (span.by.parties & ~nothing) | besideBy
      return {
        ...own,
        besideBy,
        effect: netEffect(parties),
        rule: parties === span.by.parties ? own.rule : 'with_revision',
      }
    })
  })
}

/** The least float that a task had when the window began which held days of it, by party. */
function floatOfHolders({ spans, floatDays }: BesideSetting['tally']): Map<number, number> {
  const least = new Map<number, number>()
  for (const { days, holders, parties } of spans) {
    if (!(days > 0)) continue
    for (const [n, i] of holders.entries())
      for (const side of SIDES)
        if ((parties[n] & bitOf(side)) !== 0)
          least.set(side, Math.min(floatDays[i] || 0, least.get(side) ?? Number.POSITIVE_INFINITY))
  }
  return least
}
