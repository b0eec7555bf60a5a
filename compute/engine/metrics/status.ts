/** Reported progress that contradicts the dates, or rides along with them: what the progress audit, DECM and the risk index advise alike. */

/** Causes that the audit of progress and DECM share. */
export const START_AHEAD = {
  found: [
    'is forecast or planned to start after the status date',
    'are forecast or planned to start after the status date',
  ],
  action: 'report the day on which the work began early, or set percent_complete to 0',
} as const

export const COMPLETE_WITHOUT_FINISH = {
  finishAhead: {
    found: ['is forecast to finish after the status date', 'are forecast to finish after the status date'],
    action: 'lower percent_complete to what is done, or report the day on which the work ended early',
  },
  neverStarted: {
    found: ['has no actual start either', 'have no actual start either'],
    action: 'report both days, or set percent_complete back where no work was done',
  },
  underWay: {
    found: ['has begun and is at 100 %', 'have begun and are at 100 %'],
    action: 'report the day on which the work ended',
  },
} as const

/** What to do about work that ran before its predecessors allowed. */
export const SETTLE_SEQUENCE =
  'report the predecessors that are done, or replace the links that the work did not keep to'

/** What to do about forecasts that ride on the status date. */
export const RIDING = {
  notStarted: 'find what holds the start, and forecast the day on which that is settled',
  inProgress: 'measure the remaining duration, and forecast the finish from it',
} as const
