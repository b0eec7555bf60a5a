/**
 * A service as an operator runs it, all on this machine: a redis-server, and gateway, compute nodes and deliverer as processes of
 * their own, of this tree or of another release's (its packages installed, as `npm start` there leaves them).
 */
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { startRedis } from '../../../deploy/redis/embedded.ts'
import type { runAdmin } from '../../../gateway/admin/run.ts'
import { NODE_FLAGS } from '../../../shared/process/node-flags.ts'
import { connect, disconnect, type RedisClient } from '../../../shared/redis/connect.ts'
import { firstMessage } from '../../../shared/test/first-message.ts'
import type { TierName } from '../../../shared/tiers.ts'

export interface ClusterPlan {
  /** Root of the release; absent: this one. */
  readonly tree?: string | undefined
  readonly nodeCount: number
  readonly threadCount: number
  /** Jobs take so long and no processor; absent: the analysers of the release. */
  readonly idleJobMs?: number
  readonly hasDeliverer?: boolean
  readonly env?: Readonly<Record<string, string>>
}

export type RoleName = 'gateway' | 'node' | 'deliverer'

export interface Cluster {
  /** Of the gateway. */
  readonly origin: string
  readonly redis: RedisClient
  readonly redisPid: number
  readonly objectsFolder: string
  /** What all processes but Redis log. */
  readonly logPath: string
  pids(role: RoleName): readonly number[]
  createKey(tier: TierName): Promise<string>
  close(): Promise<void>
}

/** Where the entries lay before roles.ts named them. */
const ENTRIES_OF_0_4: Readonly<Record<RoleName, string>> = {
  gateway: 'gateway/main.ts',
  node: 'compute/node/main.ts',
  deliverer: 'compute/webhooks/main.ts',
}

/** Of this release, with what 0.4.0 needs. */
type AdminTerminal = Parameters<typeof runAdmin>[1] & { redisUrl(): string }

const HERE = fileURLToPath(new URL('../../..', import.meta.url))

async function entriesOf(tree: string): Promise<Readonly<Record<RoleName, string>>> {
  const rows = join(tree, 'deploy/roles.ts')
  if (!existsSync(rows)) return ENTRIES_OF_0_4
  const { ROLES } = (await import(rows)) as { ROLES: readonly { readonly name: RoleName; readonly path: string }[] }
  return Object.fromEntries(ROLES.map(({ name, path }) => [name, path])) as Record<RoleName, string>
}

async function createKey(tree: string, redisUrl: string, tier: TierName): Promise<string> {
  const { runAdmin } = (await import(join(tree, 'gateway/admin/run.ts'))) as {
    runAdmin(words: readonly string[], terminal: AdminTerminal): Promise<number>
  }
  let said = ''
  const limits = ['--calls-per-month', 'unlimited', '--calls-per-window', 'unlimited']
  const hear = (text: string): void => void (said += text)
  const code = await runAdmin(['key', 'create', '--tier', tier, ...limits], {
    connect: () => connect(redisUrl, 'admin'),
    redisUrl: () => redisUrl,
    out: hear,
    err: hear,
  })
  if (code !== 0) throw new Error(said)
  return said.trim()
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

export async function startCluster(plan: ClusterPlan): Promise<Cluster> {
  const { tree = HERE } = plan
  const entries = await entriesOf(tree)
  const { startRedis: start } = (await import(join(tree, 'deploy/redis/embedded.ts'))) as {
    startRedis: typeof startRedis
  }
  const folder = mkdtempSync(join(tmpdir(), 'sis-jobs-'))
  const objectsFolder = join(folder, 'objects')
  const server = await start({ dataDir: folder, report: () => {} })
  const redis = connect(server.url, 'loadtest')
  // the size of the file is what was appended
  await redis.config('SET', 'auto-aof-rewrite-percentage', '0')
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    REDIS_URL: server.url,
    OBJECT_STORE: pathToFileURL(objectsFolder).href,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    HOST: '127.0.0.1',
    PORT: '0',
    METRICS_PORT: '0',
    LOG_LEVEL: 'info',
    JOB_THREADS: String(plan.threadCount),
    // threads are measured, and the event loop that has to feed them
    INLINE_JOB_BYTES: '0',
    IDLE_JOB_MS: String(plan.idleJobMs ?? 0),
    NODE_OPTIONS: `--import=${pathToFileURL(join(tree, 'shared/process/quick-imports.mjs')).href}`,
    ...plan.env,
  }
  const children: { readonly role: RoleName; readonly child: ChildProcess }[] = []
  // a file and no pipe: a pipe would cost both sides, and writing nothing would not be the service as it runs
  const logPath = join(folder, 'output.log')
  const log = openSync(logPath, 'a')
  async function run(role: RoleName): Promise<{ readonly port?: number }> {
    const entry = join(tree, entries[role])
    const isIdle = role === 'node' && plan.idleJobMs !== undefined
    const path = isIdle ? fileURLToPath(new URL('./idle-node.ts', import.meta.url)) : entry
    const child = fork(path, isIdle ? [join(dirname(entry), 'run-node.ts')] : [], {
      env,
      execArgv: [...NODE_FLAGS],
      stdio: ['ignore', log, log, 'ipc'],
    })
    children.push({ role, child })
    const message = await firstMessage<{ readonly port?: number }>(child)
    child.channel?.unref()
    return message
  }
  async function close(): Promise<void> {
    await Promise.all(children.map(({ child }) => endOf(child)))
    disconnect(redis)
    await server.stop()
    closeSync(log)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const [{ port }] = await Promise.all([
      run('gateway'),
      ...Array.from({ length: plan.nodeCount }, () => run('node')),
      ...(plan.hasDeliverer ? [run('deliverer')] : []),
    ])
    return {
      origin: `http://127.0.0.1:${port}`,
      redis,
      redisPid: server.pid,
      objectsFolder,
      logPath,
      pids: role => children.filter(one => one.role === role).map(({ child }) => child.pid!),
      createKey: tier => createKey(tree, server.url, tier),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
