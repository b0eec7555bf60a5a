import { GATE_ROWS } from '../../check/gate-rows.ts'
import type { Method } from '../../check/method.ts'
import { DELAY_METHOD } from '../../compare/methods.ts'
import { entitlementSentence, inTime, moved, recoverySentence, TASKS_MAX } from '../../summary/delay-sentences.ts'
import type { PlainMap } from '../../summary/plain.ts'
import {
  at,
  basisOf,
  daysByName,
  numberAt,
  offsetBasisOf,
  rowsAt,
  sentence,
  spoken,
  wordAt,
} from '../../summary/read-plain.ts'
import type { Ranking, SummarySentences } from '../../summary/sentences.ts'
import { type DayBasis, signedDays } from '../../wording/days.ts'
import { capital, scheduleName } from '../../wording/tasks.ts'
import { delayAnalyser } from './analyser.ts'

const WINDOWS_MAX = 4

const delayAnalysisSummary: SummarySentences = data => [
  data.method === undefined
    ? undefined
    : `Method ${spoken(wordAt(data, 'method') ?? '')} (AACE 29R-03 MIP ${wordAt(data, 'implementation_protocol')}), by ${data.mode === 'dates' ? 'finish dates alone, for want of links' : 'critical-path finishes'}.`,
  ...inTime(rowsAt(data, 'windows').slice(0, WINDOWS_MAX)).map(window => delayWindow(window, offsetBasisOf(data))),
  recoverySentence(
    offsetBasisOf(data),
    numberAt(data, 'recovery_days'),
    numberAt(data, 'consumed_float_days'),
    basisOf(data),
  ),
  sentence('Days by category over all windows', daysByName(at(data, 'by_category'), offsetBasisOf(data))),
  entitlementSentence(at(data, 'entitlement'), offsetBasisOf(data)),
]

function delayWindow(window: PlainMap, basis: DayBasis | undefined): string {
  const dates = [wordAt(window, 'from_date'), wordAt(window, 'to_date')]
  const named = dates.includes(undefined) ? '' : ` (${dates.join(' to ')})`
  const days = numberAt(window, 'delay_days')
  const progress = numberAt(window, 'progress_delay_days')
  const halves =
    progress === undefined
      ? ''
      : `, ${signedDays(progress, basis)} by progress and ${signedDays(numberAt(window, 'revision_delay_days') ?? 0, basis)} by revisions`
  const tasks = rowsAt(window, 'attribution').slice(0, TASKS_MAX)
  const causes =
    tasks.length === 0 ? '' : `; moved most by ${tasks.map(each => moved(each, 'contribution_days', basis)).join(', ')}`
  const span = `${scheduleName(wordAt(window, 'from') ?? '')} to ${scheduleName(wordAt(window, 'to') ?? '')}`
  return `${capital(span)}${named}: ${days === undefined ? 'nothing to compare' : signedDays(days, basis)}${halves}${causes}.`
}

const delayAnalysisRanking: Ranking = {
  'data.windows': [['delay_days', 'size']],
  'data.windows[].revisions': [['days', 'size']],
  'data.windows[].attribution': [['contribution_days', 'size']],
  'data.windows[].possible_pacing': [['slip_days', 'largest']],
}

export const delayAnalysis = {
  analyser: delayAnalyser,
  checks: [],
  gates: [GATE_ROWS.noPairs],
  summary: delayAnalysisSummary,
  ranking: delayAnalysisRanking,
  text: DELAY_METHOD,
} as const satisfies Method
