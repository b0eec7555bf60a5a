import { basisOf, numberAt, spoken, wordAt } from '../../summary/read-plain.ts'
import type { SummarySentences } from '../../summary/sentences.ts'
import { inDays } from '../../wording/days.ts'
import { INDEX_DECIMALS } from '../../wording/figure.ts'
import { roundHalfAway } from '../../wording/round.ts'

export const dcma14PointSummary: SummarySentences = data => {
  const basis = basisOf(data)
  const [bei, cpli] = [numberAt(data, 'bei', 'bei'), numberAt(data, 'cpli', 'cpli')]
  return [
    bei === undefined ? undefined : `Baseline execution index ${roundHalfAway(bei, INDEX_DECIMALS)}.`,
    cpli === undefined
      ? undefined
      : `Critical path length index ${roundHalfAway(cpli, INDEX_DECIMALS)}: ${inDays(numberAt(data, 'cpli', 'critical_path_length_days') ?? 0, basis)} of path with a float of ${inDays(numberAt(data, 'cpli', 'total_float_days') ?? 0, basis)}, measured by ${spoken(wordAt(data, 'cpli', 'basis') ?? '')}.`,
  ]
}
