/**
 * Failed jobs for operators: list them, show one, queue one again. The frame of a failed job is kept as long as its record, unless jobs need
 * the room earlier (gauges.ts).
 */
import { randomUUID } from 'node:crypto'
import { JOB_SHARD_COUNT, shardOf } from '../../../contract/job-classes.ts'
import { jobKey } from '../../redis/keys.ts'
import { type JobClient, retryOnce, runScript } from '../../redis/retry-once.ts'
import { script } from '../../redis/script.ts'
import type { DeliveryAttempt } from '../callback-store.ts'
import type { Job } from '../job.ts'
import { attemptsIn } from './deliveries.ts'
import { type Fields, fieldsOf, jobOf } from './job-record.ts'

const FAILED = script('job-failed-1')
const RETRY = script('job-retry-1')
/** How many jobs one run of the script looks at. */
const LOOKED_AT_MAX = 500
const SHARDS = Array.from({ length: JOB_SHARD_COUNT }, (_, shard) => shard)

export interface FailedJobsQuery {
  readonly accountId?: string | undefined
  readonly code?: string | undefined
  /** Failed from this time on, and before that one. */
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
  /** Most jobs of a page; those that failed in the millisecond of the last one come with it. */
  readonly limit: number
}

/** Fields of a job record about its history. */
export interface JobLife {
  readonly job: Job
  /** Whether it could be queued again, were it failed. */
  readonly hasFrame: boolean
  /** Reserved of Redis while it has not ended. */
  readonly reservedBytes: number
  /** Node that had it last. */
  readonly nodeId: string | null
  readonly isSuspect: boolean
  /** Deliveries that count against it now. */
  readonly tries: number
  readonly losses: readonly { readonly atMs: number; readonly nodeId: string }[]
  /** Failures before it was queued again, the latest ones. */
  readonly failures: readonly { readonly atMs: number; readonly code: string }[]
  readonly retries: number
  readonly retriedAtMs: number | null
}

export type Retry = 'queued' | 'not_failed' | 'frame_gone' | 'unknown'

/** Lines "<ms> <word>". */
const notes = (text: string | undefined): { atMs: number; word: string }[] =>
  (text ?? '')
    .split('\n')
    .filter(line => line !== '')
    .map(line => ({ atMs: Number(line.split(' ')[0]), word: line.slice(line.indexOf(' ') + 1) }))

function lifeOf(fields: Fields): JobLife {
  const { hasFrame, nodeId, isSuspect, drains, retries, retriedAtMs, reservedBytes } = fields
  const job = jobOf(fields)
  return {
    job,
    hasFrame: hasFrame === '1',
    reservedBytes: Number(reservedBytes),
    nodeId: nodeId ?? null,
    isSuspect: isSuspect === '1',
    tries: job.attempts - Number(drains ?? 0),
    losses: notes(fields.losses).map(({ atMs, word }) => ({ atMs, nodeId: word })),
    failures: notes(fields.failures).map(({ atMs, word }) => ({ atMs, code: word })),
    retries: Number(retries ?? 0),
    retriedAtMs: retriedAtMs === undefined ? null : Number(retriedAtMs),
  }
}

/** Newest first. beforeMs: where the next page goes on; null = there are no more. */
export async function listFailed(
  client: JobClient,
  { accountId, code, fromMs, toMs, limit }: FailedJobsQuery,
): Promise<{ readonly jobs: readonly JobLife[]; readonly beforeMs: number | null }> {
  const shards = accountId === undefined ? SHARDS : [shardOf(accountId)]
  const answers = await Promise.all(
    shards.map(shard =>
      runScript<[string, ...string[][]]>(client, FAILED, shard, [
        ...[toMs ?? '+inf', fromMs ?? '-inf', accountId ?? '', code ?? '', limit, LOOKED_AT_MAX],
      ]),
    ),
  )
  const atMs = ({ job }: JobLife): number => job.completedAtMs!
  // a shard with more jobs has listed all from there on: an older job need not be the next one of all shards
  const completeFromMs = Math.max(...answers.map(([mark]) => (mark === '' ? Number.NEGATIVE_INFINITY : Number(mark))))
  const jobs = answers
    .flatMap(([, ...found]) => found.map(flat => lifeOf(fieldsOf(flat))))
    .filter(life => atMs(life) >= completeFromMs)
    .sort((one, other) => atMs(other) - atMs(one))
  const last = jobs[limit - 1]
  const page = last === undefined ? jobs : jobs.filter(life => atMs(life) >= atMs(last))
  const isMore = page.length < jobs.length || completeFromMs !== Number.NEGATIVE_INFINITY
  return { jobs: page, beforeMs: !isMore ? null : last === undefined ? completeFromMs : atMs(last) }
}

/** A job by its id alone, in any state. */
export async function findJob(client: JobClient, jobId: string): Promise<JobLife | null> {
  const found = await Promise.all(SHARDS.map(shard => retryOnce(() => client.hgetall(jobKey(shard, 'job', jobId)))))
  const fields = found.find(one => one.jobId === jobId)
  return fields === undefined ? null : lifeOf(fields)
}

/** POSTs of its callback, of all its ends. */
export const callbackAttempts = async (
  client: JobClient,
  { accountId, jobId }: Pick<Job, 'accountId' | 'jobId'>,
): Promise<DeliveryAttempt[]> => {
  const text = await retryOnce(() => client.hget(jobKey(shardOf(accountId), 'delivery', jobId), 'attempts'))
  return attemptsIn(text ?? undefined)
}

/** The job keeps its id, no call is charged, and its callback is sent again. */
export const retryJob = (client: JobClient, { accountId, jobId }: Pick<Job, 'accountId' | 'jobId'>): Promise<Retry> =>
  runScript<Retry>(client, RETRY, shardOf(accountId), [jobId, randomUUID()])
