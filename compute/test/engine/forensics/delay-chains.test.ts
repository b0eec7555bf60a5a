/**
 * One task after the other, where every lost day is an event with dates: nothing is concurrent, so all methods say the same of every party, in working days and
 * in calendar days. A weekend is nobody's working time: it goes with the day of work that crosses it.
 */
import t from 'tap'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import type { Plain } from '../../helpers/analyse.ts'
import { between, pick, type Random, random, shuffled } from '../../helpers/random.ts'
import { type Method, told } from './all-methods.ts'

const CASES = Number(process.env.CHAIN_CASES ?? 20)

/** Monday 2 March 2026. */
const DAY_0 = 20_514
const date = (day: number): string => formatDay(DAY_0 + day)
const PARTIES = ['owner', 'contractor', 'neutral'] as const

const SHIFTS = [
  ['08:00', '12:00'],
  ['13:00', '17:00'],
]
const WEEK = Object.fromEntries(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((name, d) => [
    name,
    d < 5 ? SHIFTS : [],
  ]),
)
const CALENDARS = {
  calendars: [{ id: 'C', hours_per_day: 8, work_week: WEEK, exceptions: [] }],
  default_calendar_id: 'C',
}

interface Work {
  readonly id: string
  readonly days: number
  done: number
  start?: number
  finish?: number
  suspended?: number
  resumed?: number
}

/** Work day by day; `stops`: by task how many of its days are done when it stops, for how many working days, and whose it is. */
function chain(rnd: Random, isWorkday: (day: number) => boolean) {
  const tasks = Array.from(
    { length: between(rnd, 3, 5) },
    (_, n): Work => ({ id: `T${n}`, days: between(rnd, 3, 7), done: 0 }),
  )
  const plan = structuredClone(tasks)
  const stopped = shuffled(rnd, [...tasks.keys()]).slice(0, 3)
  const stops = new Map(
    stopped.map(n => [
      n,
      { after: between(rnd, n === 0 ? 1 : 0, tasks[n]!.days - 1), days: between(rnd, 1, 4), party: pick(rnd, PARTIES) },
    ]),
  )
  const updates: { day: number; tasks: Work[] }[] = []
  const events: { id: string; party: string; started: string; ended: string; task_ids: string[]; days_lost: number }[] =
    []
  let day = 0
  const toWork = (): void => {
    while (!isWorkday(day)) day++
  }
  for (const [n, task] of tasks.entries())
    while (task.done < task.days) {
      toWork()
      const stop = stops.get(n)
      if (stop !== undefined && stop.after === task.done) {
        stops.delete(n)
        updates.push({ day, tasks: structuredClone(tasks) })
        const from = day
        for (let lost = 0; lost < stop.days; day++) if (isWorkday(day)) lost++
        events.push({
          id: `E${n}`,
          party: stop.party,
          started: date(from),
          ended: date(day - 1),
          task_ids: [task.id],
          days_lost: stop.days,
        })
        toWork()
        if (task.done > 0) Object.assign(task, { suspended: from, resumed: day })
        continue
      }
      task.start ??= day
      if (++task.done === task.days) task.finish = day
      day++
    }
  const rows = (list: readonly Work[]): object[] =>
    list.map(({ id, days, done, start, finish, suspended, resumed }, n) => ({
      id,
      duration_days: days,
      predecessors: n === 0 ? [] : [list[n - 1]!.id],
      ...(n === 0 ? { planned_start: date(0) } : {}),
      ...(start === undefined ? {} : { actual_start: date(start) }),
      ...(finish !== undefined
        ? { actual_finish: date(finish) }
        : start === undefined
          ? {}
          : { remaining_duration_days: days - done }),
      ...(suspended === undefined ? {} : { suspend_date: date(suspended), resume_date: date(resumed!) }),
    }))
  return {
    events: events.map(({ days_lost: _, ...event }) => event),
    lost: new Map(events.map(({ id, days_lost }) => [id, days_lost])),
    schedules: {
      baseline_schedule: { baseline_date: date(0), tasks: rows(plan) },
      schedule_history: updates
        .filter(({ day }) => day > 0)
        .map(update => ({ snapshot_date: date(update.day), tasks: rows(update.tasks) })),
      current_schedule: { status_date: date(day), tasks: rows(tasks) },
    },
  }
}

/** With calendars in every schedule in place of the one for all. */
const withCalendars = ({ baseline_schedule, schedule_history, current_schedule }: Plain): Plain => ({
  baseline_schedule: { ...baseline_schedule, ...CALENDARS },
  schedule_history: schedule_history.map((each: object) => ({ ...each, ...CALENDARS })),
  current_schedule: { ...current_schedule, ...CALENDARS },
})

type NetworkMethod = Exclude<Method, 'dates'>
const RUNS: readonly (readonly [name: string, method: NetworkMethod, isSeries: boolean, options: object])[] = [
  ['delay analysis', 'observed', true, {}],
  ['delay analysis in one window', 'observed', false, {}],
  ['time impact, multi base', 'impact', true, { method: 'multi_base' }],
  ['time impact, single base', 'impact', false, { method: 'single_base' }],
  ['collapsed as-built, single', 'collapsed', false, { method: 'single' }],
  ['collapsed as-built, multi', 'collapsed', true, { method: 'multi' }],
]

/** Working days by which the finish moved: in all, and in the windows. */
function workOf({ total_delay_working_days: all, windows }: Plain): number[] {
  const sum = windows.reduce((total: number, window: Plain) => total + window.delay_working_days, 0)
  return [all, sum].map(days => Math.round(days * 1e4) / 1e4)
}

/** Working and calendar days by event. */
function eventDays(method: NetworkMethod, data: Plain): Map<string, [number, number]> {
  const rows: Plain[] = method === 'observed' ? data.event_days.events : data.events
  const [working, calendar] = {
    observed: ['held_days', 'held_calendar_days'],
    impact: ['moves_working_days', 'moves_calendar_days'],
    collapsed: ['earlier_working_days', 'earlier_calendar_days'],
  }[method] as [string, string]
  const days = new Map<string, [number, number]>()
  for (const row of rows) {
    const [a, b] = days.get(row.id) ?? [0, 0]
    days.set(row.id, [a + row[working], b + row[calendar]])
  }
  return days
}

for (const kind of ['working_days', 'calendar_days', 'calendars'] as const)
  t.test(`events one behind the other, ${kind}: every method has the same days of every event and party`, async t => {
    const isWorkday = (day: number): boolean => kind === 'calendar_days' || day % 7 < 5
    let faults = 0
    for (let n = 0; n < CASES && faults < 3; n++) {
      const { events, lost, schedules } = chain(random(50_400 + n), isWorkday)
      const { schedule_history: _, ...ends } = schedules
      const send = (isSeries: boolean, options: object) => {
        const sent = isSeries ? schedules : { ...ends, schedule_history: [] }
        return {
          ...(kind === 'calendars' ? withCalendars(sent) : { ...sent, calendar: kind }),
          delay_events: events,
          options,
        }
      }
      const finish = told('observed', send(true, {})).data.statuses[0].finish_date.slice(0, 10)
      const results = RUNS.map(([name, method, isSeries, own]) => {
        const { data } = told(method, send(isSeries, { ...own, completion_date: finish }))
        const [row] = data.contract_dates.completions
        const byEvent = eventDays(method, data)
        const { by_party_calendar_days: byParty = undefined } = data
        const work = method === 'observed' ? workOf(data) : undefined
        return { name, method, byEvent, byParty, work, late: row.late, liquidated: row.liquidated_calendar_days }
      })
      const [first] = results
      const dayOf = (days: number): number => Math.round(days * 1e4) / 1e4
      const told0 = [...first!.byEvent].map(([id, [, days]]) => [id, dayOf(days)])
      const allLost = [...lost.values()].reduce((all, days) => all + days, 0)
      for (const { name, method, byEvent, byParty, work, late, liquidated } of results) {
        const problems: unknown[] = []
        const same = (what: string, is: unknown, should: unknown): void =>
          void (JSON.stringify(is) === JSON.stringify(should) || problems.push([what, is, should]))
        if (work !== undefined) same('working days of the finish', work, [allLost, allLost])
        // by calendars delay analysis books elapsed days alone
        if (kind !== 'calendars' || method !== 'observed')
          same(
            'working',
            events.map(({ id }) => dayOf(byEvent.get(id)?.[0] ?? 0)),
            events.map(({ id }) => lost.get(id)),
          )
        same(
          'calendar',
          events.map(({ id }) => [id, dayOf(byEvent.get(id)?.[1] ?? 0)]),
          events.map(({ id }) => told0.find(([other]) => other === id)),
        )
        same('late', late, first!.late)
        same('liquidated', liquidated, first!.liquidated)
        if (byParty !== undefined)
          for (const party of PARTIES) {
            const own = events.filter(each => each.party === party)
            const sum = own.reduce((all, { id }) => all + (byEvent.get(id)?.[1] ?? 0), 0)
            same(`calendar days of ${party}`, dayOf(byParty[party]), dayOf(sum))
          }
        if (problems.length === 0) continue
        faults++
        t.fail(`case ${n}, ${name}: ${JSON.stringify(problems)} ${JSON.stringify(send(true, {}))}`)
      }
    }
    t.equal(faults, 0)
  })

t.test(
  'events of one date put into one base, one task behind the other: a weekend makes nothing concurrent',
  async t => {
    let counted = 0
    for (let n = 0; n < 3 * CASES; n++) {
      const rnd = random(51_900 + n)
      const { schedules } = chain(rnd, day => day % 7 < 5)
      const { baseline_schedule: plan } = schedules
      const delay_events = shuffled(rnd, plan.tasks as Plain[])
        .slice(0, 2)
        .map(({ id }, e) => {
          const started = between(rnd, 0, 2)
          return { id, party: PARTIES[e], started: date(started), days: between(rnd, 2, 5), task_ids: [id] }
        })
      const sent = {
        current_schedule: { status_date: date(0), tasks: plan.tasks },
        calendar: 'working_days',
        delay_events,
      }
      const { data } = told('impact', { ...sent, options: { method: 'single_base', completion_date: date(0) } })
      const [{ late, windows }] = data.contract_dates.completions
      counted += late.owner_calendar_days + late.contractor_calendar_days
      t.equal(late.concurrent_calendar_days, 0, `case ${n}: ${JSON.stringify([sent, windows])}`)
      const byParty = data.by_party_calendar_days
      t.equal(late.owner_calendar_days, byParty.owner, `case ${n}: owner`)
    }
    t.ok(counted > CASES)
  },
)
