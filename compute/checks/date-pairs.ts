/** The four pairs of start and finish that a task may have. */
import { DAY_ABSENT, type ScheduleColumns } from '../../shared/schedule/columns.ts'

export const DATE_PAIRS = [
  { name: 'planned', start: 'plannedStart', finish: 'plannedFinish' },
  { name: 'actual', start: 'actualStart', finish: 'actualFinish' },
  { name: 'forecast', start: 'forecastStart', finish: 'forecastFinish' },
  { name: 'baseline', start: 'baselineStart', finish: 'baselineFinish' },
] as const

type DatePair = (typeof DATE_PAIRS)[number]

export const isPairGiven = (columns: ScheduleColumns, pair: DatePair, task: number): boolean =>
  columns[pair.start][task] !== DAY_ABSENT && columns[pair.finish][task] !== DAY_ABSENT

/** Both dates are given and the finish lies before the start. */
export const isPairReversed = (columns: ScheduleColumns, pair: DatePair, task: number): boolean =>
  isPairGiven(columns, pair, task) && columns[pair.finish][task]! < columns[pair.start][task]!
