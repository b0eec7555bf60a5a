/** The job that a call names, if it is the caller's. A job of another account is answered like an unknown one. */
import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import type { Job } from '../../shared/platform/jobs/job.ts'
import type { Gateway } from '../gateway.ts'
import type { CallTo, IdentifiedCall } from '../pipeline/call.ts'

/** Rows whose path names a job. */
type JobRowId = 'jobs.read' | 'jobs.result' | 'jobs.cancel' | 'jobs.delete'

const JOB_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const isJobId = (text: string): boolean => JOB_ID.test(text.toLowerCase())

/** The id in the path; null = it is no valid id. */
export function jobIdIn({ route }: CallTo<JobRowId>): string | null {
  const id = route.params.job_id.toLowerCase()
  return JOB_ID.test(id) ? id : null
}

export const jobNotFound = (): { refusal: Refusal } => ({ refusal: refuse('job_not_found') })

export async function findJob(gateway: Gateway, call: CallTo<JobRowId, IdentifiedCall>): Promise<Job | null> {
  const jobId = jobIdIn(call)
  return jobId === null ? null : gateway.jobs.read(call.identity.accountId, jobId)
}
