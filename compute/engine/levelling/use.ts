/** How much of each resource is used by period, before and after levelling, to the minute: sums, peaks, and what lies above the limit. */
import type { LevellingModel } from './from-columns.ts'
import { type LevellingProblem, type Placed, UNIT_PARTS, UNLIMITED } from './problem.ts'

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
  return resources.map((resource, r) => {
    const rows = Array.from({ length: Math.max(0, moments.length - 1) }, (): Use => ({ used: 0, over: 0, peak: 0 }))
    const time = calendars[resource.classes[0] ?? 0]
    const isMixed = resource.classes.length > 1
    for (const run of runsOf(problem, placed, users[r], r, moments)) {
      const row = rows[run.period]
      const minutes = isMixed ? run.until - run.from : time.workBetween(run.from, run.until)
      if (minutes <= 0) continue
      row.used += (run.parts * minutes) / UNIT_PARTS
      row.peak = Math.max(row.peak, run.parts / UNIT_PARTS)
      if (run.parts > run.limit) row.over += ((run.parts - run.limit) * minutes) / UNIT_PARTS
    }
    return rows
  })
}

interface User {
  readonly activity: number
  readonly need: number
}

/** What is asked of each resource. */
function usersOf({ count, resources, needStart, needResource }: LevellingProblem): User[][] {
  const users: User[][] = resources.map(() => [])
  for (let activity = 0; activity < count; activity++)
    for (let need = needStart[activity]; need < needStart[activity + 1]; need++)
      users[needResource[need]].push({ activity, need })
  return users
}

interface Run {
  readonly from: number
  readonly until: number
  readonly parts: number
  readonly limit: number
  readonly period: number
}

interface Edge {
  readonly at: number
  readonly parts: number
}

/** Runs of one amount and one limit within one period. */
function* runsOf(
  problem: LevellingProblem,
  placed: Placed,
  users: readonly User[],
  r: number,
  moments: Float64Array,
): Generator<Run> {
  const edges: Edge[] = []
  const { at, value, classes } = problem.resources[r]
  for (const { activity, need } of users) {
    const parts = problem.needParts[need]
    const own = classes.length > 1 ? classes[problem.needClass[need]] : -1
    for (const [from, until] of spansOf(problem, placed, activity, own))
      edges.push({ at: from, parts }, { at: until, parts: -parts })
  }
  edges.sort((a, b) => a.at - b.at)
  let parts = 0
  let piece = 0
  let period = 0
  for (let n = 0; n < edges.length; n++) {
    parts += edges[n].parts
    let from = edges[n].at
    const end = n + 1 < edges.length ? edges[n + 1].at : from
    while (from < end) {
      while (piece + 1 < at.length && at[piece + 1] <= from) piece++
      while (period + 1 < moments.length - 1 && moments[period + 1] <= from) period++
      let until = end
      if (piece + 1 < at.length) until = Math.min(until, at[piece + 1])
      if (period + 1 < moments.length - 1) until = Math.min(until, moments[period + 1])
      if (parts > 0) yield { from, until, parts, limit: value[piece], period }
      from = until
    }
  }
}

/** Shifts of an activity that are looked at one by one; the rest of it counts as one. */
const SHIFTS_MAX = 2_000

/** Where tasks of several calendars meet at a resource, each is the shifts that it works. */
function* spansOf(
  { calendars }: LevellingProblem,
  { start, finish }: Placed,
  a: number,
  calendar: number,
): Generator<readonly [from: number, until: number]> {
  if (calendar < 0) {
    if (finish[a] > start[a]) yield [start[a], finish[a]]
    return
  }
  const time = calendars[calendar]
  let from = time.nextWork(start[a])
  for (let n = 0; from < finish[a]; n++) {
    const until = n < SHIFTS_MAX ? Math.min(time.shiftEnd(from), finish[a]) : finish[a]
    yield [from, until]
    from = until < finish[a] ? time.nextWork(until) : until
  }
}

/** Unit-minutes that a resource has in each period, Infinity: some of it is without limit. In its own working time, or that of the first calendar its work is done in. */
export function capacityOf({ problem }: LevellingModel, r: number, { moments }: Periods): Float64Array {
  const { at, value, classes } = problem.resources[r]
  const time = problem.calendars[classes[0] ?? 0]
  return Float64Array.from({ length: Math.max(0, moments.length - 1) }, (_, n) => {
    let sum = 0
    for (let piece = 0; piece < at.length; piece++) {
      const from = Math.max(moments[n], at[piece])
      const until = Math.min(moments[n + 1], piece + 1 < at.length ? at[piece + 1] : UNLIMITED)
      if (until <= from) continue
      const minutes = time.workBetween(from, until)
      if (minutes > 0) sum += value[piece] === UNLIMITED ? UNLIMITED : (value[piece] * minutes) / UNIT_PARTS
    }
    return sum
  })
}
