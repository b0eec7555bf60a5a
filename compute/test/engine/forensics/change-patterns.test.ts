/** The patterns CT01 to CT15 of change tracking, each at its edge, and how they make the integrity score. */
import t, { type Test } from 'tap'
import { ChangeTrackingData } from '../../../../shared/contract/analysis/change-tracking/data.ts'
import { changeTrackingAnalyser } from '../../../engine/analysis/change-tracking/analyser.ts'
import { analyse, byCode, type Plain } from '../../helpers/analyse.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'

const BEFORE = '2025-03-10'
const NOW = '2025-03-17'
const CHAIN: TaskObject[] = [
  { id: 'A', duration_days: 10 },
  { id: 'B', duration_days: 10, predecessors: ['A'] },
  { id: 'C', duration_days: 10, predecessors: ['B'] },
  { id: 'D', duration_days: 10, predecessors: ['C'] },
]
const having = (tasks: readonly TaskObject[], changes: Readonly<Record<string, object | null>>): TaskObject[] =>
  tasks.flatMap(task => (changes[task.id] === null ? [] : [{ ...task, ...changes[task.id] }]))

const track = (
  t: Test,
  statuses: readonly (readonly [date: string, tasks: readonly TaskObject[]])[],
  options: object = {},
) => {
  const [date, tasks] = statuses.at(-1)!
  return analyse(t, changeTrackingAnalyser, ChangeTrackingData, {
    current_schedule: { tasks, status_date: date },
    schedule_history: statuses.slice(0, -1).map(([snapshot_date, each]) => ({ snapshot_date, tasks: each })),
    options: { include_details: true, ...options },
  })
}
const between = (t: Test, before: readonly TaskObject[], after: readonly TaskObject[], options: object = {}): Plain =>
  track(
    t,
    [
      [BEFORE, before],
      [NOW, after],
    ],
    options,
  )
/** Ids that a pattern names between two statuses of the chain, each with members replaced. */
const hit =
  (t: Test, code: string, base: readonly TaskObject[] = CHAIN) =>
  (before: Record<string, object | null>, after: Record<string, object | null>, options: object = {}): string[] => {
    const plain = between(t, having(base, before), having(base, { ...before, ...merge(before, after) }), options)
    const found = byCode(plain.data.checks, code)
    if ((found.status === 'fail') !== found.task_ids.length > 0)
      t.fail('ids without a failure, or a failure without ids')
    return found.task_ids
  }
const merge = (before: Record<string, object | null>, after: Record<string, object | null>) =>
  Object.fromEntries(Object.entries(after).map(([id, more]) => [id, more === null ? null : { ...before[id], ...more }]))

t.test('CT01: a reported actual that changes or goes, not one that is reported first', async t => {
  const of = hit(t, 'CT01')
  const both = { actual_start: '2025-03-01', actual_finish: '2025-03-05' }
  t.strictSame(of({ A: both }, { A: { actual_start: '2025-03-02' } }), ['A'])
  t.strictSame(of({ A: both }, { A: { actual_finish: null } }), ['A'])
  t.strictSame(of({ A: { actual_start: '2025-03-01' } }, { A: both }), [])
  const plain = between(t, CHAIN, CHAIN)
  t.match(byCode(plain.data.checks, 'CT01'), { status: 'not_applicable', value: null, severity: null })
})

t.test('CT02: a first report more than a day before the earlier status', async t => {
  const of = hit(t, 'CT02')
  t.strictSame(of({}, { A: { actual_start: '2025-03-09' } }), [])
  t.strictSame(of({}, { A: { actual_start: '2025-03-08' } }), ['A'])
  t.strictSame(of({ A: { actual_start: '2025-03-01' } }, { A: { actual_finish: '2025-03-05' } }), ['A'])
  t.strictSame(of({ A: { actual_start: '2025-03-01' } }, { A: { actual_start: '2025-02-01' } }), [])
  const added = [...CHAIN, { id: 'N', duration_days: 1, actual_start: '2025-03-01' }]
  t.strictSame(byCode(between(t, CHAIN, added).data.checks, 'CT02').task_ids, ['N'], 'an added task reports first too')
})

t.test('CT03: late work whose baseline moves later; critical', async t => {
  const of = hit(t, 'CT03')
  const late = { baseline_start: '2025-03-01', baseline_finish: '2025-03-20', forecast_finish: '2025-03-25' }
  t.strictSame(of({ A: late }, { A: { baseline_finish: '2025-03-22' } }), ['A'])
  t.strictSame(of({ A: late }, { A: { baseline_finish: '2025-03-18' } }), [], 'earlier: the variance grows')
  t.strictSame(
    of({ A: { ...late, forecast_finish: '2025-03-20' } }, { A: { baseline_finish: '2025-03-22' } }),
    [],
    'on time',
  )
  t.strictSame(of({ A: { ...late, forecast_start: '2025-03-15' } }, { A: { baseline_start: '2025-03-10' } }), ['A'])
  t.strictSame(
    of({ A: { ...late, forecast_finish: null } }, { A: { baseline_finish: '2025-03-22' } }),
    ['A'],
    'CPM early finish',
  )
  const plain = between(t, having(CHAIN, { A: late }), having(CHAIN, { A: { ...late, baseline_finish: '2025-03-22' } }))
  t.strictSame([plain.score, byCode(plain.data.checks, 'CT03').severity], [75, 'critical'])
  t.match(byCode(between(t, CHAIN, CHAIN).data.checks, 'CT03'), {
    status: 'skipped',
    message: 'requires baseline dates in the earlier status',
  })
})

t.test('CT04: a driving link of the longest path removed or weakened before incomplete work', async t => {
  const of = hit(t, 'CT04')
  const link = (type: string, lag_days = 0) => ({ predecessors: [{ task_id: 'B', type, lag_days }] })
  t.strictSame(of({}, { C: { predecessors: [] } }), ['C'])
  t.strictSame([of({}, { C: link('SS') }), of({}, { C: link('FF') })], [['C'], ['C']])
  t.strictSame([of({ C: link('FS', 3) }, { C: link('FS', 2) }), of({}, { C: link('FS', -1) })], [['C'], ['C']])
  t.strictSame([of({}, { C: link('FS', 3) }), of({ C: link('SS') }, { C: link('FS') })], [[], []], 'stronger')
  const done = { actual_start: '2025-03-11', actual_finish: '2025-03-12' }
  t.strictSame(of({}, { C: { predecessors: [], ...done } }), [], 'the successor is complete')
  t.strictSame(of({}, { B: null, C: { predecessors: [] } }), [], 'the predecessor is gone: that is CT10')
  t.strictSame(of({ D: { predecessors: ['C', 'A'] } }, { D: { predecessors: ['C'] } }), [], 'not driving')
  t.strictSame(
    of({ D: { predecessors: ['C'] }, A: { duration_days: 1 }, B: { predecessors: [] } }, { B: { predecessors: [] } }),
    [],
  )
  const plain = between(t, CHAIN, having(CHAIN, { C: link('SS') }))
  t.strictSame(byCode(plain.data.checks, 'CT04').evidence, {
    links: [{ predecessor: 'B', successor: 'C', before: 'FS', after: 'SS' }],
  })
})

t.test(
  'CT05: a cut of a fifth near the critical path, without progress or resources, that brings the finish forward',
  async t => {
    const of = hit(t, 'CT05')
    const [eight, nine] = [{ duration_days: 8 }, { duration_days: 9 }]
    t.strictSame([of({}, { B: eight }), of({}, { B: nine })], [['B'], []])
    t.strictSame(of({ B: { percent_complete: 10 } }, { B: { ...eight, percent_complete: 20 } }), [], 'more is done')
    t.strictSame(of({ B: { resource: 'R1' } }, { B: { ...eight, resources: ['R2'] } }), [], 'another resource')
    const wide = [...CHAIN, { id: 'X', duration_days: 35 }, { id: 'Y', duration_days: 10 }]
    const near = hit(t, 'CT05', wide)
    t.strictSame(near({}, { X: { duration_days: 20 } }), [], 'near-critical, yet the finish stays')
    t.strictSame(near({}, { B: eight, C: eight, Y: eight }), ['B', 'C'], 'Y has much float')
    t.strictSame(of({}, { B: { ...eight, actual_start: '2025-03-11', actual_finish: '2025-03-15' } }), [], 'complete')
  },
)

t.test('CT06: a hard constraint added, high; removed under negative float, medium', async t => {
  const of = hit(t, 'CT06')
  const on = (constraint_type: string, constraint_date: string | null = '2025-03-20') => ({
    constraint_type,
    constraint_date,
  })
  for (const type of ['MSO', 'MFO', 'SNLT', 'FNLT']) t.strictSame(of({}, { D: on(type) }), ['D'], type)
  t.strictSame(
    [of({}, { D: on('SNET') }), of({}, { D: on('MSO', null) }), of({ D: on('MSO') }, { D: on('MFO') })],
    [[], [], []],
  )
  t.strictSame(of({ D: on('FNLT') }, { D: on('ASAP', null) }), ['D'])
  t.strictSame(of({ D: on('FNLT', '2026-01-01') }, { D: on('ASAP', null) }), [], 'it held nothing')
  const severity = (before: object, after: object) =>
    byCode(between(t, having(CHAIN, { D: before }), having(CHAIN, { D: after })).data.checks, 'CT06').severity
  t.strictSame([severity({}, on('MSO')), severity(on('FNLT'), {})], ['high', 'medium'])
  t.strictSame(of({}, { D: { ...on('MSO'), actual_start: '2025-03-11', percent_complete: 100 } }), [], 'complete')
})

t.test('CT07: a percent that falls by the threshold, or a withdrawn finish', async t => {
  const of = hit(t, 'CT07')
  const done = (percent_complete: number | null, more: object = {}) => ({
    percent_complete,
    actual_start: '2025-03-01',
    ...more,
  })
  t.strictSame([of({ A: done(50) }, { A: done(45) }), of({ A: done(50) }, { A: done(46) })], [['A'], []])
  t.strictSame(of({ A: done(50) }, { A: done(46) }, { materiality_thresholds: { progress_change_pct: 4 } }), ['A'])
  t.strictSame(of({ A: done(50) }, { A: done(50) }, { materiality_thresholds: { progress_change_pct: 0 } }), [])
  const finish = { actual_finish: '2025-03-08' }
  t.strictSame(of({ A: done(100, finish) }, { A: done(100, { actual_finish: null }) }), ['A'])
  t.strictSame(of({ A: done(60) }, { A: done(null, finish) }), [], 'finished work needs no percent')
})

t.test('CT08: a forecast at the status date in both statuses, moved along', async t => {
  const of = hit(t, 'CT08')
  t.strictSame(of({ B: { forecast_start: BEFORE } }, { B: { forecast_start: NOW } }), ['B'])
  t.strictSame(of({ B: { forecast_start: '2025-03-11' } }, { B: { forecast_start: '2025-03-18' } }), ['B'])
  t.strictSame(of({ B: { forecast_start: '2025-03-12' } }, { B: { forecast_start: NOW } }), [])
  t.strictSame(of({ B: { forecast_finish: BEFORE } }, { B: { forecast_finish: NOW, actual_finish: '2025-03-16' } }), [])
  t.match(byCode(between(t, CHAIN, CHAIN).data.checks, 'CT08'), { status: 'skipped' })
})

t.test('CT09: a tenth of the tasks gains ten days of float, not by work', async t => {
  const tasks = [
    ...CHAIN,
    ...Array.from({ length: 6 }, (_, n) => ({ id: `X${n}`, duration_days: 40, predecessors: ['A'] })),
  ]
  const of = hit(t, 'CT09', tasks)
  const cut = { X0: { duration_days: 30 } }
  t.strictSame(of({}, cut), ['X0'])
  t.strictSame(of({}, { X0: { duration_days: 31 } }), [], 'nine days')
  t.strictSame(of({}, { X0: { duration_days: 30, percent_complete: 5 } }), [], 'progress')
  const more = [...tasks, { id: 'X6', duration_days: 40, predecessors: ['A'] }]
  t.strictSame(hit(t, 'CT09', more)({}, cut), [], 'one of eleven')
  t.match(byCode(between(t, more, having(more, cut)).data.checks, 'CT09').evidence, { rose: 1, share_pct: 9.1 })
})

t.test('CT10: critical work deleted, unless added tasks stand where it stood', async t => {
  const of = (before: readonly TaskObject[], after: readonly TaskObject[]) =>
    byCode(between(t, before, after).data.checks, 'CT10')
  t.match(of(CHAIN, having(CHAIN, { C: null, D: { predecessors: ['B'] } })), {
    status: 'fail',
    task_ids: ['C'],
    denominator: 4,
  })
  const added = (...tasks: TaskObject[]) => [
    ...having(CHAIN, { C: null, D: { predecessors: [tasks.at(-1)!.id] } }),
    ...tasks,
  ]
  const one = { id: 'C1', duration_days: 5, predecessors: ['B'] }
  t.strictSame(of(CHAIN, added(one)).task_ids, [])
  t.strictSame(of(CHAIN, added(one, { id: 'C2', duration_days: 5, predecessors: ['C1'] })).task_ids, [], 'two in a row')
  t.strictSame(of(CHAIN, added({ ...one, predecessors: ['A'] })).task_ids, ['C'], 'other neighbours')
  const middle = having(CHAIN, { B: null, C: null, D: { predecessors: ['N'] } })
  t.strictSame(of(CHAIN, [...middle, { id: 'N', duration_days: 9, predecessors: ['A'] }]).task_ids, [], 'one for two')
  t.strictSame(of(CHAIN, having(CHAIN, { D: null })).task_ids, ['D'])
  const longer = [
    ...having(CHAIN, { C: null, D: { predecessors: ['N'] } }),
    { id: 'N', duration_days: 25, predecessors: ['B'] },
  ]
  t.match(of(CHAIN, longer), {
    status: 'fail',
    task_ids: ['C'],
    evidence: { without_replacement: 0, replaced_by_longer: 1, longer_days_max: 15 },
  })
  const plain = between(t, CHAIN, longer)
  t.ok(plain.score < 90 && plain.grade !== 'A', 'no A where the slip of critical work is out of sight')
  t.match(byCode(plain.findings, 'GATE_LOST_SCOPE'), { task_ids: ['C'] })
  t.match(plain.recommendations.find(({ codes }: Plain) => codes.includes('CT10')).description, /Tasks: C\.$/)
  t.strictSame(of(CHAIN, [...having(CHAIN, { D: null }), { id: 'E', predecessors: ['C'] }]).task_ids, [])
  const loose = [...CHAIN, { id: 'F', duration_days: 1 }]
  t.strictSame(of(loose, CHAIN).task_ids, [], 'not critical')
  const finished = having(CHAIN, { A: { actual_start: '2025-03-01', actual_finish: '2025-03-05' } })
  t.strictSame(of(finished, having(finished, { A: null, B: { predecessors: [] } })).task_ids, [], 'complete')
})

t.test('CT11: a positive lag where work was shortened or removed', async t => {
  const of = hit(t, 'CT11')
  const lag = (days: number, more: object = {}) => ({ predecessors: [`B FS${days < 0 ? '' : '+'}${days}`], ...more })
  t.strictSame(of({}, { B: { duration_days: 5 }, C: lag(5) }), ['C'])
  t.strictSame(of({}, { C: lag(5, { duration_days: 5 }) }), ['C'])
  t.strictSame([of({}, { C: lag(5) }), of({}, { B: { duration_days: 5 } })], [[], []])
  t.strictSame(of({ C: lag(-5) }, { B: { duration_days: 5 }, C: lag(-2) }), [], 'not positive')
  t.strictSame(of({}, { B: null, C: { predecessors: ['A FS+10'] } }), ['C'], 'lag for a removed task')
  t.strictSame(of({}, { B: null, C: null, D: { predecessors: ['A FS+20'] } }), ['D'], 'lag for two of them')
  t.strictSame(of({}, { B: null, D: { predecessors: ['C', 'A FS+2'] }, C: { predecessors: ['A'] } }), [], 'elsewhere')
})

t.test('CT12: more than half of the longest path replaced while its work is open', async t => {
  const tasks = [...CHAIN, ...['X', 'Y'].map(id => ({ id, duration_days: 10 }))]
  const of = (changes: Record<string, object>) => byCode(between(t, tasks, having(tasks, changes)).data.checks, 'CT12')
  t.match(of({ X: { duration_days: 60 } }), {
    status: 'fail',
    value: 100,
    threshold: 50,
    task_ids: ['A', 'B', 'C', 'D'],
  })
  t.match(of({ X: { duration_days: 25, predecessors: ['B'] } }), { status: 'pass', value: 50 }, 'half of it')
  t.match(of({ X: { duration_days: 35, predecessors: ['A'] } }), { status: 'fail', value: 75 })
  const done = (id: string) => ({ [id]: { actual_start: '2025-03-11', actual_finish: '2025-03-12' } })
  t.match(of({ ...done('A'), ...done('B'), ...done('C'), ...done('D'), X: { duration_days: 60 } }), {
    status: 'not_applicable',
  })
})

t.test('floats and paths that the status date alone moves are no pattern', async t => {
  const snet = (id: string, duration_days: number, constraint_date: string) => ({
    id,
    duration_days,
    constraint_type: 'SNET',
    constraint_date,
  })
  const tasks = [...CHAIN, snet('S', 39, '2025-03-20'), snet('Z', 1, '2025-04-10')]
  const to = (after: readonly TaskObject[]) =>
    track(t, [
      [BEFORE, tasks],
      ['2025-06-01', after],
    ])
  const plain = to(tasks)
  t.equal(plain.data.score_before_gates, 100)
  for (const code of ['CT09', 'CT12']) t.match(byCode(plain.data.checks, code).message, /status date alone/, code)
  const changed = to(having(tasks, { Z: { budgeted_cost: 1 } }))
  t.strictSame(byCode(changed.data.checks, 'CT09').task_ids, ['Z'], 'with any change at all they are')
  t.strictSame(byCode(changed.data.checks, 'CT12').task_ids, ['S'])
})

t.test('score: 25, 10, 4 and 1 per group, a pattern in each comparison is a group, never below 0', async t => {
  const at = (day: number) => having(CHAIN, { A: { actual_start: `2025-03-0${day}`, percent_complete: 10 } })
  const two = track(t, [
    ['2025-03-10', at(1)],
    ['2025-03-12', at(2)],
    ['2025-03-14', at(3)],
  ])
  t.strictSame([two.score, two.grade], [80, 'B'])
  t.match(byCode(two.data.checks, 'CT01'), {
    status: 'fail',
    numerator: 2,
    denominator: 2,
    points_lost: 20,
    task_ids: ['A'],
  })
  t.strictSame(
    two.data.comparisons.map((each: Plain) => [each.integrity_score, each.patterns]),
    [
      [90, ['CT01']],
      [90, ['CT01']],
    ],
  )
  t.match(byCode(two.findings, 'CT01'), { severity: 'high', count: 2, task_ids: ['A'] })
  t.match(two.recommendations, [{ priority: 1, codes: ['CT01'], effect: 20 }])
  t.strictSame(two.data.severity_points, { critical: 25, high: 10, medium: 4, low: 1, info: 0 })
  const wide = [...CHAIN, { id: 'X', duration_days: 1 }]
  const swaps = track(t, [
    ['2025-03-10', wide],
    ['2025-03-12', having(wide, { X: { duration_days: 35, predecessors: ['A'] } })],
    ['2025-03-14', wide],
  ])
  t.match(byCode(swaps.data.checks, 'CT12'), { value: 75, numerator: 4 }, 'a share is that of the worst comparison')
  const days = Array.from({ length: 13 }, (_, n) => [`2025-03-${10 + n}`, at((n % 9) + 1)] as const)
  const many = track(t, days)
  t.strictSame([many.score, many.grade, many.data.deductions.length], [0, 'F', 12])
  t.match(many.recommendations, [{ effect: 100 }])
})

t.test('summaries roll up others: their changes are not looked at, and counted as left out', async t => {
  const tasks = [...CHAIN, { id: 'S', task_type: 'summary', actual_start: '2025-03-01', baseline_finish: '2025-03-02' }]
  const after = having(tasks, { S: { actual_start: '2025-02-01', baseline_finish: '2025-05-02' } })
  const plain = between(t, tasks, after)
  t.strictSame([plain.data.changes, plain.data.excluded_by_type], [[], { summary: 1 }])
  t.equal(byCode(plain.data.checks, 'CT01').status, 'not_applicable')
})

t.test('no task in common: the score stands on what could be looked at, and says so', async t => {
  const plain = between(t, [{ id: 'A', duration_days: 1 }], [{ id: 'B', duration_days: 1 }])
  t.match(plain, { score: null, grade: null, skipped: true })
  t.match(plain.data.comparisons[0], { matched: 0, added: 1, deleted: 1, integrity_score: null })
})
