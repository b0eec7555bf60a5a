/**
 * Makes a backup of a service that runs: Redis first, then the objects that it names. Objects are never changed, so they are linked where the
 * backup lies on their file system, and copied elsewhere; none is removed meanwhile (shared/platform/jobs/redis/object-names.ts).
 */
import { randomUUID } from 'node:crypto'
import { copyFile, link, mkdir, open, readdir, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { holdObjects, objectHold, releaseObjects } from '../../shared/platform/jobs/redis/object-names.ts'
import { FolderObjects, KEPT } from '../../shared/platform/objects/folder-objects.ts'
import { hashIn } from '../../shared/platform/objects/object-store.ts'
import { makeFolder } from '../../shared/platform/process/make-folder.ts'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { APPEND_ONLY } from '../redis/files.ts'
import { copyAppendOnly } from './append-only.ts'
import { BackupFault, MANIFEST, manifestText, OBJECT_LIST, OBJECTS, REDIS, SECRETS } from './contents.ts'
import { type BackedUpFile, copyFileWhole, digestOf, sync, writeFileWhole } from './files.ts'

export interface BackupParts {
  /** Connected to the redis-server whose files lie in redisFolder. */
  readonly client: RedisClient
  readonly redisFolder: string
  /** undefined: the key is the operator's. */
  readonly secretsFile: string | undefined
  /** Where the store of objects is: a folder of this machine, elsewhere, or nowhere. */
  readonly objects: { readonly folder: string } | { readonly elsewhere: string } | null
  /** Made here; empty when it is there already. */
  readonly to: string
  readonly version: string
  /** Tests shorten it. */
  readonly holdMs?: number
}

interface BackupResult {
  readonly madeAt: string
  readonly redisBytes: number
  readonly objectCount: number
  readonly objectBytes: number
}

const HOLD_MS = 60_000

export async function makeBackup(parts: BackupParts): Promise<BackupResult> {
  const { client, to } = parts
  await makeEmptyFolder(to)
  const info = await client.info('server')
  // Valkey's second version is the Redis version that it corresponds to
  const [, redisVersion = 'unknown'] = /^valkey_version:(\S+)/m.exec(info) ?? /^redis_version:(\S+)/m.exec(info) ?? []
  const hold = await Hold.take(parts)
  const files: BackedUpFile[] = []
  let madeAt: string
  let objects = { count: 0, bytes: 0 }
  try {
    madeAt = new Date().toISOString()
    await mkdir(join(to, REDIS), { mode: 0o700 })
    const copied = await copyAppendOnly(join(parts.redisFolder, APPEND_ONLY), join(to, REDIS))
    files.push(...copied.map(file => ({ ...file, path: `${REDIS}/${file.path}` })))
    if (parts.objects !== null && 'folder' in parts.objects) objects = await takeObjects(parts.objects.folder, to)
    await hold.prove()
  } finally {
    await hold.end()
  }
  if (parts.objects !== null && 'folder' in parts.objects) {
    await checkObjects(to)
    files.push({ path: OBJECT_LIST, ...(await digestOf(join(to, OBJECT_LIST))) })
  }
  if (parts.secretsFile !== undefined)
    files.push({ path: SECRETS, ...(await copyFileWhole(parts.secretsFile, join(to, SECRETS))) })
  const draft = join(to, `${MANIFEST}.draft`)
  await writeFileWhole(
    draft,
    manifestText({
      version: parts.version,
      redisVersion,
      madeAt,
      files,
      objectCount: objects.count,
      objectsElsewhere: parts.objects !== null && 'elsewhere' in parts.objects ? parts.objects.elsewhere : null,
    }),
  )
  for (const folder of [join(to, REDIS), to]) await sync(folder)
  await rename(draft, join(to, MANIFEST))
  await sync(to)
  const redisBytes = files.reduce((sum, { path, bytes }) => sum + (path.startsWith(`${REDIS}/`) ? bytes : 0), 0)
  return { madeAt, redisBytes, objectCount: objects.count, objectBytes: objects.bytes }
}

async function makeEmptyFolder(path: string): Promise<void> {
  makeFolder(path, 0o700)
  if ((await readdir(path)).length > 0)
    throw new BackupFault(`${path} is not empty: a backup needs a folder of its own.`)
}

/** Held from before the copy of Redis until the objects are there. */
class Hold {
  readonly #client: RedisClient
  readonly #holder: string
  readonly #ms: number
  readonly #timer: NodeJS.Timeout

  static async take({ client, holdMs = HOLD_MS }: BackupParts): Promise<Hold> {
    const holder = `backup ${randomUUID()}`
    if (await holdObjects(client, holder, holdMs)) return new Hold(client, holder, holdMs)
    const other = await objectHold(client)
    throw new BackupFault(
      `Objects are held by ${other?.holder ?? 'somebody'} for ${Math.ceil((other?.leftMs ?? 0) / 1000)} s more: another backup is being made, or ` +
        '"npm run admin -- objects hold" was called. Wait, or end it with "npm run admin -- objects release".',
    )
  }

  private constructor(client: RedisClient, holder: string, ms: number) {
    this.#client = client
    this.#holder = holder
    this.#ms = ms
    this.#timer = setInterval(() => void this.#renew().catch(() => {}), ms / 4)
  }

  /** Whether it has lasted: one that ended may be taken by another, and one that nobody has is not ours. */
  async #renew(): Promise<boolean> {
    const held = await objectHold(this.#client)
    return held?.holder === this.#holder && (await holdObjects(this.#client, this.#holder, this.#ms))
  }

  async prove(): Promise<void> {
    if (!(await this.#renew()))
      throw new BackupFault(
        'The hold on objects ended before they were copied: some may be missing. Make the backup again.',
      )
  }

  async end(): Promise<void> {
    clearInterval(this.#timer)
    if ((await objectHold(this.#client).catch(() => null))?.holder === this.#holder)
      await releaseObjects(this.#client).catch(() => {})
  }
}

/** Links or copies each object, and lists it. One that goes meanwhile belongs to an account that is deleted. */
async function takeObjects(folder: string, to: string): Promise<{ count: number; bytes: number }> {
  const store = new FolderObjects(folder)
  const list = await open(join(to, OBJECT_LIST), 'wx', 0o600)
  let count = 0
  let bytes = 0
  const folders = new Set<string>()
  try {
    await mkdir(join(to, OBJECTS), { mode: 0o700 })
    for await (const { name } of store.list('')) {
      const copy = join(to, OBJECTS, name)
      if (!folders.has(dirname(copy))) {
        await mkdir(dirname(copy), { recursive: true, mode: 0o700 })
        folders.add(dirname(copy))
      }
      if (!(await linkOrCopy(join(folder, KEPT, name), copy))) continue
      const { size } = await stat(copy)
      await list.appendFile(`${size} ${name}\n`)
      count++
      bytes += size
    }
    await list.sync()
  } finally {
    await list.close()
  }
  for (const path of folders) await sync(path)
  return { count, bytes }
}

async function linkOrCopy(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to).catch(async (error: NodeJS.ErrnoException) => {
      if (!['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP'].includes(error.code ?? '')) throw error
      await copyFile(from, to)
    })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** Reads the copied objects: a damaged one is reported now, while the service still runs. */
async function checkObjects(to: string): Promise<void> {
  const list = await open(join(to, OBJECT_LIST), 'r')
  for await (const line of list.readLines()) {
    const name = line.slice(line.indexOf(' ') + 1)
    const path = join(to, OBJECTS, name)
    if ((await digestOf(path)).sha256 !== hashIn(name))
      throw new BackupFault(`The object ${name} is damaged: its bytes are not those that were kept.`)
    await sync(path)
  }
}
