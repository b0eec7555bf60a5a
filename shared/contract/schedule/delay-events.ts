/** Delay events of a forensic request: what happened, whose it is, which work it touches, and the fragnet that models it. One schema for all methods. */
import Type, { type Static } from 'typebox'
import { changeList } from './changes.ts'
import { Day, OneOf } from './day.ts'
import { DELAY_CATEGORIES, ID_LENGTH_MAX } from './fields.ts'

export const EVENT_PARTIES = ['owner', 'contractor', 'neutral', 'third'] as const
export type EventParty = (typeof EVENT_PARTIES)[number]

const EVENTS_MAX = 500

export const DelayEvent = Type.Object(
  {
    id: Type.String({
      minLength: 1,
      maxLength: ID_LENGTH_MAX,
      description: 'Id of the event, which no other event has.',
    }),
    name: Type.Optional(Type.String({ maxLength: 200, description: 'Name of the event.' })),
    party: OneOf(EVENT_PARTIES, { description: 'Whose event it is, as given.' }),
    category: Type.Optional(OneOf(DELAY_CATEGORIES, { description: 'Cause, in the words of delay_category.' })),
    started: Day({ description: 'Day on which it began.' }),
    ended: Type.Optional(
      Day({ description: 'Last day of it; absent: it was not over, or days say how long it took.' }),
    ),
    days: Type.Optional(
      Type.Number({
        minimum: 0,
        description:
          "Working days of the project's calendar that it took or will take; absent: those from started to ended.",
        'x-unit': 'days',
      }),
    ),
    task_ids: Type.Optional(Type.Array(Type.String(), { maxItems: 1_000, description: 'Tasks that it delayed.' })),
    description: Type.Optional(Type.String({ maxLength: 5_000, description: 'What happened.' })),
    references: Type.Optional(
      Type.Array(Type.String({ maxLength: 500 }), { maxItems: 100, description: 'Documents that show it.' }),
    ),
    fragnet: Type.Optional(
      changeList(
        'Tasks and links that model it, as changes of a schedule. Absent: one task of its days from started on, behind which the tasks of task_ids wait.',
      ),
    ),
  },
  { $id: 'DelayEvent', description: 'A delay event.' },
)

export const delayEvents = (description: string) => Type.Array(DelayEvent, { maxItems: EVENTS_MAX, description })

export type SentEvent = {
  readonly [Name in keyof Static<typeof DelayEvent>]: Static<typeof DelayEvent>[Name] | null
}
