/** The asynchronous side of the document: the answer to a submission, and the completion callback. */
import Type from 'typebox'
import {
  AnyResult,
  JobError,
  JobId,
  JobSubmission,
  moment,
  ResultRemoved,
} from '../../shared/contract/endpoint/data/job-data.ts'
import { OneOf } from '../../shared/contract/schedule/containers.ts'
import { COMPUTE_HEADERS } from '../call/call.ts'
import { headersWith } from './headers.ts'
import { type Json, type JsonObject, reference, type SchemaRegistry } from './schemas.ts'

const CallbackBody = Type.Object(
  {
    job_id: JobId,
    status: OneOf(['completed', 'failed'], { description: 'How the job ended. A cancelled job sends no callback.' }),
    result: Type.Union([AnyResult, Type.Null()], {
      description:
        'The envelope of the synchronous call; null when the job failed, or when the result was removed or is too large to send.',
    }),
    result_url: Type.Optional(Type.String({ description: 'Path of a result that is too large to send.' })),
    result_removed: Type.Optional(ResultRemoved),
    error: Type.Optional(JobError),
    created_at: moment('Time at which the job was accepted.'),
    completed_at: moment('Time at which the job ended.'),
  },
  { description: 'Sent once per job, but possibly repeated; job_id identifies repetitions.' },
)

const signature = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

/** How the operations of jobs name it: OpenAPI has callbacks for what goes to an address of the request. */
export const JOB_FINISHED: JsonObject = {
  jobFinished: { '{$request.body#/callback_url}': reference('pathItems', 'JobFinished') },
}

/** The one event the service sends out. */
export const pathItemComponents = (book: SchemaRegistry, isPending: boolean): JsonObject => ({
  JobFinished: { post: callbackOperation(book, isPending) },
})

function callbackOperation(book: SchemaRegistry, isPending: boolean): JsonObject {
  return {
    operationId: 'callback.job-finished',
    summary: 'A job has completed or failed',
    description:
      'Sent to `callback_url` of the submission. Any 2xx within 30 seconds is a success. A redirect is a failure and is not followed. After a failure the callback is repeated with growing pauses, by default 9 times within 25 hours (5 s, 30 s, 2 min, 10 min, 30 min, 2 h, 6 h, 8 h, 8 h). Then it is kept as a dead letter that can be sent again. At most 4 POSTs are in flight to a host, at most 3 of them for one account. An endpoint (scheme, host and port) that fails for a day without a success is paused: its callbacks are kept, one is tried each hour, and the first success resumes it. Compare signatures in constant time, and answer 401 if they do not match.',
    ...(isPending ? { 'x-pending': true } : {}),
    security: [],
    parameters: [
      signature(
        'X-Webhook-Signature',
        'Lower-case hexadecimal HMAC-SHA256 of the raw body. The key is the whole text of the signing secret as it was shown, `whsec_` included, as UTF-8 bytes.',
      ),
      signature('webhook-id', 'Id of the message, the same for every attempt (Standard Webhooks).'),
      signature('webhook-timestamp', 'Time of this attempt in seconds since 1970 (Standard Webhooks).'),
      signature(
        'webhook-signature',
        '`v1,` and the base64 HMAC-SHA256 of id.timestamp.body (Standard Webhooks). The key is the part of the secret after `whsec_`, decoded from base64. For a day after a change of the secret there are two signatures.',
      ),
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: book.define('JobCallback', CallbackBody) } },
    },
    responses: {
      '2XX': { description: 'Received.' },
      '4XX': { description: 'Not accepted: the callback is sent again.' },
      default: { description: 'Not accepted: the callback is sent again.' },
    },
  }
}

/** The answer to a submission. */
export const submissionReply = (book: SchemaRegistry): JsonObject => ({
  description: 'Accepted: the job is on disk and queued.',
  headers: headersWith(...COMPUTE_HEADERS, 'Location', 'Idempotent-Replayed'),
  content: { 'application/json': { schema: book.define('JobSubmission', JobSubmission) } },
})
