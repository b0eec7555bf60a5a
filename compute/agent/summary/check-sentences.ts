/** What the checks of a result cost its score, which their findings do not state. */

import type { PlainMap } from '../../engine/summary/plain.ts'
import { numberAt, rowsAt, sentence, wordAt } from '../../engine/summary/read-plain.ts'
import { figure, plural } from '../../engine/wording/numbers.ts'
import { listed } from '../../engine/wording/tasks.ts'

/** Members of data whose items are checks. */
const CHECK_LISTS = ['components', 'checks', 'sub_metrics'] as const
const SHOWN_MAX = 6

/** "Score lost: Links other than finish-to-start 4.1 points, Connectivity 1 point.", those that cost most first. */
export function checkSentences(data: PlainMap): (string | undefined)[] {
  const lost = (check: PlainMap): number => figure(numberAt(check, 'points_lost') ?? 0)
  const costly = CHECK_LISTS.flatMap(name => rowsAt(data, name))
    .filter(check => lost(check) > 0)
    .sort((a, b) => lost(b) - lost(a))
  const shown = costly.slice(0, SHOWN_MAX).map(check => `${wordAt(check, 'title')} ${plural(lost(check), 'point')}`)
  return [shown.length === 0 ? undefined : sentence('Score lost', [listed(shown, costly.length)])]
}
