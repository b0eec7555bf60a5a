/** What any store of objects must do; asked of a folder and of servers that speak S3. */
import { createHash, randomBytes } from 'node:crypto'
import type { Test } from 'tap'
import {
  checkObjects,
  ObjectLost,
  type ObjectStore,
  readChunks,
  writeChunk,
} from '../../platform/objects/object-store.ts'

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export async function kept(store: ObjectStore, start: string, ...pieces: readonly Uint8Array[]): Promise<string> {
  const draft = store.draft()
  try {
    for (const piece of pieces) await draft.write(piece)
    return await draft.keep(start)
  } finally {
    await draft.drop()
  }
}

export async function read(store: ObjectStore, name: string): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of store.read(name)) pieces.push(piece)
  return Buffer.concat(pieces)
}

export async function listed(store: ObjectStore, start: string): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of store.list(start)) names.push(name)
  return names.sort()
}

/** damage: changes a byte of the object where it lies. */
export async function behavesAsStore(
  t: Test,
  store: ObjectStore,
  damage: (name: string) => void | Promise<void>,
): Promise<void> {
  await keepsObjects(t, store)
  await keepsChunks(t, store, damage)
}

async function keepsObjects(t: Test, store: ObjectStore): Promise<void> {
  const bytes = randomBytes(300_000)

  await t.test('an object is what was written, under the hash of its bytes', async t => {
    const name = await kept(store, 'a/b/job-', bytes.subarray(0, 10), bytes.subarray(10))
    t.equal(name, `a/b/job-${sha256(bytes)}`)
    t.ok(bytes.equals(await read(store, name)))
    await store.look(name)
    t.equal(await kept(store, 'a/b/job-', bytes), name, 'kept again it is the same')
    const other = await kept(store, 'a/c/job-', bytes)
    await store.remove(name)
    await store.remove(name)
    await t.rejects(read(store, name), ObjectLost)
    await t.rejects(store.look(name), ObjectLost)
    t.ok(bytes.equals(await read(store, other)), 'that of another start stays')
    await store.remove(other)
  })

  await t.test('one of many megabytes, in pieces', async t => {
    const large = randomBytes(9_000_000)
    const draft = store.draft()
    const writes: Promise<void>[] = []
    for (let at = 0; at < large.length; at += 250_000) writes.push(draft.write(large.subarray(at, at + 250_000)))
    await Promise.all(writes)
    const name = await draft.keep('large/')
    t.equal(name, `large/${sha256(large)}`)
    t.equal(await draft.keep('large/'), name, 'kept twice, as after a lost reply')
    await draft.drop()
    t.ok(large.equals(await read(store, name)))
    for await (const piece of store.read(name)) {
      t.ok(piece.length < large.length)
      break
    }
    await store.remove(name)
  })

  await t.test('what is not kept is not there', async t => {
    const draft = store.draft()
    await draft.write(bytes)
    await draft.drop()
    t.same(await listed(store, ''), [])
  })

  await t.test('lists by the start of names, however many there are', async t => {
    const before = Date.now()
    const names: string[] = []
    for (let i = 0; i < 30; i++) names.push(await kept(store, `in/${i % 3}/x-`, randomBytes(20)))
    t.same(await listed(store, 'in/'), [...names].sort())
    t.same(await listed(store, 'in/1/'), names.filter(name => name.startsWith('in/1/')).sort())
    t.same(await listed(store, 'i/'), [], 'a start ends with a folder')
    for await (const { keptAtMs } of store.list('in/')) t.ok(Math.abs(keptAtMs - before) < 120_000)
    await Promise.all(names.map(name => store.remove(name)))
    t.same(await listed(store, ''), [])
  })

  await t.test('the check writes, reads and removes', async t => {
    await checkObjects(store)
    t.same(await listed(store, ''), [])
    await store.reach()
  })

  await t.test('a name from elsewhere is no path', async t => {
    const hash = sha256(bytes)
    for (const name of [`../${hash}`, `/etc/${hash}`, `a/../../${hash}`, 'a/b', `a\\${hash}`, `a/%2e%2e/${hash}`])
      await t.rejects(store.remove(name), /is not a name of an object/, name)
  })
}

async function keepsChunks(t: Test, store: ObjectStore, damage: (name: string) => void | Promise<void>): Promise<void> {
  await t.test('chunks come back as they were, and damage is reported', async t => {
    const chunks = [randomBytes(7), randomBytes(256 * 1024), randomBytes(1), randomBytes(200_000)]
    const draft = store.draft()
    for (const chunk of chunks) await writeChunk(draft, chunk)
    const name = await draft.keep('chunks/')
    await draft.drop()
    const back: Buffer[] = []
    for await (const chunk of readChunks(store, name, 300_000)) back.push(Buffer.from(chunk))
    t.same(
      back.map(chunk => sha256(chunk)),
      chunks.map(chunk => sha256(chunk)),
    )
    const all = async (bytesMax: number) => {
      for await (const _ of readChunks(store, name, bytesMax)) {
      }
    }
    await t.rejects(all(1_000), { name: 'ObjectLost', message: /a chunk of 262144 bytes/ })
    await damage(name)
    await t.rejects(all(300_000), { name: 'ObjectLost', message: /its bytes are not those of its name/ })
    await store.remove(name)
  })
}
