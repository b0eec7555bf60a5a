/** POST /forensics/baseline-compare: worked examples, every option, missing data, invariants. */
import { existsSync, readFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import { comparisonChunks, scheduleHistory } from '../../../../loadtest/schedules.ts'
import { BaselineCompareData } from '../../../../shared/analysis/baseline-compare/data.ts'
import { formatDay, parseDay } from '../../../../shared/schedule/day.ts'
import { TASK_FIELDS } from '../../../../shared/schedule/fields.ts'
import { baselineCompareAnalyser } from '../../../engine/analysis/baseline-compare/analyser.ts'
import { periodicEarnedSchedule } from '../../../engine/analysis/baseline-compare/earned-schedule.ts'
import { type EacMethod, earnedValueFigures } from '../../../engine/analysis/baseline-compare/earned-value-figures.ts'
import { executionIndex, pathLengthIndex } from '../../../engine/check/execution.ts'
import { roundHalfAway, roundRatio } from '../../../engine/wording/round.ts'
import { analyse, byCode, type Plain } from '../../helpers/analyse.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import { EVERY_BLOCK } from '../../helpers/every-block.ts'
import { between, random, shuffled } from '../../helpers/random.ts'

const DAY0 = parseDay('2025-01-01')!
/** Date of offset n. */
const on = (n: number): string => formatDay(DAY0 + n)
/** Planned from offset a to the exclusive offset b. */
const plan = (a: number, b: number) => ({ duration_days: b - a, planned_start: on(a), planned_finish: on(b - 1) })
const built = (a: number, b: number) => ({ actual_start: on(a), actual_finish: on(b - 1), percent_complete: 100 })

interface Sides {
  readonly current: readonly TaskObject[]
  readonly baseline: readonly TaskObject[]
  readonly at: number
  readonly options?: object
  readonly history?: readonly object[]
  readonly calendar?: unknown
}

const bodyOf = ({ current, baseline, at, options, history, calendar }: Sides) => ({
  current_schedule: { status_date: on(at), tasks: current },
  baseline_schedule: { baseline_date: on(0), tasks: baseline },
  ...(history === undefined ? {} : { schedule_history: history }),
  calendar: calendar ?? 'calendar_days',
  ...(options === undefined ? {} : { options }),
})

const compare = (t: Test, sides: Sides): Plain =>
  analyse(t, baselineCompareAnalyser, BaselineCompareData, bodyOf(sides))

const part = (plain: Plain, name: string): Plain => plain.data.components.find((each: Plain) => each.component === name)

const chain = (ids: string): TaskObject[] =>
  [...ids].map((id, i, all) => ({ id, ...plan(5 * i, 5 * i + 5), predecessors: i === 0 ? [] : [all[i - 1]!] }))

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

t.test('SPI(t): A 0-10, B 10-20, at 12 A done: ES 10, AT 12, 0.833', async t => {
  const baseline = [
    { id: 'A', ...plan(0, 10) },
    { id: 'B', ...plan(10, 20), predecessors: ['A'] },
  ]
  const current = [{ ...baseline[0]!, ...built(0, 10) }, baseline[1]!]
  const { data } = compare(t, { current, baseline, at: 12 })
  t.match(data.spi_t, {
    earned_schedule: 10,
    actual_time: 12,
    spi_t: 0.833,
    schedule_variance: -2,
    planned_duration: 20,
    estimate_at_completion: 24,
    weight_basis: 'baseline_duration',
    planned_value: 12,
    earned_value: 10,
    budget: 20,
  })
})

t.test(
  'SPI(t): nothing earned is 0; all earned stops the clock at the last finish; before the start there is none',
  async t => {
    const baseline = [{ id: 'A', ...plan(10, 20) }]
    const at = (status: number, more: object = {}) =>
      compare(t, { current: [{ ...baseline[0]!, ...more }], baseline, at: status }).data.spi_t
    t.match(at(15), { spi_t: 0, earned_schedule: 0, actual_time: 5, estimate_at_completion: null })
    t.match(at(80, built(10, 22)), { spi_t: 0.833, earned_schedule: 10, actual_time: 12 })
    t.match(at(80, built(10, 20)), { spi_t: 1 })
    t.match(at(10), { spi_t: null, message: 'the status date is not after the start of the baseline' })
  },
)

t.test(
  'SPI(t) weighs by cost when every task has one; a step counts from its day; physical percent goes first',
  async t => {
    const baseline = [
      { id: 'A', ...plan(0, 10), budgeted_cost: 100 },
      { id: 'M', task_type: 'milestone', ...plan(10, 11), budgeted_cost: 50 },
      { id: 'B', ...plan(10, 20), budgeted_cost: 300 },
    ]
    const half = { ...baseline[2]!, actual_start: on(10), percent_complete: 90, physical_percent_complete: 10 }
    const current = [{ ...baseline[0]!, ...built(0, 10) }, { ...baseline[1]!, ...built(10, 11) }, half]
    const { data } = compare(t, { current, baseline, at: 12 })
    t.match(data.spi_t, { weight_basis: 'budgeted_cost', budget: 450, planned_value: 210, earned_value: 180 })
    t.equal(data.spi_t.earned_schedule, 11, '100 + 50 at 10, then 30 a day')
    const free = baseline.map(task => (task.id === 'M' ? { ...task, budgeted_cost: null } : task))
    t.match(compare(t, { current, baseline: free, at: 12 }).data.spi_t, { weight_basis: 'budgeted_cost', budget: 400 })
    const unbudgeted = baseline.map(task => (task.id === 'A' ? { ...task, budgeted_cost: null } : task))
    t.equal(compare(t, { current, baseline: unbudgeted, at: 12 }).data.spi_t.weight_basis, 'baseline_duration')
  },
)

t.test('ES is the first time at which so much was planned, also before a pause', async t => {
  const baseline = [
    { id: 'A', ...plan(0, 10) },
    { id: 'B', ...plan(20, 30) },
  ]
  const current = [{ ...baseline[0]!, ...built(0, 10) }, baseline[1]!]
  t.match(compare(t, { current, baseline, at: 18 }).data.spi_t, { earned_schedule: 10, spi_t: 0.556 })
})

t.test('ES solves PV(ES) = EV on random curves, and nothing earlier does', async t => {
  const seed = Number(process.env.SEED ?? 20261121)
  t.comment(`SEED=${seed}`)
  const rnd = random(seed)
  for (let round = 0; round < 60; round++) {
    const baseline = Array.from({ length: 12 }, (_, n) => {
      const start = n === 0 ? 0 : between(rnd, 0, 40)
      const isPoint = n % 4 === 3
      return {
        id: `T${n}`,
        ...plan(start, start + (isPoint ? 1 : between(rnd, 1, 20))),
        ...(isPoint ? { task_type: 'milestone' } : {}),
        budgeted_cost: between(rnd, 1, 100),
      }
    })
    const current = baseline.map(task => ({ ...task, percent_complete: between(rnd, 0, 99) }))
    const { earned_schedule: es } = compare(t, { current, baseline, at: 30 }).data.spi_t
    const earned = current.reduce((sum, task) => sum + (task.budgeted_cost * task.percent_complete) / 100, 0)
    const plannedAt = (time: number): number =>
      baseline.reduce((sum, { planned_start, planned_finish, task_type, budgeted_cost }) => {
        const start = parseDay(planned_start)! - DAY0
        const days = task_type === 'milestone' ? 0 : parseDay(planned_finish)! + 1 - DAY0 - start
        const share = days === 0 ? (time >= start ? 1 : 0) : Math.min(1, Math.max(0, (time - start) / days))
        return sum + budgeted_cost * share
      }, 0)
    t.ok(plannedAt(es + 0.001) >= earned - 1e-6, `round ${round}: enough at ${es}`)
    t.ok(plannedAt(es - 0.001) <= earned + 1e-6, `round ${round}: not before`)
  }
})

t.test('SPI(t) counts days of the calendar', async t => {
  // 2025-01-06 is a Monday
  const days = (from: string, to: string, duration_days: number) => ({
    duration_days,
    planned_start: from,
    planned_finish: to,
  })
  const baseline = [
    { id: 'A', ...days('2025-01-06', '2025-01-17', 10) },
    { id: 'B', ...days('2025-01-20', '2025-01-31', 10) },
  ]
  const done = { actual_start: '2025-01-06', actual_finish: '2025-01-17', percent_complete: 100 }
  const sides = { current: [{ ...baseline[0]!, ...done }, baseline[1]!], baseline, at: 21 }
  t.match(compare(t, { ...sides, calendar: 'working_days' }).data.spi_t, { actual_time: 12, earned_schedule: 10 })
  t.match(compare(t, sides).data.spi_t, { actual_time: 16, earned_schedule: 12 })
})

t.test('earned schedule by periods: PV 10, 30, 60, 100 and EV 45 at 3 give 2.5, 0.833, 4.8', async t => {
  const found = periodicEarnedSchedule([10, 30, 60, 100], 45, 3)!
  t.equal(found.earned, 2.5)
  t.equal(roundRatio(found.index), 0.833)
  t.equal(roundRatio(found.estimateAtCompletion!), 4.8)
  t.equal(periodicEarnedSchedule([10, 30], 30, 2)!.earned, 2, 'no period after it: the planned duration')
  t.equal(periodicEarnedSchedule([10, 30], 5, 1)!.earned, 0.5)
  t.equal(periodicEarnedSchedule([10, 30], 5, 0), undefined)
})

t.test('earned value: BAC 100, EV 45, AC 50, PV 60 by four methods', async t => {
  const totals = { planned: 60, earned: 45, actualCost: 50, budget: 100 }
  const of = (method: EacMethod) => earnedValueFigures(totals, method)
  const eac = (method: EacMethod) => roundHalfAway(of(method).estimateAtCompletion!, 2)
  t.strictSame((['cpi', 'budget_rate', 'cpi_spi', 'weighted'] as const).map(eac), [111.11, 105, 131.48, 113.22])
  t.equal(of('cpi').tcpi, 1.1)
  t.strictSame(earnedValueFigures({ ...totals, actualCost: 0, planned: 0 }, 'cpi').cpi, null, 'a divisor of 0')
})

const EXAMPLES = new URL('../../../../../shared/data/small/formula_examples.json', import.meta.url)
const skip = existsSync(EXAMPLES) ? false : 'no ../shared/data beside the repository'

t.test('the published worked examples of earned schedule, CPLI, BEI and earned value', { skip }, async t => {
  const examples = JSON.parse(readFileSync(EXAMPLES, 'utf8')) as Plain[]
  const ran: Record<string, number> = {}
  for (const { metric, data, expected } of examples) {
    if (data === undefined) continue
    ran[metric] = (ran[metric] ?? 0) + 1
    const published = (value: number, of: number) =>
      t.ok(Math.abs(value - of) <= 0.005 + 1e-9, `${metric} ${JSON.stringify(data).slice(0, 60)}: ${value}, ${of}`)
    if (metric === 'earned schedule') {
      const found = periodicEarnedSchedule(data.pv_cum, data.ev_cum[data.at - 1], data.at)!
      published(found.earned, expected.ES)
      published(found.earned - found.actual, expected.SV_t)
      published(found.index, expected.SPI_t)
      t.equal(roundHalfAway(found.estimateAtCompletion!, 1), expected.IEAC_t)
    } else if (metric === 'CPLI') published(pathLengthIndex(data.critical_path_length, data.total_float)!, expected)
    else if (metric === 'BEI')
      published(executionIndex(data.completed, data.baselined_to_finish, data.without_baseline ?? 0)!, expected)
    else {
      const totals = { planned: data.PV, earned: data.EV, actualCost: data.AC, budget: data.BAC }
      const found = earnedValueFigures(totals, 'cpi')
      t.equal(found.spi, expected.SPI)
      t.equal(found.cpi, expected.CPI)
      t.equal(roundHalfAway(found.estimateAtCompletion!, 6), expected.EAC_BAC_over_CPI)
    }
  }
  t.strictSame(ran, { 'earned schedule': 1, CPLI: 4, BEI: 5, EVM: 1 })
})

t.test('logic drift: AB, BC, CD and then AB, BD, CD with SS is 62.5 %', async t => {
  const baseline = chain('ABCD')
  const [a, b, c, d] = baseline as [TaskObject, TaskObject, TaskObject, TaskObject]
  const current = [a, b, { ...c, predecessors: [] }, { ...d, predecessors: ['B', 'C SS'] }]
  const options = { include_logic_changes: true }
  const { data, findings } = compare(t, { current, baseline, at: 1, options })
  t.match(data.logic_drift, { drift_pct: 62.5, added: 1, removed: 1, changed: 1, union: 4 })
  t.strictSame(
    data.logic_drift.changes
      .map((each: Plain) => `${each.successor} ${each.change} ${each.baseline_predecessor} ${each.current_predecessor}`)
      .sort(),
    ['C removed B null', 'D added null B', 'D retyped C C'],
  )
  t.strictSame(data.logic_drift.removed_from_longest_path, [{ predecessor: 'B', successor: 'C' }])
  t.match(byCode(findings, 'BC_CRITICAL_LOGIC_REMOVED'), { severity: 'critical', task_ids: ['C'], count: 1 })
  const without = compare(t, { current, baseline, at: 1 })
  t.equal(without.data.logic_drift, undefined)
  t.equal(byCode(without.findings, 'BC_CRITICAL_LOGIC_REMOVED'), undefined)
})

t.test('a driving link of a deleted task is gone as well', async t => {
  const [a, b, , d] = chain('ABCD') as TaskObject[]
  const current = [a!, b!, { ...d!, predecessors: ['B'] }]
  const options = { include_logic_changes: true }
  const { logic_drift } = compare(t, { current, baseline: chain('ABCD'), at: 1, options }).data
  t.strictSame(logic_drift.removed_from_longest_path, [
    { predecessor: 'B', successor: 'C' },
    { predecessor: 'C', successor: 'D' },
  ])
  t.match(logic_drift, { added: 1, removed: 2, union: 4, drift_pct: 75 })
})

t.test('only links that drove the longest path count as critical, each for its own successor', async t => {
  const options = { include_logic_changes: true }
  const removed = (current: TaskObject[], baseline: TaskObject[]) =>
    compare(t, { current, baseline, at: 1, options }).data.logic_drift.removed_from_longest_path
  const [a, b, c] = chain('ABC') as [TaskObject, TaskObject, TaskObject]
  t.strictSame(removed([a, b, c], [a, b, { ...c, predecessors: ['B', 'A'] }]), [], 'A to C had float')
  const fork = { ...c, predecessors: ['A'] }
  t.strictSame(removed([a, b, { ...fork, predecessors: [] }], [a, b, fork]), [{ predecessor: 'A', successor: 'C' }])
})

t.test('out of sequence: the predecessor that is named is an unfinished one', async t => {
  const current = [
    { id: 'X', duration_days: 2, actual_start: on(0), actual_finish: on(1), percent_complete: 100 },
    { id: 'B', duration_days: 6, actual_start: on(2), percent_complete: 50 },
    { id: 'C', duration_days: 4, actual_start: on(3), percent_complete: 25, predecessors: ['X FS+90 d', 'B'] },
  ]
  const { tasks } = compare(t, { current, baseline: current, at: 8, options: { include_oos_impact: true } }).data
    .oos_impact
  t.strictSame(tasks, [{ id: 'C', waits_for: 'B', wait_days: 3 }])
})

t.test('out of sequence: CPM-5 costs 3 days', async t => {
  const links = (id: string, duration_days: number, predecessors: string[], more: object = {}) => ({
    id,
    duration_days,
    predecessors,
    ...more,
  })
  const baseline = [links('A', 5, []), links('B', 6, ['A']), links('C', 4, ['B']), links('D', 3, ['C'])]
  const current = [
    { ...baseline[0]!, actual_start: on(0), actual_finish: on(5), percent_complete: 100 },
    { ...baseline[1]!, actual_start: on(6), percent_complete: 50 },
    { ...baseline[2]!, actual_start: on(7), percent_complete: 25 },
    baseline[3]!,
  ]
  const sides = { current, baseline, at: 8 }
  const { data, findings } = compare(t, { ...sides, options: { include_oos_impact: true } })
  t.strictSame(data.oos_impact, {
    impact_days: 3,
    retained_finish: 17,
    override_finish: 14,
    tasks: [{ id: 'C', waits_for: 'B', wait_days: 3 }],
  })
  t.match(byCode(findings, 'BC_OUT_OF_SEQUENCE'), {
    task_ids: ['C'],
    description:
      /^1 started or finished task has unfinished predecessors, and what is left behind it waits .* would finish [\d.]+ calendar days? earlier\.$/,
  })
  t.equal(compare(t, sides).data.oos_impact, undefined)
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

const fourStatuses = (variances: readonly number[], more: object = {}) => ({
  baseline: [{ id: 'A', ...plan(0, 100) }],
  history: variances.slice(0, -1).map((days, k) => ({
    snapshot_date: on(10 * (k + 1)),
    tasks: [{ id: 'A', ...plan(0, 100 + days) }],
    planned_value_total: 10 * (k + 1),
    earned_value_total: 8 * (k + 1),
    actual_cost_total: 10 * (k + 1) + k * k,
    budget_at_completion: 100,
  })),
  current: [{ id: 'A', ...plan(0, 100 + variances.at(-1)!) }],
  at: 10 * variances.length,
  ...more,
})

t.test('trends: slope, class and acceleration over the statuses of the window', async t => {
  const of = (variances: number[], options: object = {}) =>
    compare(t, fourStatuses(variances, { options: { include_trends: true, ...options } }))
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
  t.equal(compare(t, fourStatuses([1, 2])).data.trends, undefined)
  t.equal(worse.score, compare(t, fourStatuses([1, 2, 4, 9])).score, 'a block changes no score')
})

t.test('trend_analysis_periods takes the last statuses, the current one included', async t => {
  const periods = (options: object) =>
    compare(t, fourStatuses([1, 2, 3, 4, 5, 6, 7, 8], { options: { include_trends: true, ...options } })).data.trends
      .periods
  t.equal(periods({}).length, 6)
  t.strictSame(
    periods({ trend_analysis_periods: 2 }).map((each: Plain) => each.mean_finish_variance_days),
    [7, 8],
  )
  const evms = compare(
    t,
    fourStatuses([1, 2, 3], { options: { include_evms_trends: true, trend_analysis_periods: 2 } }),
  )
  t.equal(evms.data.evms_trends.periods.length, 2, 'for EVMS alike')
})

t.test('EVMS trends follow eac_method and name what a status lacks', async t => {
  const of = (options: object) =>
    compare(t, fourStatuses([1, 2, 3], { options: { include_evms_trends: true, ...options } })).data.evms_trends.periods
  t.match(of({})[0], { planned_value: 10, earned_value: 8, actual_cost: 10, spi: 0.8, cpi: 0.8, eac: 125, vac: -25 })
  t.match(of({ eac_method: 'budget_rate' })[0], { eac: 102 })
  t.match(of({})[2], { is_current: true, source: 'tasks', eac: null, message: /no totals/ })
  const sides = fourStatuses([1, 2])
  const [first] = sides.history
  const bare = { ...first, actual_cost_total: null }
  const plain = compare(t, { ...sides, history: [bare], options: { include_evms_trends: true } })
  t.match(plain.data.evms_trends.periods[0], { cpi: null, eac: null, message: 'without actual_cost_total' })
  t.equal(compare(t, sides).data.evms_trends, undefined)
})

t.test('forecast stability: the variation of the estimates, and of the finish', async t => {
  const options = { include_forecast_trends: true }
  const of = (sides: Sides) => compare(t, sides).data.forecast_stability
  const stable = of(fourStatuses([1, 2, 4], { options }))
  // EAC 125 and 100 * 21 / 16 = 131.25
  t.match(stable, { eac_count: 2, mean_eac: 128.13, coefficient_of_variation_pct: 3.4, stability: 'stable' })
  t.match(stable, { mean_absolute_change: 6.25, finish_count: 3, finish_mean_absolute_change_days: 11.5 })
  t.match(of(fourStatuses([1, 2, 4], { options: { ...options, eac_method: 'budget_rate' } })), { mean_eac: 103.5 })
  const last = { ...options, trend_analysis_periods: 2 }
  t.match(
    of(fourStatuses([1, 2, 4], { options: last })),
    { eac_count: 1, finish_count: 2 },
    'the window is that of trends',
  )
  t.match(of(fourStatuses([1, 2], { options })), { stability: null, message: /requires two estimates/ })
  const sides = fourStatuses([1, 2, 4], { options })
  const jump = sides.history.map((each, k) => ({ ...each, actual_cost_total: 10 * (k + 1) ** 2 }))
  const unstable = compare(t, { ...sides, history: jump })
  t.equal(unstable.data.forecast_stability.stability, 'unstable')
  t.ok(byCode(unstable.findings, 'BC_FORECAST_UNSTABLE'))
  t.equal(of(fourStatuses([1, 2, 4])), undefined)
})

t.test('chart data: value per month, histogram, finish per status', async t => {
  const options = { include_chart_data: true }
  const { chart_data } = compare(t, fourStatuses([0, 3, 8], { options })).data
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
  t.equal(compare(t, fourStatuses([0, 3, 8])).data.chart_data, undefined)
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
      { id: 'b1', ...built(0, 40) },
    ],
    history: [{ snapshot_date: on(5), tasks: [{ id: 'a1', ...plan(0, 12) }] }],
    at: 60,
    options: { include_trends: true, match_strategy: 'fuzzy_id' },
  }
  t.match(compare(t, sides).data.trends.periods, [
    { mean_finish_variance_days: 2, incomplete_pairs: 1 },
    { mean_finish_variance_days: 4, incomplete_pairs: 1 },
  ])
})

t.test(
  'SPI(t) by periods comes from the totals of the history, and needs planned value ahead of the earned',
  async t => {
    const sides = fourStatuses([1, 2, 3, 4])
    const of = (earned: number, more: object = {}) => {
      const history = sides.history.map(each => ({ ...each, earned_value_total: earned, ...more }))
      return compare(t, { ...sides, history }).data.spi_t.periodic
    }
    t.match(of(15), { earned_schedule: 1.5, actual_time: 3, spi_t: 0.5, planned_duration: null, periods: 3 })
    t.match(of(15, { budget_at_completion: 30 }), { planned_duration: 3, estimate_at_completion: 6 })
    t.equal(of(35), null)
    t.match(of(35, { budget_at_completion: 30 }), { earned_schedule: 3, spi_t: 1 })
    t.equal(of(15, { planned_value_total: null }), null)
  },
)

t.test('CEI: of the tasks that the last snapshot forecast in the period, those that finished in it', async t => {
  const tasks = ['A', 'B', 'C', 'D'].map((id, n) => ({ id, ...plan(0, n === 3 ? 50 : 15) }))
  const history = [{ snapshot_date: on(10), tasks }]
  const current = [{ ...tasks[0]!, ...built(0, 15) }, { ...tasks[1]!, ...built(0, 9) }, tasks[2]!, tasks[3]!]
  const { cei } = compare(t, { current, baseline: tasks, at: 20, history }).data
  t.strictSame(cei, { cei: 0.333, forecast: 3, finished: 1, period_after: on(10) }, 'B finished before the period')
  t.equal(compare(t, { current, baseline: tasks, at: 20 }).data.cei, null)
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

t.test('include_ev_validation takes earned_value for the percent', async t => {
  const baseline = [
    { id: 'A', ...plan(0, 10), budgeted_cost: 100 },
    { id: 'B', ...plan(10, 20), budgeted_cost: 100 },
  ]
  const current = [{ ...baseline[0]!, ...built(0, 10), earned_value: 50 }, baseline[1]!]
  const of = (options: object, base = baseline) => compare(t, { current, baseline: base, at: 10, options }).data.spi_t
  t.match(of({}), { earned_schedule: 10, earned_source: 'percent_complete' })
  t.match(of({ include_ev_validation: true }), { earned_schedule: 5, earned_source: 'mixed' })
  const uncosted = baseline.map(({ budgeted_cost: _, ...task }) => task) as typeof baseline
  t.match(of({ include_ev_validation: true }, uncosted), { earned_schedule: 10, message: /budgeted_cost/ })
})

t.test('fields keeps members of data, and unknown ones are refused', async t => {
  const tasks = chain('AB')
  const sides = { current: tasks, baseline: tasks, at: 1 }
  t.strictSame(Object.keys(compare(t, { ...sides, options: { fields: ['bei', 'cei'] } }).data), ['bei', 'cei'])
  t.equal(compare(t, { ...sides, options: { fields: ['nope'] } }).code, 'validation')
})

t.test('the dates of the baseline schedule are planned, else baseline, else forecast ones', async t => {
  const current = [{ id: 'A', ...plan(0, 10) }]
  const finishOf = (dates: object) =>
    compare(t, { current, baseline: [{ id: 'A', duration_days: 10, ...dates }], at: 1 }).data.task_variances[0]
      .baseline_finish
  const all = { planned_finish: on(1), baseline_finish: on(2), forecast_finish: on(3) }
  t.equal(finishOf(all), on(1))
  t.equal(finishOf({ ...all, planned_finish: null }), on(2))
  t.equal(finishOf({ forecast_finish: on(3) }), on(3))
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

const generated = (seed: number, taskCount: number, statuses = 3): Plain =>
  JSON.parse(
    Buffer.concat([
      ...comparisonChunks(scheduleHistory(seed, taskCount, statuses), { members: { options: EVERY_BLOCK } }),
    ]).toString(),
  )

t.test('no block changes the score or an indicator', async t => {
  const body = generated(6, 300)
  const whole = analyse(t, baselineCompareAnalyser, BaselineCompareData, body)
  const bare = { ...body, options: { include_task_variances: false } }
  const { score, breakdown, data } = analyse(t, baselineCompareAnalyser, BaselineCompareData, bare)
  t.strictSame([score, breakdown], [whole.score, whole.breakdown])
  for (const name of Object.keys(data)) t.strictSame(data[name], whole.data[name], name)
})

t.test('a schedule compared with itself shows no change', async t => {
  const { baseline_schedule, current_schedule } = generated(5, 300)
  const { tasks } = baseline_schedule
  const { data } = analyse(t, baselineCompareAnalyser, BaselineCompareData, {
    current_schedule: { tasks, status_date: baseline_schedule.baseline_date },
    baseline_schedule,
    options: EVERY_BLOCK,
  })
  t.match(data.matching, { added_count: 0, deleted_count: 0, pair_count: tasks.length })
  t.match(data.logic_drift, { drift_pct: 0, added: 0, removed: 0, changed: 0, changes: [] })
  t.ok(data.task_variances.every((row: Plain) => row.finish_variance_days === 0 && row.band === 'on_or_ahead'))
  t.equal(data.variance.on_track_pct, 100)
  for (const match_strategy of ['id', 'id_and_wbs', 'wbs_hierarchy', 'fuzzy_id']) {
    const again = analyse(t, baselineCompareAnalyser, BaselineCompareData, {
      current_schedule,
      baseline_schedule: { ...baseline_schedule, tasks: current_schedule.tasks },
      options: { ...EVERY_BLOCK, match_strategy },
    }).data
    t.match(again.logic_drift, { drift_pct: match_strategy === 'wbs_hierarchy' ? Number : 0 })
    if (match_strategy === 'id' || match_strategy === 'fuzzy_id') t.equal(again.matching.added_count, 0)
  }
})

/** Figures that do not depend on the order of the tasks: lists by id. */
const byId = ({ score, breakdown, data }: Plain) => ({
  score,
  breakdown,
  blocks: { ...data, task_variances: 0, matching: 0, logic_drift: data.logic_drift.drift_pct },
  rows: Object.fromEntries(data.task_variances.map((row: Plain) => [row.id, row])),
  added: [...data.matching.added].sort(),
})

t.test('the order of the tasks changes no figure by id', async t => {
  const seed = Number(process.env.SEED ?? 20261121)
  t.comment(`SEED=${seed}`)
  const rnd = random(seed)
  const body = generated(8, 400)
  const mixed = {
    ...body,
    current_schedule: { ...body.current_schedule, tasks: shuffled(rnd, body.current_schedule.tasks) },
    baseline_schedule: { ...body.baseline_schedule, tasks: shuffled(rnd, body.baseline_schedule.tasks) },
    schedule_history: shuffled(
      rnd,
      body.schedule_history.map((each: Plain) => ({ ...each, tasks: shuffled(rnd, each.tasks) })),
    ),
  }
  const straight = analyse(t, baselineCompareAnalyser, BaselineCompareData, body)
  t.strictSame(byId(analyse(t, baselineCompareAnalyser, BaselineCompareData, mixed)), byId(straight))
})

t.test('each field may be missing on either side: no crash, and every skipped component says why', async t => {
  const body = generated(7, 250)
  const drop = (tasks: Plain[], name: string) => tasks.map(task => ({ ...task, [name]: undefined }))
  for (const { name } of TASK_FIELDS.slice(1)) {
    const without = {
      ...body,
      current_schedule: { ...body.current_schedule, tasks: drop(body.current_schedule.tasks, name) },
      baseline_schedule: { ...body.baseline_schedule, tasks: drop(body.baseline_schedule.tasks, name) },
    }
    const { data } = analyse(t, baselineCompareAnalyser, BaselineCompareData, without)
    t.ok(
      data.components.every((each: Plain) => each.message !== ''),
      name,
    )
  }
  const bare = (tasks: Plain[]) => tasks.map(({ id }) => ({ id }))
  const ids = analyse(t, baselineCompareAnalyser, BaselineCompareData, {
    ...body,
    current_schedule: { ...body.current_schedule, tasks: bare(body.current_schedule.tasks) },
    baseline_schedule: { ...body.baseline_schedule, tasks: bare(body.baseline_schedule.tasks) },
    schedule_history: body.schedule_history.map((each: Plain) => ({ tasks: bare(each.tasks) })),
  })
  t.equal(ids.score, null)
  t.equal(ids.grade, null)
  t.ok(ids.data.components.every((each: Plain) => each.status === 'skipped'))
})
