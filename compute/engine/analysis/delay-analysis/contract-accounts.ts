/**
 * Whose the days of a finish are, as contract dates ask it (contract-dates.ts): of windows that were observed, of dates alone, and of events that a model puts
 * in or takes out. One account each: what it books as a movement of the finish stands once, and recovery takes back what stands last.
 */
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import type { EventParty } from '../../../../shared/contract/schedule/delay-events.ts'
import { MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import type { Calendar } from '../../calendar/calendar.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { Timeline } from '../../calendar/timeline.ts'
import { calendarOf } from '../../clock/input.ts'
import { type Finish, marginOf } from '../../edits/finish-moves.ts'
import type { Computed } from '../../edits/recomputed.ts'
import { Account, bitOf, type Parties, type Share, type WindowBeside } from './account.ts'
import type { DelayOutcome } from './outcome.ts'
import { CONTRACTOR, NEUTRAL, NO_SIDE, OWNER } from './parties.ts'
import { finishDates } from './status.ts'

/** A finish that is held against a contract date. */
export interface HeldFinish {
  /** Of the schedule in the request, or the name of one that the method made. */
  readonly place: string
  readonly dataDate: string | null
  /** Day number; NaN = it has no date. */
  readonly day: number
  /** Days of the calendar that the method counts, to the end of a date. */
  readonly marginTo: (completionDay: number) => number
}

/** The finishes, and the account of what lies between them: window k ends with finish k + 1. */
export interface ContractSeries {
  /** Earliest first. */
  readonly finishes: readonly HeldFinish[]
  readonly account: Account
  readonly beside: readonly WindowBeside[]
  /** The date of a level of the account, as a day number. */
  readonly dateAt: (level: number) => number
  /** Finish of the plan, a day number; NaN = none is known: nobody has said whose the days are by which the first finish is late. */
  readonly planDay: number
}

const itself = (day: number): number => day

/** The windows of the delay analysis. `startsWithPlan`: the first schedule is one. */
export function observedSeries(
  outcome: DelayOutcome,
  calendar: Calendar,
  anchorDay: number,
  startsWithPlan: boolean,
): ContractSeries {
  const { finishes, statuses, beside, account, mode } = outcome
  const dateAt = finishDates(calendar, anchorDay)
  const timeline = new Timeline(calendar, anchorDay)
  const held = finishes.map(({ place, day, offset, offDays }, k): HeldFinish => {
    // by dates alone a finish may be on a day off
    const byDates = day === DAY_ABSENT ? Number.NaN : day
    return {
      place,
      dataDate: (statuses[k] as { readonly data_date: string | null }).data_date,
      day: mode === 'network' ? dateAt(offset) + offDays : byDates,
      marginTo: completionDay => timeline.finishOffset(completionDay) - offset,
    }
  })
  const planDay = startsWithPlan ? held[0].day : Number.NaN
  return account === undefined ? unheldSeries(held, planDay) : { finishes: held, account, beside, dateAt, planDay }
}

/** Finishes alone: nobody is found for any day. */
export function unheldSeries(finishes: readonly HeldFinish[], planDay: number): ContractSeries {
  return { finishes, account: accountOf(finishes, () => {}), beside: [], dateAt: itself, planDay }
}

/** An account whose levels are dates; `book` moves it where something is known, what is left of a window is nobody's. */
function accountOf(finishes: readonly HeldFinish[], book: (account: Account, window: number) => void): Account {
  const known = finishes.find(({ day }) => !Number.isNaN(day))?.day ?? 0
  const account = new Account(Number.isNaN(finishes[0].day) ? Number.POSITIVE_INFINITY : known)
  finishes.slice(1).forEach(({ day }, window) => {
    if (Number.isNaN(day)) return
    book(account, window)
    account.move(day, bitOf(NO_SIDE), window)
  })
  return account
}

/** NaN = it has no date. */
export const dayOfFinish = ({ day }: Finish): number => (day === DAY_ABSENT ? Number.NaN : day)

/** A finish of a computed schedule. */
export const finishIn = (place: string, dataDate: string | null, finish: Finish): HeldFinish => ({
  place,
  dataDate,
  day: dayOfFinish(finish),
  marginTo: completionDay => marginOf(finish, completionDay).workingDays ?? Number.NaN,
})

/**
 * How many days on which somebody works lie before the end of a day, from wherever it counts. A weekend is nobody's working time: it makes no days of several
 * alike, and goes with the day of work that crosses it.
 */
export type Workdays = (day: number) => number

/** By the calendars of these tasks, those that end last of a project: the mean of several calendars. Between the ends of two days it rises evenly. */
export function workdaysOf({ prepared: { input }, choice }: Computed, tasks: Iterable<number>): Workdays {
  const { clock } = input
  if (clock !== undefined) {
    const calendars = [...new Set(Array.from(tasks, i => calendarOf(clock, i)))]
    return day =>
      calendars.reduce((sum, each) => sum + each.workAt((day + 1) * MINUTES_PER_DAY) / each.minutesPerDay, 0) /
      calendars.length
  }
  const countTo = (day: number): number => choice.calendar.indexOf(day + 1)
  return day => {
    const whole = Math.floor(day)
    const before = countTo(whole)
    return day === whole ? before : before + (day - whole) * (countTo(whole + 1) - before)
  }
}

/** How far an event moves the finish of the schedule that the events before it are in, in dates and in days of work. */
export interface EventMove {
  readonly party: EventParty
  readonly days: number
  readonly workDays: number
  /** Moves of the same turn have no order: they are one. Absent: it has its own. */
  readonly turn?: number
}

/** What the events of one party do to the finish, in days of work: without the others, and beyond all of them. */
export interface PartyReach {
  readonly party: EventParty
  readonly aloneDays: number
  readonly lastDays: number
  /** The least beside any of the others, where more than these two are known. */
  readonly leastDays?: number
}

/** Events in order of their start that can be concurrent with one another, and how their parties hang together. */
export interface EventGroup {
  readonly moves: readonly EventMove[]
  readonly reaches: readonly PartyReach[]
  readonly workdays: Workdays
}

const SIDES: Readonly<Record<EventParty, number>> = {
  owner: OWNER,
  contractor: CONTRACTOR,
  neutral: NEUTRAL,
  third: NEUTRAL,
}

/** Whether days that a party adds only beside another are of both: in a network that closes up, not in one that grows, where the first has used the float. */
type JointDays = 'concurrent' | 'of_the_later'

/** Finishes of a model, and the groups of events between each and the next, one behind the other. */
export function modelledSeries(
  finishes: readonly HeldFinish[],
  windows: readonly (readonly EventGroup[])[],
  joint: JointDays,
  planDay: number,
): ContractSeries {
  const account = accountOf(finishes, (account, window) => {
    let level = finishes[window].day
    if (Number.isNaN(level)) return
    for (const group of windows[window])
      for (const { to, others, shares } of movementsOf(group, level, joint)) {
        level = to
        account.moveShared(to, sharesOf(shares, others), window)
      }
  })
  return { finishes, account, beside: [], dateAt: itself, planDay }
}

/** A movement that events of one turn make. */
export interface GroupMovement {
  readonly from: number
  readonly to: number
  /** Sides that make it, too: it would not be there, or would be there all the same, with the events of one of them alone. */
  readonly others: Parties
  /** They sum to 1. */
  readonly shares: readonly { readonly party: EventParty; readonly share: number }[]
}

/**
 * The movements of a group from a finish on, turn after turn. Of a turn the days come first that several parties make; those of the party that began first of
 * them come before these, since the others had not begun.
 */
export function movementsOf(
  { moves, reaches, workdays }: EventGroup,
  finish: number,
  joint: JointDays,
): GroupMovement[] {
  const { parties, parts } = sharedBy(moves, reaches, joint)
  const begun = new Set<EventParty>()
  let level = finish
  return turnsOf(moves).flatMap(turn => {
    const from = level
    const to = snapped(turn.reduce((sum, { days }) => sum + days, from))
    level = to
    const weights = weightsOf(turn, parts)
    const weighed = turn.map(({ party }, n) => ({ party, weight: weights[n]!, part: parts.get(party) ?? 0 }))
    for (const { party, part } of weighed) if (part > 0) begun.add(party)
    const part = weighed.reduce((sum, each) => sum + each.weight * each.part, 0)
    const both = weighed.map(each => ({ party: each.party, share: (each.weight * each.part) / part }))
    const own = weighed.map(each => ({ party: each.party, share: (each.weight * (1 - each.part)) / (1 - part) }))
    if (part < EPSILON_DAYS) return [{ from, to, others: 0, shares: own }]
    if (part > 1 - EPSILON_DAYS) return [{ from, to, others: parties, shares: both }]
    const [first, last] = [
      { others: parties, shares: both },
      { others: 0, shares: own },
    ]
    const isAhead = begun.size === 1
    const at = to > from ? splitAt(from, to, isAhead ? 1 - part : part, workdays) : from
    return [
      { ...(isAhead ? last : first), from, to: at },
      { ...(isAhead ? first : last), from: at, to },
    ]
  })
}

/** The date between two at which that part of the days of work between them is over. */
function splitAt(from: number, to: number, part: number, workdays: Workdays): number {
  const start = workdays(from)
  const whole = workdays(to) - start
  if (!(whole > 0)) return from + part * (to - from)
  const wanted = start + part * whole
  let day = from
  for (let next = Math.floor(from) + 1; ; next++) {
    const end = Math.min(next, to)
    const [before, after] = [workdays(day), workdays(end)]
    if (after >= wanted - EPSILON_DAYS || end === to)
      return snapped(after > before ? day + Math.min(1, (wanted - before) / (after - before)) * (end - day) : end)
    day = end
  }
}

/** Parts of days that sum to whole ones leave no rest. */
const snapped = (level: number): number =>
  Math.abs(level - Math.round(level)) < EPSILON_DAYS ? Math.round(level) : level

/** Moves that are made at one time; those of no known days are left out. */
function turnsOf(moves: readonly EventMove[]): EventMove[][] {
  const turns: EventMove[][] = []
  for (const move of moves) {
    if (Number.isNaN(move.days)) continue
    const last = turns.at(-1)
    if (last !== undefined && move.turn !== undefined && last[0]!.turn === move.turn) last.push(move)
    else turns.push([move])
  }
  return turns
}

/** Of its events: by the days of work that they move where some are of several, so that the dates of these are those of their work; else by the dates. */
function weightsOf(turn: readonly EventMove[], parts: ReadonlyMap<EventParty, number>): number[] {
  const hasShared = turn.some(({ party, workDays }) => (parts.get(party) ?? 0) > 0 && workDays > 0)
  const unit = hasShared ? 'workDays' : 'days'
  const sum = turn.reduce((total, move) => total + Math.max(0, move[unit]), 0)
  return turn.map(move => (sum > 0 ? Math.max(0, move[unit]) / sum : 1 / turn.length))
}

function sharesOf(parts: GroupMovement['shares'], others: Parties): Share[] {
  const shares = new Map<Parties, number>()
  for (const { party, share } of parts) {
    if (!(share > 0)) continue
    const parties = others | bitOf(SIDES[party])
    shares.set(parties, (shares.get(parties) ?? 0) + share)
  }
  return [...shares].sort(([a], [b]) => a - b).map(([parties, share]) => ({ parties, share }))
}

/** The part of the days of work of each party that other parties made as well, and who they are. */
function sharedBy(moves: readonly EventMove[], reaches: readonly PartyReach[], joint: JointDays) {
  const differs = ({ aloneDays, lastDays, leastDays = lastDays }: PartyReach): boolean =>
    aloneDays - Math.min(lastDays, leastDays) > EPSILON_DAYS ||
    (joint === 'concurrent' && lastDays - aloneDays > EPSILON_DAYS)
  const tied = reaches.filter(differs)
  const parties = tied.reduce<Parties>((bits, { party }) => bits | bitOf(SIDES[party]), 0)
  const parts = new Map<EventParty, number>()
  for (const { party, aloneDays, lastDays, leastDays = lastDays } of tied) {
    const days = moves.reduce((sum, move) => (move.party === party ? sum + move.workDays : sum), 0)
    const own = Math.max(0, Math.min(aloneDays, lastDays, leastDays))
    if (days > EPSILON_DAYS) parts.set(party, Math.min(1, Math.max(0, days - own) / days))
  }
  return { parties, parts }
}
