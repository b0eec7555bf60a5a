/**
 * The calendar of a schedule: day numbers <-> counts of its working days. Offsets of the critical path, durations, lags
 * and floats are such counts. Which calendar a request means is choice.ts; day 0 of a schedule is anchor.ts.
 */
import { weekday } from '../../../shared/schedule/day.ts'

export class Calendar {
  /** Entry d = working days in the week before ISO weekday d + 1; entry 7 = working days of a week. */
  readonly #before: Uint8Array
  /** Entry n = days from Monday to working day n of the week. */
  readonly #weekDays: Uint8Array
  /** Holidays that fall on working days of the week, sorted, each once. */
  readonly #holidays: Int32Array
  /** Entry j = working days of the calendar before holiday j, so that workIndexes never falls. */
  readonly #workIndexes: Float64Array

  /** workDays: ISO weekday numbers, at least one; holidays: day numbers in any order. */
  constructor(workDays: readonly number[], holidays: Iterable<number> = []) {
    const days = [...new Set(workDays)].sort((a, b) => a - b)
    if (days.length === 0) throw new Error('a calendar needs at least one work day a week')
    this.#weekDays = Uint8Array.from(days, day => day - 1)
    this.#before = new Uint8Array(8)
    for (let d = 0; d < 7; d++) this.#before[d + 1] = this.#before[d] + (days.includes(d + 1) ? 1 : 0)
    this.#holidays = Int32Array.from(new Set([...holidays].filter(day => days.includes(weekday(day))))).sort()
    this.#workIndexes = Float64Array.from(this.#holidays, (day, j) => this.#weekIndex(day) - j)
  }

  /** Working days from the Monday of 1969-12-29 (day -3) up to, not including, the day; negative before it. Holidays left aside. */
  #weekIndex(day: number): number {
    const weeks = Math.floor((day + 3) / 7)
    return weeks * this.#before[7] + this.#before[day + 3 - weeks * 7]
  }

  /** Working days before the day, counted from a fixed day; differences of it are spans. O(log holidays). */
  indexOf(day: number): number {
    return this.#weekIndex(day) - countBelow(this.#holidays, day)
  }

  /** The working day of that index: the inverse of indexOf. */
  dayOf(index: number): number {
    const weekIndex = index + countBelow(this.#workIndexes, index + 1)
    const weeks = Math.floor(weekIndex / this.#before[7])
    return weeks * 7 - 3 + this.#weekDays[weekIndex - weeks * this.#before[7]]
  }

  /** The day itself, or the next working day when it is a day off. */
  workingDayFrom(day: number): number {
    return this.dayOf(this.indexOf(day))
  }

  /** Working days from `first` to `last`, both included; 0 or less when last lies before first. */
  daysBetween(first: number, last: number): number {
    return this.indexOf(last + 1) - this.indexOf(first)
  }
}

/** Entries of a sorted array below a value. */
function countBelow(sorted: Int32Array | Float64Array, value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle] < value) low = middle + 1
    else high = middle
  }
  return low
}

const EVERY_DAY = new Calendar([1, 2, 3, 4, 5, 6, 7])
const MONDAY_TO_FRIDAY = new Calendar([1, 2, 3, 4, 5])

export const everyDay = (): Calendar => EVERY_DAY
export const mondayToFriday = (): Calendar => MONDAY_TO_FRIDAY
