/**
 * How fine a series is replayed. A day costs a walk over tasks, links, assignments and calendars, however short the body is that names the days:
 * so the days of all windows have a budget that grows with what was sent, and beyond it several days are one step, which the result says.
 */
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import type { SeriesItem } from '../../compare/series.ts'

/** Days of one step: 1, unless all days of the series cost more than its budget. `anchorDay`: where a plan without a date of its own may begin. */
export function stepDaysOf(items: readonly SeriesItem[], anchorDay: number): number {
  const [first, last] = [items[0], items.at(-1)!]
  const from = first.statusDay === DAY_ABSENT ? anchorDay : first.statusDay
  const most = items.reduce((max, { columns }) => Math.max(max, costOfDay(columns)), 0)
  const sent = items.reduce((total, { columns }) => total + walkOf(columns), 0)
  const budget = Math.min(COST_MAX, COST_FREE + COST_PER_SENT * sent)
  return Math.max(1, Math.ceil(((last.statusDay - from) * most) / budget))
}

/** In links that are walked once: some ten nanoseconds each. */
const walkOf = ({ taskCount, links }: ScheduleColumns): number =>
  COST_OF_MORNING + taskCount * COST_OF_TASK + links.task.length

function costOfDay(columns: ScheduleColumns): number {
  const { setting, assignments } = columns
  if (setting === undefined) return walkOf(columns)
  const works = assignments?.resource.length ?? 0
  return COST_BY_CLOCK * (walkOf(columns) + works + setting.calendars.length * COST_OF_CALENDAR)
}

const COST_OF_MORNING = 750
const COST_OF_TASK = 3
const COST_OF_CALENDAR = 2
/** Shifts and exceptions are looked up where days are added. */
const COST_BY_CLOCK = 5

/** What any series may take, what it may take more for each link, or as much, that was sent, and what none goes beyond. */
const COST_FREE = 30_000_000
const COST_PER_SENT = 200
const COST_MAX = 1_000_000_000
