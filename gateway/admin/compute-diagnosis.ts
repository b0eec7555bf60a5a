/** Who uses the worker threads of the gateways: the thread time of accounts since midnight, UTC, as it is kept in their usage. */
import type { RedisClient } from '../../shared/redis/connect.ts'
import { keys } from '../../shared/redis/keys.ts'
import { readUsage, sumUsage } from '../store/usage.ts'
import { type Finding, names, ok, SHOWN_MAX } from './finding.ts'

const MS_PER_DAY = 86_400_000

export async function compute(client: RedisClient, nowMs = Date.now()): Promise<Finding> {
  const day = Math.floor(nowMs / MS_PER_DAY)
  const used: { readonly accountId: string; readonly seconds: number }[] = []
  for await (const some of names(client, keys.usage('*', new Date(nowMs).toISOString().slice(0, 10)))) {
    const read = some.map(async name => {
      const accountId = /^\{a:(.+)\}:usage:/.exec(name)![1]!
      const { rows } = await readUsage(client, accountId, day, day, Number.POSITIVE_INFINITY)
      used.push({ accountId, seconds: sumUsage(rows).computeMs / 1000 })
    })
    await Promise.all(read)
  }
  const all = used.reduce((sum, { seconds }) => sum + seconds, 0)
  if (all === 0) return ok('compute', 'no call has used a worker thread today')
  const largest = used.sort((a, b) => b.seconds - a.seconds).slice(0, SHOWN_MAX)
  const shown = largest
    .filter(({ seconds }) => seconds > 0)
    .map(({ accountId, seconds }) => `${accountId} ${seconds.toFixed(1)} s (${Math.round((100 * seconds) / all)} %)`)
  return ok(
    'compute',
    `${all.toFixed(1)} s of worker threads today by ${used.length} ${used.length === 1 ? 'account' : 'accounts'}, most by ${shown.join(', ')}`,
  )
}
