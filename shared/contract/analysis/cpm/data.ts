/** `data` of POST /api/v1/analysis/cpm. */
import Type, { type TSchema } from 'typebox'
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
import { Day, OneOf } from '../../schedule/containers.ts'
import { CONSTRAINT_TYPES, RELATION_TYPES, TASK_TYPES } from '../../schedule/fields.ts'
import { AGREEMENT_CLASSES, DIVERGENCE_REASONS, DRIVERS } from './words.ts'

export const DATA_DATE_SOURCES = ['status_date', 'inferred', 'none'] as const
export const CALENDAR_MODES = ['calendar_days', 'working_days', 'custom', 'task_calendars'] as const
/** What shares of the work are shares of. */
const CURVE_WEIGHTS = ['budgeted_cost', 'duration_days'] as const
export const CALENDAR_SOURCES = ['auto', 'given'] as const

export const CalendarUsed = Type.Object(
  {
    mode: OneOf(CALENDAR_MODES, {
      description:
        'Calendar whose days durations, lags, floats and offsets count. task_calendars: durations and floats are days of the calendar of each task; offsets and differences of offsets (movements of a finish, delays, drag, relationship floats) are elapsed calendar days; work_days are those of the default calendar.',
    }),
    source: OneOf(CALENDAR_SOURCES, {
      description: 'auto: inferred from the durations. given: stated in the request.',
    }),
    work_days: Type.Array(Type.Integer(), { description: 'Work days as ISO weekday numbers, 1 = Monday.' }),
    evidence_for: countOf('Number of tasks of 6 days or more whose duration fits their dates in this calendar.'),
    evidence_against: countOf('Number of such tasks whose duration fits their dates in the other calendar.'),
  },
  CLOSED,
)

export const DataDateUsed = Type.Object(
  {
    date: momentOrNull('Data date: no unfinished work is scheduled before it. Null if the schedule has no date.'),
    offset: days('Data date as an offset: days since the anchor.'),
    source: OneOf(DATA_DATE_SOURCES, {
      description:
        'status_date: given in the request. inferred: the day after the latest actual date. none: the project start.',
    }),
  },
  CLOSED,
)

export const DataDateUnlessCycle = Type.Unsafe({
  ...DataDateUsed,
  type: ['object', 'null'],
  description: 'Data date that was used; null if the links form a cycle.',
})

const TaskTimes = Type.Object(
  {
    id: taskId(),
    early_start: daysOrNull('Early start as an offset; the actual start of a started task. Null for summaries.'),
    early_finish: daysOrNull('Early finish as an offset, exclusive. Null for summaries.'),
    late_start: daysOrNull(
      'Late start as an offset; of the remaining work if the task is in progress. Of level of effort it follows from the late dates of the tasks that it hangs on. Null for complete tasks and summaries.',
    ),
    late_finish: daysOrNull('Late finish as an offset, exclusive. Null for complete tasks and summaries.'),
    early_start_date: momentOrNull('Early start as a date; null if the schedule has no date.'),
    early_finish_date: momentOrNull('Early finish as a date: the last day of work. Null if the schedule has no date.'),
    late_start_date: momentOrNull('Late start as a date; null for complete tasks.'),
    late_finish_date: momentOrNull('Late finish as a date: the last day of work. Null for complete tasks.'),
    remaining_early_start_date: Type.Optional(
      momentOrNull(
        'With calendars and the rules of P6: start of the remaining work, which P6 shows as the early start of a started task. Null for complete tasks.',
      ),
    ),
    total_float_days: daysOrNull(
      'Days that the task can slip without delaying the project finish; null for complete tasks.',
    ),
    free_float_days: daysOrNull('Days that the task can slip without delaying a successor; null for complete tasks.'),
    drag_days: daysOrNull(
      'Days by which the project would end earlier if the task took no time; with calendars per task elapsed calendar days, see drag_working_days. Null off the longest path, for complete tasks, and where the finding CPM_DRAG_LEFT_OUT says so.',
    ),
    drag_working_days: Type.Optional(
      daysOrNull(
        'With calendars per task: drag_days in working days of the calendar of the task, as its durations are counted. Null where drag_days is.',
      ),
    ),
    is_critical: Type.Boolean({ description: 'True for an incomplete task with total float <= 0.' }),
    is_on_longest_path: Type.Boolean({
      description: 'True if a chain of driving links leads from the task to the project finish.',
    }),
    driver: textOrNull(
      'What determines the early dates; for a task in progress, those of the remaining work. link: driven_by lists the predecessors. constraint: see driving_constraints. Null for complete tasks, level of effort and summaries.',
      DRIVERS.filter(driver => driver !== null),
    ),
    driven_by: taskIds(
      'Predecessors with a driving link to the task. They determine its early dates if driver is link.',
    ),
  },
  CLOSED,
)

const TaskDetail = Type.Object(
  {
    wbs_code: textOrNull('WBS code as given; null if absent.'),
    wbs_name: textOrNull('Names of the WBS levels as given; null if absent.'),
    parent_id: textOrNull('Summary task above this one, as given; null if absent.'),
    task_type: textOrNull('Task type as given; null if absent.', TASK_TYPES),
    calendar_id: textOrNull('Calendar id as given; null if absent.'),
    duration_days: days('Duration used in the calculation, in days.'),
    remaining_duration_days: daysOrNull('Remaining duration as given, in days; null if absent.'),
    percent_complete: numberOrNull('Percent complete as given; null if absent.', 'percent'),
    actual_start: dateOrNull('Actual start as given, without its time; null if absent.'),
    actual_finish: dateOrNull('Actual finish as given, without its time; null if absent.'),
    baseline_start: dateOrNull('Baseline start as given, without its time; null if absent.'),
    baseline_finish: dateOrNull('Baseline finish as given, without its time; null if absent.'),
    constraint_type: textOrNull('Constraint type as given; null if absent.', CONSTRAINT_TYPES),
    constraint_date: dateOrNull('Constraint date as given, without its time; null if absent.'),
  },
  CLOSED,
)

const DrivingConstraint = Type.Object(
  {
    id: taskId(),
    constraint_type: OneOf(CONSTRAINT_TYPES, { description: 'Constraint that determines the early dates.' }),
    constraint_date: dateOrNull('Date of the constraint; null for ALAP.'),
    held_days: days(
      'Days by which the constraint makes the task start later than its links and the data date allow. Negative: MSO or MFO sets it before its links allow.',
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
        'Why the task is in only one of the two lists. complete: a complete task has no float. late_constraint: a late constraint, not the project finish, limits the float. must_finish_by: total floats are measured from that day, not from the computed finish. as_late_as_possible: ALAP uses the float. critical_float_days_max: the schedule defines critical by another total float than 0. calendars: linked tasks have different calendars, so one has float while the other has no working time.',
    }),
    held_by: taskIdOrNull('Task whose constraint limits the float; null without such a task.'),
  },
  CLOSED,
)

const LinkDetail = Type.Object(
  {
    predecessor: taskId(),
    successor: taskId(),
    type: OneOf(RELATION_TYPES, { description: 'Type of the link.' }),
    lag_days: days('Lag in days; negative = lead.'),
    relationship_float_days: daysOrNull(
      'Days between the linked ends beyond the lag; negative = the link is violated. Null: the link has no effect, such as a link into started work under the rules of Microsoft Project.',
    ),
    is_driving: Type.Boolean(),
  },
  CLOSED,
)

const NetworkDetails = Type.Object(
  {
    task_count: countOf('Tasks in the calculation: no summaries, no level of effort.'),
    link_count: countOf('Number of live links: those whose two tasks are in the calculation.'),
    start_tasks: taskIds('Tasks without a live predecessor.'),
    finish_tasks: taskIds('Tasks without a live successor.'),
    relationship_counts: Type.Object(
      Object.fromEntries(RELATION_TYPES.map(type => [type, countOf(`Live ${type} links.`)])),
      CLOSED,
    ),
    relationship_ratio: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      description: 'Links per task; null without tasks.',
    }),
    logic_density: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      description: 'Link ends per task (2 * links / tasks); null without tasks.',
    }),
    component_count: countOf('Number of parts of the network without a link between them.'),
    largest_component: countOf('Number of tasks in the largest part.'),
    links: Type.Array(LinkDetail, { description: 'Live links, ordered by successor.' }),
  },
  CLOSED,
)

/** Fields of a task that another tool may have computed. */
export const AGREEMENT_FIELDS = [
  'total_float_days',
  'early_start',
  'early_finish',
  'late_start',
  'late_finish',
] as const

const FieldAgreement = Type.Object(
  {
    field: OneOf(AGREEMENT_FIELDS, { description: 'Field that is compared.' }),
    compared_count: countOf('Open tasks for which the file has a value.'),
    equal_count: countOf(
      'Of these, tasks whose computed value is equal: dates without working time between them, floats within 0.02 days.',
    ),
    largest_difference_days: days(
      "Largest difference, computed minus stored, in working days of the task's calendar; 0 = none.",
    ),
    largest_difference_id: taskIdOrNull('Task with the largest difference; null without one.'),
  },
  CLOSED,
)

const DifferenceOrigin = Type.Object(
  {
    id: taskId(),
    field: OneOf(AGREEMENT_FIELDS, { description: 'Field that differs.' }),
    difference_days: days("Computed minus stored value, in working days of the task's calendar."),
    driver: textOrNull(
      'What determines the computed early dates; null for level of effort and summaries.',
      DRIVERS.filter(driver => driver !== null),
    ),
    constraint_type: textOrNull('Constraint type of the task; null without one.', CONSTRAINT_TYPES),
  },
  CLOSED,
)

const AgreementClass = Type.Object(
  {
    class: OneOf(AGREEMENT_CLASSES, {
      description:
        'contradicts_file_logic: other values of the file give another one. changed_duration: the stored dates leave less than the duration. held_in_file: later than anything in the file asks for, as after leveling. manual: scheduled by hand. resume: split work. external: held by another project. follows_from_another: a linked task differs. unexplained: no reason in the file.',
    }),
    value_count: countOf('Values that differ.'),
    task_count: countOf('Tasks that have them.'),
    ids: Type.Array(taskId(), { description: 'Such tasks, the first by id, at most 5.' }),
    reason: Type.String({ description: 'The class in a sentence.' }),
  },
  CLOSED,
)

const PathAgreement = Type.Object(
  {
    compared_count: countOf('Open tasks of which the file says whether they are on the longest path.'),
    equal_count: countOf('Of these, tasks of which the computed longest path says the same.'),
    only_computed_ids: taskIds('Open tasks that only the computed path has, the first by id, at most 20.', {
      maxItems: 20,
    }),
    only_stored_ids: taskIds('Open tasks that only the path of the file has, the first by id, at most 20.', {
      maxItems: 20,
    }),
  },
  {
    ...CLOSED,
    description:
      'The longest path against that of the file (P6: driving_path_flag). Of finished work P6 marks more: the computed path has finished tasks only as far back as their actual dates hold what follows.',
  },
)

const Agreement = Type.Object(
  {
    open_task_count: countOf('Number of tasks that are not complete.'),
    fields: Type.Array(FieldAgreement, { description: 'One entry per field.' }),
    longest_path: objectOrNull(PathAgreement),
    stored_finish: dateOrNull('Latest early finish of an open task in the file; null if the file has none.'),
    computed_finish: dateOrNull('Latest computed early finish of the same tasks; null without such tasks.'),
    differences_begin_at: Type.Array(DifferenceOrigin, {
      description:
        'Tasks at which the differences begin: their value differs, but those of their predecessors (for early dates) or successors (for late dates) do not. Largest first, at most 20.',
    }),
    differences_begin_count: countOf('Number of all such tasks.'),
    classes: Type.Array(AgreementClass, {
      description: 'Why values differ: every value that differs is in one class. Empty where all agree.',
    }),
  },
  {
    ...CLOSED,
    description:
      'How well the computed dates and floats agree with those in the file. Only for schedules with calendars.',
  },
)

const share = (description: string): TSchema => numberOrNull(description, 'percent')

const CurvePoint = Type.Object(
  {
    date: Day({ description: 'A day, at its end.' }),
    planned_pct: share('Work that lies up to then by the planned dates, of all that has such dates; null without any.'),
    actual_pct: share('Work that is done by then, by the percent complete of each task; null from the data date on.'),
    forecast_pct: share(
      'Work that will be done by then, by the computed early dates; null before the last reported day.',
    ),
    earned_pct: share(
      'Value that is earned by then, of the budgeted cost; null from the data date on, and where no task has an earned value.',
    ),
  },
  CLOSED,
)

const CurveMonth = Type.Object(
  {
    month: Day({ description: 'First day of the month.' }),
    planned_starts: countOf('Tasks that were planned to start in it.'),
    planned_finishes: countOf('Tasks that were planned to finish in it.'),
    actual_starts: countOf('Tasks that started in it.'),
    actual_finishes: countOf('Tasks that finished in it.'),
    forecast_starts: countOf('Tasks that have not started and will in it, by early dates.'),
    forecast_finishes: countOf('Tasks that have not finished and will in it, by early dates.'),
  },
  CLOSED,
)

const Curves = Type.Object(
  {
    weight: OneOf(CURVE_WEIGHTS, {
      description: 'What the work of a task is: its budgeted cost where any has one, else its duration.',
    }),
    planned_from: textOrNull(
      'Dates of the plan: those of the baseline where any task has them, else the planned ones.',
      ['baseline', 'planned'],
    ),
    step_days: Type.Integer({ minimum: 1, description: 'Days between two points.', 'x-unit': 'days' }),
    s_curve: Type.Array(CurvePoint, {
      description:
        'Shares of the work, each spread evenly over the days of its task. One point is the last reported day.',
    }),
    months: Type.Array(CurveMonth, { description: 'Every month of the span.' }),
  },
  { ...CLOSED, description: 'The work over time. Null where the schedule has no date, or spans more than 200 years.' },
)

export const CpmData = Type.Object(
  {
    project_duration_days: days('Project duration in days: offset of the latest early finish of the incomplete tasks.'),
    project_start_date: momentOrNull('Date of offset 0; null if the schedule has no date.'),
    project_finish_date: momentOrNull('Last day of work of the project; null if the schedule has no date.'),
    must_finish_by: momentOrNull(
      'Required finish as given: total floats are measured from it. Null: they are measured from the computed finish.',
    ),
    progress_override_finish: daysOrNull(
      'Project duration in days under progress override; null if it equals project_duration_days.',
    ),
    data_date: DataDateUsed,
    calendar: CalendarUsed,
    filtered: Type.Boolean({ description: 'True if options.relationship_types left links out.' }),
    ignored_link_count: countOf('Number of links that were left out.'),
    critical_path: taskIds('Incomplete tasks with total float <= 0, ordered by early start, early finish and input.'),
    longest_path: taskIds('Tasks on chains of driving links to the project finish, in the same order.'),
    divergence: Type.Array(DivergentTask, { description: 'Tasks that are in only one of the two lists.' }),
    near_critical: taskIds('Tasks with a total float above 0 and up to near_critical_days, in the same order.'),
    near_critical_days: days('Largest total float, in days, of a near-critical task.'),
    driving_constraints: Type.Array(DrivingConstraint, {
      description: 'Tasks whose early dates a constraint determines, in input order.',
    }),
    tasks: Type.Array(TaskTimes, { description: 'One entry per task, in input order.' }),
    task_details: Type.Optional(
      Type.Array(TaskDetail, { description: 'Fields of each task as given; entry i belongs to tasks[i].' }),
    ),
    agreement: Type.Optional(objectOrNull(Agreement)),
    network_details: Type.Optional(NetworkDetails),
    curves: Type.Optional(objectOrNull(Curves)),
  },
  { ...CLOSED, $id: 'CPMData', description: 'Result of the critical-path method.' },
)
