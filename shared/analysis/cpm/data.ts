/** `data` of POST /api/v1/analysis/cpm. */
import Type from 'typebox'
import {
  CLOSED,
  countOf,
  dateOrNull,
  days,
  daysOrNull,
  momentOrNull,
  numberOrNull,
  objectOrNull,
  textOrNull,
} from '../../endpoint/data/members.ts'
import { taskId, taskIdOrNull, taskIds } from '../../endpoint/data/named.ts'
import { OneOf } from '../../schedule/containers.ts'
import { CONSTRAINT_TYPES, RELATION_TYPES, TASK_TYPES } from '../../schedule/fields.ts'
import { DIVERGENCE_REASONS, DRIVERS } from './words.ts'

export const DATA_DATE_SOURCES = ['status_date', 'inferred', 'none'] as const
export const CALENDAR_MODES = ['calendar_days', 'working_days', 'custom', 'task_calendars'] as const
export const CALENDAR_SOURCES = ['auto', 'given'] as const

export const CalendarUsed = Type.Object(
  {
    mode: OneOf(CALENDAR_MODES, {
      description:
        'Calendar that durations, lags, floats and offsets are days of. task_calendars: durations and floats are days of the calendar of each task; offsets and what lies between two of them (movements of a finish, delays, drag, relationship floats) are elapsed calendar days; work_days are those of the default calendar, in which dates are counted.',
    }),
    source: OneOf(CALENDAR_SOURCES, { description: 'auto: inferred from the durations; given: as the request says.' }),
    work_days: Type.Array(Type.Integer(), { description: 'ISO weekdays that work is done on, 1 = Monday.' }),
    evidence_for: countOf('Tasks of 6 days or more whose duration fits their dates in this calendar.'),
    evidence_against: countOf('Those whose duration fits in the other calendar.'),
  },
  CLOSED,
)

export const DataDateUsed = Type.Object(
  {
    date: momentOrNull('Day no unfinished work lies before; null when the schedule has no date.'),
    offset: days('The same as an offset.'),
    source: OneOf(DATA_DATE_SOURCES, {
      description: 'status_date: as given; inferred: the day after the latest actual date; none: the project start.',
    }),
  },
  CLOSED,
)

export const DataDateUnlessCycle = Type.Unsafe({
  ...DataDateUsed,
  type: ['object', 'null'],
  description: 'Null while the links form a cycle.',
})

const TaskTimes = Type.Object(
  {
    id: taskId(),
    early_start: daysOrNull('Offset; the actual start when started. Null for summaries.'),
    early_finish: daysOrNull('Offset, exclusive.'),
    late_start: daysOrNull('Offset; of the remaining work when in progress. Null when complete and for LOE.'),
    late_finish: daysOrNull('Offset, exclusive.'),
    early_start_date: momentOrNull('Null without an anchor.'),
    early_finish_date: momentOrNull('Last day of work.'),
    late_start_date: momentOrNull('Null when complete.'),
    late_finish_date: momentOrNull('Last day of work.'),
    remaining_early_start_date: Type.Optional(
      momentOrNull(
        "With calendars and P6's rules: start of the work that is left, which P6 shows as the early start of started work. Null when complete.",
      ),
    ),
    total_float_days: daysOrNull('Days the task can slip without moving the project finish; null when complete.'),
    free_float_days: daysOrNull('Days it can slip without moving a successor; null when complete.'),
    drag_days: daysOrNull(
      'Days the project would end sooner without it; null off the longest path, when complete, and where CPM_DRAG_LEFT_OUT says so.',
    ),
    is_critical: Type.Boolean({ description: 'Incomplete and total float <= 0.' }),
    is_on_longest_path: Type.Boolean({ description: 'On a chain of driving links to the project finish.' }),
    driver: textOrNull(
      'What sets the early dates (in progress: those of the remaining work). link: driven_by has the predecessors; constraint: see driving_constraints. Null when complete, for LOE and summaries.',
      DRIVERS.filter(driver => driver !== null),
    ),
    driven_by: taskIds(
      'Predecessors whose driving links reach the task; they set its early dates where driver is link.',
    ),
  },
  CLOSED,
)

const TaskDetail = Type.Object(
  {
    wbs_code: textOrNull('As given.'),
    wbs_name: textOrNull('As given: the names of its levels.'),
    parent_id: textOrNull('Summary the task lies under, as given.'),
    task_type: textOrNull('As given.', TASK_TYPES),
    calendar_id: textOrNull('As given.'),
    duration_days: days('Duration that was computed with.'),
    remaining_duration_days: daysOrNull('As given.'),
    percent_complete: numberOrNull('As given.', 'percent'),
    actual_start: dateOrNull('Day, as given.'),
    actual_finish: dateOrNull('Day, as given.'),
    baseline_start: dateOrNull('Day, as given.'),
    baseline_finish: dateOrNull('Day, as given.'),
    constraint_type: textOrNull('As given.', CONSTRAINT_TYPES),
    constraint_date: dateOrNull('Day, as given.'),
  },
  CLOSED,
)

const DrivingConstraint = Type.Object(
  {
    id: taskId(),
    constraint_type: OneOf(CONSTRAINT_TYPES, { description: 'Constraint that sets the early dates.' }),
    constraint_date: dateOrNull('Null for ALAP.'),
    held_days: days(
      'Days the task starts later than its links and the data date allow. Negative: MSO or MFO puts it before its links.',
    ),
  },
  CLOSED,
)

const DivergentTask = Type.Object(
  {
    id: taskId(),
    is_critical: Type.Boolean(),
    is_on_longest_path: Type.Boolean(),
    reason: OneOf(DIVERGENCE_REASONS, {
      description:
        'complete: finished work has no float; late_constraint: a constraint, not the project finish, takes the float; must_finish_by: total floats count to that day and not to the computed finish; as_late_as_possible: ALAP spent the float; critical_float_days_max: the schedule calls another total float than 0 critical; calendars: tasks in different calendars follow each other, and one has float where the other has no working time.',
    }),
    held_by: taskIdOrNull('Task whose constraint takes the float.'),
  },
  CLOSED,
)

const LinkDetail = Type.Object(
  {
    predecessor: taskId(),
    successor: taskId(),
    type: OneOf(RELATION_TYPES, { description: 'Relation.' }),
    lag_days: days('Negative = lead.'),
    relationship_float_days: daysOrNull(
      'Days between the two ends; negative = violated. Null: the link holds nothing, such as one into started work by the rules of Microsoft Project.',
    ),
    is_driving: Type.Boolean(),
  },
  CLOSED,
)

const NetworkDetails = Type.Object(
  {
    task_count: countOf('Tasks in the passes: no summaries, no LOE.'),
    link_count: countOf('Live links.'),
    start_tasks: taskIds('Tasks without a live predecessor.'),
    finish_tasks: taskIds('Tasks without a live successor.'),
    relationship_counts: Type.Object(
      Object.fromEntries(RELATION_TYPES.map(type => [type, countOf(`Live ${type} links.`)])),
      CLOSED,
    ),
    relationship_ratio: Type.Unsafe<number | null>({ type: ['number', 'null'], description: 'Links per task.' }),
    logic_density: Type.Unsafe<number | null>({ type: ['number', 'null'], description: 'Link ends per task.' }),
    component_count: countOf('Parts of the network that no link joins.'),
    largest_component: countOf('Tasks in the largest of them.'),
    links: Type.Array(LinkDetail, { description: 'Live links by successor.' }),
  },
  CLOSED,
)

/** Fields of a task that another tool computed, too. */
export const AGREEMENT_FIELDS = [
  'total_float_days',
  'early_start',
  'early_finish',
  'late_start',
  'late_finish',
] as const

const FieldAgreement = Type.Object(
  {
    field: OneOf(AGREEMENT_FIELDS, { description: 'Field of a task.' }),
    compared_count: countOf('Open tasks whose value the file stores.'),
    equal_count: countOf(
      'Those whose computed value is the same: moments with no working time between them, floats within 0.02 days.',
    ),
    largest_difference_days: days(
      "Largest difference, computed less stored, in working days of the task's calendar; 0 = none.",
    ),
    largest_difference_id: taskIdOrNull('The task that has it.'),
  },
  CLOSED,
)

const DifferenceOrigin = Type.Object(
  {
    id: taskId(),
    field: OneOf(AGREEMENT_FIELDS, { description: 'Field that differs.' }),
    difference_days: days("Computed less stored, in working days of the task's calendar."),
    driver: textOrNull(
      'What sets the early dates that were computed.',
      DRIVERS.filter(driver => driver !== null),
    ),
    constraint_type: textOrNull('Constraint of the task.', CONSTRAINT_TYPES),
  },
  CLOSED,
)

const Agreement = Type.Object(
  {
    open_task_count: countOf('Tasks that are not complete.'),
    fields: Type.Array(FieldAgreement, { description: 'One per field.' }),
    stored_finish: dateOrNull('Latest early finish that the file stores of an open task; null: it stores none.'),
    computed_finish: dateOrNull('Latest early finish computed for the same tasks.'),
    differences_begin_at: Type.Array(DifferenceOrigin, {
      description:
        'Tasks with a value that differs while no neighbour that it follows from does: predecessors for early dates, successors for late ones. Largest first, at most 20.',
    }),
    differences_begin_count: countOf('All such tasks.'),
  },
  {
    ...CLOSED,
    description:
      'How far the computed dates and floats are those that the tool of the file stored. Only of schedules with calendars.',
  },
)

export const CpmData = Type.Object(
  {
    project_duration_days: days('P: offset of the project finish, the latest early finish of the incomplete tasks.'),
    project_start_date: momentOrNull('Day of offset 0; null when the schedule has no date.'),
    project_finish_date: momentOrNull('Last day of work.'),
    must_finish_by: momentOrNull(
      'As given: the day that total floats count to. Null: they count to the computed finish.',
    ),
    progress_override_finish: daysOrNull('P under progress override, when it differs from retained logic.'),
    data_date: DataDateUsed,
    calendar: CalendarUsed,
    filtered: Type.Boolean({ description: 'options.relationship_types left links out.' }),
    ignored_link_count: countOf('Links it left out.'),
    critical_path: taskIds('Incomplete tasks with total float <= 0, by early start, early finish, input.'),
    longest_path: taskIds('Tasks on driving chains to the project finish, in the same order.'),
    divergence: Type.Array(DivergentTask, { description: 'Tasks in one of the two lists only.' }),
    near_critical: taskIds('Tasks with a total float above 0 and up to near_critical_days, in the same order.'),
    near_critical_days: days('Bound of near_critical.'),
    driving_constraints: Type.Array(DrivingConstraint, {
      description: 'Tasks whose driver is a constraint, in input order.',
    }),
    tasks: Type.Array(TaskTimes, { description: 'One per task, in input order.' }),
    task_details: Type.Optional(
      Type.Array(TaskDetail, { description: 'What the schedule says of each task: entry i is of tasks[i].' }),
    ),
    agreement: Type.Optional(objectOrNull(Agreement)),
    network_details: Type.Optional(NetworkDetails),
  },
  { ...CLOSED, $id: 'CPMData', description: 'Result of the critical-path method.' },
)
