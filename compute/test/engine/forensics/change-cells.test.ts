/** Change tracking of what moves dates beside durations, constraints and links: each is listed with its days, taken back alone and together. */
import t from 'tap'
import { changeTrackingAnalyser } from '../../../engine/analysis/change-tracking/analyser.ts'
import { whatIfAnalyser } from '../../../engine/analysis/what-if/analyser.ts'
import { analyseSent, type Plain } from '../../helpers/analyse.ts'

const DAY = [
  ['08:00', '12:00'],
  ['13:00', '17:00'],
]
const calendars = [{ id: 'S', work_week: { monday: DAY, tuesday: DAY, wednesday: DAY, thursday: DAY, friday: DAY } }]
const NOW = '2026-03-04T08:00'
/** A is at work; it drives B, and B drives C; ends on Tuesday 03-17. */
const TASKS = [
  { id: 'A', duration_days: 5, actual_start: '2026-03-02T08:00', remaining_duration_days: 3 },
  { id: 'B', duration_days: 5, predecessors: ['A'] },
  { id: 'C', duration_days: 2, predecessors: ['B'] },
]

const side = (cells: Readonly<Record<string, object>>, options: object) => ({
  tasks: TASKS.map(task => ({ ...task, ...cells[task.id] })),
  calendars,
  ...options,
})
function track(before: object, after: object): Plain {
  const body = {
    schedule_history: [{ snapshot_date: NOW, ...before }],
    current_schedule: { status_date: NOW, ...after },
    options: { include_details: true },
  }
  return analyseSent('forensics.change-tracking', changeTrackingAnalyser, body)
}

const MS_PROJECT = { scheduling_options: { rules: 'ms_project' } }
const EXPECTED = { scheduling_options: { use_expected_finish: true } }
const CASES: readonly (readonly [
  name: string,
  cells: Readonly<Record<string, object>>,
  options: object,
  edit: string,
  fields: readonly string[],
  days: number,
])[] = [
  ['level of effort', { B: { task_type: 'loe' } }, {}, 'task_type', ['task_type'], -11],
  ['an expected finish', { B: { expected_finish: '2026-03-20' } }, EXPECTED, 'expected_finish', ['expected_finish'], 7],
  [
    'an external start',
    { B: { external_early_start: '2026-03-11' } },
    {},
    'external_early_start',
    ['external_early_start'],
    2,
  ],
  [
    'a second constraint',
    {
      B: {
        constraint_type: 'FNET',
        constraint_date: '2026-03-06',
        secondary_constraint_type: 'SNET',
        secondary_constraint_date: '2026-03-11',
      },
    },
    {},
    'secondary_constraint',
    ['secondary_constraint_type', 'secondary_constraint_date'],
    2,
  ],
  [
    'a suspension',
    { A: { suspend_date: '2026-03-03', resume_date: '2026-03-10' } },
    {},
    'suspension',
    ['suspend_date', 'resume_date'],
    6,
  ],
  [
    'work by hand',
    { B: { manually_scheduled: true, forecast_start: '2026-03-12T08:00', forecast_finish: '2026-03-18T17:00' } },
    MS_PROJECT,
    'manually_scheduled',
    ['manually_scheduled'],
    3,
  ],
  [
    'a leveling delay',
    { B: { leveling_delay_days: 2 } },
    MS_PROJECT,
    'leveling_delay_days',
    ['leveling_delay_days'],
    2,
  ],
]

for (const [name, cells, options, edit, fields, days] of CASES)
  t.test(name, async t => {
    const [plain, changed] = [side({}, options), side(cells, options)]
    for (const [before, after, sign] of [
      [plain, changed, 1],
      [changed, plain, -1],
    ] as const) {
      const { data } = track(before, after)
      const [{ finish_shift_days: shift, rest_days: rest, changes_together_days: together, edits }] =
        data.impact.comparisons
      const listed = data.changes.filter((change: Plain) => fields.includes(change.field))
      t.strictSame(listed.map((change: Plain) => change.field).sort(), [...fields].sort())
      const found = edits.find((each: Plain) => each.edit === edit)
      t.equal(shift, sign * days, 'the finish')
      t.match(found, { id: Object.keys(cells)[0], impact_days: sign * days }, 'alone')
      t.strictSame([together, rest], [shift, 0], 'together')
      t.ok(listed.every((change: Plain) => change.disposition === 'material' && change.impact_days === sign * days))
      t.not(found.before, found.after)
    }
    const { data } = track(changed, changed)
    t.strictSame([data.changes.length, data.impact.comparisons[0].edits.length], [0, 0], 'against itself')
  })

t.test('another name is listed, since it may be other work; one that comes or goes is none', async t => {
  const named = (name: string) => side({ B: { name } }, {})
  const listed = (before: Plain, after: Plain) =>
    track(before, after).data.changes.map(({ field, category, disposition, before: was, after: is }: Plain) => [
      ...[field, category, disposition, was, is],
    ])
  t.same(listed(named('Completion (19 August)'), named('Completion (24 August)')), [
    ['name', 'scope', 'minor', 'Completion (19 August)', 'Completion (24 August)'],
  ])
  t.same(listed(named('Brick'), named('Brick')), [])
  t.same(listed(side({}, {}), named('Brick')), [])
})

t.test('a resource-dependent mark and a deadline are listed, though they move no finish here', async t => {
  const { data } = track(side({}, {}), side({ B: { deadline: '2026-03-20', resource_dependent: true } }, {}))
  t.strictSame(
    data.changes.map(({ field, before, after }: Plain) => [field, before, after]),
    [
      ['deadline', null, '2026-03-20'],
      ['resource_dependent', 'false', 'true'],
    ],
  )
})

t.test(
  'links from and to summaries move the finish by the rules of Microsoft Project, whichever end the summary is',
  async t => {
    const under = (predecessors: object) => ({
      tasks: [
        { id: 'S', task_type: 'summary', ...predecessors },
        { id: 'A', parent_id: 'S', duration_days: 5, planned_start: NOW },
        { id: 'T', task_type: 'summary' },
        { id: 'B', parent_id: 'T', duration_days: 3 },
        { id: 'C', duration_days: 2, predecessors: ['B'] },
      ],
      calendars,
      ...MS_PROJECT,
    })
    const to = {
      ...under({}),
      tasks: under({}).tasks.map(task => (task.id === 'T' ? { ...task, predecessors: ['S'] } : task)),
    }
    const from = {
      ...under({}),
      tasks: under({}).tasks.map(task => (task.id === 'B' ? { ...task, predecessors: ['S'] } : task)),
    }
    const lag = {
      ...to,
      tasks: to.tasks.map(task => (task.id === 'T' ? { ...task, predecessors: ['S FS+2 d'] } : task)),
    }
    for (const [name, before, after, edit] of [
      ['added to a summary', under({}), to, 'link_added'],
      ['removed from a summary', to, under({}), 'link_removed'],
      ['added from a summary', under({}), from, 'link_added'],
      ['removed', from, under({}), 'link_removed'],
      ['another lag', to, lag, 'link_lag'],
      ['from one end to the other', to, from, 'link_added'],
    ] as const) {
      const { data } = track(before, after)
      const [{ finish_shift_days: shift, rest_days: rest, edits }] = data.impact.comparisons
      t.equal(rest, 0, name)
      t.ok(
        edits.some((each: Plain) => each.edit === edit && (shift === 0 || each.impact_days === shift)),
        `${name}: ${JSON.stringify(edits)}`,
      )
      t.ok(
        data.changes.some((each: Plain) => each.field === edit),
        `${name} is listed`,
      )
    }
  },
)

t.test(
  'of a task that became a summary, or was one, its type is listed, not the dates and work of what lies under it',
  async t => {
    const whole = [
      { id: 'A', duration_days: 5, forecast_start: NOW, forecast_finish: '2026-03-10T17:00' },
      { id: 'C', duration_days: 2, predecessors: ['A'] },
    ]
    const detailed = [
      {
        ...{ id: 'A', task_type: 'summary', duration_days: 12, percent_complete: 20, actual_start: '2026-03-02T08:00' },
        ...{ forecast_start: '2026-03-02T08:00', forecast_finish: '2026-03-17T17:00' },
      },
      { id: 'A1', parent_id: 'A', duration_days: 12 },
      { id: 'C', duration_days: 2, predecessors: ['A'] },
    ]
    const as = (tasks: object[]) => ({ tasks, calendars, ...MS_PROJECT })
    const fields = (before: object[], after: object[]): string[] =>
      track(as(before), as(after))
        .data.changes.filter(({ id }: Plain) => id === 'A')
        .map(({ field }: Plain) => field)
    t.strictSame(fields(whole, detailed), ['task_type'])
    t.strictSame(fields(detailed, whole), ['task_type'])
  },
)

t.test('a finish told as a day and the same finish at 00:00 of the next are no change', async t => {
  const fields = ['planned_finish', 'deadline', 'expected_finish', 'external_late_finish', 'actual_finish']
  const told = (end: string) =>
    side({ C: Object.fromEntries(fields.map(field => [field, end])), B: { forecast_finish: end } }, EXPECTED)
  const changes = (was: string, is: string): string[] =>
    track(told(was), told(is))
      .data.changes.map(({ field }: Plain) => field)
      .sort()
  const [day, midnight, next] = ['2026-03-20', '2026-03-21T00:00', '2026-03-21']
  t.same(changes(day, midnight), [])
  t.same(changes(midnight, day), [])
  t.ok(changes(day, next).includes('deadline'), 'a day later is a change')
  t.ok(changes(midnight, next).includes('deadline'))
})

t.test(
  'Microsoft Project: where work stopped follows from its percent complete; what a longer task cost is its duration, as what-if has it',
  async t => {
    const atWork = (duration: number, left: number, [stop, resume, finish]: readonly [string, string, string]) => ({
      ...{ duration_days: duration, remaining_duration_days: left, suspend_date: stop, resume_date: resume },
      ...{ forecast_start: '2026-03-02T08:00', forecast_finish: finish },
    })
    const before = side({ A: atWork(5, 3, ['2026-03-03T17:00', '2026-03-04T08:00', '2026-03-06T17:00']) }, MS_PROJECT)
    const now = { status_date: '2026-03-06T08:00' }
    const after = (stop: string, resume: string, finish: string) =>
      side({ A: atWork(8, 4, [stop, resume, finish]) }, { ...MS_PROJECT, ...now })
    const sent = after('2026-03-05T17:00', '2026-03-06T08:00', '2026-03-11T17:00')
    const { data } = track(before, sent)
    const changes = data.changes.filter(({ id }: Plain) => id === 'A')
    t.notOk(
      changes.some(({ field }: Plain) => /^(?:suspend|resume)_date$/.test(field)),
      'nobody suspended anything',
    )
    t.match(
      changes.filter(({ field }: Plain) => field === 'duration_days'),
      [{ before: '5', after: '8', impact_days: 3 }],
    )
    const taken = [{ changes: [{ task_id: 'A', duration_days: 5 }] }]
    const whatIf = analyseSent('analysis.what-if', whatIfAnalyser, { ...sent, alternatives: taken })
    t.match(whatIf.data.alternatives[0], { project_finish: '2026-03-17T17:00' })
    const paused = track(before, after('2026-03-05T17:00', '2026-03-10T08:00', '2026-03-13T17:00')).data.changes
    t.ok(
      paused.some(({ field }: Plain) => field === 'resume_date'),
      'two days between stop and resume are a suspension',
    )
  },
)
