/** The Gantt chart of a critical-path result alone, as an SVG document. */
import { ByteSink } from '../write/byte-sink.ts'
import { visitResult } from '../write/stored/visit-result.ts'
import { GanttTasks } from './collect.ts'
import { momentOf } from './svg/bars.ts'
import { ganttSvg } from './svg/gantt.ts'
import { WORDS } from './words.ts'

/** More rows than it may have. */
export interface TooManyRows {
  readonly rowCount: number
}

export function writeGantt(chunks: Iterable<Uint8Array>, rowsMax: number): Uint8Array<ArrayBuffer>[] | TooManyRows {
  const tasks = new GanttTasks(rowsMax)
  visitResult(chunks, tasks)
  if (tasks.count > rowsMax) return { rowCount: tasks.count }
  const { first, count, hasDates } = tasks
  const sink = new ByteSink()
  const dataDate = hasDates ? momentOf(tasks.dataDate) : undefined
  sink.utf8(ganttSvg({ bars: first, hasDates, dataDate }, WORDS.ganttAll(count), true))
  return sink.finish()
}
