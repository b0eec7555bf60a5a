/** The critical path of a request with calendars, from JSON to the result and its bytes. */
import t, { type Test } from 'tap'
import { CpmData } from '../../../../shared/contract/analysis/cpm/data.ts'
import { workRow } from '../../../../shared/contract/catalogue/catalogue.ts'
import { schemaFaults } from '../../../../shared/test/compiled-schema.ts'
import { cpmAnalyser } from '../../../engine/analysis/cpm/analyser.ts'
import { NO_LIMITS, readRequest } from '../../../engine/read/read-request.ts'
import { type AnalysisResult, type Finding, isRefusal, type ResultValue } from '../../../engine/result/result.ts'
import { ByteSink } from '../../../engine/write/byte-sink.ts'
import { JsonWriter } from '../../../engine/write/json-writer.ts'
import { materialise } from '../write/materialise.ts'

const LIMITS = {
  tier: 'government',
  taskCountMax: 1_000,
  taskSumMax: 1_000,
  syncTaskCountMax: 1_000,
  asyncHint: '',
} as const
const DAY = [
  ['08:00', '12:00'],
  ['13:00', '17:00'],
]
const BODY = {
  status_date: '2026-03-02T08:00',
  calendars: [
    { id: 'day', work_week: { monday: DAY, tuesday: DAY, wednesday: DAY, thursday: DAY, friday: DAY } },
    {
      id: 'night',
      hours_per_day: 10,
      work_week: {
        monday: [['20:00', '24:00']],
        tuesday: [
          ['00:00', '06:00'],
          ['20:00', '24:00'],
        ],
        wednesday: [['00:00', '06:00']],
      },
    },
  ],
  must_finish_by: '2026-03-06',
  tasks: [
    { id: 'FORM', duration_days: 2 },
    { id: 'POUR', duration_days: 1, calendar_id: 'night', predecessors: ['FORM'] },
    { id: 'STRIP', duration_days: 1, predecessors: ['POUR'] },
    { id: 'WATCH', task_type: 'loe', predecessors: ['FORM SS'], duration_days: 1 },
    { id: 'OPEN', task_type: 'finish_milestone', predecessors: ['STRIP'] },
  ],
}

/** What came out, as values; the data are checked against their schema. */
// biome-ignore lint/suspicious/noExplicitAny: replies are read member by member
function analysed(t: Test, body: object): { data: any; result: AnalysisResult; findings: readonly Finding[] } {
  const input = readRequest(workRow('analysis.cpm'), Buffer.from(JSON.stringify(body)), 'application/json', LIMITS)
  if (!('schedules' in input)) throw new Error(JSON.stringify(input))
  const result = cpmAnalyser(input, { today: 0 })
  if (isRefusal(result)) throw new Error(JSON.stringify(result))
  // biome-ignore lint/suspicious/noExplicitAny: replies are read member by member
  const data = materialise(result.data as ResultValue) as any
  t.same(schemaFaults(CpmData, data, 3), [])
  return { data, result, findings: materialise(result.findings as unknown as ResultValue) as never }
}

const EVERY_DAY = {
  id: 'every_day',
  work_week: Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map(day => [day, DAY]),
  ),
}
/** A ends on Friday, B has Saturday, C begins on Monday: B has Sunday as float, and the other two have none. */
const OVER_THE_WEEKEND = {
  ...BODY,
  status_date: '2026-03-06T08:00',
  must_finish_by: null,
  calendars: [...BODY.calendars, EVERY_DAY],
  tasks: [
    { id: 'A', duration_days: 1 },
    { id: 'B', duration_days: 1, calendar_id: 'every_day', predecessors: ['A'] },
    { id: 'C', duration_days: 1, predecessors: ['B'] },
  ],
}

t.test(
  'the length that the summary tells is that of the dates beside it, though the first work begins after the start of the plan',
  t => {
    const held = { constraint_type: 'SNET', constraint_date: '2026-03-18T08:00' }
    const tasks = [{ id: 'FORM', duration_days: 2, ...held }]
    const { data, result } = analysed(t, { ...BODY, must_finish_by: undefined, tasks })
    t.match(data, { project_start_date: '2026-03-18T08:00', project_finish_date: '2026-03-19T17:00' })
    t.match(result.summary, /^The project takes 1\.7 calendar days, 2026-03-18 to 2026-03-19;/)
    t.end()
  },
)

t.test('where calendars part the critical path from the longest one, the reason says so', async t => {
  const { data, findings } = analysed(t, OVER_THE_WEEKEND)
  t.strictSame(data.longest_path, ['A', 'B', 'C'])
  t.strictSame(data.divergence, [
    { id: 'B', is_critical: false, is_on_longest_path: true, reason: 'calendars', held_by: null },
  ])
  const found = findings.find(({ code }) => code === 'CPM_PATHS_DIVERGE')
  t.strictSame(found?.evidence, { calendars: 1 })
  t.match(found?.description, '1 of 3 tasks, 33.3 %: 1 between different calendars.')
})

t.test('a limit of float that the schedule calls critical is the reason where it parts the two paths', async t => {
  const tasks = [
    { id: 'A', duration_days: 3 },
    { id: 'B', duration_days: 2 },
  ]
  const scheduling_options = { critical_float_days_max: 1 }
  const body = { ...BODY, must_finish_by: null, status_date: '2026-03-02T08:00', tasks, scheduling_options }
  t.match(analysed(t, body).data.divergence, [{ id: 'B', is_critical: true, reason: 'critical_float_days_max' }])
  // the limit is hours, as in P6: a day of float of ten hours is more than one of eight
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']
  const calendars = [8, 10].map(hours => ({
    id: `${hours}`,
    hours_per_day: hours,
    work_week: Object.fromEntries(days.map(day => [day, [['08:00', `${8 + hours}:00`]]])),
  }))
  const mixed = [
    ...tasks,
    { id: 'C', duration_days: 2, calendar_id: '10' },
    { id: 'D', duration_days: 3, calendar_id: '10' },
  ]
  const { data } = analysed(t, { ...body, tasks: mixed, calendars, default_calendar_id: '8' })
  t.match(
    data.tasks.map((each: Record<string, unknown>) => [each.id, each.total_float_days, each.is_critical]),
    [
      ['A', 0, true],
      ['B', 1, true],
      ['C', 1, false],
      ['D', 0, true],
    ],
  )
})

t.test('a violated link between finished tasks is distinguished from those that the plan still depends on', async t => {
  const done = { percent_complete: 100, duration_days: 2 }
  const { findings } = analysed(t, {
    ...BODY,
    must_finish_by: null,
    status_date: '2026-03-09T08:00',
    tasks: [
      { id: 'A', ...done, actual_start: '2026-03-02T08:00', actual_finish: '2026-03-04T17:00' },
      { id: 'B', ...done, actual_start: '2026-03-03T08:00', actual_finish: '2026-03-05T17:00', predecessors: ['A'] },
      { id: 'C', duration_days: 5, predecessors: ['B'] },
      { id: 'D', duration_days: 1, predecessors: ['C'], constraint_type: 'MSO', constraint_date: '2026-03-10' },
    ],
  })
  const violated = findings.filter(({ code }) => code === 'CPM_VIOLATED_LINK')
  t.match(violated, [
    { severity: 'high', task_ids: ['D'], count: 1, description: 'Worst: C to D', evidence: { pinned_successors: 1 } },
    { severity: 'info', task_ids: ['B'], count: 1, description: 'Worst: A to B', evidence: { pinned_successors: 0 } },
  ])
})

t.test(
  'a link from the start of work in progress is held against the start that was reported, not where it goes on',
  async t => {
    const begun = { actual_start: '2026-03-02T08:00', duration_days: 10, percent_complete: 50 }
    const finished = { duration_days: 2, percent_complete: 100, actual_finish: '2026-03-05T17:00' }
    for (const rules of ['p6', 'ms_project'] as const)
      for (const type of ['SS', 'SF'] as const)
        for (const [actual_start, lag_days, isKept] of [
          ['2026-03-02T08:00', 0, true],
          ['2026-03-04T08:00', 2, true],
          ['2026-03-03T08:00', 5, false],
        ] as const) {
          const { findings } = analysed(t, {
            ...BODY,
            must_finish_by: null,
            status_date: '2026-03-09T08:00',
            scheduling_options: { rules },
            tasks: [
              { id: 'A', ...begun },
              { id: 'B', ...finished, actual_start, predecessors: [{ task_id: 'A', type, lag_days }] },
            ],
          })
          const violated = findings.filter(({ code }) => code === 'CPM_VIOLATED_LINK').length
          t.equal(violated, isKept ? 0 : 1, `${rules} ${type} ${actual_start} ${lag_days}`)
        }
  },
)

t.test('drag by the clock counts the links it looks at, not the tasks alone', async t => {
  const sides = 40_000
  const chain = Array.from({ length: 400 }, (_, n) => ({
    id: `P${n}`,
    duration_days: 2,
    predecessors: n === 0 ? [] : [`P${n - 1}`],
  }))
  const side = Array.from({ length: sides }, (_, n) => ({ id: `S${n}`, duration_days: 1 }))
  const end = { id: 'end', duration_days: 1, predecessors: ['P399', ...side.map(({ id }) => id)] }
  const body = Buffer.from(JSON.stringify({ ...BODY, tasks: [...chain, ...side, end] }))
  const input = readRequest(workRow('analysis.cpm'), body, 'application/json', NO_LIMITS)
  if ('code' in input) return t.fail(JSON.stringify(input))
  const result = cpmAnalyser(input, { today: 20_500 })
  if (isRefusal(result)) return t.fail(result.code)
  const { data } = materialise(result as never) as { data: { tasks: { drag_days: number | null }[] } }
  const computed = data.tasks.filter(({ drag_days }) => drag_days !== null && drag_days > 0).length
  // each looks at all links into the last task
  t.ok(computed * sides < 8 * 500_000 + 16 * (sides + 401) + 4 * (sides + 400) + 2 * sides, `${computed} of 400`)
  t.ok(computed > 50, 'those that the steps allow for')
})

t.test('drag that is not computed because the steps run out is reported, with the tasks', async t => {
  const chain = (taskCount: number): object[] =>
    Array.from({ length: taskCount }, (_, n) => ({
      id: `T${String(n).padStart(4, '0')}`,
      // the last ones are the shortest
      duration_days: n < 500 ? 2 : 1,
      predecessors: n === 0 ? [] : [`T${String(n - 1).padStart(4, '0')}`],
    }))
  const short = analysed(t, { ...BODY, must_finish_by: null, tasks: chain(90) })
  t.notOk(short.findings.some(({ code }) => code === 'CPM_DRAG_LEFT_OUT'))
  t.notOk(short.data.tasks.some(({ drag_days }: { drag_days: number | null }) => drag_days === null))
  t.ok(
    short.data.tasks.every((task: { drag_working_days: number }) => task.drag_working_days === 2),
    'in working days it is what is left of the task, weekends or not',
  )
  const { data, findings } = analysed(t, { ...BODY, must_finish_by: null, tasks: chain(1_000) })
  const without = data.tasks.filter(({ drag_days }: { drag_days: number | null }) => drag_days === null)
  t.ok(without.length > 0 && without.length < 1_000, `${without.length} without drag`)
  const found = findings.find(({ code }) => code === 'CPM_DRAG_LEFT_OUT')
  t.match(found, {
    severity: 'info',
    count: without.length,
    task_ids: without.slice(0, 20).map(({ id }: { id: string }) => id),
  })
  t.match(found?.description, `${without.length} of 1000 unfinished tasks of the longest path`)
})

t.test('moments, floats and the calendar of a request with calendars', async t => {
  const { data, result } = analysed(t, BODY)
  t.match(data, {
    project_start_date: '2026-03-02T08:00',
    project_finish_date: '2026-03-04T17:00',
    must_finish_by: '2026-03-06',
    data_date: { date: '2026-03-02T08:00', source: 'status_date' },
    calendar: { mode: 'task_calendars', source: 'given', work_days: [1, 2, 3, 4, 5] },
    tasks: [
      { id: 'FORM', early_start_date: '2026-03-02T08:00', early_finish_date: '2026-03-03T17:00', total_float_days: 0 },
      { id: 'POUR', early_start_date: '2026-03-03T20:00', early_finish_date: '2026-03-04T06:00' },
      { id: 'STRIP', early_start_date: '2026-03-04T08:00', late_finish_date: '2026-03-06T17:00', total_float_days: 2 },
      { id: 'WATCH', early_start_date: '2026-03-02T08:00', total_float_days: 0 },
      { id: 'OPEN', early_finish_date: '2026-03-04T17:00' },
    ],
  })
  const sink = new ByteSink()
  new JsonWriter(sink).value(result.data as ResultValue)
  t.same(JSON.parse(Buffer.concat(sink.finish()).toString()), data, 'the bytes say the same')
})

t.test(
  'the start of what is left, which P6 shows as the early start of started work, stands beside the actual start',
  async t => {
    const tasks = [
      { id: 'DONE', duration_days: 1, actual_start: '2026-03-02T08:00', actual_finish: '2026-03-02T17:00' },
      { id: 'ON', duration_days: 5, remaining_duration_days: 2, actual_start: '2026-03-03T08:00' },
      { id: 'NEXT', duration_days: 1, predecessors: ['ON'] },
    ]
    const body = { ...BODY, must_finish_by: null, status_date: '2026-03-05T08:00', tasks }
    const of = (rules: string): unknown[] =>
      analysed(t, { ...body, scheduling_options: { rules } }).data.tasks.map(
        ({ early_start_date: start, remaining_early_start_date: left }: Record<string, unknown>) => [start, left],
      )
    t.same(of('p6'), [
      ['2026-03-02T08:00', null],
      ['2026-03-03T08:00', '2026-03-05T08:00'],
      ['2026-03-09T08:00', '2026-03-09T08:00'],
    ])
    t.same(
      of('ms_project').map(row => (row as unknown[])[1]),
      [undefined, undefined, undefined],
      'Microsoft Project shows the actual start',
    )
  },
)

t.test('a supplied finish at the start of the next working day is the computed one at the end of the last', async t => {
  const findingsOf = (finish: string): unknown => {
    const tasks = [{ id: 'FORM', duration_days: 5, forecast_finish: finish }]
    return analysed(t, { ...BODY, must_finish_by: null, tasks }).findings.map(({ code }) => code)
  }
  t.strictSame(findingsOf('2026-03-09T08:00'), [], 'Friday 17:00 and Monday 08:00')
  t.strictSame(findingsOf('2026-03-11T08:00'), ['CPM_DIFFERS_FROM_SUPPLIED'])
})

t.test('a link into started work that holds nothing by the rules of Microsoft Project leaves null days', t => {
  const { data } = analysed(t, {
    ...BODY,
    scheduling_options: { rules: 'ms_project' },
    options: { include_network_details: true },
    tasks: [
      { id: 'A', duration_days: 5 },
      { id: 'B', duration_days: 3, predecessors: ['A SS'], actual_start: '2026-02-27T08:00', percent_complete: 20 },
    ],
  })
  t.equal(data.network_details.links[0].relationship_float_days, null)
  t.end()
})

t.test(
  'a milestone has no remaining duration, whatever is sent of it: by the clock and in whole days, begun or not',
  t => {
    const { calendars: _, ...inDays } = BODY
    for (const [name, body] of [
      ['by the clock', BODY],
      ['in whole days', { ...inDays, tasks: BODY.tasks.map(({ calendar_id: _, ...task }) => task) }],
    ] as const)
      for (const task_type of ['milestone', 'start_milestone', 'finish_milestone'])
        for (const begun of [{}, { actual_start: '2026-02-27' }]) {
          const tasks = (remaining: object) => [
            ...body.tasks,
            { id: 'GATE', task_type, predecessors: ['FORM'], ...begun, ...remaining },
            { id: 'NEXT', duration_days: 3, predecessors: ['GATE'] },
          ]
          const without = analysed(t, { ...body, tasks: tasks({}) })
          const sent = analysed(t, { ...body, tasks: tasks({ remaining_duration_days: 4 }) })
          t.same(sent.data, without.data, `${name}, ${task_type}, ${JSON.stringify(begun)}`)
        }
    t.end()
  },
)
