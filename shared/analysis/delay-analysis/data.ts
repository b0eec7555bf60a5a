/** `data` of POST /api/v1/forensics/delay-analysis. */

import Type, { type TSchema } from 'typebox'
import { RESPONSIBLE_PARTIES } from '../../endpoint/comparison-fields.ts'
import { CLOSED, countOf, dateOrNull, days, daysOrNull, objectOrNull, textOrNull } from '../../endpoint/data/members.ts'
import { taskId, taskIdOrNull, taskIds } from '../../endpoint/data/named.ts'
import { OneOf } from '../../schedule/containers.ts'
import { DELAY_CATEGORIES } from '../../schedule/fields.ts'
import { CalendarUsed } from '../cpm/data.ts'
import { DELAY_METHODS } from './request.ts'

/** network: finishes of the critical-path method. dates: the latest finish dates, for want of links. */
export const DELAY_MODES = ['network', 'dates'] as const

export const ByCategory = (description: string): TSchema =>
  Type.Object(
    Object.fromEntries([
      ...DELAY_CATEGORIES.map(category => [category, days(`Days of tasks of the category ${category}.`)]),
      ['unattributed', days('Days of tasks without a category; never guessed.')],
    ]),
    { ...CLOSED, description },
  )

const Revisions = (description: string): TSchema =>
  Type.Object(
    {
      scope_days: days('Tasks added, deleted, or moved into or out of the network.'),
      logic_days: days('Links changed between tasks of both schedules.'),
      duration_days: days('Durations of work not started.'),
      constraint_days: days('Constraints.'),
      other_days: days('A planned first start that moved before any work began.'),
    },
    { ...CLOSED, description },
  )

export const PARTIES = ['owner', 'contractor', 'neutral'] as const

const Contribution = Type.Object(
  {
    id: taskId(),
    contribution_days: days(
      'Days it moved the finish: its slip beyond the float that was left on the path; negative = recovered.',
    ),
    slip_days: days('Days it came later than the task before on the path made it; negative = gained.'),
    delay_category: textOrNull('As the later schedule says; null = unattributed.', DELAY_CATEGORIES),
    party: textOrNull('Who bears it.', PARTIES),
  },
  CLOSED,
)

const ConcurrentPair = Type.Object(
  {
    owner_task_id: taskId(),
    contractor_task_id: taskId(),
    concurrent_days: days('Days of both that fall together; excusable, not compensable.'),
    controlling_party: OneOf(RESPONSIBLE_PARTIES, { description: 'Party whose task is on the controlling path.' }),
    slack_days: days('Days the path beside ends before the controlling one.'),
  },
  CLOSED,
)

const PacingSlip = Type.Object(
  {
    id: taskId(),
    party: OneOf(RESPONSIBLE_PARTIES, { description: 'Party that may have slowed down.' }),
    slip_days: days('Days the task slipped.'),
    total_float_days: days('Its float when the window began.'),
    behind_task_id: taskId('Critical delay of the other party that began before.'),
  },
  CLOSED,
)

const FloatSlip = Type.Object(
  {
    id: taskId(),
    slip_days: days('Days it came later than the task that controls it made it.'),
    consumed_days: days('Part of the slip that float took up; the rest is beyond it.'),
    total_float_days: daysOrNull(
      'Float it had: on the controlling path what was left of the float of that path, off it its total float when the window began; null when it was complete.',
    ),
    delay_category: textOrNull('Null = none given.', DELAY_CATEGORIES),
    is_on_controlling_path: Type.Boolean(),
  },
  CLOSED,
)

/** Members of an entitlement. */
export const EntitlementMembers = {
  excusable_compensable_days: days('Time and money.'),
  excusable_non_compensable_days: days('Time, no money; concurrent days included.'),
  non_excusable_days: days('Neither.'),
  concurrent_days: days('Days counted as excusable, not compensable for being concurrent.'),
  unattributed_days: days('Days without a category: no statement.'),
  limited_days: days(
    'Days taken off the figures above, the latest first: neither the excusable days together nor those that are not excusable exceed what the finish moved in all.',
  ),
  rules: Type.Array(
    Type.Object(
      {
        category: OneOf(DELAY_CATEGORIES, { description: 'Delay category.' }),
        party: OneOf(PARTIES, { description: 'Who bears it.' }),
        excusable: Type.Boolean(),
        compensable: Type.Boolean(),
      },
      CLOSED,
    ),
    { description: 'The table that was applied.' },
  ),
}

const DelayStatus = Type.Object(
  {
    schedule: Type.String({ description: 'Member of the request.' }),
    data_date: dateOrNull('Day no unfinished work lies before.'),
    finish: daysOrNull('C(S): offset of the finish that is followed, from the common anchor; null without a date.'),
    finish_date: dateOrNull('The same as a date: the last day of work.'),
    reported_finish_date: dateOrNull(
      'Where the dates of its tasks put that finish: actual, else forecast, else planned.',
    ),
    task_count: countOf('Tasks submitted.'),
    network_task_count: countOf('Of them those that take part: no summaries, no level of effort.'),
  },
  CLOSED,
)

const DelayWindow = Type.Object(
  {
    from: Type.String({ description: 'Schedule the window begins with.' }),
    to: Type.String({ description: 'Schedule it ends with.' }),
    from_date: dateOrNull('Data date of the first.'),
    to_date: dateOrNull('Data date of the second.'),
    length_days: days('Days from one data date to the other; the length of the windows drives what is concurrent.'),
    delay_days: daysOrNull(
      'C(to) - C(from); positive = later; null where one has no finish, or no task is one of both.',
    ),
    half_step_finish: daysOrNull('C(H): the plan of the first with the progress of the second; null without 3.4.'),
    progress_delay_days: daysOrNull('C(H) - C(from); null without 3.4.'),
    revision_delay_days: daysOrNull('C(to) - C(H); null without 3.4.'),
    revision: objectOrNull(Revisions('The revisions step by step, in this order; null without 3.4.')),
    scope_with_logic: Type.Boolean({
      description: 'New tasks and old links formed a cycle, so logic_days has both.',
    }),
    controlling_path: taskIds('Controlling path of the progress delay (3.3: of the whole delay), first to last.'),
    attribution: Type.Array(Contribution, {
      description:
        'Its tasks that moved the finish; their days and recovered_elsewhere_days sum to the delay explained.',
    }),
    recovery_days: days('Days the finish was brought forward by progress, 0 or less: by_category and this sum to it.'),
    recovered_elsewhere_days: days(
      'Of them those of no task on the path: the paths that held the finish before came forward.',
    ),
    consumed_float_days: days('Days of slips on the controlling path that its float took up; no delay.'),
    by_category: ByCategory('Days of the attribution that delayed the finish, 0 or more.'),
    concurrent_days: days('Days of owner and contractor that fall together.'),
    concurrency: Type.Array(ConcurrentPair, { description: 'The same by pairs of tasks.' }),
    unequal_concurrent_days: days(
      'Days of the shorter of two unequal delays at one time: work of the other party beside the controlling path would have delayed the finish by them alone, but its path ends more than near_critical_threshold earlier. They are in no other figure (AACE 29R-03, 4.2).',
    ),
    unequal_concurrency: Type.Array(ConcurrentPair, { description: 'The same by pairs of tasks. At most 100.' }),
    possible_pacing: Type.Array(PacingSlip, {
      description: 'Slips that may be pacing: indications that need evidence. At most 100.',
    }),
    possible_pacing_count: countOf('All of them.'),
    float_consumption: Type.Array(FloatSlip, {
      description: 'Slips that float took up: all on the controlling path, and the 100 largest beside it.',
    }),
    float_consumption_count: countOf('All of them.'),
  },
  CLOSED,
)

export const DelayAnalysisData = Type.Object(
  {
    method: OneOf(DELAY_METHODS, { description: 'As used: half_step needs links in every schedule.' }),
    implementation_protocol: OneOf(['3.3', '3.4'], { description: 'MIP of AACE 29R-03.' }),
    mode: OneOf(DELAY_MODES, {
      description: 'network: finishes of the critical-path method; dates: latest finish dates, for want of links.',
    }),
    project_finish_id: taskIdOrNull('Task whose finish is followed; null = the project finish.'),
    near_critical_threshold: days('Distance from the controlling delay that still counts as concurrent.'),
    anchor_date: dateOrNull('Day of offset 0, shared by all schedules.'),
    calendar: CalendarUsed,
    statuses: Type.Array(DelayStatus, { description: 'The schedules compared, earliest first.' }),
    total_delay_days: daysOrNull(
      'Sum of the windows: how far the finish moved from the first to the last schedule; null where one of them has none.',
    ),
    windows: Type.Array(DelayWindow, { description: 'One per pair of neighbours.' }),
    by_category: ByCategory(
      'Days by category over all windows, 0 or more: with recovery_days and revision_delay_days they sum to total_delay_days.',
    ),
    unequal_concurrent_days: days('Of all windows; in no other figure.'),
    recovery_days: days('Recovered by progress over all windows, 0 or less.'),
    consumed_float_days: days('Slips of controlling tasks that float took up, over all windows.'),
    revision_delay_days: daysOrNull('Over all windows; null without 3.4.'),
    revision: objectOrNull(Revisions('Over all windows; null without 3.4.')),
    unexplained_days: days('Delay of windows that dates alone tell, without a path to attribute it to.'),
    entitlement: objectOrNull(
      Type.Object(EntitlementMembers, {
        ...CLOSED,
        description: 'What the days entitle to; null when no task has a delay category, or the delay is not known.',
      }),
    ),
    attribution_method: Type.String({ description: 'How the delay is shared out.' }),
    disclaimer: Type.String({ description: 'What the figures are not.' }),
  },
  { ...CLOSED, $id: 'DelayAnalysisData', description: 'Result of the delay analysis.' },
)
