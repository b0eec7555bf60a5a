/** What the kernel computes on the columns that the passes left, against Node and the reference: trials, and whose constraint takes the float. */
import t from 'tap'
import { computeCpm } from '../../../engine/cpm/cpm.ts'
import { LateDayPlan } from '../../../engine/cpm/day-plan.ts'
import { computeDivergence } from '../../../engine/cpm/divergence.ts'
import { computeDrag } from '../../../engine/cpm/drag.ts'
import { earlyDates, finishOf } from '../../../engine/cpm/forward.ts'
import type { CpmInput } from '../../../engine/cpm/input.ts'
import { finishByKernel, holdersByKernel, type PassChanges, trialByKernel } from '../../../engine/cpm/kernel-trial.ts'
import { isHardConstraint } from '../../../engine/kind/constraint-types.ts'
import { COMPLETE } from '../../../engine/kind/states.ts'
import { latePass } from '../../../engine/passes/late.ts'
import { withoutKernel } from '../../../engine/wasm/kernel-instance.ts'
import { between, pick, type Random, random } from '../../helpers/random.ts'
import { randomInput, randomShape } from './kernel-differences.ts'
import { referenceCpm } from './reference.ts'

const SEED = Number(process.env.SEED ?? 20261126)

const randomChanges = (rnd: Random, input: CpmInput): PassChanges =>
  pick<() => PassChanges>(rnd, [
    () => ({ dataDate: input.dataDate + between(rnd, -30, 30) / 3 }),
    () => ({ mustFinish: pick(rnd, [Number.NaN, between(rnd, -20, 90) / 2]) }),
    () => ({ override: !input.override }),
  ])()

/** Early finishes by rank, P and total floats of `input` with changes, from block to block. */
function inKernel(input: CpmInput, changes: PassChanges, result = computeCpm(input)) {
  const ranks = input.network.order.length
  const block = 97
  return trialByKernel(input, result, changes, trial => {
    for (let from = 0; from < ranks; from += block) trial.forward(from, Math.min(from + block, ranks))
    const projectFinish = trial.turn()
    for (let end = ranks; end > 0; end -= block) trial.reverse(end, Math.max(0, end - block))
    return { projectFinish, finish: [...trial.earlyFinish], totalFloat: [...trial.totalFloat] }
  })
}

/** What the passes in Node say of it. */
function inNode(input: CpmInput, changes: PassChanges) {
  const other = { ...input, ...changes }
  const early = earlyDates(input.network.taskCount)
  const projectFinish = finishOf(other, early)
  const plan = new LateDayPlan(other, early, projectFinish)
  latePass(plan, input.network.order.length, 0)
  return byRank(input, projectFinish, early.finish, plan.totalFloat)
}

function inReference(input: CpmInput, changes: PassChanges) {
  const { projectFinish, early, floatAsSoon } = referenceCpm({ ...input, ...changes })
  return byRank(input, projectFinish, early.finish, floatAsSoon)
}

function byRank({ network }: CpmInput, projectFinish: number, finish: Float64Array, totalFloat: Float64Array) {
  const ranked = (values: Float64Array): number[] => [...network.order].map(i => values[i]!)
  return { projectFinish, finish: ranked(finish), totalFloat: ranked(totalFloat) }
}

const isAnyOpen = ({ network, state }: CpmInput): boolean => network.order.some(i => state[i] !== COMPLETE)

t.test('a trial comes out as the reference does, and leaves what was computed before as it was', async t => {
  const rnd = random(SEED)
  let trials = 0
  for (let n = 0; n < 400; n++) {
    const input = randomInput(rnd, randomShape(rnd, 600))
    const result = computeCpm(input)
    if (result.turn === undefined || !isAnyOpen(input)) continue
    trials++
    const before = structuredClone(result)
    const changes = randomChanges(rnd, input)
    const found = inKernel(input, changes, result)
    const expected = inReference(input, changes)
    if (!t.strictSame(inNode(input, changes), expected, `seed ${SEED}, network ${n} in Node`)) return
    if (!t.strictSame(found, expected, `seed ${SEED}, network ${n}, ${JSON.stringify(changes)}`)) return
    t.equal(finishByKernel(input, result, changes), expected.projectFinish)
    t.strictSame(result, before)
    t.strictSame(
      computeDrag(input, result),
      withoutKernel(() => computeDrag(input, { ...result })),
    )
  }
  t.ok(trials > 200, `${trials} trials`)
})

t.test('the holders of the float are those of TypeScript', async t => {
  const rnd = random(SEED)
  let held = 0
  for (let n = 0; n < 400; n++) {
    const input = randomInput(rnd, { ...randomShape(rnd, 600), constrained: 0.1 })
    const result = computeCpm(input)
    if (result.turn === undefined || !input.constraint.some(isHardConstraint)) continue
    const found = computeDivergence(input, result)
    t.ok(holdersByKernel(input, result, found.tasks), 'by the kernel')
    t.strictSame(
      found,
      withoutKernel(() => computeDivergence(input, result)),
    )
    held += found.heldBy.filter(holder => holder >= 0).length
  }
  t.ok(held > 1_000, `${held} tasks are held`)
})

t.test('a network in an instance of its own is tried there', async t => {
  for (const isListedInOrder of [true, false]) {
    const shape = { taskCount: 160_000, linksPerTask: 1.5, isListedInOrder, left: 0, started: 0.2, constrained: 0.02 }
    const input = randomInput(random(SEED), shape)
    const changes = { dataDate: input.dataDate + 2.5 }
    t.strictSame(inKernel(input, changes), inNode(input, changes))
  }
})

t.test('what lies in the kernel no more, or names no finish, is left to TypeScript', async t => {
  const rnd = random(SEED)
  const shape = { taskCount: 200, linksPerTask: 1.5, isListedInOrder: true, left: 0, started: 0.2, constrained: 0.1 }
  const input = randomInput(rnd, shape)
  const result = computeCpm(input)
  const ofTypeScript = withoutKernel(() => computeCpm(input))
  t.equal(finishByKernel(input, ofTypeScript, {}), undefined, 'a result of TypeScript')
  t.equal(finishByKernel(input, result, {}), result.projectFinish)
  computeCpm(randomInput(rnd, shape))
  t.equal(finishByKernel(input, result, {}), undefined, 'another network was computed since')
  t.equal(holdersByKernel(input, result, new Uint32Array(0)), undefined)
  const done = { ...input, state: input.state.map(() => COMPLETE) }
  t.equal(finishByKernel(done, computeCpm(done), {}), undefined, 'all is complete')
})
