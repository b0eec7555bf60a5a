/**
 * Analyses whose time is bounded by the size of a plain request, one list of tasks with little beside it: they look at each task and link a bounded number
 * of times. So an event loop may run small ones. Schedules with calendars, days off, a history or long lists of ids can take ten times as long. Comparisons of
 * two schedules may compare each id with each, and what is counted by day takes longer the more days a schedule spans.
 */
import type { AnalysisId } from './analyses.ts'

export const BOUNDED_ANALYSES: ReadonlySet<string> = new Set<AnalysisId>([
  'analysis.cpm',
  'analysis.validate',
  'health.score',
  'health.logic-audit',
  'health.progress-audit',
  'health.dcma-14-point',
  'health.dcma-decm',
  'health.schedule-risk-index',
])

/** rowId: of any row. */
export const isBounded = (rowId: string): boolean => BOUNDED_ANALYSES.has(rowId)
