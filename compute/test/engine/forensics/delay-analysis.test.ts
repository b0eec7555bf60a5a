/** Delay analysis: its worked examples to the digit, its rules one by one. */
import t from 'tap'
import { DelayAnalysisData } from '../../../../shared/contract/analysis/delay-analysis/data.ts'
import { delayAnalyser } from '../../../engine/analysis/delay-analysis/analyser.ts'
import { analyse, byCode, type Plain } from '../../helpers/analyse.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import { begun, date, done } from './delay-dates.ts'
import { body, parts, reply, type Series, task } from './delay-series.ts'

const START = { planned_start: date(0) }
const chain = (a: object, b: object, c: object, lastDays = 5): TaskObject[] => [
  task('A', 10, [], { ...START, ...a }),
  task('B', 10, ['A'], b),
  task('C', lastDays, ['B'], c),
]
const OWNER = { delay_category: 'owner' }
const CONTRACTOR = { delay_category: 'contractor' }

const GOLDEN: Series = {
  baseline: chain({}, {}, {}),
  snapshots: [[12, chain({ ...done(0, 12), ...OWNER }, {}, {}, 4)]],
  current: [20, chain({ ...done(0, 12), ...OWNER }, { ...begun(12, 50), ...CONTRACTOR }, {}, 4)],
}

t.test('golden: owner 2 + contractor 3 + revision -1 make the 4 days of two windows', async t => {
  const { data, summary } = reply(t, GOLDEN)
  t.match(data, { method: 'half_step', implementation_protocol: '3.4', mode: 'network', total_delay_days: 4 })
  t.strictSame(
    data.statuses.map((status: Plain) => [status.schedule, status.finish, status.finish_date]),
    [
      ['baseline_schedule', 25, date(24)],
      ['schedule_history.0', 26, date(25)],
      ['current_schedule', 29, date(28)],
    ],
  )
  const [first, second] = data.windows
  t.match(first, {
    delay_days: 1,
    half_step_finish: 27,
    progress_delay_days: 2,
    revision_delay_days: -1,
    revision: { scope_days: 0, logic_days: 0, duration_days: -1, constraint_days: 0, other_days: 0 },
    recovery_days: 0,
    consumed_float_days: 0,
    length_days: 12,
    controlling_path: ['A', 'B', 'C'],
  })
  t.strictSame(parts(first), { A: 2 })
  t.match(second, { delay_days: 3, half_step_finish: 29, progress_delay_days: 3, revision_delay_days: 0 })
  t.match(second, { from_date: date(12), to_date: date(20), length_days: 8 })
  t.strictSame(parts(second), { B: 3 })
  t.match(data.by_category, { owner: 2, contractor: 3, design: 0, unattributed: 0 })
  t.equal(data.revision_delay_days, -1)
  // the revision of the first window takes back the day that stood last then: one of the owner's
  t.match(data.entitlement, {
    excusable_compensable_days: 1,
    excusable_non_compensable_days: 0,
    non_excusable_days: 3,
    concurrent_days: 0,
  })
  t.equal(
    summary,
    `The finish moved 4 calendar days later, ${date(24)} to ${date(28)}, over 2 windows: +5 calendar days by slips beyond the float, -1 calendar day by revisions of the plan. Indicators, not verdicts.`,
  )
  t.match(data.attribution_method, /could have worked and did not/)
})

t.test('schedules without a common task: no delay is given, in the words of the other comparisons', async t => {
  const other = [task('X', 30, [], START), task('Y', 9, ['X'])]
  const of = (series: Series) => {
    const { data, summary, findings, recommendations } = reply(t, series)
    const { windows, total_delay_days, entitlement } = data
    const delays = windows.map((window: Plain) => window.delay_days)
    return { delays, total_delay_days, entitlement, summary, gate: byCode(findings, 'GATE_NO_PAIRS'), recommendations }
  }
  const apart = of({ baseline: chain(OWNER, {}, {}), current: [20, other] })
  t.match(apart, { delays: [null], total_delay_days: null, entitlement: null })
  const none = 'None of the 3 tasks of the baseline schedule is one of the 2 tasks of the current schedule.'
  t.equal(apart.summary, `The delay is not known. ${none}`)
  t.match(apart.gate, {
    severity: 'critical',
    title: 'Nothing to compare',
    description: `1 comparison has no task of both schedules. ${none} No delay is given: two schedules without a common task cannot be compared.`,
  })
  t.match(apart.recommendations[0], { codes: ['GATE_NO_PAIRS'], title: 'Send schedules of one project' })
  const once = of({ ...GOLDEN, snapshots: [[12, other]], current: [20, [...GOLDEN.current[1], task('Y', 9)]] })
  t.match(once, { delays: [null, Number], total_delay_days: null }, 'one gap in a series leaves its sum open')
  t.equal(once.gate.count, 1)
  const dates = (ids: string[]) => ids.map(id => task(id, 5, [], { planned_finish: date(9) }))
  t.match(of({ baseline: dates(['A', 'B']), current: [0, dates(['X', 'Y'])] }), { delays: [null], gate: { count: 1 } })
  const later = ['X', 'Y'].map(id => task(id, 5, [], { planned_finish: date(40) }))
  const unknown = reply(t, { baseline: dates(['A', 'B']), current: [0, later] }).data
  t.match(unknown, { mode: 'dates', total_delay_days: null, unexplained_days: 0 }, 'no days of what was not compared')
  const summaries = of({
    baseline: [...chain({}, {}, {}), task('S', 0, [], { task_type: 'summary' })],
    current: [20, [...other, task('S', 0, [], { task_type: 'summary' })]],
  })
  t.match(summaries, { delays: [null], gate: { count: 1 } }, 'a summary of both is no task to compare')
  t.equal(of(GOLDEN).gate, undefined)
})

t.test('golden: through finished tasks, 5 = A +2 B +2 C +1 with nothing recovered', async t => {
  const { data } = reply(t, {
    baseline: chain({}, {}, {}),
    current: [25, chain({ ...done(0, 12), ...OWNER }, { ...done(12, 24), ...CONTRACTOR }, {})],
  })
  t.equal(data.total_delay_days, 5)
  t.strictSame(parts(data.windows[0]), { A: 2, B: 2, C: 1 })
  t.match(data.windows[0], { recovery_days: 0, concurrent_days: 0, revision_delay_days: 0 })
  t.match(data.by_category, { owner: 2, contractor: 2, unattributed: 1 })
  t.match(data.entitlement, { excusable_compensable_days: 2, non_excusable_days: 2, unattributed_days: 1 })
})

t.test('option method: windows explains the whole movement and has no half-steps', async t => {
  const { data } = reply(t, GOLDEN, { method: 'windows' })
  t.match(data, { method: 'windows', implementation_protocol: '3.3', total_delay_days: 4, revision: null })
  t.match(data.windows[0], { delay_days: 1, half_step_finish: null, progress_delay_days: null, revision: null })
  t.strictSame(parts(data.windows[0]), { A: 2, C: -1 })
  t.match(data.windows[0], {
    by_category: { owner: 2, unattributed: 0 },
    recovery_days: -1,
    recovered_elsewhere_days: 0,
  })
  t.match(data, { by_category: { owner: 2, contractor: 3, unattributed: 0 }, recovery_days: -1 })
})

t.test('an added task counts with its own time and the tasks behind it with none', async t => {
  const plan = [task('A', 10, [], START), task('B', 10, ['A'])]
  const grown = [task('A', 10, [], START), task('X', 4, ['A']), task('B', 10, ['X'])]
  const windows = reply(t, { baseline: plan, current: [0, grown] }, { method: 'windows' }).data.windows[0]
  t.strictSame(parts(windows), { X: 4 })
  const half = reply(t, { baseline: plan, current: [0, grown] }).data.windows[0]
  t.match(half, { progress_delay_days: 0, revision: { scope_days: 4, logic_days: 0 } })
})

t.test(
  'revisions: tasks, links, durations and constraints are distinguished, in that order or as the mean of all',
  async t => {
    const plan = [task('A', 10, [], START), task('B', 10, ['A']), task('C', 8, [], START)]
    const now = [
      task('A', 10, [], START),
      task('B', 12, ['A', 'N']),
      task('C', 8, ['B'], { constraint_type: 'SNET', constraint_date: date(40) }),
      task('N', 15, [], START),
    ]
    const series = { baseline: plan, current: [0, now] } as const
    const [fixed] = reply(t, series, { order: 'fixed' }).data.windows
    t.match(fixed.revision, { scope_days: 5, logic_days: 8, duration_days: 2, constraint_days: 13, other_days: 0 })
    t.equal(fixed.delay_days, 28)
    // once the constraint holds C, nothing before it moves the finish
    const [mean] = reply(t, series).data.windows
    t.match(mean.revision, { scope_days: 2.5, logic_days: 4, duration_days: 1, constraint_days: 20.5, other_days: 0 })
    t.strictSame(
      mean.revision_steps.map((row: Plain) => Object.values(row)),
      [
        ['scope', 2.5, 2.5, 0, 5, 5, 5],
        ['logic', 4, 4, 0, 8, 8, 8],
        ['duration', 1, 1, 0, 2, 2, 2],
        ['constraint', 20.5, 20.5, 13, 28, 28, 13],
      ],
    )
  },
)

t.test('revisions: a planned first start that moves before any work has a name', async t => {
  const plan = (start: number) => [task('A', 10, [], { planned_start: date(start) }), task('B', 10, ['A'])]
  const [window] = reply(t, { baseline: plan(5), current: [0, plan(9)] }).data.windows
  t.match(window, {
    delay_days: 4,
    progress_delay_days: 0,
    revision: { project_start_days: 4, other_days: 0, duration_days: 0 },
  })
})

t.test('revisions: new tasks that form a cycle with the old links are one step with the logic', async t => {
  const plan = [task('A', 10, [], START), task('B', 5, ['A'])]
  const now = [task('A', 10, ['X'], START), task('B', 5, []), task('X', 3, ['B'])]
  const plain = reply(t, { baseline: plan, current: [0, now] })
  t.match(plain.data.windows[0], {
    scope_with_logic: true,
    delay_days: 3,
    revision: { scope_days: 0, logic_days: 3 },
  })
  t.match(byCode(plain.findings, 'DELAY_SCOPE_WITH_LOGIC'), { count: 1 })
})

t.test('progress leaves its share of the duration of before; what was added to that is a revision', async t => {
  const plan = chain({}, {}, {})
  const now = [task('A', 20, [], { ...START, ...begun(0, 50) }), task('B', 10, ['A']), task('C', 5, ['B'])]
  const [window] = reply(t, { baseline: plan, current: [8, now] }).data.windows
  t.match(window, { progress_delay_days: 3, revision_delay_days: 5, revision: { duration_days: 5 } })
})

/** A 10 d beside B 5 d with 5 d of float, Z after both. */
const MERGE = (a: object, b: object): TaskObject[] => [
  task('A', 10, [], { ...START, ...a }),
  task('B', 5, [], { ...START, ...b }),
  task('Z', 5, ['A', 'B']),
]

t.test('a slip counts beyond the float it had: 8 days with a float of 5 are 3 of delay', async t => {
  for (const method of ['half_step', 'windows']) {
    const series = { baseline: MERGE({}, {}), current: [13, MERGE(done(0, 10), { ...done(0, 13), ...OWNER })] as const }
    const { data } = reply(t, series, { method })
    t.match(data, { total_delay_days: 3, recovery_days: 0, consumed_float_days: 5 })
    t.match(data.by_category, { owner: 3, unattributed: 0 })
    t.match(data.entitlement, { excusable_compensable_days: 3, unattributed_days: 0, limited_days: 0 })
    const [window] = data.windows
    t.strictSame(window.controlling_path, ['B', 'Z'])
    t.match(window.attribution, [{ id: 'B', contribution_days: 3, slip_days: 8 }])
    t.strictSame(window.attribution.length, 1, 'nothing is booked against the task where the paths meet')
    t.match(window.float_consumption, [
      { id: 'B', slip_days: 8, consumed_days: 5, total_float_days: 5, is_on_controlling_path: true },
    ])
  }
})

/** M 100 d beside O 30 d and K 20 d, which have 50 d of float together. */
const FLOAT_50 = (m: object, o: object, k: object): TaskObject[] => [
  task('M', 100, [], { ...START, ...m }),
  task('O', 30, [], { ...START, ...OWNER, ...o }),
  task('K', 20, ['O'], { ...CONTRACTOR, ...k }),
  task('Z', 5, ['M', 'K']),
]

t.test('float goes to the first slip: of 50 days owner +40 takes 40, of contractor +50 the last 40 delay', async t => {
  const baseline = FLOAT_50({}, {}, {})
  const built = FLOAT_50(done(0, 100), done(0, 70), done(70, 140))
  const inOne = reply(t, { baseline, current: [140, built] }).data
  t.match(inOne, { total_delay_days: 40, by_category: { owner: 0, contractor: 40 }, consumed_float_days: 10 })
  t.match(inOne.windows[0].float_consumption, [
    { id: 'K', slip_days: 50, consumed_days: 10, beyond_float_days: 40, total_float_days: 50 },
    { id: 'O', slip_days: 40, consumed_days: 40, total_float_days: 50, is_on_controlling_path: false },
  ])
  t.match(inOne.entitlement, { excusable_compensable_days: 0, non_excusable_days: 40 })
  const inTwo = reply(t, {
    baseline,
    snapshots: [[70, FLOAT_50(begun(0, 70), done(0, 70), {})]],
    current: [140, built],
  }).data
  t.match(inTwo, { total_delay_days: 40, by_category: { owner: 0, contractor: 40 } })
  t.match(inTwo.windows[0].float_consumption, [
    { id: 'O', slip_days: 40, consumed_days: 40, total_float_days: 50, is_on_controlling_path: false },
  ])
  t.match(inTwo.windows[1].float_consumption, [
    { id: 'K', slip_days: 50, consumed_days: 10, total_float_days: 10, is_on_controlling_path: true },
  ])
})

t.test('an end that was to finish earlier has its float as well', async t => {
  const twoEnds = (a: object, z: object, b: object) => [
    task('A', 10, [], { ...START, ...a }),
    task('B', 6, ['Z'], b),
    task('Z', 1, [], { ...START, ...z }),
  ]
  const [window] = reply(t, {
    baseline: twoEnds({}, {}, {}),
    current: [9, twoEnds(done(0, 10), done(0, 1), begun(8, 0))],
  }).data.windows
  t.match(window, { delay_days: 5, controlling_path: ['B'], consumed_float_days: 3 })
  t.strictSame(parts(window), { B: 5 })
})

t.test('what was recovered is a line of its own: by its task, or by the path that held the finish before', async t => {
  const early = reply(t, {
    baseline: chain({}, {}, {}),
    current: [24, chain(done(0, 9), { ...done(9, 24), ...OWNER }, {})],
  })
  t.match(early.data, { total_delay_days: 4, by_category: { owner: 5 }, recovery_days: -1 })
  t.strictSame(parts(early.data.windows[0]), { A: -1, B: 5 })
  t.match(early.data.entitlement, { excusable_compensable_days: 4, limited_days: 1 })
  const ahead = reply(t, { baseline: MERGE({}, {}), current: [7, MERGE(done(0, 7), done(0, 5))] }).data
  t.match(ahead, { total_delay_days: -3, recovery_days: -3, by_category: { unattributed: 0 } })
  // the path through A was critical and stays so
  t.strictSame(parts(ahead.windows[0]), { A: -3 })
  const switched = reply(t, { baseline: MERGE({}, {}), current: [6, MERGE(done(0, 3), done(0, 6))] }).data
  // A gains 7 days in 3 and B loses 1 in 6: on the second day their paths meet, from then on B holds the finish
  t.match(switched, { total_delay_days: -4, recovery_days: -4.666667, by_category: { unattributed: 0.666667 } })
  t.match(switched.windows[0], { recovered_elsewhere_days: 0, controlling_path: ['B', 'A', 'Z'] })
  t.strictSame(parts(switched.windows[0]), { A: -4.666667, B: 0.666667 })
})

t.test('what is gained on a path with float widens it and recovers nothing', async t => {
  const tasks = (m: object, p: object, q: object) => [
    task('M', 20, [], { ...START, ...m }),
    task('P', 5, [], { ...START, ...p }),
    task('Q', 10, ['P'], { ...OWNER, ...q }),
    task('Z', 5, ['M', 'Q']),
  ]
  const built = tasks(done(0, 20), done(0, 4), done(4, 20))
  const { data } = reply(t, { baseline: tasks({}, {}, {}), current: [20, built] }, { project_finish_id: 'Q' })
  t.match(data, { total_delay_days: 5, by_category: { owner: 6 }, recovery_days: -1 })
  const project = reply(t, {
    baseline: tasks({}, {}, {}),
    current: [21, tasks(done(0, 20), done(0, 4), done(4, 21))],
  }).data
  t.match(project, { total_delay_days: 1, by_category: { owner: 1 }, recovery_days: 0, consumed_float_days: 6 })
})

t.test(
  'entitlement is no more than the finish moved: of what was recovered later the latest days go first',
  async t => {
    const weather = { delay_category: 'weather' }
    const late = chain({ ...done(0, 13), ...weather }, {}, {})
    const later = chain({ ...done(0, 13), ...weather }, { ...done(13, 27), ...OWNER }, {})
    const made = chain({ ...done(0, 13), ...weather }, { ...done(13, 27), ...OWNER }, done(27, 30))
    const { data } = reply(t, {
      baseline: chain({}, {}, {}),
      snapshots: [
        [13, late],
        [27, later],
      ],
      current: [30, made],
    })
    t.match(data, { total_delay_days: 5, by_category: { weather: 3, owner: 4 }, recovery_days: -2 })
    t.match(data.entitlement, {
      excusable_compensable_days: 2,
      excusable_non_compensable_days: 3,
      non_excusable_days: 0,
      limited_days: 2,
    })
  },
)

/** Two paths side by side into one end: O 10 d of the owner, K 10 d of the contractor. */
const PARALLEL = (o: object = {}, k: object = {}, kDays = 10): TaskObject[] => [
  task('O', 10, [], { ...START, ...OWNER, ...o }),
  task('K', kDays, [], { ...START, ...CONTRACTOR, ...k }),
  task('E', 5, ['O', 'K']),
]

t.test('concurrency: days of both parties on paths that end together are excusable, not compensable', async t => {
  const { data, findings } = reply(t, { baseline: PARALLEL(), current: [14, PARALLEL(done(0, 14), done(0, 14))] })
  t.match(data.windows[0], { delay_days: 4, concurrent_days: 4 })
  t.match(data.windows[0].concurrency, [
    { owner_task_id: 'O', contractor_task_id: 'K', concurrent_days: 4, slack_days: 0 },
  ])
  t.match(data.entitlement, {
    excusable_compensable_days: 0,
    excusable_non_compensable_days: 4,
    non_excusable_days: 0,
    concurrent_days: 4,
  })
  t.match(byCode(findings, 'DELAY_CONCURRENT'), { count: 1 })
})

t.test('option near_critical_threshold: 0 means paths that end together, more includes near ones', async t => {
  const series = { baseline: PARALLEL(), current: [14, PARALLEL(done(0, 14), done(0, 12))] as const }
  const literal = reply(t, series)
  t.match(literal.data.windows[0], { delay_days: 4, concurrent_days: 0, unequal_concurrent_days: 2 })
  t.match(literal.data.entitlement, { excusable_compensable_days: 4, non_excusable_days: 0 })
  const functional = reply(t, series, { near_critical_threshold: 2 }).data
  t.match(functional.windows[0], { concurrent_days: 2, concurrency: [{ controlling_party: 'owner' }] })
  t.match(functional.entitlement, { excusable_compensable_days: 2, excusable_non_compensable_days: 2 })
  // day by day the paths part: on the seventh they end 0.83 days apart
  t.equal(reply(t, series, { near_critical_threshold: 0.9 }).data.windows[0].concurrent_days, 1.166667)
})

t.test('unequal delays at one time: how many days of which slip ran beside which, and no sum changes', async t => {
  const series = { baseline: PARALLEL(), current: [18, PARALLEL(done(0, 18), done(0, 15))] as const }
  const { data, summary, findings, recommendations } = reply(t, series)
  t.match(data.windows[0], {
    delay_days: 8,
    concurrent_days: 0,
    concurrency: [],
    unequal_concurrent_days: 5,
    unequal_concurrency: [
      {
        owner_task_id: 'O',
        contractor_task_id: 'K',
        concurrent_days: 5,
        controlling_party: 'owner',
        slack_days: 1.666667,
      },
    ],
  })
  t.match(data, { unequal_concurrent_days: 5, by_category: { owner: 8, contractor: 0 } })
  t.match(data.entitlement, {
    excusable_compensable_days: 8,
    excusable_non_compensable_days: 0,
    non_excusable_days: 0,
    concurrent_days: 0,
  })
  const words =
    '5 calendar days of O (owner) ran beside a delay of K (contractor), whose path ends 1.7 calendar days before the controlling one; with near_critical_threshold 0 they are not concurrent and stay with the owner.'
  t.equal(
    summary,
    `The finish moved 8 calendar days later, ${date(14)} to ${date(22)}, over 1 window: +8 calendar days by slips beyond the float. At one time, but unequal, 5 calendar days: ${words} Indicators, not verdicts.`,
  )
  t.match(byCode(findings, 'DELAY_CONCURRENT_UNEQUAL'), {
    severity: 'medium',
    count: 1,
    description: `In 1 window delays of owner and contractor fall together, but do not end together. 5 calendar days of 8 calendar days of delay. ${words}`,
  })
  t.ok(recommendations.some(({ codes }: Plain) => codes[0] === 'DELAY_CONCURRENT_UNEQUAL'))
  // counted where the threshold reaches so far, and then told with what
  const counted = reply(t, series, { near_critical_threshold: 3 })
  t.match(counted.data.windows[0], { concurrent_days: 5, unequal_concurrent_days: 0, unequal_concurrency: [] })
  t.match(counted.summary, 'Concurrent, 5 calendar days: 5 calendar days of O (owner) with K (contractor). Indicators')
  t.equal(byCode(counted.findings, 'DELAY_CONCURRENT_UNEQUAL'), undefined)
  // a slip that its own float took up would have delayed nothing
  const floating = { baseline: PARALLEL({}, {}, 4), current: [18, PARALLEL(done(0, 18), done(0, 9), 4)] as const }
  t.match(reply(t, floating).data, { unequal_concurrent_days: 0, windows: [{ float_consumption_count: 1 }] })
  const beyond = { baseline: PARALLEL({}, {}, 8), current: [18, PARALLEL(done(0, 18), done(0, 15), 8)] as const }
  t.match(reply(t, beyond).data, { unequal_concurrent_days: 5 }, '7 days late with 2 of float')
})

t.test('concurrency needs two paths that part: delays in a row on one path are not concurrent', async t => {
  const tasks = (o: object, k: object, s: object): TaskObject[] => [
    task('O', 10, [], { ...START, ...OWNER, ...o }),
    task('S', 3, ['O'], s),
    task('K', 10, ['O'], { ...CONTRACTOR, ...k }),
    task('E', 5, ['K', 'S']),
  ]
  const built = tasks(done(0, 12), done(12, 24), done(12, 15))
  const { data } = reply(t, { baseline: tasks({}, {}, {}), current: [24, built] }, { near_critical_threshold: 50 })
  t.match(data.windows[0], { delay_days: 4, concurrent_days: 0, by_category: { owner: 2, contractor: 2 } })
})

t.test('options design_responsibility and procurement_responsibility decide who bears those delays', async t => {
  const series = (delay_category: string): Series => ({
    baseline: chain({}, {}, {}),
    current: [12, chain({ ...done(0, 12), delay_category }, {}, {})],
  })
  const entitled = (category: string, options: object = {}) => {
    const { entitlement } = reply(t, series(category), options).data
    return [
      entitlement.excusable_compensable_days,
      entitlement.excusable_non_compensable_days,
      entitlement.non_excusable_days,
    ]
  }
  t.strictSame(entitled('owner'), [2, 0, 0])
  t.strictSame(entitled('contractor'), [0, 0, 2])
  t.strictSame(entitled('weather'), [0, 2, 0])
  t.strictSame(entitled('force_majeure'), [0, 2, 0])
  t.strictSame(entitled('design'), [2, 0, 0])
  t.strictSame(entitled('design', { design_responsibility: 'contractor' }), [0, 0, 2])
  t.strictSame(entitled('procurement'), [0, 0, 2])
  t.strictSame(entitled('procurement', { procurement_responsibility: 'owner' }), [2, 0, 0])
})

t.test('option project_finish_id follows the finish of one task', async t => {
  const tasks = (a: object) => [task('A', 10, [], { ...START, ...a }), task('B', 30, [], START), task('M', 0, ['A'])]
  const series = { baseline: tasks({}), current: [14, tasks({ ...done(0, 14), ...OWNER })] as const }
  t.equal(reply(t, series).data.total_delay_days, 14, 'B has not begun and ends last')
  const followed = reply(t, series, { project_finish_id: 'M' }).data
  t.match(followed, { total_delay_days: 4, project_finish_id: 'M' })
  t.strictSame(parts(followed.windows[0]), { A: 4 })
  const unknown = reply(t, series, { project_finish_id: 'Z' })
  t.match(unknown, { code: 'validation', faults: [{ loc: ['body', 'options', 'project_finish_id'] }, {}] })
})

t.test('pacing: a slip with float that began after a critical delay of the other party is flagged', async t => {
  const tasks = (o: object, k: object): TaskObject[] => [
    task('O', 10, [], { ...START, ...OWNER, ...o }),
    task('K', 4, ['L'], { ...CONTRACTOR, ...k }),
    task('L', 2, [], { ...START, ...done(0, 2) }),
    task('E', 5, ['O', 'K']),
  ]
  const plan = [task('O', 10, [], START), task('K', 4, ['L']), task('L', 2, [], START), task('E', 5, ['O', 'K'])]
  const late = (kFinish: number) => tasks({ actual_start: date(0), ...done(1, 16) }, done(2, kFinish))
  const { data, findings } = reply(t, { baseline: plan, current: [16, late(10)] })
  t.match(data.windows[0].possible_pacing, [{ id: 'K', party: 'contractor', slip_days: 4, behind_task_id: 'O' }])
  t.match(byCode(findings, 'DELAY_POSSIBLE_PACING'), { count: 1, severity: 'info' })
  const beyond = reply(t, { baseline: plan, current: [16, late(11)] }).data.windows[0]
  t.match(beyond.possible_pacing, [{ id: 'K', slip_days: 5 }], 'the delay of O made the float for it')
  t.match(beyond.float_consumption, [{ id: 'K', slip_days: 5, consumed_days: 5, delay_category: 'contractor' }])
  const before = reply(t, { baseline: plan, current: [16, tasks(done(6, 16), done(4, 10))] }).data.windows[0]
  t.match(before.possible_pacing, [{ id: 'K', slip_days: 4 }], 'O should have begun on day 0, K on day 2')
  const first = reply(t, { baseline: plan, current: [16, tasks(done(0, 10), done(4, 12))] }).data.windows[0]
  t.strictSame(first.possible_pacing, [], 'nobody delayed the finish before it')
})

t.test('date mode: without links the latest finishes are compared, and 3.4 is left out with a message', async t => {
  const tasks = (finish: number, more: object = {}) => [
    { id: 'A', planned_start: date(0), planned_finish: date(finish), ...more },
    { id: 'B', planned_start: date(0), planned_finish: date(3) },
  ]
  const series = { baseline: tasks(9), snapshots: [[5, tasks(11)]] as const, current: [8, tasks(10, OWNER)] as const }
  const { data, findings, status } = reply(t, series as Series)
  t.match(data, { mode: 'dates', method: 'windows', total_delay_days: 1, unexplained_days: 1, entitlement: null })
  t.strictSame(
    data.windows.map((window: Plain) => [window.delay_days, window.progress_delay_days]),
    [
      [2, null],
      [-1, null],
    ],
  )
  t.match(byCode(findings, 'DELAY_DATE_MODE'), { severity: 'medium', count: 3 })
  t.match(byCode(findings, 'DELAY_FINISH_MOVED').description, /^The finish moved later .*: by dates alone\.$/)
  const bare = reply(t, { baseline: [{ id: 'A' }, { id: 'B' }], current: [8, tasks(10)] })
  t.match(bare.data, { total_delay_days: null, windows: [{ delay_days: null }] })
  t.match(byCode(bare.findings, 'DELAY_NO_FINISH'), { count: 1 })
  t.equal(status, undefined)
})

t.test(
  'where the dates of a schedule give another finish than the network, the result states both and the difference',
  async t => {
    const dated = (finish: number) => [task('A', 10, [], START), task('B', 5, ['A'], { planned_finish: date(finish) })]
    const apart = reply(t, { baseline: dated(14), current: [0, dated(19)] })
    t.match(byCode(apart.findings, 'DELAY_FINISH_DIFFERS'), {
      count: 1,
      evidence: [
        {
          schedule: 'current_schedule',
          finish_date: date(14),
          reported_finish_date: date(19),
          computed_later_days: -5,
        },
      ],
    })
    t.match(apart.data.statuses, [{ reported_finish_date: date(14) }, { reported_finish_date: date(19) }])
    const same = reply(t, { baseline: dated(14), current: [0, dated(14)] })
    t.equal(byCode(same.findings, 'DELAY_FINISH_DIFFERS'), undefined)
  },
)

t.test('the tasks that delayed the finish without a category are named, the worst first, with their days', async t => {
  const built = chain({ ...done(0, 12), name: 'Excavate' }, { ...done(12, 27), name: 'Pour' }, OWNER)
  const plain = reply(t, { baseline: chain({}, {}, {}), current: [27, built] })
  const { description, task_ids } = byCode(plain.findings, 'DELAY_UNATTRIBUTED')
  t.match(
    description,
    /7 calendar days of 7 calendar days of delay; most by B Pour \+5 calendar days, A Excavate \+2 calendar days/,
  )
  t.strictSame(task_ids, ['B', 'A'])
  t.match(plain.recommendations.at(-1).description, /Tasks: B Pour, A Excavate\.$/)
})

t.test('without categories there is an analysis and no entitlement, and it says so', async t => {
  const plain = reply(t, { baseline: chain({}, {}, {}), current: [12, chain(done(0, 12), {}, {})] })
  t.match(plain, { skipped: true, data: { total_delay_days: 2, entitlement: null, by_category: { unattributed: 2 } } })
  t.match(byCode(plain.findings, 'DELAY_NO_CATEGORY'), { severity: 'low' })
  const mixed = reply(t, { baseline: chain({}, {}, {}), current: [12, chain(done(0, 12), OWNER, {})] })
  t.match(mixed, { skipped: false, data: { entitlement: { unattributed_days: 2, excusable_compensable_days: 0 } } })
  t.match(byCode(mixed.findings, 'DELAY_UNATTRIBUTED'), { count: 1 })
})

t.test(
  'fewer than two schedules, a snapshot after the current status, cycles and unknown fields are refused',
  async t => {
    const tasks = chain({}, {}, {})
    t.match(reply(t, { current: [5, tasks] }), { code: 'validation', faults: [{ loc: ['body'], type: 'missing' }] })
    t.match(reply(t, { snapshots: [[6, tasks]], current: [5, tasks] }), {
      faults: [{ loc: ['body', 'schedule_history', 0, 'snapshot_date'] }],
    })
    const cyclic = [task('A', 1, ['B']), task('B', 1, ['A'])]
    t.equal(reply(t, { baseline: cyclic, current: [5, tasks] }).code, 'dependency_cycle')
    t.match(reply(t, GOLDEN, { fields: ['nope'] }), { faults: [{ loc: ['body', 'options', 'fields', 0] }] })
    t.strictSame(Object.keys(reply(t, GOLDEN, { fields: ['windows', 'method'] }).data), ['method', 'windows'])
  },
)

t.test('snapshots are taken by date, whatever their order; those of one date in the order of the request', async t => {
  const at = (finish: number) => chain(done(0, finish), {}, {})
  const { data, findings } = reply(t, {
    baseline: chain({}, {}, {}),
    snapshots: [
      [14, at(14)],
      [12, at(11)],
      [12, at(12)],
    ],
    current: [15, at(14)],
  })
  t.strictSame(
    data.windows.map((window: Plain) => [window.from, window.delay_days]),
    [
      ['baseline_schedule', 2],
      ['schedule_history.1', 0],
      ['schedule_history.2', 2],
      ['schedule_history.0', 1],
    ],
  )
  t.match(byCode(findings, 'DELAY_SCHEDULES_OF_ONE_DATE'), {
    count: 2,
    evidence: { order: ['schedule_history.1', 'schedule_history.2'] },
  })
})

t.test('a draft and its revision of one data date are a window of no days: revisions alone', async t => {
  const draft = chain(done(0, 12), {}, {})
  const revised = draft.map(each =>
    each.id === 'C' ? { ...each, duration_days: Number(each.duration_days) + 3 } : each,
  )
  for (const [snapshot, current, days] of [
    [draft, revised, 3],
    [revised, draft, -3],
    [draft, draft, 0],
  ] as const) {
    const { data } = reply(t, { snapshots: [[12, [...snapshot]]], current: [12, [...current]] })
    t.match(data.windows, [{ delay_days: days, progress_delay_days: 0, revision_delay_days: days }])
  }
})

t.test('faults of every schedule are findings: dangling links by schedule', async t => {
  const tasks = [...chain({}, {}, {}), task('D', 2, ['gone'])]
  const { findings } = reply(t, { baseline: tasks, current: [0, tasks] })
  t.match(byCode(findings, 'V101'), {
    count: 2,
    evidence: { schedules: { baseline_schedule: 1, current_schedule: 1 } },
  })
})

t.test('the calendar of the request counts the delay', async t => {
  const series = { baseline: chain({}, {}, {}), current: [16, chain(done(0, 16), {}, {})] as const }
  t.equal(reply(t, series).data.total_delay_days, 6)
  const working = analyse(t, delayAnalyser, DelayAnalysisData, { ...body(series), calendar: 'working_days' })
  t.not(working.data.total_delay_days, 6)
  t.equal(working.data.calendar.mode, 'working_days')
})
