/** POST /analysis/cpm from columns to the plain reply: every reply here is checked against the row's schema. */
import t, { type Test } from 'tap'
import { CpmData } from '../../../../shared/contract/analysis/cpm/data.ts'
import { detailOf, type Refusal } from '../../../../shared/contract/errors.ts'
import { schemaFaults } from '../../../../shared/test/compiled-schema.ts'
import { cpmAnalyser } from '../../../engine/analysis/cpm/analyser.ts'
import { CPM_FINDINGS } from '../../../engine/analysis/cpm/findings.ts'
import { type AnalysisResult, isRefusal, type ResultValue } from '../../../engine/result/result.ts'
import { columnsFromTasks, type TaskObject } from '../../helpers/columns-from-tasks.ts'
import { materialise } from '../write/materialise.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are read member by member
type Plain = any

function analyse(tasks: TaskObject[], params: object = {}): AnalysisResult | Refusal {
  return cpmAnalyser(
    {
      params: { tasks: [], ...params },
      schedules: new Map([['tasks', columnsFromTasks(tasks)]]),
      ignoredFields: [],
      meantFields: {},
      taskCount: tasks.length,
      taskCountLargest: tasks.length,
    },
    { today: 20000 },
  )
}

/** The reply as JSON would carry it. */
function reply(t: Test, tasks: TaskObject[], params: object = {}): Plain {
  const result = analyse(tasks, params)
  if (isRefusal(result)) throw new Error(detailOf(result))
  const plain = materialise(result as unknown as ResultValue) as Plain
  t.same(schemaFaults(CpmData, plain.data, 3), [], 'the data match their schema')
  return plain
}

const codes = (plain: Plain): string[] => plain.findings.map((finding: Plain) => finding.code)
const finding = (plain: Plain, code: string): Plain => plain.findings.find((each: Plain) => each.code === code)

t.test('the diamond of CPM-1 comes back whole', async t => {
  const tasks = [
    { id: 'A', duration_days: 3, planned_start: '2025-01-01' },
    { id: 'B', duration_days: 5, predecessors: ['A'] },
    { id: 'C', duration_days: 2, predecessors: ['A'] },
    { id: 'D', duration_days: 4, predecessors: ['B', 'C'] },
  ]
  const plain = reply(t, tasks, { options: { include_network_details: true } })
  const { data } = plain
  t.equal(data.project_duration_days, 12)
  t.equal(data.project_start_date, '2025-01-01')
  t.equal(data.project_finish_date, '2025-01-12')
  t.equal(data.progress_override_finish, null)
  t.strictSame(data.data_date, { date: '2025-01-01', offset: 0, source: 'none' })
  t.strictSame(data.calendar, {
    mode: 'calendar_days',
    source: 'auto',
    work_days: [1, 2, 3, 4, 5, 6, 7],
    evidence_for: 0,
    evidence_against: 0,
  })
  t.strictSame(data.critical_path, ['A', 'B', 'D'])
  t.strictSame(data.longest_path, ['A', 'B', 'D'])
  t.strictSame(data.divergence, [])
  t.strictSame(data.near_critical, ['C'])
  t.equal(data.filtered, false)
  t.strictSame(data.tasks[2], {
    id: 'C',
    early_start: 3,
    early_finish: 5,
    late_start: 6,
    late_finish: 8,
    early_start_date: '2025-01-04',
    early_finish_date: '2025-01-05',
    late_start_date: '2025-01-07',
    late_finish_date: '2025-01-08',
    total_float_days: 3,
    free_float_days: 3,
    drag_days: null,
    is_critical: false,
    is_on_longest_path: false,
    driver: 'link',
    driven_by: ['A'],
  })
  t.equal(data.tasks[1].drag_days, 3)
  const { links, ...details } = data.network_details
  t.strictSame(details, {
    task_count: 4,
    link_count: 4,
    start_tasks: ['A'],
    finish_tasks: ['D'],
    relationship_counts: { FS: 4, SS: 0, FF: 0, SF: 0 },
    relationship_ratio: 1,
    logic_density: 2,
    component_count: 1,
    largest_component: 4,
  })
  t.strictSame(links[3], {
    predecessor: 'C',
    successor: 'D',
    type: 'FS',
    lag_days: 0,
    relationship_float_days: 3,
    is_driving: false,
  })
  t.strictSame(codes(plain), [])
  t.match(plain.summary, /12 calendar days, 2025-01-01 to 2025-01-12; 3 of 4 tasks/)
  t.equal(reply(t, tasks).data.network_details, undefined, 'details only when requested')
})

t.test('cycles are refused by name: whole, several, and long ones cut in the middle', async t => {
  const ring = (prefix: string, length: number): TaskObject[] =>
    Array.from({ length }, (_, i) => ({
      id: `${prefix}${i}`,
      duration_days: 1,
      predecessors: [`${prefix}${(i + length - 1) % length}`],
    }))
  const detail = (tasks: TaskObject[], params: object = {}): string => {
    const refusal = analyse(tasks, params)
    if (!isRefusal(refusal)) throw new Error('not refused')
    t.equal(refusal.code, 'dependency_cycle')
    return detailOf(refusal)
  }
  t.equal(detail([{ id: 'A', predecessors: ['A'] }]), 'The dependencies form a cycle: A -> A.')
  t.equal(
    detail([
      { id: 'A', predecessors: ['C'] },
      { id: 'B', predecessors: ['A'] },
      { id: 'C', predecessors: ['B'] },
    ]),
    'The dependencies form a cycle: A -> B -> C -> A.',
  )
  t.match(detail([...ring('x', 2), ...ring('y', 3)]), /x0 -> x1 -> x0; y0 -> y1 -> y2 -> y0\.$/)
  t.match(detail(Array.from({ length: 12 }, (_, i) => ring(`r${i}.`, 2)).flat()), /r9\.1 -> r9\.0; and 2 more\.$/)
  const long = detail(ring('n', 100_000))
  t.match(long, /n0 -> n1 .* -> \(99980 more\) -> n99995 .* -> n99999 -> n0\.$/)
  t.ok(long.length < 400)
  // the check comes before the relation filter and knows summaries and level of effort too
  const hidden = [
    { id: 'S', task_type: 'summary', predecessors: ['L SS'] },
    { id: 'L', task_type: 'loe', predecessors: ['S'] },
  ]
  t.match(detail(hidden, { options: { relationship_types: ['FF'] } }), /S -> L -> S/)
})

t.test('a relation filter counts what it leaves out; an empty or null one filters nothing', async t => {
  const tasks = [
    { id: 'A', duration_days: 3 },
    { id: 'B', duration_days: 5, predecessors: ['A', 'A SS+1'] },
    { id: 'C', duration_days: 1, predecessors: ['B FF'] },
  ]
  const filtered = reply(t, tasks, { options: { relationship_types: ['SS', 'FF'] } })
  t.strictSame([filtered.data.filtered, filtered.data.ignored_link_count], [true, 1])
  t.equal(filtered.data.project_duration_days, 6)
  for (const relationship_types of [[], null]) {
    const { data } = reply(t, tasks, { options: { relationship_types } })
    t.strictSame([data.filtered, data.ignored_link_count, data.project_duration_days], [false, 0, 8])
  }
})

const BASE = { id: 'A', duration_days: 5, planned_start: '2025-01-01' }
const AFTER = { duration_days: 4, predecessors: ['A'] }
/** A schedule for each finding. Those left out need calendars: compute/test/engine/clock/analyser.test.ts and analyses.test.ts, edits/ms-durations.test.ts. */
const EARNED: Record<
  Exclude<
    keyof typeof CPM_FINDINGS,
    | 'dragLeftOut'
    | 'durationBeyondDates'
    | 'expectedFinishPassed'
    | 'outOfSequenceInProject'
    | 'summaryLinksDrive'
    | 'summaryLinksCircle'
  >,
  { tasks: TaskObject[]; params?: object; ids: string[]; count: number }
> = {
  dangling: { tasks: [BASE, { id: 'B', predecessors: ['A', 'Z', 'Y'], duration_days: 1 }], ids: ['B'], count: 2 },
  unparsable: { tasks: [BASE, { id: 'B', duration_days: 1, predecessors: ['A', 'A FS+50%'] }], ids: ['B'], count: 1 },
  duplicateLinks: {
    tasks: [BASE, { id: 'B', duration_days: 1, predecessors: ['A', 'A FS+2'] }],
    ids: ['B'],
    count: 1,
  },
  negativeFloat: {
    tasks: [BASE, { id: 'B', ...AFTER, constraint_type: 'FNLT', constraint_date: '2025-01-07' }],
    ids: ['A', 'B'],
    count: 2,
  },
  mustFinish: {
    tasks: [BASE, { id: 'B', ...AFTER }],
    params: { must_finish_by: '2025-01-07' },
    ids: ['B'],
    count: 1,
  },
  violated: {
    tasks: [BASE, { id: 'B', ...AFTER, constraint_type: 'MSO', constraint_date: '2025-01-03' }],
    ids: ['B'],
    count: 1,
  },
  durationMissing: { tasks: [BASE, { id: 'B', predecessors: ['A'] }], ids: ['B'], count: 1 },
  unbounded: {
    tasks: [
      BASE,
      { id: 'B', duration_days: 1e300, predecessors: ['A'] },
      { id: 'C', duration_days: 1, predecessors: [{ task_id: 'B', lag_days: -1e300 }] },
    ],
    ids: ['B', 'C'],
    count: 2,
  },
  finishBeforeStart: {
    tasks: [BASE, { id: 'B', ...AFTER, forecast_start: '2025-02-02', forecast_finish: '2025-02-01' }],
    ids: ['B'],
    count: 1,
  },
  futureActual: {
    tasks: [
      BASE,
      { id: 'B', ...AFTER, actual_start: '2025-01-10', percent_complete: 10 },
      { id: 'L', task_type: 'loe', predecessors: ['A SS'], actual_start: '2025-01-10' },
    ],
    params: { status_date: '2025-01-09' },
    ids: ['B'],
    count: 1,
  },
  violatedByActuals: {
    tasks: [
      { ...BASE, actual_start: '2025-01-06', actual_finish: '2025-01-10', percent_complete: 100 },
      { id: 'B', ...AFTER, actual_start: '2025-01-01', actual_finish: '2025-01-03', percent_complete: 100 },
      { id: 'C', duration_days: 1, predecessors: ['B'] },
    ],
    params: { status_date: '2025-01-13' },
    ids: ['B'],
    count: 1,
  },
  baselineReversed: {
    tasks: [BASE, { id: 'B', ...AFTER, baseline_start: '2025-02-02', baseline_finish: '2025-02-01' }],
    ids: ['B'],
    count: 1,
  },
  constraintWithoutDate: { tasks: [BASE, { id: 'B', ...AFTER, constraint_type: 'SNET' }], ids: ['B'], count: 1 },
  constraintWithoutAnchor: {
    tasks: [
      { id: 'A', duration_days: 5 },
      { id: 'B', ...AFTER, constraint_type: 'SNET', constraint_date: '2025-01-07' },
    ],
    ids: ['B'],
    count: 1,
  },
  constraintOnComplete: {
    tasks: [
      { ...BASE, actual_start: '2025-01-01', actual_finish: '2025-01-05', constraint_type: 'ALAP' },
      { id: 'B', ...AFTER },
    ],
    ids: ['A'],
    count: 1,
  },
  constraintOnStarted: {
    tasks: [
      { ...BASE, actual_start: '2025-01-01', constraint_type: 'SNET', constraint_date: '2025-01-07' },
      { id: 'B', ...AFTER },
    ],
    ids: ['A'],
    count: 1,
  },
  outOfSequence: {
    tasks: [BASE, { id: 'B', ...AFTER, actual_start: '2025-01-02', percent_complete: 50 }],
    params: { status_date: '2025-01-03' },
    ids: ['B'],
    count: 1,
  },
  differsFromSupplied: {
    tasks: [BASE, { id: 'B', ...AFTER, planned_finish: '2025-01-12' }],
    ids: ['B'],
    count: 1,
  },
  differsLittleFromSupplied: {
    tasks: [
      BASE,
      ...Array.from({ length: 10 }, (_, n) => ({ id: `B${n}`, ...AFTER, total_float_days: n === 3 ? 2 : 0 })),
    ],
    ids: ['B3'],
    count: 1,
  },
  noLogic: { tasks: [BASE, { id: 'B', duration_days: 4 }], ids: [], count: 2 },
  summaryLinks: {
    tasks: [BASE, { id: 'B', ...AFTER }, { id: 'S', task_type: 'summary', predecessors: ['B'] }],
    ids: ['S'],
    count: 1,
  },
  loeDrives: {
    tasks: [
      BASE,
      { id: 'L', task_type: 'loe', predecessors: ['A SS'] },
      { id: 'B', duration_days: 4, predecessors: ['A', 'L'] },
    ],
    ids: ['L'],
    count: 1,
  },
  calendarEvidence: {
    tasks: [
      { ...BASE, duration_days: 10, planned_finish: '2025-01-14' },
      { id: 'B', ...AFTER },
    ],
    params: { calendar: 'calendar_days' },
    ids: [],
    count: 1,
  },
  divergence: {
    tasks: [
      BASE,
      { id: 'B', ...AFTER },
      { id: 'C', duration_days: 3, predecessors: ['A'], constraint_type: 'FNLT', constraint_date: '2025-01-06' },
      { id: 'D', duration_days: 2, predecessors: ['B', 'C'] },
    ],
    ids: ['C'],
    count: 1,
  },
  reverseCritical: {
    tasks: [
      BASE,
      { id: 'B', duration_days: 8, predecessors: ['A FF'] },
      { id: 'C', duration_days: 9, predecessors: ['B SS'] },
    ],
    ids: ['B'],
    count: 1,
  },
}

t.test('every finding has a schedule that earns it, names its tasks and counts them', async t => {
  for (const [name, { tasks, params, ids, count }] of Object.entries(EARNED)) {
    const row = CPM_FINDINGS[name as keyof typeof CPM_FINDINGS]
    const plain = reply(t, tasks, params)
    const found = finding(plain, row.code)
    t.ok(found, `${name}: ${row.code} among ${codes(plain).join(' ')}`)
    t.strictSame([found?.task_ids, found?.count, found?.severity], [ids, count, row.severity], name)
    t.notMatch(found?.description, /[{}]/, name)
    const advised = plain.recommendations.some((each: Plain) => each.codes.includes(row.code))
    t.equal(advised, 'advice' in row, `${name}: recommended exactly when the row has an advice`)
  }
})

t.test('findings name at most 20 tasks and count all; recommendations follow their order', async t => {
  const many = Array.from({ length: 50 }, (_, i) => ({
    id: `T${i}`,
    predecessors: ['nowhere', ...(i > 0 ? ['T0 SS+1w'] : [])],
  }))
  const plain = reply(t, many)
  const dangling = finding(plain, 'CPM_DANGLING_PREDECESSOR')
  t.equal(dangling.count, 50)
  t.equal(dangling.task_ids.length, 20)
  t.strictSame(finding(plain, 'DURATION_MISSING').count, 50)
  t.strictSame(
    plain.recommendations.map((each: Plain) => [each.priority, each.codes[0]]),
    [
      [1, 'CPM_DANGLING_PREDECESSOR'],
      [2, 'V010'],
      [3, 'DURATION_MISSING'],
      [4, 'CPM_NO_LOGIC'],
    ],
  )
})

t.test('status date, inferred data date and calendar are reported with the result', async t => {
  const tasks = [
    {
      id: 'A',
      duration_days: 10,
      planned_start: '2026-03-02',
      planned_finish: '2026-03-13',
      actual_start: '2026-03-02',
      percent_complete: 50,
    },
    { id: 'B', duration_days: 5, predecessors: ['A'] },
  ]
  const inferred = reply(t, tasks).data
  t.strictSame(inferred.data_date, { date: '2026-03-03', offset: 1, source: 'inferred' })
  t.strictSame(inferred.calendar, {
    mode: 'working_days',
    source: 'auto',
    work_days: [1, 2, 3, 4, 5],
    evidence_for: 1,
    evidence_against: 0,
  })
  // a Sunday: nothing is scheduled before the Monday after it
  const given = reply(t, tasks, { status_date: '2026-03-08' }).data
  t.strictSame(given.data_date, { date: '2026-03-09', offset: 5, source: 'status_date' })
  t.equal(given.project_duration_days, 15)
  t.equal(given.project_finish_date, '2026-03-20')
  const custom = reply(t, tasks, {
    status_date: '2026-03-08',
    calendar: { work_days: [1, 2, 3, 4], holidays: ['2026-03-10'] },
  }).data
  t.equal(custom.calendar.mode, 'custom')
  t.equal(custom.data_date.offset, 4)
  t.equal(custom.project_finish_date, '2026-03-25')
  const half = reply(t, [{ id: 'A', duration_days: 5, percent_complete: 50 }]).data
  t.equal(half.project_duration_days, 5, 'percent alone moves nothing')
  t.strictSame(half.data_date, { date: null, offset: 0, source: 'none' })
})

t.test(
  'out-of-sequence progress gives the second finish; summaries and finished work have no float, level of effort that of its tasks',
  async t => {
    const tasks = [
      { id: 'S', task_type: 'summary' },
      { id: 'A', duration_days: 5, actual_start: '2025-01-01', actual_finish: '2025-01-06' },
      { id: 'B', duration_days: 6, predecessors: ['A'], actual_start: '2025-01-07', percent_complete: 50 },
      { id: 'C', duration_days: 4, predecessors: ['B'], actual_start: '2025-01-08', percent_complete: 25 },
      { id: 'D', duration_days: 3, predecessors: ['C'] },
      { id: 'L', task_type: 'loe', duration_days: 2, predecessors: ['B SS', 'C FF'] },
    ]
    const { data } = reply(t, tasks, { status_date: '2025-01-09' })
    t.strictSame([data.project_duration_days, data.progress_override_finish], [17, 14])
    const [summary, done, , , , loe] = data.tasks
    t.strictSame(Object.values(summary).slice(1), [...Array(11).fill(null), false, false, null, []])
    t.strictSame(
      [done.late_start, done.total_float_days, done.free_float_days, done.is_critical],
      [null, null, null, false],
    )
    t.strictSame([loe.early_start, loe.early_finish, loe.total_float_days], [6, 14, 0])
    t.strictSame([loe.early_start_date, loe.early_finish_date], ['2025-01-07', '2025-01-14'])
  },
)

t.test('the finding of progress out of sequence names the links, how long they hold, and what that costs', async t => {
  const tasks = [
    { id: 'A', name: 'Excavate', duration_days: 10, actual_start: '2026-01-05', percent_complete: 50 },
    { id: 'B', duration_days: 2, predecessors: ['A'], actual_start: '2026-01-07', actual_finish: '2026-01-08' },
    { id: 'C', duration_days: 5, predecessors: ['B'] },
  ]
  const found = finding(reply(t, tasks, { status_date: '2026-01-12', calendar: 'working_days' }), 'CPM_OUT_OF_SEQUENCE')
  t.strictSame([found?.task_ids, found?.count], [['B'], 1])
  t.strictSame(found?.evidence, {
    links: [{ predecessor: 'A', successor: 'B', type: 'FS', lag_days: 0, waits_days: 5, waits_until: '2026-01-19' }],
    project_finish_moves_days: 5,
  })
  t.match(
    found?.description,
    'for A Excavate before B: 5 working days from the data date. Under progress override the project would finish 5 working days earlier.',
  )
  const { data } = reply(t, tasks, { status_date: '2026-01-12', calendar: 'working_days' })
  t.strictSame([data.project_duration_days, data.progress_override_finish], [15, 10])
  t.strictSame(data.tasks[2].driven_by, ['B'])
  t.strictSame(data.tasks[1].driven_by, ['A'])
  const last = reply(t, tasks.slice(0, 2), { status_date: '2026-01-12', calendar: 'working_days' })
  t.notOk(finding(last, 'CPM_OUT_OF_SEQUENCE'), 'nothing waits behind B')
  const done = { percent_complete: 100, actual_finish: '2026-01-06' }
  const inOrder = tasks.map(task => (task.id === 'A' ? { ...task, ...done } : task))
  t.notOk(finding(reply(t, inOrder, { status_date: '2026-01-12' }), 'CPM_OUT_OF_SEQUENCE'))
})

t.test('a link that reported dates contradict does not hide the one that sets the start', async t => {
  // A is reported to start after the data date, so the dates do not keep A SS C
  const tasks = [
    { id: 'A', duration_days: 3, actual_start: '2026-01-14', actual_finish: '2026-01-16' },
    { id: 'B', duration_days: 6, actual_start: '2026-01-08', remaining_duration_days: 2 },
    {
      id: 'C',
      duration_days: 8,
      actual_start: '2026-01-08',
      remaining_duration_days: 7,
      predecessors: [
        { task_id: 'A', type: 'SS' },
        { task_id: 'B', lag_days: -1 },
      ],
    },
  ]
  const { data } = reply(t, tasks, { status_date: '2026-01-10', calendar: 'calendar_days' })
  t.equal(data.tasks[2].driver, 'link')
  t.ok(data.tasks[2].driven_by.includes('B'))
})

t.test('each task says what sets its dates, and constraints with their type, date and days held', async t => {
  const days = { duration_days: 2 }
  const tasks = [
    { id: 'first', ...days, planned_start: '2026-01-05' },
    { id: 'linked', ...days, predecessors: ['first'] },
    { id: 'held', ...days, predecessors: ['first'], constraint_type: 'SNET', constraint_date: '2026-01-12' },
    { id: 'idle', ...days, predecessors: ['first'], constraint_type: 'SNET', constraint_date: '2026-01-06' },
    { id: 'pinned', ...days, predecessors: ['linked'], constraint_type: 'MSO', constraint_date: '2026-01-07' },
    { id: 'late', ...days, predecessors: ['first'], constraint_type: 'ALAP' },
    { id: 'last', ...days, predecessors: ['held', 'late'] },
    { id: 'group', task_type: 'summary' },
  ]
  const driverOf = ({ data }: Plain) => Object.fromEntries(data.tasks.map(({ id, driver }: Plain) => [id, driver]))
  const plan = reply(t, tasks, { calendar: 'calendar_days' })
  t.strictSame(driverOf(plan), {
    first: 'project_start',
    linked: 'link',
    held: 'constraint',
    idle: 'link',
    pinned: 'constraint',
    late: 'constraint',
    last: 'link',
    group: null,
  })
  t.strictSame(plan.data.driving_constraints, [
    { id: 'held', constraint_type: 'SNET', constraint_date: '2026-01-12', held_days: 5 },
    { id: 'pinned', constraint_type: 'MSO', constraint_date: '2026-01-07', held_days: -2 },
    { id: 'late', constraint_type: 'ALAP', constraint_date: null, held_days: 5 },
  ])
  t.strictSame(plan.data.tasks[2].driven_by, [], 'a link that waits for the constraint drives nothing')
  const begun = [{ ...tasks[0]!, actual_start: '2026-01-05', actual_finish: '2026-01-06' }, ...tasks.slice(1)]
  const update = driverOf(reply(t, begun, { calendar: 'calendar_days', status_date: '2026-01-08' }))
  t.match(update, { first: null, linked: 'data_date', held: 'constraint', idle: 'data_date', pinned: 'data_date' })
})

t.test('numbers beyond reason give finite offsets and no dates that nobody could print', async t => {
  const far = { duration_days: Number.MAX_VALUE, predecessors: ['A'] }
  const { data } = reply(t, [
    { id: 'A', duration_days: Number.MAX_VALUE, planned_start: '2025-01-01' },
    { id: 'B', ...far },
    { id: 'C', duration_days: 1, predecessors: [{ task_id: 'A', type: 'SF', lag_days: -Number.MAX_VALUE }] },
    {
      id: 'L',
      task_type: 'loe',
      duration_days: 1,
      predecessors: [{ task_id: 'A', type: 'SS', lag_days: Number.MAX_VALUE }],
    },
  ])
  t.equal(data.project_duration_days, 2e9)
  t.equal(data.project_finish_date, null)
  t.strictSame([data.tasks[1].early_start_date, data.tasks[1].early_finish_date], [null, null])
  t.equal(data.tasks[0].early_start_date, '2025-01-01')
  t.equal(data.tasks[3].early_start, 1e9)
})

t.test(
  'what findings say of a milestone that ends the project is the day that its task and the project print',
  async t => {
    const plain = reply(
      t,
      [
        { id: 'A', duration_days: 3, planned_start: '2026-01-05' },
        {
          id: 'M',
          task_type: 'milestone',
          duration_days: 0,
          predecessors: ['A'],
          constraint_type: 'SNET',
          constraint_date: '2026-01-20',
          forecast_finish: '2026-01-05',
        },
      ],
      { calendar: 'working_days', must_finish_by: '2026-01-09' },
    )
    const { project_finish_date, tasks } = plain.data
    t.strictSame([project_finish_date, tasks[1].early_finish_date], ['2026-01-20', '2026-01-20'])
    t.match(finding(plain, 'CPM_MUST_FINISH_BY'), {
      description: /2026-01-09 to 2026-01-20, with M/,
      evidence: { project_finish_date },
    })
    t.match(finding(plain, 'CPM_DIFFERS_FROM_SUPPLIED'), {
      description: /last finish is 2026-01-05 as supplied and 2026-01-20 as computed, .* 2026-01-20 as computed/,
      evidence: { last_finish: { computed: '2026-01-20', days: 11 } },
    })
  },
)

t.test('progress without its actual dates, and a parent that is no summary, are told', async t => {
  const chain = (a: Partial<TaskObject>, b: Partial<TaskObject> = {}): Plain =>
    reply(
      t,
      [
        { duration_days: 4, ...a, id: 'A' },
        { duration_days: 2, predecessors: ['A'], ...b, id: 'B' },
      ],
      { status_date: '2026-03-16' },
    )
  const dated = { actual_start: '2026-03-02', actual_finish: '2026-03-05' }
  t.notOk(finding(chain({ ...dated, percent_complete: 100 }), 'V107'))
  for (const told of [{ percent_complete: 100 }, { percent_complete: 30 }, { actual_finish: '2026-03-05' }]) {
    const found = finding(chain(told), 'V107')
    t.same(found?.task_ids, ['A'], JSON.stringify(told))
    t.match(found?.description, /taken from the duration, at the latest the status date/)
  }
  t.notOk(finding(chain({}), 'V115'))
  t.same(finding(chain({}, { parent_id: 'A' }), 'V115')?.task_ids, ['A'], 'the work of A counts beside that of B')
})
