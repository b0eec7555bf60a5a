/** The four pairs of start and finish that a task may have. */
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/schedule/columns.ts'
import { dateText, inDays } from '../wording/days.ts'
import { WORDS } from './words.ts'

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
  isPairGiven(columns, pair, task) && columns[pair.finish][task] < columns[pair.start][task]

/** isReversed of a schedule, with its columns looked up once; undefined: no task has both dates of a pair. */
export function reversalTest(columns: ScheduleColumns): ((task: number) => boolean) | undefined {
  const pairs = DATE_PAIRS.flatMap(({ start, finish }) => {
    const [starts, finishes] = [columns[start], columns[finish]]
    return hasDay(starts) && hasDay(finishes) ? [{ starts, finishes }] : []
  })
  if (pairs.length === 0) return undefined
  return task =>
    pairs.some(({ starts, finishes }) => {
      const [start, finish] = [starts[task], finishes[task]]
      return start !== DAY_ABSENT && finish !== DAY_ABSENT && finish < start
    })
}

function hasDay(days: Int32Array): boolean {
  for (let i = 0; i < days.length; i++) if (days[i] !== DAY_ABSENT) return true
  return false
}

export const isReversed = (columns: ScheduleColumns, task: number): boolean =>
  DATE_PAIRS.some(pair => isPairReversed(columns, pair, task))

/** Calendar days by which a finish of the task lies before its start, the most of its pairs; 0 = none does. */
export const reversedDays = (columns: ScheduleColumns, task: number): number =>
  Math.max(
    0,
    ...DATE_PAIRS.filter(pair => isPairReversed(columns, pair, task)).map(
      pair => columns[pair.start][task] - columns[pair.finish][task],
    ),
  )

/** "planned finish 2026-03-01, 4 calendar days before its start 2026-03-05" of that pair. */
export function reversedText(columns: ScheduleColumns, task: number): string {
  const most = reversedDays(columns, task)
  const { name, start, finish } = DATE_PAIRS.find(
    pair => isPairReversed(columns, pair, task) && columns[pair.start][task] - columns[pair.finish][task] === most,
  )!
  return WORDS.reversedDates(
    name,
    dateText(columns[finish][task]),
    inDays(most, 'calendar'),
    dateText(columns[start][task]),
  )
}
