/**
 * Brings a backup back into a data folder that is empty: each file is compared with its checksum while it is copied. When anything is wrong, the
 * folder is as it was.
 */
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { KEPT } from '../../shared/platform/objects/folder-objects.ts'
import { checkName, hashIn } from '../../shared/platform/objects/object-store.ts'
import { makeFolder } from '../../shared/platform/process/make-folder.ts'
import { APPEND_ONLY } from '../redis/files.ts'
import { BackupFault, type Manifest, OBJECT_LIST, OBJECTS, REDIS, readManifest } from './contents.ts'
import { copyFileWhole, digestOf, type FileDigest, sync } from './files.ts'

/** Returns what the backup says of itself. */
export async function restoreBackup(from: string, dataDir: string): Promise<Manifest> {
  const manifest = await readManifest(from)
  makeFolder(dataDir, 0o700)
  if ((await readdir(dataDir)).length > 0)
    throw new BackupFault(`${dataDir} is not empty: set DATA_DIR to an empty folder, or to one that is not there yet.`)
  try {
    const redis = join(dataDir, REDIS)
    await mkdir(join(redis, APPEND_ONLY), { recursive: true, mode: 0o700 })
    for (const { path, ...wanted } of manifest.files) {
      const source = join(from, path)
      if (path === OBJECT_LIST) {
        compare(source, await whole(source, () => digestOf(source)), wanted)
        continue
      }
      const to = path.startsWith(`${REDIS}/`)
        ? join(redis, APPEND_ONLY, path.slice(REDIS.length + 1))
        : join(dataDir, path)
      compare(source, await whole(source, () => copyFileWhole(source, to)), wanted)
    }
    if (manifest.files.some(({ path }) => path === OBJECT_LIST)) await restoreObjects(from, dataDir, manifest)
    for (const folder of [join(redis, APPEND_ONLY), redis, dataDir]) await sync(folder)
    return manifest
  } catch (error) {
    for (const entry of await readdir(dataDir)) await rm(join(dataDir, entry), { recursive: true, force: true })
    throw error
  }
}

async function whole(path: string, work: () => Promise<FileDigest>): Promise<FileDigest> {
  try {
    return await work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new BackupFault(`${path} is missing: the backup is not whole.`)
  }
}

function compare(path: string, found: FileDigest, wanted: FileDigest): void {
  if (found.bytes !== wanted.bytes)
    throw new BackupFault(`${path} has ${found.bytes} bytes instead of ${wanted.bytes}: the backup is damaged.`)
  if (found.sha256 !== wanted.sha256)
    throw new BackupFault(`${path} has the SHA-256 ${found.sha256} instead of ${wanted.sha256}: the backup is damaged.`)
}

async function restoreObjects(from: string, dataDir: string, { objectCount }: Manifest): Promise<void> {
  const root = join(dataDir, OBJECTS, KEPT)
  await mkdir(root, { recursive: true, mode: 0o700 })
  const folders = new Set<string>()
  const list = await open(join(from, OBJECT_LIST), 'r')
  let count = 0
  for await (const line of list.readLines()) {
    const [bytes = '', name = ''] = line.split(' ')
    const source = join(from, OBJECTS, checkName(name))
    const to = join(root, name)
    if (!folders.has(dirname(to))) {
      await mkdir(dirname(to), { recursive: true, mode: 0o700 })
      folders.add(dirname(to))
    }
    compare(source, await whole(source, () => copyFileWhole(source, to)), {
      bytes: Number(bytes),
      sha256: hashIn(name),
    })
    count++
  }
  if (count !== objectCount)
    throw new BackupFault(
      `${join(from, OBJECT_LIST)} names ${count} objects instead of ${objectCount}: the backup is damaged.`,
    )
  for (const folder of folders) await sync(folder)
}
