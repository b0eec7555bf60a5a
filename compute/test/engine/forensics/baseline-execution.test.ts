/** POST /forensics/baseline-compare: the execution indices BEI, critical BEI and CEI. */
import t from 'tap'
import { built, chain, compare, on, plan } from '../../helpers/compare-baseline.ts'

t.test('BEI: 4 complete, 5 due, 1 new give 0.667', async t => {
  const baseline = [1, 2, 3, 4, 5, 6].map(n => ({ id: `T${n}`, ...plan(0, n === 6 ? 40 : 10) }))
  const current = baseline.map((task, n) => ({ ...task, ...(n < 4 ? built(0, 10) : {}) }))
  const { data, score } = compare(t, { current: [...current, { id: 'N', ...plan(0, 60) }], baseline, at: 20 })
  t.match(data.bei, { bei: 0.667, complete: 4, due: 5, without_baseline: 1, completed_unbaselined_only: 0.8 })
  t.strictSame(data.matching.added, ['N'])
  t.type(score, 'number')
})

t.test('milestones, summaries, level of effort, margin and visibility tasks stay out of BEI', async t => {
  const kinds = ['milestone', 'summary', 'loe', 'schedule_margin', 'schedule_visibility']
  const odd = kinds.map(task_type => ({ id: task_type, task_type, ...plan(0, 5) }))
  const tasks = [{ id: 'A', ...plan(0, 5) }, ...odd]
  const { data } = compare(t, { current: tasks, baseline: tasks, at: 20 })
  t.match(data.bei, { due: 1, population: { count: 1, excluded_by_type: { milestone: 1, loe: 1, summary: 1 } } })
  t.strictSame(data.variance.population, { count: 4, excluded_by_type: { loe: 1, summary: 1 } }, 'milestones vary')
  t.equal(data.spi_t.task_count, 2, 'the curve has the task and the milestone')
})

t.test('critical BEI counts the promised path, also when the current path is another', async t => {
  const baseline = [...chain('ABC'), { id: 'X', ...plan(0, 5) }]
  const late = [
    { ...chain('ABC')[0]!, ...built(0, 5) },
    chain('ABC')[1]!,
    chain('ABC')[2]!,
    { id: 'X', ...plan(0, 90), duration_days: 90 },
  ]
  const { data } = compare(t, { current: late, baseline, at: 12 })
  t.match(data.critical_bei, { bei: 0.5, complete: 1, due: 2, baseline_critical_count: 3, current_critical_count: 1 })
  t.match(data.bei, { bei: 0.333, due: 3 })
})

t.test('CEI: of the tasks that the last snapshot forecast in the period, those that finished in it', async t => {
  const tasks = ['A', 'B', 'C', 'D'].map((id, n) => ({ id, ...plan(0, n === 3 ? 50 : 15) }))
  const history = [{ snapshot_date: on(10), tasks }]
  const current = [{ ...tasks[0]!, ...built(0, 15) }, { ...tasks[1]!, ...built(0, 9) }, tasks[2]!, tasks[3]!]
  const { cei } = compare(t, { current, baseline: tasks, at: 20, history }).data
  t.strictSame(cei, { cei: 0.333, forecast: 3, finished: 1, period_after: on(10) }, 'B finished before the period')
  t.equal(compare(t, { current, baseline: tasks, at: 20 }).data.cei, null)
})
