/** Calendars of a file of Microsoft Project as they stand in it: work week, exceptions and the weeks of a time; whatever its format. */
import { EXCEPTIONS_MAX } from '../../../../../shared/contract/schedule/calendars.ts'
import { DAY_ABSENT } from '../../../../../shared/contract/schedule/columns.ts'
import { layered, layersOf } from '../../../../../shared/contract/schedule/exception-layers.ts'
import type { CalendarException, Shifts } from '../../../../../shared/contract/schedule/setting.ts'
import { COST, type Cost, type WorkMeter } from '../../../../../shared/contract/schedule/work-meter.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import { daysOf, isRecurring, type Recurrence, recurrenceText } from './recurrence.ts'

/** Monday first; undefined = as the base calendar. */
export type FileWeek = (Shifts | undefined)[]

export interface WorkWeek {
  readonly firstDay: number
  readonly lastDay: number
  readonly week: FileWeek
}

export interface FileCalendar {
  uid: number
  name: string
  isBase: boolean
  /** NaN = none. */
  baseUid: number
  week: FileWeek
  /** Ascending and apart. */
  exceptions: readonly CalendarException[]
  workWeeks: WorkWeek[]
}

export const newCalendar = (): FileCalendar => ({
  uid: Number.NaN,
  name: '',
  isBase: false,
  baseUid: Number.NaN,
  week: new Array<Shifts | undefined>(7).fill(undefined),
  exceptions: [],
  workWeeks: [],
})

/** Shifts of a day are kept up to the first so many, as requests may have. */
export const SHIFTS_MAX = 24

export const STANDARD_DAY: Shifts = [
  [480, 720],
  [780, 1020],
]
/** Times that Microsoft Project gives a day where nothing else is said. */
export const STANDARD_WEEK: readonly Shifts[] = Array.from({ length: 7 }, (_, d) => (d < 5 ? STANDARD_DAY : []))

/** Exceptions of a calendar. Of two for one day a single one wins over a recurring one, whichever stands first; else the earlier. */
export class Layers {
  readonly #single: CalendarException[][] = []
  readonly #recurring: CalendarException[][] = []

  get isEmpty(): boolean {
    return this.#single.length + this.#recurring.length === 0
  }
  add(days: CalendarException[], isRecurring: boolean): void {
    if (isRecurring) this.#recurring.push(days)
    else this.#single.push(days)
  }
  /** `spend`: before that many ranges are put into a list. */
  laid(spend: (ranges: number) => void): readonly CalendarException[] {
    const lists = [...this.#single, ...this.#recurring]
    if (lists.length > 1) spend(lists.reduce((sum, { length }) => sum + length, 0) * layersOf(lists.length))
    return layered(lists)
  }
}

/** Exceptions of calendars to days, each paid for before they are named. */
export class CalendarDays {
  /** The calendar that is read, as far as it is. */
  name = ''
  readonly #warnings: ImportWarnings
  readonly #meter: WorkMeter
  /** Equal working times of a day are one list, whichever calendars say them. */
  readonly #shifts = new Map<string, Shifts>()

  constructor(warnings: ImportWarnings, meter: WorkMeter) {
    this.#warnings = warnings
    this.#meter = meter
  }

  /** A date that is absent is the other one; without both the exception says nothing. */
  expand(rule: Recurrence, times: Shifts, into: Layers): void {
    if (rule.firstDay === DAY_ABSENT) rule.firstDay = rule.lastDay
    if (rule.lastDay === DAY_ABSENT) rule.lastDay = rule.firstDay
    if (rule.firstDay === DAY_ABSENT) return
    const ranges = daysOf(rule, EXCEPTIONS_MAX, () => this.#spend(1, COST.seen, () => recurrenceText(rule)))
    if (ranges === undefined) {
      this.#warnings.add(
        'calendar_exceptions_left_out',
        'Exceptions of calendars were left out: they name too many days.',
      )
      return
    }
    this.#spend(ranges.length, COST.listed, () => recurrenceText(rule))
    const shifts = this.oneOf(times)
    into.add(
      ranges.map(({ firstDay, lastDay }) => ({ firstDay, lastDay, shifts })),
      isRecurring(rule),
    )
  }

  /** All exceptions of the calendar. */
  laid(layers: Layers): readonly CalendarException[] {
    return layers.laid(ranges => this.#spend(ranges, COST.listed, () => 'Exceptions'))
  }

  oneOf(shifts: Shifts): Shifts {
    const text = shifts.join(' ')
    const known = this.#shifts.get(text)
    if (known === undefined) this.#shifts.set(text, shifts)
    return known ?? shifts
  }

  #spend(ranges: number, cost: Cost, of: () => string): void {
    this.#meter.spend(
      ranges,
      cost,
      ['Calendars', 'Exceptions'],
      () => `${of()} of the calendar ${JSON.stringify(this.name)}`,
    )
  }
}
