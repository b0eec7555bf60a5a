import { fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { connect, disconnect, type RedisClient } from '../../shared/platform/redis/connect.ts'
import { type EmbeddedRedis, runningRedis, startRedis } from '../redis/embedded.ts'
import { isAlive, processName } from '../redis/instance.ts'

const quiet = () => {}

async function start(t: Test, dataDir: string): Promise<EmbeddedRedis> {
  const redis = await startRedis({ dataDir, report: quiet })
  t.teardown(() => redis.stop())
  return redis
}

async function withClient<T>(url: string, question: (client: RedisClient) => Promise<T>): Promise<T> {
  const client = connect(url, 'test')
  try {
    return await question(client)
  } finally {
    disconnect(client)
  }
}

function mend(dataDir: string, settings: NodeJS.ProcessEnv = {}) {
  const script = fileURLToPath(new URL('../redis-mend.ts', import.meta.url))
  const env = { ...process.env, DATA_DIR: dataDir, ...settings }
  return spawnSync(process.execPath, [script], { env, encoding: 'utf8' })
}

const until = async (isTrue: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isTrue())) await new Promise(resolve => setTimeout(resolve, 10))
}

t.test('the server listens on a private unix socket alone and keeps every write before it answers', async t => {
  const redis = await start(t, t.testdir())
  const socket = decodeURI(new URL(redis.url).pathname)
  t.equal(statSync(socket).mode & 0o777, 0o600, 'only its user may open the socket')
  t.equal(statSync(join(socket, '..')).mode & 0o777, 0o700)
  const setting = (name: string) =>
    withClient(redis.url, async client => ((await client.config('GET', name)) as string[])[1])
  t.equal(await setting('port'), '0')
  t.equal(await setting('appendonly'), 'yes')
  t.equal(await setting('appendfsync'), 'always')
  t.equal(await setting('maxmemory-policy'), 'noeviction')
})

t.test('what was written is there after a stop and a start', async t => {
  const dataDir = t.testdir()
  const first = await start(t, dataDir)
  t.equal(runningRedis(dataDir), first.url)
  await withClient(first.url, client => client.set('kept', 'yes'))
  await first.stop()
  t.equal(runningRedis(dataDir), null)
  const second = await start(t, dataDir)
  t.equal(await withClient(second.url, client => client.get('kept')), 'yes')
})

t.test('a second start on the same directory is refused and names the process that holds it', async t => {
  const dataDir = t.testdir()
  const redis = await start(t, dataDir)
  const refused = startRedis({ dataDir })
  await t.rejects(refused, {
    name: 'DataDirLocked',
    message: new RegExp(`in use by process ${process.pid} since \\d{4}-`),
  })
  t.equal(await withClient(redis.url, client => client.ping()), 'PONG', 'the first one is not disturbed')
})

t.test('a killed server comes back on the same socket with everything it had answered', async t => {
  const redis = await start(t, t.testdir())
  await withClient(redis.url, client => client.set('answered', '1'))
  const { pid } = redis
  process.kill(pid, 'SIGKILL')
  await until(() => redis.pid !== pid)
  t.equal(await withClient(redis.url, client => client.get('answered')), '1')
})

t.test(
  'a server that ends over and over is started again later and later, for as long as its parent lives',
  async t => {
    const dataDir = t.testdir()
    const reported: string[] = []
    const redis = await startRedis({ dataDir, report: sentence => reported.push(sentence) })
    t.teardown(() => redis.stop())
    await withClient(redis.url, client => client.set('answered', '1'))
    for (let i = 0; i < 4; i++) {
      const { pid } = redis
      process.kill(pid, 'SIGKILL')
      await until(() => redis.pid !== pid)
    }
    const starts = reported.filter(sentence => sentence.includes('ended unexpectedly (SIGKILL)'))
    t.same(
      starts.map(sentence => /starting it again(?: in ([\d.]+) s)?/.exec(sentence)![1] ?? '0'),
      ['0', '0.5', '1', '2'],
    )
    t.equal(await withClient(redis.url, client => client.get('answered')), '1')
  },
)

t.test('a server that cannot be started for a while is tried until it can', async t => {
  const root = t.testdir({ data: {}, bin: {} })
  const binary = join(root, 'bin', 'redis-server')
  const real = process.env.REDIS_SERVER!
  symlinkSync(real, binary)
  const reported: string[] = []
  const redis = await startRedis({ dataDir: join(root, 'data'), binary, report: sentence => reported.push(sentence) })
  t.teardown(() => redis.stop())
  await withClient(redis.url, client => client.set('answered', '1'))
  const { pid } = redis
  rmSync(binary)
  process.kill(pid, 'SIGKILL')
  await until(() => reported.filter(sentence => sentence.includes('did not start')).length >= 2)
  symlinkSync(real, binary)
  await until(() => redis.pid !== pid)
  t.equal(await withClient(redis.url, client => client.get('answered')), '1')
})

t.test('the server ends when its parent is killed', async t => {
  const dataDir = t.testdir()
  const parent = fork(fileURLToPath(new URL('./fixtures/redis-parent.ts', import.meta.url)), [dataDir])
  const [serverPid] = (await once(parent, 'message')) as [number]
  const server = processName(serverPid)
  parent.kill('SIGKILL')
  await until(() => !isAlive(server))
  t.pass('gone')
  const next = await start(t, dataDir)
  t.equal(await withClient(next.url, client => client.get('from')), 'parent')
})

t.test('an orphan that outlived its parent is stopped by the next start', async t => {
  // without setpriv nothing tells the server of the death of its parent
  const tools = ['flock', 'readlink', 'dirname', 'tr']
  const bin = Object.fromEntries(tools.map(tool => [tool, t.fixture('symlink', `/usr/bin/${tool}`)]))
  const root = t.testdir({ bin, data: {} })
  const dataDir = join(root, 'data')
  const parent = fork(fileURLToPath(new URL('./fixtures/redis-parent.ts', import.meta.url)), [dataDir], {
    env: { ...process.env, PATH: join(root, 'bin') },
  })
  const [orphanPid] = (await once(parent, 'message')) as [number]
  const orphan = processName(orphanPid)
  parent.kill('SIGKILL')
  await once(parent, 'exit')
  t.ok(isAlive(orphan), 'it is an orphan')
  t.match(mend(dataDir), { status: 1, stderr: /runs: it has nothing to mend/ }, 'its files are not cut under it')
  const next = await start(t, dataDir)
  t.notOk(isAlive(orphan))
  t.equal(await withClient(next.url, client => client.get('from')), 'parent')
})

t.test('a data directory too deep for a socket is served through a short private one', async t => {
  const dataDir = join(t.testdir(), 'deep'.repeat(30), 'deeper'.repeat(20))
  const redis = await start(t, dataDir)
  t.ok(Buffer.byteLength(decodeURI(new URL(redis.url).pathname)) <= 107)
  t.equal(await withClient(redis.url, client => client.ping()), 'PONG')
})

t.test('asking for the service of a folder makes nothing there', async t => {
  const dataDir = t.testdir()
  t.equal(runningRedis(dataDir), null)
  t.same(readdirSync(dataDir), [])
  const twice = join(dataDir, 'not', 'there')
  t.equal(runningRedis(twice), null)
  t.same(readdirSync(dataDir), [])
})

const appendOnlyFile = (dataDir: string): string => {
  const directory = join(dataDir, 'redis/appendonlydir')
  return join(directory, readdirSync(directory).find(name => name.endsWith('.incr.aof'))!)
}

t.test('a last command cut by a power failure is dropped and the rest is served', async t => {
  const dataDir = t.testdir()
  const first = await start(t, dataDir)
  await withClient(first.url, client => client.set('whole', '1'))
  await first.stop()
  appendFileSync(appendOnlyFile(dataDir), '*3\r\n$3\r\nSET\r\n$4\r\nhal')
  const second = await start(t, dataDir)
  t.equal(await withClient(second.url, client => client.get('whole')), '1')
})

t.test('a file damaged in the middle stops the start and says what to do', async t => {
  const dataDir = t.testdir()
  const first = await start(t, dataDir)
  await withClient(first.url, client => client.mset('one', '1', 'two', '2'))
  await first.stop()
  const file = appendOnlyFile(dataDir)
  const bytes = readFileSync(file)
  bytes.write('XX', bytes.indexOf('mset') - 4)
  writeFileSync(file, Buffer.concat([bytes, bytes]))
  await t.rejects(startRedis({ dataDir }), { message: /appendonlydir.*npm run redis-mend.*redis-check-aof --fix/s })
  const mended = mend(dataDir)
  t.equal(mended.status, 0, mended.stderr)
  t.match(mended.stdout, /copied to .+appendonlydir\.\S+\n.*mended; /s)
  t.ok(
    readdirSync(join(dataDir, 'redis')).some(name => name.startsWith('appendonlydir.')),
    'what was cut is in the copy',
  )
  const again = await start(t, dataDir)
  t.equal(await withClient(again.url, client => client.ping()), 'PONG')
  t.match(mend(dataDir).stderr, /runs: it has nothing to mend/)
  t.match(mend(t.testdir()).stderr, /holds no data/)
  // what a rewrite that was cut off leaves is not the list of the files
  const cutOff = t.testdir({ redis: { appendonlydir: { 'temp-appendonly.aof.manifest': '' } } })
  t.match(mend(cutOff).stderr, /holds no append-only file/)
})

t.test(
  'a base file that the check tool does not know, as Valkey 9 writes it, is left alone, and the commands after it are mended',
  async t => {
    const dataDir = t.testdir()
    const first = await start(t, dataDir)
    await withClient(first.url, client => client.set('whole', '1'))
    await first.stop()
    const file = appendOnlyFile(dataDir)
    const whole = readFileSync(file)
    appendFileSync(file, Buffer.alloc(4_096))
    const folder = join(file, '..')
    const base = join(folder, readdirSync(folder).find(name => name.endsWith('.base.rdb'))!)
    const bytes = Buffer.from(readFileSync(base, 'latin1').replace(/^REDIS\d{4}/, 'VALKEY080'), 'latin1')
    writeFileSync(base, bytes)
    const mended = mend(dataDir)
    t.equal(mended.status, 0, mended.stderr)
    t.ok(readFileSync(file).equals(whole), 'what came after the damage is cut, and nothing else')
    t.ok(readFileSync(base).equals(bytes))
    // damage in a file that another follows is no cut end
    const manifest = join(folder, readdirSync(folder).find(name => name.endsWith('.manifest'))!)
    const next = 'appendonly.aof.2.incr.aof'
    appendFileSync(manifest, `file ${next} seq 2 type i\n`)
    writeFileSync(join(folder, next), whole)
    t.equal(mend(dataDir).status, 0)
    writeFileSync(file, Buffer.concat([whole, Buffer.alloc(64)]))
    t.match(mend(dataDir), { status: 1, stderr: /incr\.aof ended with 1; the copy is as the file was/ })
  },
)

t.test('the tool is that of the server', async t => {
  const says = (name: string): string => `#!/bin/sh\necho ${name}\n`
  const tools = ['redis-check-aof', 'valkey-check-aof']
  const bin = t.testdir(Object.fromEntries(tools.map(name => [name, says(name)])))
  for (const name of tools) chmodSync(join(bin, name), 0o755)
  const dataDir = join(bin, 'data')
  const redis = await start(t, dataDir)
  await redis.stop()
  const toolOf = (server: string) => mend(dataDir, { REDIS_SERVER: join(bin, server) }).stdout
  t.match(toolOf('valkey-server'), /^valkey-check-aof$/m)
  t.match(toolOf('redis-server'), /^redis-check-aof$/m)
  rmSync(join(bin, 'valkey-check-aof'))
  t.match(toolOf('valkey-server'), /^redis-check-aof$/m, 'the other where there is none of its own')
})

t.test('a server that cannot be started says why', async t => {
  await t.rejects(startRedis({ dataDir: t.testdir(), binary: '/nowhere/redis-server' }), {
    message: /did not start.*\/nowhere\/redis-server/s,
  })
  await t.rejects(startRedis({ dataDir: t.testdir(), binary: '/bin/true' }), { message: /exit code 0/ })
})

t.test('npm run admin without arguments prints its help and starts nothing', async t => {
  const dataDir = t.testdir()
  const admin = fileURLToPath(new URL('../admin.ts', import.meta.url))
  const run = spawn(process.execPath, [admin], { env: { ...process.env, DATA_DIR: dataDir, REDIS_URL: '' } })
  run.stdout.setEncoding('utf8')
  const said = (await run.stdout.toArray()).join('')
  t.match(said, /key create/)
  t.same(readdirSync(dataDir), [])
})
