/**
 * Dates <-> offsets (/docs/methods#dates-and-days): offsets are working days of the calendar from the anchor, finishes
 * exclusive. A day off counts as the next working day for a start and as the previous one for a finish.
 */

import { printableDay } from './bounds.ts'
import type { Calendar } from './calendar.ts'
import { snap } from './snap.ts'

export class Timeline {
  readonly calendar: Calendar
  /** Working day of offset 0. */
  readonly anchorDay: number
  readonly #anchorIndex: number

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

  /** The day that work starting at the offset starts on; DAY_ABSENT when no date can be printed for it. */
  startDay(offset: number): number {
    return printableDay(this.calendar.dayOf(Math.floor(snap(offset)) + this.#anchorIndex))
  }

  /** The last day of work that ends at the offset; DAY_ABSENT likewise. */
  finishDay(offset: number): number {
    return printableDay(this.calendar.dayOf(Math.ceil(snap(offset)) - 1 + this.#anchorIndex))
  }
}
