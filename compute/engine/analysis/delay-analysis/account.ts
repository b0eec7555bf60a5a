/**
 * The running account of a series (FORENSICS 4 of the method page): every day by which the finish came later stands on top of those before it,
 * and a day that is gained takes back the one that stands last. What stands at the end is what entitles: each day once. An entry lies between
 * two finishes, so its length can be told in any unit, and the lengths always sum to the movement of the finish.
 */
import type { NET_EFFECTS } from '../../../../shared/contract/analysis/delay-analysis/account-data.ts'
import type { CONCURRENCY_POLICIES } from '../../../../shared/contract/analysis/delay-analysis/request.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import type { EventShare } from './event-cover.ts'
import { CONTRACTOR, NEUTRAL, NO_SIDE, OWNER } from './parties.ts'

/** Bits of the parties that hold an entry; OPEN = a task that nobody gave a category, or no task at all. */
export type Parties = number
export const bitOf = (side: number): Parties => 1 << side
const OPEN = bitOf(NO_SIDE)
const BOTH = bitOf(OWNER) | bitOf(CONTRACTOR)

export type ConcurrencyPolicy = (typeof CONCURRENCY_POLICIES)[number]

/** Who holds which share of a movement; the shares sum to 1. */
export interface Share {
  readonly parties: Parties
  readonly share: number
  /** Shares of this share that belong to delay events; absent = none does. */
  readonly events?: readonly EventShare[]
  /** What it was before somebody held it beside others by revisions, and how they do. */
  readonly before?: { readonly share: Share; readonly by: Omit<Share, 'share'>; readonly holdNothing: Parties }
}

/** Offsets of the finish between which the entry lies. */
interface Entry {
  readonly from: number
  readonly to: number
  /** What is taken back of the movement: no part of it stands before another, so all of them lose alike. */
  readonly shares: readonly Share[]
  /** Number of the window it was booked in. */
  readonly window: number
  /** Calendar days off that it has beyond what lies between its finishes, or that others have of it. */
  readonly offDays: number
}

/** With the days off behind the finishes that it lies between. */
interface StandingEntry extends Entry {
  readonly offFrom: number
  readonly offTo: number
}

/** Days between two finishes. */
export type Measure = (from: number, to: number) => number
/** The measure of an entry: days between two finishes, of which so many days off lie behind each. */
export type OffMeasure = (from: number, to: number, offFrom: number, offTo: number) => number

/** In what an account tells its days: those between two finishes, and the finish so many days after one. */
export interface Scale {
  readonly days: Measure
  readonly after: (from: number, days: number) => number
}
/** Finishes that are offsets of the calendar. */
const OFFSETS: Scale = { days: (from, to) => to - from, after: (from, days) => from + days }

/** Days that a party would have lost in a window beside the other, on a path that ended within the threshold. */
export interface WindowBeside {
  readonly ownerDays: number
  readonly contractorDays: number
  /** The owner's open days if all work without a category were the owner's; absent: as above. */
  readonly ownerOpenDays?: number
  readonly contractorOpenDays?: number
}

export class Account {
  readonly scale: Scale
  readonly #start: number
  #level: number
  #entries: Entry[] = []
  /** Days off behind the last working day of the first finish. */
  readonly #startOff: number
  /** Those behind the level: of the first finish and of all entries. */
  #offDays: number
  /** Days booked in all, of which recovery took some back. */
  #bookedDays = 0
  readonly #noted: ((account: Account) => void)[] = []

  constructor(finish: number, scale: Scale = OFFSETS, offDays = 0) {
    this.scale = scale
    this.#start = finish
    this.#startOff = offDays
    this.#offDays = offDays
    this.#level = finish
  }

  /** What was booked so far, and what was since: another account that stands at the same finish can book the same. */
  get notedCount(): number {
    return this.#noted.length
  }
  notedSince(count: number): readonly ((account: Account) => void)[] {
    return this.#noted.slice(count)
  }

  /** The finish moves there; who holds the movement, if it is later. */
  move(to: number, parties: Parties, window: number, events: readonly EventShare[] = []): void {
    this.moveShared(to, [{ parties, share: 1, events }], window)
  }

  /** Moves the finish by what several made at one time, each a share of it. */
  moveShared(to: number, shares: readonly Share[], window: number): void {
    this.#noted.push(account => account.moveShared(to, shares, window))
    if (to > this.#level) {
      this.#bookedDays += this.scale.days(this.#level, to)
      // it takes up the days off behind the finish that it begins at
      this.#entries.push({ from: this.#level, to, shares, window, offDays: -this.#offDays || 0 })
      this.#offDays = 0
    } else {
      while (this.#entries.length > 0 && this.#entries.at(-1)!.to > to) {
        const last = this.#entries.pop()!
        if (last.from < to) this.#entries.push({ ...last, to })
        else this.#offDays -= last.offDays
      }
    }
    this.#level = to
  }

  /** What was booked in a window beyond a finish is held by these, too: they alone would have brought the finish as far. Those that `hold nothing` beside them do not. */
  holdBeside(window: number, above: number, by: Omit<Share, 'share'>, holdNothing: Parties): void {
    this.#noted.push(account => account.holdBeside(window, above, by, holdNothing))
    this.#entries = this.#entries.flatMap(entry => {
      if (entry.window !== window || !(entry.to > above + EPSILON_DAYS)) return [entry]
      const joined = { ...entry, shares: entry.shares.map(share => withParties(share, by, holdNothing)) }
      if (!(entry.from < above - EPSILON_DAYS)) return [joined]
      return [
        { ...entry, to: above },
        { ...joined, from: above, offDays: 0 },
      ]
    })
  }

  /** Days of a window that these hold, alone or with others. */
  daysHeldBy(window: number, parties: Parties): number {
    let days = 0
    for (const { from, to, shares, window: own } of this.#entries)
      if (own === window)
        for (const each of shares) if ((each.parties & parties) !== 0) days += (to - from) * each.share
    return days
  }

  /** The finish from which on so many days of a window are others' alone, the last ones first; no lower than one. */
  levelBeside(window: number, lowest: number, parties: Parties, days: number): number {
    let left = days
    for (const { from, to, shares, window: own } of this.#entries.toReversed()) {
      if (own !== window || !(to > lowest)) continue
      const part = shares.reduce((sum, each) => ((each.parties & parties) === 0 ? sum + each.share : sum), 0)
      const since = Math.max(from, lowest)
      if ((to - since) * part > left + EPSILON_DAYS) return to - left / part
      left -= (to - since) * part
    }
    return lowest
  }

  /** Whether days of a window stand beyond a finish that these do not hold alone. */
  isOfOthers(window: number, above: number, parties: Parties): boolean {
    return this.#entries.some(
      entry =>
        entry.window === window &&
        entry.to > above + EPSILON_DAYS &&
        entry.shares.some(share => share.parties !== parties),
    )
  }

  /** Days of a window that owner and contractor hold together, and no open work with them. */
  concurrentIn(window: number, measure: Measure): number {
    let days = 0
    for (const { from, to, shares, window: own } of this.#entries)
      if (own === window)
        for (const { parties, share } of shares)
          if ((parties & BOTH) === BOTH && (parties & OPEN) === 0) days += measure(from, to) * share
    return days
  }

  /** The last finish lies so many days off behind the end of a working day; who holds those that are new. */
  endOff(offDays: number, by: Omit<Share, 'share'>, window: number): void {
    this.#noted.push(account => account.endOff(offDays, by, window))
    let more = offDays - this.#offDays
    this.#offDays = offDays
    while (more !== 0) {
      const last = this.#entries.at(-1)
      if (more > 0 || last === undefined) {
        const at = { from: this.#level, to: this.#level }
        this.#entries.push({ ...at, shares: [{ ...by, share: 1 }], window, offDays: more })
        return
      }
      this.#entries.pop()
      const isOff = last.from === last.to
      const left = isOff ? Math.max(0, last.offDays + more) : last.offDays + more
      more = isOff ? Math.min(0, last.offDays + more) : 0
      if (!isOff || left > 0) this.#entries.push({ ...last, offDays: left })
    }
  }

  /** The last movement ends there instead: no other movement, but what rounding leaves of that one. */
  settle(to: number, isDelay: boolean): void {
    this.#noted.push(account => account.settle(to, isDelay))
    const last = this.#entries.at(-1)
    if (last?.to === this.#level) this.#entries[this.#entries.length - 1] = { ...last, to }
    if (isDelay) this.#bookedDays += this.scale.days(this.#level, to)
    this.#level = to
  }

  /** What stands beyond the first finish, earliest first. */
  standing(): StandingEntry[] {
    let off = this.#startOff
    return this.#entries
      .map(entry => {
        const offFrom = off
        off += entry.offDays
        return { ...entry, offFrom, offTo: off }
      })
      .filter(({ to, offDays }) => to > this.#start + EPSILON_DAYS || (offDays > 0 && to > this.#start - EPSILON_DAYS))
      .map(entry => (entry.from < this.#start ? { ...entry, from: this.#start, offFrom: this.#startOff } : entry))
  }

  /** Days that were booked and taken back. */
  takenBackDays(): number {
    return this.#bookedDays - this.standing().reduce((sum, { from, to }) => sum + this.scale.days(from, to), 0)
  }
}

/** A share that others hold, too: half of it is of their events, unless their party holds it anyway; all of it where nobody else does. */
function withParties(own: Share, by: Omit<Share, 'share'>, holdNothing: Parties): Share {
  const { parties, events = [] } = by
  const left = own.parties & ~holdNothing
  // held by them already, by another level of the same hold or by what they lost
  const isOwn = own.before?.by.parties === parties
  const share = isOwn ? own.before!.share : own
  const before = { share, by, holdNothing: isOwn ? holdNothing | own.before!.holdNothing : holdNothing }
  if (left !== 0 && (left & parties) === parties) return { ...own, parties: left, before }
  const half = (all: readonly EventShare[]): EventShare[] =>
    all.map(({ event, share }) => ({ event, share: share / 2 }))
  const both = left === 0 ? events : [...half(own.events ?? []), ...half(events)]
  return { ...own, parties: left | parties, events: both, before }
}

/** Days of an entitlement in one unit. */
export interface Entitled {
  compensable: number
  excusableOnly: number
  nonExcusable: number
  /** Owner and contractor on the same days: a part of excusableOnly, with apportionment of none. */
  concurrent: number
  unattributed: number
}

/** What entries of an account entitle to; `scale` is that of the account. */
export function entitledBy(
  entries: readonly StandingEntry[],
  policy: ConcurrencyPolicy,
  beside: readonly WindowBeside[],
  measure: OffMeasure,
  /** Side that uncategorised tasks are given to; NO_SIDE leaves them open. */
  openAs: number = NO_SIDE,
  scale: Scale = OFFSETS,
  /** The part of a share that is told, 1 = all of it. */
  partOf: (share: Share) => number = () => 1,
): Entitled {
  const sums: Entitled = { compensable: 0, excusableOnly: 0, nonExcusable: 0, concurrent: 0, unattributed: 0 }
  const left = beside.map(
    ({ ownerDays, contractorDays, ownerOpenDays = ownerDays, contractorOpenDays = contractorDays }) => [
      0,
      openAs === OWNER ? ownerOpenDays : ownerDays,
      openAs === CONTRACTOR ? contractorOpenDays : contractorDays,
    ],
  )
  /** Party that alone held the days that stand first; NO_SIDE = none so far. Windows are no part of it: however they are cut, the same stands. */
  let first = NO_SIDE
  const partiesOf = (given: Parties): Parties =>
    openAs !== NO_SIDE && (given & OPEN) !== 0 ? (given & ~OPEN) | bitOf(openAs) : given
  for (const { from, to, shares, window, offFrom, offTo } of entries) {
    const held = shares.map(each => ({ parties: partiesOf(each.parties), share: each.share, part: partOf(each) }))
    const sides = new Set(held.map(({ parties }) => sideAlone(parties)).filter(side => side !== NO_SIDE))
    // of two that move the finish at one time neither is first
    if (first === NO_SIDE && sides.size === 1) [first = NO_SIDE] = sides
    for (const { parties, share, part } of held) {
      const alone = sideAlone(parties)
      const days = measure(from, to, offFrom, offTo) * share * part
      if (policy === 'apportion' && (parties & BOTH) === BOTH && (parties & OPEN) === 0) apportion(sums, parties, days)
      else if (policy === 'dominant' && (parties & BOTH) === BOTH && first !== NO_SIDE) {
        const other = first === OWNER ? CONTRACTOR : OWNER
        book(sums, parties & ~bitOf(other), days)
      } else if (policy === 'functional' && alone !== NO_SIDE) {
        const other = alone === OWNER ? CONTRACTOR : OWNER
        const open = left[window]?.[other] ?? 0
        const whole = scale.days(from, to) * share
        const paired = Math.min(whole, open)
        if (paired > 0) left[window][other] -= paired
        // days off go with the days that they lie behind
        const middle = open <= 0 ? from : paired === whole ? to : scale.after(from, paired / share)
        const off = middle === to && paired > 0 ? offTo : offFrom
        book(sums, BOTH, measure(from, middle, offFrom, off) * share * part)
        book(sums, parties, measure(middle, to, off, offTo) * share * part)
      } else book(sums, parties, days)
    }
  }
  return sums
}

/** The party that holds days by itself, NO_SIDE = neither does. */
const sideAlone = (parties: Parties): number =>
  parties === bitOf(OWNER) ? OWNER : parties === bitOf(CONTRACTOR) ? CONTRACTOR : NO_SIDE

/** The net effect of those who hold the same days. */
function book(sums: Entitled, parties: Parties, days: number): void {
  if ((parties & OPEN) !== 0) sums.unattributed += days
  else if (parties === bitOf(OWNER)) sums.compensable += days
  else if (parties === bitOf(CONTRACTOR)) sums.nonExcusable += days
  else {
    sums.excusableOnly += days
    if ((parties & BOTH) === BOTH) sums.concurrent += days
  }
}

/** Equal shares of the parties that hold the same days. */
function apportion(sums: Entitled, parties: Parties, days: number): void {
  const sides = [OWNER, CONTRACTOR, NEUTRAL].filter(side => (parties & bitOf(side)) !== 0)
  for (const side of sides) book(sums, bitOf(side), days / sides.length)
}

/** The net effect in a word, as results have it. */
export type NetEffect = (typeof NET_EFFECTS)[number]

export function netEffect(parties: Parties): NetEffect {
  if ((parties & OPEN) !== 0) return 'unattributed'
  if (parties === bitOf(OWNER)) return 'excusable_compensable'
  if (parties === bitOf(CONTRACTOR)) return 'non_excusable'
  return (parties & BOTH) === BOTH ? 'concurrent' : 'excusable_non_compensable'
}
