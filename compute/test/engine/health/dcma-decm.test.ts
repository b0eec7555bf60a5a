/** POST /health/dcma-decm: a worked example to the digit, each option, each rule at its edge. */
import t, { type Test } from 'tap'
import { DecmData } from '../../../../shared/contract/analysis/dcma-decm/data.ts'
import { decmAnalyser } from '../../../engine/analysis/dcma-decm/analyser.ts'
import { namedVisible } from '../../../engine/analysis/dcma-decm/checks/visibility-check.ts'
import type { AnalysisResult } from '../../../engine/result/result.ts'
import { analyse, byCode, inputOf, type Plain } from '../../helpers/analyse.ts'
import { columnsFromLinks } from '../../helpers/columns-from-links.ts'
import { columnsFromTasks, type TaskObject } from '../../helpers/columns-from-tasks.ts'
import { MINI, MINI_STATUS_DATE, miniWith } from '../../helpers/mini.ts'

const GOLDEN: TaskObject[] = [
  ...miniWith({ T5: { predecessors: ['T3FS-2d', 'L1'] } }),
  { id: 'L1', task_type: 'loe', duration_days: 20 },
  { id: 'S1', task_type: 'summary', predecessors: ['T1'] },
]
const SNAPSHOT = {
  snapshot_date: '2025-03-05',
  tasks: [
    { id: 'M0', task_type: 'milestone', duration_days: 0, actual_start: '2025-03-03', actual_finish: '2025-03-03' },
    { id: 'T1', duration_days: 5, actual_start: '2025-03-04' },
  ],
}
const SKIPPED_UNDATED = ['06A212a', '06A506a', '06A506b', '06A506c']

const reply = (t: Test, tasks: readonly TaskObject[], more: object = {}): Plain =>
  analyse(t, decmAnalyser, DecmData, { tasks, status_date: MINI_STATUS_DATE, ...more })
const golden = (t: Test, more: object = {}): Plain => reply(t, GOLDEN, { schedule_history: [SNAPSHOT], ...more })
const check = (plain: Plain, code: string): Plain => byCode(plain.data.checks, code)
const details = { options: { include_details: true } }

t.test('golden: every check to the digit, 8 of 17 pass, 47.1, F', async t => {
  const plain = golden(t, details)
  const seen = plain.data.checks.map((each: Plain) => [
    each.code,
    each.status,
    each.numerator,
    each.denominator,
    each.value,
    each.task_ids,
  ])
  t.strictSame(seen, [
    ['06A204b', 'fail', 1, 5, 20, ['T4']],
    ['06A205a', 'fail', 1, 6, 16.7, ['T4']],
    ['06A208a', 'fail', 1, 1, 1, ['S1']],
    ['06A209a', 'fail', 1, 6, 16.7, ['T3']],
    ['06A210a', 'fail', 1, 1, 100, ['L1']],
    ['06A211a', 'pass', 1, 5, 20, ['T4']],
    ['06A212a', 'fail', 2, 4, 2, ['T4', 'T5']],
    ['06A401a', 'pass', 0, 6, 0, []],
    ['06A501a', 'fail', 1, 8, 12.5, ['L1']],
    ['06A504a', 'fail', 1, 2, 50, ['T1']],
    ['06A504b', 'pass', 0, 1, 0, []],
    ['06A505a', 'pass', 0, 1, 0, []],
    ['06A505b', 'pass', 0, 2, 0, []],
    ['06A506a', 'pass', 0, 3, 0, []],
    ['06A506b', 'fail', 1, 6, 1, ['T4']],
    ['06A506c', 'pass', 0, 6, 0, []],
    ['06I201a', 'pass', 0, 6, 0, []],
  ])
  t.strictSame([plain.score, plain.grade, plain.skipped], [47.1, 'F', false])
  t.strictSame([plain.data.passed, plain.data.failed], [8, 9])
  t.match(check(plain, '06A211a').evidence, { method: 'proxy', float_source: 'computed' })
  t.match(check(plain, '06A401a').evidence, { degraded: true })
  t.match(check(plain, '06A506c').evidence, { method: 'two_periods' })
  t.strictSame(plain.data.populations, {
    incomplete: { count: 6, excluded_by_type: { summary: 1 } },
    incomplete_discrete: { count: 5, excluded_by_type: { loe: 1, summary: 1 } },
    tasks_and_milestones: { count: 8, excluded_by_type: { summary: 1 } },
  })
  t.strictSame(
    plain.data.checks.map((each: Plain) => each.severity),
    ['critical', 'medium', 'critical', 'critical', 'critical', null, 'critical', null, 'high', 'critical'].concat([
      null,
      null,
      null,
      null,
      'critical',
      null,
      null,
    ] as never[]),
  )
})

t.test('without a status date four checks are skipped, without history two, with the reason', async t => {
  const undated = analyse(t, decmAnalyser, DecmData, { tasks: GOLDEN })
  for (const code of SKIPPED_UNDATED) {
    t.match(check(undated, code), { status: 'skipped', message: 'requires status_date' }, code)
  }
  for (const code of ['06A504a', '06A504b']) {
    t.match(check(undated, code), { status: 'skipped', message: 'requires schedule_history' }, code)
  }
  t.strictSame([undated.data.skipped, undated.skipped], [6, true])
  t.equal(golden(t, { schedule_history: [] }).data.skipped, 2)
})

t.test('threshold_profile: strict is stricter, and says so in every check', async t => {
  const strict = golden(t, { options: { threshold_profile: 'dcma-decm-strict' } })
  t.match(check(strict, '06A211a'), { status: 'fail', threshold: 5, value: 20, severity: 'high' })
  t.equal(strict.data.threshold_profile, 'dcma-decm-strict')
  t.strictSame(Object.fromEntries(strict.data.checks.map((each: Plain) => [each.code.slice(-4), each.threshold])), {
    '204b': 0,
    '205a': 5,
    '208a': 0,
    '209a': 0,
    '210a': 0,
    '211a': 5,
    '212a': 0,
    '401a': 0,
    '501a': 0,
    '504a': 5,
    '504b': 5,
    '505a': 0,
    '505b': 0,
    '506a': 0,
    '506b': 0,
    '506c': 0,
    '201a': 0,
  })
  t.equal(strict.score, 41.2)
})

t.test('custom_thresholds: over the profile, severity follows; unknown or impossible ones are refused', async t => {
  const custom = { '06A205a': 20, '06A212a': 2, '06A204b': 15 }
  const plain = golden(t, { options: { custom_thresholds: custom } })
  t.match(check(plain, '06A205a'), { status: 'pass', threshold: 20 })
  t.match(check(plain, '06A212a'), { status: 'pass', threshold: 2 })
  t.match(
    check(plain, '06A204b'),
    { status: 'fail', severity: 'high' },
    '1.3 times 15 % is medium, but never below high',
  )
  t.strictSame([plain.data.custom_thresholds, plain.score], [custom, 58.8])
  const refused = golden(t, { options: { custom_thresholds: { '06A999z': 1, '06A205a': -1 } } })
  t.match(refused, {
    code: 'validation',
    faults: [
      { loc: ['body', 'options', 'custom_thresholds', '06A999z'], type: 'enum' },
      { loc: ['body', 'options', 'custom_thresholds', '06A205a'], type: 'minimum' },
    ],
  })
  t.equal(golden(t, { options: { custom_thresholds: { '06A205a': Number.NaN } } }).code, 'validation')
})

t.test('start_task_ids and finish_task_ids exempt in place of the ends; unknown ids are found', async t => {
  const of = (more: object) => check(golden(t, { ...details, ...more }), '06A204b')
  t.strictSame(of({ finish_task_ids: ['T4'] }).task_ids, ['M9'])
  t.strictSame(of({ finish_task_ids: ['T4', 'M9'] }).task_ids, [])
  t.strictSame(of({ finish_task_ids: [] }).task_ids, ['T4', 'M9'], 'an empty list exempts nobody')
  t.strictSame(of({ finish_task_ids: null }).task_ids, ['T4'])
  const headless: TaskObject[] = [
    { id: 'A', duration_days: 1 },
    { id: 'B', duration_days: 1 },
    { id: 'C', duration_days: 1, predecessors: ['A', 'B'] },
  ]
  const starts = (more: object) => check(reply(t, headless, { ...details, ...more }), '06A204b').task_ids
  t.strictSame(starts({}), ['B'])
  t.strictSame(starts({ start_task_ids: ['B'] }), ['A'])
  const unknown = golden(t, { start_task_ids: ['nowhere', 'T1'] })
  t.match(byCode(unknown.findings, 'DECM_UNKNOWN_EXEMPT_ID'), {
    severity: 'low',
    count: 1,
    evidence: { field: 'start_task_ids', ids: ['nowhere'] },
  })
})

t.test('target_finish_date is echoed and changes nothing', async t => {
  const [plain, target] = [golden(t), golden(t, { target_finish_date: '2025-04-01' })]
  t.equal(target.data.target_finish_date, '2025-04-01')
  t.strictSame(target.data.checks, plain.data.checks)
})

t.test('06A204b: FS and SS hold a start, FS and FF a finish; a milestone needs any link', async t => {
  const of = (type: string, task_type: string, own: 'successor' | 'predecessor') => {
    const middle = { id: 'X', task_type, duration_days: task_type === 'milestone' ? 0 : 5 }
    const tasks: TaskObject[] = [
      { id: 'A', duration_days: 5 },
      { ...middle, predecessors: own === 'successor' ? [{ task_id: 'A', type }] : ['A'] },
      { id: 'Z', duration_days: 5, predecessors: ['A', own === 'successor' ? 'X' : { task_id: 'X', type }] },
    ]
    return check(reply(t, tasks, details), '06A204b').task_ids.includes('X')
  }
  const types = ['FS', 'SS', 'FF', 'SF']
  t.strictSame(
    types.map(type => of(type, 'task', 'successor')),
    [false, false, true, true],
  )
  t.strictSame(
    types.map(type => of(type, 'task', 'predecessor')),
    [false, true, false, true],
  )
  t.strictSame(
    types.map(type => of(type, 'milestone', 'successor')),
    [false, false, false, false],
  )
  t.strictSame(
    types.map(type => of(type, 'milestone', 'predecessor')),
    [false, false, false, false],
  )
})

t.test('06A205a and 209a: leads are listed, level of effort counts, soft constraints do not', async t => {
  const tasks: TaskObject[] = [
    { id: 'A', duration_days: 5, constraint_type: 'SNET', constraint_date: '2025-03-03' },
    { id: 'B', duration_days: 5, predecessors: ['A FS-1d', 'A SS+1d'] },
    { id: 'C', duration_days: 5, predecessors: ['B FS-1d'], constraint_type: 'MFO', constraint_date: '2025-03-30' },
    { id: 'L', task_type: 'loe', predecessors: ['A SS+3d'], constraint_type: 'SNLT', constraint_date: '2025-03-30' },
  ]
  const plain = reply(t, tasks, details)
  t.match(check(plain, '06A205a'), { task_ids: ['B', 'L'], denominator: 4, evidence: { tasks_with_leads: 2 } })
  t.strictSame(check(plain, '06A209a').task_ids, ['C', 'L'])
})

t.test(
  '06A209a goes by the tool: late dates are hard in Microsoft Project, in P6 mandatory start and finish alone',
  async t => {
    const tasks = ['MSO', 'MFO', 'SO', 'FO', 'SNLT', 'FNLT'].map(type => ({
      id: type,
      duration_days: 5,
      constraint_type: type,
      constraint_date: '2025-03-30',
    })) as TaskObject[]
    const calendars = [{ id: 'five', work_week: { monday: [['08:00', '16:00']] } }]
    const hardBy = (rules: string): Plain =>
      check(reply(t, tasks, { calendars, scheduling_options: { rules }, ...details }), '06A209a').task_ids
    t.strictSame(hardBy('p6'), ['MSO', 'MFO'])
    t.strictSame(hardBy('ms_project'), ['MSO', 'MFO', 'SNLT', 'FNLT'])
  },
)

t.test('06A208a and 210a: over summaries and level of effort only, each once, none is not applicable', async t => {
  const tasks: TaskObject[] = [
    { id: 'A', duration_days: 5, predecessors: ['S'] },
    { id: 'S', task_type: 'summary', predecessors: ['nowhere'] },
    { id: 'S2', task_type: 'summary' },
    { id: 'L', task_type: 'loe', predecessors: ['A'] },
    { id: 'L2', task_type: 'loe', predecessors: ['L'] },
    { id: 'L3', task_type: 'loe', percent_complete: 100 },
    { id: 'B', duration_days: 5, predecessors: ['L3', 'A'] },
  ]
  const plain = reply(t, tasks, details)
  t.match(check(plain, '06A208a'), { numerator: 1, denominator: 2, task_ids: ['S'], severity: 'critical' })
  t.match(check(plain, '06A210a'), { status: 'pass', numerator: 0, denominator: 2 })
  const bare = reply(t, MINI)
  for (const code of ['06A208a', '06A210a']) t.match(check(bare, code), { status: 'not_applicable', value: null }, code)
})

t.test('06A211a: with rationales only the high floats without one count; margin is left out', async t => {
  const field = (value: string) => ({ custom_field_map: { float_rationale: value } })
  const margin = { id: 'MG', task_type: 'schedule_margin', duration_days: 2, predecessors: ['T2'] }
  const plain = reply(t, [...miniWith({ T4: field('Weather') }), margin], details)
  t.match(check(plain, '06A211a'), { status: 'pass', numerator: 0, denominator: 1, evidence: { method: 'rationale' } })
  const other = reply(t, [...miniWith({ T2: field('Long lead') }), margin], details)
  t.match(check(other, '06A211a'), { status: 'fail', value: 100, task_ids: ['T4'] })
  const proxy = check(reply(t, [...MINI, margin], details), '06A211a')
  t.match(proxy, { denominator: 5, evidence: { method: 'proxy', excluded_by_type: { schedule_margin: 1 } } })
})

t.test(
  '06A212a: each relation by progress and by dates; the same day and complete predecessors are no violation',
  async t => {
    const of = (type: string, p: object, s: object, lag_days = 0): number =>
      check(
        reply(t, [
          { id: 'P', duration_days: 5, ...p },
          { id: 'S', duration_days: 5, predecessors: [{ task_id: 'P', type, lag_days }], ...s },
        ]),
        '06A212a',
      ).numerator
    const day = (n: number) => `2025-03-${String(n).padStart(2, '0')}`
    const dates = (start: number, finish: number) => ({ planned_start: day(start), planned_finish: day(finish) })
    const started = { actual_start: day(3) }
    const finished = { actual_start: day(3), actual_finish: day(9) }
    t.strictSame([of('FS', {}, started), of('FS', finished, started), of('FS', {}, {})], [1, 0, 0])
    t.strictSame([of('SS', {}, started), of('SS', started, started)], [1, 0])
    t.strictSame([of('FF', started, finished), of('FF', started, started)], [1, 0])
    t.strictSame([of('SF', {}, finished), of('SF', started, finished), of('SF', {}, started)], [1, 0, 0])
    const planned = dates(12, 16)
    t.strictSame([of('FS', planned, dates(16, 20)), of('FS', planned, dates(15, 20))], [0, 1])
    t.strictSame(
      [of('FS', planned, dates(16, 20), 1), of('FS', planned, dates(14, 20), -2)],
      [1, 1],
      'leads excuse nothing',
    )
    t.strictSame([of('SS', planned, dates(12, 20)), of('SS', planned, dates(13, 20), 2)], [0, 1])
    t.strictSame([of('FF', planned, dates(1, 16)), of('FF', planned, dates(1, 15))], [0, 1])
    t.strictSame([of('SF', planned, dates(1, 12)), of('SF', planned, dates(1, 11))], [0, 1])
    // Friday 14th plus 1 working day is Monday 17th, plus 1 calendar day Saturday 15th
    const weekend = (calendar: string) =>
      check(
        reply(
          t,
          [
            { id: 'P', duration_days: 5, ...dates(10, 14) },
            { id: 'S', duration_days: 5, predecessors: ['P FS+2'], ...dates(17, 20) },
          ],
          { calendar },
        ),
        '06A212a',
      ).numerator
    t.strictSame([weekend('calendar_days'), weekend('working_days')], [0, 1])
    t.equal(
      check(
        reply(
          t,
          GOLDEN.filter(task => task.id !== 'S1').map(task => ({ ...task, predecessors: [] })),
        ),
        '06A212a',
      ).status,
      'not_applicable',
    )
  },
)

t.test(
  '06A401a: supplied floats are measured against the least on the longest path, never against another branch',
  async t => {
    const of = (floats: Record<string, object>) => {
      const found = check(reply(t, miniWith(floats), details), '06A401a')
      return [found.task_ids, found.evidence.degraded, found.evidence.float_bound]
    }
    const float = (total_float_days: number) => ({ total_float_days })
    t.strictSame(of({ T2: float(3), T3: float(3), T4: float(-20) }), [[], false, 3])
    t.strictSame(of({ T2: float(3), T3: float(5) }), [['T3'], false, 3])
    t.strictSame(of({ T2: float(-8), T3: float(0), T5: float(1) }), [['T5'], false, 0])
    t.strictSame(of({}), [[], true, 0])
  },
)

t.test(
  '06A401a: a must-finish date after the finish gives float to the whole longest path, which stays critical',
  async t => {
    const of = (must_finish_by: string | null, changes: Record<string, object> = {}) => {
      const found = check(reply(t, miniWith(changes), { must_finish_by, ...details }), '06A401a')
      return [found.status, found.task_ids, found.evidence.float_bound]
    }
    t.strictSame(of(null), ['pass', [], 0])
    t.strictSame(of('2025-05-13'), ['pass', [], 12], 'twelve days after the finish')
    t.strictSame(of('2025-04-20'), ['pass', [], 0], 'before it: no float is above 0')
    const late = { T3: { constraint_type: 'FNLT', constraint_date: '2025-05-03' } }
    t.strictSame(
      of('2025-05-13', late),
      ['fail', ['T5', 'M9'], 2],
      'what a constraint makes more urgent is still distinguished',
    )
  },
)

t.test(
  '06A401a: the test network has no hard constraints, so a pinned task does not hide the path that the logic drives',
  async t => {
    const of = (constraint_type: string | null, floats: Record<string, number> = {}) => {
      const task = (id: string, duration_days: number, predecessors: string[], more: object = {}) => ({
        ...{ id, duration_days, predecessors, planned_start: '2025-03-03', ...more },
        ...(floats[id] === undefined ? {} : { total_float_days: floats[id] }),
      })
      const tasks = [
        task('A', 10, []),
        task('B', 5, ['A']),
        task('X', 3, [], { constraint_type, constraint_date: constraint_type === null ? null : '2025-04-12' }),
        task('END', 1, ['B', 'X']),
      ] as TaskObject[]
      const { task_ids, evidence } = check(reply(t, tasks, { calendar: 'calendar_days', ...details }), '06A401a')
      return [task_ids, evidence.constraints_removed, evidence.longest_path_tasks]
    }
    t.strictSame(of(null), [[], 0, 3])
    t.strictSame(of('MSO'), [['A', 'B'], 1, 3], 'by computed floats: X is critical, A and B have float')
    t.strictSame(of('MSO', { A: 28, B: 28, X: 0, END: 0 }), [['A', 'B'], 1, 3], 'by those of the tool')
    t.strictSame(of('SNET'), [[], 0, 2], 'a soft constraint stays')
    t.strictSame(of('FNLT'), [[], 1, 3], 'a late date drives nothing')
  },
)

t.test('06A504a and b: a report that differs or is gone, in any earlier snapshot, matched by id', async t => {
  const report = (snapshot_date: string | undefined, id: string, more: object) => ({
    ...(snapshot_date === undefined ? {} : { snapshot_date }),
    tasks: [{ id, duration_days: 1, ...more }],
  })
  const of = (code: string, ...schedule_history: object[]) => check(golden(t, { schedule_history, ...details }), code)
  const start = (date: string) => ({ actual_start: date })
  t.match(of('06A504a', report('2025-03-05', 'T1', start('2025-03-03'))), { status: 'pass', denominator: 1 })
  const twice = [report('2025-03-06', 'T1', start('2025-03-03')), report('2025-03-05', 'T1', start('2025-03-02'))]
  t.match(of('06A504a', ...twice), { numerator: 1, denominator: 1, value: 100, task_ids: ['T1'] })
  t.match(of('06A504a', report(undefined, 'T3', start('2025-03-02'))), { numerator: 1, evidence: { withdrawn: 1 } })
  t.match(of('06A504b', report('2025-03-05', 'T1', { actual_finish: '2025-03-07' })), {
    status: 'fail',
    severity: 'critical',
  })
  t.match(of('06A504a', report('2025-03-05', 'OLD', start('2025-03-02'))), {
    status: 'not_applicable',
    evidence: { reports_of_tasks_now_gone: 1 },
  })
  t.match(of('06A504a', report('2025-03-10', 'T1', start('2025-03-02'))), { status: 'skipped' })
  const summary = report('2025-03-05', 'S1', start('2025-03-02'))
  t.equal(of('06A504a', summary).status, 'not_applicable', 'summaries are in 208a only')
})

t.test('06A505a, 505b, 506a, 506b: percent without dates, dates beyond the status date', async t => {
  const tasks: TaskObject[] = [
    { id: 'A', duration_days: 5, percent_complete: 30 },
    { id: 'B', duration_days: 5, percent_complete: 30, actual_start: '2025-03-11' },
    { id: 'C', duration_days: 5, percent_complete: 120 },
    { id: 'D', duration_days: 5, percent_complete: 100, actual_finish: '2025-03-11' },
    { id: 'E', duration_days: 5, planned_start: '2025-03-09', planned_finish: '2025-03-20' },
    { id: 'F', duration_days: 5, planned_start: '2025-03-10', planned_finish: '2025-03-10' },
    { id: 'L', task_type: 'loe', forecast_start: '2025-03-12', forecast_finish: '2025-03-09' },
  ]
  const plain = reply(t, tasks, details)
  t.match(check(plain, '06A505a'), { numerator: 1, denominator: 2, task_ids: ['A'] })
  t.match(check(plain, '06A505b'), { numerator: 1, denominator: 2, task_ids: ['C'] })
  t.match(check(plain, '06A506a'), { numerator: 2, denominator: 2, severity: 'critical' })
  t.match(check(plain, '06A506b'), { task_ids: ['E', 'L'], evidence: { past_start: 1, past_finish: 1 } })
})

t.test('06A506c: rides now and in the status before; one status alone needs a baseline that has passed', async t => {
  const now = { duration_days: 5, planned_start: '2025-03-11', planned_finish: '2025-03-20' }
  const tasks: TaskObject[] = [
    { id: 'A', ...now, baseline_start: '2025-03-09' },
    { id: 'B', ...now, baseline_start: '2025-03-10' },
    {
      id: 'C',
      duration_days: 5,
      actual_start: '2025-03-01',
      planned_finish: '2025-03-10',
      baseline_finish: '2025-03-08',
    },
    { id: 'D', ...now, planned_start: '2025-03-17', baseline_start: '2025-03-01' },
    { id: 'E', ...now, planned_start: '2025-03-16', baseline_start: '2025-03-01' },
    { id: 'F', duration_days: 20, actual_start: '2025-03-01', remaining_duration_days: 8 },
    { id: 'G', duration_days: 20, actual_start: '2025-03-01', remaining_duration_days: 7 },
  ]
  const of = (...schedule_history: object[]) => {
    const found = check(reply(t, tasks, { ...details, schedule_history }), '06A506c')
    return [found.task_ids, found.evidence.method]
  }
  t.strictSame(of(), [['A', 'C'], 'single_period'])
  const onSaturday = reply(t, [{ id: 'M', ...now, planned_start: '2025-03-10', baseline_start: '2025-03-03' }], {
    status_date: '2025-03-08',
    calendar: 'working_days',
    ...details,
  })
  t.strictSame(check(onSaturday, '06A506c').task_ids, ['M'], 'Monday is the work day after Saturday')
  t.strictSame(of({ tasks }), [['A', 'C'], 'single_period'], 'an undated snapshot has no status date to ride')
  const before = [
    { id: 'B', planned_start: '2025-03-04' },
    { id: 'C', planned_start: '2025-03-05', planned_finish: '2025-03-10' },
    { id: 'D', planned_start: '2025-03-03' },
    { id: 'E', planned_start: '2025-03-09' },
    { id: 'F', actual_start: '2025-03-01', remaining_duration_days: 10 },
    { id: 'G', actual_start: '2025-03-01', remaining_duration_days: 10 },
  ]
  t.strictSame(of({ snapshot_date: '2025-03-03', tasks: before }), [['B', 'E', 'F'], 'two_periods'])
  const older = { snapshot_date: '2025-02-01', tasks: [{ id: 'A', planned_start: '2025-02-01' }] }
  t.strictSame(
    of(older, { snapshot_date: '2025-03-03', tasks: before })[0],
    ['B', 'E', 'F'],
    'the status before, not any other',
  )
})

t.test('06I201a: loaded visibility tasks, and tasks named as such under another type', async t => {
  const sv = { task_type: 'schedule_visibility', duration_days: 1 }
  const tasks: TaskObject[] = [
    { id: 'A', ...sv, resources: ['R'] },
    { id: 'B', ...sv, budgeted_cost: 1 },
    { id: 'C', ...sv, name: 'SVT free of load' },
    { id: 'D', name: 'Schedule Visibility: vendor', duration_days: 1 },
    { id: 'E', task_type: 'summary', name: 'SVT summary' },
  ]
  const found = check(reply(t, tasks, details), '06I201a')
  t.match(found, { numerator: 3, task_ids: ['A', 'B', 'D'], evidence: { loaded: 2, not_marked: 1 } })
  const names = [
    'SVT',
    'an SVT.',
    'SVTs',
    'xSVT',
    'SVT_1',
    'svt',
    'é SVTé',
    '',
    'SV',
    'T schedule',
    ' visibility',
    'SCHEDULE VISIBILITY',
  ]
  const { name } = columnsFromTasks(names.map((each, i) => ({ id: String(i), name: each })))
  const marks = namedVisible(name, names.length)
  t.strictSame(
    names.filter((_, i) => marks[i] === 1),
    ['SVT', 'an SVT.', 'é SVTé', 'SCHEDULE VISIBILITY'],
  )
  t.strictSame(
    [...marks].map(Boolean),
    names.map(each => /\bSVT\b/.test(each) || /schedule visibility/i.test(each)),
    'the same as the expressions say',
  )
})

t.test('a cycle skips 211a without supplied float and 401a, and caps the score at 20', async t => {
  const plain = reply(t, miniWith({ T2: { predecessors: ['T1', 'T3'] } }))
  for (const code of ['06A211a', '06A401a']) t.match(check(plain, code), { status: 'skipped', message: /cycle/ }, code)
  t.equal(plain.score, 20)
  t.match(byCode(plain.findings, 'GATE_CYCLE'), { severity: 'critical' })
})

t.test('a task out of sequence behind 200,000 predecessors is reported like any other', async t => {
  const count = 200_000
  const columns = columnsFromLinks(
    count + 1,
    i => (i === count ? Array.from({ length: count }, (_, p) => p) : []),
    () => 5,
  )
  const input = { ...inputOf({ status_date: '2024-01-01' }), schedules: new Map([['tasks', columns]]) }
  columns.plannedStart.fill(20_060)
  columns.plannedFinish.fill(20_064)
  columns.plannedStart[count] = 20_000
  columns.plannedFinish[count] = 20_004
  const result = decmAnalyser(input, { today: 20_000 }) as AnalysisResult
  const found = result.findings.find(({ code }) => code === '06A212a')!
  t.equal(found.count, count)
  t.match(found.description, `Worst: ${count}, `)
})
