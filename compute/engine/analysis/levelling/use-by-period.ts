/** The use of each resource by period, before and after levelling. */
import type { USE_PERIODS } from '../../../../shared/contract/analysis/levelling/words.ts'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import { type Placed, UNLIMITED } from '../../levelling/problem.ts'
import { Capacities, type Use, usesOf } from '../../levelling/use.ts'
import { Table, type TableColumn } from '../../result/result.ts'
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
  // weeks begin on Monday; day 0 was a Thursday
  const step = period === 'week' ? 7 : 1
  const from = period === 'week' ? first - ((((first + 3) % 7) + 7) % 7) : first
  for (let day = from; ; day += step) {
    list.push(day)
    if (day > last) return list
  }
}

const LONGER: Readonly<Record<Period, Period | undefined>> = { day: 'week', week: 'month', month: undefined }

export function usesByPeriod(levelling: Levelling, before: Placed, after: Placed): UseByPeriod {
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
  let starts = isEmpty ? [] : periodDays(period, dayAt(first), dayAt(last))
  for (let longer = LONGER[period]; longer !== undefined && starts.length * problem.resources.length > USE_ROWS_MAX; ) {
    period = longer
    starts = periodDays(period, dayAt(first), dayAt(last))
    longer = LONGER[period]
  }
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
