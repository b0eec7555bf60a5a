/** POST /health/schedule-risk-index: a worked example to the digit, each sub-metric and option. */

import t, { type Test } from 'tap'
import { RiskIndexData } from '../../../../shared/contract/analysis/schedule-risk-index/data.ts'
import { SUB_METRICS } from '../../../../shared/contract/analysis/schedule-risk-index/request.ts'
import { formatDay, parseDay } from '../../../../shared/contract/schedule/day.ts'
import { riskIndexAnalyser } from '../../../engine/analysis/schedule-risk-index/analyser.ts'
import { bandOf, type SubMetric } from '../../../engine/analysis/schedule-risk-index/checks/context.ts'
import { analyse, byCode, type Plain } from '../../helpers/analyse.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import { MINI, MINI_STATUS_DATE, miniWith } from '../../helpers/mini.ts'
import { between, pick, random } from '../../helpers/random.ts'

const SD = { status_date: MINI_STATUS_DATE }
const reply = (t: Test, tasks: readonly TaskObject[], options: object = {}, more: object = SD): Plain =>
  analyse(t, riskIndexAnalyser, RiskIndexData, {
    tasks,
    options: { include_sub_metric_details: true, ...options },
    ...more,
  })
const mini = (t: Test, options: object = {}, more: object = SD): Plain => reply(t, MINI, options, more)
const sub = ({ data }: Plain, name: SubMetric): Plain => data.sub_metrics.find((row: Plain) => row.name === name)
const risks = ({ data }: Plain): unknown[] => data.sub_metrics.map((row: Plain) => row.risk)
const task = (id: string, predecessors: TaskObject['predecessors'] = [], more: object = {}): TaskObject => ({
  id,
  duration_days: 5,
  predecessors,
  ...more,
})
const chain = (length: number, more: object = {}): TaskObject[] =>
  Array.from({ length }, (_, i) => task(`T${i}`, i === 0 ? [] : [`T${i - 1}`], more))
const alone = (name: SubMetric) => ({ sub_metrics: name })

t.test(
  'golden MINI: logic 80, float 43.75, drift 35, progress 17.1, resource 33.3, index 44.7, score 55.3',
  async t => {
    const plain = mini(t)
    t.strictSame(risks(plain), [80, 43.8, 35, 17.1, 33.3])
    t.equal(sub(plain, 'float_risk').details.sum_of_faults / sub(plain, 'float_risk').denominator, 0.4375)
    t.strictSame([plain.data.risk_index, plain.data.band, plain.score, plain.grade], [44.7, 'elevated', 55.3, 'F'])
    t.strictSame(
      plain.data.sub_metrics.map((row: Plain) => [
        row.base_weight,
        row.weight,
        row.contribution,
        row.band,
        row.severity,
      ]),
      [
        [0.25, 0.25, 20, 'critical', 'critical'],
        [0.25, 0.25, 10.9, 'elevated', 'medium'],
        [0.2, 0.2, 7, 'moderate', 'low'],
        [0.2, 0.2, 3.4, 'low', 'info'],
        [0.1, 0.1, 3.3, 'moderate', 'low'],
      ],
    )
    t.strictSame(plain.breakdown.logic_risk, { score: 20, weight: 0.25, label: 'Logic risk' })
    t.strictSame(
      [plain.skipped, plain.data.float_source, plain.data.sub_metrics_requested],
      [false, 'computed', 'auto'],
    )
  },
)

t.test('golden MINI without status date: progress skipped, drift degraded, data date inferred, index 51.6', async t => {
  const plain = mini(t, {}, {})
  t.strictSame(risks(plain), [80, 43.8, 35, null, 33.3])
  t.strictSame([plain.data.risk_index, plain.score], [51.6, 48.4])
  t.match(plain.data.data_date, { date: MINI_STATUS_DATE, source: 'inferred' })
  t.match(sub(plain, 'progress_integrity'), { status: 'skipped', message: 'requires status_date', weight: null })
  t.match(sub(plain, 'baseline_drift'), { degraded: /status_date/, weight: 0.25 })
  t.equal(sub(mini(t), 'baseline_drift').degraded, null)
  t.equal(sub(plain, 'resource_risk').details.demand_from, MINI_STATUS_DATE)
  t.equal(plain.skipped, true)
})

t.test('drivers of MINI: points by sub-metric with reasons, which sum up to the index', async t => {
  const drivers = mini(t).data.risk_drivers
  t.strictSame(
    drivers.map(({ rank, id, points }: Plain) => [rank, id, points]),
    [
      [1, 'T4', 19.891],
      [2, 'T5', 10.942],
      [3, 'T3', 8.542],
      [4, 'T2', 3.125],
      [5, 'T1', 2.2],
    ],
  )
  t.strictSame(drivers[0].reasons, [
    { sub_metric: 'logic_risk', points: 12.5, reasons: ['no successor', '1 lag before it'] },
    { sub_metric: 'float_risk', points: 1.563, reasons: ['total float 48 calendar days (computed)'] },
    {
      sub_metric: 'baseline_drift',
      points: 2.4,
      reasons: ['finishes 2 calendar days after its baseline finish 2025-03-09'],
    },
    {
      sub_metric: 'progress_integrity',
      points: 3.429,
      reasons: ['PA11 Forecast start in the past', 'PA13 Riding the status date'],
    },
  ])
  t.strictSame(drivers[1].reasons.at(-1), {
    sub_metric: 'resource_risk',
    points: 1.667,
    reasons: ['critical and without a resource'],
  })
  const sum = drivers.reduce((all: number, { points }: Plain) => all + points, 0)
  t.ok(Math.abs(sum - 44.7) < 0.05, String(sum))
  const names = reply(t, miniWith({ T4: { name: 'Paint' } })).data.risk_drivers.map(({ name }: Plain) => name)
  t.strictSame(names.slice(0, 2), ['Paint', null])
})

t.test('at most ten drivers, the largest first, of equal ones in input order', async t => {
  const tasks = chain(30, { constraint_type: 'SNLT', constraint_date: '2030-01-01', planned_start: '2025-03-10' })
  const { risk_drivers } = reply(t, tasks, alone('logic_risk')).data
  t.strictSame(
    risk_drivers.map(({ id }: Plain) => id),
    Array.from({ length: 10 }, (_, i) => `T${i}`),
  )
  const last = tasks.map((each, i) => (i === 29 ? { ...each, predecessors: ['T28', 'T5 FS-1d'] } : each))
  t.equal(reply(t, last, alone('logic_risk')).data.risk_drivers[0].id, 'T29')
})

t.test('logic_risk: each term to its weight, in full from its own share; a term over nothing is dropped', async t => {
  const logic = (tasks: readonly TaskObject[]): Plain => sub(reply(t, tasks), 'logic_risk')
  const terms = (row: Plain) =>
    Object.fromEntries(
      row.details.terms.map((term: Plain) => [term.term, [term.numerator, term.denominator, term.value]]),
    )
  t.equal(logic(chain(20)).risk, 0)
  const open = logic([...chain(18), task('X', ['T1']), task('Y', ['T1'])])
  t.strictSame(terms(open).open_ends, [2, 20, 0.5])
  t.equal(open.risk, 20, '.40 * 10 % / 20 %')
  const dangling = logic([...chain(18), task('X', ['T1 FF']), task('Z', ['X', 'T17'])])
  t.strictSame(terms(dangling).dangling, [1, 20, 0.25])
  t.strictSame(terms(dangling).leads, [0, 20, 0])
  t.equal(dangling.risk, 5)
  const lead = logic([...chain(20), task('Z', ['T19 FS-1d'])])
  t.equal(lead.risk, 7.5, '.15 * 5 % / 10 %')
  const lag = logic([...chain(20), task('Z', ['T19 FS+1d'])])
  t.equal(lag.risk, 2.5, '.10 * 5 % / 20 %')
  const hard = logic(chain(20).map((each, i) => (i === 3 ? { ...each, constraint_type: 'MFO' } : each)))
  t.equal(hard.risk, 3.8, '.15 * 5 % / 20 %')
  const loose = logic([task('A'), task('B'), task('C')])
  t.equal(loose.risk, 53.3, '40 of the 75 that open ends, dangling tasks and constraints weigh')
  t.strictSame(terms(loose).leads, [0, 0, null])
  t.match(logic(chain(3).map(each => ({ ...each, percent_complete: 100 }))), {
    status: 'not_applicable',
    risk: null,
    message: /No incomplete task/,
  })
})

t.test('a cycle: logic 100, float and resources skipped, the index at least 80', async t => {
  const tasks = miniWith({ T2: { predecessors: ['T1', 'T3'] } })
  const plain = reply(t, tasks)
  t.strictSame(risks(plain), [100, null, 35, 34.3, null], 'T2 has also started before T3 ended')
  t.strictSame([plain.data.risk_index, plain.data.band, plain.score, plain.grade], [80, 'critical', 20, 'F'])
  t.equal(plain.data.risk_index_before_gates, 59.8)
  t.match(sub(plain, 'float_risk'), { status: 'skipped', message: /cycle/ })
  t.match(byCode(plain.findings, 'GATE_CYCLE'), { severity: 'critical', evidence: { score_max: 20 } })
  t.match(
    plain.data.risk_drivers
      .filter(({ reasons }: Plain) => reasons[0].sub_metric === 'logic_risk')
      .map(({ id }: Plain) => id)
      .toSorted(),
    ['T2', 'T3'],
  )
  t.equal(plain.recommendations[0].codes[0], 'GATE_CYCLE')
})

t.test('float_risk: supplied before computed float, each band to its fault', async t => {
  const floats = [-1, 0, 0.5, 10, 10.5, 44, 45]
  const tasks = floats.map((total_float_days, i) => task(`T${i}`, [], { total_float_days }))
  const row = (threshold?: number): Plain =>
    sub(reply(t, tasks, { near_critical_float_threshold: threshold }), 'float_risk')
  t.strictSame(row().details.counts, { negative: 1, zero: 1, high: 1, near_critical: 2 })
  t.equal(row().risk, 32.1, '(1 + .5 + .25 + 2 * .25) / 7')
  t.equal(row(0).risk, 25, 'no task is near-critical')
  t.equal(row(44).risk, 39.3)
  t.equal(row(100).details.counts.high, 1, 'high comes first')
  t.equal(row().details.float_source, 'supplied')
  const mixed = reply(t, miniWith({ T4: { total_float_days: -2 } }))
  t.strictSame([mixed.data.float_source, sub(mixed, 'float_risk').risk], ['mixed', 62.5])
  t.match(mixed.data.risk_drivers[0].reasons[1].reasons, ['total float -2 calendar days (supplied)'])
})

const baselined = (id: string, finish: string, more: object = {}): TaskObject =>
  task(id, [], { baseline_start: '2025-03-03', baseline_finish: finish, ...more })

t.test(
  'baseline_drift: slips of actual, forecast, planned, computed finishes; overdue work slips to the status date',
  async t => {
    const drift = (tasks: readonly TaskObject[], more: object = SD): Plain =>
      sub(reply(t, tasks, {}, more), 'baseline_drift')
    const dated = drift([
      baselined('A', '2025-03-20', { planned_finish: '2025-03-25' }),
      baselined('B', '2025-03-20', { planned_finish: '2025-03-30', forecast_finish: '2025-03-18' }),
      baselined('C', '2025-03-07', {
        actual_finish: '2025-03-08',
        forecast_finish: '2025-03-30',
        percent_complete: 100,
      }),
      baselined('D', '2025-03-05', { forecast_finish: '2025-03-06' }),
    ])
    t.match(dated.details, { tasks: 4, slipped_tasks: 3, largest_slip_days: 5, overdue_tasks: 1, mean_slip_days: 2.8 })
    t.equal(dated.risk, 51.3, '.5 * 3/4 + .5 * 2.75/10')
    const [computed, unknown] = [SD, SD].map((more, n) =>
      drift(
        [
          task('P', [], { planned_start: '2025-03-10' }),
          baselined('Q', '2025-03-12', { predecessors: n === 0 ? ['P'] : ['Q'] }),
        ],
        more,
      ),
    )
    t.match(computed!.details, { tasks: 1, largest_slip_days: 7 }, 'P ends on 03-14, Q on 03-19')
    t.match(unknown!.details, { tasks: 0, unknown_finish: 1 }, 'no CPM while Q follows itself')
    t.equal(unknown!.status, 'not_applicable')
    const late = drift([baselined('A', '2025-03-07', { actual_finish: '2025-03-07', percent_complete: 100 })])
    t.equal(late.details.overdue_tasks, 0, 'complete work is not overdue')
  },
)

t.test(
  'baseline_drift: a mean slip of a tenth of the baseline length counts in full, of no less than ten days',
  async t => {
    const slip = (finish: string, days: number): Plain => {
      const forecast_finish = formatDay(parseDay(finish)! + days)
      return sub(reply(t, [baselined('A', finish, { forecast_finish })]), 'baseline_drift')
    }
    t.match(slip('2025-04-01', 5), { risk: 75, details: { full_slip_days: 10, baseline_length_days: 30 } })
    t.match(slip('2025-09-18', 5), { risk: 62.5, details: { full_slip_days: 20, baseline_length_days: 200 } })
    t.equal(slip('2025-09-18', 50).risk, 100)
  },
)

t.test(
  'baseline_drift: milestones, margin and tasks without a duration stay out; without a baseline it is skipped',
  async t => {
    const more = { forecast_finish: '2025-05-01' }
    const rows = [
      baselined('A', '2025-03-20', { forecast_finish: '2025-03-20' }),
      baselined('M', '2025-03-20', { ...more, task_type: 'milestone' }),
      baselined('G', '2025-03-20', { ...more, task_type: 'schedule_margin' }),
      baselined('Z', '2025-03-20', { ...more, duration_days: 0 }),
    ]
    t.match(sub(reply(t, rows), 'baseline_drift'), { risk: 0, denominator: 1 })
    t.match(sub(reply(t, rows.slice(1)), 'baseline_drift'), { risk: null, status: 'not_applicable' })
    const bare = MINI.map(({ baseline_start: _, baseline_finish: __, ...rest }) => rest as TaskObject)
    const plain = reply(t, bare)
    t.match(sub(plain, 'baseline_drift'), { status: 'skipped', message: 'requires baseline_finish' })
    t.equal(plain.skipped, true)
  },
)

t.test('progress_integrity: twice the points per task, at most 100; earned value only when requested', async t => {
  const wrong = { actual_finish: '2025-04-01', actual_start: '2025-03-01', percent_complete: 100 }
  const tasks = [...chain(10), task('X', ['T9'], wrong)]
  const row = sub(reply(t, tasks), 'progress_integrity')
  t.match(row, { risk: 18.2, numerator: 1, denominator: 11, details: { points: 1, anomalies: { PA02: 1 } } })
  const all = chain(4).map(each => ({ ...each, ...wrong }))
  t.equal(sub(reply(t, all), 'progress_integrity').risk, 100)
  const money = { earned_value: 200, budgeted_cost: 100 }
  const done = { actual_start: '2025-03-03', actual_finish: '2025-03-04', percent_complete: 100 }
  const dates = { baseline_start: '2025-03-03', baseline_finish: '2025-03-04' }
  const earned = chain(10).map(each => ({ ...each, ...money, ...done, ...dates, predecessors: [] }))
  const value = (include_ev_validation: boolean): Plain =>
    sub(reply(t, earned, { include_ev_validation }), 'progress_integrity')
  t.strictSame([value(false).risk, value(true).risk], [20, 100], 'all of them finished on one day')
  t.strictSame([value(false).details.earned_value_read, value(true).details.earned_value_read], [false, true])
})

const working = (id: string, start: string, finish: string, more: object = {}): TaskObject =>
  task(id, [], { planned_start: start, planned_finish: finish, resource: 'R', ...more })

t.test(
  'resource_risk: resource-days on which more than one task asks for the resource, from the status date on',
  async t => {
    const tasks = [
      working('A', '2025-03-03', '2025-03-14'),
      working('B', '2025-03-13', '2025-03-16', { duration_days: 4 }),
      working('C', '2025-03-20', '2025-03-22', { duration_days: 3, resources: ['S'] }),
      working('D', '2025-03-22', '2025-03-25', { duration_days: 4, resource: 'S' }),
      working('E', '2025-03-03', '2025-03-31', { percent_complete: 100 }),
      working('F', '2025-03-03', '2025-03-31', { task_type: 'schedule_margin' }),
    ]
    const plain = reply(t, tasks, alone('resource_risk'), { ...SD, calendar: 'calendar_days' })
    const row = sub(plain, 'resource_risk')
    // R: 03-10..03-16 and 03-20..03-22, 03-13 and 03-14 twice; S: 03-20..03-25, 03-22 twice
    t.match(row.details, { over_allocated_resource_days: 3, loaded_resource_days: 16, demand_from: '2025-03-10' })
    t.strictSame(
      plain.data.risk_drivers
        .filter(({ reasons }: Plain) => /over-allocated/.test(reasons[0].reasons[0]))
        .map(({ id, reasons }: Plain) => [id, reasons[0].reasons[0]]),
      [
        ['A', '2 resource-days of it on over-allocated days'],
        ['B', '2 resource-days of it on over-allocated days'],
        ['C', '1 resource-day of it on over-allocated days'],
        ['D', '1 resource-day of it on over-allocated days'],
      ],
    )
    const working5 = sub(reply(t, tasks, alone('resource_risk'), { ...SD, calendar: 'working_days' }), 'resource_risk')
    t.match(working5.details, { loaded_resource_days: 11 }, 'days off load nothing')
  },
)

t.test('resource_risk: critical work without a resource; each term alone where the other is over nothing', async t => {
  const row = (tasks: readonly TaskObject[], more: object = SD): Plain =>
    sub(reply(t, tasks, {}, more), 'resource_risk')
  const pair = [working('A', '2025-03-10', '2025-03-14'), task('B', ['A'])]
  t.match(row(pair), { risk: 25, details: { over_allocated_share: 0, critical_tasks: 2, unassigned_share: 0.5 } })
  const done = pair.map(each => (each.id === 'A' ? { ...each, percent_complete: 100 } : each))
  t.match(row(done), { risk: 100, details: { over_allocated_share: null, unassigned_share: 1 } })
  const undated = row([task('A', [], { resource: 'R' }), task('B', ['A'])], {})
  t.match(undated, { risk: 50, degraded: /no date/, details: { demand_from: null } })
  const computed = row([task('A', [], { resource: 'R' }), task('B', ['A'], { resource: 'R' })])
  t.match(computed.details, { loaded_resource_days: 10 }, 'dates of CPM where a task has none')
  const unloaded = MINI.map(({ resource: _, ...rest }) => rest as TaskObject)
  t.match(row(unloaded), { status: 'skipped', message: 'requires a resource on some task' })
  t.equal(row(pair.map(each => ({ ...each, percent_complete: 100 }))).status, 'not_applicable')
})

t.test('resource-days on over-allocated days agree with a loop over the days', async t => {
  const seed = 711
  t.comment(`seed ${seed}`)
  const rnd = random(seed)
  const first = parseDay(MINI_STATUS_DATE)!
  for (let n = 0; n < 40; n++) {
    const spans = Array.from({ length: between(rnd, 1, 8) }, () => {
      const start = between(rnd, -5, 20)
      return { start, end: start + between(rnd, 0, 9), resource: pick(rnd, ['R', 'S', 'T']) }
    })
    const tasks = spans.map(({ start, end, resource }, i) =>
      working(`T${i}`, formatDay(first + start), formatDay(first + end), { resource, duration_days: 1 }),
    )
    const load = new Map<string, number>()
    const daysOf = ({ start, end, resource }: (typeof spans)[number]): string[] => {
      // work that is overdue loads its days left, here one, from the status date on
      const [from, to] = [Math.max(start, 0), Math.max(end, 0)]
      return Array.from({ length: to - from + 1 }, (_, d) => `${resource} ${from + d}`)
    }
    for (const key of spans.flatMap(daysOf)) load.set(key, (load.get(key) ?? 0) + 1)
    const isOver = (key: string): boolean => load.get(key)! > 1
    const { data } = reply(t, tasks, alone('resource_risk'), { ...SD, calendar: 'calendar_days' })
    const { details } = data.sub_metrics[4]
    t.strictSame(
      [details.over_allocated_resource_days, details.loaded_resource_days],
      [[...load.keys()].filter(isOver).length, load.size],
    )
    const shares = Object.fromEntries(
      data.risk_drivers.map(({ id, reasons }: Plain) => [
        id,
        Number(/^(\d+) resource-day/.exec(reasons[0].reasons[0])?.[1] ?? 0),
      ]),
    )
    spans.forEach((span, i) => {
      t.equal(shares[`T${i}`] ?? 0, daysOf(span).filter(isOver).length)
    })
  }
})

t.test('bands by the rounded risk', async t => {
  const band = (risk: number): string => bandOf(risk).band
  t.strictSame([0, 19.94, 19.95, 39.9, 40, 59.9, 60, 79.9, 80, 100].map(band), [
    'low',
    'low',
    'moderate',
    'moderate',
    'elevated',
    'elevated',
    'high',
    'high',
    'critical',
    'critical',
  ])
})

t.test('option sub_metrics: auto, one name, a list, - for _; others are not evaluated and cost no warning', async t => {
  const evaluated = (sub_metrics: unknown): unknown[] =>
    mini(t, { sub_metrics })
      .data.sub_metrics.filter(({ status }: Plain) => status === 'evaluated')
      .map(({ name }: Plain) => name)
  for (const auto of [undefined, null, 'auto', [], ['auto']])
    t.strictSame(evaluated(auto), [...SUB_METRICS], String(auto))
  t.strictSame(evaluated('float-risk'), ['float_risk'])
  t.strictSame(evaluated(['resource-risk', 'logic_risk', 'logic-risk']), ['logic_risk', 'resource_risk'])
  const plain = mini(t, { sub_metrics: ['logic_risk', 'float_risk'] })
  t.strictSame([plain.data.risk_index, plain.score, plain.skipped], [61.9, 38.1, false])
  t.strictSame(plain.data.sub_metrics_requested, ['logic_risk', 'float_risk'])
  t.match(sub(plain, 'baseline_drift'), {
    status: 'not_applicable',
    message: /not asked for/,
    weight: null,
    risk: null,
  })
  t.strictSame(plain.breakdown.baseline_drift.score, null)
  t.ok(
    plain.data.risk_drivers.every(({ reasons }: Plain) =>
      reasons.every((each: Plain) => /logic|float/.test(each.sub_metric)),
    ),
  )
  const impossible = mini(t, { sub_metrics: 'progress_integrity' }, {})
  t.match(sub(impossible, 'progress_integrity'), { status: 'skipped', message: 'requires status_date' })
  t.strictSame(
    [impossible.data.risk_index, impossible.data.band, impossible.score, impossible.grade, impossible.skipped],
    [null, null, null, null, true],
  )
  t.match(impossible.summary, /no sub-metric/)
})

t.test('option sub_metrics: unknown names are refused with their place', async t => {
  t.match(mini(t, { sub_metrics: 'duration_risk' }), {
    code: 'validation',
    faults: [{ loc: ['body', 'options', 'sub_metrics'], type: 'enum' }],
  })
  t.match(mini(t, { sub_metrics: ['logic_risk', 'auto', ''] }).faults, [
    { loc: ['body', 'options', 'sub_metrics', 1] },
    { loc: ['body', 'options', 'sub_metrics', 2] },
  ])
})

t.test('option baseline_weight_override: replaces base weights before they are renormalised', async t => {
  const plain = mini(t, { baseline_weight_override: { 'logic-risk': 3, float_risk: 1 } })
  // (3 * 80 + 43.75 + .2 * 35 + .2 * 17.143 + .1 * 33.333) / 4.5
  t.strictSame([plain.data.risk_index, plain.score], [66.1, 33.9])
  t.strictSame(
    plain.data.sub_metrics.map(({ base_weight, weight }: Plain) => [base_weight, weight]),
    [
      [3, 0.667],
      [1, 0.222],
      [0.2, 0.044],
      [0.2, 0.044],
      [0.1, 0.022],
    ],
  )
  const none = mini(t, { baseline_weight_override: { logic_risk: 0 } })
  t.strictSame([sub(none, 'logic_risk').risk, sub(none, 'logic_risk').contribution], [80, 0])
  t.equal(none.data.risk_index, 32.9)
  t.equal(mini(t, { baseline_weight_override: {} }).data.risk_index, 44.7)
  const all = (weight: number) => Object.fromEntries(SUB_METRICS.map(name => [name, weight]))
  for (const weight of [1, Number.MAX_VALUE, Number.MIN_VALUE]) {
    t.equal(mini(t, { baseline_weight_override: all(weight) }).data.risk_index, 41.8, `five times ${weight}`)
  }
  t.match(mini(t, { baseline_weight_override: { odd: 1 } }).faults, [
    { loc: ['body', 'options', 'baseline_weight_override', 'odd'], type: 'enum' },
  ])
  t.match(mini(t, { baseline_weight_override: { logic_risk: -1 } }).faults, [{ type: 'minimum' }])
  t.match(mini(t, { baseline_weight_override: all(0) }), { code: 'validation', faults: [{ type: 'minimum' }] })
  t.match(
    mini(t, { sub_metrics: 'logic_risk', baseline_weight_override: { logic_risk: 0 } }),
    { code: 'validation', faults: [{ loc: ['body', 'options', 'baseline_weight_override'] }] },
    'the active ones count',
  )
})

t.test('options include_*, fields: blocks come and go, the score stays', async t => {
  const plain = mini(t, { include_sub_metric_details: false })
  t.notOk('details' in sub(plain, 'logic_risk'))
  t.ok('details' in sub(mini(t), 'logic_risk'))
  t.strictSame(
    plain.recommendations.map(({ codes, effect }: Plain) => [codes[0], effect]),
    [
      ['RI01', 20],
      ['RI02', 10.9],
      ['RI03', 7],
      ['RI04', 3.4],
      ['RI05', 3.3],
      ['CPM_DIFFERS_FROM_SUPPLIED', 0],
    ],
  )
  const bare = mini(t, { include_recommendations: false, include_risk_drivers: false })
  t.strictSame([bare.recommendations, 'risk_drivers' in bare.data, bare.score], [[], false, 55.3])
  const sparse = mini(t, { fields: ['band'] })
  t.strictSame([sparse.data, sparse.score], [{ band: 'elevated' }, 55.3])
  t.match(mini(t, { fields: ['nope'] }), { code: 'validation', faults: [{ loc: ['body', 'options', 'fields', 0] }] })
})

t.test(
  'option exclude_task_types: the tasks leave every population and the demand, and stay in the network',
  async t => {
    const tasks = miniWith({ T3: { task_type: 'slpp' }, T2: { task_type: 'planning_package' } })
    const plain = reply(t, tasks, { exclude_task_types: ['slpp', 'planning_package'] })
    t.strictSame(plain.data.populations.t14, { count: 2, excluded_by_type: { planning_package: 1, slpp: 1 } })
    const terms = sub(plain, 'logic_risk').details.terms
    t.match(terms[0], { term: 'open_ends', numerator: 1, denominator: 2 }, 'T5 is still linked through T3')
    t.match(terms[4], { term: 'hard_constraints', numerator: 0, denominator: 2 })
    t.match(sub(plain, 'baseline_drift').details, { tasks: 3 })
    t.equal(sub(plain, 'progress_integrity').denominator, 5)
    t.match(sub(plain, 'resource_risk').details, { loaded_resource_days: 0, critical_tasks: 1 })
    const all = reply(t, tasks, { exclude_task_types: ['slpp', 'planning_package', 'task'] })
    t.equal(sub(all, 'resource_risk').status, 'skipped', 'R1 is on excluded tasks only')
  },
)

t.test('findings: one per sub-metric with a risk, graded by band; none where there is no risk', async t => {
  const graded = ({ findings }: Plain): Plain[] => findings.filter(({ code }: Plain) => code.startsWith('RI'))
  const plain = mini(t)
  t.strictSame(
    graded(plain).map(({ code, severity }: Plain) => [code, severity]),
    [
      ['RI01', 'critical'],
      ['RI02', 'medium'],
      ['RI03', 'low'],
      ['RI04', 'info'],
      ['RI05', 'low'],
    ],
  )
  t.strictSame(byCode(graded(plain), 'RI01').task_ids, ['T3', 'T4', 'T5'])
  const clean = reply(t, chain(12, { total_float_days: 20 }))
  t.strictSame([clean.data.risk_index, clean.score, clean.grade, graded(clean)], [0, 100, 'A', []])
})

t.test(
  'anomalies of level of effort are reported beside those of the tasks, not as more tasks than there are',
  async t => {
    const effort = (n: number) => ({
      id: `L${n}`,
      task_type: 'loe',
      duration_days: 5,
      actual_start: '2030-03-05',
      percent_complete: 10,
    })
    const tasks = [
      { id: 'A', duration_days: 5, actual_start: '2024-01-05', percent_complete: 50, forecast_finish: '2030-01-12' },
      { id: 'B', duration_days: 5, predecessors: ['A'], planned_start: '2030-01-05', baseline_start: '2030-01-05' },
      { id: 'C', duration_days: 5, actual_start: '2024-01-05', actual_finish: '2024-01-09', percent_complete: 100 },
      effort(1),
      effort(2),
      effort(3),
      effort(4),
    ]
    const metric = reply(t, tasks).data.sub_metrics.find((each: Plain) => each.code === 'RI04')
    t.match(metric.message, /^\d of 3 tasks (has|have) anomalies of status \(and 4 tasks of level of effort\), /)
  },
)
