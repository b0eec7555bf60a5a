/**
 * The Redis of a test, below a folder of its own: an embedded redis-server as `npm start` has it, or with TEST_REDIS=cluster
 * three of them as one Redis Cluster, for the same tests. What is killed is started again.
 */
import { type EmbeddedRedis, startRedis } from '../../deploy/redis/embedded.ts'
import { startCluster } from './jobs/cluster.ts'
import { until } from './until.ts'

export interface TestRedis {
  readonly url: string
  /** Process ids of all its servers. */
  pids(): number[]
  /** kill -9 of one server, of a cluster each time of another one; returns when it runs again. */
  killOne(): Promise<void>
  /** kill -9 of all; they stay away until they are started. */
  killAll(): Promise<void>
  /** Starts what was stopped or killed, on the files it left. */
  start(): Promise<void>
  stop(): Promise<void>
}

export const IS_CLUSTER = process.env.TEST_REDIS === 'cluster'

/** Options of a tap test that says something about one redis-server, with the reason why a cluster is none; skipped on a cluster. */
export const onOneServer = (reason: string): { skip: string | false } => ({
  skip: IS_CLUSTER && `on one server only: ${reason}`,
})

export const redisOfTest = (dataDir: string): Promise<TestRedis> => (IS_CLUSTER ? threeServers : oneServer)(dataDir)

async function oneServer(dataDir: string): Promise<TestRedis> {
  const options = { dataDir, report: () => {} }
  let redis: EmbeddedRedis = await startRedis(options)
  return {
    url: redis.url,
    pids: () => [redis.pid],
    async killOne() {
      const { pid } = redis
      process.kill(pid, 'SIGKILL')
      await until('the server runs again', () => redis.pid !== pid)
    },
    async killAll() {
      process.kill(redis.pid, 'SIGKILL')
      // it is not started again then
      await redis.stop()
    },
    async start() {
      redis = await startRedis(options)
    },
    stop: () => redis.stop(),
  }
}

async function threeServers(dataDir: string): Promise<TestRedis> {
  const { url, nodes, stop, start } = await startCluster(dataDir, { restart: true })
  let killed = 0
  return {
    url,
    pids: () => nodes.map(({ pid }) => pid),
    async killOne() {
      const node = nodes[killed++ % nodes.length]!
      const { pid } = node
      await node.kill()
      await until('the server runs again', () => node.pid !== pid)
    },
    killAll: stop,
    start,
    stop,
  }
}
