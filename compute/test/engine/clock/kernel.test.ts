/** The passes by the clock in WebAssembly against those in TypeScript. */
import t from 'tap'
import { LAG_CALENDARS, TOTAL_FLOAT_RULES } from '../../../../shared/contract/schedule/scheduling-rules.ts'
import { momentsOf } from '../../../engine/clock/input.ts'
import { rulesOf } from '../../../engine/clock/rules.ts'
import { clockedCpmByKernel, forwardByKernel } from '../../../engine/cpm/clocked-kernel.ts'
import { NOT_STARTED } from '../../../engine/kind/states.ts'
import { LAG_24_HOUR, LAG_PREDECESSOR, LAG_PROJECT, LAG_SUCCESSOR } from '../../../engine/passes/p6-lags.ts'
import { FLOAT_OF_FINISH, FLOAT_OF_START, FLOAT_SMALLEST } from '../../../engine/passes/p6-late.ts'
import { KERNEL_TASKS_MIN, THREAD_BYTES, threadKernel } from '../../../engine/wasm/kernel-instance.ts'
import { between, random } from '../../helpers/random.ts'
import { difference, differencesOf } from '../cpm/kernel-differences.ts'
import { type ClockShape, randomClockedInput, randomClockShape } from './kernel-differences.ts'

const SEED = Number(process.env.SEED ?? 20261123)
const SHAPE: Omit<ClockShape, 'taskCount'> = {
  linksPerTask: 1.5,
  isListedInOrder: false,
  left: 0.05,
  started: 0.2,
  constrained: 0.1,
  calendarCount: 3,
  dated: 0.05,
}
/** One with work that is not done: of all that is done there are no late dates. */
function inputOf(taskCount: number, shape: Partial<ClockShape> = {}) {
  for (let seed = SEED; ; seed++) {
    const input = randomClockedInput(random(seed), { ...SHAPE, taskCount, ...shape })
    if (input.network.order.some(i => input.state[i] === NOT_STARTED)) return input
  }
}

t.test('the codes of the passes are places in the lists of the contract', async t => {
  t.same(
    [LAG_PREDECESSOR, LAG_SUCCESSOR, LAG_PROJECT, LAG_24_HOUR].map(code => LAG_CALENDARS[code]),
    LAG_CALENDARS,
  )
  t.same(
    [FLOAT_OF_START, FLOAT_OF_FINISH, FLOAT_SMALLEST].map(code => TOTAL_FLOAT_RULES[code]),
    TOTAL_FLOAT_RULES,
  )
})

t.test('random networks with random calendars come out equal to the bit', async t => {
  const rnd = random(SEED)
  const { networkCount, linkCount, differing } = differencesOf(
    20_000,
    () => randomClockShape(rnd, 1_500),
    shape => randomClockedInput(rnd, shape),
  )
  t.comment(`seed ${SEED}: ${networkCount} networks, ${linkCount} links`)
  t.same(differing.slice(0, 3), [])
})

t.test('the forward pass alone comes out equal to the bit, with links that hold nothing', async t => {
  const rnd = random(SEED)
  const isSame = (a: Float64Array, b: Float64Array): boolean => a.every((moment, i) => Object.is(moment, b[i]))
  for (let n = 0; n < 30; n++) {
    const sent = inputOf(between(rnd, 300, 900), { isListedInOrder: n % 2 === 0, dated: n % 3 === 0 ? 0.2 : 0 })
    const input = { ...sent, lagDays: sent.lagDays.map(lag => (rnd() < 0.1 ? Number.NEGATIVE_INFINITY : lag)) }
    const [found, expected] = [input, input].map(({ network }) => momentsOf(network.taskCount))
    t.ok(forwardByKernel(input, found!))
    rulesOf(input).forward(input, expected!)
    t.ok(isSame(found!.start, expected!.start) && isSame(found!.finish, expected!.finish), `network ${n}`)
  }
  t.notOk(forwardByKernel(inputOf(20), momentsOf(20)), 'few tasks')
  const large = inputOf(160_000, { left: 0.9 })
  t.notOk(forwardByKernel(large, momentsOf(160_000)), 'no instance of its own for one pass')
})

t.test('days that are in no table come out the same', async t => {
  // fifty years of work one after another, and tables of a year
  const input = inputOf(200, { isListedInOrder: true, linksPerTask: 4, left: 0 })
  const remainingDays = input.remainingDays.map(days => days * 20)
  for (const mustFinish of [Number.NaN, -20_000])
    t.equal(difference({ ...input, remainingDays, mustFinish }), undefined)
})

t.test('a network too large for the instance of the thread gets one of its own, and comes out the same', async t => {
  const input = inputOf(160_000, { left: 0.9 })
  const { buffer } = clockedCpmByKernel(input)!.totalFloat
  t.ok(buffer.byteLength > THREAD_BYTES, 'a view of its memory')
  t.not(buffer, threadKernel()!.buffer)
  t.equal(difference(input), undefined)
})

t.test('what it does not know it leaves to TypeScript', async t => {
  const input = inputOf(200, { dated: 1 })
  const { clock } = input
  t.ok(clockedCpmByKernel(input))
  t.equal(
    clockedCpmByKernel({ ...input, clock: { ...clock, rules: { ...clock.rules, rules: 'ms_project' } } }),
    undefined,
  )
  const kernel = threadKernel()!
  t.equal(clockedCpmByKernel(inputOf(KERNEL_TASKS_MIN - 1)), undefined, 'few tasks')
  t.equal(kernel.layOutClock(2_000_000, 4_000_000, 0x3ff, 1, 0, 3_500_000_000), 0, 'no memory')
})
