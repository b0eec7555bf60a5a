/**
 * Of several ways in which an update can have told work under other ids, in parts and with lags, the one that takes the fewest and the most usual changes: what each change costs, and the least cost of
 * works and tasks in their order.
 */
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { Groups } from '../../graph/components.ts'
import { zeros } from '../../ids/short-arrays.ts'
import type { PairSteps } from './pairing.ts'
import type { Status } from './status.ts'

/** A work and tasks that could be it. */
export interface WorkPlaces {
  readonly i: number
  /** The part that has its id, if one has. */
  readonly parts: readonly number[]
  readonly places: readonly number[]
  readonly others: readonly number[]
}

/** That a work or a task is without the other. */
export const COST_OF_ONE = 1.5
/** That another party has it, and each more that has. */
export const COST_OF_OTHERS = 1.25
const COST_OF_MORE_OTHERS = 0.25
/** That it grew, that it shrank, and each part beyond the first. */
export const COST_OF_LENGTH = 1
const COST_OF_LESS = 2
/** Less than half of it is hardly it. */
const COST_OF_LITTLE = 2 * COST_OF_ONE
const COST_OF_PART = 0.6
/** That a lag between its parts came beside them; and that a task has one before it that is of no work. */
export const COST_OF_LAG = 1.5
export const COST_OF_LAG_BEFORE = 0.5

/** What it costs that a work is told as some tasks, which are so many days longer than its `days`; `takers`: other parties that have some. */
export function costOfWork(partCount: number, days: number, more: number, takers: number): number {
  if (partCount === 0) return COST_OF_ONE
  const length =
    more > EPSILON_DAYS ? COST_OF_LENGTH : more < -days / 2 ? COST_OF_LITTLE : more < -EPSILON_DAYS ? COST_OF_LESS : 0
  const others = takers === 0 ? 0 : COST_OF_OTHERS + (takers - 1) * COST_OF_MORE_OTHERS
  return length + others + (partCount - 1) * COST_OF_PART
}

/** Tasks that a work takes at most beyond its own id, and tasks that it leaves out between them. */
const CHAIN_MAX = 3
const LEFT_OUT_MAX = 2
/** Steps that it takes of those of the request for two schedules. */
const STEPS_MAX = 300_000

/** Tasks of a component, from one on and before another, that are a work. */
interface Run {
  readonly from: number
  readonly to: number
  readonly tasks: readonly number[]
  readonly cost: number
}

/** The tasks of each work by the least cost of all, where works and tasks stay in their order. `costOf`: of a work told as some tasks, those that have its id first; infinite where it cannot be. undefined: there are too many. */
export function leastCost(
  works: readonly WorkPlaces[],
  inOrder: (a: number, b: number) => number,
  costOf: (work: WorkPlaces, parts: readonly number[]) => number,
  taskCosts: ReadonlyMap<number, number>,
  steps: PairSteps,
): ReadonlyMap<number, readonly number[]> | undefined {
  const found = new Map<number, readonly number[]>()
  const until = steps.left - STEPS_MAX
  for (const own of componentsOf(works)) {
    const tasks = [...new Set(own.flatMap(({ places, others }) => [...places, ...others]))].sort(inOrder)
    steps.take(own.length * (tasks.length + 1))
    if (steps.left < until) return undefined
    const runs: (readonly Run[])[] = []
    for (const work of own) {
      runs.push(runsOf(work, tasks, costOf, taskCosts, steps, until))
      if (steps.left < until) return undefined
    }
    for (const [n, run] of bestRuns(own, tasks, runs, costOf, taskCosts)) found.set(own[n].i, run.tasks)
  }
  return found
}

/** Works that share no task with those of another component. */
function componentsOf(works: readonly WorkPlaces[]): readonly (readonly WorkPlaces[])[] {
  const groups = new Groups(works.length)
  const firstOf = new Map<number, number>()
  for (const [n, { places, others }] of works.entries())
    for (const own of [places, others])
      for (const j of own) {
        const first = firstOf.get(j)
        if (first === undefined) firstOf.set(j, n)
        else groups.join(first, n)
      }
  return [...Map.groupBy(works.keys(), n => groups.rootOf(n)).values()].map(own => own.map(n => works[n]))
}

/** Every run of tasks that can be a work. */
function runsOf(
  work: WorkPlaces,
  tasks: readonly number[],
  costOf: (work: WorkPlaces, parts: readonly number[]) => number,
  taskCosts: ReadonlyMap<number, number>,
  steps: PairSteps,
  until: number,
): readonly Run[] {
  const could = new Set([...work.places, ...work.others])
  const places = [...tasks.keys()].filter(n => could.has(tasks[n]))
  const runs: Run[] = []
  for (const [at] of places.entries()) {
    // positions among the places: each chain is followed by its longer ones
    const open: number[][] = [[at]]
    for (let chain = open.pop(); chain !== undefined; chain = open.pop()) {
      steps.take(1)
      if (steps.left < until) return runs
      const own = chain.map(n => tasks[places[n]])
      const [from, to] = [places[at], places[chain.at(-1)!] + 1]
      const cost = costOf(work, own)
      if (cost < Number.POSITIVE_INFINITY) {
        const left = tasks.slice(from, to).filter(j => !own.includes(j))
        runs.push({ from, to, tasks: own, cost: left.reduce((sum, j) => sum + taskCosts.get(j)!, cost) })
      }
      if (chain.length === CHAIN_MAX) continue
      for (let next = chain.at(-1)! + 1; next < places.length; next++) {
        if (places[next] + 1 - from - (chain.length + 1) > LEFT_OUT_MAX) break
        open.push([...chain, next])
      }
    }
  }
  return runs
}

function bestRuns(
  works: readonly WorkPlaces[],
  tasks: readonly number[],
  runs: readonly (readonly Run[])[],
  costOf: (work: WorkPlaces, parts: readonly number[]) => number,
  taskCosts: ReadonlyMap<number, number>,
): (readonly [n: number, run: Run])[] {
  const taskCount = tasks.length
  const width = taskCount + 1
  const least = zeros(Float64Array, (works.length + 1) * width)
  /** By work and task the place of the run from there on, 0 = there is none. */
  const best = zeros(Int32Array, least.length)
  const byFrom = runs.map(own => Map.groupBy(own.keys(), r => own[r].from))
  for (let m = taskCount - 1; m >= 0; m--) {
    const at = works.length * width + m
    least[at] = taskCosts.get(tasks[m])! + least[at + 1]
  }
  for (let n = works.length - 1; n >= 0; n--) {
    const without = costOf(works[n], [])
    for (let m = taskCount; m >= 0; m--) {
      const at = n * width + m
      let cost = without + least[at + width]
      if (m < taskCount) cost = Math.min(cost, taskCosts.get(tasks[m])! + least[at + 1])
      for (const r of byFrom[n].get(m) ?? []) {
        const own = runs[n][r].cost + least[(n + 1) * width + runs[n][r].to]
        if (own >= cost) continue
        cost = own
        best[at] = r + 1
      }
      least[at] = cost
    }
  }
  const found: (readonly [number, Run])[] = []
  for (let [n, m] = [0, 0]; n < works.length; ) {
    const at = n * width + m
    if (best[at] > 0) {
      const run = runs[n][best[at] - 1]
      found.push([n, run])
      n++
      m = run.to
    } else if (m < taskCount && least[at] === taskCosts.get(tasks[m])! + least[at + 1]) m++
    else n++
  }
  return found
}

/** Where names say which work is which, they decide: a part has the name of the whole, and more behind it. */
export function byNames<Work extends Pick<WorkPlaces, 'i' | 'places' | 'others'>>(
  works: readonly Work[],
  { name: before }: ScheduleColumns,
  { name: now }: ScheduleColumns,
  steps: PairSteps,
): readonly Work[] {
  const named = works.map(({ i, places, others }) => {
    steps.take(places.length + others.length)
    if (steps.isSpent) return new Set<number>()
    const whole = textAt(before, i).trim().toLowerCase()
    const isOf = (text: string): boolean => text.startsWith(whole) && !WORD.test(text.charAt(whole.length))
    const isNamed = (j: number): boolean => isOf(textAt(now, j).trim().toLowerCase())
    return new Set(whole === '' ? [] : [...places, ...others].filter(isNamed))
  })
  const all = new Set(named.flatMap(own => [...own]))
  if (all.size === 0) return works
  return works.map((work, n) => {
    const isOf = (j: number): boolean => (named[n].size > 0 ? named[n].has(j) : !all.has(j))
    return { ...work, places: work.places.filter(isOf), others: work.others.filter(isOf) }
  })
}
const WORD = /[\p{L}\p{N}]/u

/** Work with dates of its own but for a constraint, or that was stopped, is no two works. */
export function canBeSplit({ columns }: Status, i: number): boolean {
  const { secondaryConstraintType, manuallyScheduled } = columns
  const dates = ['expectedFinish', 'externalEarlyStart', 'externalLateFinish', 'suspendDate', 'resumeDate'] as const
  return (
    !(secondaryConstraintType[i] > 0) &&
    !(manuallyScheduled[i] === BY_HAND) &&
    dates.every(name => (columns[name][i] ?? DAY_ABSENT) === DAY_ABSENT)
  )
}
/** Code of "true" in the column manuallyScheduled. */
const BY_HAND = 2
