/** The passes and the drag in WebAssembly against those in Node and the reference. */
import t from 'tap'
import { RELATION_TYPES, TASK_TYPES } from '../../../../shared/contract/schedule/fields.ts'
import { computeCpm } from '../../../engine/cpm/cpm.ts'
import { computeDrag } from '../../../engine/cpm/drag.ts'
import { cpmByKernel, dragByKernel } from '../../../engine/cpm/kernel.ts'
import { topologicalOrder } from '../../../engine/graph/order.ts'
import { CYCLE, orderByKernel } from '../../../engine/graph/order-kernel.ts'
import { EFFECTS } from '../../../engine/kind/constraint-types.ts'
import { FINISH_MILESTONE, START_MILESTONE } from '../../../engine/passes/codes.ts'
import { FF, FS, SF, SS } from '../../../engine/passes/relation.ts'
import {
  COLUMN,
  KERNEL_TASKS_MIN,
  KernelInstance,
  THREAD_BYTES,
  threadKernel,
  withoutKernel,
} from '../../../engine/wasm/kernel-instance.ts'
import { webAssembly } from '../../../engine/wasm/web-assembly.ts'
import { between, random } from '../../helpers/random.ts'
import { difference, differencesOf, type NetworkShape, randomInput, randomShape } from './kernel-differences.ts'

const SEED = Number(process.env.SEED ?? 20261123)
const SHAPE = { linksPerTask: 1.5, isListedInOrder: false, left: 0.05, started: 0.2, constrained: 0.1 }
const inputOf = (taskCount: number, shape: Partial<NetworkShape> = {}, rnd = random(SEED)) =>
  randomInput(rnd, { ...SHAPE, taskCount, ...shape })

t.test('codes and columns of the passes and of the kernel are those of the engine', async t => {
  const kernel = threadKernel()!
  t.same([FS, SS, FF, SF], Object.keys(RELATION_TYPES).map(Number))
  t.same([RELATION_TYPES[FS], RELATION_TYPES[SS], RELATION_TYPES[FF], RELATION_TYPES[SF]], ['FS', 'SS', 'FF', 'SF'])
  t.equal(TASK_TYPES[START_MILESTONE - 1], 'start_milestone')
  t.equal(TASK_TYPES[FINISH_MILESTONE - 1], 'finish_milestone')
  for (const [name, column] of Object.entries(COLUMN)) t.equal(kernel.number(name), column, name)
  const at = kernel.number('EFFECTS')
  t.same(kernel.u8.subarray(at, at + EFFECTS.length), EFFECTS)
})

t.test('random networks of all kinds come out equal to the bit, with their drag', async t => {
  const rnd = random(SEED)
  const { networkCount, linkCount, differing } = differencesOf(
    150_000,
    () => randomShape(rnd, 3_000),
    shape => randomInput(rnd, shape),
  )
  t.comment(`seed ${SEED}: ${networkCount} networks, ${linkCount} links`)
  t.same(differing.slice(0, 3), [])
})

t.test(
  'the order is that of TypeScript, and links to unknown tasks and cycles are reported in the same way',
  async t => {
    const rnd = random(SEED)
    let cycles = 0
    for (let n = 0; n < 400; n++) {
      const { network } = inputOf(between(rnd, 1, 60), { isListedInOrder: n % 4 === 0, left: 0 }, rnd)
      const task = network.task.map(p => (rnd() < 0.05 ? -1 : p))
      for (let m = 0; n % 2 === 0 && m < 6 && task.length > 0; m++)
        task[between(rnd, 0, task.length - 1)] = between(rnd, 0, network.taskCount - 1)
      const links = { start: network.start, task }
      const expected = withoutKernel(() => topologicalOrder(network.taskCount, links))
      if (expected === undefined) cycles++
      t.same(topologicalOrder(network.taskCount, links), expected)
      if (network.taskCount >= KERNEL_TASKS_MIN) t.same(orderByKernel(network.taskCount, links), expected ?? CYCLE)
    }
    t.ok(cycles > 20, `${cycles} with a cycle`)
  },
)

t.test('a network too large for the instance of the thread gets one of its own, and comes out the same', async t => {
  const isListedInOrder = true
  for (const shape of [{ isListedInOrder, left: 0 }, {}]) {
    const input = inputOf(160_000, shape)
    const { buffer } = cpmByKernel(input)!.totalFloat
    t.ok(buffer.byteLength > THREAD_BYTES, 'a view of its memory')
    t.not(buffer, threadKernel()!.buffer)
    t.equal(difference(input), undefined)
  }
})

t.test('what came out of the instance of the thread is a copy, and later networks leave it alone', async t => {
  const input = inputOf(200)
  const result = cpmByKernel(input)!
  const before = structuredClone(result)
  t.ok(cpmByKernel(inputOf(300)))
  t.same(result, before)
})

t.test('drag is computed in the kernel only from the columns of its result', async t => {
  const input = inputOf(200)
  const result = computeCpm(input)
  t.ok(dragByKernel(input, result))
  t.equal(
    dragByKernel(
      input,
      withoutKernel(() => computeCpm(input)),
    ),
    undefined,
    'a result of TypeScript',
  )
  const drag = computeDrag(input, result)
  computeCpm(inputOf(300))
  t.equal(dragByKernel(input, result), undefined, 'another network was computed since')
  t.same(computeDrag(input, result), drag)
})

t.test('few tasks are computed in TypeScript, and so is what no memory holds', async t => {
  t.equal(cpmByKernel(inputOf(KERNEL_TASKS_MIN - 1)), undefined)
  t.ok(cpmByKernel(inputOf(KERNEL_TASKS_MIN)))
  t.equal(threadKernel()!.layOut(20_000_000, 40_000_000), 0)
})

t.test('after a trap the network at hand and all later ones are computed in TypeScript', async t => {
  const input = inputOf(200)
  const { turn: _, ...expected } = computeCpm(input)
  const { layOut } = KernelInstance.prototype
  t.teardown(() => {
    KernelInstance.prototype.layOut = layOut
  })
  KernelInstance.prototype.layOut = function (...counts) {
    const bytes = layOut.apply(this, counts)
    // no column may lie there
    this.exports.forward(0, 2 ** 31 - 1)
    return bytes
  }
  t.throws(() => threadKernel()!.layOut(10, 10), webAssembly!.RuntimeError)
  t.same(computeCpm(input), expected)
  t.equal(threadKernel(), undefined)
})
