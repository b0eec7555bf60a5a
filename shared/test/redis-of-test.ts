/**
 * The Redis of a test, below a folder of its own: an embedded redis-server as `npm start` has it, or with TEST_REDIS=cluster
 * three of them as one Redis Cluster, for the same tests. What is killed is started again.
 */
import { type EmbeddedRedis, startRedis } from '../../deploy/redis/embedded.ts'
import { startCluster } from './jobs/cluster.ts'

/** pid: of the server; of a cluster, one of its nodes. */
export type TestRedis = Pick<EmbeddedRedis, 'url' | 'pid' | 'stop'>

export const IS_CLUSTER = process.env.TEST_REDIS === 'cluster'

export async function redisOfTest(dataDir: string): Promise<TestRedis> {
  if (!IS_CLUSTER) return startRedis({ dataDir, report: () => {} })
  const { url, nodes, stop } = await startCluster(dataDir, { restart: true })
  return {
    url,
    get pid() {
      return nodes[0]!.pid
    },
    stop,
  }
}
