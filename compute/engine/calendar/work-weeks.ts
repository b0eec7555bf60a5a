/**
 * Guesses the work week from durations and dates of a schedule. Candidates are every day, one day off, and two or three consecutive days off,
 * anywhere in the week. Holidays are unknown, so a candidate must fit clearly better than the usual week.
 */

import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import type { DayColumn } from '../../../shared/contract/schedule/fields.ts'
import { hasColumn } from '../../../shared/contract/schedule/present-columns.ts'
import { zeros } from '../ids/short-arrays.ts'
import { isSummary } from '../kind/participation.ts'

/** Shorter tasks fit most weeks. */
export const EVIDENCE_DURATION_DAYS_MIN = 6
export const EVIDENCE_TOLERANCE_DAYS = 1

const DAYS_PER_WEEK = 7
/** The order decides among candidates that fit alike: the first is taken. */
const DAYS_OFF = [2, 1, 3]

/** ISO weekdays of each candidate, ascending. */
const CANDIDATES: readonly (readonly number[])[] = [
  [1, 2, 3, 4, 5, 6, 7],
  ...Array.from({ length: DAYS_OFF.length * DAYS_PER_WEEK }, (_, n) => {
    const daysOff = DAYS_OFF[Math.floor(n / DAYS_PER_WEEK)]
    const firstOff = n % DAYS_PER_WEEK
    const isOff = (day: number): boolean => (day - 1 - firstOff + DAYS_PER_WEEK) % DAYS_PER_WEEK < daysOff
    return [1, 2, 3, 4, 5, 6, 7].filter(day => !isOff(day))
  }),
]

interface Week {
  /** ISO weekdays, ascending. */
  readonly days: readonly number[]
  /** Entry w: 1 = a day off (0 = Monday). */
  readonly off: Uint8Array
  /** Entry [w * 7 + r]: work days among the r days from weekday w (0 = Monday) on. */
  readonly parts: Uint8Array
}

const weekOf = (days: readonly number[]): Week => ({
  days,
  off: Uint8Array.from({ length: DAYS_PER_WEEK }, (_, w) => (days.includes(w + 1) ? 0 : 1)),
  parts: Uint8Array.from({ length: DAYS_PER_WEEK * DAYS_PER_WEEK }, (_, at) => {
    const [from, count] = [Math.floor(at / DAYS_PER_WEEK), at % DAYS_PER_WEEK]
    let works = 0
    for (let d = 0; d < count; d++) if (days.includes(((from + d) % DAYS_PER_WEEK) + 1)) works++
    return works
  }),
})

const WEEKS = CANDIDATES.map(weekOf)

/** Weeks first .. end - 1, which all have so many work days. */
interface WeekGroup {
  readonly workDays: number
  readonly first: number
  readonly end: number
}

const GROUPS: readonly WeekGroup[] = [...new Set(CANDIDATES.map(days => days.length))].map(workDays => ({
  workDays,
  first: CANDIDATES.findIndex(days => days.length === workDays),
  end: 1 + CANDIDATES.findLastIndex(days => days.length === workDays),
}))

/**
 * What an exact duration, and one within the tolerance, speaks for a week, and what a start or finish on a day off speaks
 * against it: holidays spoil durations, yet hardly anybody starts work on a day off.
 */
const EXACT = 2
const NEAR = 1
const OFF = 1
/** Another week has to be ahead by this, the evidence of about three tasks, and by this share of the tasks that give evidence. */
const LEAD_MIN = 3
const LEAD_SHARE = 0.1

/** What a week is judged by. */
type Dated = Pick<
  ScheduleColumns,
  'taskCount' | 'durationDays' | 'taskType' | 'plannedStart' | 'plannedFinish' | 'baselineStart' | 'baselineFinish'
>

const hasPlan = ({ plannedStart, plannedFinish }: Dated, i: number): boolean =>
  plannedStart[i] !== DAY_ABSENT && plannedFinish[i] !== DAY_ABSENT

/** The dates that a duration is held against: the planned ones, else those of the baseline. */
export const evidenceStart = (columns: Dated, i: number): number =>
  hasPlan(columns, i) ? columns.plannedStart[i] : columns.baselineStart[i]
export const evidenceFinish = (columns: Dated, i: number): number =>
  hasPlan(columns, i) ? columns.plannedFinish[i] : columns.baselineFinish[i]

/** The names of their columns. */
export const evidencePair = (columns: Dated, i: number): readonly [start: DayColumn, finish: DayColumn] =>
  hasPlan(columns, i) ? ['plannedStart', 'plannedFinish'] : ['baselineStart', 'baselineFinish']

/** Whether any task can have both dates. */
export const hasEvidenceColumns = (columns: ScheduleColumns): boolean =>
  (hasColumn(columns, 'plannedStart') && hasColumn(columns, 'plannedFinish')) ||
  (hasColumn(columns, 'baselineStart') && hasColumn(columns, 'baselineFinish'))

/** Whether a task has both dates in their order; summaries have no duration of their own. */
export function isEvidence(columns: Dated, i: number): boolean {
  const start = evidenceStart(columns, i)
  return !isSummary(columns.taskType[i]) && start !== DAY_ABSENT && evidenceFinish(columns, i) >= start
}

const isSameWeek = (days: readonly number[], others: readonly number[]): boolean =>
  days.length === others.length && days.every((day, n) => day === others[n])

interface WorkWeek {
  /** The array given where that is the best. */
  readonly workDays: readonly number[]
  readonly evidenceCount: number
  readonly dateCount: number
  readonly datesOff: number
}

/** Parts of a week: first weekday times length. */
const PARTS = DAYS_PER_WEEK * DAYS_PER_WEEK
/** Days left beside the whole weeks that speak for a week: from one less than no work day to one more than all but one day. */
const LEFT_MIN = -EVIDENCE_TOLERANCE_DAYS
const LEFT_SIZE = DAYS_PER_WEEK + 2 * EVIDENCE_TOLERANCE_DAYS + 1
/** Place of all others, which speak for none: to count them there costs less than to branch. */
const LEFT_OTHER = LEFT_SIZE - 1

/** By group, part, days left beside the whole weeks; one week that is no candidate makes another group. All zero but while weeks are judged. */
const counts = new Uint32Array((GROUPS.length + 1) * PARTS * LEFT_SIZE)
/** Which of them are not zero, as many as are counted. */
const counted = new Uint16Array(counts.length)

/**
 * How well each week fits the durations and dates of a schedule. Tasks of one part of a week whose durations leave as many days beside their
 * whole weeks speak alike, so they are counted first. O(tasks).
 */
export class WeekEvidence {
  readonly #weeks: readonly Week[]
  readonly #groups: readonly WeekGroup[]
  /** By week: what durations speak for it, and how many of them fit it within the tolerance. */
  readonly #scores: Float64Array
  readonly #fits: Uint32Array
  /** Starts and finishes by weekday, 0 = Monday. */
  readonly #dates: Uint32Array
  #countedLength = 0
  #evidenceCount = 0

  /** `own`: ISO weekdays of one more week to be judged; it may be a candidate. */
  constructor(columns: Dated, own?: readonly number[]) {
    const isCandidate = own === undefined || weekIndex(WEEKS, own) >= 0
    this.#weeks = isCandidate ? WEEKS : [...WEEKS, weekOf(own)]
    this.#groups = isCandidate
      ? GROUPS
      : [...GROUPS, { workDays: own.length, first: WEEKS.length, end: WEEKS.length + 1 }]
    this.#scores = zeros(Float64Array, this.#weeks.length)
    this.#fits = zeros(Uint32Array, this.#weeks.length)
    this.#dates = zeros(Uint32Array, DAYS_PER_WEEK)
    this.#count(columns)
    this.#speakCounted()
    for (let c = 0; c < this.#weeks.length; c++) this.#scores[c] -= OFF * countOff(this.#dates, this.#weeks[c])
  }

  /** Tasks whose duration is, within the tolerance, the inclusive span of their dates in a week. */
  fitsOf(days: readonly number[]): number {
    return this.#fits[weekIndex(this.#weeks, days)]
  }

  /** `usual`: ISO weekdays that are taken unless a candidate fits clearly better. */
  best(usual: readonly number[]): WorkWeek {
    const weeks = this.#weeks
    const scores = this.#scores
    const before = weekIndex(weeks, usual)
    let best = before
    for (let c = 0; c < weeks.length; c++) if (scores[c] > scores[best]) best = c
    const lead = scores[best] - scores[before]
    const evidenceCount = this.#evidenceCount
    const isClear = evidenceCount > 0 && lead >= LEAD_MIN && lead >= LEAD_SHARE * evidenceCount
    const week = weeks[isClear ? best : before]
    let dateCount = 0
    for (let w = 0; w < DAYS_PER_WEEK; w++) dateCount += this.#dates[w]
    return {
      workDays: isClear ? week.days : usual,
      evidenceCount,
      dateCount,
      datesOff: countOff(this.#dates, week),
    }
  }

  #count({
    taskCount,
    durationDays,
    taskType,
    plannedStart,
    plannedFinish,
    baselineStart,
    baselineFinish,
  }: Dated): void {
    const dates = this.#dates
    const groups = this.#groups
    let evidenceCount = 0
    for (let i = 0; i < taskCount; i++) {
      const duration = durationDays[i]
      if (!(duration > 0) || isSummary(taskType[i])) continue
      // as evidenceStart, evidenceFinish and isEvidence have it
      const isPlanned = plannedStart[i] !== DAY_ABSENT && plannedFinish[i] !== DAY_ABSENT
      const start = isPlanned ? plannedStart[i] : baselineStart[i]
      const finish = isPlanned ? plannedFinish[i] : baselineFinish[i]
      if (start === DAY_ABSENT || finish < start) continue
      // day 0 was a Thursday; of what V8 does not know to be an integer of 32 bits, a remainder takes it ten times as long
      const ofWeek = ((start + 3) | 0) % DAYS_PER_WEEK
      const from = ofWeek < 0 ? ofWeek + DAYS_PER_WEEK : ofWeek
      const span = (finish - start + 1) | 0
      const wholeWeeks = (span / DAYS_PER_WEEK) | 0
      const rest = span - wholeWeeks * DAYS_PER_WEEK
      dates[from]++
      dates[(from + rest + DAYS_PER_WEEK - 1) % DAYS_PER_WEEK]++
      if (duration < EVIDENCE_DURATION_DAYS_MIN) continue
      evidenceCount++
      const part = from * DAYS_PER_WEEK + rest
      const wholeDays = duration | 0
      if (wholeDays !== duration) {
        this.#speakAlone(part, rest, wholeWeeks, duration)
        continue
      }
      for (let g = 0; g < groups.length; g++) {
        const place = (wholeDays - Math.imul(wholeWeeks, groups[g].workDays) - LEFT_MIN) | 0
        // all bits where it lies outside
        const isOther = (place | (rest + 2 * EVIDENCE_TOLERANCE_DAYS - place)) >> 31
        const at = (g * PARTS + part) * LEFT_SIZE + ((place & ~isOther) | (LEFT_OTHER & isOther))
        if (counts[at]++ === 0) counted[this.#countedLength++] = at
      }
    }
    this.#evidenceCount = evidenceCount
  }

  #speakCounted(): void {
    for (let n = 0; n < this.#countedLength; n++) {
      const at = counted[n]
      const count = counts[at]
      counts[at] = 0
      const place = at % LEFT_SIZE
      if (place === LEFT_OTHER) continue
      const groupAndPart = Math.floor(at / LEFT_SIZE)
      this.#speak(Math.floor(groupAndPart / PARTS), groupAndPart % PARTS, place + LEFT_MIN, count)
    }
  }

  /** A duration that is no whole number of days. */
  #speakAlone(part: number, rest: number, wholeWeeks: number, duration: number): void {
    for (let g = 0; g < this.#groups.length; g++) {
      const left = duration - wholeWeeks * this.#groups[g].workDays
      if (left >= LEFT_MIN && left <= rest + EVIDENCE_TOLERANCE_DAYS) this.#speak(g, part, left, 1)
    }
  }

  #speak(g: number, part: number, left: number, count: number): void {
    const { first, end } = this.#groups[g]
    for (let c = first; c < end; c++) {
      const apart = Math.abs(left - this.#weeks[c].parts[part])
      if (apart > EVIDENCE_TOLERANCE_DAYS) continue
      this.#fits[c] += count
      this.#scores[c] += count * (apart === 0 ? EXACT : NEAR)
    }
  }
}

const weekIndex = (weeks: readonly Week[], days: readonly number[]): number =>
  weeks.findIndex(week => isSameWeek(week.days, days))

/** Starts and finishes, given by weekday, on the days off of a week. */
function countOff(dates: Uint32Array, { off }: Week): number {
  let count = 0
  for (let w = 0; w < DAYS_PER_WEEK; w++) count += dates[w] * off[w]
  return count
}
