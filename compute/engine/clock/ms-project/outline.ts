/** The outline of a schedule: which summary each task lies under, as indices, resolved once per schedule from the column of parent ids. */
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { isSummary } from '../../kind/participation.ts'

export const NO_PARENT = -1

export interface Outline {
  /** Index of the summary a task lies under, NO_PARENT = none. Length taskCount. */
  readonly parent: Int32Array
  /** 1 = a summary with at least one task under it. Length taskCount. */
  readonly isParent: Uint8Array
  /** Task i and all that lies under it have enter values from enter[i] to leave[i]. Length taskCount each. */
  readonly enter: Int32Array
  readonly leave: Int32Array
}

/** Whether b is a or lies under it. */
export const holds = ({ enter, leave }: Outline, a: number, b: number): boolean =>
  enter[a] <= enter[b] && enter[b] <= leave[a]

/** Parents that are no summaries, or are not there, count as none; so do the tasks of a circle of parents. */
export function outlineOf(columns: ScheduleColumns): Outline {
  const { taskCount } = columns
  const parent = parentsOf(columns)
  const { first, next } = children(parent)
  const enter = new Int32Array(taskCount).fill(-1)
  const leave = new Int32Array(taskCount)
  let count = 0
  const walk = (root: number): void => {
    for (let at = root; at !== NO_PARENT; ) {
      enter[at] = leave[at] = count++
      if (first[at] !== NO_PARENT) at = first[at]
      else {
        while (at !== root && next[at] === NO_PARENT) {
          at = parent[at]
          leave[at] = count - 1
        }
        at = at === root ? NO_PARENT : next[at]
      }
    }
  }
  for (let i = 0; i < taskCount; i++) if (parent[i] === NO_PARENT) walk(i)
  for (let i = 0; i < taskCount; i++) {
    if (enter[i] >= 0) continue
    enter[i] = leave[i] = count++
    parent[i] = NO_PARENT
  }
  const isParent = new Uint8Array(taskCount)
  for (let i = 0; i < taskCount; i++) if (parent[i] !== NO_PARENT) isParent[parent[i]] = 1
  return { parent, isParent, enter, leave }
}

function parentsOf({ taskCount, id, taskType, parentId }: ScheduleColumns): Int32Array {
  const parent = new Int32Array(taskCount).fill(NO_PARENT)
  const { codes, values } = parentId
  if (codes.length === 0 || values.offsets.length <= 1) return parent
  const summaries = new Map<string, number>()
  for (let i = taskCount - 1; i >= 0; i--) if (isSummary(taskType[i])) summaries.set(textAt(id, i), i)
  const ofCode = Int32Array.from({ length: values.offsets.length }, (_, code) =>
    code === 0 ? NO_PARENT : (summaries.get(textAt(values, code - 1)) ?? NO_PARENT),
  )
  for (let i = 0; i < taskCount; i++) if (ofCode[codes[i]] !== i) parent[i] = ofCode[codes[i]]
  return parent
}

/** First child and next sibling, NO_PARENT = none. */
function children(parent: Int32Array): { first: Int32Array; next: Int32Array } {
  const first = new Int32Array(parent.length).fill(NO_PARENT)
  const next = new Int32Array(parent.length).fill(NO_PARENT)
  for (let i = parent.length - 1; i >= 0; i--) {
    if (parent[i] === NO_PARENT) continue
    next[i] = first[parent[i]]
    first[parent[i]] = i
  }
  return { first, next }
}
