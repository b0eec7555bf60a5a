/** Rows that others name as their parent. They are summaries: their dates and work are those of the rows below them. */
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../shared/contract/schedule/text.ts'
import { copied, zeros } from '../ids/short-arrays.ts'
import { isSummary, SUMMARY } from './participation.ts'

/** Entry i: 1 = another row names row i, the first of its id, as its parent. undefined: no row names one. O(tasks). */
function parentMarks({ taskCount, id, parentId }: ScheduleColumns): Uint8Array | undefined {
  const { codes, values } = parentId
  if (codes.length === 0 || values.offsets.length <= 1) return undefined
  const codeOf = new Map<string, number>()
  for (let code = 1; code < values.offsets.length; code++) codeOf.set(textAt(values, code - 1), code)
  const rowOf = new Int32Array(values.offsets.length).fill(-1)
  for (let i = taskCount - 1; i >= 0; i--) {
    const code = codeOf.get(textAt(id, i))
    if (code !== undefined) rowOf[code] = i
  }
  const marks = zeros(Uint8Array, taskCount)
  for (let i = 0; i < taskCount; i++) {
    const parent = codes[i] === 0 ? -1 : rowOf[codes[i]]
    if (parent >= 0 && parent !== i) marks[parent] = 1
  }
  return marks
}

/**
 * Rows that others name as parent and that say nothing of their type become summaries, unless a link names them: to leave that link out would lose
 * logic, so such a row stays work and earns a finding (V115).
 */
export function withSummaries(columns: ScheduleColumns): ScheduleColumns {
  const marks = parentMarks(columns)
  if (marks === undefined) return columns
  const { taskCount, taskType, links } = columns
  const isLinked = zeros(Uint8Array, taskCount)
  for (let s = 0; s < taskCount; s++) {
    for (let k = links.start[s]; k < links.start[s + 1]; k++) {
      isLinked[s] = 1
      if (links.task[k] >= 0) isLinked[links.task[k]] = 1
    }
  }
  const isFound = (i: number): boolean => marks[i] === 1 && taskType[i] === 0 && isLinked[i] === 0
  if (!marks.some((_, i) => isFound(i))) return columns
  const types = copied(taskType)
  for (let i = 0; i < taskCount; i++) if (isFound(i)) types[i] = SUMMARY
  return { ...columns, taskType: types }
}

/** Entry i: 1 = others name row i as parent, and it is no summary. undefined: no row names a parent. */
export function unmarkedParents(columns: ScheduleColumns): Uint8Array | undefined {
  return parentMarks(columns)?.map((mark, i) => (mark === 1 && !isSummary(columns.taskType[i]) ? 1 : 0))
}
