/** Analyser by the id of its row. A row that a worker serves has its function here; a test compares both ways. */
import { CPM_COLUMNS } from '../../shared/analysis/cpm/columns.ts'
import type { ColumnName } from '../../shared/schedule/column-rows.ts'
import { allocate } from './analysis/allocate/analyser.ts'
import { asBuiltAnalyser } from './analysis/as-planned-vs-as-built/analyser.ts'
import { baselineCompareAnalyser } from './analysis/baseline-compare/analyser.ts'
import { changeTrackingAnalyser } from './analysis/change-tracking/analyser.ts'
import { cpmAnalyser } from './analysis/cpm/analyser.ts'
import { dcma14Analyser } from './analysis/dcma-14-point/analyser.ts'
import { decmAnalyser } from './analysis/dcma-decm/analyser.ts'
import { delayAnalyser } from './analysis/delay-analysis/analyser.ts'
import { logicAuditAnalyser } from './analysis/logic-audit/analyser.ts'
import { planningHorizonAnalyser } from './analysis/planning-horizon/analyser.ts'
import { progressAuditAnalyser } from './analysis/progress-audit/analyser.ts'
import { resourcesAnalyser } from './analysis/resources/analyser.ts'
import { riskIndexAnalyser } from './analysis/schedule-risk-index/analyser.ts'
import { scoreAnalyser } from './analysis/score/analyser.ts'
import { validateAnalyser } from './analysis/validate/analyser.ts'
import { withInputFindings } from './input/request-findings.ts'
import type { Analyser } from './result/result.ts'
import { withTaskNames } from './task-names.ts'

const analyses: Readonly<Record<string, Analyser>> = {
  'analysis.cpm': cpmAnalyser,
  'analysis.resources': resourcesAnalyser,
  'analysis.validate': validateAnalyser,
  'forensics.as-planned-vs-as-built': asBuiltAnalyser,
  'forensics.baseline-compare': baselineCompareAnalyser,
  'forensics.change-tracking': changeTrackingAnalyser,
  'forensics.delay-analysis': delayAnalyser,
  'health.dcma-14-point': dcma14Analyser,
  'health.dcma-decm': decmAnalyser,
  'health.logic-audit': logicAuditAnalyser,
  'health.planning-horizon': planningHorizonAnalyser,
  'health.progress-audit': progressAuditAnalyser,
  'health.score': scoreAnalyser,
  'health.schedule-risk-index': riskIndexAnalyser,
}

/** What an analysis reads of a task, where that is not everything: a job brings no more. */
const COLUMNS: Readonly<Record<string, readonly ColumnName[]>> = { 'analysis.cpm': CPM_COLUMNS }

export const analysers: Readonly<Record<string, Analyser>> = {
  ...Object.fromEntries(
    Object.entries(analyses).map(([id, analyser]) => [id, withTaskNames(withInputFindings(analyser, COLUMNS[id]))]),
  ),
  'resources.allocate': allocate,
}
