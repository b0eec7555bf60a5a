/**
 * Working time of one calendar as cumulative minutes: moments (minutes since 1970-01-01T00:00) to minutes of work and back, in
 * O(log exceptions). An amount of work between two working periods has two moments: as an end it is the earlier one
 * (Friday 17:00), as a start the later one (Monday 08:00).
 */
import type { CalendarSpec, Shifts } from '../../../shared/contract/schedule/setting.ts'
import { MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'

const DAYS_PER_WEEK = 7
/** Day 0 was a Thursday; weeks are counted from the Monday before. */
const MONDAY_OFFSET = 3

export class WorkCalendar {
  /** Minutes of work that one day of duration, lag or float stands for. */
  readonly minutesPerDay: number
  /** Round the clock without exceptions: work is time. */
  readonly #isContinuous: boolean
  /** Working periods by day pattern: pattern 0 to 6 are the weekdays, 7 and on what exceptions have. Periods of pattern p are first[p] .. first[p + 1). */
  readonly #first: Uint32Array
  readonly #from: Float64Array
  readonly #to: Float64Array
  /** Work in the periods of the same day before this one. */
  readonly #before: Float64Array
  /** Entry d = work in the week before weekday d; entry 7 = work of a week. */
  readonly #weekBefore: Float64Array
  /** Exceptions, ascending and apart: their days, pattern, work of one day, work before them, and what they add to the work of the weeks so far. */
  readonly #firstDay: Float64Array
  readonly #lastDay: Float64Array
  readonly #pattern: Uint32Array
  readonly #dayWork: Float64Array
  readonly #workBefore: Float64Array
  readonly #added: Float64Array
  /** The exception found last, where the next question is likely to fall, too. */
  #near = 0
  #numbers: Float64Array | undefined

  constructor({ minutesPerDay, week, exceptions }: Pick<CalendarSpec, 'minutesPerDay' | 'week' | 'exceptions'>) {
    this.minutesPerDay = minutesPerDay
    const hasWork = week.some(shifts => shifts.length > 0)
    // a week without work has no end of a duration: such a calendar works round the clock
    const days = hasWork ? week : ROUND_THE_CLOCK
    const kept = hasWork ? exceptions : []
    const patterns: Shifts[] = [...days]
    this.#pattern = patternsOf(kept, patterns)
    const count = patterns.reduce((sum, shifts) => sum + shifts.length, 0)
    this.#first = new Uint32Array(patterns.length + 1)
    this.#from = new Float64Array(count)
    this.#to = new Float64Array(count)
    this.#before = new Float64Array(count)
    const work = new Float64Array(patterns.length)
    let at = 0
    for (const [p, shifts] of patterns.entries()) {
      for (const [from, to] of shifts) {
        this.#from[at] = from
        this.#to[at] = to
        this.#before[at++] = work[p]
        work[p] += to - from
      }
      this.#first[p + 1] = at
    }
    this.#weekBefore = new Float64Array(DAYS_PER_WEEK + 1)
    for (let d = 0; d < DAYS_PER_WEEK; d++) this.#weekBefore[d + 1] = this.#weekBefore[d] + work[d]
    this.#firstDay = Float64Array.from(kept, ({ firstDay }) => firstDay)
    this.#lastDay = Float64Array.from(kept, ({ lastDay }) => lastDay)
    this.#dayWork = Float64Array.from(this.#pattern, pattern => work[pattern])
    this.#workBefore = new Float64Array(kept.length)
    this.#added = new Float64Array(kept.length)
    let added = 0
    for (let e = 0; e < kept.length; e++) {
      const [first, end] = [this.#firstDay[e], this.#lastDay[e] + 1]
      this.#workBefore[e] = this.#weekWork(first) + added
      added += (end - first) * this.#dayWork[e] - (this.#weekWork(end) - this.#weekWork(first))
      this.#added[e] = added
    }
    this.#isContinuous = kept.length === 0 && this.#weekBefore[DAYS_PER_WEEK] === DAYS_PER_WEEK * MINUTES_PER_DAY
  }

  /** Work of the weeks alone from the Monday of 1969-12-29 up to the start of the day. */
  #weekWork(day: number): number {
    const weeks = Math.floor((day + MONDAY_OFFSET) / DAYS_PER_WEEK)
    return weeks * this.#weekBefore[DAYS_PER_WEEK] + this.#weekBefore[day + MONDAY_OFFSET - weeks * DAYS_PER_WEEK]
  }

  /** The last entry of the ascending `values` that is at most `value`, -1 = none. */
  #lastUpTo(values: Float64Array, value: number): number {
    const near = this.#near
    if (near < values.length && values[near] <= value && (near + 1 === values.length || values[near + 1] > value))
      return near
    let low = 0
    let high = values.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (values[middle] <= value) low = middle + 1
      else high = middle
    }
    if (low > 0) this.#near = low - 1
    return low - 1
  }

  /**
   * All of it as numbers, as the kernel reads it (compute/engine/wasm/assembly/kernel/clock/calendars.ts): minutes per day, 1 = continuous, the counts of
   * patterns and exceptions; work before each weekday and of a week; first periods; periods of three numbers, exceptions of six.
   */
  numbers(): Float64Array {
    this.#numbers ??= this.#asNumbers()
    return this.#numbers
  }

  #asNumbers(): Float64Array {
    const count = this.#firstDay.length
    const head = [this.minutesPerDay, Number(this.#isContinuous), this.#first.length - 1, count, ...this.#weekBefore]
    const periods = head.length + this.#first.length
    const exceptions = periods + 3 * this.#from.length
    const numbers = new Float64Array(exceptions + 6 * count)
    numbers.set(head)
    numbers.set(this.#first, head.length)
    for (let p = 0; p < this.#from.length; p++) {
      numbers[periods + 3 * p] = this.#from[p]
      numbers[periods + 3 * p + 1] = this.#to[p]
      numbers[periods + 3 * p + 2] = this.#before[p]
    }
    const columns = [this.#firstDay, this.#lastDay, this.#dayWork, this.#workBefore, this.#added, this.#pattern]
    for (const [c, column] of columns.entries())
      for (let e = 0; e < count; e++) numbers[exceptions + 6 * e + c] = column[e]
    return numbers
  }

  /** Minutes of which each begin and end of a working period is a multiple. */
  get shiftStep(): number {
    return [...this.#from, ...this.#to].reduce(greatestDivisor, 0)
  }

  /** Minutes of work from a fixed day up to the moment; differences of it are spans. */
  workAt(moment: number): number {
    if (this.#isContinuous) return moment
    const day = Math.floor(moment / MINUTES_PER_DAY)
    const minute = moment - day * MINUTES_PER_DAY
    const e = this.#lastUpTo(this.#firstDay, day)
    let pattern: number
    let work: number
    if (e >= 0 && day <= this.#lastDay[e]) {
      pattern = this.#pattern[e]
      work = this.#workBefore[e] + (day - this.#firstDay[e]) * this.#dayWork[e]
    } else {
      const weeks = Math.floor((day + MONDAY_OFFSET) / DAYS_PER_WEEK)
      pattern = day + MONDAY_OFFSET - weeks * DAYS_PER_WEEK
      work = weeks * this.#weekBefore[DAYS_PER_WEEK] + this.#weekBefore[pattern] + (e < 0 ? 0 : this.#added[e])
    }
    for (let p = this.#first[pattern + 1] - 1; p >= this.#first[pattern]; p--) {
      if (minute > this.#from[p]) return work + this.#before[p] + Math.min(minute, this.#to[p]) - this.#from[p]
    }
    return work
  }

  /** The moment at which so much work has been done and more begins: the latest of that amount. */
  startOf(work: number): number {
    if (this.#isContinuous) return work
    const e = this.#lastUpTo(this.#workBefore, work)
    if (e >= 0) {
      const into = work - this.#workBefore[e]
      const dayWork = this.#dayWork[e]
      const days = this.#lastDay[e] + 1 - this.#firstDay[e]
      if (into < days * dayWork) {
        const nth = Math.floor(into / dayWork)
        return this.#momentIn(this.#pattern[e], this.#firstDay[e] + nth, into - nth * dayWork)
      }
    }
    const ofWeeks = e < 0 ? work : work - this.#added[e]
    const weeks = Math.floor(ofWeeks / this.#weekBefore[DAYS_PER_WEEK])
    const rest = ofWeeks - weeks * this.#weekBefore[DAYS_PER_WEEK]
    let weekday = DAYS_PER_WEEK - 1
    while (this.#weekBefore[weekday] > rest || this.#weekBefore[weekday] === this.#weekBefore[weekday + 1]) weekday--
    const day = weeks * DAYS_PER_WEEK - MONDAY_OFFSET + weekday
    return this.#momentIn(weekday, day, rest - this.#weekBefore[weekday])
  }

  /** The moment of a day of that pattern at which so much of its work is done and more begins. */
  #momentIn(pattern: number, day: number, work: number): number {
    let p = this.#first[pattern + 1] - 1
    while (this.#before[p] > work) p--
    return day * MINUTES_PER_DAY + this.#from[p] + work - this.#before[p]
  }

  /** The moment at which so much work is done: the earliest of that amount. */
  endOf(work: number): number {
    return this.#isContinuous ? work : this.startOf(work - 1) + 1
  }

  /** The moment itself where work goes on after it, else the next at which work begins. */
  nextWork(moment: number): number {
    return this.#isContinuous ? moment : this.startOf(this.workAt(moment))
  }

  /** The moment itself where work was going on before it, else the last at which work ended. */
  previousWork(moment: number): number {
    return this.#isContinuous ? moment : this.endOf(this.workAt(moment))
  }

  /** Where the working period ends that the moment lies in; the moment itself where nobody works after it. */
  shiftEnd(moment: number): number {
    if (this.#isContinuous) return Number.POSITIVE_INFINITY
    const day = Math.floor(moment / MINUTES_PER_DAY)
    const minute = moment - day * MINUTES_PER_DAY
    const e = this.#lastUpTo(this.#firstDay, day)
    const pattern =
      e >= 0 && day <= this.#lastDay[e]
        ? this.#pattern[e]
        : (((day + MONDAY_OFFSET) % DAYS_PER_WEEK) + DAYS_PER_WEEK) % DAYS_PER_WEEK
    for (let p = this.#first[pattern]; p < this.#first[pattern + 1]; p++)
      if (minute >= this.#from[p] && minute < this.#to[p]) return day * MINUTES_PER_DAY + this.#to[p]
    return moment
  }

  /** Minutes of work between two moments; negative when the second lies before the first. */
  workBetween(from: number, to: number): number {
    return this.workAt(to) - this.workAt(from)
  }

  /** Where so many minutes of work end that begin at the moment or after it; the moment itself for none. */
  finishAfter(start: number, minutes: number): number {
    return minutes === 0 ? start : this.endOf(this.workAt(start) + minutes)
  }

  /** Where so many minutes of work have to begin that end at the moment or before it; the moment itself for none. */
  startBefore(finish: number, minutes: number): number {
    return minutes === 0 ? finish : this.startOf(this.workAt(finish) - minutes)
  }

  /** Where so many minutes lead from so much work: ahead to the earliest moment, back to the latest that fits. */
  movedFrom(work: number, minutes: number): number {
    return minutes >= 0 ? this.endOf(work + minutes) : this.startOf(work + minutes)
  }

  /** The moment moved by minutes of work; unmoved by 0. */
  moved(moment: number, minutes: number): number {
    return minutes === 0 ? moment : this.movedFrom(this.workAt(moment), minutes)
  }
}

/** The greatest number that divides both. */
export function greatestDivisor(a: number, b: number): number {
  let [most, rest] = [Math.abs(a), Math.abs(b)]
  while (rest > 0) [most, rest] = [rest, most % rest]
  return most
}

/** The pattern of each exception; those that are no weekdays are added to `patterns`, each once. */
function patternsOf(exceptions: CalendarSpec['exceptions'], patterns: Shifts[]): Uint32Array {
  const known = new Map<Shifts, number>()
  return Uint32Array.from(exceptions, ({ shifts }) => {
    const pattern = known.get(shifts) ?? patterns.push(shifts) - 1
    known.set(shifts, pattern)
    return pattern
  })
}

const ROUND_THE_CLOCK: readonly Shifts[] = Array.from({ length: DAYS_PER_WEEK }, () => [[0, MINUTES_PER_DAY] as const])

/** Every minute of every day. */
export const roundTheClock = (minutesPerDay: number = MINUTES_PER_DAY): WorkCalendar =>
  new WorkCalendar({ minutesPerDay, week: ROUND_THE_CLOCK, exceptions: [] })
