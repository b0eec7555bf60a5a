/**
 * What an edit of an open network costs, and the search for an earlier finish: `node loadtest/bench/open-network.ts [tasks] [clock|days] [steps]`. One edit is
 * any that an open network takes, of a random task, the early dates and the finish of the project, and undoing it.
 */

import { availableParallelism, loadavg } from 'node:os'
import { moveLimits, search } from '../../compute/engine/analysis/what-if/search.ts'
import { PassMeter } from '../../compute/engine/edits/pass-meter.ts'
import { computed, isComputed } from '../../compute/engine/edits/recomputed.ts'
import { CHAIN_END, type HeldLink } from '../../compute/engine/incremental/held-links.ts'
import { OpenNetwork } from '../../compute/engine/incremental/open-network.ts'
import type { TaskValues } from '../../compute/engine/incremental/task-values.ts'
import { FNET, MFO, MSO, SNET, SNLT } from '../../compute/engine/kind/constraint-types.ts'
import { COMPLETE, IN_PROGRESS, NOT_STARTED } from '../../compute/engine/kind/states.ts'
import { NO_LIMITS, readRequest } from '../../compute/engine/read/read-request.ts'
import { random } from '../../compute/test/helpers/random.ts'
import { analysisRow } from '../../shared/contract/analysis/analyses.ts'
import { MINUTES_PER_DAY } from '../../shared/contract/schedule/time-of-day.ts'
import { makeSchedule, requestObject } from '../schedules.ts'

const [taskCount, mode, steps] = [
  Number(process.argv[2] ?? 20_000),
  process.argv[3] ?? 'clock',
  Number(process.argv[4] ?? 500),
]
/** The goal of a hand: the p99 of one edit of up to so many tasks is 1 ms, of 100,000 it is 8 ms. */
const GOAL_TASKS = 20_000
const EDITS = taskCount > GOAL_TASKS ? 1_000 : 4_000
/** An edit that moves most tasks is made less often. */
const KIND_MS_MAX = 3_000

const shifts = [
  ['08:00', '12:00'],
  ['13:00', '17:00'],
]
const week = (days: readonly string[]) => Object.fromEntries(days.map(day => [day, shifts]))
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']
const calendars = [
  { id: 'five', hours_per_day: 8, work_week: week(WEEKDAYS) },
  { id: 'seven', hours_per_day: 8, work_week: week([...WEEKDAYS, 'saturday', 'sunday']) },
]

function body(): object {
  const made = requestObject(makeSchedule({ seed: 5, taskCount, statusShare: 0.1 })) as Record<string, unknown>
  const tasks = made.tasks as Record<string, unknown>[]
  if (mode !== 'clock') return { tasks, status_date: made.status_date, calendar: 'working_days' }
  for (const [i, task] of tasks.entries()) if (i % 7 === 0) task.calendar_id = 'seven'
  return { tasks, status_date: made.status_date, calendars, default_calendar_id: 'five' }
}

const input = readRequest(
  { ...analysisRow('analysis.cpm') },
  Buffer.from(JSON.stringify(body())),
  'application/json',
  NO_LIMITS,
)
if (!('schedules' in input)) throw new Error(JSON.stringify(input))
const { status_date, calendar } = input.params
const timed = <T>(name: string, run: () => T): T => {
  const from = performance.now()
  const value = run()
  console.log(`${name}: ${(performance.now() - from).toFixed(1)} ms`)
  return value
}
const columns = input.schedules.get('tasks')!
const full = () => {
  const found = computed({ columns, members: { status_date, calendar } })
  if (!isComputed(found)) throw new Error(JSON.stringify(found))
  return found
}
let base = full()
for (let n = 0; n < 3; n++) base = timed('full computation', full)
const { prepared, passes, network } = base
const open = timed('opened', () => new OpenNetwork(prepared.input, passes.early))
const rnd = random(1)
const { state, remainingDays, reportedStart, constraintOffset, clock, dataDate } = prepared.input
const any = (tasks: ArrayLike<number>): number => tasks[Math.floor(rnd() * tasks.length)]!
const inState = (...states: readonly number[]): Uint32Array => network.order.filter(i => states.includes(state[i]!))
const [unfinished, unbegun, ongoing] = [
  inState(NOT_STARTED, IN_PROGRESS),
  inState(NOT_STARTED),
  inState(IN_PROGRESS),
] as const
const into = (s: number): readonly HeldLink[] => open.links.into(s)
const linkFrom = (task: number): HeldLink => ({ task, type: 0, lagDays: 0, isElapsed: false })
function successorsOf(i: number): readonly number[] {
  const { first, next, successor } = open.links
  const found = new Set<number>()
  for (let entry = first[i]!; entry !== CHAIN_END; entry = next[entry]!) found.add(successor[entry]!)
  return [...found]
}
/** A task without its links, and the tasks that have them. */
function takeOut(i: number): readonly (readonly [number, readonly HeldLink[]])[] {
  const behind = successorsOf(i)
  const links = [i, ...behind].map(s => [s, into(s)] as const)
  open.setPart(i, false)
  open.relink([[i, []], ...behind.map(s => [s, into(s).filter(({ task }) => task !== i)] as const)])
  return links
}

/** What an edit is to do, once what is made ready before it is there. */
type Edit = (n: number) => () => unknown
const setTask =
  (among: ArrayLike<number>, values: (i: number, n: number) => Partial<TaskValues>): Edit =>
  n => {
    const i = any(among)
    const to = values(i, n)
    return () => open.setTask(i, to)
  }
const EARLIER_DAYS = 5
const CONSTRAINTS = [SNET, SNLT, FNET, MSO, MFO]
const EDITS_OF: Readonly<Record<string, Edit>> = {
  duration: setTask(network.order, (i, n) => ({ remainingDays: remainingDays[i]! + (n % 2 === 0 ? 3 : -1) })),
  remaining: setTask(ongoing, (i, n) => ({ remainingDays: n % 2 === 0 ? 0 : remainingDays[i]! + 3 })),
  progress: setTask(unbegun, i => ({
    state: IN_PROGRESS,
    reportedStart: dataDate - EARLIER_DAYS,
    remainingDays: remainingDays[i]! / 2,
  })),
  'actual start': setTask(ongoing, i => ({ reportedStart: reportedStart[i]! - EARLIER_DAYS })),
  'actual finish': setTask(unfinished, i => ({
    state: COMPLETE,
    reportedStart: Number.isNaN(reportedStart[i]!) ? dataDate - EARLIER_DAYS : reportedStart[i]!,
    reportedFinish: dataDate - 1,
    remainingDays: 0,
    constraint: 0,
    constraintOffset: Number.NaN,
  })),
  constraint: setTask(unbegun, (i, n) => ({
    constraint: CONSTRAINTS[n % CONSTRAINTS.length]!,
    constraintOffset: passes.early.start[i]! + (n % 20) - EARLIER_DAYS,
  })),
  'constraint date': setTask(unbegun, i => ({ constraintOffset: constraintOffset[i]! + 3 })),
  deadline: setTask(unbegun, i => ({ deadline: (clock?.origin ?? 0) + passes.early.finish[i]! * MINUTES_PER_DAY })),
  calendar: setTask(unfinished, i => ({ calendar: clock?.tasks.calendar[i] === 0 ? 1 : 0 })),
  'must finish by': n => () => open.setMustFinish(passes.projectFinish - (n % 30)),
  lag: () => {
    const i = any(network.order)
    return () => open.relink([[i, into(i).map(link => ({ ...link, lagDays: link.lagDays + 2 }))]])
  },
  link: () => {
    const [i, p] = [any(network.order), any(network.order)]
    return () => p !== i && open.relink([[i, [...into(i), linkFrom(p)]]])
  },
  'link taken out': () => {
    const i = any(network.order)
    return () => open.relink([[i, into(i).slice(1)]])
  },
  'task removed': () => {
    const i = any(network.order)
    return () => takeOut(i)
  },
  'task added': () => {
    const i = any(network.order)
    const links = takeOut(i)
    open.propagate()
    return () => {
      open.setPart(i, true)
      open.relink(links)
    }
  },
  'data date': n => () => open.setDataDate(dataDate + 1 + (n % EARLIER_DAYS)),
}
const BY_CLOCK_ALONE = ['deadline', 'calendar']
const names = Object.keys(EDITS_OF).filter(name => clock !== undefined || !BY_CLOCK_ALONE.includes(name))
const goalMs = taskCount <= GOAL_TASKS ? 1 : 8
console.log(
  `${'edit'.padEnd(15)}     p50     p90     p99   worst ms elapsed (goal p99 ${goalMs}); mean ms of processor time; tasks placed`,
)
for (const name of names) {
  const edit = EDITS_OF[name]!
  const times: number[] = []
  const used = process.cpuUsage()
  let placed = 0
  const since = performance.now()
  for (let n = 0; n < EDITS && performance.now() - since < KIND_MS_MAX; n++) {
    const before = open.mark()
    const make = edit(n)
    const placedBefore = open.placedCount
    const from = performance.now()
    const mark = open.mark()
    make()
    open.propagate()
    open.undo(mark)
    times.push(performance.now() - from)
    placed += open.placedCount - placedBefore
    open.undo(before)
  }
  const { user, system } = process.cpuUsage(used)
  const processorMs = ((user + system) / 1_000 / times.length).toFixed(3)
  times.sort((a, b) => a - b)
  const at = (share: number): string =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(3).padStart(7)
  const elapsed = [0.5, 0.9, 0.99, 1].map(at)
  const isMissed = Number(elapsed[2]) > goalMs
  console.log(
    `${name.padEnd(15)} ${elapsed.join(' ')} ${isMissed ? 'MISSED' : '      '} ${processorMs} ${Math.round(placed / times.length)}`,
  )
}
console.log(`load: ${loadavg()[0]!.toFixed(1)} programs at once in the last minute, on ${availableParallelism()} cores`)
const sent = { limits: { max_steps: steps, max_moves: 20, max_options: 10 } }
for (let n = 0; n < 2; n++) {
  const found = timed(`search`, () => {
    const limits = moveLimits(sent as never, base)
    if ('unknownCalendar' in limits) throw new Error('calendar')
    return search(base, sent as never, limits, new PassMeter(Array(100).fill(columns)), { checkpoint() {} })
  })
  console.log(
    `${found.steps} steps, ended by ${found.endedBy}, ${found.options.length} options, ${found.options[0]?.finish}`,
  )
}
