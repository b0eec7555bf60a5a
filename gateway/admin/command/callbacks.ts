/** Commands for callbacks: those that were given up, and endpoints that are paused after a long time of failures. */
import { JOB_SHARD_COUNT } from '../../../shared/contract/job-classes.ts'
import { deliveryIdOf } from '../../../shared/platform/jobs/redis/deliveries.ts'
import { redisJobStore } from '../../../shared/platform/jobs/redis-job-store.ts'
import type { RedisClient } from '../../../shared/platform/redis/connect.ts'
import { jobKey } from '../../../shared/platform/redis/keys.ts'
import { type Command, CommandError, JSON_OPTION, momentOf, printed, type Row, timeText } from '../command.ts'
import { findAccount } from '../find.ts'

interface DeadLetter {
  readonly deliveryId: string
  readonly jobId: string
  readonly accountId: string
  readonly atMs: number
}

/** Entries read of a shard at a time. */
const BATCH = 1_000

/** Oldest first within a shard. */
async function* deadLetters(client: RedisClient): AsyncGenerator<DeadLetter> {
  for (let shard = 0; shard < JOB_SHARD_COUNT; shard++) {
    for (let from = '-'; ; ) {
      const entries = await client.xrange(jobKey(shard, 'dead-letters'), from, '+', 'COUNT', BATCH)
      const found = entries.map(([entry, [, jobId = '', , accountId = '']]) => ({ entry, jobId, accountId }))
      const retries = await Promise.all(found.map(({ jobId }) => client.hget(jobKey(shard, 'job', jobId), 'retries')))
      for (const [i, { entry, jobId, accountId }] of found.entries()) {
        const deliveryId = deliveryIdOf(jobId, Number(retries[i] ?? 0))
        yield { deliveryId, jobId, accountId, atMs: Number(entry.split('-')[0]) }
      }
      if (entries.length < BATCH) break
      from = `(${entries.at(-1)![0]}`
    }
  }
}

export const deadLetterList: Command = {
  name: 'jobs dead-letter list',
  summary: 'List callbacks that failed for good (dead letters).',
  isReading: true,
  operands: [],
  options: { account: { value: 'id', meaning: 'Only of this account.' }, ...JSON_OPTION },
  async run(client, { options }) {
    const owner = options.account === undefined ? null : (await findAccount(client, options.account)).accountId
    const rows: Row[] = []
    for await (const { deliveryId, jobId, accountId, atMs } of deadLetters(client)) {
      if (owner !== null && owner !== accountId) continue
      rows.push({ delivery_id: deliveryId, job_id: jobId, account_id: accountId, given_up_at: timeText(atMs) })
    }
    return printed(rows, options)
  },
}

const ALL = 'all'

export const deadLetterReplay: Command = {
  name: 'jobs dead-letter replay',
  summary: `Send a dead letter again, with the same id. "${ALL}" sends all, or those of an account and period.`,
  operands: ['delivery'],
  options: {
    account: { value: 'id', meaning: 'Only of this account.' },
    from: { value: 'time', meaning: 'Only dead letters from this time on.' },
    to: { value: 'time', meaning: 'Only dead letters before this time.' },
  },
  async run(client, { operands, options }) {
    const [wanted] = operands
    const owner = options.account === undefined ? null : (await findAccount(client, options.account)).accountId
    const fromMs = options.from === undefined ? Number.NEGATIVE_INFINITY : momentOf('from', options.from)
    const toMs = options.to === undefined ? Number.POSITIVE_INFINITY : momentOf('to', options.to)
    const isMeant = ({ accountId, atMs }: DeadLetter) =>
      (owner === null || owner === accountId) && atMs >= fromMs && atMs < toMs
    const found: DeadLetter[] = []
    for await (const letter of deadLetters(client)) {
      if (!isMeant(letter)) continue
      if (wanted === ALL || letter.deliveryId === wanted || letter.jobId === wanted) found.push(letter)
    }
    if (found.length === 0 && wanted !== ALL) throw new CommandError(`dead letter ${wanted} does not exist`)
    const store = redisJobStore(client)
    let sentCount = 0
    for (const { accountId, deliveryId } of found)
      if ((await store.replayDelivery(accountId, deliveryId)) !== null) sentCount++
    const goneCount = found.length - sentCount
    const gone =
      goneCount === 0
        ? ''
        : `; ${goneCount} cannot be sent: ${goneCount === 1 ? 'its job has' : 'their jobs have'} been removed`
    return `${sentCount} callback${sentCount === 1 ? ' is' : 's are'} being sent again${gone}`
  },
}

/** Endpoints of callbacks that are paused after a long time of failures, from all shards. */
interface PausedEndpoint {
  readonly accountId: string
  readonly origin: string
  readonly sinceMs: number
}

export async function pausedEndpoints(client: RedisClient): Promise<readonly PausedEndpoint[]> {
  const shards = Array.from({ length: JOB_SHARD_COUNT }, (_, shard) =>
    client.zrange(jobKey(shard, 'paused'), 0, '-1', 'WITHSCORES'),
  )
  return (await Promise.all(shards)).flatMap(pairs =>
    pairs.flatMap((name, i) => {
      if (i % 2 === 1) return []
      const [accountId = '', origin = ''] = name.split(' ')
      return [{ accountId, origin, sinceMs: Number(pairs[i + 1]) }]
    }),
  )
}

export const endpointList: Command = {
  name: 'jobs endpoint list',
  summary: 'List the paused callback endpoints, or all endpoints of an account.',
  isReading: true,
  operands: [],
  options: {
    account: { value: 'id', meaning: 'List the endpoints of this account, also those that are not paused.' },
    ...JSON_OPTION,
  },
  async run(client, { options }) {
    const store = redisJobStore(client)
    const owner = options.account === undefined ? null : (await findAccount(client, options.account)).accountId
    const accountIds = new Set(
      owner === null ? (await pausedEndpoints(client)).map(({ accountId }) => accountId) : [owner],
    )
    const rows: Row[] = []
    for (const accountId of accountIds) {
      for (const endpoint of await store.listEndpoints(accountId)) {
        if (owner === null && endpoint.pausedAtMs === null) continue
        rows.push({
          account_id: accountId,
          endpoint: endpoint.origin,
          paused_since: timeText(endpoint.pausedAtMs),
          failing_since: timeText(endpoint.failingSinceMs),
          failures: endpoint.failures,
          last_failure: endpoint.lastFailure,
          last_success: timeText(endpoint.lastSuccessMs),
          waiting: endpoint.waiting,
        })
      }
    }
    return printed(rows, options)
  },
}
