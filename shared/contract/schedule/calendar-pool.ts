/**
 * Working time of the calendars of one request. Equal shifts, equal lists of exceptions and equal lists laid over each other are one value, however many
 * calendars and containers say them: updates of one project repeat their calendars. What is laid over each other is counted by the meter of the request.
 */
import { parseDay } from './day.ts'
import { layered, onSharedDays, under } from './exception-layers.ts'
import type { CalendarException, CalendarSpec, Shifts } from './setting.ts'
import { MINUTES_PER_DAY, minutesAfterMidnight } from './time-of-day.ts'
import { COST, type WorkMeter, type WorkPlace } from './work-meter.ts'

/** Shifts as they were sent: from and to in texts. */
export type SentShifts = readonly (readonly string[])[]
export interface SentException {
  readonly date: string
  readonly until?: string | null | undefined
  readonly shifts?: SentShifts | null | undefined
}
/** The exceptions of a calendar itself. */
export interface OwnExceptions {
  /** Ascending, no two of one day. */
  readonly list: readonly CalendarException[]
  /** Those of days that several name, each of them. */
  readonly repeated: readonly CalendarException[]
}
/** Called with the index of the exception and what is wrong with it. */
type ReportException = (index: number, words: string) => void

const NO_SHIFTS: Shifts = []

export class CalendarPool {
  readonly meter: WorkMeter
  /** By the list that was sent: readers of files say equal shifts by one list. */
  readonly #bySent = new Map<SentShifts, Shifts>()
  readonly #byText = new Map<string, Shifts>([['', NO_SHIFTS]])
  readonly #lists = new Map<number, (readonly CalendarException[])[]>()
  readonly #none: readonly CalendarException[] = []
  readonly #over = new Map<
    readonly CalendarException[],
    Map<readonly CalendarException[], readonly CalendarException[]>
  >()
  /** By the list of calendars that was sent, which was resolved before without a fault. */
  static readonly #resolved = new WeakMap<object, readonly CalendarSpec[]>()

  constructor(meter: WorkMeter) {
    this.meter = meter
  }

  /** The calendars of that list where they were resolved before: for another analysis of the same request, or out of a frame. */
  static known(sent: object): readonly CalendarSpec[] | undefined {
    return CalendarPool.#resolved.get(sent)
  }
  static note(sent: object, specs: readonly CalendarSpec[]): void {
    CalendarPool.#resolved.set(sent, specs)
  }

  /** Ascending; what overlaps or touches is joined, so that two ways to say one working time are one. */
  shiftsOf(sent: SentShifts, fault: (words: string) => void): Shifts {
    if (sent.length === 0) return NO_SHIFTS
    const known = this.#bySent.get(sent)
    if (known !== undefined) return known
    let isFaulty = false
    const read = joinedShifts(sent, words => {
      isFaulty = true
      fault(words)
    })
    const text = read.join(' ')
    const shifts = this.#byText.get(text) ?? read
    if (shifts === read) this.#byText.set(text, read)
    // one that is faulty is to be reported at each place
    if (!isFaulty) this.#bySent.set(sent, shifts)
    return shifts
  }

  /** Exceptions as they were sent; of two of one day the first wins. */
  ownExceptions(sent: readonly SentException[], fault: ReportException): OwnExceptions {
    const own: CalendarException[] = []
    let isApart = true
    for (const [e, { date, until, shifts }] of sent.entries()) {
      const firstDay = parseDay(date)!
      const lastDay = until === undefined || until === null ? firstDay : parseDay(until)!
      if (lastDay < firstDay) {
        fault(e, `until must not lie before date, which is ${date}.`)
        continue
      }
      isApart &&= own.length === 0 || own.at(-1)!.lastDay < firstDay
      own.push({ firstDay, lastDay, shifts: this.shiftsOf(shifts ?? [], words => fault(e, words)) })
    }
    const list = isApart ? own : sortedApart(own)
    return { list: this.#one(list), repeated: isApart ? this.#none : onSharedDays(own) }
  }

  /** `above` with what of `below` it leaves free. */
  over(
    above: readonly CalendarException[],
    below: readonly CalendarException[],
    place: WorkPlace,
    what: () => string,
  ): readonly CalendarException[] {
    if (above.length === 0 || above === below) return below
    if (below.length === 0) return above
    let known = this.#over.get(above)
    if (known === undefined) this.#over.set(above, (known = new Map()))
    let laid = known.get(below)
    if (laid === undefined) {
      this.meter.spend(above.length + below.length, COST.listed, place, what)
      this.meter.spend(above.length + below.length, COST.tabled, place, what)
      laid = under(above, below)
      known.set(below, laid)
    }
    return laid
  }

  /** The list itself, or the equal one that came before. */
  #one(list: readonly CalendarException[]): readonly CalendarException[] {
    if (list.length === 0) return this.#none
    let hash = list.length
    for (const { firstDay, lastDay, shifts } of list)
      hash = (Math.imul(hash, 31) + Math.imul(firstDay, 7) + lastDay + shifts.length) | 0
    const known = this.#lists.get(hash)
    if (known === undefined) {
      this.#lists.set(hash, [list])
      return list
    }
    const equal = known.find(each => isEqual(each, list))
    // of lists that were made to have one number a few are kept
    if (equal === undefined && known.length < EQUAL_NUMBERS_MAX) known.push(list)
    return equal ?? list
  }
}

const EQUAL_NUMBERS_MAX = 8

/** Shifts of both are of one pool: equal ones are one value. */
const isEqual = (a: readonly CalendarException[], b: readonly CalendarException[]): boolean =>
  a.length === b.length &&
  a.every(({ firstDay, lastDay, shifts }, n) => {
    const other = b[n]!
    return firstDay === other.firstDay && lastDay === other.lastDay && shifts === other.shifts
  })

function sortedApart(own: readonly CalendarException[]): readonly CalendarException[] {
  const sorted = own.toSorted((a, b) => a.firstDay - b.firstDay)
  const isApart = sorted.every((item, n) => n === 0 || sorted[n - 1]!.lastDay < item.firstDay)
  return isApart ? sorted : layered(own.map(item => [item]))
}

function joinedShifts(sent: SentShifts, fault: (words: string) => void): Shifts {
  const shifts: [number, number][] = []
  for (const [from = '', to = ''] of sent) {
    const start = minutesAfterMidnight(`T${from}`)!
    const end = to === '24:00' || to === '00:00' ? MINUTES_PER_DAY : minutesAfterMidnight(`T${to}`)!
    if (end <= start) fault(`A working time must end after it begins, not ${from} to ${to}.`)
    else shifts.push([start, end])
  }
  shifts.sort((a, b) => a[0] - b[0])
  const joined: [number, number][] = []
  for (const shift of shifts) {
    const last = joined.at(-1)
    if (last !== undefined && shift[0] <= last[1]) last[1] = Math.max(last[1], shift[1])
    else joined.push(shift)
  }
  return joined
}
