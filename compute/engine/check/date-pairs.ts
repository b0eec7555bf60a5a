/** The four pairs of start and finish that a task may have. */
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/schedule/columns.ts'
import { hasColumn } from '../../../shared/schedule/present-columns.ts'
import { zeros } from '../ids/short-arrays.ts'
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

/** Entry i: 1 = isReversed of task i. */
export function reversedMarks(columns: ScheduleColumns): Uint8Array {
  const marks = zeros(Uint8Array, columns.taskCount)
  for (const pair of DATE_PAIRS) {
    if (!hasColumn(columns, pair.start) || !hasColumn(columns, pair.finish)) continue
    const start = columns[pair.start]
    const finish = columns[pair.finish]
    for (let i = 0; i < marks.length; i++)
      if (finish[i] < start[i] && start[i] !== DAY_ABSENT && finish[i] !== DAY_ABSENT) marks[i] = 1
  }
  return marks
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
