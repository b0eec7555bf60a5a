/** What P6 makes of the links of a schedule by Microsoft Project's rules, where the tasks lie: lags in the calendar of the successor, what is left of them. */
import { lagMinutes } from '../../clock/input.ts'
import { planLag, planLagCalendar } from '../../clock/ms-project/lags.ts'
import { NOT_LIVE } from '../../clock/ms-project/links.ts'
import type { Plan } from '../../clock/ms-project/plan.ts'
import { fromFinish, toStart } from '../../passes/relation.ts'
import type { CarriedDates } from './carried-dates.ts'

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
