/** Activities whose dates follow from their resources (P6: resource dependent): rate, calendar, progress, several resources, and the same in each format. */
import t from 'tap'
import { MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import { built, type Plain, reply } from '../../helpers/every-analysis.ts'
import { between, pick, random } from '../../helpers/random.ts'
import { randomCalendar } from './random-calendar.ts'
import { Clock } from './reference.ts'

const cpm = built.find(({ id }) => id === 'analysis.cpm')!
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const week = (shifts: readonly (readonly [string, string])[], days: number) =>
  Object.fromEntries(DAYS.map((name, d) => [name, d < days ? shifts : []]))
const CALENDARS = [
  { id: 'six', hours_per_day: 8, work_week: week([['08:00', '17:00']], 6) },
  { id: 'crew', hours_per_day: 8, work_week: week([['08:00', '16:00']], 5) },
  {
    id: 'night',
    hours_per_day: 6,
    work_week: week(
      [
        ['00:00', '02:00'],
        ['20:00', '24:00'],
      ],
      5,
    ),
  },
]
const RESOURCES = [{ id: 'Crew', calendar_id: 'crew' }, { id: 'Night', calendar_id: 'night' }, { id: 'Own' }]

/** Activity A and what follows it, from Monday 2026-03-02 08:00. */
function dates(assignments: readonly object[], members: object = {}): Record<string, Plain> {
  const { data } = reply(cpm, {
    status_date: '2026-03-02T08:00',
    calendars: CALENDARS,
    resources: RESOURCES,
    tasks: [
      { id: 'A', duration_days: 5, calendar_id: 'six', resource_dependent: true, assignments, ...members },
      { id: 'B', duration_days: 1, calendar_id: 'six', predecessors: ['A'] },
    ],
  })
  return Object.fromEntries(data.tasks.map((row: Plain) => [row.id, row]))
}
const span = ({ early_start_date, early_finish_date }: Plain): unknown => [early_start_date, early_finish_date]

t.test('remaining units at their rate in the calendar of the resource', async t => {
  const { A, B } = dates([{ resource: 'Crew', remaining_units: 40, units_per_day: 1 }])
  t.same(span(A!), ['2026-03-02T08:00', '2026-03-06T16:00'])
  t.same(span(B!), ['2026-03-06T16:00', '2026-03-07T15:00'], 'the next one works by its own')
  t.same([A!.total_float_days, A!.late_finish_date], [0, '2026-03-06T16:00'])
})

t.test('twice the rate takes half as long, half the rate twice', async t => {
  t.same(dates([{ resource: 'Crew', remaining_units: 40, units_per_day: 2 }]).A!.early_finish_date, '2026-03-04T12:00')
  t.same(
    dates([{ resource: 'Crew', remaining_units: 40, units_per_day: 0.5 }]).A!.early_finish_date,
    '2026-03-13T16:00',
  )
  t.same(span(dates([{ resource: 'Crew', remaining_units: 12, units_per_day: 1, remaining_units_per_day: 0.75 }]).A!), [
    '2026-03-02T08:00',
    '2026-03-03T16:00',
  ])
})

t.test('next to no rate is work of a bounded length, and told', async t => {
  const { data, findings } = reply(cpm, {
    status_date: '2026-03-02T08:00',
    calendars: CALENDARS,
    tasks: [
      {
        id: 'A',
        duration_days: 5,
        resource_dependent: true,
        assignments: [{ resource: 'Own', remaining_units: 40, units_per_day: 1e-12 }],
      },
    ],
  })
  t.ok(data.project_duration_days < 1e10, `${data.project_duration_days}`)
  t.match(
    findings.find((each: Plain) => each.code === 'CPM_DAYS_BOUNDED'),
    { task_ids: ['A'] },
  )
})

t.test('two resources in two calendars: the activity spans both', async t => {
  const both = [
    { resource: 'Crew', remaining_units: 8, units_per_day: 1 },
    { resource: 'Night', remaining_units: 12, units_per_day: 1 },
  ]
  t.same(span(dates(both).A!), ['2026-03-02T08:00', '2026-03-04T02:00'])
  t.same(span(dates([both[1]!]).A!), ['2026-03-02T20:00', '2026-03-04T02:00'], 'nobody works before 20:00')
  t.same(span(dates([both[0]!, { ...both[1], drives_dates: false }]).A!), ['2026-03-02T08:00', '2026-03-02T16:00'])
})

t.test('what has started works its rest from the data date', async t => {
  const started = { actual_start: '2026-02-23T08:00', remaining_duration_days: 2 }
  const { A } = dates([{ resource: 'Crew', budgeted_units: 40, actual_units: 16, units_per_day: 1 }], started)
  t.same(A!.early_finish_date, '2026-03-04T16:00')
  const last = dates([{ resource: 'Crew', budgeted_units: 40, remaining_units: 4, units_per_day: 1 }], started).A!
  t.same(last.early_finish_date, '2026-03-02T12:00')
})

t.test(
  'without units a resource works as long as the activity; without resources the activity works by itself',
  async t => {
    t.same(span(dates([{ resource: 'Crew' }]).A!), ['2026-03-02T08:00', '2026-03-06T16:00'])
    t.same(span(dates([]).A!), ['2026-03-02T08:00', '2026-03-06T12:00'])
    t.same(span(dates([{ resource: 'Own', remaining_units: 9 }]).A!), ['2026-03-02T08:00', '2026-03-02T17:00'])
  },
)

t.test('random work in random calendars ends where a clock that counts minutes has it', async t => {
  const rnd = random(33)
  const first = 20_514
  for (let n = 0; n < 200; n++) {
    const specs = [0, 1, 2].map(c => randomCalendar(rnd, `C${c}`, first - 5, first + 40))
    const clock = new Clock(specs, first * MINUTES_PER_DAY)
    const work = Array.from({ length: between(rnd, 1, 3) }, () => ({
      calendar: between(rnd, 0, 2),
      hours: between(rnd, 1, 30),
      rate: pick(rnd, [1, 2, 0.5]),
    }))
    const { data } = reply(cpm, {
      status_date: '2026-03-02T08:00',
      calendars: specs.map(spec => ({
        id: spec.id,
        hours_per_day: spec.minutesPerDay / 60,
        work_week: Object.fromEntries(DAYS.map((day, d) => [day, spec.week[d]!.map(pair => pair.map(hour))])),
        exceptions: spec.exceptions.map(each => ({
          date: dayText(each.firstDay),
          until: dayText(each.lastDay),
          shifts: each.shifts.map(pair => pair.map(hour)),
        })),
      })),
      resources: [0, 1, 2].map(c => ({ id: `R${c}`, calendar_id: `C${c}` })),
      tasks: [
        {
          id: 'A',
          duration_days: 3,
          calendar_id: 'C0',
          resource_dependent: true,
          assignments: work.map(({ calendar, hours, rate }) => ({
            resource: `R${calendar}`,
            remaining_units: hours,
            units_per_day: rate,
          })),
        },
      ],
    })
    const dataDate = first * MINUTES_PER_DAY + 480
    const start = Math.min(...work.map(({ calendar }) => clock.next(calendar, dataDate)))
    const finish = Math.max(
      ...work.map(({ calendar, hours, rate }) => clock.add(calendar, start, Math.round((hours / rate) * 60))),
    )
    const [row] = data.tasks
    t.same([row.early_start_date, row.early_finish_date], [momentText(start), momentText(finish)], `schedule ${n}`)
    t.ok(row.total_float_days === 0 || work.length > 1)
    if (!t.passing()) break
  }
})

const hour = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const dayText = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)
const momentText = (moment: number): string => new Date(moment * 60_000).toISOString().slice(0, 16)
