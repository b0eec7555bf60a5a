/**
 * What a backup is: a folder.
 *
 *   manifest.json       version, time, and each file below but the objects, with its length and SHA-256; written last
 *   redis/              the append-only folder
 *   secrets.key         unless SECRETS_KEY is the operator's own setting
 *   objects.txt         one line "<bytes> <name>" for each object
 *   objects/<name>      the store of objects, if it is a folder; a name ends with the SHA-256 of its bytes
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { REDIS_FOLDER, SECRETS_KEY_FILE } from '../data-dir.ts'
import type { BackedUpFile } from './files.ts'

export const MANIFEST = 'manifest.json'
/** As in the data folder. */
export const REDIS = REDIS_FOLDER
export const SECRETS = SECRETS_KEY_FILE
export const OBJECT_LIST = 'objects.txt'
export const OBJECTS = 'objects'

/** Version of the form of a backup. */
const FORM = 1

export interface Manifest {
  readonly form: typeof FORM
  /** Version of the service, and of the redis-server, that made it. */
  readonly version: string
  readonly redisVersion: string
  /** ISO time: what was answered before it is in the backup. */
  readonly madeAt: string
  readonly files: readonly BackedUpFile[]
  readonly objectCount: number
  /** Where the objects lie when they are not in the backup; null = they are, or there are none. */
  readonly objectsElsewhere: string | null
}

/** What is wrong, as a sentence for the operator. */
export class BackupFault extends Error {
  override readonly name = 'BackupFault'
}

export const manifestText = (manifest: Omit<Manifest, 'form'>): string =>
  `${JSON.stringify({ form: FORM, ...manifest }, null, 2)}\n`

/** Files that a manifest may name: none of them leads out of the folder. */
const PATH = /^(?:redis\/[\w-][\w.-]*|secrets\.key|objects\.txt)$/

export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, MANIFEST)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
    throw new BackupFault(`${folder} is no backup, or one that was not finished: it has no ${MANIFEST}.`)
  })
  let manifest: Manifest
  try {
    manifest = JSON.parse(text) as Manifest
  } catch {
    throw new BackupFault(`${path} is damaged: it is not JSON.`)
  }
  if (manifest?.form !== FORM)
    throw new BackupFault(`${path} is of form ${manifest?.form}; this release restores form ${FORM}.`)
  const isFile = ({ path, bytes, sha256 }: BackedUpFile) =>
    PATH.test(path) && Number.isSafeInteger(bytes) && /^[0-9a-f]{64}$/.test(sha256)
  if (!Array.isArray(manifest.files) || !manifest.files.every(isFile) || !Number.isSafeInteger(manifest.objectCount))
    throw new BackupFault(`${path} is damaged: its list of files cannot be read.`)
  return manifest
}
