/** `data` of POST /api/v1/health/progress-audit. */
import Type, { type TSchema } from 'typebox'
import { checkData } from '../../endpoint/data/check-data.ts'
import { PopulationData, reportedFinishMember, scoreMembers } from '../../endpoint/data/health-data.ts'
import { CLOSED, countOf, dateOrNull, numberOrNull } from '../../endpoint/data/members.ts'
import { taskId } from '../../endpoint/data/named.ts'
import { OneOf } from '../../schedule/containers.ts'

const AUDIT_CODE_COUNT = 23
export const AUDIT_CATEGORIES = [
  'date_integrity',
  'status_consistency',
  'forecast_integrity',
  'staleness',
  'sequence',
  'earned_value',
  'approval',
  'bulk_statusing',
] as const
const AUDIT_SEVERITIES = ['critical', 'high', 'medium', 'low'] as const

const CategoryName = OneOf(AUDIT_CATEGORIES, { description: 'Category of anomalies.' })
const SeverityName = OneOf(AUDIT_SEVERITIES, { description: 'Severity of an anomaly of this code.' })
const score = (description: string): TSchema =>
  Type.Unsafe({ type: ['number', 'null'], minimum: 0, maximum: 100, description })
const points = (description: string): TSchema => Type.Number({ minimum: 0, description })
const eachSeverity = (make: (severity: string) => TSchema): Record<string, TSchema> =>
  Object.fromEntries(AUDIT_SEVERITIES.map(severity => [severity, make(severity)]))

const Example = Type.Object(
  {
    id: taskId('The task.'),
    code: Type.String({ description: 'Code of the anomaly.' }),
    severity: SeverityName,
    title: Type.String({ description: 'Title of the code.' }),
    facts: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Fields of the task that show the anomaly, null if absent, and figures computed from them.',
    }),
  },
  CLOSED,
)

const Category = Type.Object(
  {
    category: CategoryName,
    label: Type.String({ description: 'Name of the category in words.' }),
    codes: Type.Array(Type.String(), { description: 'Codes of the category.' }),
    anomalies: countOf('Number of anomalies; a task may have several.'),
    affected_tasks: countOf('Number of tasks with an anomaly, including level of effort.'),
    points: points('Sum over these tasks of the points of their worst anomaly in this category.'),
    score: score('Score if only this category counted; null if none of its codes could be evaluated.'),
    points_lost: numberOrNull(
      'Points that the category takes from the score before limits. Each task counts in the category of its worst anomaly, so the categories sum to the total.',
    ),
    examples: Type.Array(Example, {
      description:
        'At most options.max_examples anomalies, ordered by severity, then by input. The full number is in anomalies.',
    }),
  },
  CLOSED,
)

const Organization = Type.Object(
  {
    organization_code: Type.String({ description: 'Code of the organisation; unassigned for tasks without one.' }),
    tasks: countOf('Number of its tasks in the population.'),
    affected_tasks: countOf('Number of these tasks with an anomaly.'),
    affected_percent: numberOrNull(
      'affected_tasks / tasks, in percent; null without tasks in the population.',
      'percent',
    ),
    affected_level_of_effort: countOf('Number of level-of-effort tasks with an anomaly.'),
    anomalies: countOf('Number of anomalies; a task may have several.'),
    points: points('Sum over its tasks of the points of their worst anomaly.'),
    score: score('Score of its own tasks; null without tasks in the population.'),
    grade: Type.Unsafe({ type: ['string', 'null'], description: 'Grade of that score; null without a score.' }),
  },
  CLOSED,
)

export const ProgressAuditData = Type.Object(
  {
    population: PopulationData(
      'N: tasks and milestones, including complete ones, without summaries and level of effort.',
    ),
    milestones_excluded: countOf('Number of zero-duration tasks that options.exclude_milestones excluded.'),
    level_of_effort_tested: countOf(
      'Number of level-of-effort tasks. They are tested for PA01 to PA04, but are not in N.',
    ),
    affected_tasks: countOf('Number of tasks of the population with an anomaly.'),
    affected_percent: numberOrNull('affected_tasks / N, in percent; null without tasks.', 'percent'),
    affected_level_of_effort: countOf('Number of level-of-effort tasks with an anomaly. Their points count.'),
    anomalies: countOf('Number of all anomalies; a task may have several.'),
    points: points('Sum over all tasks of the points of their worst anomaly.'),
    scoring: Type.Object(
      {
        severity_points: Type.Object(
          eachSeverity(severity => points(`Points of a task whose worst anomaly is ${severity}.`)),
          CLOSED,
        ),
        points_factor: Type.Number({ description: 'score = max(0, 100 - points_factor * points / N).' }),
        critical_score_max: Type.Number({ description: 'Largest score if an anomaly is critical.' }),
      },
      { ...CLOSED, description: 'How the score is computed.' },
    ),
    severities: Type.Object(
      eachSeverity(severity =>
        Type.Object(
          {
            anomalies: countOf(`Number of anomalies of severity ${severity}.`),
            tasks: countOf(`Number of tasks whose worst anomaly is ${severity}.`),
          },
          CLOSED,
        ),
      ),
      { ...CLOSED, description: 'Anomalies by severity.' },
    ),
    ...scoreMembers,
    ...reportedFinishMember,
    passed: countOf('Number of codes without an anomaly.'),
    failed: countOf('Number of codes with an anomaly.'),
    not_applicable: countOf('Number of codes that apply to no task.'),
    skipped: countOf('Number of codes skipped because data are missing.'),
    checks: Type.Array(checkData({ category: CategoryName }), {
      minItems: AUDIT_CODE_COUNT,
      maxItems: AUDIT_CODE_COUNT,
      description: 'The codes PA01 to PA23 in order, with full counts.',
    }),
    categories: Type.Array(Category, {
      minItems: AUDIT_CATEGORIES.length,
      maxItems: AUDIT_CATEGORIES.length,
      description: 'Anomalies by category, with examples.',
    }),
    organizations: Type.Array(Organization, {
      description: 'Anomalies by organisation, ordered by highest affected_percent, then lowest score, then name.',
    }),
    status_date: dateOrNull('Status date of the audit.'),
    exclude_milestones: Type.Boolean({ description: 'Option of the request.' }),
    include_ev_validation: Type.Boolean({
      description: 'Option of the request. Without it, PA20 and PA21 do not run.',
    }),
    max_examples: countOf('Option of the request.'),
  },
  { ...CLOSED, $id: 'ProgressAuditData', description: 'Result of the progress audit.' },
)
