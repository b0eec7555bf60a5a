/** A long queue for one resource takes steps that grow with its length, not with the square of it. */
import t from 'tap'
import { Bounds } from '../../../engine/levelling/bounds.ts'
import { explain } from '../../../engine/levelling/explain.ts'
import { notesInTurn } from '../../../engine/levelling/notes.ts'
import { Placing } from '../../../engine/levelling/placing.ts'
import { Capacities } from '../../../engine/levelling/use.ts'
import { type LevellingCase, modelOf } from './random-levelling.ts'

const DAY_MINUTES = 1440
const FIRST_DAY = 20_514
const WEEK = Array.from({ length: 7 }, () => [[0, DAY_MINUTES]] as const)

/** So many tasks of a day for a crew of one. */
const queueOf = (count: number, limits: LevellingCase['limits'] = [[{ at: 0, units: 1 }]]): LevellingCase => ({
  net: {
    calendars: [{ id: 'C', name: null, minutesPerDay: DAY_MINUTES, week: WEEK, exceptions: [] }],
    tasks: Array.from({ length: count }, () => ({
      calendar: 0,
      kind: 'task',
      duration: DAY_MINUTES,
      remaining: DAY_MINUTES,
    })),
    links: [],
    ...{ dataDate: FIRST_DAY * DAY_MINUTES, lagCalendar: 'predecessor', isOverride: false, floatAs: 'finish' },
    ...{ openEndsCritical: false, usesExpectedFinish: false },
  },
  needs: Array.from({ length: count }, (_, task) => ({ task, resource: 0, units: 1 })),
  limits,
  ...{ floatKept: undefined, partDays: undefined, isPlain: true, rules: 'p6' },
  ...{ ownCalendars: [undefined], isDependent: Array.from({ length: count }, () => false) },
})

t.test('the schedule that notes why each task waits looks at few runs for each of them', async t => {
  const walked = [1_000, 4_000].map(count => {
    const placing = new Placing(modelOf(queueOf(count)).problem)
    placing.serial(Uint32Array.from({ length: count }, (_, a) => a))
    explain(placing, notesInTurn(placing))
    t.ok(placing.room.steps > (count * count) / 3, 'the bound of a search counts them all')
    return placing.room.steps - placing.room.passedSteps
  })
  t.ok(walked[1]! < 10 * 4_000, `${walked[1]} runs for 4,000 tasks`)
  t.ok(walked[1]! < 5 * walked[0]!, `${walked[0]} and ${walked[1]}`)
})

t.test('so does the schedule that is made from its end', async t => {
  const walked = [1_000, 4_000].map(count => {
    const placing = new Placing(modelOf(queueOf(count)).problem)
    const end = placing.serial(Uint32Array.from({ length: count }, (_, a) => a))
    placing.backward(placing.sequence.slice(), end)
    t.ok(placing.room.steps > (count * count) / 3, 'the bound of a search counts them all')
    return placing.room.steps - placing.room.passedSteps
  })
  t.ok(walked[1]! < 10 * 4_000, `${walked[1]} runs for 4,000 tasks`)
})

t.test('of a queue of thousands those that hold a task are counted up to 2,000', async t => {
  const count = 2_500
  const placing = new Placing(modelOf(queueOf(count)).problem)
  placing.serial(Uint32Array.from({ length: count }, (_, a) => a))
  const { byActivity } = explain(placing, notesInTurn(placing))
  for (const a of [1, 5, 1_999, 2_000, 2_001, 2_499]) {
    const [wait] = byActivity[a]!.waits
    const before = Math.max(0, a - 2_000)
    t.equal(wait!.holderCount, a - before)
    t.same(
      wait!.holders,
      Array.from({ length: Math.min(10, a - before) }, (_, n) => before + n),
    )
    t.equal(wait!.lastHolder, a - 1)
  }
})

t.test('a bound that the work of a resource exceeds as a whole asks for no deadline', async t => {
  const count = 2_000
  const { problem } = modelOf(queueOf(count))
  const bounds = new Bounds(problem, new Uint8Array(count))
  const [path] = problem.baseFinish
  t.equal(bounds.least(path!, path! + 3 * count * DAY_MINUTES).finish, path! + (count - 1) * DAY_MINUTES)
  t.ok(bounds.looks < 10 * count, `${bounds.looks} activities in the order of their deadlines`)
})

t.test('limits that change each day are looked at once, not in each period', async t => {
  const pieces = Array.from({ length: 1_000 }, (_, n) => ({ at: n, units: 1 + (n % 2) }))
  const model = modelOf(queueOf(3, [pieces]))
  const { resources } = model.problem
  let looks = 0
  const at = new Proxy([...resources[0]!.at], {
    get(target, name) {
      looks++
      return Reflect.get(target, name)
    },
  })
  const counted = { ...model, problem: { ...model.problem, resources: [{ ...resources[0]!, at }] } }
  const moments = Float64Array.from({ length: 1_001 }, (_, n) => (FIRST_DAY + n) * DAY_MINUTES)
  const own = new Capacities(counted as unknown as typeof model, { moments }).of(0)
  t.same([...own.slice(0, 4)], [1440, 2880, 1440, 2880])
  t.ok(looks < 20 * pieces.length, `${looks} looks`)
})
