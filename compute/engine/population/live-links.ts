/**
 * Live links (/docs/methods#links) without a network: the links whose two ends take part in the CPM passes, the ends they close, and
 * populations of links such as L14. A link of a task to itself is not live. It works on any schedule, with cycles too; health/score uses it.
 */

import type { LinkColumns } from '../../../shared/contract/schedule/columns.ts'
import { zeros } from '../ids/short-arrays.ts'
import { isInPasses } from '../kind/participation.ts'
import { fromFinish, toStart } from '../passes/relation.ts'
import { type SummaryLinks, summaryLinksOf } from './summary-links.ts'
import type { TaskStates } from './task-states.ts'

export interface LiveLinks {
  /** 1 = link k of columns.links is live. Length: number of links. */
  readonly marks: Uint8Array
  readonly count: number
  /** 1 = task i is the successor, or the predecessor, of a live link. Length taskCount. */
  readonly hasPredecessor: Uint8Array
  readonly hasSuccessor: Uint8Array
  /** Links of summaries that count beside those marked: they are in the count and close ends. */
  readonly ofSummaries?: SummaryLinks | undefined
  /** Where such links count: these live links without them, as other tools read the schedule. */
  readonly ofTasksAlone?: LiveLinks | undefined
}

export function liveLinks({ columns, kind }: TaskStates): LiveLinks {
  const { taskCount, links } = columns
  const marks = zeros(Uint8Array, links.task.length)
  const hasPredecessor = zeros(Uint8Array, taskCount)
  const hasSuccessor = zeros(Uint8Array, taskCount)
  let count = 0
  for (let s = 0; s < taskCount; s++) {
    if (!isInPasses(kind[s])) continue
    for (let k = links.start[s]; k < links.start[s + 1]; k++) {
      const p = links.task[k]
      if (p < 0 || p === s || !isInPasses(kind[p])) continue
      marks[k] = 1
      count++
      hasPredecessor[s] = 1
      hasSuccessor[p] = 1
    }
  }
  const ofSummaries = summaryLinksOf(columns, kind)
  const ofTasksAlone = { marks, count, hasPredecessor, hasSuccessor }
  if (ofSummaries === undefined) return ofTasksAlone
  return {
    marks,
    count: count + ofSummaries.count,
    hasPredecessor: hasPredecessor.map((has, i) => has | ofSummaries.hasPredecessor[i]),
    hasSuccessor: hasSuccessor.map((has, i) => has | ofSummaries.hasSuccessor[i]),
    ofSummaries,
    ofTasksAlone,
  }
}

/** Ends that a link holds (06A204b, dangling tasks): FS and SS hold a start, FS and FF let a finish drive. */
interface HeldEnds {
  /** 1 = a live FS or SS link leads into task i. Length taskCount. */
  readonly start: Uint8Array
  /** 1 = a live FS or FF link leads out of task i. */
  readonly finish: Uint8Array
}

export function heldEnds(links: LinkColumns, live: LiveLinks): HeldEnds {
  const taskCount = live.hasPredecessor.length
  const { ofSummaries } = live
  const start = ofSummaries === undefined ? zeros(Uint8Array, taskCount) : ofSummaries.holdsStart.slice()
  const finish = ofSummaries === undefined ? zeros(Uint8Array, taskCount) : ofSummaries.drivesFinish.slice()
  for (let s = 0; s < taskCount; s++) {
    for (let k = links.start[s]; k < links.start[s + 1]; k++) {
      if (live.marks[k] === 0) continue
      if (toStart(links.type[k])) start[s] = 1
      if (fromFinish(links.type[k])) finish[links.task[k]] = 1
    }
  }
  return { start, finish }
}

export interface LinkPopulation {
  /** 1 = member. Length: number of links. */
  readonly marks: Uint8Array
  readonly count: number
}

/** The live links into the tasks marked: L14 of T14, the link base of the logic audit of E'. */
export function liveLinksInto(links: LinkColumns, live: LiveLinks, successors: Uint8Array): LinkPopulation {
  const marks = zeros(Uint8Array, live.marks.length)
  let count = 0
  for (let s = 0; s < successors.length; s++) {
    if (successors[s] === 0) continue
    for (let k = links.start[s]; k < links.start[s + 1]; k++) if (live.marks[k] === 1) count += marks[k] = 1
  }
  return { marks, count }
}

export interface LinkHits {
  /** Links of the population for which the test holds. */
  readonly count: number
  /** Their successors, each once, in input order. */
  readonly successors: Uint32Array
}

/** Counts links of a population: `test` gets the index of the link and its successor. */
export function linkHits(
  links: LinkColumns,
  population: LinkPopulation,
  test: (link: number, successor: number) => boolean,
): LinkHits {
  const successors: number[] = []
  let count = 0
  for (let s = 0; s + 1 < links.start.length; s++) {
    let isHit = false
    for (let k = links.start[s]; k < links.start[s + 1]; k++) {
      if (population.marks[k] === 0 || !test(k, s)) continue
      count++
      isHit = true
    }
    if (isHit) successors.push(s)
  }
  return { count, successors: Uint32Array.from(successors) }
}
