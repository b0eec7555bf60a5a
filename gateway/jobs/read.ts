/** GET /api/v1/jobs/{job_id}: the job, its result embedded as the last member. */
import type { Gateway } from '../gateway.ts'
import type { Answer } from '../http/exchange.ts'
import type { CallTo, IdentifiedCall } from '../pipeline/call.ts'
import { jsonReply } from '../reply/json-reply.ts'
import { isRefusal, readQuery } from '../request/query.ts'
import { findJob, jobNotFound } from './find-job.ts'
import { jobRecord } from './job-record.ts'
import { embeddedResult } from './result-body.ts'

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
