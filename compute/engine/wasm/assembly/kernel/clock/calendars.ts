/**
 * Calendars as the passes ask them: a header each, the numbers that compute/engine/clock/work-calendar.ts made of it, and two tables. The table of days
 * has for each day from the first on the work before it and its periods; the table of work has for each WORK_STEP minutes the day they end in. Days that
 * are in no table are searched.
 */

// biome-ignore-all lint/correctness/noUnusedVariables: it is global
import { at, CALENDAR_DAYS, CALENDAR_NUMBERS, CALENDARS } from '../memory'

export const MINUTES_PER_DAY: f64 = 1440
const DAYS_PER_WEEK: usize = 7
/** Day 0 was a Thursday; weeks are counted from the Monday before. */
const MONDAY_OFFSET: f64 = 3
/** A power of two: the division is exact. */
const WORK_STEP: f64 = 512
const TO_STEPS: f64 = 1 / WORK_STEP

/** Bytes of a header, of an entry of the table of days, and of what a day takes in both tables: no day has more than 1,440 minutes of work. */
export const HEADER_BYTES: usize = 80
const DAY_BYTES: usize = 16
export const TABLE_BYTES_PER_DAY: usize = 28
/** Behind the last day. */
export const TABLE_BYTES_MORE: usize = 48

// a header: f64
const OF_DAY: usize = 0
const FIRST_DAY: usize = 8
const DAY_COUNT: usize = 16
const WORK_BEFORE: usize = 24
/** Of all days of the table. */
const WORK: usize = 32
// u32
const IS_CONTINUOUS: usize = 40
const DAYS: usize = 44
const STEPS: usize = 48
const WEEK: usize = 52
const FIRST_PERIODS: usize = 56
const PERIODS: usize = 60
const EXCEPTIONS: usize = 64
const EXCEPTION_COUNT: usize = 68

// the numbers: minutes per day, whether continuous, patterns, exceptions, then the week, first periods, periods and exceptions
const NUMBERS_HEAD: usize = 32
const PERIOD_BYTES: usize = 24
const EXCEPTION_BYTES: usize = 48
/** Of an exception, the pattern of its days. */
const PATTERN: usize = 40

/** Entry of a day that is in no table. Lies behind the table of columns. */
const FOUND_DAY: usize = 1664

/** Of the moment that was looked for last: its entry, minute of the day, work before it. */
let entry: usize = 0
let minute: f64 = 0
/** Work at the moment that nextWork or previousWork gave last. */
export let workThere: f64 = 0

let tableEnd: usize = 0

export function calendarAt(index: u32): usize {
  return at(CALENDARS) + <usize>index * HEADER_BYTES
}

function isContinuous(c: usize): bool {
  return load<u32>(c, IS_CONTINUOUS) !== 0
}

/** Takes over calendar `index`, whose numbers begin at number `from`, with tables of so many days. The calendars come one after another. */
export function layCalendar(index: u32, from: u32, firstDay: f64, dayCount: u32): void {
  const c = calendarAt(index)
  const numbers = at(CALENDAR_NUMBERS) + ((<usize>from) << 3)
  if (index === 0) tableEnd = at(CALENDAR_DAYS)
  const patternCount = <usize>load<f64>(numbers, 16)
  const week = numbers + NUMBERS_HEAD
  const firstPeriods = week + ((DAYS_PER_WEEK + 1) << 3)
  const periods = firstPeriods + ((patternCount + 1) << 3)
  const periodCount = <usize>load<f64>(firstPeriods + (patternCount << 3))
  store<f64>(c, load<f64>(numbers), OF_DAY)
  store<u32>(c, <u32>(load<f64>(numbers, 8) !== 0), IS_CONTINUOUS)
  store<u32>(c, <u32>week, WEEK)
  store<u32>(c, <u32>firstPeriods, FIRST_PERIODS)
  store<u32>(c, <u32>periods, PERIODS)
  store<u32>(c, <u32>(periods + periodCount * PERIOD_BYTES), EXCEPTIONS)
  store<u32>(c, <u32>load<f64>(numbers, 24), EXCEPTION_COUNT)
  store<f64>(c, firstDay, FIRST_DAY)
  store<f64>(c, 0, DAY_COUNT)
  store<f64>(c, 0, WORK)
  if (dayCount > 0 && !isContinuous(c)) layTables(c, firstDay, <usize>dayCount)
}

function layTables(c: usize, firstDay: f64, dayCount: usize): void {
  const days = tableEnd
  const steps = days + (dayCount + 1) * DAY_BYTES
  let step: usize = 0
  const before = load<f64>(findDay(c, firstDay))
  const exceptions = <usize>load<u32>(c, EXCEPTIONS)
  const exceptionCount = load<u32>(c, EXCEPTION_COUNT)
  let e = <usize>(lastUpTo(exceptions, exceptionCount, firstDay) + 1)
  // the day at which other patterns than those of the entry before begin
  let weekday = <usize>(firstDay + MONDAY_OFFSET - floor<f64>((firstDay + MONDAY_OFFSET) / 7) * 7)
  let nextException = e < <usize>exceptionCount ? load<f64>(exceptions + e * EXCEPTION_BYTES) : Infinity
  let lastException = e > 0 ? load<f64>(exceptions + (e - 1) * EXCEPTION_BYTES, 8) : -Infinity
  let work = before
  for (let d: usize = 0; d <= dayCount; d++) {
    const day = firstDay + <f64>d
    if (day >= nextException) {
      lastException = load<f64>(exceptions + e * EXCEPTION_BYTES, 8)
      e++
      nextException = e < <usize>exceptionCount ? load<f64>(exceptions + e * EXCEPTION_BYTES) : Infinity
    }
    const isException = day <= lastException
    const to = days + d * DAY_BYTES
    store<f64>(to, work)
    storePeriods(c, to, isException ? patternOf(exceptions + (e - 1) * EXCEPTION_BYTES) : weekday)
    if (d === dayCount) break
    const week = <usize>load<u32>(c, WEEK) + (weekday << 3)
    work += isException ? load<f64>(exceptions + (e - 1) * EXCEPTION_BYTES, 16) : load<f64>(week, 8) - load<f64>(week)
    for (; <f64>step * WORK_STEP + before < work; step++) store<u32>(steps + (step << 2), <u32>d)
    weekday = weekday === DAYS_PER_WEEK - 1 ? 0 : weekday + 1
  }
  tableEnd = (steps + (step << 2) + 15) & ~(<usize>15)
  store<u32>(c, <u32>days, DAYS)
  store<u32>(c, <u32>steps, STEPS)
  store<f64>(c, before, WORK_BEFORE)
  store<f64>(c, work - before, WORK)
  store<f64>(c, <f64>dayCount, DAY_COUNT)
}

function patternOf(exception: usize): usize {
  return <usize>load<f64>(exception, PATTERN)
}

/** The periods of a pattern into an entry: where they begin and end. */
function storePeriods(c: usize, to: usize, pattern: usize): void {
  const first = <usize>load<u32>(c, FIRST_PERIODS) + (pattern << 3)
  const periods = load<u32>(c, PERIODS)
  store<u32>(to, periods + <u32>load<f64>(first) * <u32>PERIOD_BYTES, 8)
  store<u32>(to, periods + <u32>load<f64>(first, 8) * <u32>PERIOD_BYTES, 12)
}

/** The last of `count` exceptions whose number there is at most `value`, -1 = none. */
function lastUpTo(numbers: usize, count: u32, value: f64): i32 {
  let low: u32 = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (load<f64>(numbers + <usize>middle * EXCEPTION_BYTES) <= value) low = middle + 1
    else high = middle
  }
  return <i32>low - 1
}

/** The entry of a day that is in no table. */
function findDay(c: usize, day: f64): usize {
  const exceptions = <usize>load<u32>(c, EXCEPTIONS)
  const e = lastUpTo(exceptions, load<u32>(c, EXCEPTION_COUNT), day)
  const exception = exceptions + <usize>e * EXCEPTION_BYTES
  if (e >= 0 && day <= load<f64>(exception, 8)) {
    const into = (day - load<f64>(exception)) * load<f64>(exception, 16)
    store<f64>(FOUND_DAY, load<f64>(exception, 24) + into)
    storePeriods(c, FOUND_DAY, patternOf(exception))
    return FOUND_DAY
  }
  const week = <usize>load<u32>(c, WEEK)
  const weeks = floor<f64>((day + MONDAY_OFFSET) / 7)
  const weekday = <usize>(day + MONDAY_OFFSET - weeks * 7)
  const added = e < 0 ? 0 : load<f64>(exception, 32)
  store<f64>(FOUND_DAY, weeks * load<f64>(week, DAYS_PER_WEEK << 3) + load<f64>(week + (weekday << 3)) + added)
  storePeriods(c, FOUND_DAY, weekday)
  return FOUND_DAY
}

/** Sets entry and minute. */
function find(c: usize, moment: f64): void {
  const day = floor<f64>(moment / MINUTES_PER_DAY)
  minute = moment - day * MINUTES_PER_DAY
  const nth = day - load<f64>(c, FIRST_DAY)
  if (nth >= 0 && nth < load<f64>(c, DAY_COUNT)) entry = <usize>load<u32>(c, DAYS) + <usize>(<u32>nth) * DAY_BYTES
  else entry = findDay(c, day)
}

/** Minutes of work from a fixed day up to the moment. */
function workAt(c: usize, moment: f64): f64 {
  if (isContinuous(c)) return moment
  find(c, moment)
  const first = <usize>load<u32>(entry, 8)
  const work = load<f64>(entry)
  for (let p = <usize>load<u32>(entry, 12); p > first; ) {
    p -= PERIOD_BYTES
    const from = load<f64>(p)
    if (minute > from) return work + load<f64>(p, 16) + min<f64>(minute, load<f64>(p, 8)) - from
  }
  return work
}

/** The moment of a day at which so much of its work is done and more begins. */
function momentIn(at: usize, day: f64, work: f64): f64 {
  let p = <usize>load<u32>(at, 12) - PERIOD_BYTES
  while (load<f64>(p, 16) > work) p -= PERIOD_BYTES
  return day * MINUTES_PER_DAY + load<f64>(p) + work - load<f64>(p, 16)
}

/** The moment at which so much work has been done and more begins: the latest of that amount. */
function startOf(c: usize, work: f64): f64 {
  if (isContinuous(c)) return work
  const into = work - load<f64>(c, WORK_BEFORE)
  if (!(into >= 0 && into < load<f64>(c, WORK))) return findStart(c, work)
  const days = <usize>load<u32>(c, DAYS)
  const step = <usize>(<u32>(into * TO_STEPS))
  let at = days + <usize>load<u32>(<usize>load<u32>(c, STEPS) + (step << 2)) * DAY_BYTES
  while (load<f64>(at, DAY_BYTES) <= work) at += DAY_BYTES
  return momentIn(at, load<f64>(c, FIRST_DAY) + <f64>(<u32>((at - days) / DAY_BYTES)), work - load<f64>(at))
}

/** The same where the day is in no table. */
function findStart(c: usize, work: f64): f64 {
  const exceptions = <usize>load<u32>(c, EXCEPTIONS)
  const e = lastUpTo(exceptions + 24, load<u32>(c, EXCEPTION_COUNT), work)
  const exception = exceptions + <usize>e * EXCEPTION_BYTES
  if (e >= 0) {
    const into = work - load<f64>(exception, 24)
    const dayWork = load<f64>(exception, 16)
    const days = load<f64>(exception, 8) + 1 - load<f64>(exception)
    if (into < days * dayWork) {
      const nth = floor<f64>(into / dayWork)
      storePeriods(c, FOUND_DAY, patternOf(exception))
      return momentIn(FOUND_DAY, load<f64>(exception) + nth, into - nth * dayWork)
    }
  }
  const week = <usize>load<u32>(c, WEEK)
  const ofWeek = load<f64>(week, DAYS_PER_WEEK << 3)
  const ofWeeks = e < 0 ? work : work - load<f64>(exception, 32)
  const weeks = floor<f64>(ofWeeks / ofWeek)
  const rest = ofWeeks - weeks * ofWeek
  let weekday = DAYS_PER_WEEK - 1
  while (
    load<f64>(week + (weekday << 3)) > rest ||
    load<f64>(week + (weekday << 3)) === load<f64>(week + (weekday << 3), 8)
  )
    weekday--
  storePeriods(c, FOUND_DAY, weekday)
  return momentIn(FOUND_DAY, weeks * 7 - MONDAY_OFFSET + <f64>(<u32>weekday), rest - load<f64>(week + (weekday << 3)))
}

/** The moment at which so much work is done: the earliest of that amount. */
function endOf(c: usize, work: f64): f64 {
  return isContinuous(c) ? work : startOf(c, work - 1) + 1
}

/** The moment itself where work goes on after it, else the next at which work begins. Sets workThere. */
export function nextWork(c: usize, moment: f64): f64 {
  workThere = moment
  if (isContinuous(c)) return moment
  find(c, moment)
  const first = <usize>load<u32>(entry, 8)
  workThere = load<f64>(entry)
  for (let p = <usize>load<u32>(entry, 12); p > first; ) {
    p -= PERIOD_BYTES
    const from = load<f64>(p)
    if (minute < from) continue
    const to = load<f64>(p, 8)
    workThere += load<f64>(p, 16) + min<f64>(minute, to) - from
    if (minute < to) return moment
    break
  }
  return startOf(c, workThere)
}

/** The moment itself where work was going on before it, else the last at which work ended. Sets workThere. */
export function previousWork(c: usize, moment: f64): f64 {
  workThere = moment
  if (isContinuous(c)) return moment
  find(c, moment)
  const first = <usize>load<u32>(entry, 8)
  workThere = load<f64>(entry)
  for (let p = <usize>load<u32>(entry, 12); p > first; ) {
    p -= PERIOD_BYTES
    const from = load<f64>(p)
    if (minute <= from) continue
    const to = load<f64>(p, 8)
    workThere += load<f64>(p, 16) + min<f64>(minute, to) - from
    if (minute <= to) return moment
    break
  }
  return endOf(c, workThere)
}

/** A calendar as the passes ask it. */
@global
@unmanaged
class PassCalendar {
  minutesPerDay: f64

  @inline
  workAt(moment: f64): f64 {
    return workAt(changetype<usize>(this), moment)
  }
  @inline
  startOf(work: f64): f64 {
    return startOf(changetype<usize>(this), work)
  }
  @inline
  endOf(work: f64): f64 {
    return endOf(changetype<usize>(this), work)
  }
  @inline
  nextWork(moment: f64): f64 {
    return nextWork(changetype<usize>(this), moment)
  }
  @inline
  workBetween(from: f64, to: f64): f64 {
    return this.workAt(to) - this.workAt(from)
  }
  @inline
  startBefore(finish: f64, minutes: f64): f64 {
    return minutes === 0 ? finish : this.startOf(this.workAt(finish) - minutes)
  }
  @inline
  finishAfter(start: f64, minutes: f64): f64 {
    return minutes === 0 ? start : this.endOf(this.workAt(start) + minutes)
  }
  @inline
  movedFrom(work: f64, minutes: f64): f64 {
    return minutes >= 0 ? this.endOf(work + minutes) : this.startOf(work + minutes)
  }
}
