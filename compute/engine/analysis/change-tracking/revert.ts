/**
 * One edit taken back on the network of the later status, everything else as it stands: the input of a forward pass, or
 * what stands in the way. Costs O(tasks + links) when a link comes back, else the copy of one array.
 */

import type { EditObstacle } from '../../../../shared/analysis/change-tracking/words.ts'
import { DAY_ABSENT } from '../../../../shared/schedule/columns.ts'
import { boundedDays } from '../../calendar/bounds.ts'
import { liveIndex } from '../../compare/computed-status.ts'
import { NO_LINK } from '../../compare/link-changes.ts'
import { ALAP, actsInProgress, isFinishType, NO_CONSTRAINT, needsDate } from '../../cpm/constraint.ts'
import { type CpmInput, withRemaining } from '../../cpm/input.ts'
import { lagLeft } from '../../cpm/lags.ts'
import type { Network } from '../../graph/network.ts'
import { topologicalOrder } from '../../graph/order.ts'
import { copied, zeros } from '../../ids/short-arrays.ts'
import { remainingOf } from '../../population/durations.ts'
import { COMPLETE, IN_PROGRESS } from '../../population/progress.ts'
import { CONSTRAINT_TYPE, DURATION, type Edit } from './find-changes.ts'
import type { Pair } from './pair.ts'

/** A link with this lag holds nothing. */
const NO_HOLD = Number.NEGATIVE_INFINITY

export function reverted(pair: Pair, edit: Edit): CpmInput | EditObstacle {
  if (edit.field === DURATION) return withRemaining(pair.after.prepared.input, [[edit.after, oldRemaining(pair, edit)]])
  if (edit.field === CONSTRAINT_TYPE) return withOldConstraint(pair, edit)
  if (edit.linkAfter === NO_LINK) return withOldLink(pair, edit)
  return withOldRelation(pair, edit)
}

/** Days still to do at the progress of the later status, had the duration stayed. */
export function oldRemaining({ before, after }: Pair, edit: Pick<Edit, 'before' | 'after'>): number {
  const duration = before.prepared.durationDays[edit.before]
  const state = after.prepared.input.state[edit.after]
  if (state === COMPLETE) return 0
  if (state !== IN_PROGRESS) return duration
  return remainingOf(after.columns, edit.after, duration)
}

function withOldConstraint({ before, after }: Pair, edit: Edit): CpmInput {
  const { input, timeline } = after.prepared
  const constraint = copied(input.constraint)
  const constraintOffset = copied(input.constraintOffset)
  const code = before.columns.constraintType[edit.before]
  const day = before.columns.constraintDate[edit.before]
  const isDated = needsDate(code)
  const acts =
    (input.state[edit.after] !== IN_PROGRESS || actsInProgress(code)) &&
    (isDated ? day !== DAY_ABSENT && timeline !== undefined : code === ALAP)
  constraint[edit.after] = acts ? code : NO_CONSTRAINT
  if (acts && isDated) {
    constraintOffset[edit.after] = isFinishType(code) ? timeline!.finishOffset(day) : timeline!.startOffset(day)
  }
  return { ...input, constraint, constraintOffset }
}

/** The lag as the successor feels it in the later status. */
const feltLag = ({ after }: Pair, predecessor: number, successor: number, type: number, lagDays: number): number =>
  lagLeft(after.prepared.input, predecessor, successor, type, boundedDays(lagDays))

/** The link that was added holds nothing; the one that was changed has its old relation and lag. */
function withOldRelation(pair: Pair, edit: Edit): CpmInput {
  const { before, after } = pair
  const { input } = after.prepared
  const lagDays = copied(input.lagDays)
  const link = liveIndex(after, edit.linkAfter)
  if (edit.linkBefore === NO_LINK) {
    lagDays[link] = NO_HOLD
    return { ...input, lagDays }
  }
  const { links } = before.columns
  const type = copied(input.network.type)
  type[link] = links.type[edit.linkBefore]
  lagDays[link] = feltLag(pair, input.network.task[link], edit.after, type[link], links.lagDays[edit.linkBefore])
  return { ...input, lagDays, network: { ...input.network, type } }
}

/** The link that was removed stands again, as the last one into its successor. */
function withOldLink(pair: Pair, edit: Edit): CpmInput | EditObstacle {
  const { before, after, afterOf } = pair
  const { input } = after.prepared
  const { network } = input
  const { links } = before.columns
  const predecessor = afterOf[links.task[edit.linkBefore]]
  const at = network.start[edit.after + 1]
  const type = inserted(network.type, at, links.type[edit.linkBefore])
  const start = copied(network.start)
  for (let i = edit.after + 1; i < start.length; i++) start[i]++
  const grown = {
    ...network,
    start,
    task: inserted(network.task, at, predecessor),
    type,
    lagDays: inserted(network.lagDays, at, boundedDays(links.lagDays[edit.linkBefore])),
    elapsed: elapsedWith(network, at, before.columns.elapsedLags[edit.linkBefore] ?? 0),
    linkCount: network.linkCount + 1,
  }
  const order = topologicalOrder(network.taskCount, grown)
  if (order === undefined) return 'cycle'
  const felt = feltLag(pair, predecessor, edit.after, links.type[edit.linkBefore], links.lagDays[edit.linkBefore])
  return {
    ...input,
    network: { ...grown, order: order.filter(i => network.takesPart[i] === 1) },
    lagDays: inserted(input.lagDays, at, felt),
  }
}

/** Whether lags are elapsed, with one more link at that place. */
function elapsedWith({ elapsed, linkCount }: Network, at: number, isElapsed: number): Uint8Array {
  if (elapsed.length === 0 && isElapsed === 0) return elapsed
  return inserted(elapsed.length === 0 ? zeros(Uint8Array, linkCount) : elapsed, at, isElapsed)
}

/** A copy with one more entry at that place. */
function inserted<T extends Int32Array | Uint8Array | Float64Array>(values: T, at: number, value: number): T {
  const grown = new (values.constructor as new (length: number) => T)(values.length + 1)
  grown.set(values.subarray(0, at))
  grown[at] = value
  grown.set(values.subarray(at), at + 1)
  return grown
}
