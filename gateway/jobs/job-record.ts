/** A job as its owner sees it, without the result. */
import { jobPath, resultPath } from '../../shared/contract/endpoint/job-paths.ts'
import type { Job, ResultRemoval } from '../../shared/platform/jobs/job.ts'

export const moment = (ms: number): string => new Date(ms).toISOString()
export const momentOrNull = (ms: number | null): string | null => (ms === null ? null : moment(ms))

export const removalRecord = ({ atMs, why }: ResultRemoval) => ({ at: moment(atMs), reason: why })

export const jobRecord = (job: Job) => ({
  job_id: job.jobId,
  status: job.state,
  endpoint: job.endpoint,
  task_count: job.taskCount,
  created_at: moment(job.createdAtMs),
  started_at: momentOrNull(job.startedAtMs),
  completed_at: momentOrNull(job.completedAtMs),
  attempts: job.attempts,
  polling_url: jobPath(job.jobId),
  ...(job.result === null ? {} : { result_url: resultPath(job.jobId) }),
  ...(job.resultRemoved === null ? {} : { result_removed: removalRecord(job.resultRemoved) }),
  ...(job.error === null ? {} : { error: job.error }),
})
