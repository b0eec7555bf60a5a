/** POST /forensics/change-tracking: a worked example to the digit, each option, each pattern. */
import t, { type Test } from 'tap'
import { ChangeTrackingData } from '../../../../shared/contract/analysis/change-tracking/data.ts'
import { changeTrackingAnalyser } from '../../../engine/analysis/change-tracking/analyser.ts'
import { analyse, byCode, type Plain } from '../../helpers/analyse.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'

type Snapshot = { snapshot_date: string; tasks: TaskObject[] }

const BEFORE = '2025-03-10'
const NOW = '2025-03-17'
const T1 = {
  id: 'T1',
  duration_days: 5,
  actual_start: '2025-03-04',
  actual_finish: '2025-03-08',
  percent_complete: 100,
}
const CHAIN: TaskObject[] = [
  { id: 'A', duration_days: 5 },
  { id: 'B', duration_days: 5, predecessors: ['A'] },
  { id: 'C', duration_days: 5, predecessors: ['B'] },
  { id: 'D', duration_days: 5, predecessors: ['C'] },
  T1,
]
/** The tasks with members of some replaced, by id; null takes a task out. */
const having = (tasks: readonly TaskObject[], changes: Readonly<Record<string, object | null>>): TaskObject[] =>
  tasks.flatMap(task => (changes[task.id] === null ? [] : [{ ...task, ...changes[task.id] }]))

const track = (t: Test, history: readonly Snapshot[], tasks: readonly TaskObject[], more: object = {}): Plain =>
  analyse(t, changeTrackingAnalyser, ChangeTrackingData, {
    current_schedule: { tasks, status_date: NOW },
    schedule_history: history,
    ...more,
  })
const between = (t: Test, before: readonly TaskObject[], after: readonly TaskObject[], more: object = {}): Plain =>
  track(t, [{ snapshot_date: BEFORE, tasks: [...before] }], after, more)
const check = (plain: Plain, code: string): Plain => byCode(plain.data.checks, code)
const details = { options: { include_details: true } }
const GOLDEN_NOW = having(CHAIN, { C: { predecessors: [] }, T1: { actual_start: '2025-03-03' } })

t.test('golden: CT04 and CT01, score 80, drift 33.3', async t => {
  const plain = between(t, CHAIN, GOLDEN_NOW, details)
  t.strictSame(plain.data.comparisons[0].patterns, ['CT01', 'CT04'])
  t.strictSame([plain.score, plain.grade], [80, 'B'])
  t.strictSame(plain.data.comparisons[0].logic_drift, { added: 0, removed: 1, changed: 0, union: 3, drift_pct: 33.3 })
  t.match(check(plain, 'CT04'), { status: 'fail', numerator: 1, denominator: 3, severity: 'high', task_ids: ['C'] })
  t.match(check(plain, 'CT01'), { status: 'fail', numerator: 1, denominator: 1, severity: 'high', points_lost: 10 })
  t.strictSame(plain.data.deductions, [
    { code: 'CT01', from_date: BEFORE, to_date: NOW, severity: 'high', count: 1, points: 10 },
    { code: 'CT04', from_date: BEFORE, to_date: NOW, severity: 'high', count: 1, points: 10 },
  ])
  t.strictSame(
    plain.data.changes.map((change: Plain) => [
      change.id,
      change.field,
      change.before,
      change.after,
      change.difference,
      change.disposition,
    ]),
    [
      ['C', 'link_removed', 'FS', null, null, 'material'],
      ['T1', 'actual_start', '2025-03-04', '2025-03-03', -1, 'material'],
    ],
  )
  t.match(plain.data.impact.comparisons[0], {
    finish_shift_days: -3,
    edits: [{ id: 'C', predecessor_id: 'B', edit: 'link_removed', before: 'FS', after: null, impact_days: -10 }],
  })
})

const found = (plain: Plain): string[] =>
  plain.data.checks.filter((each: Plain) => each.status === 'fail').map((each: Plain) => each.code)
const listed = (plain: Plain): unknown[] =>
  plain.data.changes.map((change: Plain) => [change.id, change.field, change.disposition])
const started = (actual_start: string, more: object = {}) => ({ actual_start, percent_complete: 40, ...more })

t.test(
  'a schedule compared with itself shows no change, no pattern and no drift, whatever the status dates',
  async t => {
    const tasks = having(CHAIN, {
      A: started('2025-03-04', { forecast_finish: '2025-03-11' }),
      B: {
        forecast_start: '2025-03-17',
        forecast_finish: '2025-03-17',
        constraint_type: 'MSO',
        constraint_date: '2025-03-20',
      },
      D: { constraint_type: 'SNET', constraint_date: '2025-09-01', baseline_finish: '2025-03-01' },
    })
    for (const snapshot_date of ['2024-01-01', '2025-03-10', '2025-03-16']) {
      const plain = track(t, [{ snapshot_date, tasks }], tasks, details)
      t.strictSame([plain.score, found(plain), plain.data.changes], [100, [], []], snapshot_date)
      t.strictSame(plain.data.comparisons[0].logic_drift.drift_pct, 0)
      t.strictSame(plain.data.impact.comparisons[0].edits, [])
    }
  },
)

t.test(
  'a move of a date that is planned and forecast alike is one change; where they part, both are listed',
  async t => {
    const dates = (start: string, finish: string) => ({ planned_start: start, planned_finish: finish })
    const alike = (start: string, finish: string) => ({
      ...dates(start, finish),
      forecast_start: start,
      forecast_finish: finish,
    })
    const before = having(CHAIN, { B: alike('2025-03-24', '2025-03-28') })
    const moved = between(t, before, having(CHAIN, { B: alike('2025-03-31', '2025-04-04') }), details)
    t.strictSame(listed(moved), [
      ['B', 'forecast_start', 'material'],
      ['B', 'forecast_finish', 'material'],
    ])
    t.match(moved.data.changes_by_category.forecast, { material: 2, minor: 0 })
    const plannedLate = { ...alike('2025-03-31', '2025-04-04'), ...dates('2025-03-25', '2025-04-04') }
    t.strictSame(listed(between(t, before, having(CHAIN, { B: plannedLate }), details)), [
      ['B', 'planned_start', 'minor'],
      ['B', 'forecast_start', 'material'],
      ['B', 'forecast_finish', 'material'],
    ])
    const only = having(CHAIN, { B: dates('2025-03-24', '2025-03-28') })
    t.strictSame(listed(between(t, only, having(CHAIN, { B: dates('2025-03-31', '2025-04-04') }), details)), [
      ['B', 'planned_start', 'material'],
      ['B', 'planned_finish', 'material'],
    ])
  },
)

t.test('comparison_mode: which statuses stand side by side', async t => {
  const history = ['2025-03-10', '2025-02-10', '2025-03-01'].map(snapshot_date => ({ snapshot_date, tasks: CHAIN }))
  const pairs = (comparison_mode: string | null) => {
    const plain = track(t, history, CHAIN, { options: { comparison_mode } })
    return [
      plain.data.comparison_mode,
      ...plain.data.comparisons.map((each: Plain) => `${each.from_date.slice(5)} ${each.to_date.slice(5)}`),
    ]
  }
  const sequential = ['sequential', '02-10 03-01', '03-01 03-10', '03-10 03-17']
  t.strictSame(pairs(null), sequential)
  t.strictSame(pairs('sequential'), sequential)
  t.strictSame(pairs('baseline_anchored'), ['baseline_anchored', '02-10 03-01', '02-10 03-10', '02-10 03-17'])
  t.strictSame(pairs('latest'), ['latest', '03-10 03-17'])
  t.strictSame(pairs('first_last'), ['first_last', '02-10 03-17'])
  const latest = track(t, history, CHAIN, { options: { comparison_mode: 'latest' } })
  t.strictSame(
    latest.data.statuses.map((each: Plain) => [each.is_compared, each.is_current, each.project_finish_date === null]),
    [
      [false, false, true],
      [false, false, true],
      [true, false, false],
      [true, true, false],
    ],
  )
})

t.test(
  'statuses of one date are compared in the order of the request; one after the status date is refused',
  async t => {
    const other = having(CHAIN, { B: { duration_days: 50 } })
    const snapshot = (tasks: TaskObject[], snapshot_date = BEFORE) => ({ snapshot_date, tasks })
    const plain = track(t, [snapshot(other), snapshot(CHAIN)], CHAIN)
    t.match(plain.data.comparisons, [
      { from_date: BEFORE, to_date: BEFORE, from_status: 0, to_status: 1 },
      { from_date: BEFORE, to_date: NOW, from_status: 1, to_status: 2 },
    ])
    t.match(listed(plain), [['B', 'duration_days', 'material']])
    t.match(byCode(plain.findings, 'HISTORY_OF_ONE_DATE'), {
      severity: 'info',
      count: 2,
      evidence: { order: ['schedule_history.0', 'schedule_history.1'] },
    })
    const draft = track(t, [snapshot(other, NOW)], CHAIN)
    t.match(draft.data.impact.comparisons, [
      { finish_shift_days: -45, changes_together_days: -45, rest_days: 0, edits: [{ id: 'B', impact_days: -45 }] },
    ])
    t.match(track(t, [snapshot(CHAIN, '2025-03-18')], CHAIN), {
      code: 'validation',
      faults: [{ loc: ['body', 'schedule_history', 0, 'snapshot_date'] }],
    })
  },
)

t.test('a cycle in any status is refused by name', async t => {
  const cyclic = having(CHAIN, { A: { predecessors: ['D'] } })
  t.equal(between(t, cyclic, CHAIN).code, 'dependency_cycle')
  t.equal(between(t, CHAIN, cyclic).code, 'dependency_cycle')
})

t.test('materiality: each field by its rule, statusing is expected, and the thresholds are followed', async t => {
  const was = having(CHAIN, {
    A: { baseline_finish: '2025-03-08', planned_start: '2025-03-10', forecast_finish: '2025-03-14' },
    B: { percent_complete: 50, physical_percent_complete: 50, actual_start: '2025-03-04', budgeted_cost: 10 },
    C: { resource: 'R1', constraint_type: 'SNET', constraint_date: '2025-03-20', earned_value: 1000 },
    D: { baseline_duration_days: 5 },
  })
  const is = having(CHAIN, {
    A: {
      baseline_finish: '2025-03-09',
      planned_start: '2025-03-14',
      forecast_finish: '2025-03-19',
      actual_start: '2025-03-12',
      percent_complete: 30,
    },
    B: { percent_complete: 46, physical_percent_complete: 45, actual_start: '2025-03-04', budgeted_cost: 20 },
    C: { resources: ['R1', 'R2'], constraint_type: 'SNET', constraint_date: '2025-03-24', earned_value: 960 },
    D: { duration_days: 9, baseline_duration_days: 6 },
  })
  const all = (options: object = {}) => listed(between(t, was, is, { options: { include_details: true, ...options } }))
  t.strictSame(all(), [
    ['A', 'baseline_finish', 'material'],
    ['A', 'actual_start', 'expected'],
    ['A', 'planned_start', 'minor'],
    ['A', 'forecast_finish', 'material'],
    ['A', 'percent_complete', 'expected'],
    ['B', 'budgeted_cost', 'minor'],
    ['B', 'percent_complete', 'minor'],
    ['B', 'physical_percent_complete', 'material'],
    ['C', 'constraint_date', 'material'],
    ['C', 'resources', 'minor'],
    ['D', 'baseline_duration_days', 'material'],
    ['D', 'duration_days', 'material'],
  ])
  const material = (options: object) =>
    (all(options) as string[][]).filter(([, , disposition]) => disposition === 'material').map(each => each[1])
  const threshold = (materiality_thresholds: object) => material({ materiality_thresholds })
  t.strictSame(threshold({ date_change_days: 4 }), [
    'baseline_finish',
    'planned_start',
    'forecast_finish',
    'physical_percent_complete',
    'constraint_date',
    'baseline_duration_days',
    'duration_days',
  ])
  t.strictSame(threshold({ progress_change_pct: 4 }).includes('percent_complete'), true)
  t.strictSame(threshold({ progress_change_pct: 5.5 }).includes('physical_percent_complete'), false)
  t.strictSame(threshold({ date_change_days: null, progress_change_pct: null }), material({}))
  t.strictSame(between(t, was, is, { options: { materiality_thresholds: { date_change_days: 4 } } }).data.materiality, {
    date_change_days: 4,
    progress_change_pct: 5,
  })
  const earned = (include_ev_validation: boolean | null) =>
    (all({ include_ev_validation }) as string[][]).filter(([, field]) => field === 'earned_value')
  t.strictSame([earned(true), earned(false), earned(null)], [[['C', 'earned_value', 'minor']], [], []])
})

t.test('materiality of logic and scope: what leaves or joins a longest path, new and relieved constraints', async t => {
  const of = (before: Record<string, object | null>, after: Record<string, object | null>, ...added: TaskObject[]) =>
    (listed(between(t, having(CHAIN, before), [...having(CHAIN, after), ...added], details)) as string[][]).map(
      ([, field, disposition]) => `${field} ${disposition}`,
    )
  const link = (lag: string) => ({ C: { predecessors: [`B FS${lag}`] } })
  t.strictSame(of(link('+2'), link('+1')), ['link_lag material'], 'a lag cut on the longest path')
  t.strictSame(of(link('+1'), link('+2')), ['link_lag material'], 'one day, but it moves the finish')
  t.strictSame(of({}, { D: { predecessors: ['C', 'A'] } }), ['link_added minor'])
  t.strictSame(of({ D: { predecessors: ['C', 'A'] } }, {}), ['link_removed minor'])
  const hard = { constraint_type: 'FNLT', constraint_date: '2025-03-12' }
  t.strictSame(of({ D: hard }, {}), ['constraint_type material', 'constraint_date minor'], 'it held negative float')
  const far = { constraint_type: 'FNLT', constraint_date: '2026-03-12' }
  t.strictSame(of({ D: far }, {}), ['constraint_type minor', 'constraint_date minor'])
  t.strictSame(of({}, { D: far }), ['constraint_type material', 'constraint_date minor'])
  t.strictSame(of({}, {}, { id: 'E', duration_days: 1, predecessors: ['D'] }), ['task_added material'])
  t.strictSame(of({}, {}, { id: 'E', duration_days: 1 }), ['task_added minor'])
  t.strictSame([of({}, { T1: null }), of({}, { D: null })], [['task_deleted minor'], ['task_deleted material']])
})

t.test('a first report is expected within the period, both ends as they stand, else it is not', async t => {
  const of = (actual_start: string) => {
    const plain = between(t, CHAIN, having(CHAIN, { A: { actual_start, percent_complete: 0 } }), details)
    return plain.data.changes[0].disposition
  }
  t.strictSame(
    ['2025-03-05', '2025-03-07', '2025-03-10', '2025-03-11', '2025-03-17', '2025-03-18', '2025-03-22'].map(of),
    ['material', 'minor', 'minor', 'expected', 'expected', 'minor', 'material'],
  )
})

t.test('a finish without a percentage is all of the work, and withdraws no progress', async t => {
  const half = having(CHAIN, { A: { actual_start: '2025-03-03', percent_complete: 50 } })
  const done = having(CHAIN, { A: { actual_start: '2025-03-03', actual_finish: '2025-03-14' } })
  t.strictSame(listed(between(t, half, done, details)), [['A', 'actual_finish', 'expected']])
  const open = having(half, { A: { percent_complete: undefined } })
  t.strictSame(listed(between(t, half, open, details)), [['A', 'percent_complete', 'material']], 'of open work it fell')
})

t.test('change_categories: which changes are listed; counts and score are over all', async t => {
  const is = [...having(GOLDEN_NOW, { D: null }), { id: 'E', duration_days: 2 }]
  const of = (change_categories: string[] | null) =>
    between(t, CHAIN, is, { options: { change_categories, include_details: true } })
  const whole = of(null)
  const fields = (plain: Plain) => plain.data.changes.map((change: Plain) => change.category)
  t.strictSame(fields(whole), ['logic', 'actual', 'scope', 'scope'])
  t.strictSame(fields(of([])), fields(whole))
  t.strictSame(fields(of(['all', 'actual'])), fields(whole))
  t.strictSame(fields(of(['actual'])), ['actual'])
  t.strictSame(fields(of(['logic', 'baseline'])), ['logic'])
  const actual = of(['actual'])
  t.strictSame([actual.score, actual.data.changes_by_category], [whole.score, whole.data.changes_by_category])
  t.strictSame([actual.data.changes_matching, whole.data.changes_matching], [1, 4])
  t.strictSame(whole.data.changes_by_category.scope, { material: 1, minor: 1, expected: 0 })
})

t.test(
  'include_details adds ids, evidence and every change; without it only the first material ones are listed',
  async t => {
    const many = Array.from({ length: 30 }, (_, n) => ({
      id: `X${n}`,
      duration_days: 5,
      baseline_finish: '2025-03-08',
    }))
    const moved = many.map(task => ({ ...task, duration_days: 6, baseline_finish: '2025-04-08' }))
    const plain = between(t, many, moved)
    t.strictSame([plain.data.changes.length, plain.data.changes_listed, plain.data.changes_matching], [20, 20, 30])
    t.notOk('task_ids' in check(plain, 'CT01') || 'evidence' in check(plain, 'CT04'))
    t.notOk('float_changes' in plain.data.impact.comparisons[0])
    const whole = between(t, many, moved, details)
    t.strictSame([whole.data.changes.length, whole.data.changes_matching], [60, 60])
    t.ok(Array.isArray(whole.data.impact.comparisons[0].float_changes))
  },
)

t.test('include_impact_analysis and include_trends add or remove their block and change no score', async t => {
  const of = (options: object) => between(t, CHAIN, GOLDEN_NOW, { options })
  const [plain, without, trends] = [of({}), of({ include_impact_analysis: false }), of({ include_trends: true })]
  t.strictSame(
    ['impact' in plain.data, 'impact' in without.data, 'impact' in of({ include_impact_analysis: null }).data],
    [true, false, true],
  )
  t.strictSame(['trends' in plain.data, 'trends' in trends.data], [false, true])
  t.strictSame([without.score, trends.score], [plain.score, plain.score])
  t.match(trends.data.trends, [
    { from_date: BEFORE, to_date: NOW, project_finish_date: '2025-03-26', integrity_score: 80 },
  ])
  t.strictSame(trends.data.trends[0].changes_by_category.logic, { material: 1, minor: 0, expected: 0 })
})

t.test(
  'calendar: the one of the request, else that of the current schedule, counts the days of all statuses',
  async t => {
    const was = having(CHAIN, { A: { planned_start: '2025-03-10' } })
    const is = having(was, { D: { duration_days: 10 } })
    const shift = (calendar: string | undefined) => {
      const { impact, calendar: used } = between(t, was, is, { calendar }).data
      return [used.mode, impact.comparisons[0].finish_shift_days, impact.comparisons[0].finish_shift_calendar_days]
    }
    t.strictSame(shift('calendar_days'), ['calendar_days', 12, 12])
    t.strictSame(shift('working_days'), ['working_days', 10, 14])
  },
)

t.test('one anchor for all statuses: a start that slips is a shift of the finish', async t => {
  const at = (planned_start: string) => having(CHAIN, { A: { planned_start }, T1: null })
  const plain = track(t, [{ snapshot_date: '2025-01-01', tasks: at('2025-03-20') }], at('2025-03-30'))
  t.match(plain.data.impact.comparisons[0], {
    finish_before: '2025-04-08',
    finish_after: '2025-04-18',
    finish_shift_days: 10,
  })
})

t.test('impact: each edit reverted alone on the later network; more edits than the bound are not tested', async t => {
  const was: TaskObject[] = [
    { id: 'A', duration_days: 10, planned_start: '2025-03-20' },
    { id: 'B', duration_days: 10, predecessors: ['A'] },
    { id: 'C', duration_days: 10, predecessors: [{ task_id: 'B', type: 'FS', lag_days: 6 }] },
    { id: 'D', duration_days: 10, predecessors: ['C'] },
    { id: 'E', duration_days: 4, predecessors: ['D'], constraint_type: 'SNET', constraint_date: '2025-07-01' },
    { id: 'F', duration_days: 2 },
  ]
  const edited = (changes: Record<string, object>) => {
    const { edits, edits_material, finish_shift_days } = between(t, was, having(was, changes)).data.impact
      .comparisons[0]
    t.equal(edits_material, edits.length)
    return [
      finish_shift_days,
      ...edits.map((each: Plain) => [each.id, each.edit, each.before, each.after, each.impact_days]),
    ]
  }
  const free = { E: { constraint_type: null, constraint_date: null } }
  const bare = having(was, free)
  const from = (changes: Record<string, object>) => {
    const { edits } = between(t, bare, having(bare, changes)).data.impact.comparisons[0]
    return edits.map((each: Plain) => [each.id, each.edit, each.before, each.after, each.impact_days])
  }
  t.strictSame(from({ A: { duration_days: 16 } }), [['A', 'duration', '10', '16', 6]])
  t.strictSame(from({ B: { predecessors: [] } }), [['B', 'link_removed', 'FS', null, -10]])
  t.strictSame(from({ B: { predecessors: ['A SS'] } }), [['B', 'link_type', 'FS', 'SS', -10]])
  t.strictSame(from({ C: { predecessors: ['B FS+1'] } }), [['C', 'link_lag', 'FS+6 d', 'FS+1 d', -5]])
  t.strictSame(from({ F: { predecessors: ['D'] }, E: { predecessors: ['F'] } }), [
    ['F', 'link_added', null, 'FS', 6],
    ['E', 'link_added', null, 'FS', 4],
    ['E', 'link_removed', 'FS', null, 0],
  ])
  t.strictSame(
    from({ E: { constraint_type: 'MSO', constraint_date: '2025-07-01' } })
      .slice(0, 1)[0]!
      .slice(0, 4),
    ['E', 'constraint', null, 'MSO 2025-07-01'],
  )
  t.ok(from({ E: { constraint_type: 'MSO', constraint_date: '2025-07-01' } })[0][4] > 0)
  t.strictSame(edited({ E: { constraint_date: '2025-07-11' } }), [
    10,
    ['E', 'constraint', 'SNET 2025-07-01', 'SNET 2025-07-11', 10],
  ])
  const many = Array.from({ length: 150 }, (_, n) => ({ id: `N${n}`, duration_days: n + 10 }))
  const longer = many.map(task => ({ ...task, duration_days: task.duration_days + 10 }))
  const { impact } = between(t, many, longer).data
  t.match(impact, {
    edits_tested_max: 100,
    comparisons: [{ edits_material: 150, edits_tested: 100, edits_not_tested: 50 }],
  })
  const level = many.map(task => ({ ...task, duration_days: 100 }))
  const sized = level.map((task, n) => ({ ...task, duration_days: 100 + (n % 25) }))
  const largest = between(t, level, sized).data.impact.comparisons[0].edits.map((each: Plain) => Number(each.after))
  t.strictSame(
    largest.toSorted((a: number, b: number) => b - a).slice(0, 4),
    Array(4).fill(124),
    'the largest are tested first',
  )
  t.match(impact.comparisons[0].edits[0], { id: 'N149', impact_days: 1 }, 'the next longest task then ends the project')
})

t.test(
  'impact: work in progress is reverted at its present progress, and an edit that would close a cycle is named',
  async t => {
    const was = having(CHAIN, { T1: null, A: { duration_days: 10, planned_start: BEFORE } })
    const is = having(was, { A: { duration_days: 20, actual_start: '2025-03-11', percent_complete: 50 } })
    t.match(between(t, was, is).data.impact.comparisons[0].edits, [{ id: 'A', edit: 'duration', impact_days: 5 }])
    const pinned = (constraint_date: string) => having(is, { A: { constraint_type: 'MSO', constraint_date } })
    t.match(
      between(t, pinned('2025-06-01'), pinned('2025-05-01')).data.impact.comparisons[0].edits,
      [{ id: 'A', edit: 'constraint', impact_days: 0 }],
      'MSO holds no started work',
    )
    const turned = having(was, { A: { predecessors: ['B'] }, B: { predecessors: [] }, C: { predecessors: ['A'] } })
    const { edits } = between(t, was, turned).data.impact.comparisons[0]
    t.match(
      edits.filter((each: Plain) => each.edit === 'link_removed' && each.id === 'B'),
      [{ predecessor_id: 'A', impact_days: null, not_reverted: 'cycle' }],
    )
  },
)

t.test('impact: a deleted task is put back with its links and its last report, alone and with all others', async t => {
  const was = having(CHAIN, { T1: null, A: { planned_start: BEFORE } })
  const is = having(was, { B: null, C: { predecessors: ['A'] } })
  const impactOf = (reported: object) => {
    const [impact] = between(t, having(was, { B: reported }), is).data.impact.comparisons
    const alone = impact.edits.find(({ edit }: Plain) => edit === 'task_deleted')?.impact_days
    return [impact.finish_shift_days, alone, impact.changes_together_days, impact.rest_days]
  }
  // nothing was done in the 7 days between the statuses
  t.strictSame(impactOf({}), [2, -5, -5, 7], 'not begun: 5 days of work that are gone')
  t.strictSame(impactOf({ actual_start: '2025-03-06', percent_complete: 60 }), [5, -2, -2, 7], 'begun: what remained')
  const done = { actual_start: '2025-03-04', actual_finish: '2025-03-08' }
  t.strictSame(impactOf(done), [7, 0, 0, 7], 'finished, before A: a point between A and C')
  const cured = [
    { id: 'P', duration_days: 2, actual_start: '2025-03-04', actual_finish: '2025-03-08' },
    { id: 'Q', duration_days: 3, predecessors: [{ task_id: 'P', type: 'FS', lag_days: 20 }] },
  ]
  const [{ changes_together_days: together, changes_together: count }] = between(t, cured, [
    { id: 'Q', duration_days: 3 },
  ]).data.impact.comparisons
  t.strictSame([count, together], [1, -12], 'the lag behind finished work held Q from the status date to 2025-03-29')
})

t.test(
  'impact: a link into work that was finished out of sequence is an edit, since unfinished work reaches through it',
  async t => {
    const done = { actual_start: '2025-03-04', actual_finish: '2025-03-08' }
    const was = having(CHAIN, { T1: null, A: { planned_start: BEFORE }, B: done })
    const [impact] = between(t, was, having(was, { B: { predecessors: [] } })).data.impact.comparisons
    t.match(impact, { finish_shift_days: 2, changes_together: 1, changes_together_days: -5, rest_days: 7 })
    t.match(impact.edits, [{ id: 'B', predecessor_id: 'A', edit: 'link_removed', impact_days: -5 }])
  },
)

t.test('impact: five lists of the critical set, and the floats of both sides', async t => {
  const was: TaskObject[] = [
    { id: 'A', duration_days: 10 },
    { id: 'B', duration_days: 4 },
    { id: 'G', duration_days: 10 },
    { id: 'Z', duration_days: 1, predecessors: ['A', 'B', 'G'] },
  ]
  const is = having(was, { B: { duration_days: 14 }, G: null })
  const [impact] = between(t, was, is, details).data.impact.comparisons
  t.match(impact, {
    entered_critical: ['B'],
    entered_critical_count: 1,
    left_critical: ['A'],
    left_critical_count: 1,
    added_critical: [],
    deleted_critical: ['G'],
    deleted_critical_count: 1,
    completed_critical: [],
    total_float: {
      compared: 3,
      rose: 1,
      fell: 1,
      mean_change_days: roundTo6((4 - 6) / 3),
      largest_rise_days: 4,
      largest_fall_days: 6,
    },
    float_changes: [
      { id: 'A', before_days: 0, after_days: 4, change_days: 4 },
      { id: 'B', before_days: 6, after_days: 0, change_days: -6 },
    ],
  })
})
t.test('impact: each critical task is in one list, whole without details as well', async t => {
  const many = (from: number, to: number): TaskObject[] =>
    Array.from({ length: to - from }, (_, n) => ({ id: `T${from + n}`, duration_days: 10 }))
  const was = [...many(0, 150), { id: 'OLD', duration_days: 10 }, { id: 'W', duration_days: 4 }]
  const done = { actual_start: '2025-03-01', actual_finish: '2025-03-12', percent_complete: 100 }
  const is = [
    ...many(0, 60).map(task => ({ ...task, ...done })),
    ...many(60, 150).map(task => ({ ...task, duration_days: 2 })),
    { id: 'W', duration_days: 20 },
    ...many(200, 320).map(task => ({ ...task, duration_days: 20 })),
  ]
  const [impact] = between(t, was, is).data.impact.comparisons
  const counts = { entered: 1, left: 90, added: 120, deleted: 1, completed: 60 }
  for (const [name, count] of Object.entries(counts)) {
    t.equal(impact[`${name}_critical_count`], count, name)
    t.equal(impact[`${name}_critical`].length, count, name)
  }
  t.match(impact, { entered_critical: ['W'], deleted_critical: ['OLD'] })
})

t.test('statuses without a common task have no score, and say so', async t => {
  const plain = between(t, [{ id: 'A', duration_days: 3 }], [{ id: 'B', duration_days: 3 }])
  t.match(plain, { score: null, grade: null, data: { comparisons: [{ integrity_score: null }] } })
  t.match(byCode(plain.findings, 'GATE_NO_PAIRS'), { severity: 'critical' })
  t.match(plain.summary, /no task of both statuses/)
})

const roundTo6 = (value: number): number => Math.round(value * 1e6) / 1e6

t.test('faults of the statuses are findings, under one code for all of them', async t => {
  const faulty = having(CHAIN, {
    B: { predecessors: ['A', 'nowhere'] },
    C: { predecessors: ['B FS+50%', 'B'] },
    D: { duration_days: null },
    T1: { planned_start: '2025-03-09', planned_finish: '2025-03-08' },
  })
  const plain = between(t, faulty, faulty)
  for (const code of ['V101', 'V010', 'V009', 'DURATION_MISSING']) {
    t.match(byCode(plain.findings, code), { count: 2, evidence: { schedules: { current_schedule: 1 } } }, code)
  }
  t.equal(plain.data.float_source, 'computed')
  t.strictSame(between(t, CHAIN, CHAIN).findings, [])
})
