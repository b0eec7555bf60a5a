/** A disk of Redis with too little room: jobs are refused, everything else goes on, and whoever asks is told why. */
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { readConfig } from '../../../shared/platform/config/config.ts'
import { connect, disconnect } from '../../../shared/platform/redis/connect.ts'
import { diskOf, diskProblem } from '../../../shared/platform/redis/disk.ts'
import { mastersOf } from '../../../shared/platform/redis/masters.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { freePorts } from '../../../shared/test/jobs/cluster.ts'
import { launchRedis } from '../../../shared/test/launch-redis.ts'
import { IS_CLUSTER, onOneServer, redisOfTest } from '../../../shared/test/redis-of-test.ts'
import { until } from '../../../shared/test/until.ts'
import { diagnose } from '../../admin/diagnosis.ts'
import { ended, jobPath, startNode, submitted } from '../helpers/jobs.ts'
import { CPM, FOUR_TASKS } from '../helpers/networks.ts'
import { startService, type TestService } from '../helpers/service.ts'

/** More than any disk has. */
const LARGER = 2 ** 50
const SEEN = onOneServer('free bytes are looked at behind a unix socket alone')

t.test('below the minimum submissions are refused, and what is there is read', SEEN, async t => {
  const service = await startService(t, { REDIS_DISK_FREE_MIN: '0' })
  await startNode(t, service)
  const key = await service.key('starter')
  const path = jobPath(await submitted(service, CPM, { key, body: { tasks: FOUR_TASKS } }))
  await ended(service, key, path)
  t.equal((await service.call('/ready')).json.checks.disk, 'ok')

  const { diskGuard } = service.app.gateway
  const room = diskGuard.room!
  t.ok(room.freeBytes > 0)
  t.match(
    diskProblem(
      {
        free: { directory: '/d', bytes: 9 * 2 ** 20, rewriteBytes: 3 * 2 ** 20 },
        failure: undefined,
        hasRewriteFailed: false,
      },
      2 ** 23,
    ),
    /9 MB free \(\/d\), but it needs at least 11 MB/,
  )

  const small = await startService(t, { REDIS_URL: service.redisUrl, REDIS_DISK_FREE_MIN: String(LARGER) })
  const refused = await small.call(`${CPM}/async`, { key, method: 'POST', body: { tasks: FOUR_TASKS } })
  t.equal(`${refused.status} ${refused.json.code}`, '503 capacity_exceeded')
  t.match(refused.json.detail, /disk of the job store/)
  t.ok(Number(refused.headers['retry-after']) >= 30)
  const ready = await small.call('/ready')
  t.equal(ready.status, 200, 'it is there for all other calls')
  t.equal(ready.json.checks.disk, 'failed')
  t.match(
    ready.json.reasons.disk,
    /^no jobs are accepted: its disk has \d+ MB free \(.+\), but it needs at least \d+ MB/,
  )
  t.equal((await small.call(path, { key })).json.status, 'completed')
  t.equal((await small.call(`${path}/result`, { key })).status, 200)
  t.equal((await small.call(CPM, { key, method: 'POST', body: { tasks: FOUR_TASKS } })).status, 200)
  const metrics = await small.app.registry.metrics()
  t.match(metrics, /^sis_redis_disk_ok\{role="gateway"\} 0$/m)
  t.match(metrics, /^sis_redis_disk_free_bytes\{role="gateway"\} \d+$/m)
})

const diskFindings = async ({ redis }: TestService, freeMin: string) => {
  const config = readConfig({ REDIS_DISK_FREE_MIN: freeMin }, { coreCount: 2, memoryBytes: 8 * 2 ** 30 })
  return (await diagnose(redis, config)).filter(({ check }) => check === 'disk')
}

t.test('the doctor names a disk with too little room', SEEN, async t => {
  const service = await startService(t)
  t.match(await diskFindings(service, '0'), [{ state: 'ok', detail: /^\d+ MB free \(/ }])
  t.match(await diskFindings(service, String(LARGER)), [
    { state: 'problem', detail: /^Redis accepts no jobs: its disk has \d+ MB/ },
  ])
})

/** Settings with a server behind a port, as those of a cluster are. */
async function behindPort(t: Test): Promise<Record<string, string>> {
  if (IS_CLUSTER) return {}
  const [port] = await freePorts(1)
  const settings = { port, bind: '127.0.0.1', dir: dataFolder(t), appendonly: 'yes', appendfsync: 'always', save: '' }
  await launchRedis(
    t,
    Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
  )
  const url = `redis://127.0.0.1:${port}`
  const client = connect(url, 'test')
  await until('it answers', () =>
    client.ping().then(
      () => true,
      () => false,
    ),
  )
  disconnect(client)
  return { REDIS_URL: url }
}

t.test('what is free behind a port is not known: jobs are accepted, and whoever asks is told so', async t => {
  const service = await startService(t, { ...(await behindPort(t)), REDIS_DISK_FREE_MIN: String(LARGER) })
  const key = await service.key('starter')
  const { status, json } = await service.call(`${CPM}/async`, { key, method: 'POST', body: { tasks: FOUR_TASKS } })
  t.equal(status, 202, JSON.stringify(json))
  t.equal(service.app.gateway.diskGuard.room, null)
  t.equal((await service.call('/ready')).json.checks.disk, 'ok')
  const metrics = await service.app.registry.metrics()
  t.match(metrics, /^sis_redis_disk_ok\{role="gateway"\} 1$/m)
  t.notMatch(metrics, /^sis_redis_disk_free_bytes\{/m)
  t.match(await diskFindings(service, String(LARGER)), [
    { state: 'ok', detail: /^Redis can write. Its free disk space is unknown here/ },
  ])
})

t.test('a disk that is not to be seen from here is not known; whether Redis could write to it is', SEEN, async t => {
  const dataDir = dataFolder(t)
  const redis = await redisOfTest(dataDir)
  const client = connect(redis.url, 'test')
  t.teardown(async () => {
    disconnect(client)
    await redis.stop()
  })
  await client.ping()
  const [server] = await mastersOf(client)
  t.match(await diskOf(server!), { free: { directory: join(dataDir, 'redis') } })
  renameSync(join(dataDir, 'redis'), join(dataDir, 'elsewhere'))
  rmSync(join(dataDir, 'elsewhere'), { recursive: true })
  t.same(await diskOf(server!), { free: null, failure: undefined, hasRewriteFailed: false })
  mkdirSync(join(dataDir, 'redis'))
})
