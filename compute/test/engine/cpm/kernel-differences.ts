/** Random networks computed by the kernel and in TypeScript: what differs, which must be nothing, not a bit. */
import { CONSTRAINT_TYPES, RELATION_TYPES } from '../../../../shared/contract/schedule/fields.ts'
import { type CpmResult, computeCpm } from '../../../engine/cpm/cpm.ts'
import { computeDrag } from '../../../engine/cpm/drag.ts'
import type { CpmInput } from '../../../engine/cpm/input.ts'
import { COMPLETE, IN_PROGRESS } from '../../../engine/kind/states.ts'
import { withoutKernel } from '../../../engine/wasm/kernel-instance.ts'
import { between, pick, type Random, shuffled } from '../../helpers/random.ts'
import { referenceCpm } from './reference.ts'

/** Whole days, grid days, thirds that no grid holds, and sums that miss the grid by their last bits. */
const days = (rnd: Random, max: number): number =>
  pick(rnd, [
    () => between(rnd, 0, max),
    () => between(rnd, 0, max),
    () => between(rnd, 0, max * 10) / 10,
    () => between(rnd, 0, max * 3) / 3,
    () => 0.1 + 0.2 + between(rnd, 0, max),
  ])()

const signed = (rnd: Random, max: number): number => (rnd() < 0.3 ? -days(rnd, max) : days(rnd, max))

export interface NetworkShape {
  readonly taskCount: number
  readonly linksPerTask: number
  readonly isListedInOrder: boolean
  /** Shares of the tasks. */
  readonly left: number
  readonly started: number
  readonly constrained: number
}

/** As prepare.ts could have made it, and odder. */
export function randomInput(rnd: Random, shape: NetworkShape): CpmInput {
  const { taskCount } = shape
  const all = Array.from({ length: taskCount }, (_, i) => i)
  const order = (shape.isListedInOrder ? all : shuffled(rnd, all)).filter(() => rnd() >= shape.left)
  const network = linksOf(rnd, taskCount, order, shape.linksPerTask)
  const dataDate = rnd() < 0.3 ? 0 : days(rnd, 40)
  const input = {
    network,
    floor: rnd() < 0.5 ? 0 : -days(rnd, 5),
    dataDate,
    state: new Uint8Array(taskCount),
    remainingDays: Float64Array.from(all, () => days(rnd, 12)),
    reportedStart: new Float64Array(taskCount).fill(Number.NaN),
    reportedFinish: new Float64Array(taskCount).fill(Number.NaN),
    constraint: new Uint8Array(taskCount),
    constraintOffset: new Float64Array(taskCount).fill(Number.NaN),
    lagDays: rnd() < 0.5 ? network.lagDays : network.lagDays.map(lag => (rnd() < 0.2 ? 0 : lag)),
    mustFinish: rnd() < 0.7 ? Number.NaN : signed(rnd, 80),
    override: rnd() < 0.3,
  }
  const isDone = rnd() < 0.03
  for (const i of order) {
    if (isDone || rnd() < shape.started) {
      input.state[i] = isDone || rnd() < 0.6 ? COMPLETE : IN_PROGRESS
      input.reportedStart[i] = dataDate - signed(rnd, 30)
      if (input.state[i] === COMPLETE) {
        input.reportedFinish[i] = input.reportedStart[i]! + days(rnd, 20)
        input.remainingDays[i] = 0
      }
    }
    if (input.state[i] === COMPLETE || rnd() >= shape.constrained) continue
    input.constraint[i] = between(rnd, 1, CONSTRAINT_TYPES.length)
    input.constraintOffset[i] = signed(rnd, 60)
  }
  return input
}

function linksOf(rnd: Random, taskCount: number, order: readonly number[], linksPerTask: number) {
  const incoming: number[][] = Array.from({ length: taskCount }, () => [])
  for (let rank = 1; rank < order.length; rank++) {
    const count = Math.floor(linksPerTask * 2 * rnd())
    const near = rnd() < 0.8 ? Math.max(0, rank - 12) : 0
    for (let n = 0; n < count; n++) incoming[order[rank]!]!.push(order[between(rnd, near, rank - 1)]!)
  }
  const task = Int32Array.from(incoming.flat())
  const start = new Uint32Array(taskCount + 1)
  for (let i = 0; i < taskCount; i++) start[i + 1] = start[i]! + incoming[i]!.length
  const takesPart = new Uint8Array(taskCount)
  for (const i of order) takesPart[i] = 1
  return {
    taskCount,
    takesPart,
    order: Uint32Array.from(order),
    start,
    task,
    type: Uint8Array.from(task, () => (rnd() < 0.5 ? 0 : between(rnd, 0, RELATION_TYPES.length - 1))),
    lagDays: Float64Array.from(task, () => (rnd() < 0.6 ? 0 : signed(rnd, 6))),
    elapsed: new Uint8Array(0),
    linkCount: task.length,
    relationTypes: undefined,
    filteredLinkCount: 0,
    outside: { links: new Uint32Array(0), successors: new Uint32Array(0) },
  }
}

const COLUMNS = [
  ...(['earlyStart', 'earlyFinish', 'lateStart', 'lateFinish', 'totalFloat', 'freeFloat', 'linkFloat'] as const),
  ...(['linkMarks', 'alapShift', 'onLongestPath', 'critical'] as const),
]

type Columns = Readonly<Record<string, ArrayLike<number>>>

const columnsOf = (result: CpmResult): Columns => ({
  ...Object.fromEntries(COLUMNS.map(name => [name, result[name] ?? new Float64Array(0)])),
  projectFinish: [result.projectFinish],
  passedStart: result.early.start,
  passedFinish: result.early.finish,
})

const withDrag = (input: CpmInput): Columns => {
  const result = computeCpm(input)
  return { ...columnsOf(result), drag: computeDrag(input, result) }
}

/**
 * Undefined where all agree in every bit but those of a NaN, else where they do not: the kernel, the same passes in Node, and, of a schedule without
 * calendars, the reference.
 */
export function difference(input: CpmInput): string | undefined {
  const found = withDrag(input)
  const inNode = withoutKernel(() => withDrag(input))
  const reference = input.clock === undefined ? firstApart(inNode, columnsOf(referenceCpm(input))) : undefined
  return firstApart(found, inNode) ?? (reference && `reference: ${reference}`)
}

function firstApart(actual: Columns, expected: Columns): string | undefined {
  for (const [name, values] of Object.entries(expected)) {
    const found = actual[name]!
    if (found.length !== values.length) return `${name}: ${found.length} entries, not ${values.length}`
    for (let i = 0; i < values.length; i++)
      if (!Object.is(found[i], values[i])) return `${name}[${i}]: ${found[i]}, not ${values[i]}`
  }
  return undefined
}

export interface Differences {
  readonly networkCount: number
  readonly linkCount: number
  readonly differing: readonly string[]
}

export const randomShape = (rnd: Random, tasksMax: number): NetworkShape => ({
  taskCount: between(rnd, 1, rnd() < 0.9 ? Math.min(tasksMax, 400) : tasksMax),
  linksPerTask: pick(rnd, [0.3, 1, 2, 4]),
  isListedInOrder: rnd() < 0.4,
  left: pick(rnd, [0, 0, 0.1, 0.9]),
  started: pick(rnd, [0, 0.1, 0.5]),
  constrained: pick(rnd, [0, 0.05, 0.4]),
})

/** Random networks until they have so many links together. */
export function differencesOf<Shape extends NetworkShape>(
  links: number,
  randomNetworkShape: () => Shape,
  inputOf: (shape: Shape) => CpmInput,
): Differences {
  const differing: string[] = []
  let [networkCount, linkCount] = [0, 0]
  while (linkCount < links) {
    const shape = randomNetworkShape()
    const input = inputOf(shape)
    const found = difference(input)
    if (found !== undefined) differing.push(`network ${networkCount}, ${JSON.stringify(shape)}: ${found}`)
    networkCount++
    linkCount += input.network.linkCount + 1
  }
  return { networkCount, linkCount, differing }
}
