/**
 * Everything is restarted under load, one process after the other: gateways behind HAProxy with the file of deploy/proxy, which obeys /ready, nodes,
 * deliverers, the replicas of Redis and its master. No call fails and no job is lost; while Redis has no master, what needs it is
 * refused with a reason, and goes on by itself.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { CPM, chain } from '../../../gateway/test/helpers/networks.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { freePorts } from '../../../shared/test/jobs/cluster.ts'
import { watchedRedis } from '../../../shared/test/jobs/watched-redis.ts'
import { onOneServer, redisOfTest } from '../../../shared/test/redis-of-test.ts'
import { until } from '../../../shared/test/until.ts'
import { debianProgram } from '../debian-program.ts'
import { JOBS_SETTINGS, submitJobs } from './helpers/accepted-jobs.ts'
import { type Calls, startCalls } from './helpers/steady-calls.ts'
import { startWholeService, type WholeService } from './helpers/whole-service.ts'

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)
const JOBS = 600
/** HAProxy asks every 2 s, and twice before it believes that a gateway is gone. */
const DRAIN_DELAY_SECONDS = '6'
const SEEN_MS = 5_000
const CREW = { gateways: 2, nodes: 2, deliverers: 2 }

/** The real program on the file that an operator gets; only addresses are put into it, and without TLS. */
async function startProxy(t: Test, gatewayUrls: readonly string[]): Promise<string> {
  const [port] = await freePorts(1)
  const folder = dataFolder(t)
  const given = readFileSync(new URL('../../proxy/haproxy.cfg', import.meta.url), 'utf8')
  const pieces: readonly (readonly [string, string])[] = [
    ['bind :443 ssl crt /etc/haproxy/schedules.example.com.pem alpn h2,http/1.1', `bind 127.0.0.1:${port}`],
    ['server gateway1 127.0.0.1:8080', `server gateway1 ${new URL(gatewayUrls[0]!).host}`],
    ['# server gateway2 127.0.0.1:8081', `server gateway2 ${new URL(gatewayUrls[1]!).host}`],
  ]
  for (const [piece] of pieces) if (!given.includes(piece)) throw new Error(`"${piece}" is not in the file`)
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(
    file,
    pieces.reduce((text, [from, to]) => text.replace(from, to), given),
  )
  const child = spawn(await debianProgram('haproxy'), ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', chunk => (said = (said + chunk).slice(-4_000)))
  t.teardown(async () => {
    if (!t.passing()) t.comment(said)
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  const url = `http://127.0.0.1:${port}`
  await until('the proxy passes calls on', async () => {
    const answer = await fetch(`${url}/ready`).catch(() => undefined)
    return answer?.status === 200
  })
  return url
}

/** Restarts every process of every role, and asserts that each drains and ends with 0. */
async function restartAll(t: Test, service: WholeService, calls: Calls): Promise<void> {
  for (const member of service.members) {
    await calls.enter(member.role.name)
    t.equal(await service.restart(member), 0, `${member.name} drains and ends with 0`)
    // the balancer sees what is there again before the next one goes
    await pause(SEEN_MS)
  }
}

function noneFailed(t: Test, { answers }: Calls, phases: readonly string[]): void {
  for (const phase of phases) t.same(Object.keys(answers[phase] ?? {}), ['200'], `${phase}: no call failed`)
}

/** Looks at what the proxy refused: gateways that are not ready for longer than it asks have no calls from it. */
function refusedWithReason(t: Test, { answers }: Calls, phase: string): void {
  t.same(
    Object.keys(answers[phase]!).filter(name => !/^(200|503 store_unavailable|503 of the proxy)$/.test(name)),
    [],
    `${phase}: a call is refused with the reason`,
  )
}

t.test('every process and every Redis behind Sentinels is restarted under load', async t => {
  t.comment(`seed ${SEED}`)
  const redis = await watchedRedis(dataFolder(t), 2)
  t.teardown(() => redis.stop())
  const settings = { ...JOBS_SETTINGS, REDIS_REPLICAS_MIN: '1', DRAIN_DELAY_SECONDS }
  const service = await startWholeService(t, redis.url, CREW, settings)
  const url = await startProxy(t, service.gatewayUrls)
  const calls = await startCalls(t, url, service, [[CPM, { tasks: chain(100) }]])
  const jobs = await submitJobs(t, { ...service, gatewayUrls: [url] }, { jobCount: JOBS, seed: SEED, everyMs: 250 })
  await restartAll(t, service, calls)
  await calls.enter('replicas of Redis')
  await redis.restartReplicas()
  await calls.enter('master of Redis')
  await redis.endMaster('SIGTERM')
  await pause(SEEN_MS)
  await calls.enter('after')
  await pause(2_000)
  await jobs.submitted
  await calls.stop()
  t.comment(JSON.stringify(calls.answers))
  noneFailed(t, calls, ['before', 'gateway', 'node', 'deliverer', 'replicas of Redis', 'after'])
  refusedWithReason(t, calls, 'master of Redis')
  await jobs.audit(t)
})

t.test(
  'one Redis with its append-only file is restarted under load',
  onOneServer('each of the three is restarted by kill-run.test.ts'),
  async t => {
    const redis = await redisOfTest(dataFolder(t))
    t.teardown(() => redis.stop())
    const service = await startWholeService(t, redis.url, CREW, { ...JOBS_SETTINGS, DRAIN_DELAY_SECONDS })
    const url = await startProxy(t, service.gatewayUrls)
    const calls = await startCalls(t, url, service, [[CPM, { tasks: chain(100) }]])
    const jobs = await submitJobs(t, { ...service, gatewayUrls: [url] }, { jobCount: 100, seed: SEED, everyMs: 120 })
    await pause(2_000)
    await calls.enter('Redis')
    await redis.stop()
    await pause(1_000)
    await redis.start()
    await until('it is ready', async () => (await fetch(`${url}/ready`)).status === 200)
    await pause(SEEN_MS)
    await calls.enter('after')
    await jobs.submitted
    await calls.stop()
    t.comment(JSON.stringify(calls.answers))
    noneFailed(t, calls, ['before', 'after'])
    refusedWithReason(t, calls, 'Redis')
    await jobs.audit(t)
  },
)
