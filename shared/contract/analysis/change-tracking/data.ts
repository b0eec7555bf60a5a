/** `data` of POST /api/v1/forensics/change-tracking. */

import Type from 'typebox'
import { checkData } from '../../endpoint/data/check-data.ts'
import { FollowedFinish } from '../../endpoint/data/followed-finish.ts'
import { FloatSourceUsed, scoreMembers } from '../../endpoint/data/health-data.ts'
import { CLOSED, countOf, dateOrNull, days, daysOrNull, numberOrNull, textOrNull } from '../../endpoint/data/members.ts'
import { taskId, taskIdOrNull, taskIds } from '../../endpoint/data/named.ts'
import { SEVERITIES } from '../../envelope.ts'
import { Day, OneOf } from '../../schedule/containers.ts'
import { CalendarUsed } from '../cpm/data.ts'
import { COMPARISON_MODES } from './request.ts'
import { CHANGE_FIELDS, DISPOSITIONS, EDIT_KINDS, EDIT_OBSTACLES, LISTED_CATEGORIES, SETTING_KINDS } from './words.ts'

const CHANGE_CHECK_COUNT = 15

const Dispositions = Type.Object(
  {
    material: countOf('Changes at or above the thresholds, and kinds of change that are always material.'),
    minor: countOf('Changes below the thresholds, and kinds of change without a threshold.'),
    expected: countOf('Normal updates: actual dates within the period, and increased progress.'),
  },
  { ...CLOSED, $id: 'ChangeCounts' },
)

const ByCategory = Type.Object(Object.fromEntries(LISTED_CATEGORIES.map(name => [name, Dispositions])), {
  ...CLOSED,
  description: 'Changes of all categories, independent of options.change_categories.',
})

const StatusUsed = Type.Object(
  {
    date: Day({ description: 'Date of the status.' }),
    is_current: Type.Boolean({ description: 'True for the current schedule, false for a snapshot.' }),
    task_count: countOf('Number of tasks of the status.'),
    is_compared: Type.Boolean({ description: 'True if the comparison mode uses this status.' }),
    project_duration_days: daysOrNull(
      'Days of the calendar from the common anchor to the project finish; null if the status is not compared.',
    ),
    project_finish_date: dateOrNull(
      'Last day of work by the critical-path method; null if the status is not compared.',
    ),
  },
  CLOSED,
)

const Drift = Type.Object(
  {
    added: countOf('Pairs of tasks linked in the later status only.'),
    removed: countOf('Pairs linked in the earlier status only.'),
    changed: countOf('Pairs linked in both, with different relations or lags.'),
    union: countOf('Pairs linked in at least one of the two.'),
    drift_pct: Type.Number({
      description: '(added + removed + 0.5 * changed) / union, in percent; 0 without links.',
      'x-unit': 'percent',
    }),
  },
  { ...CLOSED, description: 'Drift of the dependency graph.' },
)

const Comparison = Type.Object(
  {
    from_date: Day({ description: 'Date of the earlier status.' }),
    to_date: Day({ description: 'Date of the later status.' }),
    from_status: countOf('Index of the earlier status in data.statuses.'),
    to_status: countOf('Index of the later status in data.statuses.'),
    matched: countOf('Tasks that both statuses have, by id.'),
    added: countOf('Tasks of the later status only.'),
    deleted: countOf('Tasks of the earlier status only.'),
    followed_finish: FollowedFinish('its own days'),
    changes: Dispositions,
    logic_drift: Drift,
    integrity_score: numberOrNull(
      '100 minus the deductions of this comparison; null if no pattern could be evaluated.',
    ),
    patterns: Type.Array(Type.String(), { description: 'Codes of the patterns found.' }),
  },
  CLOSED,
)

const Change = Type.Object(
  {
    from_date: Day({ description: 'Date of the earlier status.' }),
    to_date: Day({ description: 'Date of the later status.' }),
    id: taskId('The task; for a link, its successor.'),
    predecessor_id: taskIdOrNull('Predecessor of the link; null if the change is not a link.'),
    category: OneOf(LISTED_CATEGORIES, { description: 'Category of the change.' }),
    field: OneOf(CHANGE_FIELDS, { description: 'Field that changed.' }),
    before: textOrNull('Earlier value as text; null if there was none.'),
    after: textOrNull('Later value as text; null if there is none.'),
    difference: numberOrNull(
      'Later value minus earlier value: calendar days for dates, days for durations and lags, percentage points for progress, cost units for values. Null if there is no difference in numbers.',
    ),
    impact_days: daysOrNull(
      'Days by which the change moved the project finish, taken back alone; positive = later. Null if it was not tested: it is no edit of logic, durations, constraints, calendars or scope, lies far from the longest path and is minor, or more edits were likelier to matter.',
    ),
    disposition: OneOf(DISPOSITIONS, {
      description: 'material (a change that moves the finish is), minor, or expected (normal updates).',
    }),
  },
  CLOSED,
)

const SettingChange = Type.Object(
  {
    from_date: Day({ description: 'Date of the earlier status.' }),
    to_date: Day({ description: 'Date of the later status.' }),
    from_status: countOf('Index of the earlier status in data.statuses.'),
    to_status: countOf('Index of the later status in data.statuses.'),
    category: OneOf(LISTED_CATEGORIES, { description: 'calendar, options or resource.' }),
    kind: OneOf(SETTING_KINDS, {
      description: 'What changed. days_off_added, days_off_removed, working_days_changed: exceptions of a calendar.',
    }),
    subject: textOrNull(
      'Name of the calendar, the scheduling option or the resource; null if the change is about the project.',
    ),
    before: textOrNull('What was, in words: which days, which hours, which rule; null if there was none.'),
    after: textOrNull('What is, in words; null if there is none.'),
    days_changed: countOf('Days whose working time differs, by changed exceptions; 0 for other kinds.'),
    days_changed_in_past: countOf('Those of them before the earlier status date: the past was rewritten.'),
    working_hours_difference: Type.Unsafe({
      type: ['number', 'null'],
      'x-unit': 'hours',
      description:
        'Hours of work that the change brings, negative = takes away: of the changed days, or of a week if the working week changed. Null for other kinds.',
    }),
    tasks_reached: countOf(
      'Tasks that are not complete and that the change governs: those that work in the calendar; that the resource is named by; of an option, those whose dates, float or criticality it moves.',
    ),
    task_ids: taskIds('Ids of the first of them.'),
    tasks_moved: countOf('Tasks whose dates, float or criticality differ if the change is taken back.'),
    impact_days: daysOrNull(
      'Project finish minus the finish with this change taken back, in days; positive = the change makes the project later. Null if it was not tested or cannot be taken back alone.',
    ),
    disposition: OneOf(DISPOSITIONS, {
      description: 'material if it moves the finish, or moves tasks and is not small; otherwise minor.',
    }),
  },
  CLOSED,
)

const SettingSums = Type.Object(
  {
    changes: countOf('Changes of calendars and scheduling options as such (data.setting_changes).'),
    changes_tested: countOf('Those that were taken back alone, at most changes_tested_max.'),
    changes_tested_max: countOf(
      'Largest number that is taken back alone per comparison, those that reach most tasks first.',
    ),
    tasks_reassigned: countOf('Tasks of both statuses that work in another calendar than before.'),
    calendar_days: daysOrNull('Days of the finish by all changes of calendars and of the calendars of tasks together.'),
    option_days: daysOrNull('Days of the finish by all changes of options and of project dates together.'),
    together_days: daysOrNull('Days of the finish by both together. Null if only one status has calendars.'),
  },
  { ...CLOSED, description: 'What calendars and scheduling options did to the finish; present if any changed.' },
)

const Deduction = Type.Object(
  {
    code: Type.String({ description: 'Code of the pattern.' }),
    from_date: Day({ description: 'Date of the earlier status.' }),
    to_date: Day({ description: 'Date of the later status.' }),
    severity: OneOf(SEVERITIES, { description: 'Severity of the group.' }),
    count: countOf('Number of hits in the group.'),
    points: Type.Number({ description: 'Points that the group deducts, independent of its number of hits.' }),
  },
  CLOSED,
)

const Edit = Type.Object(
  {
    id: taskId('The task; for a link, its successor.'),
    predecessor_id: taskIdOrNull('Predecessor of the link; null if the change is not a link.'),
    edit: OneOf(EDIT_KINDS, { description: 'Kind of edit. The type and the date of a constraint are one edit.' }),
    before: textOrNull('Earlier value as text; null if there was none.'),
    after: textOrNull('Later value as text; null if there is none.'),
    impact_days: daysOrNull(
      'Project duration minus the duration with this edit reverted, in days; positive = the edit makes the project longer. Null if it was not reverted.',
    ),
    not_reverted: Type.Unsafe({
      type: ['string', 'null'],
      enum: [...EDIT_OBSTACLES, null],
      description:
        'Why the edit could not be reverted alone: with the other edits its reversal would form a cycle. Null if it was reverted.',
    }),
  },
  CLOSED,
)

const FloatChange = Type.Object(
  {
    id: taskId(),
    before_days: days('Total float in the earlier status, in days.'),
    after_days: days('Total float in the later status, in days.'),
    change_days: days('Later total float minus earlier, in days.'),
  },
  CLOSED,
)

const Impact = Type.Object(
  {
    from_date: Day({ description: 'Date of the earlier status.' }),
    to_date: Day({ description: 'Date of the later status.' }),
    from_status: countOf('Index of the earlier status in data.statuses.'),
    to_status: countOf('Index of the later status in data.statuses.'),
    finish_before: dateOrNull('Project finish of the earlier status by the critical-path method.'),
    finish_after: dateOrNull('Project finish of the later status by the critical-path method.'),
    finish_shift_days: days('Days of the calendar by which the project finish moved; positive = later.'),
    finish_shift_calendar_days: daysOrNull('Calendar days between the two project finishes; positive = later.'),
    entered_critical_count: countOf('Tasks of both statuses that became critical (incomplete, total float <= 0).'),
    left_critical_count: countOf('Incomplete tasks of both statuses that are no longer critical.'),
    added_critical_count: countOf('New tasks that are critical.'),
    deleted_critical_count: countOf('Critical tasks that were deleted.'),
    completed_critical_count: countOf('Critical tasks that are now complete.'),
    entered_critical: taskIds('Ids of the tasks that became critical.'),
    left_critical: taskIds('Ids of the tasks that are no longer critical.'),
    added_critical: taskIds('Ids of the new critical tasks.'),
    deleted_critical: taskIds('Ids of the deleted critical tasks.'),
    completed_critical: taskIds('Ids of the critical tasks that are now complete.'),
    total_float: Type.Object(
      {
        compared: countOf('Tasks with a computed total float in both statuses.'),
        rose: countOf('Tasks with more float in the later status.'),
        fell: countOf('Tasks with less float in the later status.'),
        mean_change_days: daysOrNull('Mean change in days; null if no task is compared.'),
        largest_rise_days: days('Largest increase in days; 0 if no float rose.'),
        largest_fall_days: days('Largest decrease in days, as a positive number; 0 if no float fell.'),
      },
      CLOSED,
    ),
    float_changes: Type.Optional(
      Type.Array(FloatChange, {
        description: 'Tasks whose total float changed. Present with options.include_details.',
      }),
    ),
    settings: Type.Optional(SettingSums),
    edits_material: countOf(
      'Material edits of logic, durations, constraints, calendars of tasks and scope; an edit that moves the finish is material.',
    ),
    edits_tested: countOf('Edits that were reverted one at a time, at most edits_tested_max; fewer in large series.'),
    edits_not_tested: countOf(
      'The other edits on or near (10 days of float) a longest path, and material ones elsewhere: they come later by nearness and by reach.',
    ),
    changes_together: countOf('Edits of any size, and changes of calendars and options, that were reverted at once.'),
    changes_together_days: daysOrNull(
      'Project duration minus the duration with all of them reverted; null if that would form a cycle.',
    ),
    rest_days: daysOrNull(
      'finish_shift_days minus changes_together_days: progress, the status date, units and calendars of resources and splits of Microsoft Project, which are listed and not taken back. Null if changes_together_days is.',
    ),
    edits: Type.Array(Edit, { description: 'The tested edits, largest impact first.' }),
  },
  CLOSED,
)

const Trend = Type.Object(
  {
    from_date: Day({ description: 'Date of the earlier status.' }),
    to_date: Day({ description: 'Date of the later status.' }),
    changes_by_category: ByCategory,
    project_finish_date: dateOrNull('Project finish of the later status; null if it was not computed.'),
    integrity_score: numberOrNull('Integrity score of the comparison; null if no pattern could be evaluated.'),
  },
  CLOSED,
)

export const ChangeTrackingData = Type.Object(
  {
    comparison_mode: OneOf(COMPARISON_MODES, { description: 'Which pairs of statuses were compared.' }),
    status_date: Day({ description: 'Status date of the current schedule.' }),
    calendar: CalendarUsed,
    float_source: FloatSourceUsed,
    statuses: Type.Array(StatusUsed, {
      description: 'Statuses by date, of one date in the order of the request; the current one is last.',
    }),
    comparisons: Type.Array(Comparison, { minItems: 1, description: 'Comparisons of two statuses, by date.' }),
    changes_by_category: ByCategory,
    changes: Type.Array(Change, {
      description:
        'Material changes by comparison and task: the first ones of each category and comparison. With options.include_details: all changes, including minor and expected ones.',
    }),
    setting_changes: Type.Array(SettingChange, {
      description:
        'Changes of calendars and scheduling options by comparison, what moved the finish most first. Tasks in another calendar are in changes.',
    }),
    changes_matching: countOf(
      'Number of changes of the requested categories, listed or not: all changes with options.include_details, otherwise the material ones.',
    ),
    changes_listed: countOf('Number of listed changes.'),
    materiality: Type.Object(
      {
        date_change_days: days('Smallest material change of a date, a duration or a lag, in days.'),
        progress_change_pct: Type.Number({
          description: 'Smallest decrease of progress that counts, in percentage points.',
          'x-unit': 'percent',
        }),
      },
      { ...CLOSED, description: 'Thresholds that were applied.' },
    ),
    checks: Type.Array(
      checkData({
        points_lost: Type.Number({
          description: 'Points that the groups of this pattern deduct from the integrity score.',
        }),
      }),
      {
        minItems: CHANGE_CHECK_COUNT,
        maxItems: CHANGE_CHECK_COUNT,
        description: 'The patterns CT01 to CT15 over all comparisons. They are indicators, not verdicts.',
      },
    ),
    ...scoreMembers,
    deductions: Type.Array(Deduction, {
      description:
        'Deductions by group: one pattern in one comparison. Integrity score = 100 - sum of the points, at least 0.',
    }),
    severity_points: Type.Record(Type.String(), Type.Number(), {
      description: 'Points that a group deducts, by its severity.',
    }),
    excluded_by_type: Type.Record(Type.String(), Type.Integer({ minimum: 1 }), {
      description:
        'Number of tasks of the current schedule whose changes are not evaluated, by task type. Summaries only aggregate other tasks.',
    }),
    impact: Type.Optional(
      Type.Object(
        {
          method: Type.String({
            description: 'How the impacts are computed, and why their sum can differ from the total.',
          }),
          edits_tested_max: countOf('Largest number of edits that are reverted per comparison.'),
          comparisons: Type.Array(Impact),
        },
        { ...CLOSED, description: 'Impact of the changes. Present with options.include_impact_analysis.' },
      ),
    ),
    trends: Type.Optional(
      Type.Array(Trend, { description: 'Counts per pair of statuses. Present with options.include_trends.' }),
    ),
  },
  { ...CLOSED, $id: 'ChangeTrackingData', description: 'Result of change tracking.' },
)
