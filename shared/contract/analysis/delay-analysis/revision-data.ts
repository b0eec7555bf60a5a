/** What revisions of the plan did to the finish: by class, by change. */
import Type, { type TSchema } from 'typebox'
import { CLOSED, countOf, days, daysOrNull, textOrNull } from '../../endpoint/data/members.ts'
import { taskIdOrNull } from '../../endpoint/data/named.ts'
import { OneOf } from '../../schedule/containers.ts'
import { DELAY_CATEGORIES } from '../../schedule/fields.ts'
import { PARTIES } from './account-data.ts'

/** What a revision can be of, in the order that `order: "fixed"` applies. */
export const REVISION_CLASSES = [
  'scope',
  'logic',
  'duration',
  'constraint',
  'calendar',
  'options',
  'project_start',
] as const
/** The classes, and what none of them explains. */
export const REVISION_STEP_NAMES = [...REVISION_CLASSES, 'other'] as const

export const Revisions = (description: string): TSchema =>
  Type.Object(
    {
      scope_days: days('Days due to tasks added, deleted, or moved into or out of the network.'),
      logic_days: days('Days due to changed links between tasks of both schedules.'),
      duration_days: days(
        'Days due to changed durations of work that has not started, and to remaining durations of started work beyond what its progress explains.',
      ),
      constraint_days: days('Days due to changed constraints, external dates and expected finishes.'),
      calendar_days: days(
        'Days due to changed working time: calendars edited, given to other tasks, or another one of the project. This is not a count of calendar days.',
      ),
      options_days: days(
        'Days due to changed scheduling options, for example progress override in place of retained logic.',
      ),
      project_start_days: days('Days due to a changed planned start of the project before any work began.'),
      other_days: days('Days that no class of revisions explains; 0 where each change has a name.'),
    },
    { ...CLOSED, description },
  )

export const RevisionStepRow = Type.Object(
  {
    step: OneOf(REVISION_STEP_NAMES, { description: 'Class of revisions.' }),
    days: days('Days of the class: the same as in `revision`.'),
    calendar_days: daysOrNull('The same in calendar days; null if a date cannot be printed.'),
    min_days: days('Least days of the class over all orders in which the changed classes can be applied.'),
    max_days: days('Most days of the class over all these orders. Equal to min_days where no order matters.'),
    alone_days: days('Days if the class is applied alone to the half-step.'),
    fixed_order_days: days('Days in the fixed order: the order of these rows.'),
  },
  CLOSED,
)

const REVISION_CHANGES = [
  'tasks_added',
  'tasks_deleted',
  'task_type',
  'link_added',
  'link_deleted',
  'link_changed',
  'duration',
  'remaining_duration',
  'constraint',
  'calendar_edited',
  'calendar_of_task',
  'calendar_of_project',
  'option',
  'project_start',
] as const

/** How a change came to its share of the days of its class. */
const REVISION_RULES = ['alone', 'needed', 'largest', 'as_large', 'proportion', 'carried_out'] as const
export type RevisionRule = (typeof REVISION_RULES)[number]

export const RevisionRow = Type.Object(
  {
    step: OneOf(REVISION_STEP_NAMES, { description: 'Class of the change.' }),
    change: OneOf(REVISION_CHANGES, {
      description:
        'What was changed. Added tasks that are linked with one another are one change, and so are deleted ones. All changes of the constraints of a task are one.',
    }),
    id: taskIdOrNull(
      'The task; of several tasks the first by id, of a link the successor. Null if no single task was changed.',
    ),
    predecessor_id: taskIdOrNull('Predecessor of the link; null if the change is not about a link.'),
    subject: textOrNull('Calendar or scheduling option that was changed; null otherwise.'),
    from: textOrNull(
      'Value before, with its unit: a duration (of several tasks, the sum; "2 d of 8 h" where the hours of a day changed with it), a type, a relation, a constraint or other date that holds, a calendar; of an edited calendar its week, hours or days as they were. Null if there was none.',
    ),
    to: textOrNull('Value after, likewise. Null if there is none.'),
    task_count: countOf('Number of tasks that the change is about; 0 for the schedule as a whole.'),
    days: days('Share of the change in the days of its class.'),
    rule: textOrNull(
      'How it came to that share. alone: no other change of the class moves the finish so. needed: they would not be there without it. largest: with those that any of several would make, since the others have float beside it. as_large: several that are as large hold those together. proportion: by what each does alone, or what ends without it. carried_out: its tasks have begun and others waited for them inside the window, so those days are progress, with the rule added_work; days here are what is left of them. Null without days.',
      REVISION_RULES,
    ),
    alone_days: daysOrNull(
      'Days if this were the only revision. Null if it was not tested: only the changes nearest to the controlling paths are.',
    ),
    delay_category: textOrNull('Delay category of its tasks; null if they have none, or several.', DELAY_CATEGORIES),
    party: textOrNull('Party that bears the days; null without a category.', PARTIES),
  },
  CLOSED,
)
