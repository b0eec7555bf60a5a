/** Dates as the serial numbers of a workbook: days since 1899-12-30, times as parts of a day. */
import { parseDay } from '../../../../shared/contract/schedule/day.ts'
import { MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'

/** 1970-01-01. */
const SERIAL_OF_DAY_0 = 25_569
/** 1900-03-01: before it the format counts a 29th of February that there never was. */
const SERIAL_MIN = 61

const MOMENT = /^\d{4}-\d{2}-\d{2}(?:T(\d{2}):(\d{2}))?$/
const KNOWN_MAX = 50_000

interface SerialDay {
  /** As it stands in the file. */
  readonly text: string
  readonly hasTime: boolean
}

const known = new Map<string, SerialDay | null>()

/** null: no date that a workbook can hold; it stays a text. */
export function serialDayOf(text: string): SerialDay | null {
  let serial = known.get(text)
  if (serial === undefined) {
    if (known.size >= KNOWN_MAX) known.clear()
    serial = make(text)
    known.set(text, serial)
  }
  return serial
}

function make(text: string): SerialDay | null {
  const match = MOMENT.exec(text)
  const day = match === null ? undefined : parseDay(text)
  if (match === null || day === undefined || day + SERIAL_OF_DAY_0 < SERIAL_MIN) return null
  const hasTime = match[1] !== undefined
  const minutes = hasTime ? Number(match[1]) * 60 + Number(match[2]) : 0
  return { text: String(day + SERIAL_OF_DAY_0 + minutes / MINUTES_PER_DAY), hasTime }
}
