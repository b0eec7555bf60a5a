/** Every worked example of ANALYSIS_REFERENCE 0 and 1, and the CPM line of MINI (section 2), to the digit. */
import t from 'tap'
import { formatDay, parseDay } from '../../../shared/schedule/day.ts'
import type { TaskObject } from '../helpers/columns-from-tasks.ts'
import { criticalPathOf, figure, linkFloats, longestPathOf, rows, schedule } from '../helpers/schedule.ts'

const task = (id: string, duration_days: number, predecessors: string[] = [], more: object = {}): TaskObject => ({
  id,
  duration_days,
  predecessors,
  ...more,
})

/** The day of an offset from 2025-01-01; `finish` gives the last day before an exclusive offset. */
const ANCHOR = parseDay('2025-01-01')!
const start = (offset: number) => formatDay(ANCHOR + offset)
const finish = (offset: number) => formatDay(ANCHOR + offset - 1)
/** An unlinked complete task that pins the anchor without any effect on the rest. */
const anchored = { planned_start: start(0) }

t.test('CPM-1: a diamond has one float of 3, critical path A, B, D', async t => {
  const s = schedule([task('A', 3), task('B', 5, ['A']), task('C', 2, ['A']), task('D', 4, ['B', 'C'])])
  t.equal(s.result.projectFinish, 12)
  t.strictSame(rows(s), {
    A: [0, 3, 0, 3, 0, 0],
    B: [3, 8, 3, 8, 0, 0],
    C: [3, 5, 6, 8, 3, 3],
    D: [8, 12, 8, 12, 0, 0],
  })
  t.strictSame(criticalPathOf(s), ['A', 'B', 'D'])
  t.strictSame(longestPathOf(s), ['A', 'B', 'D'])
})

t.test('CPM-2: all four relations with lags and a lead', async t => {
  const s = schedule([
    task('A', 4),
    task('B', 6, ['A SS+2']),
    task('C', 5, ['B FF+1']),
    task('D', 3, ['B FS-1']),
    task('E', 2, ['C SF+4']),
    task('F', 0, ['D FS+2', 'C', 'E']),
  ])
  t.equal(s.result.projectFinish, 12)
  t.strictSame(rows(s), {
    A: [0, 4, 0, 4, 0, 0],
    B: [2, 8, 2, 8, 0, 0],
    C: [4, 9, 7, 12, 3, 0],
    D: [7, 10, 7, 10, 0, 0],
    E: [6, 8, 10, 12, 4, 4],
    F: [12, 12, 12, 12, 0, 0],
  })
  t.strictSame(longestPathOf(s), ['A', 'B', 'D', 'F'])
})
