/** The doctor on a cluster of three. */
import type { Cluster } from 'ioredis'
import t from 'tap'
import { readConfig } from '../../../shared/platform/config/config.ts'
import { connect, disconnect } from '../../../shared/platform/redis/connect.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { startCluster } from '../../../shared/test/jobs/cluster.ts'
import { diagnose } from '../../admin/diagnosis.ts'

t.test('a cluster whose masters stop with any other one is a problem, reported for each', async t => {
  const cluster = await startCluster(dataFolder(t))
  const client = connect(cluster.url, 'test', { commandTimeoutMs: 60_000 }) as Cluster
  t.teardown(async () => {
    disconnect(client)
    await cluster.stop()
  })
  await client.ping()
  const servers = client.nodes('master')
  for (const server of servers) await server.config('SET', 'maxmemory-policy', 'noeviction')
  const problems = async (): Promise<string[]> =>
    (await diagnose(client, readConfig({}, { coreCount: 2, memoryBytes: 2 ** 33 }))).flatMap(({ state, detail }) =>
      state === 'problem' ? [detail] : [],
    )
  t.same(await problems(), [])
  for (const server of servers) await server.config('SET', 'cluster-require-full-coverage', 'yes')
  const found = await problems()
  t.equal(found.length, 3)
  for (const { port } of cluster.nodes) {
    t.ok(
      found.includes(
        `127.0.0.1:${port} would stop when any other master fails: cluster-require-full-coverage is yes, it must be no`,
      ),
      `${port}`,
    )
  }
})
