/** Finding about snapshots of schedule_history that are not earlier than the current status and were left out. */

import type { TextColumn } from '../../../shared/contract/schedule/columns.ts'
import type { EarlierStatuses } from '../population/earlier-statuses.ts'
import { plural } from '../wording/numbers.ts'
import type { AdvisedFinding } from './advised-finding.ts'
import { findingOf, NO_HITS } from './findings.ts'

export const historyFindings = ({ notEarlier }: EarlierStatuses, ids: TextColumn): AdvisedFinding[] => {
  const count = notEarlier.length
  if (count === 0) return []
  const words = {
    code: 'HISTORY_NOT_EARLIER',
    severity: 'low',
    title: 'Snapshots on or after the status date',
    description: `${plural(count, 'snapshot is', 'snapshots are')} dated on or after the status date and left out.`,
  } as const
  return [{ finding: findingOf(words, { ...NO_HITS, count }, ids, { positions: notEarlier }) }]
}
