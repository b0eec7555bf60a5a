/** What a request asks again and again is looked up once: else a few bytes, such as another event or another assignment, cost a walk over all that was sent. */
import t from 'tap'
import { analysisRow } from '../../../../shared/contract/analysis/analyses.ts'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { analysers } from '../../../engine/analysers.ts'
import { readCondition } from '../../../engine/analysis/checks/condition.ts'
import type { Measured } from '../../../engine/analysis/checks/fields/measured.ts'
import { pairUnits } from '../../../engine/demand/units.ts'
import { NO_MATCH, tasksOfIds } from '../../../engine/ids/match-ids.ts'
import { NO_LIMITS, readRequest } from '../../../engine/read/read-request.ts'
import { isRefusal } from '../../../engine/result/result.ts'

/** The array, and how often one of its entries is read. */
function counting(values: Uint32Array): { readonly values: Uint32Array; readonly reads: () => number } {
  let reads = 0
  const counted = new Proxy(values, {
    get: (of, name) => {
      if (typeof name === 'string' && /^\d+$/.test(name)) reads++
      return Reflect.get(of, name)
    },
  })
  return { values: counted, reads: () => reads }
}

const columnsOf = (tasks: readonly object[]): ScheduleColumns => {
  const read = readRequest(
    analysisRow('analysis.resources'),
    Buffer.from(JSON.stringify({ tasks })),
    'application/json',
    NO_LIMITS,
  )
  if (!('schedules' in read)) throw new Error(JSON.stringify(read))
  return read.schedules.get('tasks')!
}

t.test('the ids of a schedule are indexed once, however often a few of them are asked for', t => {
  const columns = columnsOf(Array.from({ length: 500 }, (_, i) => ({ id: `T${i}`, duration_days: 1 })))
  const offsets = counting(columns.id.offsets)
  const ids = { ...columns, id: { ...columns.id, offsets: offsets.values } }
  t.same([...tasksOfIds(ids, ['T7', 'none', 'T499'])], [7, NO_MATCH, 499])
  const first = offsets.reads()
  for (let n = 0; n < 50; n++) t.equal(tasksOfIds(ids, [`T${n}`])[0], n)
  t.ok(offsets.reads() - first < first, `${first} reads, then ${offsets.reads() - first} for fifty questions`)
  t.end()
})

t.test('the assignments of a task are walked once, not once for each of its resources', t => {
  const assignments = Array.from({ length: 300 }, (_, n) => ({ resource: `R${n % 200}`, units_per_day: 1 + (n % 3) }))
  const columns = columnsOf([
    { id: 'A', duration_days: 9, assignments },
    { id: 'B', duration_days: 9, resources: ['R5', 'R6'], assignments: [{ resource: 'R6', units_per_day: 4 }] },
  ])
  const resource = counting(columns.assignments!.resource)
  const counted = { ...columns, assignments: { ...columns.assignments!, resource: resource.values } }
  const { units } = pairUnits(counted, Array(200).fill(undefined), Float64Array.of(9, 9), () => 72)
  t.ok(resource.reads() < 1_000, `${resource.reads()} reads`)
  const { start, codes } = columns.resources
  const unitsBy = (task: number) =>
    Array.from(codes.subarray(start[task], start[task + 1]), (_, n) => units[start[task]! + n])
  // R0 to R99 come twice
  t.same(unitsBy(0).slice(0, 3), [1 + 3, 2 + 1, 3 + 2])
  t.equal(unitsBy(0)[150], 1 + (150 % 3))
  t.same(unitsBy(1).sort(), [1, 4])
  t.end()
})

t.test('a text is decoded once, however many conditions of a catalogue look at it', t => {
  const columns = columnsOf([{ id: 'A', name: 'Pour slab' }, { id: 'B' }])
  const offsets = counting(columns.name.offsets)
  const of = { columns: { ...columns, name: { ...columns.name, offsets: offsets.values } }, made: new Map() }
  for (let n = 0; n < 50; n++) {
    const test = readCondition('tasks', `name contains "SLAB" or name = "${n}"`).testOf(of as unknown as Measured)
    if (typeof test !== 'function') throw new Error(test.needs)
    t.same([test(0), test(1)], [true, false])
  }
  t.ok(offsets.reads() < 20, `${offsets.reads()} reads`)
  t.end()
})

/** Of a slow machine; it was ten seconds of a fast one. */
const PROCESSOR_MS_MAX = 6_000

t.test('a critical task with a hundred thousand resources is a table of as many rows', t => {
  const tasks = [{ id: 'A', duration_days: 30, resources: Array.from({ length: 100_000 }, (_, n) => `R${n}`) }]
  const body = Buffer.from(JSON.stringify({ tasks, options: { include_histogram_data: false } }))
  const from = process.cpuUsage()
  const input = readRequest(analysisRow('analysis.resources'), body, 'application/json', NO_LIMITS)
  if (!('schedules' in input)) throw new Error(JSON.stringify(input))
  const result = analysers['analysis.resources'](input, { today: 0 })
  const { user, system } = process.cpuUsage(from)
  if (isRefusal(result)) throw new Error(JSON.stringify(result))
  t.equal((result.data.critical_path_resources as unknown as { readonly rowCount: number }).rowCount, 100_000)
  t.ok((user + system) / 1000 < PROCESSOR_MS_MAX, `${(user + system) / 1000} ms of the processor`)
  t.end()
})
