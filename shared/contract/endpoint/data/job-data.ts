/** Schemas of jobs and callbacks: the member every submission may add, its answer, jobs, deliveries, the signing secret. */
import Type, { type TSchema } from 'typebox'
import { JOB_STATES, PROGRESS_UNITS } from '../../job-states.ts'
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

/** Additional members of the body of a submission. */
const Submission = Type.Object({
  callback_url: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'uri',
      maxLength: CALLBACK_URL_LENGTH_MAX,
      description: 'Callback URL, called when the job has completed or failed: https, on a public host.',
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
    status: OneOf(['queued'], { description: 'Always queued: the job is accepted and waits.' }),
    created_at: moment('Time at which the job was accepted.'),
    polling_url: Type.String({ description: 'Path of the job.' }),
  },
  { description: 'An accepted job.' },
)

export const JobError = Type.Object(
  {
    code: Type.String({ description: 'Code of GET /api/v1/errors, or timeout, memory or node_lost.' }),
    detail: Type.String(),
  },
  { $id: 'JobError', description: 'Why a job failed.' },
)

export const ResultRemoved = Type.Object(
  {
    at: moment('Time at which the result was removed.'),
    reason: OneOf(['memory', 'disk', 'operator'], {
      description:
        'memory: other jobs needed the room, and results of the account took most of it; disk: the same of the disk; operator: the operator freed memory.',
    }),
  },
  { $id: 'ResultRemoved', description: 'The result of a completed job was removed before its retention ended.' },
)

/** The envelope of any analysis. */
export const AnyResult = Type.Unsafe({
  ...Envelope(Type.Record(Type.String(), Type.Unknown(), { description: 'Data of the analysis.' })),
  $id: 'AnalysisResult',
  description: 'Reply that a synchronous call would have given. It is the last member of the job.',
})

export const Progress = Type.Object(
  {
    done: Type.Integer({ minimum: 0, description: 'How many of the unit are done.' }),
    of: integerOrNull('At most so many will be done; the work may end before. null: not known.'),
    unit: OneOf(PROGRESS_UNITS, { description: 'What is counted. passes: steps of the work, of unequal length.' }),
    best_finish: Type.Optional(
      Type.String({ format: 'date', description: 'Levelling: the earliest finish that was found so far.' }),
    ),
    at: moment('Time at which the node said so, about once a second.'),
  },
  {
    $id: 'JobProgress',
    description: 'How far a job has come that a node works on; absent before its first second and at its end.',
  },
)

const facts = {
  job_id: JobId,
  status: OneOf(JOB_STATES, { description: 'State of the job. completed, failed and cancelled are final.' }),
  endpoint: Type.String({ description: 'Path of the analysis.' }),
  task_count: Type.Integer({ description: 'Number of tasks in all schedules of the request.' }),
  created_at: moment('Time at which the job was accepted.'),
  started_at: momentOrNull('Time at which a node first took the job; null while it waits.'),
  completed_at: momentOrNull('Time at which the job ended; null until then.'),
  attempts: Type.Integer({ minimum: 0, description: 'How often the job was given to a node.' }),
  polling_url: Type.String({ description: 'Path of the job.' }),
  result_url: Type.Optional(Type.String({ description: 'Path of the result of a completed job.' })),
  result_removed: Type.Optional(ResultRemoved),
  error: Type.Optional(JobError),
  progress: Type.Optional(Progress),
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
  include_result: Type.Optional(Type.Boolean({ default: true, description: 'false: the job without its result.' })),
})

const PAGE_SIZE_MAX = 100
export const PAGE_SIZE = 20

export const page = {
  cursor: Type.Optional(
    Type.String({ maxLength: 15, pattern: '^[0-9]+$', description: 'next_cursor of the page before.' }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: PAGE_SIZE_MAX,
      default: PAGE_SIZE,
      description: 'Number of entries per page.',
    }),
  ),
}
export const nextCursor = Type.Unsafe({
  type: ['string', 'null'],
  description: 'Cursor of the next page; null on the last page.',
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
    description: 'Jobs without their results, newest first.',
  }),
  next_cursor: nextCursor,
})

export const DeliveryListQuery = Type.Object(page)
export const DeliveryParams = Type.Object({ id: Type.String({ description: 'Id of the delivery.' }) })

const DeliveryAttempt = Type.Object(
  {
    at: moment('Time at which it was sent.'),
    duration_ms: Type.Integer({ minimum: 0 }),
    status: integerOrNull('HTTP status of the answer; null when none came.'),
    failure: Type.Unsafe({
      type: ['string', 'null'],
      description: 'Stable word for the failure; null if it was delivered.',
    }),
  },
  { $id: 'DeliveryAttempt', description: 'One POST to the callback address.' },
)

export const Delivery = Type.Object(
  {
    delivery_id: Type.String({
      description:
        'Id of the delivery, also its webhook-id. If the operator runs a failed job again, its delivery has a new id.',
    }),
    job_id: JobId,
    url: Type.String({ description: 'Callback URL without its query.' }),
    status: OneOf(['pending', 'delivered', 'dead'], {
      description: 'State of the delivery. dead: given up; it can be sent again.',
    }),
    attempts: Type.Array(DeliveryAttempt),
    next_attempt_at: momentOrNull('Time of the next attempt; null if there is none.'),
  },
  { $id: 'Delivery', description: 'The callback of one job.' },
)

export const DeliveryList = Type.Object({
  deliveries: Type.Array(Delivery, { description: 'Deliveries, newest first.' }),
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
    failures: Type.Integer({ minimum: 0, description: 'Number of failed POSTs since the last success.' }),
    failing_since: momentOrNull('Time of the first of these failures; null without one.'),
    last_failure: Type.Unsafe({
      type: ['string', 'null'],
      description: 'Stable word for the failure of the latest POST; null if it succeeded.',
    }),
    last_success_at: momentOrNull('Time of the last successful callback; null if there was none.'),
    paused_at: momentOrNull('Time since which the endpoint is paused; null if it is not.'),
    next_attempt_at: momentOrNull('Time before which nothing is sent to the endpoint; null without such a delay.'),
    waiting: Type.Integer({ minimum: 0, description: 'Number of due callbacks that wait for the endpoint.' }),
  },
  { $id: 'CallbackEndpoint', description: 'A receiver of callbacks and its state.' },
)

export const EndpointList = Type.Object({
  endpoints: Type.Array(Endpoint, {
    description: 'Endpoints of the last 30 days, latest called first, at most 1,000.',
  }),
})

export const ReplayRequest = Type.Object({
  from: moment('Only callbacks of jobs that ended at or after this time.'),
  to: Type.Optional(moment('Only callbacks of jobs that ended before this time. Absent: now.')),
  cursor: Type.Optional(page.cursor),
})

export const Replay = Type.Object({
  replayed: Type.Integer({ minimum: 0, description: 'Number of callbacks that are sent again.' }),
  next_cursor: Type.Unsafe({
    type: ['string', 'null'],
    description:
      'One call looks at 10,000 callbacks; send the same body with this cursor for the rest. null: that was all.',
  }),
})

export const WebhookSecret = Type.Object({
  secret: Type.String({
    description: 'Signing secret in the form of Standard Webhooks. It is shown only once.',
    examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  }),
  created_at: moment('Time at which it was created.'),
  previous_valid_until: momentOrNull(
    'Until this time callbacks are also signed with the previous secret; null without one.',
  ),
})
