/** Schema of the envelope of every analysis. The schema of `data` belongs to each row. */
import Type, { type TSchema } from 'typebox'
import { API_VERSION, ENVELOPE_STATUSES, FINDING_TASKS_MAX, SEVERITIES } from '../../envelope.ts'
import { ImportReport } from '../../schedule/import-report.ts'
import { taskIds, withTaskNames } from './named.ts'

const words = <Word extends string>(values: readonly Word[], description: string): TSchema =>
  Type.Unsafe<Word>({ type: 'string', enum: [...values], description })

const orNull = (type: string, description: string): TSchema => Type.Unsafe({ type: [type, 'null'], description })

export const Finding = withTaskNames(
  Type.Object(
    {
      code: Type.String({ description: 'Stable code of the finding or of its check.' }),
      severity: words(SEVERITIES, 'Severity of the finding.'),
      title: Type.String({ description: 'Title of the finding.' }),
      description: Type.String({ description: 'What was found, with its figures.' }),
      task_ids: taskIds(`The first ${FINDING_TASKS_MAX} tasks concerned, in input order.`, {
        maxItems: FINDING_TASKS_MAX,
      }),
      count: Type.Integer({ minimum: 0, description: 'Number of all tasks or links concerned.' }),
      evidence: Type.Optional(Type.Unknown({ description: 'Evidence of the finding, if the ids are not enough.' })),
    },
    { $id: 'Finding', description: 'A detected problem. Findings are indicators, not verdicts.' },
  ),
)

const Recommendation = Type.Object(
  {
    priority: Type.Integer({ minimum: 1, description: 'Order of the recommendations; 1 = first.' }),
    title: Type.String({ description: 'Title of the recommendation.' }),
    description: Type.String({ description: 'What to do and why.' }),
    codes: Type.Array(Type.String(), { description: 'Codes of the findings or checks that it refers to.' }),
    effect: orNull('number', 'Points of the score that would be regained; null if the analysis has no score.'),
  },
  { $id: 'Recommendation', description: 'A recommendation for findings.' },
)

const Component = Type.Object(
  {
    score: orNull('number', 'Score of the component, 0 to 100; null if it was skipped.'),
    weight: Type.Number({ description: 'Weight of the component in the score.' }),
    label: Type.String({ description: 'Name of the component in words.' }),
  },
  { $id: 'ScoreComponent', description: 'One component of a score.' },
)

/** Metadata of a result in the order in which it is written. */
const resultMetadata = {
  task_count: Type.Integer({ minimum: 0, description: 'Number of tasks in all schedules of the request.' }),
  api_version: Type.String({ description: 'Version of the interface.', examples: [API_VERSION] }),
  engine_version: Type.String({ description: 'Version of the engine. Results may differ between versions.' }),
  input_sha256: Type.String({
    pattern: '^[0-9a-f]{64}$',
    description: 'SHA-256 of the request as the engine read it, independent of the order of its members.',
  }),
  ignored_fields: Type.Array(Type.String(), { description: 'Names of members of the request that were not read.' }),
  import: Type.Optional(
    Type.Array(ImportReport, {
      description: 'What was read from project files, one entry per file. Absent without a file.',
    }),
  ),
}

const Metadata = Type.Object(
  {
    ...resultMetadata,
    endpoint: Type.String({ description: 'Path of the call.' }),
    request_id: Type.String({
      description:
        'Id of the request, as in the header X-Request-Id. In the result of a job: the id of its submission.',
    }),
    processing_time_ms: Type.Integer({
      minimum: 0,
      description: 'Time that the service worked on the request, in milliseconds.',
    }),
  },
  {
    $id: 'Metadata',
    description: 'Facts about the call. The last three belong to the reply, the others to the result.',
  },
)

/** Schema of a reply whose `data` has the given schema. */
export const Envelope = (data: TSchema): TSchema => Type.Object({ ...resultMembers(data), metadata: Metadata })

const resultMembers = (data: TSchema) => ({
  status: words(
    ENVELOPE_STATUSES,
    'critical: there is a critical finding. warning: there is a medium or high finding, or a skipped check.',
  ),
  score: Type.Optional(orNull('number', 'Score from 0 to 100, higher is better; null if nothing could be scored.')),
  grade: Type.Optional(orNull('string', 'Grade of the score: A, B, C, D or F; null without a score.')),
  summary: Type.Optional(Type.String({ description: 'The result in one sentence.' })),
  breakdown: Type.Optional(Type.Record(Type.String(), Component, { description: 'Components of the score by name.' })),
  findings: Type.Array(Finding),
  recommendations: Type.Array(Recommendation),
  data,
})

/** The result of any analysis, where it is a part of a reply. */
export const ResultOfAnalysis = Type.Object(
  {
    ...resultMembers(Type.Record(Type.String(), Type.Unknown(), { description: 'Data of the analysis.' })),
    metadata: Type.Object(resultMetadata, { description: 'Facts about the result.' }),
  },
  { $id: 'ResultOfAnalysis', description: 'Result of an analysis, without the members that belong to one reply.' },
)
