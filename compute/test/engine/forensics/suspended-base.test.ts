/** A base whose work is suspended beyond its data date: whole days and a calendar of seven days say the same of the same facts. */
import t from 'tap'
import type { EndpointId } from '../../../../shared/contract/catalogue/catalogue.ts'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import { analysers } from '../../../engine/analysers.ts'
import { analyseSent, type Plain } from '../../helpers/analyse.ts'
import { between, pick, type Random, random } from '../../helpers/random.ts'
import { told } from './all-methods.ts'

const CASES = Number(process.env.SUSPENDED_CASES ?? 60)

const DAY_0 = 20_514
const date = (day: number): string => formatDay(DAY_0 + day)
const SHIFTS = [
  ['08:00', '12:00'],
  ['13:00', '17:00'],
]
const WEEK = Object.fromEntries(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map(name => [name, SHIFTS]),
)
const CALENDARS = {
  calendars: [{ id: 'C', hours_per_day: 8, work_week: WEEK, exceptions: [] }],
  default_calendar_id: 'C',
}
const DAYS = ['moves_working_days', 'alone_working_days', 'min_working_days', 'max_working_days'] as const

/** Events of a base in whole days and by the clock, as far as both have them. */
const both = (schedule: Plain, delay_events: object[], options: object = {}) =>
  [{ calendar: 'calendar_days' }, CALENDARS].map(week => {
    const { calendar, ...own } = week as Plain
    const sent = { current_schedule: { ...schedule, ...own }, ...(calendar && { calendar }), delay_events, options }
    const { data, findings } = told('impact', sent)
    const dayOf = (moment: string): string => moment.slice(0, 10)
    return {
      findings,
      bases: data.bases.map(({ finish, finish_with_events }: Plain) => [finish, finish_with_events].map(dayOf)),
      events: data.events.map((row: Plain) => [
        row.id,
        dayOf(row.finish_before),
        dayOf(row.finish_after),
        ...DAYS.map(name => row[name]),
        row.flags,
        row.longest_path_before,
        row.longest_path_after,
      ]),
    }
  })

t.test('days on which suspended work stands still anyway are no days of an event', async t => {
  const tasks = [
    {
      ...{ id: 'A', duration_days: 10, actual_start: date(0), remaining_duration_days: 7 },
      ...{ suspend_date: date(3), resume_date: date(9) },
    },
    { id: 'B', duration_days: 5, predecessors: ['A'] },
  ]
  for (const [from, to, days] of [
    [6, 7, 0],
    [3, 8, 0],
    [6, 10, 2],
  ] as const) {
    const event = { id: 'E', party: 'owner', started: date(from), ended: date(to), task_ids: ['A'] }
    const [whole, clock] = both({ status_date: date(3), tasks }, [event])
    t.strictSame(whole!.events, clock!.events)
    t.equal(whole!.events[0][3], days)
    t.strictSame(whole!.bases, [[date(20), date(20 + days)]])
    t.strictSame(
      whole!.findings.filter(({ code }: Plain) => code === 'INPUT_RESUME_UNREAD'),
      [],
    )
  }
})

t.test(`whole days and a week of seven days, ${CASES} random bases`, async t => {
  let differing = 0
  let held = 0
  for (let n = 0; n < CASES && differing < 3; n++) {
    const rnd = random(61_300 + n)
    const dataDay = between(rnd, 2, 6)
    const tasks: Plain[] = Array.from({ length: between(rnd, 2, 6) }, (_, k) => ({
      id: `T${k}`,
      duration_days: between(rnd, 2, 9),
      predecessors: [] as string[],
    }))
    for (const [k, task] of tasks.entries()) {
      const begun = k < 2
      if (!begun) task.predecessors = [...new Set([pick(rnd, tasks.slice(0, k)).id, pick(rnd, tasks.slice(0, k)).id])]
      else
        Object.assign(task, {
          ...{ actual_start: date(0), remaining_duration_days: between(rnd, 1, task.duration_days) },
          ...(rnd() < 0.8 ? { suspend_date: date(dataDay - 1), resume_date: date(dataDay + between(rnd, -1, 9)) } : {}),
          ...(k === 1 && rnd() < 0.4 ? { predecessors: ['T0'] } : {}),
        })
    }
    const delay_events = Array.from({ length: between(rnd, 1, 3) }, (_, e) => {
      const from = dataDay + between(rnd, 0, 9)
      return {
        ...{ id: `E${e}`, party: pick(rnd, ['owner', 'contractor']), started: date(from) },
        ...(rnd() < 0.7 ? { ended: date(from + between(rnd, 0, 5)) } : { days: between(rnd, 1, 4) }),
        task_ids: [pick(rnd, tasks).id],
      }
    })
    const [whole, clock] = both({ status_date: date(dataDay), tasks }, delay_events)
    if (whole!.bases.some(([a, b]: string[]) => a !== b)) held++
    const [is, should] = [whole!, clock!].map(({ bases, events }) => JSON.stringify([bases, events]))
    if (is === should) continue
    differing++
    t.equal(is, should, `case ${n}: ${JSON.stringify([dataDay, tasks, delay_events])}`)
  }
  t.equal(differing, 0)
  t.ok(held > CASES / 3, `${held} moved`)
})

/** A network whose first two tasks are in work, most of them suspended. */
function suspended(rnd: Random, dataDay: number): Plain[] {
  const tasks: Plain[] = Array.from({ length: between(rnd, 3, 7) }, (_, k) => ({
    ...{ id: `T${k}`, duration_days: between(rnd, 2, 9), predecessors: [] as object[] },
    delay_category: pick(rnd, ['owner', 'contractor']),
  }))
  for (const [k, task] of tasks.entries()) {
    const before = pick(rnd, tasks.slice(0, k).concat(tasks[0]!)).id
    if (k > 1)
      task.predecessors = [{ task_id: before, type: pick(rnd, ['FS', 'FS', 'FF']), lag_days: pick(rnd, [0, 0, 2]) }]
    else
      Object.assign(task, {
        ...{ actual_start: date(0), remaining_duration_days: between(rnd, 1, task.duration_days) },
        ...(rnd() < 0.8 ? { suspend_date: date(dataDay - 1), resume_date: date(dataDay + between(rnd, -1, 9)) } : {}),
        ...(k === 1 && rnd() < 0.4 ? { predecessors: [{ task_id: 'T0', type: 'FF' }] } : {}),
      })
  }
  return tasks
}

const inWeeks = (id: EndpointId, bodyOf: (week: object) => object): Plain[] =>
  [{}, CALENDARS].map((week, n) => {
    const body = { ...bodyOf(week), ...(n === 0 ? { calendar: 'calendar_days' } : {}) }
    return analyseSent(id, analysers[id as keyof typeof analysers], body)
  })
const dayOf = (moment: string | null): string | undefined => moment?.slice(0, 10)

t.test(
  'the critical path and a what-if let suspended work wait for its resume date by whole days as by the clock',
  async t => {
    let waiting = 0
    for (let n = 0; n < CASES; n++) {
      const rnd = random(7_100 + n)
      const dataDay = between(rnd, 2, 6)
      const tasks = suspended(rnd, dataDay)
      const schedule = { status_date: date(dataDay), tasks }
      const dates = inWeeks('analysis.cpm', week => ({ ...schedule, ...week })).map(({ data }) =>
        data.tasks.map((task: Plain) => [
          ...[task.id, dayOf(task.early_finish_date), dayOf(task.late_finish_date)],
          ...[Math.round(task.total_float_days * 1e4) / 1e4, task.is_critical],
        ]),
      )
      t.strictSame(dates[0], dates[1], `case ${n}`)
      if (tasks.some(({ resume_date }) => resume_date > schedule.status_date)) waiting++
      const changes = [{ task_id: 'T0', resume_date: date(dataDay + 12) }]
      const finishes = inWeeks('analysis.what-if', week => ({ ...schedule, ...week, changes })).map(({ data }) =>
        [data.base, data.alternatives[0]].map(each => dayOf(each.project_finish)!),
      )
      t.strictSame(finishes[0], finishes[1], `case ${n}, resumed later`)
    }
    t.ok(waiting > CASES / 3, `${waiting} waited`)
  },
)

t.test(
  'delay analysis books the wait for a resume date to the suspended work by whole days as by the clock',
  async t => {
    const plan = [
      { id: 'A', duration_days: 10, planned_start: date(0), delay_category: 'owner' },
      { id: 'B', duration_days: 5, predecessors: ['A'], delay_category: 'contractor' },
    ]
    const now = [
      {
        ...{ ...plan[0]!, actual_start: date(0), remaining_duration_days: 7 },
        ...{ suspend_date: date(3), resume_date: date(9) },
      },
      plan[1]!,
    ]
    const told = inWeeks('forensics.delay-analysis', week => ({
      baseline_schedule: { baseline_date: date(0), tasks: plan, ...week },
      current_schedule: { status_date: date(5), tasks: now, ...week },
      delay_events: [{ id: 'E', party: 'owner', started: date(3), ended: date(8), task_ids: ['A'] }],
    })).map(({ data }) => [
      ...[data.total_delay_calendar_days, data.entitlement.excusable_compensable_calendar_days],
      data.event_days.events[0].held_calendar_days,
    ])
    t.strictSame(told[0], told[1])
    t.strictSame(told[0], [6, 6, 6])
  },
)
