/**
 * The network of the CPM passes: the participating tasks and the live links between them (/docs/methods#links), as arrays. Links are listed at
 * their successor. A pass in `order` meets every task after all its predecessors, and a pass in reverse order before them, so both need no
 * other list.
 */

import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { RELATION_TYPES, type RelationType } from '../../../shared/contract/schedule/fields.ts'
import { hasColumn } from '../../../shared/contract/schedule/present-columns.ts'
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
  /** Parsed links between known tasks of which one at least takes no part, of all types: indices into those of the schedule, and their successors. */
  readonly outside: { readonly links: Uint32Array; readonly successors: Uint32Array }
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
  const live = isWhole ? allLinks(columns) : liveLinks(columns, takesPart, relationTypes)
  const { lagDays } = live
  return {
    taskCount,
    takesPart,
    order: partCount === taskCount ? order : partOf(order, takesPart, partCount),
    start: live.start,
    task: live.task,
    type: live.type,
    lagDays: areBounded(lagDays) ? lagDays : lagDays.map(boundedDays),
    elapsed: live.elapsed,
    linkCount: live.linkCount,
    filteredLinkCount: live.filteredLinkCount,
    outside: live.outside,
    relationTypes,
  }
}

type LiveLinks = Pick<
  Network,
  'start' | 'task' | 'type' | 'lagDays' | 'elapsed' | 'linkCount' | 'filteredLinkCount' | 'outside'
>

const NO_LINKS = new Uint32Array(0)
const NONE_OUTSIDE: Network['outside'] = { links: NO_LINKS, successors: NO_LINKS }

const allLinks = ({ links: { start, task, type, lagDays }, elapsedLags }: ScheduleColumns): LiveLinks => ({
  start,
  task,
  type,
  lagDays,
  elapsed: elapsedLags,
  linkCount: task.length,
  filteredLinkCount: 0,
  outside: NONE_OUTSIDE,
})

function areKnown(predecessors: Int32Array): boolean {
  for (let k = 0; k < predecessors.length; k++) if (predecessors[k] < 0) return false
  return true
}

function liveLinks(columns: ScheduleColumns, takesPart: Uint8Array, types?: readonly RelationType[]): LiveLinks {
  const { taskCount, links, elapsedLags } = columns
  const sent = links.task.length
  const start = zeros(Uint32Array, taskCount + 1)
  const task = zeros(Int32Array, sent)
  const type = zeros(Uint8Array, sent)
  const lagDays = zeros(Float64Array, sent)
  const elapsed = zeros(Uint8Array, elapsedLags.length)
  const outside: number[] = []
  const successors: number[] = []
  let filteredLinkCount = 0
  let at = 0
  for (let s = 0; s < taskCount; s++) {
    for (let k = links.start[s]; k < links.start[s + 1]; k++) {
      const p = links.task[k]
      if (p < 0) continue
      const isOutside = takesPart[s] === 0 || takesPart[p] === 0
      if (isOutside) {
        outside.push(k)
        successors.push(s)
      }
      if (types?.includes(RELATION_TYPES[links.type[k]]) === false) filteredLinkCount++
      else if (!isOutside) {
        task[at] = p
        type[at] = links.type[k]
        lagDays[at] = links.lagDays[k]
        if (elapsed.length > 0) elapsed[at] = elapsedLags[k]
        at++
      }
    }
    start[s + 1] = at
  }
  const left = {
    filteredLinkCount,
    outside: { links: Uint32Array.from(outside), successors: Uint32Array.from(successors) },
  }
  if (at === sent) return { ...allLinks(columns), ...left }
  return {
    start,
    task: task.subarray(0, at),
    type: type.subarray(0, at),
    lagDays: lagDays.subarray(0, at),
    elapsed: elapsed.subarray(0, Math.min(at, elapsed.length)),
    linkCount: at,
    ...left,
  }
}

export function partOf(order: Uint32Array, takesPart: Uint8Array, partCount: number): Uint32Array {
  const part = zeros(Uint32Array, partCount)
  let count = 0
  for (let at = 0; at < order.length; at++) if (takesPart[order[at]] === 1) part[count++] = order[at]
  return part
}
