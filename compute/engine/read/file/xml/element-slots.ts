/**
 * Values of the children of an element, by kind, until the element is read: what leaves a row out may be its last child. Which child goes to which
 * slot is said once for each format, by names; a value that is no date or no number is reported with its place.
 */
import { DAY_ABSENT } from '../../../../../shared/contract/schedule/columns.ts'
import { type BadValues, leftOut } from '../bad-values.ts'
import { FORM_WARNINGS, LooseDate } from '../loose-dates.ts'
import { type RecordSize, RowRecord } from '../row-record.ts'
import type { XmlCursor } from './xml-cursor.ts'
import { durationMinutesOf, flagOf, numberOf } from './xml-values.ts'

const DATE = 1
const NUMBER = 2
const DURATION = 3
const FLAG = 4
const TEXT = 5

/** Names of the children of each kind, '' = a slot that no child feeds. Numbers, switches (1 and 0) and durations of ISO 8601 (in minutes) share their slots. */
interface SlotNames<Name extends string> {
  readonly dates: readonly (Name | '')[]
  readonly numbers: readonly (Name | '')[]
  readonly flags?: readonly Name[]
  readonly durations?: readonly Name[]
  readonly texts: readonly (Name | '')[]
}

export class SlotPlan<Name extends string> implements RecordSize {
  /** Entry e: kind of the element of number e, 0 = it is not read, and its slot. */
  readonly kindOf: Uint8Array
  readonly slotOf: Uint8Array
  readonly nameOf: readonly string[]
  readonly dateCount: number
  readonly valueCount: number
  readonly textCount: number

  /** `numbers`: number that the cursor gives for a name, in ascending order. */
  constructor(numbers: Readonly<Record<Name, number>>, names: SlotNames<Name>) {
    const count = 1 + Math.max(...Object.values<number>(numbers))
    this.kindOf = new Uint8Array(count)
    this.slotOf = new Uint8Array(count)
    this.nameOf = ['', ...Object.keys(numbers)]
    const { dates, numbers: plain, flags = [], durations = [], texts } = names
    const place = (list: readonly (Name | '')[], kind: number, first = 0): number => {
      for (const [n, name] of list.entries()) {
        if (name === '') continue
        if (numbers[name] === undefined) throw new Error(`${name} is no element that is read`)
        this.kindOf[numbers[name]] = kind
        this.slotOf[numbers[name]] = first + n
      }
      return first + list.length
    }
    this.dateCount = place(dates, DATE)
    this.valueCount = place(durations, DURATION, place(flags, FLAG, place(plain, NUMBER)))
    this.textCount = place(texts, TEXT)
  }
}

export class ElementSlots extends RowRecord {
  readonly #kindOf: Uint8Array
  readonly #slotOf: Uint8Array
  readonly #nameOf: readonly string[]
  readonly #bad: BadValues
  readonly #date = new LooseDate()
  readonly #placeOf: () => string

  /** `placeOf`: the row that is read, in words. */
  constructor(plan: SlotPlan<string>, bad: BadValues, placeOf: () => string) {
    super(plan)
    this.#kindOf = plan.kindOf
    this.#slotOf = plan.slotOf
    this.#nameOf = plan.nameOf
    this.#bad = bad
    this.#placeOf = placeOf
  }

  /** Takes the child that the cursor has just given, if it has a slot; else the cursor stays. */
  take(xml: XmlCursor, name: number): boolean {
    const kind = this.#kindOf[name]
    if (kind === 0) return false
    const slot = this.#slotOf[name]
    if (kind === TEXT) {
      xml.wholeText()
      // the next text with entities writes where this one stands
      if (xml.source === xml.bytes) this.setText(slot, xml.source, xml.start, xml.end)
      else this.holdText(slot, xml.source, xml.start, xml.end)
      return true
    }
    xml.text()
    if (kind === DATE) {
      if (xml.end === xml.start) {
        this.days[slot] = DAY_ABSENT
        this.times[slot] = 0
        return true
      }
      const date = this.#date
      const warning = FORM_WARNINGS[date.read(xml.view, xml.start, xml.end)]
      this.days[slot] = date.day
      this.times[slot] = date.time
      if (warning !== undefined) this.#warn(warning.code, warning.text, xml, name)
      return true
    }
    const value = kind === NUMBER ? numberOf(xml) : kind === FLAG ? flagOf(xml) : durationMinutesOf(xml)
    this.values[slot] = value
    if (Number.isNaN(value) && xml.end > xml.start)
      this.#warn('bad_value', leftOut('Numbers, switches and durations'), xml, name)
    return true
  }

  #warn(code: string, text: (first: string) => string, xml: XmlCursor, name: number): void {
    this.#bad.add(
      code,
      text,
      this.#nameOf[name],
      () => `${this.#placeOf()}, ${this.#nameOf[name]}`,
      () => xml.string(),
    )
  }
}
