/** POST /forensics/baseline-compare: trends over the statuses of a history, stability of forecasts, data of charts. */
import t from 'tap'
import { byCode, type Plain } from '../../helpers/analyse.ts'
import { built, compare, on, plan, type Sides, statusesOf } from '../../helpers/compare-baseline.ts'

t.test('trends: slope, class and acceleration over the statuses of the window', async t => {
  const of = (variances: number[], options: object = {}) =>
    compare(t, statusesOf(variances, { options: { include_trends: true, ...options } }))
  const worse = of([1, 2, 4, 9])
  t.match(worse.data.trends, { trend: 'deteriorating', slope_days_per_period: 2.6, acceleration_days: 3 })
  t.equal(worse.data.trends.is_accelerating, true)
  t.ok(byCode(worse.findings, 'BC_VARIANCE_DETERIORATES'))
  t.ok(byCode(worse.findings, 'BC_VARIANCE_ACCELERATES'))
  const tolerant = of([1, 2, 4, 9], { variance_acceleration_threshold: 3 })
  t.equal(tolerant.data.trends.is_accelerating, false, 'options.variance_acceleration_threshold')
  t.match(of([9, 4, 2, 1]).data.trends, { trend: 'improving', is_accelerating: false })
  t.match(of([3, 3, 3]).data.trends, { trend: 'stable', slope_days_per_period: 0 })
  t.match(of([3, 3.5, 4]).data.trends, { trend: 'stable' }, '0.5 a period is stable')
  t.match(of([7]).data.trends, { trend: null, message: /requires two statuses/ })
  t.equal(compare(t, statusesOf([1, 2])).data.trends, undefined)
  t.equal(worse.score, compare(t, statusesOf([1, 2, 4, 9])).score, 'a block changes no score')
})

t.test('trend_analysis_periods takes the last statuses, the current one included', async t => {
  const periods = (options: object) =>
    compare(t, statusesOf([1, 2, 3, 4, 5, 6, 7, 8], { options: { include_trends: true, ...options } })).data.trends
      .periods
  t.equal(periods({}).length, 6)
  t.strictSame(
    periods({ trend_analysis_periods: 2 }).map((each: Plain) => each.mean_finish_variance_days),
    [7, 8],
  )
  const evms = compare(t, statusesOf([1, 2, 3], { options: { include_evms_trends: true, trend_analysis_periods: 2 } }))
  t.equal(evms.data.evms_trends.periods.length, 2, 'for EVMS alike')
})

t.test('EVMS trends follow eac_method and name what a status lacks', async t => {
  const of = (options: object) =>
    compare(t, statusesOf([1, 2, 3], { options: { include_evms_trends: true, ...options } })).data.evms_trends.periods
  t.match(of({})[0], { planned_value: 10, earned_value: 8, actual_cost: 10, spi: 0.8, cpi: 0.8, eac: 125, vac: -25 })
  t.match(of({ eac_method: 'budget_rate' })[0], { eac: 102 })
  t.match(of({})[2], { is_current: true, source: 'tasks', eac: null, message: /no totals/ })
  const sides = statusesOf([1, 2])
  const [first] = sides.history
  const bare = { ...first, actual_cost_total: null }
  const plain = compare(t, { ...sides, history: [bare], options: { include_evms_trends: true } })
  t.match(plain.data.evms_trends.periods[0], { cpi: null, eac: null, message: 'without actual_cost_total' })
  t.equal(compare(t, sides).data.evms_trends, undefined)
})

t.test('forecast stability: the variation of the estimates, and of the finish', async t => {
  const options = { include_forecast_trends: true }
  const of = (sides: Sides) => compare(t, sides).data.forecast_stability
  const stable = of(statusesOf([1, 2, 4], { options }))
  // EAC 125 and 100 * 21 / 16 = 131.25
  t.match(stable, { eac_count: 2, mean_eac: 128.13, coefficient_of_variation_pct: 3.4, stability: 'stable' })
  t.match(stable, { mean_absolute_change: 6.25, finish_count: 3, finish_mean_absolute_change_days: 11.5 })
  t.match(of(statusesOf([1, 2, 4], { options: { ...options, eac_method: 'budget_rate' } })), { mean_eac: 103.5 })
  const last = { ...options, trend_analysis_periods: 2 }
  t.match(
    of(statusesOf([1, 2, 4], { options: last })),
    { eac_count: 1, finish_count: 2 },
    'the window is that of trends',
  )
  t.match(of(statusesOf([1, 2], { options })), { stability: null, message: /requires two estimates/ })
  const sides = statusesOf([1, 2, 4], { options })
  const jump = sides.history.map((each, k) => ({ ...each, actual_cost_total: 10 * (k + 1) ** 2 }))
  const unstable = compare(t, { ...sides, history: jump })
  t.equal(unstable.data.forecast_stability.stability, 'unstable')
  t.ok(byCode(unstable.findings, 'BC_FORECAST_UNSTABLE'))
  t.equal(of(statusesOf([1, 2, 4])), undefined)
})

t.test('chart data: value per month, histogram, finish per status', async t => {
  const options = { include_chart_data: true }
  const { chart_data } = compare(t, statusesOf([0, 3, 8], { options })).data
  t.strictSame(chart_data.value_curve[0], { month: '2025-01', planned_value: 31, earned_value: 0 })
  t.strictSame(chart_data.value_curve.at(-1), { month: '2025-04', planned_value: 100, earned_value: null })
  t.equal(
    chart_data.variance_histogram.reduce((sum: number, bin: Plain) => sum + bin.count, 0),
    1,
  )
  t.equal(chart_data.variance_histogram.find((bin: Plain) => bin.up_to_days === 10).count, 1)
  t.strictSame(
    chart_data.finish_by_status.map((each: Plain) => [each.status, each.finish_date]),
    [
      ['baseline', on(99)],
      ['snapshot', on(109)],
      ['snapshot', on(122)],
      ['current', on(137)],
    ],
    'unstarted work moves with the status date',
  )
  t.equal(compare(t, statusesOf([0, 3, 8])).data.chart_data, undefined)
})

t.test('a variance on the bound of a bin belongs to the bin below', async t => {
  const sides = { baseline: [{ id: 'A', ...plan(0, 10) }], current: [{ id: 'A', ...plan(0, 15) }], at: 1 }
  const { chart_data } = compare(t, { ...sides, options: { include_chart_data: true } }).data
  t.strictSame(
    chart_data.variance_histogram.filter((bin: Plain) => bin.count > 0),
    [{ above_days: 0, up_to_days: 5, count: 1 }],
  )
})

t.test('a trend counts incomplete pairs, found by the strategy of the request', async t => {
  const sides = {
    baseline: [
      { id: 'A-01', ...plan(0, 10) },
      { id: 'B-01', ...plan(0, 10) },
    ],
    current: [
      { id: 'a1', ...plan(0, 14) },
      { id: 'b1', ...built(0, 8) },
    ],
    history: [{ snapshot_date: on(5), tasks: [{ id: 'a1', ...plan(0, 12) }] }],
    at: 9,
    options: { include_trends: true, match_strategy: 'fuzzy_id' },
  }
  t.match(compare(t, sides).data.trends.periods, [
    { mean_finish_variance_days: 2, incomplete_pairs: 1 },
    { mean_finish_variance_days: 4, incomplete_pairs: 1 },
  ])
})
