/** Metrics at their bounds, and which case they call the worst: whatever the order of the rows, and where all but the id is equal. */
import t from 'tap'
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { parseDay } from '../../../../shared/contract/schedule/day.ts'
import type { CheckOutcome } from '../../../engine/check/check.ts'
import { kindOf } from '../../../engine/kind/participation.ts'
import { hardConstraintShare, isUndated } from '../../../engine/metrics/constraints.ts'
import { datesBesideStatus, furthestDate } from '../../../engine/metrics/dates.ts'
import { isLongDuration, LONG_DURATION_DAYS, lengthOf, longestTask } from '../../../engine/metrics/durations.ts'
import { openEndsAdvice } from '../../../engine/metrics/ends.ts'
import { floatHits, HIGH_FLOAT_DAYS, isHighFloat, isNegativeFloat } from '../../../engine/metrics/floats.ts'
import { LAGS, LEADS, linkShare, NOT_FS, relationCounts } from '../../../engine/metrics/links.ts'
import { loadedCount } from '../../../engine/metrics/load.ts'
import { drivingEfforts, linkedSummaries } from '../../../engine/metrics/summaries.ts'
import { taskStates } from '../../../engine/population/task-states.ts'
import { columnsFromTasks, type TaskObject } from '../../helpers/columns-from-tasks.ts'

/** Far above what is noise, far below what is shown. */
const SLIGHTLY = 1e-3
const chosen = (columns: ScheduleColumns) =>
  ({ columns, choice: { mode: 'working_days', workDays: [1, 2, 3, 4, 5] } }) as never
const all = ({ links }: ScheduleColumns) => {
  const marks = new Uint8Array(links.task.length).fill(1)
  return { marks, count: marks.length }
}
const ids = (columns: ScheduleColumns, tasks: Iterable<number>): string[] =>
  [...tasks].map(i =>
    Buffer.from(columns.id.bytes.subarray(columns.id.offsets[i], columns.id.offsets[i + 1])).toString(),
  )

const work = (id: string, links: readonly (readonly [from: string, type: string, lag: number])[] = []): TaskObject => ({
  id,
  duration_days: 5,
  predecessors: links.map(([task_id, type, lag_days]) => ({ task_id, type: type as 'FS', lag_days })),
})

t.test(
  'links: a lag of 0 is neither lead nor lag; the worst is the longest, then the first by the ids of its ends, then by its relation',
  async t => {
    const rows = [
      work('A'),
      work('B'),
      work('C', [
        ['B', 'FS', 3],
        ['A', 'FF', 3],
        ['A', 'FS', 3],
      ]),
      work('D', [
        ['A', 'FS', 3],
        ['B', 'SS', -1],
        ['C', 'FS', 0],
      ]),
    ]
    for (const tasks of [rows, [...rows].reverse()]) {
      const columns = columnsFromTasks(tasks)
      const said = (rule: typeof LAGS, population = all(columns)) => {
        const row = linkShare({ populationOf: () => population }, rule)
        const outcome = row.run(chosen(columns) as never)
        return [outcome.numerator, outcome.denominator, row.worst.describe!(chosen(columns) as never, outcome as never)]
      }
      t.strictSame(said(LAGS), [4, 6, 'Largest: A to C (FS), a lag of 3 working days.'])
      t.strictSame(said(LEADS), [1, 6, 'Largest: B to D (SS), a lead of 1 working day.'])
      t.strictSame(said(NOT_FS).slice(0, 2), [2, 6])
      t.strictSame(said(LAGS, { marks: new Uint8Array(6), count: 0 }).slice(0, 1), [0], 'only links of the population')
      t.strictSame(relationCounts(columns.links, all(columns)), { FS: 4, SS: 1, FF: 1, SF: 0 })
      t.strictSame(relationCounts(columns.links, { marks: new Uint8Array(6), count: 0 }), {
        FS: 0,
        SS: 0,
        FF: 0,
        SF: 0,
      })
    }
  },
)

t.test('links: the only one is the worst, and a task is as bad as its longest link of the population', async t => {
  const columns = columnsFromTasks([work('A'), work('B', [['A', 'FS', 3]])])
  const sizeOf = (mark: number): (number | string | undefined)[] => {
    const population = { marks: Uint8Array.of(mark), count: mark }
    const { worst } = linkShare({ populationOf: () => population }, LAGS)
    return [worst.describe!(chosen(columns) as never, {} as never), worst.size!(chosen(columns) as never, 1)]
  }
  t.strictSame(sizeOf(1), ['Largest: A to B (FS), a lag of 3 working days.', 3])
  t.strictSame(sizeOf(0), [undefined, 0])
})

t.test('constraints: hard ones of the population, pins apart; only those that need a date are undated', async t => {
  const types = ['MSO', 'FNLT', 'SNET', 'ALAP', 'MFO']
  const columns = columnsFromTasks(
    types.map((constraint_type, i) => ({ id: `T${i}`, duration_days: 5, constraint_type })),
  )
  const { run, advice } = hardConstraintShare(() => ({ marks: Uint8Array.of(1, 1, 1, 1, 0), count: 4 }) as never)
  const { numerator, denominator } = run(chosen(columns))
  t.strictSame([numerator, denominator], [2, 4])
  const [pinned] = (advice as { causes: readonly { holds?: (context: object, i: number) => boolean }[] }).causes
  t.strictSame(
    [0, 1, 4].map(i => pinned!.holds!({ columns }, i)),
    [true, false, true],
  )
  t.strictSame(
    types.map((_, i) => isUndated(columns, i)),
    [true, true, true, false, true],
  )
})

t.test('durations and floats: the limit itself is within it, and a rounding error is none', async t => {
  const over = (limit: number, test: (days: number) => boolean) => [limit, limit + 1e-9, limit + SLIGHTLY].map(test)
  t.strictSame(over(LONG_DURATION_DAYS, isLongDuration), [false, false, true])
  t.strictSame(over(HIGH_FLOAT_DAYS, isHighFloat), [false, false, true])
  t.strictSame([0, -1e-9, -SLIGHTLY, SLIGHTLY].map(isNegativeFloat), [false, false, true, false])
  const columns = columnsFromTasks([work('A'), work('B'), work('C')])
  const floats = { days: Float64Array.of(50, Number.NaN, 60) }
  const marks = Uint8Array.of(1, 1, 0)
  const { known, hits } = floatHits(
    { ...(chosen(columns) as object), floats } as never,
    { marks } as never,
    isHighFloat,
  )
  t.strictSame([known, hits.count, ids(columns, hits.tasks)], [1, 1, ['A']], 'members whose float is known')
  const lengths = { ...(chosen(columns) as object), durations: { days: Float64Array.of(5, 50, 60) } } as never
  const baselined = { ...(lengths as object), baselineDurations: Float64Array.of(70, Number.NaN, Number.NaN) } as never
  t.strictSame(
    [0, 1].map(i => lengthOf(baselined, i)),
    [70, 50],
  )
  const hitsOfAll = { hits: { count: 3, tasks: [0, 1, 2], all: Uint32Array.of(0, 1, 2) } } as never
  t.equal(longestTask.describe!(lengths, hitsOfAll), 'Longest: C, 60 working days.')
  t.equal(longestTask.describe!(baselined, hitsOfAll), 'Longest: A, baseline duration 70 working days.')
})

t.test('dates: each kind of a wrong date is counted for itself, and the furthest is told as what it is', async t => {
  const rows: TaskObject[] = [
    { id: 'START', duration_days: 5, planned_start: '2026-03-01', planned_finish: '2026-04-01' },
    {
      id: 'FINISH',
      duration_days: 5,
      actual_start: '2026-02-01',
      planned_start: '2026-02-01',
      planned_finish: '2026-02-27',
    },
    { id: 'AHEAD', duration_days: 5, actual_start: '2026-03-12' },
    { id: 'BACK', duration_days: 5, planned_start: '2026-05-20', planned_finish: '2026-05-01' },
  ]
  const statusDay = parseDay('2026-03-10')!
  const columns = columnsFromTasks(rows)
  const dated = { tasks: taskStates(columns), columns, statusDay }
  const [open, none] = [new Uint8Array(4).fill(1), new Uint8Array(4)]
  const figures = (...marks: Uint8Array[]) => {
    const { hits, pastStarts, pastFinishes, futureActuals } = datesBesideStatus(dated, marks[0]!, marks[1])
    return [ids(columns, hits.tasks), pastStarts, pastFinishes, futureActuals]
  }
  t.strictSame(figures(open), [['START', 'FINISH'], 1, 1, 0])
  t.strictSame(figures(none, open), [['AHEAD'], 0, 0, 1])
  t.strictSame(figures(none), [[], 0, 0, 0])
  const told = (i: number): string | undefined =>
    furthestDate.describe!(dated, { hits: { count: 1, tasks: [i], all: Uint32Array.of(i) } } as never)
  t.match(told(0), 'START, not started, its start 2026-03-01 lies 9 calendar days before the status date 2026-03-10.')
  t.match(told(1), 'FINISH, unfinished, its finish 2026-02-27 lies 11 calendar days before the status date 2026-03-10.')
  t.match(told(2), 'AHEAD, its actual date 2026-03-12 lies 2 calendar days after the status date 2026-03-10.')
  t.strictSame(
    [0, 1, 2, 3].map(i => furthestDate.size!(dated, i)),
    [9, 11, 2, 19],
  )
  const undated = datesBesideStatus({ ...dated, statusDay: DAY_ABSENT }, open, open)
  t.strictSame([undated.hits.count, undated.futureActuals], [0, 0], 'without a status date nothing is late')
})

t.test('open ends: the advice is on the ends that are open', async t => {
  const titleOf = (open_starts: number, open_finishes: number): string =>
    openEndsAdvice({ evidence: { open_starts, open_finishes } } as unknown as CheckOutcome).title
  t.strictSame(
    [titleOf(1, 0), titleOf(0, 1), titleOf(1, 1), titleOf(2, 3)],
    [
      'Give the open starts a predecessor',
      'Give the open finishes a successor',
      'Close the open ends',
      'Close the open ends',
    ],
  )
})

t.test(
  'summaries and level of effort: either end of a link counts, the first row too; what is left out or over does not',
  async t => {
    const rows: TaskObject[] = [
      { id: 'S0', task_type: 'summary' },
      { id: 'S1', task_type: 'summary', predecessors: ['W'] },
      { id: 'S2', task_type: 'summary' },
      { id: 'W', duration_days: 5, predecessors: ['S0'] },
    ]
    const columns = columnsFromTasks(rows)
    const kind = columns.taskType.map((type, i) => kindOf(type, columns.durationDays[i]!))
    const found = linkedSummaries(columns, kind)
    t.strictSame([ids(columns, found.hits.tasks), found.all], [['S0', 'S1'], 3])
    const left = linkedSummaries(columns, kind, Uint8Array.of(1, 0, 0, 0))
    t.strictSame([ids(columns, left.hits.tasks), left.all], [['S1'], 2])

    const efforts = columnsFromTasks([
      { id: 'L0', task_type: 'loe', duration_days: 5 },
      { id: 'L1', task_type: 'loe', duration_days: 5, predecessors: ['L0'] },
      { id: 'L2', task_type: 'loe', duration_days: 5, actual_start: '2026-03-02', actual_finish: '2026-03-06' },
      { id: 'W', duration_days: 5, predecessors: ['L0', 'L2'] },
      { id: 'M', duration_days: 0, predecessors: ['L1'] },
    ])
    const isWork = (own: number): boolean => own === kindOf(efforts.taskType[3]!, 5)
    const driving = drivingEfforts(efforts, taskStates(efforts), isWork)
    t.strictSame([ids(efforts, driving.hits.tasks), driving.all], [['L0'], 2])
    const none = drivingEfforts(efforts, taskStates(efforts, ['loe']), isWork)
    t.strictSame([none.hits.count, none.all], [0, 0])
  },
)

t.test('loads: what the request leaves out is not loaded', async t => {
  const columns = columnsFromTasks([
    { id: 'A', duration_days: 5, resource: 'Crew' },
    { id: 'B', duration_days: 0, task_type: 'milestone', budgeted_cost: 5 },
    { id: 'C', duration_days: 5 },
  ])
  t.equal(loadedCount(columns, taskStates(columns)), 2)
  t.equal(loadedCount(columns, taskStates(columns, ['milestone'])), 1)
})
