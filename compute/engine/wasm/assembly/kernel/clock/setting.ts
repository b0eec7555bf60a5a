/** What is given of a network by the clock as a whole: compute/engine/clock/input.ts. Moments are minutes. */
import { COMPLETE } from '../../../../passes/codes.ts'
import { at, RANK_STATE } from '../memory'
import { MINUTES_PER_DAY } from './calendars'

/** Which calendar a lag counts in: places in LAG_CALENDARS of shared/contract/schedule/calendars.ts. */
export const LAG_PREDECESSOR: u32 = 0
export const LAG_SUCCESSOR: u32 = 1
export const LAG_PROJECT: u32 = 2
export const LAG_24_HOUR: u32 = 3

/** Which dates total float lies between: places in TOTAL_FLOAT_RULES there. */
export const FLOAT_OF_START: u32 = 0
export const FLOAT_OF_FINISH: u32 = 1
export const FLOAT_SMALLEST: u32 = 2

export let origin: f64 = 0
export let dataMoment: f64 = 0
/** What has not started begins no earlier; NaN = the data date alone counts. */
export let projectStart: f64 = NaN
/** NaN = the project finish. */
export let mustFinish: f64 = NaN
export let lagRule: u32 = 0
export let floatRule: u32 = 0
export let projectCalendar: u32 = 0
export let roundTheClock: u32 = 0
/** Tasks are critical by their float, up to this; NaN = by the longest path. */
export let criticalFloat: f64 = NaN

export function momentAt(offset: f64): f64 {
  const minutes = offset * MINUTES_PER_DAY
  const up = ceil<f64>(minutes)
  return (up - 0.5 <= minutes ? up : up - 1) + origin
}

export function offsetAt(moment: f64): f64 {
  return (moment - origin) / MINUTES_PER_DAY
}

export function isComplete(r: usize): bool {
  return load<u8>(at(RANK_STATE) + r) === COMPLETE
}

export function setRules(lags: u32, floats: u32, ofProject: u32, continuous: u32, criticalDays: f64): void {
  lagRule = lags
  floatRule = floats
  projectCalendar = ofProject
  roundTheClock = continuous
  criticalFloat = criticalDays
}

/** `start` is a moment, the others are offsets; start and finish may be NaN. */
export function setMoments(zero: f64, dataDate: f64, start: f64, finish: f64): void {
  origin = zero
  dataMoment = momentAt(dataDate)
  projectStart = start
  mustFinish = finish >= -Infinity ? momentAt(finish) : NaN
}
