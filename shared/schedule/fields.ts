/**
 * The fields of a task, declared once. The request schema (task.ts), the columns (columns.ts), the readers
 * (compute/engine/read), the frame and the load generator are derived from these rows. Adding a field is adding a row here
 * and its array to ScheduleColumns.
 *
 * Glossary. task: one activity of the schedule. relation: a link between two tasks (FS, SS, FF, SF). lag: days added to
 * a relation, negative for a lead. float: days a task can slip. snapshot: a dated copy of the schedule.
 */

import { type Aliases, aliasSentence, CONSTRAINT_ALIASES, TASK_TYPE_ALIASES } from './aliases.ts'

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
  | 'object' // object or null -> only whether its keys matter to a check is kept (see columns.ts, floatRationale)

export interface TaskField {
  /** Name in requests. */
  readonly name: string
  /** Name of the array in ScheduleColumns; several fields may feed one column. */
  readonly column: string
  readonly kind: FieldKind
  readonly description: string
  /** Unit of a number. */
  readonly unit?: 'days' | 'percent' | 'cost'
  /** Bounds of a number; outside them: 422 where the row is strict, a finding where it is tolerant. */
  readonly minimum?: number
  readonly maximum?: number
  readonly values?: readonly string[]
  /** Other spellings of the values. */
  readonly aliases?: Aliases
  readonly example: unknown
  /** It came later: an input that has no value of it keeps the fingerprint that it had before (input-hash.ts). */
  readonly isLater?: boolean
}

export const ID_LENGTH_MAX = 200

/** Between the levels of a wbs_name. */
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
export const DELAY_CATEGORIES = ['owner', 'contractor', 'design', 'procurement', 'weather', 'force_majeure'] as const
export const APPROVAL_STATUSES = ['not_required', 'pending', 'approved', 'rejected'] as const
export const RELATION_TYPES = ['FS', 'SS', 'FF', 'SF'] as const

export type TaskType = (typeof TASK_TYPES)[number]
export type ConstraintType = (typeof CONSTRAINT_TYPES)[number]
export type RelationType = (typeof RELATION_TYPES)[number]

const day = (name: string, column: DayColumn, description: string, example = '2026-03-02'): TaskField => ({
  name,
  column,
  kind: 'day',
  description: `${description} ISO 8601; the first ten characters count, and a time of day where calendars are given; no zone shift.`,
  example,
})

/** Fields that came with calendars. */
const later = (field: TaskField): TaskField => ({ ...field, isLater: true })

/** The columns of dates. Each has a column of times of day beside it (columns.ts, TimeColumns). */
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
export type TimeColumn = `${DayColumn}Time`
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
      "Duration in days of the schedule's calendar. Absent: taken from the planned, else the baseline dates.",
    example: 5,
  },
  {
    name: 'remaining_duration_days',
    column: 'remainingDurationDays',
    kind: 'number',
    unit: 'days',
    minimum: 0,
    description:
      'Days still to do of a task in progress. Absent: the duration less percent_complete of it. Read of tasks in progress only.',
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
    description: 'Single assigned resource.',
    example: 'Crew 1',
  },
  {
    name: 'resources',
    column: 'resources',
    kind: 'resources',
    description: 'Multiple assigned resources; joined with `resource` into one set.',
    example: ['Crew 1', 'Crane'],
  },
  {
    name: 'percent_complete',
    column: 'percentComplete',
    kind: 'number',
    unit: 'percent',
    minimum: 0,
    maximum: 100,
    description: 'Percent complete, 0 to 100.',
    example: 40,
  },
  {
    name: 'physical_percent_complete',
    column: 'physicalPercentComplete',
    kind: 'number',
    unit: 'percent',
    minimum: 0,
    maximum: 100,
    description: 'Physical percent complete, 0 to 100; authoritative for earned value.',
    example: 35,
  },
  day('planned_start', 'plannedStart', 'Planned start.'),
  day('planned_finish', 'plannedFinish', 'Planned finish, inclusive.', '2026-03-06'),
  day('actual_start', 'actualStart', 'Actual start.'),
  day('actual_finish', 'actualFinish', 'Actual finish, inclusive.', '2026-03-06'),
  day('baseline_start', 'baselineStart', 'Baseline start.'),
  day('baseline_finish', 'baselineFinish', 'Baseline finish, inclusive.', '2026-03-06'),
  {
    name: 'constraint_type',
    column: 'constraintType',
    kind: 'enum',
    values: CONSTRAINT_TYPES,
    aliases: CONSTRAINT_ALIASES,
    description: `Date constraint. MSO, MFO, SO, FO, SNLT and FNLT are hard. MSO and MFO (mandatory) win over the logic; SO and FO (start on, finish on) hold both ways as far as the logic lets them. ${aliasSentence(CONSTRAINT_ALIASES)}`,
    example: 'SNET',
  },
  day('constraint_date', 'constraintDate', 'Date of the constraint.'),
  {
    name: 'task_type',
    column: 'taskType',
    kind: 'enum',
    values: TASK_TYPES,
    aliases: TASK_TYPE_ALIASES,
    description: `Kind of task, default task; drives exclusions in the checks. ${aliasSentence(TASK_TYPE_ALIASES)}`,
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
    description: 'Responsible organisation; groups the anomalies of the progress audit.',
    example: 'CIV',
  },
  {
    name: 'custom_field_map',
    column: 'floatRationale',
    kind: 'object',
    description: 'Custom fields by alias. Only the keys float_rationale and float_justification are read (06A211a).',
    example: { float_rationale: 'Weather window' },
  },
  day('forecast_start', 'forecastStart', 'Forecast start.'),
  day('forecast_finish', 'forecastFinish', 'Forecast finish, inclusive.', '2026-03-06'),
  {
    name: 'total_float_days',
    column: 'totalFloatDays',
    kind: 'number',
    unit: 'days',
    description: 'Total float computed by another tool; computed by the critical-path method when absent.',
    example: 3,
  },
  {
    name: 'baseline_duration_days',
    column: 'baselineDurationDays',
    kind: 'number',
    unit: 'days',
    minimum: 0,
    description: 'Baseline duration in days; from the baseline dates when absent.',
    example: 5,
  },
  {
    name: 'delay_category',
    column: 'delayCategory',
    kind: 'enum',
    values: DELAY_CATEGORIES,
    description: 'Party or cause answerable for a delay of this task.',
    example: 'owner',
  },
  {
    name: 'earned_value',
    column: 'earnedValue',
    kind: 'number',
    unit: 'cost',
    description: 'Earned value (BCWP); read only with options.include_ev_validation.',
    example: 1200,
  },
  {
    name: 'budgeted_cost',
    column: 'budgetedCost',
    kind: 'number',
    unit: 'cost',
    description: 'Budgeted cost (BCWS).',
    example: 3000,
  },
  {
    name: 'approval_required',
    column: 'approvalRequired',
    kind: 'boolean',
    description: 'The task needs explicit approval before it starts.',
    example: true,
  },
  {
    name: 'approval_status',
    column: 'approvalStatus',
    kind: 'enum',
    values: APPROVAL_STATUSES,
    description: 'State of the approval.',
    example: 'approved',
  },
  later({
    name: 'calendar_id',
    column: 'calendarId',
    kind: 'code',
    description: 'Calendar of the task: an id of `calendars`. Absent: the default one.',
    example: '5-day',
  }),
  later({
    name: 'secondary_constraint_type',
    column: 'secondaryConstraintType',
    kind: 'enum',
    values: CONSTRAINT_TYPES,
    aliases: CONSTRAINT_ALIASES,
    description: 'Second date constraint; read where calendars are given.',
    example: 'FNLT',
  }),
  later(day('secondary_constraint_date', 'secondaryConstraintDate', 'Date of the second constraint.')),
  later(day('expected_finish', 'expectedFinish', 'Expected finish; read with scheduling_options.use_expected_finish.')),
  later(day('suspend_date', 'suspendDate', 'Day the work was suspended.')),
  later(day('resume_date', 'resumeDate', 'Day the suspended (or split) work goes on.')),
  later(day('deadline', 'deadline', 'Deadline of Microsoft Project: bounds the late finish, moves no date.')),
  later(day('external_early_start', 'externalEarlyStart', 'Early start that a link from another project left.')),
  later(day('external_late_finish', 'externalLateFinish', 'Late finish that a link to another project left.')),
  later({
    name: 'manually_scheduled',
    column: 'manuallyScheduled',
    kind: 'boolean',
    description: 'Microsoft Project: the planned dates stand as they are, whatever the logic says.',
    example: false,
  }),
  later(day('early_start', 'earlyStart', 'Early start as another tool computed it: compared, never used.')),
  later(day('early_finish', 'earlyFinish', 'Early finish as another tool computed it.', '2026-03-06')),
  later(day('late_start', 'lateStart', 'Late start as another tool computed it.')),
  later(day('late_finish', 'lateFinish', 'Late finish as another tool computed it.', '2026-03-06')),
  later({
    name: 'free_float_days',
    column: 'freeFloatDays',
    kind: 'number',
    unit: 'days',
    description: 'Free float as another tool computed it: compared, never used.',
    example: 0,
  }),
  later({
    name: 'parent_id',
    column: 'parentId',
    kind: 'code',
    description:
      'Id of the summary task that this one lies under; links of a summary hold what lies under it (Microsoft Project).',
    example: 'S1',
  }),
  later({
    name: 'wbs_name',
    column: 'wbsName',
    kind: 'code',
    description: `Names of the levels of wbs_code, the outermost first, with "${WBS_NAME_SEPARATOR}" between them: only shown.`,
    example: `Bridge${WBS_NAME_SEPARATOR}Foundations`,
  }),
]
