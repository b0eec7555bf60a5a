/** What both ways of reckoning the delays hand to the analyser. */
import type { DELAY_MODES } from '../../../shared/endpoint/data/delay-analysis-data.ts'
import type { ResultValue } from '../../result.ts'
import type { FoundIn } from '../input-findings.ts'
import type { DelayTotals } from './totals.ts'

export interface DelayOutcome {
  readonly mode: (typeof DELAY_MODES)[number]
  readonly statuses: readonly ResultValue[]
  readonly windows: readonly ResultValue[]
  /** Of the windows, earliest first. */
  readonly totals: readonly DelayTotals[]
  /** NaN = the first or the last schedule has no finish. */
  readonly totalDelayDays: number
  /** Days of windows that no path explains. */
  readonly unexplainedDays: number
  readonly found: readonly FoundIn[]
  readonly counts: {
    /** Tasks on controlling paths that moved the finish and have no category. */
    readonly unattributed: number
    readonly concurrentWindows: number
    readonly pacing: number
    /** Windows in which scope and logic were one step. */
    readonly scopeWithLogic: number
    /** Schedules without links, and without any finish. */
    readonly unlinked: number
    readonly undated: number
  }
}
