/** DELETE /api/v1/jobs/{job_id}: removes the data of a finished job at once. */
import { refuse } from '../../shared/contract/errors.ts'
import type { Gateway } from '../gateway.ts'
import type { Answer } from '../http/exchange.ts'
import type { CallTo, IdentifiedCall } from '../pipeline/call.ts'
import { findJob, jobIdIn, jobNotFound } from './find-job.ts'

export async function removeJob(gateway: Gateway, call: CallTo<'jobs.delete', IdentifiedCall>): Promise<Answer> {
  const jobId = jobIdIn(call)
  if (jobId === null) return jobNotFound()
  const outcome = await gateway.jobs.remove(call.identity.accountId, jobId)
  if (outcome === 'removed') return { status: 204 }
  if (outcome === 'unknown') return jobNotFound()
  const job = await findJob(gateway, call)
  return job === null ? jobNotFound() : { refusal: refuse('job_not_finished', { state: job.state }) }
}
