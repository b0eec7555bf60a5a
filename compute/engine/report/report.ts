/**
 * A result as one HTML file that needs nothing else: summary first, then what to do, findings, checks, charts and tables, for a screen and for paper. No script; its
 * policy allows its own style alone.
 */
import type { AnalysisRow } from '../../../shared/contract/analysis/analyses.ts'
import { ByteSink } from '../write/byte-sink.ts'
import type { SheetPlan } from '../write/sheets/plan.ts'
import { visitResult } from '../write/stored/visit-result.ts'
import { pageFoot, pageHead } from './page.ts'
import { Section } from './section.ts'
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
  sink.utf8(pageHead(row.summary))
  for (const html of section.html()) sink.utf8(html)
  sink.utf8(pageFoot(section.values, WORDS.spreadsheet))
  return sink.finish()
}
