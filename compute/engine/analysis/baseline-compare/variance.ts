/** Variances of the pairs in calendar days, later = positive, and the bands they fall in (/docs/methods/baseline-compare#variances). */

import { VARIANCE_BANDS as BANDS } from '../../../../shared/contract/analysis/baseline-compare/words.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { type ToldStatus, toldOrEarlyFinish, toldOrEarlyStart } from './statuses.ts'

const ON_OR_AHEAD = BANDS.indexOf('on_or_ahead')
export const MAJOR = BANDS.indexOf('major')
export const SEVERE = BANDS.indexOf('severe')
/** In Variances.band of a task without a finish variance. */
const NO_BAND = BANDS.length

/** Upper bounds of the bands after the first, in thresholds. */
const BAND_THRESHOLDS = [1, 2, 4]

/** In thresholds: a late task of a band is later than `above` and no later than `upTo`; undefined = the band has no end. */
interface BandBounds {
  readonly above: number
  readonly upTo: number | undefined
}

/** Bounds of a band beyond the first late one; tasks that are critical in the baseline are in it from the band before on. */
export function boundsOfBand(band: number): { readonly usual: BandBounds; readonly critical: BandBounds } {
  const at = band - ON_OR_AHEAD - 2
  const upTo = (n: number): number | undefined => (band === SEVERE ? undefined : BAND_THRESHOLDS[n])
  return {
    usual: { above: BAND_THRESHOLDS[at], upTo: upTo(at + 1) },
    critical: { above: BAND_THRESHOLDS[at - 1], upTo: upTo(at) },
  }
}

/** Index into VARIANCE_BANDS; a late task that is critical in the baseline is one band worse. */
function bandOf(finishVarianceDays: number, thresholdDays: number, isBaselineCritical: boolean): number {
  if (finishVarianceDays <= 0) return ON_OR_AHEAD
  const within = BAND_THRESHOLDS.findIndex(multiple => finishVarianceDays <= multiple * thresholdDays)
  const band = within < 0 ? SEVERE : ON_OR_AHEAD + 1 + within
  return isBaselineCritical ? Math.min(band + 1, SEVERE) : band
}

/** Days, NaN = one of the two dates is missing; entries of tasks that are no members are NaN. Length taskCount. */
export interface Variances {
  readonly start: Float64Array
  readonly finish: Float64Array
  readonly duration: Float64Array
  /** Index into VARIANCE_BANDS or NO_BAND. */
  readonly band: Uint8Array
}

interface VarianceInput {
  readonly current: ToldStatus
  /** The current schedule with the dates of its partners as baseline. */
  readonly baselined: ScheduleColumns
  /** 1 = a pair that is counted. */
  readonly members: Uint8Array
  readonly thresholdDays: number
  /** 1 = critical in the baseline, by current task. */
  readonly isBaselineCritical: Uint8Array
}

export function variancesOf(input: VarianceInput): Variances {
  const { current, baselined, members, thresholdDays, isBaselineCritical } = input
  const { taskCount, baselineStart, baselineFinish } = baselined
  const none = () => zeros(Float64Array, taskCount).fill(Number.NaN)
  const start = none()
  const finish = none()
  const duration = none()
  const band = zeros(Uint8Array, taskCount).fill(NO_BAND)
  for (let i = 0; i < taskCount; i++) {
    if (members[i] === 0) continue
    if (baselineStart[i] !== DAY_ABSENT) start[i] = daysBetween(baselineStart[i], toldOrEarlyStart(current, i))
    if (baselineFinish[i] === DAY_ABSENT) continue
    finish[i] = daysBetween(baselineFinish[i], toldOrEarlyFinish(current, i))
    // inclusive spans differ as their ends do
    duration[i] = finish[i] - start[i]
    if (!Number.isNaN(finish[i])) band[i] = bandOf(finish[i], thresholdDays, isBaselineCritical[i] === 1)
  }
  return { start, finish, duration, band }
}

const daysBetween = (from: number, to: number): number => (to === DAY_ABSENT ? Number.NaN : to - from)

/** Count, mean, median, least and largest of the figures that are there. */
interface Spread {
  readonly count: number
  readonly mean: number
  readonly median: number
  readonly least: number
  readonly largest: number
}

/** undefined when there is no figure. O(n log n). */
export function spreadOf(days: Float64Array): Spread | undefined {
  const known = days.filter(value => !Number.isNaN(value)).sort()
  const count = known.length
  if (count === 0) return undefined
  const half = count >>> 1
  return {
    count,
    mean: known.reduce((sum, value) => sum + value, 0) / count,
    median: count % 2 === 1 ? known[half] : (known[half - 1] + known[half]) / 2,
    least: known[0],
    largest: known[count - 1],
  }
}
