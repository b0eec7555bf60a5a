/** One as-built schedule with and without its events: together, one after the other, alone, and by party in every order. */
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { EVENT_PARTIES } from '../../../../shared/contract/schedule/delay-events.ts'
import { MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { offsetAt } from '../../clock/input.ts'
import type { SeriesItem } from '../../compare/series.ts'
import { type Finish, type Movement, movementOf } from '../../edits/finish-moves.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import {
  dayOfFinish,
  type EventGroup,
  type EventMove,
  type Workdays,
  workdaysOf,
} from '../delay-analysis/contract-accounts.ts'
import { type Moved, movedBy, turnsOf } from '../delay-analysis/event-turns.ts'
import type { AsBuilt } from './as-built.ts'
import { type Collapsed, collapse, type Extraction } from './collapse.ts'
import { type EventParts, extractionOf, type LogicBefore } from './extraction.ts'
import {
  CALENDAR,
  type Concurrency,
  collapsedSets,
  concurrencyOf,
  type Days,
  heldAt,
  inWork,
  type PartyShare,
  partyOf,
  reachesOf,
  round,
  sharesOf,
  WORKING,
} from './parties.ts'

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
  /** Working days by which it is earlier over all orders of its turn, and of its window and those before. */
  readonly leastDays: number | null
  readonly mostDays: number | null
  readonly alone: Earlier
  /** Days by which every finish is earlier by it. */
  readonly moved: Days
}

export interface Simulation {
  readonly item: SeriesItem
  readonly asBuilt: AsBuilt
  readonly fromDay: number
  readonly untilDay: number
  readonly whole: Extraction
  readonly without: Collapsed
  readonly finish: Finish
  /** Without the events of earlier windows. */
  readonly earlierOnes: Collapsed
  readonly finishWithoutEarlier: Finish
  readonly finishWithout: Finish
  /** Of all events so far, less what the simulations before have counted. */
  readonly earlier: Earlier
  readonly steps: readonly Step[]
  /** Events of earlier windows that hold other days here than were counted. */
  readonly changes: readonly Step[]
  readonly shares: readonly PartyShare[]
  readonly concurrency: Concurrency
  readonly held: HeldFinishes
  readonly counted: Counted
}

/** Finishes that contract dates are held against, an entry per date in each list. */
interface HeldFinishes {
  readonly asBuilt: readonly Finish[]
  readonly withoutAll: readonly Finish[]
  readonly groups: readonly EventGroup[]
}

/** What the simulations before have counted: of all their events, and of each in their last network, by its place in the request. */
export interface Counted {
  readonly days: Days
  readonly byEvent: ReadonlyMap<number, Days>
}
export const NOTHING_COUNTED: Counted = { days: [], byEvent: new Map() }

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

/** The turns of events, the last that began first, when others have gone before. */
function stepsOf(
  parts: readonly EventParts[],
  gone: readonly EventParts[],
  without: (of: readonly EventParts[]) => Days,
) {
  const steps: { part: EventParts; turn: number; gone: readonly EventParts[]; moved: readonly Moved[] }[] = []
  let out = gone
  for (const forward of turnsOf(parts).reverse()) {
    const turn = forward.reverse()
    const moved = movedBy(turn.length, isGone => without([...out, ...turn.filter((_, n) => isGone(n))]))
    for (const [n, part] of turn.entries()) steps.push({ part, turn: turn.length, gone: out, moved: moved[n]! })
    out = [...out, ...turn]
  }
  return steps
}
type Steps = ReturnType<typeof stepsOf>

/**
 * The share of the order in which the events of earlier windows go before those of this one, figure by figure. Some days go only with both, or with either: of
 * all orders that one is taken in which the days that were counted before stand, or the nearest to it. So what a window counts is what all events so far
 * hold, less what was counted, and no day stands twice. Where both orders have the same days those of this window go first, as of one that began last.
 */
function shareOf(counted: number, all: number, earlier: number, own: number): number {
  const [first, last] = [own, all - earlier]
  const added = Math.min(Math.max(all - counted, Math.min(first, last)), Math.max(first, last))
  const share = (added - first) / (last - first)
  return Number.isFinite(share) ? share : 0
}

const between = (a: number, b: number, share: number): number => (share === 1 ? b : a + (b - a) * share)

/** `past`: the events of earlier windows, and `counted` what was counted of them. */
export function simulate(
  item: SeriesItem,
  asBuilt: AsBuilt,
  parts: readonly EventParts[],
  past: readonly EventParts[],
  counted: Counted,
  days: { readonly fromDay: number; readonly untilDay: number },
  /** Tasks of contract dates; NO_MATCH: the project. */
  dated: readonly number[],
  logic: LogicBefore,
  checkpoint: () => void,
): Simulation {
  const heldIn = (of: Pick<Collapsed, 'finish' | 'finishOfAll'>): Finish[] =>
    dated.map(task => finishAt(asBuilt, task === NO_MATCH ? of.finishOfAll : of.finish[task]))
  const finish = finishAt(asBuilt, asBuilt.finishOfAll)
  const held = heldIn(asBuilt)
  const whole = extractionOf([...past, ...parts], asBuilt, logic)
  const without = collapse(asBuilt, whole)
  const workdays = workdaysOf(
    asBuilt.of,
    [asBuilt, without].flatMap(each => [...lastTasks(asBuilt, each)]),
  )
  const heldWorkdays = dated.map(task => (task === NO_MATCH ? workdays : workdaysOf(asBuilt.of, [task])))
  const known = new Map<string, { readonly at: Finish; readonly days: Days }>()
  const collapsedBy = (of: readonly EventParts[]) => {
    const gone = new Set(of)
    const key = [...past, ...parts].map(each => (gone.has(each) ? 1 : 0)).join('')
    const found = known.get(key)
    if (found !== undefined) return found
    checkpoint()
    const collapsed = collapse(asBuilt, extractionOf(of, asBuilt, logic))
    const at = finishAt(asBuilt, collapsed.finishOfAll)
    const { workingDays, calendarDays } = earlierOf(finish, at)
    const ofHeld = heldIn(collapsed).flatMap((each, n) => {
      const [was, is] = [dayOfFinish(held[n]!), dayOfFinish(each)]
      return [was - is, heldWorkdays[n]!(was) - heldWorkdays[n]!(is)]
    })
    const made = { at, days: [calendarDays ?? Number.NaN, workingDays ?? Number.NaN, ...ofHeld] }
    known.set(key, made)
    return made
  }
  const daysWithout = (of: readonly EventParts[]): Days => collapsedBy(of).days
  const [all, earlier, own] = [[...past, ...parts], past, parts].map(daysWithout) as [Days, Days, Days]
  const before = all.map((_, f) => counted.days[f] ?? 0)
  // dates and days of work of one finish have one order
  const shares = all.map((_, f) => {
    const w = inWork(f)
    return shareOf(before[w]!, all[w]!, earlier[w]!, own[w]!)
  })
  const [first, last] = [stepsOf(parts, [], daysWithout), stepsOf(parts, past, daysWithout)]
  const stepAt = (steps: Steps, others: Steps, n: number, base: Days, share: (f: number) => number): Step => {
    const { part, turn, moved } = steps[n]!
    const other = others[n]!.moved
    // the finishes are those of the order that the days are of
    const ordered = share(WORKING) > 0 ? steps : others
    const { gone } = ordered[n]!
    const mean = moved.map((each, f) => between(other[f]!.mean, each.mean, share(f)) - base[f]!)
    const [one, two] = [moved[WORKING]!, other[WORKING]!]
    const ofTurn = ordered.filter(each => each.gone === gone).map(each => each.part)
    return {
      parts: turn > 1 ? { ...part, flags: [...part.flags, 'same_start'] } : part,
      position: 0,
      before: collapsedBy(gone).at,
      after: collapsedBy([...gone, ...ofTurn]).at,
      earlier: earlierIn(mean),
      leastDays: roundOrNull(Math.min(one.least, two.least) - base[WORKING]!),
      mostDays: roundOrNull(Math.max(one.most, two.most) - base[WORKING]!),
      alone: earlierIn(daysWithout([part])),
      moved: mean,
    }
  }
  const none = all.map(() => 0)
  const positions = (steps: readonly Step[], from: number): Step[] => {
    let position = from
    return steps.map((step, n) => {
      if (n > 0 && steps[n - 1]!.parts.event.started !== step.parts.event.started) position = from + n
      return { ...step, position }
    })
  }
  const steps = positions(
    last.map((_, n) => stepAt(last, first, n, none, f => shares[f]!)),
    1,
  )
  const [pastLast, pastFirst] = [stepsOf(past, parts, daysWithout), stepsOf(past, [], daysWithout)]
  const changes = pastLast.flatMap((step, n): Step[] => {
    const base = counted.byEvent.get(step.part.index) ?? none
    const made = stepAt(pastLast, pastFirst, n, base, f => 1 - shares[f]!)
    const hasMoved = made.moved.some(moved => Math.abs(moved) > EPSILON_DAYS)
    const flags = [...made.parts.flags, 'counted_before'] as const
    return hasMoved ? [{ ...made, parts: { ...made.parts, taken: [], flags }, alone: NOT_KNOWN }] : []
  })
  const earlierOnes = collapse(asBuilt, extractionOf(past, asBuilt, logic))
  const sets = collapsedSets(parts, of => {
    const [one, two] = [daysWithout(of), daysWithout([...past, ...of])]
    return all.map((_, f) => between(one[f]!, two[f]! - earlier[f]!, shares[f]!))
  })
  const groupOf = (of: readonly Step[], figure: number, days: Workdays): EventGroup => ({
    moves: of.map(step => moveIn(step, figure)).reverse(),
    reaches: reachesOf(parts, sets, inWork(figure)),
    workdays: days,
  })
  // events of earlier windows that hold more work here come first; what they hold less is left to the finish that is
  const laterOn = positions(changes, steps.length + 1)
  const groups = heldWorkdays.map((days, n) =>
    groupOf([...steps, ...laterOn.filter(({ moved }) => moved[inWork(heldAt(n))]! > EPSILON_DAYS)], heldAt(n), days),
  )
  const start = endOf(finish) - between(own[CALENDAR]!, all[CALENDAR]!, shares[CALENDAR]!)
  const byEvent = new Map<number, Days>()
  for (const { part, moved } of [...first, ...pastLast])
    byEvent.set(
      part.index,
      moved.map(({ mean }, f) => mean + (byEvent.get(part.index)?.[f] ?? 0)),
    )
  return {
    item,
    asBuilt,
    ...days,
    whole,
    without,
    finish,
    earlierOnes,
    finishWithoutEarlier: collapsedBy(past).at,
    finishWithout: collapsedBy([...past, ...parts]).at,
    earlier: earlierIn(all.map((each, f) => each - before[f]!)),
    steps,
    changes: laterOn,
    shares: withChanges(sharesOf(parts, sets, groupOf(steps, CALENDAR, workdays), start), changes),
    concurrency: concurrencyOf(parts, sets),
    held: { asBuilt: held, withoutAll: heldIn(without), groups },
    counted: { days: all.map((each, f) => (Number.isNaN(each) ? before[f]! : each)), byEvent },
  }
}

/** The day that a finish ends, part of the next one included. */
const endOf = ({ day, moment }: Finish): number => (Number.isNaN(moment) ? day : moment / MINUTES_PER_DAY - 1)

/** The tasks that end with all of it. */
const lastTasks = ({ of, ruler }: AsBuilt, { finish, finishOfAll }: Pick<Collapsed, 'finish' | 'finishOfAll'>) =>
  of.network.order.filter(i => finish[i] >= finishOfAll - ruler.tie)

const moveIn = ({ parts, position, moved }: Step, figure: number): EventMove => ({
  party: partyOf(parts),
  turn: position,
  days: moved[figure]!,
  workDays: moved[inWork(figure)]!,
})

export const NOT_KNOWN: Earlier = { workingDays: null, calendarDays: null }

const earlierIn = (days: Days): Earlier => ({
  workingDays: roundOrNull(days[WORKING]!),
  calendarDays: roundOrNull(days[CALENDAR]!),
})

/** With the days by which what was counted of a party's events has changed. */
function withChanges(shares: readonly PartyShare[], changes: readonly Step[]): PartyShare[] {
  return EVENT_PARTIES.flatMap((party): PartyShare[] => {
    const own = changes.filter(({ parts }) => partyOf(parts) === party)
    const share = shares.find(each => each.party === party)
    if (own.length === 0) return share === undefined ? [] : [share]
    const sum = (unit: keyof Earlier): number => own.reduce((total, { earlier }) => total + (earlier[unit] ?? 0), 0)
    const none = { party, eventCount: 0, workingDays: 0, calendarDays: 0, firstWorkingDays: 0, lastWorkingDays: 0 }
    const { workingDays, calendarDays, ...rest } = share ?? none
    return [
      {
        ...rest,
        workingDays: round(workingDays + sum('workingDays')),
        calendarDays: round(calendarDays + sum('calendarDays')),
      },
    ]
  })
}
