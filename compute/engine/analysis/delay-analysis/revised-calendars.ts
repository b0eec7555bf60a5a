/** The calendars of two schedules as one list, and which of them each row works in before and after its working time was revised. */

import type { CalendarSpec } from '../../../../shared/contract/schedule/setting.ts'
import type { ClockInput } from '../../clock/input.ts'
import type { WorkCalendar } from '../../clock/work-calendar.ts'
import { matchCalendars } from '../../compare/setting-changes.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { IN_BOTH, type Revised, type Rows } from './revised-rows.ts'

export interface RevisedCalendars {
  /** Those of the earlier schedule, then those of the later one. */
  readonly list: readonly WorkCalendar[]
  /** Id of each, null = the one round the clock. */
  readonly ids: readonly (string | null)[]
  /** By row. Equal working time has one index, whatever the schedules call it. */
  readonly ofRow: Revised<Uint16Array>
  readonly project: { readonly before: number; readonly after: number }
  readonly roundTheClock: number
  /** Whether two of the list are one calendar before and after it was edited. */
  readonly isOneCalendar: (before: number, after: number) => boolean
  /** By row: days of before that one day of after stands for; undefined = 1 of all. */
  readonly ratio: Float64Array | undefined
}

/** `daysPerLaterDay` of a row of both schedules. */
export function revisedCalendars(
  before: ClockInput,
  after: ClockInput,
  rows: Rows,
  daysPerLaterDay: (row: number) => number,
): RevisedCalendars {
  const { count, laterCount, earlierOf, presence } = rows
  const offset = before.calendars.length
  const list = [...before.calendars, ...after.calendars]
  const ids = [...idsOf(before), ...idsOf(after)]
  const isEqual = equality(list)
  // the one round the clock is the last of both
  const twinAfter = before.calendars.map((_, n) => (n === offset - 1 ? list.length - 1 : NO_MATCH))
  const twinBefore = after.calendars.map((_, n) => (n === after.calendars.length - 1 ? offset - 1 : NO_MATCH))
  matchCalendars(specsOf(before), specsOf(after)).forEach((match, n) => {
    if (match === NO_MATCH) return
    twinAfter[n] = offset + match
    twinBefore[match] = n
  })
  const beforeOf = zeros(Uint16Array, count)
  const afterOf = zeros(Uint16Array, count)
  const settle = (was: number, is: number): number => (isEqual(was, is) ? was : is)
  let ratio: Float64Array | undefined
  for (let row = 0; row < count; row++) {
    if (row >= laterCount) {
      const was = before.tasks.calendar[earlierOf[row]]
      beforeOf[row] = was
      afterOf[row] = twinAfter[was] < 0 ? was : settle(was, twinAfter[was])
      continue
    }
    const own = after.tasks.calendar[row]
    const isBoth = presence[row] === IN_BOTH
    beforeOf[row] = isBoth
      ? before.tasks.calendar[earlierOf[row]]
      : twinBefore[own] < 0
        ? offset + own
        : twinBefore[own]
    afterOf[row] = settle(beforeOf[row], offset + own)
    if (!isBoth || list[beforeOf[row]].minutesPerDay === list[afterOf[row]].minutesPerDay) continue
    ratio ??= zeros(Float64Array, count).fill(1)
    ratio[row] = daysPerLaterDay(row)
  }
  const project = before.projectCalendar
  return {
    list,
    ids,
    ofRow: { before: beforeOf, after: afterOf },
    project: { before: project, after: settle(project, offset + after.projectCalendar) },
    roundTheClock: before.roundTheClock,
    isOneCalendar: (was, is) => twinAfter[was] === is,
    ratio,
  }
}

const specsOf = ({ columns }: ClockInput): readonly CalendarSpec[] => columns.setting?.calendars ?? []

function idsOf(clock: ClockInput): (string | null)[] {
  const specs = specsOf(clock)
  return clock.calendars.map((_, n) => specs[n]?.id ?? null)
}

/** Whether two of the calendars have the same working time and hours a day; what was compared is remembered. */
function equality(list: readonly WorkCalendar[]): (a: number, b: number) => boolean {
  const numbers = new Map<number, Float64Array>()
  const known = new Map<number, boolean>()
  const numbersOf = (n: number): Float64Array => {
    const made = numbers.get(n) ?? list[n].numbers()
    numbers.set(n, made)
    return made
  }
  return (a, b) => {
    if (a === b || list[a] === list[b]) return true
    const key = a * list.length + b
    const found = known.get(key)
    if (found !== undefined) return found
    const [one, other] = [numbersOf(a), numbersOf(b)]
    const same = one.length === other.length && one.every((value, n) => value === other[n])
    known.set(key, same)
    return same
  }
}
