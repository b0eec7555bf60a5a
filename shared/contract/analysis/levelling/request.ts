/** Request body of POST /api/v1/analysis/levelling, and of POST /api/v1/resources/allocate. */
import Type from 'typebox'
import { choice, fields, flag, mustFinishBy, nonNegative, scheduleRequest } from '../../endpoint/request-fields.ts'
import { Day } from '../../schedule/containers.ts'
import { PRIORITY_FIELDS, PriorityTerm } from '../../schedule/resources.ts'
import { ResourceAvailability } from '../resources/request.ts'
import { LEVELLING_EFFORTS, LEVELLING_OBJECTIVES, LEVELLING_RULES, USE_PERIODS } from './words.ts'

export const PRIORITY_MAX = 1_000
export const PRIORITY_DEFAULT = 500

const TaskPriority = Type.Object(
  {
    task_id: Type.String({ description: 'Id of the task.' }),
    priority: Type.Number({
      minimum: 0,
      maximum: PRIORITY_MAX,
      description: '0 to 1000, the greatest first; 1000: the task is never moved for a resource.',
    }),
  },
  { description: 'Priority of a task.' },
)

export const levellingOptions = {
  rule: choice(
    LEVELLING_RULES,
    'Who is placed first; absent: as leveling_options of the schedule say. p6: Primavera P6 (leveling priority, then activity id). ms_project_*: the orders of Microsoft Project. The others as they are named.',
    'late_finish',
  ),
  priority_order: Type.Optional(
    Type.Array(PriorityTerm, {
      minItems: 1,
      maxItems: PRIORITY_FIELDS.length,
      description: 'The order in fields, in the place of that of the rule; equal tasks by id.',
    }),
  ),
  effort: choice(
    LEVELLING_EFFORTS,
    'fast: one pass of the rule. good, best: a search from it, bounded by a number of schedules that follows from the size alone.',
    'fast',
  ),
  objective: choice(
    LEVELLING_OBJECTIVES,
    'earliest_finish of the project, least_change (fewest days of delay in all), or flattest_use (least sum of squares).',
    'earliest_finish',
  ),
  schedules_max: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 500_000, description: 'Most schedules that a search makes; absent: by size.' }),
  ),
  within_float_only: flag(
    'Delay tasks within their total float alone; what then has no room stays over-allocated. Absent: as leveling_options of the schedule say.',
    false,
  ),
  float_kept_days: nonNegative('With within_float_only: total float that stays to each task.', 0, 'days'),
  allow_splits: flag('Work not begun may pause if it ends earlier so.', false),
  split_days_min: nonNegative('With allow_splits: least working days of each part.', 1, 'days'),
  resources: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Names or ids of the resources that are levelled; absent: all with a limit.',
    }),
  ),
  horizon: Type.Optional(Day({ description: 'Last day that is levelled; what lies after it has no limits.' })),
  period: choice(USE_PERIODS, 'Length of the periods in which use is summed.', 'week'),
  fields,
}

const levellingMembers = {
  ...mustFinishBy,
  resource_availability: Type.Optional(Type.Array(ResourceAvailability)),
  task_priorities: Type.Optional(
    Type.Array(TaskPriority, {
      description: `Priorities of tasks, in the place of their leveling_priority; of others without one ${PRIORITY_DEFAULT}.`,
    }),
  ),
}

export const LevellingRequest = scheduleRequest(
  1,
  'Data date: nothing that is left is placed before it. Default: the latest actual date, or the first day of the schedule.',
  levellingOptions,
  levellingMembers,
)
