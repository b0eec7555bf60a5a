import { type JobLife, listFailed } from '../../../shared/jobs/redis/failed-jobs.ts'
import { type Command, UsageError } from '../command.ts'
import { failedJobsQuery, WHICH_FAILED } from '../failed-jobs.ts'
import { printed, type Row, timeText } from '../table.ts'
import { JSON_OPTION } from '../values.ts'

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
