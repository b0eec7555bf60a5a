/**
 * A result as one HTML file that needs nothing else: summary first, then what to do, findings, checks, charts and tables, for a screen and for paper. No script; its
 * policy allows its own style alone.
 */
import type { AnalysisRow } from '../../../shared/contract/analysis/analyses.ts'
import { ByteSink } from '../write/byte-sink.ts'
import type { SheetPlan } from '../write/sheets/plan.ts'
import { visitResult } from '../write/stored/visit-result.ts'
import { GanttTasks } from './collect.ts'
import { pageFoot, pageHead } from './page.ts'
import { Section } from './section.ts'
import { momentOf } from './svg/bars.ts'
import { ganttSvg } from './svg/gantt.ts'
import { WORDS } from './words.ts'

/** chunks: a result as JSON. */
export function writeReport(
  chunks: Iterable<Uint8Array>,
  row: AnalysisRow,
  plan: SheetPlan,
): Uint8Array<ArrayBuffer>[] {
  const section = new Section(row, plan)
  visitResult(chunks, section.visitor)
  const sink = new ByteSink()
  const pieces = [...section.html()]
  sink.utf8(pageHead(row.summary, section.projects))
  for (const html of pieces) sink.utf8(html)
  sink.utf8(pageFoot(section.values, WORDS.spreadsheet))
  return sink.finish()
}

// The Gantt chart of a critical-path result alone, as an SVG document.

/** More rows than it may have. */
interface TooManyRows {
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
