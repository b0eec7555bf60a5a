/**
 * What P6 makes of the links of a schedule by Microsoft Project's rules, where the tasks lie: lags in the calendar of the successor, what is left of them.
 * Links of summaries, which P6 has not, are links of what lies under them: pair by pair where those are few, and else by way of a milestone for the end of
 * what is followed and one for the start of what follows, as a planner would draw them.
 */
import { lagMinutes } from '../../clock/input.ts'
import { planLag, planLagCalendar } from '../../clock/ms-project/lags.ts'
import { type SummaryLink, summaryLinks } from '../../clock/ms-project/leaf-links.ts'
import { NOT_LIVE } from '../../clock/ms-project/links.ts'
import type { Plan } from '../../clock/ms-project/plan.ts'
import { FS, fromFinish, toStart } from '../../passes/relation.ts'
import type { CarriedDates } from './carried-dates.ts'
import type { AddedLink, AddedMilestone } from './edited-columns.ts'

export interface LinkInP6 {
  /** Minutes of the calendar of the successor. */
  readonly lag: number
  /** Where it lets the successor start, or go on. */
  readonly bound: number
}

export class LinksInP6 {
  /** Unfinished work would hold back what follows finished work that it leads to. */
  isOutOfSequence = false
  readonly #dates: CarriedDates
  readonly #plan: Plan
  readonly #dataDate: number
  /** Where unfinished predecessors of complete tasks let go on what follows them; -Infinity = they have none. */
  readonly #reached: Float64Array

  /** isOverride: links into started work hold nothing. */
  constructor(dates: CarriedDates, plan: Plan, dataDate: number, isOverride: boolean) {
    this.#dates = dates
    this.#plan = plan
    this.#dataDate = dataDate
    this.#reached = new Float64Array(dates.columns.taskCount).fill(Number.NEGATIVE_INFINITY)
    if (!isOverride) this.#reachThroughFinished()
  }

  /** A link from p to s of that type with the lag of an entry of the plan. */
  linked(s: number, p: number, type: number, entry: number): LinkInP6 {
    const dates = this.#dates
    const given = planLag(dates.input, this.#plan, entry)
    const calendar = dates.calendar(s)
    const isFromFinish = fromFinish(type)
    const limit = toStart(type) ? dates.restStart(s) : dates.earlyFinish[s]
    const asStart = (bound: number): number =>
      toStart(type) ? bound : calendar.startBefore(bound, dates.restMinutes(s))
    const lagOf = planLagCalendar(dates.input, this.#plan, entry, s)
    const isElapsed = lagOf !== calendar
    const minutesFrom = (from: number): number =>
      isElapsed && given !== 0 ? calendar.workBetween(from, lagOf.moved(from, given)) : given
    if (dates.isComplete(p)) {
      const lag = minutesFrom(isFromFinish ? dates.actualFinish(p) : dates.actualStart(p))
      const passed = calendar.workBetween(isFromFinish ? dates.actualFinish(p) : dates.actualStart(p), this.#dataDate)
      const left = dates.isInProgress(s) && isFromFinish ? 0 : Math.max(0, lag - Math.max(0, passed))
      const from = Math.max(this.#dataDate, this.#reached[p])
      const bound = asStart(left > 0 ? calendar.moved(from, left) : from)
      if (this.#reached[p] > this.#dataDate && dates.isLater(s, bound, limit)) this.isOutOfSequence = true
      return { lag, bound }
    }
    if (!isFromFinish && dates.isInProgress(p)) {
      // P6 counts it from the rest, less the work that has been done
      const offered = dates.linkedStart(p)
      const done = Math.max(0, dates.calendar(p).workBetween(dates.actualStart(p), this.#dataDate))
      const moved = (minutes: number): number => (minutes > done ? calendar.moved(offered, minutes - done) : offered)
      const lag = minutesFrom(dates.actualStart(p))
      if (!dates.isLater(s, moved(lag), limit)) return { lag, bound: asStart(moved(lag)) }
      const fitting = Math.min(lag, Math.max(0, calendar.workBetween(offered, limit)) + done)
      return { lag: fitting, bound: asStart(moved(fitting)) }
    }
    const offered = isFromFinish ? dates.earlyFinish[p] : dates.earlyStart[p]
    const moved = (minutes: number): number => (minutes === 0 ? offered : calendar.moved(offered, minutes))
    const lag = minutesFrom(offered)
    const isOfSummary = this.#plan.links.live[entry] === NOT_LIVE
    if (!isOfSummary || !dates.isLater(s, moved(lag), limit)) return { lag, bound: asStart(moved(lag)) }
    // of a summary scheduled by hand, which does not span what lies under it
    const fitting = calendar.workBetween(offered, limit)
    return { lag: fitting, bound: asStart(moved(fitting)) }
  }

  #reachThroughFinished(): void {
    const dates = this.#dates
    const { network } = dates.input
    for (const s of network.order) {
      if (!dates.isComplete(s)) continue
      for (let k = network.start[s]; k < network.start[s + 1]; k++) {
        const p = network.task[k]
        const lag = fromFinish(network.type[k]) || dates.hasNotStarted(p) ? lagMinutes(dates.input, k) : 0
        const offered = fromFinish(network.type[k]) ? dates.earlyFinish[p] : dates.restStart(p)
        const bound = dates.isComplete(p) ? this.#reached[p] : dates.calendar(s).moved(offered, lag)
        if (bound > this.#reached[s]) this.#reached[s] = bound
      }
    }
  }
}

/** What holds a task by a link of a summary. */
export interface HeldBySummary {
  /** The task from whose dates on it is held, and the link of the plan by which. */
  readonly from: number
  readonly type: number
  readonly entry: number
  /** The task or milestone that its link comes from; undefined: its link is known already. */
  readonly linked: number | undefined
  /** Whether its link has the lag; else one before it has. */
  readonly hasLag: boolean
}

export interface SummaryLinksInP6 {
  /** By successor, which is a task. */
  readonly held: ReadonlyMap<number, readonly HeldBySummary[]>
  /** Behind the tasks of the schedule, in order. */
  readonly milestones: readonly AddedMilestone[]
  /** Links into the milestones. */
  readonly added: readonly (AddedLink & { readonly successor: number })[]
  /** Links that stand for each link of a summary, and whether some of them go by a milestone. */
  readonly replaced: readonly { readonly link: SummaryLink; readonly count: number; readonly byMilestone: boolean }[]
}

/** Tasks on both sides of a milestone: it takes fewer links than their pairs. */
const isWorthIt = (into: number, outOf: number): boolean => into * outOf > into + outOf + 1

export function summaryLinksInP6(dates: CarriedDates, plan: Plan, inP6: LinksInP6): SummaryLinksInP6 {
  const { taskCount } = dates.columns
  const links = summaryLinks(dates.input, plan, dates.earlyStart)
  const latest = (tasks: readonly number[]): number =>
    tasks.reduce((last, i) => (dates.earlyFinish[i] > dates.earlyFinish[last] ? i : last))
  const first = (tasks: readonly number[]): number =>
    tasks.reduce((best, i) => (dates.restStart(i) < dates.restStart(best) ? i : best))
  // what is complete holds by its actual dates, each for itself
  const canGather = ({ type, ends }: SummaryLink): boolean =>
    type === FS && ends.length > 1 && !ends.some(dates.isComplete)
  const followers = new Map<number, number>()
  for (const link of links)
    if (canGather(link)) followers.set(link.predecessor, (followers.get(link.predecessor) ?? 0) + link.begins.length)
  const isGathered = (link: SummaryLink): boolean =>
    canGather(link) && isWorthIt(link.ends.length, followers.get(link.predecessor)!)
  const leaders = new Map<number, number>()
  const canSpread = ({ type, ends, begins }: SummaryLink): boolean =>
    begins.length > 1 && ends.every(i => (fromFinish(type) ? !dates.isComplete(i) : dates.hasNotStarted(i)))
  for (const link of links)
    if (canSpread(link))
      leaders.set(link.successor, (leaders.get(link.successor) ?? 0) + (isGathered(link) ? 1 : link.ends.length))
  const isSpread = (link: SummaryLink): boolean =>
    canSpread(link) && isWorthIt(leaders.get(link.successor)!, link.begins.length)

  const milestones: AddedMilestone[] = []
  const added: (AddedLink & { readonly successor: number })[] = []
  const held = new Map<number, HeldBySummary[]>()
  const hold = (s: number, by: HeldBySummary): void => {
    const known = held.get(s)
    if (known === undefined) held.set(s, [by])
    else known.push(by)
  }
  const known = new Map<string, number>()
  /** The milestone of a summary, made when it is first wanted. */
  const milestone = (of: number, isStart: boolean, like: number, make: (at: number) => void): number => {
    const key = `${of} ${isStart}`
    const at = known.get(key)
    if (at !== undefined) return at
    const made = taskCount + milestones.length
    milestones.push({ of, isStart, like })
    known.set(key, made)
    make(made)
    return made
  }
  const replaced = links.map(link => {
    const { predecessor, successor, type, entry, ends, begins } = link
    if (ends.length === 0 || begins.length === 0) return { link, count: 0, byMilestone: false }
    const from = isGathered(link) ? [latest(ends)] : ends
    const written = isGathered(link)
      ? [
          milestone(predecessor, false, from[0], at => {
            for (const end of ends) added.push({ successor: at, predecessor: end, type: FS, lagDays: 0 })
          }),
        ]
      : ends
    const lead = first(begins)
    // a milestone has one calendar and one lag: what follows it by another one would start on another date
    const isSame = (p: number): boolean => {
      const { bound } = inP6.linked(lead, p, type, entry)
      return begins.every(s => dates.isSame(s, inP6.linked(s, p, type, entry).bound, bound))
    }
    const byStart = isSpread(link) && from.every(isSame)
    if (byStart) {
      const at = milestone(successor, true, lead, made => {
        for (const s of begins) {
          hold(s, { from: from[0], type, entry, linked: made, hasLag: false })
        }
      })
      for (const [n, p] of from.entries()) {
        const { lag } = inP6.linked(lead, p, type, entry)
        added.push({ successor: at, predecessor: written[n], type, lagDays: lag / dates.calendar(p).minutesPerDay })
        for (const s of begins) hold(s, { from: p, type, entry, linked: undefined, hasLag: false })
      }
    } else
      for (const [n, p] of from.entries())
        for (const s of begins) hold(s, { from: p, type, entry, linked: written[n], hasLag: true })
    const count = byStart ? from.length : from.length * begins.length
    return { link, count, byMilestone: byStart || isGathered(link) }
  })
  return { held, milestones, added, replaced }
}
