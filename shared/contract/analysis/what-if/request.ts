/** Request body of POST /api/v1/analysis/what-if. */
import Type from 'typebox'
import { fields, flag, mustFinishBy, nonNegative, scheduleRequest } from '../../endpoint/request-fields.ts'
import { tableForm } from '../../endpoint/table-form.ts'
import { changeList } from '../../schedule/changes.ts'
import { Day, OneOf } from '../../schedule/containers.ts'
import { LEVERS } from './words.ts'

const ALTERNATIVES_MAX = 100
export const STEPS_MAX = 1_000
export const STEPS_DEFAULT = 200

const Alternative = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: 200, description: 'Name in the result; default: its number.' })),
    changes: changeList('Changes of this alternative, applied in order.'),
  },
  { description: 'Changes that are computed together.' },
)

const share = (description: string, defaultValue: number) =>
  Type.Optional(Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1, default: defaultValue, description }))

const SearchLimits = Type.Object(
  {
    max_steps: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: STEPS_MAX,
        default: STEPS_DEFAULT,
        description: 'Largest number of schedules that are computed.',
      }),
    ),
    max_moves: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 50, default: 10, description: 'Largest number of moves in one option.' }),
    ),
    max_options: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 10, description: 'Largest number of options in the result.' }),
    ),
    overlap_share: share('Share of a predecessor that its successor may overlap.', 0.5),
    crash_share: share('Share of what is left of a task that a crash takes off.', 0.25),
    calendar_id: Type.Optional(
      Type.String({ description: 'Calendar that tasks may move to; default: the one with the most work in a week.' }),
    ),
    exclude_task_ids: Type.Optional(Type.Array(Type.String(), { description: 'Tasks that no move may touch.' })),
  },
  { description: 'Bounds of the search.' },
)

const Search = Type.Object(
  {
    target_finish: Type.Optional(Day({ description: 'Finish to reach; absent: as early as can be.' })),
    levers: Type.Optional(
      Type.Array(OneOf(LEVERS, { description: 'Kind of a move.' }), {
        minItems: 1,
        description:
          'Moves that are tried on the longest path; default all. overlap: an FS link becomes SS and FF, so that the tasks overlap. crash: less work left. calendar: another calendar of the task. remove_constraint: its constraint goes. resequence: two tasks in FS order go side by side.',
      }),
    ),
    limits: Type.Optional(SearchLimits),
  },
  {
    description: 'Tries moves on the longest path and returns the best, measured. {}: all levers, as early as can be.',
  },
)

export const WhatIfRequest = scheduleRequest(
  1,
  'Data date: no unfinished work is scheduled before it.',
  {
    milestones: Type.Optional(
      Type.Array(Type.String(), { maxItems: 200, description: 'Ids of tasks whose finishes are compared, too.' }),
    ),
    float_limit_days: nonNegative('Tasks are listed whose total float falls below it.', 0, 'days'),
    include_tasks: flag('Add the tasks that the first alternative reaches, with their dates and floats.', false),
    table: tableForm,
    fields,
  },
  {
    ...mustFinishBy,
    changes: Type.Optional(
      changeList('Changes of a single alternative, called changes in the result. Several: alternatives.'),
    ),
    alternatives: Type.Optional(
      Type.Array(Alternative, { maxItems: ALTERNATIVES_MAX, description: 'Alternatives, each computed by itself.' }),
    ),
    search: Type.Optional(Search),
  },
)
