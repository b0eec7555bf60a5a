import { redisJobStore } from '../../../shared/jobs/redis-job-store.ts'
import { megabytes } from '../../jobs/memory-report.ts'
import { type Command, UsageError } from '../command.ts'
import { findAccount } from '../find.ts'
import { hoursOf } from '../values.ts'

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
