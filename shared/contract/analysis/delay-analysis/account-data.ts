/** Whose the days are: parties and categories, the running account at its end, and days by event. */
import Type, { type TSchema } from 'typebox'
import { CLOSED, days, daysOrNull, objectOrNull, textOrNull } from '../../endpoint/data/members.ts'
import { OneOf } from '../../schedule/containers.ts'
import { EVENT_PARTIES } from '../../schedule/delay-events.ts'
import { DELAY_CATEGORIES } from '../../schedule/fields.ts'
import { CONCURRENCY_POLICIES } from './request.ts'

export const ByCategory = (description: string): TSchema =>
  Type.Object(
    Object.fromEntries([
      ...DELAY_CATEGORIES.map(category => [category, days(`Days of tasks of the category ${category}.`)]),
      ['unattributed', days('Days of tasks without a category.')],
    ]),
    { ...CLOSED, description },
  )

export const PARTIES = ['owner', 'contractor', 'neutral'] as const

/** What a day of the replay comes to by those who held it. */
export const NET_EFFECTS = [
  'excusable_compensable',
  'excusable_non_compensable',
  'concurrent',
  'non_excusable',
  'unattributed',
  'recovered',
] as const

/** How the days of a span became those of its holders. */
export const DAY_RULES = [
  'one_task',
  'together',
  'in_turn_by_work',
  'in_turn_by_finish',
  'added_work',
  'with_revision',
  'as_gained',
  'days_off',
  'nobody',
] as const
export type DayRule = (typeof DAY_RULES)[number]

const entitledDays = (unit: 'days' | 'calendar_days', what: typeof days | typeof daysOrNull) => ({
  [`excusable_compensable_${unit}`]: what('Days that entitle to time and money.'),
  [`excusable_non_compensable_${unit}`]: what('Days that entitle to time only, including concurrent days.'),
  [`non_excusable_${unit}`]: what('Days that entitle to neither time nor money.'),
  [`concurrent_${unit}`]: what(
    'Part of the days that entitle to time only: owner and contractor both delayed the finish.',
  ),
  [`unattributed_${unit}`]: what('Days that a task without a category, or no task at all, held: they stay open.'),
})

/** By one reading: in the days of the calendar of the result, and in calendar days. */
const Entitled = {
  ...entitledDays('days', days),
  ...entitledDays('calendar_days', daysOrNull),
}

/** What stands in the running account at the end. */
export const AccountMembers = {
  ...Entitled,
  limited_days: days('Days of delay that were recovered later, which take back the days that stood last.'),
  concurrency: OneOf(CONCURRENCY_POLICIES, { description: 'Policy that the figures above follow.' }),
  policies: Type.Array(
    Type.Object(
      {
        concurrency: OneOf(CONCURRENCY_POLICIES, { description: 'Policy for days that both parties delay.' }),
        ...Entitled,
      },
      CLOSED,
    ),
    { description: 'What each policy gives.' },
  ),
  if_unattributed_were: Type.Array(
    Type.Object({ party: OneOf(PARTIES, { description: 'Party.' }), ...Entitled }, CLOSED),
    {
      description:
        'What the entitlement is if all that is unattributed, revisions without a category included, is of one party.',
    },
  ),
  rules: Type.Array(
    Type.Object(
      {
        category: OneOf(DELAY_CATEGORIES, { description: 'Delay category.' }),
        party: OneOf(PARTIES, { description: 'Party that bears the delay.' }),
        excusable: Type.Boolean(),
        compensable: Type.Boolean(),
      },
      CLOSED,
    ),
    { description: 'The rules that were applied.' },
  ),
}

const eventRow = (of: string) => ({
  held_days: days(
    `Days by which ${of} moved the finish later, recovered ones included; days of several tasks or events in equal shares.`,
  ),
  held_calendar_days: daysOrNull('The same in calendar days; null if a date cannot be printed.'),
  policies: Type.Array(
    Type.Object(
      {
        concurrency: OneOf(CONCURRENCY_POLICIES, { description: 'Policy for days that both parties delay.' }),
        ...Entitled,
      },
      CLOSED,
    ),
    { description: 'The part of the entitlement that stands at the end, by each policy.' },
  ),
})

/** Days by event, where delay events are given. */
export const EventDaysData = objectOrNull(
  Type.Object(
    {
      events: Type.Array(
        Type.Object(
          {
            id: Type.String({ description: 'Id of the event.' }),
            name: textOrNull('Name of the event; null if none is given.'),
            party: OneOf(EVENT_PARTIES, { description: 'Whose event it is, as given.' }),
            ...eventRow('work that the event covers'),
          },
          CLOSED,
        ),
        { description: 'The delay events, in the order of the request.' },
      ),
      outside: Type.Object(eventRow('work that no event covers'), {
        ...CLOSED,
        description: 'Days that no event covers: they belong to the delay category of the task.',
      }),
    },
    {
      ...CLOSED,
      description:
        'Days of each delay event and of the rest. The figures of a policy sum to those of the entitlement. Null without delay_events or without an entitlement.',
    },
  ),
)
