/**
 * The as-built network with something taken out: one forward pass over what that reaches. What nothing reaches keeps its dates to the minute, and
 * nothing becomes later than it was, since only time is taken away.
 */
import { isElapsed } from '../../clock/input.ts'
import { compareIds } from '../../ids/id-order.ts'
import { copied } from '../../ids/short-arrays.ts'
import { fromFinish, toStart } from '../../passes/relation.ts'
import { type AsBuilt, DRIVING, OUT_OF_SEQUENCE, type Ruler } from './as-built.ts'

/** A time of one task, `from` before `to`. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Task p holds by one of its ends one of another task, as it did before link k led there from work that was put in between. */
export interface Bridge {
  readonly p: number
  readonly isFromFinish: boolean
  readonly isToStart: boolean
  readonly k: number
  /** Of the link that was there before, in working days of p; 0 = none, or nobody knows. */
  readonly lagDays: number
}

export interface Extraction {
  /** Tasks that go with their links. */
  readonly dropped: ReadonlySet<number>
  /** By task that stood behind them, what it then follows instead. */
  readonly bridges: ReadonlyMap<number, readonly Bridge[]>
  /** Tasks that keep their links and take no time: their fragnet took links away that they stand for. */
  readonly passed: ReadonlySet<number>
  /** Times of tasks that count no more, apart and ascending. */
  readonly spans: ReadonlyMap<number, readonly Span[]>
}

export interface Collapsed {
  /** NaN of tasks that take no part, or go. Length taskCount each. */
  readonly start: Float64Array
  readonly finish: Float64Array
  /** Working time that went from the duration, by task. */
  readonly cut: ReadonlyMap<number, number>
  readonly finishOfAll: number
  /** Tasks whose dates are others. */
  readonly moved: readonly number[]
}

/** Working time of task i in its spans, between two times. */
export function workIn({ work }: Ruler, i: number, spans: readonly Span[], from: number, to: number): number {
  let sum = 0
  for (const span of spans) {
    const [a, b] = [Math.max(span.from, from), Math.min(span.to, to)]
    if (a < b) sum += work(i, a, b)
  }
  return sum
}

const NO_SPANS: readonly Span[] = []
const NO_BRIDGES: readonly Bridge[] = []

/** The moment from which a bridge lets its task be, by dates of p. */
export function bridgedFrom(
  { ruler }: AsBuilt,
  { p, isFromFinish, lagDays }: Bridge,
  { start, finish }: Dates,
): number {
  const at = (isFromFinish ? finish : start)[p]
  if (lagDays === 0) return at
  return lagDays > 0 ? ruler.after(p, at, ruler.workOf(p, lagDays)) : ruler.before(p, at, ruler.workOf(p, -lagDays))
}
type Dates = Pick<AsBuilt, 'start' | 'finish'>

/** When the lag of link k from the start of p had run out: later than planned by the times in which p did no work before. An elapsed lag runs by the clock. */
function ranOut({ of, ruler, bound, start }: AsBuilt, k: number, p: number, spans: readonly Span[]): number {
  let end = bound[k]
  if (!(of.network.lagDays[k] > 0) || isElapsed(of.network, k)) return end
  for (const { from, to } of spans) {
    if (from >= end) break
    const stopped = ruler.work(p, Math.max(from, start[p]), to)
    if (stopped > 0) end = ruler.after(p, end, stopped)
  }
  return end
}

export function collapse(asBuilt: AsBuilt, { dropped, bridges, passed, spans }: Extraction): Collapsed {
  const { of, ruler, bound, wait, role, floor } = asBuilt
  const { order, start: first, task, type, taskCount } = of.network
  const start = copied(asBuilt.start)
  const finish = copied(asBuilt.finish)
  const isMoved = new Uint8Array(taskCount)
  const cut = new Map<number, number>()
  const moved: number[] = []
  const shifted = (s: number, at: number, work: number): number => {
    if (work === 0) return at
    return work > 0 ? ruler.after(s, at, work) : ruler.before(s, at, -work)
  }
  for (const s of order) {
    if (dropped.has(s)) {
      start[s] = finish[s] = Number.NaN
      isMoved[s] = 1
      moved.push(s)
      continue
    }
    const own = spans.get(s) ?? NO_SPANS
    const isPassed = passed.has(s)
    let isReached = own.length > 0 || isPassed
    for (let k = first[s]; k < first[s + 1] && !isReached; k++)
      isReached = isMoved[task[k]] === 1 || (!fromFinish(type[k]) && spans.has(task[k]))
    if (!isReached) continue
    const [wasStart, wasFinish, duration] = [asBuilt.start[s], asBuilt.finish[s], asBuilt.duration[s]]
    const taken = isPassed ? duration : Math.min(duration, workIn(ruler, s, own, wasStart, wasFinish))
    const left = duration - taken
    const waitOf = (waited: number, from: number, to: number): number => {
      if (waited <= 0) return waited
      return isPassed ? 0 : Math.max(0, waited - workIn(ruler, s, own, from, to))
    }
    // what holds the start as it was, and without the events
    let was = shifted(s, floor, asBuilt.floorWait[s])
    let is = shifted(s, floor, waitOf(asBuilt.floorWait[s], floor, wasStart))
    if (!Number.isNaN(asBuilt.date[s])) {
      const date = asBuilt.date[s]
      was = Math.max(was, shifted(s, date, asBuilt.dateWait[s]))
      if (!isPassed) is = Math.max(is, shifted(s, date, waitOf(asBuilt.dateWait[s], date, wasStart)))
    }
    let endedAfter = Number.NEGATIVE_INFINITY
    let endsAfter = Number.NEGATIVE_INFINITY
    let followsFinish = false
    for (let k = first[s]; k < first[s + 1]; k++) {
      const p = task[k]
      const isStart = toStart(type[k])
      const edgeWas = shifted(s, bound[k], wait[k])
      was = Math.max(was, isStart ? edgeWas : ruler.before(s, edgeWas, duration))
      if (!isStart) endedAfter = Math.max(endedAfter, edgeWas)
      if (dropped.has(p)) continue
      if (fromFinish(type[k])) followsFinish = true
      const at = isMoved[p] === 1 ? ruler.lagged(k, s, (fromFinish(type[k]) ? finish : start)[p]) : bound[k]
      let waited = wait[k]
      if (role[k] === DRIVING) {
        // what waits for a lag from a start waits with the work that it runs on
        const from = fromFinish(type[k]) ? bound[k] : ranOut(asBuilt, k, p, spans.get(p) ?? NO_SPANS)
        waited = waitOf(Math.max(0, waited - ruler.work(s, bound[k], from)), from, isStart ? wasStart : wasFinish)
      }
      const edge = shifted(s, at, waited)
      is = Math.max(is, isStart ? edge : ruler.before(s, edge, left))
      if (!isStart) endsAfter = Math.max(endsAfter, edge)
    }
    for (const bridge of bridges.get(s) ?? NO_BRIDGES) {
      const { k, isToStart } = bridge
      const until = isToStart ? wasStart : wasFinish
      // what went ahead of it keeps the lead that it had
      const lead = Math.min(0, ruler.work(s, bridgedFrom(asBuilt, bridge, asBuilt), until))
      const waited = lead === 0 && isToStart === toStart(type[k]) ? waitOf(Math.max(0, wait[k]), bound[k], until) : 0
      const edge = shifted(s, bridgedFrom(asBuilt, bridge, { start, finish }), waited + lead)
      is = Math.max(is, isToStart ? edge : ruler.before(s, edge, left))
      if (!isToStart) endsAfter = Math.max(endsAfter, edge)
      if (bridge.isFromFinish) followsFinish = true
    }
    if (is < was - ruler.tie) start[s] = Math.min(wasStart, ruler.inWork(s, is, followsFinish))
    // a link to the finish can hold it over days off, beyond its work
    if (start[s] !== wasStart || taken > ruler.tie || endsAfter < endedAfter - ruler.tie) {
      const end = ruler.after(s, start[s], left)
      finish[s] = Math.min(wasFinish, endsAfter > end ? ruler.inWork(s, endsAfter, true) : end)
    }
    if (taken > ruler.tie) cut.set(s, taken)
    if (start[s] === wasStart && finish[s] === wasFinish) continue
    isMoved[s] = 1
    moved.push(s)
  }
  let finishOfAll = Number.NEGATIVE_INFINITY
  for (const i of order) if (finish[i] > finishOfAll) finishOfAll = finish[i]
  return { start, finish, cut, finishOfAll, moved }
}

export const NOTHING: Extraction = { dropped: new Set(), bridges: new Map(), passed: new Set(), spans: new Map() }

/** The tasks that hold the finish, earliest first: back from those that end last, by the links that hold each where it stands. */
export function pathOf(
  asBuilt: AsBuilt,
  { start, finish, finishOfAll }: Collapsed,
  { dropped, bridges }: Extraction,
): number[] {
  const { of, ruler, role, wait } = asBuilt
  const { order, start: first, task, type } = of.network
  const isOn = new Uint8Array(of.network.taskCount)
  const path: number[] = []
  for (let at = order.length - 1; at >= 0; at--) {
    const s = order[at]
    if (finish[s] >= finishOfAll - ruler.tie) isOn[s] = 1
    if (isOn[s] === 0) continue
    path.push(s)
    for (let k = first[s]; k < first[s + 1]; k++) {
      const p = task[k]
      if (dropped.has(p) || isOn[p] === 1) continue
      // who went ahead of it was not held by it
      if (role[k] === OUT_OF_SEQUENCE) continue
      const edge = ruler.lagged(k, s, (fromFinish(type[k]) ? finish : start)[p])
      const gap = ruler.work(s, edge, (toStart(type[k]) ? start : finish)[s])
      if (gap <= wait[k] + ruler.tie) isOn[p] = 1
    }
    for (const bridge of bridges.get(s) ?? NO_BRIDGES) {
      const edge = bridgedFrom(asBuilt, bridge, { start, finish })
      const gap = ruler.work(s, edge, (bridge.isToStart ? start : finish)[s])
      if (gap >= -ruler.tie && gap <= Math.max(0, wait[bridge.k]) + ruler.tie) isOn[bridge.p] = 1
    }
  }
  const { id } = of.schedule.columns
  return path.sort((a, b) => start[a] - start[b] || finish[a] - finish[b] || compareIds(id, a, b))
}
