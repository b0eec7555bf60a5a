import { COVERAGE_GATES, GATE_ROWS } from '../../check/gate-rows.ts'
import type { Method } from '../../check/method.ts'
import { Table } from '../../result/result.ts'
import type { PlainMap } from '../../summary/plain.ts'
import { at, basisOf, numberAt, rowsAt, sentence, taskAt, wordAt } from '../../summary/read-plain.ts'
import type { Ranking, SummarySentences } from '../../summary/sentences.ts'
import { type DayBasis, inDays, spanText } from '../../wording/days.ts'
import { figure, plural } from '../../wording/numbers.ts'
import { resourcesAnalyser } from './analyser.ts'
import { RESOURCE_ROWS } from './checks/rows.ts'

const RESOURCES_MAX = 5

const MOVES_MAX = 3

const resourcesSummary: SummarySentences = (data, { leveling_candidates: candidates }) => {
  const over = rowsAt(data, 'resources').filter(each => (numberAt(each, 'over_allocated_days') ?? 0) > 0)
  const moves = rowsAt(data, 'leveling_candidates').slice(0, MOVES_MAX)
  const basis = basisOf(data)
  const moveCount = candidates instanceof Table ? candidates.rowCount : 0
  return [
    at(data, 'window', 'start') === undefined || !((numberAt(data, 'window', 'days') ?? 0) > 0)
      ? undefined
      : `Demand over ${inDays(numberAt(data, 'window', 'days') ?? 0, basis)}, ${spanText(wordAt(data, 'window', 'start'), wordAt(data, 'window', 'finish'))}.`,
    sentence(
      'Most over-allocated',
      over
        .slice(0, RESOURCES_MAX)
        .map(
          each =>
            `${wordAt(each, 'resource')} on ${inDays(numberAt(each, 'over_allocated_days')!, basis)}, peak ${plural(numberAt(each, 'peak_demand') ?? 0, 'unit')} on ${wordAt(each, 'peak_date')} (at most ${figure(numberAt(each, 'peak_ratio') ?? 0)} times its limit)`,
        ),
      '; ',
    ),
    moves.length === 0
      ? undefined
      : `${plural(moveCount, 'move of a task', 'moves of tasks')} could level it, among them: ${moves.map(each => moveText(each, basis)).join('; ')}.`,
  ]
}

/** LEVELING_EFFECTS in words. */
const MOVE_EFFECTS: Readonly<Record<string, string>> = {
  none: 'moves no other task',
  consumes_float: 'uses float of its successors',
  delays_project: 'delays the project',
}

const moveText = (move: PlainMap, basis: DayBasis | undefined): string =>
  `${taskAt(move)} of ${wordAt(move, 'resource')} by ${inDays(numberAt(move, 'shift_needed_days') ?? 0, basis)} (${MOVE_EFFECTS[wordAt(move, 'effect') ?? ''] ?? ''})`

const resourcesRanking: Ranking = {
  'data.resources': [
    ['over_allocated_days', 'largest'],
    ['demand_days', 'largest'],
  ],
  'data.over_allocations': [['excess_days', 'largest']],
  'data.histogram': [['utilisation_pct', 'largest']],
  // those of the worst over-allocation first, which stands first in its list, too
  'data.leveling_candidates': [
    ['excess_days', 'largest'],
    // none, consumes_float, delays_project
    ['effect', 'smallest'],
    ['shift_needed_days', 'smallest'],
  ],
  'data.critical_path_resources': [['critical_days', 'largest']],
}

export const resources = {
  analyser: resourcesAnalyser,
  checks: RESOURCE_ROWS,
  gates: [...COVERAGE_GATES, GATE_ROWS.criticalFinding],
  summary: resourcesSummary,
  ranking: resourcesRanking,
} as const satisfies Method
