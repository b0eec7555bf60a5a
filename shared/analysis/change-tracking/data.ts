/** `data` of POST /api/v1/forensics/change-tracking. */

import Type from 'typebox'
import { checkData } from '../../endpoint/data/check-data.ts'
import { FloatSourceUsed, scoreMembers } from '../../endpoint/data/health-data.ts'
import { CLOSED, countOf, dateOrNull, days, daysOrNull, numberOrNull, textOrNull } from '../../endpoint/data/members.ts'
import { taskId, taskIdOrNull, taskIds } from '../../endpoint/data/named.ts'
import { SEVERITIES } from '../../envelope.ts'
import { Day, OneOf } from '../../schedule/containers.ts'
import { CalendarUsed } from '../cpm/data.ts'
import { COMPARISON_MODES } from './request.ts'
import { CHANGE_FIELDS, DISPOSITIONS, EDIT_KINDS, EDIT_OBSTACLES, LISTED_CATEGORIES } from './words.ts'

const CHANGE_CHECK_COUNT = 12

const Dispositions = Type.Object(
  {
    material: countOf('At or beyond the thresholds, or material whatever its size.'),
    minor: countOf('Below the thresholds, or of a kind that has none.'),
    expected: countOf('Normal statusing: actual dates reported within the period, progress that grows.'),
  },
  CLOSED,
)

const ByCategory = Type.Object(Object.fromEntries(LISTED_CATEGORIES.map(name => [name, Dispositions])), {
  ...CLOSED,
  description: 'Changes of every category, whatever options.change_categories lists.',
})

const StatusUsed = Type.Object(
  {
    date: Day({ description: 'Status date.' }),
    is_current: Type.Boolean({ description: 'The current schedule; else a snapshot.' }),
    task_count: countOf('Tasks of the status.'),
    is_compared: Type.Boolean({ description: 'It is part of a comparison of this mode.' }),
    project_duration_days: daysOrNull('P from the anchor of all statuses; null when it is not compared.'),
    project_finish_date: dateOrNull('Last day of work by CPM; null when it is not compared.'),
  },
  CLOSED,
)

const Drift = Type.Object(
  {
    added: countOf('Pairs of tasks linked in the later status only.'),
    removed: countOf('Pairs linked in the earlier status only.'),
    changed: countOf('Pairs linked in both by other relations or lags.'),
    union: countOf('Pairs linked in either.'),
    drift_pct: Type.Number({
      description: '(added + removed + 0.5 * changed) / union; 0 when nothing is linked.',
      'x-unit': 'percent',
    }),
  },
  { ...CLOSED, description: 'Drift of the dependency graph.' },
)

const Comparison = Type.Object(
  {
    from_date: Day({ description: 'Earlier status.' }),
    to_date: Day({ description: 'Later status.' }),
    matched: countOf('Tasks in both, by id.'),
    added: countOf('Tasks of the later status only.'),
    deleted: countOf('Tasks of the earlier status only.'),
    changes: Dispositions,
    logic_drift: Drift,
    integrity_score: numberOrNull(
      '100 less the deductions of this comparison; null when no pattern could be looked for.',
    ),
    patterns: Type.Array(Type.String(), { description: 'Codes of the patterns found.' }),
  },
  CLOSED,
)

const Change = Type.Object(
  {
    from_date: Day({ description: 'Earlier status.' }),
    to_date: Day({ description: 'Later status.' }),
    id: taskId('The task; of a link its successor.'),
    predecessor_id: taskIdOrNull('Predecessor of a link.'),
    category: OneOf(LISTED_CATEGORIES, { description: 'Category.' }),
    field: OneOf(CHANGE_FIELDS, { description: 'What changed.' }),
    before: textOrNull('Earlier value as text.'),
    after: textOrNull('Later value as text.'),
    difference: numberOrNull('Later less earlier: calendar days of dates, days of durations and lags, points, cost.'),
    disposition: OneOf(DISPOSITIONS, { description: 'material, minor, or expected (normal statusing).' }),
  },
  CLOSED,
)

const Deduction = Type.Object(
  {
    code: Type.String({ description: 'Pattern.' }),
    from_date: Day({ description: 'Earlier status of the comparison.' }),
    to_date: Day({ description: 'Later status.' }),
    severity: OneOf(SEVERITIES, { description: 'Severity of the group.' }),
    count: countOf('Hits in the group.'),
    points: Type.Number({ description: 'Points the group takes, however many hits it has.' }),
  },
  CLOSED,
)

const Edit = Type.Object(
  {
    id: taskId('The task; of a link its successor.'),
    predecessor_id: taskIdOrNull('Predecessor of a link.'),
    edit: OneOf(EDIT_KINDS, { description: 'What was edited; a constraint is its type and date together.' }),
    before: textOrNull('Earlier value as text.'),
    after: textOrNull('Later value as text.'),
    impact_days: daysOrNull('P less P with this one edit reverted; positive = it makes the project longer.'),
    not_reverted: Type.Unsafe({
      type: ['string', 'null'],
      enum: [...EDIT_OBSTACLES, null],
      description: 'Why it could not be reverted alone: the other edits would close a cycle with it.',
    }),
  },
  CLOSED,
)

const FloatChange = Type.Object(
  {
    id: taskId(),
    before_days: days('Total float in the earlier status.'),
    after_days: days('In the later one.'),
    change_days: days('Later less earlier.'),
  },
  CLOSED,
)

const Impact = Type.Object(
  {
    from_date: Day({ description: 'Earlier status.' }),
    to_date: Day({ description: 'Later status.' }),
    finish_before: dateOrNull('Project finish by CPM in the earlier status.'),
    finish_after: dateOrNull('In the later one.'),
    finish_shift_days: days('P of the later status less that of the earlier, from one anchor; days of the calendar.'),
    finish_shift_calendar_days: daysOrNull('The same between the two dates, in calendar days.'),
    entered_critical_count: countOf('Tasks of both statuses that became critical (incomplete, total float <= 0).'),
    left_critical_count: countOf('Incomplete tasks of both statuses that are critical no more.'),
    added_critical_count: countOf('New tasks that are critical.'),
    deleted_critical_count: countOf('Critical tasks that are gone.'),
    completed_critical_count: countOf('Critical tasks that are complete now.'),
    entered_critical: taskIds('All of those that entered.'),
    left_critical: taskIds('All of those that left.'),
    added_critical: taskIds('All of those that are new.'),
    deleted_critical: taskIds('All of those that are gone.'),
    completed_critical: taskIds('All of those that are complete now.'),
    total_float: Type.Object(
      {
        compared: countOf('Tasks with a computed total float in both statuses.'),
        rose: countOf('Those with more float now.'),
        fell: countOf('Those with less.'),
        mean_change_days: daysOrNull('Mean change; null when none is compared.'),
        largest_rise_days: days('0 when none rose.'),
        largest_fall_days: days('As a positive number; 0 when none fell.'),
      },
      CLOSED,
    ),
    float_changes: Type.Optional(
      Type.Array(FloatChange, { description: 'Tasks whose float changed; with options.include_details.' }),
    ),
    edits_material: countOf('Material edits of logic, durations and constraints.'),
    edits_tested: countOf('Those that were reverted, one at a time; never more than edits_tested_max.'),
    edits: Type.Array(Edit, { description: 'The edits tested, by size of their impact.' }),
  },
  CLOSED,
)

const Trend = Type.Object(
  {
    from_date: Day({ description: 'Earlier status.' }),
    to_date: Day({ description: 'Later status.' }),
    changes_by_category: ByCategory,
    project_finish_date: dateOrNull('Project finish of the later status.'),
    integrity_score: numberOrNull('Of the comparison.'),
  },
  CLOSED,
)

export const ChangeTrackingData = Type.Object(
  {
    comparison_mode: OneOf(COMPARISON_MODES, { description: 'Which statuses were compared with which.' }),
    status_date: Day({ description: 'Status date of the current schedule.' }),
    calendar: CalendarUsed,
    float_source: FloatSourceUsed,
    statuses: Type.Array(StatusUsed, { description: 'Statuses by date, the current one last.' }),
    comparisons: Type.Array(Comparison, { minItems: 1, description: 'Pairs of statuses by date.' }),
    changes_by_category: ByCategory,
    changes: Type.Array(Change, {
      description:
        'Material changes by comparison and task, of each category and comparison the first ones; every change, minor and expected ones included, with options.include_details.',
    }),
    changes_matching: countOf('Changes of the categories asked for, listed or not: every one, or the material ones.'),
    changes_listed: countOf('Those listed.'),
    materiality: Type.Object(
      {
        date_change_days: days('Least material change of a date, a duration or a lag.'),
        progress_change_pct: Type.Number({ description: 'Least decrease of progress.', 'x-unit': 'percent' }),
      },
      { ...CLOSED, description: 'Thresholds applied.' },
    ),
    checks: Type.Array(
      checkData({ points_lost: Type.Number({ description: 'Points its groups take from the integrity score.' }) }),
      {
        minItems: CHANGE_CHECK_COUNT,
        maxItems: CHANGE_CHECK_COUNT,
        description: 'The patterns CT01 to CT12 over all comparisons. Indicators worth a question, not verdicts.',
      },
    ),
    ...scoreMembers,
    deductions: Type.Array(Deduction, {
      description: 'Groups (one pattern in one comparison); integrity score = 100 - their points, at least 0.',
    }),
    severity_points: Type.Record(Type.String(), Type.Number(), {
      description: 'Points a group takes by its severity.',
    }),
    excluded_by_type: Type.Record(Type.String(), Type.Integer({ minimum: 1 }), {
      description:
        'Tasks of the current schedule whose changes are not looked at, by task type: summaries roll up others.',
    }),
    impact: Type.Optional(
      Type.Object(
        {
          method: Type.String({ description: 'How the impacts come about, and that they need not add up.' }),
          edits_tested_max: countOf('Bound of the edits reverted per comparison.'),
          comparisons: Type.Array(Impact),
        },
        { ...CLOSED, description: 'With options.include_impact_analysis.' },
      ),
    ),
    trends: Type.Optional(Type.Array(Trend, { description: 'With options.include_trends.' })),
  },
  { ...CLOSED, $id: 'ChangeTrackingData', description: 'Result of change tracking.' },
)
