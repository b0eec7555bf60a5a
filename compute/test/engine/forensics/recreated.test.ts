/** Updates recreated from a baseline and actual dates (AACE 29R-03 MIP 3.5). */
import t from 'tap'
import { delayAnalyser } from '../../../engine/analysis/delay-analysis/analyser.ts'
import { analyseSent, type Plain } from '../../helpers/analyse.ts'
import { between, type Random, random } from '../../helpers/random.ts'
import { begun, date, done } from './delay-dates.ts'
import { reply, type Series, task } from './delay-series.ts'

const START = { planned_start: date(0) }
const chain = (a: object, b: object, c: object = {}) => [
  task('A', 10, [], { ...START, delay_category: 'owner', ...a }),
  task('B', 10, ['A'], { delay_category: 'contractor', ...b }),
  task('C', 5, ['B'], c),
]
const PLAN = chain({}, {})
const recreated = (dates: readonly number[]) => ({ method: 'recreated', data_dates: dates.map(date) })

t.test('work that kept the plan lost nothing, at any data date', async t => {
  const asBuilt: Series = { baseline: PLAN, current: [25, chain(done(0, 10), done(10, 20), done(20, 25))] }
  const { data } = reply(t, asBuilt, recreated([5, 10, 17]))
  t.match(data, { method: 'recreated', implementation_protocol: '3.5', total_delay_days: 0 })
  t.strictSame(
    data.windows.map((each: Plain) => [each.to, each.delay_days, each.attribution.length]),
    [
      [`recreated.${date(5)}`, 0, 0],
      [`recreated.${date(10)}`, 0, 0],
      [`recreated.${date(17)}`, 0, 0],
      ['current_schedule', 0, 0],
    ],
  )
  t.strictSame(data.recreated.data_dates, [5, 10, 17].map(date))
  t.equal(data.recreated.assumptions.length, 2)
})

t.test('updates of pure progress at an even pace give what recreated ones give', async t => {
  // A takes 15 days for 10, B begins a day late and is half done after 10 days
  const current: Series['current'] = [26, chain(done(0, 15), begun(16, 50))]
  const kept: Series = {
    baseline: PLAN,
    snapshots: [
      [6, chain({ actual_start: date(0), remaining_duration_days: 6 }, {})],
      [18, chain(done(0, 15), { actual_start: date(16), remaining_duration_days: 9 })],
    ],
    current,
  }
  const contemporary = reply(t, kept).data
  const { data } = reply(t, { baseline: PLAN, current }, recreated([18, 6]))
  const figures = ({ windows, by_category, entitlement, total_delay_days }: Plain) => ({
    total_delay_days,
    by_category,
    entitlement,
    windows: windows.map(({ from, to, ...each }: Plain) => each),
  })
  t.strictSame(figures(data), figures(contemporary))
  t.equal(data.total_delay_days, 11)
  t.strictSame(
    data.windows.map((each: Plain) => each.delay_days),
    [2, 5, 4],
  )
})

t.test('changes of the plan are revisions of the last window; what was assumed is said', async t => {
  const grown = [...chain(done(0, 12), begun(12, 50)).slice(0, 2), task('C', 9, ['B']), task('D', 1, ['C'])]
  const snapshots: Series['snapshots'] = [[3, PLAN]]
  const { data, findings } = reply(t, { baseline: PLAN, snapshots, current: [17, grown] }, recreated([4, 12, 40]))
  t.strictSame(
    data.windows.map((each: Plain) => each.revision_delay_days),
    [0, 0, 5],
  )
  t.strictSame(data.recreated.data_dates, [date(4), date(12)])
  t.strictSame(data.recreated.dates_left_out, [date(40)])
  t.match(
    data.recreated.assumptions.join(' '),
    /1 task in progress.*1 task that the baseline does not have.*1 snapshot/,
  )
  t.notMatch(JSON.stringify(findings), /recreated\./)
})

t.test('without data dates the months begin updates; a baseline with links is needed', async t => {
  const { data } = reply(
    t,
    { baseline: PLAN, current: [40, chain(done(0, 30), begun(31, 20))] },
    { method: 'recreated' },
  )
  t.strictSame(data.recreated.data_dates, ['2025-02-01'])
  const refused = reply(t, { snapshots: [[0, PLAN]], current: [12, PLAN] }, { method: 'recreated' })
  t.match(refused, { code: 'validation', faults: [{ loc: ['body', 'options', 'method'] }] })
})

/** A network whose work began in order and goes on, by whole days or by the clock. */
function randomAsBuilt(rnd: Random): object {
  const count = between(rnd, 2, 8)
  const byClock = rnd() < 0.5
  const status = between(rnd, 8, 30)
  const finish: number[] = []
  const planned: object[] = []
  const built: object[] = []
  for (let n = 0; n < count; n++) {
    const before = Array.from({ length: Math.min(n, between(rnd, 1, 2)) }, () => between(rnd, 0, n - 1))
    const links = [...new Set(before)]
    const days = between(rnd, 1, 6)
    const plan = task(
      `T${n}`,
      days,
      links.map(p => `T${p}`),
      { ...START, delay_category: n % 2 ? 'owner' : 'contractor' },
    )
    const free = links.reduce((latest, p) => Math.max(latest, finish[p]!), 0)
    const start = free + between(rnd, 0, 3)
    finish[n] = start + Math.max(1, days + between(rnd, -2, 5))
    planned.push(plan)
    if (finish[n]! <= status) built.push({ ...plan, ...done(start, finish[n]!) })
    else if (start < status)
      built.push({ ...plan, actual_start: date(start), remaining_duration_days: Math.max(0.5, days / 2) })
    else built.push(plan)
  }
  const week = Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'].map(name => [name, [['08:00', '16:00']]]),
  )
  const clock = byClock ? { calendars: [{ id: 'c', hours_per_day: 8, work_week: week }], default_calendar_id: 'c' } : {}
  return {
    baseline_schedule: { baseline_date: date(0), tasks: planned, ...clock },
    current_schedule: { status_date: date(status), tasks: built, ...clock },
    ...(byClock ? {} : { calendar: 'working_days' }),
    options: recreated(Array.from({ length: between(rnd, 0, 4) }, () => between(rnd, 1, status - 1))),
  }
}

t.test('however it is cut, progress and revisions sum to those of one window', async t => {
  const runs = Number(process.env.RUNS ?? 80)
  const rnd = random(Number(process.env.SEED ?? 35))
  const sum = (rows: Plain[], name: string): number => rows.reduce((total, row) => total + row[name], 0)
  let moved = 0
  for (let n = 0; n < runs; n++) {
    const body = randomAsBuilt(rnd) as Plain
    const cut = analyseSent('forensics.delay-analysis', delayAnalyser, body).data
    const whole = analyseSent('forensics.delay-analysis', delayAnalyser, { ...body, options: {} }).data
    for (const name of ['delay_days', 'delay_calendar_days', 'progress_delay_days', 'revision_delay_days'])
      if (Math.abs(sum(cut.windows, name) - sum(whole.windows, name)) > 1e-6)
        return t.fail(`series ${n}: ${name}`, {
          cut: sum(cut.windows, name),
          whole: sum(whole.windows, name),
          body: JSON.stringify(body),
        })
    moved += cut.total_delay_days !== 0 ? 1 : 0
  }
  t.ok(moved > runs / 4)
})

t.test('work that was suspended stood still in those days, wherever the updates are cut', async t => {
  // A is suspended for days 3 and 4, while B goes on; without calendars in the request
  const tasks = (a: object, b: object) => [
    task('A', 8, [], { ...START, delay_category: 'owner', ...a }),
    task('B', 8, [], { ...START, delay_category: 'contractor', ...b }),
    task('C', 5, ['A', 'B']),
  ]
  const paused = { suspend_date: date(3), resume_date: date(5) }
  const current: Series['current'] = [10, tasks({ ...done(0, 10), ...paused }, done(0, 10))]
  const whole = reply(t, { baseline: tasks({}, {}), current }, recreated([])).data
  t.equal(whole.total_delay_days, 2)
  for (const cuts of [[2], [3], [4], [5], [6], [8], [2, 4, 6, 8]]) {
    const { data } = reply(t, { baseline: tasks({}, {}), current }, recreated(cuts))
    t.equal(data.entitlement.excusable_compensable_days, whole.entitlement.excusable_compensable_days, `cut at ${cuts}`)
    t.equal(data.entitlement.concurrent_days, whole.entitlement.concurrent_days, `cut at ${cuts}`)
    t.strictSame(data.by_category, whole.by_category, `cut at ${cuts}`)
  }
})

t.test('updates that are made cost nothing to send: their tasks together are bounded, and those of all sections', t => {
  const long = (count: number): object => {
    const tasks = Array.from({ length: count }, (_, n) => task(`${n}`, 5, n === 0 ? [] : [`${n - 1}`]))
    return { baseline: tasks, current: [3700, [{ ...tasks[0], ...begun(0, 4_000) }, ...tasks.slice(1)]] }
  }
  const dates = Array.from({ length: 60 }, (_, n) => 1 + n * 30)
  const sectional_dates = Array.from({ length: 10 }, (_, n) => ({ task_id: `${n}`, completion_date: date(30) }))
  const made = reply(t, long(20_000) as Series, recreated(dates))
  t.match(made, { code: 'validation', faults: [{ loc: ['body', 'options', 'data_dates'], type: 'length' }] })
  t.match(made.faults[0].msg, /^Each of 60 updates is made of 20000 tasks; at most 47 are made of so many\./)
  const sections = reply(t, long(2_000) as Series, { ...recreated(dates), sectional_dates })
  t.match(sections, { code: 'validation', faults: [{ loc: ['body', 'options', 'sectional_dates'], type: 'length' }] })
  t.match(sections.faults[0].msg, /^Each date is analysed in all windows: 610 together, of at most 364 /)
  t.end()
})
