/** POST /health/planning-horizon: MINI to the digit, components at their bounds, each option, each missing datum. */
import t, { type Test } from 'tap'
import { PlanningHorizonData } from '../../../../shared/contract/analysis/planning-horizon/data.ts'
import { formatDay, parseDay } from '../../../../shared/contract/schedule/day.ts'
import { planningHorizonAnalyser } from '../../../engine/analysis/planning-horizon/analyser.ts'
import { analyse, byCode, type Plain } from '../../helpers/analyse.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import { MINI, MINI_STATUS_DATE, miniWith } from '../../helpers/mini.ts'
import { between, random } from '../../helpers/random.ts'

const reply = (t: Test, tasks: readonly TaskObject[], options: object = {}, more: object = {}): Plain =>
  analyse(t, planningHorizonAnalyser, PlanningHorizonData, {
    tasks,
    status_date: MINI_STATUS_DATE,
    options: { include_details: true, ...options },
    ...more,
  })
const part = (plain: Plain, name: string): Plain =>
  plain.data.components.find(({ component }: Plain) => component === name)
const observed = (plain: Plain, code: string): Plain => byCode(plain.data.observations, code)
/** A day so many days after the status date of MINI. */
const after = (days: number): string => formatDay(parseDay(MINI_STATUS_DATE)! + days)
const task = (id: string, startsAfter: number, more: object = {}): TaskObject => ({
  id,
  duration_days: 5,
  planned_start: after(startsAfter),
  planned_finish: after(startsAfter + 4),
  ...more,
})
const pack = (id: string, startsAfter: number, more: object = {}): TaskObject =>
  task(id, startsAfter, { task_type: 'planning_package', duration_days: 60, planned_finish: null, ...more })
const nearOf = (plain: Plain): string[] => plain.data.populations.near_tasks

t.test('golden MINI: near T2, T3, T4, T5; detail 75, logic 75, resources 25; 42.1', async t => {
  const plain = reply(t, MINI)
  t.strictSame(nearOf(plain), ['T2', 'T3', 'T4', 'T5'])
  t.strictSame(
    plain.data.components.map((each: Plain) => [
      each.component,
      each.status,
      each.numerator,
      each.denominator,
      each.value,
      each.score,
      each.weight,
      each.task_ids,
    ]),
    [
      ['near_detail', 'fail', 3, 4, 75, 42.9, 40, ['T3']],
      ['pp_conversion', 'not_applicable', 0, 0, null, null, 25, []],
      ['near_logic', 'fail', 3, 4, 75, 55.6, 15, ['T4']],
      ['near_resources', 'fail', 1, 4, 25, 18.8, 10, ['T3', 'T4', 'T5']],
      ['pp_integrity', 'not_applicable', 0, 0, null, null, 10, []],
    ],
  )
  t.strictSame([plain.score, plain.grade, plain.skipped, plain.data.weight_evaluated], [42.1, 'F', false, 65])
  t.strictSame(plain.data.origin, { date: '2025-03-10', source: 'status_date', degraded: false })
  t.match(plain.data, { last_detailed_finish: '2025-05-01', horizon_days: 52, far_detail_percent: null })
  t.strictSame(plain.data.windows, [
    {
      window: 'near',
      from: null,
      to: '2025-06-08',
      tasks: 4,
      planning_packages: 0,
      task_days: 59,
      package_days: 0,
      detail_percent: 100,
    },
    {
      window: 'mid',
      from: '2025-06-09',
      to: '2026-03-10',
      tasks: 0,
      planning_packages: 0,
      task_days: 0,
      package_days: 0,
      detail_percent: null,
    },
    {
      window: 'far',
      from: '2026-03-11',
      to: null,
      tasks: 0,
      planning_packages: 0,
      task_days: 0,
      package_days: 0,
      detail_percent: null,
    },
  ])
  t.strictSame(
    plain.data.months.map((each: Plain) => Object.values(each)),
    [
      ['2025-03', 3, 0, 26, 0],
      ['2025-04', 2, 0, 31, 0],
      ['2025-05', 2, 0, 2, 0],
    ],
    'T4 is late: its 4 days are laid from the status date on',
  )
  t.strictSame(plain.data.empty_months, [])
})

t.test('the near window ends on its last day; what has begun or is overdue is near; the rest is not', async t => {
  const plain = reply(t, [
    task('EDGE', 90),
    task('BEYOND', 91),
    task('OVERDUE', -400),
    task('BEGUN', 200, { percent_complete: 10 }),
    task('DONE', 1, { percent_complete: 100 }),
    task('POINT', 1, { task_type: 'milestone' }),
    task('ZERO', 1, { duration_days: 0 }),
    task('LOE', 1, { task_type: 'loe' }),
    task('SUM', 1, { task_type: 'summary' }),
    pack('PP', 1),
    task('SLPP', 1, { task_type: 'slpp' }),
    task('MARGIN', 1, { task_type: 'schedule_margin' }),
    task('FORECAST', 200, { forecast_start: after(3) }),
  ])
  t.strictSame(nearOf(plain), ['EDGE', 'OVERDUE', 'BEGUN', 'MARGIN', 'FORECAST'])
  t.strictSame(plain.data.populations.near.excluded_by_type, { loe: 1, summary: 1, planning_package: 1, slpp: 1 })
})

t.test('option near_term_days moves the window, and with it components and windows', async t => {
  const tasks = [task('A', 10), task('B', 40), pack('P', 40), task('C', 400)]
  const short = reply(t, tasks, { near_term_days: 30 })
  t.strictSame([nearOf(short), part(short, 'pp_conversion').value], [['A'], 0])
  t.strictSame([short.data.near_term_days, short.data.windows[0].to], [30, after(30)])
  const default90 = reply(t, tasks)
  t.strictSame([nearOf(default90), part(default90, 'pp_conversion').value], [['A', 'B'], 100])
  const zero = reply(t, [task('TODAY', 0), task('LATER', 1)], { near_term_days: 0 })
  t.strictSame(nearOf(zero), ['TODAY'])
  const long = reply(t, tasks, { near_term_days: 500 })
  t.strictSame(
    [nearOf(long), long.data.windows[1].from, long.data.windows[1].to],
    [['A', 'B', 'C'], after(501), after(500)],
  )
  t.equal(reply(t, tasks, { near_term_days: 1e12 }).data.windows[0].to, null, 'no date can be printed')
})

t.test('near_detail: 44 days are detail, 45 are not; its finding is reported once', async t => {
  const tasks = (long: number): TaskObject[] => [
    ...Array.from({ length: 19 }, (_, i) => task(`T${i}`, 5)),
    task('L', 5, { duration_days: long, planned_finish: null }),
  ]
  t.equal(part(reply(t, tasks(44)), 'near_detail').value, 100)
  const allowed = reply(t, tasks(45))
  t.match(part(allowed, 'near_detail'), { status: 'pass', value: 95, score: 100 })
  t.match(byCode(allowed.findings, 'PH08'), { severity: 'medium', count: 1, task_ids: ['L'] })
  const failing = reply(t, [task('A', 5), task('L', 5, { duration_days: 45, planned_finish: null })])
  t.match(byCode(failing.findings, 'PH01'), { severity: 'medium', count: 1 })
  t.equal(byCode(failing.findings, 'PH08'), undefined)
  t.equal(observed(failing, 'PH08').severity, 'medium')
})

t.test('pp_conversion and findings: packages due near high, past their start critical', async t => {
  const far = Array.from({ length: 9 }, (_, i) => pack(`F${i}`, 200 + i))
  const one = reply(t, [...far, pack('N', 60), task('A', 1)])
  t.match(part(one, 'pp_conversion'), { status: 'pass', value: 10, score: 100, task_ids: ['N'] })
  t.match(byCode(one.findings, 'PH06'), { severity: 'high', count: 1, task_ids: ['N'] })
  t.equal(byCode(one.findings, 'PH07'), undefined)
  const two = reply(t, [...far.slice(1), pack('N', 60), pack('OLD', -1), pack('DONE', -50, { percent_complete: 100 })])
  t.match(part(two, 'pp_conversion'), { status: 'fail', numerator: 2, denominator: 10, value: 20, score: 80 })
  t.match(byCode(two.findings, 'PH02'), { severity: 'high' })
  t.match(byCode(two.findings, 'PH07'), { severity: 'critical', count: 1, task_ids: ['OLD'] })
  t.strictSame(observed(reply(t, [pack('TODAY', 0)]), 'PH07').numerator, 0)
  t.strictSame(observed(reply(t, [pack('BEGUN', -5, { percent_complete: 5 })]), 'PH07').numerator, 0)
})

t.test(
  'pp_integrity: progress, actual dates or a day or less; earned value only with include_ev_validation',
  async t => {
    const value = (more: object, options: object = {}) =>
      part(reply(t, [pack('P', 200, more), pack('Q', 300)], options), 'pp_integrity').value
    t.equal(value({}), 0)
    t.equal(value({ percent_complete: 1 }), 50)
    t.equal(value({ actual_start: after(-3) }), 50)
    t.equal(value({ duration_days: 1 }), 50)
    t.equal(value({ duration_days: 2 }), 0)
    t.equal(value({ earned_value: 10 }), 0)
    t.equal(value({ earned_value: 10 }, { include_ev_validation: true }), 50)
    const done = reply(t, [pack('P', 200, { percent_complete: 100 })])
    t.match(part(done, 'pp_integrity'), { denominator: 1, value: 100, score: 0 })
    t.equal(part(done, 'pp_conversion').status, 'not_applicable', 'a complete package needs no conversion')
  },
)

t.test(
  'near_logic: the ends of the schedule are exempt, links to summaries and level of effort close nothing',
  async t => {
    const chain = [
      task('A', 1),
      task('B', 7, { predecessors: ['A'] }),
      task('C', 14, { predecessors: ['B'] }),
      task('FAR', 300, { predecessors: ['C'] }),
    ]
    t.match(part(reply(t, chain), 'near_logic'), { value: 100, denominator: 3, task_ids: [] })
    const open = reply(t, [...chain, task('L', 1, { task_type: 'loe' }), task('X', 9, { predecessors: ['L'] })])
    t.match(part(open, 'near_logic'), { task_ids: ['X'], evidence: { missing_predecessor: 1, missing_successor: 1 } })
  },
)

t.test('near_resources: not applicable without any resource; margin and visibility need none', async t => {
  const tasks = [
    task('A', 1, { resource: 'R' }),
    task('B', 2, { budgeted_cost: 5 }),
    task('C', 3, { budgeted_cost: 0 }),
    task('M', 4, { task_type: 'schedule_margin' }),
    task('V', 4, { task_type: 'schedule_visibility' }),
  ]
  t.match(part(reply(t, tasks), 'near_resources'), { numerator: 2, denominator: 3, value: 66.7, task_ids: ['C'] })
  const bare = part(reply(t, [tasks[2]!]), 'near_resources')
  t.match(bare, { status: 'not_applicable', message: /not resource-loaded/ })
  const margin = [tasks[2]!, task('M', 4, { task_type: 'schedule_margin', resource: 'R' })]
  t.equal(
    part(reply(t, margin, { exclude_task_types: ['schedule_margin'] }), 'near_resources').status,
    'not_applicable',
  )
  const elsewhere = part(reply(t, [tasks[2]!, task('FAR', 300, { resource: 'R' })]), 'near_resources')
  t.equal(elsewhere.value, 0, 'loaded elsewhere, so the near term lacks it')
})

t.test('detail far ahead without packages is reported above 30 percent', async t => {
  const tasks = (farDays: number, more: TaskObject[] = []): TaskObject[] => [
    task('NEAR', 1, { duration_days: 70, planned_finish: null }),
    task('FAR1', 366, { duration_days: farDays / 2, planned_finish: null }),
    task('FAR2', 900, { duration_days: farDays / 2, planned_finish: null }),
    task('FARLONG', 900, { duration_days: 0.001, planned_finish: null }),
    ...more,
  ]
  t.match(byCode(reply(t, tasks(31)).findings, 'PH09'), { severity: 'low', count: 3 })
  t.equal(byCode(reply(t, tasks(29)).findings, 'PH09'), undefined)
  t.equal(byCode(reply(t, tasks(42)).findings, 'PH09'), undefined, 'tasks of more than 20 days')
  const packed = reply(t, tasks(31, [pack('P', 500, { duration_days: 2 })]))
  t.match(observed(packed, 'PH09'), { status: 'not_applicable', numerator: 0, message: /has planning packages/ })
  const { windows, far_detail_percent } = reply(t, [task('T', 400), pack('P', 400, { duration_days: 15 })]).data
  t.strictSame([windows[2].task_days, windows[2].package_days, far_detail_percent], [5, 15, 25])
  t.equal(reply(t, [task('MID', 365)]).data.windows[1].tasks, 1, 'the mid window ends at 365')
})

t.test('months: each day of work once, empty ones named, packages by share', async t => {
  const plain = reply(t, [
    task('A', 0, { duration_days: 3, planned_finish: after(2) }),
    task('B', 60, { planned_start: '2025-05-30', planned_finish: '2025-07-02', duration_days: 34 }),
    pack('P', 60, { planned_start: '2025-06-16', planned_finish: '2025-06-30', duration_days: 15 }),
  ])
  t.strictSame(
    plain.data.months.map((each: Plain) => Object.values(each)),
    [
      ['2025-03', 1, 0, 3, 0],
      ['2025-04', 0, 0, 0, null],
      ['2025-05', 1, 0, 2, 0],
      ['2025-06', 2, 1, 45, 33.3],
      ['2025-07', 1, 0, 2, 0],
    ],
  )
  t.strictSame(plain.data.empty_months, ['2025-04'])
  const late = reply(t, [task('A', -9, { planned_finish: after(9), duration_days: 19, percent_complete: 95 })])
  t.equal(late.data.months[0].task_days, 10, 'until its finish, though a day of work remains')
  const working = reply(t, [task('A', 0, { planned_finish: after(13) })], {}, { calendar: 'working_days' })
  t.equal(working.data.months[0].task_days, 10, 'days of the calendar')
})

t.test('fifty years of months are listed, and the rest is said in two numbers', async t => {
  const { data } = reply(t, [task('A', 0, { planned_finish: '2499-12-31' })], {}, { calendar: 'calendar_days' })
  t.equal(data.months.length, 600)
  t.equal(data.months.at(-1).month, '2075-02')
  t.equal(data.later_months, 12 * (2499 - 2075) + 10)
  const listed = data.months.reduce((sum: number, each: Plain) => sum + each.task_days, 0)
  t.equal(listed + data.later_task_days, parseDay('2499-12-31')! - parseDay(after(0))! + 1, 'each day once')
  t.ok(JSON.stringify(data).length < 60_000)
  const short = reply(t, [task('A', 0)]).data
  t.same([short.later_months, short.later_task_days], [0, 0])
})

t.test('months agree with a count day by day on random work', async t => {
  const seed = 6061
  t.comment(`seed ${seed}`)
  const rnd = random(seed)
  const tasks = Array.from({ length: 60 }, (_, i) => {
    const start = between(rnd, 0, 500)
    return task(`T${i}`, start, { planned_finish: after(start + between(rnd, 0, 200)), duration_days: 5 })
  })
  const days = new Map<string, number>()
  for (const { planned_start, planned_finish } of tasks) {
    for (let day = parseDay(planned_start as string)!; day <= parseDay(planned_finish as string)!; day++) {
      const month = formatDay(day).slice(0, 7)
      days.set(month, (days.get(month) ?? 0) + 1)
    }
  }
  const { months } = reply(t, tasks, {}, { calendar: 'calendar_days' }).data
  for (const { month, task_days } of months) t.equal(task_days, days.get(month) ?? 0, month)
  t.equal(months.length, [...days.keys()].length)
})

t.test(
  'horizon_days: the last detailed finish, packages and complete work aside; negative when all is overdue',
  async t => {
    const of = (tasks: TaskObject[]) => reply(t, tasks).data.horizon_days
    t.equal(of([task('A', 10), pack('P', 100), task('D', 300, { percent_complete: 100 })]), 14)
    t.equal(of([task('A', -10)]), -6)
    t.equal(of([task('A', 100, { planned_finish: null })]), 104, 'a start with its own duration, not the finish of CPM')
    t.equal(of([pack('P', 10)]), null)
  },
)

t.test('no status date: the windows begin at the earliest incomplete start, degraded', async t => {
  const plain = reply(
    t,
    [task('DONE', -50, { percent_complete: 100 }), task('A', 3), task('B', 93), task('C', 94)],
    {},
    {
      status_date: null,
    },
  )
  t.strictSame(plain.data.origin, { date: after(3), source: 'earliest_incomplete_start', degraded: true })
  t.strictSame(nearOf(plain), ['A', 'B'])
  t.match(byCode(plain.findings, 'HORIZON_DEGRADED'), { severity: 'low' })
  const early = reply(
    t,
    [task('M', 1, { task_type: 'milestone' }), task('L', 0, { task_type: 'loe' }), task('A', 92)],
    {},
    {
      status_date: null,
    },
  )
  t.strictSame(
    [early.data.origin.date, nearOf(early)],
    [after(1), []],
    'a milestone begins them, level of effort does not',
  )
  t.match(observed(plain, 'PH07'), { status: 'skipped', message: 'requires status_date' })
  t.equal(plain.skipped, true)
})

t.test(
  'dates missing: CPM places the tasks; with neither, all that needs windows is skipped with the reason',
  async t => {
    const bare = (ids: string[], more: object = {}): TaskObject[] =>
      ids.map((id, i) => ({ id, duration_days: 60, predecessors: i === 0 ? [] : [ids[i - 1]!], ...more }))
    const placed = reply(t, bare(['A', 'B', 'C']))
    t.strictSame(nearOf(placed), ['A', 'B'], 'C begins after 120 days')
    t.equal(placed.data.horizon_days, 179)
    const nowhere = reply(t, bare(['A', 'B', 'C']), {}, { status_date: null })
    for (const name of ['near_detail', 'pp_conversion', 'near_logic', 'near_resources']) {
      t.match(part(nowhere, name), { status: 'skipped', message: /requires status_date or a start/, value: null }, name)
    }
    t.strictSame([nowhere.score, nowhere.skipped, nowhere.data.origin.source], [null, true, 'none'])
    t.match(byCode(nowhere.findings, 'HORIZON_UNDATED'), { count: 3, severity: 'medium' })
    t.strictSame([nowhere.data.months, nowhere.data.windows[0].to], [[], null])
  },
)

t.test('a cycle caps the score at 20; dates still place the tasks that have them', async t => {
  const sound = [
    task('A', 1, { resource: 'R', predecessors: ['B'] }),
    task('B', 8, { resource: 'R', predecessors: ['A'] }),
  ]
  const plain = reply(t, [...sound, { id: 'C', duration_days: 5, predecessors: ['A'] }])
  t.strictSame([plain.score, plain.grade], [20, 'F'])
  t.match(byCode(plain.findings, 'GATE_CYCLE').description, /A -> B -> A/)
  t.strictSame([nearOf(plain), plain.data.data_date, plain.data.undated_tasks], [['A', 'B'], null, 1])
  t.match(byCode(plain.findings, 'HORIZON_UNDATED').description, /cycle/)
  const mute = reply(t, [
    { id: 'A', duration_days: 5, predecessors: ['B'] },
    { id: 'B', duration_days: 5, predecessors: ['A'] },
  ])
  t.match(part(mute, 'near_detail'), { status: 'skipped' })
  t.equal(mute.score, null)
})

t.test('option exclude_task_types: they leave every population and stay in the network', async t => {
  const tasks = [...miniWith({ T3: { task_type: 'schedule_margin' } }), pack('P', 5)]
  const plain = reply(t, tasks, { exclude_task_types: ['schedule_margin', 'planning_package'] })
  t.strictSame(nearOf(plain), ['T2', 'T4', 'T5'])
  t.strictSame(part(plain, 'near_logic').task_ids, ['T4'], 'T2 and T5 are still linked through T3')
  t.equal(part(plain, 'pp_conversion').status, 'not_applicable')
  t.strictSame([plain.data.populations.planning_packages, plain.data.windows[0].planning_packages], [0, 0])
})

t.test('durations that are missing are reported, and make no task near', async t => {
  const plain = reply(t, [{ id: 'A', planned_start: after(1) }, task('B', 1)])
  t.strictSame(nearOf(plain), ['B'])
  t.match(byCode(plain.findings, 'DURATION_MISSING'), { count: 1 })
  t.equal(part(plain, 'near_detail').evidence.missing_duration, 1)
})
