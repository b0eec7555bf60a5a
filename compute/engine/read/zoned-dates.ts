/**
 * Dates with a zone in a JSON body ("2026-03-08T23:00:00.000Z", "...+02:00"): they become the local date and time of `time_zone` before the body is read, in the
 * bytes themselves, which a local time is never longer than. Without time_zone the local time is UTC. Times that all look like midnights of one place east
 * of it (as programs write a day that was chosen in a browser) are taken as those midnights, since the day that was meant is no other; a finding says so.
 * Another finding names each date that has come to lie on another day than the one that is written.
 */
import { formatDay, parseDay } from '../../../shared/contract/schedule/day.ts'
import { MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import type { NotedFaults } from './read-faults.ts'

/** A date and a time are sixteen of these in a row, with a T or a blank as the eleventh. */
const IS_OF_DATE_TIME = new Uint8Array(256)
for (const byte of Buffer.from('0123456789-Tt :')) IS_OF_DATE_TIME[byte] = 1
/** What stands between a day and its time. */
const IS_BETWEEN = new Uint8Array(256)
for (const byte of Buffer.from('Tt ')) IS_BETWEEN[byte] = 1
const [DASH = 0, COLON = 0, QUOTE = 0] = Buffer.from('-:"')
/** The whole of a date with a zone: "...T23:00:00Z", "... 23:00 +02", "...+0530", "...+01:00[Europe/Berlin]". */
const ZONED =
  /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)? ?(?:([Zz])|([+-])(\d{2})(?::?(\d{2}))?)(?:\[[^\]]{1,40}\])?$/
const CHARACTERS_MAX = 80
const DATE_TIME_CHARACTERS = 16
const DAY_CHARACTERS = 10
const SAMPLES_MAX = 20
const MINUTES_PER_HOUR = 60
/**
 * Offsets of the places that are taken for one where no zone is named, in minutes east of UTC: of hours at which work seldom begins or ends.
 */
const OFFSETS_GUESSED = [60, 120, 180, 240, 330]

export interface ZonedBody {
  readonly body: Uint8Array
  /** The member time_zone cannot be used. */
  readonly unknownZone?: string
  /** Dates that were taken as local midnights without a zone that says so. */
  readonly guessed?: NotedFaults
  /** Dates that lie on another day than the one that is written; `isNamed`: by the time_zone of the request. */
  readonly moved?: { readonly faults: NotedFaults; readonly isNamed: boolean }
}

interface Zoned {
  /** Where the text stands in the body. */
  readonly at: number
  readonly text: string
  /** Minutes since 1970 in UTC. */
  readonly moment: number
  /** One that ends at :59 is an end of a day. */
  readonly isLastMinute: boolean
}

export function withLocalDates(body: Uint8Array): ZonedBody {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length)
  const zone = zoneOf(bytes)
  if (zone !== undefined && localClock(zone) === undefined) return { body, unknownZone: zone }
  const found = zonedDates(bytes)
  if (found.length === 0) return { body }
  const offset = zone === undefined ? midnightOffset(found) : undefined
  const clock = zone === undefined ? undefined : localClock(zone)!
  const copy = Buffer.from(bytes)
  const local = ({ moment, isLastMinute }: Zoned): string =>
    textOf(
      clock !== undefined ? clock(moment) : offset === undefined ? moment : midnightOf(moment, offset, isLastMinute),
    )
  const moved: Zoned[] = []
  for (const zoned of found) {
    const text = local(zoned)
    copy.write(text, zoned.at, 'latin1')
    if (text.slice(0, DAY_CHARACTERS) !== zoned.text.slice(0, DAY_CHARACTERS)) moved.push(zoned)
  }
  const noted = (dates: readonly Zoned[]): NotedFaults => ({
    count: dates.length,
    tasks: [],
    samples: dates
      .slice(0, SAMPLES_MAX)
      .map(zoned => ({ task: -1, place: `read as ${local(zoned)}`, value: zoned.text })),
  })
  if (offset !== undefined) return { body: copy, guessed: noted(found) }
  return moved.length === 0
    ? { body: copy }
    : { body: copy, moved: { faults: noted(moved), isNamed: clock !== undefined } }
}

/** The rarest letters of its name, which is looked for in every body. */
const ZONE_END = Buffer.from('zone"')
const ZONE_BEGINNING = '"time_'

/** The member of the request; what is called so further in says the same. */
function zoneOf(bytes: Buffer): string | undefined {
  for (let at = bytes.indexOf(ZONE_END); at >= 0; at = bytes.indexOf(ZONE_END, at + 1)) {
    const start = at - ZONE_BEGINNING.length
    if (start < 0 || bytes.toString('latin1', start, at) !== ZONE_BEGINNING) continue
    return /^"time_zone"\s*:\s*"([^"\\]{1,64})"/.exec(bytes.toString('latin1', start, start + 120))?.[1]
  }
  return undefined
}

/**
 * Of every sixteen bytes one is looked at, and the eighth before it and behind it: a date and time has it, one of those two, and the fourth on either side of them.
 * A date alone is too short for that.
 */
function zonedDates(bytes: Buffer): Zoned[] {
  const found: Zoned[] = []
  for (let at = 8; at < bytes.length; at += 16) {
    if (IS_OF_DATE_TIME[bytes[at]] === 0) continue
    if (isOfDateTime(bytes, at - 8) && (isOfDateTime(bytes, at - 12) || isOfDateTime(bytes, at + 4)))
      addZoned(bytes, at - 5, found)
    if (isOfDateTime(bytes, at + 8) && (isOfDateTime(bytes, at - 4) || isOfDateTime(bytes, at + 12)))
      addZoned(bytes, at + 3, found)
  }
  return found
}

const isOfDateTime = (bytes: Buffer, at: number): boolean => IS_OF_DATE_TIME[bytes[at]] === 1

/** The date, if one of eight bytes is its T or blank. */
function addZoned(bytes: Buffer, from: number, found: Zoned[]): void {
  for (let at = from; at < from + 8; at++) {
    if (IS_BETWEEN[bytes[at]] === 0 || bytes[at - 3] !== DASH || bytes[at + 3] !== COLON || bytes[at - 11] !== QUOTE)
      continue
    const open = at - 10
    const close = bytes.indexOf(QUOTE, at)
    if (close - open > CHARACTERS_MAX || close - open <= DATE_TIME_CHARACTERS) continue
    const zoned = zonedOf(bytes.toString('latin1', open, close), open)
    if (zoned !== undefined) found.push(zoned)
  }
}

function zonedOf(text: string, at: number): Zoned | undefined {
  const parts = ZONED.exec(text)
  if (parts === null) return undefined
  const [, date = '', hours = '', minutes = '', seconds = '0', , sign, zoneHours = '0', zoneMinutes = '0'] = parts
  const day = parseDay(date)
  if (day === undefined || Number(hours) > 24 || Number(minutes) > 59) return undefined
  // what is no offset is no date either (parseDay)
  if (Number(zoneHours) > 23 || Number(zoneMinutes) > 59) return undefined
  const east = (sign === '-' ? -1 : 1) * (MINUTES_PER_HOUR * Number(zoneHours) + Number(zoneMinutes))
  const moment = MINUTES_PER_DAY * day + MINUTES_PER_HOUR * Number(hours) + Number(minutes) - east
  return { at, text, moment, isLastMinute: minutes === '59' && Number(seconds) >= 59 }
}

/** The offset in winter time of the place of which all are midnights (an hour less in UTC in summer), undefined = they are not. */
function midnightOffset(found: readonly Zoned[]): number | undefined {
  const offsets = new Set<number>()
  for (const { moment, isLastMinute } of found) {
    const minute = mod(moment + (isLastMinute ? 1 : 0), MINUTES_PER_DAY)
    offsets.add(mod(-minute, MINUTES_PER_DAY))
    if (offsets.size > 2) return undefined
  }
  const [first = 0, second = first] = [...offsets].sort((a, b) => a - b)
  if (second - first !== 0 && second - first !== MINUTES_PER_HOUR) return undefined
  return OFFSETS_GUESSED.includes(first) && OFFSETS_GUESSED.includes(second) ? first : undefined
}

const mod = (value: number, by: number): number => ((value % by) + by) % by

/** The local day that begins there, in winter or in summer; of the last minute of a day that minute. */
function midnightOf(moment: number, offset: number, isLastMinute: boolean): number {
  const local = moment + offset + (isLastMinute ? 1 : 0)
  // in summer the clock is an hour on
  const midnight = MINUTES_PER_DAY * Math.floor((local + MINUTES_PER_HOUR) / MINUTES_PER_DAY)
  return isLastMinute ? midnight - 1 : midnight
}

function textOf(moment: number): string {
  const day = Math.floor(moment / MINUTES_PER_DAY)
  const minute = moment - MINUTES_PER_DAY * day
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${formatDay(day)}T${two(Math.floor(minute / MINUTES_PER_HOUR))}:${two(minute % MINUTES_PER_HOUR)}`
}

/** UTC to the local time of a zone, both minutes since 1970; undefined = there is no such zone. */
function localClock(zone: string): ((moment: number) => number) | undefined {
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      calendar: 'iso8601',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
  } catch {
    return undefined
  }
  /** By quarter of an hour: zones change at none between. */
  const offsets = new Map<number, number>()
  return moment => {
    const quarter = Math.floor(moment / 15)
    let offset = offsets.get(quarter)
    if (offset === undefined) {
      const parts = Object.fromEntries(
        format.formatToParts(new Date(60_000 * 15 * quarter)).map(({ type, value }) => [type, value]),
      )
      const day = parseDay(`${parts.year}-${parts.month}-${parts.day}`)
      const local =
        day === undefined ? Number.NaN : MINUTES_PER_DAY * day + 60 * Number(parts.hour) + Number(parts.minute)
      offset = Number.isNaN(local) ? 0 : local - 15 * quarter
      offsets.set(quarter, offset)
    }
    return moment + offset
  }
}
