/** The time axis of a chart: where its lines stand and what they are called. */
import { civilOfDay, dayOfCivil } from '../../../../shared/contract/schedule/day.ts'
import { WORDS } from '../words.ts'

interface Tick {
  /** Day number, or offset in days where the schedule has no date. */
  readonly at: number
  readonly label: string
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const TICKS_MAX = 12
const DAYS_PER_MONTH = 30.44
/** Days between ticks, then months. */
const DAY_STEPS = [1, 2, 7, 14]
const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600]
const MONDAY = 4

const dayLabel = (day: number): string => {
  const [, month, dayOfMonth] = civilOfDay(day)
  return `${dayOfMonth} ${MONTHS[month - 1]}`
}

function monthTicks(from: number, to: number, step: number): Tick[] {
  const [year, month] = civilOfDay(Math.floor(from))
  const ticks: Tick[] = []
  for (let count = Math.ceil((year * 12 + month - 1) / step) * step; ; count += step) {
    const [y, m] = [Math.floor(count / 12), count % 12]
    const at = dayOfCivil(y, m + 1, 1)
    if (at > to) return ticks
    if (at >= from) ticks.push({ at, label: step >= 12 ? String(y) : `${MONTHS[m]} ${y}` })
  }
}

/** from and to: day numbers. */
export function dateTicks(from: number, to: number): Tick[] {
  const step = DAY_STEPS.find(days => (to - from) / days <= TICKS_MAX)
  if (step === undefined) {
    const months = (to - from) / DAYS_PER_MONTH
    return monthTicks(from, to, MONTH_STEPS.find(each => months / each <= TICKS_MAX) ?? MONTH_STEPS.at(-1)!)
  }
  const ticks: Tick[] = []
  // weeks begin on Mondays
  for (let at = Math.ceil((from - MONDAY) / step) * step + MONDAY; at <= to; at += step)
    ticks.push({ at, label: dayLabel(at) })
  return ticks
}

/** 1, 2, 5, 10, 20, ... so that at most `count` of them cover the span. */
export function niceStep(span: number, count: number): number {
  const rough = Math.max(span / count, Number.MIN_VALUE)
  const power = 10 ** Math.floor(Math.log10(rough))
  return [1, 2, 5, 10].map(times => times * power).find(step => step >= rough * (1 - 1e-9)) ?? rough
}

/** from and to: offsets. */
export function offsetTicks(from: number, to: number): Tick[] {
  const step = Math.max(1, niceStep(to - from, TICKS_MAX))
  const ticks: Tick[] = []
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) ticks.push({ at, label: WORDS.day(at) })
  return ticks
}
