/** Dates and floats that a schedule supplies against those computed from it, with one hand-made schedule per reason. */
import t, { type Test } from 'tap'
import { CpmData } from '../../../../shared/contract/analysis/cpm/data.ts'
import { cpmAnalyser } from '../../../engine/analysis/cpm/analyser.ts'
import { analyse, byCode, type Plain } from '../../helpers/analyse.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'

const CODE = 'CPM_DIFFERS_FROM_SUPPLIED'

const reply = (t: Test, tasks: TaskObject[], params: object = {}): Plain =>
  analyse(t, cpmAnalyser, CpmData, { calendar: 'working_days', ...params, tasks })

const found = (t: Test, tasks: TaskObject[], params: object = {}): Plain =>
  byCode(reply(t, tasks, params).findings, CODE)

/** Ids of a chain, each after the one before. */
const after = (n: number): string[] => (n === 0 ? [] : [`T${n - 1}`])

/** The tasks as a source reports them that reckoned with these params: its early dates and floats as forecast. */
function asComputed(t: Test, tasks: TaskObject[], params: object): TaskObject[] {
  const { data } = reply(t, tasks, params)
  return tasks.map((task, i) => {
    const { early_start_date, early_finish_date, total_float_days } = data.tasks[i]
    if (task.actual_finish) return task
    return { ...task, forecast_start: early_start_date, forecast_finish: early_finish_date, total_float_days }
  })
}

const chain = (count: number, durationDays = 5): TaskObject[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `T${n}`,
    name: `Work ${n}`,
    duration_days: durationDays,
    predecessors: after(n),
    ...(n === 0 ? { planned_start: '2026-01-05' } : {}),
  }))

t.test('nothing is said where nothing is supplied, where all agrees, and of complete work', async t => {
  t.notOk(found(t, chain(5)))
  t.notOk(found(t, asComputed(t, chain(5), {})))
  const done = [
    { id: 'A', duration_days: 5, actual_start: '2026-01-05', actual_finish: '2026-01-09', total_float_days: 99 },
    { id: 'B', duration_days: 5, predecessors: ['A'], total_float_days: 0 },
  ].map(task => ({ ...task, planned_finish: task.id === 'A' ? '2026-06-30' : '2026-01-16' }))
  t.notOk(found(t, done, { status_date: '2026-01-12' }))
})

t.test('a day of a finish and half a day of a float are within the tolerance', async t => {
  const [a, b] = chain(2)
  const at = (finish: string, float: number): Plain =>
    found(t, [a!, { ...b!, forecast_finish: finish, total_float_days: float }])
  t.notOk(at('2026-01-19', 0.5))
  t.match(at('2026-01-20', 0.5), { count: 1, evidence: { finishes: { differing: 1 }, total_floats: { differing: 0 } } })
  t.match(at('2026-01-19', 0.6), { count: 1, evidence: { finishes: { differing: 0 }, total_floats: { differing: 1 } } })
})

t.test('size, counts, the last finish both ways and the worst tasks are reported', async t => {
  const calendar = { work_days: [1, 2, 3, 4, 5], holidays: ['2026-01-19', '2026-01-20', '2026-02-16'] }
  const finding = found(t, asComputed(t, chain(8), { calendar }))
  t.equal(finding.severity, 'medium')
  t.match(finding.evidence, {
    finishes: { supplied: 8, differing: 6, worst_task_id: 'T5' },
    total_floats: { supplied: 8, differing: 0, worst_task_id: null },
    last_finish: { supplied: '2026-03-04', computed: '2026-02-27', days: -3, day_basis: 'working' },
  })
  for (const part of [
    'The finish or total float that the request supplies for 6 open tasks is not the computed one.',
    '6 of 8 supplied finishes, 75 %, and 0 of 8 supplied total floats, 0 %, differ (by more than 1 working day of a finish, 0.5 working days of a float)',
    'The last finish is 2026-03-04 as supplied and 2026-02-27 as computed, 3 working days earlier.',
    'The finish furthest off is that of T5 Work 5: 2026-02-18 as supplied, 2026-02-13 as computed, 3 working days earlier.',
  ])
    t.ok(finding.description.includes(part), `${part} in ${finding.description}`)
})

t.test('the reason is found by what makes the values agree', async t => {
  const cases: Record<string, { tasks: TaskObject[]; source: object; request?: object; send: RegExp }> = {
    holidays: {
      tasks: chain(10),
      source: { calendar: { work_days: [1, 2, 3, 4, 5], holidays: ['2026-01-19', '2026-01-20', '2026-02-16'] } },
      send: /^Send calendar with work_days and all holidays/,
    },
    work_week: {
      tasks: chain(10, 8),
      source: { calendar: { work_days: [1, 2, 3, 4, 5, 6] } },
      send: /^Send calendar with the work_days/,
    },
    must_finish_by: {
      tasks: [...chain(4), { id: 'X', duration_days: 2, predecessors: ['T0'] }],
      source: { must_finish_by: '2026-02-13' },
      send: /^Send must_finish_by 2026-02-13/,
    },
    data_date: {
      tasks: [
        { id: 'D', duration_days: 5, actual_start: '2026-01-05', actual_finish: '2026-01-09' },
        ...chain(5).map(({ planned_start: _, ...task }) => ({
          ...task,
          predecessors: task.predecessors?.length ? task.predecessors : ['D'],
        })),
      ],
      source: { status_date: '2026-01-26' },
      request: {},
      send: /^Send status_date 2026-01-26/,
    },
    progress_override: {
      tasks: [
        { id: 'A', duration_days: 20, actual_start: '2026-01-05', percent_complete: 10, forecast_finish: '2026-02-05' },
        {
          id: 'B',
          duration_days: 10,
          predecessors: ['A'],
          actual_start: '2026-01-06',
          percent_complete: 50,
          forecast_finish: '2026-01-16',
        },
        { id: 'C', duration_days: 5, predecessors: ['B'], forecast_start: '2026-01-19', forecast_finish: '2026-01-23' },
      ],
      source: {},
      request: { status_date: '2026-01-12' },
      send: /^Schedule the source with retained logic/,
    },
  }
  for (const [name, { tasks, source, request, send }] of Object.entries(cases)) {
    const supplied = Object.keys(source).length === 0 ? tasks : asComputed(t, tasks, source)
    const plain = reply(t, supplied, request)
    const finding = byCode(plain.findings, CODE)
    t.equal(finding?.evidence.likely_reason, name, finding?.description)
    t.match(finding?.evidence.to_agree, send)
    t.ok(finding?.description.includes(finding.evidence.to_agree))
    const advice = plain.recommendations.find((each: Plain) => each.codes.includes(CODE))
    t.ok(advice?.description.startsWith(finding?.evidence.to_agree), advice?.description)
    // what is to be sent makes it agree
    if (Object.keys(source).length > 0 && name !== 'work_week')
      t.notOk(found(t, supplied, source), `${name}: sent, it agrees`)
  }
})

t.test('what no second run shows is read off the dates', async t => {
  const held = chain(4).map((task, n) => ({
    ...task,
    ...(n === 2 ? { constraint_type: 'SNET', constraint_date: '2026-02-16' } : {}),
  }))
  const without = (tasks: TaskObject[], ...names: string[]): TaskObject[] =>
    tasks.map(task => ({ ...task, ...Object.fromEntries(names.map(name => [name, undefined])) }))
  const begun = { id: 'A', name: 'Dig', duration_days: 10, actual_start: '2026-01-05', percent_complete: 50 }
  const followers = chain(6).map(({ planned_start: _, ...task }, n) => ({
    ...task,
    predecessors: n === 0 ? ['A'] : after(n),
  }))
  const status_date = '2026-01-12'
  const inProgress = asComputed(t, [{ ...begun, remaining_duration_days: 20 }, ...followers], { status_date })
  const late = asComputed(t, chain(3), {})
  const cases: Record<string, { tasks: TaskObject[]; request?: object; says: RegExp }> = {
    held_start: {
      tasks: without(asComputed(t, held, {}), 'constraint_type', 'constraint_date', 'total_float_days'),
      says: /1 unstarted task finishes later .* the most T2 Work 2: a constraint, link, lag/,
    },
    remaining_duration: {
      tasks: without(inProgress, 'remaining_duration_days'),
      request: { status_date },
      says: /1 task in progress has another remaining duration than percent_complete leaves, the most A Dig: 7 of 7 differences go/,
    },
    earlier_plan: {
      tasks: without(asComputed(t, chain(6), {}), 'total_float_days'),
      request: { status_date: '2026-02-02' },
      says: /supplied finishes of open work lie before the data date 2026-02-02, the first 2026-01-09 of T0 Work 0/,
    },
    several_calendars: {
      tasks: [
        { id: 'A', duration_days: 10, planned_start: '2026-01-05', planned_finish: '2026-01-16' },
        { id: 'B', duration_days: 10, planned_start: '2026-01-05', planned_finish: '2026-01-14' },
        { id: 'C', duration_days: 10, planned_start: '2026-01-05', planned_finish: '2026-01-16' },
      ],
      says: /1 of 3 unstarted tasks has other working days .* the most B, 10 working days long, 2026-01-05 to 2026-01-14, 8 working days here/,
    },
    // whole weeks from every weekday on
    day_length: {
      tasks: [
        { id: 'W2', duration_days: 10, planned_start: '2026-01-10', planned_finish: '2026-01-23' },
        { id: 'W3', duration_days: 15, planned_start: '2026-01-12', planned_finish: '2026-02-01' },
        { id: 'W4', duration_days: 20, planned_start: '2026-01-07', planned_finish: '2026-02-03' },
        { id: 'W5', duration_days: 25, planned_start: '2026-01-08', planned_finish: '2026-02-11' },
      ],
      request: { calendar: 'calendar_days' },
      says: /4 unstarted tasks take 98 calendar days between supplied starts and finishes for 70 days of duration, and work starts and ends on days that a shorter week would have off/,
    },
    more_work_days: {
      tasks: [
        ...Array.from({ length: 5 }, (_, n) => ({
          id: `T${n}`,
          duration_days: 10,
          planned_start: '2026-01-05',
          planned_finish: '2026-01-12',
        })),
        { id: 'L', duration_days: 2, planned_start: '2026-01-05', planned_finish: '2026-02-13' },
      ],
      says: /5 of 6 unstarted tasks have fewer working days .* the most T0, 10 working days long, 2026-01-05 to 2026-01-12, 6 working days here/,
    },
    late_dates: {
      tasks: [...late, { id: 'X', duration_days: 5, predecessors: ['T0'], total_float_days: 1 }],
      says: /The finishes agree, so the late dates differ/,
    },
    calendar_guessed: {
      tasks: [
        { id: 'A', duration_days: 3, planned_start: '2026-01-05' },
        { id: 'B', duration_days: 3, predecessors: ['A'], forecast_finish: '2026-01-14' },
      ],
      request: { calendar: undefined },
      says: /The calendar was guessed as all seven days a week without holidays/,
    },
  }
  for (const [name, { tasks, request, says }] of Object.entries(cases)) {
    const finding = found(t, tasks, request)
    t.equal(finding?.evidence.likely_reason, name, finding?.description)
    t.match(finding?.description, says, name)
  }
})

t.test(
  'a data date one day off is reported where late constraints turn it into floats, though the finishes agree within a day',
  async t => {
    const done = {
      id: 'D',
      duration_days: 5,
      actual_start: '2026-01-05',
      actual_finish: '2026-01-09',
      percent_complete: 100,
    }
    const tasks = [
      done,
      ...chain(6).map(({ planned_start: _, ...task }, n) => ({ ...task, predecessors: n === 0 ? ['D'] : after(n) })),
      {
        id: 'END',
        task_type: 'milestone',
        duration_days: 0,
        predecessors: ['T5'],
        constraint_type: 'FNLT',
        constraint_date: '2026-02-06',
      },
    ]
    const status_date = '2026-01-13'
    const supplied = asComputed(t, tasks, { status_date })
    // without it the day after the last actual date, 2026-01-12 with its weekend before, is taken
    const finding = found(t, supplied)
    t.match(finding?.evidence, {
      finishes: { differing: 0 },
      total_floats: { supplied: 7, differing: 7 },
      likely_reason: 'data_date',
      to_agree: 'Send status_date 2026-01-13.',
    })
    t.notOk(found(t, supplied, { status_date }), 'sent, it agrees')
  },
)

t.test('nothing is reported when the request uses only some of the links', async t => {
  const tasks = asComputed(t, chain(4), {})
  t.notOk(found(t, tasks, { options: { relationship_types: ['SS'] } }))
})

t.test('a week of any work days is held against those that the dates speak for', async t => {
  const tasks = Array.from({ length: 12 }, (_, n) => ({
    id: `T${n}`,
    duration_days: 8,
    predecessors: after(n),
    planned_start: '2026-01-05',
    forecast_start: `2026-0${1 + (n % 9)}-05`,
    forecast_finish: `2026-0${1 + (n % 9)}-19`,
    total_float_days: n % 3,
  }))
  for (const work_days of [[1, 3, 5], [1], [1, 2, 3]]) {
    t.ok(found(t, tasks, { calendar: { work_days } }).evidence.likely_reason, String(work_days))
  }
})
