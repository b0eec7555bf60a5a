/** What a levelled schedule uses where nothing is short is what the resource analysis counts, day by day. `CASES=5000 SEED=...` runs more. */
import t from 'tap'
import { workRow } from '../../../../shared/contract/catalogue/catalogue.ts'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import { chooseCalendar } from '../../../engine/calendar/choice.ts'
import { Timeline } from '../../../engine/calendar/timeline.ts'
import { computeDates } from '../../../engine/cpm/dates.ts'
import { loadCalendars } from '../../../engine/demand/load-calendar.ts'
import { loadsOf } from '../../../engine/demand/loads.ts'
import { type LevellingModel, levellingModel } from '../../../engine/levelling/from-columns.ts'
import { Placing } from '../../../engine/levelling/placing.ts'
import { eachPartOfNeed, UNIT_PARTS, workEnd } from '../../../engine/levelling/problem.ts'
import { taskStates } from '../../../engine/population/task-states.ts'
import { NO_LIMITS, readRequest } from '../../../engine/read/read-request.ts'
import { between, pick, type Random, random } from '../../helpers/random.ts'
import { Clock } from '../clock/reference.ts'
import {
  caseColumns,
  computedOf,
  countedIn,
  type LevellingCase,
  modelOf,
  randomCase,
  withParts,
} from './random-levelling.ts'

const SEED = Number(process.env.SEED ?? 20261130)
const CASES = Number(process.env.CASES ?? 60)
const MINUTES_PER_DAY = 1_440
/** Monday 2 March 2026. */
const FIRST_DAY = 20_514
const JSON_TYPE = 'application/json'

type Computed = ReturnType<typeof computedOf>
type Own = NonNullable<ReturnType<typeof loadCalendars>>['own']

/** Units of a resource by task and day. */
class UnitDays {
  readonly units = new Map<string, number>()
  add(task: number, resource: number, day: number, units: number): void {
    if (units === 0) return
    const name = `T${task} R${resource} day ${day}`
    this.units.set(name, (this.units.get(name) ?? 0) + units)
  }
}

/** By the runs of demand. */
function demandOf(
  columns: ScheduleColumns,
  { prepared, cpm: result }: Computed,
  timeline: Timeline,
  own?: Own,
): UnitDays {
  const computed = { prepared, result, dates: computeDates(columns, prepared, result) }
  const { taskRuns, units, isApart } = loadsOf(taskStates(columns), timeline, prepared.durationDays, computed, own)
  const { start, codes } = columns.resources
  const found = new UnitDays()
  for (const [n, i] of taskRuns.task.entries())
    for (let day = taskRuns.first[n]!; day < taskRuns.end[n]!; day++)
      for (let k = start[i]!; k < start[i + 1]!; k++) {
        const isOwn = taskRuns.entry[n]! < 0 ? isApart[k] === 0 : taskRuns.entry[n] === k
        const perDay = taskRuns.entry[n]! < 0 ? units[k]! : taskRuns.perDay[n]!
        if (isOwn) found.add(i, codes[k]!, timeline.startDay(day), perDay * taskRuns.share[n]!)
      }
  return found
}

function demanded(each: LevellingCase, columns: ScheduleColumns): UnitDays {
  const load = loadCalendars(columns)!
  const timeline = new Timeline(load.calendar, Math.floor(each.net.dataDate / MINUTES_PER_DAY))
  return demandOf(columns, computedOf(columns), timeline, load.own)
}

/** Some assignments have a start, a finish, or both, at moments of work of their task. */
function withDates(columns: ScheduleColumns, { problem }: LevellingModel, rnd: Random): ScheduleColumns {
  const assignments = columns.assignments!
  const [begin, end] = [0, 1].map(() => new Float64Array(assignments.resource.length).fill(Number.NaN))
  for (const [a, i] of problem.task.entries()) {
    const time = problem.calendars[problem.calendar[a]!]!
    const at = (minutes: number): number => time.finishAfter(problem.baseStart[a]!, minutes)
    for (let n = assignments.start[i]!; n < assignments.start[i + 1]!; n++) {
      const from = pick(rnd, [0, 240, 480, 500])
      if (rnd() < 0.3) begin![n] = time.nextWork(at(from))
      if (rnd() < 0.3) end![n] = at(from + pick(rnd, [240, 480, 700]))
    }
  }
  return { ...columns, assignments: { ...assignments, begin: begin!, end: end! } }
}

/** By the clock links may hold a finish behind the last work: the resource analysis counts the calendar of a resource up to the finish, levelling up to that work. */
function isHeld({ problem, activityOf }: LevellingModel, i: number): boolean {
  const a = activityOf[i]!
  return workEnd(problem, a, problem.baseFinish[a]!) !== problem.baseFinish[a]
}

/** By where levelling puts it: minutes of the calendar that it is done in, of those of the day. */
function usedBy(
  { problem, resourceCode }: LevellingModel,
  minutesOf: (i: number, resource: number, from: number, until: number) => number,
): UnitDays {
  const placing = new Placing(problem)
  placing.serial(placing.listBy(Float64Array.from(problem.task, (_, a) => a)))
  const found = new UnitDays()
  for (const [a, i] of problem.task.entries())
    for (let k = problem.needStart[a]!; k < problem.needStart[a + 1]!; k++) {
      const resource = resourceCode[problem.needResource[k]!]!
      eachPartOfNeed(problem, placing, a, k, (from, until) => {
        for (let midnight = from - (from % MINUTES_PER_DAY); midnight < until; midnight += MINUTES_PER_DAY) {
          const next = midnight + MINUTES_PER_DAY
          const minutes = minutesOf(i, resource, Math.max(from, midnight), Math.min(until, next))
          const share = minutes === 0 ? 0 : minutes / minutesOf(i, resource, midnight, next)
          found.add(i, resource, midnight / MINUTES_PER_DAY, (share * problem.needParts[k]!) / UNIT_PARTS)
        }
      })
    }
  return found
}

function levelled(each: LevellingCase, model: LevellingModel): UnitDays {
  const clock = new Clock(each.net.calendars, each.net.dataDate)
  return usedBy(model, (i, resource, from, until) => clock.between(countedIn(each, i, resource), from, until))
}

/** The resource works in no minute of the time in which it is needed: the resource analysis loads it in that of the task, levelling says so (LEVELLING_SPREAD_EVENLY). */
const hasHours = (name: string, used: UnitDays): boolean =>
  [...used.units.keys()].some(other => other.startsWith(name.slice(0, name.indexOf('day'))))

t.test('the use of a levelled schedule in which nothing is short is what the resource analysis counts', async t => {
  t.comment(`seed ${SEED}, ${CASES} cases`)
  const rnd = random(SEED)
  const wrong: string[] = []
  let [compared, inParts] = [0, 0]
  for (let n = 0; n < CASES; n++) {
    let drawn = randomCase(rnd)
    while (!drawn.isPlain) drawn = randomCase(rnd)
    const calendars = drawn.net.calendars.map(calendar => ({ ...calendar, exceptions: [] }))
    const each: LevellingCase = withParts(
      {
        ...drawn,
        net: { ...drawn.net, calendars },
        limits: drawn.limits.map(() => [{ at: 0, units: 1_000 }]),
        partDays: undefined,
      },
      rnd,
    )
    if (each.needs.length === 0) continue
    const plain = caseColumns(each)
    const columns = n % 2 === 0 ? plain : withDates(plain, modelOf(each, plain), rnd)
    const model = modelOf(each, columns)
    const [wanted, found] = [demanded(each, columns), levelled(each, model)]
    if (model.problem.windows !== undefined) inParts++
    for (const name of new Set([...wanted.units.keys(), ...found.units.keys()])) {
      const i = Number(/\d+/.exec(name)![0])
      if (!hasHours(name, found) || model.isSpread[i] === 1 || isHeld(model, i)) continue
      compared++
      const [asked, used] = [wanted.units.get(name) ?? 0, found.units.get(name) ?? 0]
      if (Math.abs(asked - used) > 1e-5 && wrong.length < 3)
        wrong.push(`case ${n}: ${name} has ${used}, not ${asked} ${JSON.stringify(each)}`)
    }
  }
  t.strictSame(wrong, [])
  t.ok(compared > CASES && inParts > CASES / 3, `${compared} days, ${inParts} cases with parts of tasks`)
})

/** A schedule without calendars, in the days of its calendar, whose assignments have lags, hours and dates of their own. */
function bodyOfDays(rnd: Random): object {
  const may = (share: number, more: () => object): object => (rnd() < share ? more() : {})
  const day = (most: number): string => formatDay(FIRST_DAY + between(rnd, 0, most))
  const assignment = (): object => ({
    ...{ resource: `R${between(rnd, 0, 2)}`, units_per_day: pick(rnd, [1, 2, 0.5]) },
    ...may(0.4, () => ({ lag_hours: 4 * between(rnd, 1, 8) })),
    ...may(0.3, () => ({ budgeted_units: 8 * between(rnd, 1, 10) })),
    ...may(0.2, () => ({ remaining_duration_hours: 4 * between(rnd, 1, 10) })),
    ...may(0.2, () => ({ start: day(12) })),
    ...may(0.2, () => ({ finish: day(18) })),
  })
  const tasks = Array.from({ length: between(rnd, 2, 8) }, (_, i) => ({
    ...{ id: `T${i}`, duration_days: between(rnd, 1, 10) + pick(rnd, [0, 0, 0.5]) },
    ...may(0.3, () => ({ resource_dependent: true })),
    predecessors: Array.from({ length: i }, (_, p) => ({
      task_id: `T${p}`,
      type: pick(rnd, ['FS', 'SS', 'FF']),
    })).filter(() => rnd() < 0.25),
    assignments: Array.from({ length: between(rnd, 0, 3) }, assignment),
  }))
  return { tasks, status_date: formatDay(FIRST_DAY), calendar: pick(rnd, ['working_days', 'calendar_days']) }
}

t.test('so it is without calendars', async t => {
  const rnd = random(SEED + 1)
  const wrong: string[] = []
  let [compared, inParts] = [0, 0]
  for (let n = 0; n < CASES; n++) {
    const body = bodyOfDays(rnd)
    const input = readRequest(workRow('analysis.levelling'), Buffer.from(JSON.stringify(body)), JSON_TYPE, NO_LIMITS)
    if ('code' in input) throw new Error(JSON.stringify(input))
    const columns = input.schedules.get('tasks')!
    const { calendar } = chooseCalendar(columns, input.params.calendar)
    const computed = computedOf(columns, { calendar, statusDay: FIRST_DAY })
    const model = levellingModel({
      ...{ columns, ...computed, horizon: Number.POSITIVE_INFINITY, floatKeptOf: undefined, partDays: undefined },
      limitOf: () => ({ at: Int32Array.of(0), value: Float64Array.of(1_000) }),
      isHeld: new Uint8Array(columns.taskCount),
    })
    if (model.problem.windows !== undefined) inParts++
    const timeline = new Timeline(calendar, FIRST_DAY)
    const found = usedBy(model, (_i, _resource, from, until) => until - from)
    const wanted = new Map<string, number>()
    for (const [name, units] of demandOf(columns, computed, timeline).units)
      wanted.set(
        name.replace(/\d+$/, day => String(timeline.startOffset(Number(day)))),
        units,
      )
    for (const name of new Set([...wanted.keys(), ...found.units.keys()])) {
      compared++
      const [asked, used] = [wanted.get(name) ?? 0, found.units.get(name) ?? 0]
      if (Math.abs(asked - used) > 1e-3 && wrong.length < 3)
        wrong.push(`case ${n}: ${name} has ${used}, not ${asked} ${JSON.stringify(body)}`)
    }
  }
  t.strictSame(wrong, [])
  t.ok(compared > CASES && inParts > CASES / 3, `${compared} days, ${inParts} cases with parts of tasks`)
})
