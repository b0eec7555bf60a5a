import { findJob, type JobLife, listFailed, type Retry, retryJob } from '../../../shared/jobs/redis/failed-jobs.ts'
import { redisJobStore } from '../../../shared/jobs/redis-job-store.ts'
import { readEnvironment } from '../../../shared/process/environment.ts'
import type { RedisClient } from '../../../shared/redis/connect.ts'
import { roomBytes } from '../../jobs/memory-shares.ts'
import { memoryOf, memoryReader } from '../../jobs/store-memory.ts'
import { type Command, CommandError, type Input, UsageError } from '../command.ts'
import { failedJobsQuery, WHICH_FAILED } from '../failed-jobs.ts'

const ALL = 'all'
const PAGE = 100

/** Why one was not queued again, after "it ". */
const WHY: Readonly<Record<Exclude<Retry, 'queued'>, string>> = {
  not_failed: 'has not failed, or has been queued again meanwhile',
  frame_gone:
    'has no frame (its memory was needed, or an earlier release ended the job): the caller must submit it again',
  unknown: 'is gone',
}

/** Whether a job finds the room that a submission of its class would find. */
async function hasRoom(client: RedisClient, { job, reservedBytes }: JobLife): Promise<boolean> {
  const outcome = readEnvironment()
  if (!outcome.ok) return true
  const { masters, held } = await memoryReader(client, redisJobStore(client), outcome.config.redisMemoryBudgetBytes)()
  return roomBytes(memoryOf(masters, held ?? []), job.jobClass) >= reservedBytes
}

async function one(client: RedisClient, jobId: string): Promise<string> {
  const life = await findJob(client, jobId)
  if (life === null) throw new CommandError(`job ${jobId} does not exist`)
  if (!(await hasRoom(client, life)))
    throw new CommandError(
      `Redis has no memory left for it; "jobs memory" and "doctor" show which accounts hold the memory`,
    )
  const state = await retryJob(client, life.job)
  if (state !== 'queued') throw new CommandError(`job ${jobId} ${WHY[state]}`)
  return `job ${jobId} is queued again`
}

async function all(client: RedisClient, input: Input): Promise<string> {
  const query = await failedJobsQuery(client, input)
  if (Object.values(query).every(value => value === undefined))
    throw new UsageError('"all" needs at least one of --account, --code, --from and --to')
  const counts: Record<Retry, number> = { queued: 0, frame_gone: 0, not_failed: 0, unknown: 0 }
  // those that fail again meanwhile are not queued once more
  let toMs: number | undefined = query.toMs ?? Date.now()
  let isFull = false
  while (toMs !== undefined && !isFull) {
    const { jobs, beforeMs } = await listFailed(client, { ...query, toMs, limit: PAGE })
    for (const life of jobs) {
      isFull = life.hasFrame && !(await hasRoom(client, life))
      if (isFull) break
      counts[await retryJob(client, life.job)]++
    }
    toMs = beforeMs ?? undefined
  }
  const left = [
    ...(counts.frame_gone === 0 ? [] : [`${counts.frame_gone} cannot be queued: each ${WHY.frame_gone}`]),
    ...(counts.not_failed + counts.unknown === 0
      ? []
      : [`${counts.not_failed + counts.unknown} were removed or queued again meanwhile`]),
    ...(isFull
      ? ['the others were not queued, because Redis has no memory left; repeat this command when jobs have ended']
      : []),
  ]
  return [`${counts.queued} job${counts.queued === 1 ? ' is' : 's are'} queued again`, ...left].join('; ')
}

export const jobsRequeue: Command = {
  name: 'jobs requeue',
  summary: `Queue a failed job again, under the same id and without another charge. "${ALL}" queues all failed jobs of an account, code or period.`,
  operands: ['job'],
  options: WHICH_FAILED,
  run: (client, input) => (input.operands[0] === ALL ? all(client, input) : one(client, input.operands[0]!)),
}
