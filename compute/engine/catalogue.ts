/**
 * GET /api/v1/catalogue: every check and every gate of every analysis, from the rows that run them. An analysis without checks measures
 * (analysis/cpm, the delay analyses). Run on a worker thread, which has the rows anyway.
 */
import { type AnalysisId, analyses } from '../../shared/contract/analysis/analyses.ts'
import type { CheckCatalogue } from '../../shared/contract/endpoint/data/catalogue-data.ts'
import { checkPath, methodPath } from '../../shared/contract/endpoint/method-pages.ts'
import { showCatalogues } from './analysis/checks/show-catalogues.ts'
import { GATE_ROWS, type GateRow } from './check/gate-rows.ts'
import type { CatalogueRow } from './check/method.ts'
import { sourceText } from './check/source.ts'
import { METHODS } from './methods.ts'

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
  analyses: Object.entries(METHODS).flatMap(([id, { gates }]) => (gates.some(row => row.code === code) ? [id] : [])),
})

const show = (analysis: AnalysisId, row: CatalogueRow): CheckCatalogue['checks'][number] => ({
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
  method_url: checkPath(analysis, row.code),
})

export const checkCatalogue = (): CheckCatalogue => ({
  checks: analyses.flatMap(({ id }) => METHODS[id].checks.map(row => show(id, row))),
  gates: Object.values(GATE_ROWS).map(showGate),
  methods: analyses.flatMap(({ id }) => {
    const { text } = METHODS[id]
    return text === undefined ? [] : [{ ...text, method_url: methodPath(id) }]
  }),
  catalogues: showCatalogues(),
  analyses: analyses.map(({ id }) => ({ analysis: id, method_url: methodPath(id) })),
})

/** What the pool calls on a thread. */
export const checkCatalogueText = (): string => JSON.stringify(checkCatalogue())
