import { redisJobStore } from '../../../shared/jobs/redis-job-store.ts'
import type { Command } from '../command.ts'
import { printed, type Row } from '../table.ts'
import { JSON_OPTION } from '../values.ts'

/** Of each shard and class. */
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
