/** Schemas of jobs and callbacks: the member every submission may add, its answer, jobs, deliveries, the signing secret. */
import Type, { type TSchema } from 'typebox'
import { JOB_STATES } from '../../job-states.ts'
import { MOMENT_LENGTH_MAX } from '../../moment.ts'
import { OneOf } from '../../schedule/containers.ts'
import { Envelope } from './envelope-data.ts'

export const EXAMPLE_JOB_ID = '0b9f4e9c-6f5d-4c38-9a59-0d1f8e1c2a77'

export const JobId = Type.String({ format: 'uuid', description: 'Id of the job.', examples: [EXAMPLE_JOB_ID] })
export const JobParams = Type.Object({ job_id: JobId })

export const moment = (description: string) =>
  Type.String({ format: 'date-time', maxLength: MOMENT_LENGTH_MAX, description: `${description} UTC, ISO 8601.` })
export const momentOrNull = (description: string): TSchema =>
  Type.Unsafe({ type: ['string', 'null'], format: 'date-time', description: `${description} UTC, ISO 8601.` })
const integerOrNull = (description: string): TSchema => Type.Unsafe({ type: ['integer', 'null'], description })

const CALLBACK_URL_LENGTH_MAX = 2_048

/** Members that the body of a submission may have beside those of the call. */
export const Submission = Type.Object({
  callback_url: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'uri',
      maxLength: CALLBACK_URL_LENGTH_MAX,
      description: 'Address that is told when the job has completed or failed: https, on a public host.',
      examples: ['https://example.com/schedule-callbacks'],
    }),
  ),
})

/** Body of the async variant of a row: a request and the members of a submission. */
export function submissionBody(request: TSchema): TSchema {
  const { properties, ...rest } = request as TSchema & { readonly properties?: Record<string, TSchema> }
  if (properties === undefined) throw new Error('the request of an analysis is an object')
  return { ...rest, properties: { ...properties, ...Submission.properties } } as unknown as TSchema
}

export const JobSubmission = Type.Object(
  {
    job_id: JobId,
    status: OneOf(['queued'], { description: 'The job is accepted and waits.' }),
    created_at: moment('When it was accepted.'),
    polling_url: Type.String({ description: 'Path of the job.' }),
  },
  { description: 'An accepted job.' },
)

export const JobError = Type.Object(
  {
    code: Type.String({ description: 'A code of GET /api/v1/errors, or timeout, memory, node_lost.' }),
    detail: Type.String(),
  },
  { $id: 'JobError', description: 'Why a job failed.' },
)

export const ResultRemoved = Type.Object(
  {
    at: moment('When it was removed.'),
    reason: OneOf(['memory', 'disk', 'operator'], {
      description:
        'memory: other jobs needed the room, and results of the account took most of it; disk: the same of the disk; operator: the operator freed memory.',
    }),
  },
  { $id: 'ResultRemoved', description: 'The result of a completed job was removed before its time.' },
)

/** The envelope of any analysis. */
export const AnyResult = Type.Unsafe({
  ...Envelope(
    Type.Record(Type.String(), Type.Unknown(), { description: 'The data of the analysis that was asked for.' }),
  ),
  $id: 'AnalysisResult',
  description: 'What a synchronous call would have answered. Of a job that is read it is the last member.',
})

const facts = {
  job_id: JobId,
  status: OneOf(JOB_STATES, { description: 'State of the job; completed, failed and cancelled are final.' }),
  endpoint: Type.String({ description: 'Path of the analysis.' }),
  task_count: Type.Integer({ description: 'Tasks submitted, over all schedules of the request.' }),
  created_at: moment('When it was accepted.'),
  started_at: momentOrNull('When a node first took it; null while it waits.'),
  completed_at: momentOrNull('When it ended; null until then.'),
  attempts: Type.Integer({ minimum: 0, description: 'How often it was handed to a node.' }),
  polling_url: Type.String({ description: 'Path of the job.' }),
  result_url: Type.Optional(Type.String({ description: 'Path of the result; of a completed job.' })),
  result_removed: Type.Optional(ResultRemoved),
  error: Type.Optional(JobError),
}

export const Job = Type.Object(
  {
    ...facts,
    queue_position: integerOrNull('Jobs before it in its queue; null unless it is queued.'),
    result: Type.Optional(AnyResult),
  },
  { $id: 'Job', description: 'A job.' },
)

export const JobReadQuery = Type.Object({
  include_result: Type.Optional(
    Type.Boolean({ default: true, description: 'false: the job without its result, however large that is.' }),
  ),
})

const PAGE_SIZE_MAX = 100
export const PAGE_SIZE = 20

export const page = {
  cursor: Type.Optional(
    Type.String({ maxLength: 15, pattern: '^[0-9]+$', description: 'next_cursor of the page before.' }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE, description: 'Entries of a page.' }),
  ),
}
export const nextCursor = Type.Unsafe({
  type: ['string', 'null'],
  description: 'For the next page; null on the last one.',
})

export const JobListQuery = Type.Object({
  status: Type.Optional(
    OneOf(JOB_STATES, {
      description:
        'Only jobs in this state. A page looks at a bounded number of jobs: it may be short, or empty, and have a next_cursor.',
    }),
  ),
  ...page,
})

export const JobList = Type.Object({
  jobs: Type.Array(Type.Object(facts, { $id: 'ListedJob', description: 'A job without its result.' }), {
    description: 'Newest first, without results.',
  }),
  next_cursor: nextCursor,
})

export const DeliveryListQuery = Type.Object(page)
export const DeliveryParams = Type.Object({ id: Type.String({ description: 'Id of the delivery.' }) })

const DeliveryAttempt = Type.Object(
  {
    at: moment('When it was sent.'),
    duration_ms: Type.Integer({ minimum: 0 }),
    status: integerOrNull('HTTP status of the answer; null when none came.'),
    failure: Type.Unsafe({
      type: ['string', 'null'],
      description: 'Why it failed, in a word; null when it was delivered.',
    }),
  },
  { $id: 'DeliveryAttempt', description: 'One POST to the callback address.' },
)

export const Delivery = Type.Object(
  {
    delivery_id: Type.String({
      description:
        'Id of the delivery, also its webhook-id. A failed job that was run again by the operator is told under another one.',
    }),
    job_id: JobId,
    url: Type.String({ description: 'Where it goes, without its query.' }),
    status: OneOf(['pending', 'delivered', 'dead'], { description: 'dead: given up, can be sent again.' }),
    attempts: Type.Array(DeliveryAttempt),
    next_attempt_at: momentOrNull('When it is sent next; null when it is not.'),
  },
  { $id: 'Delivery', description: 'The callback of one job.' },
)

export const DeliveryList = Type.Object({
  deliveries: Type.Array(Delivery, { description: 'Newest first.' }),
  next_cursor: nextCursor,
})

const EndpointId = Type.String({
  description: 'Id of the endpoint.',
  examples: ['ep_aHR0cHM6Ly9leGFtcGxlLmNvbQ'],
})
export const EndpointParams = Type.Object({ id: EndpointId })

export const Endpoint = Type.Object(
  {
    endpoint_id: EndpointId,
    origin: Type.String({
      description: 'Scheme, host and port of the callback URLs.',
      examples: ['https://example.com'],
    }),
    status: OneOf(['ok', 'failing', 'paused'], {
      description:
        'failing: its latest POST failed. paused: it has failed for long; its callbacks are kept, and one is tried each hour.',
    }),
    failures: Type.Integer({ minimum: 0, description: 'Failed POSTs since the last success.' }),
    failing_since: momentOrNull('When the first of these failures was; null when there is none.'),
    last_failure: Type.Unsafe({
      type: ['string', 'null'],
      description: 'Why the latest POST failed, in a word; null when it did not.',
    }),
    last_success_at: momentOrNull('When it last took a callback; null when it never did.'),
    paused_at: momentOrNull('Since when it is paused; null when it is not.'),
    next_attempt_at: momentOrNull('Nothing is sent there before; null when nothing holds it up.'),
    waiting: Type.Integer({ minimum: 0, description: 'Callbacks that are due and wait for it.' }),
  },
  { $id: 'CallbackEndpoint', description: 'A receiver of callbacks, as deliveries found it.' },
)

export const EndpointList = Type.Object({
  endpoints: Type.Array(Endpoint, {
    description: 'The latest called first; at most 1,000, those of the last 30 days.',
  }),
})

export const ReplayRequest = Type.Object({
  from: moment('Callbacks of jobs that ended at this time or later.'),
  to: Type.Optional(moment('And before this time. Absent: now.')),
  cursor: Type.Optional(page.cursor),
})

export const Replay = Type.Object({
  replayed: Type.Integer({ minimum: 0, description: 'Callbacks that are on their way again.' }),
  next_cursor: Type.Unsafe({
    type: ['string', 'null'],
    description:
      'One call looks at 10,000 callbacks; send the same body with this cursor for the rest. null: that was all.',
  }),
})

export const WebhookSecret = Type.Object({
  secret: Type.String({
    description: 'The signing secret (Standard Webhooks form). Shown here and never again.',
    examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  }),
  created_at: moment('When it was made.'),
  previous_valid_until: momentOrNull('Until then callbacks are signed with the secret before it, too.'),
})
