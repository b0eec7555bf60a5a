/** Dates of the schedule that was sent beside those of the file that was written, as their tools compute them. */
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import { formatMoment } from '../../../../shared/contract/schedule/time-of-day.ts'
import { calendarOf } from '../../clock/input.ts'
import { isLoe } from '../../kind/participation.ts'
import { roundHalfAway } from '../../wording/numbers.ts'
import type { ComputedDates } from './computed-dates.ts'
import type { ConversionWarnings } from './conversion-warnings.ts'

export interface Comparison {
  readonly comparedCount: number
  readonly changedCount: number
}

/** Floats of files are rounded to parts of days. */
const FLOAT_TOLERANCE_MINUTES = 0.5
const HOUR_DECIMALS = 2

/** rowOf: entry i = row of task i in the file. Two moments without working time of the task between them are one. */
export function compareDates(
  before: ComputedDates,
  after: ComputedDates,
  rowOf: Uint32Array,
  warnings: ConversionWarnings,
): Comparison {
  const { columns, prepared } = before
  const isCompared = (i: number): boolean => prepared.input.network.takesPart[i] === 1 || isLoe(columns.taskType[i])
  const spans = spansOf(before, after)
  let comparedCount = 0
  for (let i = 0; i < columns.taskCount; i++) if (isCompared(i)) comparedCount++
  let changedCount = 0
  for (let i = 0; i < columns.taskCount; i++) {
    if (!isCompared(i)) continue
    const row = rowOf[i]
    if (!spans.isSame(i, row)) {
      changedCount++
      const change = () => ({ member: null, before: spans.before(i), after: spans.after(row) })
      warnings.add('dates_differ', comparedCount, i, change)
    }
    const [was, is] = [floatMinutes(before, i), floatMinutes(after, row)]
    if (spans.hasFloats && Math.abs(was - is) > FLOAT_TOLERANCE_MINUTES)
      warnings.add('floats_differ', comparedCount, i, () => ({
        member: null,
        before: hoursText(was),
        after: hoursText(is),
      }))
  }
  return { comparedCount, changedCount }
}

/** Days of a calendar may be of other lengths in the file. */
const floatMinutes = ({ prepared, result }: ComputedDates, i: number): number => {
  const { clock } = prepared.input
  return clock === undefined ? Number.NaN : result.totalFloat[i] * calendarOf(clock, i).minutesPerDay
}

const hoursText = (minutes: number): string => `${roundHalfAway(minutes / 60, HOUR_DECIMALS)} h`

interface Spans {
  isSame(i: number, row: number): boolean
  before(i: number): string | null
  after(row: number): string | null
  readonly hasFloats: boolean
}

const NO_DATE = '?'
const spanText = (start: string, finish: string): string => `${start} to ${finish}`

/** To the minute where both schedules are by the clock, else by days. */
function spansOf(before: ComputedDates, after: ComputedDates): Spans {
  const [was, is] = [before.dates.moments, after.dates.moments]
  const { clock } = before.prepared.input
  if (was === undefined || is === undefined || clock === undefined) return daySpans(before.dates, after.dates)
  const same = (i: number, a: number, b: number): boolean =>
    a === b || (Number.isNaN(a) ? Number.isNaN(b) : calendarOf(clock, i).workBetween(a, b) === 0)
  const text = (moment: number): string => (Number.isNaN(moment) ? NO_DATE : formatMoment(moment))
  return {
    isSame: (i, row) =>
      same(i, was.earlyStart[i], is.earlyStart[row]) && same(i, was.earlyFinish[i], is.earlyFinish[row]),
    before: i => spanText(text(was.earlyStart[i]), text(was.earlyFinish[i])),
    after: row => spanText(text(is.earlyStart[row]), text(is.earlyFinish[row])),
    hasFloats: true,
  }
}

function daySpans(was: ComputedDates['dates'], is: ComputedDates['dates']): Spans {
  const text = (day: number): string => (day === DAY_ABSENT ? NO_DATE : formatDay(day))
  return {
    isSame: (i, row) => was.earlyStart[i] === is.earlyStart[row] && was.earlyFinish[i] === is.earlyFinish[row],
    before: i => spanText(text(was.earlyStart[i]), text(was.earlyFinish[i])),
    after: row => spanText(text(is.earlyStart[row]), text(is.earlyFinish[row])),
    hasFloats: false,
  }
}
