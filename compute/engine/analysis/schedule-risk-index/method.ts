import { COVERAGE_GATES, GATE_ROWS } from '../../check/gate-rows.ts'
import type { Method } from '../../check/method.ts'
import type { PlainMap } from '../../summary/plain.ts'
import { numberAt, rowsAt, sentence, taskAt, textsAt, wordAt } from '../../summary/read-plain.ts'
import type { SummarySentences } from '../../summary/sentences.ts'
import { plural } from '../../wording/numbers.ts'
import { listed } from '../../wording/tasks.ts'
import { riskIndexAnalyser } from './analyser.ts'
import { RISK_ROWS } from './checks/rows.ts'

const DRIVERS_MAX = 3

const scheduleRiskIndexSummary: SummarySentences = data => [
  sentence(
    'Risk by sub-metric, higher is worse',
    rowsAt(data, 'sub_metrics')
      .filter(each => numberAt(each, 'risk') !== undefined)
      .sort((a, b) => numberAt(b, 'contribution')! - numberAt(a, 'contribution')!)
      .map(
        each =>
          `${wordAt(each, 'title')} ${wordAt(each, 'risk')} of 100, ${plural(numberAt(each, 'contribution') ?? 0, 'point')} of the index`,
      ),
    '; ',
  ),
  sentence('Tasks that add most', rowsAt(data, 'risk_drivers').slice(0, DRIVERS_MAX).map(driver), '; '),
]

function driver(row: PlainMap): string {
  const faults = rowsAt(row, 'reasons').flatMap(each => textsAt(each, 'reasons'))
  return `${taskAt(row)}${faults.length === 0 ? '' : ` (${listed(faults)})`}`
}

export const scheduleRiskIndex = {
  analyser: riskIndexAnalyser,
  checks: RISK_ROWS,
  gates: [GATE_ROWS.cycle, GATE_ROWS.beyondDates, ...COVERAGE_GATES, GATE_ROWS.criticalFinding],
  summary: scheduleRiskIndexSummary,
  ranking: {},
} as const satisfies Method
