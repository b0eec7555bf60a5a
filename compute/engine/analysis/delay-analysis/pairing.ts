/** Which task of one schedule is which of the next one: by id, and both take part in the passes; and the walks and the budget by which work is found that has another id (same-works.ts). */

import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { type OutgoingLinks, outgoingLinks } from '../../graph/links.ts'
import type { Network } from '../../graph/network.ts'
import { matchIds, NO_MATCH } from '../../ids/match-ids.ts'
import { copied, zeros } from '../../ids/short-arrays.ts'
import { isInPasses } from '../../kind/participation.ts'
import type { Status } from './status.ts'

export interface Pairing {
  /** Task of the later schedule by task of the earlier one, NO_MATCH = deleted, or no part of the passes any more. */
  readonly toLater: Int32Array
  /** Task of the earlier schedule by task of the later one, NO_MATCH = added. */
  readonly toEarlier: Int32Array
}

export function pairTasks(earlier: Status, later: Status): Pairing {
  const toLater = copied(matchIds(later.columns, earlier.columns))
  const toEarlier = zeros(Int32Array, later.columns.taskCount).fill(NO_MATCH)
  for (let i = 0; i < toLater.length; i++) {
    const match = toLater[i]
    if (match === NO_MATCH) continue
    if (earlier.network.takesPart[i] === 0 || later.network.takesPart[match] === 0) toLater[i] = NO_MATCH
    else toEarlier[match] = i
  }
  return { toLater, toEarlier }
}

/** Whether any task of one schedule is one of the other. */
export const hasPairs = ({ toLater }: Pairing): boolean => toLater.some(match => match !== NO_MATCH)

/** Whether two schedules without networks have a task in common. */
export function sharesTask(earlier: ScheduleColumns, later: ScheduleColumns): boolean {
  const toLater = matchIds(later, earlier)
  return toLater.some(
    (match, i) => match !== NO_MATCH && isInPasses(earlier.taskType[i]) && isInPasses(later.taskType[match]),
  )
}

/**
 * Steps that finding work under other ids, and lags and order that passed between tasks, may take in all windows of a request together: rows and links that are walked, tasks that are looked at. Beyond
 * them ids and links decide alone: n tasks that went
 * beside n that came are n x n questions, from a few bytes each.
 */
export class PairSteps {
  #left: number

  constructor(sentTaskCount: number) {
    this.#left = STEPS_FREE + STEPS_PER_SENT * sentTaskCount
  }

  get isSpent(): boolean {
    return this.#left <= 0
  }

  get left(): number {
    return this.#left
  }

  take(count: number): void {
    this.#left -= count
  }
}
const STEPS_FREE = 2_000_000
const STEPS_PER_SENT = 50

/** Rows through which a walk leads, and the others that it comes to. */
interface Walk {
  readonly through: ReadonlySet<number>
  readonly ends: ReadonlySet<number>
}

/** From rows on through those that only one of two schedules has. */
export class Walker {
  readonly #isOwn: Uint8Array
  readonly #network: Network
  readonly outgoing: OutgoingLinks
  readonly #steps: PairSteps

  constructor(network: Network, isOwn: Uint8Array, steps: PairSteps) {
    this.#network = network
    this.#isOwn = isOwn
    this.outgoing = outgoingLinks(network.taskCount, network)
    this.#steps = steps
  }

  walk(from: Iterable<number>, isForward: boolean): Walk {
    const { start, task } = isForward ? this.outgoing : this.#network
    const through = new Set<number>()
    const ends = new Set<number>()
    const open = [...from]
    for (let row = open.pop(); row !== undefined && !this.#steps.isSpent; row = open.pop()) {
      this.#steps.take(1 + start[row + 1] - start[row])
      for (let k = start[row]; k < start[row + 1]; k++) {
        const next = task[k]
        if (this.#isOwn[next] === 0) ends.add(next)
        else if (!through.has(next)) {
          through.add(next)
          open.push(next)
        }
      }
    }
    return { through, ends }
  }

  /** Own rows that no other one leads to, or that lead to none. */
  loose(isForward: boolean): readonly number[] {
    const { order } = this.#network
    const { start, task } = isForward ? this.outgoing : this.#network
    const isHeld = zeros(Uint8Array, this.#isOwn.length)
    // what a row leads to comes before it here
    for (const row of isForward ? order.toReversed() : order)
      for (let k = start[row]; k < start[row + 1]; k++)
        if (this.#isOwn[task[k]] === 0 || isHeld[task[k]] === 1) isHeld[row] = 1
    this.#steps.take(order.length)
    return [...this.#isOwn.keys()].filter(row => this.#isOwn[row] === 1 && isHeld[row] === 0)
  }
}

/** Ids of work before, and of its parts. */
export type Renumbered = readonly (readonly [before: string, after: readonly string[]])[]
