/**
 * The fields of a task, declared once. The request schema (task.ts), the columns (columns.ts), the readers
 * (compute/engine/read), the frame and the load generator are derived from these rows. Adding a field is adding a row here
 * and its array to ScheduleColumns.
 *
 * Glossary. task: one activity of the schedule. relation: a link between two tasks (FS, SS, FF, SF). lag: days added to
 * a relation, negative for a lead. float: days a task can slip. snapshot: a dated copy of the schedule.
 */

import { type Aliases, aliasSentence, CONSTRAINT_ALIASES, PERCENT_TYPE_ALIASES, TASK_TYPE_ALIASES } from './aliases.ts'

/** How a field is written in the request and held in the columns. */
export type FieldKind =
  | 'id' // string of 1 to ID_LENGTH_MAX characters -> text column `id`
  | 'number' // number or null -> Float64Array, NaN = absent
  | 'day' // "YYYY-MM-DD..." or null -> Int32Array, DAY_ABSENT = absent
  | 'enum' // one of `values` or null -> Uint8Array, 0 = absent, i + 1 = values[i], ENUM_UNKNOWN = not in the list
  | 'boolean' // true, false or null -> Uint8Array, 0 = absent, 1 = false, 2 = true
  | 'text' // string or null -> text column, empty = absent
  | 'code' // string or null, values repeat -> dictionary-coded column
  | 'resource' // one string -> joined with 'resources' into one set per task
  | 'resources' // array of strings -> the same set
  | 'links' // array of strings or objects -> CSR by successor
  | 'assignments' // array of objects -> AssignmentColumns, its resources join the set
  | 'codes' // object of texts -> a set of "name\u001fvalue" per task, dictionary-coded (codes.ts)
  | 'object' // object or null -> the column only says whether it has a key that a check reads (columns.ts, floatRationale)

export interface TaskField {
  /** Name in requests. */
  readonly name: string
  /** Name of the array in ScheduleColumns; several fields may feed one column. */
  readonly column: string
  readonly kind: FieldKind
  readonly description: string
  /** Unit of a number. */
  readonly unit?: 'days' | 'percent' | 'cost'
  /** Bounds of a number. A value outside them is a 422 in a strict row, a finding in a tolerant one. */
  readonly minimum?: number
  readonly maximum?: number
  readonly values?: readonly string[]
  /** Other spellings of the values. */
  readonly aliases?: Aliases
  readonly example: unknown
}

export const ID_LENGTH_MAX = 200

/** Separates the levels of a wbs_name. */
export const WBS_NAME_SEPARATOR = ' > '

export const TASK_TYPES = [
  'task',
  'milestone',
  'loe',
  'summary',
  'schedule_margin',
  'planning_package',
  'slpp',
  'schedule_visibility',
  'start_milestone',
  'finish_milestone',
] as const
export const CONSTRAINT_TYPES = ['ASAP', 'ALAP', 'SNET', 'SNLT', 'FNET', 'FNLT', 'MSO', 'MFO', 'SO', 'FO'] as const
export const PERCENT_TYPES = ['duration', 'physical', 'units'] as const
export const DELAY_CATEGORIES = ['owner', 'contractor', 'design', 'procurement', 'weather', 'force_majeure'] as const
export const APPROVAL_STATUSES = ['not_required', 'pending', 'approved', 'rejected'] as const
export const RELATION_TYPES = ['FS', 'SS', 'FF', 'SF'] as const

export type TaskType = (typeof TASK_TYPES)[number]
export type ConstraintType = (typeof CONSTRAINT_TYPES)[number]
export type PercentType = (typeof PERCENT_TYPES)[number]
export type RelationType = (typeof RELATION_TYPES)[number]

const day = (name: string, column: DayColumn, description: string, example = '2026-03-02'): TaskField => ({
  name,
  column,
  kind: 'day',
  description: `${description} ISO 8601, without time zone. A time of day is read only if the schedule has calendars.`,
  example,
})

/** The columns of dates. Each has a parallel column of times of day (columns.ts, TimeColumns). */
export const DAY_COLUMNS = [
  'plannedStart',
  'plannedFinish',
  'actualStart',
  'actualFinish',
  'baselineStart',
  'baselineFinish',
  'forecastStart',
  'forecastFinish',
  'constraintDate',
  'secondaryConstraintDate',
  'expectedFinish',
  'suspendDate',
  'resumeDate',
  'deadline',
  'externalEarlyStart',
  'externalLateFinish',
  'earlyStart',
  'earlyFinish',
  'lateStart',
  'lateFinish',
] as const
export type DayColumn = (typeof DAY_COLUMNS)[number]
type TimeColumn = `${DayColumn}Time`
export const timeColumnOf = (column: DayColumn): TimeColumn => `${column}Time`

export const TASK_FIELDS: readonly TaskField[] = [
  { name: 'id', column: 'id', kind: 'id', description: 'Unique task identifier.', example: 'A1000' },
  {
    name: 'duration_days',
    column: 'durationDays',
    kind: 'number',
    unit: 'days',
    minimum: 0,
    description:
      "Duration in days of the schedule's calendar. Absent: computed from the planned dates, or else from the baseline dates.",
    example: 5,
  },
  {
    name: 'remaining_duration_days',
    column: 'remainingDurationDays',
    kind: 'number',
    unit: 'days',
    minimum: 0,
    description:
      'Remaining duration in days of the calendar, read only for tasks in progress. Absent: the part of the duration that percent_complete leaves.',
    example: 3,
  },
  {
    name: 'predecessors',
    column: 'links',
    kind: 'links',
    description: 'Predecessor ids or links: "A", "A FS+2 d", "A SS-1 d", or {task_id, type, lag_days}.',
    example: ['A0990', 'A0980 SS+2 d', { task_id: 'A0970', type: 'FF', lag_days: 1 }],
  },
  { name: 'name', column: 'name', kind: 'text', description: 'Task name.', example: 'Pour slab' },
  {
    name: 'resource',
    column: 'resources',
    kind: 'resource',
    description: 'Assigned resource, if there is only one.',
    example: 'Crew 1',
  },
  {
    name: 'resources',
    column: 'resources',
    kind: 'resources',
    description: 'Assigned resources. They form one set with `resource`.',
    example: ['Crew 1', 'Crane'],
  },
  {
    name: 'assignments',
    column: 'assignments',
    kind: 'assignments',
    description:
      'Resources at work on the task, each with its units, work and cost. Their names join `resources`; a resource named there alone works with 1 unit per day.',
    example: [{ resource: 'Crew 1', units_per_day: 3, remaining_units: 120 }],
  },
  {
    name: 'percent_complete',
    column: 'percentComplete',
    kind: 'number',
    unit: 'percent',
    minimum: 0,
    maximum: 100,
    description: 'Completed share of the duration, 0 to 100 percent.',
    example: 40,
  },
  {
    name: 'physical_percent_complete',
    column: 'physicalPercentComplete',
    kind: 'number',
    unit: 'percent',
    minimum: 0,
    maximum: 100,
    description:
      'Completed share of the work, 0 to 100 percent. Earned value is checked against it, unless percent_complete_type says that progress is measured otherwise.',
    example: 35,
  },
  {
    name: 'percent_complete_type',
    column: 'percentCompleteType',
    kind: 'enum',
    values: PERCENT_TYPES,
    aliases: PERCENT_TYPE_ALIASES,
    description: `What the progress of the task is measured by. Absent: physical where physical_percent_complete is given, else duration. ${aliasSentence(PERCENT_TYPE_ALIASES)}`,
    example: 'physical',
  },
  day('planned_start', 'plannedStart', 'Planned start.'),
  day('planned_finish', 'plannedFinish', 'Planned finish: the last day of work.', '2026-03-06'),
  day('actual_start', 'actualStart', 'Actual start.'),
  day('actual_finish', 'actualFinish', 'Actual finish: the last day of work.', '2026-03-06'),
  day('baseline_start', 'baselineStart', 'Baseline start.'),
  day('baseline_finish', 'baselineFinish', 'Baseline finish: the last day of work.', '2026-03-06'),
  {
    name: 'constraint_type',
    column: 'constraintType',
    kind: 'enum',
    values: CONSTRAINT_TYPES,
    aliases: CONSTRAINT_ALIASES,
    description: `Date constraint. MSO, MFO, SO, FO, SNLT and FNLT are hard. MSO and MFO (mandatory) override the logic. SO and FO (start on, finish on) bound the early and the late date, but do not override the logic. ${aliasSentence(CONSTRAINT_ALIASES)}`,
    example: 'SNET',
  },
  day('constraint_date', 'constraintDate', 'Date of the constraint.'),
  {
    name: 'task_type',
    column: 'taskType',
    kind: 'enum',
    values: TASK_TYPES,
    aliases: TASK_TYPE_ALIASES,
    description: `Type of the task, default task. It decides which checks count the task. ${aliasSentence(TASK_TYPE_ALIASES)}`,
    example: 'task',
  },
  {
    name: 'wbs_code',
    column: 'wbsCode',
    kind: 'code',
    description: 'Work breakdown structure code.',
    example: '1.2.3',
  },
  {
    name: 'organization_code',
    column: 'organizationCode',
    kind: 'code',
    description: 'Responsible organisation. The progress audit groups its anomalies by it.',
    example: 'CIV',
  },
  {
    name: 'codes',
    column: 'codes',
    kind: 'codes',
    description:
      'Activity codes and custom fields of the task: the value of each by its name. Files of P6 and Microsoft Project bring theirs (activity codes, user-defined fields, outline codes). At most 200 names; values are texts up to 200 characters.',
    example: { Responsibility: 'GC' },
  },
  {
    name: 'custom_field_map',
    column: 'floatRationale',
    kind: 'object',
    description: 'Custom fields by alias. Only the keys float_rationale and float_justification are read (06A211a).',
    example: { float_rationale: 'Weather window' },
  },
  day('forecast_start', 'forecastStart', 'Forecast start.'),
  day('forecast_finish', 'forecastFinish', 'Forecast finish: the last day of work.', '2026-03-06'),
  {
    name: 'total_float_days',
    column: 'totalFloatDays',
    kind: 'number',
    unit: 'days',
    description:
      'Total float as another tool computed it, in days of the calendar. Absent: the critical-path method computes it.',
    example: 3,
  },
  {
    name: 'baseline_duration_days',
    column: 'baselineDurationDays',
    kind: 'number',
    unit: 'days',
    minimum: 0,
    description: 'Baseline duration in days of the calendar. Absent: computed from the baseline dates.',
    example: 5,
  },
  {
    name: 'delay_category',
    column: 'delayCategory',
    kind: 'enum',
    values: DELAY_CATEGORIES,
    description: 'Party or cause that is responsible for a delay of this task.',
    example: 'owner',
  },
  {
    name: 'earned_value',
    column: 'earnedValue',
    kind: 'number',
    unit: 'cost',
    description: 'Earned value (BCWP) in cost units. Read only with options.include_ev_validation.',
    example: 1200,
  },
  {
    name: 'budgeted_cost',
    column: 'budgetedCost',
    kind: 'number',
    unit: 'cost',
    description: 'Budgeted cost (BCWS) in cost units.',
    example: 3000,
  },
  {
    name: 'approval_required',
    column: 'approvalRequired',
    kind: 'boolean',
    description: 'True if the task must be approved before it starts.',
    example: true,
  },
  {
    name: 'approval_status',
    column: 'approvalStatus',
    kind: 'enum',
    values: APPROVAL_STATUSES,
    description: 'Status of the approval.',
    example: 'approved',
  },
  {
    name: 'calendar_id',
    column: 'calendarId',
    kind: 'code',
    description: 'Calendar of the task: an id in `calendars`. Absent: the default calendar.',
    example: '5-day',
  },
  {
    name: 'secondary_constraint_type',
    column: 'secondaryConstraintType',
    kind: 'enum',
    values: CONSTRAINT_TYPES,
    aliases: CONSTRAINT_ALIASES,
    description: 'Second date constraint. Read only if the schedule has calendars.',
    example: 'FNLT',
  },
  day('secondary_constraint_date', 'secondaryConstraintDate', 'Date of the second constraint.'),
  day('expected_finish', 'expectedFinish', 'Expected finish. Read with scheduling_options.use_expected_finish.'),
  day('suspend_date', 'suspendDate', 'Day on which the work was suspended.'),
  day('resume_date', 'resumeDate', 'Day on which suspended or split work resumes.'),
  day('deadline', 'deadline', 'Deadline of Microsoft Project. It limits the late finish and moves no early date.'),
  day('external_early_start', 'externalEarlyStart', 'Earliest start set by a link from another project.'),
  day('external_late_finish', 'externalLateFinish', 'Latest finish set by a link to another project.'),
  {
    name: 'manually_scheduled',
    column: 'manuallyScheduled',
    kind: 'boolean',
    description: 'Microsoft Project: true keeps the planned dates, whatever the logic gives.',
    example: false,
  },
  {
    name: 'leveling_delay_days',
    column: 'levelingDelayDays',
    kind: 'number',
    unit: 'days',
    minimum: 0,
    description:
      'Microsoft Project: days of 24 hours by which resource leveling puts the start later than links and constraints do. Read by its rules, unless scheduling_options.respect_leveling_delay is false.',
    example: 2,
  },
  {
    name: 'leveling_priority',
    column: 'levelingPriority',
    kind: 'number',
    minimum: 0,
    maximum: 1000,
    description:
      "Priority in resource leveling, 0 to 1000, default 500. Files bring theirs: Microsoft Project's 0 to 1000; P6's Top 900, High 600, Normal 500, Low 400, Lowest 100. Only levelling reads it.",
    example: 600,
  },
  {
    name: 'on_longest_path',
    column: 'onLongestPath',
    kind: 'boolean',
    description:
      'Whether the tool that made the schedule had the task on its longest path (P6: driving_path_flag). Only data.agreement reads it.',
    example: true,
  },
  {
    name: 'leveling_can_split',
    column: 'levelingCanSplit',
    kind: 'boolean',
    description:
      'Microsoft Project: false keeps the work in one piece where levelling may split (options.allow_splits). Absent: it may be split. Only levelling reads it.',
    example: false,
  },
  {
    name: 'row_number',
    column: 'rowNumber',
    kind: 'number',
    minimum: 0,
    description:
      'Microsoft Project: ID, the row of the task in its table, which is no id here. Only levelling reads it, for the rules of Microsoft Project.',
    example: 12,
  },
  {
    name: 'resource_dependent',
    column: 'resourceDependent',
    kind: 'boolean',
    description:
      "P6: true lets the assignments decide the dates. Each driving one works its remaining units at its rate in its resource's calendar. Read only if the schedule has calendars.",
    example: false,
  },
  day(
    'early_start',
    'earlyStart',
    'Early start as another tool computed it. It is only compared with the computed date.',
  ),
  day('early_finish', 'earlyFinish', 'Early finish as another tool computed it. Only compared.', '2026-03-06'),
  day('late_start', 'lateStart', 'Late start as another tool computed it. Only compared.'),
  day('late_finish', 'lateFinish', 'Late finish as another tool computed it. Only compared.', '2026-03-06'),
  {
    name: 'free_float_days',
    column: 'freeFloatDays',
    kind: 'number',
    unit: 'days',
    description: 'Free float as another tool computed it, in days of the calendar. Only compared.',
    example: 0,
  },
  {
    name: 'parent_id',
    column: 'parentId',
    kind: 'code',
    description:
      'Id of the summary task above this one. In Microsoft Project, links of a summary apply to the tasks below it.',
    example: 'S1',
  },
  {
    name: 'wbs_name',
    column: 'wbsName',
    kind: 'code',
    description: `Names of the levels of wbs_code, outermost first, joined by "${WBS_NAME_SEPARATOR}". Only shown in results.`,
    example: `Bridge${WBS_NAME_SEPARATOR}Foundations`,
  },
]
