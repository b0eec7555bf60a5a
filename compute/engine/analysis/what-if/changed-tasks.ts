/** The tasks that changes reach, with what they have now: as many rows as differ, in the order of the schedule with the changes. */
import { EPSILON_DAYS, OFFSET_DECIMALS } from '../../calendar/snap.ts'
import { haveOneCalendar } from '../../edits/finish-moves.ts'
import type { Computed, Recomputed } from '../../edits/recomputed.ts'
import { Table, type TableColumn } from '../../result/result.ts'
import { beforeOf } from './outcome.ts'

type Numbers = Float64Array | Int32Array | Uint8Array
type Pair = readonly [before: Numbers, after: Numbers]

const DATES = ['earlyStart', 'earlyFinish', 'lateStart', 'lateFinish'] as const
const FLOATS = ['totalFloat', 'freeFloat'] as const
const MARKS = ['critical', 'onLongestPath'] as const

const isDated = ({ prepared, days }: Computed): boolean => prepared.timeline !== undefined || days.moments !== undefined

/** Entry i: 1 = task i, which was was[i] before (-1: it was not there), has something else now. Column by column, since what-if waits for it. */
function differing(base: Computed, after: Computed, was: Int32Array): Uint8Array {
  const [a, b] = [base.days.moments ?? base.days, after.days.moments ?? after.days]
  const dates = isDated(after) ? DATES.map((name): Pair => [a[name], b[name]]) : []
  const offsets = isDated(after) ? [] : DATES.map((name): Pair => [base.result[name], after.result[name]])
  const floats = FLOATS.map((name): Pair => [base.result[name], after.result[name]])
  const marks = MARKS.map((name): Pair => [base.result[name], after.result[name]])
  const [exact, near] = [
    [...dates, ...marks],
    [...offsets, ...floats],
  ]
  const marked = new Uint8Array(was.length)
  for (const pair of exact) markFar(pair, was, 0, marked)
  for (const pair of near) markFar(pair, was, EPSILON_DAYS, marked)
  return marked
}

/** Marks tasks whose entries are further apart than `most`; one that was not there differs. */
function markFar([x, y]: Pair, was: Int32Array, most: number, marked: Uint8Array): void {
  for (let i = 0; i < was.length; i++) {
    const at = was[i]
    if (at < 0) marked[i] = 1
    else {
      const [a, b] = [x[at], y[i]]
      // infinities are as near to themselves as any number, and none is to none
      if (a !== b && !(Math.abs(a - b) <= most) && !(Number.isNaN(a) && Number.isNaN(b))) marked[i] = 1
    }
  }
}

const offsets = (values: Float64Array): TableColumn => ({ kind: 'number', values, decimals: OFFSET_DECIMALS })
const marks = (values: Uint8Array): TableColumn => ({ kind: 'boolean', values })

export function changedTasks(base: Computed, after: Recomputed): Table {
  const { columns } = after.schedule
  const { days, result } = after
  const before = beforeOf(after)
  const was = new Int32Array(columns.taskCount)
  for (let i = 0; i < was.length; i++) was[i] = before(i)
  const differs = differing(base, after, was)
  // dates by the clock stand beside days of none
  const isAll = (base.days.moments === undefined) !== (days.moments === undefined) || !haveOneCalendar(base, after)
  const rows = new Uint32Array(columns.taskCount)
  let count = 0
  for (let i = 0; i < columns.taskCount; i++) if (isAll || differs[i] === 1) rows[count++] = i
  const date = (name: (typeof DATES)[number]): TableColumn =>
    days.moments === undefined ? { kind: 'day', values: days[name] } : { kind: 'moment', values: days.moments[name] }
  return new Table(
    columns.taskCount,
    {
      // by reference, as added tasks have names of their own
      id: { kind: 'reference', values: Uint32Array.from(rows.keys()), into: columns.id },
      early_start: offsets(result.earlyStart),
      early_finish: offsets(result.earlyFinish),
      early_start_date: date('earlyStart'),
      early_finish_date: date('earlyFinish'),
      late_start_date: date('lateStart'),
      late_finish_date: date('lateFinish'),
      total_float_days: offsets(result.totalFloat),
      free_float_days: offsets(result.freeFloat),
      is_critical: marks(result.critical),
      is_on_longest_path: marks(result.onLongestPath),
    },
    rows.subarray(0, count),
  )
}
