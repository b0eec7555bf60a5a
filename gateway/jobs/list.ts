/** GET /api/v1/jobs: a page of the account's jobs, newest first, without their results. */
import { PAGE_SIZE } from '../../shared/contract/endpoint/data/job-data.ts'
import type { Gateway } from '../gateway.ts'
import type { Answer } from '../http/exchange.ts'
import type { CallTo, IdentifiedCall } from '../pipeline/call.ts'
import { jsonReply } from '../reply/json-reply.ts'
import { isRefusal, readQuery } from '../request/query.ts'
import { jobRecord } from './job-record.ts'

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
