/** Rows of the critical-path analysis as bars of a Gantt chart. */
import { parseDay } from '../../../../shared/contract/schedule/day.ts'
import { MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'

export interface GanttBar {
  readonly id: string
  readonly name: string
  /** Day numbers with parts of days, or offsets where the schedule has no date; end is exclusive. */
  readonly start: number
  readonly end: number
  /** End of its float; `end` where it has none. */
  readonly lateEnd: number
  /** Critical or on the longest path. */
  readonly isHot: boolean
}

type Row = Readonly<Record<string, unknown>>

/** A moment as a day number with its part of the day; a date as the beginning of the day. */
export function momentOf(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined
  const day = parseDay(value)
  if (day === undefined) return undefined
  return value.length > 10
    ? day + (Number(value.slice(11, 13)) * 60 + Number(value.slice(14, 16))) / MINUTES_PER_DAY
    : day
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** The last day of work ends a day later; a moment is the end itself. */
const endOf = (value: unknown): number | undefined => {
  const moment = momentOf(value)
  return moment === undefined || String(value).length > 10 ? moment : moment + 1
}

export const isHot = (row: Row): boolean => row.is_critical === true || row.is_on_longest_path === true

/** undefined: the task has no dates, as a summary. */
export function barOf(row: Row): GanttBar | undefined {
  const isMilestone = row.early_start === row.early_finish
  const start = momentOf(row.early_start_date) ?? numberOf(row.early_start)
  if (start === undefined) return undefined
  const end = isMilestone ? start : (endOf(row.early_finish_date) ?? numberOf(row.early_finish) ?? start)
  const hasFloat = typeof row.total_float_days === 'number' && row.total_float_days > 0
  const lateEnd = hasFloat ? (endOf(row.late_finish_date) ?? numberOf(row.late_finish) ?? end) : end
  return {
    id: String(row.id),
    name: typeof row.name === 'string' ? row.name : '',
    start,
    end: Math.max(start, end),
    lateEnd: Math.max(end, lateEnd),
    isHot: isHot(row),
  }
}
