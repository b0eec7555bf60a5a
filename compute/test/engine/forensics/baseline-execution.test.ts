/** POST /forensics/baseline-compare: the execution indices BEI, critical BEI and CEI. */
import t from 'tap'
import type { Plain } from '../../helpers/analyse.ts'
import { built, chain, compare, on, part, plan } from '../../helpers/compare-baseline.ts'
import { between, random } from '../../helpers/random.ts'

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

t.test('due work that was deleted counts as due; the readings without it stand beside', async t => {
  const ids = Array.from({ length: 10 }, (_, n) => `T${n}`)
  const baseline = ids.map(id => ({ id, ...plan(0, 5) }))
  const current = ids.slice(0, 5).map(id => ({ id, duration_days: 5, ...built(0, 5) }))
  const { data } = compare(t, { current, baseline, at: 30 })
  t.match(data.bei, {
    bei: 0.5,
    due: 10,
    complete: 5,
    deleted_due: 5,
    without_deleted: 1,
    due_only: 0.5,
    hit_task_pct: 50,
  })
  t.match(data.variance, { on_track_pct: 50, on_track_pct_without_deleted: 100, deleted_due: 5, pair_count: 5 })
  t.match(part({ data }, 'bei'), {
    value: 0.5,
    numerator: 5,
    denominator: 10,
    message: /5 of which are not in the schedule any more/,
  })
  t.match(part({ data }, 'on_track'), { value: 50, numerator: 5, denominator: 10 })
  const seen = {
    snapshot_date: on(10),
    tasks: ids.slice(0, 7).map(id => ({ id, duration_days: 5, ...built(0, id === 'T6' ? 30 : 5) })),
  }
  const known = compare(t, { current, baseline, at: 30, history: [seen] }).data
  t.match(known.bei, { bei: 0.7, complete: 7, deleted_due: 5, without_deleted: 1 }, 'two were seen complete')
  t.match(known.variance, { on_track_count: 6, on_track_pct: 60 }, 'one of them 25 days late')
})

t.test('law: deleting late work raises neither an index nor the points of a component', async t => {
  const rnd = random(33)
  for (let run = 0; run < 150; run++) {
    const baseline = Array.from({ length: between(rnd, 2, 8) }, (_, n) => {
      const from = between(rnd, 0, 20)
      return {
        id: `T${n}`,
        ...plan(from, from + between(rnd, 1, 12)),
        predecessors: n > 0 && rnd() < 0.6 ? [`T${between(rnd, 0, n - 1)}`] : [],
      }
    })
    const current = baseline.map(task => {
      const from = between(rnd, 0, 20)
      return rnd() < 0.5 ? { ...task, ...built(from, from + between(rnd, 1, 15)) } : task
    })
    const at = between(rnd, 36, 50)
    const late = current.filter(task => !('actual_finish' in task))
    if (late.length === 0 || late.length === current.length) continue
    const goneId = late[between(rnd, 0, late.length - 1)]!.id
    const left = current
      .filter(({ id }) => id !== goneId)
      .map(task => ({ ...task, predecessors: task.predecessors.filter(id => id !== goneId) }))
    const before = compare(t, { current, baseline, at }).data
    const after = compare(t, { current: left, baseline, at }).data
    for (const [name, value] of [
      ['bei', (data: Plain) => data.bei.bei],
      ['critical bei', (data: Plain) => data.critical_bei.bei],
      ['due only', (data: Plain) => data.bei.due_only],
      ['hit', (data: Plain) => data.bei.hit_task_pct],
      ['on track', (data: Plain) => data.variance.on_track_pct],
      ['spi(t)', (data: Plain) => data.spi_t.spi_t],
    ] as const)
      t.ok(value(after) <= value(before) + 1e-9, `run ${run}: ${name} ${value(before)} to ${value(after)}`)
    for (const each of before.components)
      t.ok(part({ data: after }, each.component).score <= each.score, `run ${run}: points of ${each.component}`)
  }
})
