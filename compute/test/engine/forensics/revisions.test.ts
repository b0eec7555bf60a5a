/** What revisions did to the finish, class by class on small schedules, and whose their days are. */
import t, { type Test } from 'tap'
import { DelayAnalysisData } from '../../../../shared/contract/analysis/delay-analysis/data.ts'
import { delayAnalyser } from '../../../engine/analysis/delay-analysis/analyser.ts'
import { analyse, type Plain } from '../../helpers/analyse.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import { between, pick, random, shuffled } from '../../helpers/random.ts'
import { begun, date, done } from './delay-dates.ts'
import { task } from './delay-series.ts'

const RUNS = Number(process.env.REVISION_RUNS ?? 60)
const SEED = Number(process.env.REVISION_SEED ?? 36)
const START = { planned_start: date(0) }
const OWNER = { delay_category: 'owner' }
const CONTRACTOR = { delay_category: 'contractor' }
/** Offset 0 of date() is a Wednesday; this is the Monday after. */
const MONDAY = 5

interface Schedule {
  readonly tasks: readonly TaskObject[]
  readonly [member: string]: unknown
}

function windowOf(
  t: Test,
  before: Schedule,
  at: number,
  after: Schedule,
  options: object = {},
  earlier?: number,
): Plain {
  const history = earlier === undefined ? undefined : [{ snapshot_date: date(earlier), ...before }]
  const body = {
    ...(history === undefined
      ? { baseline_schedule: { baseline_date: date(0), ...before } }
      : { schedule_history: history }),
    current_schedule: { status_date: date(at), ...after },
    ...(before.calendars === undefined ? { calendar: 'calendar_days' } : {}),
    options,
  }
  return analyse(t, delayAnalyser, DelayAnalysisData, body).data.windows[0]
}

const plan = (a: object = {}, b: object = {}, lag = ''): Schedule => ({
  tasks: [task('A', 10, [], { ...START, ...a }), task('B', 10, [`A${lag}`], b)],
})
/** Id, days, delay category. */
type Added = readonly [id: string, days: number, more: object]
const rows = (window: Plain): unknown[] =>
  window.revisions.map((row: Plain) => [row.change, row.id, row.from, row.to, row.days, row.party])

t.test('remaining work that no progress explains is a revision', async t => {
  const raised = (more: object) => windowOf(t, plan(), 5, plan({ ...begun(0, 50), ...more }))
  t.match(raised({}), { progress_delay_days: 0, revision_delay_days: 0, revision_count: 0 })
  t.match(raised({ remaining_duration_days: 14 }), { progress_delay_days: 0, revision: { duration_days: 9 } })
  const slow = raised({ remaining_duration_days: 9 })
  t.match(slow, { progress_delay_days: 4, revision: { duration_days: 0 } }, 'no more than was left: slow work')
  t.match(
    raised({ remaining_duration_days: 3 }),
    { progress_delay_days: -2, revision: { duration_days: 0 } },
    'less is progress',
  )
  const twice = raised({ duration_days: 20 })
  t.match(twice, { progress_delay_days: 0, revision: { duration_days: 5 } }, 'half of either duration was done')
  t.strictSame(rows(twice), [['remaining_duration', 'A', '5 d', '10 d', 5, null]])
  const bare = { actual_start: date(0) }
  const noPercent = windowOf(t, plan(), 5, plan({ ...bare, remaining_duration_days: 14 }))
  t.match(
    noPercent,
    { progress_delay_days: 5, revision: { duration_days: 4 } },
    'without percent nothing says that work was done',
  )
  const grown = windowOf(t, plan(), 5, plan({ ...bare, duration_days: 20, remaining_duration_days: 10 }))
  t.match(
    grown,
    { progress_delay_days: 0, revision: { duration_days: 5 } },
    'the rest of a duration that grew says its share',
  )
  const physical = windowOf(
    t,
    plan(),
    5,
    plan({ ...begun(0, 80), physical_percent_complete: 80, remaining_duration_days: 7 }),
  )
  t.match(
    physical,
    { progress_delay_days: 2, revision: { duration_days: 0 } },
    'a physical percent is no share of the duration',
  )
})

t.test('between two updates no more is left by progress than was left', async t => {
  const half = plan(begun(0, 50))
  const idle = windowOf(t, half, 12, plan({ ...begun(0, 50), remaining_duration_days: 10 }), {}, 5)
  t.match(idle, { progress_delay_days: 7, revision: { duration_days: 5 } })
  const lowered = windowOf(t, half, 12, plan(begun(0, 20)), {}, 5)
  t.match(lowered, { progress_delay_days: 7, revision: { duration_days: 3 } }, 'a percent that fell brings work')
  const reopened = windowOf(t, plan(done(0, 10)), 12, plan({ ...begun(0, 80) }), {}, 10)
  t.match(reopened, { progress_delay_days: 2, revision: { duration_days: 2 }, retroactive_change_ids: ['A'] })
})

t.test('an added task takes the link it replaced along, a deleted one the link in its place', async t => {
  const chain = { tasks: [task('A', 10, [], START), task('N', 7, ['A'], OWNER), task('B', 10, ['N'])] }
  const added = windowOf(t, plan(), 0, chain)
  t.strictSame(
    added.revision_steps.map((row: Plain) => [row.step, row.days, row.min_days, row.max_days]),
    [['scope', 7, 7, 7]],
  )
  t.strictSame(rows(added), [['tasks_added', 'N', null, '7 d', 7, 'owner']])
  const deleted = windowOf(t, chain, 0, plan())
  t.strictSame(
    deleted.revision_steps.map((row: Plain) => [row.step, row.days, row.min_days, row.max_days]),
    [['scope', -7, -7, -7]],
  )
  t.strictSame(rows(deleted), [['tasks_deleted', 'N', '7 d', null, -7, 'owner']])
})

t.test(
  'a link that both schedules have beside it keeps no other from going along with the tasks it bridges',
  async t => {
    const both = (links: TaskObject['predecessors'], between: TaskObject[] = []): Schedule => ({
      tasks: [task('A', 10, [], START), ...between, task('B', 10, [], { predecessors: links })],
    })
    const ends: TaskObject['predecessors'] = [{ task_id: 'A', type: 'FF', lag_days: 1 }]
    const chain = both([...ends, { task_id: 'N' }], [task('N', 7, ['A'])])
    const whole = both([...ends, { task_id: 'A' }])
    t.match(windowOf(t, chain, 0, whole).revision_steps, [{ step: 'scope', days: -7, min_days: -7, max_days: -7 }])
    t.match(windowOf(t, whole, 0, chain).revision_steps, [{ step: 'scope', days: 7, min_days: 7, max_days: 7 }])
    const retyped = windowOf(
      t,
      both([{ task_id: 'A', type: 'SS' }, { task_id: 'N' }], [task('N', 7, ['A'])]),
      0,
      both(['A']),
    )
    t.match(
      retyped.revision_steps,
      [{ step: 'scope' }, { step: 'logic' }],
      'a link of another type is a change by itself',
    )
  },
)

t.test(
  'added tasks in a row are one change, and its days are those of their categories by the work of each',
  async t => {
    const chain = {
      tasks: [
        task('A', 10, [], START),
        task('N', 6, ['A'], OWNER),
        task('O', 2, ['N'], CONTRACTOR),
        task('B', 10, ['O']),
      ],
    }
    const window = windowOf(t, plan(), 0, chain)
    t.strictSame(rows(window), [['tasks_added', 'N', null, '8 d', 8, null]])
    t.match(window.revisions[0], { task_count: 2, alone_days: 8, delay_category: null })
  },
)

t.test('links: of another lag, added and deleted, with the category of the successor', async t => {
  t.strictSame(rows(windowOf(t, plan(), 0, plan({}, OWNER, ' FS+3 d'))), [
    ['link_changed', 'B', 'FS', 'FS+3 d', 3, 'owner'],
  ])
  const three = (links: string[]): Schedule => ({
    tasks: [task('A', 10, [], START), task('B', 12, links), task('X', 1, ['A'])],
  })
  t.strictSame(rows(windowOf(t, three([]), 0, three(['A']))), [['link_added', 'B', null, 'FS', 10, null]])
  t.strictSame(rows(windowOf(t, three(['A']), 0, three([]))), [['link_deleted', 'B', 'FS', null, -10, null]])
})

t.test('a revision is told in calendar days, too', async t => {
  const of = (days: number) => [task('A', days, [], { planned_start: date(MONDAY) }), task('B', 1, ['A'])]
  const body = {
    baseline_schedule: { baseline_date: date(0), tasks: of(3) },
    current_schedule: { status_date: date(MONDAY), tasks: of(8) },
    calendar: 'working_days',
  }
  const { data } = analyse(t, delayAnalyser, DelayAnalysisData, body)
  t.match(data, { revision: { duration_days: 5 }, revision_calendar_days: { duration_days: 7 } })
  t.match(data.windows[0].revision_steps, [{ step: 'duration', days: 5, calendar_days: 7 }])
})

t.test('constraints and durations of work that has not begun', async t => {
  const pin = { constraint_type: 'SNET', constraint_date: date(15) }
  t.strictSame(rows(windowOf(t, plan(), 0, plan({}, pin))), [['constraint', 'B', null, `SNET ${date(15)}`, 5, null]])
  t.strictSame(rows(windowOf(t, plan(), 0, plan({}, { duration_days: 14, ...CONTRACTOR }))), [
    ['duration', 'B', '10 d', '14 d', 4, 'contractor'],
  ])
})

const WEEK = (days: number, shift = ['08:00', '16:00']) =>
  Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
      .slice(0, days)
      .map(name => [name, [shift]]),
  )
const clocked = (calendars: object[], tasks: TaskObject[], more: object = {}): Schedule => ({
  calendars,
  tasks,
  ...more,
})
const MON = { planned_start: `${date(MONDAY)}T08:00` }
/** Two tasks of ten days, from Monday on: Friday of the fourth week at five days a week. */
const pair = (a: object = {}, b: object = {}): TaskObject[] => [
  task('A', 10, [], { ...MON, ...a }),
  task('B', 10, ['A'], b),
]

t.test('calendars: edited, given to a task, of the project', async t => {
  const five = { id: 'c', work_week: WEEK(5) }
  const six = { id: 'six', work_week: WEEK(6) }
  const at = MONDAY
  const edited = windowOf(t, clocked([five], pair()), at, clocked([{ id: 'c', work_week: WEEK(6) }], pair()))
  // 20 days of six a week end on the Tuesday of the fourth
  t.match(edited, { revision: { calendar_days: -3, logic_days: 0, duration_days: 0, other_days: 0 } })
  t.match(edited.revisions, [{ change: 'calendar_edited', subject: 'c', task_count: 2, days: -3, id: null }])
  const cells = ({ revisions }: Plain) => revisions.map(({ from, to }: Plain) => [from, to])
  t.strictSame(cells(edited), [['Mon-Fri 08:00-16:00; Sat, Sun day off', 'Mon-Sat 08:00-16:00; Sun day off']])
  const off = { id: 'c', work_week: WEEK(5), exceptions: [{ date: date(MONDAY + 4), shifts: [] }] }
  t.match(
    windowOf(t, clocked([five], pair()), at, clocked([off], pair())).revision,
    { calendar_days: 3 },
    'a Friday off: Monday',
  )
  const days = (...list: number[]): string => list.map(day => date(MONDAY + day)).join(', ')
  const told = (was: object, is: object) => cells(windowOf(t, clocked([was], pair()), at, clocked([is], pair())))
  const one = `${days(4)} (1 calendar day)`
  t.strictSame(told(five, off), [[`work on ${one}`, `days off on ${one}`]])
  t.strictSame(told(off, five), [[`days off on ${one}`, `work on ${one}`]])
  const short = { ...five, exceptions: [{ date: date(MONDAY + 4), shifts: [['08:00', '12:00']] }] }
  t.strictSame(told(five, short), [[`as in the week: ${one}`, `08:00-12:00: ${one}`]])
  const many = Array.from({ length: 9 }, (_, n) => ({ date: date(MONDAY + 2 * n + (n > 1 ? 3 : 0)), shifts: [] }))
  t.ok(told(five, { ...five, exceptions: many })[0][1].length < 200, 'bounded')
  // B can begin on the Saturday
  const assigned = windowOf(
    t,
    clocked([five, six], pair()),
    at,
    clocked([five, six], pair({}, { calendar_id: 'six', ...OWNER })),
  )
  t.strictSame(rows(assigned), [['calendar_of_task', 'B', 'c', 'six', -2, 'owner']])
  const project = windowOf(
    t,
    clocked([five, six], pair()),
    at,
    clocked([five, six], pair(), { default_calendar_id: 'six' }),
  )
  t.strictSame(rows(project), [['calendar_of_project', null, 'c', 'six', -3, null]])
  const renamed = windowOf(t, clocked([five], pair()), at, clocked([{ id: 'other', work_week: WEEK(5) }], pair()))
  t.match(renamed, { revision_count: 0, revision_steps: [] }, 'the same time by another name is no change')
})

t.test('as many hours in a calendar of longer days are the same work', async t => {
  const eight = { id: 'c', work_week: WEEK(5), hours_per_day: 8 }
  const ten = { id: 'c', work_week: WEEK(5, ['08:00', '18:00']), hours_per_day: 10 }
  const hours = (days: number): TaskObject[] => [task('A', days, [], MON), task('B', days, ['A'])]
  const same = windowOf(t, clocked([eight], hours(10)), MONDAY, clocked([ten], hours(8)))
  // 160 hours: 20 days of eight, 16 of ten
  t.match(same.revision, { calendar_days: -3.916667, duration_days: 0, other_days: 0 })
  const days = windowOf(t, clocked([eight], hours(10)), MONDAY, clocked([ten], hours(10)))
  t.match(days.revision, { duration_days: 0, other_days: 0 }, 'nor are as many days')
})

t.test('a duration that changed with its calendar is told in the days of each file', async t => {
  const eight = { id: 'c', work_week: WEEK(5), hours_per_day: 8 }
  const ten = { id: 'c', work_week: WEEK(5, ['08:00', '18:00']), hours_per_day: 10 }
  const durations = (window: Plain) =>
    rows(window).flatMap(row => ((row as string[])[0]!.includes('duration') ? [(row as string[]).slice(0, 4)] : []))
  const planned = windowOf(
    t,
    clocked([eight], pair({ duration_days: 2 })),
    MONDAY,
    clocked([ten], pair({ duration_days: 3 })),
  )
  t.strictSame(durations(planned), [['duration', 'A', '2 d of 8 h', '3 d of 10 h']])
  const begunAt = { ...MON, actual_start: `${date(MONDAY)}T08:00`, percent_complete: 0 }
  const left = (remaining_duration_days: number) => pair({ ...begunAt, remaining_duration_days })
  const begun = windowOf(t, clocked([eight], left(10)), MONDAY + 1, clocked([ten], left(12)), {}, MONDAY)
  t.strictSame(durations(begun), [['remaining_duration', 'A', '10 d of 8 h', '12 d of 10 h']])
})

t.test('scheduling options: progress override in place of retained logic', async t => {
  const calendars = [{ id: 'c', work_week: WEEK(7) }]
  const tasks = [task('A', 10, [], MON), task('B', 8, ['A'], begun(MONDAY, 50))]
  const window = windowOf(
    t,
    clocked(calendars, tasks),
    MONDAY + 2,
    clocked(calendars, tasks, { scheduling_options: { progress: 'progress_override' } }),
    {},
    MONDAY + 2 - 1,
  )
  t.match(window.revision_steps, [{ step: 'options', days: -4, min_days: -4, max_days: -4 }])
  t.strictSame(rows(window), [['option', null, 'retained_logic', 'progress_override', -4, null]])
  t.equal(window.revisions[0].subject, 'progress')
})

t.test('new tasks with the old links, or new links with the old tasks, form a cycle: one class', async t => {
  const before = { tasks: [task('A', 10, [], START), task('D', 3, ['A']), task('B', 5, ['D'])] }
  const after = { tasks: [task('A', 10, ['B'], START), task('B', 5, [])] }
  const window = windowOf(t, before, 0, after)
  t.match(window, { scope_with_logic: true, revision: { scope_days: 0, logic_days: -3, other_days: 0 } })
})

t.test('where no change moves the finish alone, by what would be lost without each', async t => {
  const two = (days: number): Schedule => ({
    tasks: [task('A', days, [], START), task('B', days, [], START), task('Z', 1, ['A', 'B'])],
  })
  const window = windowOf(t, two(10), 0, two(8))
  t.match(window.revision, { duration_days: -2 })
  t.strictSame(
    window.revisions.map((row: Plain) => [row.id, row.days, row.alone_days]),
    [
      ['A', -1, 0],
      ['B', -1, 0],
    ],
  )
})

t.test('many changes: those of the least float are tested, the others say that they were not', async t => {
  const chain = (longer: number): Schedule => ({
    tasks: [
      ...Array.from({ length: 5 }, (_, n) =>
        task(`C${n}`, 50 + longer, n === 0 ? [] : [`C${n - 1}`], n === 0 ? START : {}),
      ),
      ...Array.from({ length: 150 }, (_, n) => task(`S${n}`, 2 + longer, [], START)),
    ],
  })
  const window = windowOf(t, chain(0), 0, chain(1))
  t.match(window, { revision_count: 155, revisions_tested_count: 100, revision: { duration_days: 5 } })
  t.equal(window.revisions.length, 100)
  t.strictSame(
    window.revisions.filter((row: Plain) => row.days !== 0).map((row: Plain) => [row.id, row.days, row.alone_days]),
    Array.from({ length: 5 }, (_, n) => [`C${n}`, 1, 1]),
  )
})

t.test('an actual date that the later schedule reports otherwise is counted and named', async t => {
  const first = plan(done(0, 10))
  const second = plan(done(0, 12))
  t.match(windowOf(t, first, 14, second, {}, 12), { retroactive_change_count: 1, retroactive_change_ids: ['A'] })
  t.match(windowOf(t, first, 14, first, {}, 12), { retroactive_change_count: 0, retroactive_change_ids: [] })
})

t.test('what holds a task beside its links is told by name, before and after', async t => {
  const hours = [['08:00', '16:00']]
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
  const calendars = [{ id: 'all', hours_per_day: 8, work_week: Object.fromEntries(days.map(day => [day, hours])) }]
  const held = (a: object, rules: object = {}): Schedule => ({
    tasks: plan(a).tasks,
    calendars,
    scheduling_options: { rules: 'p6', use_expected_finish: true, ...rules },
  })
  const from = { constraint_type: 'FNLT', constraint_date: date(90) }
  const cases: [before: object, after: object, rules: object, from: string | null, to: string | null][] = [
    [{}, { expected_finish: date(14) }, {}, null, `expected finish ${date(14)}`],
    [{ external_early_start: date(3) }, {}, {}, `external early start ${date(3)}`, null],
    [
      from,
      { ...from, secondary_constraint_type: 'SNET', secondary_constraint_date: date(4) },
      {},
      null,
      `SNET ${date(4)}`,
    ],
    [
      {},
      { manually_scheduled: true, forecast_start: date(5), forecast_finish: date(14) },
      { rules: 'ms_project' },
      null,
      `by hand ${date(5)} ${date(14)}`,
    ],
  ]
  for (const [before, after, rules, was, is] of cases) {
    const { revisions } = windowOf(t, held(before, rules), 0, held(after, rules))
    t.match(revisions, [{ step: 'constraint', change: 'constraint', id: 'A', from: was, to: is }], String(is ?? was))
  }
})

t.test('a task that became level of effort is told as such, not as deleted', async t => {
  const to = (a: object) => windowOf(t, plan(), 0, plan(a))
  t.match(rows(to({ task_type: 'loe', ...OWNER })), [['task_type', 'A', 'task', 'loe', -10, 'owner']])
  const back = windowOf(t, plan({ task_type: 'loe' }), 0, plan(OWNER))
  t.match(rows(back), [['task_type', 'A', 'loe', 'task', 10, 'owner']])
  const gone = windowOf(t, plan(), 0, { tasks: [task('B', 10, [], START)] })
  t.match(rows(gone), [['tasks_deleted', 'A', '10 d', null, -10, null]])
})

t.test(
  'of works that are added side by side those have the days that hold the finish, and as long ones hold them together',
  async t => {
    const added = (...days: readonly Added[]): Schedule => ({
      tasks: [
        task('A', 10, [], { ...START, ...begun(0, 50) }),
        ...days.map(([id, length, more]) => task(id, length, ['A'], more)),
        task('Z', 5, ['A', ...days.map(([id]) => id)]),
      ],
    })
    const before = { tasks: [task('A', 10, [], START), task('Z', 5, ['A'])] }
    const analysed = (...days: readonly Added[]) =>
      analyse(t, delayAnalyser, DelayAnalysisData, {
        baseline_schedule: { baseline_date: date(0), ...before },
        ...{ current_schedule: { status_date: date(5), ...added(...days) }, calendar: 'calendar_days' },
      }).data
    const small = Array.from({ length: 5 }, (_, n) => [`C${n}`, 3, CONTRACTOR] as const satisfies Added)
    const alone = analysed(['W', 20, OWNER], ...small)
    t.match(rows(alone.windows[0]).slice(0, 2), [
      ['tasks_added', 'W', null, '20 d', 20, 'owner'],
      ['tasks_added', 'C0', null, '3 d', 0, 'contractor'],
    ])
    t.match(alone.entitlement, { excusable_compensable_days: 20, non_excusable_days: 0, concurrent_days: 0 })
    const equal = analysed(['W', 20, OWNER], ['C', 20, CONTRACTOR])
    t.match(
      equal.windows[0].revisions.map(({ id, days }: Plain) => [id, days]),
      [
        ['C', 10],
        ['W', 10],
      ],
    )
    t.match(equal.entitlement, { excusable_compensable_days: 0, non_excusable_days: 0, concurrent_days: 20 })
    const behind = added(['W', 20, OWNER], ['C', 19, CONTRACTOR])
    const serial = {
      tasks: behind.tasks
        .map(each => (each.id === 'Z' ? task('Z', 5, ['X']) : each))
        .concat(task('X', 5, ['W', 'C'], CONTRACTOR)),
    }
    const { entitlement } = analyse(t, delayAnalyser, DelayAnalysisData, {
      baseline_schedule: { baseline_date: date(0), ...before },
      ...{ current_schedule: { status_date: date(5), ...serial }, calendar: 'calendar_days' },
    }).data
    t.match(entitlement, { excusable_compensable_days: 20, non_excusable_days: 5 }, 'members of one group likewise')
  },
)

t.test(
  'no change has more days of its class than it can make; the rest is of those without which it would not be there',
  async t => {
    const before = {
      tasks: [task('X', 10, [], START), task('Y', 10, ['X']), task('W', 1, [], START), task('Z', 5, ['Y', 'W'])],
    }
    const after = {
      tasks: [
        task('X', 10, [], START),
        task('P', 5, ['X'], OWNER),
        task('Y', 10, ['P']),
        task('W', 1, ['Y'], START),
        task('Q', 7, ['W'], CONTRACTOR),
        task('Z', 5, ['Y', 'Q']),
      ],
    }
    const { data } = analyse(t, delayAnalyser, DelayAnalysisData, {
      baseline_schedule: { baseline_date: date(-1), ...before },
      ...{ current_schedule: { status_date: date(0), ...after }, calendar: 'calendar_days' },
    })
    t.strictSame(
      data.windows[0].revisions.map(({ id, days, rule }: Plain) => [id, days, rule]),
      [
        ['P', 5, 'alone'],
        ['W', 4.5, 'alone'],
        ['Q', 3.5, 'needed'],
      ],
    )
    t.match(data.entitlement, { excusable_compensable_days: 5, non_excusable_days: 3.5, unattributed_days: 4.5 })
  },
)

t.test(
  'law: works that are added in one group are whose they are, told by category or by one event each, by any name',
  async t => {
    const rnd = random(SEED)
    const earned = ({ entitlement }: Plain): number[] =>
      ['excusable_compensable_days', 'excusable_non_compensable_days', 'non_excusable_days', 'concurrent_days'].map(
        member => Math.round(entitlement[member] * 1e5) / 1e5,
      )
    let several = 0
    for (let n = 0; n < RUNS; n++) {
      const count = between(rnd, 2, 6)
      const works = Array.from({ length: count }, (_, k) => ({
        days: between(rnd, 1, 6),
        after: k === 0 ? [] : [...new Set([between(rnd, 0, k - 1), between(rnd, 0, k - 1)])],
        party: pick(rnd, ['owner', 'contractor', 'weather']),
      }))
      const float = pick(rnd, [0, 0, 3])
      const asked = (names: readonly string[], by: 'category' | 'events') => {
        const id = (k: number): string => names[k]!
        const group = works.map(({ days, after, party }, k) =>
          task(
            id(k),
            days,
            after.length === 0 ? ['A'] : after.map(id),
            by === 'category' ? { delay_category: party } : {},
          ),
        )
        const ends = works.flatMap((_, k) => (works.some(({ after }) => after.includes(k)) ? [] : [id(k)]))
        const plain = [task('A', 10, [], START), task('B', 10 + float, [], START)]
        const events = works.map(({ party }, k) => ({
          ...{ id: `E${k}`, started: date(-30), task_ids: [id(k)] },
          ...(party === 'weather' ? { party: 'neutral', category: 'weather' } : { party }),
        }))
        const { data } = analyse(t, delayAnalyser, DelayAnalysisData, {
          baseline_schedule: { baseline_date: date(0), tasks: [...plain, task('Z', 5, ['A', 'B'])] },
          current_schedule: {
            status_date: date(1),
            tasks: shuffled(rnd, [
              ...plain.map(each => ({ ...each, ...begun(0, 10) })),
              ...group,
              task('Z', 5, ['A', 'B', ...ends]),
            ]),
          },
          calendar: 'calendar_days',
          ...(by === 'events' ? { delay_events: events } : {}),
        })
        return data
      }
      const names = works.map((_, k) => `G${k}`)
      const expected = asked(names, 'category')
      several += earned(expected).filter(days => days > 0).length > 1 ? 1 : 0
      for (const other of [
        asked(shuffled(rnd, names), 'category'),
        asked(names, 'events'),
        asked(shuffled(rnd, names), 'events'),
      ])
        if (!t.strictSame(earned(other), earned(expected), `group ${n}`, { works })) return
    }
    t.ok(several > RUNS / 3, 'groups were met of which several parties hold days')
    const chain = (first: string, second: string) => {
      const { data } = analyse(t, delayAnalyser, DelayAnalysisData, {
        baseline_schedule: { baseline_date: date(0), tasks: [task('X', 10, [], START), task('Z', 5, ['X'])] },
        current_schedule: {
          status_date: date(1),
          tasks: [
            task('X', 10, [], { ...START, ...begun(0, 10) }),
            task(first, 4, ['X']),
            task(second, 6, [first]),
            task('Z', 5, [second]),
          ],
        },
        calendar: 'calendar_days',
        delay_events: [
          { id: 'EO', party: 'owner', started: date(0), task_ids: [first] },
          { id: 'EC', party: 'contractor', started: date(0), task_ids: [second] },
        ],
      })
      return data.event_days.events.map(({ id, held_days }: Plain) => [id, held_days])
    }
    const right = [
      ['EO', 4],
      ['EC', 6],
    ]
    t.strictSame(chain('G1', 'G2'), right)
    t.strictSame(chain('H2', 'A1'), right)
  },
)

t.test('an event with the days of a revision beyond its own is told', async t => {
  const before = { tasks: [task('A', 10, [], START), task('B', 10, ['A'])] }
  const after = { tasks: [task('A', 10, [], { ...START, ...begun(0, 50) }), task('B', 24, ['A'])] }
  const found = (ended: string): boolean =>
    analyse(t, delayAnalyser, DelayAnalysisData, {
      baseline_schedule: { baseline_date: date(0), ...before },
      ...{ current_schedule: { status_date: date(5), ...after }, calendar: 'calendar_days' },
      delay_events: [{ id: 'E', party: 'owner', started: date(2), ended, task_ids: ['B'] }],
    }).findings.some(
      ({ code, description }: Plain) => code === 'DELAY_EVENT_BEYOND_ITS_DAYS' && /E \(14 /.test(description),
    )
  t.ok(found(date(2)))
  t.notOk(found(date(20)))
})

t.test('an event that holds the days of its own over a weekend is beyond nothing, by the clock too', async t => {
  const week = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']
  const setting = {
    calendars: [{ id: 'C', work_week: Object.fromEntries(week.map(day => [day, [['08:00', '16:00']]])) }],
    default_calendar_id: 'C',
  }
  const weekday = (offset: number): number => new Date(date(offset)).getUTCDay()
  const monday = [0, 1, 2, 3, 4, 5, 6].find(offset => weekday(offset) === 1)!
  const friday = monday + 4
  const plan = [
    { id: 'A', duration_days: 5, planned_start: date(monday), delay_category: 'contractor' },
    { id: 'B', duration_days: 5, predecessors: ['A'] },
  ]
  const found = (left: number, duration = 5): string[] => {
    const began = { actual_start: date(monday), remaining_duration_days: left, duration_days: duration }
    const { findings } = analyse(t, delayAnalyser, DelayAnalysisData, {
      baseline_schedule: { ...setting, baseline_date: date(monday), tasks: plan },
      current_schedule: { ...setting, status_date: date(monday + 7), tasks: [{ ...plan[0], ...began }, plan[1]] },
      delay_events: [{ id: 'E', party: 'owner', started: date(friday), ended: date(friday), task_ids: ['A'] }],
    })
    return findings.flatMap(({ code, description }: Plain) =>
      code === 'DELAY_EVENT_BEYOND_ITS_DAYS' ? [description.match(/E \(.*\)/)[0]] : [],
    )
  }
  // an even pace: a day was lost in the week, and it carried the finish over a weekend
  t.same(found(1), [])
  // it has an end: on its day nothing was done
  t.same(found(8, 13), ['E (5.9 working days, 4.9 of them by revisions; it lasted 1 working day)'])
})

/** Seven days a week around the clock of a working day: whole days and calendars tell the same days. */
const EVERY_DAY = {
  calendars: [{ id: 'all', hours_per_day: 8, work_week: WEEK(7) }],
  default_calendar_id: 'all',
}

t.test(
  'law: revisions beside a path that is late hold at most what they are, by whole days as by calendars',
  async t => {
    const rnd = random(SEED)
    let later = 0
    for (let n = 0; n < RUNS; n++) {
      const [late, other] = shuffled(rnd, ['owner', 'contractor'])
      const lost = between(rnd, 1, 12)
      const left = pick(rnd, [0, 0, 1, between(rnd, 1, 6)])
      const at = 26 + lost - left
      const beside = between(rnd, 1, 4)
      const kind = pick(rnd, ['added', 'begun', 'loose', 'grown', 'none'])
      const days = pick(rnd, [0.5, 1, 2, 4, between(rnd, 8, 30)])
      const begun = Math.min(at - 1, between(rnd, at - 3, at - 1))
      const plan = [
        task('Q', beside, [], { ...START, delay_category: other }),
        task('A', 6, [], { ...START, delay_category: late }),
        task('B', 20, ['A'], { delay_category: late }),
        task('C', 4, ['B', 'Q'], { delay_category: late }),
      ]
      const isOver = kind !== 'grown'
      const W = task('W', days, kind === 'loose' ? [] : ['Q'], {
        delay_category: other,
        ...(kind === 'begun' && days > at - begun
          ? { actual_start: date(begun), remaining_duration_days: days - (at - begun) }
          : {}),
      })
      const hasW = kind !== 'grown' && kind !== 'none'
      const now = [
        task('Q', isOver ? beside : beside + days, [], {
          ...START,
          delay_category: other,
          ...(isOver ? done(0, beside) : {}),
        }),
        task('A', 6, [], { ...START, delay_category: late, ...done(lost, lost + 6) }),
        task('B', 20, ['A'], {
          delay_category: late,
          ...(left === 0 ? done(lost + 6, lost + 26) : { actual_start: date(lost + 6), remaining_duration_days: left }),
        }),
        ...(hasW ? [W] : []),
        task('C', 4, ['B', 'Q', ...(hasW ? ['W'] : [])], { delay_category: late }),
      ]
      const said = [{}, EVERY_DAY].map(setting => {
        const { data } = analyse(t, delayAnalyser, DelayAnalysisData, {
          baseline_schedule: { baseline_date: date(0), tasks: plan, ...setting },
          current_schedule: { status_date: date(at), tasks: now, ...setting },
          ...('calendars' in setting ? {} : { calendar: 'calendar_days' }),
        })
        const [window] = data.windows
        later += window.revision_delay_days > 0 ? 1 : 0
        const most = kind === 'none' ? 0 : days
        for (const { party, days: own } of window.held_by_revisions) {
          if (!(own <= most + 1e-3))
            t.fail(`${n}: ${party} holds ${own} days by a revision of ${most}`, { plan, now, dataDate: at })
        }
        const { entitlement } = data
        return ['excusable_compensable', 'non_excusable', 'concurrent', 'unattributed'].map(
          name => Math.round(entitlement[`${name}_calendar_days`] * 100) / 100,
        )
      })
      // half a day of work ends in the middle of a calendar day
      if (!Number.isInteger(days)) continue
      if (!t.strictSame(said[0], said[1], `${n}: whole days and calendars, ${kind}`, { plan, now, dataDate: at }))
        return
    }
    t.ok(later > RUNS / 4, 'revisions that made the finish later were met')
  },
)

t.test("law: of a lag that grew, what it is longer by is its successor's, however much of it is left", async t => {
  const rnd = random(SEED)
  for (let n = 0; n < RUNS; n++) {
    const [before, more, lost] = [between(rnd, 0, 4), between(rnd, 1, 4), between(rnd, 1, 4)]
    const parties = shuffled(rnd, ['owner', 'contractor'])
    const at = 6 + lost + between(rnd, 0, before + more)
    const chain = (lag: number, a: object) => [
      task('A', 6, [], { ...START, delay_category: parties[0], ...a }),
      task('B', 20, [], { predecessors: [{ task_id: 'A', type: 'FS', lag_days: lag }], delay_category: parties[1] }),
    ]
    const { entitlement } = analyse(t, delayAnalyser, DelayAnalysisData, {
      baseline_schedule: { baseline_date: date(0), tasks: chain(before, {}) },
      current_schedule: { status_date: date(at), tasks: chain(before + more, done(0, 6 + lost)) },
      calendar: 'calendar_days',
    }).data
    const own = { owner: entitlement.excusable_compensable_days, contractor: entitlement.non_excusable_days } as Plain
    const said = [...parties.map(party => own[party]), entitlement.concurrent_days]
    if (!t.strictSame(said, [lost, more, 0], `${n}: lag ${before} and ${more} more on day ${at}`)) return
  }
})
