/** A service as an operator runs it, all on this machine: a redis-server, a gateway and compute nodes whose jobs are idle (idle-node.ts), as processes of their own. */
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { startRedis } from '../../../deploy/redis/embedded.ts'
import { GATEWAY } from '../../../deploy/roles.ts'
import { runAdmin } from '../../../gateway/admin/run.ts'
import type { TierName } from '../../../shared/contract/tiers.ts'
import { NODE_FLAGS } from '../../../shared/platform/process/node-flags.ts'
import { connect } from '../../../shared/platform/redis/connect.ts'
import { firstMessage } from '../../../shared/test/first-message.ts'

export interface ClusterPlan {
  readonly nodeCount: number
  readonly threadCount: number
  readonly jobMs: number
}

export interface Cluster {
  /** The address of the gateway. */
  readonly origin: string
  signalNodes(signal: 'SIGSTOP' | 'SIGCONT'): void
  createKey(tier: TierName): Promise<string>
  close(): Promise<void>
}

const ROOT = new URL('../../../', import.meta.url)
const IDLE_NODE = fileURLToPath(new URL('./idle-node.ts', import.meta.url))

async function createKey(redisUrl: string, tier: TierName): Promise<string> {
  let said = ''
  const limits = ['--calls-per-month', 'unlimited', '--calls-per-window', 'unlimited']
  const hear = (text: string): void => void (said += text)
  const terminal = { connect: () => connect(redisUrl, 'admin'), out: hear, err: hear }
  const code = await runAdmin(['key', 'create', '--tier', tier, ...limits], terminal)
  if (code !== 0) throw new Error(said)
  return said.trim()
}

export async function startCluster({ nodeCount, threadCount, jobMs }: ClusterPlan): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'sis-cluster-'))
  const server = await startRedis({ dataDir: folder, report: () => {} })
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    REDIS_URL: server.url,
    OBJECT_STORE: pathToFileURL(join(folder, 'objects')).href,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    ...{ HOST: '127.0.0.1', PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'info' },
    JOB_THREADS: String(threadCount),
    // threads are measured, and the event loop that has to feed them
    INLINE_JOB_BYTES: '0',
    IDLE_JOB_MS: String(jobMs),
    NODE_OPTIONS: `--import=${new URL('shared/platform/process/quick-imports.mjs', ROOT).href}`,
  }
  const log = openSync(join(folder, 'output.log'), 'a')
  const children: ChildProcess[] = []
  const run = (path: string): ChildProcess => {
    const child = fork(path, [], { env, execArgv: [...NODE_FLAGS], stdio: ['ignore', log, log, 'ipc'] })
    children.push(child)
    return child
  }
  async function ready<Message>(child: ChildProcess): Promise<Message> {
    const message = await firstMessage<Message>(child)
    child.channel?.unref()
    return message
  }
  async function close(): Promise<void> {
    for (const child of children) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    }
    await server.stop()
    closeSync(log)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const gateway = run(fileURLToPath(new URL(GATEWAY.path, ROOT)))
    const nodes = Array.from({ length: nodeCount }, () => run(IDLE_NODE))
    const [{ port }] = await Promise.all([ready<{ readonly port: number }>(gateway), ...nodes.map(ready)])
    return {
      origin: `http://127.0.0.1:${port}`,
      signalNodes: signal => {
        for (const node of nodes) node.kill(signal)
      },
      createKey: tier => createKey(server.url, tier),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
