import { COVERAGE_GATES, GATE_ROWS } from '../../check/gate-rows.ts'
import type { Method } from '../../check/method.ts'
import { TASKS_MAX } from '../../summary/delay-sentences.ts'
import { at, basisOf, numberAt, rowsAt, sentence, taskAt, wordAt } from '../../summary/read-plain.ts'
import type { Ranking, SummarySentences } from '../../summary/sentences.ts'
import { inDays, signedDays } from '../../wording/days.ts'
import { INDEX_DECIMALS, plural, roundHalfAway } from '../../wording/numbers.ts'
import { baselineCompareAnalyser } from './analyser.ts'
import { BASELINE_COMPARE_COMPONENTS } from './checks/components.ts'

const baselineCompareSummary: SummarySentences = data => {
  const [base, current] = [
    wordAt(data, 'project_finish', 'baseline', 'finish_date'),
    wordAt(data, 'project_finish', 'current', 'finish_date'),
  ]
  const late = rowsAt(data, 'task_variances').filter(each => (numberAt(each, 'finish_variance_days') ?? 0) > 0)
  const indices = [
    ['BEI', numberAt(data, 'bei', 'bei')],
    ['critical BEI', numberAt(data, 'critical_bei', 'bei')],
    ['SPI(t)', numberAt(data, 'spi_t', 'spi_t')],
    ['CEI', numberAt(data, 'cei', 'cei')],
  ] as const
  const named = indices.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${roundHalfAway(value, INDEX_DECIMALS)}`],
  )
  const finish = at(data, 'variance', 'finish')
  return [
    base === undefined || current === undefined
      ? undefined
      : `Project finish ${current} against ${base} in the baseline (${signedDays(numberAt(data, 'project_finish', 'variance_days') ?? 0, basisOf(data))}).`,
    sentence('Indices', named),
    numberAt(finish, 'mean_days') === undefined
      ? undefined
      : `Finish variance over ${plural(numberAt(finish, 'count') ?? 0, 'task')}: mean ${inDays(numberAt(finish, 'mean_days') ?? 0, 'calendar')}, median ${inDays(numberAt(finish, 'median_days') ?? 0, 'calendar')}, largest ${inDays(numberAt(finish, 'largest_days') ?? 0, 'calendar')}.`,
    sentence(
      'Latest against the baseline',
      late
        .slice(0, TASKS_MAX)
        .map(each => `${taskAt(each)} ${signedDays(numberAt(each, 'finish_variance_days')!, 'calendar')}`),
    ),
    sentence(
      'Tasks added and deleted',
      !((numberAt(data, 'matching', 'added_count') ?? 0) + (numberAt(data, 'matching', 'deleted_count') ?? 0) > 0)
        ? []
        : [`${wordAt(data, 'matching', 'added_count')} added`, `${wordAt(data, 'matching', 'deleted_count')} deleted`],
    ),
  ]
}

const baselineCompareRanking: Ranking = {
  'data.task_variances': [['finish_variance_days', 'largest']],
  'data.oos_impact.tasks': [['wait_days', 'largest']],
}

export const baselineCompare = {
  analyser: baselineCompareAnalyser,
  checks: BASELINE_COMPARE_COMPONENTS,
  gates: [GATE_ROWS.noPairs, GATE_ROWS.beyondDates, ...COVERAGE_GATES, GATE_ROWS.criticalFinding],
  summary: baselineCompareSummary,
  ranking: baselineCompareRanking,
} as const satisfies Method
