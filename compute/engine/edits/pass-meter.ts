/**
 * What schedules may cost that one request has computed: a few bytes name another pass over all tasks. The budget grows with what was sent, so that no body of
 * a megabyte takes a second of a processor; a schedule of 1,000 tasks has some 990 passes, by the clock 200. A search that is asked for a number of steps may take twice as much:
 * whoever wants more steps waits longer.
 */
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'

const COST_OF_MORNING = 750
const COST_OF_TASK = 3
/** Working time is looked up where days are added. */
const COST_BY_CLOCK = 5
/** A task that is added or goes moves all columns. */
const COST_OF_MOVED_TASK = 10
/** What a trial on an open network walks over beside the tasks that it places: a share of its schedule, and what one such task costs. */
const SHARE_OF_TRIAL = 0.3
const COST_OF_PLACED = 5
/** Links that changes look at, for the cost of one. */
const LINK_STEPS = 5

/** What any request may take, and what it may take more for each link, or as much, that was sent. */
const COST_FREE = 5_000_000
const COST_PER_SENT = 40
const OF_SEARCH = 2

/** A walk over a schedule, in links that are walked once; with all that a pass does such a link takes some 80 ns. */
export const walkOf = ({ taskCount, links }: ScheduleColumns): number =>
  COST_OF_MORNING + taskCount * COST_OF_TASK + links.task.length

/** What a pass over a schedule costs. */
const costOfPass = (columns: ScheduleColumns): number =>
  (columns.setting === undefined ? 1 : COST_BY_CLOCK) * walkOf(columns)

export class PassMeter {
  #left: number

  constructor(sent: readonly ScheduleColumns[], isSearch = false) {
    const cost = sent.reduce((sum, columns) => sum + COST_PER_SENT * walkOf(columns), COST_FREE)
    this.#left = isSearch ? OF_SEARCH * cost : cost
  }

  /** Passes over that schedule that are left. */
  passesLeft(columns: ScheduleColumns): number {
    return Math.max(0, Math.floor(this.#left / costOfPass(columns)))
  }

  get isSpent(): boolean {
    return this.#left <= 0
  }

  /** hasMoved: whether there are other tasks than in the schedule that it was made of. */
  countPass(columns: ScheduleColumns, hasMoved: boolean): void {
    this.#left -= costOfPass(columns) + (hasMoved ? COST_OF_MOVED_TASK * columns.taskCount : 0)
  }

  /** Changes that are tried on a network that is held open: so many of its tasks were placed anew. */
  countTrial(columns: ScheduleColumns, placedCount: number): void {
    const byClock = columns.setting === undefined ? 1 : COST_BY_CLOCK
    this.#left -= SHARE_OF_TRIAL * walkOf(columns) + placedCount * COST_OF_PLACED * byClock
  }

  /** Looks at all tasks of a schedule and their links, in which no date is computed but where something goes. */
  countWalks(columns: ScheduleColumns, count = 1): void {
    this.#left -= count * walkOf(columns)
  }

  /** Tasks that are named in what goes or comes. */
  countNames(count: number): void {
    this.#left -= count
  }

  /** Links that a change looks at. */
  countLinks(steps: number): void {
    this.#left -= steps / LINK_STEPS
  }
}
