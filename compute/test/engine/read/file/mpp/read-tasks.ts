/** Tasks of an .mpp as texts and numbers, for tests. */
import { RELATION_TYPES } from '../../../../../../shared/contract/schedule/fields.ts'
import { textAt } from '../../../../../../shared/contract/schedule/text.ts'
import { isRefusal } from '../../../../../engine/read/file/file-schedule.ts'
import { readMpp } from '../../../../../engine/read/file/mpp/read-mpp.ts'

interface ReadTask {
  readonly id: string
  readonly name: string
  readonly wbs: string
  readonly days: number
  /** "4 FS+1": predecessor, relation, lag in days. */
  readonly links: readonly string[]
}

export function msProjectTasks(body: Uint8Array): ReadTask[] {
  const read = readMpp(body)
  if (isRefusal(read)) throw new Error(read.faults?.[0]?.msg ?? 'refused')
  const { id, name, wbsCode, durationDays, links, taskCount } = read.columns
  return Array.from({ length: taskCount }, (_, row) => {
    const own: string[] = []
    for (let k = links.start[row]!; k < links.start[row + 1]!; k++) {
      const lag = links.lagDays[k]!
      own.push(`${textAt(id, links.task[k]!)} ${RELATION_TYPES[links.type[k]!]}${lag === 0 ? '' : `+${lag}`}`)
    }
    const code = wbsCode.codes[row]!
    return {
      id: textAt(id, row),
      name: textAt(name, row),
      wbs: code === 0 ? '' : textAt(wbsCode.values, code - 1),
      days: durationDays[row]!,
      links: own,
    }
  })
}
