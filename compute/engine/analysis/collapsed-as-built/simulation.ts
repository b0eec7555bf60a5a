/** One as-built schedule with and without its events: together, one after the other, alone, and by party in every order. */
import { COLLAPSE_POLICIES } from '../../../../shared/contract/analysis/collapsed-as-built/words.ts'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { EVENT_PARTIES, type EventParty } from '../../../../shared/contract/schedule/delay-events.ts'
import { OFFSET_DECIMALS } from '../../calendar/snap.ts'
import { offsetAt } from '../../clock/input.ts'
import type { SeriesItem } from '../../compare/series.ts'
import { type Finish, type Movement, movementOf } from '../../edits/finish-moves.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { dayOf } from '../../result/options.ts'
import { roundHalfAway } from '../../wording/numbers.ts'
import { dayOfFinish } from '../delay-analysis/contract-accounts.ts'
import { movedBy, turnsOf } from '../delay-analysis/event-turns.ts'
import type { AsBuilt } from './as-built.ts'
import { type Collapsed, collapse, type Extraction } from './collapse.ts'
import { type EventParts, extractionOf } from './extraction.ts'

/** Days that a finish is earlier, in one unit each; null as a movement. */
export interface Earlier {
  readonly workingDays: number | null
  readonly calendarDays: number | null
}

export interface Step {
  readonly parts: EventParts
  /** From 1; events that began on one day have one turn. */
  readonly position: number
  /** Of its turn. */
  readonly before: Finish
  readonly after: Finish
  readonly earlier: Earlier
  /** Working days by which it is earlier over all orders of its turn. */
  readonly leastDays: number | null
  readonly mostDays: number | null
  readonly alone: Earlier
  /** Days by which the finishes that contract dates are held against are earlier by it; NaN = not known. */
  readonly heldDays: readonly number[]
}

export interface PartyShare {
  readonly party: EventParty
  readonly eventCount: number
  readonly workingDays: number
  readonly calendarDays: number
  readonly firstWorkingDays: number
  readonly lastWorkingDays: number
}

export interface Simulation {
  readonly item: SeriesItem
  readonly asBuilt: AsBuilt
  readonly fromDay: number
  readonly untilDay: number
  readonly whole: Extraction
  readonly without: Collapsed
  readonly finish: Finish
  /** Without the events of earlier windows, whose days have been counted there. */
  readonly earlierOnes: Collapsed
  readonly finishWithoutEarlier: Finish
  readonly finishWithout: Finish
  readonly earlier: Earlier
  readonly steps: readonly Step[]
  readonly shares: readonly PartyShare[]
  readonly concurrency: Concurrency
  readonly held: HeldFinishes
}

/** Finishes that contract dates are held against, an entry per date in each list. */
export interface HeldFinishes {
  readonly asBuilt: readonly Finish[]
  readonly withoutEarlier: readonly Finish[]
  readonly withoutAll: readonly Finish[]
  /** By party: without its events alone, and without those of all others. */
  readonly reaches: readonly {
    readonly party: EventParty
    readonly alone: readonly Finish[]
    readonly others: readonly Finish[]
    /** The least days that go with its events, whichever others have gone before; NaN = not known. */
    readonly leastDays: readonly number[]
  }[]
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

const round = (days: number): number => roundHalfAway(days, OFFSET_DECIMALS)
const roundOrNull = (days: number): number | null => (Number.isNaN(days) ? null : round(days))

/** A finish of the as-built network as dates have it. */
export function finishAt({ of, ruler }: AsBuilt, at: number): Finish {
  if (Number.isNaN(at)) return { of, offset: at, day: DAY_ABSENT, moment: at }
  const { timeline, input } = of.prepared
  const { clock } = input
  if (clock !== undefined)
    return { of, offset: offsetAt(clock, at), day: Math.floor((at - ruler.tie) / 1440), moment: at }
  return { of, offset: at, day: timeline?.finishDay(at) ?? DAY_ABSENT, moment: Number.NaN }
}

export function earlierOf(before: Finish, after: Finish): Earlier {
  if (before.offset === after.offset) return { workingDays: 0, calendarDays: 0 }
  const negated = (value: Movement[keyof Movement]): number | null => (value === null ? null : 0 - value)
  const { workingDays, calendarDays } = movementOf(before, after)
  return { workingDays: negated(workingDays), calendarDays: negated(calendarDays) }
}

/** counted: events of earlier windows, out of the network before anything is measured, so that no day stands twice. */
export function simulate(
  item: SeriesItem,
  asBuilt: AsBuilt,
  parts: readonly EventParts[],
  counted: readonly EventParts[],
  days: { readonly fromDay: number; readonly untilDay: number },
  /** Tasks of contract dates; NO_MATCH: the project. */
  dated: readonly number[],
  checkpoint: () => void,
): Simulation {
  const collapsedBy = (of: readonly EventParts[]): Collapsed => {
    checkpoint()
    return collapse(asBuilt, extractionOf([...counted, ...of]))
  }
  const heldIn = (of: Pick<Collapsed, 'finish' | 'finishOfAll'>): Finish[] =>
    dated.map(task => finishAt(asBuilt, task === NO_MATCH ? of.finishOfAll : of.finish[task]))
  const finish = finishAt(asBuilt, asBuilt.finishOfAll)
  const earlierOnes = collapse(asBuilt, extractionOf(counted))
  const base = finishAt(asBuilt, earlierOnes.finishOfAll)
  const steps: Step[] = []
  let gone: readonly EventParts[] = []
  let before = base
  for (const forward of turnsOf(parts).reverse()) {
    const turn = forward.reverse()
    const after = finishAt(asBuilt, collapsedBy([...gone, ...turn]).finishOfAll)
    const moved = movedBy(turn.length, isGone => {
      const behind = collapsedBy([...gone, ...turn.filter((_, n) => isGone(n))])
      const { workingDays, calendarDays } = earlierOf(before, finishAt(asBuilt, behind.finishOfAll))
      const days = heldIn(behind).map(finish => 0 - dayOfFinish(finish))
      return [workingDays ?? Number.NaN, calendarDays ?? Number.NaN, ...days]
    })
    for (const [n, each] of turn.entries()) {
      const [working, calendar, ...held] = moved[n]!
      const alone = finishAt(asBuilt, collapsedBy([each]).finishOfAll)
      steps.push({
        parts: turn.length > 1 ? { ...each, flags: [...each.flags, 'same_start'] } : each,
        position: gone.length + 1,
        before,
        after,
        earlier: { workingDays: roundOrNull(working!.mean), calendarDays: roundOrNull(calendar!.mean) },
        leastDays: roundOrNull(working!.least),
        mostDays: roundOrNull(working!.most),
        alone: earlierOf(base, alone),
        heldDays: held.map(({ mean }) => mean),
      })
    }
    gone = [...gone, ...turn]
    before = after
  }
  const whole = extractionOf([...counted, ...parts])
  const without = collapse(asBuilt, whole)
  const finishWithout = finishAt(asBuilt, without.finishOfAll)
  const bySet = collapsedSets(parts, of => {
    const collapsed = collapsedBy(of)
    return { earlier: earlierOf(base, finishAt(asBuilt, collapsed.finishOfAll)), held: heldIn(collapsed) }
  })
  const gains: Gains = new Map([[0, NO_DAYS], ...Array.from(bySet, ([set, { earlier }]) => [set, earlier] as const)])
  const earlier = earlierOf(base, finishWithout)
  return {
    item,
    asBuilt,
    ...days,
    whole,
    without,
    finish,
    earlierOnes,
    finishWithoutEarlier: base,
    finishWithout,
    earlier,
    steps,
    shares: sharesOf(parts, gains),
    concurrency: concurrencyOf(parts, gains),
    held: {
      asBuilt: heldIn(asBuilt),
      withoutEarlier: heldIn(earlierOnes),
      withoutAll: heldIn(without),
      reaches: reachesOf(parts, bySet, heldIn(earlierOnes)),
    },
  }
}

/** What goes with the events of each set of parties, by the bits of EVENT_PARTIES. */
type Gains = ReadonlyMap<number, Earlier>

const bitOf = (party: EventParty): number => 1 << EVENT_PARTIES.indexOf(party)
const partyOf = ({ event }: EventParts): EventParty => event.party as EventParty
const presentIn = (parts: readonly EventParts[]): EventParty[] =>
  EVENT_PARTIES.filter(party => parts.some(each => partyOf(each) === party))

interface WithoutSet {
  readonly earlier: Earlier
  readonly held: readonly Finish[]
}
const NO_DAYS: Earlier = { workingDays: 0, calendarDays: 0 }
const allOf = (parts: readonly EventParts[]): number => presentIn(parts).reduce((bits, party) => bits | bitOf(party), 0)

function collapsedSets(parts: readonly EventParts[], without: (of: readonly EventParts[]) => WithoutSet) {
  const sets = new Map<number, WithoutSet>()
  const all = allOf(parts)
  for (let set = 1; set <= all; set++)
    if ((set & all) === set) sets.set(set, without(parts.filter(each => (bitOf(partyOf(each)) & set) !== 0)))
  return sets
}

/** Where several parties have events. */
function reachesOf(
  parts: readonly EventParts[],
  sets: ReadonlyMap<number, WithoutSet>,
  none: readonly Finish[],
): HeldFinishes['reaches'] {
  const present = presentIn(parts)
  if (present.length < 2) return []
  const all = allOf(parts)
  return present.map(party => {
    const bit = bitOf(party)
    const leastDays = none.map((finish, at) => {
      const dayWithout = (set: number): number => dayOfFinish(set === 0 ? finish : sets.get(set)!.held[at]!)
      const others = [0, ...sets.keys()].filter(set => (set & bit) === 0)
      return Math.min(...others.map(set => dayWithout(set) - dayWithout(set | bit)))
    })
    return { party, alone: sets.get(bit)!.held, others: sets.get(all & ~bit)!.held, leastDays }
  })
}

const daysIn = (gains: Gains, set: number, unit: keyof Earlier): number => gains.get(set)?.[unit] ?? 0

function sharesOf(parts: readonly EventParts[], gains: Gains): PartyShare[] {
  const present = presentIn(parts)
  const all = allOf(parts)
  const mean = (party: EventParty, unit: keyof Earlier): number => {
    const bit = bitOf(party)
    let sum = 0
    for (const set of gains.keys()) {
      if ((set & bit) !== 0) continue
      const before = present.filter(each => (bitOf(each) & set) !== 0).length
      const orders = factorial(before) * factorial(present.length - before - 1)
      sum += orders * (daysIn(gains, set | bit, unit) - daysIn(gains, set, unit))
    }
    return sum / factorial(present.length)
  }
  return present.map(party => ({
    party,
    eventCount: parts.filter(each => partyOf(each) === party).length,
    workingDays: round(mean(party, 'workingDays')),
    calendarDays: round(mean(party, 'calendarDays')),
    firstWorkingDays: round(daysIn(gains, bitOf(party), 'workingDays')),
    lastWorkingDays: round(daysIn(gains, all, 'workingDays') - daysIn(gains, all & ~bitOf(party), 'workingDays')),
  }))
}

const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1))

function concurrencyOf(parts: readonly EventParts[], gains: Gains): Concurrency {
  const present = presentIn(parts)
  const bitIf = (party: EventParty): number => (present.includes(party) ? bitOf(party) : 0)
  const [ownerBit, contractorBit] = [bitIf('owner'), bitIf('contractor')]
  const days = (set: number): number => daysIn(gains, set, 'workingDays')
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
