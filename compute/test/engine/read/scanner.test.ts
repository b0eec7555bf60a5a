/** The scanner in WebAssembly against the reader in TypeScript, and the two working hand in hand. */
import t from 'tap'
import { requestBytes, requestObject } from '../../../../loadtest/schedule/body.ts'
import { makeSchedule } from '../../../../loadtest/schedules.ts'
import { ChangeTrackingRequest } from '../../../../shared/contract/analysis/change-tracking/request.ts'
import { CpmRequest } from '../../../../shared/contract/analysis/cpm/request.ts'
import { NO_LIMITS, readRequest } from '../../../engine/read/read-request.ts'
import { TaskScanner, taskScanner, WINDOW_BYTES } from '../../../engine/read/task-scanner.ts'
import { webAssembly } from '../../../engine/wasm/web-assembly.ts'
import { difference, differencesOf } from './scanner-differences.ts'

const SEED = Number(process.env.SEED ?? 20261123)
const ROW = { request: CpmRequest, input: 'strict' } as const

/** Tasks that the scanner read of a body. */
function scannedRows(body: Uint8Array): number {
  let rows = 0
  const { readTasks } = TaskScanner.prototype
  TaskScanner.prototype.readTasks = function (...values) {
    const count = readTasks.apply(this, values)
    rows += count
    return count
  }
  try {
    readRequest(ROW, body, 'application/json', NO_LIMITS)
  } finally {
    TaskScanner.prototype.readTasks = readTasks
  }
  return rows
}

const bodyOf = (tasks: readonly string[]): Uint8Array => Buffer.from(`{"tasks":[${tasks.join(',')}]}`)
const plain = (i: number): string => `{"id":"T${i}","name":"Task ${i}","duration_days":${i % 9},"resource":"R${i % 5}"}`
const plainTasks = (count: number): string[] => Array.from({ length: count }, (_, i) => plain(i))

t.test('this Node runs the scanner', async t => {
  t.ok(taskScanner() !== undefined)
})

t.test('every task of an ordinary body is read by the scanner, over many windows and blocks', async t => {
  const body = requestBytes(makeSchedule({ seed: 7, taskCount: 3_000 }))
  t.ok(body.length > 5 * WINDOW_BYTES)
  t.equal(scannedRows(body), 3_000)
  t.equal(difference(ROW, body), undefined)
  const short = bodyOf(plainTasks(5_000))
  t.equal(scannedRows(short), 5_000)
  t.equal(difference(ROW, short), undefined)
})

t.test('random and mutated bodies are read the same with the scanner and without it', async t => {
  const { read, refused, differing } = differencesOf(SEED, 240)
  t.comment(`seed ${SEED}: ${read} read, ${refused} refused`)
  t.same(differing.slice(0, 3), [])
  t.ok(read > 100, 'enough of them are right')
  t.ok(refused > 60, 'enough of them are wrong')
})

t.test('several long lists in one body, laid out in any way, are read the same', async t => {
  const { tasks, status_date } = requestObject(makeSchedule({ seed: 11, taskCount: 600 })) as {
    tasks: { name: string }[]
    status_date: string
  }
  for (const task of tasks) task.name = `Pose d’étanchéité 梁 😀 ${task.name}`
  const list = (from: number): object => ({ tasks: tasks.slice(from), unheard_of: 1 })
  const body = {
    current_schedule: { ...list(0), status_date },
    schedule_history: [0, 590, 100].map(from => ({ snapshot_date: status_date, ...list(from) })),
  }
  const row = { request: ChangeTrackingRequest, input: 'strict' } as const
  for (const indent of [0, 1, 2, '\t', 8]) {
    const text = JSON.stringify(body, null, indent)
    const read = readRequest(row, Buffer.from(text), 'application/json', NO_LIMITS)
    t.ok('schedules' in read && read.schedules.size === 4)
    t.equal(difference(row, Buffer.from(text)), undefined)
    t.equal(difference(row, Buffer.from(`\ufeff${text}`)), undefined)
    // as programs write that keep to ASCII
    const ascii = text.replace(/[^\0-\x7f]/g, c => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
    t.equal(difference(row, Buffer.from(ascii)), undefined)
    t.equal(difference(row, Buffer.from(text.slice(0, -9))), undefined)
  }
})

t.test('columns that stay in the memory of the scanner are right, also when another list follows', async t => {
  const list = (count: number, first: number, back: number): object => ({
    tasks: Array.from({ length: count }, (_, i) => ({
      id: `${first + i}`,
      name: `Task ${first + i}`,
      duration_days: first + i,
      planned_start: '2026-11-26',
      constraint_type: 'asap',
      wbs_code: `1.${i % 3}`,
      predecessors: i < back ? [] : [`${first + i - back}`],
    })),
  })
  const body = Buffer.from(
    JSON.stringify({
      current_schedule: { status_date: '2026-11-26', ...list(40, 100, 1) },
      schedule_history: [list(30, 500, 3), list(20, 7, 2)].map(tasks => ({ snapshot_date: '2026-11-25', ...tasks })),
    }),
  )
  const row = { request: ChangeTrackingRequest, input: 'strict' } as const
  t.ok('schedules' in readRequest(row, body, 'application/json', NO_LIMITS))
  t.equal(difference(ROW, Buffer.from(JSON.stringify(list(40, 100, 1))), NO_LIMITS.taskCountMax, true), undefined)
  t.equal(difference(row, body, NO_LIMITS.taskCountMax, true), undefined)
})

t.test('around a task that is read in TypeScript the scanner goes on', async t => {
  const long = `{"id":"L","name":"${'long '.repeat(WINDOW_BYTES / 4)}"}`
  const tasks = plainTasks(300)
  tasks.splice(200, 0, long)
  tasks.splice(100, 0, '{"resources":["R9"],"resource":"R8","id":"O"}')
  const body = bodyOf(tasks)
  t.equal(scannedRows(body), 300)
  t.equal(difference(ROW, body), undefined)
})

t.test('a list in which nothing is plain is left to TypeScript after a few tries', async t => {
  const tasks = Array.from({ length: 400 }, (_, i) => `{"resources":["R9"],"resource":"R8","id":"O${i}"}`)
  const body = bodyOf(tasks)
  t.equal(scannedRows(body), 0)
  t.equal(difference(ROW, body), undefined)
})

t.test('tasks that end anywhere around the end of a window are read once', async t => {
  for (let extra = 0; extra < 70; extra++) {
    const filler = `{"id":"F","name":"${'x'.repeat(WINDOW_BYTES - 200 + extra)}"}`
    const body = bodyOf([filler, ...plainTasks(20)])
    t.equal(difference(ROW, body), undefined, `${extra}`)
  }
})

t.test('more distinct values than the dictionary of a block holds end the block, not the list', async t => {
  const tasks = Array.from({ length: 900 }, (_, i) => {
    const resources = Array.from({ length: 9 }, (_, n) => `"${i}.${n}"`)
    return `{"id":"T${i}","wbs_code":"${i}","resources":[${resources.join(',')}]}`
  })
  const body = bodyOf(tasks)
  t.equal(scannedRows(body), 900)
  t.equal(difference(ROW, body), undefined)
})

t.test('after a trap the body at hand and all later ones are read in TypeScript', async t => {
  const body = bodyOf(plainTasks(5_000))
  const { readTasks } = TaskScanner.prototype
  let calls = 0
  TaskScanner.prototype.readTasks = function (...values) {
    if (++calls === 2) throw new webAssembly!.RuntimeError('memory access out of bounds')
    return readTasks.apply(this, values)
  }
  t.teardown(() => {
    TaskScanner.prototype.readTasks = readTasks
  })
  t.equal(difference(ROW, body), undefined)
  t.equal(calls, 2)
  t.equal(taskScanner(), undefined)
  t.equal(difference(ROW, body), undefined)
})
