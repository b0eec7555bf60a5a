import { callbackAttempts, findJob, type JobLife } from '../../../shared/jobs/redis/failed-jobs.ts'
import type { RedisClient } from '../../../shared/redis/connect.ts'
import { type Command, CommandError } from '../command.ts'
import { failureMeaning } from '../failure-meanings.ts'
import { timeText } from '../table.ts'
import { JSON_OPTION } from '../values.ts'

interface Event {
  readonly atMs: number
  readonly what: string
}

/** Of the schedule only its size: what was sent is its owner's. */
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
