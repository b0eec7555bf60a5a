/** Dates that a contract sets, in requests and replies of forensic analyses: by when, what is left until then, who used it, and what the days after it come to. */
import Type, { type TSchema } from 'typebox'
import { Day, OneOf } from '../schedule/day.ts'
import { ID_LENGTH_MAX } from '../schedule/fields.ts'
import { CONCURRENCY_POLICIES } from './comparison-fields.ts'
import { CLOSED, closed, dateOrNull, days, daysOrNull, numberOrNull, objectOrNull, textOrNull } from './data/members.ts'
import { taskIdOrNull } from './data/named.ts'
import { choice } from './request-fields.ts'

/** Whose the time is between the planned finish and the contract date. */
export const FLOAT_OWNERS = ['project', 'contractor', 'first_come'] as const

/** What a model does with days of both: of four policies three. */
export const contractConcurrency = choice(
  CONCURRENCY_POLICIES,
  "Contract dates: what both parties' days are. literal, functional: concurrent. dominant: of the party that was first. apportion: equal shares.",
  'literal',
)

/** Each is analysed by itself, as long as the project is. */
const SECTIONS_MAX = 10

const damages = (of: string) =>
  Type.Number({
    minimum: 0,
    description: `Liquidated damages per calendar day ${of}, in the currency of the contract.`,
  })

export const completionDate = Type.Optional(
  Day({ description: 'Contract date of the finish that is analysed; its end is what counts.' }),
)

export const floatOwner = choice(
  FLOAT_OWNERS,
  'Whose the time between finish and contract date is. project, first_come (one rule, two names): whoever needs it first uses it, only days after the date extend it. contractor: every excusable day extends it.',
  'project',
)

/** Members of `options`. */
export const contractDates = {
  completion_date: completionDate,
  sectional_dates: Type.Optional(
    Type.Array(
      Type.Object({
        task_id: Type.String({
          minLength: 1,
          maxLength: ID_LENGTH_MAX,
          description: 'Milestone or task with which the section is complete, of every schedule that is computed.',
        }),
        completion_date: Day({ description: 'Contract date of the section.' }),
        name: Type.Optional(Type.String({ maxLength: 200, description: 'Name of the section.' })),
        damages_per_day: Type.Optional(damages('of the section')),
      }),
      { maxItems: SECTIONS_MAX, description: 'Contract dates of sections; each is analysed by its own finish.' },
    ),
  ),
  float_owner: floatOwner,
  damages_per_day: Type.Optional(damages('after completion_date')),
}

/** By those who held the days. */
export const HOLDERS = ['owner', 'contractor', 'concurrent', 'neutral', 'unattributed'] as const
export type Holder = (typeof HOLDERS)[number]

const byHolder = (what: string): TSchema =>
  closed(
    {
      owner_calendar_days: days('Of the owner alone.'),
      contractor_calendar_days: days('Of the contractor alone.'),
      concurrent_calendar_days: days('Of both, by the concurrency policy.'),
      neutral_calendar_days: days('Of nobody (weather, force majeure), alone or beside a party.'),
      unattributed_calendar_days: days('Of tasks without a category, or of no task.'),
    },
    what,
  )

/** How parts of days became whole ones, the one that says most last. */
export const ROUNDINGS = ['none', 'largest_remainder', 'equal_remainders'] as const

const outcome = {
  extension_calendar_days: days('Whole calendar days by which excusable delay moves the contract date.'),
  extended_completion_date: dateOrNull('The contract date moved by the extension; null if it cannot be printed.'),
  liquidated_calendar_days: days(
    'Whole calendar days after the contract date that the contractor answers for, those by which the plan was late included.',
  ),
  open_calendar_days: days(
    'Whole calendar days after the contract date that are neither excused nor liquidated until somebody says whose they are.',
  ),
  exact_extension_calendar_days: days('The extension before it was rounded to whole days.'),
  exact_liquidated_calendar_days: days('The liquidated days before they were rounded.'),
  exact_open_calendar_days: days('The open days before they were rounded.'),
  liquidated_damages: numberOrNull(
    'liquidated_calendar_days times damages_per_day, in the currency of the rate. Null without a rate.',
  ),
}

const CompletionUpdate = Type.Object(
  {
    schedule: Type.String({
      description:
        'Place of the schedule in the request; with .with_events or .without_events behind it the one that the model makes of it, baseline_fields: planned dates of the current one.',
    }),
    data_date: dateOrNull('Data date; null without one.'),
    finish_date: dateOrNull('The finish that is followed; null without one.'),
    margin_days: daysOrNull(
      'Terminal float: days, as the method counts them, from the finish to the end of the contract date; negative = late. Null without a finish.',
    ),
    margin_calendar_days: daysOrNull('The same in calendar days: contract date less finish date.'),
  },
  CLOSED,
)

const CompletionWindow = Type.Object(
  {
    from: Type.String({ description: 'Place of the first schedule of the window.' }),
    to: Type.String({ description: 'Place of the last schedule of the window.' }),
    margin_used: byHolder('Days of the window that stand at the end and lie before the end of the contract date.'),
    late: byHolder('Days of the window that stand at the end and lie after the contract date.'),
  },
  CLOSED,
)

const Completion = Type.Object(
  {
    id: taskIdOrNull('Task whose finish is held against the date; null = the finish that the analysis follows.'),
    section: textOrNull('Name of the section as sent; null without one.'),
    completion_date: dateOrNull('Contract date.'),
    finish_date: dateOrNull('Finish by the last schedule; null without one.'),
    margin_start_calendar_days: daysOrNull('Terminal float of the first schedule; negative = late. Null if unknown.'),
    margin_calendar_days: daysOrNull('Terminal float of the last schedule; negative = late. Null if unknown.'),
    late_calendar_days: daysOrNull(
      'Calendar days after the contract date by the last schedule; null without a finish.',
    ),
    planned_late_calendar_days: days('Part of it by which the plan was late already: no delay that the method finds.'),
    unexplained_late_calendar_days: days(
      'Part of it by which the first finish was late already beyond a plan: no event and no window says whose, so they are open.',
    ),
    margin_used: byHolder(
      'Who used the terminal float: the days that stand at the end and lie before the end of the date.',
    ),
    late: byHolder(
      'Who made the days after the date: with planned_late_calendar_days and unexplained_late_calendar_days they sum to late_calendar_days.',
    ),
    ...outcome,
    rounding: OneOf(ROUNDINGS, {
      description:
        'How parts of days became whole ones, which sum to the same dates. none: they were whole. largest_remainder: what was over went to the largest remainders. equal_remainders: of equal ones to the extension before open days, and to those before liquidated ones.',
    }),
    by_float_owner: Type.Array(
      Type.Object(
        { float_owner: OneOf(FLOAT_OWNERS, { description: 'Whose the terminal float is.' }), ...outcome },
        CLOSED,
      ),
      { description: 'What each rule gives.' },
    ),
    updates: Type.Array(CompletionUpdate, { description: 'Terminal float of each schedule, earliest first.' }),
    windows: Type.Array(CompletionWindow, { description: 'Who used it, window by window.' }),
  },
  CLOSED,
)

export const ContractDatesData = objectOrNull(
  closed(
    {
      float_owner: OneOf(FLOAT_OWNERS, { description: 'Whose the terminal float is, as asked.' }),
      concurrency: OneOf(CONCURRENCY_POLICIES, { description: 'Policy for days that both parties delay, as asked.' }),
      completions: Type.Array(Completion, { description: 'The contract date of the whole, then those of sections.' }),
    },
    'What stands against the contract dates. A day of delay counts once, on the date that the finish passed. Null without contract dates, or where schedules have no task in common.',
  ),
)
