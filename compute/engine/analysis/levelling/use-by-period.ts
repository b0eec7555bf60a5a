/** The use of each resource by period, before and after levelling. */
import type { USE_PERIODS } from '../../../../shared/contract/analysis/levelling/words.ts'
import type { Refusal } from '../../../../shared/contract/errors.ts'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import { type Placed, UNLIMITED } from '../../levelling/problem.ts'
import { Capacities, type Use, usesOf } from '../../levelling/use.ts'
import { refuseInvalid } from '../../result/options.ts'
import { Table, type TableColumn } from '../../result/result.ts'
import { plural } from '../../wording/numbers.ts'
import type { Levelling } from './analyser.ts'
import type { Printed } from './printed.ts'

type Period = (typeof USE_PERIODS)[number]

const USE_ROWS_MAX = 20_000

export const nameOf = ({ model }: Levelling, r: number): string => model.resourceName[r]

/** Resources of the problem by name. */
export const byName = (levelling: Levelling): number[] =>
  [...levelling.model.resourceCode.keys()].sort((a, b) => (nameOf(levelling, a) < nameOf(levelling, b) ? -1 : 1))

export interface UseByPeriod {
  readonly period: Period
  /** By resource and period. */
  readonly before: Use[][]
  readonly after: Use[][]
  readonly rows: (printed: Printed) => Table
}

/** First days of the periods from the one of a day to that after another. */
function periodDays(period: Period, first: number, last: number): number[] {
  const list: number[] = []
  if (period === 'month') {
    const date = new Date(first * 86_400_000)
    let [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
    for (;;) {
      const day = Date.UTC(year, month++, 1) / 86_400_000
      list.push(day)
      if (day > last) return list
      if (month > 11) [year, month] = [year + 1, 0]
    }
  }
  const step = period === 'week' ? 7 : 1
  const from = period === 'week' ? weekOf(first) : first
  for (let day = from; ; day += step) {
    list.push(day)
    if (day > last) return list
  }
}

/** JavaScript knows no later ones. */
const LAST_DAY_OF_DATES = 100_000_000

/** How many those are. */
function periodCount(period: Period, first: number, last: number): number {
  if (period === 'month') {
    if (last > LAST_DAY_OF_DATES) return Math.ceil((last - first) / 31)
    const [from, to] = [first, last].map(day => new Date(day * 86_400_000))
    return 12 * (to.getUTCFullYear() - from.getUTCFullYear()) + to.getUTCMonth() - from.getUTCMonth() + 2
  }
  return period === 'day' ? last - first + 2 : Math.floor((last - weekOf(first)) / 7) + 2
}

/** Weeks begin on Monday; day 0 was a Thursday. */
const weekOf = (day: number): number => day - ((((day + 3) % 7) + 7) % 7)

/** Periods of all resources together that are summed for any schedule, and for each task more: a few bytes name a duration of centuries. */
const SUMS_FREE = 100_000
const SUMS_PER_TASK = 40

const LONGER: Readonly<Record<Period, Period | undefined>> = { day: 'week', week: 'month', month: undefined }

/** Beyond months there is no longer period: a schedule that has too many of them is refused. */
export function usesByPeriod(levelling: Levelling, before: Placed, after: Placed): UseByPeriod | Refusal {
  const { model, prepared, options } = levelling
  const { problem } = model
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  for (let a = 0; a < problem.count; a++) {
    first = Math.min(first, before.start[a])
    last = Math.max(last, after.finish[a], before.finish[a])
  }
  const { timeline, input } = prepared
  const dayAt = (moment: number): number =>
    input.clock === undefined
      ? (timeline?.startDay(moment / MINUTES_PER_DAY) ?? 0)
      : Math.floor(moment / MINUTES_PER_DAY)
  const momentAt = (day: number): number =>
    input.clock === undefined ? (timeline?.startOffset(day) ?? 0) * MINUTES_PER_DAY : day * MINUTES_PER_DAY
  const isEmpty =
    first > last || problem.resources.length === 0 || dayAt(first) === DAY_ABSENT || dayAt(last) === DAY_ABSENT
  let period: Period = options.period ?? 'week'
  const sumCount = (): number =>
    isEmpty ? 0 : periodCount(period, dayAt(first), dayAt(last)) * problem.resources.length
  for (let longer = LONGER[period]; longer !== undefined && sumCount() > USE_ROWS_MAX; longer = LONGER[period])
    period = longer
  const sumsMax = SUMS_FREE + SUMS_PER_TASK * levelling.columns.taskCount
  if (sumCount() > sumsMax) {
    const msg = `The use of ${plural(problem.resources.length, 'resource')} from the first month to the last makes ${sumCount()} sums, of at most ${sumsMax} for a schedule of this size. Is a duration in another unit than days?`
    return refuseInvalid([{ loc: ['body', 'tasks'], msg, type: 'length' }])
  }
  const starts = isEmpty ? [] : periodDays(period, dayAt(first), dayAt(last))
  const periods = { moments: Float64Array.from(starts, momentAt) }
  const uses = { before: usesOf(problem, before, periods), after: usesOf(problem, after, periods) }
  const capacities = new Capacities(model, periods)
  const rows = (printed: Printed): Table => useTable(levelling, uses, capacities, starts, printed)
  return { period, ...uses, rows }
}

/** Columns, since there are thousands of rows. */
function useTable(
  levelling: Levelling,
  { before, after }: { readonly before: Use[][]; readonly after: Use[][] },
  capacities: Capacities,
  starts: readonly number[],
  printed: Printed,
): Table {
  const [code, start, finish] = [[], [], []] as [number[], number[], number[]]
  const numbers = Array.from({ length: 7 }, (): number[] => [])
  for (const r of byName(levelling)) {
    const capacity = capacities.of(r)
    for (let n = 0; n < before[r].length; n++) {
      const was = before[r][n]
      const is = after[r][n]
      if (was.used === 0 && is.used === 0) continue
      code.push(levelling.model.resourceCode[r])
      start.push(starts[n])
      finish.push(starts[n + 1] - 1)
      numbers[0].push(capacity[n] === UNLIMITED ? Number.NaN : printed.hours(capacity[n]))
      numbers[1].push(printed.hours(was.used))
      numbers[2].push(printed.hours(is.used))
      numbers[3].push(was.peak)
      numbers[4].push(is.peak)
      numbers[5].push(printed.hours(was.over))
      numbers[6].push(printed.hours(is.over))
    }
  }
  const number = (n: number): TableColumn => ({ kind: 'number', values: Float64Array.from(numbers[n]) })
  return new Table(code.length, {
    resource: { kind: 'reference', values: Int32Array.from(code), into: levelling.columns.resources.values },
    start: { kind: 'day', values: Int32Array.from(start) },
    finish: { kind: 'day', values: Int32Array.from(finish) },
    capacity_hours: number(0),
    hours_before: number(1),
    hours_after: number(2),
    peak_before: number(3),
    peak_after: number(4),
    over_hours_before: number(5),
    over_hours_after: number(6),
  })
}
