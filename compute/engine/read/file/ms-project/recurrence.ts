/**
 * Days of a recurring exception of a calendar of Microsoft Project, as its XML names them: Type 1 daily, 2 yearly on a day of a month, 3 yearly by
 * position, 4 monthly on a day, 5 monthly by position, 6 weekly, 7 every so many days, 8 every weekday, 9 none,
 * which is read as daily.
 */
import { DAY_ABSENT } from '../../../../../shared/contract/schedule/columns.ts'
import {
  civilOfDay,
  DAY_MAX,
  DAY_MIN,
  dayOfCivil,
  daysInMonth,
  formatDay,
  weekday,
} from '../../../../../shared/contract/schedule/day.ts'

export interface Recurrence {
  /** As above. */
  type: number
  firstDay: number
  lastDay: number
  /** Days, weeks or months between; at least 1. */
  period: number
  /** At most so many of them; Infinity = up to the last day. */
  occurrences: number
  /** Bit d: weekday d, 0 = Sunday. */
  daysOfWeek: number
  /** 0 a day, 1 a weekday, 2 a day of the weekend, 3 Sunday .. 9 Saturday. */
  monthItem: number
  /** 0 first .. 3 fourth, 4 last. */
  monthPosition: number
  /** 0 = January. */
  month: number
  monthDay: number
}

export const DAILY = 1

/** Daily, from no day to no day. */
export const newRule = (): Recurrence => ({
  type: DAILY,
  firstDay: DAY_ABSENT,
  lastDay: DAY_ABSENT,
  period: 1,
  occurrences: Number.POSITIVE_INFINITY,
  daysOfWeek: 0,
  monthItem: 0,
  monthPosition: 0,
  month: 0,
  monthDay: 1,
})

/** What an exception says, for a refusal. */
export const recurrenceText = ({ type, period, firstDay, lastDay }: Recurrence): string =>
  `An exception of type ${type} and period ${period}, ${formatDay(firstDay)} to ${formatDay(lastDay)},`

interface DayRange {
  readonly firstDay: number
  readonly lastDay: number
}

const hasMonthDay = ({ type }: Recurrence): boolean => type === 2 || type === 4

/** 0 = Sunday. */
const fromSunday = (day: number): number => weekday(day) % 7

/** Whether it stands for days apart, not for one range of days. */
export const isRecurring = ({ type, period }: Recurrence): boolean =>
  (type >= 2 && type <= 6) || type === 8 || period > 1

/** Ranges of days in ascending order, at most `max`; undefined = there are more. `onStep` is called for each day or month that is looked at. */
export function daysOf(rule: Recurrence, max: number, onStep: () => void = () => {}): DayRange[] | undefined {
  const firstDay = Math.max(rule.firstDay, DAY_MIN)
  const lastDay = Math.min(rule.lastDay, DAY_MAX)
  if (firstDay > lastDay || (hasMonthDay(rule) && (rule.monthDay < 1 || rule.monthDay > 31))) return []
  if (!isRecurring(rule))
    return [{ firstDay, lastDay: Math.min(lastDay, rule.type === 7 ? firstDay + rule.occurrences - 1 : lastDay) }]
  if (Math.min(rule.occurrences, leastDays(rule, lastDay - firstDay + 1)) > max) return undefined
  const days: DayRange[] = []
  for (const day of candidates(rule, firstDay, lastDay)) {
    onStep()
    if (day === undefined || day < firstDay) continue
    if (day > lastDay || days.length === rule.occurrences) break
    if (days.length === max) return undefined
    days.push({ firstDay: day, lastDay: day })
  }
  return days
}

/** How many days a rule names at least within a span of so many. */
function leastDays({ type, period, daysOfWeek }: Recurrence, span: number): number {
  const every = Math.max(1, period)
  if (type === 8) return 5 * Math.floor(span / 7)
  if (type === 6) {
    let perWeek = 0
    for (let d = 0; d < 7; d++) perWeek += (daysOfWeek >> d) & 1
    return perWeek * Math.floor((span - 7) / (7 * every))
  }
  return type >= 2 && type <= 5 ? 0 : Math.ceil(span / every)
}

/** In ascending order; some may lie before the first day. undefined: a month that has no such day. */
function* candidates(rule: Recurrence, firstDay: number, lastDay: number): Generator<number | undefined> {
  const period = Math.max(1, rule.period)
  if (rule.type < 2 || rule.type === 7 || rule.type > 8) {
    for (let day = firstDay; day <= lastDay; day += period) yield day
  } else if (rule.type === 8) {
    for (let day = firstDay; day <= lastDay; day += weekday(day) === FRIDAY ? 3 : 1)
      if (weekday(day) <= FRIDAY) yield day
  } else if (rule.type === 6) {
    if ((rule.daysOfWeek & 0x7f) === 0) return
    for (let week = firstDay - fromSunday(firstDay); week <= lastDay; week += 7 * period)
      for (let d = 0; d < 7; d++) if ((rule.daysOfWeek >> d) & 1) yield week + d
  } else {
    const isYearly = rule.type <= 3
    const [year, month] = civilOfDay(firstDay)
    const step = isYearly ? 12 : period
    const first = isYearly ? 12 * year + (rule.month % 12) : 12 * year + month - 1
    for (let m = first; ; m += step) {
      const y = Math.floor(m / 12)
      if (dayOfCivil(y, (m % 12) + 1, 1) > lastDay) return
      yield hasMonthDay(rule) ? dayOfMonth(y, m % 12, rule.monthDay) : dayByPosition(y, m % 12, rule)
    }
  }
}

const FRIDAY = 5

function dayOfMonth(year: number, month: number, day: number): number | undefined {
  return day >= 1 && day <= daysInMonth(year, month + 1) ? dayOfCivil(year, month + 1, day) : undefined
}

function dayByPosition(year: number, month: number, { monthItem, monthPosition }: Recurrence): number | undefined {
  const size = daysInMonth(year, month + 1)
  const first = dayOfCivil(year, month + 1, 1)
  const last = first + size - 1
  const isLast = monthPosition >= 4
  if (monthItem >= 3 && monthItem <= 9) {
    const d = monthItem - 3
    if (isLast) return last - ((fromSunday(last) - d + 7) % 7)
    const day = first + ((d - fromSunday(first) + 7) % 7) + 7 * monthPosition
    return day > last ? undefined : day
  }
  if (monthItem > 9) return undefined
  const isMeant = (day: number): boolean => monthItem === 0 || weekday(day) <= FRIDAY === (monthItem === 1)
  // the fourth day of a weekend is the last that is looked for: a step or two a week
  let left = isLast ? 0 : monthPosition
  for (let n = 0; n < size; n++) {
    const day = isLast ? last - n : first + n
    if (isMeant(day) && left-- === 0) return day
  }
  return undefined
}
