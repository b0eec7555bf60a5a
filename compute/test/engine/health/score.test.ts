/** POST /health/score: a worked example to the digit, each gate, option and missing datum, and when floats are computed. */
import t, { type Test } from 'tap'
import { HealthScoreData } from '../../../../shared/contract/analysis/score/data.ts'
import { scoreAnalyser } from '../../../engine/analysis/score/analyser.ts'
import { HEALTH_ROWS } from '../../../engine/analysis/score/checks/rows.ts'
import { analyse, byCode, type Plain } from '../../helpers/analyse.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import { MINI, MINI_STATUS_DATE, miniWith } from '../../helpers/mini.ts'

const reply = (t: Test, tasks: readonly TaskObject[], more: object = {}): Plain =>
  analyse(t, scoreAnalyser, HealthScoreData, { tasks, ...more })
const mini = (t: Test, more: object = {}, tasks: readonly TaskObject[] = MINI): Plain =>
  reply(t, tasks, { status_date: MINI_STATUS_DATE, ...more })
const part = (plain: Plain, name: string): Plain =>
  plain.data.components.find((component: Plain) => component.component === name)
const details = { options: { include_details: true } }

t.test('golden MINI: every component to the digit, weight 95, 43.6, F', async t => {
  const plain = mini(t, details)
  const seen = plain.data.components.map((each: Plain) => [
    each.component,
    each.weight,
    each.numerator,
    each.denominator,
    each.score,
    each.task_ids,
  ])
  t.strictSame(seen, [
    ['logic_coverage', 25, 1, 5, 40, ['T4', 'M9']],
    ['leads', 8, 1, 4, 0, ['T5']],
    ['lags', 5, 1, 4, 42.9, ['T4']],
    ['relationship_mix', 4, 1, 4, 62.5, ['T4']],
    ['hard_constraints', 8, 1, 5, 57.1, ['T3']],
    ['long_durations', 8, 1, 4, 55.6, ['T3']],
    ['date_validity', 12, 1, 7, 0, ['T4']],
    ['progress_consistency', 10, 0, 7, 100, []],
    ['baseline_coverage', 7, 0, 5, 100, []],
    ['baseline_performance', 4, 2, 2, 0, ['T1', 'T4']],
    ['resource_coverage', 4, 3, 4, 18.8, ['T3', 'T4', 'T5']],
    ['supplied_float', 5, 0, 0, null, []],
  ])
  t.strictSame([plain.score, plain.grade, plain.data.weight_evaluated], [43.6, 'F', 95])
  t.equal(plain.data.score_before_gates, 43.6)
  t.equal(plain.skipped, false)
  t.match(part(plain, 'supplied_float'), { status: 'not_applicable', message: /0 of 5 incomplete tasks/ })
})

t.test('weight, target, zero and points lost stand beside each component and explain the score', async t => {
  const plain = mini(t)
  t.equal(
    HEALTH_ROWS.reduce((sum, { weight }) => sum + weight, 0),
    100,
  )
  const bounds = plain.data.components.map((each: Plain) => [each.code, each.threshold, each.zero, each.points_lost])
  t.strictSame(bounds, [
    ['HS01', 5, 30, 15.8],
    ['HS02', 0, 20, 8.4],
    ['HS03', 5, 40, 3],
    ['HS04', 10, 50, 1.6],
    ['HS05', 5, 40, 3.6],
    ['HS06', 5, 50, 3.7],
    ['HS07', 0, 10, 12.6],
    ['HS08', 0, 20, 0],
    ['HS09', 5, 50, 0],
    ['HS10', 5, 60, 4.2],
    ['HS11', 10, 90, 3.4],
    ['HS12', 0, 20, null],
  ])
  t.strictSame(plain.breakdown.lags, { score: 42.9, weight: 5, label: 'Lags' })
  t.strictSame(plain.recommendations[0].codes, ['HS01'], 'the biggest loss first')
  t.equal(plain.recommendations[0].effect, 15.8)
  t.match(byCode(plain.findings, 'HS07'), { severity: 'critical', count: 1, task_ids: ['T4'] })
})

t.test('reversed dates without a status date: the worst by the days between them, and no date after none', async t => {
  const plain = reply(t, [
    {
      id: 'A',
      duration_days: 5,
      planned_start: '2026-03-09',
      planned_finish: '2026-03-02',
      actual_start: '2026-03-03',
    },
    { id: 'B', duration_days: 5, predecessors: ['A'], baseline_start: '2026-03-20', baseline_finish: '2026-03-10' },
  ])
  t.match(
    byCode(plain.findings, 'HS07').description,
    / Worst: B, baseline finish 2026-03-10, 10 calendar days before its start 2026-03-20\.$/,
  )
})

t.test('data that is missing leaves the score, and the reason is reported', async t => {
  const without = (...fields: string[]): TaskObject[] =>
    MINI.map(task => Object.fromEntries(Object.entries(task).filter(([name]) => !fields.includes(name))) as TaskObject)
  const undated = reply(t, MINI, details)
  t.match(part(undated, 'baseline_performance'), { status: 'skipped', message: 'requires status_date' })
  t.match(part(undated, 'date_validity'), {
    status: 'pass',
    message: /only reversed dates/,
    evidence: { future_actual: null, overdue: null },
  })
  t.strictSame([undated.skipped, undated.data.weight_evaluated], [true, 91])
  const unbaselined = mini(t, {}, without('baseline_start', 'baseline_finish'))
  t.match(part(unbaselined, 'baseline_performance'), { status: 'skipped', message: /requires a baseline/ })
  t.match(part(unbaselined, 'baseline_coverage'), { status: 'fail', value: 100, score: 0 })
  t.match(part(mini(t, {}, without('resource')), 'resource_coverage'), {
    status: 'not_applicable',
    message: /not resource-loaded/,
  })
  const unlinked = mini(t, {}, without('predecessors'))
  for (const name of ['leads', 'lags', 'relationship_mix']) t.equal(part(unlinked, name).status, 'not_applicable', name)
  const still = mini(t, {}, without('percent_complete', 'actual_start', 'actual_finish'))
  t.match(part(still, 'progress_consistency'), { status: 'not_applicable', message: /No task reports progress/ })
  const byDates = part(mini(t, details, without('percent_complete')), 'progress_consistency')
  t.match(byDates, { status: 'pass', evidence: { counts: { PA04: 0 } } }, 'no percent at all contradicts nothing')
  t.equal(byDates.evidence.counts.PA06, undefined)
  const one = part(mini(t, details, miniWith({ T1: { percent_complete: null } })), 'progress_consistency')
  t.strictSame(one.task_ids, ['T1'], 'a single absent percent is 0')
  const dateless = mini(t, {}, [
    { id: 'A', duration_days: 3 },
    { id: 'B', duration_days: 3, predecessors: ['A'] },
  ])
  t.match(part(dateless, 'date_validity'), { status: 'not_applicable', message: /No task has a date/ })
  t.equal(dateless.data.components.filter((each: Plain) => each.score !== null).length, 7)
  const lengthless = mini(t, details, without('duration_days', 'baseline_start', 'baseline_finish'))
  t.match(part(lengthless, 'long_durations'), { status: 'not_applicable', message: 'No such task has a duration.' })
  t.match(byCode(lengthless.findings, 'DURATION_MISSING'), { count: 5 })
  const summaries = mini(t, {}, [{ id: 'S', task_type: 'summary' }])
  t.strictSame([summaries.score, summaries.grade, summaries.skipped], [null, null, true])
})

t.test('a missing or negative duration makes no milestone, so it cleans nothing', async t => {
  const plain = mini(t, details, miniWith({ T4: { duration_days: null }, T5: { duration_days: -3 } }))
  t.equal(part(plain, 'logic_coverage').denominator, 5)
  t.equal(part(plain, 'long_durations').denominator, 4)
  t.match(byCode(plain.findings, 'V005'), { count: 1 })
})

t.test('floats count when at least half of the incomplete tasks supply them', async t => {
  const give = (...ids: string[]) => miniWith(Object.fromEntries(ids.map(id => [id, { total_float_days: -1 }])))
  t.equal(part(mini(t, {}, give('T2', 'T3')), 'supplied_float').status, 'not_applicable', '2 of 5')
  const plain = mini(t, details, [...give('T2', 'T3'), { id: 'X', duration_days: 1, total_float_days: 0 }])
  t.match(part(plain, 'supplied_float'), {
    status: 'fail',
    numerator: 2,
    denominator: 3,
    score: 0,
    task_ids: ['T2', 'T3'],
    evidence: { float_source: 'supplied', without_float: 3 },
  })
  t.equal(plain.data.weight_evaluated, 100)
})

t.test('progress that its dates contradict is found rule by rule, each task once', async t => {
  const of = (more: object): TaskObject => ({ id: 'X', duration_days: 5, ...more })
  const cases: [string, object][] = [
    ['PA04', { actual_finish: '2025-03-05', percent_complete: 100 }],
    ['PA05', { actual_start: '2025-03-05', percent_complete: 100 }],
    ['PA06', { actual_start: '2025-03-05', actual_finish: '2025-03-06', percent_complete: 90 }],
    ['PA07', { percent_complete: 30 }],
    ['PA09', { actual_start: '2025-03-05', actual_finish: '2025-03-06', percent_complete: 130 }],
    ['PA10', { actual_start: '2025-03-05', percent_complete: 40, task_type: 'milestone' }],
  ]
  for (const [code, more] of cases) {
    const found = part(mini(t, details, [...MINI, of(more)]), 'progress_consistency')
    t.strictSame([found.numerator, found.denominator, found.task_ids], [1, 8, ['X']], code)
    const counts = Object.entries(found.evidence.counts).filter(([, count]) => count !== 0)
    t.strictSame(counts, [[code, 1]])
  }
  const twice = part(
    mini(t, details, [...MINI, of({ percent_complete: -5, actual_finish: '2025-03-05' })]),
    'progress_consistency',
  )
  t.equal(twice.numerator, 1)
  const loe = part(mini(t, details, [...MINI, of({ task_type: 'loe', percent_complete: 30 })]), 'progress_consistency')
  t.strictSame([loe.numerator, loe.denominator, loe.evidence.excluded_by_type], [0, 7, { loe: 1 }])
})

t.test('dates: every pair in order, and on their side of the status date', async t => {
  const count = (more: object, request: object = {}) => {
    const plain = analyse(t, scoreAnalyser, HealthScoreData, {
      status_date: MINI_STATUS_DATE,
      tasks: [...MINI, { id: 'X', duration_days: 5, predecessors: ['T2'], ...more }],
      ...request,
    })
    return part(plain, 'date_validity').numerator - 1
  }
  t.equal(count({}), 0)
  for (const kind of ['planned', 'actual', 'forecast', 'baseline']) {
    const reversed = { [`${kind}_start`]: '2025-03-09', [`${kind}_finish`]: '2025-03-08', percent_complete: 100 }
    t.equal(count(reversed), 1, kind)
  }
  t.equal(count({ actual_start: '2025-03-11', percent_complete: 5 }), 1, 'an actual date in the future')
  t.equal(count({ actual_start: '2025-03-10', percent_complete: 5 }), 0, 'on the status date')
  t.equal(count({ planned_start: '2025-03-09' }), 1, 'should have started')
  t.equal(count({ planned_start: '2025-03-09', forecast_start: '2025-03-10' }), 0, 'the forecast comes first')
  t.equal(count({ actual_start: '2025-03-01', percent_complete: 5, planned_finish: '2025-03-09' }), 1)
  t.equal(count({ task_type: 'summary', planned_start: '2025-03-01' }), 0)
})

t.test('gates: no link 25, most ends open 40, neither durations nor dates 40; each is named', async t => {
  const loose = reply(
    t,
    Array.from({ length: 10 }, (_, i) => ({ id: `T${i}`, duration_days: 5 })),
  )
  t.equal(loose.score, 25)
  t.match(byCode(loose.findings, 'GATE_NO_LINKS'), { severity: 'critical', count: 10 })
  t.match(byCode(loose.findings, 'GATE_OPEN_ENDS'), { severity: 'critical', count: 18 })
  t.equal(loose.data.score_before_gates, 33.3)
  // six tasks in pairs: 2 + 2 open ends beyond one of each, 66.7 %
  const pairs = Array.from({ length: 6 }, (_, i) => ({
    id: `T${i}`,
    duration_days: 5,
    predecessors: i % 2 === 1 ? [`T${i - 1}`] : [],
  }))
  const halves = reply(t, pairs)
  t.strictSame([halves.score, byCode(halves.findings, 'GATE_NO_LINKS')], [40, undefined])
  t.match(byCode(halves.findings, 'GATE_OPEN_ENDS'), { evidence: { score_max: 40 } })
  t.strictSame(halves.recommendations[0].codes, ['GATE_OPEN_ENDS'])
  // 50 % is not more than 50 %
  const chain = [
    ...pairs.slice(0, 4),
    { id: 'U', duration_days: 1 },
    { id: 'V', duration_days: 1, predecessors: ['U'] },
  ]
  const linked = chain.map(task => (task.id === 'U' ? { ...task, predecessors: ['T3', 'T1'] } : task))
  t.equal(byCode(reply(t, linked).findings, 'GATE_OPEN_ENDS'), undefined)
  const bare = reply(t, [{ id: 'A' }, { id: 'B', predecessors: ['A'] }])
  t.match(byCode(bare.findings, 'GATE_NO_DATES'), { severity: 'critical', count: 2, task_ids: ['A', 'B'] })
  t.equal(bare.score, 40)
  t.equal(byCode(reply(t, [{ id: 'A', planned_start: '2025-03-01' }]).findings, 'GATE_NO_DATES'), undefined)
  const single = reply(t, [{ id: 'A', duration_days: 1 }])
  t.equal(byCode(single.findings, 'GATE_NO_LINKS'), undefined, 'one task needs no link')
})

t.test('a cycle neither matters nor is looked for: there is no order here', async t => {
  const plain = mini(t, {}, miniWith({ T2: { predecessors: ['T1', 'T3'] } }))
  t.equal(byCode(plain.findings, 'GATE_CYCLE'), undefined)
  t.ok(plain.score > 20)
})

t.test('links to summaries, level of effort and unknown ids close no end', async t => {
  const tasks: TaskObject[] = [
    ...MINI,
    { id: 'S', task_type: 'summary', predecessors: ['T4'] },
    { id: 'L', task_type: 'loe', predecessors: ['T4'] },
    { id: 'N', duration_days: 1, predecessors: ['nobody'] },
  ]
  const found = part(mini(t, details, tasks), 'logic_coverage')
  t.strictSame(found.task_ids, ['T4', 'M9', 'N'])
  t.match(found, { numerator: 2, denominator: 6, evidence: { open_starts: 1, open_finishes: 3 } })
})

t.test('types: planning packages may be long, milestones and margin need no baseline', async t => {
  const long = { duration_days: 60, predecessors: ['T3'] }
  const plain = mini(t, details, [
    ...MINI,
    { id: 'PP', task_type: 'planning_package', ...long },
    { id: 'MG', task_type: 'schedule_margin', ...long },
  ])
  t.strictSame([part(plain, 'long_durations').task_ids, part(plain, 'long_durations').denominator], [['T3', 'MG'], 6])
  t.strictSame(part(plain, 'baseline_coverage').task_ids, ['PP'])
  t.strictSame(plain.data.populations.performance.excluded_by_type, { milestone: 2, schedule_margin: 1 })
})

t.test('option exclude_task_types: the tasks leave every population and stay linked', async t => {
  const plain = mini(
    t,
    { options: { exclude_task_types: ['slpp'], include_details: true } },
    miniWith({ T3: { task_type: 'slpp' } }),
  )
  t.strictSame([part(plain, 'hard_constraints').numerator, part(plain, 'hard_constraints').denominator], [0, 4])
  t.strictSame(part(plain, 'hard_constraints').evidence.excluded_by_type, { slpp: 1 })
  t.strictSame(part(plain, 'logic_coverage').task_ids, ['T4', 'M9'], 'T2 is still linked through T3')
})

t.test('the calendar of the request counts durations that are taken from dates', async t => {
  const tasks: TaskObject[] = [
    { id: 'A', planned_start: '2025-03-03', planned_finish: '2025-05-01' },
    { id: 'B', duration_days: 5, predecessors: ['A'] },
  ]
  t.equal(part(reply(t, tasks, { calendar: 'calendar_days' }), 'long_durations').numerator, 1, '60 days')
  const working = reply(t, tasks, { calendar: 'working_days' })
  t.strictSame([part(working, 'long_durations').numerator, working.data.calendar.mode], [0, 'working_days'], '44 days')
})

t.test('floats are computed where tasks have calendars, and nothing is without them', async t => {
  const tasks: TaskObject[] = [
    { id: 'A', duration_days: 10 },
    { id: 'B', duration_days: 5, predecessors: ['A'], constraint_type: 'FNLT', constraint_date: '2026-03-06' },
  ]
  const week = Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map(day => [day, [['08:00', '16:00']]]),
  )
  const calendars = { calendars: [{ id: 'c', hours_per_day: 8, work_week: week }], default_calendar_id: 'c' }
  const plain = reply(t, tasks, { ...details, ...calendars, status_date: '2026-03-02' })
  t.equal(plain.data.float_source, 'computed')
  t.match(part(plain, 'supplied_float'), {
    status: 'fail',
    numerator: 2,
    denominator: 2,
    evidence: { float_source: 'computed' },
  })
  t.match(byCode(plain.findings, 'GATE_BEYOND_DATES').description, /has a computed total float of -10 working days/)
  const sent = tasks.map(task => ({ ...task, total_float_days: -10 }))
  const supplied = reply(t, sent, { ...details, ...calendars, status_date: '2026-03-02' })
  t.strictSame([supplied.score, supplied.grade, supplied.data.float_source], [plain.score, plain.grade, 'supplied'])
  const bare = reply(t, tasks, { ...details, status_date: '2026-03-02' })
  t.equal(bare.data.float_source, null)
  t.equal(part(bare, 'supplied_float').status, 'not_applicable')
})
