/**
 * Random edits of random networks, with calendars and without: after each the dates of the open network are those of a full pass over its columns, to the
 * bit, and undone it is as it was.
 */
import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import { computeCpm } from '../../../engine/cpm/cpm.ts'
import { OpenNetwork } from '../../../engine/incremental/open-network.ts'
import { Variants } from '../../../engine/incremental/variants.ts'
import { COMPLETE } from '../../../engine/kind/states.ts'
import { between, pick, random } from '../../helpers/random.ts'
import { randomClockedInput, randomClockShape } from '../clock/kernel-differences.ts'
import { randomInput, randomShape } from '../cpm/kernel-differences.ts'
import { EDIT_KINDS, earlyDifference, randomEdit } from './random-network-edits.ts'

const SEED = Number(process.env.SEED ?? 20261127)
const NETWORKS = Number(process.env.NETWORKS ?? 120)
const EDITS = Number(process.env.EDITS ?? 50)

for (const isByClock of [false, true]) {
  t.test(`${NETWORKS} networks with ${EDITS} edits each, ${isByClock ? 'by the clock' : 'in whole days'}`, async t => {
    t.comment(`seed ${SEED}`)
    const rnd = random(SEED)
    const made = new Map<string, number>()
    const differing: string[] = []
    let refused = 0
    for (let n = 0; n < NETWORKS && differing.length < 3; n++) {
      const input = isByClock
        ? randomClockedInput(rnd, { ...randomClockShape(rnd, 60), ...(n % 30 === 29 ? { taskCount: 300 } : {}) })
        : randomInput(rnd, randomShape(rnd, 60))
      const open = new OpenNetwork(input, computeCpm(input).early)
      for (let e = 0; e < EDITS; e++) {
        const mark = open.mark()
        const before = rnd() < 0.2 ? copyOf([open.earlyDates(), withoutOrder(open)]) : undefined
        const done: string[] = []
        for (let k = 0; k < (rnd() < 0.3 ? 3 : 1); k++) {
          const { kind, isRefused } = randomEdit(rnd, open)
          made.set(kind, (made.get(kind) ?? 0) + 1)
          if (isRefused) refused++
          done.push(kind)
        }
        const difference = earlyDifference(open, open.propagate())
        if (difference !== undefined) {
          differing.push(`network ${n}, edit ${e} (${done}): ${difference}`)
          break
        }
        if (before === undefined) continue
        open.undo(mark)
        const after = copyOf([open.earlyDates(), withoutOrder(open)])
        const undone = isDeepStrictEqual(after, before) ? earlyDifference(open, open.propagate()) : 'not as before'
        if (undone !== undefined) differing.push(`network ${n}, edit ${e} (${done}) undone: ${undone}`)
      }
    }
    t.same(differing, [])
    t.comment(`${[...made.values()].reduce((sum, count) => sum + count, 0)} edits`)
    t.ok(refused > 20, `${refused} cycles refused`)
    for (const kind of EDIT_KINDS) t.ok((made.get(kind) ?? 0) > 20, `${kind}: ${made.get(kind)}`)
  })
}

/** A view of a column is copied with the columns beside it, so each is copied by itself. */
function copyOf(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return (value as Float64Array).slice()
  if (Array.isArray(value)) return value.map(copyOf)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copyOf(each)]))
}

/** All that is held but the order, which may be another one; a column that no task fills is as good as none. */
function withoutOrder(open: OpenNetwork) {
  const { clock, network, ...rest } = open.input()
  const { order: _, ...links } = network
  const isFilled = ([, column]: [string, Iterable<number> | undefined]): boolean =>
    column !== undefined && [...column].some(value => value !== 0 && !Number.isNaN(value))
  return { ...rest, links, tasks: Object.entries(clock?.tasks ?? {}).filter(isFilled) }
}

t.test('a task that leaves with its links, and comes back, moves what lies behind once', t => {
  const rnd = random(SEED)
  const sent = randomInput(rnd, { ...randomShape(rnd, 60), taskCount: 200, left: 0, isListedInOrder: true })
  // all others follow the first one
  const { taskCount } = sent.network
  const start = Uint32Array.from({ length: taskCount + 1 }, (_, i) => Math.max(0, i - 1))
  const linkCount = taskCount - 1
  const links = { start, task: new Int32Array(linkCount), type: new Uint8Array(linkCount), linkCount }
  const lagDays = new Float64Array(linkCount)
  const input = { ...sent, lagDays, network: { ...sent.network, ...links, lagDays, elapsed: new Uint8Array(0) } }
  const open = new OpenNetwork(input, computeCpm(input).early)
  let moved = 0
  const { task } = open.links
  task.copyWithin = (to, from, end) => {
    moved += end! - from
    return Int32Array.prototype.copyWithin.call(task, to, from, end)
  }
  const before = open.mark()
  open.setPart(0, false)
  t.ok(open.relink(Array.from({ length: linkCount }, (_, n) => [n + 1, []])))
  open.propagate()
  open.undo(before)
  t.equal(earlyDifference(open, open.propagate()), undefined)
  t.ok(moved <= 2 * linkCount, `${moved} links moved of ${linkCount}`)
  t.end()
})

t.test('a variant of an input ends when full passes have it end', async t => {
  const rnd = random(SEED)
  let held = 0
  for (let n = 0; n < 300; n++) {
    const input =
      n % 2 === 0 ? randomClockedInput(rnd, randomClockShape(rnd, 60)) : randomInput(rnd, randomShape(rnd, 60))
    const { taskCount } = input.network
    const variants = new Variants(input, computeCpm(input).early)
    for (let v = 0; v < 8; v++) {
      const i = between(rnd, 0, taskCount - 1)
      const own = { remainingDays: input.remainingDays.slice(), constraint: input.constraint.slice() }
      if (input.state[i] !== COMPLETE) own.remainingDays[i] = between(rnd, 0, 9)
      if (rnd() < 0.5) own.constraint[i] = 0
      const lagDays = input.lagDays.slice()
      const type = input.network.type.slice()
      for (let k = 0; k < lagDays.length; k++) {
        if (rnd() < 0.9) continue
        lagDays[k] = pick(rnd, [Number.NEGATIVE_INFINITY, 0, 3, -1.5])
        type[k] = between(rnd, 0, 3)
      }
      const variant = { ...input, ...own, lagDays, network: { ...input.network, type } }
      const finish = variants.finishOf(variant)
      if (finish !== undefined) held++
      const expected = computeCpm(variant).projectFinish
      if (finish !== undefined && !Object.is(finish, expected)) t.fail(`input ${n}: ${finish}, not ${expected}`)
    }
  }
  t.equal(held, 2_400, 'all were held open')
  const input = randomInput(rnd, { ...randomShape(rnd, 60), taskCount: 40 })
  const variants = new Variants(input, computeCpm(input).early)
  t.equal(variants.finishOf({ ...input, dataDate: input.dataDate + 1 }), undefined, 'another frame')
})
