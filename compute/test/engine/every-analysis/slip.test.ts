/** What a slip of one task does to the finish, in the calendar of the task: what has not started starts later, also a milestone; what is in progress takes longer. */
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { workRow } from '../../../../shared/contract/catalogue/catalogue.ts'
import { computeSchedule } from '../../../engine/query/computed-schedule.ts'
import { explainTask } from '../../../engine/query/explain-task.ts'
import { taskPage } from '../../../engine/query/get-tasks.ts'
import { slipOf } from '../../../engine/query/slip.ts'
import { readRequest } from '../../../engine/read/read-request.ts'
import type { PlainMap } from '../../../engine/summary/plain.ts'

const LIMITS = { tier: 'government', taskCountMax: 99, taskSumMax: 999, syncTaskCountMax: 99, asyncHint: '' } as const
const DAY = [
  ['08:00', '12:00'],
  ['13:00', '17:00'],
]
const calendars = [{ id: 'day', work_week: { monday: DAY, tuesday: DAY, wednesday: DAY, thursday: DAY, friday: DAY } }]

const computed = (tasks: readonly object[], more: object) => {
  const body = { tasks, ...more }
  const input = readRequest(workRow('analysis.cpm'), Buffer.from(JSON.stringify(body)), 'application/json', LIMITS)
  if (!('schedules' in input)) throw new Error(JSON.stringify(input))
  const schedule = computeSchedule(input)
  if ('code' in schedule) throw new Error(JSON.stringify(schedule))
  return schedule
}

const scheduleOf = (t: Test, tasks: readonly object[], more: object = { calendars }) => {
  const schedule = computed(tasks, more)
  t.ok(schedule)
  return schedule
}

for (const [kind, rules] of [
  ['milestone', 'p6'],
  ['finish_milestone', 'p6'],
  ['start_milestone', 'p6'],
  ['milestone', 'ms_project'],
] as const)
  t.test(`a ${kind} that nothing follows slips by working days of its calendar (${rules})`, async t => {
    const tasks = [
      { id: 'A', duration_days: 5, planned_start: '2026-03-02T08:00' },
      { id: 'M', duration_days: 0, task_type: kind, predecessors: ['A'] },
    ]
    const schedule = scheduleOf(t, tasks, { calendars, scheduling_options: { rules } })
    const slip = slipOf(schedule, 1, 5)
    const after = kind === 'start_milestone' ? '2026-03-16T08:00' : '2026-03-13T17:00'
    t.match(slip, { finish_moves_unit: 'calendar days', finish_moves_days: 7, finish_after: after })
  })

t.test('golden: of a task that ends the project on a Friday, 5 working days are 7 calendar days', async t => {
  const schedule = scheduleOf(t, [
    { id: 'A', duration_days: 5, planned_start: '2026-03-02T08:00' },
    { id: 'M', duration_days: 0, task_type: 'finish_milestone', predecessors: ['A'] },
  ])
  const expected = {
    slip_days: 5,
    finish_moves_days: 7,
    finish_before: '2026-03-06T17:00',
    finish_after: '2026-03-13T17:00',
    tasks_moved: 0,
  }
  t.match(slipOf(schedule, 1, 5), expected)
  const told = explainTask(schedule, { task_id: 'M', slip_days: 5 } as never)!
  t.match(
    told.summary,
    /A slip of 5 working days \(it starts later\) moves the finish of the project by 7 calendar days, from 2026-03-06T17:00 to 2026-03-13T17:00\./,
  )
  const { tasks } = taskPage(schedule, { slip_days: 5, limit: 5 } as never)
  t.match(tasks, [{ finish_moves_days: 7 }, { finish_moves_days: 7 }])
})

t.test('without calendars days are those of the one calendar, and the finish after is a date', async t => {
  const schedule = scheduleOf(
    t,
    [
      { id: 'A', duration_days: 5, planned_start: '2026-03-02T08:00' },
      { id: 'M', duration_days: 0, task_type: 'milestone', predecessors: ['A'] },
    ],
    { calendar: 'working_days' },
  )
  t.match(slipOf(schedule, 1, 5), {
    finish_moves_days: 5,
    finish_moves_unit: 'working days',
    finish_before: '2026-03-06',
    finish_after: '2026-03-13',
  })
})

t.test('a last milestone with float slips into its float first', async t => {
  const schedule = scheduleOf(t, [
    { id: 'A', duration_days: 10, planned_start: '2026-03-02T08:00' },
    { id: 'B', duration_days: 5 },
    { id: 'M', duration_days: 0, task_type: 'finish_milestone', predecessors: ['B'] },
  ])
  const move = (days: number): PlainMap => slipOf(schedule, 2, days)
  t.match(
    [move(5), move(6)],
    [
      { finish_moves_days: 0, finish_after: '2026-03-13T17:00' },
      { finish_moves_days: 3, finish_after: '2026-03-16T17:00' },
    ],
  )
})

t.test('a task that drives by its start moves the finish: a slip is a later start, not longer work', async t => {
  for (const rules of ['p6', 'ms_project']) {
    const schedule = scheduleOf(
      t,
      [
        { id: 'A', duration_days: 5, planned_start: '2026-03-02T08:00' },
        { id: 'B', duration_days: 20, predecessors: ['A SS+2 d'] },
      ],
      { calendars, scheduling_options: { rules } },
    )
    t.match(slipOf(schedule, 0, 5), { slip_means: 'it starts later', finish_moves_days: 7, tasks_moved: 1 }, rules)
  }
})

t.test('work and milestones that a link to their finish drives move the finish', async t => {
  const schedule = scheduleOf(t, [
    { id: 'A', duration_days: 10, planned_start: '2026-03-02T08:00' },
    { id: 'B', duration_days: 3, predecessors: ['A FF'] },
    { id: 'M', duration_days: 0, task_type: 'finish_milestone', predecessors: ['B FF'] },
  ])
  for (const task of [0, 1, 2]) t.match(slipOf(schedule, task, 5), { finish_moves_days: 7 }, `task ${task}`)
})

t.test('work in progress takes longer, and what is pinned slips off its pin', async t => {
  const schedule = scheduleOf(
    t,
    [
      { id: 'A', duration_days: 10, actual_start: '2026-03-02T08:00', remaining_duration_days: 5 },
      { id: 'B', duration_days: 5, predecessors: ['A'], constraint_type: 'MSO', constraint_date: '2026-03-16T08:00' },
      { id: 'C', duration_days: 5, predecessors: ['B'] },
    ],
    { calendars, status_date: '2026-03-08T17:00', scheduling_options: { rules: 'p6' } },
  )
  t.match(slipOf(schedule, 0, 5), { slip_means: 'it takes longer', finish_moves_days: 0 })
  t.match(slipOf(schedule, 1, 5), { slip_means: 'it starts later', finish_moves_days: 7 })
})

t.test('an expected finish slips with its task', async t => {
  const schedule = scheduleOf(
    t,
    [
      { id: 'A', duration_days: 9, actual_start: '2026-03-02T08:00', expected_finish: '2026-03-27T17:00' },
      { id: 'B', duration_days: 5, predecessors: ['A'], expected_finish: '2026-04-10T17:00' },
      { id: 'C', duration_days: 5, predecessors: ['B'] },
    ],
    { calendars, status_date: '2026-03-08T17:00', scheduling_options: { rules: 'p6', use_expected_finish: true } },
  )
  t.match(slipOf(schedule, 1, 5), { finish_before: '2026-04-17T17:00', finish_moves_days: 7 })
  t.match(slipOf(schedule, 0, 0), { finish_moves_days: 0 })
  t.match(slipOf(schedule, 0, 12), { finish_moves_days: 4 }, 'B ends as expected, unless A ends later')
})

t.test('law: without constraints a slip moves the finish by what goes beyond the total float', async () => {
  const TYPES = ['FS', 'SS', 'FF', 'SF']
  const predecessorsOf = (n: number): fc.Arbitrary<readonly string[]> =>
    n === 0
      ? fc.constant([])
      : fc
          .array(fc.tuple(fc.nat(n - 1), fc.constantFrom(...TYPES), fc.nat(4)), { maxLength: 3 })
          .map(links => [...new Map(links.map(([p, type, lag]) => [p, `T${p} ${type}+${lag} d`])).values()])
  const network = fc
    .integer({ min: 2, max: 9 })
    .chain(count => fc.tuple(...Array.from({ length: count }, (_, n) => fc.tuple(fc.nat(6), predecessorsOf(n)))))
  fc.assert(
    fc.property(network, fc.nat(9), (rows, days) => {
      const tasks = rows.map(([duration, predecessors], n) => ({ id: `T${n}`, duration_days: duration, predecessors }))
      const schedule = computed(tasks, {})
      for (let i = 0; i < tasks.length; i++) {
        const beyond = Math.max(0, days - schedule.result.totalFloat[i]!)
        if (slipOf(schedule, i, days).finish_moves_days !== beyond) return false
      }
      return true
    }),
    { numRuns: Number(process.env.RUNS ?? 200) },
  )
})
