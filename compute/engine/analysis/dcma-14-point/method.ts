import { COVERAGE_GATES, GATE_ROWS, LINK_GATES } from '../../check/gate-rows.ts'
import type { Method } from '../../check/method.ts'
import { basisOf, numberAt, spoken, wordAt } from '../../summary/read-plain.ts'
import type { SummarySentences } from '../../summary/sentences.ts'
import { inDays } from '../../wording/days.ts'
import { INDEX_DECIMALS, roundHalfAway } from '../../wording/numbers.ts'
import { dcma14Analyser } from './analyser.ts'
import { DCMA14_ROWS } from './checks/rows.ts'

const dcma14PointSummary: SummarySentences = data => {
  const basis = basisOf(data)
  const [bei, cpli] = [numberAt(data, 'bei', 'bei'), numberAt(data, 'cpli', 'cpli')]
  return [
    bei === undefined ? undefined : `Baseline execution index ${roundHalfAway(bei, INDEX_DECIMALS)}.`,
    cpli === undefined
      ? undefined
      : `Critical path length index ${roundHalfAway(cpli, INDEX_DECIMALS)}: ${inDays(numberAt(data, 'cpli', 'critical_path_length_days') ?? 0, basis)} of path with a float of ${inDays(numberAt(data, 'cpli', 'total_float_days') ?? 0, basis)}, measured by ${spoken(wordAt(data, 'cpli', 'basis') ?? '')}.`,
  ]
}

export const dcma14Point = {
  analyser: dcma14Analyser,
  checks: DCMA14_ROWS,
  gates: [
    GATE_ROWS.cycle,
    GATE_ROWS.noLinks,
    ...LINK_GATES,
    GATE_ROWS.beyondDates,
    ...COVERAGE_GATES,
    GATE_ROWS.criticalFinding,
  ],
  summary: dcma14PointSummary,
  ranking: {},
} as const satisfies Method
