/** Values of MSPDI as texts and numbers. */
import { formatMoment } from '../../../../shared/contract/schedule/time-of-day.ts'

const COST_SCALE = 100
export const TENTHS = 10

/** PT16H30M0S of minutes. */
export function duration(minutes: number): string {
  const seconds = Math.round(60 * minutes)
  const whole = Math.abs(seconds)
  return `${seconds < 0 ? '-' : ''}PT${Math.floor(whole / 3_600)}H${Math.floor(whole / 60) % 60}M${whole % 60}S`
}

export const momentText = (moment: number): string | undefined =>
  Number.isNaN(moment) ? undefined : `${formatMoment(moment)}:00`

export const tenths = (minutes: number): number | undefined =>
  Number.isNaN(minutes) ? undefined : Math.round(TENTHS * minutes)
export const cost = (value: number): number | undefined =>
  Number.isNaN(value) ? undefined : Math.round(COST_SCALE * COST_SCALE * value) / COST_SCALE
