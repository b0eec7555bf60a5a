/**
 * A change of a schedule as a request says it: one object, of which one member says what is changed (CHANGE_KINDS). What-if, time impact and whatever
 * else edits a schedule take the same; compute/engine/edits applies them.
 */
import Type, { type Static, type TSchema } from 'typebox'
import { Calendar, Day, OneOf } from './containers.ts'
import { ID_LENGTH_MAX, RELATION_TYPES, TASK_FIELDS } from './fields.ts'
import { Task } from './task.ts'

/** Each change has exactly one of these. */
export const CHANGE_KINDS = [
  'task_id',
  'add_task',
  'remove_task',
  'link',
  'unlink',
  'change_link',
  'status_date',
  'calendar',
] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** Changes of one alternative. */
const CHANGES_MAX = 1_000

/** Members of a task that a change can set; the id is how it is named. */
export const CHANGED_FIELDS: readonly string[] = TASK_FIELDS.map(({ name }) => name).filter(name => name !== 'id')

const given = (Task as unknown as { readonly properties: Readonly<Record<string, TSchema>> }).properties

/** Objects whose members have names of the sender's choice. */
const OF_ANY_NAMES: Readonly<Record<string, TSchema>> = {
  codes: Type.Unsafe({ type: 'string' }),
  custom_field_map: Type.Unsafe({}),
}

const memberOf = (name: string): TSchema => {
  const values = OF_ANY_NAMES[name]
  return values === undefined ? given[name]! : Type.Unsafe({ ...given[name], patternProperties: { '^.*$': values } })
}

const TASK_MEMBERS: Readonly<Record<string, TSchema>> = Object.fromEntries(
  CHANGED_FIELDS.map(name => [name, Type.Optional(memberOf(name))]),
)

const idOf = (description: string) => Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX, description })
const lag = (description: string) => Type.Optional(Type.Number({ description, 'x-unit': 'days' }))

const PAIR = {
  predecessor: idOf('Id of the predecessor.'),
  successor: idOf('Id of the successor.'),
}

const ELAPSED = Type.Optional(Type.Boolean({ description: 'True: the lag counts round the clock.' }))

export const AddedTask = Type.Object(
  { id: idOf('Id of the new task, which no other task has.'), ...TASK_MEMBERS },
  { $id: 'AddedTask', description: 'A task as in `tasks`.' },
)

/** Marks the schema of a change. */
export const CHANGE_MARK = 'x-schedule-change'

/** Members of a change that are no fields of a task. */
const ACTIONS = {
  task_id: Type.Optional(idOf('Task whose members change: those that stand beside it.')),
  clear: Type.Optional(
    Type.Array(OneOf(CHANGED_FIELDS, { description: 'Name of a member of a task.' }), {
      description: 'With task_id: members that the task is to have no more, since null counts as absent.',
    }),
  ),
  add_task: Type.Optional(AddedTask),
  successors: Type.Optional(
    Type.Unsafe<readonly unknown[]>({
      ...(given.predecessors as object),
      description: 'With add_task: links from it to tasks that follow, each written as a predecessor is.',
      examples: [['A1010']],
    }),
  ),
  remove_task: Type.Optional(idOf('Task that goes, with its links.')),
  reconnect: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'With remove_task: true links each of its predecessors with each of its successors, as if it took no time: from the end that led to it, to the end that it led to, the lags added.',
    }),
  ),
  link: Type.Optional(
    Type.Object(
      {
        ...PAIR,
        type: Type.Optional(OneOf(RELATION_TYPES, { description: 'Relation, default FS.' })),
        lag_days: lag('Lag in days, default 0.'),
        lag_elapsed: ELAPSED,
      },
      { description: 'A link to add; of one that is there (same tasks and type) the lag becomes this one.' },
    ),
  ),
  unlink: Type.Optional(
    Type.Object(
      {
        ...PAIR,
        type: Type.Optional(OneOf(RELATION_TYPES, { description: 'Relation; absent: all between the two.' })),
      },
      { description: 'A link that goes.' },
    ),
  ),
  change_link: Type.Optional(
    Type.Object(
      {
        ...PAIR,
        type: Type.Optional(
          OneOf(RELATION_TYPES, { description: 'Relation of the link as it is; needed where the two have several.' }),
        ),
        to_type: Type.Optional(OneOf(RELATION_TYPES, { description: 'Its new relation; absent: as it is.' })),
        lag_days: lag('Its new lag in days; absent: as it is.'),
        lag_elapsed: ELAPSED,
      },
      { description: 'A link whose type or lag changes.' },
    ),
  ),
  status_date: Type.Optional(Day({ description: 'New data date of the schedule.' })),
  calendar: Type.Optional(Calendar),
}

const ScheduleChange = Type.Object(
  { ...ACTIONS, ...(TASK_MEMBERS as Record<never, never>) },
  {
    $id: 'ScheduleChange',
    [CHANGE_MARK]: true,
    description: `A change: exactly one of ${CHANGE_KINDS.join(', ')}. Beside task_id stand the members of the task that change, as in \`tasks\`; predecessors replace all links into it. Changes apply in order.`,
  },
)

export const changeList = (description: string) => Type.Array(ScheduleChange, { maxItems: CHANGES_MAX, description })

/** As a request sends it: null counts as absent. */
export type SentChange = {
  readonly [Name in keyof Static<typeof ScheduleChange>]?: Static<typeof ScheduleChange>[Name] | null
} & {
  readonly [field: string]: unknown
}
