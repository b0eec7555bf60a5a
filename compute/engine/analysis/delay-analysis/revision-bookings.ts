/**
 * What the revisions of a window bring into the running account (account.ts): named changes, each with the days it moved the finish and
 * the category of its task. They sum to C(later) - C(half-step).
 */
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { REVISION_STEPS, type RevisionSplit, type RevisionStep } from './revision-split.ts'

export interface RevisionBooking {
  /** Task of the later schedule, -1 = none: a deleted task, or a change of the schedule as a whole. */
  readonly taskIndex: number
  readonly class: RevisionStep
  /** Positive = the finish came later. */
  readonly days: number
  /** Code of the delay category of the task, 0 = none. */
  readonly category: number
}

/** The bookings of a split that names no changes: one per class, without a category. */
export const bookingsByClass = ({ days }: Pick<RevisionSplit, 'days'>): RevisionBooking[] =>
  REVISION_STEPS.filter(step => Math.abs(days[step]) > EPSILON_DAYS).map(step => ({
    taskIndex: -1,
    class: step,
    days: days[step],
    category: 0,
  }))
