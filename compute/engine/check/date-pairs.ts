/** The four pairs of start and finish that a task may have. */
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { hasColumn } from '../../../shared/contract/schedule/present-columns.ts'
import { zeros } from '../ids/short-arrays.ts'
import { dateText, inDays } from '../wording/days.ts'

/** Those that a schedule is made of. */
export const PLAN_PAIRS = [
  { name: 'planned', start: 'plannedStart', finish: 'plannedFinish' },
  { name: 'actual', start: 'actualStart', finish: 'actualFinish' },
  { name: 'forecast', start: 'forecastStart', finish: 'forecastFinish' },
] as const

/** What it is held against. */
export const BASELINE_PAIR = { name: 'baseline', start: 'baselineStart', finish: 'baselineFinish' } as const

export const DATE_PAIRS = [...PLAN_PAIRS, BASELINE_PAIR] as const

export type DatePair = (typeof DATE_PAIRS)[number]

export const isPairGiven = (columns: ScheduleColumns, pair: DatePair, task: number): boolean =>
  columns[pair.start][task] !== DAY_ABSENT && columns[pair.finish][task] !== DAY_ABSENT

/** Both dates are given and the finish lies before the start. */
export const isPairReversed = (columns: ScheduleColumns, pair: DatePair, task: number): boolean =>
  isPairGiven(columns, pair, task) && columns[pair.finish][task] < columns[pair.start][task]

const PAIR_GIVEN = 1
export const PAIR_REVERSED = 2

/** Entry i: whether a pair of these of task i is reversed, else whether one is given, 0 = none. */
export function pairMarks(columns: ScheduleColumns, pairs: readonly DatePair[]): Uint8Array {
  const marks = zeros(Uint8Array, columns.taskCount)
  for (const pair of pairs) {
    if (!hasColumn(columns, pair.start) || !hasColumn(columns, pair.finish)) continue
    const start = columns[pair.start]
    const finish = columns[pair.finish]
    for (let i = 0; i < marks.length; i++) {
      if (start[i] === DAY_ABSENT || finish[i] === DAY_ABSENT) continue
      if (finish[i] < start[i]) marks[i] = PAIR_REVERSED
      else if (marks[i] === 0) marks[i] = PAIR_GIVEN
    }
  }
  return marks
}

/** Calendar days by which a finish of the task lies before its start, the most of these pairs; 0 = none does. */
export const reversedDays = (columns: ScheduleColumns, task: number, pairs: readonly DatePair[] = DATE_PAIRS): number =>
  Math.max(
    0,
    ...pairs
      .filter(pair => isPairReversed(columns, pair, task))
      .map(pair => columns[pair.start][task] - columns[pair.finish][task]),
  )

/** "planned finish 2026-03-01, 4 calendar days before its start 2026-03-05" of that pair. */
export function reversedText(columns: ScheduleColumns, task: number, pairs: readonly DatePair[] = DATE_PAIRS): string {
  const most = reversedDays(columns, task, pairs)
  const { name, start, finish } = pairs.find(
    pair => isPairReversed(columns, pair, task) && columns[pair.start][task] - columns[pair.finish][task] === most,
  )!
  return `${name} finish ${dateText(columns[finish][task])}, ${inDays(most, 'calendar')} before its start ${dateText(columns[start][task])}`
}
