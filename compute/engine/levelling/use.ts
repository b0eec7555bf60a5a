/** How much of each resource is used by period, before and after levelling, to the minute: sums, peaks, and what lies above the limit. */
import type { LevellingModel } from './from-columns.ts'
import { eachPartOfNeed, type LevellingProblem, type Placed, UNIT_PARTS, UNLIMITED, type WorkTime } from './problem.ts'
import { type SharedByClasses, StretchesOfPairs } from './stretches.ts'

/** The use of one resource in one period; amounts in unit-minutes. */
export interface Use {
  used: number
  over: number
  peak: number
}

/** Begins of the periods and the end of the last one: days of the timeline, ascending. */
export interface Periods {
  readonly moments: Float64Array
}

/** Entry [r][n]: the use of resource r in period n. */
export function usesOf(problem: LevellingProblem, placed: Placed, { moments }: Periods): Use[][] {
  const { resources, calendars } = problem
  const users = usersOf(problem)
  const first = placed.start.reduce((least, moment) => Math.min(least, moment), UNLIMITED)
  const stretches = new StretchesOfPairs(problem.calendars, first)
  return resources.map((resource, r) => {
    const rows = Array.from({ length: Math.max(0, moments.length - 1) }, (): Use => ({ used: 0, over: 0, peak: 0 }))
    // of what ends beyond all dates no period is known
    if (rows.length === 0) return rows
    const time = calendars[resource.classes[0] ?? 0]
    const isMixed = resource.classes.length > 1
    const shared = isMixed ? stretches.sharedBy(resource.classes) : undefined
    eachRun(problem, placed, users, r, moments, shared, (from, until, parts, limit, period) => {
      const row = rows[period]
      const minutes = isMixed ? until - from : time.workBetween(from, until)
      if (minutes <= 0) return
      row.used += (parts * minutes) / UNIT_PARTS
      row.peak = Math.max(row.peak, parts / UNIT_PARTS)
      if (parts > limit) row.over += ((parts - limit) * minutes) / UNIT_PARTS
    })
    return rows
  })
}

/** Use squared times minutes, in units, of all resources. */
export function sumOfSquares(problem: LevellingProblem, placed: Placed): number {
  let sum = 0
  const edgesOf: [number, number][][] = problem.resources.map(() => [])
  for (let a = 0; a < problem.count; a++)
    for (let k = problem.needStart[a]; k < problem.needStart[a + 1]; k++) {
      const units = problem.needParts[k] / UNIT_PARTS
      const edges = edgesOf[problem.needResource[k]]
      eachPartOfNeed(problem, placed, a, k, (from, until) => edges.push([from, units], [until, -units]))
    }
  for (const edges of edgesOf) {
    edges.sort(([a], [b]) => a - b)
    let units = 0
    for (let n = 0; n + 1 < edges.length; n++) {
      units += edges[n][1]
      sum += units * units * (edges[n + 1][0] - edges[n][0])
    }
  }
  return sum
}

/** What is asked of each resource: needs and whose they are, those of resource r are entries start[r] .. start[r + 1). */
interface Users {
  readonly start: Uint32Array
  readonly activity: Uint32Array
  readonly need: Uint32Array
}

function usersOf({ count, resources, needStart, needResource }: LevellingProblem): Users {
  const start = new Uint32Array(resources.length + 1)
  for (let need = 0; need < needResource.length; need++) start[needResource[need] + 1]++
  for (let r = 0; r < resources.length; r++) start[r + 1] += start[r]
  const next = start.slice()
  const users = { start, activity: new Uint32Array(needResource.length), need: new Uint32Array(needResource.length) }
  for (let a = 0; a < count; a++)
    for (let need = needStart[a]; need < needStart[a + 1]; need++) {
      const at = next[needResource[need]]++
      users.activity[at] = a
      users.need[at] = need
    }
  return users
}

type TakeRun = (from: number, until: number, parts: number, limit: number, period: number) => void

/** Moments and their places are one number, which sorts faster than objects: 2^21 places, 2^32 minutes. */
const PLACES = 2 ** 21

function orderOf(moments: Float64Array): Uint32Array {
  const count = moments.length
  if (count >= PLACES) return Uint32Array.from(moments.keys()).sort((a, b) => moments[a] - moments[b] || a - b)
  let first = Number.POSITIVE_INFINITY
  for (let n = 0; n < count; n++) if (moments[n] < first) first = moments[n]
  const keys = new Float64Array(count)
  for (let n = 0; n < count; n++) keys[n] = (moments[n] - first) * PLACES + n
  keys.sort()
  const order = new Uint32Array(count)
  for (let n = 0; n < count; n++) order[n] = keys[n] % PLACES
  return order
}

/** Calls `take` with each run of one amount and one limit within one period; `shared`: where tasks of several calendars meet. */
function eachRun(
  problem: LevellingProblem,
  placed: Placed,
  users: Users,
  r: number,
  moments: Float64Array,
  shared: SharedByClasses | undefined,
  take: TakeRun,
): void {
  const { at, value, classes } = problem.resources[r]
  let most = 2 * (users.start[r + 1] - users.start[r])
  if (placed.parts !== undefined && placed.parts.size > 0)
    for (let n = users.start[r]; n < users.start[r + 1]; n++) most += placed.parts.get(users.activity[n])?.length ?? 0
  // moments at which the use changes, of which class, and by how much: no object for each of them
  const changesAt = new Float64Array(most)
  const classOf = new Uint8Array(most)
  const changes = new Float64Array(most)
  let count = 0
  let parts = 0
  let ofClass = 0
  const change = (from: number, until: number): void => {
    changesAt[count] = from
    classOf[count] = ofClass
    changes[count++] = parts
    changesAt[count] = until
    classOf[count] = ofClass
    changes[count++] = -parts
  }
  for (let n = users.start[r]; n < users.start[r + 1]; n++) {
    parts = problem.needParts[users.need[n]]
    ofClass = problem.needClass[users.need[n]]
    eachPartOfNeed(problem, placed, users.activity[n], users.need[n], change)
  }
  const order = orderOf(changesAt.subarray(0, count))
  const byClass = new Float64Array(classes.length)
  parts = 0
  let piece = 0
  let period = 0
  for (let n = 0; n < order.length; n++) {
    parts += changes[order[n]]
    byClass[classOf[order[n]]] += changes[order[n]]
    let from = changesAt[order[n]]
    const end = n + 1 < order.length ? changesAt[order[n + 1]] : from
    while (from < end) {
      while (piece + 1 < at.length && at[piece + 1] <= from) piece++
      while (period + 1 < moments.length - 1 && moments[period + 1] <= from) period++
      let until = end
      if (piece + 1 < at.length) until = Math.min(until, at[piece + 1])
      if (period + 1 < moments.length - 1) until = Math.min(until, moments[period + 1])
      if (parts > 0 && shared === undefined) take(from, until, parts, value[piece], period)
      else if (parts > 0) eachShift(shared!, byClass, from, until, value[piece], period, take)
      from = until
    }
  }
}

/** Of several calendars, what is taken while each works. Beyond what is known of their shifts all of it counts as one. */
function eachShift(
  { shifts, bits }: SharedByClasses,
  byClass: Float64Array,
  from: number,
  until: number,
  limit: number,
  period: number,
  take: TakeRun,
): void {
  let taking = 0
  for (let c = 0; c < bits.length; c++) if (byClass[c] > 0) taking |= bits[c]
  for (let moment = from; moment < until; ) {
    const isKnown = shifts.has(moment)
    const end = isKnown ? shifts.steadyUntil(moment, taking, until) : until
    let parts = 0
    for (let c = 0; c < bits.length; c++) if (!isKnown || (shifts.works & bits[c]) !== 0) parts += byClass[c]
    if (parts > 0) take(moment, end, parts, limit, period)
    moment = end
  }
}

/**
 * Unit-minutes that resources have in each period, Infinity: some of it is without limit. Counted in the working time in which they are used: in every minute in which one of
 * the calendars works that their work is done in. So the use is never above it where the limit holds.
 */
export class Capacities {
  readonly #problem: LevellingProblem
  readonly #moments: Float64Array
  /** Working minutes of whole periods by the calendars that count, NaN where not asked yet: most resources have the same ones. */
  readonly #minutes = new Map<string, Float64Array>()

  constructor({ problem }: LevellingModel, { moments }: Periods) {
    this.#problem = problem
    this.#moments = moments
  }

  of(r: number): Float64Array {
    const { at, value, classes } = this.#problem.resources[r]
    const moments = this.#moments
    const times = classes.map(each => this.#problem.calendars[each])
    const count = Math.max(0, moments.length - 1)
    const whole = this.#wholeOf(classes, count)
    // that of the limit in which the period begins
    let first = 0
    return Float64Array.from({ length: count }, (_, n) => {
      let sum = 0
      while (first + 1 < at.length && at[first + 1] <= moments[n]) first++
      for (let piece = first; piece < at.length && at[piece] < moments[n + 1]; piece++) {
        const from = Math.max(moments[n], at[piece])
        const until = Math.min(moments[n + 1], piece + 1 < at.length ? at[piece + 1] : UNLIMITED)
        if (until <= from) continue
        const isWhole = from === moments[n] && until === moments[n + 1]
        const minutes = isWhole && !Number.isNaN(whole[n]) ? whole[n] : minutesOf(times, from, until)
        if (isWhole) whole[n] = minutes
        if (minutes > 0) sum += value[piece] === UNLIMITED ? UNLIMITED : (value[piece] * minutes) / UNIT_PARTS
      }
      return sum
    })
  }

  #wholeOf(classes: readonly number[], count: number): Float64Array {
    const name = classes.toSorted((a, b) => a - b).join()
    const known = this.#minutes.get(name)
    if (known !== undefined) return known
    const whole = new Float64Array(count).fill(Number.NaN)
    this.#minutes.set(name, whole)
    return whole
  }
}

const minutesOf = (times: readonly WorkTime[], from: number, until: number): number =>
  times.length === 1 ? times[0].workBetween(from, until) : minutesOfAny(times, from, until)

/** Minutes in which one of them works at least. */
function minutesOfAny(times: readonly WorkTime[], from: number, until: number): number {
  let sum = 0
  for (let moment = from; moment < until; ) {
    let end = moment
    let next = until
    for (const time of times) {
      const begin = time.nextWork(moment)
      if (begin > moment) next = Math.min(next, begin)
      else end = Math.max(end, time.shiftEnd(moment))
    }
    if (end > moment) sum += Math.min(end, until) - moment
    moment = end > moment ? end : next
  }
  return sum
}
