import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { FolderObjects } from '../../platform/objects/folder-objects.ts'
import { ObjectsUnavailable } from '../../platform/objects/object-store.ts'
import { S3Objects } from '../../platform/objects/s3-objects.ts'
import { WatchedObjects } from '../../platform/objects/watched-objects.ts'
import { dataFolder } from '../data-folder.ts'
import { until } from '../until.ts'
import { behavesAsStore, kept, listed, read, sha256 } from './every-store.ts'

t.test('a folder', async t => {
  const folder = dataFolder(t)
  const store = new FolderObjects(folder)
  await behavesAsStore(t, store, name => {
    const path = join(folder, 'objects', name)
    const bytes = readFileSync(path)
    bytes[bytes.length - 1]! ^= 1
    writeFileSync(path, bytes)
  })
  t.same(readdirSync(join(folder, 'objects')), [], 'no empty folder of an account stays')
  t.same(readdirSync(join(folder, 'drafts')), [], 'no draft stays')
})

t.test('files of other programs are no objects', async t => {
  const folder = dataFolder(t)
  const store = new FolderObjects(folder)
  const name = await kept(store, 'a/b/job-', Buffer.from('kept'))
  for (const path of ['a/b/.nfs000000000000a1b200000001', '.DS_Store', 'a/short'])
    writeFileSync(join(folder, 'objects', path), 'x')
  t.same(await listed(store, ''), [name])
  await store.remove(name)
  t.same(await listed(store, ''), [])
})

t.test('what has no room on its way to a server is the store that is away, not a defect', async t => {
  const before = process.env.TMPDIR
  process.env.TMPDIR = join(dataFolder(t), 'gone')
  t.teardown(() => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  })
  const store = new S3Objects({
    ...{ endpoint: 'http://127.0.0.1:9', region: 'r', bucket: 'b', prefix: '' },
    ...{ accessKeyId: 'a', secretAccessKey: 's' },
  })
  t.teardown(() => store.close())
  const draft = store.draft()
  await draft.write(Buffer.alloc(4 * 1024 * 1024))
  await t.rejects(draft.write(Buffer.alloc(1)), { name: 'ObjectsUnavailable', message: /ENOENT.*gone/ })
  await t.rejects(draft.keep('a/'), { name: 'ObjectsUnavailable' })
  await draft.drop()
})

t.test('drafts of a process that died go after their time, those of others stay', async t => {
  const folder = dataFolder(t)
  const store = new FolderObjects(folder)
  const draft = store.draft()
  await draft.write(Buffer.from('at work'))
  writeFileSync(join(folder, 'drafts', 'of-the-dead'), 'x')
  utimesSync(join(folder, 'drafts', 'of-the-dead'), new Date(0), new Date(0))
  await store.sweepDrafts(3_600_000)
  t.equal(readdirSync(join(folder, 'drafts')).length, 1)
  t.equal(await draft.keep(''), sha256(Buffer.from('at work')))
})

t.test('a disk that is gone is away, and nothing is lost by it', async t => {
  const folder = join(dataFolder(t), 'mount')
  const store = new FolderObjects(folder)
  const name = await kept(store, 'a/', Buffer.from('kept'))
  const draft = store.draft()
  await draft.write(Buffer.from('under way'))
  renameSync(folder, `${folder}-away`)
  await t.rejects(read(store, name), ObjectsUnavailable)
  await t.rejects(store.look(name), ObjectsUnavailable)
  await t.rejects(store.remove(name), ObjectsUnavailable, 'a removal is not taken as done')
  await t.rejects(kept(store, 'a/', Buffer.from('new')), ObjectsUnavailable)
  await t.rejects(draft.keep('a/'), ObjectsUnavailable)
  await t.rejects(listed(store, 'a/'), ObjectsUnavailable, 'a sweep does not find it empty')
  t.notOk(existsSync(folder), 'and it is not made anew')
  renameSync(`${folder}-away`, folder)
  t.equal(String(await read(store, name)), 'kept')
  t.equal(String(await read(store, await draft.keep('a/'))), 'under way', 'the draft goes on')
})

t.test('a store that was away is refused at once until it can be written again', async t => {
  const folder = join(dataFolder(t), 'mount')
  const turns: string[] = []
  const store = new WatchedObjects(new FolderObjects(folder), reason =>
    turns.push(reason === undefined ? 'up' : 'away'),
  )
  t.teardown(() => store.close())
  const name = await kept(store, 'a/', Buffer.from('kept'))
  renameSync(folder, `${folder}-away`)
  await t.rejects(read(store, name), ObjectsUnavailable)
  t.ok(store.isAway)
  // it is back, but nobody has looked
  renameSync(`${folder}-away`, folder)
  await t.rejects(read(store, name), ObjectsUnavailable)
  await until('it is looked at', () => !store.isAway)
  t.equal(String(await read(store, name)), 'kept')
  t.same(turns, ['away', 'up'])
})

t.test('two processes of one folder', async t => {
  const folder = dataFolder(t)
  const [one, other] = [new FolderObjects(folder), new FolderObjects(folder)]
  // folders that one removes since they are empty, the other fills
  const work = async (store: FolderObjects) => {
    for (let i = 0; i < 100; i++) {
      const name = await kept(store, 'a/b/c-', Buffer.from(String(i % 7)))
      await store.remove(name)
    }
  }
  await Promise.all([work(one), work(other)])
  mkdirSync(join(folder, 'objects'), { recursive: true })
  t.same(await listed(one, ''), [])
})
