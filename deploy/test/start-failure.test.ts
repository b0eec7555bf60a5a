/** Each way in which `npm start` cannot start is reported in one sentence: no stack, no line of the log. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { listenFailure } from '../../shared/platform/process/listen-failure.ts'
import { dataFolder } from '../../shared/test/data-folder.ts'
import { until } from '../../shared/test/until.ts'
import { startRedis } from '../redis/embedded.ts'

/** A path in a pattern: a `$` or a bracket in the name of a folder stands for itself. */
const literal = (path: string): string => path.replace(/[$()*+.?[\]\\^{|}]/g, '\\$&')

const root = fileURLToPath(new URL('../..', import.meta.url))
/** A user without rights: what root may do would hide the fault. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

function refused(file: string, settings: Record<string, string>, user: object = {}, words: readonly string[] = []) {
  const env = { ...process.env, PORT: '0', ...settings }
  const all = [join(root, file), ...words]
  return spawnSync(process.execPath, all, { cwd: root, env, encoding: 'utf8', timeout: 120_000, ...user })
}

function reportsOnce(t: Test, { status, stdout, stderr }: ReturnType<typeof refused>, sentence: RegExp): void {
  t.equal(status, 1)
  t.equal(stdout, '')
  t.match(stderr, sentence)
  t.equal(stderr.trimEnd().split('\n').length, 1, stderr)
}

const admin = (settings: Record<string, string>, words: readonly string[]) =>
  spawnSync(process.execPath, [join(root, 'deploy/admin.ts'), ...words], {
    cwd: root,
    env: { ...process.env, REDIS_URL: '', ...settings },
    encoding: 'utf8',
  })

async function taken(t: Test): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  t.teardown(() => server.close())
  return String((server.address() as { port: number }).port)
}

t.test('a second instance in one DATA_DIR names the process that holds it', async t => {
  const dataDir = dataFolder(t)
  const redis = await startRedis({ dataDir })
  t.teardown(() => redis.stop())
  reportsOnce(
    t,
    refused('deploy/start.ts', { DATA_DIR: dataDir }),
    new RegExp(
      `^The data folder ${literal(dataDir)} is in use by process ${process.pid} since .+; stop it, or set DATA_DIR`,
    ),
  )
})

t.test('a DATA_DIR that cannot be written is named with its reason, by start and by admin', async t => {
  const dataDir = t.testdir({ file: '', closed: {} })
  chmodSync(join(dataDir, 'closed'), 0o555)
  const inFile = join(dataDir, 'file/data')
  reportsOnce(
    t,
    refused('deploy/start.ts', { DATA_DIR: inFile }),
    /^The data folder cannot be used at .+: a file is in the way/,
  )
  reportsOnce(
    t,
    refused('deploy/start.ts', { DATA_DIR: join(dataDir, 'closed') }, NOBODY),
    /this user may not read or write there \(EACCES\)/,
  )
  reportsOnce(
    t,
    refused('deploy/start.ts', { DATA_DIR: '/proc/data/of' }),
    /^The data folder cannot be used at .+: it cannot be made there \(ENOENT\)/,
  )
  const { stderr, status } = admin({ DATA_DIR: inFile }, ['key', 'list'])
  t.equal(status, 1)
  t.match(stderr, /^The data folder cannot be used at .+\n$/)
})

t.test('admin where no service has been makes neither key nor folder, and says what to set', t => {
  const dataDir = join(t.testdir({}), 'elsewhere')
  reportsOnce(
    t,
    admin({ DATA_DIR: dataDir }, ['key', 'create', '--tier', 'government']),
    new RegExp(
      `^No service has data in ${literal(dataDir)} \\(DATA_DIR\\): start yours there with npm start, or set DATA_DIR .+`,
    ),
  )
  t.notOk(existsSync(dataDir))
  t.end()
})

t.test('admin on the data of a service that does not run works, and says so', t => {
  const dataDir = t.testdir({ redis: {} })
  const { status, stdout, stderr } = admin({ DATA_DIR: dataDir }, ['key', 'create', '--tier', 'government'])
  t.equal(status, 0)
  t.match(stdout, /^sis_live_\w+\n$/)
  t.match(
    stderr,
    new RegExp(
      `^No service runs on ${literal(dataDir)} \\(DATA_DIR\\); the command works on the data there\\. If .+\n$`,
    ),
  )
  t.end()
})

t.test('admin at a Redis that does not answer names the setting', t => {
  reportsOnce(
    t,
    admin({ REDIS_URL: 'redis://127.0.0.1:1' }, ['key', 'list']),
    /^The Redis of REDIS_URL does not answer \(ECONNREFUSED\)\. Start it or correct REDIS_URL\.$/m,
  )
  t.end()
})

t.test('a folder that cannot hold the key of secrets is reported, too, when Redis is elsewhere', async t => {
  const dataDir = join(t.testdir({ file: '' }), 'file/data')
  const settings = { DATA_DIR: dataDir, REDIS_URL: 'redis://127.0.0.1:1', SECRETS_KEY: '' }
  reportsOnce(t, refused('deploy/start.ts', settings), /^The data folder cannot be used at .+: a file is in the way/)
})

t.test(
  'a key of secrets that is none is reported, by start and by admin: without it callbacks would end unseen',
  async t => {
    for (const [made, sentence] of [
      [{ 'secrets.key': '' }, /secrets\.key: it holds no key of 32 bytes; .+/],
      [{ 'secrets.key': {} }, /^The data folder cannot be used at .+: a folder is in the way \(EISDIR\)/],
    ] as const) {
      const settings = { DATA_DIR: t.testdir(made), REDIS_URL: '', SECRETS_KEY: '' }
      reportsOnce(t, refused('deploy/start.ts', settings), sentence)
      reportsOnce(t, admin(settings, ['key', 'list']), sentence)
    }
  },
)

t.test('a port that is taken, for calls or for /metrics, is named before anything starts', async t => {
  const port = await taken(t)
  reportsOnce(
    t,
    refused('deploy/start.ts', { PORT: port, DATA_DIR: t.testdir() }),
    new RegExp(
      `^Port ${port} of 127.0.0.1 is used by process ${process.pid} \\(node\\). Stop that process, or set PORT`,
    ),
  )
  reportsOnce(
    t,
    refused('deploy/start.ts', { METRICS_PORT: port, DATA_DIR: t.testdir() }),
    /is used .* set METRICS_PORT/,
  )
})

t.test('the port of a service that runs names its npm start, which would start a stopped gateway again', async t => {
  const dataDir = dataFolder(t)
  const env = { ...process.env, PORT: '0', DATA_DIR: dataDir }
  const service = spawn(process.execPath, [join(root, 'deploy/start.ts')], { cwd: root, env })
  t.teardown(async () => {
    service.kill('SIGTERM')
    await once(service, 'exit')
  })
  let said = ''
  service.stdout.on('data', chunk => (said += chunk))
  await until('it listens', () => /address {3}http/.test(said))
  const port = /address {3}http:\S+:(\d+)/.exec(said)![1]!
  reportsOnce(
    t,
    refused('deploy/start.ts', { PORT: port, DATA_DIR: t.testdir() }),
    new RegExp(
      `^Port ${port} of 127.0.0.1 is used by process ${service.pid} \\(npm start in ${literal(root.replace(/\/$/, ''))}\\)\\. Stop`,
    ),
  )
})

t.test('a variable that looks like a setting is told, and does not stop the start', t => {
  const { stderr } = refused('deploy/start.ts', { GATEWAY: '2', PORT: 'abc' })
  t.equal(
    stderr,
    'config: GATEWAY is no setting and has no effect. Did you mean GATEWAYS?\nconfig: PORT="abc": must be a number\n',
  )
  const { status, stderr: told } = refused('gateway/check-config.ts', {
    redis_uri: 'redis://x',
    GATEWAY: '2',
    GATEWAYS: '1',
  })
  t.equal(status, 0)
  t.equal(told, 'config: redis_uri is no setting and has no effect. Did you mean REDIS_URL?\n')
  t.end()
})

t.test('an option that npm start does not know is refused with the way to set things', t => {
  reportsOnce(
    t,
    refused('deploy/start.ts', {}, {}, ['--port', '9000']),
    /^npm start knows .+, not --port\. .+ PORT=9000 npm start/,
  )
  t.end()
})

t.test('npm start -- --help says what it does, and starts nothing', t => {
  const { status, stdout, stderr } = refused('deploy/start.ts', {}, {}, ['--help'])
  t.match({ status, stderr }, { status: 0, stderr: '' })
  t.match(stdout, /^npm start starts .+\n {2}--with-identity {2}.+\nSettings .+ PORT=9000 npm start/)
  t.end()
})

t.test('a store of objects that cannot be made is told once', async t => {
  const { status, stderr } = refused('deploy/start.ts', { OBJECT_STORE: 'file:///proc/x/y', DATA_DIR: t.testdir() })
  t.equal(status, 78)
  t.match(stderr, /^config: OBJECT_STORE: the folder cannot be used: ENOENT: .+\n$/)
})

t.test('a Redis that does not answer is named before anything starts', async t => {
  reportsOnce(
    t,
    refused('deploy/start.ts', { REDIS_URL: 'redis://127.0.0.1:1', DATA_DIR: t.testdir() }),
    /^The Redis of REDIS_URL does not answer \(ECONNREFUSED\)\. Start it or correct REDIS_URL/,
  )
})

t.test('a METRICS_PORT that leaves no port for the other processes is named', async t => {
  reportsOnce(
    t,
    refused('deploy/start.ts', { METRICS_PORT: '65534', DATA_DIR: t.testdir() }),
    /^Cannot listen on port 65536 of 127\.0\.0\.1 \(METRICS_HOST, METRICS_PORT\): /,
  )
})

t.test('a gateway by itself tells the same of its port', async t => {
  const dataDir = dataFolder(t)
  const redis = await startRedis({ dataDir })
  t.teardown(() => redis.stop())
  const port = await taken(t)
  const { status, stderr } = refused('gateway/main.ts', { PORT: port, REDIS_URL: redis.url, WORKER_START: 'on-demand' })
  t.equal(status, 1)
  t.match(stderr, new RegExp(`^Port ${port} of 127.0.0.1 is used by process ${process.pid} .+\n$`))
})

t.test('a port that needs rights, and a host that is not of this machine, are named as such', async t => {
  const dataDir = t.testdir()
  const { stderr } = refused('deploy/start.ts', { HOST: '192.0.2.1', DATA_DIR: dataDir })
  t.match(stderr, /^HOST=192\.0\.2\.1 is not an address of this machine\. .+\n$/)
  const error = Object.assign(new Error('listen EACCES'), { code: 'EACCES' })
  const sentence = listenFailure(error, { host: '0.0.0.0', port: 80, settings: { host: 'HOST', port: 'PORT' } })
  t.match(sentence, /^This user may not listen on port 80\. Set PORT to 1024 or above/)
  const asNobody = refused('deploy/start.ts', { PORT: '80', DATA_DIR: dataDir }, NOBODY)
  if (asNobody.stderr.includes('may not listen')) reportsOnce(t, asNobody, /^This user may not listen on port 80/)
  else
    t.match(asNobody.stderr, /^(Port 80 of|Cannot listen|The data folder)/, 'this kernel lets everybody have port 80')
})
