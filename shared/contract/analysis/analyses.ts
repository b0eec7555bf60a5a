/** The analyses in the order of the documents, the fourteen of the specification first: the one list of their rows. */
import { asPlannedVsAsBuiltRow } from './as-planned-vs-as-built/row.ts'
import { baselineCompareRow } from './baseline-compare/row.ts'
import { changeTrackingRow } from './change-tracking/row.ts'
import { checksRow } from './checks/row.ts'
import { collapsedAsBuiltRow } from './collapsed-as-built/row.ts'
import { cpmRow } from './cpm/row.ts'
import { dcma14PointRow } from './dcma-14-point/row.ts'
import { dcmaDecmRow } from './dcma-decm/row.ts'
import { delayAnalysisRow } from './delay-analysis/row.ts'
import { historyRow } from './history/row.ts'
import { levellingRow } from './levelling/row.ts'
import { logicAuditRow } from './logic-audit/row.ts'
import { planningHorizonRow } from './planning-horizon/row.ts'
import { progressAuditRow } from './progress-audit/row.ts'
import { resourcesRow } from './resources/row.ts'
import { scheduleRiskIndexRow } from './schedule-risk-index/row.ts'
import { scoreRow } from './score/row.ts'
import { timeImpactRow } from './time-impact/row.ts'
import { validateRow } from './validate/row.ts'
import { whatIfRow } from './what-if/row.ts'

export const analyses = Object.freeze([
  scoreRow,
  logicAuditRow,
  progressAuditRow,
  dcma14PointRow,
  dcmaDecmRow,
  planningHorizonRow,
  scheduleRiskIndexRow,
  validateRow,
  cpmRow,
  resourcesRow,
  delayAnalysisRow,
  changeTrackingRow,
  baselineCompareRow,
  asPlannedVsAsBuiltRow,
  whatIfRow,
  timeImpactRow,
  collapsedAsBuiltRow,
  historyRow,
  levellingRow,
  checksRow,
] as const)

export type AnalysisRow = (typeof analyses)[number]
/** "health.score" and so on: a table that is keyed by it has a line for each analysis, or does not compile. */
export type AnalysisId = AnalysisRow['id']
/** Name of an agent tool. */
export type ToolName = AnalysisRow['tool']

const rowById: ReadonlyMap<string, AnalysisRow> = new Map(analyses.map(row => [row.id, row]))

export const isAnalysisId = (text: string): text is AnalysisId => rowById.has(text)

export const analysisRow = (id: AnalysisId): AnalysisRow => rowById.get(id)!
