/**
 * How the job store calls Redis. Every operation is safe to run twice, so an operation without a reply is repeated once. If there is still no
 * reply, it throws StoreUnavailable, and the outcome is unknown. An error that would happen again is a defect and is thrown as it is.
 */
import type { Cluster, Redis } from 'ioredis'
import { isLasting, StoreUnavailable } from './failure.ts'
import { jobShardKey } from './keys.ts'
import { type Argument, run, type Script } from './script.ts'

/** One server or a cluster: keys of a shard share a slot, and nothing here names two shards in one command. */
export type JobClient = Redis | Cluster

/** isAgain: an earlier run may have happened. */
export async function retryOnce<Reply>(operation: (isAgain: boolean) => Promise<Reply>): Promise<Reply> {
  for (let isAgain = false; ; isAgain = true) {
    try {
      return await operation(isAgain)
    } catch (error) {
      if (isLasting(error)) throw error
      if (isAgain) throw new StoreUnavailable((error as Error).message, { cause: error })
    }
  }
}

/** Runs a script on a shard. */
export const runScript = <Reply>(
  client: JobClient,
  script: Script,
  shard: number,
  args: readonly Argument[],
): Promise<Reply> => retryOnce(() => run(client, script, [jobShardKey(shard)], [...args]) as Promise<Reply>)
