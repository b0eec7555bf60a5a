/** Jobs as their owner sees them: one, a page of them, cancelled, removed. */

import { PAGE_SIZE } from '../../shared/contract/endpoint/data/job-data.ts'
import { jobPath, resultPath } from '../../shared/contract/endpoint/paths.ts'
import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import type { Job, ResultRemoval } from '../../shared/platform/jobs/job.ts'
import { jsonReply, moment, momentOrNull } from '../call/answers.ts'
import type { CallTo, IdentifiedCall } from '../call/call.ts'
import type { Answer } from '../call/exchange.ts'
import type { Gateway } from '../call/gateway.ts'
import { isRefusal, readQuery } from '../call/query.ts'
import { embeddedResult } from './result-body.ts'

/** A job as its owner sees it, without the result. */
const removalRecord = ({ atMs, why }: ResultRemoval) => ({ at: moment(atMs), reason: why })

const progressRecord = ({ done, of, unit, bestFinish, atMs }: NonNullable<Job['progress']>) => ({
  done,
  of,
  unit,
  ...(bestFinish === undefined ? {} : { best_finish: bestFinish }),
  at: moment(atMs),
})

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
  ...(job.progress === null ? {} : { progress: progressRecord(job.progress) }),
  ...(job.result === null ? {} : { result_url: resultPath(job.jobId) }),
  ...(job.resultRemoved === null ? {} : { result_removed: removalRecord(job.resultRemoved) }),
  ...(job.error === null ? {} : { error: job.error }),
})

// The job that a call names, if it is the caller's. A job of another account is answered like an unknown one.

/** Rows whose path names a job. */
type JobRowId = 'jobs.read' | 'jobs.result' | 'jobs.cancel' | 'jobs.finish' | 'jobs.delete'

const JOB_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const isJobId = (text: string): boolean => JOB_ID.test(text.toLowerCase())

/** The id in the path; null = it is no valid id. */
function jobIdIn({ route }: CallTo<JobRowId>): string | null {
  const id = route.params.job_id.toLowerCase()
  return JOB_ID.test(id) ? id : null
}

export const jobNotFound = (): { refusal: Refusal } => ({ refusal: refuse('job_not_found') })

export async function findJob(gateway: Gateway, call: CallTo<JobRowId, IdentifiedCall>): Promise<Job | null> {
  const jobId = jobIdIn(call)
  return jobId === null ? null : gateway.jobs.read(call.identity.accountId, jobId)
}

/** GET /api/v1/jobs: a page of the account's jobs, newest first, without their results. */
export async function listJobs(gateway: Gateway, call: CallTo<'jobs.list', IdentifiedCall>): Promise<Answer> {
  const query = readQuery(call)
  if (isRefusal(query)) return { refusal: query }
  const { status: state = null, cursor: from = null, limit = PAGE_SIZE } = query
  const { accountId } = call.identity
  return gateway.accountMutex.run(accountId, async () => {
    const { jobs, cursor } = await gateway.jobs.list(accountId, { state, cursor: from, limit })
    return jsonReply(200, { jobs: jobs.map(jobRecord), next_cursor: cursor }, { 'cache-control': 'no-store' })
  })
}

/** GET /api/v1/jobs/{job_id}: the job, its result embedded as the last member. */
export async function readJob(gateway: Gateway, call: CallTo<'jobs.read', IdentifiedCall>): Promise<Answer> {
  const query = readQuery(call)
  if (isRefusal(query)) return { refusal: query }
  const job = await findJob(gateway, call)
  if (job === null) return jobNotFound()
  const record = { ...jobRecord(job), queue_position: await gateway.jobs.queuePosition(job) }
  if (job.result === null || query.include_result === false)
    return jsonReply(200, record, { 'cache-control': 'no-store' })
  await gateway.jobs.checkResult(job)
  const head = `${JSON.stringify(record).slice(0, -1)},"result":`
  return embeddedResult(gateway, call, job, job.result, { head, foot: '}' })
}

/** POST /api/v1/jobs/{job_id}/cancel: takes a waiting job out of its queue, or has the node stop it. */
export async function cancelJob(gateway: Gateway, call: CallTo<'jobs.cancel', IdentifiedCall>): Promise<Answer> {
  const jobId = jobIdIn(call)
  if (jobId === null) return jobNotFound()
  const outcome = await gateway.jobs.cancel(call.identity.accountId, jobId)
  switch (outcome.state) {
    case 'cancelled':
      return cancelledReply(outcome.job)
    case 'finished':
      return { refusal: refuse('job_finished', { state: outcome.job.state }) }
    case 'unknown':
      return jobNotFound()
  }
}

/** POST /api/v1/jobs/{job_id}/finish: a search that runs ends with its best so far. */
export async function finishJob(gateway: Gateway, call: CallTo<'jobs.finish', IdentifiedCall>): Promise<Answer> {
  const jobId = jobIdIn(call)
  const job = jobId === null ? null : await gateway.jobs.hurry(call.identity.accountId, jobId)
  if (job === null) return jobNotFound()
  const record = { ...jobRecord(job), queue_position: await gateway.jobs.queuePosition(job) }
  return jsonReply(200, record, { 'cache-control': 'no-store' })
}

const cancelledReply = (job: Job): Answer =>
  jsonReply(200, { ...jobRecord(job), queue_position: null }, { 'cache-control': 'no-store' })

/** DELETE /api/v1/jobs/{job_id}: removes the data of a finished job at once; one that has not ended is cancelled, and its record stays. */
export async function removeJob(gateway: Gateway, call: CallTo<'jobs.delete', IdentifiedCall>): Promise<Answer> {
  const jobId = jobIdIn(call)
  if (jobId === null) return jobNotFound()
  const { accountId } = call.identity
  const removed = await gateway.jobs.remove(accountId, jobId)
  if (removed === 'removed') return { status: 204 }
  if (removed === 'unknown') return jobNotFound()
  const outcome = await gateway.jobs.cancel(accountId, jobId)
  if (outcome.state === 'cancelled') return cancelledReply(outcome.job)
  // it ended by itself meanwhile
  return outcome.state === 'finished' && (await gateway.jobs.remove(accountId, jobId)) === 'removed'
    ? { status: 204 }
    : jobNotFound()
}
