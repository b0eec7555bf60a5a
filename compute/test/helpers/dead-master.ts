/** A node on a cluster of three masters of which one is dead, or stands still: how long jobs on the shards of the others wait. */

import { setTimeout as pause } from 'node:timers/promises'
import type { Cluster } from 'ioredis'
import type { Test } from 'tap'
import { JOB_SHARD_COUNT, shardOf } from '../../../shared/contract/job-classes.ts'
import type { Job } from '../../../shared/platform/jobs/job.ts'
import { redisJobStore } from '../../../shared/platform/jobs/redis-job-store.ts'
import { connect, disconnect } from '../../../shared/platform/redis/connect.ts'
import { jobShardKey } from '../../../shared/platform/redis/keys.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { accountsOfShards } from '../../../shared/test/jobs/accounts-of-shards.ts'
import { startCluster } from '../../../shared/test/jobs/cluster.ts'
import { ended, forkNode, misbehaviour, submit, twoTasks } from './jobs.ts'
import { ends, p95, times } from './node-scenarios.ts'

interface Loss {
  readonly how: 'killed' | 'frozen'
  readonly jobCount: number
  /** Most time that 95 % of the jobs on the shards of the others wait. */
  readonly waitMsMax: number
}

export async function loseOneMaster(t: Test, { how, jobCount, waitMsMax }: Loss): Promise<void> {
  const cluster = await startCluster(dataFolder(t))
  const client = connect(cluster.url, 'test') as Cluster
  const store = redisJobStore(client)
  t.teardown(async () => {
    disconnect(client)
    await cluster.stop()
  })
  const accounts = accountsOfShards()
  const lost = cluster.nodes[0]!
  const onLost = new Set<string>()
  for (const accountId of accounts) {
    const slot = await client.cluster('KEYSLOT', jobShardKey(shardOf(accountId)))
    if (client.slots[slot]![0]!.endsWith(`:${lost.port}`)) onLost.add(accountId)
  }
  const live = accounts.filter(accountId => !onLost.has(accountId))
  t.ok(live.length > 0 && onLost.size > 0, `${onLost.size} of ${JOB_SHARD_COUNT} shards lie on it`)
  await forkNode(t, cluster.url)
  const slow = misbehaviour('slow', { ms: 10 })
  const waiting = await Promise.all([...onLost].map(accountId => submit(store, slow, { accountId })))
  t.same(ends(await ended(store, waiting)), { completed: onLost.size })
  const stranded = await Promise.all(
    [...onLost].flatMap(accountId => times(20, () => submit(store, misbehaviour('slow', { ms: 100 }), { accountId }))),
  )
  if (how === 'killed') await lost.kill()
  else process.kill(lost.pid, 'SIGSTOP')

  const urgent: Job[] = []
  const others: Job[] = []
  const small = twoTasks()
  for (let i = 0; i < jobCount; i++) {
    const accountId = live[i % live.length]!
    others.push(await submit(store, slow, { accountId }))
    urgent.push(await submit(store, small, { accountId, jobClass: 'government' }))
    await pause(100)
  }
  const done = await ended(store, urgent)
  t.same(ends(done), { completed: urgent.length })
  t.same(ends(await ended(store, others)), { completed: others.length })
  const waits = done.map(({ createdAtMs, startedAtMs }) => startedAtMs! - createdAtMs)
  t.comment(
    `p50 ${waits.toSorted((a, b) => a - b)[Math.floor(jobCount / 2)]} ms, p95 ${p95(waits)} ms, most ${Math.max(...waits)} ms`,
  )
  t.ok(p95(waits) <= waitMsMax, `p95 of the waits on live shards: ${p95(waits)} ms`)

  if (how === 'killed') lost.restart()
  else process.kill(lost.pid, 'SIGCONT')
  t.same(
    ends(await ended(store, stranded)),
    { completed: stranded.length },
    'the shards of the lost one go on when it is back',
  )
}
