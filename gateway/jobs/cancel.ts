/** POST /api/v1/jobs/{job_id}/cancel: takes a waiting job out of its queue, or has the node stop it. */
import { refuse } from '../../shared/contract/errors.ts'
import type { Gateway } from '../gateway.ts'
import type { Answer } from '../http/exchange.ts'
import type { CallTo, IdentifiedCall } from '../pipeline/call.ts'
import { jsonReply } from '../reply/json-reply.ts'
import { jobIdIn, jobNotFound } from './find-job.ts'
import { jobRecord } from './job-record.ts'

export async function cancelJob(gateway: Gateway, call: CallTo<'jobs.cancel', IdentifiedCall>): Promise<Answer> {
  const jobId = jobIdIn(call)
  if (jobId === null) return jobNotFound()
  const outcome = await gateway.jobs.cancel(call.identity.accountId, jobId)
  switch (outcome.state) {
    case 'cancelled':
      return jsonReply(200, { ...jobRecord(outcome.job), queue_position: null }, { 'cache-control': 'no-store' })
    case 'finished':
      return { refusal: refuse('job_finished', { state: outcome.job.state }) }
    case 'unknown':
      return jobNotFound()
  }
}
