/** The gate on processor time per call: what it takes for too much, and how processor time is counted; the answers of the peers. */
import { spawn } from 'node:child_process'
import t from 'tap'
import { processorShares, processorUs } from '../../loadtest/bench/call-cost.ts'
import { bodyOf, checkComplete, checkEqual } from '../../loadtest/bench/peers/calls.ts'
import { criticalPath, orderOf, table } from '../../loadtest/peers/naive.ts'
import { analyses } from '../../shared/contract/analysis/analyses.ts'
import { verdicts } from '../bench/gate.ts'
import { analysers } from '../engine/analysers.ts'
import { analyse } from './helpers/analyse.ts'

t.test('a call may take 15 % more than recorded, and a size without a record is too much', async t => {
  const met = (measured: Record<string, number>, recorded: Record<string, number>) =>
    verdicts(measured, recorded).map(({ isMet }) => isMet)
  t.same(met({ 100: 11.5, 1000: 1 }, { 100: 10, 1000: 2 }), [true, true])
  t.same(met({ 100: 11.6, 1000: 2.31 }, { 100: 10, 1000: 2 }), [false, false])
  t.same(verdicts({ 100: 3 }, { 100: 2 }), [
    { isMet: false, sentence: '100 tasks: 3.00 times JSON.parse now, 2.00 recorded, at most 2.30: too much' },
  ])
  t.same(verdicts({ 100: 1 }, {}), [
    { isMet: false, sentence: '100 tasks: 1.00 times JSON.parse now, and none is recorded' },
  ])
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

t.test('the naive table of the peers says what our reply says, for all bodies that are sent', async t => {
  const { data: schema } = analyses.find(({ id }) => id === 'analysis.cpm')!
  for (const seed of [1, 2, 3, 4]) {
    const body = JSON.parse(Buffer.from(bodyOf(100, seed)).toString())
    const ours = [{ data: analyse(t, analysers['analysis.cpm'], schema, body).data, bytes: 0 }]
    const theirs = [{ data: table(body.tasks, orderOf(body.tasks)).data, bytes: 0 }]
    checkEqual('the peer', ours, theirs)
    checkComplete('the peer', ours, theirs)
    const lean = [{ data: criticalPath(body.tasks, orderOf(body.tasks)).data, bytes: 0 }]
    checkEqual('the lean one', ours, lean)
    t.throws(() => checkComplete('the lean one', ours, lean), /^the lean one lacks name, free_float_days, drag_days/)
    const wrong = structuredClone(theirs)
    wrong[0]!.data.tasks[7]!.drag_days = -1
    t.throws(() => checkEqual('the peer', ours, wrong), /drag_days of task 7 is -1 instead of/)
  }
})
