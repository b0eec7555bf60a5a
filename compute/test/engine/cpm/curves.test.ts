/** The work over time: shares and counts of a few tasks whose days can be counted by hand. */
import t from 'tap'
import { analyses } from '../../../../shared/contract/analysis/analyses.ts'
import { answer, type Plain, project } from '../../helpers/every-analysis.ts'

const cpm = analyses.find(({ id }) => id === 'analysis.cpm')!

const curvesOf = (body: object): Plain =>
  JSON.parse(answer(cpm, Buffer.from(JSON.stringify({ ...body, options: { include_curves: true } }))).toString()).data
    .curves

/** Ten days of work each; A is done on its days, B is half done, C follows. The data date is 2026-03-16. */
const TASKS = [
  {
    id: 'A',
    duration_days: 10,
    planned_start: '2026-03-01',
    planned_finish: '2026-03-10',
    actual_start: '2026-03-01',
    actual_finish: '2026-03-10',
    percent_complete: 100,
  },
  {
    id: 'B',
    duration_days: 10,
    predecessors: ['A'],
    planned_start: '2026-03-11',
    planned_finish: '2026-03-20',
    actual_start: '2026-03-11',
    percent_complete: 50,
  },
  { id: 'C', duration_days: 10, predecessors: ['B'], planned_start: '2026-03-21', planned_finish: '2026-03-30' },
  { id: 'S', task_type: 'summary', planned_start: '2026-01-01', planned_finish: '2026-12-31' },
]
const BODY = { tasks: TASKS, status_date: '2026-03-16', calendar: 'calendar_days' }

const at = (curves: Plain, date: string): Plain => curves.s_curve.find((point: Plain) => point.date === date)

t.test('planned, done and forecast meet on the last reported day and end at the whole', async t => {
  const curves = curvesOf(BODY)
  t.match(curves, { weight: 'duration_days', planned_from: 'planned', step_days: 1 })
  t.match(at(curves, '2026-02-28'), { planned_pct: 0, actual_pct: 0, forecast_pct: null, earned_pct: null })
  t.match(at(curves, '2026-03-05'), { planned_pct: 16.667, actual_pct: 16.667, forecast_pct: null })
  t.match(at(curves, '2026-03-15'), { planned_pct: 50, actual_pct: 50, forecast_pct: 50 })
  t.match(at(curves, '2026-03-16'), { planned_pct: 53.333, actual_pct: null, forecast_pct: 53.333 })
  t.match(curves.s_curve.at(-1), { date: '2026-03-30', planned_pct: 100, forecast_pct: 100 })
})

t.test('months count planned, reported and forecast starts and finishes', async t => {
  t.same(curvesOf(BODY).months, [
    {
      month: '2026-03-01',
      planned_starts: 3,
      planned_finishes: 3,
      actual_starts: 2,
      actual_finishes: 1,
      forecast_starts: 1,
      forecast_finishes: 2,
    },
  ])
  const late = curvesOf({
    ...BODY,
    tasks: TASKS.map(task => (task.id === 'C' ? { ...task, duration_days: 45 } : task)),
  })
  t.same(
    late.months.map((each: Plain) => [each.month, each.planned_finishes, each.forecast_finishes]),
    [
      ['2026-03-01', 3, 1],
      ['2026-04-01', 0, 0],
      ['2026-05-01', 0, 1],
    ],
  )
})

t.test('costs are the weight where there are any; the baseline is the plan where there is one', async t => {
  const tasks = TASKS.map(task => ({
    ...task,
    budgeted_cost: task.id === 'A' ? 800 : 100,
    ...(task.id === 'B' ? { earned_value: 20 } : {}),
    ...(task.id === 'A' ? { baseline_start: '2026-03-01', baseline_finish: '2026-03-04' } : {}),
  }))
  const curves = curvesOf({ ...BODY, tasks })
  t.match(curves, { weight: 'budgeted_cost', planned_from: 'baseline' })
  t.match(at(curves, '2026-03-02'), { planned_pct: 50 })
  t.match(at(curves, '2026-03-15'), { planned_pct: 100, actual_pct: 85, earned_pct: 82, forecast_pct: 85 })
})

t.test('without dates, or with one that is mistyped, there is no curve', async t => {
  t.equal(curvesOf({ tasks: [{ id: 'A', duration_days: 3 }] }), null)
  const far = { id: 'A', duration_days: 100_000, planned_start: '2026-01-01' }
  t.equal(curvesOf({ tasks: [far], status_date: '2026-01-01' }), null)
})

t.test('curves of a project rise, stay within the whole, and have no more points than a plot can show', async t => {
  const { current } = project(11, 400)
  const curves = curvesOf({ ...current, tasks: current.tasks.filter(({ planned_start: day }) => String(day) > '2021') })
  t.ok(curves.s_curve.length > 10 && curves.s_curve.length <= 123, String(curves.s_curve.length))
  for (const name of ['planned_pct', 'actual_pct', 'forecast_pct']) {
    const values = curves.s_curve.map((point: Plain) => point[name]).filter((value: unknown) => value !== null)
    t.ok(values.length > 1, name)
    t.ok(
      values.every((value: number, i: number) => value >= (values[i - 1] ?? 0) - 0.001 && value <= 100),
      name,
    )
  }
  t.ok(Math.abs(curves.s_curve.at(-1).forecast_pct - 100) < 0.01)
})
