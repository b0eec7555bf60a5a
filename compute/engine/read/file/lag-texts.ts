/** Lags of files that are written with a unit, where the tool writes a number of hours: "2w", "16 h", "50%", "3ed". */
import { MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import { looseNumber } from './loose-numbers.ts'

export interface FileLag {
  /** Days of the predecessor's calendar, or elapsed days. */
  readonly days: number
  readonly isElapsed: boolean
}

/** Work days of a week and of a month in which a lag is said, as Microsoft Project counts them. */
const WEEK_DAYS = 5
const MONTH_DAYS = 20
const ELAPSED_WEEK_DAYS = 7
const ELAPSED_MONTH_DAYS = 30

const WRITTEN =
  /^([-+]?[\d.,' ]*\d[.,]?)\s*(e?)(m|mins?|minutes?|h|hrs?|hours?|d|dys?|days?|w|wks?|weeks?|mo|mons?|months?|%)$/i

/** undefined = it is no lag. `durationDays`: of the predecessor, NaN = it has none. */
export function lagOfText(text: string, minutesPerDay: number, durationDays: number): FileLag | undefined {
  const written = WRITTEN.exec(text.trim())
  if (written === null) return undefined
  const [, number = '', elapsed = '', unit = ''] = written
  const amount = looseNumber(number.trim())
  if (Number.isNaN(amount)) return undefined
  const isElapsed = elapsed !== ''
  const word = unit.toLowerCase()
  if (word === '%')
    return Number.isNaN(durationDays) ? undefined : percentOf(amount, durationDays, isElapsed, minutesPerDay)
  const dayMinutes = isElapsed ? MINUTES_PER_DAY : minutesPerDay
  if (word.startsWith('mo')) return { days: amount * (isElapsed ? ELAPSED_MONTH_DAYS : MONTH_DAYS), isElapsed }
  if (word.startsWith('m')) return { days: amount / dayMinutes, isElapsed }
  if (word.startsWith('h')) return { days: (60 * amount) / dayMinutes, isElapsed }
  if (word.startsWith('w')) return { days: amount * (isElapsed ? ELAPSED_WEEK_DAYS : WEEK_DAYS), isElapsed }
  return { days: amount, isElapsed }
}

function percentOf(percent: number, durationDays: number, isElapsed: boolean, minutesPerDay: number): FileLag {
  const days = (percent / 100) * durationDays
  return { days: isElapsed ? (days * minutesPerDay) / MINUTES_PER_DAY : days, isElapsed }
}
