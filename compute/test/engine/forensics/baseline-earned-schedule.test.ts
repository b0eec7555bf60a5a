/** POST /forensics/baseline-compare: earned schedule and earned value, with the published examples. */

import { existsSync, readFileSync } from 'node:fs'
import t from 'tap'
import { parseDay } from '../../../../shared/contract/schedule/day.ts'
import { periodicEarnedSchedule } from '../../../engine/analysis/baseline-compare/earned-schedule.ts'
import { type EacMethod, earnedValueFigures } from '../../../engine/analysis/baseline-compare/earned-value-figures.ts'
import { executionIndex, pathLengthIndex } from '../../../engine/metrics/execution.ts'
import { roundHalfAway, roundRatio } from '../../../engine/wording/numbers.ts'
import type { Plain } from '../../helpers/analyse.ts'
import { built, compare, DAY0, on, plan, statusesOf } from '../../helpers/compare-baseline.ts'
import { between, random } from '../../helpers/random.ts'

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

t.test('an update that is compared with itself is on time: until its date it planned what it had earned', async t => {
  const rnd = random(Number(process.env.SEED ?? 1))
  for (let run = 0; run < 40; run++) {
    const status = between(rnd, 12, 18)
    const done = between(rnd, 0, 95)
    const update = [
      { id: 'A', ...plan(0, 10), ...built(0, 10) },
      { id: 'B', ...plan(10, 20 + between(rnd, 0, 9)), actual_start: on(10), percent_complete: done },
      { id: 'C', ...plan(11 + between(rnd, 0, 20), 45) },
    ]
    const { spi_t } = compare(t, { current: update, baseline: update, at: status, baselineAt: status }).data
    t.equal(spi_t.planned_value, spi_t.earned_value, `${done} % done, ${status}: ${JSON.stringify(spi_t)}`)
    t.equal(spi_t.spi_t, done > 0 ? 1 : Math.round((10 / status) * 1000) / 1000, 'ES is the first time')
  }
})

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
  const found = periodicEarnedSchedule([1, 2, 3, 4], [10, 30, 60, 100], 45, 3)!
  t.equal(found.earned, 2.5)
  t.equal(roundRatio(found.index), 0.833)
  t.equal(roundRatio(found.estimateAtCompletion!), 4.8)
  t.equal(periodicEarnedSchedule([1, 2], [10, 30], 30, 2)!.earned, 2, 'no period after it: the planned duration')
  t.equal(periodicEarnedSchedule([1, 2], [10, 30], 5, 1)!.earned, 0.5)
  t.equal(periodicEarnedSchedule([1, 2], [10, 30], 5, 0), undefined)
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
      const found = periodicEarnedSchedule(
        data.pv_cum.map((_: number, k: number) => k + 1),
        data.pv_cum,
        data.ev_cum[data.at - 1],
        data.at,
      )!
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

t.test(
  'SPI(t) by periods comes from the totals of the history, and needs planned value ahead of the earned',
  async t => {
    const sides = statusesOf([1, 2, 3, 4])
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

t.test('the snapshot at the start is no period, and irregular dates are no equal periods', async t => {
  const baseline = [{ id: 'A', ...plan(0, 100) }]
  const of = (...totals: (readonly [day: number, planned: number, earned: number])[]) => {
    const history = totals.map(([day, pv, ev]) => ({
      snapshot_date: on(day),
      planned_value_total: pv,
      earned_value_total: ev,
      budget_at_completion: 1000,
      tasks: baseline,
    }))
    return compare(t, { baseline, current: baseline, at: 99, history }).data.spi_t.periodic
  }
  const months = [
    [31, 100, 90],
    [59, 300, 200],
  ] as const
  t.match(of(...months), { earned_schedule: 1.5, actual_time: 2, spi_t: 0.75, unit: 'periods', start_date: on(0) })
  t.strictSame(of([0, 0, 0], ...months), of(...months))
  t.match(of(...months).by_days, { earned_schedule: 45, actual_time: 59, spi_t: 0.763 })
  const last = of(...months, [99, 600, 500])
  t.match(last, { actual_time: 99, earned_schedule: 85.667, periods: 3 }, 'one of the status date ends the last period')
  const irregular = of([10, 100, 90], [40, 300, 200])
  t.match(irregular, {
    earned_schedule: 25,
    actual_time: 40,
    spi_t: 0.625,
    unit: 'calendar_days',
    periods: 2,
    mean_period_days: 20,
  })
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
