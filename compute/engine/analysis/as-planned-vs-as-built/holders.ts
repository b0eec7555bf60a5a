/**
 * Who held the finish, day by day, by dates alone (/docs/methods/as-planned-vs-as-built#whose-the-days-are). All paths back from the task that
 * finished last count whose links left the smallest gap alike. On a day t the finish stands where the work in hand on these paths brings it:
 * what should have let go by its late date L and has not yet brings it t - L days later. A day on which that moves the finish is held by
 * every task in hand with the earliest L, whatever the order of rows. O(n log n), and the holders of each movement.
 */
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { EPSILON_DAYS, snap } from '../../calendar/snap.ts'
import type { Timeline } from '../../calendar/timeline.ts'
import type { Network } from '../../graph/network.ts'
import { compareIds } from '../../ids/id-order.ts'
import { fromFinish, toStart } from '../../passes/relation.ts'
import { CONTRACTOR, NO_SIDE, OWNER } from '../delay-analysis/parties.ts'
import type { AsBuilt } from './context.ts'
import { gapOf, type Span, spanOf } from './path.ts'

/** The finish moves from so many days beyond the planned one to so many. */
export interface HeldMove {
  readonly from: number
  readonly to: number
  /** Tasks that held it, by id; when it came forward those that let go. Empty = none on these paths. */
  readonly holders: readonly number[]
  /** Days by which the work of each side beside the holders would have brought the finish further, by side. */
  readonly besideDays: readonly number[]
  /** What only the end of the last work showed. */
  readonly isAtEnd: boolean
}

/** A task as the paths leave it: by its finish, or by its start. */
export interface State {
  readonly task: number
  readonly byStart: boolean
  /** Links that come in: the states before, and the type and lag of each. */
  readonly before: readonly { readonly state: State; readonly type: number; readonly lag: number }[]
  readonly is: Span
  readonly isPlanned: boolean
  was: Span
  /** Offset by which it was to let go so that the planned finish holds. */
  lateExit: number
}

/** Where it lets go, by these dates. */
const exitIn = ({ byStart }: Pick<State, 'byStart'>, { start, finish }: Span): number => (byStart ? start : finish)
const entryOf = ({ start, finish }: Span, type: number): number => (toStart(type) ? start : finish)

/**
 * Where each of the states lets go, which stand behind those before them: work that was done out of sequence is a point behind what was ahead of it, less a
 * lead of the link, so that it gains and loses nothing by itself.
 */
export function exitsOf(states: readonly State[], spanOfTask: (state: State) => Span): ReadonlyMap<State, number> {
  const exits = new Map<State, number>()
  for (const state of states) {
    let exit = exitIn(state, spanOfTask(state))
    for (const { state: before, lag } of state.before) exit = Math.max(exit, exits.get(before)! + Math.min(0, lag))
    exits.set(state, exit)
  }
  return exits
}

export interface HeldMoves {
  readonly moves: readonly HeldMove[]
  /** What the work of a party beside the holders comes to if all work without a category is that party's. */
  readonly besideIfOpen: { readonly ownerDays: number; readonly contractorDays: number }
  /** The tasks of all paths that count, and how the paths leave them. */
  readonly tied: Uint32Array
  readonly states: readonly State[]
}

/** `ends` are the tasks that finish last, or the one that is followed; `side` by code of the delay category. */
export function heldMoves(
  built: AsBuilt,
  network: Network,
  timeline: Timeline,
  ends: readonly number[],
  grossDays: number,
  side: Uint8Array,
): HeldMoves {
  const planEnd = timeline.finishOffset(built.plan.finishDay)
  const states = tiedStates(built, network, timeline, ends)
  for (const state of states) placeUnplanned(state, planEnd)
  const isEnd = new Set(ends)
  for (const state of states) {
    if (isEnd.has(state.task) && !state.byStart) state.lateExit = Math.max(planEnd, exitIn(state, state.was))
  }
  for (const state of states.toReversed()) passFloat(state)
  const tied = Uint32Array.from(new Set(states.map(({ task }) => task)))
  const movesBy = (sides: Uint8Array): HeldMove[] => new DateReplay(states, built, sides).run(grossDays)
  const moves = movesBy(side)
  const isOpen = tied.some(i => side[built.columns.delayCategory[i]] === NO_SIDE)
  const besideOf = (own: number): number => {
    const all = isOpen ? movesBy(side.map(each => (each === NO_SIDE ? own : each))) : moves
    return all.reduce((total, { besideDays }) => total + (besideDays[own] ?? 0), 0)
  }
  const besideIfOpen = { ownerDays: besideOf(OWNER), contractorDays: besideOf(CONTRACTOR) }
  return { moves, besideIfOpen, tied, states }
}

/** The tied states, each behind those before it. */
function tiedStates(built: AsBuilt, network: Network, timeline: Timeline, ends: readonly number[]): State[] {
  const { columns, finish, kind, plan } = built
  const { baselineStart, baselineFinish } = plan.columns
  const planned = { kind, start: baselineStart, finish: baselineFinish }
  const found = new Map<number, State>()
  const ordered: State[] = []
  const keyOf = (task: number, byStart: boolean): number => 2 * task + Number(byStart)
  const tiedLinks = (s: number, byStart: boolean): number[] => {
    let least = Number.POSITIVE_INFINITY
    let tied: number[] = []
    for (let k = network.start[s]; k < network.start[s + 1]; k++) {
      if (finish[network.task[k]] === DAY_ABSENT || (byStart && !toStart(network.type[k]))) continue
      const gap = gapOf(built, network, timeline, k, s)
      if (Number.isNaN(gap) || gap > least + EPSILON_DAYS) continue
      if (gap < least - EPSILON_DAYS) tied = []
      least = Math.min(least, gap)
      tied.push(k)
    }
    return tied
  }
  // a stack of its own: chains are as long as the schedule
  const stack: { readonly key: number; readonly links: readonly number[]; at: number }[] = []
  const push = (task: number, byStart: boolean): void => {
    const key = keyOf(task, byStart)
    if (!found.has(key)) stack.push({ key, links: tiedLinks(task, byStart), at: 0 })
  }
  for (const end of ends) {
    push(end, false)
    while (stack.length > 0) {
      const top = stack.at(-1)!
      const k = top.links[top.at]
      if (k !== undefined) {
        top.at++
        push(network.task[k], !fromFinish(network.type[k]))
        continue
      }
      stack.pop()
      const task = top.key >>> 1
      const state: State = {
        task,
        byStart: (top.key & 1) === 1,
        before: top.links.map(link => ({
          state: found.get(keyOf(network.task[link], !fromFinish(network.type[link])))!,
          type: network.type[link],
          lag: network.lagDays[link],
        })),
        is: spanOf(built, network, timeline, task),
        isPlanned: columns.baselineFinish[task] !== DAY_ABSENT,
        was: spanOf(planned, network, timeline, task),
        lateExit: Number.POSITIVE_INFINITY,
      }
      found.set(top.key, state)
      ordered.push(state)
    }
  }
  return ordered
}

/** An unplanned task stands in the plan where those before it let go, without time of its own, as in increments.ts. */
function placeUnplanned(state: State, planEnd: number): void {
  const { is, was, isPlanned, before } = state
  if (isPlanned) {
    if (Number.isNaN(was.start)) state.was = { start: was.finish - (is.finish - is.start || 0), finish: was.finish }
    return
  }
  const began = Number.isNaN(is.start) ? is.finish : is.start
  const place =
    before.length === 0
      ? Math.min(began, planEnd)
      : before.reduce((latest, each) => Math.max(latest, exitIn(each.state, each.state.was)), Number.NEGATIVE_INFINITY)
  state.was = { start: place, finish: place }
}

/** The late exit of the states before, by the float that the plan left on the links. An unplanned task brings its lags along. */
function passFloat(state: State): void {
  const float = state.lateExit - exitIn(state, state.was)
  for (const { state: before, type, lag } of state.before) {
    const exit = exitIn(before, before.was)
    const left = state.isPlanned ? entryOf(state.was, type) - exit - (before.isPlanned ? lag : 0) : 0
    const late = snap(exit + float + Math.max(0, left || 0) - (before.isPlanned ? 0 : lag))
    before.lateExit = Math.min(before.lateExit, late)
  }
}

const SIDES = 4

/** A state comes into hand or lets go, or what was let go begins or ends to wait for the others. */
type Event = { readonly at: number; readonly isExit: boolean } & (
  | { readonly state: State; readonly waits?: undefined }
  | { readonly state?: undefined; readonly waits: { readonly level: number } }
)

class DateReplay {
  readonly #states: readonly State[]
  readonly #built: AsBuilt
  readonly #sides: Uint8Array
  readonly #category: Uint8Array
  readonly #moves: HeldMove[] = []
  /** States in hand, by side, the earliest late exit first; and all of them, the highest level they were handed first. */
  readonly #inHand = Array.from({ length: SIDES }, () => new Heap<State>())
  readonly #levels = new Heap<object>()
  readonly #sideLevel = new Array<number>(SIDES).fill(0)
  #finish = 0

  constructor(states: readonly State[], built: AsBuilt, side: Uint8Array) {
    this.#states = states
    this.#built = built
    this.#sides = side
    this.#category = built.columns.delayCategory
  }

  run(grossDays: number): HeldMove[] {
    const handed = new Map<State, number>()
    const exits = exitsOf(this.#states, ({ is }) => is)
    const events: Event[] = []
    for (const state of this.#states) {
      const exit = exits.get(state)!
      let enter = Number.NEGATIVE_INFINITY
      let level = 0
      for (const { state: before } of state.before) {
        const left = exits.get(before)!
        enter = Math.max(enter, left)
        level = Math.max(level, left - before.lateExit)
      }
      handed.set(state, level)
      for (const { state: before } of state.before) {
        // what one lets go waits for the others
        const left = exits.get(before)!
        if (left >= enter - EPSILON_DAYS) continue
        const waits = { level: left - before.lateExit }
        events.push({ at: left, waits, isExit: false }, { at: enter, waits, isExit: true })
      }
      // work out of sequence was never in hand
      if (enter < exit - EPSILON_DAYS)
        events.push({ at: enter, state, isExit: false }, { at: exit, state, isExit: true })
    }
    events.sort((a, b) => a.at - b.at || Number(b.isExit) - Number(a.isExit))
    for (let n = 0; n < events.length; ) {
      const { at } = events[n]
      const letGo: State[] = []
      for (; n < events.length && events[n].at === at; n++) {
        const { state, waits, isExit } = events[n]
        if (waits !== undefined) {
          if (isExit) this.#levels.remove(waits)
          else this.#levels.add(-waits.level, waits)
        } else if (isExit) {
          letGo.push(state)
          this.#inHand[this.#sideOf(state)].remove(state)
          this.#levels.remove(state)
        } else {
          this.#inHand[this.#sideOf(state)].add(state.lateExit, state)
          this.#levels.add(-handed.get(state)!, state)
        }
      }
      if (n === events.length) break
      const byHand = at - this.#earliest()
      const level = Math.max(0, -this.#levels.least(), byHand)
      // what only shows when work has let go is held by that work
      const isByHand = letGo.length === 0 || (level > this.#finish && byHand >= level)
      this.#move(level, isByHand ? this.#holders() : letGo, [])
      this.#riseUntil(events[n].at)
    }
    const last = this.#states.length === 0 ? [] : [this.#states.at(-1)!]
    this.#move(grossDays, grossDays > this.#finish ? last : [], [], true)
    return this.#moves
  }

  #sideOf({ task }: State): number {
    return this.#sides[this.#category[task]]
  }

  #earliest = (): number =>
    this.#inHand.reduce((least, heap) => Math.min(least, heap.least()), Number.POSITIVE_INFINITY)

  #holders(): State[] {
    const bound = this.#earliest() + EPSILON_DAYS
    return this.#inHand.flatMap(heap => heap.upTo(bound))
  }

  #riseUntil(at: number): void {
    const to = Math.max(this.#finish, at - this.#earliest())
    const holders = to > this.#finish + EPSILON_DAYS ? this.#holders() : []
    const beside = this.#sideLevel.map((level, side) => {
      if (holders.some(state => this.#sideOf(state) === side)) {
        this.#sideLevel[side] = Math.max(level, to)
        return 0
      }
      const further = Math.max(0, at - this.#inHand[side].least() - level)
      if (!Number.isFinite(further)) return 0
      this.#sideLevel[side] += further
      return further
    })
    this.#move(to, holders, beside)
  }

  #move(to: number, holders: readonly State[], besideDays: readonly number[], isAtEnd = false): void {
    const from = this.#finish
    this.#finish = snap(to)
    if (Math.abs(to - from) <= EPSILON_DAYS && besideDays.every(days => days === 0)) return
    const tasks = [...new Set(holders.map(({ task }) => task))]
    const { id } = this.#built.columns
    this.#moves.push({
      from,
      to: this.#finish,
      holders: tasks.sort((a, b) => compareIds(id, a, b)),
      besideDays,
      isAtEnd,
    })
  }
}

/** The least of what is in it; what was removed is passed over when it comes up. */
class Heap<Item> {
  readonly #items: { readonly key: number; readonly item: Item }[] = []
  readonly #removed = new Set<Item>()

  add(key: number, item: Item): void {
    const items = this.#items
    let at = items.push({ key, item }) - 1
    for (let up = (at - 1) >> 1; at > 0 && items[up].key > items[at].key; at = up, up = (at - 1) >> 1) {
      const moved = items[at]
      items[at] = items[up]
      items[up] = moved
    }
  }

  remove(item: Item): void {
    this.#removed.add(item)
  }

  /** Infinity = it is empty. */
  least(): number {
    while (this.#items.length > 0 && this.#removed.delete(this.#items[0].item)) this.#takeFirst()
    return this.#items[0]?.key ?? Number.POSITIVE_INFINITY
  }

  upTo(bound: number): Item[] {
    this.least()
    const found: Item[] = []
    const stack = [0]
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const entry = this.#items[at]
      if (entry === undefined || entry.key > bound) continue
      if (!this.#removed.has(entry.item)) found.push(entry.item)
      stack.push(2 * at + 1, 2 * at + 2)
    }
    return found
  }

  #takeFirst(): void {
    const items = this.#items
    const last = items.pop()!
    if (items.length === 0) return
    items[0] = last
    for (let at = 0; ; ) {
      let small = 2 * at + 1
      if (small + 1 < items.length && items[small + 1].key < items[small].key) small++
      if (small >= items.length || items[small].key >= items[at].key) return
      const item = items[at]
      items[at] = items[small]
      items[small] = item
      at = small
    }
  }
}
