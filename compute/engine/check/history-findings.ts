/** Finding about snapshots of schedule_history that are not earlier than the current status and were left out. */
import type { TextColumn } from '../../../shared/schedule/columns.ts'
import type { EarlierStatuses } from '../population/earlier-statuses.ts'
import { findingOf, NO_HITS } from './findings.ts'
import type { Told } from './told.ts'
import { WORDS } from './words.ts'

export const historyFindings = ({ notEarlier }: EarlierStatuses, ids: TextColumn): Told[] => {
  const count = notEarlier.length
  if (count === 0) return []
  const words = {
    code: 'HISTORY_NOT_EARLIER',
    severity: 'low',
    title: WORDS.historyNotEarlier.title,
    description: WORDS.historyNotEarlier.description(count),
  } as const
  return [{ finding: findingOf(words, { ...NO_HITS, count }, ids, { positions: notEarlier }) }]
}
