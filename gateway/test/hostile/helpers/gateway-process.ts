/** A gateway as a process of its own, for what only a process shows: signals, exit codes, memory. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import type { TierName } from '../../../../shared/contract/tiers.ts'
import { NODE_FLAGS } from '../../../../shared/platform/process/node-flags.ts'
import { connect, disconnect } from '../../../../shared/platform/redis/connect.ts'
import { dataFolder } from '../../../../shared/test/data-folder.ts'
import { firstMessage } from '../../../../shared/test/first-message.ts'
import { redisOfTest } from '../../../../shared/test/redis-of-test.ts'
import { createAccount } from '../../../store/accounts.ts'
import { createKey } from '../../../store/keys.ts'
import { LANE_WAIT_MS } from '../../helpers/lane-wait.ts'

interface GatewayProcess {
  readonly port: number
  readonly url: string
  readonly child: ChildProcess
  /** Lines of its log so far, parsed. */
  readonly log: Record<string, unknown>[]
  /** Exit code, or the name of the signal that ended it. */
  readonly ended: Promise<number | string>
  /** Most memory in use since the last forgetPeak(), bytes (VmHWM). Linux. */
  peakBytes(): number
  forgetPeak(): void
}

interface GatewayProcesses {
  start(settings?: Record<string, string>): Promise<GatewayProcess>
  /** A key of a new account whose calls are not limited in number. */
  key(tier: TierName): Promise<string>
  readonly redisUrl: string
  /** Process ids of its servers. */
  readonly redisPids: () => number[]
  readonly killRedis: () => Promise<void>
}

const MAIN = fileURLToPath(new URL('../../../main.ts', import.meta.url))
const ACTOR = 'test'
/** What the warm-up of a gateway under load takes of a processor is many seconds; warm-up.test.ts looks at it. */
const DEFAULTS = { PORT: '0', LOG_LEVEL: 'warn', WORKER_START: 'on-demand', LANE_WAIT_MS }

/** Gateways that share a redis-server; all end with the test. */
export async function gatewayProcesses(t: Test): Promise<GatewayProcesses> {
  const dataDir = dataFolder(t)
  const redis = await redisOfTest(dataDir)
  const client = connect(redis.url, 'test', { commandTimeoutMs: 60_000 })
  const children: ChildProcess[] = []
  t.teardown(async () => {
    for (const child of children) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    disconnect(client)
    await redis.stop()
  })
  return {
    redisUrl: redis.url,
    redisPids: redis.pids,
    killRedis: redis.killOne,
    async start(settings = {}) {
      // as it runs by itself: tap's hooks and its coverage change what memory and time it takes
      const { NODE_OPTIONS: _hooks, NODE_V8_COVERAGE: _coverage, ...inherited } = process.env
      const env = { ...inherited, ...DEFAULTS, REDIS_URL: redis.url, ...settings }
      const child = fork(MAIN, [], {
        env,
        execArgv: [...NODE_FLAGS],
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      })
      children.push(child)
      const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string)
      const log: Record<string, unknown>[] = []
      let rest = ''
      child.stdout!.on('data', chunk => {
        const lines = (rest + chunk).split('\n')
        rest = lines.pop()!
        log.push(...lines.map(line => JSON.parse(line) as Record<string, unknown>))
      })
      const { port } = await firstMessage<{ port: number }>(child)
      return {
        port,
        url: `http://127.0.0.1:${port}`,
        child,
        log,
        ended,
        peakBytes: () => 1024 * Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]),
        // 5 = reset the peak
        forgetPeak: () => writeFileSync(`/proc/${child.pid}/clear_refs`, '5'),
      }
    },
    async key(tier) {
      const limits = { callsPerWindow: 'unlimited', callsPerMonth: 'unlimited' } as const
      const accountId = await createAccount(client, { tier, actor: ACTOR, ...limits })
      const created = await createKey(client, accountId, { label: ACTOR, actor: ACTOR })
      if (created.state !== 'created') throw new Error(created.state)
      return created.text
    },
  }
}
