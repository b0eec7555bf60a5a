/** All rows, frozen; the one list that routing, OpenAPI, tools, docs and tests read. */
import { analysisRows } from './analysis.ts'
import { forensicsRows } from './forensics.ts'
import { healthRows } from './health.ts'
import { retiredRows } from './retired.ts'
import type { AnalysisRow, EndpointRow } from './row.ts'
import { serviceRows } from './service.ts'

export const analyses: readonly AnalysisRow[] = Object.freeze([...healthRows, ...analysisRows, ...forensicsRows])

export const catalogue: readonly EndpointRow[] = Object.freeze([...analyses, ...serviceRows, ...retiredRows])

const analysisById = new Map(analyses.map(row => [row.id, row]))

export function analysisRow(id: string): AnalysisRow {
  const row = analysisById.get(id)
  if (row === undefined) throw new Error(`no analysis is called ${id}`)
  return row
}
