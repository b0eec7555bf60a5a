/** The gate on processor time per call: what it takes for too much, and how processor time is counted. */
import { spawn } from 'node:child_process'
import t from 'tap'
import { processorShares, processorUs } from '../../loadtest/bench/processor.ts'
import { criticalPath, orderOf } from '../../loadtest/peers/naive-cpm.ts'
import { excesses } from '../bench/gate.ts'

t.test('a call may take 15 % more than recorded, and a size without a record is an excess', async t => {
  t.same(excesses({ 100: 11.5, 1000: 1 }, { 100: 10, 1000: 2 }), [])
  t.same(excesses({ 100: 11.6, 1000: 2.31 }, { 100: 10, 1000: 2 }).length, 2)
  t.match(excesses({ 100: 1 }, {}), [/none/])
})

t.test('processor time is that of a process, its threads and its children', async t => {
  const before = processorUs(process.pid)
  const child = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })
  t.teardown(() => child.kill('SIGKILL'))
  const own = (): number => processorUs(child.pid!)
  while (own() < 50_000) await new Promise(resolve => setTimeout(resolve, 10))
  t.ok(processorUs(process.pid) - before >= 50_000)
  t.match(processorShares(child.pid!), { gateway: 0, workers: 0, V8: 0, Redis: 0 })
  t.ok(processorShares(child.pid!).others >= 50_000)
})

t.test('the naive critical path of the peers', async t => {
  const tasks = [
    { id: 'C', duration_days: 2, predecessors: ['A'] },
    { id: 'A', duration_days: 3, predecessors: [] },
    { id: 'B', duration_days: 5, predecessors: ['A'] },
    { id: 'D', duration_days: 4, predecessors: ['B', 'C'] },
  ]
  const { data } = criticalPath(tasks, orderOf(tasks))
  t.equal(data.project_duration_days, 12)
  t.same(
    data.tasks.map(({ id, total_float_days }) => [id, total_float_days]),
    [
      ['C', 3],
      ['A', 0],
      ['B', 0],
      ['D', 0],
    ],
  )
  t.throws(() => orderOf([{ id: 'A', duration_days: 1, predecessors: ['A'] }]), /cycle/)
})
