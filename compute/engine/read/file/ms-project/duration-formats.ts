/** Units of durations and lags as the XML of Microsoft Project numbers them: 3 minutes, 4 elapsed minutes, 5 hours ... 19 percent; 32 more = estimated. */

const ESTIMATED = 32
const ELAPSED_FORMATS = [4, 6, 8, 10, 12, 20]
const PERCENT_FORMATS = [19, 20]

/** 21 is none. */
const FORMATS = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 19, 20, 21]

const plain = (format: number): number => (format > ESTIMATED ? format - ESTIMATED : format)

export const isFormat = (format: number): boolean => FORMATS.includes(plain(format))
/** Counted round the clock. */
export const isElapsedFormat = (format: number): boolean => ELAPSED_FORMATS.includes(plain(format))
/** A part of the duration of the predecessor. */
export const isPercentFormat = (format: number): boolean => PERCENT_FORMATS.includes(plain(format))
