import { COVERAGE_GATES, GATE_ROWS } from '../../check/gate-rows.ts'
import type { Method } from '../../check/method.ts'
import { requiredFinishText } from '../../compare/setting-words.ts'
import { inTime, TASKS_MAX } from '../../summary/delay-sentences.ts'
import type { Plain, PlainMap } from '../../summary/plain.ts'
import { at, numberAt, offsetBasisOf, rowsAt, sentence, spoken, taskAt, wordAt } from '../../summary/read-plain.ts'
import type { Ranking, SummarySentences } from '../../summary/sentences.ts'
import { type DayBasis, signedDays, spanText } from '../../wording/days.ts'
import { plural } from '../../wording/numbers.ts'
import { changeTrackingAnalyser } from './analyser.ts'
import { CHANGE_TRACKING_ROWS } from './checks/rows.ts'

const WINDOWS_MAX = 4

export const changeTrackingSummary: SummarySentences = data => [
  ...inTime(rowsAt(data, 'comparisons').slice(0, WINDOWS_MAX)).map(each => comparison(each, data, offsetBasisOf(data))),
  sentence(
    'Material changes by category',
    Object.entries((at(data, 'changes_by_category') ?? {}) as PlainMap).flatMap(([name, counts]) => {
      const material = numberAt(counts, 'material') ?? 0
      return material === 0 ? [] : [plural(material, `${name} change`)]
    }),
  ),
]

/** Rows of a list that are about this comparison. */
const ofPair =
  ({ from_status: from, to_status: to }: PlainMap) =>
  (each: PlainMap): boolean =>
    each.from_status === from && each.to_status === to

function comparison(row: PlainMap, data: Plain, basis: DayBasis | undefined): string {
  const impact = rowsAt(data, 'impact', 'comparisons').find(ofPair(row))
  const shift = numberAt(impact, 'finish_shift_days')
  const settings = rowsAt(data, 'setting_changes').filter(ofPair(row))
  const size = (each: PlainMap): number => Math.abs(numberAt(each, 'impact_days') ?? 0)
  const edits = [...settings, ...rowsAt(impact, 'edits')]
    .filter(each => size(each) !== 0)
    .toSorted((a, b) => size(b) - size(a))
    .slice(0, TASKS_MAX)
    .map(
      each =>
        `${spoken(wordAt(each, 'kind') ?? wordAt(each, 'edit') ?? '')} of ${wordAt(each, 'kind') === undefined ? taskAt(each) : (wordAt(each, 'subject') ?? 'the project')} ${signedDays(numberAt(each, 'impact_days')!, basis)}`,
    )
  const finish =
    shift === undefined
      ? ''
      : `; the project finish moved ${signedDays(shift, basis)}, ${spanText(wordAt(impact, 'finish_before'), wordAt(impact, 'finish_after'))}; on the critical path ${criticalMoves(impact)}`
  const largest = edits.length === 0 ? '' : `; what moved it most: ${edits.join(', ')}`
  const score = numberAt(row, 'integrity_score')
  const required = requiredFinishText(settings)
  const integrity = score === undefined ? '' : `, integrity score ${score}`
  return `${wordAt(row, 'from_date')} to ${wordAt(row, 'to_date')}: ${plural(numberAt(row, 'added') ?? 0, 'task')} added, ${wordAt(row, 'deleted')} deleted, ${plural(numberAt(row, 'changes', 'material') ?? 0, 'material change')}${integrity}${finish}${largest}.${required === '' ? '' : ` ${required}`}`
}

/** "3 entered, 2 left, 1 added, 0 deleted, 4 completed" */
const criticalMoves = (impact: Plain | undefined): string =>
  ['entered', 'left', 'added', 'deleted', 'completed']
    .map(name => `${numberAt(impact, `${name}_critical_count`) ?? 0} ${name}`)
    .join(', ')

const changeTrackingRanking: Ranking = {
  'data.statuses': [['date', 'largest']],
  'data.comparisons': [['to_date', 'largest']],
  'data.trends': [['to_date', 'largest']],
  'data.changes': [
    ['impact_days', 'size'],
    // material, minor, expected
    ['disposition', 'smallest'],
    ['difference', 'size'],
  ],
  'data.impact.comparisons': [['to_date', 'largest']],
  'data.impact.comparisons[].edits': [['impact_days', 'size']],
  'data.impact.comparisons[].float_changes': [['change_days', 'size']],
}

export const changeTracking = {
  analyser: changeTrackingAnalyser,
  checks: CHANGE_TRACKING_ROWS,
  gates: [GATE_ROWS.noPairs, GATE_ROWS.lostScope, ...COVERAGE_GATES, GATE_ROWS.criticalFinding],
  summary: changeTrackingSummary,
  ranking: changeTrackingRanking,
} as const satisfies Method
