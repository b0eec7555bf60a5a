/** What a change does to a finish: of the project, or of a milestone that the request names. */
import Type, { type TSchema } from 'typebox'
import { EVENT_PARTIES } from '../../schedule/delay-events.ts'
import { CLOSED, days, daysOrNull, momentOrNull } from './members.ts'
import { taskId } from './named.ts'

/** Days between two finishes, on both counts. */
export const movement = (what: string): Record<string, TSchema> => ({
  moves_working_days: daysOrNull(
    `${what} later (negative: earlier), in working days of the project's calendar. Null: a finish is missing or has no date.`,
  ),
  moves_calendar_days: daysOrNull(`The same in calendar days. Null: a finish is missing or has no date.`),
})

/** A milestone without what is tried and with it, as the texts call it: "the changes", "them". */
export const milestoneMoved = (tried: string, it: string): TSchema =>
  Type.Object(
    {
      id: taskId(),
      finish_before: momentOrNull(`Early finish without ${tried}; null: the task is not there, or has no date.`),
      finish_after: momentOrNull(`Early finish with ${it}; null likewise.`),
      ...movement('Days that it finishes'),
    },
    CLOSED,
  )

/** Days of delay events, party by party. */
export const byParty = (what: string): TSchema =>
  Type.Object(Object.fromEntries(EVENT_PARTIES.map(party => [party, days(`${what} of events of this party.`)])), CLOSED)

/** The range of the days of an event over the orders of its turn. */
export const overOrders = (mean: string): Record<string, TSchema> => ({
  min_working_days: daysOrNull(
    `Least of its working days over all orders of the events that began on its day; of more than six, and of those that share tasks and days with events of other days, of going first and last. Equal to ${mean} where no order matters; null likewise.`,
  ),
  max_working_days: daysOrNull('Most of them, likewise.'),
})
