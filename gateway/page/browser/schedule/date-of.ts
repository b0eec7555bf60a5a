/** A date of a schedule as it is shown, or the day of the project where nothing is dated. */
import { dateText, MINUTES_PER_DAY, momentText } from './moment.ts'
import type { Schedule } from './schedule.ts'

const DECIMALS = 100

export function shownDate({ hasTimes, isUndated }: Schedule, minutes: number): string {
  if (!isUndated) return momentText(dateText(minutes, hasTimes))
  return Number.isNaN(minutes) ? '' : String(Math.round((minutes / MINUTES_PER_DAY) * DECIMALS) / DECIMALS)
}

/** The day of it alone, where there is no room for more. */
export const shownDay = (schedule: Schedule, minutes: number): string =>
  schedule.isUndated ? shownDate(schedule, minutes) : momentText(dateText(minutes, false))
