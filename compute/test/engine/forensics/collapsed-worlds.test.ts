/**
 * As-built schedules of worlds in which nobody waits but for what holds him, and every stop is an event: without the events the work is the plan, to the day.
 * Links are FS, or one SS with a lag that is some of the work of its predecessor, so what follows waits while that stands still. (Beside others such a link need
 * not be the one that drives: that is found by planned lags.)
 */
import t from 'tap'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import type { Plain } from '../../helpers/analyse.ts'
import { between, pick, type Random, random } from '../../helpers/random.ts'
import { told } from './all-methods.ts'

const CASES = Number(process.env.WORLD_CASES ?? 120)

const DAY_0 = 20_514
const date = (day: number): string => formatDay(DAY_0 + day)
const SHIFTS = [
  ['08:00', '12:00'],
  ['13:00', '17:00'],
]
const NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const CALENDARS = {
  calendars: [
    {
      ...{ id: 'C', hours_per_day: 8, exceptions: [] },
      work_week: Object.fromEntries(NAMES.map((name, d) => [name, d < 5 ? SHIFTS : []])),
    },
  ],
  default_calendar_id: 'C',
}

interface Task {
  readonly id: string
  readonly days: number
  readonly before: readonly { readonly task: number; readonly type: 'FS' | 'SS'; readonly lag: number }[]
}

/** First and last day of each task when these days are no work of theirs. */
function worked(
  tasks: readonly Task[],
  isWorkday: (day: number) => boolean,
  stopped: (n: number, day: number) => boolean,
) {
  const state = tasks.map(() => ({ done: 0, start: -1, finish: -1 }))
  for (let day = 0; state.some(({ finish }) => finish < 0); day++) {
    if (!isWorkday(day)) continue
    const were = state.map(each => ({ ...each }))
    for (const [n, task] of tasks.entries()) {
      const own = state[n]!
      const isHeld = task.before.some(({ task: p, type, lag }) =>
        type === 'FS'
          ? !(were[p]!.finish >= 0)
          : were[p]!.start < 0 && lag > 0
            ? true
            : were[p]!.done < lag || state[p]!.start < 0,
      )
      if (own.finish >= 0 || isHeld || stopped(n, day)) continue
      if (own.start < 0) own.start = day
      if (++own.done === task.days) own.finish = day
    }
  }
  return state
}

function world(rnd: Random) {
  const tasks = Array.from(
    { length: between(rnd, 2, 6) },
    (_, n): Task => ({ id: `T${n}`, days: between(rnd, 2, 8), before: [] }),
  )
  const linked = tasks.map((task, n): Task => {
    const earlier = [...tasks.slice(0, n).entries()]
    if (n > 0 && rnd() < 0.5) {
      const [p, { days }] = pick(rnd, earlier)
      return { ...task, before: [{ task: p, type: 'SS', lag: between(rnd, 1, days) }] }
    }
    const before = earlier.filter(() => rnd() < 0.5).map(([p]) => ({ task: p, type: 'FS' as const, lag: 0 }))
    return { ...task, before }
  })
  const events = Array.from({ length: between(rnd, 1, 3) }, (_, e) => ({
    id: `E${e}`,
    task: between(rnd, 0, tasks.length - 1),
    from: 0,
    to: 0,
  }))
  return { tasks: linked, events }
}

for (const week of ['calendar_days', 'working_days', 'calendars'] as const)
  t.test(`${week}: without the events the work is the plan`, async t => {
    const isWorkday = (day: number): boolean => week === 'calendar_days' || day % 7 < 5
    let [differing, lags] = [0, 0]
    for (let n = 0; n < CASES && differing < 3; n++) {
      const rnd = random(72_800 + n)
      const { tasks, events } = world(rnd)
      const plan = worked(tasks, isWorkday, () => false)
      // each event stops a task on some days from one of its planned days on; a task does no work before the first, so that it has begun
      const stops = events.map(({ id, task }) => {
        const { start, finish } = plan[task]!
        const from = between(rnd, start + 1, finish + 3)
        return { id, task, from, to: from + between(rnd, 0, 4) }
      })
      const built = worked(tasks, isWorkday, (n, day) =>
        stops.some(({ task, from, to }) => task === n && day >= from && day <= to),
      )
      if (
        tasks.some(({ before }, s) =>
          before.some(
            ({ task: p, type }) => type === 'SS' && built[s]!.start - built[p]!.start > plan[s]!.start - plan[p]!.start,
          ),
        )
      )
        lags++
      const schedule: Plain = {
        status_date: date(Math.max(...built.map(({ finish }) => finish)) + 1),
        tasks: tasks.map(({ id, days, before }, n) => ({
          ...{ id, duration_days: days, actual_start: date(built[n]!.start), actual_finish: date(built[n]!.finish) },
          ...(n === 0 ? { planned_start: date(0) } : {}),
          predecessors: before.map(({ task, type, lag }) => ({ task_id: tasks[task]!.id, type, lag_days: lag })),
        })),
      }
      const sent = {
        current_schedule: week === 'calendars' ? { ...schedule, ...CALENDARS } : schedule,
        ...(week === 'calendars' ? {} : { calendar: week }),
        delay_events: stops.map(({ id, task, from, to }) => ({
          ...{ id, party: pick(rnd, ['owner', 'contractor']), task_ids: [tasks[task]!.id] },
          ...{ started: date(from), ended: date(to) },
        })),
      }
      const { data } = told('collapsed', sent)
      const rows: Plain[] = data.simulations[0].tasks
      const is = tasks
        .map(({ id }) => rows.find(row => row.id === id)!)
        .map(row => [row.start_without_events, row.finish_without_events].map((each: string) => each.slice(0, 10)))
      const should = plan.map(({ start, finish }) => [date(start), date(finish)])
      if (JSON.stringify(is) === JSON.stringify(should)) continue
      differing++
      t.same(is, should, `case ${n}: ${JSON.stringify(sent)}`)
    }
    t.equal(differing, 0)
    t.ok(lags > CASES / 10, `${lags} waited for a lag`)
  })

t.test('work that follows stopped work by a lag from its start goes back with it', async t => {
  const link = [{ task_id: 'A', type: 'SS', lag_days: 3 }]
  const of = (started: number, ended: number, built: number) =>
    told('collapsed', {
      current_schedule: {
        status_date: date(20),
        tasks: [
          { id: 'A', duration_days: 4, actual_start: date(0), actual_finish: date(5) },
          { id: 'B', duration_days: 10, predecessors: link, actual_start: date(built), actual_finish: date(built + 9) },
        ],
      },
      calendar: 'calendar_days',
      delay_events: [{ id: 'E', party: 'owner', started: date(started), ended: date(ended), task_ids: ['A'] }],
    }).data.events[0].earlier_calendar_days
  t.equal(of(1, 2, 5), 2)
  t.equal(of(2, 2, 4), 1)
  t.equal(of(1, 2, 6), 2, 'a day more that nobody explains stays')
  t.equal(of(3, 4, 5), 0, 'the lag had run out')
})
