/**
 * What the revisions of a window did to the finish: from the half-step to the later schedule in steps, each recomputed
 * (/docs/methods/delay-analysis#windows). The order decides what a step is given: tasks, then links, durations, constraints. What is
 * left is a move of the first start, the floor of a project that has not begun. At most five forward passes.
 */

import { type EarlyDates, earlyDates } from '../../cpm/forward.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { lagsLeft } from '../../cpm/lags.ts'
import type { Network } from '../../graph/network.ts'
import { topologicalOrder } from '../../graph/order.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { copied, zeros } from '../../ids/short-arrays.ts'
import { NOT_STARTED } from '../../population/progress.ts'
import type { Pairing } from './pairing.ts'
import type { RevisionBooking } from './revision-bookings.ts'
import { finishIn, type Status } from './status.ts'

export const REVISION_STEPS = ['scope', 'logic', 'duration', 'constraint', 'other'] as const
export type RevisionStep = (typeof REVISION_STEPS)[number]

export interface RevisionSplit {
  /** Days by step; they sum to C(later) - C(half-step). */
  readonly days: Readonly<Record<RevisionStep, number>>
  /** The new tasks and the old links formed a cycle: scope and logic were applied in one step, logic has both. */
  readonly scopeWithLogic: boolean
  /** The changes by name, with the category of their tasks; absent = the days of each class belong to nobody yet. */
  readonly bookings?: readonly RevisionBooking[]
}

/** `halfFinish` is C(half-step). */
export function splitRevisions(
  earlier: Status,
  later: Status,
  pairing: Pairing,
  half: CpmInput,
  halfFinish: number,
): RevisionSplit {
  const now = later.prepared.input
  const { toEarlier } = pairing
  const taskCount = later.columns.taskCount
  const early: EarlyDates = earlyDates(taskCount)
  const links = mixedLinks(earlier.network, later.network, pairing)
  const isLogicSame = sameLinks(links, later.network)
  const order = isLogicSame ? later.network.order : topologicalOrder(taskCount, links)
  const remainingDays = copied(now.remainingDays)
  const constraint = copied(now.constraint)
  const constraintOffset = copied(now.constraintOffset)
  for (let j = 0; j < taskCount; j++) {
    const i = toEarlier[j]
    if (i === NO_MATCH) continue
    if (now.state[j] === NOT_STARTED) remainingDays[j] = earlier.prepared.durationDays[i]
    constraint[j] = half.constraint[i]
    constraintOffset[j] = half.constraintOffset[i]
  }
  const { floor, dataDate } = half
  const withNetwork = (network: Network): CpmInput => ({
    ...now,
    network,
    floor,
    dataDate,
    remainingDays,
    constraint,
    constraintOffset,
    lagDays: lagsLeft(network, { ...now, dataDate }),
  })
  const finishOfStep = (input: CpmInput): number => finishIn(input, early, later.followed)
  const network = later.network
  const mixed =
    order === undefined ? undefined : { ...network, ...links, order: order.filter(j => network.takesPart[j] === 1) }
  const isScopeSame =
    count(pairing.toLater) === earlier.network.order.length && count(toEarlier) === network.order.length
  const revised = withNetwork(network)
  const afterScope = mixed === undefined || isScopeSame ? halfFinish : finishOfStep(withNetwork(mixed))
  const afterLogic = isScopeSame && isLogicSame ? afterScope : finishOfStep(revised)
  const isDurationSame = same(remainingDays, now.remainingDays)
  const withDurations = { ...revised, remainingDays: now.remainingDays }
  const afterDuration = isDurationSame ? afterLogic : finishOfStep(withDurations)
  const isConstraintSame = same(constraint, now.constraint) && same(constraintOffset, now.constraintOffset)
  const afterConstraint = isConstraintSame
    ? afterDuration
    : finishOfStep({ ...withDurations, constraint: now.constraint, constraintOffset: now.constraintOffset })
  return {
    days: {
      scope: afterScope - halfFinish,
      logic: afterLogic - afterScope,
      duration: afterDuration - afterLogic,
      constraint: afterConstraint - afterDuration,
      other: later.finish - afterConstraint,
    },
    scopeWithLogic: mixed === undefined,
  }
}

type Links = Pick<Network, 'start' | 'task' | 'type' | 'lagDays' | 'elapsed' | 'linkCount'>

/** The links of the later tasks before the logic was revised: those of added tasks are new, the others those of before. */
function mixedLinks(earlier: Network, later: Network, { toLater, toEarlier }: Pairing): Links {
  const linkMax = earlier.linkCount + later.linkCount
  const start = zeros(Uint32Array, later.taskCount + 1)
  const task = zeros(Int32Array, linkMax)
  const type = zeros(Uint8Array, linkMax)
  const lagDays = zeros(Float64Array, linkMax)
  const elapsed = zeros(Uint8Array, earlier.elapsed.length + later.elapsed.length === 0 ? 0 : linkMax)
  let length = 0
  const add = (p: number, from: Network, k: number): void => {
    task[length] = p
    type[length] = from.type[k]
    if (from.elapsed.length > 0) elapsed[length] = from.elapsed[k]
    lagDays[length++] = from.lagDays[k]
  }
  for (let s = 0; s < later.taskCount; s++) {
    const i = toEarlier[s]
    if (i !== NO_MATCH) {
      for (let k = earlier.start[i]; k < earlier.start[i + 1]; k++) {
        const p = toLater[earlier.task[k]]
        if (p !== NO_MATCH) add(p, earlier, k)
      }
    }
    for (let k = later.start[s]; k < later.start[s + 1]; k++) {
      if (i === NO_MATCH || toEarlier[later.task[k]] === NO_MATCH) add(later.task[k], later, k)
    }
    start[s + 1] = length
  }
  return {
    start,
    task: task.subarray(0, length),
    type: type.subarray(0, length),
    lagDays: lagDays.subarray(0, length),
    elapsed: elapsed.subarray(0, length),
    linkCount: length,
  }
}

const sameLinks = (a: Links, b: Links): boolean =>
  same(a.start, b.start) && same(a.task, b.task) && same(a.type, b.type) && same(a.lagDays, b.lagDays)

type Numbers = Float64Array | Int32Array | Uint32Array | Uint8Array

/** Equal entry by entry; NaN equals NaN. */
function same(a: Numbers, b: Numbers): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i]) && a[i] !== b[i]) return false
  return true
}

function count(matches: Int32Array): number {
  let found = 0
  for (const match of matches) if (match !== NO_MATCH) found++
  return found
}
