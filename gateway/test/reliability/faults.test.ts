/**
 * T7: a gateway and a node whose network to Redis is slow, is cut again and again, and is away for 10 s at a time, for as long as SOAK_MINUTES says
 * (30). The memory of both is watched; its slope counts from ten minutes on, when what grows at the start has grown.
 */
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { forkNode } from '../../../compute/test/helpers/jobs.ts'
import { LEASE_MS } from '../../../shared/platform/jobs/job-store.ts'
import { until } from '../../../shared/test/until.ts'
import { watchProcesses } from '../../../shared/test/watched-processes.ts'
import { startSubmitter } from '../helpers/job-scenarios.ts'
import { gatewayProcesses } from '../hostile/helpers/gateway-process.ts'
import { badNetwork, type Weather } from './helpers/fault-proxy.ts'

const SOAK_MINUTES = Number(process.env.SOAK_MINUTES ?? 30)
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)
const RATE_PER_SECOND = 20

/** A round: seconds and what they bring. */
const ROUND: readonly (readonly [string, number, Partial<Weather>])[] = [
  ['calm', 10, {}],
  ['200 ms', 15, { latencyMs: 200 }],
  ['5 % resets', 15, { resetShare: 0.05 }],
  ['away', 10, { isPartition: true }],
  ['200 ms and resets', 10, { latencyMs: 200, resetShare: 0.05 }],
]

t.test(`T7: ${SOAK_MINUTES} minutes of a bad network`, async t => {
  t.comment(`seed ${SEED}`)
  const processes = await gatewayProcesses(t)
  const network = await badNetwork(t, processes.redisUrl, SEED)
  const key = await processes.key('government')
  const gateway = await processes.start({ REDIS_URL: network.url })
  const node = await forkNode(t, network.url, { LOG_LEVEL: 'silent' }, LEASE_MS)
  const submitter = startSubmitter(gateway.url, key, RATE_PER_SECOND)
  const startMs = performance.now()
  const minutes = () => (performance.now() - startMs) / 60_000
  const watched = watchProcesses(t, { gateway: gateway.child.pid!, node: node.child.pid! })
  while (minutes() < SOAK_MINUTES) {
    for (const [, seconds, weather] of ROUND) {
      network.set(weather)
      await pause(1000 * seconds)
    }
  }
  network.set({})
  await submitter.stop()
  await until('jobs are taken again', async () => (await fetch(`${gateway.url}/ready`)).status === 200)
  t.comment(`${JSON.stringify(submitter.answers)}; ${JSON.stringify(network.counts())}`)
  t.same(
    Object.keys(submitter.answers).filter(name => !/^(202|503 \w+)$/.test(name)),
    [],
    'an answer is 202 or 503',
  )
  const ends = await submitter.ends()
  t.same(ends, { completed: submitter.accepted.length }, 'every 202 completes: 0 lost')
  t.equal(gateway.child.exitCode, null, 'the gateway lives: no rejection went unhandled')
  t.equal(node.child.exitCode, null, 'so does the node')
  t.same(
    gateway.log.filter(line => Number(line.level) >= 50),
    [],
    'nothing is an error of ours',
  )
  watched.assertSteady(t)
})
