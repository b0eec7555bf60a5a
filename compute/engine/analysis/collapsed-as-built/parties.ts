/** The parties of the events of one simulation: what goes with the events of each set of them, and whose the days are by that. */
import { COLLAPSE_POLICIES } from '../../../../shared/contract/analysis/collapsed-as-built/words.ts'
import { EVENT_PARTIES, type EventParty } from '../../../../shared/contract/schedule/delay-events.ts'
import { OFFSET_DECIMALS } from '../../calendar/snap.ts'
import { dayOf } from '../../result/options.ts'
import { roundHalfAway } from '../../wording/numbers.ts'
import { type EventGroup, movementsOf, type PartyReach } from '../delay-analysis/contract-accounts.ts'
import type { EventParts } from './extraction.ts'

/**
 * Days by which finishes are earlier than as built: of the project in calendar and in working days, then of each that contract dates are held against in dates
 * and in days of work. NaN = not known.
 */
export type Days = readonly number[]
export const CALENDAR = 0
export const WORKING = 1
export const HELD = 2
/** The figure that has the days of work of a finish. Whose days are is told in it: a weekend is nobody's working time, so it makes no days of several alike. */
export const inWork = (figure: number): number => figure | 1
/** The figure of the n-th contract date in dates. */
export const heldAt = (n: number): number => HELD + 2 * n

export interface PartyShare {
  readonly party: EventParty
  readonly eventCount: number
  readonly workingDays: number
  readonly calendarDays: number
  readonly firstWorkingDays: number
  readonly lastWorkingDays: number
}

export interface Concurrency {
  readonly owner_days: number
  readonly contractor_days: number
  readonly both_days: number
  readonly joint_days: number
  readonly either_days: number
  readonly policies: readonly {
    readonly policy: (typeof COLLAPSE_POLICIES)[number]
    readonly compensable_days: number
    readonly excusable_only_days: number
    readonly non_excusable_days: number
  }[]
}

export const round = (days: number): number => roundHalfAway(days, OFFSET_DECIMALS)

/** What goes with the events of each set of parties, by the bits of EVENT_PARTIES. */
type Sets = ReadonlyMap<number, Days>

const bitOf = (party: EventParty): number => 1 << EVENT_PARTIES.indexOf(party)
export const partyOf = ({ event }: EventParts): EventParty => event.party as EventParty
const presentIn = (parts: readonly EventParts[]): EventParty[] =>
  EVENT_PARTIES.filter(party => parts.some(each => partyOf(each) === party))
const allOf = (parts: readonly EventParts[]): number => presentIn(parts).reduce((bits, party) => bits | bitOf(party), 0)

export function collapsedSets(parts: readonly EventParts[], without: (of: readonly EventParts[]) => Days): Sets {
  const sets = new Map<number, Days>([[0, []]])
  const all = allOf(parts)
  for (let set = 1; set <= all; set++)
    if ((set & all) === set) sets.set(set, without(parts.filter(each => (bitOf(partyOf(each)) & set) !== 0)))
  return sets
}

/** NaN = not known. */
const daysIn = (sets: Sets, set: number, figure: number): number => sets.get(set)?.[figure] ?? 0
const knownIn = (sets: Sets, set: number, figure: number): number => daysIn(sets, set, figure) || 0

/** Where several parties have events, of each the days that go with its events alone, with them last of all, and the least beside any of the others. */
export function reachesOf(parts: readonly EventParts[], sets: Sets, figure: number): PartyReach[] {
  const present = presentIn(parts)
  if (present.length < 2) return []
  const all = allOf(parts)
  return present.map(party => {
    const bit = bitOf(party)
    const others = [...sets.keys()].filter(set => (set & bit) === 0)
    const beyond = (set: number): number => daysIn(sets, set | bit, figure) - daysIn(sets, set, figure)
    return {
      party,
      aloneDays: daysIn(sets, bit, figure),
      lastDays: beyond(all & ~bit),
      leastDays: Math.min(...others.map(beyond)),
    }
  })
}

/** `group`: the turns of the project's finish, from `start` on, a day number. */
export function sharesOf(parts: readonly EventParts[], sets: Sets, group: EventGroup, start: number): PartyShare[] {
  const present = presentIn(parts)
  const all = allOf(parts)
  const mean = (party: EventParty): number => {
    const bit = bitOf(party)
    let sum = 0
    for (const set of sets.keys()) {
      if ((set & bit) !== 0) continue
      const before = present.filter(each => (bitOf(each) & set) !== 0).length
      const orders = factorial(before) * factorial(present.length - before - 1)
      sum += orders * (knownIn(sets, set | bit, WORKING) - knownIn(sets, set, WORKING))
    }
    return sum / factorial(present.length)
  }
  const working = new Map(present.map(party => [party, mean(party)]))
  const calendar = calendarDaysOf(working, group, start)
  return present.map(party => ({
    party,
    eventCount: parts.filter(each => partyOf(each) === party).length,
    workingDays: round(working.get(party)!),
    calendarDays: round(calendar.get(party) ?? 0),
    firstWorkingDays: round(knownIn(sets, bitOf(party), WORKING)),
    lastWorkingDays: round(knownIn(sets, all, WORKING) - knownIn(sets, all & ~bitOf(party), WORKING)),
  }))
}

/** Calendar days by party: those between the finishes that its own days of work lie between; those of several go by what each has of their days of work. */
function calendarDaysOf(
  working: ReadonlyMap<EventParty, number>,
  group: EventGroup,
  start: number,
): Map<EventParty, number> {
  const days = new Map<EventParty, number>()
  const add = (party: EventParty, more: number): void => void days.set(party, (days.get(party) ?? 0) + more)
  let ofSeveral = 0
  for (const { from, to, others, shares } of movementsOf(group, start, 'concurrent'))
    if (others === 0) for (const { party, share } of shares) add(party, (to - from) * share)
    else ofSeveral += to - from
  const own = new Map(
    group.reaches.map(({ party, aloneDays, lastDays, leastDays }) => [
      party,
      Math.min(aloneDays, lastDays, leastDays!),
    ]),
  )
  const rests = [...working].map(
    ([party, all]) => [party, Math.max(0, all - Math.max(0, own.get(party) ?? all))] as const,
  )
  const sum = rests.reduce((total, [, rest]) => total + rest, 0)
  for (const [party, rest] of rests) add(party, ofSeveral * (sum > 0 ? rest / sum : 1 / rests.length))
  return days
}

const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1))

export function concurrencyOf(parts: readonly EventParts[], sets: Sets): Concurrency {
  const present = presentIn(parts)
  const bitIf = (party: EventParty): number => (present.includes(party) ? bitOf(party) : 0)
  const [ownerBit, contractorBit] = [bitIf('owner'), bitIf('contractor')]
  const days = (set: number): number => knownIn(sets, set, WORKING)
  const [owner, contractor] = [days(ownerBit), days(contractorBit)]
  const both = days(ownerBit | contractorBit)
  const joint = Math.max(0, both - owner - contractor)
  const either = Math.max(0, owner + contractor - both)
  const all = days(allOf(parts))
  const concurrent = joint + either
  const [ownerOnly, contractorOnly, others] = [owner - either, contractor - either, all - both]
  const first = firstOf(parts)
  return {
    owner_days: round(owner),
    contractor_days: round(contractor),
    both_days: round(both),
    joint_days: round(joint),
    either_days: round(either),
    policies: COLLAPSE_POLICIES.map(policy => {
      const isDominant = policy === 'dominant' && first !== undefined
      const toOwner = policy === 'apportion' ? concurrent / 2 : isDominant && first === 'owner' ? concurrent : 0
      const toContractor =
        policy === 'apportion' ? concurrent / 2 : isDominant && first === 'contractor' ? concurrent : 0
      return {
        policy,
        compensable_days: round(ownerOnly + toOwner),
        excusable_only_days: round(others + concurrent - toOwner - toContractor),
        non_excusable_days: round(contractorOnly + toContractor),
      }
    }),
  }
}

/** Whose event began first, of owner and contractor; undefined: on one day, or one of them has none. */
function firstOf(parts: readonly EventParts[]): EventParty | undefined {
  const startOf = (party: EventParty): number =>
    parts.reduce(
      (first, { event }) => (event.party === party ? Math.min(first, dayOf(event.started)) : first),
      Number.POSITIVE_INFINITY,
    )
  const [owner, contractor] = [startOf('owner'), startOf('contractor')]
  if (owner === contractor || !Number.isFinite(owner + contractor)) return undefined
  return owner < contractor ? 'owner' : 'contractor'
}
