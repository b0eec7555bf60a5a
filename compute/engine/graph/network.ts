/**
 * The network of the CPM passes: the participating tasks and the live links between them (/docs/methods#links), as arrays. Links are listed at
 * their successor. A pass in `order` meets every task after all its predecessors, and a pass in reverse order before them, so both need no
 * other list.
 */

import type { ScheduleColumns } from '../../../shared/schedule/columns.ts'
import { RELATION_TYPES, type RelationType } from '../../../shared/schedule/fields.ts'
import { hasColumn } from '../../../shared/schedule/present-columns.ts'
import { areBounded, boundedDays } from '../calendar/bounds.ts'
import { zeros } from '../ids/short-arrays.ts'
import { isInPasses } from '../kind/participation.ts'
import type { IncomingLinks } from './links.ts'

export interface Network extends IncomingLinks {
  /** Tasks of the schedule, those that take no part included. */
  readonly taskCount: number
  /** 1 = takes part in the passes, 0 = summary or level of effort. Length taskCount. */
  readonly takesPart: Uint8Array
  /** The tasks that take part, each after its predecessors. */
  readonly order: Uint32Array
  /** Live links into task i are start[i] .. start[i + 1]. Length taskCount + 1. */
  readonly start: Uint32Array
  /** Predecessor of live link k. Length linkCount, and so are the next two. */
  readonly task: Int32Array
  /** Index into RELATION_TYPES. */
  readonly type: Uint8Array
  /** At most DAYS_MAX either way. */
  readonly lagDays: Float64Array
  /** Entry k: 1 = the lag of live link k counts round the clock. Empty = none does. */
  readonly elapsed: Uint8Array
  readonly linkCount: number
  /** Relation types that were kept; undefined = all. */
  readonly relationTypes: readonly RelationType[] | undefined
  /** Parsed links between known tasks that the relation types left out. */
  readonly filteredLinkCount: number
}

interface NetworkOptions {
  /** Keep only links of these types; undefined or empty = all. */
  readonly relationTypes?: readonly RelationType[] | undefined
}

/** `order` is the topological order over all parsed links, of which every subset of links keeps to. */
export function buildNetwork(columns: ScheduleColumns, order: Uint32Array, options: NetworkOptions = {}): Network {
  const { taskCount, links, taskType } = columns
  const relationTypes = options.relationTypes?.length ? options.relationTypes : undefined
  const takesPart = zeros(Uint8Array, taskCount)
  let partCount = 0
  if (hasColumn(columns, 'taskType')) {
    for (let i = 0; i < taskCount; i++) if (isInPasses(taskType[i])) partCount += takesPart[i] = 1
  } else partCount = takesPart.fill(1).length
  const isWhole = relationTypes === undefined && partCount === taskCount && areKnown(links.task)
  const { live, linkCount, filteredLinkCount } = isWhole
    ? { live: NO_MARKS, linkCount: links.task.length, filteredLinkCount: 0 }
    : liveLinks(columns, takesPart, relationTypes)
  const kept = linkCount === links.task.length ? links : liveOnly(columns, live, linkCount)
  const { start, task, type, lagDays } = kept
  const { elapsedLags } = columns
  return {
    taskCount,
    takesPart,
    order: partCount === taskCount ? order : partOf(order, takesPart, partCount),
    start,
    task,
    type,
    lagDays: areBounded(lagDays) ? lagDays : lagDays.map(boundedDays),
    elapsed: kept === links || elapsedLags.length === 0 ? elapsedLags : elapsedLags.filter((_, k) => live[k] === 1),
    linkCount,
    relationTypes,
    filteredLinkCount,
  }
}

const NO_MARKS = new Uint8Array(0)

function areKnown(predecessors: Int32Array): boolean {
  for (let k = 0; k < predecessors.length; k++) if (predecessors[k] < 0) return false
  return true
}

/** live: 1 = the link counts. */
function liveLinks({ taskCount, links }: ScheduleColumns, takesPart: Uint8Array, types?: readonly RelationType[]) {
  const keepsType = Uint8Array.from(RELATION_TYPES, type => (types?.includes(type) === false ? 0 : 1))
  const live = zeros(Uint8Array, links.task.length)
  let linkCount = 0
  let filteredLinkCount = 0
  for (let s = 0; s < taskCount; s++) {
    for (let k = links.start[s]; k < links.start[s + 1]; k++) {
      if (links.task[k] < 0) continue
      if (keepsType[links.type[k]] === 0) filteredLinkCount++
      else if (takesPart[s] === 1 && takesPart[links.task[k]] === 1) linkCount += live[k] = 1
    }
  }
  return { live, linkCount, filteredLinkCount }
}

function partOf(order: Uint32Array, takesPart: Uint8Array, partCount: number): Uint32Array {
  const part = zeros(Uint32Array, partCount)
  let count = 0
  for (let at = 0; at < order.length; at++) if (takesPart[order[at]] === 1) part[count++] = order[at]
  return part
}

function liveOnly({ taskCount, links }: ScheduleColumns, live: Uint8Array, linkCount: number) {
  const start = zeros(Uint32Array, taskCount + 1)
  const task = zeros(Int32Array, linkCount)
  const type = zeros(Uint8Array, linkCount)
  const lagDays = zeros(Float64Array, linkCount)
  let at = 0
  for (let s = 0; s < taskCount; s++) {
    for (let k = links.start[s]; k < links.start[s + 1]; k++) {
      if (live[k] === 0) continue
      task[at] = links.task[k]
      type[at] = links.type[k]
      lagDays[at++] = links.lagDays[k]
    }
    start[s + 1] = at
  }
  return { start, task, type, lagDays }
}
