/**
 * The turns in which events go: the last that began first. Events that began on one day have no order among them, so they have one turn, and of what it
 * moves each has the mean over all their orders: no id and no row decides whose a day is.
 */
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { meansOverOrders } from '../../compare/order-means.ts'
import { dayOf } from '../../result/options.ts'
import type { EventParts } from './extraction.ts'

/** So many of one turn are gone through in all orders. Of more each has its share by the mean of what it moves as the first and as the last of them. */
const EXACT_MAX = 6

/** By turn; in a turn by id, for a list needs some order. */
export function turnsOf(parts: readonly EventParts[]): EventParts[][] {
  const turns = new Map<number, EventParts[]>()
  for (const each of parts) {
    const day = dayOf(each.event.started)
    turns.set(day, [...(turns.get(day) ?? []), each])
  }
  return [...turns]
    .sort(([a], [b]) => b - a)
    .map(([, turn]) => turn.sort((a, b) => (String(a.event.id) < String(b.event.id) ? 1 : -1)))
}

/** Computations of a network that the turn of so many events takes. */
const passesOfTurn = (count: number): number => (count <= EXACT_MAX ? 2 ** count : 2 * count + 2)

/** And each event goes alone. */
export function passesOfTurns(starts: readonly (string | null | undefined)[]): number {
  const counts = new Map<unknown, number>()
  for (const start of starts) counts.set(start, (counts.get(start) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => sum + count + passesOfTurn(count), 0)
}

/** What each event of a turn moves. `gone`: how far several figures have moved with a set of them gone, as bits of their places, or all of them but one. */
export function meansOf(count: number, gone: Gone): number[][] {
  return count <= EXACT_MAX ? meansOfSets(count, gone) : meansOfEnds(count, gone)
}

type Gone = (isGone: (n: number) => boolean) => readonly number[]

function meansOfSets(count: number, gone: Gone): number[][] {
  const figures = Array.from({ length: 2 ** count }, (_, set) => gone(n => (set & (1 << n)) !== 0))
  const means = figures[0]!.map((_, figure) => meansOverOrders(figures.map(own => own[figure]!)))
  return Array.from({ length: count }, (_, n) => means.map(own => own[n]!))
}

function meansOfEnds(count: number, gone: Gone): number[][] {
  const [none, all] = [gone(() => false), gone(() => true)]
  const ends = Array.from({ length: count }, (_, n) => {
    const [first, others] = [gone(each => each === n), gone(each => each !== n)]
    return none.map((was, figure) => (first[figure]! - was + all[figure]! - others[figure]!) / 2)
  })
  return ends.map(own =>
    own.map((days, figure) => {
      const whole = all[figure]! - none[figure]!
      const sum = ends.reduce((total, each) => total + each[figure]!, 0)
      return Math.abs(sum) < EPSILON_DAYS ? whole / count : (whole * days) / sum
    }),
  )
}
