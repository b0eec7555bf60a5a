/**
 * The reader against Buffer to string + JSON.parse of the same body, medians: `node compute/bench/read.ts`. The
 * schedules are seeded; what they are made of is printed first.
 */

import { Packr } from 'msgpackr'
import { CpmRequest } from '../../shared/analysis/cpm/request.ts'
import { readRequest } from '../engine/read/read-request.ts'
import { random } from '../test/helpers/random.ts'
import { NO_LIMITS } from './limits.ts'

const SEED = 20261121
const SIZES = [1_000, 10_000, 100_000]
/** Bytes read per size and reader, so that each is measured for about as long. */
const BYTES_PER_CASE = 400 * 2 ** 20
const RUNS_MIN = 7
const RUNS_MAX = 400

function schedule(taskCount: number): { tasks: Record<string, unknown>[]; status_date: string } {
  const next = random(SEED)
  const whole = (below: number): number => Math.floor(next() * below)
  const id = (i: number): string => `A${String(1000 + 10 * i)}`
  const day = (i: number): string => new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10)
  const tasks = Array.from({ length: taskCount }, (_, i) => {
    const start = whole(700)
    const duration = 1 + whole(20)
    const predecessors = Array.from({ length: i === 0 ? 0 : whole(4) }, () => {
      const of = id(Math.max(0, i - 1 - whole(50)))
      const form = whole(10)
      if (form < 6) return of
      return form < 9 ? `${of} SS+${whole(5)} d` : { task_id: of, type: 'FF', lag_days: whole(5) }
    })
    return {
      id: id(i),
      name: `Install section ${i} of level ${whole(40)}`,
      duration_days: duration,
      predecessors,
      resource: `Crew ${whole(30)}`,
      percent_complete: start < 200 ? 100 : 0,
      planned_start: day(start),
      planned_finish: day(start + duration - 1),
      baseline_start: day(start),
      baseline_finish: day(start + duration),
      task_type: whole(10) === 0 ? 'milestone' : 'task',
      wbs_code: `1.${whole(12)}.${whole(20)}`,
      organization_code: `ORG-${whole(9)}`,
      total_float_days: whole(30) / 2,
    }
  })
  return { tasks, status_date: '2026-07-01' }
}

function median(run: () => number, runs: number): number {
  const times = Array.from({ length: runs }, () => {
    const begun = performance.now()
    sink += run()
    return performance.now() - begun
  })
  return times.sort((a, b) => a - b)[Math.floor(runs / 2)]!
}

/** Keeps the work from being optimised away. */
let sink = 0

for (const taskCount of SIZES) {
  const body = schedule(taskCount)
  const json = Buffer.from(JSON.stringify(body))
  const msgpack = new Packr({ useRecords: false, variableMapSize: true }).pack(body)
  const linkCount = body.tasks.reduce((sum, task) => sum + (task.predecessors as unknown[]).length, 0)
  const runs = Math.min(RUNS_MAX, Math.max(RUNS_MIN, Math.round(BYTES_PER_CASE / json.length)))
  const read = (bytes: Uint8Array, type: 'application/json' | 'application/msgpack') => (): number => {
    const input = readRequest({ request: CpmRequest, input: 'strict' }, bytes, type, NO_LIMITS)
    if (!('schedules' in input)) throw new Error(`refused: ${JSON.stringify(input)}`)
    return input.taskCount
  }
  const parseMs = median(() => JSON.parse(json.toString()).tasks.length, runs)
  const jsonMs = median(read(json, 'application/json'), runs)
  const msgpackMs = median(read(msgpack, 'application/msgpack'), runs)
  console.log(
    `${taskCount} tasks, ${linkCount} links, ${(json.length / 1e6).toFixed(2)} MB JSON, ${(msgpack.length / 1e6).toFixed(2)} MB msgpack:`,
    `JSON.parse ${parseMs.toFixed(3)} ms, reader ${jsonMs.toFixed(3)} ms (${(jsonMs / parseMs).toFixed(2)}),`,
    `msgpack reader ${msgpackMs.toFixed(3)} ms`,
  )
}
console.log(`checked ${sink}`)
