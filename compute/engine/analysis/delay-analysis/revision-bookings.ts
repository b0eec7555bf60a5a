/**
 * What the revisions of a window bring into the running account (account.ts): named changes, each with the days it moved the finish and
 * the category of its task. They sum to C(later) - C(half-step).
 */
import type { RevisionStep } from './revision-split.ts'

export interface RevisionBooking {
  /** Task of the later schedule, -1 = none: a deleted task, or a change of the schedule as a whole. */
  readonly taskIndex: number
  readonly class: RevisionStep
  /** Positive = the finish came later. */
  readonly days: number
  /** Code of the delay category of the task, 0 = none. */
  readonly category: number
}
