/** State of the callback endpoints of an account, as deliverers found them, and resuming a paused one. */

import { shardOf } from '../../../contract/job-classes.ts'
import { jobKey } from '../../redis/keys.ts'
import { script } from '../../redis/script.ts'
import type { Endpoint } from '../callback-store.ts'
import type { JobStore } from '../job-store.ts'
import { type JobClient, retryOnce, runScript } from './retry-once.ts'

const RESUME = script('endpoint-resume-1')
const REMOVE = script('endpoints-remove-1')

export function endpoints(client: JobClient): Pick<JobStore, 'listEndpoints' | 'resumeEndpoint' | 'removeEndpoints'> {
  async function read(accountId: string, origin: string): Promise<Endpoint> {
    const shard = shardOf(accountId)
    const [fields, waiting] = await retryOnce(() =>
      Promise.all([
        client.hgetall(jobKey(shard, 'endpoint', accountId, origin)),
        client.zcard(jobKey(shard, 'line', accountId, origin)),
      ]),
    )
    const number = (name: string): number | null => (fields[name] === undefined ? null : Number(fields[name]))
    return {
      origin,
      failures: number('failures') ?? 0,
      failingSinceMs: number('failingSinceMs'),
      lastFailure: fields.lastFailure ?? null,
      lastSuccessMs: number('lastSuccessMs'),
      pausedAtMs: number('pausedAtMs'),
      restsUntilMs: number('restsUntilMs'),
      waiting,
    }
  }
  return {
    async listEndpoints(accountId) {
      const index = jobKey(shardOf(accountId), 'endpoints', accountId)
      const origins = await retryOnce(() => client.zrevrange(index, 0, -1))
      return Promise.all(origins.map(origin => read(accountId, origin)))
    },
    async resumeEndpoint(accountId, origin) {
      const found = await runScript<number>(client, RESUME, shardOf(accountId), [accountId, origin])
      return found === 1 ? read(accountId, origin) : null
    },
    async removeEndpoints(accountId) {
      await runScript(client, REMOVE, shardOf(accountId), [accountId])
    },
  }
}
