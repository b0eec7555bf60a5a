/** POST /forensics/baseline-compare: variances, the score, pairs, every option, missing dates. */
import t from 'tap'
import { roundHalfAway } from '../../../engine/wording/numbers.ts'
import { byCode, type Plain } from '../../helpers/analyse.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import { built, chain, compare, on, part, plan } from '../../helpers/compare-baseline.ts'

t.test('variances of -1, 0, 3, 8, 20 days are 2 ahead, 1 minor, 1 moderate, 1 major; 60 % are on track', async t => {
  const baseline = [0, 1, 2, 3, 4].map(n => ({ id: `T${n}`, ...plan(0, 10) }))
  const current = [-1, 0, 3, 8, 20].map((days, n) => ({ id: `T${n}`, ...plan(0, 10 + days) }))
  // a long task keeps the others off the critical path
  const tail = { id: 'Z', ...plan(0, 90) }
  const { data } = compare(t, { current: [...current, tail], baseline: [...baseline, tail], at: 1 })
  t.strictSame(data.variance.bands, { on_or_ahead: 3, minor: 1, moderate: 1, major: 1, severe: 0 }, 'Z is on time')
  const only = compare(t, { current, baseline, at: 1 })
  t.equal(only.data.variance.on_track_pct, 60)
  t.strictSame(
    only.data.task_variances.map((row: Plain) => row.finish_variance_days),
    [-1, 0, 3, 8, 20],
  )
  t.match(only.data.variance.finish, { count: 5, mean_days: 6, median_days: 3, least_days: -1, largest_days: 20 })
})

t.test('a late task that is critical in the baseline is one band worse, one on time is not', async t => {
  const current = [3, 0].map((days, n) => ({ id: 'AB'[n]!, ...plan(0, 10 + days) }))
  const baseline = 'AB'.split('').map(id => ({ id, ...plan(0, 10), predecessors: ['S'] }))
  const start = { id: 'S', ...plan(0, 1), duration_days: 0, task_type: 'milestone' }
  const sides = { current: [...current, start], baseline: [start, ...baseline], at: 1 }
  const rows = compare(t, sides).data.task_variances
  t.match(rows[0], { id: 'A', band: 'moderate', is_baseline_critical: true })
  t.match(rows[1], { id: 'B', band: 'on_or_ahead', is_baseline_critical: true })
})

t.test('the score weighs BEI 0.35, critical BEI 0.25, SPI(t) 0.2, on track 0.2, each up to 1', async t => {
  const baseline = chain('AB')
  const current = [
    { ...baseline[0]!, ...built(0, 5) },
    { ...baseline[1]!, forecast_finish: on(20) },
  ]
  const plain = compare(t, { current, baseline, at: 12 })
  // BEI 1/2, critical the same, ES 5 of 12, 1 of 2 on track
  t.equal(plain.score, roundHalfAway(100 * (0.35 * 0.5 + 0.25 * 0.5 + (0.2 * 5) / 12 + 0.2 * 0.5), 1))
  t.strictSame(
    Object.entries(plain.breakdown).map(([name, each]) => [name, (each as Plain).weight]),
    [
      ['bei', 0.35],
      ['critical_bei', 0.25],
      ['spi_t', 0.2],
      ['on_track', 0.2],
    ],
  )
  t.equal(part(plain, 'bei').points_lost, 17.5)
  t.ok(plain.recommendations.length > 0)
  const early = compare(t, { current: baseline.map((task, n) => ({ ...task, ...built(n, n + 1) })), baseline, at: 6 })
  t.equal(part(early, 'bei').value, 2)
  t.equal(part(early, 'bei').score, 100)
})

t.test('match_strategy and fuzzy_match_threshold pair the tasks', async t => {
  const baseline = [
    { id: 'A-0100', wbs_code: '1', ...plan(0, 5) },
    { id: 'foundationx', wbs_code: '2', ...plan(0, 5) },
  ]
  const current = [
    { id: 'a100', wbs_code: '1', ...plan(0, 5) },
    { id: 'foundationy', wbs_code: '3', ...plan(0, 5) },
  ]
  const of = (options: object) => compare(t, { current, baseline, at: 2, options }).data.matching
  t.match(of({}), { strategy: 'id', pair_count: 0, added: ['a100', 'foundationy'], fuzzy_match_threshold: null })
  t.match(of({ match_strategy: 'fuzzy_id' }), { pair_count: 2, methods: { normalised_id: 1, similar_id: 1 } })
  t.match(of({ match_strategy: 'fuzzy_id', fuzzy_match_threshold: 0.95 }), { pair_count: 1, deleted: ['foundationx'] })
  t.match(of({ match_strategy: 'wbs_hierarchy' }), { pair_count: 1, methods: { wbs: 1 } })
  t.match(of({ match_strategy: 'id_and_wbs' }), { pair_count: 0 })
  const none = compare(t, { current, baseline, at: 2 })
  t.match(none, { score: null, grade: null, skipped: true })
  t.match(
    none.summary,
    /None of the \d+ tasks? of the baseline schedule is one of the \d+ tasks? of the current schedule/,
  )
  t.match(byCode(none.findings, 'GATE_NO_PAIRS'), { severity: 'critical', evidence: { score_max: null } })
  t.equal(part(none, 'bei').status, 'skipped')
  t.equal(none.skipped, true)
})

t.test('variance_threshold_days, include_task_variances and include_critical_path_only', async t => {
  const baseline = [...chain('AB'), { id: 'X', ...plan(0, 5) }]
  const current = [...chain('AB'), { id: 'X', ...plan(0, 8) }]
  const of = (options: object) => compare(t, { current, baseline, at: 1, options })
  t.equal(of({}).data.variance.on_track_pct, 100)
  t.equal(of({ variance_threshold_days: 2 }).data.variance.on_track_pct, 66.7)
  t.equal(of({ variance_threshold_days: 0 }).data.variance.bands.severe, 1)
  t.equal(of({ include_task_variances: false }).data.task_variances, undefined)
  const critical = of({ include_critical_path_only: true })
  t.strictSame(
    critical.data.task_variances.map((row: Plain) => row.id),
    ['A', 'B'],
  )
  t.strictSame(critical.data.variance, of({}).data.variance, 'indicators are those of all tasks')
})

t.test('the baseline is read as a status: actual, forecast, planned, else baseline dates', async t => {
  const current = [{ id: 'A', ...plan(0, 10) }]
  const finishOf = (dates: object) =>
    compare(t, { current, baseline: [{ id: 'A', duration_days: 10, ...dates }], at: 1 }).data.task_variances[0]
      .baseline_finish
  const all = { planned_finish: on(1), baseline_finish: on(2), forecast_finish: on(3), actual_finish: on(4) }
  t.equal(finishOf(all), on(4), 'leftover targets of finished work do not count')
  t.equal(finishOf({ ...all, actual_finish: null }), on(3))
  t.equal(finishOf({ planned_finish: on(1), baseline_finish: on(2) }), on(1))
  t.equal(finishOf({ baseline_finish: on(2) }), on(2))
  const undated = compare(t, { current, baseline: [{ id: 'A', duration_days: 10 }], at: 1 })
  t.match(undated.data.variance, { unmatched_dates: 1, pair_count: 0, on_track_pct: null })
  t.match(undated.data.bei, { bei: null, without_baseline: 1 })
  t.ok(byCode(undated.findings, 'BC_UNDATED_PAIRS'))
})

t.test('a current task without dates takes those of the critical path, on the anchor of both schedules', async t => {
  const bare = chain('AB').map(({ id, duration_days, predecessors }) => ({ id, duration_days, predecessors }))
  const { data } = compare(t, { current: bare as TaskObject[], baseline: chain('AB'), at: 3 })
  t.strictSame(
    data.task_variances.map((row: Plain) => row.finish_variance_days),
    [3, 3],
  )
  t.match(data.project_finish, { variance_days: 3, current: { source: 'network' } })
})

t.test('a baseline without logic has no critical path: the critical BEI is skipped and says why', async t => {
  const baseline = ['A', 'B'].map(id => ({ id, ...plan(0, 10) }))
  const plain = compare(t, { current: baseline, baseline, at: 20 })
  t.match(part(plain, 'critical_bei'), { status: 'skipped', score: null, message: /requires logic/ })
  t.equal(plain.data.task_variances[0].is_baseline_critical, false)
  t.equal(plain.data.project_finish.baseline.source, 'dates')
})

t.test('due work that was deleted is reported; cycles in any schedule are refused', async t => {
  const baseline = chain('ABC')
  const current = [
    { ...baseline[0]!, ...built(0, 5) },
    { ...baseline[2]!, predecessors: ['A'] },
  ]
  const plain = compare(t, { current, baseline, at: 12 })
  t.equal(plain.data.bei.deleted_due, 1)
  t.match(byCode(plain.findings, 'BC_DELETED_DUE'), { task_ids: ['B'] })
  t.equal(compare(t, { current, baseline, at: 8 }).data.bei.deleted_due, 0, 'B is not due yet')
  const cyclic = [
    { id: 'A', predecessors: ['B'] },
    { id: 'B', predecessors: ['A'] },
  ]
  t.equal(compare(t, { current: cyclic, baseline, at: 1 }).code, 'dependency_cycle')
  t.equal(compare(t, { current, baseline: cyclic, at: 1 }).code, 'dependency_cycle')
  const history = [{ snapshot_date: on(50), tasks: cyclic }]
  t.equal(compare(t, { current, baseline, at: 1, history }).code, 'dependency_cycle', 'even one that is left out')
})

t.test(
  'snapshots on or after the status date are left out; of equal dates the last counts; order is by date',
  async t => {
    const tasks = (days: number) => [{ id: 'A', ...plan(0, 100 + days) }]
    const history = [
      { snapshot_date: on(10), tasks: tasks(5) },
      { snapshot_date: on(5), tasks: tasks(1) },
      { snapshot_date: on(10), tasks: tasks(2) },
      { snapshot_date: on(20), tasks: tasks(50) },
    ]
    const sides = { current: tasks(3), baseline: tasks(0), at: 20, history, options: { include_trends: true } }
    const { data, findings } = compare(t, sides)
    t.strictSame(
      data.trends.periods.map((each: Plain) => each.mean_finish_variance_days),
      [1, 2, 3],
    )
    t.strictSame(data.statuses, { in_window: 3, superseded: [0], not_earlier: [3] })
    t.ok(byCode(findings, 'HISTORY_NOT_EARLIER'))
    t.ok(byCode(findings, 'BC_HISTORY_SUPERSEDED'))
  },
)

t.test('the task that ended last was replaced: said first, and the milestone that both have is followed', async t => {
  const end = { task_type: 'finish_milestone', duration_days: 0 }
  const baseline = [
    ...chain('AB'),
    { id: 'TOC', ...end, predecessors: ['B'] },
    { id: 'W', ...plan(10, 30), predecessors: ['TOC'] },
  ]
  const current = [
    { id: 'A', duration_days: 7, predecessors: [] },
    { id: 'B', duration_days: 5, predecessors: ['A'] },
    { id: 'TOC', ...end, predecessors: ['B'] },
    { id: 'X', duration_days: 90, predecessors: ['TOC'] },
  ]
  const { data, findings, summary } = compare(t, { current, baseline, at: 0 })
  t.match(data.project_finish, {
    variance_days: 2,
    last_task_id: 'TOC',
    followed_finish: { by: 'last_common_milestone', change: 'replaced', whole_days: 72, other_task_id: 'TOC' },
  })
  t.match(findings[0], { code: 'BC_END_CHANGED', severity: 'medium' })
  t.match(
    summary,
    /^W ended last and is gone in the current schedule; X is new and ends last\. So milestone TOC is followed/,
  )
})
