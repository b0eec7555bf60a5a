/**
 * T7: a gateway and a node whose network to Redis is slow, is cut again and again, and is away for 10 s at a time, for as long as SOAK_MINUTES says
 * (30). The memory of both is watched; its slope counts from ten minutes on, when what grows at the start has grown.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { forkNode } from '../../../compute/test/helpers/jobs.ts'
import { LEASE_MS } from '../../../shared/jobs/job-store.ts'
import { until } from '../../../shared/test/until.ts'
import { startSubmitter } from '../helpers/job-scenarios.ts'
import { gatewayProcesses } from '../hostile/helpers/gateway-process.ts'
import { startFaultProxy, type Weather } from './helpers/fault-proxy.ts'

const SOAK_MINUTES = Number(process.env.SOAK_MINUTES ?? 30)
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)
const RATE_PER_SECOND = 20
const SLOPE_MB_MAX = 1
const SLOPE_FROM_MINUTE = 10
const SAMPLE_MS = 5_000

/** A round: seconds and what they bring. */
const ROUND: readonly (readonly [string, number, Partial<Weather>])[] = [
  ['calm', 10, {}],
  ['200 ms', 15, { latencyMs: 200 }],
  ['5 % resets', 15, { resetShare: 0.05 }],
  ['away', 10, { isPartition: true }],
  ['200 ms and resets', 10, { latencyMs: 200, resetShare: 0.05 }],
]

const megabytesOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

/** Least squares, per minute. */
function slope(samples: readonly (readonly [minute: number, megabytes: number])[]): number {
  const mean = (i: 0 | 1) => samples.reduce((sum, sample) => sum + sample[i], 0) / samples.length
  const [x, y] = [mean(0), mean(1)]
  const up = samples.reduce((sum, [minute, megabytes]) => sum + (minute - x) * (megabytes - y), 0)
  return up / samples.reduce((sum, [minute]) => sum + (minute - x) ** 2, 0)
}

t.test(`T7: ${SOAK_MINUTES} minutes of a bad network`, async t => {
  t.comment(`seed ${SEED}`)
  const processes = await gatewayProcesses(t)
  const proxy = await startFaultProxy(t, decodeURI(new URL(processes.redisUrl).pathname), SEED)
  const key = await processes.key('government')
  const gateway = await processes.start({ REDIS_URL: proxy.url })
  const node = await forkNode(t, proxy.url, { LOG_LEVEL: 'silent' }, LEASE_MS)
  const submitter = startSubmitter(gateway.url, key, RATE_PER_SECOND)
  const samples: Record<'gateway' | 'node', [number, number][]> = { gateway: [], node: [] }
  const startMs = performance.now()
  const minutes = () => (performance.now() - startMs) / 60_000
  const watch = setInterval(() => {
    if (gateway.child.exitCode !== null || node.child.exitCode !== null) return
    samples.gateway.push([minutes(), megabytesOf(gateway.child.pid!)])
    samples.node.push([minutes(), megabytesOf(node.child.pid!)])
  }, SAMPLE_MS)
  t.teardown(() => clearInterval(watch))
  while (minutes() < SOAK_MINUTES) {
    for (const [, seconds, weather] of ROUND) {
      proxy.set(weather)
      await pause(1000 * seconds)
    }
  }
  proxy.set({})
  await submitter.stop()
  clearInterval(watch)
  await until('jobs are taken again', async () => (await fetch(`${gateway.url}/ready`)).status === 200)
  t.comment(`${JSON.stringify(submitter.answers)}; ${JSON.stringify(proxy.counts)}`)
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
  for (const [name, all] of Object.entries(samples)) {
    const settled = all.filter(([minute]) => minute >= SLOPE_FROM_MINUTE)
    const isLong = settled.length > 60_000 / SAMPLE_MS
    const megabytesPerMinute = slope(isLong ? settled : all)
    t.comment(
      `${name}: ${all[0]?.[1].toFixed(0)} to ${all.at(-1)?.[1].toFixed(0)} MB, ${megabytesPerMinute.toFixed(2)} MB/min`,
    )
    if (isLong) t.ok(megabytesPerMinute < SLOPE_MB_MAX, `memory of the ${name} stays`)
  }
})
