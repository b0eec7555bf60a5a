/** `npm run gateway`, `npm run node`, `npm run deliverer`: each is one process, told in a sentence what it lacks. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { NODE_FLAGS } from '../../shared/platform/process/node-flags.ts'
import { dataFolder } from '../../shared/test/data-folder.ts'
import { until } from '../../shared/test/until.ts'
import { startRedis } from '../redis/embedded.ts'
import { ROLES } from '../roles.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
const ANY_PORT = { PORT: '0', METRICS_PORT: '0' }

interface Running {
  /** npm, which hands signals on. */
  readonly child: ChildProcess
  readonly pid: number
  readonly port: number
  readonly metricsPort: number
}

async function run(t: Test, name: string, settings: Record<string, string>): Promise<Running> {
  const env = { ...process.env, ...ANY_PORT, ...settings }
  const child = spawn('npm', ['run', '--silent', name], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => child.kill('SIGKILL'))
  let output = ''
  for await (const chunk of child.stdout) {
    output += chunk
    if (output.includes('"listening"') && output.endsWith('\n')) break
  }
  const line = output.split('\n').find(text => text.includes('"listening"'))
  return { child, ...JSON.parse(line ?? '{}') }
}

t.test('package.json has a command for each role', async t => {
  for (const { name } of ROLES) t.equal(scripts[name], `exec sh deploy/run.sh node deploy/role.ts ${name}`)
})

t.test('beside the service of a DATA_DIR each role joins it, becomes the process itself, and ends with 0', async t => {
  const dataDir = dataFolder(t)
  const redis = await startRedis({ dataDir, report: () => {} })
  t.teardown(() => redis.stop())
  // each thread of a gateway warms up for seconds
  const settings = { REDIS_URL: '', SECRETS_KEY: '', DATA_DIR: dataDir, WORKER_THREADS: '1' }
  for (const role of ROLES) {
    const { child, pid, port, metricsPort } = await run(t, role.name, settings)
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(1, -1)
    t.same(words.slice(0, -1), NODE_FLAGS, `${role.name} runs with the flags`)
    t.match(words.at(-1), role.path)
    if (role.name === 'gateway')
      await until('the gateway is ready', async () => (await fetch(`http://127.0.0.1:${port}/ready`)).status === 200)
    t.equal((await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).status, 200)
    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')
    t.equal(code, 0, `${role.name} drains and ends`)
  }
})

t.test('without a Redis a role says what is missing, in one sentence', async t => {
  const env = { ...process.env, REDIS_URL: '', DATA_DIR: dataFolder(t) }
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'node'], { cwd: root, env, encoding: 'utf8' })
  t.equal(status, 78)
  t.equal(stdout, '')
  t.match(stderr, /^No Redis: REDIS_URL is not set, and no service runs in .+\. Set REDIS_URL to .+\n$/)
})

t.test('beside a service whose secrets.key holds no key a role says so, in one sentence', async t => {
  const dataDir = dataFolder(t)
  const redis = await startRedis({ dataDir, report: () => {} })
  t.teardown(() => redis.stop())
  writeFileSync(`${dataDir}/secrets.key`, '')
  const env = { ...process.env, REDIS_URL: '', SECRETS_KEY: '', DATA_DIR: dataDir }
  const { status, stderr } = spawnSync(process.execPath, ['deploy/role.ts', 'node'], {
    cwd: root,
    env,
    encoding: 'utf8',
  })
  t.equal(status, 78)
  t.match(stderr, /^The data folder cannot be used at .+secrets\.key: it holds no key of 32 bytes; .+\n$/)
})

t.test('an unknown role names those there are', async t => {
  const { status, stderr } = spawnSync(process.execPath, ['deploy/role.ts', 'worker'], { cwd: root, encoding: 'utf8' })
  t.equal(status, 78)
  t.equal(stderr, 'A role is one of gateway, node, deliverer, with nothing behind it.\n')
})
