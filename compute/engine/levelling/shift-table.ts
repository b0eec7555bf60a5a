/**
 * Working time of one calendar as a table of its shifts: a search asks millions of times where work begins, ends and goes on, all within a few years. The answers are those of
 * the calendar, which is asked itself about what lies outside the table.
 */
import { MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import type { WorkTime } from './problem.ts'

/** Days of a table at first and at most: 44 years. */
const DAYS_FIRST = 1_024
const DAYS_MAX = 16_384
/** Days before the first date: schedules towards the beginning of time begin there. */
const DAYS_BEFORE = 256
/** Shifts that the tables of one problem hold together: 100 MB. */
const SHIFTS_MAX = 2_000_000
/** Minutes of work between two entries by which a shift is found from an amount of work. */
const WORK_STEP = 256

/** The calendars, those that are one and the same only once. first: about the earliest moment that is asked about. */
export function shiftTables(calendars: readonly WorkTime[], first: number): readonly WorkTime[] {
  if (!Number.isFinite(first)) return calendars
  const room = { shifts: SHIFTS_MAX }
  const tables = new Map<WorkTime, WorkTime>()
  return calendars.map(time => {
    const known = tables.get(time)
    if (known !== undefined) return known
    // round the clock there is nothing to look up
    const isSteady = time.shiftEnd(time.nextWork(first)) === Number.POSITIVE_INFINITY
    const table = isSteady ? time : new ShiftTable(time, Math.floor(first / MINUTES_PER_DAY) - DAYS_BEFORE, room)
    tables.set(time, table)
    return table
  })
}

const NO_NUMBERS = new Float64Array(0)
const NO_PLACES = new Int32Array(0)

export class ShiftTable implements WorkTime {
  readonly minutesPerDay: number
  readonly shiftStep: number
  readonly #time: WorkTime
  readonly #room: { shifts: number }
  /** The table has the moments from #from up to #until, and the amounts of work from #workFrom up to #workUntil. */
  readonly #from: number
  #until: number
  readonly #workFrom: number
  #workUntil: number
  #days = DAYS_FIRST
  /** Shifts: where they start and end, and the work up to there. */
  #start = NO_NUMBERS
  #end = NO_NUMBERS
  #workAtStart = NO_NUMBERS
  #workAtEnd = NO_NUMBERS
  #count = 0
  /** By day: the first shift that ends after its midnight. By WORK_STEP of work: the first shift that ends with more. */
  #ofDay = NO_PLACES
  #ofWork = NO_PLACES
  #daysKnown = 0
  #stepsKnown = 0

  constructor(time: WorkTime, firstDay: number, room: { shifts: number }) {
    this.minutesPerDay = time.minutesPerDay
    this.shiftStep = time.shiftStep
    this.#time = time
    this.#room = room
    this.#from = this.#until = firstDay * MINUTES_PER_DAY
    this.#workFrom = this.#workUntil = time.workAt(this.#from)
  }

  /** Takes in the shifts of more days; false: it has all that it may have. */
  #grow(): boolean {
    if (this.#days > DAYS_MAX || this.#room.shifts <= 0) return false
    const time = this.#time
    const target = this.#from + this.#days * MINUTES_PER_DAY
    const before = this.#count
    let work = this.#workUntil
    let until = this.#until
    while (until < target) {
      if (this.#count === this.#start.length) this.#makeRoom()
      const n = this.#count++
      const start = time.nextWork(until)
      until = time.shiftEnd(start)
      this.#start[n] = start
      this.#end[n] = until
      this.#workAtStart[n] = work
      work += until - start
      this.#workAtEnd[n] = work
      this.#ofDay = grown(this.#ofDay, Math.ceil((until - this.#from) / MINUTES_PER_DAY))
      while (this.#from + this.#daysKnown * MINUTES_PER_DAY < until) this.#ofDay[this.#daysKnown++] = n
      this.#ofWork = grown(this.#ofWork, Math.ceil((work - this.#workFrom) / WORK_STEP))
      while (this.#workFrom + this.#stepsKnown * WORK_STEP < work) this.#ofWork[this.#stepsKnown++] = n
    }
    this.#until = until
    this.#workUntil = work
    this.#room.shifts -= this.#count - before
    this.#days *= 2
    return true
  }

  #makeRoom(): void {
    const length = this.#start.length + 1
    this.#start = grown(this.#start, length)
    this.#end = grown(this.#end, length)
    this.#workAtStart = grown(this.#workAtStart, length)
    this.#workAtEnd = grown(this.#workAtEnd, length)
  }

  /** The first shift that ends after the moment; -1: it is not in the table. */
  #shiftAt(moment: number): number {
    if (!(moment >= this.#from)) return -1
    while (!(moment < this.#until)) if (!(moment < Number.POSITIVE_INFINITY) || !this.#grow()) return -1
    const end = this.#end
    let n = this.#ofDay[Math.floor((moment - this.#from) / MINUTES_PER_DAY)]
    while (end[n] <= moment) n++
    return n
  }

  /** The moment at which so much work is done and more begins; NaN: it is not in the table. */
  #startOf(work: number): number {
    if (!(work >= this.#workFrom)) return Number.NaN
    while (!(work < this.#workUntil)) if (!this.#grow()) return Number.NaN
    const workAtEnd = this.#workAtEnd
    let n = this.#ofWork[Math.floor((work - this.#workFrom) / WORK_STEP)]
    while (workAtEnd[n] <= work) n++
    return this.#start[n] + work - this.#workAtStart[n]
  }

  workAt(moment: number): number {
    const n = this.#shiftAt(moment)
    if (n < 0) return this.#time.workAt(moment)
    const start = this.#start[n]
    return moment > start ? this.#workAtStart[n] + moment - start : this.#workAtStart[n]
  }

  nextWork(moment: number): number {
    const n = this.#shiftAt(moment)
    return n < 0 ? this.#time.nextWork(moment) : Math.max(moment, this.#start[n])
  }

  previousWork(moment: number): number {
    const n = this.#shiftAt(moment)
    if (n < 0) return this.#time.previousWork(moment)
    if (this.#start[n] < moment) return moment
    return n > 0 ? this.#end[n - 1] : this.#time.previousWork(moment)
  }

  shiftEnd(moment: number): number {
    const n = this.#shiftAt(moment)
    if (n < 0) return this.#time.shiftEnd(moment)
    return this.#start[n] <= moment ? this.#end[n] : moment
  }

  workBetween(from: number, to: number): number {
    return this.workAt(to) - this.workAt(from)
  }

  finishAfter(start: number, minutes: number): number {
    return this.moved(start, minutes)
  }

  startBefore(finish: number, minutes: number): number {
    if (minutes === 0) return finish
    const found = this.#startOf(this.workAt(finish) - minutes)
    return Number.isNaN(found) ? this.#time.startBefore(finish, minutes) : found
  }

  moved(moment: number, minutes: number): number {
    if (minutes === 0) return moment
    const work = this.workAt(moment) + minutes
    // ahead to the end of the last minute, back to where the first begins
    const found = minutes > 0 ? this.#startOf(work - 1) + 1 : this.#startOf(work)
    return Number.isNaN(found) ? this.#time.moved(moment, minutes) : found
  }
}

/** The values in an array of so many at least, which grows by doubling. */
export function grown<Of extends Float64Array | Int32Array>(values: Of, length: number): Of {
  if (length <= values.length) return values
  const longer = new (values.constructor as new (length: number) => Of)(Math.max(DAYS_FIRST, length, 2 * values.length))
  longer.set(values)
  return longer
}
