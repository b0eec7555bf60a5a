/** Order, cycles, components and the live links, against the plainest means on small random graphs. */
import t from 'tap'
import { RELATION_TYPES, TASK_TYPES } from '../../../../shared/contract/schedule/fields.ts'
import { COMPONENT_NONE, weakComponents } from '../../../engine/graph/components.ts'
import { CYCLE_TASKS_PRINTED_MAX, cycleText } from '../../../engine/graph/cycle-text.ts'
import { CYCLES_NAMED_MAX, findCycles } from '../../../engine/graph/cycles.ts'
import { outgoingLinks } from '../../../engine/graph/links.ts'
import { buildNetwork } from '../../../engine/graph/network.ts'
import { topologicalOrder } from '../../../engine/graph/order.ts'
import { isInPasses, isLoe, isMilestone, isSummary, taskTypeCode } from '../../../engine/kind/participation.ts'
import { columnsFromTasks, type TaskObject } from '../../helpers/columns-from-tasks.ts'
import { between, pick, random, shuffled } from '../../helpers/random.ts'

const SEED = Number(process.env.SEED ?? 20261122)

/** Tasks 0 .. count - 1 with the predecessors of each; -1 is an id that no task has. */
const linksOf = (predecessors: number[][]) => {
  const start = new Uint32Array(predecessors.length + 1)
  let linkCount = 0
  for (const [i, list] of predecessors.entries()) start[i + 1] = linkCount += list.length
  return { start, task: Int32Array.from(predecessors.flat()) }
}

t.test('a random graph has an order exactly when no task reaches itself, and the order keeps every link', async t => {
  t.comment(`seed ${SEED}`)
  const rnd = random(SEED)
  let cyclic = 0
  for (let n = 0; n < 3_000; n++) {
    const count = between(rnd, 1, 9)
    const predecessors = Array.from({ length: count }, () =>
      Array.from({ length: between(rnd, 0, 2) }, () => (rnd() < 0.05 ? -1 : between(rnd, 0, count - 1))),
    )
    const links = linksOf(predecessors)
    const reach = new Float64Array(count * count).fill(Number.POSITIVE_INFINITY)
    /** The fewest links that lead from a to b, Infinity when none do. */
    const fewest = (a: number, b: number): number => reach[a * count + b]!
    predecessors.forEach((list, s) => {
      for (const p of list) if (p >= 0) reach[p * count + s] = 1
    })
    for (let via = 0; via < count; via++) {
      for (let a = 0; a < count; a++) {
        for (let b = 0; b < count; b++) {
          reach[a * count + b] = Math.min(fewest(a, b), fewest(a, via) + fewest(via, b))
        }
      }
    }
    const onCycle = Array.from({ length: count }, (_, i) => fewest(i, i) < Number.POSITIVE_INFINITY)
    const order = topologicalOrder(count, links)
    const report = findCycles(count, links)
    const problem = (() => {
      if (onCycle.some(Boolean) !== (order === undefined)) return 'refused exactly when cyclic'
      if (report.taskCount !== onCycle.filter(Boolean).length) return 'counts the tasks on cycles'
      if (order === undefined) {
        cyclic++
        const first = new Set<number>()
        onCycle.forEach((is, i) => {
          const same = (j: number) => fewest(i, j) + fewest(j, i) < Number.POSITIVE_INFINITY
          if (is && ![...first].some(same)) first.add(i)
        })
        if (report.componentCount !== first.size) return 'one component per knot of cycles'
        const firsts = report.cycles.map(cycle => cycle[0])
        if (firsts.join() !== [...first].join()) return 'each starts at its first task'
        for (const cycle of report.cycles) {
          if (cycle.length !== reach[cycle[0]! * count + cycle[0]!]) return 'each is a shortest one'
          const holds = cycle.every((p, at) => predecessors[cycle[(at + 1) % cycle.length]!]!.includes(p))
          if (!holds) return 'each goes along links'
        }
        return undefined
      }
      if (report.componentCount !== 0) return 'no cycles in an ordered graph'
      const place = new Map([...order].map((task, at) => [task, at]))
      if (place.size !== count) return 'the order names every task once'
      const kept = predecessors.every((list, s) => list.every(p => p < 0 || place.get(p)! < place.get(s)!))
      return kept ? undefined : 'predecessors come first'
    })()
    if (problem !== undefined) return t.fail(`${problem}: ${JSON.stringify(predecessors)}`)
  }
  t.ok(cyclic > 500 && cyclic < 2_500, `${cyclic} of 3,000 were cyclic`)
})

t.test('ties in the order go by input, and an ordered list is left as it is', async t => {
  t.strictSame([...topologicalOrder(4, linksOf([[], [0], [0], []]))!], [0, 1, 2, 3])
  // 3 must come before 0; 1 and 2 are free from the start
  t.strictSame([...topologicalOrder(4, linksOf([[3], [], [], []]))!], [1, 2, 3, 0])
  t.strictSame([...topologicalOrder(5, linksOf([[4], [4], [4], [], []]))!], [3, 4, 0, 1, 2])
  t.strictSame([...topologicalOrder(0, linksOf([]))!], [])
})

t.test('links turned round name the same pairs', async t => {
  const out = outgoingLinks(4, linksOf([[], [0, -1], [0, 1, 0], [2]]))
  t.strictSame([...out.start], [0, 3, 4, 5, 5])
  t.strictSame([...out.task], [1, 2, 2, 2, 3])
  t.strictSame([...out.link], [0, 2, 4, 3, 5])
})

t.test('cycle texts: at most 10 cycles are named, a long one is cut, one at the limit is whole', async t => {
  const ring = (prefix: string, length: number): TaskObject[] =>
    Array.from({ length }, (_, i) => ({ id: `${prefix}${i}`, predecessors: [`${prefix}${(i + length - 1) % length}`] }))
  const text = (tasks: TaskObject[]) => {
    const columns = columnsFromTasks(tasks)
    return cycleText(findCycles(columns.taskCount, columns.links), columns.id)
  }
  t.equal(text(ring('a', CYCLE_TASKS_PRINTED_MAX)).split(' -> ').length, CYCLE_TASKS_PRINTED_MAX + 1)
  const cut = text(ring('a', CYCLE_TASKS_PRINTED_MAX + 1)).split(' -> ')
  t.equal(cut.length, CYCLE_TASKS_PRINTED_MAX + 2)
  t.strictSame([cut[0], cut.at(-1), cut.find(part => part.startsWith('('))], ['a0', 'a0', '(1 more)'])
  const many = text(Array.from({ length: CYCLES_NAMED_MAX + 3 }, (_, n) => ring(`r${n}.`, 2)).flat())
  t.equal(many.split('; ').length, CYCLES_NAMED_MAX + 1)
  t.match(many, /; and 3 more$/)
})

t.test('components are those of walking the links in both directions', async t => {
  t.comment(`seed ${SEED + 1}`)
  const rnd = random(SEED + 1)
  for (let n = 0; n < 500; n++) {
    const count = between(rnd, 1, 12)
    const included = Uint8Array.from({ length: count }, () => (rnd() < 0.9 ? 1 : 0))
    const inside = shuffled(
      rnd,
      [...included.keys()].filter(i => included[i] === 1),
    )
    const predecessors = Array.from({ length: count }, (_, i) =>
      included[i] === 0 || inside.length === 0 || rnd() < 0.4 ? [] : [pick(rnd, inside)],
    )
    const label = Array.from({ length: count }, (_, i) => i)
    for (let round = 0; round < count; round++) {
      predecessors.forEach((list, s) => {
        for (const p of list) label[p] = label[s] = Math.min(label[p]!, label[s]!)
      })
    }
    const { count: found, largestSize, component } = weakComponents(count, linksOf(predecessors), included)
    const groups = new Map<number, number[]>()
    for (const i of inside) groups.set(label[i]!, [...(groups.get(label[i]!) ?? []), i])
    const right =
      found === groups.size &&
      largestSize === Math.max(0, ...[...groups.values()].map(group => group.length)) &&
      [...groups.values()].every(group => group.every(i => component[i] === component[group[0]!])) &&
      [...included].every((mark, i) => (mark === 1) === (component[i] !== COMPONENT_NONE))
    if (!right) return t.fail(JSON.stringify({ predecessors, included: [...included] }))
  }
  t.pass('500 graphs')
})

t.test(
  'live links have both ends in the passes; types can be filtered; nothing is copied when all are live',
  async t => {
    const tasks: TaskObject[] = [
      { id: 'A' },
      { id: 'S', task_type: 'summary', predecessors: ['A'] },
      { id: 'L', task_type: 'loe', predecessors: ['A SS'] },
      { id: 'M', task_type: 'milestone', predecessors: ['A', 'S', 'L', 'nowhere', 'A SF+2'] },
      { id: 'P', task_type: 'planning_package', predecessors: ['M FF-1'] },
    ]
    const columns = columnsFromTasks(tasks)
    const order = topologicalOrder(columns.taskCount, columns.links)!
    const network = buildNetwork(columns, order)
    t.strictSame([...network.takesPart], [1, 0, 0, 1, 1])
    t.strictSame([...network.order], [0, 3, 4])
    t.strictSame([...network.start], [0, 0, 0, 0, 2, 3])
    t.strictSame([...network.task], [0, 0, 3])
    t.strictSame(
      [...network.type].map(type => RELATION_TYPES[type]),
      ['FS', 'SF', 'FF'],
    )
    t.strictSame([...network.lagDays], [0, 2, -1])
    t.equal(network.filteredLinkCount, 0)
    const filtered = buildNetwork(columns, order, { relationTypes: ['SF', 'FF'] })
    t.strictSame([...filtered.task], [0, 3])
    t.equal(filtered.filteredLinkCount, 5, 'links of the other types between known tasks')

    const live = columnsFromTasks([{ id: 'A' }, { id: 'B', predecessors: ['A'] }])
    const all = buildNetwork(live, topologicalOrder(2, live.links)!)
    t.equal(all.task, live.links.task)
  },
)

t.test('which types take part follows the table of kinds', async t => {
  const parts = TASK_TYPES.map(taskTypeCode)
  const named = (test: (code: number) => boolean) => TASK_TYPES.filter((_, i) => test(parts[i]!))
  t.strictSame(
    named(code => !isInPasses(code)),
    ['loe', 'summary'],
  )
  t.strictSame(named(isLoe), ['loe'])
  t.strictSame(named(isSummary), ['summary'])
  t.ok(isInPasses(0) && isInPasses(255), 'absent and unknown types count as task')
  t.strictSame(
    named(code => isMilestone(code, 0)),
    ['task', 'milestone', 'start_milestone', 'finish_milestone'],
  )
  t.strictSame(
    named(code => isMilestone(code, Number.NaN)),
    ['milestone', 'start_milestone', 'finish_milestone'],
  )
  t.ok(isMilestone(0, 0) && !isMilestone(0, Number.NaN) && !isMilestone(0, -1))
})
