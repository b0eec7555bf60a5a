/** Schema of the envelope of every analysis; what `data` holds is each row's own schema. */
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
      code: Type.String({ description: 'Stable code of the finding or of the check behind it.' }),
      severity: words(SEVERITIES, 'Weight of the finding.'),
      title: Type.String({ description: 'What it is, in a few words.' }),
      description: Type.String({ description: 'What was found, with its figures.' }),
      task_ids: taskIds(`The first ${FINDING_TASKS_MAX} tasks concerned, in input order.`, {
        maxItems: FINDING_TASKS_MAX,
      }),
      count: Type.Integer({ minimum: 0, description: 'How many there are in all.' }),
      evidence: Type.Optional(Type.Unknown({ description: 'Facts behind the finding, where ids do not tell enough.' })),
    },
    { $id: 'Finding', description: 'Something the analysis found. Indicators, never verdicts.' },
  ),
)

export const Recommendation = Type.Object(
  {
    priority: Type.Integer({ minimum: 1, description: '1 = do first.' }),
    title: Type.String({ description: 'What to do, in a few words.' }),
    description: Type.String({ description: 'What to do and why.' }),
    codes: Type.Array(Type.String(), { description: 'Codes of the findings or checks it answers.' }),
    effect: orNull('number', 'Points of score it would bring back; null where the analysis has no score.'),
  },
  { $id: 'Recommendation', description: 'An advice drawn from findings.' },
)

const Component = Type.Object(
  {
    score: orNull('number', 'Score of the component, 0 to 100; null when it was skipped.'),
    weight: Type.Number({ description: 'Weight in the whole score.' }),
    label: Type.String({ description: 'Name of the component in words.' }),
  },
  { $id: 'ScoreComponent', description: 'One component of a score.' },
)

/** Metadata of a result in the order in which it is written. */
const resultFacts = {
  task_count: Type.Integer({ minimum: 0, description: 'Tasks submitted, over all schedules of the request.' }),
  api_version: Type.String({ description: 'Version of the interface.', examples: [API_VERSION] }),
  engine_version: Type.String({ description: 'Version of the engine; results may differ between versions.' }),
  input_sha256: Type.String({
    pattern: '^[0-9a-f]{64}$',
    description: 'SHA-256 of the request as the engine read it; the order of members does not matter.',
  }),
  ignored_fields: Type.Array(Type.String(), { description: 'Members of the request that no field names.' }),
  import: Type.Optional(
    Type.Array(ImportReport, {
      description: 'What was read from project files, one per file; absent where none was sent.',
    }),
  ),
}

const Metadata = Type.Object(
  {
    ...resultFacts,
    endpoint: Type.String({ description: 'Path that was called.' }),
    request_id: Type.String({
      description: 'Id of the request, also in its X-Request-Id; in the result of a job the id of the submission.',
    }),
    processing_time_ms: Type.Integer({ minimum: 0, description: 'Milliseconds the service worked on the request.' }),
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
    'critical: any critical finding; warning: any medium or high one, or a skipped check.',
  ),
  score: Type.Optional(orNull('number', 'Score, 0 to 100, higher is better; null when nothing could be scored.')),
  grade: Type.Optional(orNull('string', 'Grade of the score: A, B, C, D or F.')),
  summary: Type.Optional(Type.String({ description: 'The result in one sentence.' })),
  breakdown: Type.Optional(Type.Record(Type.String(), Component, { description: 'Components of the score by name.' })),
  findings: Type.Array(Finding),
  recommendations: Type.Array(Recommendation),
  data,
})

/** The result of any analysis, where it is a part of a reply. */
export const ResultOfAnalysis = Type.Object(
  {
    ...resultMembers(Type.Record(Type.String(), Type.Unknown(), { description: 'As the analysis answers it.' })),
    metadata: Type.Object(resultFacts, { description: 'Facts about the result.' }),
  },
  { $id: 'ResultOfAnalysis', description: 'What the call of the analysis answers, without what belongs to one reply.' },
)
