/**
 * A rolling upgrade from the release before: gateways first, then nodes, with jobs in all phases. The other release runs as it was, from
 * the history of this repository; a clone without that history skips with the command that fetches it.
 */
import { type ChildProcess, execFileSync, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { forkNode, misbehaviour, SHORT_LEASE_MS, startJobs, submit } from '../../../compute/test/helpers/jobs.ts'
import { redisJobStore } from '../../../shared/platform/jobs/redis-job-store.ts'
import { NODE_FLAGS } from '../../../shared/platform/process/node-flags.ts'
import { connect, disconnect } from '../../../shared/platform/redis/connect.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { firstMessage } from '../../../shared/test/first-message.ts'
import { previousRelease } from '../../../shared/test/previous-release.ts'
import { redisOfTest } from '../../../shared/test/redis-of-test.ts'
import { until } from '../../../shared/test/until.ts'

const OURS = fileURLToPath(new URL('../../..', import.meta.url))
const found = previousRelease(dataFolder(t))
const skip = typeof found === 'string' ? found : false
const THEIRS = typeof found === 'string' ? OURS : found.path
const GATEWAY = 'gateway/main.ts'
const NODE = 'compute/node/main.ts'
const SECRETS_KEY = Buffer.alloc(32, 1).toString('base64')

interface Running {
  readonly child: ChildProcess
  readonly port: number
  readonly metricsPort: number
}

async function start(t: Test, release: string, path: string, redisUrl: string): Promise<Running> {
  const child = fork(join(release, path), [], {
    cwd: release,
    env: {
      ...process.env,
      REDIS_URL: redisUrl,
      PORT: '0',
      METRICS_PORT: '0',
      SECRETS_KEY,
      LOG_LEVEL: 'error',
      JOB_THREADS: '2',
    },
    execArgv: [...NODE_FLAGS],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  const { port = 0, metricsPort = 0 } = await firstMessage<Partial<Running>>(child)
  return { child, port, metricsPort }
}

async function drained(t: Test, { child }: Running): Promise<void> {
  child.kill('SIGTERM')
  t.same(await once(child, 'exit'), [0, null], 'it drains and ends with 0')
}

const BODY = JSON.stringify({
  tasks: [
    { id: 'A', duration_days: 3 },
    { id: 'B', duration_days: 2, predecessors: ['A'] },
  ],
})

t.test('gateways first, then nodes: every job of both releases completes', { skip }, async t => {
  const redis = await redisOfTest(dataFolder(t))
  const client = connect(redis.url, 'test', { commandTimeoutMs: 60_000 })
  t.teardown(async () => {
    disconnect(client)
    await redis.stop()
  })
  const env = { ...process.env, REDIS_URL: redis.url, SECRETS_KEY }
  const key = execFileSync(process.execPath, ['gateway/admin/main.ts', 'key', 'create', '--tier', 'enterprise'], {
    cwd: THEIRS,
    env,
    encoding: 'utf8',
  }).trim()
  const headers = { 'x-api-key': key }

  async function send({ port }: Running, count: number): Promise<string[]> {
    const ids: string[] = []
    for (let i = 0; i < count; i++) {
      const reply = await fetch(`http://127.0.0.1:${port}/api/v1/analysis/cpm/async`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: BODY,
      })
      if (reply.status !== 202) throw new Error(`${reply.status} ${await reply.text()}`)
      ids.push(((await reply.json()) as { job_id: string }).job_id)
    }
    return ids
  }
  async function statusOf({ port }: Running, jobId: string): Promise<string> {
    const reply = await fetch(`http://127.0.0.1:${port}/api/v1/jobs/${jobId}`, { headers })
    return ((await reply.json()) as { status: string }).status
  }
  async function complete(gateway: Running, ids: readonly string[], what: string): Promise<void> {
    for (const id of ids) {
      await until(`${what}: ${id} ends`, async () => !['queued', 'processing'].includes(await statusOf(gateway, id)))
      const status = await statusOf(gateway, id)
      if (status !== 'completed') t.fail(`${what}: ${status}`)
    }
    t.pass(`${what}: ${ids.length} completed`)
  }

  const oldGateway = await start(t, THEIRS, GATEWAY, redis.url)
  const oldNodes = [await start(t, THEIRS, NODE, redis.url), await start(t, THEIRS, NODE, redis.url)]
  await complete(oldGateway, await send(oldGateway, 10), 'before the upgrade')

  const gateway = await start(t, OURS, GATEWAY, redis.url)
  const ofNewGateway = await send(gateway, 20)
  await complete(gateway, await send(oldGateway, 10), 'of the old gateway, on old nodes')
  // longer than an old node needs to look everywhere
  await pause(5_000)
  for (const id of ofNewGateway) t.equal(await statusOf(oldGateway, id), 'queued', 'old nodes leave it')
  t.match(await redisJobStore(client, { frameVersions: [1] }).unknownVersions(), [{ queued: 20 }])
  const doctor = spawnSync(process.execPath, ['gateway/admin/main.ts', 'doctor'], { cwd: OURS, env, encoding: 'utf8' })
  t.match(doctor.stdout + doctor.stderr, /20 jobs wait with frames of version \d+, .*nodes of 0\.4\.0: 1/)

  const nodes = [await start(t, OURS, NODE, redis.url)]
  await complete(gateway, ofNewGateway, 'of the new gateway, beside old nodes')
  const metrics = await (await fetch(`http://127.0.0.1:${nodes[0]!.metricsPort}/metrics`)).text()
  t.match(metrics, /^sis_frame_versions\{frame_version="1",role="node"\} 1$/m)
  const mixed = await Promise.all([send(oldGateway, 20), send(gateway, 20)])
  await complete(gateway, mixed.flat(), 'of both gateways, on nodes of both releases')

  const during = send(gateway, 20)
  await drained(t, oldNodes[0]!)
  nodes.push(await start(t, OURS, NODE, redis.url))
  await drained(t, oldNodes[1]!)
  await complete(gateway, await during, 'while the old nodes drain')
  await complete(gateway, await send(oldGateway, 10), 'of the old gateway, on new nodes')
  await drained(t, oldGateway)
  await complete(gateway, await send(gateway, 10), 'after the upgrade')
})

t.test('a new node that is killed beside old ones: its job waits for a new one, and completes', { skip }, async t => {
  const jobs = await startJobs(t, { leaseMs: SHORT_LEASE_MS })
  const oldNode = fork(join(THEIRS, 'compute/test/helpers/node-process.ts'), [String(SHORT_LEASE_MS)], {
    cwd: THEIRS,
    env: { ...process.env, REDIS_URL: jobs.url, LOG_LEVEL: 'silent', JOB_THREADS: '2' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  t.teardown(() => oldNode.kill('SIGKILL'))
  await firstMessage(oldNode)
  const killed = await forkNode(t, jobs.url)
  const { accountId, jobId } = await submit(jobs.store, misbehaviour('slow', { ms: 1_000 }))
  const read = async () => (await jobs.store.read(accountId, jobId))!
  await until('the new node has it', async () => (await read()).state === 'processing')
  killed.child.kill('SIGKILL')
  await pause(4 * SHORT_LEASE_MS)
  t.match(
    await read(),
    { state: 'processing', attempts: 1 },
    'the old node does not take it back, which it could not run',
  )
  await forkNode(t, jobs.url)
  await until('it ends', async () => !['queued', 'processing'].includes((await read()).state))
  t.match(await read(), { state: 'completed', attempts: 2 })
})
