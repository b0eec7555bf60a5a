/**
 * The critical path by the clock: processor time of each step on a schedule with five calendars, 30 % of it done. Run: node compute/bench/clock.ts
 * [tasks] [runs]. The budget of CPM (prepare and passes) for 20,000 activities is 40 ms on a quiet machine.
 */
import { everyDay } from '../engine/calendar/calendar.ts'
import { computeCpm } from '../engine/cpm/cpm.ts'
import { computeDates } from '../engine/cpm/dates.ts'
import { computeDrag } from '../engine/cpm/drag.ts'
import { driversOf } from '../engine/cpm/drivers.ts'
import { prepare } from '../engine/cpm/prepare.ts'
import { buildNetwork } from '../engine/graph/network.ts'
import { topologicalOrder } from '../engine/graph/order.ts'
import { columnsFromTasks, type TaskObject } from '../test/helpers/columns-from-tasks.ts'
import { between, pick, random } from '../test/helpers/random.ts'
import { CALENDAR_COUNT, fiveCalendars } from './five-calendars.ts'

const taskCount = Number(process.argv[2] ?? 20_000)
const runs = Number(process.argv[3] ?? 25)
const WARM_RUNS = 5
const FIRST_DAY = 20_514
const DATA_DAY = FIRST_DAY + 26
const setting = fiveCalendars(FIRST_DAY, DATA_DAY)

const rnd = random(7)
const tasks = Array.from(
  { length: taskCount },
  (_, i): TaskObject => ({
    id: `T${i}`,
    duration_days: between(rnd, 1, 15),
    calendar_id: `C${between(rnd, 0, CALENDAR_COUNT - 1)}`,
    ...(i < taskCount * 0.3 ? { actual_start: '2026-03-02T08:00', actual_finish: '2026-03-20T17:00' } : {}),
    predecessors: Array.from({ length: Math.min(i, 2) }, () => ({
      task_id: `T${Math.max(0, i - between(rnd, 1, 200))}`,
      type: pick(rnd, ['FS', 'FS', 'FS', 'SS', 'FF']),
      lag_days: pick(rnd, [0, 0, 0, 2, -1]),
    })),
  }),
)
const columns = { ...columnsFromTasks(tasks), setting }

const samples = new Map<string, number[]>()
/** Processor time of this process: other work on the machine makes it longer, yet not by what it waits. */
function measured<Result>(name: string, step: () => Result): Result {
  const before = process.cpuUsage()
  const result = step()
  const { user, system } = process.cpuUsage(before)
  samples.set(name, [...(samples.get(name) ?? []), (user + system) / 1000])
  return result
}

for (let run = 0; run < runs + WARM_RUNS; run++) {
  const order = topologicalOrder(columns.taskCount, columns.links)!
  const network = buildNetwork(columns, order)
  const prepared = measured('prepare', () => prepare(columns, network, { calendar: everyDay(), statusDay: DATA_DAY }))
  const result = measured('passes', () => computeCpm(prepared.input))
  measured('dates', () => computeDates(columns, prepared, result))
  measured('drivers', () => driversOf(prepared.input, result))
  measured('drag', () => computeDrag(prepared.input, result))
}
for (const [name, all] of samples) {
  const sorted = all.slice(WARM_RUNS).sort((a, b) => a - b)
  console.log(
    `${name.padEnd(10)} median ${sorted[sorted.length >> 1]!.toFixed(1)} ms, least ${sorted[0]!.toFixed(1)} ms`,
  )
}
