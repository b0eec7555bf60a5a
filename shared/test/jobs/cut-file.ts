/** T2, the last part: a redis-server whose append-only file was cut, at bytes drawn from the seed that is printed. */
import { cpSync, mkdirSync, readdirSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { between, random } from '../../../compute/test/helpers/random.ts'
import { startRedis } from '../../../deploy/redis/embedded.ts'
import { JOB_SHARD_COUNT } from '../../contract/job-classes.ts'
import { redisJobStore } from '../../platform/jobs/redis-job-store.ts'
import { connect, disconnect } from '../../platform/redis/connect.ts'
import { dataFolder } from '../data-folder.ts'
import { until } from '../until.ts'
import { completed, submitted, taken } from './helpers.ts'
import { audit } from './shard-audit.ts'

const JOB_COUNT = 40
const ACCOUNT_COUNT = 5
const PATIENT = { commandTimeoutMs: 60_000 }

export async function cutAppendOnlyFile(t: Test, seed: number, cutCount: number): Promise<void> {
  t.comment(`seed ${seed}`)
  const rnd = random(seed)
  const directory = dataFolder(t)
  const whole = join(directory, 'whole')
  mkdirSync(whole)
  const redis = await startRedis({ dataDir: whole, restart: false, report: () => {} })
  const client = connect(redis.url, 'test', PATIENT)
  const store = redisJobStore(client)
  const jobs = []
  for (let i = 0; i < JOB_COUNT; i++) {
    const accountId = `cut-${i % ACCOUNT_COUNT}`
    jobs.push(await submitted(store, accountId))
    if (i % 3 === 0) await completed(store, (await taken(store, accountId))!)
  }
  process.kill(redis.pid, 'SIGKILL')
  disconnect(client)
  await redis.stop()

  const files = join('redis', 'appendonlydir')
  const name = readdirSync(join(whole, files)).find(file => file.endsWith('.incr.aof'))!
  const byteCount = statSync(join(whole, files, name)).size
  const found: number[] = []
  for (let cut = 0; cut < cutCount; cut++) {
    const at = between(rnd, 0, byteCount - 1)
    const dataDir = join(directory, `cut-${cut}`)
    mkdirSync(join(dataDir, 'redis'), { recursive: true, mode: 0o700 })
    cpSync(join(whole, files), join(dataDir, files), { recursive: true })
    truncateSync(join(dataDir, files, name), at)
    const started = await startRedis({ dataDir, restart: false, report: () => {} }).catch((error: Error) => error)
    if (started instanceof Error) {
      t.match(started.message, /redis-check-aof/, `cut at ${at}: it says what to do`)
      continue
    }
    const client = connect(started.url, 'test', PATIENT)
    const store = redisJobStore(client)
    await until('it answers', () =>
      client.ping().then(
        () => true,
        () => false,
      ),
    )
    let count = 0
    while (count < jobs.length && (await store.read(jobs[count]!.accountId, jobs[count]!.jobId)) !== null) count++
    for (const { accountId, jobId } of jobs.slice(count)) {
      if ((await store.read(accountId, jobId)) !== null)
        t.fail(`cut at ${at}: ${jobId} is there, an earlier one is not`)
    }
    found.push(count)
    for (let shard = 0; shard < JOB_SHARD_COUNT; shard++) await audit(t, client, shard)
    await submitted(store, 'next')
    t.equal(await completed(store, (await taken(store, 'next'))!), 'finished', 'and work goes on')
    disconnect(client)
    await started.stop()
  }
  t.comment(`of ${byteCount} bytes and ${JOB_COUNT} jobs; jobs found: ${found.join(', ')}`)
}
