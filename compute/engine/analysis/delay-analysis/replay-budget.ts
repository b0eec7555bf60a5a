/**
 * How fine a series is replayed. A day costs a walk over tasks, links, assignments and calendars, however short the body is that names the days:
 * so the days of all windows have a budget that grows with what was sent, and beyond it several days are one step, which the result says.
 */

/** What any series may take, and what it may take more for each link, or as much, that was sent: up to what two schedules of 1,000 tasks need, and beyond. */
const COST_FREE = 4_000_000
const COST_PER_SENT_SMALL = 900
const COST_SMALL_MAX = 12_000_000
const COST_PER_SENT = 200
/** What none goes beyond. */
const COST_MAX = 1_000_000_000

/** Days of one step: 1, unless all days cost more than the budget. Costs in links that are walked once: 25 to 150 nanoseconds each, with all that is told of a day; most where very many tasks hold it together. */
export const daysPerStep = (days: number, costOfDay: number, sent: number): number =>
  Math.max(1, Math.ceil((days * costOfDay) / Math.min(COST_MAX, freeCost(sent) + COST_PER_SENT * sent)))

/** A small body has less for nothing: its centuries would cost as much as the years of a large one. */
const freeCost = (sent: number): number => Math.min(COST_SMALL_MAX, COST_FREE + COST_PER_SENT_SMALL * sent)
