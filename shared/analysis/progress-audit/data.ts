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

const CategoryName = OneOf(AUDIT_CATEGORIES, { description: 'Kind of anomaly.' })
const SeverityName = OneOf(AUDIT_SEVERITIES, { description: 'How grave an anomaly of the code is.' })
const score = (description: string): TSchema =>
  Type.Unsafe({ type: ['number', 'null'], minimum: 0, maximum: 100, description })
const points = (description: string): TSchema => Type.Number({ minimum: 0, description })
const eachSeverity = (make: (severity: string) => TSchema): Record<string, TSchema> =>
  Object.fromEntries(AUDIT_SEVERITIES.map(severity => [severity, make(severity)]))

const Example = Type.Object(
  {
    id: taskId('The task.'),
    code: Type.String({ description: 'The code it breaks.' }),
    severity: SeverityName,
    title: Type.String({ description: 'What is wrong.' }),
    facts: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The fields of the task that tell it, null where absent, and figures reckoned from them.',
    }),
  },
  CLOSED,
)

const Category = Type.Object(
  {
    category: CategoryName,
    label: Type.String({ description: 'Its name in words.' }),
    codes: Type.Array(Type.String(), { description: 'Its codes.' }),
    anomalies: countOf('Anomalies of its codes; a task may have several.'),
    affected_tasks: countOf('Tasks with any of them, level of effort included.'),
    points: points('Points of those tasks by the worst anomaly of this category alone.'),
    score: score('What the score would be with this category alone; null when none of its codes could be decided.'),
    points_lost: numberOrNull(
      'Points it costs the score before floor and cap: each task is put down to the category of its worst anomaly, so they sum up.',
    ),
    examples: Type.Array(Example, {
      description: 'At most options.max_examples, by severity, then place in the input; anomalies is the full count.',
    }),
  },
  CLOSED,
)

const Organization = Type.Object(
  {
    organization_code: Type.String({ description: 'Code of the organization; unassigned where a task has none.' }),
    tasks: countOf('Its tasks in the population.'),
    affected_tasks: countOf('Those with an anomaly.'),
    affected_percent: numberOrNull('affected_tasks / tasks; null without tasks in the population.', 'percent'),
    affected_level_of_effort: countOf('Level-of-effort tasks with an anomaly.'),
    anomalies: countOf('Anomalies, several per task where it breaks several codes.'),
    points: points('Sum over its tasks of the points of their worst anomaly.'),
    score: score('Score over its own tasks; null without tasks in the population.'),
    grade: Type.Unsafe({ type: ['string', 'null'], description: 'Grade of that score.' }),
  },
  CLOSED,
)

export const ProgressAuditData = Type.Object(
  {
    population: PopulationData('N: tasks and milestones, complete ones included; no summaries, no level of effort.'),
    milestones_excluded: countOf('Zero-duration tasks that options.exclude_milestones kept out.'),
    level_of_effort_tested: countOf('Level-of-effort tasks: tested for PA01 to PA04, not in N.'),
    affected_tasks: countOf('Tasks of the population with an anomaly.'),
    affected_percent: numberOrNull('affected_tasks / N.', 'percent'),
    affected_level_of_effort: countOf('Level-of-effort tasks with an anomaly; their points count.'),
    anomalies: countOf('All anomalies; a task may have several.'),
    points: points('Sum over all tasks of the points of their worst anomaly.'),
    scoring: Type.Object(
      {
        severity_points: Type.Object(
          eachSeverity(severity => points(`Points of a task whose worst anomaly is ${severity}.`)),
          CLOSED,
        ),
        points_factor: Type.Number({ description: 'score = max(0, 100 - points_factor * points / N).' }),
        critical_score_max: Type.Number({ description: 'No score above this while any anomaly is critical.' }),
      },
      { ...CLOSED, description: 'How the score comes about.' },
    ),
    severities: Type.Object(
      eachSeverity(severity =>
        Type.Object(
          {
            anomalies: countOf(`Anomalies of severity ${severity}.`),
            tasks: countOf(`Tasks whose worst anomaly is ${severity}.`),
          },
          CLOSED,
        ),
      ),
      { ...CLOSED, description: 'Anomalies by severity.' },
    ),
    ...scoreMembers,
    ...reportedFinishMember,
    passed: countOf('Codes without an anomaly.'),
    failed: countOf('Codes with an anomaly.'),
    not_applicable: countOf('Codes with no task to ask.'),
    skipped: countOf('Codes skipped for missing data.'),
    checks: Type.Array(checkData({ category: CategoryName }), {
      minItems: AUDIT_CODE_COUNT,
      maxItems: AUDIT_CODE_COUNT,
      description: 'The codes PA01 to PA23 in their order, with full counts.',
    }),
    categories: Type.Array(Category, {
      minItems: AUDIT_CATEGORIES.length,
      maxItems: AUDIT_CATEGORIES.length,
      description: 'Anomalies by category, with examples.',
    }),
    organizations: Type.Array(Organization, {
      description: 'Anomalies by organization: highest affected_percent first, then lowest score, then name.',
    }),
    status_date: dateOrNull('Status date of the audit.'),
    exclude_milestones: Type.Boolean({ description: 'As asked for.' }),
    include_ev_validation: Type.Boolean({ description: 'As asked for; without it PA20 and PA21 do not run.' }),
    max_examples: countOf('As asked for.'),
  },
  { ...CLOSED, $id: 'ProgressAuditData', description: 'Result of the progress audit.' },
)
