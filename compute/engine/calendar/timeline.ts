/**
 * Dates <-> offsets (/docs/methods#dates-and-days): offsets are working days of the calendar from the anchor, finishes
 * exclusive. A day off counts as the next working day for a start and as the previous one for a finish.
 */

import { zeros } from '../ids/short-arrays.ts'
import { printableDay } from './bounds.ts'
import type { Calendar } from './calendar.ts'
import { EPSILON_DAYS, snap } from './snap.ts'

/** Offsets below this, which most are, are looked up: to reckon a day takes ten times as long. */
const LISTED_MAX = 4096
const NONE_LISTED = new Int32Array(0)

/** Whether what an offset has beyond a whole day is too far from both of its ends to be put on one of them by snap, which costs more than this. */
const isWithinDay = (part: number): boolean => part > EPSILON_DAYS && part < 1 - EPSILON_DAYS

export class Timeline {
  readonly calendar: Calendar
  /** Working day of offset 0. */
  readonly anchorDay: number
  readonly #anchorIndex: number
  /** Entry n: the day of offset n, as printed. */
  #days: Int32Array = NONE_LISTED

  /** anchorDay may be a day off; the next working day is taken. */
  constructor(calendar: Calendar, anchorDay: number) {
    this.calendar = calendar
    this.#anchorIndex = calendar.indexOf(anchorDay)
    this.anchorDay = calendar.dayOf(this.#anchorIndex)
  }

  startOffset(day: number): number {
    return this.calendar.indexOf(day) - this.#anchorIndex
  }

  finishOffset(day: number): number {
    return this.calendar.indexOf(day + 1) - this.#anchorIndex
  }

  /** Before many offsets from 0 to `last` are asked for: lists their days. */
  list(last: number): void {
    const count = Math.min(Math.max(0, Math.ceil(last)) + 1, LISTED_MAX)
    if (!(count > this.#days.length)) return
    const days = zeros<Int32Array>(Int32Array, count)
    for (let n = 0; n < count; n++) days[n] = printableDay(this.calendar.dayOf(n + this.#anchorIndex))
    this.#days = days
  }

  /** The day that work starting at the offset starts on; DAY_ABSENT when no date can be printed for it. */
  startDay(offset: number): number {
    const whole = Math.floor(offset)
    return this.#dayOf(isWithinDay(offset - whole) ? whole : Math.floor(snap(offset)))
  }

  /** The last day of work that ends at the offset; DAY_ABSENT likewise. */
  finishDay(offset: number): number {
    const whole = Math.floor(offset)
    return this.#dayOf(isWithinDay(offset - whole) ? whole : Math.ceil(snap(offset)) - 1)
  }

  #dayOf(index: number): number {
    if (index >= 0 && index < this.#days.length) return this.#days[index]
    return printableDay(this.calendar.dayOf(index + this.#anchorIndex))
  }
}
