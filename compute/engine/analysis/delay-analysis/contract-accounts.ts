/**
 * Whose the days of a finish are, as contract dates ask it (contract-dates.ts): of windows that were observed, of dates alone, and of events that a model puts
 * in or takes out. One account each: what it books as a movement of the finish stands once, and recovery takes back what stands last.
 */
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import type { EventParty } from '../../../../shared/contract/schedule/delay-events.ts'
import type { Calendar } from '../../calendar/calendar.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { Timeline } from '../../calendar/timeline.ts'
import { type Finish, marginOf } from '../../edits/finish-moves.ts'
import { Account, bitOf, type Parties, type Share, type WindowBeside } from './account.ts'
import { finishDates } from './days-off.ts'
import type { DelayOutcome } from './outcome.ts'
import { CONTRACTOR, NEUTRAL, NO_SIDE, OWNER } from './parties.ts'

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

/** How far an event moves the finish of the schedule that the events before it are in, in dates. */
interface EventMove {
  readonly party: EventParty
  readonly days: number
  /** Moves of the same turn have no order: they are one. Absent: it has its own. */
  readonly turn?: number
}

/** What the events of one party do to the finish, in dates: without the others, and beyond all of them. */
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
    for (const { moves, reaches } of windows[window]) {
      const shared = sharedBy(moves, reaches, joint)
      for (const turn of turnsOf(moves)) {
        level = snapped(turn.reduce((sum, { days }) => sum + days, level))
        account.moveShared(level, sharesIn(turn, shared), window)
      }
    }
  })
  return { finishes, account, beside: [], dateAt: itself, planDay }
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

function sharesIn(turn: readonly EventMove[], shared: ReturnType<typeof sharedBy>): Share[] {
  const sum = turn.reduce((total, { days }) => total + Math.max(0, days), 0)
  const shares = new Map<Parties, number>()
  const add = (parties: Parties, share: number): void => {
    if (share > 0) shares.set(parties, (shares.get(parties) ?? 0) + share)
  }
  for (const { party, days } of turn) {
    const own = bitOf(SIDES[party])
    const part = shared.parts.get(party) ?? 0
    const share = sum > 0 ? Math.max(0, days) / sum : 1 / turn.length
    add(own, share * (1 - part))
    add(shared.parties | own, share * part)
  }
  return [...shares].sort(([a], [b]) => a - b).map(([parties, share]) => ({ parties, share }))
}

/** The part of the days of each party that other parties made as well, and who they are. */
function sharedBy(moves: readonly EventMove[], reaches: readonly PartyReach[], joint: JointDays) {
  const differs = ({ aloneDays, lastDays, leastDays = lastDays }: PartyReach): boolean =>
    aloneDays - Math.min(lastDays, leastDays) > EPSILON_DAYS ||
    (joint === 'concurrent' && lastDays - aloneDays > EPSILON_DAYS)
  const tied = reaches.filter(differs)
  const parties = tied.reduce<Parties>((bits, { party }) => bits | bitOf(SIDES[party]), 0)
  const parts = new Map<EventParty, number>()
  for (const { party, aloneDays, lastDays, leastDays = lastDays } of tied) {
    const days = moves.reduce((sum, move) => (move.party === party ? sum + move.days : sum), 0)
    const own = Math.max(0, Math.min(aloneDays, lastDays, leastDays))
    if (days > EPSILON_DAYS) parts.set(party, Math.min(1, Math.max(0, days - own) / days))
  }
  return { parties, parts }
}
