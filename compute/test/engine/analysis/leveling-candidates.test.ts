/** What a move of a task behind an over-allocated period costs, held against the critical path of the schedule with that move. */
import t from 'tap'
import { built, type Plain, reply } from '../../helpers/every-analysis.ts'
import { random } from '../../helpers/random.ts'

const RESOURCES = built.find(({ id }) => id === 'analysis.resources')!
const CPM = built.find(({ id }) => id === 'analysis.cpm')!
const MORNING = ['08:00', '12:00']
const FIVE = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']
const week = (days: readonly string[], spans: readonly (readonly string[])[]) =>
  Object.fromEntries(days.map(day => [day, spans]))
const CALENDARS = [
  { id: 'eight', hours_per_day: 8, work_week: week(FIVE, [MORNING, ['13:00', '17:00']]) },
  // eight hours on each day, counted as days of ten
  { id: 'ten', hours_per_day: 10, work_week: week(FIVE, [MORNING, ['13:00', '17:00']]) },
  {
    id: 'six',
    hours_per_day: 10,
    work_week: week(
      [...FIVE, 'saturday'],
      [
        ['07:00', '12:00'],
        ['13:00', '18:00'],
      ],
    ),
  },
  { id: 'half', hours_per_day: 4, work_week: week(['tuesday', 'thursday', 'saturday'], [MORNING]) },
]

t.test('a shift is counted in the days of the task that its float is counted in', async t => {
  const tasks = [
    { id: 'A', duration_days: 2, resource: 'Crew' },
    { id: 'B', duration_days: 2, resource: 'Crew' },
    { id: 'END', duration_days: 3.8 },
  ]
  const body = { calendars: CALENDARS, default_calendar_id: 'ten', status_date: '2026-03-02T08:00', tasks }
  const { data } = reply(RESOURCES, { ...body, options: { include_leveling_candidates: true } })
  // from Monday morning to Wednesday morning are 16 hours of work on two days, and 18 hours are free
  t.strictSame(
    data.leveling_candidates.map((each: Plain) => [
      each.id,
      each.period_end,
      each.shift_needed_days,
      each.total_float_days,
      each.effect,
    ]),
    [
      ['A', '2026-03-03', 1.6, 1.8, 'none'],
      ['B', '2026-03-03', 1.6, 1.8, 'none'],
    ],
  )
})

t.test('days by which a plan has a task behind its early start are float that is used', async t => {
  const plan = { planned_start: '2026-03-09', planned_finish: '2026-03-11' }
  const tasks = [
    { id: 'A', duration_days: 3, resource: 'Crew', ...plan },
    { id: 'B', duration_days: 3, resource: 'Crew', ...plan },
    { id: 'END', duration_days: 10, planned_start: '2026-03-02' },
  ]
  const { data } = reply(RESOURCES, {
    calendar: 'working_days',
    status_date: '2026-03-02',
    tasks,
    options: { include_leveling_candidates: true },
  })
  t.strictSame(
    data.leveling_candidates.map((each: Plain) => [
      each.id,
      each.shift_needed_days,
      each.total_float_days,
      each.effect,
    ]),
    [
      ['A', 3, 7, 'delays_project'],
      ['B', 3, 7, 'delays_project'],
    ],
  )
})

const RUNS = Number(process.env.LEVELING_RUNS ?? 60)

t.test('a move delays the project just where the critical path with it ends later', async t => {
  const next = random(33)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)]!
  let looked = 0
  let delays = 0
  for (let run = 0; run < RUNS; run++) {
    const tasks = Array.from({ length: 8 }, (_, n) => ({
      id: `T${n}`,
      duration_days: 1 + Math.floor(next() * 12) / 2,
      calendar_id: pick(CALENDARS).id,
      ...(next() < 0.7 ? { resource: 'Crew' } : {}),
      predecessors: Array.from({ length: n }, (_, p) => `T${p}`).filter(() => next() < 0.25),
    }))
    const body: Plain = { calendars: CALENDARS, default_calendar_id: 'eight', status_date: '2026-03-02T08:00', tasks }
    const before = reply(CPM, body).data
    const { leveling_candidates: moves } = reply(RESOURCES, {
      ...body,
      options: { include_leveling_candidates: true },
    }).data
    for (const { id, period_end, effect, shift_needed_days } of moves) {
      const behind = new Date(Date.parse(period_end) + 86_400_000).toISOString().slice(0, 10)
      const moved = tasks.map(task =>
        task.id === id ? { ...task, constraint_type: 'SNET', constraint_date: `${behind}T00:00` } : task,
      )
      const after = reply(CPM, { ...body, tasks: moved }).data
      const ends = ({ project_finish_date }: Plain): string => project_finish_date
      looked++
      if (effect === 'delays_project') delays++
      t.equal(
        ends(after) > ends(before),
        effect === 'delays_project',
        `${run} ${id} by ${shift_needed_days} behind ${period_end}: ${effect}`,
      )
    }
  }
  t.ok(looked > RUNS && delays > 0 && delays < looked, `${looked} moves, ${delays} delay the project`)
})
