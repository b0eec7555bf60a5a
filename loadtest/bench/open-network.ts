/**
 * What an edit of an open network costs, and the search for an earlier finish: `node loadtest/bench/open-network.ts [tasks] [clock|days] [steps]`. One edit is
 * a duration, a link or a lag of a random task, its early dates and the finish of the project, and undoing it.
 */

import { moveLimits, search } from '../../compute/engine/analysis/what-if/search.ts'
import { PassMeter } from '../../compute/engine/edits/pass-meter.ts'
import { computed, isComputed } from '../../compute/engine/edits/recomputed.ts'
import { OpenNetwork } from '../../compute/engine/incremental/open-network.ts'
import { NO_LIMITS, readRequest } from '../../compute/engine/read/read-request.ts'
import { random } from '../../compute/test/helpers/random.ts'
import { analysisRow } from '../../shared/contract/analysis/analyses.ts'
import { makeSchedule, requestObject } from '../schedules.ts'

const [taskCount, mode, steps] = [
  Number(process.argv[2] ?? 20_000),
  process.argv[3] ?? 'clock',
  Number(process.argv[4] ?? 500),
]
const EDITS = 4_000

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
for (const kind of ['duration', 'lag', 'link'] as const) {
  const times: number[] = []
  let placed = open.placedCount
  for (let n = 0; n < EDITS; n++) {
    const i = network.order[Math.floor(rnd() * network.order.length)]!
    const p = network.order[Math.floor(rnd() * network.order.length)]!
    const from = performance.now()
    const mark = open.mark()
    if (kind === 'duration')
      open.setTask(i, { remainingDays: prepared.input.remainingDays[i]! + (n % 2 === 0 ? 3 : -1) })
    else if (kind === 'lag')
      open.relink([[i, open.links.into(i).map(link => ({ ...link, lagDays: link.lagDays + 2 }))]])
    else if (p !== i) open.relink([[i, [...open.links.into(i), { task: p, type: 0, lagDays: 0, isElapsed: false }]]])
    open.propagate()
    open.undo(mark)
    times.push(performance.now() - from)
  }
  placed = open.placedCount - placed
  times.sort((a, b) => a - b)
  const at = (share: number): string => times[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(3)
  console.log(
    `${kind}: p50 ${at(0.5)} ms, p90 ${at(0.9)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms; ${Math.round(placed / EDITS)} tasks placed`,
  )
}
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
