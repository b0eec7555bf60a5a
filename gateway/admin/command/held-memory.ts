/** Commands for what jobs hold: the memory of Redis, and objects that a backup needs. */
import { holdObjects, objectHold, releaseObjects } from '../../../shared/platform/jobs/redis/object-names.ts'
import { redisJobStore } from '../../../shared/platform/jobs/redis-job-store.ts'
import { megabytes } from '../../jobs/memory-shares.ts'
import { type Command, CommandError, hoursOf, JSON_OPTION, printed, type Row, UsageError } from '../command.ts'
import { findAccount } from '../find.ts'

/** Accounts read of each shard and class. */
const SHOWN_MAX = 100

/** The accounts that hold most bytes, the largest first. */
export const jobsMemory: Command = {
  name: 'jobs memory',
  summary: 'List accounts by the Redis memory of their results and the memory reserved for their unfinished jobs.',
  isReading: true,
  operands: [],
  options: JSON_OPTION,
  async run(client, { options }) {
    const store = redisJobStore(client)
    const [results, waiting] = await Promise.all([store.resultHolders(SHOWN_MAX), store.waitingHolders(SHOWN_MAX)])
    const rows = new Map<string, { result: number; reserved: number }>()
    const rowOf = (accountId: string) => {
      const row = rows.get(accountId) ?? { result: 0, reserved: 0 }
      rows.set(accountId, row)
      return row
    }
    for (const { accountId, bytes } of results) rowOf(accountId).result += bytes
    for (const { accountId, bytes } of waiting) rowOf(accountId).reserved += bytes
    const sorted = [...rows].sort(([, a], [, b]) => b.result + b.reserved - (a.result + a.reserved))
    return printed(
      sorted.map(
        ([accountId, row]): Row => ({
          account_id: accountId,
          result_bytes: row.result,
          reserved_bytes: row.reserved,
        }),
      ),
      options,
    )
  },
}

const MS_PER_HOUR = 3_600_000

/** Results in Redis alone; their jobs stay, and say so to their owners. */
export const jobsFree: Command = {
  name: 'jobs free',
  summary:
    'Remove results of finished jobs and frames of failed jobs from Redis, by account, by age, or both. The jobs stay and say that the data was removed.',
  operands: [],
  options: {
    account: { value: 'id', meaning: 'Only of this account.' },
    'older-than': { value: 'hours', meaning: 'Only of jobs that ended at least this long ago.' },
  },
  async run(client, { options }) {
    const { account, 'older-than': age } = options
    if (account === undefined && age === undefined) throw new UsageError('give --account, --older-than, or both')
    const agedMs = age === undefined ? 0 : hoursOf('older-than', age) * MS_PER_HOUR
    const owner = account === undefined ? undefined : (await findAccount(client, account)).accountId
    const store = redisJobStore(client)
    const holders = (await store.resultHolders(Number.MAX_SAFE_INTEGER)).filter(
      ({ accountId }) => owner === undefined || accountId === owner,
    )
    let resultCount = 0
    let bytes = 0
    for (const holder of holders) {
      const freed = await store.freeResults(holder, 'operator', { agedMs: Math.round(agedMs) })
      resultCount += freed.resultCount
      bytes += freed.bytes
    }
    return `${resultCount} result${resultCount === 1 ? ' is' : 's are'} removed, ${megabytes(bytes)}`
  },
}

const HOLDER = 'operator'
const MS_PER_MINUTE = 60_000
const MINUTES_MAX = 1_440

/** For a copy that is made by hand; `npm run backup` holds them itself. */
export const objectsHold: Command = {
  name: 'objects hold',
  summary: 'Suspend the removal of objects, so that Redis and then the object store can be copied.',
  operands: [],
  options: { minutes: { value: 'number', meaning: `Duration in minutes, at most ${MINUTES_MAX}; default 60.` } },
  async run(client, { options }) {
    const text = options.minutes ?? '60'
    const minutes = Number(text)
    if (!/^\d{1,4}$/.test(text) || minutes < 1 || minutes > MINUTES_MAX)
      throw new UsageError(`--minutes ${text}: not a whole number from 1 to ${MINUTES_MAX}`)
    if (!(await holdObjects(client, HOLDER, minutes * MS_PER_MINUTE)))
      throw new CommandError(`${(await objectHold(client))?.holder ?? 'another operator'} already holds the objects`)
    return `no object is removed for ${minutes} minutes, except those of deleted accounts; "objects release" ends this`
  },
}

export const objectsRelease: Command = {
  name: 'objects release',
  summary: 'End the suspension started by "objects hold".',
  operands: [],
  options: {},
  async run(client) {
    return (await releaseObjects(client)) ? 'removal of objects continues' : 'nobody held them'
  },
}
