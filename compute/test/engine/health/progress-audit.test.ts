/** POST /health/progress-audit: MINI to the digit, every code at its bounds, each option, each missing datum. */
import t, { type Test } from 'tap'
import { ProgressAuditData } from '../../../../shared/contract/analysis/progress-audit/data.ts'
import { progressAuditAnalyser } from '../../../engine/analysis/progress-audit/analyser.ts'
import { analyse, byCode, type Plain } from '../../helpers/analyse.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import { MINI, MINI_STATUS_DATE } from '../../helpers/mini.ts'

const audit = (t: Test, tasks: readonly TaskObject[], options: object = {}, more: object = {}): Plain =>
  analyse(t, progressAuditAnalyser, ProgressAuditData, {
    tasks,
    options: { status_date: MINI_STATUS_DATE, ...options },
    ...more,
  })
const check = (plain: Plain, code: string): Plain => byCode(plain.data.checks, code)
const category = (plain: Plain, name: string): Plain =>
  plain.data.categories.find((each: Plain) => each.category === name)

/** Codes that a task breaks, beside a sound one which has every field that a code needs. */
const SOUND: TaskObject = {
  id: 'SOUND',
  duration_days: 5,
  percent_complete: 100,
  actual_start: '2025-03-01',
  actual_finish: '2025-03-05',
  baseline_start: '2025-03-01',
  baseline_finish: '2025-03-05',
}
function codesOf(t: Test, task: object, others: readonly TaskObject[] = [], options: object = {}): string[] {
  const plain = audit(t, [SOUND, { id: 'X', duration_days: 5, ...task }, ...others], { max_examples: 1000, ...options })
  return plain.data.categories
    .flatMap(({ examples }: Plain) => examples)
    .filter(({ id }: Plain) => id === 'X')
    .map(({ code }: Plain) => code)
    .sort()
}
const done = { percent_complete: 100, actual_start: '2025-03-01', actual_finish: '2025-03-05' }
const running = { percent_complete: 50, actual_start: '2025-03-08', forecast_finish: '2025-03-12' }

t.test('golden MINI: only T4, counted once; 82.9 B, without milestones 76 C', async t => {
  const plain = audit(t, MINI)
  t.strictSame([plain.score, plain.grade], [82.9, 'B'])
  const failed = plain.data.checks.filter(({ status }: Plain) => status === 'fail')
  t.strictSame(
    failed.map(({ code, numerator, severity }: Plain) => [code, numerator, severity]),
    [
      ['PA11', 1, 'high'],
      ['PA13', 1, 'medium'],
    ],
  )
  t.match(plain.data, {
    affected_tasks: 1,
    anomalies: 2,
    points: 0.6,
    affected_percent: 14.3,
    population: { count: 7 },
  })
  t.strictSame(plain.data.severities, {
    critical: { anomalies: 0, tasks: 0 },
    high: { anomalies: 1, tasks: 1 },
    medium: { anomalies: 1, tasks: 0 },
    low: { anomalies: 0, tasks: 0 },
  })
  t.strictSame(category(plain, 'forecast_integrity').examples[0], {
    id: 'T4',
    code: 'PA11',
    severity: 'high',
    title: 'Forecast start in the past',
    facts: { forecast_start: '2025-03-08' },
  })
  t.match(category(plain, 'forecast_integrity'), { anomalies: 2, affected_tasks: 1, points: 0.6, points_lost: 17.1 })
  t.match(plain.breakdown.forecast_integrity, { score: 82.9, label: 'Forecast integrity' })
  const short = audit(t, MINI, { exclude_milestones: true })
  t.strictSame([short.score, short.grade, short.data.population.count, short.data.milestones_excluded], [76, 'C', 5, 2])
  t.equal(short.data.exclude_milestones, true)
  const efforts = [...MINI, { id: 'L', task_type: 'loe', duration_days: 0, actual_finish: '2025-03-05' }]
  t.equal(audit(t, efforts).data.level_of_effort_tested, 1)
  t.equal(audit(t, efforts, { exclude_milestones: true }).data.level_of_effort_tested, 0)
})

t.test('date integrity: PA01 to PA04 at their bounds', async t => {
  const of = (task: object) => codesOf(t, { percent_complete: 100, ...task })
  t.strictSame(of({ actual_start: '2025-03-10', actual_finish: '2025-03-10' }), [], 'the status date itself is allowed')
  t.strictSame(of({ actual_start: '2025-03-11', percent_complete: 50 }), ['PA01'])
  t.strictSame(of({ actual_start: '2025-03-10', actual_finish: '2025-03-11' }), ['PA02'])
  t.strictSame(of({ actual_start: '2025-03-06', actual_finish: '2025-03-05' }), ['PA03'])
  t.strictSame(of({ actual_finish: '2025-03-05' }), ['PA04'])
})

t.test('status consistency: PA05 to PA10 at their bounds', async t => {
  const started = { actual_start: '2025-03-09' }
  t.strictSame(codesOf(t, { ...started, percent_complete: 100 }), ['PA05'])
  t.strictSame(codesOf(t, { ...started, percent_complete: 99 }), [])
  t.strictSame(codesOf(t, { ...done, percent_complete: 99 }), ['PA06'])
  t.strictSame(
    codesOf(t, { ...done, actual_start: '2025-03-06', actual_finish: '2025-03-07', percent_complete: null }),
    ['PA06'],
  )
  t.strictSame(codesOf(t, { percent_complete: 1 }), ['PA07'])
  t.strictSame(codesOf(t, { percent_complete: 0 }), [])
  t.strictSame(codesOf(t, { actual_start: '2025-03-05', percent_complete: 0 }), ['PA08'])
  t.strictSame(codesOf(t, { actual_start: '2025-03-06', percent_complete: 0 }), [])
  t.strictSame(codesOf(t, { ...done, percent_complete: 100.5 }), ['PA09'])
  t.strictSame(codesOf(t, { percent_complete: -1 }), ['PA09'])
  t.strictSame(codesOf(t, { ...started, task_type: 'milestone', percent_complete: 50 }), ['PA10'])
  t.strictSame(codesOf(t, { ...started, duration_days: 0, percent_complete: 50 }), ['PA10'])
  t.strictSame(codesOf(t, { ...started, duration_days: null, percent_complete: 50 }), [], 'no duration is no milestone')
})

t.test('forecast integrity and staleness: PA11 to PA16 at their bounds', async t => {
  t.strictSame(codesOf(t, { forecast_start: '2025-03-09', forecast_finish: '2025-03-20' }), ['PA11'])
  t.strictSame(codesOf(t, { forecast_start: '2025-03-10', forecast_finish: '2025-03-20' }), [])
  t.strictSame(codesOf(t, { planned_start: '2025-03-12', forecast_finish: '2025-03-09' }), ['PA12'])
  t.strictSame(codesOf(t, { ...done, forecast_finish: '2025-03-01' }), [], 'complete work has no forecast')
  const riding = (fs: string, bs: string) => codesOf(t, { forecast_start: fs, baseline_start: bs })
  t.strictSame(riding('2025-03-10', '2025-03-09'), ['PA13'])
  t.strictSame(riding('2025-03-11', '2025-03-09'), ['PA13'])
  t.strictSame(riding('2025-03-12', '2025-03-09'), [])
  t.strictSame(riding('2025-03-11', '2025-03-10'), [])
  t.strictSame(codesOf(t, { ...running, forecast_finish: '2025-03-11', baseline_finish: '2025-03-09' }), ['PA13'])
  t.strictSame(codesOf(t, { forecast_start: '2025-03-20', forecast_finish: '2025-03-19' }), ['PA14'])
  const elapsed = (percent_complete: number, more: object = {}) =>
    codesOf(t, { actual_start: '2025-03-06', forecast_finish: '2025-03-13', percent_complete, ...more })
  t.strictSame(elapsed(25), ['PA15'], '4 of 8 days have gone: 25 points behind')
  t.strictSame(elapsed(25.1), [])
  t.strictSame(
    elapsed(1, { forecast_finish: '2025-03-05', planned_finish: '2025-03-20' }),
    ['PA12'],
    'no span, not run',
  )
  t.strictSame(elapsed(1, { forecast_finish: null }), [], 'no finish, not run')
  t.strictSame(codesOf(t, { planned_start: '2025-03-09' }), ['PA16'])
  t.strictSame(codesOf(t, { baseline_start: '2025-03-09' }), ['PA16'])
  t.strictSame(
    codesOf(t, { planned_start: '2025-03-10', baseline_start: '2025-03-09' }),
    ['PA13'],
    'planned counts first',
  )
  t.strictSame(codesOf(t, { planned_start: '2025-03-09', forecast_finish: '2025-03-20' }), [], 'it has a forecast')
})

t.test(
  'PA17 and PA18 compare the actual dates of finished work, and name who came last, whatever the order',
  async t => {
    const early = { id: 'X', actual_start: '2025-03-03', actual_finish: '2025-03-07', percent_complete: 100 }
    const finished = (id: string, start: string, finish: string): TaskObject => ({
      id,
      duration_days: 5,
      actual_start: start,
      actual_finish: finish,
      percent_complete: 100,
    })
    const codes = (link: string, start: string, finish: string) =>
      codesOf(t, { ...early, predecessors: [link] }, [finished('P', start, finish)])
    t.strictSame(codes('P', '2025-03-10', '2025-03-14'), ['PA17', 'PA18'], 'finished before its predecessor began')
    t.strictSame(codes('P', '2025-03-03', '2025-03-05'), ['PA17'], 'began two days before its predecessor ended')
    t.strictSame(codes('P', '2025-03-01', '2025-03-03'), [], 'the same day is in order: nothing tells which came first')
    t.strictSame(codes('P SS', '2025-03-10', '2025-03-14'), ['PA18'])
    t.strictSame(codes('P FF', '2025-03-07', '2025-03-14'), [], 'began on the day of the finish')
    t.strictSame(codes('P FS-20', '2025-03-10', '2025-03-14'), [], 'a lead plans the work to come first')
    const pair = [finished('P', '2025-03-10', '2025-03-14'), finished('Q', '2025-03-12', '2025-03-18')]
    for (const predecessors of [
      ['P', 'Q'],
      ['Q', 'P'],
    ]) {
      const plain = audit(t, [...pair, { duration_days: 5, ...early, predecessors }])
      const said = (code: string) => plain.findings.find((each: Plain) => each.code === code).description
      t.match(said('PA17'), /predecessor Q, which finished 15 calendar days later\./)
      t.match(said('PA18'), /predecessor Q, which began 5 calendar days later\./)
      t.match(
        plain.recommendations.find(({ codes }: Plain) => codes[0] === 'PA18').description,
        /^1 task was finished before the reported start of its predecessor: correct the actual dates/,
      )
    }
  },
)

t.test('sequence: PA17 and PA18, not behind summaries, level of effort, leads and the task itself', async t => {
  const after = (link: string, predecessor: object, task: object = running) =>
    codesOf(t, { ...task, predecessors: [link] }, [{ id: 'P', duration_days: 5, ...predecessor }])
  t.strictSame(after('P', running), ['PA17'])
  t.strictSame(after('P FS+2', running), ['PA17'])
  t.strictSame(after('P', done), [])
  t.strictSame(after('P FS-1', running), [], 'a lead allows it')
  t.strictSame(after('P SS', running), [])
  t.strictSame(after('P FF', {}, done), ['PA18'])
  t.strictSame(after('P', {}, done), ['PA17', 'PA18'])
  t.strictSame(after('P', running, done), ['PA17', 'PA18'], 'it began after the finish')
  for (const task_type of ['loe', 'summary']) t.strictSame(after('P', { task_type }, done), [], task_type)
  t.strictSame(codesOf(t, { ...running, predecessors: ['X', 'SOUND', 'nobody'] }), [])
  const plain = audit(t, [
    { id: 'P', duration_days: 1 },
    { id: 'X', ...done, predecessors: ['P'] },
  ])
  t.equal(category(plain, 'sequence').examples[0].facts.predecessor, 'P')
})

t.test('earned value: PA19 always, PA20 and PA21 with include_ev_validation', async t => {
  const ev = { include_ev_validation: true }
  t.strictSame(codesOf(t, { ...running, physical_percent_complete: 35 }), ['PA19'])
  t.strictSame(
    codesOf(t, { ...running, physical_percent_complete: 65, percent_complete_type: 'duration' }),
    [],
    'not by it',
  )
  t.strictSame(codesOf(t, { ...running, physical_percent_complete: 65 }), ['PA19'])
  t.strictSame(codesOf(t, { ...running, physical_percent_complete: 35.1 }), [])
  const fresh = { actual_start: '2025-03-09', percent_complete: 5 }
  t.strictSame(codesOf(t, { ...fresh, physical_percent_complete: -10 }), [], 'held to 0')
  const over = { ...running, earned_value: 101, budgeted_cost: 100 }
  t.strictSame(codesOf(t, over), [])
  t.strictSame(codesOf(t, over, [], ev), ['PA20'])
  const off = (earned_value: number) => ({
    ...running,
    earned_value,
    budgeted_cost: 100,
    physical_percent_complete: 50,
  })
  t.strictSame(codesOf(t, off(55.1), [], ev), ['PA21'])
  t.strictSame(codesOf(t, off(44.9), [], ev), ['PA21'])
  t.strictSame(codesOf(t, off(55), [], ev), [])
  t.strictSame(codesOf(t, off(0)), [])
  const silent = audit(t, [SOUND, { id: 'X', ...over }])
  t.match(check(silent, 'PA20'), { status: 'not_applicable', message: /include_ev_validation/ })
  const mute = audit(t, MINI, ev)
  t.match(check(mute, 'PA20'), { status: 'skipped', message: /requires earned_value and budgeted_cost/ })
  t.match(check(mute, 'PA21'), { status: 'skipped', message: /requires .*physical_percent_complete/ })
  t.equal(mute.data.include_ev_validation, true)
})

t.test('approval and bulk statusing: PA22, PA23', async t => {
  const approval = (approval_status: string | null, more: object = running) =>
    codesOf(t, { ...more, approval_required: true, approval_status })
  for (const status of ['pending', 'rejected', null]) t.strictSame(approval(status), ['PA22'], String(status))
  for (const status of ['approved', 'not_required']) t.strictSame(approval(status), [], status)
  t.strictSame(approval('pending', {}), [], 'it has not started')
  t.strictSame(codesOf(t, { ...running, approval_required: false, approval_status: 'pending' }), [])
  const finished = (count: number, day: (i: number) => string): TaskObject[] =>
    Array.from({ length: count }, (_, i) => ({
      id: `F${i}`,
      ...done,
      actual_start: '2025-02-01',
      actual_finish: day(i),
    }))
  const bulk = (same: number, apart: number) =>
    check(
      audit(
        t,
        finished(same + apart, i => (i < same ? '2025-03-05' : `2025-02-${String(1 + (i % 28)).padStart(2, '0')}`)),
      ),
      'PA23',
    ).numerator
  t.equal(bulk(10, 0), 10)
  t.equal(bulk(9, 0), 0)
  t.equal(bulk(12, 28), 12, '30 percent')
  t.equal(bulk(12, 29), 0, '29.3 percent')
})

t.test('level of effort is tested for PA01 to PA04 alone, and its points count without a place in N', async t => {
  const effort = (more: object): TaskObject => ({ id: 'L', duration_days: 20, task_type: 'loe', ...more })
  const plain = audit(t, [...MINI, effort({ actual_finish: '2025-03-05', percent_complete: 50 })])
  t.strictSame([plain.data.population.count, plain.data.level_of_effort_tested], [7, 1])
  t.strictSame(plain.data.population.excluded_by_type, { loe: 1 })
  t.match(check(plain, 'PA04'), { numerator: 1 })
  t.equal(check(plain, 'PA06').numerator, 0)
  t.equal(plain.score, 65.7, '100 - 200 * 1.2 / 7')
  t.match(plain.data, { affected_tasks: 1, affected_level_of_effort: 1 })
  const summary = audit(t, [...MINI, { id: 'S', task_type: 'summary', actual_finish: '2025-04-01' }])
  t.equal(summary.score, 82.9)
})

t.test('a critical anomaly caps the score at 89.9, and the worst anomaly of a task alone counts', async t => {
  const many = (more: object): TaskObject[] => [
    ...Array.from({ length: 99 }, (_, i) => ({ ...SOUND, id: `S${i}`, actual_finish: `2025-03-0${1 + (i % 9)}` })),
    {
      id: 'X',
      duration_days: 5,
      predecessors: ['S0'],
      baseline_start: '2025-03-12',
      baseline_finish: '2025-03-20',
      forecast_start: '2025-03-12',
      forecast_finish: '2025-03-20',
      ...more,
    },
  ]
  const plain = audit(t, many({ actual_start: '2025-03-12', percent_complete: 140 }))
  t.strictSame([plain.score, plain.grade, plain.data.points], [89.9, 'B', 1])
  t.match(byCode(plain.findings, 'GATE_CRITICAL_ANOMALY'), { severity: 'critical', evidence: { score_max: 89.9 } })
  const high = audit(t, many({ percent_complete: 50 }))
  t.strictSame([high.score, high.data.points], [98.8, 0.6])
  t.equal(byCode(high.findings, 'GATE_CRITICAL_ANOMALY'), undefined)
  const worst = audit(
    t,
    many({ percent_complete: 50 }).map(task => ({ ...task, actual_start: null })),
  )
  t.equal(worst.score, 0)
  t.equal(worst.recommendations[0].codes[0], 'PA04')
})

t.test('organizations are ranked by rate, with their own scores; null is unassigned', async t => {
  const of = (organization_code: string | null, id: string, more: object = {}): TaskObject => ({
    ...SOUND,
    id,
    organization_code,
    ...more,
  })
  const tasks = [
    of('BIG', 'B1', { percent_complete: 50 }),
    of('BIG', 'B2', { percent_complete: 50 }),
    of('BIG', 'B3'),
    of('BIG', 'B4'),
    of('SMALL', 'S1', { actual_finish: '2025-04-01' }),
    of('TWIN', 'T1', { percent_complete: 50, actual_start: null }),
    of(null, 'N1'),
    of('unassigned', 'N2'),
  ]
  const { organizations } = audit(t, tasks).data
  t.strictSame(
    organizations.map((row: Plain) => [
      row.organization_code,
      row.tasks,
      row.affected_tasks,
      row.affected_percent,
      row.anomalies,
      row.points,
      row.score,
      row.grade,
    ]),
    [
      ['SMALL', 1, 1, 100, 1, 1, 0, 'F'],
      ['TWIN', 1, 1, 100, 3, 0.6, 0, 'F'],
      ['BIG', 4, 2, 50, 2, 1.2, 40, 'F'],
      ['unassigned', 2, 0, 0, 0, 0, 100, 'A'],
    ],
  )
})

t.test('an organization is capped by its own critical anomalies; level of effort is in none of its rates', async t => {
  const of = (organization_code: string, id: string, more: object = {}): TaskObject => ({
    ...SOUND,
    id,
    organization_code,
    ...more,
  })
  const { organizations } = audit(t, [
    ...Array.from({ length: 99 }, (_, i) => of('CAP', `C${i}`, { actual_finish: `2025-03-0${1 + (i % 9)}` })),
    of('CAP', 'C99', { percent_complete: 101 }),
    of('LOE', 'L', { task_type: 'loe', actual_start: null }),
    of('NONE', 'S', { task_type: 'summary' }),
  ]).data
  t.match(organizations, [
    { organization_code: 'CAP', tasks: 100, affected_percent: 1, score: 89.9, grade: 'B' },
    {
      organization_code: 'LOE',
      tasks: 0,
      affected_percent: null,
      affected_level_of_effort: 1,
      score: null,
      grade: null,
    },
  ])
  t.equal(organizations.length, 2, 'one without tasks to audit is not listed')
})

t.test('option max_examples bounds each category; counts stay full, the gravest come first', async t => {
  const tasks = Array.from(
    { length: 30 },
    (_, i): TaskObject =>
      i % 2 === 0
        ? { id: `T${i}`, duration_days: 5, percent_complete: 50, actual_start: '2025-03-09', task_type: 'milestone' }
        : {
            id: `T${i}`,
            duration_days: 5,
            percent_complete: 140,
            actual_start: '2025-03-09',
            actual_finish: '2025-03-09',
          },
  )
  const examples = (options: object) => category(audit(t, tasks, options), 'status_consistency')
  t.equal(examples({}).examples.length, 10)
  t.strictSame([examples({ max_examples: 0 }).examples.length, examples({ max_examples: 0 }).anomalies], [0, 30])
  const codes = examples({ max_examples: 20 }).examples.map(({ code, id }: Plain) => [code, id])
  t.strictSame(codes.slice(13, 17), [
    ['PA09', 'T27'],
    ['PA09', 'T29'],
    ['PA10', 'T0'],
    ['PA10', 'T2'],
  ])
})

t.test(
  'remediation: severity weight times count decides the order, the effect is what the score would gain',
  async t => {
    const tasks = [
      ...MINI,
      ...Array.from({ length: 5 }, (_, i) => ({ ...SOUND, id: `A${i}`, physical_percent_complete: 50 })),
      { ...SOUND, id: 'B', percent_complete: 50 },
    ]
    const plain = audit(t, tasks)
    t.strictSame(
      plain.recommendations.map(({ priority, codes, effect }: Plain) => [priority, codes[0], effect]),
      [
        [1, 'PA19', 23],
        [2, 'PA06', 9.2],
        [3, 'PA11', 4.6],
        [4, 'PA13', 0],
      ],
    )
    const bare = audit(t, tasks, { include_recommendations: false })
    t.strictSame([bare.recommendations, bare.score], [[], plain.score])
    const capped = audit(t, [{ ...SOUND, id: 'A', actual_finish: '2025-04-01' }, SOUND])
    const remedies = capped.recommendations.map(({ codes, effect }: Plain) => [codes[0], effect])
    t.strictSame(
      [capped.score, remedies],
      [
        0,
        [
          ['GATE_FEW_CHECKS', 0],
          ['PA02', 79.9],
        ],
      ],
    )
  },
)

t.test('option exclude_task_types: they leave the audit and still precede', async t => {
  const without = audit(t, MINI, { exclude_task_types: ['milestone'] })
  t.strictSame([without.score, without.data.population], [76, { count: 5, excluded_by_type: { milestone: 2 } }])
  const tasks: TaskObject[] = [
    { id: 'P', task_type: 'slpp', duration_days: 5 },
    { ...SOUND, id: 'X', predecessors: ['P'] },
  ]
  t.equal(check(audit(t, tasks, { exclude_task_types: ['slpp'] }), 'PA18').numerator, 1)
  const efforts = audit(t, [...MINI, { id: 'L', task_type: 'loe', actual_finish: '2025-03-05' }], {
    exclude_task_types: ['loe'],
  })
  t.strictSame([efforts.score, efforts.data.level_of_effort_tested], [82.9, 0])
})

t.test('missing data skips its codes with the reason, and passes nothing', async t => {
  const without = (...fields: string[]): TaskObject[] =>
    MINI.map(task => Object.fromEntries(Object.entries(task).filter(([name]) => !fields.includes(name))) as TaskObject)
  const plain = audit(t, without('percent_complete'))
  for (const code of ['PA05', 'PA06', 'PA07', 'PA08', 'PA09', 'PA10', 'PA15', 'PA19']) {
    t.match(check(plain, code), { status: 'skipped', message: /requires percent_complete/, numerator: null }, code)
  }
  t.equal(plain.skipped, true)
  t.match(check(audit(t, without('baseline_start', 'baseline_finish')), 'PA13'), {
    status: 'skipped',
    message: /requires baseline/,
  })
  for (const code of ['PA17', 'PA18']) {
    t.match(
      check(audit(t, without('predecessors')), code),
      { status: 'skipped', message: /requires predecessors/ },
      code,
    )
  }
  t.match(check(audit(t, without('forecast_start')), 'PA11'), { status: 'not_applicable', message: /no tasks/ })
  t.match(check(audit(t, MINI), 'PA22'), { status: 'not_applicable', message: /require approval/ })
  const efforts = audit(t, [
    { id: 'S', task_type: 'summary' },
    { id: 'L', task_type: 'loe', actual_finish: '2025-04-01' },
  ])
  t.strictSame([efforts.score, efforts.grade, efforts.skipped, efforts.data.affected_percent], [null, null, true, null])
})

t.test('a cycle changes nothing, and numbers out of range are findings', async t => {
  const cyclic = MINI.map(task => (task.id === 'T1' ? { ...task, predecessors: ['M0', 'M9 FF'] } : task))
  const plain = audit(t, cyclic)
  t.equal(byCode(plain.findings, 'GATE_CYCLE'), undefined)
  t.equal(check(plain, 'PA18').numerator, 1, 'T1 is finished, M9 has not begun')
  t.ok(byCode(audit(t, [{ ...SOUND, percent_complete: 150 }, ...MINI]).findings, 'V006'))
})
