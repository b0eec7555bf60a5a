/** Commands for jobs that failed: which they are, what happened to one, and queueing them again. */
import { ERRORS } from '../../../shared/contract/error-rows.ts'
import {
  callbackAttempts,
  type FailedJobsQuery,
  findJob,
  type JobLife,
  listFailed,
  type Retry,
  retryJob,
} from '../../../shared/platform/jobs/redis/failed-jobs.ts'
import { redisJobStore } from '../../../shared/platform/jobs/redis-job-store.ts'
import { readEnvironment } from '../../../shared/platform/process/environment.ts'
import type { RedisClient } from '../../../shared/platform/redis/connect.ts'
import { roomBytes } from '../../jobs/memory-shares.ts'
import { memoryOf, memoryReader } from '../../jobs/store-memory.ts'
import {
  type Command,
  CommandError,
  type CommandOption,
  type Input,
  JSON_OPTION,
  momentOf,
  printed,
  type Row,
  timeText,
  UsageError,
} from '../command.ts'
import { findAccount } from '../find.ts'

const WHICH_FAILED: Readonly<Record<string, CommandOption>> = {
  account: { value: 'id', meaning: 'Only of this account.' },
  code: {
    value: 'code',
    meaning: 'Only with this code: timeout, memory, node_lost, internal, or one of the error catalogue.',
  },
  from: { value: 'time', meaning: 'Only jobs that failed from this time on.' },
  to: { value: 'time', meaning: 'Only jobs that failed before this time.' },
}

const failedJobsQuery = async (
  client: RedisClient,
  { options: { account, code, from, to } }: Input,
): Promise<Omit<FailedJobsQuery, 'limit'>> => ({
  accountId: account === undefined ? undefined : (await findAccount(client, account)).accountId,
  code,
  fromMs: from === undefined ? undefined : momentOf('from', from),
  toMs: to === undefined ? undefined : momentOf('to', to),
})

const LIMIT = 50
const LIMIT_MAX = 1_000

const rowOf = ({ job, tries, retries, hasFrame }: JobLife): Row => ({
  job_id: job.jobId,
  account_id: job.accountId,
  failed_at: timeText(job.completedAtMs),
  code: job.error!.code,
  analysis: job.rowId,
  tasks: job.taskCount,
  tries,
  requeued: retries,
  frame: hasFrame ? 'kept' : 'gone',
})

export const jobsFailed: Command = {
  name: 'jobs failed',
  summary: 'List failed jobs, newest first, optionally of one account, code or period.',
  isReading: true,
  operands: [],
  options: {
    ...WHICH_FAILED,
    limit: { value: 'number', meaning: `Maximum number of jobs, at most ${LIMIT_MAX}; default ${LIMIT}.` },
    ...JSON_OPTION,
  },
  async run(client, input) {
    const text = input.options.limit ?? String(LIMIT)
    const limit = Number(text)
    if (!/^\d{1,4}$/.test(text) || limit < 1 || limit > LIMIT_MAX)
      throw new UsageError(`--limit ${text}: not a whole number from 1 to ${LIMIT_MAX}`)
    const query = await failedJobsQuery(client, input)
    const rows: Row[] = []
    let toMs = query.toMs
    let isMore = true
    while (rows.length < limit && isMore) {
      const { jobs, beforeMs } = await listFailed(client, { ...query, toMs, limit: limit - rows.length })
      rows.push(...jobs.map(rowOf))
      isMore = beforeMs !== null
      toMs = beforeMs ?? toMs
    }
    const isJson = input.options.json !== undefined
    const shown = printed(rows, input.options)
    if (!isMore) return shown
    const next = timeText(toMs!)!
    return `${shown}\n${isJson ? JSON.stringify({ more_to: next }) : `There are more: --to ${next}`}`
  },
}

interface Event {
  readonly atMs: number
  readonly what: string
}

/** What happened to a job. Nothing of its schedule but the size: what was sent is its owner's. */
async function eventsOf(client: RedisClient, life: JobLife): Promise<Event[]> {
  const { job } = life
  const events: Event[] = [
    {
      atMs: job.createdAtMs,
      what: `submitted (${job.rowId}, ${job.taskCount} tasks, ${job.linkCount} links, class ${job.jobClass}, request ${job.requestId}, key ${job.keyId})`,
    },
    ...life.losses.map(({ atMs, nodeId }) => ({
      atMs,
      what: `its node, or a worker of it, was lost: ${nodeId}`,
    })),
    ...life.failures.map(({ atMs, code }) => ({ atMs, what: `failed with ${code}; queued again later` })),
  ]
  const add = (atMs: number | null, what: string) => {
    if (atMs !== null) events.push({ atMs, what })
  }
  add(life.retriedAtMs, `queued again by an operator (${life.retries === 1 ? 'once' : `${life.retries} times`} so far)`)
  add(job.startedAtMs, `started on ${life.nodeId} (delivery ${job.attempts} of its life, try ${life.tries})`)
  add(job.completedAtMs, job.error === null ? job.state : `failed with ${job.error.code}`)
  for (const { atMs, status, failure } of await callbackAttempts(client, job))
    add(atMs, `POST of its callback: ${failure === null ? `accepted (${status})` : `failed (${failure})`}`)
  return events.sort((one, other) => one.atMs - other.atMs)
}

export const jobsExplain: Command = {
  name: 'jobs explain',
  summary: 'Show the history of a job, explain its failure, and advise what to do.',
  isReading: true,
  operands: ['job'],
  options: JSON_OPTION,
  async run(client, { operands, options }) {
    const life = await findJob(client, operands[0]!)
    if (life === null)
      throw new CommandError(
        `job ${operands[0]} does not exist; a record is removed after its retention (JOB_RETENTION_HOURS)`,
      )
    const { job, hasFrame } = life
    const events = await eventsOf(client, life)
    const failure = job.error === null ? null : failureMeaning(job.error.code)
    const frame =
      job.state !== 'failed'
        ? null
        : hasFrame
          ? `The frame is kept: "jobs requeue ${job.jobId}" queues it again under the same id, without another charge.`
          : 'The frame has been removed (its memory was needed, or an earlier release ended the job). The caller must submit the job again.'
    if (options.json !== undefined)
      return JSON.stringify({
        job_id: job.jobId,
        account_id: job.accountId,
        state: job.state,
        code: job.error?.code ?? null,
        frame: job.state === 'failed' ? (hasFrame ? 'kept' : 'gone') : null,
        events: events.map(({ atMs, what }) => ({ at: timeText(atMs), what })),
        meaning: failure?.meaning ?? null,
        advice: failure?.advice ?? null,
      })
    return [
      `job ${job.jobId} of account ${job.accountId}: ${job.state}`,
      ...events.map(({ atMs, what }) => `  ${timeText(atMs)}  ${what}`),
      ...(failure === null
        ? []
        : [
            '',
            failure.isDetailShown ? `${failure.meaning} ${job.error!.detail}` : failure.meaning,
            failure.advice,
            frame!,
          ]),
    ].join('\n')
  },
}

/** What the code of a failed job means for the operator, and what to do. */
interface FailureMeaning {
  readonly meaning: string
  readonly advice: string
  /** The sentence of the failure is ours alone: it never names anything of the schedule. */
  readonly isDetailShown: boolean
}

const OF_THE_SERVICE: Readonly<Record<string, Omit<FailureMeaning, 'isDetailShown'>>> = {
  timeout: {
    meaning: 'The analysis exceeded the processor time of a job of its size (JOB_SECONDS).',
    advice: 'Raise JOB_SECONDS on the nodes, then queue the job again.',
  },
  memory: {
    meaning: 'The analysis exceeded the memory limit of a job (JOB_MEMORY_MB; WORKER_HEAP_MB for its objects).',
    advice:
      'Raise JOB_MEMORY_MB or WORKER_HEAP_MB on the nodes, and the limits of their containers, then queue the job again.',
  },
  node_lost: {
    meaning: 'In each of its three deliveries its node, thread or process was lost.',
    advice:
      'Check the logs of these nodes at these times. If the nodes were killed (a container limit, a drained machine), queue the job again.' +
      'If the job itself crashed the process, it will crash again until a release fixes it; it runs in isolation and affects no other job.',
  },
  internal: {
    meaning: 'The analysis failed: a defect of the service, or a frame that could not be read.',
    advice:
      'Search for the job id in the log of the node, which has the error. Queue the job again after a release fixes it, or after its object store has been repaired.',
  },
}

export function failureMeaning(code: string): FailureMeaning {
  const known = OF_THE_SERVICE[code]
  if (known !== undefined) return { ...known, isDetailShown: true }
  const title = code in ERRORS ? ERRORS[code as keyof typeof ERRORS].title : code
  return {
    meaning: `The schedule was refused: ${title}.`,
    advice:
      'The owner sees the reason with the job and can submit a corrected schedule. Queued again unchanged, the job will fail again.',
    isDetailShown: false,
  }
}

const ALL = 'all'
const PAGE = 100

/** Why a job was not queued again, after "it ". */
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

async function requeueOne(client: RedisClient, jobId: string): Promise<string> {
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

async function requeueAll(client: RedisClient, input: Input): Promise<string> {
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
  run: (client, input) =>
    input.operands[0] === ALL ? requeueAll(client, input) : requeueOne(client, input.operands[0]!),
}
