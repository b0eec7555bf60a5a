import { GATE_ROWS } from '../../check/gate-rows.ts'
import type { Method } from '../../check/method.ts'
import { AS_BUILT_METHOD } from '../../compare/methods.ts'
import { entitlementSentence, moved, recoverySentence, TASKS_MAX } from '../../summary/delay-sentences.ts'
import { at, basisOf, daysByName, numberAt, rowsAt, sentence, wordAt } from '../../summary/read-plain.ts'
import type { Ranking, SummarySentences } from '../../summary/sentences.ts'
import { inDays, signedDays } from '../../wording/days.ts'
import { asBuiltAnalyser } from './analyser.ts'

const asPlannedVsAsBuiltSummary: SummarySentences = data => {
  const planned = wordAt(data, 'planned_finish_date')
  const steps = rowsAt(data, 'controlling_path', 'steps').filter(each => (numberAt(each, 'increment_days') ?? 0) !== 0)
  return [
    planned === undefined
      ? undefined
      : `Planned finish ${planned}, ${data.is_finish_projected === true ? 'projected' : 'as-built'} finish ${wordAt(data, 'as_built_finish_date') ?? 'unknown'}: ${signedDays(numberAt(data, 'gross_delay_days') ?? 0, basisOf(data))} gross.`,
    sentence(
      'Largest steps of the controlling path',
      steps.slice(0, TASKS_MAX).map(each => moved(each, 'increment_days', basisOf(data))),
    ),
    wordAt(data, 'controlling_path_message'),
    recoverySentence(
      basisOf(data),
      numberAt(data, 'controlling_path', 'recovery_days'),
      numberAt(data, 'controlling_path', 'consumed_float_days'),
    ),
    sentence('Days by category', daysByName(at(data, 'by_category'), basisOf(data))),
    entitlementSentence(at(data, 'entitlement'), basisOf(data)),
    sentence(
      'Delay by period',
      rowsAt(data, 'periods', 'rows')
        .filter(each => numberAt(each, 'period_delay_days') !== undefined)
        .map(each => `${inDays(numberAt(each, 'period_delay_days')!, basisOf(data))} to ${wordAt(each, 'date')}`),
    ),
  ]
}

const asPlannedVsAsBuiltRanking: Ranking = {
  'data.task_variances': [['finish_delay_days', 'largest']],
  'data.controlling_path.steps': [['increment_days', 'size']],
  'data.held_days': [['held_days', 'largest']],
}

export const asPlannedVsAsBuilt = {
  analyser: asBuiltAnalyser,
  checks: [],
  gates: [GATE_ROWS.noPairs],
  summary: asPlannedVsAsBuiltSummary,
  ranking: asPlannedVsAsBuiltRanking,
  text: AS_BUILT_METHOD,
} as const satisfies Method
