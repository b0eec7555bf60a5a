/** What a levelled schedule uses where nothing is short is what the resource analysis counts, day by day. `CASES=5000 SEED=...` runs more. */
import t from 'tap'
import { Timeline } from '../../../engine/calendar/timeline.ts'
import { computeDates } from '../../../engine/cpm/dates.ts'
import { loadCalendars } from '../../../engine/demand/load-calendar.ts'
import { loadsOf } from '../../../engine/demand/loads.ts'
import { Placing } from '../../../engine/levelling/placing.ts'
import { eachPartOfNeed, UNIT_PARTS, workEnd } from '../../../engine/levelling/problem.ts'
import { taskStates } from '../../../engine/population/task-states.ts'
import { random } from '../../helpers/random.ts'
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

/** Units of a resource by task and day. */
class UnitDays {
  readonly units = new Map<string, number>()
  add(task: number, resource: number, day: number, units: number): void {
    const name = `T${task} R${resource} day ${day}`
    this.units.set(name, (this.units.get(name) ?? 0) + units)
  }
}

/** By the runs of demand. */
function demanded(each: LevellingCase): UnitDays {
  const columns = caseColumns(each)
  const { prepared, cpm: result } = computedOf(columns)
  const load = loadCalendars(columns)!
  const timeline = new Timeline(load.calendar, Math.floor(each.net.dataDate / MINUTES_PER_DAY))
  const computed = { prepared, result, dates: computeDates(columns, prepared, result) }
  const { taskRuns, units, isApart } = loadsOf(taskStates(columns), timeline, prepared.durationDays, computed, load.own)
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

/** By the clock links may hold a finish behind the last work: the resource analysis counts the calendar of a resource up to the finish, levelling up to that work. */
function isHeld(each: LevellingCase, i: number): boolean {
  const { problem, activityOf } = modelOf(each)
  const a = activityOf[i]!
  return workEnd(problem, a, problem.baseFinish[a]!) !== problem.baseFinish[a]
}

/** By where levelling puts it: minutes of the calendar that it is done in, of those of the day. */
function levelled(each: LevellingCase): UnitDays {
  const model = modelOf(each)
  const { problem } = model
  const placing = new Placing(problem)
  placing.serial(placing.listBy(Float64Array.from(problem.task, (_, a) => a)))
  const clock = new Clock(each.net.calendars, each.net.dataDate)
  const found = new UnitDays()
  for (const [a, i] of problem.task.entries())
    for (let k = problem.needStart[a]!; k < problem.needStart[a + 1]!; k++) {
      const resource = model.resourceCode[problem.needResource[k]!]!
      const counted = countedIn(each, i, resource)
      eachPartOfNeed(problem, placing, a, k, (from, until) => {
        for (let midnight = from - (from % MINUTES_PER_DAY); midnight < until; midnight += MINUTES_PER_DAY) {
          const next = midnight + MINUTES_PER_DAY
          const minutes = clock.between(counted, Math.max(from, midnight), Math.min(until, next))
          if (minutes === 0) continue
          const share = minutes / clock.between(counted, midnight, next)
          found.add(i, resource, midnight / MINUTES_PER_DAY, (share * problem.needParts[k]!) / UNIT_PARTS)
        }
      })
    }
  return found
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
    const [wanted, found] = [demanded(each), levelled(each)]
    const { problem, isSpread } = modelOf(each)
    if (problem.windows !== undefined) inParts++
    for (const name of new Set([...wanted.units.keys(), ...found.units.keys()])) {
      const i = Number(/\d+/.exec(name)![0])
      if (!hasHours(name, found) || isSpread[i] === 1 || isHeld(each, i)) continue
      compared++
      const [asked, used] = [wanted.units.get(name) ?? 0, found.units.get(name) ?? 0]
      if (Math.abs(asked - used) > 1e-5 && wrong.length < 3)
        wrong.push(`case ${n}: ${name} has ${used}, not ${asked} ${JSON.stringify(each)}`)
    }
  }
  t.strictSame(wrong, [])
  t.ok(compared > CASES && inParts > CASES / 3, `${compared} days, ${inParts} cases with parts of tasks`)
})
