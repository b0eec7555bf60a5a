import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { holdObjects, releaseObjects } from '../../shared/platform/jobs/redis/object-names.ts'
import { jobObjects } from '../../shared/platform/jobs/redis/objects.ts'
import { FolderObjects } from '../../shared/platform/objects/folder-objects.ts'
import { ObjectLost } from '../../shared/platform/objects/object-store.ts'
import { connect, disconnect, type RedisClient } from '../../shared/platform/redis/connect.ts'
import { jobKey } from '../../shared/platform/redis/keys.ts'
import { dataFolder } from '../../shared/test/data-folder.ts'
import { until } from '../../shared/test/until.ts'
import { type BackupParts, makeBackup } from '../backup/make.ts'
import { restoreBackup } from '../backup/restore.ts'
import { startRedis } from '../redis/embedded.ts'
import { redisFiles } from '../redis/files.ts'

const quiet = () => {}
const ACCOUNT = 'account-1'

interface Service {
  readonly dataDir: string
  readonly client: RedisClient
  readonly store: FolderObjects
  readonly objects: ReturnType<typeof jobObjects>
  readonly parts: BackupParts
}

/** What `npm start` keeps: a redis-server, a folder of objects, a key. */
async function service(t: Test, dataDir: string): Promise<Service> {
  const redis = await startRedis({ dataDir, report: quiet })
  t.teardown(() => redis.stop())
  const client = connect(redis.url, 'test')
  t.teardown(() => disconnect(client))
  const store = new FolderObjects(join(dataDir, 'objects'))
  const secretsFile = join(dataDir, 'secrets.key')
  if (!existsSync(secretsFile)) writeFileSync(secretsFile, 'a key\n')
  const parts = {
    client,
    redisFolder: redisFiles(dataDir).directory,
    secretsFile,
    objects: { folder: join(dataDir, 'objects') },
    to: join(dataFolder(t), 'backup'),
    version: '0.0.0',
  }
  return { dataDir, client, store, objects: jobObjects(client, store), parts }
}

/** An object that a job names. */
async function namedObject({ client, objects }: Service, jobId: string, text: string): Promise<string> {
  const name = await objects.writeFrame(ACCOUNT, jobId, [Buffer.from(text)])
  await client.hset(jobKey(shardOfName(name), 'job', jobId), 'frameObject', name)
  return name
}

const shardOfName = (name: string): number => Number(name.split('/')[1])

t.test(
  'a backup of a server that writes, and writes its file anew, has every write that was answered before',
  async t => {
    const running = await service(t, dataFolder(t))
    const { client, parts } = running
    const counters = ['one', 'two', 'three', 'four']
    const answered = new Map<string, number>()
    let isWriting = true
    const writing = counters.map(async name => {
      while (isWriting) answered.set(name, await client.incr(name))
    })
    let rewrites = 0
    const rewriting = (async () => {
      while (isWriting) {
        await client.bgrewriteaof().then(
          () => rewrites++,
          () => {},
        )
        await new Promise(resolve => setTimeout(resolve, 20))
      }
    })()
    const folders: { readonly to: string; readonly before: ReadonlyMap<string, number> }[] = []
    for (let i = 0; i < 4; i++) {
      // a rewrite ends at Redis' next tick of 100 ms at the earliest: the first backups may be made before the second one begins
      if (i === 3) await until('a second rewrite has begun', () => rewrites >= 2)
      const before = new Map(answered)
      const to = `${parts.to}-${i}`
      await makeBackup({ ...parts, to })
      folders.push({ to, before })
    }
    isWriting = false
    await Promise.all([...writing, rewriting])
    t.ok(rewrites > 1, `${rewrites} rewrites`)
    t.equal(
      ((await client.config('GET', 'auto-aof-rewrite-percentage')) as string[])[1],
      '100',
      'no setting was changed',
    )
    for (const { to, before } of folders) {
      const dataDir = join(dataFolder(t), 'data')
      await restoreBackup(to, dataDir)
      const restored = await service(t, dataDir)
      for (const name of counters) {
        const count = Number(await restored.client.get(name))
        t.ok(count >= (before.get(name) ?? 0), `${name}: ${count}, ${before.get(name)} were answered before`)
        t.ok(count <= answered.get(name)!)
      }
      t.equal(readFileSync(join(dataDir, 'secrets.key'), 'utf8'), 'a key\n')
    }
  },
)

t.test(
  'objects that jobs drop while they are held stay until the hold ends, but for those of an account that is deleted',
  async t => {
    const running = await service(t, dataFolder(t))
    const { client, objects, store } = running
    const name = await namedObject(running, 'job-1', 'first')
    const shard = shardOfName(name)
    t.ok(await holdObjects(client, 'me', 60_000))
    t.notOk(await holdObjects(client, 'another', 60_000), 'one holds them at a time')
    await client.hdel(jobKey(shard, 'job', 'job-1'), 'frameObject')
    await client.sadd(jobKey(shard, 'dropped'), name)
    t.equal(await objects.removeDropped(shard), 0)
    t.equal(await objects.sweep('sweeper', Date.now() + 86_400_000), 0, 'nor are they swept')
    await store.look(name)
    await client.del(jobKey(0, 'sweeping'))
    await releaseObjects(client)
    t.equal(await objects.removeDropped(shard), 1)
    await t.rejects(store.look(name), ObjectLost)

    const other = await namedObject(running, 'job-2', 'second')
    await holdObjects(client, 'me', 60_000)
    await objects.erase(ACCOUNT)
    await t.rejects(store.look(other), ObjectLost)
  },
)

t.test('a backup brings back the objects that Redis names, and ends its hold', async t => {
  const running = await service(t, dataFolder(t))
  const names = [await namedObject(running, 'job-1', 'first'), await namedObject(running, 'job-2', 'second')]
  const made = await makeBackup(running.parts)
  t.equal(made.objectCount, 2)
  t.equal(await running.client.exists(jobKey(0, 'holding')), 0)
  const dataDir = join(dataFolder(t), 'data')
  const manifest = await restoreBackup(running.parts.to, dataDir)
  t.equal(manifest.version, '0.0.0')
  const restored = await service(t, dataDir)
  for (const name of names) {
    const pieces: Uint8Array[] = []
    for await (const piece of restored.objects.read(name)) pieces.push(piece)
    t.match(Buffer.concat(pieces).toString(), /^(first|second)$/)
  }
  await t.rejects(makeBackup(running.parts), { message: /is not empty: a backup needs a folder of its own/ })
})

t.test('a backup is refused while another one holds objects', async t => {
  const running = await service(t, dataFolder(t))
  await holdObjects(running.client, 'operator', 60_000)
  await t.rejects(makeBackup(running.parts), { message: /held by operator for \d+ s more/ })
  t.same(readdirSync(running.parts.to), [], 'nothing was begun')
})

t.test('a restore says what is wrong and leaves the data folder empty', async t => {
  const running = await service(t, dataFolder(t))
  const name = await namedObject(running, 'job-1', 'first')
  await makeBackup(running.parts)
  const { to } = running.parts
  const dataDir = join(dataFolder(t), 'data')
  const aof = join(to, 'redis', readdirSync(join(to, 'redis')).find(file => file.endsWith('.incr.aof'))!)
  const object = join(to, 'objects', name)
  const faults: readonly [string, string, (bytes: Buffer) => Buffer | null, RegExp][] = [
    [
      'a byte more',
      aof,
      bytes => Buffer.concat([bytes, Buffer.from('x')]),
      /has \d+ bytes instead of \d+: the backup is damaged/,
    ],
    [
      'another byte',
      aof,
      bytes => Buffer.from(bytes.map((byte, i) => (i === 3 ? byte ^ 1 : byte))),
      /has the SHA-256 \w+ instead of/,
    ],
    ['no file', aof, () => null, /incr\.aof is missing: the backup is not whole/],
    ['no object', object, () => null, /-frame-\w+ is missing/],
    ['another object', object, bytes => Buffer.from(bytes.map(byte => byte ^ 1)), /-frame-\w+ has the SHA-256/],
    ['a shorter list', join(to, 'objects.txt'), () => Buffer.from(''), /objects\.txt has 0 bytes/],
    ['no manifest', join(to, 'manifest.json'), () => null, /is no backup, or one that was not finished/],
    [
      'a path that leads out',
      join(to, 'manifest.json'),
      bytes => Buffer.from(bytes.toString().replace('secrets.key', '../secrets.key')),
      /list of files cannot be read/,
    ],
    [
      'a newer form',
      join(to, 'manifest.json'),
      bytes => Buffer.from(bytes.toString().replace('"form": 1', '"form": 2')),
      /is of form 2; this release restores form 1/,
    ],
  ]
  for (const [what, path, change, message] of faults) {
    const bytes = readFileSync(path)
    const changed = change(bytes)
    rmSync(path)
    if (changed !== null) writeFileSync(path, changed)
    await t.rejects(restoreBackup(to, dataDir), { message }, what)
    t.same(existsSync(dataDir) ? readdirSync(dataDir) : [], [], `${what}: nothing is left`)
    writeFileSync(path, bytes)
  }
  mkdirSync(dataDir, { recursive: true })
  appendFileSync(join(dataDir, 'notes'), 'mine')
  await t.rejects(restoreBackup(to, dataDir), { message: /is not empty: set DATA_DIR to an empty folder/ })
  t.same(readdirSync(dataDir), ['notes'], 'what was there is left alone')
  rmSync(join(dataDir, 'notes'))
  await restoreBackup(to, dataDir)
  t.equal(readFileSync(join(dataDir, 'objects/objects', name)).includes('first'), true)
})
