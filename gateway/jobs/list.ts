/** GET /api/v1/jobs: a page of the account's jobs, newest first, without their results. */
import { PAGE_SIZE } from '../../shared/endpoint/data/job-data.ts'
import type { JobState } from '../../shared/job-states.ts'
import type { Gateway } from '../gateway.ts'
import type { Answer } from '../http/exchange.ts'
import type { IdentifiedCall } from '../pipeline/call.ts'
import { jsonReply } from '../reply/json-reply.ts'
import { isRefusal, readQuery } from '../request/query.ts'
import { jobRecord } from './job-record.ts'

export async function listJobs(gateway: Gateway, call: IdentifiedCall): Promise<Answer> {
  const query = readQuery(call)
  if (isRefusal(query)) return { refusal: query }
  const { accountId } = call.identity
  return gateway.accountMutex.run(accountId, async () => {
    const { jobs, cursor } = await gateway.jobs.list(accountId, {
      state: (query.status as JobState | undefined) ?? null,
      cursor: (query.cursor as string | undefined) ?? null,
      limit: (query.limit as number | undefined) ?? PAGE_SIZE,
    })
    return jsonReply(200, { jobs: jobs.map(jobRecord), next_cursor: cursor }, { 'cache-control': 'no-store' })
  })
}
