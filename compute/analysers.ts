/** Analyser by the id of its row. A row that a worker serves has its function here; a test compares both ways. */
import { CPM_COLUMNS } from '../shared/endpoint/cpm-columns.ts'
import type { ColumnName } from '../shared/schedule/column-rows.ts'
import { allocate } from './analysis/allocate.ts'
import { cpmAnalyser } from './analysis/cpm.ts'
import { resourcesAnalyser } from './analysis/resources.ts'
import { validateAnalyser } from './analysis/validate.ts'
import { asBuiltAnalyser } from './forensics/as-planned-vs-as-built.ts'
import { baselineCompareAnalyser } from './forensics/baseline-compare.ts'
import { changeTrackingAnalyser } from './forensics/change-tracking.ts'
import { delayAnalyser } from './forensics/delay-analysis.ts'
import { dcma14Analyser } from './health/dcma-14-point.ts'
import { decmAnalyser } from './health/dcma-decm.ts'
import { logicAuditAnalyser } from './health/logic-audit.ts'
import { planningHorizonAnalyser } from './health/planning-horizon.ts'
import { progressAuditAnalyser } from './health/progress-audit.ts'
import { riskIndexAnalyser } from './health/schedule-risk-index.ts'
import { scoreAnalyser } from './health/score.ts'
import { withInputFindings } from './input-findings.ts'
import type { Analyser } from './result.ts'
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
