/** Crews, parts of a person, machines and materials: what assignments and limits say is what the resource analysis counts, whichever form they come in. */
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { formatDay, parseDay } from '../../../../shared/contract/schedule/day.ts'
import type { AnalysisInput } from '../../../../shared/contract/schedule/input.ts'
import { projectFilesIn } from '../../../agreement/project-files.ts'
import { analysers } from '../../../engine/analysers.ts'
import { readFileRequest } from '../../../engine/read/file/read-file-request.ts'
import { NO_LIMITS, readRequest } from '../../../engine/read/read-request.ts'
import { isRefusal } from '../../../engine/result/result.ts'
import { spliceTail, writeEnvelope } from '../../../engine/write/envelope.ts'
import { writeMsProjectXml } from '../../../engine/write/file/ms-project-xml.ts'
import { writeXer } from '../../../engine/write/file/xer.ts'
import { TODAY } from '../../helpers/analyse.ts'
import { type Body, built, faultOf, type Plain, refusalOf, reply } from '../../helpers/every-analysis.ts'
import { between, pick, type Random, random } from '../../helpers/random.ts'
import { calendarData, xerText } from '../../helpers/xer-text.ts'
import { CREW_MSPDI, CREW_P6_XML, OVERDUE_MSPDI } from './crew-files.ts'

const ROW = built.find(({ id }) => id === 'analysis.resources')!
const RISK = built.find(({ id }) => id === 'health.schedule-risk-index')!
const START = '2026-03-02'
const ALL = { include_resource_curves: true }
const FIVE_DAYS = { calendar: 'working_days' }

const SHIFTS = { five: ['08:00', '16:00', 5], seven: ['06:00', '14:00', 7], four: ['07:00', '17:00', 4] } as const
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const SHIFT_CALENDARS = Object.entries(SHIFTS).map(([id, [from, to, days]]) => ({
  id,
  hours_per_day: Number(to.slice(0, 2)) - Number(from.slice(0, 2)),
  work_week: Object.fromEntries(DAYS.slice(0, days).map(day => [day, [[from, to]]])),
}))

const loaded = (t: Test, body: Body): Plain => {
  const plain = reply(ROW, { status_date: START, options: ALL, ...body })
  t.equal(faultOf(ROW, plain), undefined)
  return plain
}
const resourcesOf = (plain: Plain): Plain =>
  Object.fromEntries(plain.data.resources.map((each: Plain) => [each.resource, each]))
const task = (id: string, more: object = {}): Plain => ({ id, duration_days: 5, planned_start: START, ...more })
const crew = (resource: string, units_per_day: number, more: object = {}): Plain => ({
  assignments: [{ resource, units_per_day, ...more }],
})
const limited = (id: string, units_per_day: number, more: object = {}): Plain => ({
  id,
  limits: [{ units_per_day }],
  ...more,
})

t.test('a crew is as many as it is, half a person is half, and only more than the limit is too much', async t => {
  const cases: [units: number, limit: number, over: number][] = [
    [2, 4, 0],
    [3, 4, 5],
    [0.5, 1, 0],
    [0.6, 1, 5],
    [0.1, 0.2, 0],
    [1.5, 3, 0],
  ]
  for (const [units, limit, over] of cases) {
    const tasks = [task('A', crew('Crew', units)), task('B', crew('Crew', units))]
    const { Crew } = resourcesOf(loaded(t, { tasks, resources: [limited('Crew', limit)] }))
    t.match(
      Crew,
      { peak_demand: 2 * units, limit, limit_source: 'schedule', over_allocated_days: over, demand_hours: 80 * units },
      `${units} twice of ${limit}`,
    )
  }
  t.match(
    resourcesOf(loaded(t, { tasks: [task('A', { resource: 'Crew' })] })).Crew,
    { type: 'labour', peak_demand: 1, limit: 1, limit_source: 'default', over_allocated_days: 0 },
    'a name alone is one person of one',
  )
})

t.test('an assignment with a lag or dates of its own works in its part of the task', async t => {
  const late = { budgeted_units: 40, remaining_units: 40 }
  const dates = { start: '2026-03-09', finish: '2026-03-13' }
  const long = (id: string, more: object): Plain => task(id, { duration_days: 10, ...crew('Crew', 1, more) })
  const weeksOf = (plain: Plain): number[] =>
    plain.data.resource_curves
      .filter((each: Plain) => each.resource === 'Crew')
      .map((each: Plain) => each.cumulative_demand_days)
  for (const more of [
    { ...late, lag_hours: 40, ...dates },
    { ...late, lag_hours: 40 },
    { ...late, ...dates },
    { lag_hours: 40 },
    dates,
  ]) {
    const two = loaded(t, { ...FIVE_DAYS, tasks: [long('A', more), long('B', more)], resources: [limited('Crew', 1)] })
    t.match(
      resourcesOf(two).Crew,
      { peak_demand: 2, over_allocated_days: 5, demand_hours: 80, loaded_days: 5, task_count: 2 },
      JSON.stringify(more),
    )
    t.same(
      two.data.over_allocations.map(({ start, end, task_ids }: Plain) => [start, end, task_ids]),
      [['2026-03-09', '2026-03-13', ['A', 'B']]],
    )
    t.same(weeksOf(two), [10])
    const { Crew } = resourcesOf(
      loaded(t, {
        ...FIVE_DAYS,
        tasks: [long('A', more), task('B', crew('Crew', 1))],
        resources: [limited('Crew', 1)],
      }),
    )
    t.match(Crew, { peak_demand: 1, over_allocated_days: 0, demand_hours: 80 }, 'one after the other')
  }
  const moved = { ...late, lag_hours: 24, start: '2026-03-05', finish: '2026-03-11' }
  const chain = [task('P', { duration_days: 15 }), { ...long('A', moved), dependencies: ['P'] }]
  const { Crew } = resourcesOf(loaded(t, { ...FIVE_DAYS, tasks: chain }))
  t.match(Crew, { peak_demand: 1, demand_hours: 40, loaded_days: 5 }, 'it moves with its task')
  const both = [
    { resource: 'Crew', units_per_day: 1 },
    { resource: 'Crew', units_per_day: 2, lag_hours: 40 },
  ]
  t.match(
    resourcesOf(loaded(t, { ...FIVE_DAYS, tasks: [task('A', { duration_days: 10, assignments: both })] })).Crew,
    { peak_demand: 3, demand_hours: 80 + 80, loaded_days: 10 },
    'two assignments of one resource, each in its days',
  )
})

t.test('machines and materials have no limit but one that is stated; costs have no demand', async t => {
  const resources = [
    { id: 'Crane', type: 'nonlabour' },
    { id: 'Concrete', type: 'material' },
    { id: 'Fee', type: 'cost' },
    limited('Steel', 10, { type: 'material' }),
  ]
  const assignments = [
    { resource: 'Crane', units_per_day: 3 },
    { resource: 'Concrete', remaining_units: 250 },
    { resource: 'Steel', units_per_day: 12 },
    { resource: 'Fee', remaining_cost: 500 },
  ]
  const plain = loaded(t, { tasks: [task('A', { assignments })], resources })
  const { Crane, Concrete, Steel, Fee } = resourcesOf(plain)
  t.match(Crane, { limit: null, limit_source: 'none', over_allocated_days: 0, peak_demand: 3, peak_ratio: null })
  t.match(Concrete, { demand_quantity: 250, demand_hours: null, peak_demand: 50, limit: null, over_allocated_days: 0 })
  t.match(Steel, { limit: 10, over_allocated_days: 5, excess_days: 10 })
  t.equal(Fee, undefined)
  const bucket = plain.data.histogram.find((each: Plain) => each.resource === 'Crane')
  t.match(bucket, { capacity_days: null, utilisation_pct: null, demand_days: 15 })
  const point = plain.data.resource_curves.find((each: Plain) => each.resource === 'Crane')
  t.match(point, { cumulative_demand_days: 15, cumulative_capacity_days: null })
})

t.test('limits hold from a day to a day; one of the request wins, on its days', async t => {
  const limits = [
    { units_per_day: 2 },
    { units_per_day: 1, from: '2026-03-04', to: '2026-03-05' },
    { units_per_day: null, from: '2026-03-06' },
  ]
  const body = { tasks: [task('A', crew('Crew', 2))], resources: [{ id: 'Crew', limits }] }
  const plain = loaded(t, body)
  t.match(plain.data.over_allocations, [
    { start: '2026-03-04', end: '2026-03-05', days: 2, demand_at_peak: 2, limit: 1, excess_days: 2, task_ids: ['A'] },
  ])
  const availability = (more: object) => ({
    ...body,
    resource_availability: [{ resource: 'Crew', capacity_per_day: 5, ...more }],
  })
  t.match(resourcesOf(loaded(t, availability({}))).Crew, { limit_source: 'request', over_allocated_days: 0, limit: 5 })
  t.match(
    resourcesOf(loaded(t, availability({ from: '2026-03-05' }))).Crew,
    { limit_source: 'request', over_allocated_days: 1 },
    'the fourth is as the schedule has it',
  )
  const named = { ...body, resources: [{ id: 'R1', name: 'Crew', limits }] }
  t.match(resourcesOf(loaded(t, named)).Crew, { over_allocated_days: 2 }, 'tasks name it by its name')
  const none = { ...body, resources: [{ id: 'Crew', limits: [{ units_per_day: 0, from: START }] }] }
  const without = loaded(t, none)
  t.match(resourcesOf(without).Crew, { over_allocated_days: 5, limit: 0, peak_ratio: 3 })
  t.match(
    without.data.components.find(({ code }: Plain) => code === 'RS02'),
    { status: 'fail', value: 3, numerator: 2, denominator: 0, score: 0 },
    'a day without any capacity is a peak',
  )
})

t.test('work left is spread over the hours that are left, and its sum is the demand', async t => {
  const begun = { actual_start: '2026-02-23', percent_complete: 40, remaining_duration_days: 3 }
  const { Crew } = resourcesOf(
    loaded(t, { tasks: [task('A', { ...begun, ...crew('Crew', 9, { budgeted_units: 80, remaining_units: 48 }) })] }),
  )
  t.match(Crew, { demand_hours: 48, demand_days: 6, peak_demand: 2, loaded_days: 3 })
  const half = task('A', { duration_days: 2.5, planned_finish: '2026-03-04', ...crew('Crew', 2) })
  t.match(resourcesOf(loaded(t, { tasks: [half] })).Crew, { demand_days: 5, loaded_days: 3, peak_demand: 2 })
  const after = (id: string, ...predecessors: string[]): Plain => ({
    id,
    duration_days: 0.5,
    predecessors,
    resource: 'Crew',
  })
  const tasks = [after('A'), after('B', 'A')]
  t.match(
    resourcesOf(loaded(t, { tasks, calendar: 'working_days' })).Crew,
    { over_allocated_days: 0, demand_days: 1, loaded_days: 1 },
    'one after the other within a day',
  )
})

t.test('an overdue chain is loaded in its order, and without a status date where its dates are', async t => {
  const tasks = [
    task('A', { planned_start: '2026-02-02', planned_finish: '2026-02-06', resource: 'Crew' }),
    task('C', { planned_start: '2026-02-09', planned_finish: '2026-02-13', resource: 'Crew', predecessors: ['A'] }),
  ]
  const calendar = { calendar: 'working_days' }
  const plain = loaded(t, { tasks, ...calendar })
  t.match(plain.data.resources, [
    { first_date: START, last_date: '2026-03-13', peak_demand: 1, over_allocated_days: 0, demand_days: 10 },
  ])
  t.match(plain.findings.find(({ code }: Plain) => code === 'RESOURCE_DATES_MOVED').count, 2)
  t.equal(plain.grade, 'A')
  const undated = loaded(t, { tasks, ...calendar, status_date: undefined })
  t.strictSame(undated.data.anchor, { date: '2026-02-02', source: 'schedule' })
  t.match(undated.data.resources, [{ first_date: '2026-02-02', last_date: '2026-02-13', peak_demand: 1 }])
  const late = [tasks[0], { ...tasks[1], planned_start: '2026-03-04', planned_finish: '2026-03-10' }]
  t.match(
    loaded(t, { tasks: late, ...calendar }).data.resources,
    [{ last_date: '2026-03-13', peak_demand: 1 }],
    'it waits for the overdue work, whatever its own dates say',
  )
})

t.test(
  'without a status date Microsoft Project has work where its dates are; what a status date moves is told',
  async t => {
    const begun = {
      id: 'A',
      duration_days: 10,
      remaining_duration_days: 5,
      actual_start: '2026-02-09T08:00',
      suspend_date: '2026-02-13T16:00',
      resume_date: '2026-02-16T08:00',
      forecast_start: '2026-02-09T08:00',
      forecast_finish: '2026-02-20T16:00',
      resource: 'Crew',
    }
    const tasks = [
      begun,
      {
        id: 'B',
        duration_days: 5,
        predecessors: ['A'],
        resource: 'Crew',
        forecast_start: '2026-02-23T08:00',
        forecast_finish: '2026-02-27T16:00',
      },
      // the latest actual date of the file
      {
        id: 'Closed',
        task_type: 'milestone',
        duration_days: 0,
        actual_start: '2026-05-06T16:00',
        actual_finish: '2026-05-06T16:00',
      },
    ]
    const [five] = SHIFT_CALENDARS
    const body = {
      tasks,
      calendars: [five],
      project_start: '2026-02-09T08:00',
      scheduling_options: { rules: 'ms_project' },
    }
    const moved = ({ findings }: Plain): unknown =>
      findings.find(({ code }: Plain) => code === 'RESOURCE_DATES_MOVED')?.task_ids ?? []
    const undated = loaded(t, { ...body, status_date: undefined })
    t.strictSame(undated.data.anchor, { date: '2026-02-16', source: 'schedule' })
    t.match(undated.data.resources, [
      { first_date: '2026-02-16', last_date: '2026-02-27', peak_demand: 1, demand_days: 10 },
    ])
    t.strictSame(moved(undated), [])
    const dated = loaded(t, { ...body, status_date: '2026-05-07' })
    t.match(dated.data.resources, [{ first_date: '2026-05-07', last_date: '2026-05-20', peak_demand: 1 }])
    t.strictSame(moved(dated), ['A', 'B'])
  },
)

t.test('work that Microsoft Project leaves before the status date is done from it on, not on one day', async t => {
  const [Crew] = ofFile(OVERDUE_MSPDI).data.resources
  // one day done, then it stood still: four are left
  t.match(Crew, { first_date: '2026-03-16', last_date: '2026-03-19', peak_demand: 2, demand_hours: 64 })
})

t.test('what waits for work that Microsoft Project left before the status date is loaded after it', async t => {
  const day = [['08:00', '16:00']]
  const work_week = Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map(name => [name, day]),
  )
  const microsoft = {
    calendars: [{ id: 'c', hours_per_day: 8, work_week }],
    project_start: '2026-02-02T08:00',
    scheduling_options: { rules: 'ms_project' },
    resources: [limited('Crew', 1)],
  }
  const at = (from: string, to: string, more: object = {}) => ({
    ...{
      planned_start: `${from}T08:00`,
      planned_finish: `${to}T16:00`,
      forecast_start: `${from}T08:00`,
      forecast_finish: `${to}T16:00`,
    },
    ...crew('Crew', 1, { budgeted_units: 40, remaining_units: 40 }),
    ...more,
  })
  const chain = (first: object, next = ['2026-02-16', '2026-02-20'] as const) => [
    task('A', at('2026-02-09', '2026-02-13', first)),
    task('C', at(...next, { predecessors: ['A'] })),
    task('D', at('2026-02-23', '2026-02-27', { predecessors: ['C'], ...crew('Other', 1) })),
  ]
  const begun = { actual_start: '2026-02-09T08:00', percent_complete: 0, remaining_duration_days: 5 }
  for (const [tasks, dates, text] of [
    [chain({}), [START, '2026-03-13', '2026-03-16', '2026-03-20'], 'nothing of it has begun'],
    [chain(begun), [START, '2026-03-13', '2026-03-16', '2026-03-20'], 'the first has begun, and nothing is done'],
  ] as const) {
    const { Crew, Other } = resourcesOf(loaded(t, { tasks, ...microsoft }))
    t.match(Crew, { peak_demand: 1, over_allocated_days: 0, demand_hours: 80 }, text)
    t.strictSame([Crew.first_date, Crew.last_date, Other.first_date, Other.last_date], dates, text)
    const risk = reply(RISK, { tasks, ...microsoft, status_date: START, options: { include_details: true } })
    t.notOk(
      risk.findings.find(({ code }: Plain) => code === 'RI05'),
      `${text}: nothing weighs in the risk index`,
    )
  }
  // in the middle of the first: one day of A is past, all of it is left
  const { Crew } = resourcesOf(loaded(t, { tasks: chain({}), ...microsoft, status_date: '2026-02-10' }))
  t.match(Crew, { first_date: '2026-02-10', last_date: '2026-02-23', peak_demand: 1 })
})

t.test('an activity that depends on its resources asks for them at their rate, in their calendar', async t => {
  const long = [
    ['08:00', '12:00'],
    ['13:00', '19:00'],
  ]
  const week = Object.fromEntries(['monday', 'tuesday', 'wednesday', 'thursday'].map(day => [day, long]))
  const resources = [{ id: 'Gang', calendar_id: 'four', limits: [{ units_per_day: 2 }] }]
  const tasks = [
    {
      id: 'A',
      duration_days: 9,
      resource_dependent: true,
      ...crew('Gang', 2, { remaining_units: 80, remaining_units_per_day: 2 }),
    },
  ]
  const calendars = [...CALENDARS, { id: 'four', hours_per_day: 10, work_week: week }]
  const { Gang } = resourcesOf(loaded(t, { ...CREW_JSON, calendars, resources, tasks }))
  t.match(Gang, {
    demand_hours: 80,
    peak_demand: 2,
    over_allocated_days: 0,
    first_date: START,
    last_date: '2026-03-05',
  })
})

t.test('an over-allocation counts against the work in it, not against all work of the resource', async t => {
  const tasks = [
    task('A', { duration_days: 2, resource: 'Crew' }),
    task('B', { duration_days: 2, resource: 'Crew' }),
    task('C', { duration_days: 30, planned_start: '2026-03-09', resource: 'Crew' }),
  ]
  const part = (plain: Plain): Plain => plain.data.components.find((each: Plain) => each.code === 'RS03')
  t.match(part(loaded(t, { tasks })), { value: 0, score: 100 }, 'C alone is critical, and nobody else works beside it')
})

t.test('the risk index counts the same units and limits', async t => {
  const body = (limit: number): Body => ({
    tasks: [task('A', crew('Crew', 3)), task('B', crew('Crew', 3))],
    status_date: START,
    resources: [limited('Crew', limit)],
    options: { include_sub_metric_details: true },
  })
  const part = (limit: number): Plain =>
    reply(RISK, body(limit)).data.sub_metrics.find((each: Plain) => each.code === 'RI05')
  t.match(part(6), { risk: 0, details: { over_allocated_resource_days: 0 } })
  t.match(part(5), { details: { over_allocated_resource_days: 5, loaded_resource_days: 5 } })
})

t.test('what is wrong in an assignment or a resource is told with its place', async t => {
  const places = (body: Body): unknown =>
    refusalOf(ROW, { status_date: START, ...body })?.faults?.map(({ loc, type }: Plain) => [
      loc.slice(1).join('.'),
      type,
    ])
  const assignments = [
    { units_per_day: 1 },
    { resource: 'Crew', units_per_day: 'two' },
    { resource: 'Crew', remaining_units: -1 },
    { resource: 7 },
    'Crew',
    { resource: 'Crew', start: 'soon', drives_dates: 1 },
    { resource: 'Crew', budgeted_cost: 1e300 },
  ]
  t.strictSame(places({ tasks: [task('A', { assignments })] }), [
    ['tasks.0.assignments.0', 'missing'],
    ['tasks.0.assignments.1.units_per_day', 'type'],
    ['tasks.0.assignments.2.remaining_units', 'minimum'],
    ['tasks.0.assignments.3.resource', 'type'],
    ['tasks.0.assignments.4', 'type'],
    ['tasks.0.assignments.5.start', 'type'],
    ['tasks.0.assignments.5.drives_dates', 'type'],
    ['tasks.0.assignments.6.budgeted_cost', 'maximum'],
  ])
  const tasks = [task('A', crew('Crew', 1))]
  t.strictSame(places({ tasks, resources: [{ id: 'Crew', calendar_id: 'none' }, { id: 'Crew' }] }), [
    ['resources.0.calendar_id', 'value'],
    ['resources.1.id', 'value'],
  ])
  t.strictSame(
    places({
      tasks,
      resources: [{ id: 'Crew', limits: [{ units_per_day: 1, from: '2026-03-04', to: '2026-03-02' }] }],
    }),
    [['resources.0.limits.0.to', 'value']],
  )
  const read = readRequest(
    ROW,
    Buffer.from(JSON.stringify({ tasks: [task('A', crew('Crew', 1, { headcount: 2 }))], status_date: START })),
    'application/json',
    NO_LIMITS,
  )
  t.match(read, { ignoredFields: ['tasks.*.assignments.*.headcount'] })
})

t.test('a resource with a calendar of its own loads the days and hours of that one', async t => {
  const sent = (calendar_id: string, rules: string, hours: number, more: object = {}) => ({
    calendars: SHIFT_CALENDARS,
    scheduling_options: { rules },
    resources: [limited('Crane', 1, { type: 'nonlabour', calendar_id })],
    status_date: `${START}T08:00`,
    project_start: `${START}T08:00`,
    options: { ...ALL, period_size_days: 1 },
    tasks: [
      task('A', {
        ...{ calendar_id: 'five', duration_days: 6, planned_start: `${START}T08:00` },
        ...crew('Crane', 1, { remaining_units: hours, remaining_units_per_day: 1 }),
        ...more,
      }),
    ],
  })
  const daysOf = (plain: Plain): number[] =>
    plain.data.histogram.map((each: Plain) => each.demand_days).filter((each: number) => each > 0)
  const dependent = { resource_dependent: true }
  for (const [body, wanted] of [
    [sent('seven', 'p6', 46, dependent), [0.75, 1, 1, 1, 1, 1]],
    [sent('seven', 'p6', 62, dependent), [0.75, 1, 1, 1, 1, 1, 1, 1]],
    [sent('four', 'p6', 40, dependent), [0.9, 1, 1, 1, 0.1]],
    // six days of the task are a Monday to a Monday, 62 hours of the crane
    [sent('seven', 'ms_project', 62), [0.75, 1, 1, 1, 1, 1, 1, 1]],
  ] as const) {
    const plain = loaded(t, body)
    t.match(daysOf(plain), wanted, JSON.stringify(daysOf(plain)))
    t.match(resourcesOf(plain).Crane, { over_allocated_days: 0, peak_demand: 1 })
  }
})

t.test('no number is too large for an answer', async t => {
  const most = { resource: 'Crew', units_per_day: 1e12, budgeted_cost: 1e12 }
  const tasks = Array.from({ length: 5 }, (_, i) => task(`T${i}`, { assignments: [most, most] }))
  const { Crew } = resourcesOf(loaded(t, { tasks, resources: [limited('Crew', 1e12)] }))
  t.ok(Number.isFinite(Crew.demand_days) && Crew.over_allocated_days === 0)
})

// --- laws on random schedules

const SEED = Number(process.env.SEED ?? 2602)
const RUNS = Number(process.env.RUNS ?? 60)

/** Lags, dates of their own, and calendars of tasks and of resources that work by their own. */
function withOwnTimes(rnd: Random, body: Body): Body {
  const day = (from: number, to: number): string => formatDay(parseDay(START)! + between(rnd, from, to))
  const own = () => [{}, {}, { lag_hours: between(rnd, 0, 60) }, { start: day(-5, 20), finish: day(0, 40) }]
  const tasks = body.tasks.map((each: Plain) => ({
    ...each,
    assignments: each.assignments.map((one: Plain) => ({ ...one, ...pick(rnd, own()) })),
  }))
  if (rnd() < 0.4) return { ...body, tasks }
  const { calendar: _, ...rest } = body
  const dependent = rnd() < 0.4
  const calendar_id = () => pick(rnd, Object.keys(SHIFTS))
  return {
    ...rest,
    calendars: SHIFT_CALENDARS,
    scheduling_options: { rules: pick(rnd, ['p6', 'ms_project']) },
    resources: body.resources.map((each: Plain) => ({
      ...each,
      ...(rnd() < 0.7 ? { calendar_id: calendar_id() } : {}),
    })),
    tasks: tasks.map((each: Plain) => ({
      ...each,
      calendar_id: calendar_id(),
      resource_dependent: dependent && rnd() < 0.5,
    })),
  }
}

function randomBody(rnd: Random): Body {
  const names = ['Crew', 'Welder', 'Crane', 'Gang']
  const count = between(rnd, 1, 14)
  const tasks = Array.from({ length: count }, (_, i) => {
    const start = parseDay(START)! + between(rnd, -20, 30)
    const duration = between(rnd, 1, 16) / 2
    const isBegun = rnd() < 0.25
    const assigned = names.filter(() => rnd() < 0.5)
    return {
      id: `T${i}`,
      duration_days: duration,
      ...(rnd() < 0.8 ? { planned_start: formatDay(start) } : {}),
      ...(isBegun ? { actual_start: '2026-02-20', percent_complete: pick(rnd, [0, 25, 60, 100]) } : {}),
      predecessors: Array.from({ length: i === 0 ? 0 : between(rnd, 0, 2) }, () => `T${between(rnd, 0, i - 1)}`),
      assignments: assigned.map(resource => ({
        resource,
        ...(rnd() < 0.7 ? { remaining_units: between(rnd, 0, 400) / 4 } : { units_per_day: between(rnd, 0, 12) / 4 }),
      })),
    }
  })
  return {
    tasks,
    status_date: START,
    calendar: pick(rnd, ['working_days', 'calendar_days']),
    resources: names.map(id => limited(id, between(rnd, 1, 8) / 2)),
    options: ALL,
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const near = (a: number, b: number): boolean => Math.abs(a - b) <= 0.01 * (1 + Math.abs(b) / 100)

const scaled = (body: Body, factor: number): Body => ({
  ...body,
  tasks: body.tasks.map((each: Plain) => ({
    ...each,
    assignments: each.assignments.map((own: Plain) => ({
      ...own,
      ...(own.remaining_units === undefined ? {} : { remaining_units: own.remaining_units * factor }),
      ...(own.units_per_day === undefined ? {} : { units_per_day: own.units_per_day * factor }),
    })),
  })),
})

t.test(`laws of demand over ${RUNS} random schedules, seed ${SEED}`, async t => {
  const rnd = random(SEED)
  const wrong: string[] = []
  const expect = (isRight: boolean, run: number, law: string): void => {
    if (!isRight) wrong.push(`run ${run}: ${law}`)
  }
  for (let run = 0; run < RUNS; run++) {
    const body = run % 2 === 0 ? randomBody(rnd) : withOwnTimes(rnd, randomBody(rnd))
    const plain = reply(ROW, body)
    if (plain.data === undefined) continue
    const by = resourcesOf(plain)
    for (const { resource, demand_days, demand_hours } of plain.data.resources) {
      const buckets = plain.data.histogram.filter((each: Plain) => each.resource === resource)
      expect(near(sum(buckets.map((each: Plain) => each.demand_days)), demand_days), run, 'buckets add up')
      const own = body.tasks.flatMap((each: Plain) =>
        each.percent_complete === 100 ? [] : each.assignments.filter((one: Plain) => one.resource === resource),
      )
      if (own.every((one: Plain) => one.remaining_units !== undefined))
        expect(
          near(demand_hours, sum(own.map((one: Plain) => one.remaining_units))),
          run,
          `demand ${demand_hours} is the work left`,
        )
    }
    // more units make such an activity longer
    if (body.tasks.some((each: Plain) => each.resource_dependent === true)) continue
    const twice = resourcesOf(reply(ROW, scaled(body, 2)))
    for (const name of Object.keys(by)) {
      expect(near(twice[name].demand_days, 2 * by[name].demand_days), run, 'twice the units are twice the demand')
      expect(near(twice[name].peak_demand, 2 * by[name].peak_demand), run, 'and twice the peak')
    }
    const raised = resourcesOf(
      reply(ROW, {
        ...body,
        resources: body.resources.map(({ id, limits, ...more }: Plain) =>
          limited(id, limits[0].units_per_day + 1, more),
        ),
      }),
    )
    for (const name of Object.keys(by))
      expect(
        raised[name].over_allocated_days <= by[name].over_allocated_days,
        run,
        'a higher limit, no more days over it',
      )
    const halves = reply(ROW, {
      ...scaled(body, 0.5),
      tasks: scaled(body, 0.5).tasks.map((each: Plain) => ({
        ...each,
        assignments: each.assignments.flatMap((own: Plain) => [own, { ...own, resource: `${own.resource} 2` }]),
      })),
      resources: body.resources.flatMap(({ id, limits, ...more }: Plain) =>
        [id, `${id} 2`].map(name => limited(name, limits[0].units_per_day / 2, more)),
      ),
    })
    const byHalf = resourcesOf(halves)
    for (const name of Object.keys(by)) {
      expect(
        byHalf[name]?.over_allocated_days === by[name].over_allocated_days,
        run,
        'two halves are over on the same days',
      )
      expect(near(2 * (byHalf[`${name} 2`]?.demand_days ?? 0), by[name].demand_days), run, 'and ask for half')
    }
    const shuffled = resourcesOf(reply(ROW, { ...body, tasks: body.tasks.toReversed() }))
    expect(JSON.stringify(shuffled) === JSON.stringify(by), run, 'the order of rows changes nothing')
  }
  t.strictSame(wrong.slice(0, 5), [])
})

// --- one project in four forms

const WEEK = Object.fromEntries(
  [2, 3, 4, 5, 6].map(day => [
    day,
    [
      ['08:00', '12:00'],
      ['13:00', '17:00'],
    ],
  ]),
) as Parameters<typeof calendarData>[0]
const row = (id: number, name: string): Record<string, string | number> => ({
  ...{ task_id: id, proj_id: 1, clndr_id: 1, task_code: name, task_name: name, task_type: 'TT_Task' },
  ...{ status_code: 'TK_NotStart', target_drtn_hr_cnt: 40, remain_drtn_hr_cnt: 40 },
})
const assigned = (
  task_id: number,
  rsrc_id: number,
  perHour: number,
  left: number,
): Record<string, string | number> => ({
  ...{ taskrsrc_id: 10 * task_id + rsrc_id, task_id, proj_id: 1, rsrc_id, target_cost: 0 },
  ...{ target_qty: left, remain_qty: left, target_qty_per_hr: perHour, remain_qty_per_hr: perHour },
})
const CREW_XER = Buffer.from(
  xerText({
    PROJECT: [
      {
        proj_id: 1,
        proj_short_name: 'CREW',
        clndr_id: 1,
        last_recalc_date: '2026-03-02 08:00',
        plan_start_date: '2026-03-02 08:00',
      },
    ],
    CALENDAR: [
      {
        clndr_id: 1,
        default_flag: 'Y',
        clndr_name: 'Five',
        day_hr_cnt: 8,
        week_hr_cnt: 40,
        clndr_data: calendarData(WEEK),
      },
    ],
    RSRC: [
      { rsrc_id: 1, clndr_id: 1, rsrc_name: 'Crew', rsrc_short_name: 'C', rsrc_type: 'RT_Labor' },
      { rsrc_id: 2, clndr_id: 1, rsrc_name: 'Concrete', rsrc_short_name: 'M', rsrc_type: 'RT_Mat' },
      { rsrc_id: 3, clndr_id: 1, rsrc_name: 'Half', rsrc_short_name: 'H', rsrc_type: 'RT_Labor' },
    ],
    RSRCRATE: [
      { rsrc_rate_id: 1, rsrc_id: 1, max_qty_per_hr: 6, start_date: '2026-01-01 00:00' },
      { rsrc_rate_id: 2, rsrc_id: 1, max_qty_per_hr: 4, start_date: '2026-03-04 00:00' },
      { rsrc_rate_id: 3, rsrc_id: 2, max_qty_per_hr: 0, start_date: '2026-01-01 00:00' },
      { rsrc_rate_id: 4, rsrc_id: 3, max_qty_per_hr: 1, start_date: '2026-01-01 00:00' },
    ],
    TASK: [row(1, 'A'), row(2, 'B')],
    TASKRSRC: [
      assigned(1, 1, 3, 120),
      assigned(2, 1, 3, 120),
      assigned(1, 2, 2.5, 100),
      assigned(1, 3, 0.5, 20),
      assigned(2, 3, 0.5, 20),
    ],
  }),
)
const CALENDARS = [
  {
    id: '1',
    hours_per_day: 8,
    work_week: Object.fromEntries(
      ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map(day => [
        day,
        [
          ['08:00', '12:00'],
          ['13:00', '17:00'],
        ],
      ]),
    ),
  },
]
const CREW_JSON = {
  status_date: '2026-03-02T08:00',
  project_start: '2026-03-02T08:00',
  calendars: CALENDARS,
  resources: [
    {
      id: 'Crew',
      limits: [
        { units_per_day: 6, to: '2026-03-03' },
        { units_per_day: 4, from: '2026-03-04' },
      ],
    },
    { id: 'Concrete', type: 'material' },
    limited('Half', 1),
  ],
  tasks: [
    {
      id: 'A',
      duration_days: 5,
      assignments: [
        { resource: 'Crew', units_per_day: 3, remaining_units: 120 },
        { resource: 'Concrete', remaining_units: 100 },
        { resource: 'Half', units_per_day: 0.5, remaining_units: 20 },
      ],
    },
    {
      id: 'B',
      duration_days: 5,
      assignments: [
        { resource: 'Crew', units_per_day: 3, remaining_units: 120 },
        { resource: 'Half', units_per_day: 0.5, remaining_units: 20 },
      ],
    },
  ],
}

/** Figures of each resource that no form has otherwise. */
const FIGURES = [
  ...['resource', 'type', 'demand_days', 'demand_hours', 'demand_quantity', 'peak_demand', 'peak_date', 'limit'],
  ...['limit_source', 'over_allocated_days', 'excess_days', 'first_date', 'last_date'],
]
const figures = (data: Plain): Plain[] =>
  data.resources.map((each: Plain) => Object.fromEntries(FIGURES.map(name => [name, each[name]])))

/** As a client gets it. */
const ofFile = (bytes: Uint8Array): Plain => answered(inputOf(bytes))

function answered(input: AnalysisInput): Plain {
  const result = analysers[ROW.id](input, { today: TODAY })
  if (isRefusal(result)) throw new Error(JSON.stringify(result))
  const { chunks } = writeEnvelope(result, FACTS, 'application/json')
  return JSON.parse(Buffer.concat([...chunks, spliceTail('application/json', REPLY)]).toString())
}
const FACTS = { taskCount: 0, inputSha256: '0'.repeat(64), ignoredFields: [] }
const REPLY = { endpoint: '/', requestId: '', processingTimeMs: 0 }

t.test('one project in four forms has the same figures, and keeps them when it is converted', async t => {
  const json = figures(loaded(t, CREW_JSON).data)
  t.match(json, [
    { resource: 'Concrete', type: 'material', demand_quantity: 100, limit: null, over_allocated_days: 0 },
    { resource: 'Crew', demand_hours: 240, peak_demand: 6, limit: 4, over_allocated_days: 3, excess_days: 6 },
    { resource: 'Half', demand_hours: 40, peak_demand: 1, limit: 1, over_allocated_days: 0 },
  ])
  const forms = { xer: CREW_XER, p6_xml: CREW_P6_XML, ms_project_xml: CREW_MSPDI }
  for (const [format, bytes] of Object.entries(forms)) t.strictSame(figures(ofFile(bytes).data), json, format)
  const read = readRequest(ROW, Buffer.from(JSON.stringify(CREW_JSON)), 'application/json', NO_LIMITS)
  if ('code' in read) throw new Error(JSON.stringify(read))
  const columns = read.schedules.get('tasks')!
  const xer = writeXer(columns, { id: 'CREW', name: null, dataDate: Number.NaN })
  t.strictSame(figures(ofFile(xer).data), json, 'written as XER')
  const mspdi = Buffer.concat(writeMsProjectXml(columns))
  t.strictSame(figures(ofFile(mspdi).data), json, 'written for Microsoft Project')
  const again = writeXer(inputOf(xer).schedules.get('tasks')!, { id: 'CREW', name: null, dataDate: Number.NaN })
  t.strictSame(figures(ofFile(again).data), json, 'and once more')
  const gap = Buffer.from(CREW_MSPDI).toString().replace('<AvailableTo>2026-03-03', '<AvailableTo>2026-03-02')
  const [, Crew] = ofFile(Buffer.from(gap)).data.resources
  t.match(
    Crew,
    { resource: 'Crew', over_allocated_days: 4, limit: 0 },
    'a day that the table leaves out has none of it',
  )
})

function inputOf(bytes: Uint8Array): AnalysisInput {
  const input = readFileRequest(ROW, bytes, { boundary: null }, NO_LIMITS, ROW.path)
  if ('code' in input) throw new Error(JSON.stringify(input))
  return input
}

const FOLDER = new URL('../../../../../shared/data/project_files/', import.meta.url).pathname

t.test(
  'in published files only a demand above a limit that the file states is too much',
  { skip: existsSync(FOLDER) ? false : 'the folder with published project files is not beside the repository' },
  async t => {
    let loadedFiles = 0
    for (const path of projectFilesIn(FOLDER)) {
      const bytes = readFileSync(path)
      const input = readFileRequest(
        ROW,
        path.endsWith('.gz') ? gunzipSync(bytes) : bytes,
        { boundary: null },
        NO_LIMITS,
        '',
      )
      if ('code' in input) continue
      const plain = answered(input)
      if (plain.data.resources.length === 0) continue
      loadedFiles++
      const stated = new Map((input.params.resources as Plain[]).map(each => [each.id, each]))
      const over = plain.data.resources.filter((each: Plain) => each.over_allocated_days > 0)
      t.comment(
        `${basename(path)}: ${plain.score} ${plain.grade}, ${over.length} of ${plain.data.resources.length} over`,
      )
      for (const { resource, limit, limit_source, type } of over) {
        t.equal(limit_source, 'schedule', `${basename(path)}: ${resource}`)
        const limits = stated.get(resource)?.limits?.map((each: Plain) => each.units_per_day)
        t.ok(limits?.includes(limit), `${basename(path)}: ${resource} has the limit of the file, ${limit}`)
        t.not(type === 'material' && limit === 1, true)
      }
    }
    t.ok(loadedFiles > 5, `${loadedFiles} files with resources`)
  },
)
