/** Small schedules levelled by hand: reasons, parts of a delay, what cannot be resolved, and what goes out. */
import t, { type Test } from 'tap'
import { LevellingData } from '../../../../shared/contract/analysis/levelling/data.ts'
import { allocate } from '../../../engine/analysis/allocate/analyser.ts'
import { levellingAnalyser } from '../../../engine/analysis/levelling/analyser.ts'
import type { ResultValue } from '../../../engine/result/result.ts'
import { analyse, analyseSent, inputOf, type Plain, TODAY } from '../../helpers/analyse.ts'
import { between, pick, random } from '../../helpers/random.ts'
import { materialise } from '../write/materialise.ts'

const DATED = { status_date: '2026-03-02', calendar: 'working_days' }
const TWO_OF_A_CREW = [
  { id: 'A', duration_days: 3, resource: 'Crew' },
  { id: 'B', duration_days: 5, resource: 'Crew' },
  { id: 'C', duration_days: 2, predecessors: ['A'], resource: 'Crane' },
  { id: 'D', duration_days: 4, predecessors: ['B', 'C'] },
]
const level = (test: Test, body: object): Plain => analyse(test, levellingAnalyser, LevellingData, body).data
const rowOf = (rows: readonly Plain[], id: string): Plain => rows.find(row => row.id === id)

t.test('the second of two tasks of one crew waits for the first; what follows waits for it', async t => {
  const data = level(t, { ...DATED, tasks: TWO_OF_A_CREW })
  t.match(rowOf(data.tasks, 'B'), { start: '2026-03-05', finish: '2026-03-11', delay_working_days: 3 })
  t.match(rowOf(data.delays, 'B'), { cause: 'resource', by_resources_days: 3, predecessors: [] })
  t.match(rowOf(data.delays, 'B').waits[0], { resource: 'Crew', units_short: 1, held_by: ['A'] })
  t.match(rowOf(data.delays, 'D'), { cause: 'predecessor', by_predecessors_days: 3, predecessors: ['B'], waits: [] })
  t.match(rowOf(data.delays, 'D').text, /: its predecessor B is delayed, since it waits for Crew\.$/)
  t.equal(data.finish_after, '2026-03-17')
  // 8 days of the crew and 4 of D behind them
  t.match(data.lower_bound, { by: 'resource_work', resource: 'Crew', distance_working_days: 0 })
  t.equal(data.over_hours_before, 24)
  t.equal(data.over_hours_after, 0)
})

t.test('a task that could begin, but not end, before its resource is short says so', async t => {
  const tasks = [
    { id: '1', duration_days: 3 },
    { id: 'A', duration_days: 5, predecessors: ['1'], resource: 'Crew' },
    { id: 'B', duration_days: 5, resource: 'Crew' },
    { id: 'A2', duration_days: 3, resource: 'Crew' },
  ]
  const data = level(t, { ...DATED, tasks: tasks.slice(0, 3), options: { rule: 'p6' } })
  const before =
    'it could start on 2026-03-02, but has only 3 working days before 2026-03-05 and takes 5 working days; it needs '
  const because = 'because of A, which comes first by id (same priority)'
  t.match(rowOf(data.delays, 'B').text, `: ${before}`)
  t.ok(rowOf(data.delays, 'B').text.endsWith(`short from 2026-03-05 to 2026-03-11 ${because}.`))
  const filled = level(t, { ...DATED, tasks, options: { rule: 'late_finish' } })
  t.notMatch(
    filled.delays.map(({ text }: Plain) => text).join(),
    /could start/,
    'where others fill that room it is no room',
  )
  const paused = level(t, { ...DATED, tasks: tasks.slice(0, 3), options: { rule: 'p6', allow_splits: true } })
  t.notMatch(rowOf(paused.delays, 'B').text, /could start/, 'work that may pause uses it')
})

t.test('of equal tasks the lower number comes first, and by the rule of P6 the lower text', async t => {
  const tasks = ['100', '96', 'A9', 'A10'].map(id => ({
    id,
    duration_days: 2,
    resource: id[0] === 'A' ? 'Crane' : 'Crew',
  }))
  const later = (rule: string): string[] =>
    level(t, { ...DATED, tasks, options: { rule } })
      .delays.map(({ id }: Plain) => id)
      .sort()
  t.strictSame(later('late_finish'), ['100', 'A9'])
  t.strictSame(later('p6'), ['96', 'A9'])
})

t.test('a milestone that another tool put at midnight goes out at the moment that the answer has', async t => {
  const shifts = [['08:00', '16:00']]
  const work_week = Object.fromEntries(['monday', 'tuesday', 'wednesday'].map(day => [day, shifts]))
  const body = {
    ...{ status_date: '2026-03-02T00:00', calendars: [{ id: 'C', hours_per_day: 8, work_week }] },
    tasks: [
      { id: 'M', duration_days: 0, early_start: '2026-03-02T00:00', early_finish: '2026-03-02T00:00' },
      ...TWO_OF_A_CREW,
    ],
    options: { include_schedule: true },
  }
  const { allocation, schedule } = analyseSent('resources.allocate', allocate, body).data
  t.match(rowOf(allocation.tasks, 'M'), { start: '2026-03-02T08:00', finish: '2026-03-02T08:00' })
  const { columns } = schedule.tasks
  const eight = 8 * 60 + 1
  t.same([columns.earlyStartTime[0], columns.earlyFinishTime[0]], [eight, eight], 'a minute more, since 0 is no time')
})

t.test('a delay by a predecessor and then by a resource is taken apart', async t => {
  const tasks = [
    { id: 'A', duration_days: 2, resource: 'Crew' },
    { id: 'B', duration_days: 2, resource: 'Crew' },
    { id: 'C', duration_days: 4, predecessors: ['A'], resource: 'Crane' },
    { id: 'D', duration_days: 1, predecessors: ['B'], resource: 'Crane' },
  ]
  const data = level(t, { ...DATED, tasks, options: { rule: 'p6' } })
  t.match(rowOf(data.delays, 'D'), {
    cause: 'both',
    delay_working_days: 4,
    by_predecessors_days: 2,
    by_resources_days: 2,
    predecessors: ['B'],
  })
})

t.test('what a predecessor adds is told as such, since it may be delayed by more itself', async t => {
  const tasks = [
    { id: 'A', duration_days: 3, resource: 'Crew' },
    { id: 'B', duration_days: 5, resource: 'Crew' },
    { id: 'X', duration_days: 7 },
    { id: 'C', duration_days: 4, predecessors: ['X'], resource: 'Crane' },
    { id: 'D', duration_days: 1, predecessors: ['B', 'X'], resource: 'Crane' },
  ]
  const data = level(t, { ...DATED, tasks, options: { rule: 'p6' } })
  t.equal(rowOf(data.delays, 'B').delay_working_days, 3)
  t.match(rowOf(data.delays, 'D'), { by_predecessors_days: 1, by_resources_days: 3 })
  t.match(rowOf(data.delays, 'D').text, /: its predecessor B is delayed, which adds 1 working day; it needs/)
})

t.test('a predecessor by way of summaries is told with their link', async t => {
  const tasks = [
    { id: '1', name: 'Study', task_type: 'summary' },
    { id: '2', name: 'Ask', duration_days: 2, parent_id: '1', resource: 'Crew' },
    { id: '3', name: 'Choose', duration_days: 2, parent_id: '1', resource: 'Crew' },
    { id: '4', name: 'Plan', task_type: 'summary', predecessors: ['1'] },
    { id: '5', name: 'Draw', duration_days: 2, parent_id: '4' },
    { id: '6', name: 'Count', duration_days: 1, predecessors: ['3'] },
  ]
  const calendars = [{ id: 'C', work_week: { monday: [['08:00', '16:00']], tuesday: [['08:00', '16:00']] } }]
  const data = level(t, { ...DATED, tasks, calendars, scheduling_options: { rules: 'ms_project' } })
  t.match(
    rowOf(data.delays, '5').text,
    ': its predecessor 3 Choose (by the link from 1 Study to 4 Plan) is delayed, since it waits for Crew.',
  )
  t.match(rowOf(data.delays, '6').text, ': its predecessor 3 Choose is delayed')
})

t.test('the chain that ends with the project says which waits move its finish', async t => {
  const { data, summary } = analyseSent('analysis.levelling', levellingAnalyser, { ...DATED, tasks: TWO_OF_A_CREW })
  t.match(data.finish_chain, [
    { id: 'D', resource: null, held_by: null },
    { id: 'B', resource: 'Crew', held_by: 'A' },
    { id: 'A', resource: null, held_by: null },
  ])
  t.match(summary, /The finish moves because B waits for Crew behind A\./)
})

t.test('a link to another end than the start of its successor is named', async t => {
  const tasks = [
    { id: 'A', duration_days: 3, resource: 'Crew' },
    { id: 'B', duration_days: 5, resource: 'Crew' },
    { id: 'C', duration_days: 2, predecessors: [{ task_id: 'B', type: 'FF' }] },
  ]
  const data = level(t, { ...DATED, tasks, options: { rule: 'p6' } })
  t.match(rowOf(data.delays, 'C').text, /: its predecessor B \(FF\) is delayed/)
})

t.test('a day that counts other hours than the calendar works is told', async t => {
  const shifts = [['08:00', '16:00']]
  const calendar = (hours: number) => ({
    ...{ id: 'C', hours_per_day: hours },
    work_week: Object.fromEntries(['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map(day => [day, shifts])),
  })
  const summaryOf = (hours: number): string =>
    analyseSent('analysis.levelling', levellingAnalyser, {
      ...{ status_date: '2026-03-02', tasks: TWO_OF_A_CREW, calendars: [calendar(hours)] },
    }).summary
  t.match(summaryOf(10), /A working day counts 10 hours here, .*works 8 hours on most days\./)
  t.notMatch(summaryOf(8), /A working day counts/)
})

t.test(
  'what is left of work in progress moves with the work that holds it, and both come before all others',
  async t => {
    const tasks = [
      { id: 'A', duration_days: 9, remaining_duration_days: 3, actual_start: '2026-02-20', resource: 'Crew' },
      { id: 'B', duration_days: 5, resource: 'Crew' },
      { id: 'C', duration_days: 4, remaining_duration_days: 2, actual_start: '2026-02-24', predecessors: ['B'] },
      { id: 'AA', duration_days: 1, resource: 'Crew' },
    ]
    const data = level(t, { ...DATED, tasks, options: { rule: 'p6' } })
    t.match(rowOf(data.tasks, 'B'), { start: '2026-03-05', finish: '2026-03-11' })
    t.match(rowOf(data.tasks, 'C'), { finish_before: '2026-03-10', start: '2026-03-12', finish: '2026-03-13' })
    t.match(rowOf(data.delays, 'C'), { cause: 'predecessor', predecessors: ['B'] })
    t.match(rowOf(data.tasks, 'AA'), { start: '2026-03-12' })
    const goesOn = level(t, { ...DATED, tasks: [...tasks.slice(0, 2), { ...tasks[2], predecessors: [] }] })
    t.match(rowOf(goesOn.tasks, 'C'), { finish: '2026-03-03', is_fixed: true })
  },
)

t.test('more than there ever is cannot be resolved, and the reason says how much there is', async t => {
  const tasks = [
    { id: 'A', duration_days: 3, assignments: [{ resource: 'Crew', units_per_day: 3 }] },
    { id: 'B', duration_days: 1, assignments: [{ resource: 'Crew', units_per_day: 1 }] },
  ]
  const body = { ...DATED, tasks, resources: [{ id: 'Crew', limits: [{ units_per_day: 2 }] }] }
  const { data, findings } = analyseSent('analysis.levelling', levellingAnalyser, body)
  t.match(rowOf(data.unresolved, 'A'), { reason: 'never_enough', resource: 'Crew', units_needed: 3, units_most: 2 })
  t.equal(rowOf(data.tasks, 'A').start, '2026-03-02')
  t.equal(rowOf(data.tasks, 'B').start, '2026-03-05')
  t.ok(findings.some(({ code }: Plain) => code === 'LEVELLING_NEVER_ENOUGH'))
  t.ok(data.over_hours_after > 0)
})

t.test(
  'what needs too much of one resource still waits for the others, and the summary says what is left above limits',
  async t => {
    const tasks = [
      { id: 'A', duration_days: 2, resource: 'Crew' },
      {
        ...{ id: 'B', duration_days: 3 },
        assignments: [
          { resource: 'Crane', units_per_day: 9 },
          { resource: 'Crew', units_per_day: 1 },
        ],
      },
      { id: 'C', duration_days: 2, resource: 'Crew' },
    ]
    const resources = ['Crane', 'Crew'].map(id => ({ id, limits: [{ units_per_day: 1 }] }))
    const { data, summary } = analyseSent('analysis.levelling', levellingAnalyser, {
      ...DATED,
      ...{ tasks, resources, options: { rule: 'p6' } },
    })
    t.match(rowOf(data.unresolved, 'B'), { reason: 'never_enough', resource: 'Crane' })
    t.same(
      ['A', 'B', 'C'].map(id => rowOf(data.tasks, id).start),
      ['2026-03-02', '2026-03-04', '2026-03-09'],
    )
    const [crane, crew] = ['Crane', 'Crew'].map(name => data.resources.find(({ resource }: Plain) => resource === name))
    t.match(crew, { over_hours_after: 0 })
    t.ok(crane.over_hours_after > 0)
    t.match(summary, /Use above the limits falls from 224 hours to 192 hours of one unit/)
    const { waits, text } = rowOf(data.delays, 'B')
    t.same(
      waits.map(({ resource }: Plain) => resource),
      ['Crew'],
      'it waits for nothing that never comes',
    )
    t.match(
      text,
      /because of A, which comes first by id \(same priority\); it stands above the limit of Crane, which no wait can change\.$/,
    )
  },
)

t.test('work that a crew does in its own shifts is spread over them alone; a rate of its own is told', async t => {
  const shift = (id: string, ...spans: string[][]) => ({
    ...{ id, hours_per_day: 8 },
    work_week: Object.fromEntries(['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map(day => [day, spans])),
  })
  const body = {
    status_date: '2026-03-02T06:00',
    scheduling_options: { rules: 'ms_project' },
    calendars: [
      shift('BOTH', ['06:00', '22:00']),
      shift('EARLY', ['06:00', '14:00']),
      shift('LATE', ['14:00', '22:00']),
    ],
    default_calendar_id: 'BOTH',
    resources: [
      { id: 'Early', calendar_id: 'EARLY', limits: [{ units_per_day: 1 }] },
      { id: 'Late', calendar_id: 'LATE', limits: [{ units_per_day: 1 }] },
    ],
    tasks: [
      {
        ...{ id: 'A', duration_days: 4 },
        assignments: [
          { resource: 'Early', units_per_day: 0.5, remaining_units: 8 },
          { resource: 'Late', units_per_day: 1.5, remaining_units: 12 },
        ],
      },
    ],
  }
  const { data, findings } = analyseSent('analysis.levelling', levellingAnalyser, body)
  t.same(
    data.resources.map(({ peak_before }: Plain) => peak_before),
    [0.5, 0.75],
  )
  t.match(
    findings.find(({ code }: Plain) => code === 'LEVELLING_SPREAD_EVENLY'),
    { count: 1 },
  )
})

t.test(
  'the lower bound counts no work that finds no room, and what must follow the last work, in its calendar',
  async t => {
    const shifts = [['08:00', '16:00']]
    const calendar = (id: string, ...days: string[]): object => ({
      ...{ id, hours_per_day: 8 },
      work_week: Object.fromEntries(days.map(day => [day, shifts])),
    })
    const five = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']
    const tasks = [
      { id: 'A', duration_days: 3, resource: 'Crew', calendar_id: 'FIVE' },
      { id: 'B', duration_days: 4, resource: 'Crew', calendar_id: 'FIVE' },
      { id: 'C', duration_days: 2, predecessors: ['A', 'B'], calendar_id: 'ONE' },
      { id: 'X', duration_days: 50, assignments: [{ resource: 'Crew', units_per_day: 9 }], calendar_id: 'FIVE' },
      { id: 'D', duration_days: 1, resource: 'Plant', calendar_id: 'FIVE' },
      { id: 'E', duration_days: 6, resource: 'Plant', calendar_id: 'SEVEN' },
    ]
    const body = {
      ...{ tasks, status_date: '2026-03-02T08:00', default_calendar_id: 'FIVE' },
      calendars: [
        calendar('FIVE', ...five),
        calendar('ONE', 'friday'),
        calendar('SEVEN', ...five, 'saturday', 'sunday'),
      ],
    }
    const without = tasks.filter(({ id }) => id !== 'X')
    const { data } = analyseSent('analysis.levelling', levellingAnalyser, { ...body, tasks: without })
    // seven days of the crew end on Tuesday 10; C has the Fridays 13 and 20
    t.match(data.lower_bound, { finish: '2026-03-20T16:00', resource: 'Crew', distance_working_days: 0 })
    t.equal(data.resources[0].bound_finish, '2026-03-10T16:00')
    // six days of a week of seven in its first seven days, one day of the week of five in five: capacity is counted in the days that any of them works
    const plant = data.use.find((row: Plain) => row.resource === 'Plant')
    t.match(plant, { capacity_hours: 56, hours_after: 56 })
    const all = analyseSent('analysis.levelling', levellingAnalyser, body).data
    t.equal(all.lower_bound.by, 'critical_path')
    t.equal(all.resources[0].bound_finish, '2026-03-10T16:00')
  },
)

t.test('a limit by period: work that does not fit before it falls waits until it rises', async t => {
  const limits = [{ units_per_day: 2 }, { units_per_day: 1, from: '2026-03-04', to: '2026-03-06' }]
  const tasks = [{ id: 'A', duration_days: 3, assignments: [{ resource: 'Crew', units_per_day: 2 }] }]
  const body = { ...DATED, tasks, resources: [{ id: 'Crew', limits }] }
  const { data } = analyseSent('analysis.levelling', levellingAnalyser, body)
  t.match(rowOf(data.tasks, 'A'), { start: '2026-03-09', finish: '2026-03-11' })
  t.match(rowOf(data.delays, 'A').waits[0], { from: '2026-03-04', until: '2026-03-06', units_short: 1, held_by: [] })
  t.match(data.delays[0].waits[0], { limit_least: 1, has_gaps: false })
  t.match(
    data.delays[0].text,
    /1 unit is short from \S+ to \S+ because the limit of Crew is 1 from 2026-03-04 to 2026-03-06\.$/,
  )
})

t.test('how much is short is the most of it, not what was short at first', async t => {
  const crew = (id: string, days: number, units: number, more: object = {}): object => ({
    ...{ id, duration_days: days, ...more },
    assignments: [{ resource: 'Crew', units_per_day: units }],
  })
  const tasks = [crew('X', 2, 0.5), crew('Y', 2, 1, { predecessors: ['X'] }), crew('Z', 3, 1)]
  const { data } = analyseSent('analysis.levelling', levellingAnalyser, { ...DATED, tasks })
  t.match(data.delays[0].waits, [{ from: '2026-03-02', until: '2026-03-05', units_short: 1, held_by: ['X', 'Y'] }])
})

t.test('a sentence says why its holder comes first', t => {
  const crew = (id: string, duration_days: number, more: object = {}): object => ({
    ...{ id, duration_days, resource: 'Crew' },
    ...more,
  })
  const said = (id: string, tasks: readonly object[], rule: string, more: object = {}): string =>
    rowOf(level(t, { ...DATED, tasks, options: { rule }, ...more }).delays, id).text
  const [A, B] = [crew('A', 3), crew('B', 5)]
  t.match(
    said('B', [A, B], 'shortest'),
    / because of A, which comes first by remaining duration \(3 days against 5 days\)\.$/,
  )
  const two = [A, crew('B', 3)]
  t.match(said('B', two, 'shortest'), ' because of A, which comes first by id (same remaining duration).')
  const task_priorities = [{ task_id: 'B', priority: 900 }]
  t.match(said('A', two, 'p6', { task_priorities }), ' because of B, which comes first by priority (900 against 500).')
  const begun = [A, crew('B', 4, { actual_start: '2026-02-27', percent_complete: 25 })]
  t.match(said('A', begun, 'p6'), ' because of B (in progress).')
  // nobody of the crew may be placed before Z, which comes last by its id
  const behind = [{ id: 'Z', duration_days: 1 }, crew('A', 2, { predecessors: ['Z'] }), B]
  t.match(
    said('A', behind, 'p6'),
    ' because of B, which comes first: A is placed after its predecessor Z, which comes later in the order.',
  )
  // what is in progress waits for its predecessor alone, which therefore comes before all others
  const going = { id: 'Z', duration_days: 4, actual_start: '2026-02-27', percent_complete: 25, predecessors: ['B'] }
  t.match(
    said('A', [going, crew('A', 2), B], 'p6'),
    ' because of B, which comes first, since what follows it waits for no resource.',
  )
  const limitsOfOne = [{ id: 'Crew', limits: [{ units_per_day: 1 }] }]
  const pin = crew('3', 2, { constraint_type: 'MSO', constraint_date: '2026-03-02' })
  const great = { id: '2', duration_days: 5, assignments: [{ resource: 'Crew', units_per_day: 2 }] }
  const tasks = [crew('1', 2), great, pin]
  const body = { ...DATED, tasks, resources: limitsOfOne, options: { rule: 'ms_project_id' } }
  t.match(
    rowOf(analyseSent('analysis.levelling', levellingAnalyser, body).data.delays, '1').text,
    ' because of 2 (needs more than the limit and waits for no room), 3 (mandatory date)',
  )
  const inTime = [{ id: '3', duration_days: 1 }, crew('1', 2, { predecessors: ['3'] }), crew('2', 5)]
  t.match(said('1', inTime, 'ms_project_id'), ' because of 2, which could start earlier')
  const searched = [crew('A', 1), B, { id: 'C', duration_days: 9, predecessors: ['B'] }]
  const data = level(t, { ...DATED, tasks: searched, options: { rule: 'shortest', effort: 'good' } })
  t.match(rowOf(data.delays, 'A').text, ' because of B, which comes first in the best order that was found.')
  const several = [crew('A', 1), crew('B', 2), crew('D', 9)]
  t.match(
    said('D', several, 'shortest'),
    ' because of A (1 day), B (2 days), which come first by remaining duration (its own: 9 days).',
  )
  t.end()
})

t.test(
  'all limits that a task stands above are named, and who it is that stands above the limit of another',
  async t => {
    const tasks = [
      {
        ...{ id: 'A', duration_days: 4 },
        assignments: [
          { resource: 'Crane', units_per_day: 2 },
          { resource: 'Crew', units_per_day: 1.5 },
        ],
      },
      { id: 'B', duration_days: 2, resource: 'Crew' },
    ]
    const resources = ['Crane', 'Crew'].map(id => ({ id, limits: [{ units_per_day: 1 }] }))
    const body = { ...DATED, tasks, resources, options: { rule: 'p6' } }
    const { unresolved, delays } = analyseSent('analysis.levelling', levellingAnalyser, body).data
    t.match(
      rowOf(unresolved, 'A').text,
      / needs 2 units of Crane, of which there are never more than 1; it also needs 1\.5 units of Crew, of which there are never more than 1; it stands above these limits/,
    )
    t.match(rowOf(delays, 'B').text, '1.5 units are short (0.5 of them by A, which stands above the limit) from')
  },
)

t.test('what a search found, one pass in the order of its starts makes again', t => {
  const rnd = random(41)
  let moved = 0
  for (let n = 0; n < 40; n++) {
    const tasks = Array.from({ length: between(rnd, 4, 12) }, (_, i) => ({
      ...{ id: `T${i}`, duration_days: between(rnd, 1, 6), resource: pick(rnd, ['Crew', 'Crane', 'Pump']) },
      predecessors: i > 2 && rnd() < 0.5 ? [`T${between(rnd, 0, i - 1)}`] : [],
    }))
    const searched = level(t, { ...DATED, tasks, options: { rule: 'shortest', effort: 'good', schedules_max: 20 } })
    if (searched.settings.schedules > 1) moved++
    const byStart = searched.tasks.toSorted((a: Plain, b: Plain) =>
      a.start === b.start ? (a.finish < b.finish ? -1 : 1) : a.start < b.start ? -1 : 1,
    )
    const task_priorities = byStart.map(({ id }: Plain, at: number) => ({
      task_id: id,
      priority: 999 * (1 - at / tasks.length),
    }))
    const options = { priority_order: [{ by: 'priority', descending: true }] }
    const again = level(t, { ...DATED, tasks, task_priorities, options })
    t.same(again.tasks, searched.tasks)
  }
  t.ok(moved > 10, `${moved} were searched for`)
  t.end()
})

t.test('names are cut where a sentence has no room for them', t => {
  const name = `Commissioning of the ${'long '.repeat(20)}line`
  const tasks = [
    { id: 'A', name, duration_days: 3, resource: 'Crew', constraint_type: 'MSO', constraint_date: '2026-03-02' },
    { id: 'B', duration_days: 5, predecessors: ['A'] },
    { id: 'C', duration_days: 5, resource: 'Crew', name: 'A name of thirty-two characters or some more' },
  ]
  const { text } = rowOf(level(t, { ...DATED, tasks }).delays, 'C')
  t.match(text, /^C A name of thirty-two characters or some more starts/)
  t.match(text, /because of A Commissioning of the (?:long ){8}lo… \(mandatory date\)\.$/)
  t.end()
})

t.test('a sentence says where a resource was free, but too short', async t => {
  const pinned = (id: string, constraint_date: string): object => ({
    ...{ id, duration_days: 2, resource: 'Crew', constraint_type: 'MSO', constraint_date },
  })
  const tasks = [pinned('A', '2026-03-03'), pinned('B', '2026-03-06'), { id: 'C', duration_days: 3, resource: 'Crew' }]
  const [delay] = level(t, { ...DATED, tasks }).delays
  t.match(delay.waits[0], { from: '2026-03-03', until: '2026-03-09', has_gaps: true, limit_least: null })
  t.match(
    delay.text,
    ': it could start on 2026-03-02, but has only 1 working day before 2026-03-03 and takes 3 working days; it needs ',
  )
  t.match(
    delay.text,
    `short from 2026-03-03 to 2026-03-09, with gaps too short for its work, because of A (mandatory date), B (mandatory date).`,
  )
})

t.test('a gap that is long enough, but without another resource, is not called too short', async t => {
  const pinned = (id: string, resource: string, constraint_date: string, duration_days: number): object => ({
    ...{ id, duration_days, resource, constraint_type: 'MSO', constraint_date },
  })
  const tasks = [
    pinned('A', 'Crew', '2026-03-03', 2),
    pinned('B', 'Crane', '2026-03-05', 3),
    pinned('C', 'Crew', '2026-03-10', 2),
    { id: 'D', duration_days: 3, resources: ['Crew', 'Crane'] },
  ]
  const [{ waits, text }] = level(t, { ...DATED, tasks }).delays
  t.match(
    rowOf(
      waits.map((wait: Plain) => ({ id: wait.resource, ...wait })),
      'Crew',
    ),
    { has_gaps: true },
  )
  t.match(
    text,
    /of Crew.*, with gaps that are too short for its work or lack another resource, because of A \(mandatory date\), C/,
  )
  t.notMatch(text, /gaps too short/)
})

t.test('a second resource that holds a task as long is named, though the search did not meet it', async t => {
  const tasks = [
    { id: 'A', duration_days: 4, resources: ['Crew', 'Crane'] },
    { id: 'B', duration_days: 2, resources: ['Crew', 'Crane'] },
  ]
  const data = level(t, { ...DATED, tasks, options: { rule: 'p6' } })
  t.match(rowOf(data.delays, 'B').waits, [
    { resource: 'Crane', from: '2026-03-02', until: '2026-03-05', held_by: ['A'], has_gaps: false },
    { resource: 'Crew', from: '2026-03-02', until: '2026-03-05', held_by: ['A'], has_gaps: false },
  ])
  t.match(
    rowOf(data.delays, 'B').text,
    '; it also needs 1 unit of Crew, of which 1 unit is short as long because of the same work.',
  )
  // one that is free again before the start is no reason
  const alone = [
    { id: 'A', duration_days: 4, resource: 'Crane' },
    { id: 'A2', duration_days: 2, resource: 'Crew' },
    { id: 'B', duration_days: 2, resources: ['Crew', 'Crane'] },
  ]
  const { delays } = level(t, { ...DATED, tasks: alone, options: { rule: 'p6' } })
  t.same(
    rowOf(delays, 'B').waits.map(({ resource }: Plain) => resource),
    ['Crane'],
  )
})

t.test('a wait for one of two resources lasts until the resource is free for good', async t => {
  const pinned = (id: string, resource: string, constraint_date: string, duration_days: number): object => ({
    ...{ id, duration_days, resource, constraint_type: 'MSO', constraint_date },
  })
  const tasks = [
    pinned('A', 'Crane', '2026-03-02', 2),
    pinned('B', 'Crew', '2026-03-02', 10),
    pinned('C', 'Crane', '2026-03-09', 3),
    { id: 'D', duration_days: 1, resources: ['Crane', 'Crew'] },
  ]
  const waits = rowOf(level(t, { ...DATED, tasks }).delays, 'D').waits
  t.match(waits, [
    { resource: 'Crane', from: '2026-03-02', until: '2026-03-11', has_gaps: true, held_by: ['A', 'C'] },
    { resource: 'Crew', from: '2026-03-02', until: '2026-03-13' },
  ])
})

t.test('what may begin because the horizon ends the limits says so, and not that its holder has ended', async t => {
  const data = level(t, { ...DATED, tasks: TWO_OF_A_CREW.slice(0, 2), options: { rule: 'p6', horizon: '2026-03-03' } })
  t.match(
    rowOf(data.delays, 'B').text,
    'short from 2026-03-02 to 2026-03-03, the last day that is levelled, because of A, which comes first by id (same priority).',
  )
})

t.test('a lack that ends at midnight ends with the day before; what is never there is told with its limit', async t => {
  const shifts = [['08:00', '16:00']]
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']
  const body = {
    ...{
      status_date: '2026-03-02',
      calendars: [{ id: 'C', work_week: Object.fromEntries(days.map(d => [d, shifts])) }],
    },
    tasks: [{ id: 'A', duration_days: 2, resource: 'Crew' }],
  }
  const withLimits = (...limits: object[]): Plain => level(t, { ...body, resources: [{ id: 'Crew', limits }] })
  const [delay] = withLimits({ units_per_day: 1 }, { units_per_day: 0, to: '2026-03-03' }).delays
  t.match(delay.text, 'from 2026-03-02 at 08:00 to the end of 2026-03-03 because the limit of Crew is 0')
  const [never] = withLimits({ units_per_day: 1 }, { units_per_day: 0, from: '2026-03-03' }).unresolved
  t.match(
    never.text,
    'A needs 1 unit of Crew, which is never free for as long as it takes, as the limit of Crew is 0 from',
  )
  const [none] = withLimits({ units_per_day: 0 }).unresolved
  t.match(none.text, 'A needs 1 unit of Crew, of which there is none; it stands')
})

t.test('an option that changes nothing without another says so', async t => {
  const found = (options: object): string | undefined =>
    analyseSent('analysis.levelling', levellingAnalyser, { ...DATED, tasks: TWO_OF_A_CREW, options }).findings.find(
      ({ code }: Plain) => code === 'LEVELLING_OPTION_WITHOUT_EFFECT',
    )?.description
  t.match(
    found({ float_kept_days: 3 }),
    '1 option of the request has no effect without another. Without effect: float_kept_days (it counts with within_float_only).',
  )
  t.match(
    found({ split_days_min: 2, objective: 'least_change' }),
    /^2 options .*split_days_min .*, objective \(it counts/,
  )
  t.match(found({ schedules_max: 9 }), /schedules_max \(it counts with effort good or best/)
  t.notOk(found({ float_kept_days: 3, within_float_only: true, split_days_min: 2, allow_splits: true }))
  t.notOk(found({ effort: 'good', objective: 'least_change', schedules_max: 9 }))
  t.notOk(found({ float_kept_days: 0, split_days_min: 1, objective: 'earliest_finish' }))
})

t.test('a resource that was spelt otherwise is said to be that, and not to have no limit', async t => {
  const body = { ...DATED, tasks: TWO_OF_A_CREW, options: { resources: ['Crwe'] } }
  const { summary, findings } = analyseSent('analysis.levelling', levellingAnalyser, body)
  t.equal(summary, 'No task names Crwe (did you mean Crew?), so nothing was levelled.')
  const [unused] = findings.filter(({ code }: Plain) => code === 'LEVELLING_NOT_USED')
  t.match(unused.description, 'Unused: Crwe (did you mean Crew?).')
})

t.test('within float only: what has float waits, what has none stays over-allocated', async t => {
  const tasks = [
    { id: 'A', duration_days: 5, resource: 'Crew' },
    { id: 'B', duration_days: 2, resource: 'Crew' },
    { id: 'C', duration_days: 7, resource: 'Other' },
    { id: 'X', duration_days: 7, resource: 'Crew' },
  ]
  const data = level(t, { ...DATED, tasks, options: { within_float_only: true, resources: ['Crew'] } })
  t.equal(rowOf(data.tasks, 'X').start, '2026-03-02')
  t.equal(data.moves_working_days, 0)
  t.ok(data.unresolved.length > 0)
  t.ok(data.unresolved.every(({ reason }: Plain) => reason === 'out_of_float'))
  t.same(data.resources_left_out, [{ resource: 'Other', reason: 'not_asked_for' }])
})

t.test('work in progress stays, and what has not begun waits for it', async t => {
  const tasks = [
    { id: 'A', duration_days: 6, resource: 'Crew', actual_start: '2026-02-26', remaining_duration_days: 4 },
    { id: 'B', duration_days: 2, resource: 'Crew' },
  ]
  const data = level(t, { ...DATED, tasks })
  t.equal(rowOf(data.tasks, 'A').is_fixed, true)
  t.equal(rowOf(data.tasks, 'B').start, '2026-03-06')
})

t.test('priorities decide by P6; 1000 is never moved', async t => {
  const tasks = TWO_OF_A_CREW
  const first = (priorities: readonly object[]): string => {
    const data = level(t, { ...DATED, tasks, task_priorities: priorities, options: { rule: 'p6' } })
    return ['A', 'B'].find(id => rowOf(data.tasks, id).delay_working_days === 0)!
  }
  t.equal(first([]), 'A')
  t.equal(first([{ task_id: 'B', priority: 600 }]), 'B')
  t.equal(first([{ task_id: 'B', priority: 1000 }]), 'B')
  const twice = [800, 700].map(priority => ({ task_id: 'B', priority }))
  const body = { ...DATED, tasks, task_priorities: twice }
  t.match(analyse(t, levellingAnalyser, LevellingData, body).faults[0], {
    loc: ['body', 'task_priorities', 1, 'priority'],
    type: 'conflict',
  })
})

t.test('the levelled schedule, sent again, has the levelled dates and nothing left to level', async t => {
  const body = { ...DATED, tasks: TWO_OF_A_CREW, options: { include_schedule: true } }
  const { data: reply } = analyseSent('resources.allocate', allocate, body)
  const data = { ...reply.allocation, schedule: reply.schedule }
  t.match(reply.message, /2 tasks start later/)
  const again = analyseSent('analysis.levelling', levellingAnalyser, { ...DATED, tasks: tasksOf(data.schedule) })
  t.equal(again.data.finish_before, data.finish_after)
  t.equal(again.data.delayed_count, 0)
  t.equal(again.data.over_hours_before, 0)
})

/** As a request has them: materialise leaves the columns of a schedule as they are. */
const tasksOf = ({ tasks }: Plain): object[] => {
  const { columns } = tasks
  return TWO_OF_A_CREW.map((task, i) => {
    const day = columns.constraintDate[i]
    return columns.constraintType[i] === 0
      ? task
      : { ...task, constraint_type: 'SNET', constraint_date: new Date(day * 86_400_000).toISOString().slice(0, 10) }
  })
}

t.test('more effort finds a finish that no single order of the rule has, the same each time', async t => {
  const tasks = Array.from({ length: 30 }, (_, i) => ({
    id: `T${i}`,
    duration_days: 1 + ((i * 7) % 9),
    predecessors: i > 2 && i % 3 !== 0 ? [`T${i - 3}`] : [],
    resources: [`R${i % 3}`, ...(i % 4 === 0 ? [`R${(i + 1) % 3}`] : [])],
  }))
  const [fast, good, twice] = ['fast', 'good', 'good'].map(effort => level(t, { ...DATED, tasks, options: { effort } }))
  t.ok(good.moves_working_days <= fast.moves_working_days)
  t.same(good, twice)
  t.ok(good.settings.schedules > 100 || good.lower_bound.distance_working_days === 0)
})

t.test('a large schedule that can end no sooner is known to the minute, and the search for a better one ends', t => {
  // each crew has 170 tasks; one of them is followed by a year of curing, which the rule of the shortest puts last
  const tasks = Array.from({ length: 5_100 }, (_, i) => ({
    id: `T${i}`,
    duration_days: 1 + (Math.floor(i / 30) % 5),
    resource: `R${i % 30}`,
  }))
  const cured = [...tasks, { id: 'CURED', duration_days: 250, predecessors: ['T149'] }]
  const shifts = [['08:00', '16:00']]
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']
  const work_week = Object.fromEntries(days.map(day => [day, shifts]))
  const body = {
    ...{ tasks: cured, status_date: '2026-03-02T08:00', default_calendar_id: 'FIVE' },
    calendars: [{ id: 'FIVE', hours_per_day: 8, work_week }],
  }
  const levelledBy = (options: object): Plain =>
    analyseSent('analysis.levelling', levellingAnalyser, { ...body, options }).data
  const fast = levelledBy({})
  t.match(fast.lower_bound, { finish: fast.finish_after, by: 'resource_work', distance_working_days: 0 })
  const good = levelledBy({ rule: 'shortest', effort: 'good' })
  t.equal(good.finish_after, fast.finish_after)
  const { schedules, schedules_max } = good.settings
  t.ok(schedules > 1 && schedules < 10 && schedules_max > 100, `${schedules} of ${schedules_max}`)
  t.end()
})

t.test('a search leaves no more tasks without room than the rule does', async t => {
  const tasks = Array.from({ length: 24 }, (_, i) => ({
    id: `T${i}`,
    duration_days: 1 + ((i * 5) % 7),
    predecessors: i > 3 && i % 2 === 0 ? [`T${i - 4}`] : [],
    resources: [`R${i % 3}`],
  }))
  const [fast, good] = ['fast', 'good'].map(effort =>
    level(t, { ...DATED, tasks, options: { effort, rule: 'shortest', within_float_only: true } }),
  )
  t.ok(fast.unresolved_count > 0)
  t.ok(good.unresolved_count <= fast.unresolved_count, `${good.unresolved_count} of ${fast.unresolved_count}`)
  t.equal(good.moves_working_days, 0)
})

t.test(
  'work that may pause stops where its resource is taken and goes on behind it, with a reason for the pause',
  async t => {
    const tasks = [
      { id: 'A', duration_days: 4, resource: 'Crew' },
      { id: 'B', duration_days: 2, resource: 'Crew', constraint_type: 'MSO', constraint_date: '2026-03-04' },
      { id: 'C', duration_days: 1, predecessors: ['A'] },
    ]
    const whole = level(t, { ...DATED, tasks })
    t.match(rowOf(whole.tasks, 'A'), { start: '2026-03-06', finish: '2026-03-11' })
    const data = level(t, { ...DATED, tasks, options: { allow_splits: true } })
    t.match(rowOf(data.tasks, 'A'), { start: '2026-03-02', finish: '2026-03-09', delay_working_days: 0 })
    t.equal(data.finish_after, '2026-03-10')
    t.match(data, { delayed_count: 1, split_count: 1, over_hours_after: 0 })
    const delay = rowOf(data.delays, 'A')
    t.match(delay, { cause: 'resource', pauses_working_days: 2, delay_working_days: 0 })
    t.same(delay.parts, [
      { start: '2026-03-02', finish: '2026-03-03', working_days: 2 },
      { start: '2026-03-06', finish: '2026-03-09', working_days: 2 },
    ])
    t.match(delay.waits, [{ resource: 'Crew', part: 2, from: '2026-03-04', until: '2026-03-05', held_by: ['B'] }])
    t.equal(
      delay.text,
      'A pauses for 2 working days, working 2026-03-02 to 2026-03-03, 2026-03-06 to 2026-03-09: it needs 1 unit of Crew, and 1 unit is short from 2026-03-04 to 2026-03-05 because of B (mandatory date).',
    )
    // parts of three days do not fit before the pause
    const longer = level(t, { ...DATED, tasks, options: { allow_splits: true, split_days_min: 3 } })
    t.equal(longer.split_count, 0)
  },
)

t.test('a task that never finds room in one piece finds it in parts', async t => {
  const limits = Array.from({ length: 400 }, (_, week) => {
    const monday = new Date(Date.UTC(2026, 2, 2 + 7 * week)).toISOString().slice(0, 10)
    const tuesday = new Date(Date.UTC(2026, 2, 3 + 7 * week)).toISOString().slice(0, 10)
    return { units_per_day: 1, from: monday, to: tuesday }
  })
  const tasks = [{ id: 'A', duration_days: 4, resource: 'Crew' }]
  const body = { ...DATED, tasks, resources: [{ id: 'Crew', limits: [{ units_per_day: 0 }, ...limits] }] }
  t.equal(level(t, body).unresolved[0].reason, 'never_enough')
  const data = level(t, { ...body, options: { allow_splits: true } })
  t.same(data.unresolved, [])
  t.match(rowOf(data.tasks, 'A'), { start: '2026-03-02', finish: '2026-03-10' })
})

t.test(
  'behind the horizon the lower bound is a moment at which work can end, and the summary names the horizon',
  async t => {
    const shifts = [
      ['08:00', '12:00'],
      ['13:00', '17:00'],
    ]
    const workWeek = { monday: shifts, tuesday: shifts, wednesday: shifts, thursday: shifts, friday: shifts }
    const { data, summary } = analyseSent('analysis.levelling', levellingAnalyser, {
      tasks: Array.from({ length: 8 }, (_, n) => ({ id: `T${n}`, duration_days: 2, resource: 'Crew' })),
      calendars: [{ id: 'C', hours_per_day: 8, work_week: workWeek }],
      ...{ default_calendar_id: 'C', status_date: '2026-03-02T08:00', options: { horizon: '2026-03-11' } },
    })
    t.equal(data.lower_bound.finish, '2026-03-12T09:00', 'not 00:01')
    t.match(summary, /so that limits hold up to 2026-03-11, .*\(work of Crew\)/)
  },
)

t.test('a task that waits for one that pauses names it', async t => {
  const tasks = [
    { id: 'A', duration_days: 4, resource: 'Crew' },
    { id: 'B', duration_days: 1, predecessors: ['A'] },
    { id: 'X', duration_days: 1, resource: 'Crew', constraint_type: 'MSO', constraint_date: '2026-03-04' },
  ]
  const data = level(t, { ...DATED, tasks, options: { allow_splits: true } })
  t.match(rowOf(data.delays, 'B'), { cause: 'predecessor', predecessors: ['A'] })
  t.match(rowOf(data.delays, 'B').text, /its predecessor A is delayed/)
})

t.test('a schedule of centuries is refused; its use is not written month by month until memory ends', async t => {
  const tasks = (days: number) => [
    { id: 'A', duration_days: days, resource: 'Crew' },
    { id: 'B', duration_days: days, resource: 'Crew' },
  ]
  const refused = levellingAnalyser(inputOf({ ...DATED, tasks: tasks(3_000_000) }), { today: TODAY }) as Plain
  t.match(refused, { code: 'validation', faults: [{ loc: ['body', 'tasks'], type: 'length' }] })
  t.match(
    refused.faults[0].msg,
    /^The use of 1 resource from the first month to the last makes \d+ sums, of at most 100080 /,
  )
  t.equal(level(t, { ...DATED, tasks: tasks(30_000) }).settings.period, 'week')
})

t.test(
  'a search whose time is nearly over answers with the best so far, and says how many schedules that were',
  async t => {
    const tasks = Array.from({ length: 60 }, (_, n) => ({
      id: `T${n}`,
      duration_days: 1 + ((7 * n) % 5),
      predecessors: n < 6 ? [] : [`T${n - 5 - (n % 2)}`],
      resources: [`R${n % 3}`, `R${(n * n) % 4}`],
    }))
    const answered = (options: object, asksMax?: number): Plain => {
      let asks = 0
      const isTimeUp = asksMax === undefined ? undefined : () => asks++ >= asksMax
      const found = levellingAnalyser(inputOf({ ...DATED, tasks, options }), { today: TODAY, isTimeUp })
      return materialise(found as unknown as ResultValue)
    }
    const ofRule = answered({}).data
    const whole = answered({ effort: 'good' })
    t.match(whole.data.settings, { schedules: whole.data.settings.schedules_max, ended_by: 'schedules' })
    for (const asksMax of [0, 1, 30]) {
      const { data, findings } = answered({ effort: 'good' }, asksMax)
      const { schedules, schedules_max, ended_by } = data.settings
      t.equal(ended_by, 'time')
      t.equal(schedules_max, whole.data.settings.schedules_max)
      t.ok(schedules > 1 && schedules < schedules_max, `${schedules} of ${schedules_max}`)
      t.ok(data.finish_after <= ofRule.finish_after && data.finish_after >= whole.data.finish_after)
      t.equal(data.over_hours_after, 0)
      const finding = findings.find(({ code }: Plain) => code === 'LEVELLING_ENDED_BY_TIME')
      t.match(finding?.description, `after ${schedules} schedules`)
      t.same(answered({ effort: 'good' }, asksMax).data, data, 'the same count, the same schedule')
    }
    const alone = answered({ effort: 'best' }, 0).data
    t.ok(alone.finish_after <= ofRule.finish_after)
    const least = level(t, { ...DATED, tasks: TWO_OF_A_CREW, options: { effort: 'best' } })
    t.match(least.settings, { schedules: 1, ended_by: 'lower_bound' })
  },
)

t.test('float that is kept is told, and so is a lack of less than a hundredth', t => {
  const crew = (id: string, duration_days: number, units_per_day: number): object => ({
    ...{ id, duration_days },
    assignments: [{ resource: 'Crew', units_per_day }],
  })
  const resources = [{ id: 'Crew', limits: [{ units_per_day: 1 }] }]
  const tasks = [crew('A', 2, 1), crew('B', 3, 1), { id: 'Z', duration_days: 7 }]
  const options = { within_float_only: true, float_kept_days: 3 }
  const kept = analyseSent('analysis.levelling', levellingAnalyser, { ...DATED, tasks, resources, options }).data
  t.match(kept.unresolved[0].text, /^. has no room within its total float less the 3 working days that are kept: /)
  const short = { ...DATED, tasks: [crew('A', 2, 0.004), crew('B', 3, 1)], resources }
  const { delays } = analyseSent('analysis.levelling', levellingAnalyser, short).data
  t.match(delays[0].text, / and 0\.004 units are short /)
  t.end()
})
