/**
 * GET /api/v1/catalogue: every check and every gate of every analysis, from the rows that run them. A family that is not here has no rows
 * (analysis/cpm and the delay analyses measure, they do not check; these have a gate for what cannot be measured). Run on a worker thread, which has the rows anyway.
 */
import type { CheckCatalogue } from '../../shared/endpoint/data/catalogue-data.ts'
import { BASELINE_COMPARE_COMPONENTS } from './analysis/baseline-compare/checks/components.ts'
import { CHANGE_TRACKING_ROWS } from './analysis/change-tracking/checks/rows.ts'
import { DCMA14_ROWS } from './analysis/dcma-14-point/checks/rows.ts'
import { DECM_ROWS } from './analysis/dcma-decm/checks/rows.ts'
import { LOGIC_OBSERVATIONS } from './analysis/logic-audit/checks/observations.ts'
import { LOGIC_COMPONENTS } from './analysis/logic-audit/checks/rows.ts'
import { HORIZON_COMPONENTS } from './analysis/planning-horizon/checks/components.ts'
import { HORIZON_OBSERVATIONS } from './analysis/planning-horizon/checks/observations.ts'
import { AUDIT_ROWS } from './analysis/progress-audit/checks/rows.ts'
import { RESOURCE_ROWS } from './analysis/resources/checks/rows.ts'
import { RISK_ROWS } from './analysis/schedule-risk-index/checks/rows.ts'
import { HEALTH_ROWS } from './analysis/score/checks/rows.ts'
import type { CheckRow } from './check/check.ts'
import type { ComponentRow } from './check/components.ts'
import { GATE_ROWS, type GateRow } from './check/gate-rows.ts'
import { sourceText } from './check/source.ts'
import { METHOD_TEXTS } from './compare/methods.ts'
import { VALIDATE_ROWS } from './input/rows.ts'

/** The row of a check with what a family may add to it. */
export type CatalogueRow = CheckRow<never> &
  Partial<Pick<ComponentRow<never>, 'component' | 'weight' | 'zero'>> & {
    readonly profiles?: Readonly<Record<string, number>>
  }

/** Rows by the id of the analysis that runs them. */
export const CHECKS_OF_ANALYSES: Readonly<Record<string, readonly CatalogueRow[]>> = {
  'health.score': HEALTH_ROWS,
  'health.logic-audit': [...LOGIC_COMPONENTS, ...LOGIC_OBSERVATIONS],
  'health.progress-audit': AUDIT_ROWS,
  'health.dcma-14-point': DCMA14_ROWS,
  'health.dcma-decm': DECM_ROWS,
  'health.planning-horizon': [...HORIZON_COMPONENTS, ...HORIZON_OBSERVATIONS],
  'health.schedule-risk-index': RISK_ROWS,
  'analysis.validate': VALIDATE_ROWS,
  'analysis.resources': RESOURCE_ROWS,
  'forensics.change-tracking': CHANGE_TRACKING_ROWS,
  'forensics.baseline-compare': BASELINE_COMPARE_COMPONENTS,
}

const { cycle, noLinks, openEnds, noDates, criticalAnomaly, criticalFinding, beyondDates, invalid } = GATE_ROWS
const { noPairs, lostScope } = GATE_ROWS
const COVERAGE = [GATE_ROWS.fewChecks, GATE_ROWS.tooFewChecks]

/** Gates by the id of the analysis that asks for them. */
export const GATES_OF_ANALYSES: Readonly<Record<string, readonly GateRow[]>> = {
  'health.score': [noLinks, openEnds, noDates, beyondDates, ...COVERAGE, criticalFinding],
  'health.logic-audit': [cycle, noLinks, openEnds, ...COVERAGE, criticalFinding],
  'health.progress-audit': [criticalAnomaly, beyondDates, ...COVERAGE, criticalFinding],
  'health.dcma-14-point': [cycle, noLinks, beyondDates, ...COVERAGE, criticalFinding],
  'health.dcma-decm': [cycle, beyondDates, ...COVERAGE, criticalFinding],
  'health.planning-horizon': [cycle, beyondDates, ...COVERAGE, criticalFinding],
  'health.schedule-risk-index': [cycle, beyondDates, ...COVERAGE, criticalFinding],
  'analysis.validate': [invalid],
  'analysis.resources': [...COVERAGE, criticalFinding],
  'forensics.baseline-compare': [noPairs, beyondDates, ...COVERAGE, criticalFinding],
  'forensics.change-tracking': [noPairs, lostScope, ...COVERAGE, criticalFinding],
  'forensics.delay-analysis': [noPairs],
  'forensics.as-planned-vs-as-built': [noPairs],
}

const showGate = ({
  code,
  title,
  severity,
  condition,
  scoreMax,
  reason,
}: GateRow): CheckCatalogue['gates'][number] => ({
  code,
  title,
  severity,
  condition,
  score_max: scoreMax,
  reason,
  analyses: Object.keys(GATES_OF_ANALYSES).filter(id => GATES_OF_ANALYSES[id]!.some(row => row.code === code)),
})

const show = (analysis: string, row: CatalogueRow): CheckCatalogue['checks'][number] => ({
  analysis,
  code: row.code,
  title: row.title,
  formula: row.formula,
  population: row.population,
  unit: row.unit,
  threshold: row.threshold,
  operator: row.operator,
  profiles: row.profiles ?? null,
  severity: typeof row.severity === 'string' ? row.severity : null,
  component: row.component ?? null,
  weight: row.weight ?? null,
  zero: row.zero ?? null,
  requires: row.needs.map(need => need.message),
  source: sourceText(analysis, row.code, row.source),
})

export const checkCatalogue = (): CheckCatalogue => ({
  checks: Object.entries(CHECKS_OF_ANALYSES).flatMap(([analysis, rows]) => rows.map(row => show(analysis, row))),
  gates: Object.values(GATE_ROWS).map(showGate),
  methods: METHOD_TEXTS.map(each => ({ ...each })),
})

/** What the pool calls on a thread. */
export const checkCatalogueText = (): string => JSON.stringify(checkCatalogue())
