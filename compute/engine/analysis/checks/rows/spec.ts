/** The form of a check and of a catalogue, built in or a customer's own. */
import type { Counted, ScheduleOf } from '../../../../../shared/contract/endpoint/data/catalogue-words.ts'
import type { Severity } from '../../../result/result.ts'

/** A check as data: it counts those of a population for which all conditions of the metric hold, or takes the figure of a check of the service. */
export interface CheckSpec {
  readonly id: string
  readonly title: string
  /** Default: tasks. */
  readonly counts?: Counted
  /** Default: current. */
  readonly schedule?: ScheduleOf
  /** All hold; absent: all. */
  readonly population?: readonly string[]
  /** All hold; or one code of measures.ts. Absent: the check is asked, cannot be answered, or was withdrawn. */
  readonly metric?: readonly string[]
  /** "<= 5 %", "= 0", ">= 1"; absent: it informs. */
  readonly limit?: string
  readonly severity?: Severity
  /** What to do about a failure. */
  readonly text?: string
  readonly source?: string
  /** Tier of the standard, or another class of its own. */
  readonly tier?: string
  /** How the rule is read here where its source leaves that open. */
  readonly reading?: string
  /** Data that no schedule and no mapping has: what it needs. */
  readonly needs?: string
  /** A question that only people answer. */
  readonly asks?: string
  /** Why its owner withdrew it. */
  readonly withdrawn?: string
}

export interface Catalogue {
  readonly id: string
  readonly title: string
  readonly version: string
  /** Whose it is, and where it can be read. */
  readonly source: string
  readonly checks: readonly CheckSpec[]
}
