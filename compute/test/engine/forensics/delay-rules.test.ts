/** The rules of delay analysis where they decide: controlling links, ties, half-steps, what is concurrent with what. */
import t, { type Test } from 'tap'
import { DelayAnalysisData } from '../../../../shared/contract/analysis/delay-analysis/data.ts'
import { delayAnalyser } from '../../../engine/analysis/delay-analysis/analyser.ts'
import { analyse, type Plain } from '../../helpers/analyse.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import { begun, date, done } from './delay-dates.ts'

const START = { planned_start: date(0) }
const OWNER = { delay_category: 'owner' }
const CONTRACTOR = { delay_category: 'contractor' }
const task = (id: string, duration_days: number, predecessors: unknown[] = [], more: object = {}): TaskObject =>
  ({ id, duration_days, predecessors, ...more }) as TaskObject

const reply = (t: Test, baseline: TaskObject[], at: number, tasks: TaskObject[], options = {}, more = {}): Plain =>
  analyse(t, delayAnalyser, DelayAnalysisData, {
    baseline_schedule: { baseline_date: date(0), tasks: baseline },
    current_schedule: { status_date: date(at), tasks },
    calendar: 'calendar_days',
    options,
    ...more,
  })
const windowOf = (t: Test, baseline: TaskObject[], at: number, tasks: TaskObject[], options = {}): Plain =>
  reply(t, baseline, at, tasks, options).data.windows[0]

t.test('controlling: work that neither links nor the data date hold ends the path', async t => {
  const pin = { constraint_type: 'MSO', constraint_date: date(30) }
  const tasks = (a: object) => [task('A', 8, [], { ...START, ...a }), task('S', 5, ['A'], pin)]
  t.strictSame(windowOf(t, tasks({}), 12, tasks(done(0, 8))).controlling_path, ['S'])
})

t.test('of tasks that end last a milestone is taken, else the last in the input', async t => {
  const ends = (kinds: string[]) =>
    kinds.map((task_type, i) => task(`E${i}`, task_type === 'task' ? 5 : 0, ['A'], { task_type }))
  const path = (...kinds: string[]) => {
    const tasks = [task('A', 8, [], START), task('B', 5, ['A']), ...ends(kinds)]
    return windowOf(t, tasks, 0, tasks).controlling_path.at(-1)
  }
  t.equal(path('task', 'task'), 'E1')
  const tasks = [task('A', 8, [], START), task('M', 0, ['A'], { task_type: 'milestone' }), task('Z', 8)]
  t.equal(windowOf(t, tasks, 0, tasks).controlling_path.at(-1), 'M')
})

t.test('half-step: constraints act by the new state, lags by what has passed of them', async t => {
  const held = (a: object) => [
    task('A', 5, [], { ...START, constraint_type: 'SNET', constraint_date: date(20), ...a }),
    task('B', 5, ['A']),
  ]
  const early = windowOf(t, held({}), 6, held(begun(4, 50)))
  t.match(early, { half_step_finish: 13.5, progress_delay_days: -16.5, revision_delay_days: 0 })
  const lagged = (a: object) => [task('A', 20, [], { ...START, ...a }), task('B', 5, ['A SS+10 d'])]
  t.match(windowOf(t, lagged({}), 5, lagged(begun(0, 25)), { project_finish_id: 'B' }), {
    half_step_finish: 15,
    delay_days: 0,
  })
})

t.test(
  'half-step: work begun before the planned first start lowers the floor; the earliest start is the anchor',
  async t => {
    const tasks = (a: object) => [task('A', 10, [], { planned_start: date(10), ...a }), task('B', 10, ['A'])]
    const { data } = reply(t, tasks({}), 6, tasks(begun(4, 50)))
    t.equal(data.anchor_date, date(4))
    t.match(data.windows[0], { half_step_finish: 17, progress_delay_days: -9, revision_delay_days: 0 })
  },
)

t.test('revisions are reckoned with the remaining work of the later schedule', async t => {
  const plan = [task('A', 10, [], START), task('B', 10, ['A'])]
  const now = [task('A', 10, [], { ...START, ...begun(0, 50) }), task('B', 10, ['A FS+3 d'])]
  t.match(windowOf(t, plan, 5, now), { half_step_finish: 20, revision: { logic_days: 3, duration_days: 0 } })
})

t.test('a task that becomes a summary leaves the network, a deleted one keeps its category', async t => {
  const plan = [task('A', 10, [], START), task('B', 10, ['A'])]
  const now = [task('A', 10, [], { ...START, task_type: 'summary' }), task('B', 10, ['A'])]
  t.match(windowOf(t, plan, 0, now), { progress_delay_days: 0, revision: { scope_days: -10 } })
  const owned = [task('A', 10, [], { ...START, ...OWNER }), task('B', 10, ['A'])]
  const gone = windowOf(t, owned, 4, [task('B', 10)])
  t.match(gone, { progress_delay_days: 4, by_category: { owner: 4 }, revision: { scope_days: -10 } })
})

t.test('project_finish_id: the reported finish of a complete task; summaries are refused', async t => {
  const tasks = (m: object) => [task('A', 10, [], START), task('M', 5, [], { ...START, ...m })]
  t.equal(
    reply(t, tasks({}), 6, [...tasks(done(0, 8)), task('N', 1, ['A'])], { project_finish_id: 'M' }).code,
    undefined,
  )
  const linked = (m: object) => [...tasks(m), task('N', 1, ['A'])]
  t.equal(reply(t, linked({}), 6, linked(done(0, 8)), { project_finish_id: 'M' }).data.total_delay_days, 3)
  const summed = (m: object) => [...linked(m), task('W', 1, [], { task_type: 'summary' })]
  t.equal(reply(t, summed({}), 6, summed({}), { project_finish_id: 'W' }).code, 'validation')
})

t.test('dates: a baseline may have baseline dates alone, one task needs no link, one task may be followed', async t => {
  const dated = (name: string, a: number, b: number) => [
    { id: 'A', [`${name}_finish`]: date(a) },
    { id: 'B', [`${name}_finish`]: date(b) },
  ]
  t.equal(reply(t, dated('baseline', 8, 9), 5, dated('planned', 11, 12)).data.total_delay_days, 3)
  t.equal(
    reply(t, dated('planned', 8, 9), 5, dated('planned', 10, 12), { project_finish_id: 'A' }).data.total_delay_days,
    2,
  )
  t.match(reply(t, [task('A', 5, [], START)], 2, [task('A', 5, [], START)]).data, {
    mode: 'network',
    total_delay_days: 2,
  })
})

t.test(
  'the calendar is inferred from the current schedule; snapshots that are replaced may hold no cycle either',
  async t => {
    // 10 days from Monday 2025-01-06: by calendar until the 15th, by working days until the 17th
    const tasks = (finish: string) => [
      task('A', 10, [], { planned_start: '2025-01-06', planned_finish: finish }),
      task('B', 1, ['A']),
    ]
    const { data } = reply(t, tasks('2025-01-15'), 0, tasks('2025-01-17'), {}, { calendar: 'auto' })
    t.equal(data.calendar.mode, 'working_days')
    const cyclic = [task('A', 1, ['A'])]
    const history = { schedule_history: [{ snapshot_date: date(0), tasks: cyclic }] }
    t.equal(reply(t, tasks('2025-01-15'), 0, tasks('2025-01-17'), {}, history).code, 'dependency_cycle')
  },
)

t.test('slips beside the path stand largest first', async t => {
  const tasks = (a: object, b: object) => [
    task('M', 50, [], START),
    task('A', 5, [], { ...START, ...a }),
    task('B', 5, [], { ...START, ...b }),
    task('E', 1, ['M', 'A', 'B']),
  ]
  const { float_consumption } = windowOf(t, tasks({}, {}), 12, tasks(done(0, 7), done(0, 9)))
  t.strictSame(
    float_consumption.map((row: Plain) => [row.id, row.slip_days]),
    [
      ['B', 4],
      ['A', 2],
    ],
  )
})

t.test('pacing is behind the first critical delay, whose own slip counts, not what was brought', async t => {
  const tasks = (o1: object, o2: object, l: object, k: object) => [
    task('O1', 10, [], { ...START, ...OWNER, ...o1 }),
    task('O2', 10, ['O1'], { ...OWNER, ...o2 }),
    task('L', 15, [], { ...START, ...l }),
    task('K', 3, ['L'], { ...CONTRACTOR, ...k }),
    task('E', 5, ['O2', 'K']),
  ]
  const window = windowOf(t, tasks({}, {}, {}, {}), 24, tasks(done(0, 12), done(12, 24), done(0, 15), done(15, 20)))
  t.match(window.possible_pacing, [{ id: 'K', slip_days: 2, behind_task_id: 'O1' }])
})

/** Tasks with their planned duration and what was built; the last one is unstarted. */
type Built = readonly [
  id: string,
  planned: number,
  predecessors: string[],
  category: object,
  span: readonly [number, number] | undefined,
]
const concurrent = (t: Test, at: number, built: readonly Built[], options: object = {}): number => {
  const plan = built.map(([id, days, predecessors]) => task(id, days, predecessors, START))
  const now = built.map(([id, days, predecessors, category, span]) =>
    task(id, days, predecessors, { ...START, ...category, ...(span === undefined ? {} : done(...span)) }),
  )
  return windowOf(t, plan, at, now, options).concurrent_days
}

t.test('concurrency: no more than the net days of a party on the path, and each day once', async t => {
  const net: Built[] = [
    ['K1', 10, [], CONTRACTOR, [0, 16]],
    ['K2', 10, ['K1'], CONTRACTOR, [16, 22]],
    ['O', 16, [], OWNER, [0, 22]],
    ['E', 5, ['O', 'K2'], {}, undefined],
  ]
  const order = [net[2]!, net[0]!, net[1]!, net[3]!]
  t.ok(concurrent(t, 22, net) <= 2, 'the contractor lost 2 days in all')
  t.ok(concurrent(t, 22, order) <= 2)
  const twice: Built[] = [
    ['K', 10, [], CONTRACTOR, [0, 12]],
    ['O1', 10, [], OWNER, [0, 12]],
    ['O2', 10, [], OWNER, [0, 12]],
    ['E', 5, ['K', 'O1', 'O2'], {}, undefined],
  ]
  t.equal(concurrent(t, 12, twice), 2)
})

t.test('concurrency: a day of either party is paired once, though several paths run beside', async t => {
  const besideFirst: Built[] = [
    ['K1', 10, [], CONTRACTOR, [0, 12]],
    ['O1', 10, [], OWNER, [0, 12]],
    ['O2', 10, [], OWNER, [0, 12]],
    ['K2', 10, ['K1', 'O1', 'O2'], CONTRACTOR, [12, 24]],
    ['E', 5, ['K2'], {}, undefined],
  ]
  t.equal(concurrent(t, 24, besideFirst), 2)
  const forked: Built[] = [
    ['K', 20, [], CONTRACTOR, [0, 24]],
    ['O', 10, [], OWNER, [0, 12]],
    ['P', 10, ['O'], {}, [12, 24]],
    ['Q', 10, ['O'], {}, [12, 24]],
    ['E', 5, ['K', 'P', 'Q'], {}, undefined],
  ]
  t.equal(concurrent(t, 24, forked), 2)
})

t.test('concurrency: only with the part of the path that runs beside', async t => {
  const afterJoin: Built[] = [
    ['N', 10, [], {}, [0, 12]],
    ['O', 10, [], OWNER, [0, 12]],
    ['J', 2, ['N', 'O'], {}, [12, 14]],
    ['K', 10, ['J'], CONTRACTOR, [14, 27]],
    ['E', 5, ['K'], {}, undefined],
  ]
  t.equal(concurrent(t, 27, afterJoin), 0)
  const beforeFork: Built[] = [
    ['K', 10, [], CONTRACTOR, [0, 13]],
    ['N', 10, ['K'], {}, [13, 25]],
    ['O', 10, ['K'], OWNER, [13, 25]],
    ['E', 5, ['N', 'O'], {}, undefined],
  ]
  t.equal(concurrent(t, 25, beforeFork), 0)
})

t.test('concurrency: the slack of a path adds up over its joins', async t => {
  const built: Built[] = [
    ['K', 20, [], CONTRACTOR, [0, 22]],
    ['W', 10, [], {}, [0, 10]],
    ['O', 5, [], OWNER, [0, 7]],
    ['X', 9, ['W', 'O'], {}, [10, 19]],
    ['E', 5, ['K', 'X'], {}, undefined],
  ]
  t.equal(concurrent(t, 22, built, { near_critical_threshold: 4 }), 0)
  // 2 of 22 days are lost by K evenly, while O is late on the first 7
  t.equal(concurrent(t, 22, built, { near_critical_threshold: 6 }), 0.636364)
})

t.test('concurrency: other ends count for the project finish, and near ones as far as the threshold says', async t => {
  const open: Built[] = [
    ['K', 10, [], CONTRACTOR, [0, 12]],
    ['O', 10, [], OWNER, [0, 12]],
    ['E', 5, ['K'], {}, undefined],
    ['F', 5, ['O'], {}, undefined],
  ]
  t.equal(concurrent(t, 12, open), 2)
  t.equal(concurrent(t, 12, open, { project_finish_id: 'E' }), 0)
  t.equal(concurrent(t, 12, open.slice(0, 3)), 0)
  t.equal(concurrent(t, 12, open.slice(0, 3), { near_critical_threshold: 50 }), 2)
})
