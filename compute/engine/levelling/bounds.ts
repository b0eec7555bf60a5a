/**
 * Moments before which no schedule ends. A moment is refuted where the work that has to be done by then does not fit: each activity must end early enough for what
 * follows it (late dates in its calendars), none starts before its date without levelling, and of each resource there is so much and no more, though its work may be cut
 * and shared out at will (preemptive, elastic: earliest deadline first). What found no room is left out, and so is work whose amount depends on when it is done.
 */
import { MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import { greatestDivisor } from '../clock/work-calendar.ts'
import { ActivityOrder, Heap } from './activity-order.ts'
import { PLACED } from './placing.ts'
import { type LevellingProblem, needBegin, STEADY, UNLIMITED, type WorkTime } from './problem.ts'

/** How good a schedule can be. */
export interface LowerBound {
  readonly finish: number
  /** The resource whose work refutes any earlier finish; -1: the critical path. */
  readonly resource: number
}

/** Activities looked at in all passes of one bound; passes of a small schedule find its minute. */
const VISITS_MAX = 120_000
const PASSES_MIN = 4
const PASSES_MAX = 60
/** Passes to find a minute, without which days are looked for. */
const PASSES_OF_MINUTES = 24
/** Amounts that differ by less are equal: sums of products are not exact beyond 2^53. */
const NEGLIGIBLE = 1e-9

/** A resource that nobody has asked for the name of. */
const SOME = -2

/** Work of one resource that is done in one calendar. */
interface Load {
  readonly resource: number
  readonly time: WorkTime
  /** Activities by their earliest start; amounts in parts times minutes. */
  readonly activities: Uint32Array
  readonly work: Float64Array
  /** Where each may begin, in what there is of the resource up to then. */
  readonly release: Float64Array
  /** Minutes that each activity goes on without it; undefined: none does. */
  readonly rest: Float64Array | undefined
  readonly capacity: Capacity
  /** All of its work, behind what there is before the first of it may begin. */
  readonly least: number
  /** The least moment by which its work is known to fit: it does by any later one. */
  fitsBy: number
}

/** What there is of a resource from its first work on, as a sum over time. */
class Capacity {
  readonly #time: WorkTime
  readonly #at: number[] = []
  readonly #value: number[] = []
  readonly #before: number[] = []
  /** From here on nothing limits it. */
  readonly end: number

  constructor({ resources }: LevellingProblem, r: number, time: WorkTime, first: number) {
    this.#time = time
    const { at, value } = resources[r]
    let end = UNLIMITED
    let sum = 0
    for (let n = 0; n < at.length; n++) {
      const until = n + 1 < at.length ? at[n + 1] : UNLIMITED
      if (until <= first) continue
      const from = Math.max(first, at[n])
      if (value[n] === UNLIMITED) {
        end = from
        break
      }
      this.#at.push(from)
      this.#value.push(value[n])
      this.#before.push(sum)
      if (until < UNLIMITED) sum += value[n] * time.workBetween(from, until)
    }
    this.end = end
  }

  /** What there is up to the moment. */
  upTo(moment: number): number {
    let [n, end] = [0, this.#at.length]
    while (n < end) {
      const middle = (n + end) >>> 1
      if (this.#at[middle] <= moment) n = middle + 1
      else end = middle
    }
    if (--n < 0) return 0
    return this.#before[n] + this.#value[n] * this.#time.workBetween(this.#at[n], moment)
  }

  /** The moment by which so much of it has been there; NaN: there never is, or nothing limits it. */
  momentOf(amount: number): number {
    for (let n = 0; n < this.#at.length; n++) {
      const isLast = n + 1 === this.#at.length
      if ((!isLast && this.#before[n + 1] < amount) || this.#value[n] === 0) continue
      const minutes = Math.floor((amount - this.#before[n]) / this.#value[n])
      const moment = this.#time.finishAfter(this.#at[n], Math.max(1, minutes))
      return moment <= this.end ? moment : Number.NaN
    }
    return Number.NaN
  }
}

export class Bounds {
  readonly #problem: LevellingProblem
  readonly #loads: readonly Load[]
  readonly #ofResource: ReadonlyMap<number, readonly Load[]>
  readonly #late: Float64Array
  readonly #deadline: Float64Array
  readonly #rest: Float64Array
  /** Minutes of which every date is a multiple. */
  readonly #step: number
  /** Works of activities that were put in the order of their deadlines so far. */
  looks = 0

  /** fate: of the schedule that is held against the bound. */
  constructor(problem: LevellingProblem, fate: Uint8Array) {
    this.#problem = problem
    this.#loads = loadsOf(problem, fate)
    this.#ofResource = Map.groupBy(this.#loads, ({ resource }) => resource)
    this.#late = new Float64Array(problem.count)
    const most = Math.max(problem.count, problem.needResource.length)
    this.#deadline = new Float64Array(most)
    this.#rest = new Float64Array(most)
    this.#step = stepOf(problem)
  }

  /** The moment before which the work of one resource does not end: all of it, with all there is, from its first moment on. NaN: not known. */
  workEnd(r: number): number {
    let latest = Number.NaN
    for (const { work, capacity } of this.#ofResource.get(r) ?? []) {
      const end = capacity.momentOf(work.reduce((sum, each) => sum + each, 0))
      if (!(end <= latest)) latest = Number.isNaN(end) ? latest : end
    }
    return latest
  }

  /** The resource whose work does not fit if all ends by the moment; -1: none is known not to. */
  refutedBy(moment: number): number {
    if (this.#loads.every(({ fitsBy }) => moment >= fitsBy)) return -1
    lateFinishes(this.#problem, moment, this.#late)
    for (const load of this.#loads) {
      if (moment >= load.fitsBy) continue
      if (!this.#fits(load)) return load.resource
      load.fitsBy = moment
    }
    return -1
  }

  /** The same, SOME where the work of one is more than there is up to the moment, for which no deadline needs to be known. */
  #someRefutedBy(moment: number): number {
    const isTooMuch = ({ least, capacity, fitsBy }: Load): boolean =>
      moment < fitsBy && moment <= capacity.end && least * (1 - 2 * NEGLIGIBLE) > capacity.upTo(moment) + NEGLIGIBLE
    return this.#loads.some(isTooMuch) ? SOME : this.refutedBy(moment)
  }

  /** The resource whose work lets no schedule end before the moment, at which one does; -1: none is known to. */
  holderOf(finish: number): number {
    return this.refutedBy(finish - this.#step)
  }

  /** The least finish between that of the critical path and one that a schedule has. */
  least(byPath: number, finish: number): LowerBound {
    const path = { finish: byPath, resource: -1 }
    if (!(finish > byPath)) return path
    const { count, calendars } = this.#problem
    const byDays = count * PASSES_OF_MINUTES > VISITS_MAX && calendars[0] !== STEADY
    const step = byDays ? MINUTES_PER_DAY : this.#step
    // refuted and not refuted, in steps behind the critical path
    let [low, high] = [-1, Math.ceil((finish - byPath) / step)]
    let holder = -1
    const passes = Math.max(PASSES_MIN, Math.min(PASSES_MAX, Math.floor(VISITS_MAX / count)))
    for (let n = 0; low + 1 < high && n < passes; n++) {
      // most schedules are as short as they can be, or as their path
      const next = n === 0 ? high - 1 : n === 1 && low < 0 ? 0 : Math.floor((low + high) / 2)
      const by = this.#someRefutedBy(byPath + next * step)
      if (by === -1) high = next
      else {
        ;[low, holder] = [next, by]
        // days alone do not prove that a schedule is as short as it can be
        const own = n === 0 && byDays ? this.holderOf(finish) : -1
        if (own >= 0) return { finish, resource: own }
      }
    }
    if (holder === SOME) holder = this.refutedBy(byPath + low * step)
    // where there was no time to find the minute, what is refuted is all that is known
    const least = byPath + (low + 1 === high && !byDays ? high : low) * step
    return holder < 0 ? path : { finish: Math.min(finish, this.#workEndFrom(least)), resource: holder }
  }

  /** The first moment from there on at which work can end: none does at night, where a limit may change. */
  #workEndFrom(moment: number): number {
    const { count, calendars, calendar, minutes, linkStart, linkType, lag } = this.#problem
    const step = this.#step
    const holdsFinish = linkType.some(type => type === 2 || type === 3)
    let first = UNLIMITED
    const seen = new Set<number>()
    for (let a = 0; a < count; a++) {
      // a point with a lag before it may stand at night
      if (minutes[a] === 0 && lag.subarray(linkStart[a], linkStart[a + 1]).some(each => each !== 0)) return moment
      if (minutes[a] === 0 || seen.has(calendar[a])) continue
      seen.add(calendar[a])
      const time = calendars[calendar[a]]
      const next = time.nextWork(moment)
      const end = time.previousWork(moment) === moment ? moment : holdsFinish ? next : next + step
      first = Math.min(first, end)
    }
    return first === UNLIMITED ? moment : first
  }

  #fits({ activities, work, release, rest: behind, time, capacity }: Load): boolean {
    const deadline = this.#deadline
    const rest = this.#rest
    const late = this.#late
    const open = new Heap(activities.length, (n, m) => deadline[n] < deadline[m])
    let done = 0
    for (let next = 0; next < activities.length || open.size > 0; ) {
      if (open.size === 0) done = Math.max(done, release[next])
      for (; next < activities.length && release[next] <= done; next++) {
        // what may end where nothing limits it always fits
        const own = late[activities[next]]
        const by = behind === undefined ? own : time.startBefore(own, behind[next])
        if (by > capacity.end) continue
        deadline[next] = capacity.upTo(by)
        rest[next] = work[next]
        this.looks++
        open.push(next)
      }
      if (open.size === 0) continue
      const n = open.pop()
      const room = next < activities.length ? release[next] - done : UNLIMITED
      if (rest[n] > room) {
        rest[n] -= room
        done += room
        open.push(n)
        continue
      }
      done += rest[n]
      if (done > deadline[n] + NEGLIGIBLE * Math.max(1, done)) return false
    }
    return true
  }
}

function loadsOf(problem: LevellingProblem, fate: Uint8Array): Load[] {
  const { needStart, needResource, needParts, needClass, resources, calendars, calendar } = problem
  const { baseStart, minutes, fixed, windows } = problem
  // two lists for each: a tuple for each need costs more than all else here
  const users = resources.map(({ classes }) =>
    classes.map(() => ({ activities: [] as number[], needs: [] as number[], first: UNLIMITED })),
  )
  for (const a of new ActivityOrder(problem).sorted(baseStart)) {
    if (fixed[a] === 1 || fate[a] !== PLACED || minutes[a] === 0) continue
    for (let k = needStart[a]; k < needStart[a + 1]; k++) {
      const ofClass = needClass[k]
      const time = calendars[resources[needResource[k]].classes[ofClass]]
      // in a calendar of the resource its amount depends on when it is done
      if (time !== calendars[calendar[a]]) continue
      const own = users[needResource[k]][ofClass]
      own.activities.push(a)
      own.needs.push(k)
      own.first = Math.min(own.first, needBegin(problem, a, k, baseStart[a]))
    }
  }
  return users.flatMap((byClass, resource) =>
    byClass.flatMap(({ activities, needs, first }, ofClass) => {
      if (needs.length === 0) return []
      const time = calendars[resources[resource].classes[ofClass]]
      const capacity = new Capacity(problem, resource, time, first)
      const order = [...needs.keys()]
      const begins = windows && needs.map((k, n) => needBegin(problem, activities[n], k, baseStart[activities[n]]))
      // what begins later than its activity
      if (begins !== undefined) order.sort((n, m) => begins[n] - begins[m] || n - m)
      const load = {
        activities: new Uint32Array(needs.length),
        work: new Float64Array(needs.length),
        release: new Float64Array(needs.length),
        rest: windows && new Float64Array(needs.length),
      }
      for (const [at, n] of order.entries()) {
        const [a, k] = [activities[n], needs[n]]
        const isPart = windows?.isPart[k] === 1
        load.activities[at] = a
        load.work[at] = needParts[k] * (isPart ? windows.until[k] - windows.from[k] : minutes[a])
        load.release[at] = capacity.upTo(begins?.[n] ?? baseStart[a])
        if (isPart) load.rest![at] = minutes[a] - windows.until[k]
      }
      const least = load.work.reduce((sum, each) => sum + each, load.release[0])
      return { ...load, resource, time, capacity, least, fitsBy: UNLIMITED }
    }),
  )
}

/** Late finishes of the work itself, if all ends by the moment. Where a calendar leaves a choice it is the later one. */
function lateFinishes(problem: LevellingProblem, moment: number, late: Float64Array): void {
  const { count, calendars, calendar, minutes, leastPart } = problem
  const { followStart, followLink, successor, linkType, lag, lagCalendar, eased } = problem
  const start = new Float64Array(count)
  for (let a = count - 1; a >= 0; a--) {
    const time = calendars[calendar[a]]
    let last = moment
    for (let f = followStart[a]; f < followStart[a + 1]; f++) {
      const k = followLink[f]
      const s = successor[f]
      const isFromFinish = linkType[k] === 0 || linkType[k] === 2
      // from its start nothing follows for the end of work that may pause
      if (!isFromFinish && leastPart[a] < UNLIMITED) continue
      const isToStart = linkType[k] === 0 || linkType[k] === 1
      const needed = (isToStart ? start[s] : calendars[calendar[s]].nextWork(late[s])) + eased[k]
      const counted = calendars[lagCalendar[k]]
      const bound = lag[k] === 0 ? needed : counted.nextWork(counted.moved(needed, -lag[k]))
      const by = isFromFinish ? bound : time.finishAfter(time.nextWork(bound), minutes[a])
      if (by < last) last = by
    }
    late[a] = last
    start[a] = minutes[a] === 0 ? last : time.nextWork(time.startBefore(last, minutes[a]))
  }
}

/** Late starts by the links, in the calendars, from the last finish without levelling: what a search starts from. */
export function lateStarts(problem: LevellingProblem): Float64Array {
  const { count, baseFinish, minutes, calendars, calendar, followStart, followLink, successor, linkType, lag } = problem
  const end = baseFinish.reduce((most, moment) => Math.max(most, moment), -UNLIMITED)
  const start = new Float64Array(count)
  const finish = new Float64Array(count)
  for (let a = count - 1; a >= 0; a--) {
    let last = end
    for (let f = followStart[a]; f < followStart[a + 1]; f++) {
      const k = followLink[f]
      const s = successor[f]
      const toStart = linkType[k] === 0 || linkType[k] === 1
      const bound = (toStart ? start[s] : finish[s]) - lag[k]
      const fromFinish = linkType[k] === 0 || linkType[k] === 2
      const by = fromFinish ? bound : calendars[calendar[a]].finishAfter(bound, minutes[a])
      if (by < last) last = by
    }
    finish[a] = last
    start[a] = calendars[calendar[a]].startBefore(last, minutes[a])
  }
  return start
}

/** Minutes of which every date of a schedule is a multiple. */
function stepOf({
  calendars,
  minutes,
  baseStart,
  baseFinish,
  lag,
  eased,
  resources,
  windows,
}: LevellingProblem): number {
  let step = calendars.reduce((most, { shiftStep }) => greatestDivisor(most, shiftStep), 0)
  const changes: Float64Array[] = resources.map(({ at }) => at.filter(Number.isFinite))
  if (windows !== undefined) changes.push(windows.from, windows.until, windows.work.filter(Number.isFinite))
  for (const values of [minutes, baseStart, baseFinish, lag, eased, ...changes])
    for (let n = 0; n < values.length && step !== 1; n++) step = greatestDivisor(step, values[n])
  return Math.max(1, step)
}
