/** What both ways of reckoning the delays hand to the analyser. */
import type { DELAY_MODES } from '../../../../shared/contract/analysis/delay-analysis/data.ts'
import type { FoundIn } from '../../compare/input-findings.ts'
import type { SeriesItem } from '../../compare/series.ts'
import type { ResultValue } from '../../result/result.ts'
import type { Account, WindowBeside } from './account.ts'
import type { EventDays } from './event-days.ts'
import type { AssumedDays } from './event-findings.ts'
import type { RevisionSummary } from './revision-summary.ts'
import type { PairSummary } from './summarise.ts'
import type { DelayTotals } from './totals.ts'
import type { Window } from './windows.ts'

export interface DelayOutcome {
  readonly mode: (typeof DELAY_MODES)[number]
  /** Progress and revisions are told apart; with method windows they are not. */
  readonly isSplit: boolean
  readonly statuses: readonly ResultValue[]
  readonly windows: readonly ResultValue[]
  /** Totals of the windows, earliest first. */
  readonly totals: readonly DelayTotals[]
  /** Whether both schedules of the window have one date: what moved without a revision is reported otherwise. As totals. */
  readonly isOfOneDate: readonly boolean[]
  /** NaN = the first or the last schedule has no finish, or neighbours have no task in common. */
  readonly totalDelayDays: number
  readonly totalCalendarDays: number
  /** Days of windows that no path explains. */
  readonly unexplainedDays: number
  /** What stands of the delay; undefined without links. */
  readonly account: Account | undefined
  /** Of the days that the windows book; undefined: those that the account says. */
  readonly takenBackDays?: number
  /** What stands beside the windows, earliest first. */
  readonly beside: readonly WindowBeside[]
  /** Days by which revisions without a category made the finish later. */
  readonly openRevisionDays: number
  /** Tasks of which something was told that a later schedule took back before they began, by id: the account has none of it. */
  readonly withdrawn: readonly string[]
  /** Days of a step of the replay. */
  /** Days of delay events; undefined where no network tells them. */
  readonly eventDays: EventDays | undefined
  readonly stepDays: number
  readonly found: readonly FoundIn[]
  /** Days of delay of the tasks that have no category, by id. */
  readonly unattributed: ReadonlyMap<string, number>
  /** Days that added work held before it began, of which nobody says when it was ordered; by day numbers. */
  readonly assumed: readonly AssumedDays[]
  /** Neighbours without a task of both. */
  readonly apart: readonly (readonly [earlier: SeriesItem, later: SeriesItem])[]
  /** What was concurrent with what, all windows together. */
  readonly concurrent: PairSummary
  /** Pairs of delays that end apart, which no figure counts as concurrent. */
  readonly unequal: PairSummary
  readonly revisions: RevisionSummary
  /** Work that a later schedule has under other ids, window by window. */
  readonly renumbered: readonly Window['renumbered'][]
  /** What was exchanged so that it moved nothing, likewise. */
  readonly exchanges: readonly Window['exchanges'][]
  /** By status: day of the finish that is followed, and the latest one by the dates of its tasks; DAY_ABSENT = none; its offset, NaN likewise. Whether its own dates tell all ends. */
  readonly finishes: readonly {
    readonly place: string
    readonly day: number
    readonly byDates: number
    readonly isTold: boolean
    readonly offset: number
    /** Days off behind it. */
    readonly offDays: number
  }[]
  readonly counts: {
    readonly concurrentWindows: number
    readonly unequalWindows: number
    readonly pacing: number
    /** Windows with days of delay for which no task was found. */
    readonly noTaskWindows: number
    /** Windows in which scope and logic were one step. */
    readonly scopeWithLogic: number
    /** Schedules without links, and without any finish. */
    readonly unlinked: number
    readonly undated: number
  }
}
