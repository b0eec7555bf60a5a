import type { PlainMap } from '../../summary/plain.ts'
import { numberAt, rowsAt, sentence, taskAt, textsAt, wordAt } from '../../summary/read-plain.ts'
import type { SummarySentences } from '../../summary/sentences.ts'
import { listed } from '../../wording/tasks.ts'
import { WORDS } from './words.ts'

const DRIVERS_MAX = 3

export const scheduleRiskIndexSummary: SummarySentences = data => [
  sentence(
    WORDS.scheduleRiskIndexSummary.title,
    rowsAt(data, 'sub_metrics')
      .filter(each => numberAt(each, 'risk') !== undefined)
      .sort((a, b) => numberAt(b, 'contribution')! - numberAt(a, 'contribution')!)
      .map(each =>
        WORDS.scheduleRiskIndexSummary.subMetric(
          wordAt(each, 'title'),
          wordAt(each, 'risk'),
          numberAt(each, 'contribution') ?? 0,
        ),
      ),
    '; ',
  ),
  sentence(
    WORDS.scheduleRiskIndexSummary.mostTitle,
    rowsAt(data, 'risk_drivers').slice(0, DRIVERS_MAX).map(driver),
    '; ',
  ),
]

function driver(row: PlainMap): string {
  const faults = rowsAt(row, 'reasons').flatMap(each => textsAt(each, 'reasons'))
  return `${taskAt(row)}${faults.length === 0 ? '' : ` (${listed(faults)})`}`
}
