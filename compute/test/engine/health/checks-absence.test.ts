/**
 * A check that finds something may not pass with nothing found, in silence, once a field that it reads is taken away from all rows: it is skipped, or its
 * message says what no row has. Each field of tasks and assignments in turn.
 */
import t from 'tap'
import { CATALOGUE_IDS, MAPPED_FIELDS } from '../../../../shared/contract/endpoint/data/catalogue-words.ts'
import { ASSIGNMENT_FIELDS } from '../../../../shared/contract/schedule/assignments.ts'
import { TASK_FIELDS, type TaskField } from '../../../../shared/contract/schedule/fields.ts'
import type { Plain } from '../../helpers/analyse.ts'
import { between, pick, type Random, random } from '../../helpers/random.ts'
import { answerOf, DAY0, iso } from './checks-answer.ts'

const SEED = Number(process.env.CHECKS_ABSENCE_SEED ?? 39)
const STATUS = DAY0 + 60
const TASKS = 24

/** Values that a code takes where checks know it by its letters or its number. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  milestone_level: ['100', '110', '131', '138', '139', '150', '170', '175', '190', '199', '250', '810'],
  subtype: ['SVT', 'ZBA', 'SM'],
  evt: ['A', 'B', 'C', 'J', 'K', 'M'],
  percent_type: ['physical', 'duration', 'units'],
  percent_units: ['0', '50', '100'],
  rpg: ['Y', 'N'],
  procurement: ['Y', 'N'],
  government: ['Y', 'N'],
}
const NUMBERS: Readonly<Record<string, readonly number[]>> = {
  percent_complete: [0, 40, 100],
  physical_percent_complete: [0, 55, 100],
  total_float_days: [-5, 0, 5, 30, 60],
  free_float_days: [-1, 0, 10],
  lag_hours: [-8, 0, 8],
}

function fieldOf(rnd: Random, { name, kind, values }: Pick<TaskField, 'name' | 'kind' | 'values'>): unknown {
  if (rnd() < 0.25) return undefined
  if (kind === 'day') return iso(DAY0 + between(rnd, 0, 120))
  if (kind === 'number') return pick(rnd, NUMBERS[name] ?? [0, 1, 5, 50.5])
  if (kind === 'boolean') return rnd() < 0.5
  if (kind === 'enum') return pick(rnd, values!)
  if (name === 'name') return pick(rnd, ['Pour slab', 'Dig', 'SVT review', 'Do T1'])
  if (name === 'calendar_id') return pick(rnd, ['C1', 'C2'])
  return pick(rnd, ['1.1', '1.2'])
}

function tasksOf(rnd: Random): Plain[] {
  return Array.from({ length: TASKS }, (_, i) => {
    const fields = TASK_FIELDS.filter(({ kind }) => ['day', 'number', 'boolean', 'enum', 'text', 'code'].includes(kind))
    const amounts = ASSIGNMENT_FIELDS.map(field =>
      field.kind === 'moment'
        ? [field.name, iso(DAY0 + between(rnd, 0, 90))]
        : [field.name, pick(rnd, NUMBERS[field.name] ?? [0, 8, 40])],
    )
    const codes = Object.keys(MAPPED_FIELDS).map(name => [
      name,
      pick(rnd, VALUES[name] ?? ['why', 'the reason why', '']),
    ])
    const task: Plain = Object.fromEntries(fields.map(field => [field.name, fieldOf(rnd, field)]))
    return {
      ...task,
      id: `T${i}`,
      // one of them has the tasks below it
      parent_id: i > 0 && task.task_type !== 'summary' ? 'T0' : undefined,
      ...(i === 0 ? { task_type: 'summary' } : {}),
      manually_scheduled: undefined,
      ...(rnd() < 0.3 ? { custom_field_map: { float_rationale: 'agreed' } } : {}),
      codes: Object.fromEntries(codes.filter(([, value]) => value !== '' && rnd() < 0.8)),
      resource: rnd() < 0.5 ? 'Crew' : undefined,
      assignments:
        rnd() < 0.7 ? [{ resource: pick(rnd, ['Crew', 'Crane', 'Pipes']), ...Object.fromEntries(amounts) }] : undefined,
      predecessors: Array.from({ length: between(rnd, 0, 3) }, () => ({
        task_id: `T${Math.floor(rnd() * i)}`,
        type: pick(rnd, ['FS', 'FS', 'SS', 'FF', 'SF']),
        lag_days: pick(rnd, [0, 0, 3, -2]),
      })).filter(
        ({ task_id }, n, all) => i > 1 && task_id !== 'T0' && all.findIndex(each => each.task_id === task_id) === n,
      ),
    }
  })
}

const shifts = [['06:00', '20:00']]
const CALENDARS = ['C1', 'C2'].map(id => ({
  id,
  name: 'Site',
  hours_per_day: 8,
  work_week: { monday: shifts, tuesday: shifts, wednesday: shifts, thursday: shifts, friday: shifts },
  exceptions: [{ date: '2026-03-02' }, { date: '2026-03-02', shifts }],
}))
const RESOURCES = [
  { id: 'Crew', name: 'Ann', type: 'labour' },
  { id: 'Crane', name: 'Ann', type: 'nonlabour' },
  { id: 'Pipes', type: 'material' },
]

type Schedule = Plain
interface Pair {
  readonly current: Schedule
  readonly baseline: Schedule
}

type Checks = ReadonlyMap<string, Plain>

const nameIn = (name: string): RegExp =>
  new RegExp(`^(?:not |other\\.|task\\.)*${name}\\b|[<>=] (?:other\\.)?${name}\\b`)
/** What is computed where it was not sent. */
const OTHERWISE = [
  'total_float_days',
  'free_float_days',
  'early_start',
  'early_finish',
  'late_start',
  'late_finish',
  'duration_days',
]

function answered({ current, baseline }: Pair, catalogues: readonly string[]): Checks {
  const all = new Map<string, Plain>()
  for (const catalogue of catalogues) {
    const { data, faults } = answerOf({
      ...current,
      status_date: iso(STATUS),
      baseline_schedule: { ...baseline, baseline_date: iso(DAY0) },
      mapping: Object.fromEntries(Object.keys(MAPPED_FIELDS).map(name => [name, { code: name }])),
      options: { catalogue },
    }) as Plain
    if (data === undefined) throw new Error(JSON.stringify(faults))
    for (const check of data.checks) all.set(`${catalogue} ${check.code}`, check)
  }
  return all
}

type Without = (schedule: Schedule) => Schedule
const omit = (from: Plain, name: string): Plain => ({ ...from, [name]: undefined })
const tasksWith =
  (change: (task: Plain) => Plain): Without =>
  schedule => ({ ...schedule, tasks: schedule.tasks.map(change) })

/** By the name that conditions give what is taken away. */
const TAKEN: readonly (readonly [name: RegExp, without: Without])[] = [
  ...TASK_FIELDS.filter(({ name }) => !['id', 'codes', ...OTHERWISE].includes(name)).map(
    ({ name }) => [nameIn(name), tasksWith(task => omit(task, name))] as const,
  ),
  ...ASSIGNMENT_FIELDS.map(
    ({ name }) =>
      [
        nameIn(name),
        tasksWith(task => ({ ...task, assignments: task.assignments?.map((each: Plain) => omit(each, name)) })),
      ] as const,
  ),
  [
    /^overlaps/,
    tasksWith(task => ({ ...task, assignments: task.assignments?.map((each: Plain) => omit(each, 'finish')) })),
  ],
  [
    /^(?:resource_count|other_than_material)/,
    tasksWith(task => ({ ...task, resource: undefined, assignments: undefined })),
  ],
  [/^(?:predecessor|successor|lag|lead)_count/, tasksWith(task => omit(task, 'predecessors'))],
  [/^has_hard_constraint/, tasksWith(task => omit(task, 'constraint_type'))],
  [/^has_wrong_rollup/, tasksWith(task => omitDays(task))],
  [/^DCMA-09|^06A506b/, tasksWith(task => omitDays(task))],
]
const omitDays = (task: Plain): Plain =>
  Object.fromEntries(
    Object.entries(task).filter(([name]) => TASK_FIELDS.find(field => field.name === name)?.kind !== 'day'),
  )

t.test('what no row has makes a check say so, never pass in silence', async t => {
  const rnd = random(SEED)
  const [current, baseline] = [1, 2].map(() => ({
    ...{ tasks: tasksOf(rnd), calendars: CALENDARS, resources: RESOURCES },
  })) as [Schedule, Schedule]
  const before = answered(
    { current, baseline },
    CATALOGUE_IDS.filter(id => id !== 'own'),
  )
  t.comment(
    `seed ${SEED}: ${[...before.values()].filter(({ numerator }) => numerator > 0).length} of ${before.size} checks find something`,
  )
  const silent: string[] = []
  let [found, told] = [0, 0]
  for (const [name, without] of TAKEN) {
    const wanted = [...before].filter(
      ([, { numerator, metric }]) =>
        numerator > 0 &&
        String(metric)
          .split(/; | or /)
          .some(each => name.test(each)),
    )
    found += wanted.length
    const catalogues = new Set(wanted.map(([code]) => code.split(' ')[0]!))
    const after = answered({ current: without(current), baseline: without(baseline) }, [...catalogues])
    for (const [code] of wanted) {
      const { status, numerator, message } = after.get(code)!
      if (status === 'skipped' || /[:;] no (?:task|link|assignment|calendar|day)/.test(message)) told++
      else if (numerator === 0 && status !== 'fail') silent.push(`${name}: ${code} ${status} ${message}`)
    }
  }
  t.comment(`${found} figures, ${told} told`)
  t.ok(told > 40, String(told))
  t.strictSame(silent, [])
})

t.test('a baseline without dates has no early dates to hold actual ones against', async t => {
  const tasks = ['A', 'B'].map((id, n) => ({ id, duration_days: 5, predecessors: n === 0 ? [] : ['A'] }))
  const plan = { tasks, baseline_date: '2026-03-02' }
  const begun = [{ ...tasks[0]!, actual_start: '2026-03-04', actual_finish: '2026-03-06' }, tasks[1]]
  const checks = (baseline_schedule: Plain): Plain[] =>
    (
      answerOf({ tasks: begun, status_date: '2026-03-16', baseline_schedule, options: { catalogue: 'diq' } }) as Plain
    ).data.checks.filter(({ code }: Plain) => ['1040166', '1040167'].includes(code))
  for (const { status, needs } of checks(plan))
    t.match([status, needs], ['skipped', /^early_(?:start|finish) of tasks of the baseline schedule, or a date/])
  for (const { status, numerator } of checks({
    ...plan,
    tasks: [{ ...tasks[0]!, planned_start: '2026-03-09' }, tasks[1]!],
  }))
    t.match([status, numerator], ['fail', 1])
})

t.test('what rides the status date is not asked without a status before and without baseline dates', async t => {
  const task = { id: 'A', duration_days: 5, planned_start: '2026-03-16', planned_finish: '2026-03-20' }
  const of = (tasks: Plain[], more: object = {}): Plain =>
    (answerOf({ tasks, status_date: '2026-03-16', options: { catalogue: 'decm' }, ...more }) as Plain).data.checks.find(
      ({ code }: Plain) => code === '06A506c',
    )
  t.match(of([task]), { status: 'skipped', needs: 'schedule_history, or baseline dates of tasks' })
  t.match(of([{ ...task, baseline_start: '2026-03-02' }]), { status: 'fail', message: /by their baseline dates/ })
  const schedule_history = [{ snapshot_date: '2026-03-09', tasks: [task] }]
  t.match(of([task], { schedule_history }), { status: 'pass', message: /^0 tasks ride the status date\. / })
})

t.test('a schedule that can be asked is asked, though the other one cannot', async t => {
  const tasks = ['A', 'B'].map(id => ({
    id,
    duration_days: 5,
    assignments: [{ resource: 'Crew', start: '2026-03-02', finish: '2026-03-04' }],
  }))
  const undated = tasks.map(task => ({ ...task, assignments: [{ resource: 'Crew' }] }))
  const resources = [{ id: 'Crew', type: 'labour' }]
  const of = (current: Plain[], baseline: Plain[]): Plain =>
    (
      answerOf({
        ...{ tasks: current, resources, options: { catalogue: 'diq' } },
        baseline_schedule: { tasks: baseline, resources, baseline_date: '2026-03-02' },
      }) as Plain
    ).data.checks.find(({ code }: Plain) => code === '1060246')
  t.match(of(tasks, undated), { status: 'fail', numerator: 2 })
  t.match(of(undated, undated), { status: 'skipped', needs: /^start and finish of assignments/ })
})
