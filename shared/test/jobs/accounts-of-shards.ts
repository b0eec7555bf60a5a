import { JOB_SHARD_COUNT, shardOf } from '../../contract/job-classes.ts'

/** An account of each shard, by its number. */
export const accountsOfShards = (): readonly string[] =>
  Array.from({ length: JOB_SHARD_COUNT }, (_, shard) => {
    for (let i = 0; ; i++) if (shardOf(`account-${i}`) === shard) return `account-${i}`
  })
