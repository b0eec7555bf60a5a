/**
 * The calendar of a schedule: day numbers <-> counts of its working days. Offsets of the critical path, durations, lags
 * and floats are such counts. Which calendar a request means is choice.ts; day 0 of a schedule is anchor.ts.
 */
/** From that day on, up to the next part: which weekdays are worked on, bit 0 = Monday. */
export interface CalendarPart {
  readonly firstDay: number
  readonly weekdays: number
}

/** A week by the weekdays that are worked on, bit 0 = Monday. */
export const weekdaysOf = (workDays: readonly number[]): number =>
  workDays.reduce((bits, day) => bits | (1 << (day - 1)), 0)

/**
 * A week that is another one for some time: days off are a time with a week without work. However long such a time is, it is one part, and a question
 * costs O(log parts).
 */
export class Calendar {
  /** First day of each part; that of the first is never asked. */
  readonly #firstDays: Int32Array
  /** Entry 8 p + d = working days in the week of part p before ISO weekday d + 1; entry 8 p + 7 = working days of its week. */
  readonly #before: Uint8Array
  /** Entry 7 p + n = days from Monday to working day n of the week of part p. */
  readonly #weekDays: Uint8Array
  /** Index of the first day of each part; -Infinity = of the first. Never falls. */
  readonly #firstIndexes: Float64Array
  /** Entry p = what to add to the index of a day by the week of part p alone. */
  readonly #added: Float64Array

  /** workDays: ISO weekday numbers, at least one; holidays: day numbers in any order; parts: ascending, the last one of which has work. */
  constructor(
    workDays: readonly number[],
    holidays: Iterable<number> = [],
    parts: readonly CalendarPart[] = partsAround(weekdaysOf(workDays), holidays),
  ) {
    const week = weekdaysOf(workDays)
    if (week === 0) throw new Error('a calendar needs at least one work day a week')
    const count = parts.length + 1
    this.#firstDays = new Int32Array(count).fill(-(2 ** 31), 0, 1)
    this.#before = new Uint8Array(8 * count)
    this.#weekDays = new Uint8Array(7 * count)
    this.#firstIndexes = new Float64Array(count).fill(Number.NEGATIVE_INFINITY, 0, 1)
    this.#added = new Float64Array(count)
    this.#layWeek(0, week)
    for (const [n, { firstDay, weekdays }] of parts.entries()) {
      const p = n + 1
      this.#layWeek(p, weekdays)
      const index = this.#indexIn(n, firstDay)
      this.#firstDays[p] = firstDay
      this.#firstIndexes[p] = index
      this.#added[p] = index - this.#indexIn(p, firstDay)
    }
  }

  #layWeek(p: number, weekdays: number): void {
    let count = 0
    for (let d = 0; d < 7; d++) {
      if ((weekdays >> d) & 1) this.#weekDays[7 * p + count++] = d
      this.#before[8 * p + d + 1] = count
    }
  }

  /** The index of a day by the week of part p. */
  #indexIn(p: number, day: number): number {
    const weeks = Math.floor((day + 3) / 7)
    return weeks * this.#before[8 * p + 7] + this.#before[8 * p + day + 3 - weeks * 7] + this.#added[p]
  }

  /** Working days before the day, counted from a fixed day; differences of it are spans. */
  indexOf(day: number): number {
    return this.#indexIn(this.#firstDays.length === 1 ? 0 : lastUpTo(this.#firstDays, day), day)
  }

  /** The working day of that index: the inverse of indexOf. */
  dayOf(index: number): number {
    const p = this.#firstDays.length === 1 ? 0 : lastUpTo(this.#firstIndexes, index)
    const inWeeks = index - this.#added[p]
    const perWeek = this.#before[8 * p + 7]
    const weeks = Math.floor(inWeeks / perWeek)
    return weeks * 7 - 3 + this.#weekDays[7 * p + inWeeks - weeks * perWeek]
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

/** Days off in any order, as times without work within a week. */
function partsAround(week: number, holidays: Iterable<number>): readonly CalendarPart[] {
  const parts: CalendarPart[] = []
  let next = Number.NEGATIVE_INFINITY
  for (const day of Int32Array.from(holidays).sort()) {
    if (day < next) continue
    // one that follows the day before goes on
    if (day === next) parts.pop()
    else parts.push({ firstDay: day, weekdays: 0 })
    next = day + 1
    parts.push({ firstDay: next, weekdays: week })
  }
  return parts
}

/** The last entry of an ascending array that is at most the value; 0 where none is. */
function lastUpTo(sorted: Int32Array | Float64Array, value: number): number {
  let low = 1
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle] <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}

const EVERY_DAY = new Calendar([1, 2, 3, 4, 5, 6, 7])
const MONDAY_TO_FRIDAY = new Calendar([1, 2, 3, 4, 5])

export const everyDay = (): Calendar => EVERY_DAY
export const mondayToFriday = (): Calendar => MONDAY_TO_FRIDAY
