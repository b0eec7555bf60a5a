/**
 * `npm start`: the whole service on embedded defaults. A redis-server child (unless REDIS_URL names one) and the gateway as
 * child processes; prints the address, a ready demo key and a curl line that works. Ctrl-C ends every child.
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startRedis } from './redis/embedded.ts'

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

// every mistake of the configuration is told before anything is started
try {
  execFileSync(process.execPath, [at('gateway/check-config.ts')], { stdio: ['ignore', 'ignore', 'inherit'] })
} catch (error) {
  process.exit((error as { status?: number }).status ?? 1)
}

const dataDir = resolve(process.env.DATA_DIR || './data')
const redis = process.env.REDIS_URL ? undefined : await startRedis({ dataDir })
const env = { ...process.env, REDIS_URL: process.env.REDIS_URL || redis!.url }

let isStopping = false
const children: ChildProcess[] = []

async function stop(code: number): Promise<never> {
  isStopping = true
  await Promise.all(
    children.map(async child => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    }),
  )
  await redis?.stop()
  process.exit(code)
}

/** A child that ends unasked ends the whole: half a service is worse than none. */
function start(path: string): ChildProcess {
  const child = fork(at(path), [], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  children.push(child)
  child.once('exit', code => {
    if (!isStopping) void stop(code || 1)
  })
  return child
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void (isStopping || stop(0)))

const gateway = start('gateway/main.ts')
const [{ host, port }] = (await once(gateway, 'message')) as [{ host: string; port: number }]
const demoKey = execFileSync(
  process.execPath,
  [at('gateway/admin/main.ts'), 'key', 'create', '--tier', 'demo', '--label', 'npm start'],
  {
    env,
    encoding: 'utf8',
  },
).trim()

const shownHost = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
const address = `http://${shownHost.includes(':') ? `[${shownHost}]` : shownHost}:${port}`
const body =
  '{"tasks":[{"id":"A","duration_days":3},{"id":"B","duration_days":5,"predecessors":["A"]},{"id":"C","duration_days":2,"predecessors":["A"]},{"id":"D","duration_days":4,"predecessors":["B","C"]}]}'

console.log(`
Schedule Intelligence Service
  address   ${address}
  docs      ${address}/docs   (${address}/openapi.json)
  demo key  ${demoKey}   (100 calls, 24 hours, 100 tasks)
  store     ${redis === undefined ? 'REDIS_URL' : `embedded redis-server, data in ${dataDir}`}

The critical path of four tasks:

  curl -s ${address}/api/v1/analysis/cpm -H 'x-api-key: ${demoKey}' -H 'content-type: application/json' -d '${body}'

A key without those limits:  npm run --silent admin -- key create --tier government
Ctrl-C stops everything.
`)
