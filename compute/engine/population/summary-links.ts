/**
 * Links from and to summaries, where they count: by Microsoft Project's rules such a link holds, or follows, all that lies under the summary. By other
 * rules, and without calendars, they drive nothing.
 */

import { ColumnNote } from '../../../shared/contract/schedule/column-notes.ts'
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { planLinks } from '../clock/ms-project/links.ts'
import { holds, NO_PARENT, type Outline, outlineOf } from '../clock/ms-project/outline.ts'
import { planOrder } from '../clock/ms-project/plan-order.ts'
import { buildNetwork } from '../graph/network.ts'
import { zeros } from '../ids/short-arrays.ts'
import { isInPasses } from '../kind/participation.ts'
import { fromFinish, toStart } from '../passes/relation.ts'

/** 1 = a link from or to a summary does so for task i; length taskCount. */
export interface SummaryLinks {
  readonly count: number
  readonly hasPredecessor: Uint8Array
  readonly hasSuccessor: Uint8Array
  /** It holds the start (FS, SS); it lets the finish drive (FS, FF). */
  readonly holdsStart: Uint8Array
  readonly drivesFinish: Uint8Array
}

const PREDECESSOR = 1
const SUCCESSOR = 2
const HOLDS_START = 4
const DRIVES_FINISH = 8

export const summariesAreLinked = ({ setting }: ScheduleColumns): boolean => setting?.rules.rules === 'ms_project'

const circle = new ColumnNote<boolean>()

/** Whether links of summaries form a circle with what lies under them: then none of them counts (clock/ms-project/plan.ts). */
export function isSummaryCircle(columns: ScheduleColumns): boolean {
  if (!summariesAreLinked(columns)) return false
  const known = circle.of(columns)
  if (known !== undefined) return known
  const inputOrder = Uint32Array.from({ length: columns.taskCount }, (_, i) => i)
  const network = buildNetwork(columns, inputOrder)
  if (network.outside.links.length === 0) return circle.set(columns, false)
  const outline = outlineOf(columns)
  return circle.set(columns, planOrder(network, planLinks(columns, network, outline), outline) === undefined)
}

/** undefined: no such link counts. */
export function summaryLinksOf(columns: ScheduleColumns, kind: Uint8Array): SummaryLinks | undefined {
  if (!summariesAreLinked(columns)) return undefined
  const { taskCount, links } = columns
  const outline = outlineOf(columns)
  const counts = (i: number): boolean => isInPasses(kind[i]) || outline.isParent[i] === 1
  const marks = zeros(Uint8Array, taskCount)
  let count = 0
  for (let s = 0; s < taskCount; s++) {
    for (let k = links.start[s]; k < links.start[s + 1]; k++) {
      const p = links.task[k]
      if (p < 0 || (isInPasses(kind[p]) && isInPasses(kind[s])) || !counts(p) || !counts(s)) continue
      if (holds(outline, p, s) || holds(outline, s, p)) continue
      count++
      marks[s] |= PREDECESSOR | (toStart(links.type[k]) ? HOLDS_START : 0)
      marks[p] |= SUCCESSOR | (fromFinish(links.type[k]) ? DRIVES_FINISH : 0)
    }
  }
  if (count === 0 || isSummaryCircle(columns)) return undefined
  inherit(outline, marks)
  const of = (bit: number): Uint8Array => marks.map(mark => ((mark & bit) === 0 ? 0 : 1))
  return {
    count,
    hasPredecessor: of(PREDECESSOR),
    hasSuccessor: of(SUCCESSOR),
    holdsStart: of(HOLDS_START),
    drivesFinish: of(DRIVES_FINISH),
  }
}

/** What lies under a summary has its marks: parents before their children. */
function inherit({ parent, enter }: Outline, marks: Uint8Array): void {
  const order = new Uint32Array(marks.length)
  for (let i = 0; i < marks.length; i++) order[enter[i]] = i
  for (const i of order) if (parent[i] !== NO_PARENT) marks[i] |= marks[parent[i]]
}

/**
 * 1 = a chain of links leads from task i to that one, or it is that one; `isLive` marks the links of tasks that count. Where links of summaries count, what
 * follows a summary follows all that lies under it, and what leads to a summary leads to all that lies under it. Length taskCount.
 */
export function leadingTo(
  task: number,
  columns: ScheduleColumns,
  kind: Uint8Array,
  isLive: Uint8Array,
  withSummaries: boolean,
): Uint8Array {
  const { taskCount, links } = columns
  const outline = withSummaries ? outlineOf(columns) : undefined
  const under = outline === undefined ? undefined : childrenOf(outline)
  const leads = zeros(Uint8Array, taskCount)
  const read = zeros(Uint8Array, taskCount)
  const open: number[] = []
  const reach = (i: number): void => {
    if (leads[i] === 1 || !(isInPasses(kind[i]) || outline?.isParent[i] === 1)) return
    leads[i] = 1
    open.push(i)
  }
  const isOfSummary = (p: number, s: number): boolean =>
    outline !== undefined &&
    p >= 0 &&
    (outline.isParent[p] === 1 || outline.isParent[s] === 1) &&
    !holds(outline, p, s) &&
    !holds(outline, s, p)
  const readLinksInto = (s: number): void => {
    if (read[s] === 1) return
    read[s] = 1
    for (let k = links.start[s]; k < links.start[s + 1]; k++)
      if (isLive[k] === 1 || isOfSummary(links.task[k], s)) reach(links.task[k])
  }
  if (task >= 0) reach(task)
  for (let s = open.pop(); s !== undefined; s = open.pop()) {
    readLinksInto(s)
    if (outline === undefined || under === undefined) continue
    for (const child of under[s] ?? []) reach(child)
    // a summary above leads on as little as what else lies under it; what it waits for does, and was read up to the top where it was
    for (let above = outline.parent[s]; above !== NO_PARENT && read[above] === 0; above = outline.parent[above])
      readLinksInto(above)
  }
  return leads
}

function childrenOf({ parent }: Outline): number[][] {
  const under: number[][] = Array.from(parent, () => [])
  for (let i = 0; i < parent.length; i++) if (parent[i] !== NO_PARENT) under[parent[i]]!.push(i)
  return under
}
