/**
 * The turns in which modelled events go in or out, by the day on which they began. Events that began on one day have no order among them, so they have one
 * turn, and of what it moves each has the mean over all their orders: no id and no row decides whose a day is.
 */
import type { SentEvent } from '../../../../shared/contract/schedule/delay-events.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { canGo, meansOverOrders } from '../../compare/order-means.ts'
import { dayOf } from '../../result/options.ts'

/** So many of one turn are gone through in all orders. Of more each has its share by the mean of what it moves as the first and as the last of them. */
const EXACT_MAX = 6

interface OfEvent {
  readonly event: SentEvent
}

/** By turn, the first that began first; in a turn by id, for a list needs some order. */
export function turnsOf<Each extends OfEvent>(events: readonly Each[]): Each[][] {
  const turns = new Map<number, Each[]>()
  for (const each of events) {
    const day = dayOf(each.event.started)
    const turn = turns.get(day)
    if (turn === undefined) turns.set(day, [each])
    else turn.push(each)
  }
  return [...turns]
    .sort(([a], [b]) => a - b)
    .map(([, turn]) => turn.sort((a, b) => (String(a.event.id) < String(b.event.id) ? -1 : 1)))
}

/** Computations of a network that the turn of so many events takes. */
const passesOfTurn = (count: number): number => (count <= EXACT_MAX ? 2 ** count : 2 * count + 2)

/** And each event goes alone. */
export function passesOfTurns(starts: readonly (string | null | undefined)[]): number {
  const counts = new Map<unknown, number>()
  for (const start of starts) counts.set(start, (counts.get(start) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => sum + count + passesOfTurn(count), 0)
}

/** What one event of a turn moves a figure by: the mean over all orders, and the least and the most over them. Of more than EXACT_MAX: of going first and last. */
export interface Moved {
  readonly mean: number
  readonly least: number
  readonly most: number
}

/** Where several figures stand with a set of the events gone through. */
type Figures = (isIn: (n: number) => boolean) => readonly number[]

/** By event of a turn the others that it cannot go without. */
export type Needed = readonly ReadonlySet<number>[]

/** What each event of a turn moves each figure by, over the orders that can be: one that cannot go without others comes behind them. */
export function movedBy(count: number, figures: Figures, needed: Needed = []): Moved[][] {
  const whole = wholeNeeds(count, needed)
  return count <= EXACT_MAX ? movedOverSets(count, figures, whole) : movedAtEnds(count, figures, whole)
}

/** With what the needed ones need; events that need each other go in any order. */
function wholeNeeds(count: number, needed: Needed): Needed {
  const whole = Array.from({ length: count }, (_, n) => new Set(needed[n]))
  for (let by = 0; by < count; by++)
    for (const own of whole) if (own.has(by)) for (const each of whole[by]!) own.add(each)
  return whole.map((own, n) => new Set([...own].filter(each => !whole[each]!.has(n))))
}

function movedOverSets(count: number, figures: Figures, needed: Needed): Moved[][] {
  const needs = needed.every(own => own.size === 0)
    ? undefined
    : needed.map(own => [...own].reduce((set, each) => set | (1 << each), 0))
  const players = Array.from({ length: count }, (_, n) => n)
  const isIn = (set: number, n: number): boolean => (set & (1 << n)) !== 0
  const bySet = Array.from({ length: 2 ** count }, (_, set) =>
    players.every(n => !isIn(set, n) || canGo(needs, set, n)) ? figures(n => isIn(set, n)) : undefined,
  )
  const means = bySet[0]!.map((_, figure) =>
    meansOverOrders(
      bySet.map(own => own?.[figure] ?? Number.NaN),
      undefined,
      needs,
    ),
  )
  return players.map(n =>
    means.map((own, figure): Moved => {
      const moves = bySet.flatMap((without, set) => {
        const withIt = bySet[set | (1 << n)]
        return isIn(set, n) || without === undefined || withIt === undefined ? [] : [withIt[figure]! - without[figure]!]
      })
      return { mean: own[n]!, least: Math.min(...moves), most: Math.max(...moves) }
    }),
  )
}

function movedAtEnds(count: number, figures: Figures, needed: Needed): Moved[][] {
  const [none, all] = [figures(() => false), figures(() => true)]
  const ends = Array.from({ length: count }, (_, n) => {
    const own = needed[n]!
    const stays = (each: number): boolean => !needed[each]!.has(n)
    const [before, first] = [
      own.size === 0 ? none : figures(each => own.has(each)),
      figures(each => each === n || own.has(each)),
    ]
    const isNeeded = needed.some(each => each.has(n))
    const [others, last] = [figures(each => each !== n && stays(each)), isNeeded ? figures(stays) : all]
    return none.map((_, figure): Moved => {
      const [one, other] = [first[figure]! - before[figure]!, last[figure]! - others[figure]!]
      return { mean: (one + other) / 2, least: Math.min(one, other), most: Math.max(one, other) }
    })
  })
  return ends.map(own =>
    own.map(({ mean, least, most }, figure) => {
      const whole = all[figure]! - none[figure]!
      const sum = ends.reduce((total, each) => total + each[figure]!.mean, 0)
      const share = Math.abs(sum) < EPSILON_DAYS ? whole / count : (whole * mean) / sum
      return { mean: share, least: Math.min(least, share), most: Math.max(most, share) }
    }),
  )
}
