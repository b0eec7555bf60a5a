/**
 * What the revisions of a window bring into the running account (account.ts): named changes, each with the days it moved the finish and
 * the category of its task. They sum to C(later) - C(half-step).
 */
import type { Parties } from './account.ts'
import type { EventCover, EventShare } from './event-cover.ts'
import type { RevisionStep } from './revision-split.ts'

export interface RevisionBooking {
  /** Task of the later schedule, -1 = none: a deleted task, or a change of the schedule as a whole. */
  readonly taskIndex: number
  readonly class: RevisionStep
  /** Positive = the finish came later. */
  readonly days: number
  /** Code of the delay category of the task, 0 = none. */
  readonly category: number
  /** It holds its days together with the others of its class that say so: each alone would make as many. Absent: it does not. */
  readonly isShared?: boolean
  /** Of a task that delay events cover in the window: their parties, and their shares of the days. */
  readonly events?: { readonly parties: Parties; readonly shares: readonly EventShare[] }
}

/** With the events that cover the task in the days of the window. */
export function withEvents(
  bookings: readonly RevisionBooking[],
  cover: EventCover,
  since: number,
  day: number,
): RevisionBooking[] {
  return bookings.map(booking => {
    const { taskIndex: i } = booking
    const events = i < 0 ? [] : cover.at(i, day, since)
    if (events.length === 0) return booking
    const shares = events.map(event => ({ event, share: 1 / events.length }))
    const [{ code }] = cover.categoriesOf(i, day, since)
    return { ...booking, category: code, events: { parties: cover.partiesOf(i, day, since), shares } }
  })
}
