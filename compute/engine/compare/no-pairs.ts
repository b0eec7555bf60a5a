/** Two schedules without a common task: the text of the gate, and for the delay analyses a finding. */

import type { PlainRow } from '../check/finding-rows.ts'
import { GATE_ROWS } from '../check/gate-rows.ts'
import { plural } from '../wording/numbers.ts'

const { code, severity, title, reason, advice } = GATE_ROWS.noPairs

/** A side of a comparison, and how many tasks it has. */
export interface Side {
  /** With its article: "the baseline schedule". */
  readonly called: string
  readonly taskCount: number
}

/** "None of the 3 tasks of the baseline schedule is one of the 5 tasks of the current schedule." */
export const noPairsText = (earlier: Side, later: Side): string =>
  `None of the ${plural(earlier.taskCount, 'task')} of ${earlier.called} is one of the ${plural(later.taskCount, 'task')} of ${later.called}.`

type Sides = readonly [earlier: Side, later: Side]

/** For an analysis that gives days instead of a score; it looks at the pairs without a common task. byIds: it pairs tasks by id only. */
export const noPairsRow = (options: { readonly byIds: boolean }): PlainRow<readonly Sides[]> => ({
  code,
  severity,
  title,
  description: (count: number) => `${plural(count, 'comparison has', 'comparisons have')} no task of both schedules.`,
  advice: options.byIds
    ? { title: advice.title, description: 'Compare updates that keep the ids of their tasks.' }
    : advice,
  find: pairs => ({ count: pairs.length }),
  detail: ([first]) => `${noPairsText(...first)} No delay is given: ${reason}.`,
})
