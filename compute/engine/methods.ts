/** The method of each analysis, by the id of its row: the one list of the engine. */
import type { AnalysisId } from '../../shared/contract/analysis/analyses.ts'
import { asPlannedVsAsBuilt } from './analysis/as-planned-vs-as-built/method.ts'
import { baselineCompare } from './analysis/baseline-compare/method.ts'
import { changeTracking } from './analysis/change-tracking/method.ts'
import { checks } from './analysis/checks/method.ts'
import { collapsedAsBuilt } from './analysis/collapsed-as-built/method.ts'
import { cpm } from './analysis/cpm/method.ts'
import { dcma14Point } from './analysis/dcma-14-point/method.ts'
import { dcmaDecm } from './analysis/dcma-decm/method.ts'
import { delayAnalysis } from './analysis/delay-analysis/method.ts'
import { history } from './analysis/history/method.ts'
import { levelling } from './analysis/levelling/method.ts'
import { logicAudit } from './analysis/logic-audit/method.ts'
import { planningHorizon } from './analysis/planning-horizon/method.ts'
import { progressAudit } from './analysis/progress-audit/method.ts'
import { resources } from './analysis/resources/method.ts'
import { scheduleRiskIndex } from './analysis/schedule-risk-index/method.ts'
import { score } from './analysis/score/method.ts'
import { timeImpact } from './analysis/time-impact/method.ts'
import { validate } from './analysis/validate/method.ts'
import { whatIf } from './analysis/what-if/method.ts'
import type { Method } from './check/method.ts'

export const METHODS: Readonly<Record<AnalysisId, Method>> = {
  'health.score': score,
  'health.logic-audit': logicAudit,
  'health.progress-audit': progressAudit,
  'health.dcma-14-point': dcma14Point,
  'health.dcma-decm': dcmaDecm,
  'health.planning-horizon': planningHorizon,
  'health.schedule-risk-index': scheduleRiskIndex,
  'analysis.validate': validate,
  'analysis.cpm': cpm,
  'analysis.resources': resources,
  'forensics.baseline-compare': baselineCompare,
  'forensics.change-tracking': changeTracking,
  'forensics.delay-analysis': delayAnalysis,
  'forensics.as-planned-vs-as-built': asPlannedVsAsBuilt,
  'analysis.what-if': whatIf,
  'forensics.time-impact': timeImpact,
  'forensics.collapsed-as-built': collapsedAsBuilt,
  'forensics.history': history,
  'analysis.levelling': levelling,
  'health.checks': checks,
}
