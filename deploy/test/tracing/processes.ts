/** The three processes of the service as they are started in production, on a Redis of the test, with an account and its key. */
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import { createAccount } from '../../../gateway/store/accounts.ts'
import { createKey } from '../../../gateway/store/keys.ts'
import { LANE_WAIT_MS } from '../../../gateway/test/helpers/lane-wait.ts'
import { connect, disconnect } from '../../../shared/platform/redis/connect.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { redisOfTest } from '../../../shared/test/redis-of-test.ts'
import { until } from '../../../shared/test/until.ts'
import { ROLES, type Role } from '../../roles.ts'

interface ServiceProcess {
  readonly child: ChildProcess
  readonly metricsUrl: string
  /** Packages of OpenTelemetry that it has loaded. */
  readonly packages: ReadonlySet<string>
  /** Lines of its log. */
  readonly lines: Record<string, unknown>[]
  /** SIGTERM; resolves with its exit code. */
  stop(): Promise<number | null>
}

export interface Processes extends Readonly<Record<'gateway' | 'node' | 'deliverer', ServiceProcess>> {
  readonly url: string
  readonly key: string
  call(
    path: string,
    options?: { readonly body?: unknown; readonly headers?: Record<string, string> },
  ): Promise<Response>
}

type Env = Readonly<Record<string, string>>

const REPORT_PACKAGES = new URL('./report-packages.mjs', import.meta.url).href

async function startProcess(t: Test, role: Role, env: Env): Promise<ServiceProcess & { readonly port: number }> {
  const child = fork(fileURLToPath(new URL(`../../../${role.path}`, import.meta.url)), [], {
    env: { ...process.env, ...env },
    execArgv: [...process.execArgv, '--import', REPORT_PACKAGES],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  const packages = new Set<string>()
  const lines: Record<string, unknown>[] = []
  let where: { readonly port: number; readonly metricsPort: number } | undefined
  child.on('message', (message: { readonly event: string; readonly name: string } & NonNullable<typeof where>) => {
    if (message.event === 'loaded') packages.add(message.name)
    else where = message
  })
  let rest = ''
  child.stdout!.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk).split('\n')
    rest = parts.pop()!
    lines.push(...parts.map(line => JSON.parse(line)))
  })
  await until(`the ${role.name} listens`, () => {
    if (child.exitCode !== null) throw new Error(`the ${role.name} ended with ${child.exitCode}`)
    return where !== undefined
  })
  return {
    child,
    port: where!.port,
    metricsUrl: `http://127.0.0.1:${where!.metricsPort}/metrics`,
    packages,
    lines,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      child.kill('SIGTERM')
      const [code] = await once(child, 'exit')
      return code
    },
  }
}

/** env: beside what a process needs. byRole: of one of them alone. */
export async function startProcesses(
  t: Test,
  env: Env,
  byRole: Readonly<Record<string, Env>> = {},
): Promise<Processes> {
  const redis = await redisOfTest(dataFolder(t))
  t.teardown(() => redis.stop())
  const client = connect(redis.url, 'test')
  t.teardown(() => disconnect(client))
  const accountId = await createAccount(client, { tier: 'government', actor: 'test' })
  const created = await createKey(client, accountId, { actor: 'test' })
  if (created.state !== 'created') throw new Error(created.state)
  const whole = {
    REDIS_URL: redis.url,
    PORT: '0',
    LOG_LEVEL: 'info',
    WORKER_THREADS: '1',
    JOB_THREADS: '2',
    WORKER_START: 'on-demand',
    LANE_WAIT_MS,
    DRAIN_DELAY_SECONDS: '0',
    SECRETS_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_ALLOW_HTTP: '1',
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
    WEBHOOK_RETRY_SECONDS: '1,2,4',
    ...env,
  }
  const [gateway, node, deliverer] = await Promise.all(
    ROLES.map(role => startProcess(t, role, { ...whole, ...byRole[role.name] })),
  )
  const url = `http://127.0.0.1:${gateway!.port}`
  return {
    gateway: gateway!,
    node: node!,
    deliverer: deliverer!,
    url,
    key: created.text,
    call: (path, { body, headers = {} } = {}) =>
      fetch(url + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'x-api-key': created.text, 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  }
}
